"""The King's Feast, sections 6 and 11 of the specification: reveals, the interrupt stack, and its worked example. One
test or more per rule and ruling; KF-58 is in test_conformance."""

from __future__ import annotations

import pytest

from hightable.games.kings_feast import GAME
from tests.kings_feast.table import at, drawn, layout, legal, maybe, play, seated, stack, targets, told

EXAMPLE = """
   .    .   14    .    .
   .   (6) (16)  18    .
  10  (12)  13   (5) (17)
   .  (15)  (1)   8    .
   .    .   (7)   .    .
"""
KING = ["r1c3", "r2c3", "r3c3", "r3c4", "r3c5"]


def example(*actions: str):
    state = seated(EXAMPLE, arrangement="round-table-roast")
    play(state, "activate r2c4", *actions)
    return state


# 11. The worked example, click by click


@pytest.mark.parametrize("known", ["nothing", "everything"])
def test_the_worked_example_click_by_click(known: str) -> None:
    state = seated(EXAMPLE, arrangement="round-table-roast", known=known)
    assert layout(state) == drawn(EXAMPLE)

    play(state, "activate r2c4")  # 1
    assert stack(state) == [(18, KING)]
    assert targets(state, "flip") == KING
    assert len(legal(state)) == 5

    beats = play(state, "flip r2c3")  # 2
    assert told(beats, "revealed") == [(16, 2)] and told(beats, "escorted") == []
    assert stack(state) == [(16, ["r1c3", "r2c2", "r2c4", "r3c3"]), (18, ["r1c3", "r3c3", "r3c4", "r3c5"])]
    assert targets(state, "flip") == ["r1c3", "r2c2", "r2c4", "r3c3"]

    beats = play(state, "flip r3c3")  # 3
    assert [beat.name for beat in beats] == ["covered"]
    assert stack(state) == [(16, ["r1c3", "r2c2", "r2c4"]), (18, ["r1c3", "r3c3", "r3c4", "r3c5"])]

    beats = play(state, "flip r2c2")  # 4
    assert [beat.name for beat in beats] == ["revealed"]
    assert stack(state) == [(6, ["r2c3"]), (16, ["r1c3", "r2c4"]), (18, ["r1c3", "r3c3", "r3c4", "r3c5"])]
    assert legal(state) == ["flip r2c3"]
    play(state, "flip r2c3")
    assert at(state, "r2c3")["up"] is False
    assert stack(state) == [(16, ["r1c3", "r2c4"]), (18, ["r1c3", "r3c3", "r3c4", "r3c5"])]

    play(state, "flip r2c4")  # 5
    assert at(state, "r2c4")["up"] is False
    assert stack(state) == [(16, ["r1c3"]), (18, ["r1c3", "r3c3", "r3c4", "r3c5"])]
    play(state, "flip r1c3")
    assert at(state, "r1c3")["up"] is False

    assert stack(state) == [(18, ["r1c3", "r3c3", "r3c4", "r3c5"])]  # 6
    assert legal(state) == ["flip r1c3", "flip r3c3", "flip r3c4", "flip r3c5"]
    play(state, "flip r1c3")
    assert stack(state) == [(14, ["r2c3", "r3c2"]), (18, ["r3c3", "r3c4", "r3c5"])]
    assert legal(state) == ["flip r2c3", "flip r3c2"]
    beats = play(state, "flip r3c2")
    assert told(beats, "revealed") == [(12, 5)] and told(beats, "escorted") == []

    assert legal(state) == ["flip r3c3", "flip r3c4", "flip r3c5"]
    play(state, "flip r3c5")
    beats = play(state, "flip r3c3")  # the Scholar comes up beside the Diplomat
    assert told(beats, "escorted") == [(13, 6, 5)]
    assert stack(state) == [(13, ["r2c2", "r3c1", "r3c3", "r4c2"]), (18, ["r3c4"])]
    play(state, "flip r3c3")
    assert legal(state) == ["flip r3c4"]
    beats = play(state, "flip r3c4")  # 7
    assert told(beats, "retired") == [], "step 2 finds the King down"
    assert state.view(0)["phase"] == "swap" and stack(state) == []
    assert layout(state) == drawn(
        """
           .    .   14    .    .
           .    6  (16) (18)   .
          10   13  (12)   5   17
           .  (15)  (1)   8    .
           .    .   (7)   .    .
        """
    )
    assert state.view(0)["flips"] == 12


