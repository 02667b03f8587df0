"""The King's Feast, section 9 of the specification: what the player knows. One test or more per rule. Random games
against a second implementation of KF-72 are in test_oracle, the draws of `imagine` in test_imagine."""

from __future__ import annotations

import json

import pytest

from hightable.engine import Fast
from hightable.games.kings_feast import GAME
from tests.kings_feast.table import SHIPPED, at, games, legal, maybe, numbers, patient, play, seated


def redealt(state, number: int):
    other = state.copy()
    other.redeal(0, Fast(number))
    return other


def test_kf_70_the_player_sees_what_is_public_and_so_does_a_spectator() -> None:
    state = seated("18 (3) 5\n4 (7) (1)", goal="18 7 5\n4 3 1")
    view = state.view(0)
    assert view["arrangement"]["goal"] == [18, 7, 5, 4, 3, 1]
    assert view["arrangement"]["cells"] == ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"]
    assert [cell["up"] for cell in view["cells"]] == [True, False, True, True, False, False]
    assert [cell["number"] for cell in view["cells"]] == [18, None, 5, 4, None, 1]
    watching = state.view(None)
    assert watching["legal"] == []
    assert {**watching, "legal": 0, "viewer": 0} == {**view, "legal": 0, "viewer": 0}


def test_kf_70_all_events_are_public() -> None:
    for name in SHIPPED:
        state, dice = GAME.start(1, "events", {"arrangement": name}), Fast(1)
        for _action in range(40):
            if not state.over:
                assert all(beat.only == -1 for beat in play(state, GAME.text(patient(state.view(0), dice))))


@pytest.mark.parametrize("name", SHIPPED)
def test_kf_71_numbers_of_unknown_down_cards_and_the_seed_are_hidden(name: str) -> None:
    """Another world that fits the candidates looks the same to the byte."""
    others = 0
    for number, state in enumerate(games(name, 2)):
        other = redealt(state, number)
        assert json.dumps(other.view(0)) == json.dumps(state.view(0))
        assert other.legal(0) == state.legal(0)
        others += numbers(other) != numbers(state)
        text = json.dumps(state.view(0))
        assert str(state.dice.dump()["key"]) not in text
    assert others > 10


def test_kf_72_1_at_the_start_the_assassin_is_known_and_all_others_open() -> None:
    state = GAME.start(1, "s", {"arrangement": "surprise-party-soiree"})
    hidden = sorted(card for card, cell in zip(numbers(state), state.view(0)["cells"], strict=True) if not cell["up"])
    for card, cell in zip(numbers(state), state.view(0)["cells"], strict=True):
        assert cell["maybe"] == ([card] if cell["up"] or card == 1 else hidden[1:])


def test_kf_72_1_a_single_unknown_card_is_deduced_at_once() -> None:
    state = GAME.start(1, "s", {"arrangement": "UKD/UAU>3,5,18/1,2,4"})
    assert state.view(0)["cells"][2]["how"] == "deduced"
    assert state.view(0)["cells"][2]["number"] == numbers(state)[2]


def test_kf_72_2_a_card_seen_keeps_its_number() -> None:
    """Peeked at, revealed and turned down again, or turned down from up."""
    state = seated("3 (5) (7)\n18 (9) 16\n(8) (1) 2")
    play(state, "activate r1c1", "peek r1c2")
    assert at(state, "r1c2")["maybe"] == [5]
    assert at(state, "r1c1")["maybe"] == [3], "turned down in step 2"
    assert maybe(state)[2] == [7, 8, 9], "and is no candidate of others"


