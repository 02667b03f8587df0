"""The rules of The Feast, one test or more per rule and ruling of the specification, in its order."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from hightable.engine import SPECTATOR, Fast, Match, Refused
from hightable.games.the_feast import GAME
from hightable.games.the_feast.rules import DECK, WIDTH, TheFeast
from tests.the_feast.table import at_table, captures, do, finished, keeps_all_cards, lay, legal, told

VARIANTS = [(seats, dummies) for seats in range(2, 9) for dummies in range(max(0, 4 - seats), 9 - seats)]
SIZES = {4: 8, 5: 8, 6: 7, 7: 6, 8: 6}


def start(seats: int, seed: str = "s", dummies: int | None = None) -> TheFeast:
    state = GAME.start(seats, seed, {} if dummies is None else {"dummies": dummies})
    assert isinstance(state, TheFeast)
    return state


def down(state: TheFeast, viewer: int | None, holder: int) -> object:
    """A holder's ploy as a viewer sees it."""
    return state.view(viewer)["holders"][holder]["ploy"]


# 1. Material and players


def test_tf_1_deck_has_r_cards_of_rank_r() -> None:
    assert len(DECK) == 55
    assert Counter(DECK) == {rank: rank for rank in range(1, 11)}


def test_tf_1_all_cards_are_in_play_after_the_deal() -> None:
    for number in range(20):
        keeps_all_cards(start(4, str(number)))


def test_tf_1_a_card_is_worth_its_rank() -> None:
    state = at_table([[10], [9], [8], [7]], topic=3)
    lay(state, 10, 9, 8, 7)
    assert state.view(None)["holders"][0]["total"] == 3


def test_tf_2_two_to_eight_real_players() -> None:
    for seats in range(2, 9):
        assert start(seats).seats == seats
    for seats in (-1, 0, 1, 9):
        with pytest.raises(Refused, match="2 to 8 seats"):
            start(seats)


def test_tf_2_dummies_fill_up_to_four() -> None:
    assert [start(seats).holders - seats for seats in range(2, 9)] == [2, 1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("seats", "dummies"), VARIANTS)
def test_tf_3_hand_size_by_number_of_hand_holders(seats: int, dummies: int) -> None:
    holders, size = seats + dummies, SIZES[seats + dummies]
    view = start(seats, dummies=dummies).view(0)
    assert view["rounds"] == size
    assert [h["cards"] for h in view["holders"]] == [size] * seats + [size - 1] * dummies  # dummies have spoken
    assert view["deck"] == 55 - holders * size - 1


def test_tf_3_left_over_cards_stay_in_the_deck() -> None:
    left = {4: 15, 5: 7, 6: 6, 7: 7, 8: 1}
    for holders in range(4, 9):
        fewest = min(state.view(None)["deck"] for state in finished(holders, "s", 0))
        assert fewest == left[holders]


# 2. Structure


def test_tf_4_four_hands_of_as_many_rounds_as_cards() -> None:
    for seats, dummies in ((4, 0), (6, 0), (2, 5)):
        match = Match(GAME, seats, "s", {"dummies": dummies})
        beats = list(match.opening)
        while not match.state.over:
            seat = match.state.deciding[0]
            beats += match.apply(seat, match.state.legal(seat)[0])
        assert told(beats, "dealt") == told(beats, "scored") == [(1,), (2,), (3,), (4,)]
        assert len(told(beats, "topic")) == len(told(beats, "swept")) == 4 * SIZES[seats + dummies]
        assert len(told(beats, "over")) == 1


def test_tf_4_all_cards_are_shuffled_together_for_each_hand() -> None:
    for state in finished(4, "s"):
        keeps_all_cards(state)
        if state.round == 1 and not state.shown:
            assert sum(state.discards) == sum(state.captured) == 0


