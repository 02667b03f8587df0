"""What is written and read: every SQL statement of the hall, as functions on a connection. A write that somebody else
was faster with raises Lost. Imports SQLAlchemy, the schema, and the hall's plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, delete, func, insert, null, or_, select, tuple_, update

from hightable.engine import N_, Refused, Value
from hightable.hall.daily import Deal, Finished, Outcome, Played, Try
from hightable.hall.guests import Guest
from hightable.hall.names import person_name
from hightable.hall.news import Asking, Chair, Said, Summary
from hightable.hall.schema import (
    BOT_RESULTS,
    CHAIRS,
    CHAT,
    DAILY,
    ENTRIES,
    GUESTS,
    ON_LISTS,
    PRESENCE,
    RESULTS,
    SECRETS,
    TABLES,
)
from hightable.hall.store import Lost, Row
from hightable.hall.timing import Timing

CHAT_KEPT: Final = 200
MOST_LISTED: Final = 50
MOST_FINISHED: Final = 5_000  # tables of a day's deals that are ranked
MOST_OF_GUEST: Final = 20
MOST_LATELY: Final = 8  # finished tables of one guest that the hall lists
MOST_DUE: Final = 100  # tables with a clock that are looked at together
MOST_UNFINISHED: Final = 60  # tables that one guest may have laid in a day; older ones that nobody plays don't count
DAY: Final = 24 * 3600.0
LEFT_BEHIND: Final = 7 * DAY  # without a move, at a table without a clock
ENTRY: Final = tuple(ENTRIES.c[name] for name in ("seat", "action", "nonce", "at", "fingerprint"))  # a SavedEntry
OWN_GAME: Final = or_(TABLES.c.origin.is_(None), TABLES.c.origin == "deal")  # played here from its beginning
LAST: Final = func.coalesce(TABLES.c.ended, TABLES.c.created)  # of a record from elsewhere the end is not known


class SavedEntry(NamedTuple):
    """An entry as it is stored. The `fingerprint` is that of the position that an action led to, None if it is not
    known, and a secret of the store."""

    seat: int
    action: str  # the action's text, or "undo"
    nonce: str
    at: float = 0.0
    fingerprint: int | None = None


@dataclass
class SavedTable:
    """A table as it is stored. `origin` tells where its deal is from: "deal" if the table was laid with the deal of a
    finished table or of a day, "branch" if it goes on from the middle of a finished game, "brought" if the game was
    played elsewhere. The `fingerprint` is that of the position that the game began with, None if it is not known.
    `former` are the guests who lost a seat in the running game, and which one: they have seen its cards."""

    id: str
    game: str
    rules: int
    seats: int
    options: dict[str, Value]
    title: str
    listed: bool
    host: str
    phase: str
    seed: str
    commitment: str
    changes: int
    created: float
    chairs: list[Chair]
    deal: str | None = None
    revision: int = 0
    asking: Asking | None = None
    next: str | None = None
    next_game: str | None = None  # what is played there
    talk: bool = True
    hints: bool = True
    code: str | None = None
    begun: float | None = None
    timing: Timing | None = None
    origin: str | None = None
    fingerprint: int | None = None
    former: dict[str, int] = field(default_factory=dict)
    entries: list[SavedEntry] = field(default_factory=list)
    chat: list[Said] = field(default_factory=list)


# guests


def add_guest(c: Connection, guest: Guest, token_hash: str, at: float) -> None:
    c.execute(insert(GUESTS).values(id=guest.id, token_hash=token_hash, name=guest.name, created=at))


def find_guest(c: Connection, token_hash: str) -> Guest | None:
    row = c.execute(select(GUESTS.c.id, GUESTS.c.name).where(GUESTS.c.token_hash == token_hash)).first()
    return None if row is None else Guest(row.id, row.name)


def guest_by_id(c: Connection, guest_id: str) -> Guest | None:
    row = c.execute(select(GUESTS.c.id, GUESTS.c.name).where(GUESTS.c.id == guest_id)).first()
    return None if row is None else Guest(row.id, row.name)


def rename_guest(c: Connection, guest: Guest) -> None:
    """The new name, also on the chairs of unfinished tables; a finished game keeps the names it had."""
    c.execute(update(GUESTS).where(GUESTS.c.id == guest.id).values(name=guest.name))
    unfinished = select(TABLES.c.id).where(TABLES.c.phase != "over")
    sits = (CHAIRS.c.guest == guest.id) & CHAIRS.c.table_id.in_(unfinished)
    tables = list(c.execute(select(CHAIRS.c.table_id).where(sits)).scalars())
    for table_id, chairs in _chairs(c, tables).items():
        others = [chair.name for chair in chairs if chair.guest != guest.id]
        mine = (CHAIRS.c.guest == guest.id) & (CHAIRS.c.table_id == table_id)
        c.execute(update(CHAIRS).where(mine).values(name=person_name(guest.name, others)))


# who is where


def be_present(c: Connection, table_id: str, guest: str, process: int, name: str | None) -> None:
    """A guest looks at a table by way of a process, or with no name doesn't any more."""
    c.execute(
        delete(PRESENCE).where(
            PRESENCE.c.table_id == table_id, PRESENCE.c.guest == guest, PRESENCE.c.process == process
        )
    )
    if name is not None:
        c.execute(insert(PRESENCE).values(table_id=table_id, guest=guest, process=process, name=name))


