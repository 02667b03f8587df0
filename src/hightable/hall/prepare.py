"""Brings a data base to the schema of this version: a new one from nothing, an older one by migrations, whichever
version of High Table made it. One process at a time. Imports SQLAlchemy and the schema; Alembic where there is
something to do."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import Connection, insert, inspect, select, text

from hightable.engine.words import N_
from hightable.hall.schema import DAILY, HEAD, SCHEMA, SECRETS
from hightable.hall.storage_errors import Unfit

BEFORE_MIGRATIONS: Final = 4  # the last version that was counted in the table `schema_version` alone
LOCK: Final = 0x48_69_67_68  # of PostgreSQL's advisory locks, the one for who changes the schema
NO_HALL: Final = N_("%(place)s: there is no hall.")
MOVED: Final = "moved"  # in place of a version: the data are elsewhere


def prepare(c: Connection) -> None:
    """Create or change what is missing, in the transaction of `c`; or raise Unfit."""
    if c.dialect.name == "postgresql":  # SQLite's writer has the whole file
        c.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    if version(c) != HEAD:
        _migrate(c)
    if c.execute(select(SECRETS.c.value).where(SECRETS.c.name == DAILY)).scalar() is None:
        c.execute(insert(SECRETS).values(name=DAILY, value=secrets.token_hex(32)))


def version(c: Connection) -> str | None:
    """The last migration that these data have seen, None of an empty data base; or raise Unfit if it is not ours."""
    tables = inspect(c).get_table_names()
    found: str | None = None
    if "alembic_version" in tables:
        found = c.execute(text("select version_num from alembic_version")).scalar()
    elif SCHEMA.name in tables:
        found = f"{c.execute(select(SCHEMA.c.version).order_by(SCHEMA.c.version.desc())).scalar() or 0:04}"
        if int(found) > BEFORE_MIGRATIONS:
            raise _newer(found)
    elif "guests" in tables or "tables" in tables or (tables and c.dialect.name == "sqlite"):
        raise Unfit(N_("This database holds the tables of something else. Choose another one for High Table."))
    if found == MOVED:
        raise Unfit(N_("This hall has moved: its tables are in another data base now."))
    if found is not None and not "0000" < found <= HEAD:
        raise _newer(found)
    return found


def _newer(found: str) -> Unfit:
    return Unfit(
        N_(
            "These data have schema version %(found)s; this High Table knows versions up to %(known)s. "
            "Install the newer High Table that wrote them, or choose another data base."
        ),
        "",
        {"found": found, "known": HEAD},
    )


def _migrate(c: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "hightable.hall:migrations")
    config.attributes["connection"] = c
    found = version(c)
    if found is not None and "alembic_version" not in inspect(c).get_table_names():
        command.stamp(config, found)
    command.upgrade(config, "head")
