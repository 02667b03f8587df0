"""Connections to either data base: SQLite tuned to keep what it acknowledged, PostgreSQL to show each reader one
moment. Errors don't tell what was being written: logs are no place for what players chose in secret. Imports SQLAlchemy
only."""

from __future__ import annotations

import sqlite3
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, OperationalError

READERS: Final = 2  # threads that read at the same time


def connect(place: str | URL) -> Engine:
    """For readers; see `writing`."""
    url = make_url(place)
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, hide_parameters=True)
        _tune_sqlite(engine)
        return engine
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    # A reader sees one moment of the data base, as with SQLite, however many questions it asks.
    return create_engine(url, isolation_level="REPEATABLE READ", pool_size=READERS + 1, hide_parameters=True)


def writing(engine: Engine) -> Engine:
    """The same data base for who writes."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(hall_writes=True)
    return engine.execution_options(isolation_level="READ COMMITTED")


def cut_off(error: Exception) -> bool:
    """Whether a PostgreSQL server was away, or two processes stood in each other's way: it may go better next time."""
    return isinstance(error, DBAPIError) and (
        error.connection_invalidated
        or (isinstance(error, OperationalError) and not isinstance(error.orig, sqlite3.Error))
    )


def _tune_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the driver's own BEGIN comes too late for savepoints; ours is below
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(c: Connection) -> None:
        # A writer takes the lock at once: turning a reader's lock into a writer's can fail without waiting.
        c.exec_driver_sql("BEGIN IMMEDIATE" if c.get_execution_options().get("hall_writes") else "BEGIN")
