"""Positions as data: what `dump` wrote is taken back, and nothing else is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hightable
from hightable.engine import State
from hightable.games import games

Data = dict[str, Any]
ROOT = Path(__file__).parents[2]
FUZZED = 1500  # spoiled positions, of all games together
SECONDS = 300  # for all of them, on the slowest machine


@pytest.mark.parametrize("id", sorted(games()))
def test_what_was_dumped_is_loaded(id: str) -> None:
    game = hightable.game(id)
    state = game.start(game.min_seats, "load")
    assert game.load(state.dump()).dump() == state.dump()


@pytest.mark.parametrize("data", [None, [], "x", 3, {}, {"game": "kings-feast"}, {"game": "the-feast", "rules": -1}])
def test_what_is_no_position_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match="this is no position of kings-feast"):
        hightable.game("kings-feast").load(data)


def put(name: str, value: Any) -> Callable[[Data], object]:
    return lambda data: data.__setitem__(name, value)


@pytest.mark.parametrize(
    "spoil",
    [
        put("seats", 1.0),
        put("seats", 2),
        put("stack", [["Turn", "1", 0, 0]]),
        put("stack", [["Turn", 1, 0]]),
        put("stack", [["Feasting", 1, 0, 0]]),
        put("how", 1.5),
        put("number", "16"),
        put("ending", 7),
        put("up", True),
        put("up", 1 << 70),
        put("up", 0),  # nobody lies face up: there is nothing to do
        put("options", {"arrangement": "no-such-one"}),
        put("dice", {"kind": "loaded"}),
        lambda data: data.pop("label"),
        lambda data: data["how"].__setitem__(10, 9),
        lambda data: data["number"].pop(),
    ],
)
def test_a_spoiled_position_is_refused(spoil: Callable[[Data], object]) -> None:
    game = hightable.game("kings-feast")
    data = game.start(1, "1", {"arrangement": "round-table-roast"}).dump()
    spoil(data)
    with pytest.raises(ValueError, match="this is no position of kings-feast"):
        game.load(data)


def played(id: str, seats: int, until: Callable[[State], bool], dice: str = "keyed") -> Data:
    """A position of a game in which everybody does the first thing that is legal."""
    state = hightable.game(id).start(seats, "spoiled", dice=dice)
    while not until(state):
        seat = state.deciding[0]
        state.apply(seat, state.legal(seat)[0])
    return state.dump()


def asks(name: str) -> Callable[[State], bool]:
    return lambda state: state.dump()["stack"][-1][0] == name


def put_in(name: str, i: int, value: int) -> Callable[[Data], object]:
    return lambda data: data[name].__setitem__(i, value)


@pytest.mark.parametrize(
    ("data", "spoil", "why"),
    [
        (played("royal-feast", 3, asks("TakePlaces")), put("purse", [0] * 4), "a coin is lost or doubled"),
        (played("royal-feast", 3, asks("Serve")), put("placed", 0), "not all servers are placed"),
        (
            played("the-feast", 4, asks("Ploys"), "fast"),
            lambda data: data["dice"].__setitem__("state", 0),
            "the dice's state should be a number from 1",
        ),
        (played("the-feast", 4, asks("Ploys")), put_in("hands", 3, 1 << 31), "hands should be a number from 0 to 10"),
        (played("festo", 3, asks("Morning")), put_in("cubes", 0, -1), "cubes should be a number from 0 to 14"),
        (played("kings-feast", 1, asks("Turn")), put("stack", [["Turn", 0, 0, 0]]), "nobody is asked"),
        (played("henrys-feast", 2, asks("Active")), put_in("hand_n", 0, 4), "a hand holds more than it can"),
    ],
)
def test_what_can_not_be_played_on_is_refused_with_the_reason(
    data: Data, spoil: Callable[[Data], object], why: str
) -> None:
    game = hightable.game(data["game"])
    game.load(data)
    spoil(data)
    with pytest.raises(ValueError, match=f"^this is no position of {game.id}: .*{why}"):
        game.load(data)


@pytest.mark.parametrize("folder", ["src", "build/compiled"])
def test_spoiled_positions_are_refused_or_can_be_played_on(folder: str) -> None:
    """In a process of its own: one that hangs is ended, and one that crashes takes nothing with it."""
    if not any((ROOT / folder).glob("hightable/engine/contract.*")):
        pytest.skip("there is no compiled form here")
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.fuzz_load", "a seed", str(FUZZED)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": folder},
        timeout=SECONDS,
    )
    last = done.stdout.splitlines()[-1]
    assert done.returncode == 0, f"{done.stderr[-2000:]} at {last}"
    told = json.loads(last)
    assert told["compiled"] == (folder != "src")
    assert min(told["accepted"].values()) > 20 and len(told["reasons"]) > 100
