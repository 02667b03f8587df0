"""The compiled form plays exactly what the plain one plays, and is as fast as it should be by ratio.

`make test` builds it into build/compiled; without a C compiler that is skipped, but not in CI."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.engine import COMPILED, figures

ROOT = Path(__file__).parents[1]
STORY = """
import sys, json
from hashlib import sha256
sys.path[:0] = sys.argv[1:]
from hightable.bots import bot, levels
from hightable.engine import Fast, Match, Record, contract
from hightable.games import games

digest = sha256()


# One game, or the first part of it, with every fast level asked at each decision; the best of them acts where the game
# has a search of its own, which lets it last.
def play(game, seats, options, number):
    match = Match(game, seats, f"both forms {seats}", options)
    dice = Fast.of(f"choices {seats}")
    asked = levels(game)[:3]
    while not match.state.over and len(match.entries) < 200:
        seat = match.state.deciding[0]
        view = match.state.view(seat)
        choices = [bot(level).choose(game, view, dice) for level in asked]
        imagined = game.imagine(view, dice).dump()
        match.apply(seat, choices[-1 if game.efforts else (seats + number) % len(choices)])
        digest.update(json.dumps([view, choices, imagined, match.state.dump()]).encode())
    digest.update(Record.of(match).text().encode())


for game in games().values():
    for seats in range(game.min_seats, game.max_seats + 1):
        values = {option.name: option.values(seats) for option in game.options}
        for number in range(max(map(len, values.values()), default=1)):  # every value of every option
            play(game, seats, {name: some[number % len(some)] for name, some in values.items()}, number)
print(contract.__file__.endswith(".py"), digest.hexdigest())
"""


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    if not any((ROOT / COMPILED).glob("hightable/engine/contract.*.so")):
        message = "no compiled form: `make build/compiled` makes it where a C compiler is installed"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)


def story(*folders: str) -> tuple[str, str]:
    run = subprocess.run([sys.executable, "-c", STORY, *folders], capture_output=True, text=True, cwd=ROOT, check=True)
    plain, digest = run.stdout.split()
    return plain, digest


def test_trajectories_views_imagination_and_bots_are_the_same_in_both_forms() -> None:
    plain, compiled = story(), story(str(COMPILED))
    assert (plain[0], compiled[0]) == ("True", "False")
    assert plain[1] == compiled[1]


def test_speed_by_ratio_to_the_yardstick() -> None:
    """Half of what is promised, so that only a real loss fails: ratios of one run, never times."""
    best = figures(rounds=4)
    yardstick = min(form["yardstick"] for form in best.values())
    assert yardstick / best["compiled"]["playout"] > 6
    assert yardstick / best["plain"]["playout"] > 0.3