def test_the_worked_example_can_be_stored_at_every_step() -> None:
    state = example()
    for cell in ("r2c3", "r3c3", "r2c2", "r2c3", "r2c4", "r1c3", "r1c3", "r3c2", "r3c5", "r3c3", "r3c3", "r3c4"):
        loaded = GAME.load(state.dump())
        assert loaded.view(0) == state.view(0)
        play(loaded, f"flip {cell}")
        play(state, f"flip {cell}")
        assert loaded.dump() == state.dump()


# 6. Reveals and the interrupt stack


def test_kf_50_a_reveal_interrupts_at_once_and_interruptions_nest() -> None:
    state = example("flip r2c3", "flip r2c2")
    assert [card for card, _left in stack(state)] == [6, 16, 18]
    assert stack(state)[-1] == (18, ["r1c3", "r3c3", "r3c4", "r3c5"]), "the King's effect waits"
    play(state, "flip r2c3", "flip r1c3", "flip r2c4")
    assert [card for card, _left in stack(state)] == [16, 18], "it goes on only when all of hers is finished"
    play(state, "flip r3c3")
    assert [card for card, _left in stack(state)] == [18]


def test_kf_51_the_assassin_comes_first_then_the_diplomat_then_the_reaction() -> None:
    state = seated("5 (13) 12 3\n18 2 4 (1)", known="everything")
    beats = play(state, "activate r1c1", "call 13", "peek r1c2")
    assert [beat.name for beat in beats[-2:]] == ["revealed", "escorted"]
    assert layout(state) == drawn("5 12 13 3\n18 2 4 (1)")
    assert stack(state) == [(13, ["r1c2", "r1c4", "r2c3"])], "seen from where the Scholar is now"


def test_kf_r7_the_diplomat_acts_before_the_reaction() -> None:
    """The Princess flips those beside her new seat, the Diplomat among them."""
    state = seated("5 (16) 12 3\n18 2 4 (1)", known="everything")
    play(state, "activate r1c1", "call 16", "peek r1c2")
    assert layout(state) == drawn("5 12 16 3\n18 2 4 (1)")
    assert stack(state) == [(16, ["r1c2", "r1c4", "r2c3"])]


def test_kf_r9_an_assassin_revealed_next_to_the_diplomat_just_ends_the_game() -> None:
    state = seated("18 (1) 12\n3 4 5", goal="1 18 12\n3 4 5")
    beats = play(state, "activate r1c1", "flip r1c2")
    assert [beat.name for beat in beats[-2:]] == ["revealed", "over"]
    assert layout(state) == drawn("18 1 12\n3 4 5")


def test_kf_52_the_player_picks_the_order_of_several_flips() -> None:
    state = seated("18 (3) 5\n4 (7) (1)")
    play(state, "activate r1c1")
    assert legal(state) == ["flip r1c2", "flip r2c1", "flip r2c2"]
    play(state, "flip r2c2")
    assert legal(state) == ["flip r1c2", "flip r2c1"]
    play(state, "flip r1c2")
    assert legal(state) == ["flip r2c1"]


def test_kf_r29_one_at_a_time_seeing_each_result() -> None:
    state = seated("18 (3) 5\n4 (7) (1)")
    play(state, "activate r1c1")
    assert at(state, "r2c2")["number"] is None and at(state, "r1c2")["number"] is None
    play(state, "flip r2c2")
    assert at(state, "r2c2")["number"] == 7 and at(state, "r2c2")["up"]
    assert legal(state) == ["flip r1c2", "flip r2c1"], "the next is chosen knowing this one"


