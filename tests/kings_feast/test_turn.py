"""The King's Feast, sections 5 and 10 of the specification: the turn, and the actions it is made of. One test or more
per rule and ruling."""

from __future__ import annotations

import pytest

from hightable.engine import Fast, Match, Refused
from hightable.games.kings_feast import GAME
from tests.kings_feast.table import (
    ODD,
    SHIPPED,
    at,
    drawn,
    games,
    layout,
    legal,
    patient,
    play,
    seated,
    stack,
    targets,
    told,
)

DOWN_AND_UP = "18 (16)\n(13) 3\n5 (1)"  # the Princess turns the King down, the Scholar turns him up again


def refused(state, text: str, words: str, rule: str) -> None:
    """KF-84: what can't be done is refused in words, with its rule, and changes nothing."""
    before = state.dump()
    with pytest.raises(Refused, match=words) as found:
        play(state, text)
    assert found.value.rule == rule
    assert state.dump() == before


# 5. The turn


def test_kf_40_with_every_card_down_the_game_ends_at_once() -> None:
    state = seated("12 (3)\n(18) (1)")
    play(state, "activate r1c1", "skip-swap")
    assert state.over and state.view(0)["ending"] == "all-down"


def test_kf_40_otherwise_a_card_is_activated_or_the_game_ended() -> None:
    state = seated("12 (3)\n18 (1)", completed=1)
    assert legal(state) == ["activate r1c1", "activate r2c1", "end-game"]


def test_kf_41_only_an_up_card_can_be_activated() -> None:
    state = seated("12 (3)\n18 (1)")
    assert targets(state, "activate") == ["r1c1", "r2c1"]
    refused(state, "activate r1c2", "lies face up", "KF-41")


def test_kf_r1_a_down_card_cannot_be_activated_even_if_known() -> None:
    state = seated("12 (3)\n18 (1)", known="everything")
    assert at(state, "r1c2")["number"] == 3
    refused(state, "activate r1c2", "lies face up", "KF-41")


def test_kf_42_an_order_is_resolved_completely_before_step_2() -> None:
    state = seated("18 (13) 3\n5 (2) (1)")
    play(state, "activate r1c1", "flip r1c2")
    assert at(state, "r1c1")["up"] is True, "the King lies up while his Order goes on"
    play(state, "flip r1c3", "flip r2c1")
    assert at(state, "r1c1")["up"] is True
    play(state, "flip r2c2")
    assert layout(state) == drawn("(18) 13 (3)\n(5) (2) (1)")
    assert state.view(0)["phase"] == "swap"


@pytest.mark.parametrize("card", [2, 6, 12, 13, 14, 16])
def test_kf_42_activating_a_card_without_an_order_does_not_trigger_its_reaction(card: int) -> None:
    others = [n for n in (2, 6, 12, 13, 14, 16) if n != card]
    state = seated(f"{others[0]} {card} {others[1]}\n{others[2]} {others[3]} {others[4]}\n18 3 (1)")
    before = layout(state)
    beats = play(state, "activate r1c2")
    assert [beat.name for beat in beats] == ["activated", "idle", "retired"]
    assert layout(state) == before.replace(f" {card} ", f" ({card}) ", 1)


def test_kf_43_the_activated_card_is_turned_down_wherever_it_is() -> None:
    state = seated("10 2 3\n18 4 5\n(1) 7 8")
    beats = play(state, "activate r1c1", "choose r3c2")
    assert layout(state) == drawn("7 2 3\n18 4 5\n(1) (10) 8")
    assert told(beats, "retired") == [(10, 7)]


def test_kf_43_a_card_that_is_down_already_stays_down() -> None:
    state = seated("18 (16) 3\n2 (5) (1)")
    play(state, "activate r1c1", "flip r1c2", "flip r1c1", "flip r1c3", "flip r2c2", "flip r2c1")
    beats = play(state, "flip r2c2")
    assert told(beats, "retired") == []
    assert at(state, "r1c1")["up"] is False
    assert state.view(0)["phase"] == "swap"


def test_kf_r24_turned_down_and_up_again_it_is_turned_down_in_step_2() -> None:
    state = seated(DOWN_AND_UP)
    play(state, "activate r1c1", "flip r1c2", "flip r1c1", "flip r2c2", "flip r2c1")
    assert at(state, "r1c1")["up"] is False
    play(state, "flip r1c1")
    assert at(state, "r1c1")["up"] is True
    beats = play(state, "flip r2c2")
    assert told(beats, "retired") == [(18, 0)]
    assert layout(state) == drawn("(18) 16\n13 3\n5 (1)")