@pytest.mark.parametrize("seats", [4, 8])
def test_tf_4_the_deal_is_uniform(seats: int) -> None:
    """The first topic is each of the 55 cards equally often, and so is a player's card (chi-square, 9 degrees of
    freedom, fixed seeds)."""
    games = 2000
    topics: Counter[int] = Counter()
    cards: Counter[int] = Counter()
    for number in range(games):
        view = GAME.start(seats, str(number), dice="fast").view(number % seats)
        topics[view["topic"]] += 1
        cards[view["hand"][number % len(view["hand"])]] += 1
    chi = sum((topics[rank] - games * rank / 55) ** 2 / (games * rank / 55) for rank in range(1, 11))
    assert chi < 27.9  # 99.9 %
    high = sum(cards[rank] for rank in (8, 9, 10)) / games
    assert abs(high - 27 / 55) < 0.05


def test_tf_4_no_drawing_of_cards() -> None:
    cards = None
    for state in finished(5, "s"):
        now = (state.hand, sum(state.hands))
        if cards is not None and cards[0] == now[0]:
            assert now[1] <= cards[1]
        cards = now


def test_tf_5_order_of_a_round() -> None:
    match = Match(GAME, 3, "s", {"dummies": 2})
    names = [beat.name for beat in match.opening]
    assert names == ["dealt", "topic", "dummy", "dummy"]
    state = at_table([[2], [10], [10], [5], [6]], topic=7, dummies=2, ploys={3: 5, 4: 6}, deck=[3])
    names = [beat.name for beat in lay(state, 2, 10, 10)]
    assert names[6:] == ["revealed", "captured", "captured", "swept", "topic", "dummy", "dummy"]
    assert names[:6] == ["ploy", "chose"] * 3


def test_tf_5_nothing_is_captured_before_all_have_chosen() -> None:
    state = at_table([[2], [3], [4], [5]], topic=7)
    with pytest.raises(Refused) as refused:
        state.apply(0, GAME.parse("topic"))
    assert refused.value.rule == "TF-5"


# 3. A round


def test_tf_6_the_top_card_of_the_deck_is_the_topic() -> None:
    state = at_table([[2], [3], [4], [5]], topic=7, deck=[9, 8])
    before = state.view(None)["deck"]
    beats = lay(state, 2, 3, 4, 5)
    assert state.view(None)["topic"] == 9
    assert told(beats, "topic") == [(9,)]
    assert state.view(None)["deck"] == before - 1


def test_tf_7_dummies_lay_face_up_before_anyone_chooses() -> None:
    state = start(2, dummies=3)
    assert state.deciding == [0, 1]
    for viewer in (None, 0, 1):
        for dummy in (2, 3, 4):
            assert down(state, viewer, dummy) in range(1, 11)
        assert [down(state, viewer, seat) for seat in (0, 1)] == [None, None]


def test_tf_7_a_dummy_draws_uniformly_from_its_cards_not_its_ranks() -> None:
    """A dummy with 10, 10, 10, 3 says 3 in a quarter of the cases."""
    trials, threes = 2000, 0
    for number in range(trials):
        state = at_table([[1], [2], [2], [3, 10, 10, 10]], topic=7, dummies=1, ploys={3: 4}, round=4, deck=[8])
        state.dice = Fast(number)
        lay(state, 1, 2, 2)
        threes += state.ploys[3] == 3
    assert abs(threes - trials / 4) < 4 * (trials * 3 / 16) ** 0.5


def test_tf_7_a_dummy_plays_only_what_it_holds() -> None:
    for state in finished(2, "s", 4):
        keeps_all_cards(state)


def test_tf_8_all_real_players_choose_at_once() -> None:
    assert start(5).deciding == [0, 1, 2, 3, 4]
    assert start(3).deciding == [0, 1, 2]


def test_tf_8_one_action_per_distinct_rank_in_hand() -> None:
    state = at_table([[3, 3, 3, 7, 7, 10, 10, 1], [2], [4], [5]], topic=8)
    assert legal(state, 0) == ["play 1", "play 3", "play 7", "play 10"]


def test_tf_8_a_rank_not_in_hand_is_refused() -> None:
    state = at_table([[3, 3, 3, 7, 7, 10, 10, 1], [2], [4], [5]], topic=8)
    before = state.dump()
    with pytest.raises(Refused, match="no 8 in your hand") as refused:
        state.apply(0, GAME.parse("play 8"))
    assert refused.value.rule == "TF-8"
    assert state.dump() == before


