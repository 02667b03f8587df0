"""The King's Feast, section 7 of the specification: the cards 1 to 11 and Lovers II, with the details and rulings on
each. One test or more per rule and ruling; the other cards are in test_court."""

from __future__ import annotations

from collections import Counter

import pytest

from hightable.engine import Refused
from tests.kings_feast.table import (
    at,
    drawn,
    layout,
    legal,
    numbers,
    play,
    seated,
    stack,
    targets,
    told,
)


def refused(state, text: str, words: str, rule: str) -> None:
    with pytest.raises(Refused, match=words) as found:
        play(state, text)
    assert found.value.rule == rule


# 1 Assassin, 2 Hermit


@pytest.mark.parametrize(
    ("diagram", "actions"),
    [
        ("18 (1)\n3 4", ("activate r1c1", "flip r1c2")),
        ("3 (1)\n18 4", ("activate r1c1", "peek r1c2")),
        ("11 (1)\n18 4", ("activate r1c1", "peek r1c2")),
        ("5 (1)\n18 4", ("activate r1c1", "call 4", "peek r1c2")),
        ("17 (1)\n18 4", ("activate r1c1", "choose r1c2", "flip r1c1")),
        ("5 (13) (1)\n18 4 3", ("activate r1c1", "call 13", "peek r1c2", "flip r1c3")),
        ("5 (16) (1)\n18 4 3", ("activate r1c1", "call 16", "peek r1c2", "flip r1c3")),
        ("5 (6) 14\n18 4 (1)", ("activate r1c1", "call 6", "peek r1c2", "flip r2c3")),
    ],
)
def test_kf_101_the_assassin_flipped_up_or_peeked_at_ends_the_game(diagram: str, actions: tuple[str, ...]) -> None:
    state = seated(diagram, known="everything")
    play(state, *actions[:-1])
    assert not state.over
    play(state, actions[-1])
    assert state.over and state.view(0)["ending"] == "assassin"
    assert state.view(0)["score"]["penalty"] == 2


def test_kf_102_the_hermit_flips_himself_back_down() -> None:
    state = seated("18 (2) 3\n4 5 (1)")
    beats = play(state, "activate r1c1", "flip r1c2")
    assert [beat.name for beat in beats] == ["activated", "revealed", "hid"]
    assert told(beats, "hid") == [(2, 1)]
    assert layout(state) == drawn("18 (2) 3\n4 5 (1)")
    assert at(state, "r1c2")["how"] == "seen"
    assert state.view(0)["flips"] == 2


def test_kf_121_flipping_an_up_hermit_turns_him_down() -> None:
    state = seated("18 2 3\n4 5 (1)")
    beats = play(state, "activate r1c1", "flip r1c2")
    assert [beat.name for beat in beats] == ["activated", "covered"]
    assert at(state, "r1c2")["up"] is False


def test_kf_121_an_adjacent_diplomat_has_swapped_with_him_before() -> None:
    state = seated("18 (2) 12\n4 5 (1)")
    beats = play(state, "activate r1c1", "flip r1c2")
    assert [beat.name for beat in beats] == ["activated", "revealed", "escorted", "hid"]
    assert layout(state) == drawn("18 12 (2)\n4 5 (1)")


# 3 Priest, 5 Gambler, 11 Noble


def test_kf_103_the_priest_peeks_at_one_down_card() -> None:
    state = seated("3 (13) (7)\n18 4 (1)")
    play(state, "activate r1c1")
    assert legal(state) == ["peek r1c2", "peek r1c3", "peek r2c3"]
    beats = play(state, "peek r1c2")
    assert told(beats, "peeked") == [(13, 1)]
    assert layout(state) == drawn("(3) (13) (7)\n18 4 (1)")
    assert (at(state, "r1c2")["number"], at(state, "r1c2")["how"]) == (13, "peeked")


@pytest.mark.parametrize("card", [3, 5, 11])
def test_kf_120_if_only_the_assassin_is_down_he_must_be_peeked_at(card: int) -> None:
    state = seated(f"{card} 4\n18 (1)")
    play(state, "activate r1c1", *(["call 4"] if card == 5 else []))
    assert legal(state) == ["peek r2c2"]


