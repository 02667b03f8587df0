"""HF-102 … HF-106 and HF-111: who sees what, for how long, and what nobody learns."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hightable.engine import Fast, Match, Refused
from hightable.games.henrys_feast.deck import BACKS, KINDS
from hightable.games.henrys_feast.game import GAME
from hightable.games.henrys_feast.pieces import CARDS
from tests.henrys_feast.played import played
from tests.henrys_feast.table import DISPLAY, FEAST, IDS, Table, kitchen, name, new, stocked, table

CHEF = kitchen(tracks=(0, 0, 0, 3))
VIEWERS = (None, 0, 1, 2)
PUBLIC = (
    "round", "turn", "first", "now", "phase", "active", "called", "last", "market", "row", "deck", "discard",
    "discard_top", "display", "book", "gone", "bonus", "worth", "bought", "cleared", "freshened", "filled", "cooked",
    "shared", "over", "deciding", "seats", "options", "game", "rules",
)  # fmt: skip
OPEN = ("pantry", "pantry_size", "stations", "unlocked", "tracks", "hand_limit", "dishes", "feasted")


def top(t: Table, viewer: int | None) -> str | None:
    """The top of the cookbook as a viewer sees it."""
    return name(t.view(viewer)["book_top"]["recipe"])


def easy(t: Table, viewer: int | None) -> str | None:
    """The Easy Feast recipe as a viewer sees it."""
    return name(t.view(viewer)["feast"][0]["recipe"])


def who_sees(t: Table, look: Any) -> list[int | None]:
    return [viewer for viewer in (None, *range(t.state.seats)) if look(t, viewer) is not None]


# HF-102, row by row


@pytest.mark.parametrize("options", [{}, {"team": "yes"}, {"memory_aid": "yes"}])
def test_hf_102_what_is_open_is_the_same_for_everybody(options: dict[str, object]) -> None:
    for step, (t, _o, _text) in enumerate(played(4, "open", options, ahead=True)):
        if step % 7:
            continue
        views = [t.view(viewer) for viewer in (None, 0, 1, 2, 3)]
        for view in views[1:]:
            assert {key: view[key] for key in PUBLIC} == {key: views[0][key] for key in PUBLIC}
            for one, other in zip(view["kitchens"], views[0]["kitchens"], strict=True):
                assert {key: one[key] for key in OPEN} == {key: other[key] for key in OPEN}


def test_hf_102_market_row_display_bonus_and_face_up_feast_show_faces() -> None:
    t = table(seats=3, row="rice egg", up="easy", market={"salt": 1})
    for viewer in VIEWERS:
        view = t.view(viewer)
        assert [KINDS[kind] for kind in view["row"]] == ["rice", "egg"] and view["market"][KINDS.index("salt")] == 1
        assert [name(recipe) for recipe in view["display"]] == list(DISPLAY)
        assert None not in view["bonus"] and easy(t, viewer) == FEAST[0]


def test_hf_102_face_down_feast_shows_its_back_and_its_face_if_seen() -> None:
    t = table(seats=3, seen={FEAST[0]: [1]})
    assert who_sees(t, easy) == [1]
    for viewer in VIEWERS:
        feast = t.view(viewer)["feast"]
        assert [BACKS[card["back"]] for card in feast] == ["easy-appetizer", "medium-entree", "hard-entree"]
        assert feast[1]["recipe"] is feast[2]["recipe"] is None


def test_hf_102_the_cookbook_shows_number_back_and_a_seen_top() -> None:
    t = table(seats=3, book="jalebi egg-curry", seen={"jalebi": [2], "egg-curry": [0, 1, 2]})
    assert who_sees(t, top) == [2] and top(t, 2) == "jalebi"
    for viewer in VIEWERS:
        view = t.view(viewer)
        assert (view["book"], BACKS[view["book_top"]["back"]]) == (39, "easy-dessert")
        assert view["book_backs"] is view["book_faces"] is None


def test_hf_102_deck_and_discard_pile() -> None:
    one = table(seats=3, deck="rice egg", discard="salt milk herbs")
    other = table(seats=3, deck="egg rice", discard="salt herbs milk")
    for viewer in VIEWERS:
        view = one.view(viewer)
        assert (view["deck"], view["discard"], KINDS[view["discard_top"]]) == (42, 3, "salt")
        assert view == other.view(viewer)


def test_hf_102_kitchens_are_open_with_origin_and_freshness() -> None:
    t = table(kitchen("rice@stock! egg@market", s1="milk@market!", tracks=(1, 2, 0, 3), feasted="easy"), seats=3)
    for viewer in VIEWERS:
        k = t.kitchen(0, viewer)
        assert [CARDS[card] for card in k["pantry"]] == ["rice@stock!", "egg@market"]
        assert [CARDS[card] for card in k["stations"][0]] == ["milk@market!"]
        assert (k["tracks"], k["feasted"]) == ([1, 2, 0, 3], [True, False, False])
        assert t.view(viewer)["worth"] == [False] * 3


def test_hf_102_a_hand_shows_faces_to_its_owner_and_backs_to_others() -> None:
    t = table(kitchen(hand="jalebi minestrone", tracks=(0, 0, 0, 1)), seats=3, seen={"minestrone": [2]})
    assert t.hand(0) == ["jalebi", "minestrone"]
    assert t.hand(0, viewer=1) == [None, None] and t.hand(0, viewer=2) == [None, "minestrone"]
    for viewer in VIEWERS:
        assert [BACKS[card["back"]] for card in t.kitchen(0, viewer)["hand"]] == ["easy-dessert", "hard-appetizer"]


def test_hf_102_a_hand_in_a_team() -> None:
    t = table(kitchen(hand="jalebi"), seats=4, team="yes")
    assert t.hand(0) == t.hand(0, viewer=2) == ["jalebi"]
    assert t.hand(0, viewer=1) == t.hand(0, viewer=3) == [None]
    assert [card["recipe"] for card in t.kitchen(0)["hand"]] == [None]


def test_hf_102_a_victory_pile_shows_others_its_number_only() -> None:
    t = table(kitchen(pile="kheer jalebi"), seats=3)
    assert [IDS[recipe] for recipe in t.kitchen(0, 0)["pile"]] == sorted(["kheer", "jalebi"], key=IDS.index)
    for viewer in (None, 1, 2):
        assert t.kitchen(0, viewer)["pile"] is None and t.kitchen(0, viewer)["dishes"] == 2


def test_hf_102_a_victory_pile_of_a_team() -> None:
    t = table(kitchen(pile="kheer"), seats=4, team="yes")
    for seat in (0, 2):
        assert t.kitchen(seat, 0)["pile"] == t.kitchen(seat, 2)["pile"] == [IDS.index("kheer")]
        assert t.kitchen(seat, 1)["pile"] is t.kitchen(seat, 3)["pile"] is t.kitchen(seat)["pile"] is None


def test_hf_102_what_was_done_in_this_action_is_seen_by_all() -> None:
    mine = kitchen(s1=stocked("rajma"))
    t = table(mine, kitchen(), kitchen("egg@stock"), seats=4, team="yes", row="salt", phase="stockroom")
    t.do("clear", "fill")
    assert all(t.view(viewer)["cleared"] and t.view(viewer)["filled"] for viewer in VIEWERS)
    t = table(mine, phase="market")
    t.do("buy rice")
    assert all(t.view(viewer)["bought"][KINDS.index("rice")] == 1 for viewer in (None, 0, 1))
    t = table(mine, phase="cook")
    t.do("cook s1 rajma")
    assert all(t.view(viewer)["cooked"] == [0] for viewer in (None, 0, 1))
    t = table(mine, kitchen(), kitchen("egg@stock"), seats=4, team="yes", phase="share")
    t.do("share egg@stock pantry")
    assert all(t.view(viewer)["shared"] == 1 for viewer in VIEWERS)


def test_hf_102_the_list_of_legal_actions_is_for_the_deciding_seat() -> None:
    t = table(kitchen(hand="jalebi", s1=stocked("jalebi")), seats=3, phase="cook")
    assert [GAME.text(action) for action in t.view(0)["legal"]] == ["cook s1 jalebi", "done"]
    assert t.view(1)["legal"] == t.view(2)["legal"] == t.view(None)["legal"] == []


def test_hf_102_leafing_through_is_for_the_thief() -> None:
    t = table(CHEF, seats=3, phase="corner", book="jalebi egg-curry kheer", book_ends=True, display=(None,) * 4)
    t.do("steal-down")
    assert [BACKS[i] for i, n in enumerate(t.view(0)["book_backs"]) if n] == ["easy-dessert", "medium-entree"]
    assert who_sees(t, top) == []
    for viewer in (None, 1, 2):
        assert t.view(viewer)["book_backs"] is None
    t = table(CHEF, seats=3, phase="corner", book="jalebi egg-curry kheer", book_ends=True, display=(None,) * 4)
    t.do("steal-up")
    assert t.view(0)["book_faces"] == sorted(map(IDS.index, ("jalebi", "egg-curry", "kheer")))
    assert who_sees(t, top) == [0]
    for viewer in (None, 1, 2):
        assert t.view(viewer)["book_faces"] is None


# HF-103, HF-104: how long a face stays in view


def corner(**more: Any) -> Table:
    """Three chefs, the first in the Chef's Corner."""
    settings: dict[str, Any] = {"seats": 3, "phase": "corner", "active": "go-corner", **more}
    return table(CHEF, CHEF, CHEF, book="jalebi egg-curry minestrone rasgulla", **settings)


