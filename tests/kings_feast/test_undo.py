"""Going back: up to what was shown or drawn by chance, and no further, with the reason in words."""

from __future__ import annotations

import pytest

from hightable.engine import Match, Refused
from hightable.games.kings_feast import GAME
from tests.kings_feast.table import numbers, seated

SHOWN = "something hidden has been shown"


def match_of(diagram: str, known: str = "nothing") -> Match:
    """A match that goes on from this position."""
    state = seated(diagram, known=known)
    match = Match(GAME, 1, "undo", {"arrangement": state.options["arrangement"]})
    match.state = state
    match._bar(match.barrier)
    return match


def do(match: Match, *texts: str) -> None:
    for text in texts:
        match.apply(0, GAME.parse(text))


@pytest.mark.parametrize(
    ("diagram", "actions"),
    [
        ("3 (5) (7)\n18 2 (1)", ("activate r1c1", "peek r1c2")),  # a peek at an unknown card
        ("18 (5) (7)\n3 2 (1)", ("activate r1c1", "flip r1c2")),  # a reveal
        ("11 (5) (7)\n18 2 (1)", ("activate r1c1", "peek r1c2")),  # a peek and a reveal
        ("18 (2) (7)\n3 5 (1)", ("activate r1c1", "flip r1c2")),  # the Hermit lies as before, but was seen
    ],
)
def test_a_peek_or_a_reveal_bars_the_way_back(diagram: str, actions: tuple[str, ...]) -> None:
    match = match_of(diagram)
    do(match, *actions[:-1])
    assert match.why_no_undo(0) is None
    do(match, actions[-1])
    why = match.why_no_undo(0)
    assert why is not None and SHOWN in str(why) and why.rule == "HT-3"
    before = match.state.dump()
    with pytest.raises(Refused, match=SHOWN):
        match.undo(0)
    assert match.state.dump() == before


@pytest.mark.parametrize(
    ("diagram", "actions"),
    [
        ("12 (5) (7)\n18 3 (1)", ("activate r1c1", "choose r2c1", "choose r2c2", "activate r2c1")),
        ("15 (5) (7)\n18 2 (1)", ("activate r1c1", "choose r1c2", "choose r2c3", "skip-swap")),
        ("7 3 4\n18 9 (1)\n8 10 (5)", ("activate r2c2", "skip-swap", "activate r1c1", "choose r3c1", "choose r3c2")),
        ("17 (5) 3\n18 2 (7)\n4 9 (1)", ("activate r1c1", "choose r1c3")),
        ("18 3 5\n4 (7) (1)", ("activate r1c1", "flip r1c2", "flip r2c1")),  # up to down
        ("5 (3) (7)\n18 2 (1)", ("activate r1c1", "call 7")),
    ],
)
def test_moves_and_choices_can_all_be_taken_back(diagram: str, actions: tuple[str, ...]) -> None:
    match = match_of(diagram)
    states = [match.state.dump()]
    for action in actions:
        do(match, action)
        states.append(match.state.dump())
    for state in reversed(states[:-1]):
        match.undo(0)
        assert match.state.dump() == state
    assert match.why_no_undo(0) is not None


@pytest.mark.parametrize(
    ("diagram", "actions"),
    [
        ("3 (5) 7\n18 2 (1)", ("activate r1c1", "peek r1c2")),  # deduced: the only unknown card
        ("18 (5) 7\n3 2 (1)", ("activate r1c1", "flip r1c2")),
        ("11 (5) 7\n18 2 (1)", ("activate r1c1", "peek r1c2")),
    ],
)
@pytest.mark.parametrize("known", ["nothing", "everything"])
def test_what_is_known_already_bars_nothing(diagram: str, actions: tuple[str, ...], known: str) -> None:
    match = match_of(diagram, known)
    before = match.state.dump()
    do(match, *actions)
    assert match.why_no_undo(0) is None
    for _action in actions:
        match.undo(0)
    assert match.state.dump() == before


def test_a_peek_at_a_card_peeked_at_before_bars_nothing() -> None:
    match = match_of("3 (15) (17)\n18 (7) (1)\n11 9 8")
    do(match, "activate r1c1", "peek r1c2", "skip-swap", "activate r3c1")
    assert match.why_no_undo(0) is None
    do(match, "peek r1c2")
    assert match.why_no_undo(0) is None
    do(match, "skip-swap")
    assert match.why_no_undo(0) is None


def test_the_jesters_mixing_bars_the_way_back() -> None:
    match = match_of("3 4 7\n18 2 (1)")
    do(match, "activate r1c2")
    why = match.why_no_undo(0)
    assert why is not None and "can't go back" in str(why)


def test_the_end_of_the_game_bars_the_way_back() -> None:
    match = match_of("3 4 7\n18 2 (1)")
    do(match, "end-game")
    why = match.why_no_undo(0)
    assert why is not None and "game is over" in str(why)


def test_the_assassin_known_or_not_ends_it_for_good() -> None:
    match = match_of("3 4 7\n18 2 (1)")
    do(match, "activate r1c1", "peek r2c3")
    assert match.state.over
    with pytest.raises(Refused, match="can't go back"):
        match.undo(0)


def test_taking_back_is_part_of_the_history() -> None:
    match = match_of("15 (5) (7)\n18 2 (1)")
    do(match, "activate r1c1", "choose r1c1")
    match.undo(0)
    do(match, "choose r1c2", "choose r1c3")
    assert numbers(match.state)[:3] == [15, 7, 5]
    assert [entry.action for entry in match.entries].count(0) == 1