@pytest.mark.parametrize("card", [3, 5, 11])
def test_kf_r21_and_that_ends_the_game(card: int) -> None:
    state = seated(f"{card} 4\n18 (1)")
    play(state, "activate r1c1", *(["call 1"] if card == 5 else []), "peek r2c2")
    assert state.view(0)["ending"] == "assassin"


def test_kf_105_the_gambler_flips_the_number_he_named() -> None:
    state = seated("5 (13) (7)\n18 4 (1)")
    play(state, "activate r1c1", "call 7")
    assert legal(state) == ["peek r1c2", "peek r1c3", "peek r2c3"]
    beats = play(state, "peek r1c3")
    assert [beat.name for beat in beats] == ["peeked", "revealed", "retired"]
    assert layout(state) == drawn("(5) (13) 7\n18 4 (1)")


def test_kf_105_another_number_stays_down() -> None:
    state = seated("5 (13) (7)\n18 4 (1)")
    beats = play(state, "activate r1c1", "call 7", "peek r1c2")
    assert told(beats, "revealed") == [] and told(beats, "called") == [(7,)]
    assert layout(state) == drawn("(5) (13) (7)\n18 4 (1)")
    assert at(state, "r1c2")["how"] == "peeked"


def test_kf_123_a_match_is_a_reveal() -> None:
    state = seated("5 (13) 12\n18 4 (1)")
    beats = play(state, "activate r1c1", "call 13", "peek r1c2")
    assert told(beats, "escorted") == [(13, 1, 2)]
    assert stack(state)[0] == (13, ["r1c2", "r2c3"])


def test_kf_123_a_peeked_assassin_ends_the_game_whatever_was_called() -> None:
    for call in (1, 13):
        state = seated("5 (13) 12\n18 4 (1)")
        play(state, "activate r1c1", f"call {call}", "peek r2c3")
        assert state.over


def test_kf_r20_any_number_in_play_can_be_called() -> None:
    state = seated("5 (13) 12\n18 4 (1)")
    play(state, "activate r1c1")
    assert legal(state) == ["call 1", "call 4", "call 5", "call 12", "call 13", "call 18"]
    refused(state, "call 7", "7 is not at this feast", "KF-123")
    play(state, "call 18", "peek r1c2")
    assert layout(state) == drawn("(5) (13) 12\n18 4 (1)"), "a call that cannot match is legal"


@pytest.mark.parametrize("card", range(2, 11))
def test_kf_111_the_noble_flips_a_number_below_eleven(card: int) -> None:
    state = seated(f"11 ({card}) 15\n18 17 (1)")
    beats = play(state, "activate r1c1", "peek r1c2")
    assert told(beats, "peeked") == [(card, 1)] and told(beats, "revealed") == [(card, 1)]
    assert at(state, "r1c2")["up"] is (card != 2)


@pytest.mark.parametrize("card", range(12, 19))
def test_kf_124_the_noble_leaves_a_higher_number_down(card: int) -> None:
    king = "18" if card != 18 else "3"
    state = seated(f"11 ({card}) 4\n{king} 5 (1)")
    beats = play(state, "activate r1c1", "peek r1c2")
    assert told(beats, "peeked") == [(card, 1)] and told(beats, "revealed") == []
    assert at(state, "r1c2")["up"] is False and at(state, "r1c2")["number"] == card


def test_kf_124_his_flip_is_a_reveal() -> None:
    state = seated("11 (6) 14\n18 4 (1)")
    play(state, "activate r1c1", "peek r1c2")
    assert stack(state) == [(6, ["r1c2", "r2c3"])]


# 4 Jester


def test_kf_104_the_jester_mixes_himself_and_both_neighbours() -> None:
    state = seated("3 (5) 4 7 9\n18 2 8 10 (1)")
    beats = play(state, "activate r1c3")
    assert told(beats, "mixed") == [(4, 1, 3)]
    assert sorted(numbers(state)[1:4]) == [4, 5, 7]
    assert [cell["up"] for cell in state.view(0)["cells"]][:5] == [True, False, False, False, True]
    assert legal(state) == ["flip r1c2", "flip r1c3", "flip r1c4"]


