"""Whole games of purposeful players, for tests that need some: the table and the oracle side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hightable.engine import Fast
from hightable.games.henrys_feast.game import GAME
from hightable.games.henrys_feast.pieces import HAND
from hightable.games.henrys_feast.state import HenrysFeast
from tests.henrys_feast.oracle import Card, Oracle, Truth
from tests.henrys_feast.player import Player
from tests.henrys_feast.table import IDS, Table, new

Options = dict[str, object]
ROUNDS = {2: 60, 3: 45, 4: 30, 5: 24}


def truth(t: Table) -> Truth:
    hands = [[IDS[t.state.hand[seat * HAND + i]] for i in range(t.state.hand_n[seat])] for seat in range(t.state.seats)]
    return Truth(t.book[::-1], t.deck[::-1], t.row, hands)


def opened(t: Table, options: Mapping[str, object]) -> Oracle:
    """The oracle at the start: where chance has put things, and nothing else."""
    o = Oracle(int(t.state.seats), dict(options))
    view = t.view()
    o.first = view["first"]
    o.deck, o.discard, o.book = t.deck[::-1], t.discard[::-1], t.book[::-1]
    o.gone = view["gone"]
    o.display = t.display
    o.bonus = [IDS[recipe] for recipe in view["bonus"]]
    o.feast = [IDS[recipe] for recipe in t.state.feast]
    for seat, kitchen in enumerate(o.kitchens):
        kitchen.tracks = t.tracks(seat)
        kitchen.pantry = [Card(text.split("@")[0], "stock", 0) for text in t.pantry(seat)]
    for recipe in [*o.display, *o.bonus, *(o.feast[:1] if o.up[0] else ())]:
        o.everybody_saw(str(recipe))
    return o


def head_start(t: Table, dice: Fast) -> Table:
    """The same start with tracks already risen and most of the cookbook used up, so that everything comes sooner."""
    data = t.state.dump()
    data["track"] = [dice.below(4) for _level in data["track"]]
    if t.view()["options"]["quick"] == "yes":
        data["track"] = [min(level, 1) if i % 4 == 3 else level for i, level in enumerate(data["track"])]
    else:
        kept = 6 + dice.below(12)
        data["gone_n"] = data["book_n"] - kept
        order = data["book"][data["gone_n"] : data["book_n"]] + data["book"][: data["gone_n"]]
        data["book"][: data["book_n"]] = order
        data["book_n"] = kept
    loaded = GAME.load(data)
    assert isinstance(loaded, HenrysFeast)
    return Table(loaded)


def played(
    seats: int, seed: str, options: Mapping[str, object] | None = None, ahead: bool = False
) -> Iterator[tuple[Table, Oracle, str]]:
    """Every position of a game with what is done next, the last one with nothing."""
    settings: Options = {"round_limit": ROUNDS[seats], **(options or {})}
    t = new(seats, seed, **settings)
    if ahead:
        t = head_start(t, Fast.of(seed))
    o = opened(t, settings)
    player = Player(seed)
    while not t.state.over:
        text = player.choose(o, o.legal())
        yield t, o, text
        t.do(text)
        o.act(text, truth(t))
    yield t, o, ""
