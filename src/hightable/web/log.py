"""The log of a table: its newest lines as each viewer reads them, and games played again for the older ones. Only what
a page shows is kept. Imports the engine and the hall's plain data."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from html import escape
from math import inf
from typing import Final, NamedTuple

from hightable.engine.contract import Beat
from hightable.engine.match import REWOUND, UNDONE, Match
from hightable.engine.words import N_
from hightable.hall.news import NOTES, TABLE, WATCHER, Said
from hightable.hall.saved import CHAT_KEPT
from hightable.locale import translator

SHOWN: Final = 150  # events of the game that a page shows, and that it gets with each "Show earlier moves"


class Line(NamedTuple):
    """What an event looks like in the log; nothing where it needs no words."""

    number: int  # of the event, from 1
    html: str
    took: int | None = None  # who took a move back, if that is what happened


class Remark(NamedTuple):
    """A line of chat, or what the table itself tells."""

    after: int  # the number of the event that it follows
    only: int  # who may know: a mask, -1 for all, 0 for who only watches
    html: str


class Log:
    """The newest lines of a table, for each viewer as many. A viewer is a seat, or None for all who only watch."""

    def __init__(self) -> None:
        self.events = 0  # of the game, so far
        self._lines: dict[int | None, deque[Line]] = {}
        self._cut: set[int | None] = set()  # whose older lines are left out
        self._remarks: deque[Remark] = deque(maxlen=CHAT_KEPT)

    def add(self, viewers: Iterable[int | None], line: Line) -> None:
        """An event that these viewers know."""
        for viewer in viewers:
            lines = self._lines.get(viewer)
            if lines is None:
                lines = self._lines[viewer] = deque(maxlen=SHOWN)
            if lines and line.took is not None and lines[-1].took == line.took:
                lines.pop()  # of several moves taken back in a row, the last is told
            elif len(lines) == SHOWN:
                self._cut.add(viewer)
            lines.append(line)

    def say(self, said: Said) -> str:
        """Add what was said just now, and return its line."""
        self._remarks.append(remark(said, self.events))
        return self._remarks[-1].html

    def recall(self, past: Past, lines: dict[int, str], remarks: Sequence[Remark]) -> None:
        """Begin with what happened before."""
        self.events = past.events
        self._remarks.extend(remarks)
        self._cut = past.cut
        for viewer, kept in past.kept.items():
            self._lines[viewer] = deque([Line(n, lines[n], took_back(beat)) for n, beat in kept], SHOWN)

    def shown(self, viewer: int | None) -> tuple[int, str]:
        """The newest lines, and the number of the first event among them if there are older ones, else 0."""
        lines = self._lines.get(viewer, ())
        first = lines[0].number if viewer in self._cut and lines else 0
        return first, merged(lines, [r for r in self._remarks if r.after >= first and may_hear(r.only, viewer)])


class Past:
    """A game played again from its beginning, entry by entry. Of the events that its log tells, the last ones that each
    of some viewers knows are kept, up to the one before the event `before`."""

    def __init__(self, match: Match, viewers: Sequence[int | None], logged: frozenset[str], before: int = 0) -> None:
        seats, options = int(match.state.seats), match.state.options
        self.events = 0
        self.ends: list[int] = []  # the number of the last event of the opening, and of each entry
        self.kept: dict[int | None, deque[tuple[int, Beat]]] = {viewer: deque(maxlen=SHOWN) for viewer in viewers}
        self.cut: set[int | None] = set()  # whose older events are left out
        self._again = Match(match.game, seats, match.seed, options, dice=match.dice)
        self._logged = logged
        self._before = before
        self._take(self._again.opening)

    def step(self, match: Match) -> bool:
        """Play one more entry of the match. False if there is none, or nothing more to be told."""
        at = len(self._again.entries)
        if at == len(match.entries) or 0 < self._before <= self.events:
            return False
        self._take(self._again.enter(match.entries[at]))
        return True

    def _take(self, beats: Sequence[Beat]) -> None:
        for beat in beats:
            self.events += 1
            if worth_a_line(beat, self._logged) and not 0 < self._before <= self.events:
                for viewer in self.kept:
                    if may_hear(beat.only, viewer):
                        self._keep(viewer, beat)
        self.ends.append(self.events)

    def _keep(self, viewer: int | None, beat: Beat) -> None:
        kept, took = self.kept[viewer], took_back(beat)
        if kept and took is not None and took_back(kept[-1][1]) == took:
            kept.pop()
        elif len(kept) == SHOWN:
            self.cut.add(viewer)
        kept.append((self.events, beat))

    def beats(self) -> dict[int, Beat]:
        """All events that are kept for anybody, by their numbers."""
        return {number: beat for kept in self.kept.values() for number, beat in kept}

    def remarks(self, chat: Iterable[Said], at: Sequence[float]) -> list[Remark]:
        """What was said, each after the event that it follows. `at` tells when the game began, and when each entry was
        made."""
        found, i = [], 0
        for said in chat:
            while i < len(self.ends) and at[i] < said.at:
                i += 1
            found.append(remark(said, self.ends[i - 1] if i else 0))
        return found

    def shown(self, viewer: int | None, lines: dict[int, str], remarks: Sequence[Remark]) -> tuple[int, str]:
        """As `Log.shown`, before the event where this ends."""
        kept = [Line(number, lines[number]) for number, _beat in self.kept[viewer]]
        first = kept[0].number if viewer in self.cut else 0
        end = self._before or inf
        return first, merged(kept, [r for r in remarks if first <= r.after < end and may_hear(r.only, viewer)])


def worth_a_line(beat: Beat, logged: frozenset[str]) -> bool:
    """Whether the log tells an event, though perhaps only with the next one."""
    return beat.name in logged or beat.name in (UNDONE.name, REWOUND.name)


def took_back(beat: Beat) -> int | None:
    """Who took a move back, if that is what happened."""
    seat: int | None = beat.args["seat"] if beat.name == UNDONE.name else None
    return seat


def merged(lines: Iterable[Line], remarks: Sequence[Remark]) -> str:
    """Each remark stands after the event that it follows."""
    html: list[str] = []
    i = 0
    for line in lines:
        while i < len(remarks) and remarks[i].after < line.number:
            html.append(remarks[i].html)
            i += 1
        html.append(line.html)
    html += [remark.html for remark in remarks[i:]]
    return "".join(html)


def earlier_line(address: str, back: str) -> str:
    """What leads to the lines before these. Without its script, a page looks back in the replay instead."""
    words = escape(translator()(N_("Show earlier moves")))
    return f'<li class="earlier"><a href="{escape(back)}" data-earlier="{escape(address)}">{words}</a></li>'


def note_line(words: str, name: str, marks: str = "") -> str:
    return f'<li class="e-undo"{marks}><span>{escape(translator()(words) % {"name": name})}</span></li>'


def may_hear(only: int, seat: int | None) -> bool:
    """Whether a line of the log is for whoever has this seat."""
    return only == 0 if seat is None and only >= 0 else only < 0 or (seat is not None and only >> seat & 1 == 1)


def heard_by(said: Said) -> int:
    """Who hears a line of chat: all, or those who only watch."""
    return 0 if said.seat == WATCHER else -1


def remark(said: Said, after: int) -> Remark:
    return Remark(after, heard_by(said), chat_line(said))


def chat_line(said: Said) -> str:
    if said.seat == TABLE:
        return note_line(NOTES[said.text], said.name)
    who = "w" if said.seat == WATCHER else said.seat
    aside = f" <i>{escape(translator()(N_('to those who watch')))}</i>" if said.seat == WATCHER else ""
    return (
        f'<li class="e-chat" data-who="{who}"><b>{escape(said.name)}</b>{aside} <span>{escape(said.text)}</span></li>'
    )