def test_kf_44_two_adjacent_cards_of_the_same_side_may_swap() -> None:
    state = seated("2 3 (4)\n18 (5) (1)")
    play(state, "activate r1c1")  # now (2) 3 (4) / 18 (5) (1)
    assert targets(state, "choose") == ["r1c3", "r2c2", "r2c3"]
    refused(state, "choose r1c1", "lies the same way", "KF-44")
    play(state, "choose r2c3")
    assert targets(state, "choose") == ["r1c3", "r2c2"]
    refused(state, "choose r1c2", "edge to edge", "KF-20")
    play(state, "choose r1c3")
    assert layout(state) == drawn("(2) 3 (1)\n18 (5) (4)")
    assert state.view(0)["phase"] == "turn", "once per turn"


def test_kf_44_mixed_pairs_are_not_allowed() -> None:
    state = seated("2 3 4\n18 5 (1)")
    play(state, "activate r1c1", "choose r1c3")
    assert targets(state, "choose") == ["r1c2"]
    refused(state, "choose r2c3", "face up and the other face down", "KF-44")


def test_kf_44_it_is_optional_before_and_after_the_first_card() -> None:
    for actions in (["skip-swap"], ["choose r2c1", "skip-swap"]):
        state = seated("2 3 4\n18 5 (1)")
        beats = play(state, "activate r1c1", *actions)
        assert layout(state) == drawn("(2) 3 4\n18 5 (1)")
        assert told(beats, "stayed") == [()]
        assert state.view(0)["completed"] == 2


@pytest.mark.parametrize(
    ("one", "other", "after"),
    [
        ("r1c1", "r2c1", "(3) 18 4\n(2) 5 (1)"),  # the card just activated
        ("r1c2", "r1c3", "(2) 4 18\n(3) 5 (1)"),  # the King
        ("r2c3", "r2c1", ""),  # not adjacent
    ],
)
def test_kf_r23_any_adjacent_pair_of_one_side_will_do(one: str, other: str, after: str) -> None:
    state = seated("2 18 4\n(3) 5 (1)")
    play(state, "activate r1c1")
    if after:
        play(state, f"choose {one}", f"choose {other}")
        assert layout(state) == drawn(after)
    else:
        refused(state, f"choose {one}", "lies the same way", "KF-44")


def test_kf_r23_the_assassin_too() -> None:
    state = seated("2 18 4\n(3) (5) (1)")
    play(state, "activate r1c1", "choose r2c3", "choose r2c2")
    assert layout(state) == drawn("(2) 18 4\n(3) (1) (5)")
    assert not state.over


def test_kf_45_then_the_next_turn_starts() -> None:
    state = seated("2 3 4\n18 5 (1)", completed=0)
    assert (state.view(0)["turn"], state.view(0)["completed"], state.view(0)["activated"]) == (1, 0, None)
    play(state, "activate r1c1")
    assert (state.view(0)["turn"], state.view(0)["completed"], state.view(0)["activated"]) == (1, 0, 2)
    play(state, "skip-swap")
    assert (state.view(0)["turn"], state.view(0)["completed"], state.view(0)["activated"]) == (2, 1, None)
    assert legal(state) == ["activate r1c2", "activate r1c3", "activate r2c1", "activate r2c2", "end-game"]


def test_kf_45_flips_are_counted_by_turn() -> None:
    state = seated("18 (3) 5\n4 (7) (1)")
    play(state, "activate r1c1", "flip r1c2", "flip r2c1", "flip r2c2")
    assert (state.view(0)["flips"], state.view(0)["phase"]) == (3, "swap")
    play(state, "skip-swap")
    assert state.view(0)["flips"] == 0


def test_kf_46_what_can_be_resolved_must_be() -> None:
    """No way out of a flip, a peek or a choice, also when it hurts."""
    for diagram, actions in (
        ("18 (1)\n3 4", ("activate r1c1", "flip r2c1", "flip r2c2")),
        ("3 4\n18 (1)", ("activate r1c1",)),
        ("10 4 5\n18 2 (1)", ("activate r1c1",)),
        ("17 4\n18 (1)", ("activate r1c1",)),
        ("15 4\n18 (1)", ("activate r1c1", "choose r1c1")),
    ):
        state = seated(diagram)
        play(state, *actions)
        assert {text.split()[0] for text in legal(state)} <= {"flip", "peek", "choose"}
        for way_out in ("skip-swap", "end-game"):
            assert state.why_not(0, GAME.parse(way_out)) is not None


