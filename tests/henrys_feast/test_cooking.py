"""HF-45 … HF-59: Cook Dishes and the Dessert Station."""

from __future__ import annotations

import pytest

from tests.henrys_feast.table import BONUS, DISH, DISPLAY, FEAST, IDS, kitchen, stocked, table, told

FULL = "beans@stock carrot@stock cheese@stock egg@stock flour@stock"
ALL = (3, 0, 0, 0)  # all stations


def bare(recipe: str, origin: str = "market") -> str:
    """A dessert as it lies on s5, without its sugar."""
    return stocked(recipe, origin, without="sugar")


# 8. Cook Dishes


def test_hf_45_every_dish_is_optional() -> None:
    mine = kitchen("salt@stock", s1=stocked("rajma"), s2=stocked("kheer"))
    t = table(mine)
    t.do("cook-dishes")
    assert t.legal == ["cook s1 rajma", "cook s2 kheer", "done"]
    t.do("cook s2 kheer")
    assert t.legal == ["cook s1 rajma", "done"]
    t.do("done")
    assert t.station(0, 1) == stocked("rajma").split() and t.phase == "passive"


def test_hf_45_no_cards_are_moved_to_stations_meanwhile() -> None:
    t = table(kitchen("salt@stock", s1=stocked("rajma")), phase="cook")
    assert not t.may("put")
    t.do("cook s1 rajma")
    assert t.legal == ["done"]


@pytest.mark.parametrize(
    "cards",
    [
        "tomato@market onion@market",  # one missing
        "tomato@market onion@market beans@market salt@market",  # one extra
        "tomato@market onion@market beans@market beans@stock",  # one twice
        "tomato@market onion@market salt@market",  # another one
        "",
    ],
)
def test_hf_46_the_cards_must_be_exactly_the_ingredients(cards: str) -> None:
    assert table(kitchen(s1=cards), phase="cook").legal == ["done"]


def test_hf_46_in_any_order_and_of_any_origin() -> None:
    t = table(kitchen(s1="beans@stock! tomato@market onion@stock"), phase="cook")
    assert t.legal == ["cook s1 rajma", "done"]


def test_hf_46_stations_and_pantry_can_not_be_combined() -> None:
    mine = kitchen("beans@market", s1="tomato@market onion@market", s2="beans@stock")
    assert table(mine, phase="cook").legal == ["done"]


def test_hf_47_what_may_be_cooked() -> None:
    mine = kitchen(
        s1=stocked(BONUS[0]), s2=stocked(FEAST[0]), s3=stocked(DISPLAY[0]), s4=stocked("jalebi"), hand="jalebi",
        tracks=(2, 0, 0, 0),
    )  # fmt: skip
    t = table(mine, seats=4, phase="cook", up="easy")
    assert t.legal == ["cook s1 rajma", f"cook s2 {FEAST[0]}", "cook s3 kheer", "cook s4 jalebi", "done"]


def test_hf_47_what_may_not() -> None:
    others = kitchen(hand="jalebi", pile="rasgulla")
    for recipe in ("jalebi", "rasgulla", "lemon-tart", FEAST[0]):  # hand, pile, cookbook, face down
        t = table(kitchen(s1=stocked(recipe)), others, phase="cook", book="lemon-tart", seen={FEAST[0]: [0]})
        assert t.legal == ["done"], recipe


def test_hf_48_market_cards_to_the_market_and_stock_cards_to_the_pile() -> None:
    t = table(kitchen(s1="tomato@stock onion@market beans@stock"), phase="cook", discard="milk")
    t.do("cook s1 rajma")
    assert t.station(0, 1) == []
    assert (t.market("onion"), t.market("tomato"), t.market("beans")) == (2, 2, 2)
    assert t.discard[:3] == ["beans", "tomato", "milk"]


def test_hf_48_what_comes_up_may_be_cooked_next() -> None:
    t = table(kitchen(s1=stocked("kheer"), s2=stocked("jalebi")), phase="cook", book="jalebi")
    assert t.legal == ["cook s1 kheer", "done"]
    t.do("cook s1 kheer")
    assert t.legal == ["cook s2 jalebi", "done"]
    t = table(kitchen(s1=stocked(FEAST[0]), s2=stocked(FEAST[1])), phase="cook", up="easy")
    assert t.may("cook") == [f"s1 {FEAST[0]}"]
    t.do(f"cook s1 {FEAST[0]}")
    assert t.may("cook") == [f"s2 {FEAST[1]}"]


