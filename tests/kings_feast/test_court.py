"""The King's Feast, section 7 of the specification: Diplomat, Scholar, Vizier, Princess, Queen and King, with the
details and rulings on each. One test or more per rule and ruling."""

from __future__ import annotations

import pytest

from hightable.engine import Refused
from tests.kings_feast.table import at, drawn, layout, legal, play, seated, stack, targets, told


def revealed(diagram: str, card: int, cell: str):
    """The Gambler on r1c1 calls this card and finds it."""
    state = seated(diagram, known="everything")
    beats = play(state, "activate r1c1", f"call {card}", f"peek {cell}")
    return state, beats


# 12 Diplomat


def test_kf_112_the_diplomat_swaps_with_whoever_is_revealed_beside_him() -> None:
    for cell, before, after in (
        ("r1c2", "5 (3) 7\n18 12 9\n2 8 (1)", "(5) 12 7\n18 3 9\n2 8 (1)"),
        ("r2c1", "5 7 9\n(3) 12 18\n2 8 (1)", "(5) 7 9\n12 3 18\n2 8 (1)"),
        ("r2c3", "5 7 9\n18 12 (3)\n2 8 (1)", "(5) 7 9\n18 3 12\n2 8 (1)"),
        ("r3c2", "5 7 9\n18 12 8\n2 (3) (1)", "(5) 7 9\n18 3 8\n2 12 (1)"),
    ):
        state, beats = revealed(before, 3, cell)
        assert len(told(beats, "escorted")) == 1
        assert layout(state) == drawn(after)


def test_kf_112_again_and_again() -> None:
    state = seated("18 (3) 12\n5 (4) (1)")
    play(state, "activate r1c1", "flip r1c2", "flip r2c2")
    assert layout(state) == drawn("18 4 3\n5 12 (1)")


def test_kf_131_not_by_a_peek() -> None:
    state = seated("3 12 (7)\n18 5 (1)")
    assert not told(play(state, "activate r1c1", "peek r1c3"), "escorted")


def test_kf_131_not_by_a_flip_that_turns_down() -> None:
    state = seated("18 7 12\n3 5 (1)")
    beats = play(state, "activate r1c1", "flip r1c2")
    assert told(beats, "covered") == [(7, 1)] and not told(beats, "escorted")


def test_kf_131_not_by_a_diagonal_reveal() -> None:
    state, beats = revealed("5 (7) 3\n12 18 9\n2 8 (1)", 7, "r1c2")
    assert not told(beats, "escorted")
    assert layout(state) == drawn("(5) 7 3\n12 18 9\n2 8 (1)")


def test_kf_131_not_by_his_own_reveal() -> None:
    state, beats = revealed("5 (12) 3\n18 9 (1)", 12, "r1c2")
    assert not told(beats, "escorted")
    assert layout(state) == drawn("(5) 12 3\n18 9 (1)")


def test_kf_131_not_by_a_card_moved_beside_him() -> None:
    state = seated("15 12 (7)\n18 5 (1)\n3 4 9")
    beats = play(state, "activate r1c1", "choose r3c1", "choose r2c2", "choose r1c2", "skip-swap")
    assert not told(beats, "escorted")
    assert layout(state) == drawn("(15) 12 (7)\n18 3 (1)\n5 4 9")


def test_kf_131_what_was_to_be_flipped_together_still_is() -> None:
    """X and the Diplomat are both in the King's set: X is not flipped twice, the Diplomat once."""
    state = seated("18 (7) 3\n4 12 (1)")
    play(state, "activate r1c1", "flip r1c2")
    assert layout(state) == drawn("18 12 3\n4 7 (1)")
    assert targets(state, "flip") == ["r1c2", "r2c1"]
    play(state, "flip r1c2", "flip r2c1")
    assert layout(state) == drawn("(18) (12) 3\n(4) 7 (1)")


# 13 Scholar