def test_kf_46_what_is_impossible_is_skipped_and_may_be_activated() -> None:
    for diagram, cell, card in (
        ("7 3\n18 (1)", "r1c1", 7),  # Coachman: one neighbour
        ("3 9\n18 (1)", "r1c2", 9),  # Guard: nobody on the right
        ("10 3\n18 (1)", "r1c1", 10),  # Knight: no jump
        ("8 (3)\n(18) (1)", "r1c1", 8),  # Merchant: nobody up around him
    ):
        state = seated(diagram)
        beats = play(state, f"activate {cell}")
        assert told(beats, "idle") == [(card,)]
        assert state.view(0)["phase"] == "swap"
        assert at(state, cell)["up"] is False


# 10. Atomic actions


@pytest.mark.parametrize("name", SHIPPED)
def test_kf_80_there_are_legal_actions_until_the_game_is_over(name: str) -> None:
    for state in games(name, 4):
        assert bool(legal(state)) != state.over
        assert len(legal(state)) == len(set(legal(state)))
    assert state.view(None)["legal"] == []


def test_kf_80_each_phase_offers_its_verb() -> None:
    state = seated("5 4 3\n13 (2) (1)\n18 7 15", completed=0)
    view = state.view(0)
    ups = ["r1c1", "r1c2", "r1c3", "r2c1", "r3c1", "r3c2", "r3c3"]
    assert view["phase"] == "turn" and legal(state) == [f"activate {cell}" for cell in ups]
    play(state, "activate r1c1")
    assert state.view(0)["phase"] == "call"
    assert legal(state) == [f"call {n}" for n in (1, 2, 3, 4, 5, 7, 13, 15, 18)]
    play(state, "call 7")
    assert (state.view(0)["phase"], state.view(0)["call"]) == ("peek", 7)
    assert legal(state) == ["peek r2c2", "peek r2c3"]
    play(state, "peek r2c2")
    assert state.view(0)["phase"] == "swap"
    assert legal(state) == [*(f"choose {cell}" for cell in ("r1c2", "r1c3", "r2c1", "r2c2", "r2c3", "r3c1", "r3c2",
                                                            "r3c3")), "skip-swap"]  # fmt: skip
    play(state, "choose r1c2")
    assert (state.view(0)["phase"], state.view(0)["first"]) == ("swap-second", 1)
    assert legal(state) == ["choose r1c3", "skip-swap"]
    play(state, "skip-swap")
    assert legal(state)[-1] == "end-game"
    play(state, "activate r3c3")
    assert state.view(0)["phase"] == "choose" and len(targets(state, "choose")) == 9
    play(state, "choose r3c1")
    assert state.view(0)["first"] == 6
    assert targets(state, "choose") == [cell for cell in state.view(0)["arrangement"]["cells"] if cell != "r3c1"]
    play(state, "choose r3c2", "skip-swap", "activate r1c2")
    assert (state.view(0)["phase"], state.view(0)["asking"]) == ("flip", 4)


def test_kf_81_a_choice_with_one_option_is_still_an_action() -> None:
    """So a compulsory look at the Assassin is the player's own click."""
    state = seated("3 4\n18 (1)")
    play(state, "activate r1c1")
    assert legal(state) == ["peek r2c2"] and not state.over
    state = seated("(1) 18", completed=0)
    play(state, "activate r1c2")
    assert legal(state) == ["flip r1c1"] and not state.over


def test_kf_81_a_choice_with_none_is_skipped_and_told() -> None:
    state = seated("10 3\n18 (1)")
    assert [beat.name for beat in play(state, "activate r1c1")] == ["activated", "idle", "retired"]


def test_kf_81_skip_swap_is_offered_even_without_a_pair() -> None:
    state = seated("12 18 (1)")
    play(state, "activate r1c1")
    assert legal(state) == ["skip-swap"]


def test_kf_82_what_needs_no_choice_happens_within_the_action() -> None:
    """Diplomat, Hermit and step 2 follow the Noble's flip in one go."""
    state = seated("11 12 (2)\n18 5 (1)")
    beats = play(state, "activate r1c1", "peek r1c3")
    assert [beat.name for beat in beats] == ["activated", "peeked", "revealed", "escorted", "hid", "retired"]
    assert layout(state) == drawn("(11) (2) 12\n18 5 (1)")
    assert state.view(0)["phase"] == "swap"


