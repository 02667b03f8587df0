"""The table for those who hear it: no plan drawn with letters, and no deed that leaves open who is meant."""

from __future__ import annotations

import re

import pytest

from hightable.engine import Fast
from hightable.games import game as find_game
from hightable.games import games
from hightable.games.text import text_of

DRAWN = re.compile(r"[|>·×]{1}\S|\s{3,}|\(\d+(\.\d+)+\)")  # signs that only make sense to the eye


@pytest.mark.parametrize("id", sorted(games()))
def test_lines_are_sentences(id: str) -> None:
    game = find_game(id)
    text, dice = text_of(game), Fast(4)
    state = game.start(game.min_seats, "spoken")
    names = [f"Guest {i}" for i in range(game.min_seats)]
    for _ in range(60):
        if state.over:
            break
        seat = state.deciding[0]
        view = state.view(seat)
        for line in text.spoken(view, [*names, *text.guests(view)]):
            plain = line.replace("×", "")  # "beans ×2" is read as "times"
            assert not DRAWN.search(plain) and line.rstrip()[-1] in ".?:", line
        legal = state.legal(seat)
        state.apply(seat, legal[dice.below(len(legal))])


def test_a_seat_at_the_kings_table_is_told_by_its_guest() -> None:
    game = find_game("kings-feast")
    state, text = game.start(1, "spoken"), text_of(find_game("kings-feast"))
    view = state.view(0)
    deeds = [game.text(action) for action in state.legal(0)]
    assert all(re.match(r"row \d seat \d: .+ \(\d+\)\. \w", text.about(view, deed, ["Ada"])) for deed in deeds)
    told = text.spoken(view, ["Ada"])
    assert sum(line.startswith("Row ") for line in told) == len(view["cells"])
    hidden = [line for line in told if "face down, one of" in line]
    assert hidden and all("seat of" in line or "sits right" in line for line in hidden)


def test_a_server_is_told_by_its_owner() -> None:
    game = find_game("royal-feast")
    state, text, dice = game.start(2, "spoken", {"quick_tables": "yes"}), text_of(game), Fast(1)
    names = ["Ada", "Odo"]
    while state.view(0)["asked"] != "act":
        legal = state.legal(state.deciding[0])
        state.apply(state.deciding[0], legal[dice.below(len(legal))])
    seat = state.deciding[0]
    view = state.view(seat)
    lifts = [game.text(action) for action in state.legal(seat) if game.text(action).startswith("lift")]
    told = {text.about(view, deed, names) for deed in lifts}
    assert told == {"a server of Ada", "a server of Odo"}
    assert text.about(view, "done", names) == ""
    assert any(line.startswith("Tile Q1: a1 ") for line in text.spoken(view, names))
