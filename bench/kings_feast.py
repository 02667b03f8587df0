"""How well The King's Feast is played at each level, and by somebody who sees all cards: the ceiling, no level.

    python -m bench.kings_feast [FOLDER] --games 1000 --seed 1 --jobs 2 --write

FOLDER holds the compiled package (build/compiled); the installed one is used otherwise. `--arrangement` plays that one
only. `--write` puts each table into docs/kings-feast.md as soon as it is there. Scores don't depend on the number of
jobs; times are of the machine."""

from __future__ import annotations

import argparse
import os
import sys
import time
from math import sqrt
from pathlib import Path
from typing import Any

import joblib

ROOT = Path(__file__).parents[1]
REPORT = ROOT / "docs" / "kings-feast.md"
END = "<!-- end of tables -->"
SEEING = "all-seeing"
CHUNK = 10
Z95 = 1.959964

Played = tuple[int, int, int, float, float]  # score, turns, actions, seconds in all, longest action


def players(game: Any) -> list[str]:
    return ["random", "greedy", *game.efforts, SEEING]


def play(folder: str, level: str, arrangement: str, seed: str, start: int, end: int) -> list[Played]:
    """Deals number `start` up to `end`: each is dealt from `seed/number`, and the player draws from `seed/number/0`."""
    if folder and folder not in sys.path:
        sys.path.insert(0, folder)
    from hightable.bots import bot
    from hightable.engine.dice import Fast
    from hightable.games import game as find

    game = find("kings-feast")
    player = bot(list(game.efforts)[-1] if level == SEEING else level)
    found: list[Played] = []
    for i in range(start, end):
        state = game.start(1, f"{seed}/{i}", {"arrangement": arrangement}, dice="fast")
        dice = Fast.of(f"{seed}/{i}/0")
        actions, longest, begun = 0, 0.0, time.process_time()
        while not state.over:
            before = time.process_time()
            view = state.view(0)
            if level == SEEING:
                see_all(view, state.dump()["number"])
            state.apply(0, player.choose(game, view, dice))
            actions += 1
            longest = max(longest, time.process_time() - before)
        seconds = time.process_time() - begun
        found.append((int(state.result.scores[0]), state.view(0)["completed"], actions, seconds, longest))
    return found


def see_all(view: dict[str, Any], numbers: list[int]) -> None:
    """Write the true number of every card into the notes of a view."""
    for cell, number in zip(view["cells"], numbers, strict=True):
        cell.update(number=number, maybe=[number], how=cell["how"] or "seen")


def deals(folder: str, level: str, arrangement: str, seed: str, games: int, jobs: int) -> list[Played]:
    calls = [
        joblib.delayed(play)(folder, level, arrangement, seed, start, min(start + CHUNK, games))
        for start in range(0, games, CHUNK)
    ]
    return [played for some in joblib.Parallel(n_jobs=jobs)(calls) for played in some]


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share."""
    spread = Z95 * Z95 / n
    centre, reach = share + spread / 2, Z95 * sqrt(share * (1 - share) / n + spread / (4 * n))
    return max(0.0, (centre - reach) / (1 + spread)), min(1.0, (centre + reach) / (1 + spread))


def row(level: str, played: list[Played]) -> str:
    """One line of a table."""
    n = len(played)
    scores = [one[0] for one in played]
    mean = sum(scores) / n
    spread = sqrt(sum((score - mean) ** 2 for score in scores) / max(1, n - 1))
    reach = Z95 * spread / sqrt(n)
    share = scores.count(0) / n
    low, high = wilson(share, n)
    turns = sum(one[1] for one in played) / n
    seconds, actions = sum(one[3] for one in played), sum(one[2] for one in played)
    return (
        f"| {level} | {mean:.2f} ({mean - reach:.2f} … {mean + reach:.2f}) "
        f"| {share:.1%} ({low:.1%} … {high:.1%}) | {turns:.1f} "
        f"| {1000 * seconds / actions:.2f} ms | {max(one[4] for one in played):.2f} s | {seconds / n:.2f} s |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="How well each level plays The King's Feast.")
    parser.add_argument("folder", nargs="?", default="")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--arrangement", default="", help="this one only")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/kings-feast.md")
    given = parser.parse_args()
    folder = os.path.abspath(given.folder) if given.folder else ""
    if folder:
        sys.path.insert(0, folder)
    from hightable.games.kings_feast.arrangement import NAMES
    from hightable.games.kings_feast.game import GAME

    for arrangement, name in NAMES.items():
        if given.arrangement not in ("", arrangement):
            continue
        head = f"### {name}"
        lines = [head, "", "| player | mean score | share of 0 | turns | per action | longest | per deal |"]
        lines.append("|---|---|---|---:|---:|---:|---:|")
        print("\n".join(lines), flush=True)
        for level in players(GAME):
            lines.append(row(level, deals(folder, level, str(arrangement), given.seed, given.games, given.jobs)))
            print(lines[-1], flush=True)
        print()
        if given.write:
            write(head, "\n".join([*lines, "", ""]))


def write(head: str, table: str) -> None:
    """Put a table into the report, instead of the one with the same heading."""
    text = REPORT.read_text(encoding="utf-8")
    start = text.index(head)
    end = next(end for mark in ("\n### ", "\n" + END) if (end := text.find(mark, start)) >= 0) + 1
    REPORT.write_text(text[:start] + table + text[end:], encoding="utf-8")


if __name__ == "__main__":
    main()
