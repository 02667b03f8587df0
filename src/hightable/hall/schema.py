"""The tables of the data base, in portable SQL: the same on SQLite and on PostgreSQL. A change here needs a step in
`migrations/versions` and raises HEAD. Imports SQLAlchemy only."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    literal_column,
    true,
)

HEAD: Final = "0008"  # the newest migration

DAILY: Final = "daily"  # the name of the secret that the daily deals are drawn with

METADATA: Final = MetaData()

# What a High Table that knows no migrations looks at, so that it leaves newer data alone.
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
    Column("revision", Integer),  # how often people changed places in the running game, or voted
    Column("asking", JSON(none_as_null=True)),  # the open vote
    Column("talk", Boolean),  # whether there is a chat; empty means yes
    Column("hints", Boolean),  # whether guests may ask for advice; empty means yes
    Column("next", String(16)),  # the table that was laid for another game of the same people
    Column("code", String(8)),  # what people tell each other to come to the table
    Column("begun", Float),
    Column("timing", JSON(none_as_null=True)),  # the clock, if there is one
    Column("deadline", Float),  # when somebody's time may be up
    Column("origin", String(8)),  # where its deal is from, if it is not its own: see SavedTable
    Column("fingerprint", Integer),  # of the position that the game began with
    Column("former", JSON(none_as_null=True)),  # guests who lost a seat in the running game: which one
    Index("tables_by_phase", "phase", "listed", "created"),
    Index("tables_by_host", "host", "phase"),
    Index("one_try_a_deal", "deal", "host", unique=True),
    Index("tables_by_code", "code", unique=True),
    Index("tables_by_deadline", "deadline"),
    Index("tables_by_commitment", "commitment"),
)

# Data bases match an index of some rows with a question by its very words, so both have them from here.
ON_LISTS: Final = and_(TABLES.c.phase != literal_column("'over'"), TABLES.c.listed == true())
Index("tables_on_lists", TABLES.c.created, TABLES.c.id, sqlite_where=ON_LISTS, postgresql_where=ON_LISTS)

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
    Column("fingerprint", Integer),  # of the position that an action led to; empty where one was taken back
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

BOT_RESULTS: Final = Table(
    "bot_results",
    METADATA,
    Column("commitment", String(64), primary_key=True),
    Column("level", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("score", Integer, nullable=False),
    Column("title", String(80), nullable=False),
    Column("turns", Integer, nullable=False),
    Column("merit", JSON, nullable=False),
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

# Who has a table's page open, by process: with several of them each shows whom the others see.
PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("guest", String(32), primary_key=True),
    Column("process", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), nullable=False),
    Index("presence_by_process", "process"),
)