def test_kf_113_the_scholar_flips_one_adjacent_card() -> None:
    state, _beats = revealed("5 (3) 7\n18 (13) 9\n2 8 (1)", 13, "r2c2")
    assert stack(state) == [(13, ["r1c2", "r2c1", "r2c3", "r3c2"])]
    with pytest.raises(Refused, match="not beside the Scholar") as refused:
        play(state, "flip r3c3")
    assert refused.value.rule == "KF-113"
    play(state, "flip r1c2")
    assert layout(state) == drawn("(5) 3 7\n18 13 9\n2 8 (1)")


def test_kf_132_he_may_turn_an_up_card_down() -> None:
    state, _beats = revealed("5 (13) 7\n18 3 (1)", 13, "r1c2")
    play(state, "flip r1c3")
    assert layout(state) == drawn("(5) 13 (7)\n18 3 (1)")


def test_kf_132_if_the_assassin_is_his_only_neighbour_he_must_flip_him() -> None:
    state = seated("5 3 . .\n2 4 (1) (13)\n7 8 18 .")
    play(state, "activate r1c1", "call 13", "peek r2c4")
    assert legal(state) == ["flip r2c3"]
    play(state, "flip r2c3")
    assert state.view(0)["ending"] == "assassin"


# 15 Vizier


def test_kf_115_the_vizier_swaps_any_two_cards() -> None:
    state = seated("15 (3) 7\n18 4 (1)")
    play(state, "activate r1c1")
    assert targets(state, "choose") == ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"]
    play(state, "choose r2c3")
    assert targets(state, "choose") == ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2"]
    assert state.view(0)["first"] == 5
    beats = play(state, "choose r1c2")
    assert told(beats, "swapped") == [(15, 5, 1)]
    assert layout(state) == drawn("(15) (1) 7\n18 4 (3)")


def test_kf_115_himself_included() -> None:
    state = seated("15 (3) 7\n18 4 (1)")
    play(state, "activate r1c1", "choose r1c1", "choose r2c3")
    assert layout(state) == drawn("(1) (3) 7\n18 4 (15)")


# 16 Princess


def test_kf_116_the_princess_flips_all_adjacent_cards() -> None:
    state, _beats = revealed("5 (3) 7\n18 (16) 9\n2 8 (1)", 16, "r2c2")
    assert stack(state) == [(16, ["r1c2", "r2c1", "r2c3", "r3c2"])]
    assert state.view(0)["stack"][0]["all"] is True
    play(state, "flip r3c2", "flip r1c2", "flip r2c3", "flip r2c1")
    assert layout(state) == drawn("(5) 3 7\n(18) 16 (9)\n2 (8) (1)")
    assert state.view(0)["phase"] == "swap"


def test_kf_130_up_cards_are_turned_down_and_she_herself_is_not_flipped() -> None:
    state, _beats = revealed("5 (16) 7\n18 3 (1)", 16, "r1c2")
    assert "r1c2" not in targets(state, "flip")
    play(state, "flip r1c1", "flip r1c3", "flip r2c2")
    assert layout(state) == drawn("(5) 16 (7)\n18 (3) (1)")


def test_kf_130_the_assassin_within_reach_must_be_flipped_sooner_or_later() -> None:
    state = seated("18 3\n4 (1)")
    play(state, "activate r1c1", "flip r1c2", "flip r2c1")
    assert legal(state) == ["flip r2c2"]
    play(state, "flip r2c2")
    assert state.view(0)["ending"] == "assassin"


# 17 Queen


def test_kf_117_the_queen_moves_and_flips_those_she_passed() -> None:
    state = seated("17 (3) 5 (7) 9\n18 4 8 10 (1)")
    play(state, "activate r1c1")
    assert targets(state, "choose") == ["r1c2", "r1c3", "r1c4", "r1c5", "r2c1"]
    beats = play(state, "choose r1c4")
    assert told(beats, "queened") == [(17, 0, 3)]
    assert layout(state) == drawn("(3) 5 (7) 17 9\n18 4 8 10 (1)")
    assert stack(state) == [(17, ["r1c1", "r1c2", "r1c3"])]
    play(state, "flip r1c2", "flip r1c3", "flip r1c1")
    assert layout(state) == drawn("3 (5) 7 (17) 9\n18 4 8 10 (1)")