def present(c: Connection, table_id: str) -> list[tuple[str, int, str]]:
    """Who looks at a table, by way of which process, and their name."""
    rows = c.execute(
        select(PRESENCE.c.guest, PRESENCE.c.process, PRESENCE.c.name).where(PRESENCE.c.table_id == table_id)
    )
    return [(row.guest, row.process, row.name) for row in rows]


def forget_gone(c: Connection, living: Sequence[int]) -> None:
    """Nobody looks at anything by way of a process that is gone."""
    c.execute(delete(PRESENCE).where(PRESENCE.c.process.not_in(living)))


# tables


def add_table(c: Connection, t: SavedTable) -> None:
    """Lay a table, or Refused. Nobody gets a chair who is playing its deal elsewhere."""
    c.execute(select(GUESTS.c.id).where(GUESTS.c.id == t.host).with_for_update())  # who lays two at once lays one first
    players = players_of_deal(c, t.commitment, t.id, t.created) if t.origin in ("deal", "branch") else ()
    if any(chair.guest in players for chair in t.chairs if chair.guest is not None):
        words = N_("You are playing this very deal at another table. Finish that game before you use it again.")
        raise Refused(words, "HT-7")
    mine = (TABLES.c.host == t.host) & (TABLES.c.phase != "over") & (TABLES.c.created > t.created - DAY)
    if (c.execute(select(func.count()).select_from(TABLES).where(mine)).scalar() or 0) >= MOST_UNFINISHED:
        raise Refused(N_("You have laid %(most)s tables today. Finish one first."), "", {"most": MOST_UNFINISHED})
    names = [column.name for column in TABLES.columns if column.name not in ("ended", "asking", "timing", "deadline")]
    timing = None if t.timing is None else t.timing.data()
    due = t.begun if timing else None
    c.execute(insert(TABLES).values({name: getattr(t, name) for name in names} | {"timing": timing, "deadline": due}))
    c.execute(insert(CHAIRS), [_chair_row(t.id, seat, chair) for seat, chair in enumerate(t.chairs)])
    for number, entry in enumerate(t.entries, 1):
        new_entry(t.id, number, entry)(c)


def lay_anew(c: Connection, t: SavedTable) -> None:
    """Another game or other rules at a waiting table: its change number `t.changes`."""
    this = (TABLES.c.id == t.id) & (TABLES.c.changes == t.changes - 1) & (TABLES.c.phase == "waiting")
    names = ("game", "rules", "seats", "options", "title", "listed", "changes")
    values = {name: getattr(t, name) for name in names} | {"timing": None if t.timing is None else t.timing.data()}
    if c.execute(update(TABLES).where(this).values(values)).rowcount != 1:
        raise Lost(f"table {t.id} has changed")
    c.execute(delete(CHAIRS).where(CHAIRS.c.table_id == t.id))
    c.execute(insert(CHAIRS), [_chair_row(t.id, seat, chair) for seat, chair in enumerate(t.chairs)])