def test_tf_8_the_card_leaves_the_hand_and_is_revealed_with_the_others() -> None:
    state = at_table([[3, 3], [2], [4], [5]], topic=8)
    for seat, rank in enumerate((3, 2, 4)):
        do(state, seat, f"play {rank}")
        assert [down(state, None, i) for i in range(4)] == ["down"] * (seat + 1) + [None] * (3 - seat)
    assert state.view(0)["hand"].count(3) == 1
    beats = do(state, 3, "play 5")
    revealed = next(beat.state for beat in beats if beat.name == "revealed")
    assert [h["ploy"] for h in revealed.view(None)["holders"]] == [3, 2, 4, 5]


def test_tf_8_the_order_of_commitment_has_no_effect() -> None:
    one = at_table([[3], [3], [4], [4]], topic=8, deck=[6])
    other = one.copy()
    lay(one, 3, 3, 4, 4)
    for seat, rank in ((3, 4), (1, 3), (0, 3), (2, 4)):
        do(other, seat, f"play {rank}")
    assert one.dump() == other.dump()


def test_tf_9_every_copy_of_a_matched_rank_is_a_gaffe() -> None:
    state = at_table([[5], [5], [5], [9], [2]], topic=7)
    beats = lay(state, 5, 5, 5, 9, 2)
    revealed = next(beat.state for beat in beats if beat.name == "revealed").view(None)
    assert [h["gaffe"] for h in revealed["holders"]] == [True, True, True, False, False]


def test_tf_9_several_ranks_may_be_gaffes() -> None:
    state = at_table([[5], [5], [8], [8], [2], [3]], topic=7)
    lay(state, 5, 5, 8, 8, 2, 3)
    assert state.view(None)["choice"]["gaffes"] == [5, 8]
    assert [h["gaffe"] for h in state.view(None)["holders"]] == [True] * 4 + [False] * 2


def test_tf_9_a_dummy_matches_like_anyone() -> None:
    state = at_table([[5], [9], [2], [1]], topic=7, dummies=1, ploys={3: 5})
    assert captures(lay(state, 5, 9, 2)) == [(1, 7), (2, 5)]


def test_tf_9_the_topic_is_no_ploy() -> None:
    state = at_table([[7], [5], [4], [3]], topic=7)
    beats = lay(state, 7, 5, 4, 3)
    assert captures(beats) == [(0, 7)]
    assert not any(h["gaffe"] for h in next(b.state for b in beats if b.name == "revealed").view(None)["holders"])


def test_tf_10_the_highest_unmatched_captures_the_topic() -> None:
    state = at_table([[6], [9], [10], [10]], topic=4)
    assert captures(lay(state, 6, 9, 10, 10))[0] == (1, 4)


def test_tf_11_the_lowest_unmatched_then_captures_a_gaffe() -> None:
    state = at_table([[6], [9], [10], [10]], topic=4)
    assert captures(lay(state, 6, 9, 10, 10)) == [(1, 4), (0, 10)]


def test_tf_11_a_choice_between_two_gaffe_ranks_is_the_lowest_seats() -> None:
    state = at_table([[5], [5], [8], [8], [2], [3]], topic=7)
    assert captures(lay(state, 5, 5, 8, 8, 2, 3)) == [(5, 7)]  # the topic goes first
    assert state.deciding == [4]
    assert legal(state, 4) == ["gaffe 5", "gaffe 8"]
    assert state.view(None)["phase"] == "lowest"
    assert captures(do(state, 4, "gaffe 5")) == [(4, 5)]


def test_tf_11_one_card_only_and_the_rest_is_discarded() -> None:
    state = at_table([[5], [5], [5], [9], [2]], topic=7)
    lay(state, 5, 5, 5, 9, 2)
    assert state.view(None)["holders"][4]["captured"] == [5]
    assert state.discards[5] == 2