@pytest.mark.parametrize(
    ("goal", "after", "left"),
    [
        ("r2c1", "2 3 4\n17 7 8\n9 10 11\n18 12 (1)", ["r2c2"]),
        ("r2c3", "2 3 4\n7 8 17\n9 10 11\n18 12 (1)", ["r2c2"]),
        ("r1c2", "2 17 4\n7 3 8\n9 10 11\n18 12 (1)", ["r2c2"]),
        ("r4c2", "2 3 4\n7 10 8\n9 12 11\n18 17 (1)", ["r2c2", "r3c2"]),
    ],
)
def test_kf_117_in_each_direction(goal: str, after: str, left: list[str]) -> None:
    state = seated("2 3 4\n7 17 8\n9 10 11\n18 12 (1)")
    play(state, "activate r2c2")
    assert targets(state, "choose") == ["r1c2", "r2c1", "r2c3", "r3c2", "r4c2"], "rows and columns, no diagonals"
    play(state, f"choose {goal}")
    assert layout(state) == drawn(after)
    assert stack(state) == [(17, left)]


def test_kf_129_she_cannot_pass_an_absent_cell() -> None:
    state = seated("17 3 . 5\n18 4 7 (1)")
    play(state, "activate r1c1")
    assert targets(state, "choose") == ["r1c2", "r2c1"]
    with pytest.raises(Refused, match="without a gap") as refused:
        play(state, "choose r1c4")
    assert refused.value.rule == "KF-129"


def test_kf_129_reactions_look_at_the_new_places() -> None:
    state = seated("17 (16) 3 5\n18 4 7 (1)")
    play(state, "activate r1c1", "choose r1c3", "flip r1c1")
    assert stack(state)[0] == (16, ["r1c2", "r2c1"])
    play(state, "flip r1c2", "flip r2c1", "flip r1c2")
    assert layout(state) == drawn("16 3 (17) 5\n(18) 4 7 (1)")


def test_kf_129_she_is_not_flipped_by_herself() -> None:
    state = seated("17 3 4\n18 5 (1)")
    play(state, "activate r1c1", "choose r1c2")
    assert legal(state) == ["flip r1c1"]


def test_kf_r18_standing_still_is_not_a_choice() -> None:
    state = seated("17 3 4\n18 5 (1)")
    play(state, "activate r1c1")
    assert "r1c1" not in targets(state, "choose")
    with pytest.raises(Refused, match="at least one seat") as refused:
        play(state, "choose r1c1")
    assert refused.value.rule == "KF-129"


def test_kf_117_passing_the_assassin_means_flipping_him() -> None:
    state = seated("17 (1) 4\n18 5 3")
    play(state, "activate r1c1", "choose r1c3")
    assert layout(state) == drawn("(1) 4 17\n18 5 3") and not state.over
    play(state, "flip r1c2")
    assert legal(state) == ["flip r1c1"]
    play(state, "flip r1c1")
    assert state.view(0)["ending"] == "assassin"


# 18 King


def test_kf_118_the_king_flips_all_surrounding_cards() -> None:
    state = seated("2 (3) 4 10\n5 18 (7) 11\n6 (8) 9 (1)")
    play(state, "activate r2c2")
    for cell in ("r1c1", "r1c2", "r1c3", "r2c1", "r2c3", "r3c1", "r3c2", "r3c3"):
        assert state.view(0)["phase"] == "flip"
        play(state, f"flip {cell}")
    assert layout(state) == drawn("(2) 3 (4) 10\n(5) (18) 7 11\n(6) 8 (9) (1)")
    assert state.view(0)["phase"] == "swap"


def test_kf_130_the_king_never_flips_himself() -> None:
    state = seated("2 3 4\n5 18 7\n6 8 (1)")
    play(state, "activate r2c2")
    assert "r2c2" not in targets(state, "flip")
    assert len(targets(state, "flip")) == 8
    with pytest.raises(Refused, match="among those to be turned over") as refused:
        play(state, "flip r2c2")
    assert refused.value.rule == "KF-53"
    assert at(state, "r2c2")["up"] is True