def change_table(
    c: Connection,
    table_id: str,
    changes: int,
    chairs: Mapping[int, Chair],
    rules: int,
    begun: float | None = None,
    deadline: float | None = None,
    fingerprint: int | None = None,
) -> None:
    """Other people on some chairs, perhaps the game begun: the table's change number `changes`. A table that waits has
    the rules of whoever touches it."""
    phase = "waiting" if begun is None else "playing"
    values = {"changes": changes, "phase": phase, "begun": begun, "deadline": deadline, "rules": rules}
    values["fingerprint"] = fingerprint
    this = (TABLES.c.id == table_id) & (TABLES.c.changes == changes - 1) & (TABLES.c.phase == "waiting")
    if c.execute(update(TABLES).where(this).values(values)).rowcount != 1:
        raise Lost(f"table {table_id} has changed")
    _set_chairs(c, table_id, chairs)


def follow(c: Connection, t: SavedTable, after: str, instead_of: str | None) -> None:
    """Lay a table where those of another one go on, unless they already go elsewhere than was known."""
    known = TABLES.c.next.is_(None) if instead_of is None else TABLES.c.next == instead_of
    this = update(TABLES).where((TABLES.c.id == after) & known)
    if c.execute(this.values(next=t.id)).rowcount != 1:
        raise Lost(f"table {after} has changed")
    add_table(c, t)


def let_talk(c: Connection, table_id: str, on: bool) -> None:
    c.execute(update(TABLES).where(TABLES.c.id == table_id).values(talk=on))


def let_ask(c: Connection, table_id: str, on: bool) -> None:
    c.execute(update(TABLES).where(TABLES.c.id == table_id).values(hints=on))


def change_people(
    c: Connection,
    table_id: str,
    revision: int,
    chairs: Mapping[int, Chair],
    asking: Asking | None,
    deadline: float | None,
    former: Mapping[str, int],
) -> None:
    """Other people on some chairs of a running game, or a vote opened: the table's revision number `revision`."""
    before = func.coalesce(TABLES.c.revision, 0) == revision - 1
    this = update(TABLES).where((TABLES.c.id == table_id) & before & (TABLES.c.phase == "playing"))
    values = {"revision": revision, "deadline": deadline, "asking": null() if asking is None else asdict(asking)}
    values["former"] = dict(former)
    if c.execute(this.values(values)).rowcount != 1:
        raise Lost(f"table {table_id} has changed")
    _set_chairs(c, table_id, chairs)


def _set_chairs(c: Connection, table_id: str, chairs: Mapping[int, Chair]) -> None:
    for seat, chair in chairs.items():
        here = (CHAIRS.c.table_id == table_id) & (CHAIRS.c.seat == seat)
        c.execute(update(CHAIRS).where(here).values(_chair_row(table_id, seat, chair)))


def new_entry(table_id: str, number: int, entry: SavedEntry) -> Row:
    return Row(ENTRIES, (table_id, number, *entry))


def add_timed_entry(c: Connection, row: Row, deadline: float | None) -> None:
    """An entry at a table with a clock, and when to look at it again."""
    row(c)
    expect(c, str(row.values[0]), deadline)


def expect(c: Connection, table_id: str, deadline: float | None) -> None:
    c.execute(update(TABLES).where(TABLES.c.id == table_id).values(deadline=deadline))


Rules = Sequence[tuple[str, int]]  # the installed games and their versions


def count_others(c: Connection, rules: Rules) -> int:
    """How many running tables are of other rules than these."""
    ours = tuple_(TABLES.c.game, TABLES.c.rules).in_(rules)
    count = select(func.count()).select_from(TABLES).where((TABLES.c.phase == "playing") & ~ours)
    return int(c.execute(count).scalar_one())


def due(c: Connection, now: float, rules: Rules, but: Sequence[str] = ()) -> list[str]:
    """Running tables of these rules where somebody's time may be up."""
    late = (TABLES.c.deadline <= now) & (TABLES.c.phase == "playing") & TABLES.c.id.not_in(but)
    late &= tuple_(TABLES.c.game, TABLES.c.rules).in_(rules)
    return list(c.execute(select(TABLES.c.id).where(late).order_by(TABLES.c.deadline).limit(MOST_DUE)).scalars())


def add_last_entry(c: Connection, row: Row, outcomes: Sequence[Outcome]) -> None:
    """The entry that ends the game, the end, and what is kept of it for lists."""
    row(c)
    table_id, *_, at, _fingerprint = row.values
    ended = update(TABLES).where(TABLES.c.id == table_id)
    c.execute(ended.values(phase="over", ended=at))
    c.execute(insert(RESULTS), [{"table_id": table_id, **asdict(outcome)} for outcome in outcomes])


