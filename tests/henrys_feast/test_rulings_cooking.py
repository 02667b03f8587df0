"""HF-R40 … HF-R72, HF-R75: rulings on cooking, the Last Round, scoring, variants and teams."""

from __future__ import annotations

from typing import Any

import pytest

from tests.henrys_feast.table import BONUS, DISPLAY, FEAST, IDS, Table, kitchen, new, stocked, table, told

ALL = "easy medium hard"
SWEET = "milk@stock rice@stock"  # a kheer on s5
STATIONS = (3, 0, 0, 0)


def team(*kitchens: dict[str, Any], **more: Any) -> Table:
    return table(*kitchens, seats=4, team="yes", **more)


def points(label: str, *kitchens: dict[str, Any], **more: Any) -> list[int]:
    seats = more.pop("seats", len(kitchens))
    lines = table(*kitchens, seats=seats, phase="over", last="last-call", **more).state.result.lines
    return next(line.points for line in lines if line.label == label)


# Cooking


def test_hf_r40_cook_dishes_just_for_adjust_pantry() -> None:
    t = table(kitchen("rice@stock"))
    t.do("cook-dishes", "done", "put rice@stock s1")
    assert t.station(0, 1) == ["rice@stock"]


def test_hf_r41_the_same_cards_never_match_two_available_recipes() -> None:
    for n in (1, 5):
        for recipe in IDS:
            mine = kitchen(**{f"s{n}": stocked(recipe)}, tracks=STATIONS, hand="" if recipe in FIXED else recipe)
            assert len(table(mine, phase="cook", up=ALL).may("cook")) <= 1


FIXED = (*BONUS, *FEAST, *DISPLAY)


def test_hf_r42_a_feast_dish_again_only_clears_the_station() -> None:
    mine = kitchen(s1=stocked(FEAST[0], "stock"), feasted="easy")
    t = table(mine, phase="cook", up="easy medium", worth=[0, 1])
    t.do(f"cook s1 {FEAST[0]}")
    assert t.station(0, 1) == [] and t.feasted(0) == [True, False, False] and t.pile(0) == []
    assert t.discard[:3] == ["lemon", "beans", "carrot"] and t.up() == [True, True, False]
    assert points("Dishes", kitchen(feasted="easy"), kitchen()) == [2, 0]


def test_hf_r43_a_bonus_dish_at_three() -> None:
    mine = kitchen(s1=stocked("rajma"), s2=stocked("rajma", "stock"), tracks=STATIONS)
    t = table(mine, phase="cook")
    t.do("cook s1 rajma")
    assert t.tracks(0) == [3, 0, 0, 0] and t.legal == ["done"]


def test_hf_r44_a_stolen_recipe_is_a_first_dish() -> None:
    t = table(kitchen(s1=stocked("jalebi"), hand="jalebi"), phase="cook", worth=[1])
    t.do("cook s1 jalebi")
    assert t.view()["worth"] == [True, True] and t.up()[0]


def test_hf_r45_a_first_dish_at_s5() -> None:
    t = team(kitchen(s5=SWEET, tracks=STATIONS), phase="stockroom")
    beats = t.do("cook s5 kheer")
    assert t.view()["worth"] == [True, False, False, False] and told(beats, "proved") == [(0,)]


def test_hf_r46_the_look_at_the_easy_recipe_is_automatic_and_immediate() -> None:
    t = table(kitchen(s1=stocked("rajma")), phase="cook")
    t.do("cook s1 rajma")
    assert t.view(0)["feast"][0]["recipe"] == IDS.index(FEAST[0])
    assert t.legal == ["done"]


def test_hf_r47_cards_return_with_each_dish() -> None:
    """The cards of the dessert are in the pile that the same fill reshuffles."""
    t = table(kitchen(s5=SWEET, tracks=STATIONS), phase="stockroom", row="salt", rest="discard")
    everything = len(t.discard)
    t.do("cook s5 kheer")
    assert len(t.discard) == everything + 2
    t.do("fill")
    assert t.discard == [] and len(t.deck) + len(t.row) == everything + 3


