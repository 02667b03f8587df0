"""The King's Feast, section 8 of the specification: the end of the game and the score. One test or more per rule and
ruling."""

from __future__ import annotations

import pytest

from hightable.engine import Refused
from hightable.games.kings_feast import GAME
from hightable.games.kings_feast.game import title
from tests.kings_feast.table import drawn, layout, legal, numbers, play, seated, told

TITLES = (
    ["A Kingly Feast"]
    + ["A Brilliant Banquet"] * 2
    + ["A Superb Shindig"] * 2
    + ["An Acceptable Affair"] * 4
    + ["A Tumultuous Teatime"] * 12
)


def apart(wrong: int):
    """All 18 cards, this many of them not on their goal cell; a turn begins, one has been completed."""
    cards = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 1]
    goal = [*cards[1:wrong], cards[0], *cards[wrong:]] if wrong else cards
    names = [f"({card})" if card == 1 else str(card) for card in cards]
    return seated(
        " ".join(names[:9]) + "\n" + " ".join(names[9:]),
        goal=" ".join(map(str, goal[:9])) + "\n" + " ".join(map(str, goal[9:])),
    )


def test_kf_60_the_assassin_drops_all_that_is_pending() -> None:
    state = seated("18 (16) (1)\n3 4 5")
    beats = play(state, "activate r1c1", "flip r1c2", "flip r1c3")
    assert [beat.name for beat in beats[-2:]] == ["revealed", "over"]
    assert told(beats, "retired") == []
    assert state.over and legal(state) == [] and state.view(0)["stack"] == []
    assert state.view(0)["completed"] == 1, "the turn is not completed"


def test_kf_60_cards_are_scored_where_they_lie() -> None:
    state = seated("17 (1) 3\n18 4 5", goal="17 1 3\n18 4 5")
    play(state, "activate r1c1", "choose r1c2", "flip r1c1")
    assert layout(state) == drawn("1 17 3\n18 4 5")
    assert state.view(0)["score"]["misplaced"] == 2
    assert state.result.scores == [4]


def test_kf_61_all_down_at_the_start_of_a_turn_ends_the_game() -> None:
    state = seated("12 (3)\n(18) (1)")
    play(state, "activate r1c1")
    beats = play(state, "skip-swap")
    assert told(beats, "over") == [(2,)]
    assert state.view(0)["ending"] == state.result.ending == "all-down"


def test_kf_r26_all_down_in_mid_turn_does_not_end_it() -> None:
    """Step 3 is still played, and counts."""
    state = seated("12 (3)\n(18) (1)", goal="12 18\n3 1")
    play(state, "activate r1c1")
    assert not state.over and state.view(0)["phase"] == "swap"
    play(state, "choose r1c1", "choose r2c1")
    assert state.view(0)["ending"] == "all-down"
    assert layout(state) == drawn("18 3\n12 1")
    assert state.view(0)["completed"] == 2


def test_kf_61_all_down_in_the_middle_of_an_order_does_not_end_it() -> None:
    """The Jester has laid down the last up cards, and still flips one of them."""
    state = seated("4 3\n(18) (1)")
    play(state, "activate r1c1")
    assert not any(cell["up"] for cell in state.view(0)["cells"])
    assert legal(state) == ["flip r1c1", "flip r1c2"]


def test_kf_62_the_player_may_end_the_game_after_a_completed_turn() -> None:
    state = seated("12 3\n18 (1)", completed=0)
    play(state, "activate r1c1", "skip-swap")
    beats = play(state, "end-game")
    assert told(beats, "over") == [(3,)]
    assert state.view(0)["ending"] == state.result.ending == "chosen"


def test_kf_62_not_during_a_turn() -> None:
    state = seated("12 3 4\n18 5 (1)")
    play(state, "activate r1c1")
    assert "end-game" not in legal(state)
    with pytest.raises(Refused):
        play(state, "end-game")
    play(state, "choose r1c2")
    assert "end-game" not in legal(state)


def test_kf_r25_not_before_the_first_turn() -> None:
    state = GAME.start(1, "s")
    assert "end-game" not in legal(state)
    with pytest.raises(Refused, match="completed a turn") as refused:
        play(state, "end-game")
    assert refused.value.rule == "KF-62"


def test_kf_63_all_cards_are_turned_up_without_reactions() -> None:
    state = seated("12 (16) (13)\n18 (2) (1)", goal="12 16 13\n18 2 1")
    beats = play(state, "end-game")
    assert [beat.name for beat in beats] == ["over"]
    assert layout(state) == drawn("12 16 13\n18 2 1")
    for viewer in (0, None):
        cells = state.view(viewer)["cells"]
        assert [cell["number"] for cell in cells] == numbers(state)
        assert all(cell["up"] and cell["how"] == "up" for cell in cells)


def test_kf_r27_the_final_turning_up_of_the_assassin_costs_nothing() -> None:
    state = seated("12 (16) (13)\n18 (2) (1)")
    play(state, "end-game")
    assert state.view(0)["score"]["penalty"] == 0
    assert state.result.scores == [0]


@pytest.mark.parametrize("wrong", [0, *range(2, 19)])
def test_kf_64_the_score_counts_the_cards_in_the_wrong_place(wrong: int) -> None:
    state = apart(wrong)
    play(state, "end-game")
    assert state.result.scores == [wrong]


def test_kf_64_king_and_assassin_count_too() -> None:
    state = seated("12 3\n18 (1)", goal="12 3\n1 18")
    play(state, "end-game")
    assert state.result.scores == [2]


@pytest.mark.parametrize("wrong", [0, *range(2, 19)])
def test_kf_64_seeing_the_assassin_costs_two(wrong: int) -> None:
    state = apart(wrong)
    play(state, "activate r1c2", "peek r2c9")
    assert state.result.scores == [wrong + 2]


@pytest.mark.parametrize("score", range(21))
def test_kf_65_titles(score: int) -> None:
    assert title(score) == TITLES[score]
    if score != 1 and score <= 18:
        state = apart(score)
        play(state, "end-game")
        assert state.result.titles == [TITLES[score]] == [state.view(0)["score"]["title"]]


@pytest.mark.parametrize("wrong", [0, *range(2, 19)])
def test_kf_r28_the_two_points_count_for_the_title(wrong: int) -> None:
    state = apart(wrong)
    play(state, "activate r1c2", "peek r2c9")
    assert state.result.titles == [TITLES[wrong + 2]]


def test_kf_66_the_result_states_everything() -> None:
    state = seated("3 12 (16)\n18 4 (1)", goal="12 3 16\n18 4 1")
    play(state, "activate r1c1", "peek r2c3")
    view = state.view(None)
    assert view["ending"] == "assassin"
    assert view["score"] == {"misplaced": 2, "penalty": 2, "score": 4, "title": "A Superb Shindig"}
    assert [cell["number"] for cell in view["cells"]] == [3, 12, 16, 18, 4, 1]
    assert view["arrangement"]["goal"] == [12, 3, 16, 18, 4, 1]
    result = state.result
    assert [(line.text(), line.points) for line in result.lines] == [
        ("Guests in the wrong chair", [2]),
        ("The Assassin was seen", [2]),
    ]
    assert (result.ending, result.scores, result.places, result.winners) == ("assassin", [4], [1], [0])


def test_kf_66_there_is_no_result_before_the_end() -> None:
    state = GAME.start(1, "s")
    assert state.view(0)["score"] is None and state.view(0)["ending"] is None
    with pytest.raises(Refused, match="isn't over"):
        _ = state.result
