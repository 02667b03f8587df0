"""Carries a whole hall from one data base to another: to PostgreSQL and back, into a backup and out of it. A backup is
a file of SQLite, whatever the hall runs on. Imports SQLAlchemy, the schema, and the engine's words."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import URL, Connection, Table, delete, func, insert, select, text

from hightable.engine.words import N_, Refused
from hightable.hall.connect import connect, writing
from hightable.hall.place import shown
from hightable.hall.prepare import MOVED, Unfit, prepare, version
from hightable.hall.schema import GUESTS, HEAD, METADATA, PRESENCE, SCHEMA, SECRETS, TABLES
from hightable.hall.store import Store

AT_ONCE: Final = 2_000  # rows
CARRIED: Final = [table for table in METADATA.sorted_tables if table not in (SCHEMA, PRESENCE)]

Counts = dict[str, int]  # how many rows of each table


def move(source: URL, target: URL) -> Counts:
    """Carry a hall over and close the old one: whoever still writes there fails, so nothing is written in vain."""
    if source == target:
        raise Refused(N_("The hall is there already."))
    Store(source).check()
    with _standing_still(source) as old, _empty(target) as new:
        counts = _carry(old, new)
        new.commit()
        for table in METADATA.sorted_tables:
            old.execute(text(f"alter table {table.name} rename to {MOVED}_{table.name}"))
        old.execute(text("update alembic_version set version_num = :moved"), {"moved": MOVED})
    return counts


def backup(source: URL, file: Path) -> Counts:
    """Write a hall into a new file, as it is at one moment; it goes on meanwhile."""
    if file.exists():
        raise Refused(N_("%(file)s is there already. Choose another name."), "", {"file": str(file)})
    part = file.with_name(f"{file.name}.part")  # what has the right name is whole
    try:
        if source.get_backend_name() == "sqlite":
            _copy_file(Path(str(source.database)), part)
        else:
            with _reading(source) as old, _empty(_url(part)) as new:
                if version(old) != HEAD:
                    raise Unfit(N_("These data are of another version. Start its hall with this one first."))
                _carry(old, new)
                new.commit()
        with _reading(_url(part)) as c:
            counts = {table.name: _count(c, table) for table in CARRIED if c.dialect.has_table(c, table.name)}
        _settle(part)
        part.replace(file)
    finally:
        for ending in ("", "-wal", "-shm"):
            Path(f"{part}{ending}").unlink(missing_ok=True)
    return counts


def restore(file: Path, target: URL) -> Counts:
    """A hall out of a backup of this or an older version. The backup stays as it is."""
    with TemporaryDirectory(prefix="hightable-") as folder:
        copy = Path(folder) / "backup.db"
        _copy_file(file, copy)
        Store(_url(copy)).check()
        with _reading(_url(copy)) as old, _empty(target) as new:
            counts = _carry(old, new)
            new.commit()
    return counts


def _carry(old: Connection, new: Connection) -> Counts:
    """All rows of all tables; or nothing, if a single one is missing then."""
    new.execute(delete(SECRETS))  # of a new hall, which nobody has seen
    counts: Counts = {}
    for table in CARRIED:
        rows = old.execute(select(table).execution_options(stream_results=True))
        for some in rows.partitions(AT_ONCE):
            new.execute(insert(table), [dict(row._mapping) for row in some])
        counts[table.name] = _count(old, table)
        if _count(new, table) != counts[table.name]:
            raise Refused(N_("Not all rows of “%(table)s” arrived. Nothing was moved."), "", {"table": table.name})
    return counts


def _count(c: Connection, table: Table) -> int:
    return int(c.execute(select(func.count()).select_from(table)).scalar_one())


@contextmanager
def _reading(place: URL) -> Iterator[Connection]:
    engine = connect(place)
    try:
        with engine.connect() as c:
            yield c
    finally:
        engine.dispose()


@contextmanager
def _standing_still(place: URL) -> Iterator[Connection]:
    """A connection that keeps all others from writing."""
    engine = connect(place)
    try:
        with writing(engine).begin() as c:
            if engine.dialect.name == "postgresql":
                names = ", ".join(table.name for table in METADATA.sorted_tables)
                c.execute(text(f"lock table {names} in access exclusive mode"))
            yield c
    finally:
        engine.dispose()


@contextmanager
def _empty(place: URL) -> Iterator[Connection]:
    """A connection to a data base with the tables of this version and nothing in them; or Refused."""
    engine = connect(place)
    try:
        with writing(engine).connect() as c:
            prepare(c)
            if _count(c, GUESTS) or _count(c, TABLES):
                gaps = {"place": shown(place)}
                raise Refused(N_("%(place)s holds a hall already. An empty place is needed."), "", gaps)
            yield c
    finally:
        engine.dispose()


def _copy_file(source: Path, target: Path) -> None:
    """By SQLite's own way, which takes in what is being written and holds nobody up."""
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old:
        old.execute("pragma busy_timeout = 5000")
        with closing(sqlite3.connect(target)) as new:
            old.backup(new)


def _settle(file: Path) -> None:
    """One file on disk, with nothing beside it, that SQLite finds whole."""
    with closing(sqlite3.connect(file)) as c:
        c.execute("pragma journal_mode = delete")
        found = c.execute("pragma quick_check").fetchone()
    if found != ("ok",):
        raise Refused(N_("The backup came out damaged: %(why)s."), "", {"why": str(found)})
    with file.open("rb") as written:
        os.fsync(written.fileno())


def _url(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))
