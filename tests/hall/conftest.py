"""A hall for a test: real store on a file, real bots, no thinking pause."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from hightable.hall import Crew, Hall, Store

Test = Callable[[Hall], Awaitable[None]]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/hall.db"


@pytest.fixture
def in_hall(url: str) -> Callable[..., None]:
    """Run an async test in a hall; called again, it is the same data in a new hall."""

    def run(test: Test, **settings: Any) -> None:
        async def main() -> None:
            hall = Hall(Store(url), Crew(), think=(0, 0), **settings)
            await hall.open()
            try:
                await asyncio.wait_for(test(hall), 60)
            finally:
                await hall.close()

        asyncio.run(main())

    return run
