"""The fingerprint of a position: another for every other position, and the same everywhere for the same."""

from __future__ import annotations

import array
from collections.abc import Iterator

import pytest

import hightable
from hightable.engine import Fast, Game, State, playout
from hightable.engine.contract import FRAME
from hightable.engine.fingerprint import BITS, fingerprint
from hightable.games import games
from tests.engine.toy import ToyGame


def played(game: Game) -> State:
    """A position in the middle of a game."""
    state, dice = game.start(game.max_seats, "fingerprints"), Fast.of("fingerprints")
    for _ in range(25):
        after, seat = state.copy(), state.deciding[0]
        legal = state.legal(seat)
        after.apply(seat, legal[dice.below(len(legal))])
        if not after.over:
            state = after
    return state


def others(state: State) -> Iterator[tuple[str, State]]:
    """All positions that differ from this one in a single number, and in which."""
    for name in state.game.fields:
        value = getattr(state, name)
        for i in range(1 if isinstance(value, int) else len(value)):
            for change in (1, -1, 1 << 31, 1 << 40, -(1 << 61)):
                other = state.copy()
                if isinstance(value, int):
                    setattr(other, name, value + change)
                else:
                    getattr(other, name)[i] += change
                yield f"{name}[{i}]", other
    for i in range(state.depth * FRAME):
        other = state.copy()
        other.frames[i] += 1
        yield f"stack[{i}]", other
    other = state.copy()
    other.pop()
    yield "depth", other
    other = state.copy()
    other.dice.word()
    yield "drawn", other


@pytest.mark.parametrize("id", sorted(games()))
def test_every_number_of_a_position_counts(id: str) -> None:
    state = played(hightable.game(id))
    mark = fingerprint(state)
    assert 0 <= mark < 1 << BITS
    assert [where for where, other in others(state) if fingerprint(other) == mark] == []


def test_the_number_of_seats_counts() -> None:
    two, three = (ToyGame().blank(seats, {}, Fast(1)) for seats in (2, 3))
    assert two.dump() | {"seats": 3} == three.dump()
    assert fingerprint(two) != fingerprint(three)


@pytest.mark.parametrize("id", sorted(games()))
def test_the_same_position_has_the_same_everywhere(id: str) -> None:
    game = hightable.game(id)
    state = played(game)
    mark = fingerprint(state)
    assert fingerprint(state.copy()) == fingerprint(game.load(state.dump())) == fingerprint(played(game)) == mark
    playout(state, Fast(1))
    assert fingerprint(state) == fingerprint(state.copy()) != mark


def test_what_is_left_on_the_stack_below_is_no_part_of_the_position() -> None:
    state = played(hightable.game("the-feast"))
    other = state.copy()
    other.push(1, 2, 3, 4)
    other.pop()
    assert fingerprint(other) == fingerprint(state)


def test_it_stays_the_same_from_version_to_version() -> None:
    """Else a new version would take every stored game for one of other rules: this number is in the data bases."""
    state = ToyGame().start(3, "x")
    assert fingerprint(state) == 1098122380
    state.points = [1, -1, 1 << 40]
    assert fingerprint(state) == 237935109


def test_arrays_of_any_kind_are_the_same() -> None:
    state = ToyGame().start(3, "x")
    marks = set()
    for points in ([1, 2, -3], (1, 2, -3), array.array("q", [1, 2, -3])):
        state.points = points
        marks.add(fingerprint(state))
    assert len(marks) == 1