def add_said(c: Connection, table_id: str, said: Said) -> None:
    """One line more, and the oldest out when there are enough."""
    row = {"number": said.number, "seat": said.seat, "name": said.name, "text": said.text, "at": said.at}
    c.execute(insert(CHAT), {"table_id": table_id, **row})
    c.execute(delete(CHAT).where(CHAT.c.table_id == table_id, CHAT.c.number <= said.number - CHAT_KEPT))


def load_table(c: Connection, table_id: str, entries: int = 0, said: int = 0) -> SavedTable | None:
    """A table with its entries and its chat, those after these numbers."""
    row = c.execute(select(TABLES).where(TABLES.c.id == table_id)).first()
    if row is None:
        return None
    data = dict(row._mapping)
    del data["ended"], data["deadline"]
    asking = data.pop("asking")
    data["revision"] = data["revision"] or 0
    data["former"] = data["former"] or {}
    data["talk"] = data["talk"] is not False
    data["hints"] = data["hints"] is not False
    data["timing"] = Timing.of(data["timing"])
    if data["next"]:
        data["next_game"] = c.execute(select(TABLES.c.game).where(TABLES.c.id == data["next"])).scalar()
    chat = select(CHAT.c.number, CHAT.c.seat, CHAT.c.name, CHAT.c.text, CHAT.c.at)
    lines = chat.where((CHAT.c.table_id == table_id) & (CHAT.c.number > said)).order_by(CHAT.c.number)
    return SavedTable(
        **data,
        asking=Asking.of(asking),
        chairs=list(_chairs(c, [table_id]).get(table_id, ())),
        entries=load_entries(c, {table_id: entries})[table_id],
        chat=[Said(*line) for line in c.execute(lines)],
    )


def load_entries(c: Connection, after: Mapping[str, int]) -> dict[str, list[SavedEntry]]:
    """The entries of some tables, of each those above a number."""
    entries = select(*ENTRY, ENTRIES.c.table_id)
    these = or_(*(and_(ENTRIES.c.table_id == id, ENTRIES.c.number > number) for id, number in after.items()))
    found: dict[str, list[SavedEntry]] = {id: [] for id in after}
    for *entry, id in c.execute(entries.where(these).order_by(ENTRIES.c.table_id, ENTRIES.c.number)):
        found[id].append(SavedEntry(*entry))
    return found


def count_entries(c: Connection, table_ids: Sequence[str]) -> dict[str, int]:
    """How many entries each of these tables has, where it has any."""
    last = select(ENTRIES.c.table_id, func.max(ENTRIES.c.number).label("last")).group_by(ENTRIES.c.table_id)
    return {row.table_id: int(row.last) for row in c.execute(last.where(ENTRIES.c.table_id.in_(table_ids)))}


def table_by_code(c: Connection, code: str) -> str | None:
    return c.execute(select(TABLES.c.id).where(TABLES.c.code == code)).scalar()


# deals that several tables have


def players_of_deal(c: Connection, commitment: str, but: str, now: float) -> set[str]:
    """The guests who are playing this deal at other tables than `but`. Tables that were left behind don't count, nor
    do past daily feasts, which anybody may look at."""
    since = now - LEFT_BEHIND
    moves = select(ENTRIES.c.at).where(ENTRIES.c.table_id == TABLES.c.id).order_by(ENTRIES.c.number.desc()).limit(1)
    last = func.coalesce(moves.scalar_subquery(), TABLES.c.begun, TABLES.c.created)
    alive = or_(TABLES.c.timing.is_not(None), last > since)
    others = (TABLES.c.commitment == commitment) & (TABLES.c.id != but) & (TABLES.c.phase != "over")
    played = others & TABLES.c.deal.is_(None) & OWN_GAME & alive
    sits = select(CHAIRS.c.guest).join(TABLES, TABLES.c.id == CHAIRS.c.table_id).where(CHAIRS.c.guest.is_not(None))
    return set(c.execute(sits.where(played)).scalars())


def has_played(c: Connection, guest_id: str, commitment: str) -> bool:
    """Whether a guest has finished a game with this deal."""
    over = (TABLES.c.commitment == commitment) & (TABLES.c.phase == "over") & OWN_GAME
    sat = TABLES.c.id.in_(select(CHAIRS.c.table_id).where(CHAIRS.c.guest == guest_id))
    return c.execute(select(TABLES.c.id).where(over & sat).limit(1)).first() is not None


