"""A match with numbered events: which number each event has, when each seat was asked what it is asked now, and which
clicks have been carried out already. No I/O: replaying what is stored gives the same numbers, and where the rules lead
elsewhere than they did, that is noticed. Imports the engine."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Final

from hightable.engine import Beat, Damaged, Entry, Game, Match, Refused, State, entry_action
from hightable.engine.match import REWIND, UNDO
from hightable.engine.words import N_
from hightable.hall.background import at_once
from hightable.hall.rest import check, not_allowed
from hightable.hall.saved import SavedEntry, SavedTable
from hightable.hall.timing import Times

UNDO_TEXT: Final = "undo"  # how taking back stands in the store and in a record

# Actions are never refused for their number, so that every game can end. What is bounded is taking back: an undo adds
# two entries to a table, a rewind as many as were made since the asker's last action, and one. The longest of 1,000
# random games for each number of seats was one of Henry's Feast for five with 3,150 entries in 44 kB, in which a seat
# waited for 58 of them at most (`python -m bench.longest`). With all undos and rewinds spent that makes 4,750 entries
# in 70 kB; web/records.py takes 5,000 in 200 kB. Games between bots are much shorter. Only Henry's Feast with more
# than the usual 100 rounds, or without a limit, can be longer than that.
MOST_UNDOS: Final = 100  # by one seat in one game
MOST_REWINDS: Final = 10  # of one table in one game


class Play:
    """The game of a table from its first decision on."""

    def __init__(self, game: Game, saved: SavedTable, number: int) -> None:
        self.match = Match(game, saved.seats, saved.seed, saved.options)
        self.number = number
        self.at = [saved.begun or 0.0]  # when it began, and when each entry was made
        self.nonces: set[tuple[int, str]] = set()
        self.undos = [0] * saved.seats
        self.rewinds = 0
        self.asked_at = [0] * saved.seats
        self._questions: list[tuple[object, ...]] = [()] * saved.seats
        self._count(self.match.opening, None)
        timing, pauses = saved.timing, () if saved.asking is None else saved.asking.pauses
        awaited = self.match.state.awaited
        self.times = None if timing is None else Times(timing, saved.seats, awaited, self.at[0], pauses)

    def enter(self, entry: SavedEntry) -> list[Beat]:
        """Carry out an entry, or raise Refused and change nothing."""
        beats = self.match.enter(Entry(entry.seat, self.action(entry.action)))
        self.at.append(entry.at)
        self.nonces.add((entry.seat, entry.nonce))
        self._count(beats, entry.seat)
        action = self.match.entries[-1].action
        if action == UNDO:
            self.undos[entry.seat] += 1
        elif action == REWIND:
            self.rewinds += 1
        if self.times is not None:
            self.times.go_on(entry.seat, self.match.state.awaited, entry.at, action == REWIND)
        return beats

    def why_no_undo(self, seat: int) -> Refused | None:
        """Why this seat can't take back its last action, or None if it can."""
        if refused := self.match.why_no_undo(seat):
            return refused
        if self.undos[seat] >= MOST_UNDOS:
            words = N_("You have taken back %(most)s actions in this game. That is as many as anyone can.")
            return Refused(words, "HT-10", {"most": MOST_UNDOS})
        return None

    def why_no_rewind(self, seat: int) -> Refused | None:
        """Why the table can't go back to before this seat's last action even if everyone agrees, or None if it can."""
        if refused := self.match.why_no_rewind(seat):
            return refused
        if self.rewinds >= MOST_REWINDS:
            words = N_("This table has gone back together %(most)s times. It can't do so again in this game.")
            return Refused(words, "HT-10", {"most": MOST_REWINDS})
        return None

    def follow(self, entries: Iterable[SavedEntry]) -> tuple[list[Beat], Damaged | None]:
        """Carry out what another process has carried out, up to where the rules lead elsewhere, if they do."""
        beats: list[Beat] = []
        try:
            for entry in entries:
                beats += self._follow(entry)
        except Damaged as error:
            return beats, error
        return beats, None

    def _follow(self, entry: SavedEntry) -> list[Beat]:
        number = len(self.match.entries) + 1
        try:
            if entry.fingerprint is not None:
                check(self.tried(entry.seat, self.action(entry.action)), entry.fingerprint, number)
            return self.enter(entry)
        except Refused as refused:
            raise not_allowed(entry, number, refused) from None

    def action(self, text: str) -> int:
        return entry_action(self.match.game, text)

    def tried(self, seat: int, action: int) -> State:
        """The position after this action; or raise Refused. Tried on a copy, so that an action that the rules stumble
        over is never written down."""
        trial = self.match.state.copy()
        trial.apply(seat, action)
        return trial

    def decides(self, seat: int) -> bool:
        return self.match.state.awaited >> seat & 1 == 1

    def _count(self, beats: list[Beat], actor: int | None) -> None:
        self.number += len(beats)
        for seat in range(len(self.asked_at)):
            question = self._question(seat)
            # What others choose at the same time doesn't change a seat's question, and must not make its click stale.
            if seat == actor or (question and question != self._questions[seat]):
                self.asked_at[seat] = self.number
            self._questions[seat] = question

    def _question(self, seat: int) -> tuple[object, ...]:
        state = self.match.state
        return (int(state.depth), int(state.top()), *state.legal(seat)) if self.decides(seat) else ()


def replay(game: Game, saved: SavedTable, after: int = 0) -> tuple[Play | None, list[Beat]]:
    """The game of a stored table, None while it waits, and the beats with numbers above `after`; or raise Damaged."""
    return at_once(replaying(game, saved, after))


def replaying(game: Game, saved: SavedTable, after: int = 0) -> Generator[None, None, tuple[Play | None, list[Beat]]]:
    """The same entry by entry, see `in_slices`."""
    if saved.phase == "waiting":
        return None, []
    if saved.rules != game.rules:
        raise Damaged(f"it is played by rules version {saved.rules} of {saved.game}; installed is {game.rules}")
    play = Play(game, saved, saved.changes)
    check(play.match.state, saved.fingerprint, 0)
    beats = play.match.opening[max(0, after - saved.changes) :]
    for number, entry in enumerate(saved.entries, 1):
        yield
        before = play.number
        try:
            new = play.enter(entry)
        except Refused as refused:
            raise not_allowed(entry, number, refused) from None
        check(play.match.state, entry.fingerprint, number)
        if play.number > after:  # each beat has a position of its own: only those that are asked for are kept
            beats += new[max(0, after - before) :]
    return play, beats
