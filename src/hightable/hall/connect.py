"""Connections to either data base: SQLite tuned to keep what it acknowledged, PostgreSQL to show each reader one
moment. Errors don't tell what was being written: logs are no place for what players chose in secret. Imports
SQLAlchemy and the data file."""

from __future__ import annotations

import sqlite3
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, OperationalError

from hightable.hall.data_file import DataFile

READERS: Final = 2  # threads that read at the same time
# Whether a SQLite file is new or one of ours, of whichever version.
OURS: Final = "select count(*) = 0 or max(name in ('alembic_version', 'schema_version')) from sqlite_master"


def connect(place: str | URL) -> Engine:
    """For readers; see `writing`. A file that isn't there is created at once, and never again by a later connection."""
    url = make_url(place)
    if url.get_backend_name() == "sqlite":
        file = DataFile(str(url.database))
        file.create()
        engine = create_engine(url, hide_parameters=True)
        _tune_sqlite(engine, f"{file.path.as_uri()}?mode=rw")
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


def cut_off(error: BaseException) -> bool:
    """Whether a PostgreSQL server was away, or two processes stood in each other's way: it may go better next time."""
    return isinstance(error, DBAPIError) and (
        error.connection_invalidated
        or (isinstance(error, OperationalError) and not isinstance(error.orig, sqlite3.Error))
    )


def _tune_sqlite(engine: Engine, uri: str) -> None:
    @event.listens_for(engine, "do_connect")
    def open_existing(_dialect: object, _record: object, args: list[Any], settings: dict[str, Any]) -> None:
        args[0] = uri
        settings["uri"] = True

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the driver's own BEGIN comes too late for savepoints; ours is below
        for pragma in ("busy_timeout=5000", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        if connection.execute(OURS).fetchone() == (1,):  # journal_mode is written into the file
            connection.execute("PRAGMA journal_mode=WAL")

    @event.listens_for(engine, "begin")
    def begin(c: Connection) -> None:
        # A writer takes the lock at once: turning a reader's lock into a writer's can fail without waiting.
        c.exec_driver_sql("BEGIN IMMEDIATE" if c.get_execution_options().get("hall_writes") else "BEGIN")