@pytest.mark.parametrize("aid", ["no", "yes"])
def test_hf_104_a_peek_is_in_view_until_the_end_of_the_turn_or_longer(aid: str) -> None:
    t = corner(memory_aid=aid)
    t.do("peek-top", "done")
    assert who_sees(t, top) == [0]
    t.do("end-turn")
    assert who_sees(t, top) == ([0] if aid == "yes" else [])
    t.turns(3)
    assert who_sees(t, top) == ([0] if aid == "yes" else [])


@pytest.mark.parametrize("aid", ["no", "yes"])
def test_hf_104_the_look_at_the_easy_feast_recipe(aid: str) -> None:
    t = table(kitchen(s1=stocked("rajma")), seats=3, phase="cook", active="cook-dishes", memory_aid=aid)
    t.do("cook s1 rajma", "done")
    assert who_sees(t, easy) == [0] and easy(t, 0) == FEAST[0]
    t.do("end-turn")
    assert who_sees(t, easy) == ([0] if aid == "yes" else [])


def test_hf_104_what_lies_open_and_the_own_hand_stay() -> None:
    t = corner()
    t.do("steal-top", "done", "end-turn")
    t.turns(3)
    assert t.hand(0) == ["jalebi"] and t.display == list(DISPLAY)


def test_hf_104_the_teammates_hand_stays_too() -> None:
    t = table(CHEF, seats=4, team="yes", phase="corner", active="go-corner", book="jalebi")
    t.do("steal-top", "done", "end-turn")
    t.turns(2)
    assert t.hand(0, viewer=2) == ["jalebi"]