def test_tf_11_without_gaffes_nothing() -> None:
    state = at_table([[6], [9], [8], [10]], topic=4)
    assert captures(lay(state, 6, 9, 8, 10)) == [(3, 4)]
    assert state.view(None)["phase"] == "ploys"


def test_tf_11_refusals_of_the_choice_explain_themselves() -> None:
    state = at_table([[5], [5], [8], [8], [2], [3]], topic=7)
    lay(state, 5, 5, 8, 8, 2, 3)
    rules = {}
    for text in ("topic", "gaffe 7", "play 2"):
        with pytest.raises(Refused) as refused:
            state.apply(4, GAME.parse(text))
        rules[text] = refused.value.rule
    assert rules == {"topic": "TF-10", "gaffe 7": "TF-9", "play 2": "TF-5"}
    with pytest.raises(Refused, match="Another player"):
        state.apply(5, GAME.parse("gaffe 5"))


def test_tf_12_single_unmatched_ploy_takes_one_card() -> None:
    for text, taken in (("topic", 7), ("gaffe 4", 4), ("gaffe 5", 5)):
        state = at_table([[5], [5], [4], [4], [2]], topic=7)
        assert captures(lay(state, 5, 5, 4, 4, 2)) == []
        assert state.deciding == [4]
        assert state.view(None)["phase"] == "single"
        assert legal(state, 4) == ["topic", "gaffe 4", "gaffe 5"]
        assert captures(do(state, 4, text)) == [(4, taken)]
        assert state.view(None)["holders"][4]["captured"] == [taken]


def test_tf_12_a_real_owner_is_asked_even_between_equals() -> None:
    state = at_table([[7], [7], [7], [2]], topic=7)
    lay(state, 7, 7, 7, 2)
    assert state.deciding == [3]
    assert legal(state, 3) == ["topic", "gaffe 7"]


def test_tf_12_a_dummy_is_never_asked() -> None:
    state = at_table([[7], [7], [7], [1]], topic=3, dummies=1, ploys={3: 2})
    assert captures(lay(state, 7, 7, 7)) == [(3, 7)]
    assert state.view(None)["phase"] == "ploys"


def test_tf_13_no_unmatched_ploy_captures_nothing() -> None:
    state = at_table([[5], [5], [8], [8]], topic=7)
    beats = lay(state, 5, 5, 8, 8)
    assert captures(beats) == []
    assert told(beats, "nothing") == [()]
    assert (state.discards[5], state.discards[8], state.discards[7]) == (2, 2, 1)


def test_tf_14_captures_lie_open_apart_from_the_hand() -> None:
    state = at_table([[6], [9], [10], [10]], topic=4)
    lay(state, 6, 9, 10, 10)
    for viewer in (None, 0, 3):
        seen = state.view(viewer)["holders"]
        assert [h["captured"] for h in seen] == [[10], [4], [], []]
    assert state.cards(0) == 7


def test_tf_14_all_other_cards_are_discarded_the_winning_ploys_too() -> None:
    state = at_table([[6], [9], [10], [10]], topic=4)
    lay(state, 6, 9, 10, 10)
    assert {rank: n for rank, n in enumerate(state.discards) if n} == {6: 1, 9: 1, 10: 1}
    keeps_all_cards(state)


def test_tf_14_an_uncaptured_topic_does_not_carry_over() -> None:
    state = at_table([[5], [5], [8], [8]], topic=7, deck=[3])
    lay(state, 5, 5, 8, 8)
    assert state.view(None)["topic"] == 3
    assert state.discards[7] == 1
    single = at_table([[5], [5], [5], [2]], topic=7)
    lay(single, 5, 5, 5, 2)
    do(single, 3, "gaffe 5")
    assert single.discards[7] == 1
    assert single.discards[5] == 2


def test_tf_14_gaffes_of_higher_or_lower_rank_do_not_matter() -> None:
    state = at_table([[10], [10], [2], [2], [6], [7]], topic=4)
    assert captures(lay(state, 10, 10, 2, 2, 6, 7)) == [(5, 4)]
    assert state.deciding == [4]


