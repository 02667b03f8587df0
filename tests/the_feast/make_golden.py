"""Writes the golden games: finished records, and playthroughs that a person can read. Run it only when a change of the
rules is meant to alter stored games (and raise the game's rules version then):

    python -m tests.the_feast.make_golden
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hightable.engine import Beat, Fast, Match, Record
from hightable.games.the_feast import GAME

FOLDER = Path(__file__).parent / "golden"
VARIANTS = ((2, 2), (2, 6), (3, 1), (3, 3), (4, 0), (5, 1), (6, 0), (8, 0))  # seats, dummies
UNDOING = ((2, 2), (4, 0), (6, 0))  # where players take back now and then


def name(seats: int, dummies: int) -> str:
    return f"{seats}-seats-{dummies}-dummies"


def game(seats: int, dummies: int) -> Match:
    """A game of players who choose at random."""
    match = Match(GAME, seats, f"golden {seats} {dummies}", {"dummies": dummies})
    dice = Fast.of(match.seed)
    while not match.state.over:
        deciding = match.state.deciding
        seat = deciding[dice.below(len(deciding))]
        legal = match.state.legal(seat)
        match.apply(seat, legal[dice.below(len(legal))])
        if (seats, dummies) in UNDOING and dice.below(8) == 0 and match.why_no_undo(seat) is None:
            match.undo(seat)
    return match


def playthrough(record: Record) -> str:
    """The record step by step: what was done, what happened, what changed for a spectator (and for player 1 where that
    is more), and what may be done next."""
    match = Match(GAME, record.seats, record.seed or "", record.options)
    lines = [f"The Feast, {record.seats} seats, {record.options['dummies']} dummies", ""]
    shown: list[str] = []
    step(lines, shown, match, match.opening)
    for i, (seat, text) in enumerate(record.entries):
        lines.append(f"{i + 1}. player {seat + 1}: {text}")
        step(lines, shown, match, match.enter(record.entry(GAME, i)))
    end = match.state.result
    lines.append(f"result: scores {end.scores}, guests {end.guests}, places {end.places}, won by {end.winners}")
    return "\n".join(lines) + "\n"


def step(lines: list[str], shown: list[str], match: Match, beats: list[Beat]) -> None:
    """Add one step; `shown` is what the last one showed."""
    for beat in beats:
        args = "".join(f" {name}={value}" for name, value in beat.args.items())
        secret = "" if beat.only < 0 else "  (secret)"
        lines.append(f"   * {beat.name}{args}{secret}")
    state = match.state
    seen = list(flat("", state.view(None)))
    mine = [line for line in flat("", state.view(0)) if line not in seen]
    asked = [f"player {seat + 1} may: {', '.join(map(GAME.text, state.legal(seat)))}" for seat in state.deciding]
    now = [*seen, *(f"(player 1) {line}" for line in mine), *asked]
    lines += [f"   {line}" for line in now if line not in shown]
    lines.append("")
    shown[:] = now


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


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for variant in VARIANTS:
        record = Record.parse(Record.of(game(*variant), [f"Player {i + 1}" for i in range(variant[0])]).text())
        (FOLDER / f"{name(*variant)}.record").write_text(record.text(), encoding="utf-8", newline="\n")
        (FOLDER / f"{name(*variant)}.playthrough").write_text(playthrough(record), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
