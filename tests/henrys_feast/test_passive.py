"""HF-60 … HF-67: the passive actions at the end of the turn."""

from __future__ import annotations

import pytest

from tests.henrys_feast.table import kitchen, stocked, table

FULL = "beans@stock carrot@stock cheese@stock egg@stock flour@stock"


@pytest.mark.parametrize("way", ["pass", "go-market,done", "go-corner,no-option,done", "go-stockroom,fill,done"])
def test_hf_60_after_every_active_action_in_any_order_until_end_turn(way: str) -> None:
    t = table(kitchen("salt@stock egg@market", s1="rice@stock"))
    t.do(*way.split(","))
    assert t.legal == ["discard egg@market", "discard salt@stock", "discard-station s1", "end-turn"]
    t.do("discard salt@stock", "discard-station s1", "discard egg@market")
    assert t.legal == ["end-turn"]
    t.do("end-turn")
    assert t.seat == 1


def test_hf_61_adjust_pantry_only_after_cook_dishes() -> None:
    mine = kitchen("salt@stock egg@market")
    for active in ("pass", "go-market", "go-corner", "go-stockroom"):
        assert table(mine, phase="passive", active=active).may("put") == []
    t = table(mine, phase="passive", active="cook-dishes")
    t.do("put salt@stock s1", "put egg@market s1")
    assert t.station(0, 1) == ["salt@stock", "egg@market"] and t.pantry(0) == []


def test_hf_61_stations_earned_in_this_action_are_usable() -> None:
    t = table(kitchen("salt@stock", s1=stocked("rajma")), phase="cook", active="cook-dishes")
    t.do("cook s1 rajma", "done", "put salt@stock s3")
    assert t.station(0, 3) == ["salt@stock"]


def test_hf_61_no_more_dishes_but_desserts_on_s5() -> None:
    mine = kitchen("beans@stock milk@stock", s1="tomato@stock onion@stock", s5="rice@stock", tracks=(3, 0, 0, 0))
    t = table(mine, phase="passive", active="cook-dishes")
    t.do("put beans@stock s1")
    assert t.may("cook") == []
    t.do("put milk@stock s5")
    assert t.may("cook") == ["s5 kheer"]
    t.do("cook s5 kheer")
    assert t.pile(0) == ["kheer"] and t.phase == "passive"


def test_hf_62_cards_of_the_pantry_one_by_one_and_whole_stations() -> None:
    t = table(kitchen("salt@stock salt@market", s1="rice@stock egg@market", tracks=(1, 0, 0, 0)), phase="passive")
    assert t.legal == ["discard salt@market", "discard salt@stock", "discard-station s1", "end-turn"]
    t.do("discard-station s1")
    assert t.station(0, 1) == [] and "discard-station s1" not in t.legal


def test_hf_63_where_discards_go() -> None:
    t = table(
        kitchen("salt@stock milk@market", s1="rice@stock egg@market herbs@stock"), phase="passive", discard="beans"
    )
    t.do("discard salt@stock")
    assert t.discard == ["salt", "beans"]
    t.do("discard milk@market")
    assert t.market("milk") == 2 and t.discard == ["salt", "beans"]
    t.do("discard-station s1")
    assert t.discard == ["herbs", "rice", "salt", "beans"] and t.market("egg") == 2 and t.market("rice") == 2


def test_hf_64_discarding_does_not_help_shopping_in_this_turn() -> None:
    t = table(kitchen(FULL))
    assert "go-market" not in t.legal and not t.may("discard")
    t.do("pass", "discard egg@stock")
    assert t.legal == [*(f"discard {kind}@stock" for kind in ("beans", "carrot", "cheese", "flour")), "end-turn"]
    t.do("end-turn", "pass", "end-turn")
    assert "go-market" in t.legal


def test_hf_64_but_it_helps_adjust_pantry() -> None:
    mine = kitchen("rice@stock", s1="egg@stock milk@stock salt@stock onion@stock lemon@stock", s2=FULL)
    t = table(mine, phase="passive", active="cook-dishes")
    assert t.may("put") == []
    t.do("discard-station s1", "put rice@stock s1")
    assert t.station(0, 1) == ["rice@stock"]


def test_hf_65_recipes_are_never_discarded() -> None:
    t = table(kitchen(hand="jalebi", pile="kheer"), phase="passive", active="cook-dishes")
    assert t.legal == ["end-turn"]


def test_hf_66_only_from_the_own_kitchen() -> None:
    t = table(kitchen(), kitchen("salt@stock", s1="rice@stock"), phase="passive")
    assert t.legal == ["end-turn"]
    t = table(kitchen(), kitchen(), kitchen("salt@stock"), seats=4, team="yes", phase="passive")
    assert t.legal == ["end-turn"]


def test_hf_67_fresh_cards_can_not_be_discarded() -> None:
    mine = kitchen("salt@stock! milk@market! egg@market", s1="rice@stock egg@stock!", s2="rice@stock")
    t = table(mine, phase="passive")
    assert t.legal == ["discard egg@market", "discard-station s2", "end-turn"]


def test_hf_67_a_card_of_the_way_back_is_fresh_too() -> None:
    t = table(kitchen())
    t.do("go-corner", "no-option", "buy salt", "done")
    assert t.legal == ["end-turn"]
    t.do("end-turn", "pass", "end-turn", "pass")
    assert t.legal == ["discard salt@market", "end-turn"]


def test_hf_67_fresh_cards_may_be_cooked() -> None:
    t = table(kitchen(s1=stocked("rajma", "stock", "!")), phase="cook")
    t.do("cook s1 rajma")
    assert t.discard[:3] == ["beans", "onion", "tomato"]
