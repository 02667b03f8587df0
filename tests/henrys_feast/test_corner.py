"""HF-29 … HF-36: the Chef's Corner."""

from __future__ import annotations

from collections import Counter

import pytest

from hightable.games.henrys_feast.deck import BACKS, KINDS
from tests.henrys_feast.table import DISPLAY, IDS, back, kitchen, stocked, table, told

FULL = "beans@stock carrot@stock cheese@stock egg@stock flour@stock"
CHEF = kitchen(tracks=(0, 0, 0, 3))


def options_at(level: int, hand: str = "", **more: object) -> list[str]:
    """The options of a visitor with this level and hand."""
    return table(kitchen(tracks=(0, 0, 0, level), hand=hand), phase="corner", **more).legal  # type: ignore[arg-type]


def test_hf_29_levels_add_up() -> None:
    display = [f"steal-display {recipe}" for recipe in sorted(DISPLAY, key=IDS.index)]
    top = ["peek-top", "steal-top"]
    assert options_at(0) == [*top, "no-option"]
    assert options_at(1) == [*top, *display, "no-option"]
    assert options_at(2) == [*top, *display, "steal-down", "no-option"]
    assert options_at(3) == [*top, *display, "steal-down", "steal-up", "no-option"]


def test_hf_29_theft_needs_room_and_peeking_does_not() -> None:
    assert options_at(0, "jalebi") == ["peek-top", "no-option"]
    assert options_at(3, "jalebi rasgulla rasmalai lemon-tart") == ["peek-top", "no-option"]
    assert "steal-up" in options_at(3, "jalebi rasgulla rasmalai")


def test_hf_29_the_cookbook_must_not_be_empty() -> None:
    assert options_at(3, book_ends=True, display=("kheer", None, None, None)) == ["steal-display kheer", "no-option"]


def test_hf_29_one_option_a_visit() -> None:
    for option in ("peek-top", "steal-top", f"steal-display {DISPLAY[0]}", "no-option"):
        t = table(CHEF, phase="corner", active="go-corner")
        t.do(option)
        assert t.phase == "corner-buy"
        assert {text.split(" ")[0] for text in t.legal} == {"buy", "done"}


def test_hf_30_a_peek_shows_the_top_recipe_to_the_seat_alone() -> None:
    t = table(CHEF, kitchen(), seats=3, phase="corner", book="jalebi rasgulla")
    t.do("peek-top")
    assert t.view(0)["book_top"]["recipe"] == IDS.index("jalebi")
    assert t.view(1)["book_top"]["recipe"] is t.view(None)["book_top"]["recipe"] is None
    assert t.book[0] == "jalebi" and t.hand(0) == [] and t.view()["book"] == len(t.book)


def test_hf_30_a_peek_does_not_make_it_cookable() -> None:
    t = table(kitchen(s1=stocked("jalebi")), phase="corner", active="go-corner", book="jalebi")
    t.do("peek-top", "done", "end-turn", "pass", "end-turn", "cook-dishes")
    assert t.legal == ["done"]


def test_hf_30_steal_top_takes_the_top_recipe() -> None:
    t = table(kitchen(), phase="corner", book="jalebi rasgulla")
    assert t.view(0)["book_top"]["recipe"] is None
    before = t.view()["book"]
    t.do("steal-top")
    assert t.hand(0) == ["jalebi"] and t.hand(0, viewer=1) == [None]
    assert t.view()["book"] == before - 1 and "jalebi" not in t.book


def test_hf_31_the_display_is_refilled_at_once_from_the_top() -> None:
    t = table(kitchen(tracks=(0, 0, 0, 1)), phase="corner", book="jalebi rasgulla")
    beats = t.do("steal-display arancini")
    assert t.hand(0) == ["arancini"]
    assert t.display == ["kheer", "jalebi", "paneer-makhani", "gulab-jamun"]
    assert t.book[0] == "rasgulla"
    assert told(beats, "opened") == [(IDS.index("jalebi"), 1)]


def test_hf_31_nothing_comes_from_an_empty_cookbook() -> None:
    t = table(kitchen(tracks=(0, 0, 0, 1)), phase="corner", book_ends=True)
    t.do("steal-display kheer")
    assert t.display == [None, *DISPLAY[1:]]