@pytest.mark.parametrize("spot", range(4))
def test_hf_49_a_bonus_dish_raises_its_track_and_stays(spot: int) -> None:
    t = table(kitchen(s1=stocked(BONUS[spot])), phase="cook")
    beats = t.do(f"cook s1 {BONUS[spot]}")
    assert t.tracks(0) == [int(i == spot) for i in range(4)] and t.tracks(1) == [0] * 4
    assert told(beats, "raised") == [(0, spot, 1)]
    assert [IDS[recipe] for recipe in t.view()["bonus"]] == list(BONUS)
    assert t.pile(0) == [] and t.display == list(DISPLAY)


def test_hf_49_the_same_bonus_dish_once_per_action() -> None:
    mine = kitchen(s1=stocked("rajma"), s2=stocked("rajma", "stock"), s3=stocked("lemon-rice"), tracks=(1, 0, 0, 0))
    t = table(mine, phase="cook", active="cook-dishes")
    assert t.may("cook") == ["s1 rajma", "s2 rajma", "s3 lemon-rice"]
    t.do("cook s2 rajma")
    assert t.may("cook") == ["s3 lemon-rice"]
    t.do("cook s3 lemon-rice", "done", "end-turn", "pass", "end-turn", "cook-dishes", "cook s1 rajma")
    assert t.tracks(0) == [3, 1, 0, 0]


def test_hf_49_at_three_it_still_can_be_cooked() -> None:
    t = table(kitchen(s1=stocked("rajma", "stock"), tracks=(3, 0, 0, 0)), phase="cook", worth=[1])
    t.do("cook s1 rajma")
    assert t.tracks(0) == [3, 0, 0, 0] and t.station(0, 1) == []
    assert t.view()["worth"] == [True, True] and t.up()[0]


def test_hf_50_a_feast_dish_is_marked_and_stays() -> None:
    t = table(kitchen(s1=stocked(FEAST[0])), kitchen(s1=stocked(FEAST[0], "stock")), phase="cook", up="easy")
    t.do(f"cook s1 {FEAST[0]}")
    assert t.feasted(0) == [True, False, False] and t.pile(0) == []
    assert IDS[t.view()["feast"][0]["recipe"]] == FEAST[0]
    t.do("done", "end-turn", "cook-dishes", f"cook s1 {FEAST[0]}")
    assert t.feasted(1) == [True, False, False]


def test_hf_50_easy_turns_up_medium_and_medium_turns_up_hard() -> None:
    t = table(kitchen(s1=stocked(FEAST[0]), s2=stocked(FEAST[1])), phase="cook", up="easy")
    assert t.up() == [True, False, False]
    beats = t.do(f"cook s1 {FEAST[0]}")
    assert t.up() == [True, True, False]
    assert told(beats, "unveiled") == [(1, IDS.index(FEAST[1]))]
    t.do(f"cook s2 {FEAST[1]}")
    assert t.up() == [True, True, True]
    for viewer in (None, 0, 1):
        assert [IDS[card["recipe"]] for card in t.view(viewer)["feast"]] == list(FEAST)


def test_hf_50_only_the_first_time_turns_anything_up() -> None:
    t = table(kitchen(s1=stocked(FEAST[0])), kitchen(feasted="easy"), phase="cook", up="easy medium")
    assert told(t.do(f"cook s1 {FEAST[0]}"), "unveiled") == []
    assert t.up() == [True, True, False]


def test_hf_50_in_any_order_as_far_as_face_up() -> None:
    t = table(kitchen(s1=stocked(FEAST[2])), phase="cook", up="easy medium hard")
    t.do(f"cook s1 {FEAST[2]}")
    assert t.feasted(0) == [False, False, True]


def test_hf_51_a_display_dish_goes_to_the_victory_pile_and_the_slot_is_refilled() -> None:
    t = table(kitchen(s1=stocked("arancini")), phase="cook", book="jalebi rasgulla")
    t.do("cook s1 arancini")
    assert t.pile(0) == ["arancini"] and t.kitchen(0)["dishes"] == 1
    assert t.display == ["kheer", "jalebi", "paneer-makhani", "gulab-jamun"] and t.book[0] == "rasgulla"