def watching_deal(c: Connection, guest_id: str | None, commitment: str, table_id: str, now: float) -> Refused | None:
    """Why somebody without a chair can't look at a table because of others with its deal, or None if they can."""
    players = players_of_deal(c, commitment, table_id, now)
    if guest_id is not None and guest_id in players:
        return Refused(N_("You are playing this very deal. You can look at its other tables afterwards."), "HT-7")
    if players and (guest_id is None or not has_played(c, guest_id, commitment)):
        words = N_("Somebody is playing this deal right now. You can look at its other tables when that game is over.")
        return Refused(words, "HT-7")
    return None


def seat_guest(
    c: Connection, work: Callable[[Connection], None], guest_id: str, commitment: str, table_id: str, now: float
) -> None:
    """Seat somebody by `work`, unless they are playing the same deal at another table; then Refused."""
    c.execute(select(GUESTS.c.id).where(GUESTS.c.id == guest_id).with_for_update())  # one seat after the other
    if guest_id in players_of_deal(c, commitment, table_id, now):
        words = N_("You are playing this very deal at another table. Finish that game before you sit down here.")
        raise Refused(words, "HT-7")
    work(c)


def tables_of_commitment(c: Connection, commitment: str) -> list[Played]:
    """The finished tables of one deal that were played from its beginning, the earliest first."""
    these = (TABLES.c.commitment == commitment) & (TABLES.c.phase == "over") & OWN_GAME
    rows = c.execute(select(TABLES.c.id, TABLES.c.ended).where(these).order_by(TABLES.c.ended).limit(MOST_LISTED)).all()
    ids = [row.id for row in rows]
    chairs, outcomes = _chairs(c, ids), _outcomes(c, RESULTS, RESULTS.c.table_id, RESULTS.c.table_id.in_(ids))
    return [
        Played(row.id, row.ended, chairs[row.id], outcomes[row.id])
        for row in rows
        if row.id in chairs and row.id in outcomes
    ]


def bots_of(c: Connection, commitment: str) -> dict[str, tuple[Outcome, ...]]:
    """What bots made of a deal, by their level."""
    return _outcomes(c, BOT_RESULTS, BOT_RESULTS.c.level, BOT_RESULTS.c.commitment == commitment)


def add_bots(c: Connection, commitment: str, level: str, outcomes: Sequence[Outcome]) -> None:
    c.execute(insert(BOT_RESULTS), [{"commitment": commitment, "level": level, **asdict(o)} for o in outcomes])


def _outcomes(c: Connection, table: Any, key: Any, which: Any) -> dict[str, tuple[Outcome, ...]]:
    """What is kept of finished games, seat by seat, by a key."""
    found: dict[str, tuple[Outcome, ...]] = {}
    for row in c.execute(select(table, key.label("key")).where(which).order_by(key, table.c.seat)):
        outcome = Outcome(row.seat, row.score, row.title, row.turns, tuple(row.merit))
        found[row.key] = (*found.get(row.key, ()), outcome)
    return found


# daily feasts


def hall_secret(c: Connection) -> str:
    return str(c.execute(select(SECRETS.c.value).where(SECRETS.c.name == DAILY)).scalar_one())


def table_of_deal(c: Connection, guest_id: str, deal: str) -> str | None:
    """The table where a guest plays or played a deal."""
    mine = (TABLES.c.deal == deal) & (TABLES.c.host == guest_id)
    return c.execute(select(TABLES.c.id).where(mine)).scalar()


def has_finished(c: Connection, guest_id: str, deal: str) -> bool:
    mine = (TABLES.c.deal == deal) & (TABLES.c.host == guest_id) & (TABLES.c.phase == "over")
    return c.execute(select(TABLES.c.id).where(mine)).first() is not None


def finished(c: Connection, deals: Sequence[str]) -> list[Try]:
    """The finished tables of these deals, up to a bound the earliest."""
    return _tries(c, TABLES.c.deal.in_(deals) & (TABLES.c.phase == "over"))


def tries_of(c: Connection, guest_id: str, deals: Sequence[str]) -> list[Try]:
    """A guest's tables of these deals, finished or not."""
    return _tries(c, TABLES.c.deal.in_(deals) & (TABLES.c.host == guest_id))


def last_deal(c: Connection, guest_id: str, deals: Sequence[str]) -> str | None:
    """The latest of these deals that somebody has finished or this guest has sat down to."""
    played = (TABLES.c.phase == "over") | (TABLES.c.host == guest_id)
    return c.execute(select(func.max(TABLES.c.deal)).where(TABLES.c.deal.in_(deals) & played)).scalar()