def test_hf_103_the_set_travels_with_the_card() -> None:
    """With the memory aid: B steals the card that A has peeked at; A still recognises it."""
    t = corner(memory_aid="yes")
    t.do("peek-top", "done", "end-turn", "go-corner", "steal-top", "done", "end-turn")
    assert t.hand(1) == t.hand(1, viewer=0) == ["jalebi"]
    assert t.hand(1, viewer=2) == [None]
    assert [card["recipe"] for card in t.kitchen(1)["hand"]] == [None]


def test_hf_103_without_the_aid_it_does_not() -> None:
    t = corner()
    t.do("peek-top", "done", "end-turn", "go-corner", "steal-top", "done")
    assert t.hand(1, viewer=0) == [None]


@pytest.mark.parametrize("way", ["take-top", "steal-up"])
def test_hf_103_also_when_it_is_stolen_with_a_look_through(way: str) -> None:
    t = corner(memory_aid="yes")
    t.do("peek-top", "done", "end-turn", "go-corner")
    t.do(*(("steal-down", "take-top") if way == "take-top" else ("steal-up", "take jalebi")))
    assert t.hand(1, viewer=0) == ["jalebi"] and t.hand(1, viewer=2) == [None]


def test_hf_103_a_top_card_put_back_keeps_its_set() -> None:
    t = corner(memory_aid="yes")
    t.do("peek-top", "done", "end-turn", "go-corner", "peek-top", "done", "end-turn")
    assert who_sees(t, top) == [0, 1]
    t.do("go-corner", "steal-down", "take medium-entree", "done", "end-turn")
    assert who_sees(t, top) == [0, 1]


