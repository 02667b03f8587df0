"""Whether the tables at play can be played on under the installed rules: each is replayed from its entries. It only
reads, and reads the data of every version, so that it can be asked before a new version is put to work. Imports
SQLAlchemy, the schema, and the games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import URL, Connection, Row, func, select, text

from hightable.engine import Refused
from hightable.games import games
from hightable.hall.connect import connect
from hightable.hall.place import shown
from hightable.hall.play import replay
from hightable.hall.prepare import NO_HALL, version
from hightable.hall.saved import ENTRY, SavedEntry, SavedTable
from hightable.hall.schema import ENTRIES, TABLES
from hightable.hall.storage_errors import damaged, explained

# What all versions of the schema have.
KNOWN = [TABLES.c[name] for name in ("id", "game", "rules", "seats", "options", "phase", "seed", "changes")]
FINGERPRINTS = "0007"  # the version from which on it is known where actions led


@dataclass(frozen=True)
class Ill:
    """A table that can't be played on, and why."""

    table_id: str
    game: str
    why: str


@dataclass
class Checkup:
    """How the tables are. `past` counts finished ones that were played by other rules, by game and version."""

    sound: int = 0
    ill: list[Ill] = field(default_factory=list)
    past: dict[tuple[str, int], int] = field(default_factory=dict)


def examine(place: URL, tell: Callable[[int, int], None] = lambda done, of: None) -> Checkup:
    """Look at every unfinished table; `tell` hears how far it is."""
    engine = connect(place)
    try:
        with explained(place), engine.connect() as c:
            if c.dialect.name == "sqlite" and c.execute(text("pragma quick_check(1)")).scalar() != "ok":
                raise damaged(place)
            found = version(c)
            if found is None:
                raise Refused(NO_HALL, "", {"place": shown(place)})
            return _examine(c, tell, found >= FINGERPRINTS)
    finally:
        engine.dispose()


def _examine(c: Connection, tell: Callable[[int, int], None], marked: bool) -> Checkup:
    found = Checkup()
    open_tables = select(TABLES.c.id).where(TABLES.c.phase != "over").order_by(TABLES.c.created, TABLES.c.id)
    ids = list(c.execute(open_tables).scalars())
    for done, id in enumerate(ids, 1):
        row = c.execute(select(*KNOWN, *[TABLES.c.fingerprint] * marked).where(TABLES.c.id == id)).one()
        why = _why_not(c, row, marked)
        if why is None:
            found.sound += 1
        else:
            found.ill.append(Ill(id, row.game, why))
        tell(done, len(ids))
    past = select(TABLES.c.game, TABLES.c.rules, func.count()).where(TABLES.c.phase == "over")
    for game, rules, count in c.execute(past.group_by(TABLES.c.game, TABLES.c.rules)):
        if game not in games() or games()[game].rules != rules:
            found.past[game, rules] = count
    return found


def _why_not(c: Connection, row: Row[tuple[object, ...]], marked: bool) -> str | None:
    """Why a table can't be played on, or None if it can."""
    if row.game not in games():
        return "this game is not installed"
    entries = select(*(ENTRY if marked else ENTRY[:-1]))
    mine = c.execute(entries.where(ENTRIES.c.table_id == row.id).order_by(ENTRIES.c.number))
    saved = SavedTable(
        **row._mapping,
        title="",
        listed=False,
        host="",
        commitment="",
        created=0.0,
        chairs=[],
        entries=[SavedEntry(*entry) for entry in mine],
    )
    try:
        if saved.phase == "waiting":
            games()[saved.game].start(saved.seats, saved.seed, saved.options)
        else:
            replay(games()[saved.game], saved)
    except Exception as error:  # whatever the rules stumble over is what is looked for
        return str(error) or type(error).__name__
    return None
