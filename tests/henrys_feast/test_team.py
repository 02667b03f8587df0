"""HF-94 … HF-101: team play."""

from __future__ import annotations

from typing import Any

import pytest

from tests.henrys_feast.table import FEAST, IDS, Table, kitchen, new, stocked, table, told

FULL = "beans@stock carrot@stock cheese@stock egg@stock flour@stock"
ALL = "easy medium hard"


def team(*kitchens: dict[str, Any], **more: Any) -> Table:
    return table(*kitchens, seats=4, team="yes", **more)


def test_hf_94_seats_0_and_2_against_1_and_3() -> None:
    t = team(kitchen(hand="jalebi"))
    assert t.hand(0, viewer=2) == ["jalebi"]
    assert t.hand(0, viewer=1) == t.hand(0, viewer=3) == [None]


def test_hf_94_setup_turns_and_kitchens_as_for_four() -> None:
    one, other = new(4, team="yes"), new(4)
    assert {key for key, value in one.view().items() if value != other.view()[key]} == {"options"}
    order = []
    for _turn in range(4):
        order.append(one.seat)
        one.turns(1)
    assert order == [(one.view()["first"] + i) % 4 for i in range(4)]


def test_hf_95_a_bonus_for_oneself_or_the_teammate() -> None:
    for turn, mate in ((0, 2), (1, 3), (2, 0), (3, 1)):
        cooks = [kitchen(s1=stocked("rajma")) if seat == turn else kitchen() for seat in range(4)]
        t = team(*cooks, phase="cook", turn=turn)
        assert t.may("cook") == sorted([f"s1 rajma for {turn + 1}", f"s1 rajma for {mate + 1}"])
        beats = t.do(f"cook s1 rajma for {mate + 1}")
        assert t.tracks(mate) == [1, 0, 0, 0] and t.tracks(turn) == [0, 0, 0, 0]
        assert told(beats, "raised") == [(mate, 0, 1)]


def test_hf_95_for_oneself() -> None:
    t = team(kitchen(s1=stocked("rajma")), phase="cook")
    t.do("cook s1 rajma for 1")
    assert t.tracks(0) == [1, 0, 0, 0] and t.tracks(2) == [0, 0, 0, 0]


def test_hf_95_once_per_action_whoever_gets_it() -> None:
    mine = kitchen(s1=stocked("rajma"), s2=stocked("rajma", "stock"))
    t = team(mine, phase="cook")
    t.do("cook s1 rajma for 3")
    assert t.legal == ["done"]


def test_hf_95_other_dishes_name_nobody() -> None:
    mine = kitchen(s1=stocked("kheer"), s2=stocked(FEAST[0]))
    assert team(mine, phase="cook", up="easy").legal == ["cook s1 kheer", f"cook s2 {FEAST[0]}", "done"]


def test_hf_96_hands_and_limits_are_separate() -> None:
    t = team(kitchen(hand="jalebi"), kitchen(), kitchen(), phase="corner")
    assert "steal-top" not in t.legal
    t = team(kitchen(hand="jalebi"), kitchen(), kitchen(), phase="corner", turn=2)
    assert "steal-top" in t.legal


def test_hf_96_cooking_from_the_teammates_hand() -> None:
    mine, mate = kitchen(s1=stocked("jalebi")), kitchen(hand="rasgulla jalebi", tracks=(0, 0, 0, 1))
    t = team(mine, kitchen(), mate, phase="cook")
    assert t.may("cook") == ["s1 jalebi"]
    t.do("cook s1 jalebi")
    assert t.hand(2) == ["rasgulla"] and t.pile(0) == t.pile(2) == ["jalebi"]
    assert team(kitchen(), mine, mate, phase="cook", turn=1).may("cook") == []


def test_hf_96_the_owners_hand_has_room_again() -> None:
    mine, mate = kitchen(s1=stocked("jalebi")), kitchen(hand="jalebi")
    t = team(mine, kitchen(), mate, phase="cook", active="cook-dishes")
    t.do("cook s1 jalebi", "done", "end-turn", "pass", "end-turn", "go-corner")
    assert "steal-top" in t.legal


