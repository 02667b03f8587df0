"""Tables as plain data, for programs. What a seat may know comes from `State.study` and from nowhere else. Imports hall
and games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hightable.engine.contract import Beat
from hightable.hall.guests import Guest
from hightable.hall.news import NO_SEAT, NOTES, TABLE, WATCHER, Chair, Said, Summary
from hightable.hall.table import Table
from hightable.locale import translator

Data = dict[str, Any]
_ = translator()


def summary_data(summary: Summary) -> Data:
    """A line in a list of tables."""
    return {
        "id": summary.id,
        "title": summary.title,
        "game": summary.game,
        "options": summary.options,
        "phase": summary.phase,
        "host": summary.host_name,
        "chairs": [chair_data(chair) for chair in summary.chairs],
    }


def chair_data(chair: Chair) -> Data:
    return {
        "kind": chair.kind,
        "name": chair.name,
        "level": chair.level,
        "stand_in": chair.stand_in,
        "open": chair.free,
    }


def table_data(table: Table, guest: Guest | None) -> Data:
    """Who sits where and what is played: all that is the same for everybody, and what this guest is here."""
    return {
        "id": table.id,
        "code": table.code,
        "title": table.title,
        "game": table.game.id,
        "options": table.options,
        "phase": table.phase,
        "commitment": table.commitment,
        "chairs": [
            chair_data(chair) | {"here": chair.guest is not None and chair.guest in table.visitors}
            for chair in table.chairs
        ],
        "clock": None if table.timing is None else table.timing.data(),
        "talk": table.talk,
        "hints": table.hints,
        "asking": vote(table),
        "next": table.next_id,
        "hosting": guest is not None and guest.id == table.host,
    }


def vote(table: Table) -> Data | None:
    """The open vote: what is asked, by whom, and who has answered."""
    asking = table.asking
    if asking is None:
        return None
    return {
        "what": asking.what,
        "seat": None if asking.seat == NO_SEAT else asking.seat,
        "chair": asking.remove,
        "waiting": [seat for seat in table.consent.voters(asking) if seat not in asking.agreed],
        "agreed": list(asking.agreed),
    }


def picture(table: Table, seat: int | None) -> Data:
    """What a seat, or who only watches, knows of the game; what it may do, and how long it has."""
    match = table.match
    data: Data = {"v": table.number, "phase": table.phase, "seat": seat}
    if match is None:
        return data | {"view": None, "legal": [], "asked": [], "undo": False, "clocks": None, "result": None}
    view = match.state.view(None) if seat is None else match.state.study(seat)
    data["view"] = view
    data["legal"] = [match.game.text(action) for action in view["legal"]]
    data["asked"] = view["deciding"]
    data["undo"] = seat is not None and table.why_no_undo(seat) is None
    data["clocks"] = clocks(table)
    data["result"] = match.state.result.data() if match.state.over else None
    return data


def clocks(table: Table) -> Data | None:
    """The seats' clocks: `until` is when a running one stops, `bank` what each had left when its turn began."""
    times = table.times
    if times is None:
        return None
    seats = range(table.seats)
    return {
        "now": table.now(),
        "until": [table.alarm.deadline(seat) for seat in seats],
        "bank": [times.bank(seat) for seat in seats],
    }


def events(beats: Sequence[Beat], first: int, seat: int | None) -> list[Data]:
    """What happened, as far as this seat may know it; `first` is the number of the first."""
    return [
        {"n": first + i, "event": beat.name, "args": beat.args} for i, beat in enumerate(beats) if beat.known_to(seat)
    ]


def said_data(said: Said) -> Data:
    """A line of chat. Those who watch speak with seat None and are heard by those who watch; what the table itself
    tells has nobody's name."""
    if said.seat == TABLE:
        return {"number": said.number, "seat": None, "name": "", "text": _(NOTES[said.text]) % {"name": said.name}}
    seat = None if said.seat == WATCHER else said.seat
    return {"number": said.number, "seat": seat, "name": said.name, "text": said.text}


def hears(said: Said, seat: int | None) -> bool:
    """Those who play don't hear those who watch."""
    return said.seat != WATCHER or seat is None


def whole(table: Table, guest: Guest | None) -> Data:
    """All that somebody may know of a table."""
    seat = table.seat_of(guest.id if guest else None)
    return {
        **picture(table, seat),
        "table": table_data(table, guest),
        "chat": [said_data(said) for said in table.chat if hears(said, seat)],
    }