def test_kf_53_the_set_is_fixed_and_nobody_is_added() -> None:
    """The Diplomat comes within the King's reach in the middle of his effect."""
    state = seated("18 (3) 12\n5 4 (1)")
    play(state, "activate r1c1", "flip r1c2")
    assert layout(state) == drawn("18 12 3\n5 4 (1)")
    assert legal(state) == ["flip r2c1", "flip r2c2"]


def test_kf_53_the_set_follows_its_cards() -> None:
    """The Diplomat, still to be flipped, changes places with a card that has been."""
    state = seated("18 12 2\n5 (3) (1)")
    play(state, "activate r1c1", "flip r2c2")
    assert layout(state) == drawn("18 3 2\n5 12 (1)")
    assert legal(state) == ["flip r2c1", "flip r2c2"]
    play(state, "flip r2c2")
    assert layout(state) == drawn("18 3 2\n5 (12) (1)")
    assert legal(state) == ["flip r2c1"]


def test_kf_53_the_set_of_a_suspended_effect_follows_too() -> None:
    """King: {16, 12, 13}. The Princess reveals the Scholar beside the Diplomat: the two change places, and the King's
    set follows both."""
    state = seated("18 (16) 2\n12 (13) (1)")
    play(state, "activate r1c1", "flip r1c2")
    assert stack(state) == [(16, ["r1c1", "r1c3", "r2c2"]), (18, ["r2c1", "r2c2"])]
    play(state, "flip r2c2")
    assert layout(state) == drawn("18 16 2\n13 12 (1)")
    assert stack(state) == [(13, ["r1c1", "r2c2"]), (16, ["r1c1", "r1c3"]), (18, ["r2c1", "r2c2"])]
    play(state, "flip r2c2", "flip r1c1", "flip r1c3")
    assert stack(state) == [(18, ["r2c1", "r2c2"])]


def test_kf_53_the_queens_set_is_fixed_after_her_move_and_follows_too() -> None:
    state = seated("17 12 (3) 5\n18 4 7 (1)")
    play(state, "activate r1c1", "choose r1c3")
    assert stack(state) == [(17, ["r1c1", "r1c2"])]
    play(state, "flip r1c2")
    assert layout(state) == drawn("3 12 17 5\n18 4 7 (1)")
    assert stack(state) == [(17, ["r1c2"])]


def test_kf_r4_cards_not_cells_once_each() -> None:
    """The same card is flipped on another seat; the seat it was on is not flipped again."""
    state = seated("18 12 2\n5 (3) (1)")
    play(state, "activate r1c1", "flip r2c2", "flip r2c2", "flip r2c1")
    assert state.view(0)["phase"] == "swap"
    assert layout(state) == drawn("(18) 3 2\n(5) (12) (1)")


def test_kf_r5_a_card_flipped_by_an_interruption_is_flipped_again() -> None:
    """The Princess turns 3 down, then the King turns it up again."""
    state = seated("18 (16) 2\n4 3 (1)")
    play(state, "activate r1c1", "flip r1c2", "flip r2c2", "flip r1c1", "flip r1c3")
    assert layout(state) == drawn("(18) 16 (2)\n4 (3) (1)")
    assert legal(state) == ["flip r2c1", "flip r2c2"]
    play(state, "flip r2c2", "flip r2c1")
    assert layout(state) == drawn("(18) 16 (2)\n(4) 3 (1)")


def test_kf_54_an_effect_goes_on_although_its_card_was_turned_down() -> None:
    state = example("flip r2c3", "flip r2c2", "flip r2c3")
    assert at(state, "r2c3")["up"] is False
    assert stack(state)[0] == (16, ["r1c3", "r2c4", "r3c3"])


