"""How the golden games are played, and how a position of theirs reads; `tests/golden.py` writes them."""

from __future__ import annotations

from collections.abc import Iterator

from hightable.engine import Fast, Match, State
from hightable.games.festo.game import GAME
from hightable.games.festo.pieces import CUBES, EVENT_CARDS, LOCATIONS
from tests.festo.played import MOODS, Options, choose
from tests.festo.table import ROWS, named
from tests.golden import Golden

VARIANTS: dict[str, tuple[int, Options, str]] = {
    "2-seats": (2, {}, "eager"),
    "2-seats-magical": (2, {"magical": "yes"}, "handy"),
    "2-seats-plain": (2, {"events": "off"}, "hoarding"),
    "3-seats": (3, {}, "handy"),
    "3-seats-magical": (3, {"magical": "yes"}, "eager"),
    "4-seats": (4, {}, "hoarding"),
    "4-seats-magical": (4, {"magical": "yes"}, "eager"),
    "5-seats": (5, {}, "eager"),
    "5-seats-magical": (5, {"magical": "yes"}, "handy"),
    **{f"{2 + i % 4}-seats-{event}": (2 + i % 4, {"events": event, "magical": ("yes", "no")[i // 4 % 2]}, "eager")
       for i, event in enumerate(EVENT_CARDS)},
}  # fmt: skip
TOLD = ("2-seats", "3-seats-magical")  # as playthroughs too
UNDOING = ("2-seats", "3-seats-magical", "4-seats")  # where players take back now and then


def play(name: str) -> Match:
    """A game of players in a mood."""
    seats, options, mood = VARIANTS[name]
    match = Match(GAME, seats, f"golden {name}", options)
    dice = Fast.of(match.seed)
    while not match.state.over:
        (seat,) = match.state.deciding
        text = choose([GAME.text(action) for action in match.state.legal(seat)], MOODS[mood], dice)
        match.apply(seat, GAME.parse(text))
        if name in UNDOING and dice.below(8) == 0 and match.why_no_undo(seat) is None:
            match.undo(seat)
    return match


def described(state: State, viewer: int | None) -> Iterator[str]:
    """A view as lines: what lies where by name, then all the rest."""
    view = state.view(viewer)
    yield f"supply: {' '.join(f'{cube} {n}' for cube, n in zip(CUBES, view['supply'], strict=True))}"
    for i, place in enumerate(LOCATIONS):
        pieces = " ".join(f"{seat + 1}:{h}+{d}" for seat, (h, d) in enumerate(view["areas"][i]) if h or d)
        coming = " ".join(f"{seat + 1}:{n}" for seat, n in enumerate(view["coming"][i]) if n)
        moved = named(view["moved"][i])
        yield f"{place}: {named(view['markets'][i]) or '-'} | pieces {pieces or '-'}" + (
            f" | coming {coming}" if coming else "") + (f" | moved {moved}" if moved else "")  # fmt: skip
    for i, kind in enumerate(ROWS):
        tiles = " ".join(dish or "-" for dish in view["buffet"][i * 3 : i * 3 + 3])
        yield f"{kind}: {tiles} | {view['piles'][i]} in the pile"
    yield f"stacks: {' '.join(view['stacks'][0]) or '-'} | {' '.join(view['stacks'][1]) or '-'}"
    for seat, one in enumerate(view["players"]):
        rest = " ".join(f"{name} {value}" for name, value in one.items() if name not in ("cubes", "dishes"))
        yield f"player {seat + 1}: {named(one['cubes']) or '-'} | {' '.join(one['dishes']) or '-'} | {rest}"
    told = ("supply", "markets", "areas", "coming", "moved", "buffet", "piles", "stacks", "players")
    for name, value in view.items():
        if name not in (*told, "viewer", "legal", "game", "rules", "options", "seats", "frame"):
            yield f"{name}: {value}"


GOLDEN = Golden(GAME, VARIANTS, play, described, TOLD, UNDOING)
