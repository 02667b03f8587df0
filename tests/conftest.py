"""What all tests may use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgres import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL server for all tests that want one; each test has data bases of its own."""
    server = Postgres()
    yield server
    server.stop()