def test_kf_72_3_the_set_moves_with_its_card() -> None:
    """Two kinds of unknown cards: r1c2, r1c3 are 5 or 7; r2c2, r3c1 are 8 or 9."""
    known = {"r1c2": [5, 7], "r1c3": [5, 7], "r2c2": [8, 9], "r3c1": [8, 9]}
    before = "15 (5) (7)\n18 (9) 10\n(8) (1) 2\n17 4 3"
    state = seated(before, known=known)
    play(state, "activate r1c1", "choose r1c2", "choose r2c2")
    assert (at(state, "r1c2")["maybe"], at(state, "r2c2")["maybe"]) == ([8, 9], [5, 7])
    play(state, "choose r1c2", "choose r1c3")
    assert (at(state, "r1c2")["maybe"], at(state, "r1c3")["maybe"]) == ([5, 7], [8, 9])
    state = seated(before, known=known)
    play(state, "activate r4c1", "choose r3c1")
    assert (at(state, "r3c1")["number"], at(state, "r4c1")["maybe"]) == (17, [8, 9])


def test_kf_72_3_in_every_shift() -> None:
    state = seated(
        "(5) (7) 9 (8)\n18 2 (3) (1)", known={"r1c1": [5, 7], "r1c2": [5, 7], "r1c4": [3, 8], "r2c3": [3, 8]}
    )
    play(state, "activate r1c3")
    assert maybe(state)[:4] == [[3, 8], [5, 7], [5, 7], [9]]


def test_kf_72_4_the_jester_makes_the_union_of_the_sets() -> None:
    known = {"r1c1": [5, 7], "r1c3": [5, 7]}
    state = seated("(5) 4 (7) 9\n18 2 3 (1)", known=known)
    play(state, "activate r1c2")
    assert maybe(state)[:4] == [[4, 5, 7]] * 3 + [[9]]


def test_kf_72_4_an_assassin_mixed_in_is_lost() -> None:
    state = seated("9 4 (1) (5)\n18 2 3 (7)", known={"r1c4": [5, 7], "r2c4": [5, 7]})
    play(state, "activate r1c2")
    assert maybe(state)[:4] == [[1, 4, 9]] * 3 + [[5, 7]]
    assert [cell["number"] for cell in state.view(0)["cells"][:3]] == [None] * 3
    assert all(cell["how"] == "" for cell in state.view(0)["cells"][:3])


def test_kf_72_5_a_number_taken_is_no_other_cards() -> None:
    state = seated("3 (5) (7)\n18 (9) (1)")
    assert maybe(state)[1] == [5, 7, 9]
    play(state, "activate r1c1", "peek r1c2")
    assert maybe(state)[2] == maybe(state)[4] == [7, 9]
    assert state.view(0)["cells"][2]["how"] == ""


def test_kf_72_5_a_chain_of_deductions() -> None:
    """One peek: r1c2 is 5, so r1c3 is 7, so r2c2 is 9."""
    state = seated("3 (5) (7)\n18 (9) (1)", known={"r1c2": [5, 7], "r1c3": [5, 7, 9], "r2c2": [7, 9]})
    play(state, "activate r1c1", "peek r1c2")
    assert maybe(state)[1:3] == [[5], [7, 9]]
    state = seated("3 (5) (7)\n18 (9) (1)", known={"r1c2": [5, 7], "r1c3": [5, 7], "r2c2": [5, 7, 9]})
    play(state, "activate r1c1", "peek r1c2")
    assert maybe(state)[1:5] == [[5], [7], [18], [9]]
    assert [at(state, cell)["how"] for cell in ("r1c2", "r1c3", "r2c2")] == ["peeked", "deduced", "deduced"]


def test_kf_72_5_a_number_possible_for_one_card_only_is_that_cards() -> None:
    """Peeking at 8 leaves r2c2 as the only seat for 9, though r2c2 may still be 5 or 7 by itself."""
    state = seated(
        "3 (5) (7)\n18 (9) (8)\n2 4 (1)",
        known={"r1c2": [5, 7], "r1c3": [5, 7, 8], "r2c2": [5, 7, 9], "r2c3": [8, 9]},
    )
    play(state, "activate r1c1", "peek r2c3")
    assert maybe(state)[4] == [9]
    assert at(state, "r2c2")["how"] == "deduced"
    assert maybe(state)[1:3] == [[5, 7], [5, 7]]


