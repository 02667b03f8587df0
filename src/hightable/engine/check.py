"""The net under every game: `check_game` plays a game at random in all its variants and checks at every step that it
keeps the engine's contract and that nobody learns more than the table shows. `CHECKS` is the list of what is demanded;
the docstring of each says it in words. Imports the engine only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from hightable.engine import check_contract as contract
from hightable.engine import check_leaks as leaks
from hightable.engine.check_trial import Broken, Ledger, Trial
from hightable.engine.contract import Game, State, View
from hightable.engine.options import Value

START: Final = 0  # before the first decision
POSITION: Final = 1  # at every decision
ACTION: Final = 2  # after every action
END: Final = 3  # when the game is over


class Check(NamedTuple):
    """One demand: its name in `Broken`, when it is made, and the function that makes it."""

    name: str
    when: int
    run: Callable[[Trial], None]


CHECKS: Final = [
    Check("texts", START, contract.texts),
    Check("seed", START, contract.seed),
    Check("deciding", POSITION, contract.deciding),
    Check("views", POSITION, leaks.views),
    Check("copy", POSITION, contract.copies),
    Check("dump", POSITION, contract.dumps),
    Check("legal", POSITION, contract.legal),
    Check("refusals", POSITION, contract.refusals),
    Check("order", POSITION, contract.order),
    Check("result", POSITION, contract.result),
    Check("invariant", POSITION, contract.invariant),
    Check("leaks", POSITION, leaks.leaks),
    Check("imagine", POSITION, leaks.imagine),
    Check("redeal", POSITION, leaks.redeal),
    Check("bots", POSITION, leaks.bots),
    Check("copy", ACTION, contract.copies_after),
    Check("dump", ACTION, contract.dumps_after),
    Check("leaks", ACTION, leaks.leaks_in_beats),
    Check("ready", ACTION, leaks.ready),
    Check("peeks", ACTION, leaks.peeks),
    Check("events", ACTION, leaks.events),
    Check("chance", ACTION, contract.chance),
    Check("undo", ACTION, contract.undo),
    Check("rewind", ACTION, contract.rewind),
    Check("record", ACTION, contract.record),
    Check("deciding", END, contract.deciding),
    Check("views", END, leaks.views),
    Check("legal", END, contract.legal),
    Check("refusals", END, contract.refusals),
    Check("result", END, contract.result),
    Check("invariant", END, contract.invariant),
    Check("imagine", END, leaks.imagine),
    Check("redeal", END, leaks.redeal_at_the_end),
    Check("seed", END, contract.seed_at_the_end),
    Check("record", END, contract.record_at_the_end),
]


class Summary:
    """What was checked."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.looks = 0  # positions re-dealt or imagined and compared

    def __str__(self) -> str:
        return f"{self.games} games, {self.decisions} decisions, {self.looks} other worlds: all as it should be"


def check_game(
    game: Game,
    *,
    games: int = 3,
    seed: str = "check",
    seats: Sequence[int] | None = None,
    options: Mapping[str, Value] | None = None,
    longest: int = 100_000,
    invariant: Callable[[State], None] | None = None,
    choices: Sequence[Callable[[View], int]] = (),
    every: int = 1,
) -> Summary:
    """Play and check `games` games for every number of seats and every combination of options (or those given), or
    raise Broken.

    `longest` bounds the decisions of a game; `invariant` is called with every position and every other world and raises
    what it likes; `choices` are bots, functions from a view to an action, shown to choose by nothing else. With
    `every` above 1, about one position in so many is looked at: for long games in many variants."""
    summary = Summary()
    for count in range(game.min_seats, game.max_seats + 1) if seats is None else seats:
        for settings in variants(game, count) if options is None else [game.resolve(count, options)]:
            ledger = Ledger()
            for i in range(games):
                values = "".join(f" {name}={value}" for name, value in settings.items())
                name = f"{seed} {count}{values} #{i}"
                t = Trial(game, count, settings, name, longest, invariant, choices, ledger)
                play(t, every)
                summary.games += 1
                summary.decisions += t.number
                summary.looks += t.looks
    return summary


def variants(game: Game, seats: int) -> list[dict[str, Value]]:
    """Every combination of option values for this number of seats."""
    found: list[dict[str, Value]] = [{}]
    for option in game.options:
        found = [{**one, option.name: value} for one in found for value in option.values(seats)]
    return found


def play(t: Trial, every: int = 1) -> None:
    """One game from start to end, with every check in its place."""
    step(t, "start", Trial.begin)
    demand(t, START)
    while not t.state.over:
        if t.number >= t.longest:
            t.check = "ends"
            t.fail(f"the game is not over after {t.longest} decisions")
        looked_at = every == 1 or t.sometimes(every)
        step(t, "deciding", Trial.pick)
        if looked_at:
            demand(t, POSITION)
        step(t, "apply", act)
        if looked_at:
            demand(t, ACTION)
    demand(t, END)


def act(t: Trial) -> None:
    """Carry out the action that was picked."""
    t.before = t.state.copy()
    t.beats = t.match.apply(t.seat, t.action)
    t.number += 1
    t.texts.clear()
    t.free = t.match.why_no_undo(t.seat) is None


def demand(t: Trial, when: int) -> None:
    for check in CHECKS:
        if check.when == when:
            step(t, check.name, check.run)


def step(t: Trial, name: str, run: Callable[[Trial], None]) -> None:
    """Run something in the name of a check: whatever it raises is that check's."""
    t.check = name
    try:
        run(t)
    except Broken:
        raise
    except Exception as error:
        try:
            t.fail(f"{type(error).__name__}: {error}")
        except Broken as broken:
            raise broken from error