def test_hf_51_an_empty_cookbook_leaves_the_slot_empty() -> None:
    t = table(kitchen(s1=stocked("arancini")), phase="cook", book_ends=True)
    t.do("cook s1 arancini")
    assert t.display == ["kheer", None, "paneer-makhani", "gulab-jamun"]


def test_hf_51_a_hand_dish_goes_to_the_victory_pile_and_refills_nothing() -> None:
    t = table(kitchen(s1=stocked("jalebi"), hand="jalebi"), phase="cook", book="rasgulla")
    t.do("cook s1 jalebi")
    assert (t.pile(0), t.hand(0), t.display, t.book[0]) == (["jalebi"], [], list(DISPLAY), "rasgulla")


def test_hf_52_dishes_are_pile_and_feast_without_bonus() -> None:
    mine = kitchen(pile="kheer jalebi", feasted="easy medium", tracks=(3, 3, 2, 2))
    t = table(mine, kitchen(pile="rasgulla", feasted="easy medium hard"), phase="over", last="last-call")
    assert [line.points for line in t.state.result.lines if line.label == "Most dishes"] == [[0, 0]]  # four each
    t = table(mine, kitchen(feasted="easy medium hard"), phase="over", last="last-call")
    assert [line.points for line in t.state.result.lines if line.label == "Most dishes"] == [[1, 0]]


@pytest.mark.parametrize("recipe", [BONUS[0], DISPLAY[0], "jalebi"])
def test_hf_53_the_first_dish_proves_ones_worth(recipe: str) -> None:
    mine = kitchen(s1=stocked(recipe), hand="jalebi")
    t = table(mine, seats=3, phase="cook", active="cook-dishes")
    beats = t.do(f"cook s1 {recipe}")
    assert t.view()["worth"] == [True, False, False]
    assert told(beats, "proved") == [(0,)]
    assert t.view(0)["feast"][0]["recipe"] == IDS.index(FEAST[0])
    for viewer in (None, 1, 2):
        assert t.view(viewer)["feast"][0]["recipe"] is None
    assert t.up() == [False, False, False]


def test_hf_53_it_is_seen_only_this_once() -> None:
    mine = kitchen(s1=stocked("rajma"), s2=stocked("kheer"))
    t = table(mine, phase="cook", active="cook-dishes", worth=[0])
    assert told(t.do("cook s1 rajma"), "proved") == []
    assert t.view(0)["feast"][0]["recipe"] is None


def test_hf_53_with_the_last_token_the_easy_recipe_is_turned_up_at_once() -> None:
    t = table(kitchen(s1=stocked("rajma"), s2=stocked(FEAST[0])), seats=3, phase="cook", worth=[1, 2])
    assert t.may("cook") == ["s1 rajma"]
    t.do("cook s1 rajma")
    assert t.up() == [True, False, False] and t.view()["worth"] == [True] * 3
    assert t.may("cook") == [f"s2 {FEAST[0]}"]
    t.do(f"cook s2 {FEAST[0]}")
    assert t.feasted(0) == [True, False, False]


@pytest.mark.parametrize("course", range(3))
def test_hf_54_no_feast_recipe_is_cooked_face_down(course: int) -> None:
    up = " ".join(name for i, name in enumerate(("easy", "medium", "hard")) if i != course)
    t = table(kitchen(s1=stocked(FEAST[course])), phase="cook", up=up)
    assert t.legal == ["done"]


# 9. The Dessert Station


def test_hf_55_s5_cooks_desserts_only() -> None:
    for recipe in (BONUS[0], FEAST[0], "arancini"):
        t = table(kitchen(s5=stocked(recipe), tracks=ALL), phase="cook", up="easy")
        assert t.legal == ["done"]


def test_hf_55_from_display_hand_and_feast() -> None:
    feast = ("rasgulla", "sambar", "masala-dosa")
    for recipe, source in (("kheer", "display"), ("jalebi", "hand"), ("rasgulla", "feast"), ("lemon-tart", "book")):
        mine = kitchen(s5=bare(recipe), hand="jalebi", tracks=ALL)
        t = table(mine, phase="cook", feast=feast, up="easy", book="lemon-tart")
        assert t.may("cook") == ([] if source == "book" else [f"s5 {recipe}"])
        assert table(mine, phase="cook", feast=feast, book="lemon-tart").may("cook") == (
            [] if source in ("book", "feast") else [f"s5 {recipe}"]
        )


