"""The compiled form plays exactly what the plain one plays, and is as fast as it should be by ratio.

`make test` builds it into build/compiled; without a C compiler that is skipped, but not in CI."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench.engine import COMPILED, forms
from bench.form import SEATS
from bench.worker import fastest
from hightable import __version__

ROOT = Path(__file__).parents[1]
STORY = """
import sys, json
from hashlib import sha256
sys.path[:0] = sys.argv[1:]
from hightable.bots import bot
from hightable.engine import Fast, Match, Record, compiled
from hightable.engine.fingerprint import fingerprint
from hightable.games import games

digest = sha256()


# One game, or the first part of it, with some levels asked at each decision, and seldom one that thinks; at a
# game for one the best of them acts, which lets it last.
def play(game, seats, options, number):
    match = Match(game, seats, f"both forms {seats}", options)
    dice = Fast.of(f"choices {seats}")
    while not match.state.over and len(match.entries) < 200:
        seat = match.state.deciding[0]
        view = match.state.view(seat)
        asked = ["random", "greedy"]
        if game.max_seats == 1 or len(match.entries) % 40 == number % 40:
            asked.append("cook" if game.max_seats == 1 else "chef")
        choices = [bot(level).choose(game, view, dice) for level in asked]
        if game.id == "kings-feast" and len(match.entries) < 12:  # weighs more worlds than a C int has bits
            choices.append(bot("chef").choose(game, view, dice))
        imagined = game.imagine(view, dice).dump()
        match.apply(seat, choices[len(asked) - 1 if game.max_seats == 1 else (seats + number) % len(asked)])
        digest.update(json.dumps([view, choices, imagined, match.state.dump(), fingerprint(match.state)]).encode())
    digest.update(Record.of(match).text().encode())


for game in games().values():
    for seats in range(game.min_seats, game.max_seats + 1):
        values = {option.name: option.values(seats) for option in game.options}
        for number in range(max(map(len, values.values()), default=1)):  # every value of every option
            play(game, seats, {name: some[number % len(some)] for name, some in values.items()}, number)
print(compiled(), digest.hexdigest())
"""

MARKS = """
import sys
from array import array
sys.path[:0] = [*sys.argv[1:], "."]
from hightable.engine import compiled
from hightable.engine.fingerprint import fingerprint
from tests.engine.toy import ToyGame

state = ToyGame().start(3, "x")
marks = [fingerprint(state)]
for deck in [2, 1, -5], (2, 1, -5), array("q", [2, 1, -5]), bytearray(b"deck"), [1 << 31, -(1 << 50), 1 << 100]:
    state.deck = deck
    for state.round in 3, True, -1, 1 << 45, -(1 << 90):
        marks.append(fingerprint(state))
print(compiled(), ",".join(map(str, marks)))
"""


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    if not any((ROOT / COMPILED).glob("hightable/engine/contract.*.so")):
        message = "no compiled form: `make compile` makes it where a C compiler is installed"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)


def story(script: str, *folders: str) -> tuple[str, str]:
    run = subprocess.run([sys.executable, "-c", script, *folders], capture_output=True, text=True, cwd=ROOT, check=True)
    form, digest = run.stdout.split()
    return form, digest


@pytest.mark.parametrize("script", [STORY, MARKS], ids=["games", "games from elsewhere"])
def test_trajectories_views_fingerprints_and_bots_are_the_same_in_both_forms(script: str) -> None:
    """A game that is not compiled with the engine has arrays of its own kind; it only shows where those differ."""
    plain, compiled = story(script), story(script, str(COMPILED))
    assert (plain[0], compiled[0]) == ("False", "True")
    assert plain[1] == compiled[1]


def test_both_forms_refuse_the_same_arguments_with_the_same_words() -> None:
    said = []
    for folder in ("src", str(COMPILED)):
        command = [sys.executable, "-m", "tests.bad_arguments"]
        env = {**os.environ, "PYTHONPATH": folder}
        said.append(subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=env, check=True).stdout)
    plain, compiled = (lines.splitlines() for lines in said)
    assert (plain[0], compiled[0]) == ("False", "True") and len(plain) > 2000
    assert [pair for pair in zip(plain[1:], compiled[1:], strict=True) if pair[0] != pair[1]] == []
    assert not [line for line in plain if "unsupported" in line or "not supported" in line or "attribute" in line]


def test_version_tells_the_form() -> None:
    for folder, form in (("src", "plain Python: run from source"), (str(COMPILED), "compiled")):
        command = [sys.executable, "-m", "hightable", "--version"]
        told = subprocess.run(
            command, capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": folder}
        )
        assert told.stdout == f"hightable {__version__}, {form}\n"


def test_speed_by_ratio_to_the_yardstick() -> None:
    """Half of what is promised in docs/speed.md, so that only a real loss fails: ratios of one run, never times. Both
    forms, and The Feast in idiomatic Python, take turns in short chunks of processor time, and the best ones count."""
    with ExitStack() as stack:
        plain, compiled = forms(stack)
        asked = [(form, f"playout {game}") for game in SEATS for form in (plain, compiled)]
        best = fastest([(plain, "idiomatic"), *asked], rounds=4)
    yardstick = best["plain", "idiomatic"]
    assert yardstick / best["compiled", "playout the-feast"] > 10
    assert yardstick / best["plain", "playout the-feast"] > 0.3
    gains = {game: best["plain", f"playout {game}"] / best["compiled", f"playout {game}"] for game in SEATS}
    assert min(gains.values()) > 4, gains
