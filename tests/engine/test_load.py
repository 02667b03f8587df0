"""Positions as data: what `dump` wrote is taken back, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import hightable
from hightable.games import games

Data = dict[str, Any]


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