def test_kf_122_every_order_is_equally_likely() -> None:
    found: Counter[tuple[int, ...]] = Counter()
    for seed in range(1200):
        state = seated("3 4 7\n18 2 (1)", seed=str(seed))
        play(state, "activate r1c2")
        found[tuple(numbers(state)[:3])] += 1
    assert len(found) == 6, "the old one included"
    assert sum((count - 200) ** 2 / 200 for count in found.values()) < 20.5  # 5 degrees of freedom, 99.9 %


def test_kf_122_all_mixed_cards_are_down_and_nothing_is_triggered() -> None:
    state = seated("16 4 13\n12 2 (1)\n18 5 3")
    beats = play(state, "activate r1c2")
    assert [beat.name for beat in beats] == ["activated", "mixed"]
    assert [cell["up"] for cell in state.view(0)["cells"]][:3] == [False] * 3


def flipped(diagram: str, card: int, cell: str = "r1c2"):
    """The Jester on r1c2 mixes, and this card is flipped, wherever it lies now."""
    state = seated(diagram)
    play(state, f"activate {cell}")
    beats = play(state, f"flip r1c{numbers(state).index(card) + 1}")
    return state, beats


def test_kf_122_his_flip_is_a_normal_reveal() -> None:
    state, _beats = flipped("3 4 13\n18 5 (1)", 13)
    assert stack(state)[0][0] == 13
    state, _beats = flipped("3 4 (1)\n18 5 2", 1)
    assert state.view(0)["ending"] == "assassin"
    state = seated("4 3\n12 5\n18 (1)")
    play(state, "activate r1c1")
    assert told(play(state, "flip r1c1"), "escorted")[0][1:] == (0, 2)


def test_kf_122_if_it_shows_the_jester_step_2_turns_him_down() -> None:
    state, beats = flipped("3 4 7\n18 5 (1)", 4)
    assert [beat.name for beat in beats] == ["revealed", "retired"]
    assert [cell["up"] for cell in state.view(0)["cells"]][:3] == [False] * 3
    assert at(state, f"r1c{numbers(state).index(4) + 1}")["number"] == 4


def test_kf_122_otherwise_step_2_changes_nothing_visible() -> None:
    state, beats = flipped("3 4 7\n18 5 (1)", 7)
    assert [beat.name for beat in beats] == ["revealed"]
    assert at(state, f"r1c{numbers(state).index(4) + 1}")["number"] is None


@pytest.mark.parametrize(("diagram", "cell"), [("4 3 7\n18 5 (1)", "r1c1"), ("7 3 4\n18 5 (1)", "r1c3")])
def test_kf_r15_at_an_end_of_the_row_he_mixes_with_one(diagram: str, cell: str) -> None:
    state = seated(diagram)
    play(state, f"activate {cell}")
    assert targets(state, "flip") == sorted({cell, "r1c2"})
    far = "r1c3" if cell == "r1c1" else "r1c1"
    assert (at(state, far)["number"], at(state, far)["up"]) == (7, True)


def test_kf_46_a_jester_alone_in_his_row_mixes_what_exists() -> None:
    state = seated("4\n3\n18\n(1)")
    play(state, "activate r1c1")
    assert legal(state) == ["flip r1c1"]
    assert (at(state, "r1c1")["number"], at(state, "r1c1")["how"]) == (4, "seen"), "he is not lost"
    play(state, "flip r1c1")
    assert layout(state) == drawn("(4)\n3\n18\n(1)")


def test_kf_r16_the_player_picks_the_flip_after_the_mixing() -> None:
    state = seated("3 4 7\n18 5 (1)")
    play(state, "activate r1c2")
    assert state.view(0)["phase"] == "flip" and state.view(0)["asking"] == 4
    before = numbers(state)
    play(state, "flip r1c1")
    assert numbers(state) == before and at(state, "r1c1")["number"] == before[0]


# 6 and 14 Lovers


def flips_beside(lover: int, other: int) -> None:
    state = seated(f"5 ({lover}) 3 4\n18 7 {other} (2)\n8 9 (1) 10", known="everything")
    play(state, "activate r1c1", f"call {lover}", "peek r1c2")
    assert stack(state) == [(lover, ["r1c3", "r2c2", "r2c4", "r3c3"])]
    refused(state, "flip r1c1", "not beside the other lover", "KF-125")
    play(state, "flip r1c3")
    assert at(state, "r1c3")["up"] is False