def test_hf_r48_a_complete_dessert_without_moving_anything() -> None:
    mine = kitchen(s5=SWEET, tracks=STATIONS)
    for phase, active in (("stockroom", "go-stockroom"), ("passive", "cook-dishes")):
        assert table(mine, phase=phase, active=active).may("cook") == ["s5 kheer"]
    assert team(mine, phase="share").may("cook") == ["s5 kheer"]


def test_hf_r49_s5_within_cook_dishes() -> None:
    t = table(kitchen(s5=SWEET, s1=stocked("rajma"), tracks=STATIONS), phase="cook")
    assert t.may("cook") == ["s1 rajma", "s5 kheer"]
    t.do("cook s5 kheer", "cook s1 rajma")
    assert t.pile(0) == ["kheer"]


def test_hf_r50_a_feast_dessert_at_s5() -> None:
    feast = ("rasgulla", "sambar", "masala-dosa")
    mine = kitchen(s5=stocked("rasgulla", without="sugar"), tracks=STATIONS)
    assert table(mine, phase="stockroom", feast=feast).may("cook") == []
    t = table(mine, phase="stockroom", feast=feast, up="easy", worth=[0, 1])
    t.do("cook s5 rasgulla")
    assert t.feasted(0) == [True, False, False] and t.up() == [True, True, False] and t.pile(0) == []


# Last Call, Last Round, scoring


def final(*kitchens: dict[str, Any], **more: Any) -> Table:
    return table(*kitchens, phase="final-first", last="last-call", called=1, up=ALL, **more)


def test_hf_r51_no_moves_while_cooking_but_adjust_pantry_afterwards() -> None:
    t = final(kitchen("milk@stock", s5="rice@stock", tracks=STATIONS))
    assert t.may("put") == []
    t.do("skip")
    assert t.may("put") == []
    t.do("done")
    assert "put milk@stock s5" in t.legal
    t.do("put milk@stock s5", "cook s5 kheer")
    assert t.pile(0) == ["kheer"]


def test_hf_r52_the_steps_of_the_last_round_are_optional() -> None:
    t = final(kitchen(s1=stocked("rajma")))
    t.do("skip", "done", "end-turn")
    assert t.seat == 1 and t.station(0, 1) == stocked("rajma").split()


@pytest.mark.parametrize("phase", ["corner-down", "corner-up", "stockroom", "cook", "share"])
def test_hf_r53_last_call_in_the_middle_of_an_action(phase: str) -> None:
    t = team(kitchen(feasted=ALL, tracks=(0, 0, 0, 3)), phase=phase, up=ALL)
    before = t.legal
    t.do("last-call")
    assert t.legal == before[:-1] and t.view()["called"] == 0


def test_hf_r53_not_at_the_start_of_a_last_round_by_the_limit() -> None:
    t = table(kitchen(feasted=ALL), phase="final-first", last="limit", up=ALL)
    assert "last-call" not in t.legal


def test_hf_r54_messy_kitchens_are_judged_after_the_last_turn() -> None:
    """A mate takes the last card away and cooks it, after the messy one's own turn."""
    messy, mate = kitchen("rice@market", feasted="easy"), kitchen(s1="red-chili@market lemon@market")
    t = team(messy, kitchen(), mate, phase="final-first", last="last-call", called=0, up=ALL)
    t.do("skip", "done", "end-turn")
    assert t.pantry(0) == ["rice@market"]
    t.turns(1)
    t.do("share-pantry", "share rice@market s1", "done", "cook s1 lemon-rice for 3", "done", "end-turn")
    t.turns(1)
    assert t.state.over and t.state.result.lines[7].points == [0, 0, 0, 0]


def test_hf_r55_cards_of_the_setup_may_be_discarded_in_round_one() -> None:
    t = new(2)
    first = t.pantry(t.seat)
    t.do("pass")
    assert t.may("discard") == first
    t.do(f"discard {first[0]}")
    assert t.discard[0] == first[0].split("@")[0]


