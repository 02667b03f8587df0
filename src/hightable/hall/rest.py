"""Tables that rest: their rules are not the installed ones, by number or by where they lead. Imports the engine and the
store's plain data."""

from __future__ import annotations

from typing import Final

from hightable.engine import N_, Damaged, Game, Refused, State
from hightable.engine.fingerprint import fingerprint
from hightable.hall.saved import SavedEntry

OTHER_RULES: Final = N_(
    "This table is played by version %(theirs)s of the rules of %(game)s, and this hall has version %(ours)s. After "
    "%(moves)s moves it rests as it is, until a hall with its own version opens it again."
)
OTHER_WAYS: Final = N_(
    "The rules of %(game)s in this hall are not those that this table is played by. After %(moves)s moves it rests as "
    "it is, until a hall with its own rules opens it again."
)


class Stuck(Refused):
    """A table that can't be played on under the installed rules. It stays as it is."""


class Diverged(Damaged):
    """What was played is still allowed, but leads elsewhere than it did: the rules are others by the same number."""

    def __init__(self, entry: int) -> None:
        what = f"entry {entry} leads" if entry else "the beginning leads"
        super().__init__(f"{what} to another position than when it was played: the rules are others than they were")


def elsewhere(game: Game, moves: int) -> Stuck:
    return Stuck(OTHER_WAYS, "", {"game": game.title, "moves": moves})


def check(state: State, known: int | None, entry: int) -> None:
    """Raise Diverged if an entry led to another position than this, as far as that is known."""
    if known is not None and fingerprint(state) != known:
        raise Diverged(entry)


def not_allowed(entry: SavedEntry, number: int, refused: Refused) -> Damaged:
    return Damaged(f"entry {number}, seat {entry.seat}, “{entry.action}”: {refused}")