def test_hf_103_after_steal_up_only_the_top_is_still_known() -> None:
    t = corner(memory_aid="yes")
    t.do("steal-up", "take minestrone")
    assert t.view(0)["book_faces"] is None
    assert who_sees(t, top) == [0] and top(t, 0) == "jalebi"
    t.do("done", "end-turn")
    t.do("go-corner", "steal-display kheer", "done", "end-turn")  # the top comes up, the next one is unknown
    assert t.display[0] == "jalebi" and who_sees(t, top) == []


def test_hf_103_shuffling_empties_the_sets() -> None:
    """A has seen every face of the cookbook; taking its top card shuffles all of them away."""
    t = corner(memory_aid="yes")
    t.do("steal-up", "take jalebi")
    assert who_sees(t, top) == []
    t.do("done", "end-turn", "go-corner", "steal-top")
    assert t.hand(1, viewer=0) == [None]
    assert all(t.state.seen[IDS.index(recipe)] == 0 for recipe in t.book)


def test_hf_103_what_was_ever_face_up_everybody_has_seen() -> None:
    t = corner(memory_aid="yes")
    t.do("steal-display kheer", "done", "end-turn")
    t.turns(3)
    assert t.hand(0, viewer=1) == t.hand(0, viewer=2) == ["kheer"]
    assert [name(card["recipe"]) for card in t.kitchen(0)["hand"]] == ["kheer"]


def test_hf_103_a_refilled_display_is_seen_by_all_as_well() -> None:
    t = corner(memory_aid="yes")
    t.do("steal-display kheer", "done", "end-turn", "go-corner", "steal-display jalebi", "done", "end-turn")
    assert t.hand(1, viewer=2) == ["jalebi"]


# HF-105: the log


def read(beats: Any, viewer: int | None) -> list[tuple[str, dict[str, int]]]:
    """What a viewer reads of what happened."""
    return [(beat.name, beat.args) for beat in beats if beat.known_to(viewer)]


def recipes_in(entries: list[tuple[str, dict[str, int]]]) -> set[str]:
    return {IDS[args["recipe"]] for _event, args in entries if "recipe" in args}


@pytest.mark.parametrize(
    ("texts", "event", "was_top"),
    [
        (("steal-top",), "stole-top", None),
        (("steal-down", "take-top"), "stole-down", 1),
        (("steal-down", "take medium-entree"), "stole-down", 0),
        (("steal-up", "take jalebi"), "stole-up", 1),
        (("steal-up", "take egg-curry"), "stole-up", 0),
    ],
)
def test_hf_105_of_a_theft_others_read_the_back_and_whether_it_was_the_top(
    texts: tuple[str, ...], event: str, was_top: int | None
) -> None:
    t = table(*[CHEF] * 4, seats=4, team="yes", phase="corner", book="jalebi egg-curry minestrone", book_ends=True)
    beats = t.do(*texts)
    (got,) = t.hand(0)
    args = {"seat": 0, "back": BACKS.index("easy-dessert" if got == "jalebi" else "medium-entree")}
    args |= {} if was_top is None else {"top": was_top}
    for viewer in (None, 1, 3):
        entries = read(beats, viewer)
        assert (event, args) in entries and recipes_in(entries) == set()
    for viewer in (0, 2):
        assert recipes_in(read(beats, viewer)) == {got}


def test_hf_105_of_a_peek_only_that_it_happened() -> None:
    t = table(CHEF, seats=3, phase="corner", book="jalebi")
    beats = t.do("peek-top")
    for viewer in VIEWERS:
        assert ("peeked", {"seat": 0}) in read(beats, viewer)
        assert recipes_in(read(beats, viewer)) == set()


def test_hf_105_no_entry_carries_a_face_seen_in_leafing_or_at_the_first_dish() -> None:
    t = table(CHEF, seats=3, phase="corner", book="jalebi egg-curry")
    assert recipes_in(read(t.do("steal-up"), 0)) == recipes_in(read(t.do("take egg-curry"), 1)) == set()
    t = table(kitchen(s1=stocked("rajma")), phase="cook")
    assert recipes_in(read(t.do("cook s1 rajma"), 0)) == {"rajma"}