# 4. Scoring and end


def last_round(hand: int = 1, **more: object) -> TheFeast:
    """Two cards each: after this round the last cards are laid by themselves."""
    return at_table([[10, 1], [9, 2], [8, 3], [7, 4]], topic=5, deck=[6], round=7, hand=hand, **more)  # type: ignore[arg-type]


def last_round_with_dummy(hand: int = 4, **more: object) -> TheFeast:
    """The same with a dummy as the fourth: 5 points for the first seat, 6 for the dummy are to come."""
    hands = [[10, 1], [9, 2], [8, 3], [4]]
    return at_table(hands, dummies=1, ploys={3: 7}, topic=5, deck=[6], round=7, hand=hand, **more)  # type: ignore[arg-type]


def test_tf_15_each_scores_the_sum_of_captured_ranks() -> None:
    state = last_round(captured={0: [9, 9], 2: [8]})
    beats = lay(state, 10, 9, 8, 7)  # 5 for seat 0; then 1, 2, 3, 4 are laid: 6 for seat 3
    assert told(beats, "scored") == [(1,)]
    view = state.view(None)
    assert [h["hands"] for h in view["holders"]] == [[23], [0], [8], [6]]
    assert view["hand_number"] == 2


def test_tf_15_captures_go_back_for_the_next_shuffle() -> None:
    state = last_round(captured={0: [9, 9]})
    lay(state, 10, 9, 8, 7)
    assert all(h["captured"] == [] for h in state.view(None)["holders"])
    keeps_all_cards(state)


def test_tf_15_totals_add_up_over_the_hands() -> None:
    state = last_round(hand=3, scores={0: [11, 12], 1: [1, 2]}, captured={1: [10]})
    lay(state, 10, 9, 8, 7)
    seen = state.view(2)["holders"]
    assert [h["hands"] for h in seen] == [[11, 12, 5], [1, 2, 10], [0, 0, 0], [0, 0, 6]]
    assert [h["total"] for h in seen] == [28, 13, 0, 6]


def test_tf_15_dummies_score_too() -> None:
    state = last_round_with_dummy(hand=1)
    lay(state, 10, 9, 8)
    assert state.view(None)["holders"][3]["hands"] == [6]


def test_tf_16_the_highest_total_wins_after_the_fourth_hand() -> None:
    state = last_round(hand=4, scores={0: [1, 1, 1], 1: [5, 5, 5]})
    with pytest.raises(Refused) as refused:
        state.result  # noqa: B018
    assert refused.value.rule == "TF-16"
    lay(state, 10, 9, 8, 7)
    assert state.over
    assert state.result.scores == [8, 15, 0, 6]
    assert state.result.winners == [1]
    assert state.result.places == [2, 1, 4, 3]
    assert state.deciding == []


# 5. Dummies


def test_tf_17_a_dummy_captures_like_anyone() -> None:
    highest = at_table([[5], [9], [8], [1]], topic=7, dummies=1, ploys={3: 10})
    assert captures(lay(highest, 5, 9, 8)) == [(3, 7)]
    lowest = at_table([[9], [9], [8], [1]], topic=7, dummies=1, ploys={3: 2})
    assert captures(lay(lowest, 9, 9, 8)) == [(2, 7), (3, 9)]


def test_tf_17_a_dummy_decides_nothing() -> None:
    for state in finished(2, "s", 6):
        assert all(seat < 2 for seat in state.deciding)
        for dummy in range(2, 8):
            assert state.legal(dummy) == []
            with pytest.raises(Refused):
                state.apply(dummy, 1)


def test_tf_17_a_dummy_cannot_win() -> None:
    state = last_round_with_dummy(scores={3: [50] * 3})
    lay(state, 10, 9, 8)
    assert state.result.guests == [156]
    assert state.result.winners == [0]
    assert len(state.result.scores) == len(state.result.places) == 3


