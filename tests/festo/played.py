"""Whole games of players with moods, for tests that need some: the table and the oracle side by side."""

from __future__ import annotations

from collections.abc import Iterator

from hightable.engine import Beat, Fast
from hightable.games.festo.game import GAME
from hightable.games.festo.pieces import CUBES, DISHES, EVENT_CARDS, LOCATIONS
from hightable.games.festo.state import EATEN, Festo
from tests.festo.oracle import Oracle
from tests.festo.table import Table

Options = dict[str, object]
MOODS: dict[str, dict[str, int]] = {
    "random": {},
    "eager": {"take-all": 24, "cook": 24, "done": 1, "pass": 1, "take-back": 2},
    "handy": {"ability": 24, "done": 2, "pass": 3},
    "hoarding": {"take": 24, "done": 1, "cook": 2, "take-back": 1},
}  # how likely an action is; others count 6


def opened(state: Festo) -> Oracle:
    """The oracle at the start: where chance has put things, and nothing else."""
    chosen = state.options["events"]
    events: list[str | None] = [EVENT_CARDS[state.events[i]] for i in range(4)]
    if chosen != "on":
        events = [None if chosen == "off" else str(chosen)] * 4
    piles = []
    for row in range(4):
        shown = [state.field[row * 3 + column] - 1 for column in range(3)]
        hidden = [state.pile[row * 6 + i] for i in reversed(range(state.pile_n[row]))]
        piles.append([DISHES[dish] for dish in [*shown, *hidden]])
    return Oracle(int(state.seats), state.options["magical"] == "yes", events, piles, int(state.holder))


def covers(beats: list[Beat]) -> list[set[str]]:
    """What was closed by each roll."""
    masks = [beat.args["covers"] for beat in beats if beat.name == "rolled"]
    return [{place for i, place in enumerate(LOCATIONS) if mask >> i & 1} for mask in masks]


def choose(legal: list[str], mood: dict[str, int], dice: Fast) -> str:
    """At random, but as likely as the mood says."""
    weights = [mood.get(text.split(":")[0], 6) for text in legal]
    at = dice.below(sum(weights))
    while at >= weights[0]:
        at -= weights.pop(0)
    return legal[-len(weights)]


def catch_up(t: Table, o: Oracle) -> None:
    """FE-69, FE-70: where the rules leave one possibility, the table may have gone on already."""
    while len(o.legal) == 1 and (t.state.over or o.seat != t.seat or o.legal != t.legal):
        o.act(o.legal[0])


def head_start(state: Festo, dice: Fast) -> tuple[Festo, Oracle]:
    """The same start with full larders and some dishes cooked already, so that everything comes sooner."""
    o, data = opened(state), state.dump()
    for mine in o.seats:
        for cube in [*CUBES[:6] * 2, "salt"]:
            if o.supply[cube] > 3 and dice.below(3):
                o.supply[cube] -= 1
                mine.cubes[cube] += 1
        for pile in o.piles.values():
            if pile and dice.below(3) == 0:
                mine.dishes.append(pile.pop())
    for at, pile in enumerate(o.piles.values()):
        hidden = [DISHES.index(dish) for dish in reversed(pile)]
        data["pile"][at * 6 : at * 6 + 6] = [*hidden, *[0] * (6 - len(hidden))]
        data["pile_n"][at] = len(hidden)
    data["supply"], data["salt"] = [o.supply[colour] for colour in CUBES[:6]], o.supply["salt"]
    for seat, mine in enumerate(o.seats):
        data["cubes"][seat * 7 : seat * 7 + 7] = [mine.cubes[cube] for cube in CUBES]
        for dish in mine.dishes:
            data["where"][DISHES.index(dish)] = EATEN + seat
    return Table(GAME.load(data)).state, o


def played(
    seats: int, seed: str, options: Options, mood: str = "random", ahead: bool = False
) -> Iterator[tuple[Table, Oracle, str]]:
    """Every position of a game with what is done next, the last one with nothing."""
    state, dice = GAME.start(seats, seed, options, dice="fast"), Fast.of(seed)
    t = Table(state)
    o = opened(t.state)
    if ahead:
        t.state, o = head_start(t.state, dice)
    while not t.state.over:
        text = choose(t.legal, MOODS[mood], dice)
        yield t, o, text
        o.covers += covers(t.do(text))
        o.act(text)
        catch_up(t, o)
    yield t, o, ""