def test_hf_r56_the_disqualified_are_not_compared_with() -> None:
    out = kitchen(pile="kheer jalebi minestrone", tracks=(3, 3, 3, 3))
    fit = kitchen(feasted="easy")
    assert points("Highest skills", out, fit) == [0, 2]
    assert points("Most dishes", out, fit) == [0, 1]


def test_hf_r57_negative_totals_rank_above_the_disqualified() -> None:
    low = kitchen("salt@stock", feasted="easy", hand="jalebi rasgulla rasmalai lemon-tart", tracks=(0, 0, 0, 3))
    t = table(
        low, kitchen(pile="kheer"), kitchen(feasted=ALL, tracks=(3, 3, 3, 3)), seats=3, phase="over", last="limit"
    )
    result = t.state.result
    assert result.scores[0] == 2 + 3 - 4 - 2 - 1 < 0 == result.scores[1]
    assert result.places == [2, 3, 1]


def test_hf_r57_all_sums_zero_are_tied() -> None:
    assert points("Highest skills", kitchen(feasted="easy"), kitchen(feasted="easy"), kitchen()) == [1, 1, 0]


def test_hf_r58_a_final_tie_is_a_shared_victory() -> None:
    t = table(kitchen(feasted="easy"), kitchen(feasted="easy"), phase="over", last="limit")
    assert t.state.result.winners == [0, 1]


def test_hf_r59_the_ranking_below_the_winner() -> None:
    winner = kitchen(feasted=ALL, tracks=(3, 0, 0, 0), pile="arancini kheer")
    hard, both = kitchen(feasted="hard", tracks=(1, 0, 0, 0), pile="jalebi"), kitchen(feasted="easy medium")
    same = kitchen(feasted="easy medium")
    result = table(same, winner, kitchen(), hard, both, seats=5, phase="over", last="limit").state.result
    assert result.scores[0] == result.scores[3] == result.scores[4]
    assert result.places == [3, 1, 5, 2, 3]


def test_hf_r60_quick_hand_limit_one_earns_nothing() -> None:
    assert points("Mastered skills", kitchen(feasted="easy", tracks=(0, 0, 0, 1)), kitchen(), quick="yes") == [0, 0]


def test_hf_r75_a_dessert_before_step_one_but_not_before_an_ordinary_action() -> None:
    mine = kitchen(s5=SWEET, tracks=STATIONS)
    assert final(mine).may("cook") == ["s5 kheer"]
    assert table(mine).may("cook") == []


# Variants and teams


def test_hf_r61_quick_implies_tutorial_and_both_combine_with_teams() -> None:
    assert new(3, quick="yes").up() == [True, False, False]
    for options in ({"tutorial": "yes"}, {"quick": "yes"}, {"quick": "yes", "tutorial": "yes"}):
        t = new(4, team="yes", **options)
        assert t.up() == [True, False, False] and "share-pantry" in t.legal
        assert t.view()["gone"] == (39 if "quick" in options else 0)


def test_hf_r62_teams_sit_alternating() -> None:
    t = team(kitchen(s1=stocked("rajma")), phase="cook")
    assert t.may("cook") == ["s1 rajma for 1", "s1 rajma for 3"]


def test_hf_r63_the_corner_of_the_quick_game_at_the_start() -> None:
    t = table(quick="yes", up="easy")
    t.do("go-corner")
    assert t.legal == ["no-option"]
    t.do("no-option", "buy rice")
    assert t.pantry(0) == ["rice@market!"]
    full = kitchen("beans@stock carrot@stock cheese@stock egg@stock flour@stock")
    assert "go-corner" not in table(full, quick="yes", up="easy").legal


def test_hf_r64_the_market_in_team_play() -> None:
    t = new(4, team="yes")
    assert t.view()["market"] == [3] * 15
    t.do("go-market", "buy rice", "buy egg")
    assert t.legal == ["done"]