def test_hf_97_feast_dishes_and_pile_belong_to_the_team() -> None:
    mine, mate = kitchen(s1=stocked(FEAST[0])), kitchen(s1=stocked("kheer"))
    t = team(mine, kitchen(), mate, phase="cook", up="easy", active="cook-dishes")
    t.do(f"cook s1 {FEAST[0]}", "done", "end-turn", "pass", "end-turn", "cook-dishes", "cook s1 kheer")
    for seat in (0, 2):
        assert t.feasted(seat) == [True, False, False] and t.pile(seat) == ["kheer"]
        assert t.kitchen(seat)["dishes"] == 1
    assert t.feasted(1) == [False] * 3 and t.kitchen(3)["dishes"] == 0


def test_hf_97_a_feast_dish_counts_once_per_team() -> None:
    mates = kitchen(feasted="easy"), kitchen(), kitchen(s1=stocked(FEAST[0]))
    t = team(*mates, phase="cook", up="easy medium", turn=2)
    t.do(f"cook s1 {FEAST[0]}")
    assert t.feasted(2) == [True, False, False] and t.station(2, 1) == []
    result = team(kitchen(feasted="easy"), phase="over", last="last-call").state.result
    assert result.lines[0].points == [2, 0, 2, 0]


@pytest.mark.parametrize("turn", [0, 2])
def test_hf_97_either_member_may_call(turn: int) -> None:
    assert "last-call" in team(kitchen(feasted=ALL), up=ALL, turn=turn).legal
    assert "last-call" not in team(kitchen(feasted=ALL), up=ALL, turn=turn + 1).legal


def test_hf_98_share_pantry() -> None:
    mine, mate = kitchen("salt@stock"), kitchen("rice@market! egg@stock milk@stock", s1="onion@stock")
    t = team(mine, kitchen("beans@stock"), mate)
    t.do("share-pantry")
    cards = ("egg@stock", "milk@stock", "rice@market!")
    assert t.may("share") == [f"{card} {place}" for card in cards for place in ("pantry", "s1", "s2")]
    assert t.may("put") == ["salt@stock s1", "salt@stock s2"]
    t.do("share rice@market! pantry", "put salt@stock s1", "share egg@stock s1")
    assert t.pantry(0) == ["rice@market!"] and t.station(0, 1) == ["salt@stock", "egg@stock"]
    assert t.pantry(2) == ["milk@stock"] and t.station(2, 1) == ["onion@stock"]
    assert t.legal == ["put rice@market! s1", "put rice@market! s2", "done"]  # two at most
    t.do("put rice@market! s2", "done")
    assert t.phase == "passive" and t.may("put") == []


def test_hf_98_the_pantry_needs_space() -> None:
    t = team(kitchen(FULL), kitchen(), kitchen("rice@stock"), phase="share")
    assert t.may("share") == ["rice@stock s1", "rice@stock s2"]
    t.do("put egg@stock s1")
    assert "share rice@stock pantry" in t.legal


def test_hf_98_taking_none_is_legal() -> None:
    t = team(kitchen(), kitchen(), kitchen("rice@stock"))
    t.do("share-pantry", "done")
    assert t.pantry(2) == ["rice@stock"] and t.phase == "passive"


def test_hf_98_desserts_on_s5_at_any_moment() -> None:
    mine, mate = kitchen(s5="milk@stock", tracks=(3, 0, 0, 0)), kitchen("rice@stock")
    t = team(mine, kitchen(), mate, phase="share")
    assert t.may("cook") == []
    t.do("share rice@stock s5", "cook s5 kheer")
    assert t.pile(0) == ["kheer"]