def test_tf_18_any_number_of_dummies_within_four_to_eight_holders() -> None:
    option = GAME.options[0]
    assert {seats: option.values(seats) for seats in range(2, 9)} == {
        2: [2, 3, 4, 5, 6],
        3: [1, 2, 3, 4, 5],
        4: [0, 1, 2, 3, 4],
        5: [0, 1, 2, 3],
        6: [0, 1, 2],
        7: [0, 1],
        8: [0],
    }
    for seats, dummies in ((2, 1), (3, 0), (3, 6), (8, 1), (4, -1)):
        with pytest.raises(Refused) as refused:
            start(seats, dummies=dummies)
        assert refused.value.rule == "TF-18"


def test_tf_18_the_default_is_the_fewest() -> None:
    for seats in range(2, 9):
        assert GAME.options[0].default(seats) == max(0, 4 - seats)


def test_tf_18_five_real_and_one_dummy_have_seven_cards() -> None:
    assert start(5, dummies=1).view(0)["rounds"] == 7


# 6. Views


def test_tf_19_the_own_hand_is_for_its_owner_only() -> None:
    state = at_table([[1, 2, 2, 3, 3, 3, 4, 4], [5], [6], [7]], topic=10)
    assert state.view(0)["hand"] == [1, 2, 2, 3, 3, 3, 4, 4]
    assert state.view(1)["hand"] != state.view(0)["hand"]
    assert state.view(None)["hand"] == []
    public = {"dummy", "cards", "ploy", "gaffe", "captured", "hands", "total"}
    assert all(set(state.view(viewer)["holders"][0]) == public for viewer in (None, 1, 2, 3))


def test_tf_19_nobody_sees_a_dummys_hand_the_deck_or_the_seed() -> None:
    """Whatever is drawn anew of what a viewer can't know, its view stays the same to the byte."""
    for state in finished(3, "a seed to look for", 2):
        for viewer in (None, 0, 1, 2):
            text = json.dumps(state.view(viewer))
            assert "a seed to look for" not in text
            world = state.copy()
            world.redeal(SPECTATOR if viewer is None else viewer, Fast(state.round))
            assert json.dumps(world.view(viewer)) == text


def test_tf_19_there_is_no_view_for_a_dummy_or_a_stranger() -> None:
    state = start(3, dummies=1)
    for viewer in (3, 4, -1, 99):
        with pytest.raises(Refused):
            state.view(viewer)


def test_tf_20_what_is_public() -> None:
    state = at_table([[6, 8], [9, 8], [10], [1]], topic=4, dummies=1, ploys={3: 10}, hand=2, scores={0: [12], 3: [7]})
    lay(state, 6, 9, 10)
    do(state, 0, "play 8")
    view = state.view(None)
    assert view["deciding"] == [1, 2]
    assert view["topic"] == state.topic
    assert view["holders"][3]["ploy"] == state.ploys[3]
    assert [h["ploy"] for h in view["holders"]][:3] == ["down", None, None]
    assert [h["captured"] for h in view["holders"]] == [[10], [4], [], []]
    assert [h["cards"] for h in view["holders"]] == [6, 7, 7, 6]
    assert (view["hand_number"], view["round"], view["rounds"]) == (2, 2, 8)
    assert [h["hands"] for h in view["holders"]] == [[12], [0], [0], [7]]
    assert [h["total"] for h in view["holders"]] == [22, 4, 0, 7]
    assert view["discards"] == [0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1]


def test_tf_21_a_committed_ploy_is_visible_to_its_owner_only() -> None:
    state = at_table([[6], [9], [10], [10]], topic=4)
    do(state, 0, "play 6")
    assert down(state, 0, 0) == 6
    assert [down(state, viewer, 0) for viewer in (None, 1, 2, 3)] == ["down"] * 4


def test_tf_21_other_choices_look_the_same_to_others() -> None:
    one = at_table([[6, 9, 1], [9], [10], [10]], topic=4)
    other = one.copy()
    mine, theirs = do(one, 0, "play 6"), do(other, 0, "play 1")
    for viewer in (None, 1, 2, 3):
        assert json.dumps(one.view(viewer)) == json.dumps(other.view(viewer))
        events = [[(b.name, b.args) for b in beats if b.known_to(viewer)] for beats in (mine, theirs)]
        assert events[0] == events[1] == [("chose", {"seat": 0})]
    assert [b.name for b in mine if b.known_to(0)] == ["ploy", "chose"]