def _tries(c: Connection, which: Any) -> list[Try]:
    rows = c.execute(
        select(TABLES.c.id, TABLES.c.deal, TABLES.c.host, TABLES.c.ended, CHAIRS.c.name, RESULTS)
        .join(CHAIRS, (CHAIRS.c.table_id == TABLES.c.id) & (CHAIRS.c.seat == 0))
        .outerjoin(RESULTS, (RESULTS.c.table_id == TABLES.c.id) & (RESULTS.c.seat == 0))
        .where(which)
        .order_by(TABLES.c.ended, TABLES.c.id)
        .limit(MOST_FINISHED)
    )
    return [
        Try(
            row.id,
            Deal.of(row.deal),
            row.host,
            row.name,
            row.ended,
            None if row.score is None else Outcome(0, row.score, row.title, row.turns, tuple(row.merit)),
        )
        for row in rows
    ]


# lists


def listed(c: Connection) -> list[Summary]:
    return _summaries(c, ON_LISTS, MOST_LISTED)


def tables_of(c: Connection, guest_id: str) -> list[Summary]:
    return _summaries(c, (TABLES.c.phase != "over") & _of_guest(guest_id), MOST_OF_GUEST)


def finished_by(c: Connection, guest_id: str) -> list[Finished]:
    """The tables of a guest that ended last, the newest first."""
    over = func.coalesce(TABLES.c.phase, "") == "over"  # so put, no index leads through everybody's finished tables
    found = _summaries(c, over & _of_guest(guest_id), MOST_LATELY, LAST)
    outcomes = _outcomes(c, RESULTS, RESULTS.c.table_id, RESULTS.c.table_id.in_([summary.id for summary in found]))
    return [Finished(summary, outcomes.get(summary.id, ())) for summary in found]


def _of_guest(guest_id: str) -> Any:
    """Tables where a guest sits or is host."""
    sits = select(CHAIRS.c.table_id).where(CHAIRS.c.guest == guest_id)
    hosts = select(TABLES.c.id).where(TABLES.c.host == guest_id)
    return TABLES.c.id.in_(sits.union(hosts))


def counts(c: Connection) -> tuple[int, int]:
    count = select(TABLES.c.phase, func.count().label("tables")).where(TABLES.c.phase.in_(("waiting", "playing")))
    found = {row.phase: int(row.tables) for row in c.execute(count.group_by(TABLES.c.phase))}
    return found.get("waiting", 0), found.get("playing", 0)


def _summaries(c: Connection, which: Any, most: int, by: Any = TABLES.c.created) -> list[Summary]:
    t = TABLES.c
    rows = c.execute(
        select(t.id, t.title, t.game, t.options, t.phase, t.deal, t.timing, t.origin, LAST.label("last"), GUESTS.c.name)
        .join(GUESTS, GUESTS.c.id == TABLES.c.host)
        .where(which)
        .order_by(by.desc(), TABLES.c.id.desc())
        .limit(most)
    ).all()
    chairs = _chairs(c, [row.id for row in rows])
    return [
        Summary(
            id=row.id,
            title=row.title,
            game=row.game,
            options=row.options,
            phase=row.phase,
            chairs=chairs.get(row.id, ()),
            host_name=row.name,
            deal=row.deal,
            timing=Timing.of(row.timing),
            origin=row.origin,
            last=row.last,
        )
        for row in rows
    ]


def _chairs(c: Connection, table_ids: Sequence[str]) -> dict[str, tuple[Chair, ...]]:
    found: dict[str, tuple[Chair, ...]] = {}
    these = select(CHAIRS).where(CHAIRS.c.table_id.in_(table_ids))
    for row in c.execute(these.order_by(CHAIRS.c.table_id, CHAIRS.c.seat)):
        chair = Chair(row.kind, row.guest, row.level, row.name, row.stand_in or "", bool(row.open))
        found[row.table_id] = (*found.get(row.table_id, ()), chair)
    return found


def _chair_row(table_id: str, seat: int, chair: Chair) -> dict[str, object]:
    return {
        "table_id": table_id,
        "seat": seat,
        "kind": chair.kind,
        "guest": chair.guest,
        "level": chair.level,
        "name": chair.name,
        "stand_in": chair.stand_in,
        "open": chair.open,
    }