def test_hf_99_step_one_is_stockroom_or_share_pantry() -> None:
    t = team(phase="final-first", last="last-call", called=0, up=ALL)
    assert t.legal == ["go-stockroom", "share-pantry", "skip"]
    t.do("share-pantry")
    assert t.phase == "share"
    t.do("done")
    assert t.phase == "cook"


def test_hf_100_prove_your_worth_stays_individual() -> None:
    t = team(kitchen(s1=stocked("rajma")), phase="cook", worth=[1, 2])
    t.do("cook s1 rajma for 3")
    assert t.view()["worth"] == [True, True, True, False]  # for the cook, not for the one who gained
    assert t.up() == [False] * 3
    assert t.view(0)["feast"][0]["recipe"] == IDS.index(FEAST[0])
    t = team(kitchen(s1=stocked("rajma")), phase="cook", worth=[1, 2, 3])
    t.do("cook s1 rajma for 3")
    assert t.up()[0]


def ended(*kitchens: dict[str, Any]) -> dict[str, list[int]]:
    result = team(*kitchens, phase="over", last="last-call").state.result
    return {**{line.label: line.points for line in result.lines}, "scores": result.scores, "won": result.winners}


def test_hf_101_dishes_sets_and_missing_are_the_teams() -> None:
    """Seat 0 holds what the team has in common."""
    lines = ended(kitchen(pile="arancini kheer", feasted="easy medium"), kitchen(feasted="hard"))
    assert lines["Dishes"] == [3 + 2 + 2 + 3, 4, 10, 4]
    assert lines["Full menus"] == [2, 0, 2, 0]  # arancini, sambar, kheer
    assert lines["Feast dishes missing"] == [-1, -2, -1, -2]
    assert lines["Most dishes"] == [1, 0, 1, 0]


def test_hf_101_the_track_sum_is_over_both_members() -> None:
    cooks = [
        kitchen(feasted="easy", tracks=tracks) for tracks in ((3, 0, 0, 0), (2, 0, 0, 0), (0, 0, 0, 0), (2, 0, 0, 0))
    ]
    assert ended(*cooks)["Highest skills"] == [0, 2, 0, 2]
    cooks[2] = kitchen(tracks=(1, 0, 0, 0))
    assert ended(*cooks)["Highest skills"] == [1, 1, 1, 1]


def test_hf_101_mastered_skills_and_hands_of_both() -> None:
    cooks = [
        kitchen(feasted="easy", tracks=(3, 3, 0, 1), hand="jalebi"), kitchen(feasted="easy"),
        kitchen(tracks=(3, 0, 0, 1), hand="rasgulla rasmalai"), kitchen(hand="minestrone"),
    ]  # fmt: skip
    lines = ended(*cooks)
    assert lines["Mastered skills"] == [9, 0, 9, 0]
    assert lines["Recipes left in hand"] == [-3, -1, -3, -1]


def test_hf_101_each_messy_kitchen() -> None:
    cooks = [
        kitchen("salt@stock", feasted="easy"),
        kitchen("egg@stock", feasted="easy"),
        kitchen(s1="rice@stock milk@stock"),
    ]
    assert ended(*cooks)["Messy kitchen"] == [-2, -1, -2, -1]


def test_hf_101_disqualification_and_victory_of_a_team() -> None:
    lines = ended(kitchen(pile="kheer jalebi", tracks=(3, 3, 3, 3)), kitchen(feasted="easy"))
    assert lines["scores"][0] == lines["scores"][2] == 0
    assert lines["won"] == [1, 3]
    assert ended()["won"] == []


def test_hf_101_tie_breakers_per_team() -> None:
    """As in HF-88: hard alone against easy and medium, 4 each."""
    lines = ended(
        kitchen("egg@stock", feasted="easy medium"), kitchen(feasted="hard"), kitchen(), kitchen(tracks=(1, 0, 0, 0))
    )
    assert lines["scores"] == [4, 4, 4, 4] and lines["won"] == [1, 3]
    lines = ended(kitchen(feasted="easy"), kitchen(feasted="easy"))
    assert lines["won"] == [0, 1, 2, 3]