def test_kf_106_lovers_i_flips_one_card_beside_lovers_ii() -> None:
    flips_beside(6, 14)


def test_kf_114_lovers_ii_flips_one_card_beside_lovers_i() -> None:
    flips_beside(14, 6)


@pytest.mark.parametrize(("lover", "other"), [(6, 14), (14, 6)])
def test_kf_125_nothing_happens_if_the_other_lover_is_down(lover: int, other: int) -> None:
    state = seated(f"5 ({lover}) ({other})\n18 7 (1)", known="everything")
    beats = play(state, "activate r1c1", f"call {lover}", "peek r1c2")
    assert stack(state) == [] and state.view(0)["phase"] == "swap"
    assert told(beats, "covered") == []


@pytest.mark.parametrize("lover", [6, 14])
def test_kf_125_or_not_in_play(lover: int) -> None:
    state = seated(f"5 ({lover}) 3\n18 7 (1)", known="everything")
    play(state, "activate r1c1", f"call {lover}", "peek r1c2")
    assert state.view(0)["phase"] == "swap"


def test_kf_125_the_other_lover_is_looked_at_when_the_reaction_resolves() -> None:
    """The Diplomat has moved Lovers I first; what counts is where Lovers II lies."""
    state = seated("5 (6) 12 3\n18 7 14 (1)", known="everything")
    play(state, "activate r1c1", "call 6", "peek r1c2")
    assert layout(state) == drawn("5 12 6 3\n18 7 14 (1)")
    assert stack(state) == [(6, ["r1c3", "r2c2", "r2c4"])]


@pytest.mark.parametrize(("lover", "other"), [(6, 14), (14, 6)])
def test_kf_r22_the_revealed_lover_may_be_flipped_the_other_not(lover: int, other: int) -> None:
    state = seated(f"5 ({lover}) {other}\n18 7 (1)", known="everything")
    play(state, "activate r1c1", f"call {lover}", "peek r1c2")
    assert targets(state, "flip") == ["r1c2", "r2c3"]
    play(state, "flip r1c2")
    assert layout(state) == drawn(f"(5) ({lover}) {other}\n18 7 (1)")


# 7 Coachman, 8 Merchant, 9 Guard, 10 Knight


def test_kf_107_the_coachmans_neighbours_change_places() -> None:
    state = seated("3 (5) 7 9 2\n18 4 8 10 (1)")
    beats = play(state, "activate r1c3")
    assert told(beats, "swapped") == [(7, 1, 3)]
    assert layout(state) == drawn("3 9 (7) (5) 2\n18 4 8 10 (1)")


@pytest.mark.parametrize(("diagram", "cell"), [("7 3 4\n18 5 (1)", "r1c1"), ("3 4 7\n18 5 (1)", "r1c3")])
def test_kf_r14_a_coachman_with_one_neighbour_does_nothing(diagram: str, cell: str) -> None:
    state = seated(diagram)
    assert told(play(state, f"activate {cell}"), "idle") == [(7,)]
    assert layout(state) == drawn(diagram).replace("7", "(7)")


MERCHANT = "8 3 (9) 12\n5 18 15 (1)\n(10) 2 4 14"


def test_kf_108_the_merchant_swaps_a_surrounding_card_with_the_next_higher_up_card() -> None:
    state = seated(MERCHANT)
    play(state, "activate r1c1")
    assert legal(state) == ["choose r1c2", "choose r2c1"]
    beats = play(state, "choose r1c2")
    assert told(beats, "swapped") == [(8, 1, 10)]
    assert layout(state) == drawn("(8) 4 (9) 12\n5 18 15 (1)\n(10) 2 3 14")


def test_kf_126_the_partner_need_not_be_the_very_next_number_but_must_be_up() -> None:
    """From 8's neighbour 5 the next up card is 8; from 9's place nothing: it lies down. From 12 it is 14."""
    state = seated("3 8 12\n(13) 18 14\n5 2 (1)")
    play(state, "activate r1c2", "choose r1c3")
    assert layout(state) == drawn("3 (8) 14\n(13) 18 12\n5 2 (1)")


def test_kf_126_the_partner_may_be_anywhere() -> None:
    state = seated("8 3 2 5\n18 9 (1) 4")
    play(state, "activate r1c1", "choose r1c2")
    assert layout(state) == drawn("(8) 4 2 5\n18 9 (1) 3")


