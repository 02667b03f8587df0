"""The tables of the data base, in portable SQL. A change here raises VERSION; what it adds to a table that was there
before may be empty. Imports SQLAlchemy only."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.schema import CreateColumn

VERSION: Final = 3

DAILY: Final = "daily"  # the name of the secret that the daily deals are drawn with

METADATA: Final = MetaData()

SCHEMA: Final = Table("schema_version", METADATA, Column("version", Integer, primary_key=True))

SECRETS: Final = Table(
    "secrets",
    METADATA,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),
)

GUESTS: Final = Table(
    "guests",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
)

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("title", String(80), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("host", ForeignKey("guests.id"), nullable=False),
    Column("phase", String(8), nullable=False),
    Column("seed", String(64), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("changes", Integer, nullable=False),  # sits, stands and the begin: the events that are no entries
    Column("created", Float, nullable=False),
    Column("ended", Float),
    Column("deal", String(160)),  # of a daily feast: its day, game and arrangement
    Column("revision", Integer),  # how often people changed places in the running game, or asked to go back
    Column("asking", JSON),  # the open question whether to go back
    Column("talk", Boolean),  # whether there is a chat; empty means yes
    Column("next", String(16)),  # the table that was laid for another game of the same people
    Index("tables_by_phase", "phase", "listed", "created"),
    Index("tables_by_host", "host", "phase"),
    Index("one_try_a_deal", "deal", "host", unique=True),
)

CHAIRS: Final = Table(
    "chairs",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("guest", ForeignKey("guests.id")),
    Column("level", String(32), nullable=False),
    Column("name", String(40), nullable=False),
    Column("stand_in", String(32)),
    Column("open", Boolean),
    Index("chairs_by_guest", "guest"),
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("nonce", String(64), nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "seat", "nonce"),
)

RESULTS: Final = Table(
    "results",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("score", Integer, nullable=False),
    Column("title", String(80), nullable=False),
    Column("turns", Integer, nullable=False),
    Column("merit", JSON, nullable=False),  # what results are sorted by, higher is better
)

CHAT: Final = Table(
    "chat",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)


class NewerSchema(RuntimeError):
    """The data were written by a later version of High Table."""


def prepare(c: Connection) -> None:
    """Create what is missing, or raise NewerSchema."""
    METADATA.create_all(c, tables=[SCHEMA])
    found = c.execute(select(SCHEMA.c.version).order_by(SCHEMA.c.version.desc())).scalar()
    if found is not None and found > VERSION:
        raise NewerSchema(
            f"These data have schema version {found}; this High Table knows versions up to {VERSION}. "
            "Install the newer High Table that wrote them, or choose another data base."
        )
    METADATA.create_all(c)
    if found is None:
        c.execute(insert(SCHEMA).values(version=VERSION))
    elif found < VERSION:
        _add_missing(c)
        c.execute(update(SCHEMA).values(version=VERSION))
    if c.execute(select(SECRETS.c.value).where(SECRETS.c.name == DAILY)).scalar() is None:
        c.execute(insert(SECRETS).values(name=DAILY, value=secrets.token_hex(32)))


def _add_missing(c: Connection) -> None:
    """Columns and indexes that tables of an older version lack."""
    for table in METADATA.sorted_tables:
        had = {column["name"] for column in inspect(c).get_columns(table.name)}
        for column in table.columns:
            if column.name not in had:
                definition = CreateColumn(column).compile(dialect=c.dialect)
                c.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {definition}")
        for index in table.indexes:
            index.create(c, checkfirst=True)