def test_hf_32_the_backs_below_the_top_are_listed_once_each() -> None:
    t = table(kitchen(tracks=(0, 0, 0, 2)), phase="corner", book="minestrone jalebi rasgulla egg-curry", book_ends=True)
    t.do("steal-down")
    assert t.phase == "corner-down"
    assert t.legal == ["take-top", "take easy-dessert", "take medium-entree"]
    view = t.view(0)
    assert {BACKS[i]: n for i, n in enumerate(view["book_backs"]) if n} == {"easy-dessert": 2, "medium-entree": 1}
    assert view["book_faces"] is None and view["book_top"]["recipe"] is None


def test_hf_32_a_random_one_of_that_back_below_the_top() -> None:
    got = Counter[str | None]()
    for number in range(120):
        book = "caramel-custard jalebi egg-curry rasgulla kheer"
        t = table(kitchen(tracks=(0, 0, 0, 2)), phase="corner", book=book, book_ends=True, seed=str(number))
        t.do("steal-down", "take easy-dessert")
        got[t.hand(0)[0]] += 1
        assert t.book[0] == "caramel-custard"
    assert set(got) == {"jalebi", "rasgulla", "kheer"} and min(got.values()) > 20


def test_hf_32_take_top() -> None:
    t = table(kitchen(tracks=(0, 0, 0, 2)), phase="corner", book="jalebi egg-curry")
    t.do("steal-down", "take-top")
    assert t.hand(0) == ["jalebi"] and t.phase == "corner-buy"


def test_hf_32_a_book_of_one_card() -> None:
    t = table(kitchen(tracks=(0, 0, 0, 2)), phase="corner", book="jalebi", book_ends=True)
    t.do("steal-down")
    assert t.legal == ["take-top"]
    t.do("take-top")
    assert t.hand(0) == ["jalebi"] and t.view()["book"] == 0 and t.view()["book_top"] is None


def test_hf_33_all_faces_in_a_fixed_order_with_only_the_top_marked() -> None:
    one = table(CHEF, phase="corner", book="minestrone jalebi egg-curry rasgulla", book_ends=True)
    other = table(CHEF, phase="corner", book="minestrone egg-curry rasgulla jalebi", book_ends=True)
    for t in (one, other):
        t.do("steal-up")
        assert t.phase == "corner-up"
    assert one.legal == other.legal == ["take rasgulla", "take jalebi", "take egg-curry", "take minestrone"]
    assert one.view(0) == other.view(0)
    assert one.view(0)["book_faces"] == sorted(one.view(0)["book_faces"])
    assert one.view(0)["book_top"]["recipe"] == IDS.index("minestrone")
    assert one.view(1)["book_faces"] is None and one.view(1)["book_top"]["recipe"] is None


@pytest.mark.parametrize("recipe", ["minestrone", "jalebi", "rasgulla"])
def test_hf_33_any_of_them_may_be_taken(recipe: str) -> None:
    t = table(CHEF, phase="corner", book="minestrone jalebi egg-curry rasgulla", book_ends=True)
    t.do("steal-up", f"take {recipe}")
    assert t.hand(0) == [recipe] and recipe not in t.book and len(t.book) == 3
    assert t.phase == "corner-buy"


TWELVE = [
    "minestrone", "jalebi", "egg-curry", "rasgulla", "rasmalai", "lemon-tart", "puran-poli", "shakshuka", "khichdi",
    "bhel-puri", "aloo-tikki", "medu-vada",
]  # fmt: skip


def orders(*texts: str) -> set[tuple[str, ...]]:
    """How the cookbook of twelve lies after these actions, with many seeds."""
    found = set()
    for number in range(12):
        t = table(CHEF, phase="corner", book=" ".join(TWELVE), book_ends=True, seed=str(number))
        t.do(*texts)
        found.add(tuple(t.book))
    return found


@pytest.mark.parametrize(
    "texts", [("peek-top",), ("steal-down", "take medium-entree"), ("steal-up", "take jalebi")], ids=lambda t: t[0]
)
def test_hf_34_the_top_stays_and_the_rest_is_shuffled(texts: tuple[str, ...]) -> None:
    found = orders(*texts)
    assert {order[0] for order in found} == {"minestrone"}
    assert len(found) == 12
    assert len({order[1] for order in found}) > 4 and len({order[-1] for order in found}) > 4