def test_hf_105_a_theft_from_the_display_is_read_by_all() -> None:
    t = table(CHEF, seats=3, phase="corner", book="jalebi")
    beats = t.do("steal-display kheer")
    for viewer in VIEWERS:
        assert recipes_in(read(beats, viewer)) >= {"kheer", "jalebi"}


def test_hf_105_cooking_from_the_hand_shows_the_recipe_to_all() -> None:
    t = table(kitchen(hand="jalebi", s1=stocked("jalebi")), seats=3, phase="cook")
    beats = t.do("cook s1 jalebi")
    for viewer in VIEWERS:
        assert ("cooked", {"seat": 0, "station": 0, "recipe": IDS.index("jalebi")}) in read(beats, viewer)


# HF-106, HF-111


def test_hf_106_after_the_end_everything_is_open() -> None:
    mine = kitchen(hand="jalebi", pile="kheer")
    t = table(mine, seats=3, phase="over", last="limit", book="rasgulla")
    for viewer in VIEWERS:
        view = t.view(viewer)
        assert [name(card["recipe"]) for card in view["feast"]] == list(FEAST)
        assert name(view["book_top"]["recipe"]) == "rasgulla"
        assert [name(card["recipe"]) for card in view["kitchens"][0]["hand"]] == ["jalebi"]
        assert view["kitchens"][0]["pile"] == [IDS.index("kheer")]
        assert view["legal"] == [] and view["now"] is None


def test_hf_111_no_seed_and_no_generator_in_a_view() -> None:
    t = new(3, "a-seed-to-look-for")
    key = t.state.dice.dump()["key"]
    for viewer in VIEWERS:
        text = json.dumps(t.view(viewer))
        assert "a-seed-to-look-for" not in text and str(key) not in text and "dice" not in text


def test_hf_111_no_order_of_a_face_down_pile() -> None:
    one = table(seats=3, book="jalebi egg-curry minestrone", deck="rice egg salt", discard="milk herbs beans")
    other = table(seats=3, book="jalebi minestrone egg-curry", deck="salt rice egg", discard="milk beans herbs")
    for viewer in VIEWERS:
        assert json.dumps(one.view(viewer)) == json.dumps(other.view(viewer))


def test_hf_111_lists_of_legal_actions_are_sorted_by_a_fixed_key() -> None:
    for t, _o, text in played(4, "sorted", {"team": "yes"}, ahead=True):
        if text:
            legal = t.state.legal(t.seat)
            assert legal == sorted(set(legal))


@pytest.mark.parametrize(
    ("seats", "options"), [(3, {}), (4, {"team": "yes", "memory_aid": "yes"}), (2, {"quick": "yes"})]
)
def test_hf_111_a_refusal_is_the_same_whatever_the_reason(seats: int, options: dict[str, object]) -> None:
    """In each phase there is one answer to everything that isn't listed, and one to those who aren't asked."""
    answers: dict[tuple[str, bool], set[tuple[str, str]]] = {}
    dice = Fast.of("refusals")
    for step, (t, _o, text) in enumerate(played(seats, "refusals", options, ahead=True)):
        if step % 3 or not text:
            continue
        for _try in range(10):
            action, seat = 1 + dice.below(len(GAME.actions) - 1), dice.below(seats)
            refused = t.state.why_not(seat, action)
            if isinstance(refused, Refused):
                answers.setdefault((t.phase, seat == t.seat), set()).add((str(refused), refused.rule))
    assert len(answers) > 12
    assert {phase for phase, given in answers.items() if len(given) > 1} == set()


def test_hf_106_nothing_is_open_while_the_table_is_laid() -> None:
    """A replay begins before the first frame is on the stack: that isn't the end."""
    for options in ({}, {"tutorial": "yes"}):
        match = Match(GAME, 2, "laid", options)
        opened = [beat for beat in match.opening if beat.name == "opened"]
        assert opened
        for beat in opened:
            view = beat.state.view(None)
            assert view["phase"] == "setup"
            assert [card["recipe"] for card in view["feast"]] == [None] * 3
            assert view["book_top"] is None or view["book_top"]["recipe"] is None
