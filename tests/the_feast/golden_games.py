"""How the golden games are played, and how a position of theirs reads; `tests/golden.py` writes them."""

from __future__ import annotations

from collections.abc import Iterator

from hightable.engine import Fast, Match, State
from hightable.games.the_feast import GAME
from tests.golden import Golden

VARIANTS = {  # seats, dummies
    f"{seats}-seats-{dummies}-dummies": (seats, dummies)
    for seats, dummies in ((2, 2), (2, 6), (3, 1), (3, 3), (4, 0), (5, 1), (6, 0), (8, 0))
}
UNDOING = ("2-seats-2-dummies", "4-seats-0-dummies", "6-seats-0-dummies")


def play(name: str) -> Match:
    """A game of players who choose at random."""
    seats, dummies = VARIANTS[name]
    match = Match(GAME, seats, f"golden {seats} {dummies}", {"dummies": dummies})
    dice = Fast.of(match.seed)
    while not match.state.over:
        deciding = match.state.deciding
        seat = deciding[dice.below(len(deciding))]
        legal = match.state.legal(seat)
        match.apply(seat, legal[dice.below(len(legal))])
        if name in UNDOING and dice.below(8) == 0 and match.why_no_undo(seat) is None:
            match.undo(seat)
    return match


def described(state: State, viewer: int | None) -> Iterator[str]:
    return flat("", state.view(viewer))


def flat(path: str, data: object) -> Iterator[str]:
    """A view as lines, one for each value."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from flat(f"{path}.{key}" if path else key, value)
    elif isinstance(data, list) and data and isinstance(data[0], dict):
        for i, value in enumerate(data):
            yield from flat(f"{path}[{i}]", value)
    else:
        yield f"{path}: {data}"


GOLDEN = Golden(GAME, VARIANTS, play, described, VARIANTS, UNDOING)
