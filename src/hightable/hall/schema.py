"""The tables of the data base, in portable SQL. A change here raises VERSION. Imports SQLAlchemy only."""

from __future__ import annotations

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
    select,
)

VERSION: Final = 1

METADATA: Final = MetaData()

SCHEMA: Final = Table("schema_version", METADATA, Column("version", Integer, primary_key=True))

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
    Index("tables_by_phase", "phase", "listed", "created"),
    Index("tables_by_host", "host", "phase"),
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
