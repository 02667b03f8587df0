"""Carries a whole hall from one data base to another: to PostgreSQL and back, into a backup and out of it. A backup is
a file of SQLite, whatever the hall runs on. Imports SQLAlchemy, the schema, and the engine's words."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import URL, Connection, Row, Table, delete, func, insert, select, text

from hightable.engine.words import N_, Refused
from hightable.hall.connect import connect, writing
from hightable.hall.data_file import create_private
from hightable.hall.place import shown
from hightable.hall.prepare import MOVED, NO_HALL, prepare, version
from hightable.hall.schema import GUESTS, HEAD, METADATA, PRESENCE, SCHEMA, SECRETS, TABLES
from hightable.hall.storage_errors import Unfit, damaged, explained
from hightable.hall.store import claimed, prepared

AT_ONCE: Final = 2_000  # rows
CARRIED: Final = [table for table in METADATA.sorted_tables if table not in (SCHEMA, PRESENCE)]

Counts = dict[str, int]  # how many rows of each table


def move(source: URL, target: URL) -> Counts:
    """Carry a hall over and close the old one: whoever still writes there fails, so nothing is written in vain."""
    if source == target:
        raise Refused(N_("The hall is there already."))
    prepared(source).dispose()  # a server may still run there: see below
    with claimed(target), _standing_still(source) as old, _empty(target) as new:
        counts = _carry(old, new)
        new.commit()
        with explained(source):
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
        _remove(part)
        create_private(part)
        if source.get_backend_name() == "sqlite":
            _copy_file(Path(str(source.database)), part)
        else:
            with _reading(source) as old, _empty(_url(part)) as new:
                if version(old) != HEAD:
                    raise Unfit(N_("These data are of another version. Start its hall with this one first."))
                _carry(old, new)
                new.commit()
        _must_be_sound(part, source)
        with _reading(_url(part)) as c:
            if version(c) is None:
                raise Refused(NO_HALL, "", {"place": shown(source)})
            counts = {table.name: _count(c, table) for table in CARRIED if c.dialect.has_table(c, table.name)}
        _settle(part)
        part.replace(file)
    except OSError as error:
        gaps = {"file": str(file), "why": error.strerror or str(error)}
        raise Refused(N_("%(file)s can't be written: %(why)s."), "", gaps) from error
    finally:
        with suppress(OSError):
            _remove(part)
    return counts


def _remove(file: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        Path(f"{file}{ending}").unlink(missing_ok=True)


def restore(file: Path, target: URL) -> Counts:
    """A hall out of a backup of this or an older version. The backup stays as it is."""
    with TemporaryDirectory(prefix="hightable-") as folder:
        copy = Path(folder) / "backup.db"
        _copy_file(file, copy)
        _must_be_sound(copy, _url(file))
        with _reading(_url(copy)) as old:
            if version(old) is None:
                raise Refused(NO_HALL, "", {"place": str(file)})
        prepared(_url(copy)).dispose()
        with claimed(target), _reading(_url(copy)) as old, _empty(target) as new:
            counts = _carry(old, new)
            new.commit()
    return counts


def _carry(old: Connection, new: Connection) -> Counts:
    """All rows of all tables; or nothing, if a single one is missing then."""
    new.execute(delete(SECRETS))  # of a new hall, which nobody has seen
    counts: Counts = {}
    for table in CARRIED:
        for some in _rows(old, table):
            new.execute(insert(table), [dict(row._mapping) for row in some])
        counts[table.name] = _count(old, table)
        if _count(new, table) != counts[table.name]:
            raise Refused(N_("Not all rows of “%(table)s” arrived. Nothing was moved."), "", {"table": table.name})
    return counts


def _rows(c: Connection, table: Table) -> Iterator[Sequence[Row[Any]]]:
    with explained(c.engine.url):
        yield from c.execute(select(table).execution_options(stream_results=True)).partitions(AT_ONCE)


def _count(c: Connection, table: Table) -> int:
    with explained(c.engine.url):
        return int(c.execute(select(func.count()).select_from(table)).scalar_one())


@contextmanager
def _reading(place: URL) -> Iterator[Connection]:
    engine = connect(place)
    try:
        with explained(place), engine.connect() as c:
            yield c
    finally:
        engine.dispose()


@contextmanager
def _standing_still(place: URL) -> Iterator[Connection]:
    """A connection that keeps all others from writing."""
    engine = connect(place)
    try:
        with explained(place), writing(engine).begin() as c:
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
        with explained(place), writing(engine).connect() as c:
            prepare(c)
            if _count(c, GUESTS) or _count(c, TABLES):
                gaps = {"place": shown(place)}
                raise Refused(N_("%(place)s holds a hall already. An empty place is needed."), "", gaps)
            yield c
    finally:
        engine.dispose()


def _copy_file(source: Path, target: Path) -> None:
    """By SQLite's own way, which takes in what is being written and holds nobody up."""
    create_private(target)
    with explained(_url(source)), closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old:
        old.execute("pragma busy_timeout = 5000")
        old.execute("select count(*) from sqlite_master")
        with explained(_url(target)), closing(sqlite3.connect(target)) as new:
            old.backup(new)


def _must_be_sound(copy: Path, source: URL) -> None:
    """Raise Unfit if a copy shows that its source is damaged."""
    with explained(source), closing(sqlite3.connect(copy)) as c:
        if c.execute("pragma quick_check(1)").fetchone() != ("ok",):
            raise damaged(source)


def _settle(file: Path) -> None:
    """One file on disk, with nothing beside it."""
    with closing(sqlite3.connect(file)) as c:
        c.execute("pragma journal_mode = delete")
    with file.open("rb") as written:
        os.fsync(written.fileno())


def _url(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))
