"""What a table is made of and what it tells those who watch it: plain frozen data. Imports the engine and the bots'
levels."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from hightable.bots import KNOWN, LEVELS
from hightable.engine import N_, Beat, Refused, Value
from hightable.hall.guests import Guest
from hightable.hall.names import BOT_NAMES, name_key, numbered, person_name
from hightable.hall.timing import Pause, Timing


@dataclass(frozen=True)
class Chair:
    """A place at a table. `kind` is "guest", "bot" or "free"; `level` names a bot's strength, `stand_in` that of the
    bot who plays for a guest who is away; a bot on an `open` chair makes room for whoever comes."""

    kind: str
    guest: str | None = None
    level: str = ""
    name: str = ""
    stand_in: str = ""
    open: bool = False

    @property
    def free(self) -> bool:
        return self.kind == "free" or self.open

    @property
    def mind(self) -> str:
        """The level of the bot who plays here, if one does."""
        return self.level if self.kind == "bot" else self.stand_in


def bot_chair(level: str, others: Sequence[Chair]) -> Chair:
    """A bot of this level, with a name that nobody else at the table has; or Refused."""
    if level not in KNOWN:
        gaps = {"level": level[:40], "levels": ", ".join(LEVELS)}
        raise Refused(N_("There are no bots called “%(level)s”. Possible: %(levels)s."), "", gaps)
    taken = [chair.name for chair in others]
    keys = {name_key(name) for name in taken}
    names = [name for name in BOT_NAMES if name_key(name) not in keys]
    return Chair("bot", None, level, numbered(secrets.choice(names or BOT_NAMES), taken))


def guest_chair(guest: Guest, others: Sequence[Chair]) -> Chair:
    """A person's chair, with a name that nobody else at the table has."""
    return Chair("guest", guest.id, "", person_name(guest.name, [chair.name for chair in others]))


NO_SEAT: Final = -1

UNDO: Final = "undo"
REMOVE: Final = "remove"


@dataclass(frozen=True)
class Asking:
    """A vote. With `remove` the host, on `seat` or on none (NO_SEAT), asks whether the person on that seat has to
    leave; the game goes on meanwhile. Otherwise a seat asks whether the table may go back to before its last action;
    `entries` is how many actions had been taken then: one more, and the vote is void. `pauses` is when clocks stood
    for such votes; they are kept when none is `open`."""

    seat: int
    entries: int
    agreed: tuple[int, ...] = ()
    pauses: tuple[Pause, ...] = ()
    open: bool = True
    remove: int | None = None

    @property
    def what(self) -> str:
        return UNDO if self.remove is None else REMOVE

    def stands(self, entries: int) -> bool:
        """Whether it is still to be answered after so many actions."""
        return self.open and (self.remove is not None or self.entries == entries)

    def closed(self, at: float) -> Asking | None:
        """What is kept of it when it is answered or dropped."""
        if not self.pauses:
            return None
        *before, last = self.pauses
        ended = last if last.ended is not None else last._replace(ended=at)
        return Asking(self.seat, self.entries, (), (*before, ended), open=False)

    def reseated(self, before: Sequence[Chair], after: Mapping[int, Chair]) -> Asking | None:
        """What becomes of an open vote about a removal when others sit on some chairs: it is void if the person it is
        about is gone, and anyone who has left no longer has a say."""
        new = {seat for seat, chair in after.items() if chair.guest != before[seat].guest}
        if self.remove in new or self.seat in new:
            return None
        return replace(self, agreed=tuple(seat for seat in self.agreed if seat not in new))

    @classmethod
    def of(cls, data: Mapping[str, Any] | None) -> Asking | None:
        """What stands in the store."""
        if data is None:
            return None
        pauses = tuple(Pause(*pause) for pause in data.get("pauses", ()))
        agreed = tuple(data["agreed"])
        return cls(data["seat"], data["entries"], agreed, pauses, data.get("open", True), data.get("remove"))


TABLE: Final = -1
WATCHER: Final = -2


@dataclass(frozen=True)
class Said:
    """A line of chat, with its number from 1 at this table. With the seat TABLE the table itself tells what `name` did,
    and `text` is one of NOTES; with WATCHER somebody without a chair speaks, and those who play don't hear it."""

    number: int
    seat: int
    name: str
    text: str
    at: float


NOTES: Final = {
    "took": N_("%(name)s sits down to play on."),
    "left": N_("%(name)s leaves. A bot plays on until they are back."),
    "relieved": N_("%(name)s is away. A bot plays on until they are back."),
    "back": N_("%(name)s is back."),
    "removed": N_("The host has sent %(name)s away."),
    "ask-remove": N_("The host asks whether %(name)s should leave the table."),
    "keep": N_("%(name)s says no. Everybody stays."),
    "voted-out": N_("Everybody agrees: %(name)s has to leave the table."),
    "replaced": N_("%(name)s is away, and the host gives the chair to somebody else."),
    "late": N_("%(name)s's time is up. A bot moves for them."),
    "expired": N_("%(name)s's time is up. A bot takes the chair over."),
    "asks": N_("%(name)s asks to undo their last move."),
    "agrees": N_("%(name)s agrees."),
    "declines": N_("%(name)s would rather play on."),
    "hush": N_("%(name)s has switched the chat off."),
    "talk": N_("%(name)s has switched the chat on."),
    "hints": N_("%(name)s has switched hints on."),
    "no-hints": N_("%(name)s has switched hints off."),
}


@dataclass(frozen=True)
class News:
    """Something changed. `kind` is "beats", "chairs", "chat" or "presence", or "rest" if nothing will change here any
    more; `first` is the first event's number, from 1, so that the table's number after n beats is first + n - 1."""

    kind: str
    beats: tuple[Beat, ...] = ()
    first: int = 0
    said: Said | None = None


@dataclass(frozen=True)
class Summary:
    """A table as a line of a list."""

    id: str
    title: str
    game: str
    options: dict[str, Value]
    phase: str
    chairs: tuple[Chair, ...]
    host_name: str
    deal: str | None = None
    timing: Timing | None = None
    origin: str | None = None
    last: float = 0.0  # when it ended; before that, and where nobody saw the end, when it was laid