@pytest.mark.parametrize(
    "texts", [("steal-top",), ("steal-down", "take-top"), ("steal-up", "take minestrone")], ids=lambda t: t[0]
)
def test_hf_34_after_the_top_card_is_stolen_everything_left_is_shuffled(texts: tuple[str, ...]) -> None:
    found = orders(*texts)
    assert len(found) == 12
    assert len({order[0] for order in found}) > 4 and len({order[-1] for order in found}) > 4
    assert {tuple(sorted(order)) for order in found} == {tuple(sorted(TWELVE[1:]))}


def test_hf_34_steal_display_does_not_shuffle() -> None:
    assert orders("steal-display kheer") == {tuple(TWELVE[1:])}


def test_hf_34_refilling_the_display_by_cooking_does_not_shuffle() -> None:
    t = table(kitchen(s1=stocked("kheer")), phase="cook", book=" ".join(TWELVE))
    below = t.book[1:]
    t.do("cook s1 kheer")
    assert t.book == below


def test_hf_34_looking_through_alone_shuffles_nothing() -> None:
    assert orders("steal-down") == orders("steal-up") == orders("no-option") == {tuple(TWELVE)}


@pytest.mark.parametrize(
    "option",
    ["peek-top", "steal-top", "steal-display kheer", "steal-down take-top", "steal-up take jalebi", "no-option"],
)
def test_hf_35_at_most_one_card_on_the_way_back(option: str) -> None:
    texts = option.replace(" take", ",take").split(",")
    t = table(kitchen(tracks=(0, 0, 3, 3)), phase="corner", active="go-corner", book="jalebi egg-curry")
    t.do(*texts)
    assert t.legal == [*(f"buy {kind}" for kind in KINDS), "done"]
    t.do("buy rice")
    assert t.legal == ["done"] and t.pantry(0) == ["rice@market!"] and t.market("rice") == 1


def test_hf_35_it_needs_a_card_and_a_space() -> None:
    assert table(kitchen(FULL), phase="corner-buy").legal == ["done"]
    assert "buy rice" not in table(kitchen(), phase="corner-buy", market={"rice": 0}).legal
    t = table(kitchen(), phase="corner-buy", active="go-corner")
    t.do("done")
    assert t.phase == "passive" and t.pantry(0) == []


def test_hf_36_stolen_recipes_go_to_the_hand_and_are_hidden() -> None:
    t = table(CHEF, phase="corner", active="go-corner", book="jalebi egg-curry")
    t.do("steal-display kheer", "done", "end-turn")
    assert t.hand(0) == ["kheer"] and t.hand(0, viewer=1) == [None]
    assert BACKS[t.kitchen(0, 1)["hand"][0]["back"]] == back("kheer")


def test_hf_36_only_the_owner_cooks_from_the_hand() -> None:
    owner, other = kitchen(s1=stocked("jalebi"), hand="jalebi"), kitchen(s1=stocked("jalebi", "stock"))
    t = table(owner, other, phase="cook")
    assert t.may("cook") == ["s1 jalebi"]
    t = table(owner, other, phase="cook", turn=1)
    assert t.may("cook") == []


def test_hf_36_a_hand_is_left_by_cooking_only() -> None:
    t = table(kitchen(hand="jalebi", s1=stocked("jalebi")), phase="passive")
    assert t.legal == ["discard-station s1", "end-turn"]
    t = table(kitchen(hand="jalebi", s1=stocked("jalebi")), phase="cook")
    t.do("cook s1 jalebi")
    assert t.hand(0) == [] and t.pile(0) == ["jalebi"]


def test_hf_36_bonus_and_feast_recipes_can_never_be_stolen() -> None:
    t = table(CHEF, phase="corner", up="easy medium hard")
    assert len(t.may("steal-display")) == 4
    fixed = {*t.view()["bonus"], *t.state.feast}
    assert not {IDS.index(recipe) for recipe in t.may("steal-display")} & fixed
    t.do("steal-up")
    assert not {IDS.index(recipe) for recipe in t.may("take")} & fixed