def test_kf_82_the_end_checks_too() -> None:
    state = seated("12 (3)\n(18) (1)")
    play(state, "activate r1c1")
    beats = play(state, "skip-swap")
    assert [beat.name for beat in beats] == ["stayed", "over"]


def test_kf_83_the_view_shows_the_open_effects_innermost_first() -> None:
    state = seated("18 (16) 3\n2 (13) (1)")
    play(state, "activate r1c1", "flip r1c2", "flip r2c2")
    assert stack(state) == [(13, ["r1c2", "r2c1", "r2c3"]), (16, ["r1c1", "r1c3"]), (18, ["r2c1", "r2c2"])]
    assert [(effect["kind"], effect["all"]) for effect in state.view(0)["stack"]] == [
        ("reaction", False),
        ("reaction", True),
        ("order", True),
    ]
    assert targets(state, "flip") == ["r1c2", "r2c1", "r2c3"], "only the innermost offers actions"
    assert state.view(None)["stack"] == state.view(0)["stack"]
    assert GAME.load(state.dump()).view(0) == state.view(0)


@pytest.mark.parametrize(
    ("card", "actions", "verb", "left"),
    [
        (3, (), "peek", []),
        (4, (), "flip", [0, 1]),
        (5, (), "call", []),
        (5, ("call 2",), "peek", []),
        (8, (), "choose", []),
        (10, (), "choose", []),
        (15, (), "choose", []),
        (15, ("choose r1c1",), "choose", []),
        (17, (), "choose", []),
        (17, ("choose r1c2",), "flip", [0]),
    ],
)
def test_kf_83_the_stack_says_what_an_order_asks(card: int, actions: tuple[str, ...], verb: str, left: list) -> None:
    state = seated(f"{card} 2 6\n18 7 (1)")
    play(state, "activate r1c1", *actions)
    effect = state.view(0)["stack"][0]
    assert (effect["card"], effect["kind"], effect["verb"], effect["left"]) == (card, "order", verb, left)
    assert state.view(0)["phase"] == verb and state.view(0)["asking"] == state.view(0)["activated"] == card


@pytest.mark.parametrize("text", ["activate r1c2", "activate r9c9", "peek r1c2", "flip r1c1", "choose r1c1", "call 3"])
def test_kf_84_an_action_not_in_the_list_changes_nothing(text: str) -> None:
    state = seated("12 (3)\n18 (1)")
    before, view = state.dump(), state.view(0)
    with pytest.raises(Refused) as found:
        play(state, text)
    assert str(found.value) and found.value.rule.startswith("KF-")
    assert (state.dump(), state.view(0)) == (before, view)


def test_kf_84_refusals_name_what_is_wrong() -> None:
    state = seated("5 (3)\n18 (1)", completed=0)
    refused(state, "end-game", "completed a turn", "KF-62")
    refused(state, "activate r3c1", "no seat r3c1", "KF-6")
    play(state, "activate r1c1")
    refused(state, "call 17", "17 is not at this feast", "KF-123")
    refused(state, "peek r1c2", "names a number", "KF-105")
    play(state, "call 3")
    refused(state, "peek r1c1", "face up already", "KF-31")


def test_kf_85_arrangement_seed_and_actions_reproduce_a_game() -> None:
    for name in SHIPPED:
        one = Match(GAME, 1, "again", {"arrangement": name})
        while not one.state.over and len(one.entries) < 60:
            actions = one.state.legal(0)
            one.apply(0, actions[len(one.entries) * 7 % len(actions)])
        other = Match(GAME, 1, "again", {"arrangement": name})
        for entry in one.entries:
            other.enter(entry)
        assert other.state.dump() == one.state.dump()


@pytest.mark.parametrize("name", ["full-feudal-feast", ODD["line"], ODD["column"]])
def test_kf_85_only_the_setup_and_the_jester_draw(name: str) -> None:
    mixed = 0
    for number in range(8):
        state, dice = GAME.start(1, str(number), {"arrangement": name}), Fast(number)
        while not state.over and state.view(0)["turn"] < 40:
            before = state.dice.drawn
            beats = play(state, GAME.text(patient(state.view(0), dice)))
            cells = [high - low for _card, low, high in told(beats, "mixed")]
            assert (state.dice.drawn > before) == any(cells)
            mixed += any(cells)
    assert mixed or name == ODD["column"]