def test_tf_21_the_order_of_commitment_is_not_shown() -> None:
    one = at_table([[6], [9], [10], [10]], topic=4)
    other = one.copy()
    do(one, 0, "play 6"), do(one, 2, "play 10")
    do(other, 2, "play 10"), do(other, 0, "play 6")
    for viewer in (None, 0, 1, 2, 3):
        assert json.dumps(one.view(viewer)) == json.dumps(other.view(viewer))


def test_tf_21_legal_plays_go_to_their_seat_only() -> None:
    state = start(4)
    assert state.view(None)["legal"] == []
    for seat in range(4):
        assert state.view(seat)["legal"] == sorted(set(state.view(seat)["hand"]))


# 7. Rulings


def test_tf_r1_two_or_three_players_get_dummies_up_to_four() -> None:
    for seats in (2, 3):
        assert len(start(seats).view(None)["holders"]) == 4
        with pytest.raises(Refused):
            start(seats, dummies=3 - seats)


def test_tf_r2_all_55_cards_every_hand() -> None:
    state = last_round(captured={0: [9, 9]})
    lay(state, 10, 9, 8, 7)
    assert (state.hand, state.round) == (2, 1)
    keeps_all_cards(state)
    assert sum(state.hands) + 1 + state.view(None)["deck"] == 55


def test_tf_r3_asked_only_if_ranks_differ() -> None:
    state = at_table([[5], [5], [5], [5], [2], [3]], topic=7)
    assert captures(lay(state, 5, 5, 5, 5, 2, 3)) == [(5, 7), (4, 5)]
    assert state.deciding == [0, 1, 2, 3, 4, 5]
    assert state.round == 2


def test_tf_r3_any_gaffe_may_be_taken() -> None:
    for taken in (5, 8):
        state = at_table([[5], [5], [8], [8], [2], [3]], topic=7)
        lay(state, 5, 5, 8, 8, 2, 3)
        assert captures(do(state, 4, f"gaffe {taken}")) == [(4, taken)]


def test_tf_r4_a_capture_cannot_be_declined() -> None:
    state = at_table([[5], [5], [5], [2]], topic=7)
    lay(state, 5, 5, 5, 2)
    assert legal(state, 3) == ["topic", "gaffe 5"]
    assert not any("pass" in text or "decline" in text for text in GAME.actions.texts)


def test_tf_r5_a_dummy_takes_the_best_on_offer() -> None:
    state = at_table([[9], [9], [4], [4], [1]], topic=7, dummies=1, ploys={4: 2})
    assert captures(lay(state, 9, 9, 4, 4)) == [(4, 9)]
    state = at_table([[5], [5], [4], [4], [1]], topic=7, dummies=1, ploys={4: 2})
    assert captures(lay(state, 5, 5, 4, 4)) == [(4, 7)]


def test_tf_r5_a_dummy_that_is_lowest_takes_the_best_gaffe() -> None:
    state = at_table([[9], [9], [4], [4], [8], [1]], topic=7, dummies=1, ploys={5: 2})
    assert captures(lay(state, 9, 9, 4, 4, 8)) == [(4, 7), (5, 9)]


def test_tf_r6_a_dummys_captures_are_counted_and_worth_nothing() -> None:
    state = last_round_with_dummy(captured={3: [10]})
    lay(state, 10, 9, 8)
    assert state.result.guests == [16]
    assert state.result.lines[3].points == [5, 0, 0, 16]
    assert state.result.winners == [0]


def test_tf_r6_a_dummy_never_ties() -> None:
    state = last_round_with_dummy(scores={0: [1, 0, 0]})
    lay(state, 10, 9, 8)
    assert state.result.guests == state.result.scores[:1] == [6]
    assert state.result.winners == [0]