def test_kf_r10_next_highest_counts_from_the_chosen_card() -> None:
    """Not from the Merchant: 3 goes with 4, not with 9."""
    state = seated("8 3 9\n18 4 (1)")
    play(state, "activate r1c1", "choose r1c2")
    assert layout(state) == drawn("(8) 4 9\n18 3 (1)")


def test_kf_r11_a_down_card_is_never_chosen_nor_traded_for() -> None:
    state = seated("8 3 (4)\n(5) 18 (1)", known="everything")
    play(state, "activate r1c1")
    assert targets(state, "choose") == ["r1c2"]
    refused(state, "choose r2c1", "who lie face up", "KF-126")
    play(state, "choose r1c2")
    assert layout(state) == drawn("3 (8) (4)\n(5) 18 (1)"), "not with 4, which lies down"


def test_kf_r12_the_partner_may_be_the_merchant_himself() -> None:
    state = seated("8 5 3\n18 9 (1)")
    beats = play(state, "activate r1c1", "choose r1c2")
    assert told(beats, "swapped") == [(8, 1, 0)]
    assert layout(state) == drawn("5 (8) 3\n18 9 (1)")


def test_kf_r13_a_card_without_a_higher_up_card_cannot_be_chosen() -> None:
    state = seated("8 18 3\n5 9 (1)")
    play(state, "activate r1c1")
    assert targets(state, "choose") == ["r2c1", "r2c2"]
    refused(state, "choose r1c2", "higher number", "KF-126")
    refused(state, "choose r1c3", "around him", "KF-108")
    state = seated("8 18 (3)\n(5) (9) (1)")
    assert told(play(state, "activate r1c1"), "idle") == [(8,)]
    assert state.view(0)["phase"] == "swap"


def test_kf_109_the_guard_sends_his_right_neighbour_to_the_left_end() -> None:
    state = seated("3 (5) 9 7 2\n18 4 8 10 (1)")
    beats = play(state, "activate r1c3")
    assert told(beats, "guarded") == [(9, 3, 0)]
    assert layout(state) == drawn("7 3 (5) (9) 2\n18 4 8 10 (1)")


def test_kf_127_at_the_left_end() -> None:
    state = seated("9 7 2\n18 4 (1)")
    play(state, "activate r1c1")
    assert layout(state) == drawn("7 (9) 2\n18 4 (1)")


def test_kf_127_only_his_own_row_moves() -> None:
    state = seated("18 4 (1)\n3 9 7\n2 5 6")
    play(state, "activate r2c2")
    assert layout(state) == drawn("18 4 (1)\n7 3 (9)\n2 5 6")


def test_kf_r17_a_guard_at_the_right_end_does_nothing() -> None:
    state = seated("3 4 9\n18 7 (1)")
    assert told(play(state, "activate r1c3"), "idle") == [(9,)]
    assert layout(state) == drawn("3 4 (9)\n18 7 (1)")


def test_kf_110_the_knight_swaps_a_jump_away() -> None:
    state = seated("3 4 5\n10 7 (8)\n2 6 9\n18 11 (1)")
    play(state, "activate r2c1")
    assert targets(state, "choose") == ["r1c3", "r3c3", "r4c2"]
    refused(state, "choose r2c3", "no knight's jump", "KF-24")
    beats = play(state, "choose r3c3")
    assert told(beats, "swapped") == [(10, 3, 8)]
    assert layout(state) == drawn("3 4 5\n9 7 (8)\n2 6 (10)\n18 11 (1)")


def test_kf_128_in_two_rows_only_the_flat_jumps_exist() -> None:
    state = seated("3 4 10 5 7\n(9) 2 18 (1) (8)")
    play(state, "activate r1c3")
    assert targets(state, "choose") == ["r2c1", "r2c5"]


def test_kf_128_in_the_centre_of_the_round_table_he_has_no_target() -> None:
    state = seated(
        ". . 14 . .\n. 6 16 18 .\n5 12 10 13 17\n. 15 (1) 8 .\n. . 7 . .",
        arrangement="round-table-roast",
    )
    assert told(play(state, "activate r3c3"), "idle") == [(10,)]
    assert state.view(0)["phase"] == "swap"
