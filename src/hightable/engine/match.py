"""A match: a state with its history. It keeps the list of actions, hands out the events as they happen, and derives by
itself how far back a player may go: to the last point where something hidden was shown, chance spoke, or another seat
was asked. Imports the engine only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from hightable.engine.arguments import whole
from hightable.engine.contract import SPECTATOR, Beat, Event, Game, State
from hightable.engine.dice import commitment, seed_text
from hightable.engine.words import N_, Refused

UNDO: Final = 0  # in an entry: no action of the game, but the seat's last one taken back
REWIND: Final = -1  # the same by consent of all, together with everything that came after it
UNDONE: Final = Event("undone", "seat")
REWOUND: Final = Event("rewound", "seat")
WORDS: Final = {UNDO: "undo", REWIND: "rewind"}
APART: Final = 16  # actions between two positions that are kept to go back to


class Entry(NamedTuple):
    """One line of the history: who, and which action, or UNDO or REWIND."""

    seat: int
    action: int


def entry_text(game: Game, action: int) -> str:
    """How an entry's action is written down."""
    return WORDS.get(action) or game.text(action)


def entry_action(game: Game, text: str) -> int:
    """An entry's action from how it is written down, or raise Refused."""
    for action, word in WORDS.items():
        if text == word:
            return action
    return game.parse(text)


class Match:
    """One game being played. `beats` of a call are the events it caused, each with the position right after it."""

    def __init__(
        self,
        game: Game,
        seats: int | Any,
        seed: str | int | Any,
        options: Mapping[str, object] | None = None,
        *,
        dice: str | Any = "keyed",
    ) -> None:
        self.state, self.opening = game.start_told(seats, seed, options, dice=dice)
        self.game = game
        self.seed: str = seed_text(seed)
        self.dice: str = dice
        self.commitment = commitment(self.seed)
        self.entries: list[Entry] = []
        self._since: list[Entry] = []  # what was done after the barrier, and not taken back; and before it
        self._before: list[Entry] = []
        self._kept: list[tuple[int, State]] = []  # positions, and how many actions had led to each
        self._nothing = Refused(N_("There is nothing of yours to take back."), "HT-3")
        self._bar(self._nothing)

    def _bar(self, reason: Refused) -> None:
        """From here nobody goes back without the others' consent, and this is why."""
        self.barrier = reason
        self._base = self.state.copy()
        self._before += self._since
        self._since = []
        self._unknown = self._unknowns()
        if not self._kept or len(self._before) >= self._kept[-1][0] + APART:
            self._kept.append((len(self._before), self._base))

    def _unknowns(self) -> list[int]:
        return [self.state.unknown(viewer) for viewer in range(SPECTATOR, self.state.seats)]

    def apply(self, seat: int | Any, action: int | Any) -> list[Beat]:
        """Carry out an action and return what happened, or raise Refused and change nothing."""
        seat, action = whole(seat, "seat"), whole(action, "action")
        state = self.state
        asked: int = state.awaited
        drawn: int = state.dice.drawn
        beats: list[Beat] = []
        state.beats = beats
        state.disclosed = False
        try:
            state.apply(seat, action)
        finally:
            state.beats = None
        entry = Entry(seat, action)
        self.entries.append(entry)
        self._since.append(entry)
        unknown, chance = self._unknowns(), state.dice.drawn != drawn
        if state.disclosed or any(now < before for now, before in zip(unknown, self._unknown, strict=True)):
            self._bar(Refused(N_("You can't go back: something hidden has been shown since."), "HT-3"))
        elif unknown != self._unknown and not chance:
            self._bar(Refused(N_("You can't go back: what can be known at the table has changed since."), "HT-3"))
        elif chance:
            self._bar(Refused(N_("You can't go back: chance has spoken since."), "HT-3"))
        elif state.over:
            self._bar(Refused(N_("You can't go back: the game is over."), "HT-3"))
        elif state.awaited & ~asked & ~(1 << seat):
            self._bar(Refused(N_("You can't go back: another player has been asked since."), "HT-3"))
        return beats

    def why_no_undo(self, seat: int | Any) -> Refused | None:
        """Why this seat can't take back its last action, or None if it can."""
        seat = whole(seat, "seat")
        if any(entry.seat == seat for entry in self._since):
            return None
        return self.barrier if any(entry.seat == seat for entry in self.entries) else self._nothing

    def undo(self, seat: int | Any) -> list[Beat]:
        """Take back the seat's last action; what others chose at the same time stays. Or raise Refused."""
        seat = whole(seat, "seat")
        refused = self.why_no_undo(seat)
        if refused is not None:
            raise refused
        last = max(i for i, entry in enumerate(self._since) if entry.seat == seat)
        since = self._since[:last] + self._since[last + 1 :]
        state = self._base.copy()
        for entry in since:
            state.apply(entry.seat, entry.action)
        self.state, self._since = state, since
        self.entries.append(Entry(seat, UNDO))
        return [Beat(UNDONE, [seat], -1, state.copy())]

    def why_no_rewind(self, seat: int | Any) -> Refused | None:
        """Why this seat's last action can't be taken back even if everybody agrees, or None if it can."""
        seat = whole(seat, "seat")
        if self.state.over:
            return self.barrier
        return None if any(entry.seat == seat for entry in self._before + self._since) else self._nothing

    def rewind(self, seat: int | Any) -> list[Beat]:
        """Take back the seat's last action and everything since, as all have agreed to; or raise Refused. The history
        keeps it, so that everybody sees that something shown may have been known from then on."""
        seat = whole(seat, "seat")
        refused = self.why_no_rewind(seat)
        if refused is not None:
            raise refused
        done = self._before + self._since
        done = done[: max(i for i, entry in enumerate(done) if entry.seat == seat)]
        while self._kept[-1][0] > len(done):
            self._kept.pop()
        known, kept = self._kept[-1]
        state = kept.copy()
        for entry in done[known:]:
            state.apply(entry.seat, entry.action)
        self.state, self._before, self._since = state, done, []
        self.entries.append(Entry(seat, REWIND))
        self._bar(Refused(N_("You can't go back: the whole table has gone back to this point together."), "HT-3"))
        return [Beat(REWOUND, [seat], -1, state.copy())]

    def enter(self, entry: Entry) -> list[Beat]:
        """Apply, undo or rewind, as the entry says."""
        if entry.action == UNDO:
            return self.undo(entry.seat)
        return self.rewind(entry.seat) if entry.action == REWIND else self.apply(entry.seat, entry.action)
