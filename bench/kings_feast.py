"""How well The King's Feast is played at each level, and by somebody who sees all cards: the ceiling, no level.

    python -m bench.kings_feast [FOLDER] --games 1000 --seed 1 --jobs 2 --keep build/kings-feast.jsonl --write

FOLDER holds the compiled package (build/compiled); the installed one is used otherwise. `--arrangement` and
`--player` play that one only. `--write` puts each line into docs/kings-feast.md as soon as it is there. `--keep` notes
every deal in a file, and what is noted there is not played again: so a long run may be stopped and taken up; a changed
solver needs a new file. `--noted` plays nothing and shows what is in that file; a line over fewer deals than asked for
says so.
Scores don't depend on the number of jobs; times are of the machine."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from itertools import takewhile
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


class Deals:
    """All deals played so far, by arrangement, level, seed and number; in a file too, if there is one."""

    def __init__(self, keep: str) -> None:
        self.keep = Path(keep) if keep else None
        self.played: dict[tuple[str, str, str], dict[int, Played]] = {}
        if self.keep and self.keep.exists():
            for line in self.keep.read_text(encoding="utf-8").splitlines():
                arrangement, level, seed, number, *played = json.loads(line)
                self.played.setdefault((arrangement, level, seed), {})[number] = tuple(played)

    def add(self, key: tuple[str, str, str], start: int, some: list[Played]) -> None:
        self.played.setdefault(key, {}).update(enumerate(some, start))
        if self.keep:
            with self.keep.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps([*key, start + i, *one]) + "\n" for i, one in enumerate(some))

    def missing(self, key: tuple[str, str, str], games: int) -> Iterator[tuple[int, int]]:
        """Pieces of what has not been played yet."""
        played = self.played.get(key, {})
        for start in range(0, games, CHUNK):
            end = min(start + CHUNK, games)
            if any(i not in played for i in range(start, end)):
                yield start, end

    def fill(self, key: tuple[str, str, str], games: int, folder: str, jobs: int) -> None:
        """Play what is missing."""
        arrangement, level, seed = key
        pieces = list(self.missing(key, games))
        calls = [joblib.delayed(play)(folder, level, arrangement, seed, *piece) for piece in pieces]
        played = joblib.Parallel(n_jobs=jobs, return_as="generator")(calls)
        for (start, _end), some in zip(pieces, played, strict=True):
            self.add(key, start, some)

    def line(self, key: tuple[str, str, str], games: int) -> list[Played]:
        """The first deals of this player, without a gap."""
        played = self.played.get(key, {})
        return list(takewhile(bool, (played.get(i, ()) for i in range(games))))


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share."""
    spread = Z95 * Z95 / n
    centre, reach = share + spread / 2, Z95 * sqrt(share * (1 - share) / n + spread / (4 * n))
    return max(0.0, (centre - reach) / (1 + spread)), min(1.0, (centre + reach) / (1 + spread))


def duel(played: list[Played], before: list[Played]) -> str:
    """In how many of the deals that both have played the score is lower, and higher, than the other's."""
    pairs = list(zip((one[0] for one in played), (one[0] for one in before), strict=False))
    if not pairs:
        return ""
    better, worse = sum(a < b for a, b in pairs), sum(a > b for a, b in pairs)
    return f"{better / len(pairs):.1%}, {worse / len(pairs):.1%}"


def row(level: str, played: list[Played], before: list[Played]) -> str:
    """One line of a table; `before` are the deals of the line above."""
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
        f"| {level} | {mean:.2f} ({max(0.0, mean - reach):.2f} … {mean + reach:.2f}) "
        f"| {share:.1%} ({low:.1%} … {high:.1%}) | {duel(played, before)} | {turns:.1f} "
        f"| {1000 * seconds / actions:.2f} ms | {max(one[4] for one in played):.2f} s | {seconds / n:.2f} s |"
    )


def table(name: str, arrangement: str, levels: list[str], seed: str, games: int, deals: Deals) -> str:
    """The table of one arrangement with all lines there are."""
    found = {level: deals.line((arrangement, level, seed), games) for level in levels}
    lines = [f"### {name}", "", f"The first {games:,} deals of seed {seed}; a line over fewer says so.", ""]
    lines += ["| player | mean score | share of 0 | better, worse | turns | per action | longest | per deal |"]
    lines += ["|---|---|---|---|---:|---:|---:|---:|"]
    before: list[Played] = []
    for level, played in found.items():
        if played:
            lines += [row(level if len(played) == games else f"{level}, {len(played)} deals", played, before)]
        before = played
    return "\n".join([*lines, "", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description="How well each level plays The King's Feast.")
    parser.add_argument("folder", nargs="?", default="")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--arrangement", default="", help="this one only")
    parser.add_argument("--player", default="", help="this one only")
    parser.add_argument("--keep", default="", help="note every deal in this file, and go on from there")
    parser.add_argument("--noted", action="store_true", help="play nothing: only what is in that file")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/kings-feast.md")
    given = parser.parse_args()
    folder = os.path.abspath(given.folder) if given.folder else ""
    if folder:
        sys.path.insert(0, folder)
    from hightable.games.kings_feast.arrangement import NAMES
    from hightable.games.kings_feast.game import GAME

    deals, levels = Deals(given.keep), players(GAME)
    names = {str(id): str(name) for id, name in NAMES.items() if given.arrangement in ("", id)}
    for level in [given.player] if given.player else levels:  # the quick ones first
        for arrangement, name in names.items():
            key = (arrangement, level, given.seed)
            if not given.noted:
                deals.fill(key, given.games, folder, given.jobs)
            if played := deals.line(key, given.games):
                print(name, row(level, played, []), flush=True)
            if given.write:
                write(f"### {name}", table(name, arrangement, levels, given.seed, given.games, deals))


def write(head: str, table: str) -> None:
    """Put a table into the report, instead of the one with the same heading."""
    text = REPORT.read_text(encoding="utf-8")
    start = text.index(head)
    end = next(end for mark in ("\n### ", "\n" + END) if (end := text.find(mark, start)) >= 0) + 1
    REPORT.write_text(text[:start] + table + text[end:], encoding="utf-8")


if __name__ == "__main__":
    main()
