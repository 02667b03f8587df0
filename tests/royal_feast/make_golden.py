"""Writes the golden games: finished records, and playthroughs that a person can read. Run it only when a change of the
rules is meant to alter stored games (and raise the game's rules version then):

    python -m tests.royal_feast.make_golden
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hightable.engine import Beat, Fast, Match, Record, View
from hightable.games.royal_feast.game import GAME
from tests.royal_feast.table import LETTERS, LINES, Player, anyhow, busy, idle

FOLDER = Path(__file__).parent / "golden"
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


def game(name: str) -> Match:
    seats, player, options = VARIANTS[name]
    match = Match(GAME, seats, f"golden {name}", options)
    dice = Fast.of(match.seed)
    while not match.state.over:
        seat = match.state.deciding[0]
        match.apply(seat, GAME.parse(player([GAME.text(action) for action in match.state.legal(seat)], dice)))
        if name in UNDOING and dice.below(8) == 0 and match.why_no_undo(seat) is None:
            match.undo(seat)
    return match


def playthrough(record: Record) -> str:
    """The record step by step: what was done, what happened, what changed for a spectator, and what the one in turn may
    do next. What only a player sees is added for player 1."""
    match = Match(GAME, record.seats, record.seed or "", record.options)
    options = ", ".join(f"{name} {value}" for name, value in record.options.items())
    lines = [f"The Royal Feast and the Court Jester, {record.seats} seats, {options}", ""]
    shown: list[str] = []
    step(lines, shown, match, match.opening)
    for i, (seat, text) in enumerate(record.entries):
        lines.append(f"{i + 1}. player {seat + 1}: {text}")
        step(lines, shown, match, match.enter(record.entry(GAME, i)))
    end = match.state.result
    lines.append(f"result: scores {end.scores}, places {end.places}, won by {end.winners}")
    lines += [f"   {line.text()}: {line.points}" for line in end.lines]
    return "\n".join(lines) + "\n"


def step(lines: list[str], shown: list[str], match: Match, beats: list[Beat]) -> None:
    """Add one step; `shown` is what the last one showed."""
    for beat in beats:
        args = "".join(f" {name}={value}" for name, value in beat.args.items())
        lines.append(f"   * {beat.name}{args}{'' if beat.only < 0 else '  (secret)'}")
    state = match.state
    seen = list(described(state.view(None)))
    mine = [f"(player 1) {line}" for line in described(state.view(0)) if line not in seen]
    asked = [f"player {seat + 1} may: {', '.join(map(GAME.text, state.legal(seat)))}" for seat in state.deciding]
    now = [*seen, *mine, *asked]
    lines += [f"   {line}" for line in now if line not in shown]
    lines.append("")
    shown[:] = now


def described(view: View) -> Iterator[str]:
    """A view as lines: the hall as it looks, then all the numbers."""
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


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (seats, _player, _options) in VARIANTS.items():
        record = Record.parse(Record.of(game(name), [f"Player {i + 1}" for i in range(seats)]).text())
        (FOLDER / f"{name}.record").write_text(record.text(), encoding="utf-8", newline="\n")
        if name in TOLD:
            (FOLDER / f"{name}.playthrough").write_text(playthrough(record), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