def test_kf_72_5_a_visible_number_is_no_down_cards() -> None:
    state = seated("11 (5) (7)\n18 (9) (1)")
    play(state, "activate r1c1", "peek r1c2")
    assert at(state, "r1c2")["up"] is True
    assert maybe(state)[2] == maybe(state)[4] == [7, 9]


def test_kf_73_how_it_is_known() -> None:
    """Placed, up, seen, peeked, deduced, each in its turn."""
    state = seated("3 (5) (7)\n18 2 (1)")
    assert [cell["how"] for cell in state.view(0)["cells"]] == ["up", "", "", "up", "up", "placed"]
    play(state, "activate r1c1", "peek r1c2")
    assert [cell["how"] for cell in state.view(0)["cells"]] == ["seen", "peeked", "deduced", "up", "up", "placed"]
    assert [cell["number"] for cell in state.view(0)["cells"]] == [3, 5, 7, 18, 2, 1]


def test_kf_73_what_was_peeked_at_and_then_shown_is_seen() -> None:
    state = seated("11 (5) 9\n18 (7) (1)")
    play(state, "activate r1c1", "peek r1c2", "skip-swap")
    assert at(state, "r1c2")["how"] == "up"
    play(state, "activate r2c1", "flip r1c2")
    assert at(state, "r1c2")["how"] == "seen"


def test_kf_73_a_deduced_card_that_is_peeked_at_is_peeked() -> None:
    state = seated("3 (5) (7)\n18 2 (1)\n11 9 8")
    play(state, "activate r1c1", "peek r1c2", "skip-swap")
    assert at(state, "r1c3")["how"] == "deduced"
    state = seated("3 (15) (17)\n18 2 (1)\n11 9 8")
    play(state, "activate r1c1", "peek r1c2", "skip-swap", "activate r3c1", "peek r1c3")
    assert at(state, "r1c3")["how"] == "peeked"


def test_kf_73_how_moves_with_its_card() -> None:
    state = seated("3 (5) (7)\n18 2 (1)\n15 9 8")
    play(state, "activate r1c1", "peek r1c2", "skip-swap", "activate r3c1", "choose r1c2", "choose r2c3")
    assert (at(state, "r2c3")["number"], at(state, "r2c3")["how"]) == (5, "peeked")
    assert (at(state, "r1c2")["number"], at(state, "r1c2")["how"]) == (1, "placed")


def test_kf_73_an_assassin_found_again_is_deduced() -> None:
    state = seated("9 4 (1)\n18 2 3")
    play(state, "activate r1c2")
    other = next(cell for cell in range(3) if numbers(state)[cell] != 1)
    play(state, f"flip r1c{other + 1}", "skip-swap", "activate r2c3")
    third = next(cell for cell in range(3) if numbers(state)[cell] != 1 and cell != other)
    play(state, f"peek r1c{third + 1}")
    cell = state.view(0)["cells"][numbers(state).index(1)]
    assert (cell["number"], cell["how"]) == (1, "deduced")


def test_kf_73_everything_shown_is_true_and_follows() -> None:
    """What has one candidate is that number in every world that fits."""
    for name in SHIPPED:
        for number, state in enumerate(games(name, 2)):
            for card, other, cell in zip(
                numbers(state), numbers(redealt(state, number)), state.view(0)["cells"], strict=True
            ):
                assert card in cell["maybe"] and other in cell["maybe"]
                assert cell["number"] in (None, card)
                assert (cell["how"] == "") == (cell["number"] is None)