def test_kf_54_or_moved() -> None:
    """The King is turned down by the Princess and up again by the Scholar beside the Diplomat, who escorts him: he
    still flips the rest of his set, where it lies."""
    state = seated("12 18 (16)\n4 (13) 3\n5 2 (1)")
    play(state, "activate r1c2", "flip r1c3", "flip r1c2", "flip r2c3", "flip r2c2", "flip r1c2")
    assert layout(state) == drawn("18 12 16\n4 13 (3)\n5 2 (1)")
    assert stack(state) == [(18, ["r1c2", "r2c1", "r2c3"])]
    play(state, "flip r1c2", "flip r2c1", "flip r2c3")
    assert layout(state) == drawn("(18) (12) 16\n(4) 13 3\n5 2 (1)"), "and is turned down where he is now"


def test_kf_r6_a_source_turned_down_in_mid_effect_goes_on() -> None:
    state = seated("18 (16) 2\n4 3 (1)")
    play(state, "activate r1c1", "flip r1c2", "flip r1c1")
    assert at(state, "r1c1")["up"] is False
    play(state, "flip r1c3", "flip r2c2")
    assert stack(state) == [(18, ["r2c1", "r2c2"])]
    play(state, "flip r2c1", "flip r2c2")
    assert layout(state) == drawn("(18) 16 (2)\n(4) 3 (1)")


@pytest.mark.parametrize("known", ["nothing", "everything"])
def test_kf_55_a_down_diplomat_does_nothing(known: str) -> None:
    state = seated("11 (12) (3)\n18 5 (1)", known=known)
    beats = play(state, "activate r1c1", "peek r1c3")
    assert [beat.name for beat in beats] == ["activated", "peeked", "revealed", "retired"]
    assert layout(state) == drawn("(11) (12) 3\n18 5 (1)")


def test_kf_r8_a_down_diplomat_does_not_give_himself_away() -> None:
    state = seated("18 (12) 4\n(6) (3) (1)")
    beats = play(state, "activate r1c1", "flip r2c2", "flip r2c1")
    assert told(beats, "escorted") == []
    assert maybe(state)[1] == [12], "only by elimination"


@pytest.mark.parametrize("card", [3, 4, 5, 7, 8, 9, 10, 15, 17])
def test_kf_56_a_revealed_order_card_does_not_carry_out_its_order(card: int) -> None:
    others = [n for n in (3, 4, 5, 7) if n != card][:3]
    state = seated(f"18 {others[0]} 2\n{others[1]} ({card}) {others[2]}\n11 6 (1)")
    beats = play(state, "activate r1c1", "flip r2c2")
    assert [beat.name for beat in beats] == ["activated", "revealed"]
    assert stack(state) == [(18, ["r1c2", "r2c1"])]


def test_kf_57_the_diplomat_moves_between_the_flips_of_a_suspended_effect() -> None:
    state = seated("18 (3) 12\n5 (4) (1)")
    beats = play(state, "activate r1c1", "flip r1c2", "flip r2c2")
    assert [beat.name for beat in beats[1:]] == ["revealed", "escorted", "revealed", "escorted"]
    assert layout(state) == drawn("18 4 3\n5 12 (1)")
    assert legal(state) == ["flip r2c1"]


def test_kf_59_turns_need_not_end() -> None:
    """The Noble and the Gambler reveal each other for ever."""
    state = seated("5 (11)\n18 (1)", known="everything")
    for turn in range(1, 200):
        play(state, "activate r1c1", "call 11", "peek r1c2", "skip-swap")
        play(state, "activate r1c2", "peek r1c1", "skip-swap")
        assert state.view(0)["completed"] == 1 + 2 * turn
    assert layout(state) == drawn("5 (11)\n18 (1)")


def test_kf_r30_endless_play_is_allowed_and_not_scored() -> None:
    state = seated("5 (11)\n18 (1)", known="everything", completed=10**6)
    play(state, "activate r1c1", "call 11", "peek r1c2", "skip-swap")
    assert "activate r1c2" in legal(state)
    play(state, "end-game")
    assert state.result.scores == [0]