def test_hf_55_every_rule_of_dishes_applies() -> None:
    t = table(kitchen(s5=bare("kheer", "stock"), tracks=ALL), phase="stockroom", book="jalebi", worth=[1])
    t.do("cook s5 kheer")
    assert t.pile(0) == ["kheer"] and t.display[0] == "jalebi"
    assert t.discard[:2] == ["rice", "milk"] and t.up()[0] and t.view()["worth"] == [True, True]


SWEET = kitchen(s5=bare("kheer"), tracks=ALL)


@pytest.mark.parametrize(
    ("phase", "active", "last", "may"),
    [
        ("stockroom", "go-stockroom", "", True),
        ("share", "share-pantry", "", True),
        ("cook", "cook-dishes", "", True),
        ("passive", "cook-dishes", "", True),
        ("final-first", "", "last-call", True),
        ("active", "", "", False),
        ("market", "go-market", "", False),
        ("corner", "go-corner", "", False),
        ("corner-buy", "go-corner", "", False),
        ("passive", "pass", "", False),
        ("passive", "go-market", "", False),
        ("passive", "go-corner", "", False),
        ("passive", "go-stockroom", "", False),
        ("passive", "share-pantry", "", False),
    ],
)
def test_hf_56_when_s5_cooks(phase: str, active: str, last: str, may: bool) -> None:
    t = table(SWEET, seats=4, team="yes", phase=phase, active=active, last=last)
    assert t.may("cook") == (["s5 kheer"] if may else [])


def test_hf_56_before_and_after_fill_without_a_move() -> None:
    t = table(SWEET, phase="stockroom")
    assert t.may("cook") == ["s5 kheer"]
    t.do("fill")
    assert t.may("cook") == ["s5 kheer"]


@pytest.mark.parametrize("recipe", [recipe for recipe, kinds in DISH.items() if "sugar" in kinds])
def test_hf_57_without_sugar_or_with_one(recipe: str) -> None:
    for cards in (bare(recipe), stocked(recipe)):
        t = table(kitchen(s5=cards, hand=recipe, tracks=ALL), phase="cook", display=(None,) * 4)
        assert t.may("cook") == [f"s5 {recipe}"]


def test_hf_57_the_sugar_returns_with_the_others() -> None:
    t = table(kitchen(s5="milk@market sugar@stock rice@market", tracks=ALL), phase="cook")
    t.do("cook s5 kheer")
    assert t.discard == ["sugar"] and t.station(0, 5) == []


@pytest.mark.parametrize(
    "cards", ["milk@market", "milk@market rice@market egg@market", "milk@stock rice@market rice@stock"]
)
def test_hf_57_the_rest_must_be_exact(cards: str) -> None:
    assert table(kitchen(s5=cards, tracks=ALL), phase="cook").legal == ["done"]


def test_hf_58_any_number_in_one_action() -> None:
    t = table(
        kitchen("milk@market rice@market cheese@market milk@stock flour@market", tracks=ALL),
        phase="stockroom", active="go-stockroom",
    )  # fmt: skip
    t.do("put milk@market s5", "put rice@market s5", "cook s5 kheer")
    t.do("put cheese@market s5", "put milk@stock s5", "put flour@market s5", "cook s5 gulab-jamun")
    assert t.pile(0) == ["kheer", "gulab-jamun"]


def test_hf_59_any_ingredient_may_lie_on_s5() -> None:
    t = table(kitchen("sugar@stock potato@stock", tracks=ALL), phase="stockroom")
    t.do("put sugar@stock s5", "put potato@stock s5")
    assert t.station(0, 5) == ["sugar@stock", "potato@stock"]


def test_hf_59_on_other_stations_a_dessert_needs_its_sugar_and_cook_dishes() -> None:
    mine = kitchen(s1=bare("kheer"), s2=stocked("gulab-jamun"), tracks=ALL)
    assert table(mine, phase="cook").may("cook") == ["s2 gulab-jamun"]
    assert table(mine, phase="stockroom").may("cook") == []
