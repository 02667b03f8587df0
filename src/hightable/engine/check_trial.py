"""One game under test: what the checks of `check_game` look at, and how they say what is broken. Imports the engine
only."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from hightable.engine.compat import mypyc_attr
from hightable.engine.contract import SPECTATOR, Beat, Game, Moves, State, View
from hightable.engine.dice import Fast
from hightable.engine.match import Match
from hightable.engine.options import Value


@mypyc_attr(native_class=False)
class Broken(AssertionError):
    """A game does not keep its contract: which check says so, and how to see it again."""

    def __init__(self, check: str, message: str) -> None:
        super().__init__(f"{check}: {message}")
        self.check = check


class Ledger:
    """What was seen in other worlds, over all games of one variant."""

    def __init__(self) -> None:
        self.asked: dict[int | None, int] = {}  # how often there was something to re-deal for a viewer
        self.changed: dict[int | None, set[str]] = {}  # fields that differed when re-dealt for it
        self.hidden: dict[int | None, dict[str, int]] = {}  # how often a field differed when imagined from its view


class Trial:
    """One game being played at random. `seat` is about to do `action`, or has just done it and `beats` came of it."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, Value],
        seed: str,
        longest: int,
        invariant: Callable[[State], None] | None,
        choices: Sequence[Callable[[View], int]],
        ledger: Ledger,
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = dict(options)
        self.seed = seed
        self.longest = longest
        self.invariant = invariant
        self.choices = list(choices)
        self.viewers: list[int | None] = [None, *range(seats)]
        self.check = ""  # what is being checked
        self.number = 0  # actions so far
        self.texts: dict[int | None, str] = {}  # the views of this position
        self.looks = 0  # how often a re-dealt or imagined position was compared
        self.dice = Fast.of(seed)  # for the choices of the checks, never the game's
        self.seat = 0
        self.action = 0
        self.beats: list[Beat] = []
        self.free = False  # undo was possible after the action
        self.ledger = ledger

    def begin(self) -> None:
        self.match = Match(self.game, self.seats, self.seed, self.options)
        self.beats = self.match.opening
        self.before = self.state.copy()
        self.after = self.before
        self.loaded = self.before

    @property
    def state(self) -> State:
        return self.match.state

    def sees(self, viewer: int | None) -> str:
        """The view of the position that is being checked."""
        text = self.texts.get(viewer)
        if text is None:
            text = self.texts[viewer] = plain(self.state.view(viewer))
        return text

    def pick(self) -> None:
        """Choose at random who acts next, and what they do."""
        deciding = self.state.deciding
        if not deciding:
            self.fail("nobody decides, but the game is not over")
        self.seat = deciding[self.dice.below(len(deciding))]
        self.check = "legal"
        legal = self.state.legal(self.seat)
        if not legal:
            self.fail(f"seat {self.seat} decides, but has no legal action")
        self.action = legal[self.dice.below(len(legal))]
        refused = self.state.why_not(self.seat, self.action)
        if refused is not None:
            self.fail(f"“{self.game.text(self.action)}” is legal for seat {self.seat}, but refused: {refused}")

    def fail(self, message: str) -> NoReturn:
        options = "".join(f", {name}={value}" for name, value in self.options.items())
        where = f"{self.game.id}, {self.seats} seats{options}, seed {self.seed!r}, after action {self.number}"
        raise Broken(self.check, f"{message} [{where}]")

    def same(self, what: str, one: str, other: str) -> None:
        """Two texts that must be equal, or a message that shows where they part."""
        if one != other:
            at = next((i for i, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
            start = max(0, at - 60)
            self.fail(f"{what}: …{one[start : at + 60]}… became …{other[start : at + 60]}…")

    def sometimes(self, every: int) -> bool:
        """True about once in so many calls: for checks that are too slow for each position."""
        return self.dice.below(every) == 0

    def sample(self, items: Sequence[int], most: int) -> list[int]:
        """Some of these, in order; all of them if they aren't more than that."""
        if len(items) <= most:
            return list(items)
        return sorted({items[self.dice.below(len(items))] for _draw in range(most)})

    def redealt(self, state: State, viewer: int | None) -> State:
        """Another world that looks the same to this viewer."""
        world = state.copy()
        world.redeal(number(viewer), self.dice.split())
        return world

    def play_out(self, state: State) -> None:
        """Play a position at random to the end, at most `longest` decisions."""
        out = Moves(len(self.game.actions))
        for _decision in range(self.longest):
            if state.over:
                return
            if not state.deciding:
                self.check = "deciding"
                self.fail("nobody decides, but the game is not over")
            seat = state.deciding[0]
            state.moves(seat, out)
            if not out.n:
                self.check = "legal"
                self.fail(f"seat {seat} decides, but has no legal action")
            state.do(seat, out.items[self.dice.below(out.n)])
        self.check = "ends"
        self.fail(f"the game is not over after {self.longest} decisions")


def number(viewer: int | None) -> int:
    return SPECTATOR if viewer is None else viewer


def plain(data: object) -> str:
    """As JSON, to the byte; TypeError if it isn't plain data."""
    return json.dumps(data)


def position(state: State) -> str:
    """All of a position, hidden things and chance too."""
    return plain(state.dump())


def picture(state: State, viewer: int | None) -> str:
    """All of a position, and what it looks like from one side."""
    return position(state) + plain(state.view(viewer))


def fields(state: State) -> dict[str, Any]:
    """A position without its chance."""
    data = state.dump()
    del data["dice"]
    return data


def shown(beats: Sequence[Beat], viewer: int | None) -> list[object]:
    """The events that a viewer gets to know."""
    return [[beat.name, beat.args] for beat in beats if beat.known_to(viewer)]


def listen(state: State, seat: int, action: int) -> list[Beat]:
    """Carry out an action and return what happened."""
    beats: list[Beat] = []
    state.beats = beats
    state.apply(seat, action)
    state.beats = None
    return beats


def differing(one: State, other: State) -> set[str]:
    """The names of the fields in which two positions differ, chance aside."""
    mine, theirs = fields(one), fields(other)
    return {name for name in mine if mine[name] != theirs[name]}
