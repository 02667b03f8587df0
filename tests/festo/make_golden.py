"""Writes the golden games: finished records, and playthroughs that a person can read. Run it only when a change of the
rules is meant to alter stored games (and raise the game's rules version then):

    python -m tests.festo.make_golden
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hightable.engine import Beat, Fast, Match, Record, View
from hightable.games.festo.game import GAME
from hightable.games.festo.pieces import CUBES, EVENT_CARDS, LOCATIONS
from tests.festo.played import MOODS, Options, choose
from tests.festo.table import ROWS, named

FOLDER = Path(__file__).parent / "golden"
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


def game(name: str) -> Match:
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


def playthrough(record: Record) -> str:
    """The record step by step: what was done, what happened, what changed for everybody, and what the one in turn may
    do next."""
    match = Match(GAME, record.seats, record.seed or "", record.options)
    options = ", ".join(f"{name} {value}" for name, value in record.options.items())
    lines = [f"Festo!, {record.seats} seats, {options}", ""]
    shown: list[str] = []
    step(lines, shown, match, match.opening)
    for i, (seat, text) in enumerate(record.entries):
        lines.append(f"{i + 1}. player {seat + 1}: {text}")
        step(lines, shown, match, match.enter(record.entry(GAME, i)))
    end = match.state.result
    lines.append(f"result: scores {end.scores}, places {end.places}, won by {end.winners}, by {end.ending}")
    lines += [f"   {line.text()}: {line.points}" for line in end.lines]
    return "\n".join(lines) + "\n"


def step(lines: list[str], shown: list[str], match: Match, beats: list[Beat]) -> None:
    """Add one step; `shown` is what the last one showed."""
    for beat in beats:
        args = "".join(f" {name}={value}" for name, value in beat.args.items())
        lines.append(f"   * {beat.name}{args}")
    state = match.state
    asked = [f"player {seat + 1} may: {', '.join(map(GAME.text, state.legal(seat)))}" for seat in state.deciding]
    now = [*described(state.view(None)), *asked]
    lines += [f"   {line}" for line in now if line not in shown]
    lines.append("")
    shown[:] = now


def described(view: View) -> Iterator[str]:
    """A view as lines: what lies where by name, then all the rest."""
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


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (seats, _options, _mood) in VARIANTS.items():
        record = Record.parse(Record.of(game(name), [f"Player {i + 1}" for i in range(seats)]).text())
        (FOLDER / f"{name}.record").write_text(record.text(), encoding="utf-8", newline="\n")
        if name in TOLD:
            (FOLDER / f"{name}.playthrough").write_text(playthrough(record), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