def test_kf_74_ids_follow_visible_movement() -> None:
    state = seated("15 (3) 7 (5)\n18 9 (8) (1)\n17 (2) 4 10")

    def ids() -> dict[int, object]:
        return dict(zip(numbers(state), (cell["id"] for cell in state.view(0)["cells"]), strict=True))

    before = ids()
    assert len(set(before.values())) == 12
    play(state, "activate r1c1", "choose r1c2", "choose r2c3")  # Vizier
    play(state, "choose r1c1", "choose r1c2")  # step 3
    play(state, "activate r2c2", "skip-swap", "activate r1c3", "skip-swap")  # Guard, Coachman
    play(state, "activate r3c1", "choose r3c4", "flip r3c1", "flip r3c3", "flip r3c2")  # Queen
    assert ids() == before


def test_kf_74_all_ids_of_mixed_cards_are_replaced() -> None:
    state = seated("(3) 4 7 (5)\n18 9 (8) (1)")
    before = [cell["id"] for cell in state.view(0)["cells"]]
    play(state, "activate r1c2")
    after = [cell["id"] for cell in state.view(0)["cells"]]
    assert set(after[:3]).isdisjoint(before)
    assert after[3:] == before[3:]
    assert len(set(after)) == 8


def test_kf_74_the_order_of_new_ids_says_nothing() -> None:
    """Whatever the mixing, the ids are the same: they go by seat, or by nothing that depends on the cards."""
    orders, ids = set(), set()
    for seed in range(60):
        state = seated("(3) 4 7 (5)\n18 9 (8) (1)", seed=str(seed))
        play(state, "activate r1c2")
        orders.add(tuple(numbers(state)[:3]))
        ids.add(tuple(cell["id"] for cell in state.view(0)["cells"]))
    assert len(orders) == 6
    assert len(ids) == 1


def test_kf_74_the_first_ids_say_nothing() -> None:
    ids = {tuple(cell["id"] for cell in GAME.start(1, str(seed)).view(0)["cells"]) for seed in range(30)}
    assert len(ids) == 1


@pytest.mark.parametrize("name", SHIPPED)
def test_kf_74_neither_legal_actions_nor_refusals_nor_events_leak(name: str) -> None:
    """In another world that fits, the same is legal and refused in the same words; and until something is shown, the
    same happens."""
    for number, state in enumerate(games(name, 2, 60)):
        other = redealt(state, number)
        for action in range(1, len(GAME.actions), 13):
            mine, theirs = state.why_not(0, action), other.why_not(0, action)
            assert (str(mine), mine and mine.rule) == (str(theirs), theirs and theirs.rule)
        if legal(state) and legal(state)[0].startswith("choose"):
            one, two = state.copy(), other.copy()
            text = legal(state)[number % len(legal(state))]
            mine = [(beat.name, beat.args) for beat in play(one, text)]
            assert mine == [(beat.name, beat.args) for beat in play(two, text)]
            assert one.view(0) == two.view(0) or one.over, "the end shows everything"


def test_kf_74_step_2_does_not_say_where_the_jester_is() -> None:
    """He is down, wherever he is: no event, and all other worlds look the same afterwards."""
    state = seated("(3) 4 7 (5)\n18 9 (8) (1)")
    play(state, "activate r1c2")
    cell = next(i for i, card in enumerate(numbers(state)) if card in (3, 7))
    beats = play(state, f"flip r1c{cell + 1}")
    assert [beat.name for beat in beats] == ["revealed"]
    for number in range(20):
        assert redealt(state, number).view(0) == state.view(0)


def test_kf_75_knowledge_never_changes_what_is_legal() -> None:
    """All is legal alike, whether the player knows every down card or none, through whole games."""
    checked = 0
    for name in SHIPPED:
        for state in games(name, 2, 60):
            if state.over:
                continue
            data = state.dump()
            data["maybe"] = [1 << number for number in data["number"]]
            data["how"] = [2] * len(data["number"])
            knowing = GAME.load(data)
            assert legal(knowing) == legal(state)
            checked += 1
    assert checked > 100