def test_hf_r65_peeks_are_not_shared_by_the_engine_hands_are() -> None:
    t = team(kitchen(), phase="corner", book="jalebi")
    t.do("peek-top")
    assert t.view(2)["book_top"]["recipe"] is None
    t = team(kitchen(), phase="corner", book="jalebi")
    t.do("steal-top")
    assert t.hand(0, viewer=2) == ["jalebi"]
    t = team(kitchen(s1=stocked("rajma")), phase="cook")
    t.do("cook s1 rajma for 3")
    assert t.view(2)["feast"][0]["recipe"] is None


def test_hf_r66_the_same_bonus_dish_not_for_both_in_one_action() -> None:
    mine = kitchen(s1=stocked("rajma"), s2=stocked("rajma", "stock"))
    t = team(mine, phase="cook")
    t.do("cook s2 rajma for 1")
    assert t.legal == ["done"]


def test_hf_r67_a_bonus_for_a_mate_at_three() -> None:
    t = team(kitchen(s1=stocked("rajma")), kitchen(), kitchen(tracks=STATIONS), phase="cook")
    assert "cook s1 rajma for 3" in t.legal
    t.do("cook s1 rajma for 3")
    assert t.tracks(2) == [3, 0, 0, 0] and t.tracks(0) == [0] * 4 and t.station(0, 1) == []


def test_hf_r68_shared_cards_may_be_discarded_unless_taken_in_this_round() -> None:
    t = team(kitchen(), kitchen(), kitchen("rice@stock egg@market"))
    t.do("share-pantry", "share rice@stock pantry", "share egg@market s1", "done")
    assert t.legal == ["discard rice@stock", "discard-station s1", "end-turn"]
    t = team(kitchen("salt@stock"))
    t.do("go-market", "buy rice", "done", "end-turn", "pass", "end-turn")
    t.do("share-pantry", "share rice@market! pantry", "share salt@stock pantry", "done")
    assert t.legal == ["discard salt@stock", "end-turn"]


def test_hf_r69_share_pantry_with_an_empty_pantry_of_the_mate() -> None:
    t = team(kitchen("rice@stock", s5=SWEET, tracks=STATIONS))
    t.do("share-pantry")
    assert t.may("share") == [] and t.may("cook") == ["s5 kheer"] and len(t.may("put")) == 5
    t.do("put rice@stock s1", "done")
    assert t.station(0, 1) == ["rice@stock"]


@pytest.mark.parametrize("turn", [0, 2])
def test_hf_r70_either_member_may_call(turn: int) -> None:
    t = team(kitchen(feasted=ALL), up=ALL, turn=turn)
    t.do("last-call")
    assert t.view()["called"] == turn


def test_hf_r71_sets_are_pooled() -> None:
    """One cooks the appetizer, the other the dessert; the entrée is the Feast's."""
    mates = kitchen(s1=stocked("arancini"), feasted="medium"), kitchen(), kitchen(s1=stocked("kheer"))
    t = team(*mates, phase="final-first", last="last-call", called=0, up=ALL)
    t.do("skip", "cook s1 arancini", "done", "end-turn")
    t.turns(1)
    t.do("skip", "cook s1 kheer", "done", "end-turn")
    t.turns(1)
    assert t.state.result.lines[1].points == [2, 0, 2, 0]


def test_hf_r72_cooking_from_the_mates_hand_as_first_dish_and_at_s5() -> None:
    t = team(kitchen(s1=stocked("jalebi")), kitchen(), kitchen(hand="jalebi"), phase="cook")
    t.do("cook s1 jalebi")
    assert t.view()["worth"] == [True, False, False, False]
    mine = kitchen(s5=stocked("jalebi", without="sugar"), tracks=STATIONS)
    t = team(mine, kitchen(), kitchen(hand="jalebi"), phase="stockroom")
    t.do("cook s5 jalebi")
    assert t.pile(2) == ["jalebi"] and t.hand(2) == []