def test_tf_r7_the_topic_is_shown_before_the_dummies_play() -> None:
    match = Match(GAME, 2, "s")
    shown = next(beat.state for beat in match.opening if beat.name == "topic").view(None)
    assert shown["topic"] is not None
    assert all(h["ploy"] is None for h in shown["holders"])


def test_tf_r8_a_final_tie_is_a_shared_victory() -> None:
    state = last_round(hand=4, scores={0: [4, 0, 0], 1: [9, 0, 0], 2: [9, 0, 0], 3: [1, 0, 0]})
    lay(state, 10, 9, 8, 7)
    assert state.result.scores == [9, 9, 9, 7]
    assert state.result.winners == [0, 1, 2]
    assert state.result.places == [1, 1, 1, 4]


def test_tf_r9_no_changing_ones_mind_before_the_reveal() -> None:
    state = at_table([[6, 7], [9], [10], [10]], topic=4)
    do(state, 0, "play 6")
    before = state.dump()
    with pytest.raises(Refused) as refused:
        state.apply(0, GAME.parse("play 7"))
    assert refused.value.rule == "TF-R9"
    assert state.dump() == before


def test_tf_r10_discards_are_shown_as_counts_of_the_current_hand() -> None:
    state = at_table([[6], [9], [10], [10]], topic=4)
    lay(state, 6, 9, 10, 10)
    for viewer in (None, 0):
        assert state.view(viewer)["discards"] == [0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1]
    end = last_round()
    lay(end, 10, 9, 8, 7)
    assert end.view(None)["discards"] == [0] * WIDTH


def test_tf_r11_the_last_card_is_laid_by_itself() -> None:
    state = last_round()
    beats = lay(state, 10, 9, 8, 7)
    reveals = [beat.state.view(None) for beat in beats if beat.name == "revealed"]
    assert [[h["ploy"] for h in view["holders"]] for view in reveals] == [[10, 9, 8, 7], [1, 2, 3, 4]]
    assert state.hand == 2
    assert len(told(beats, "chose")) == 4


def test_tf_r11_captures_of_the_last_round_are_still_decided() -> None:
    state = at_table([[10, 5], [9, 5], [8, 5], [7, 4]], topic=5, deck=[6], round=7)
    lay(state, 10, 9, 8, 7)
    assert (state.hand, state.round) == (1, 8)
    assert state.deciding == [3]
    assert legal(state, 3) == ["topic", "gaffe 5"]
    do(state, 3, "gaffe 5")
    assert state.hand == 2
    assert state.view(None)["holders"][3]["hands"] == [5]


def test_tf_r12_scores_are_entered_once_per_hand() -> None:
    for state in finished(4, "s"):
        assert all(len(h["hands"]) == state.scored for h in state.view(None)["holders"])
        assert state.scored == (4 if state.over else state.hand - 1)


def test_tf_r13_a_single_dummy_takes_the_topic_before_an_equal_gaffe() -> None:
    state = at_table([[7], [7], [7], [1]], topic=7, dummies=1, ploys={3: 2})
    beats = lay(state, 7, 7, 7)
    assert told(beats, "captured") == [(3, 7, -1)]  # -1: from the middle


def test_tf_r14_seats_do_not_matter() -> None:
    """The same hands in turned seats give the same captures, turned."""
    hands = [[6], [9], [10], [10], [3]]
    for turn in range(5):
        turned = hands[turn:] + hands[:turn]
        state = at_table(turned, topic=4)
        who = dict(captures(lay(state, *(row[0] for row in turned))))
        assert who == {(1 - turn) % 5: 4, (4 - turn) % 5: 10}


def test_tf_r15_dummies_count_for_the_hand_size() -> None:
    for seats, dummies in VARIANTS:
        assert start(seats, dummies=dummies).rounds == SIZES[seats + dummies]


def test_tf_r16_several_cards_of_one_rank_are_still_asked_for() -> None:
    state = at_table([[10, 10], [9, 2], [8, 3], [7, 4]], topic=5, deck=[6], round=7)
    assert state.deciding == [0, 1, 2, 3]
    assert legal(state, 0) == ["play 10"]
