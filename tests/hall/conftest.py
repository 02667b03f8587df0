"""A hall for a test: real store on a file or in a real PostgreSQL, real bots, no thinking pause."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hightable.hall import Crew, Hall, Store
from tests.postgres import Postgres

Test = Callable[[Hall], Awaitable[None]]


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/hall.db"


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    url = postgres.new()
    yield url
    postgres.drop(url)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty data base, of each kind in turn."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def in_hall(url: str) -> Callable[..., None]:
    """Run an async test in a hall; called again, it is the same data in a new hall."""
    return partial(run, url)


@pytest.fixture
def in_sqlite_hall(sqlite_url: str) -> Callable[..., None]:
    """The same where only a file will do."""
    return partial(run, sqlite_url)


@pytest.fixture
def in_postgres_hall(postgres_url: str) -> Callable[..., None]:
    """The same where several processes work on one database."""
    return partial(run, postgres_url)


def run(url: str, test: Test, **settings: Any) -> None:
    async def main() -> None:
        hall = Hall(Store(url), Crew(), think=(0, 0), **settings)
        await hall.open()
        try:
            await asyncio.wait_for(test(hall), 180)
        finally:
            await hall.close()

    asyncio.run(main())
