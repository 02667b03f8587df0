"""How the golden games are played, and how a position of theirs reads; `tests/golden.py` writes them."""

from __future__ import annotations

from collections.abc import Iterator

from hightable.engine import Fast, Match, State, View
from hightable.games.royal_feast.game import GAME
from tests.golden import Golden
from tests.royal_feast.table import LETTERS, LINES, Player, anyhow, busy, idle

VARIANTS: dict[str, tuple[int, Player, dict[str, object]]] = {
    "2-seats": (2, busy, {}),
    "2-seats-stalling": (2, idle, {"kitchen_double": "round"}),
    "2-seats-aid-quick-null-round": (
        2, busy, {"recall": "aid", "quick_tables": "yes", "null_coin": 1, "kitchen_double": "round"},
    ),
    "3-seats": (3, busy, {}),
    "3-seats-quick-null": (3, busy, {"quick_tables": "yes", "null_coin": 1}),
    "4-seats": (4, busy, {}),
    "4-seats-at-random": (4, anyhow, {"recall": "aid"}),
    "4-seats-quick-round": (4, busy, {"quick_tables": "yes", "kitchen_double": "round"}),
}  # fmt: skip
TOLD = ("2-seats", "2-seats-aid-quick-null-round", "3-seats-quick-null", "4-seats-quick-round")  # as playthroughs too
UNDOING = ("2-seats", "3-seats", "4-seats-quick-round")  # where players take back now and then


def play(name: str) -> Match:
    seats, player, options = VARIANTS[name]
    match = Match(GAME, seats, f"golden {name}", options)
    dice = Fast.of(match.seed)
    while not match.state.over:
        seat = match.state.deciding[0]
        match.apply(seat, GAME.parse(player([GAME.text(action) for action in match.state.legal(seat)], dice)))
        if name in UNDOING and dice.below(8) == 0 and match.why_no_undo(seat) is None:
            match.undo(seat)
    return match


def described(state: State, viewer: int | None) -> Iterator[str]:
    """A view as lines: the hall as it looks, then all the numbers."""
    view = state.view(viewer)
    for row in range(view["rows"]):
        yield f"row {row + 1}: {' '.join(coin(one) for one in view['squares'][4 * row : 4 * row + 4])}"
    for table in view["tables"]:
        if table["laid"]:
            yield f"{table['name']}: {tile(table)} {' '.join(map(coin, table['coins']))}".rstrip()
    for place in ("kitchen", "jester"):
        yield f"{place}: {tile(view[place])} {' '.join(map(coin, view[place]['coins']))}".rstrip()
    for round, lines in enumerate(view["points"]):
        for line, points in zip(LINES, lines, strict=True):
            if any(points):
                yield f"round {round + 1}, {line}: {points}"
    told = ("squares", "tables", "kitchen", "jester", "points", "viewer", "legal", "game", "rules", "options", "seats")
    for name, value in view.items():
        if name not in told:
            yield f"{name}: {value}"


def coin(one: View | None) -> str:
    """Suit, value if it is seen, and number: `s?#7`."""
    return "." if one is None else f"{LETTERS[one['owner']]}{'?' if one['value'] is None else one['value']}#{one['id']}"


def tile(place: View) -> str:
    face = place["tile"]
    return "face down" if face is None else f"{LETTERS[face['suit']]}{face['value']}"


GOLDEN = Golden(GAME, VARIANTS, play, described, TOLD, UNDOING)
