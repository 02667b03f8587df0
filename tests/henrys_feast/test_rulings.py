"""HF-R1 … HF-R39, HF-R73, HF-R74: rulings on the flow, the Market, the Chef's Corner and the Stockroom."""

from __future__ import annotations

from collections import Counter

import pytest

from hightable.games.henrys_feast.deck import BACKS
from hightable.games.henrys_feast.pieces import CARDS
from tests.henrys_feast.played import played
from tests.henrys_feast.table import DISPLAY, FEAST, IDS, kitchen, new, stocked, table

FULL = "beans@stock carrot@stock cheese@stock egg@stock flour@stock"
CHEF = kitchen(tracks=(0, 0, 0, 3))
ALL = "easy medium hard"


# Flow


def test_hf_r1_the_first_player_is_random_by_seed() -> None:
    firsts = Counter(new(2, str(number)).view()["first"] for number in range(100))
    assert min(firsts[0], firsts[1]) > 30
    assert new(4, "x").view()["first"] == new(4, "x").view()["first"]


def test_hf_r2_doing_nothing_is_allowed() -> None:
    t = new(2)
    seat = t.seat
    t.do("pass", "end-turn")
    assert t.seat == 1 - seat


def test_hf_r3_an_empty_shopping_trip_is_not_offered_the_others_always_are() -> None:
    t = table(kitchen(FULL), book_ends=True)
    assert t.legal == ["pass", "go-stockroom", "cook-dishes"]


def test_hf_r4_every_phase_has_its_way_out() -> None:
    ways = {"pass", "done", "end-turn", "skip", "fill", "no-option"}
    for number in range(2):
        for t, o, text in played(3, f"ways {number}", ahead=True):
            if text:
                assert ways & set(t.legal) or (
                    o.phase in ("corner-down", "corner-up") and t.may("take") + t.may("take-top")
                )


def test_hf_r5_no_take_backs_within_an_action() -> None:
    t = table(kitchen("rice@stock"), phase="stockroom")
    t.do("put rice@stock s1")
    assert t.legal == ["fill"]  # there is no way to pick it up again


def test_hf_r6_limits_are_maxima() -> None:
    t = table(kitchen())
    t.do("go-market", "done")
    assert t.phase == "passive"
    t = table(kitchen())
    t.do("go-market", "buy rice", "done")
    assert len(t.pantry(0)) == 1


def test_hf_r7_the_round_is_the_games_round() -> None:
    """A card is fresh until the round is over, in the turns of the others too."""
    t = table(kitchen(), kitchen(), kitchen(), seats=3)
    t.do("go-market", "buy rice", "done", "end-turn")
    for _turn in range(2):
        assert t.pantry(0) == ["rice@market!"]
        t.turns(1)
    assert t.pantry(0) == ["rice@market"]


def test_hf_r8_passive_actions_may_alternate() -> None:
    t = table(kitchen("rice@stock egg@stock", s1="salt@stock"), phase="passive", active="cook-dishes")
    t.do("discard-station s1", "put rice@stock s1", "discard-station s1", "put egg@stock s1", "discard-station s1")
    assert t.discard == ["egg", "rice", "salt"]


def test_hf_r9_somebody_may_block_the_feast() -> None:
    t = table(kitchen(), kitchen(s1=stocked(FEAST[0])), worth=[1])
    for _round in range(5):
        t.do("pass", "end-turn", "cook-dishes")
        assert t.legal == ["done"] and t.up() == [False] * 3
        t.do("done", "end-turn")


def test_hf_r10_the_round_limit() -> None:
    done = kitchen(feasted=ALL)
    t = table(done, done, round=4, round_limit=4, up=ALL)
    assert "last-call" in t.legal
    t.turns(2)
    assert (t.view()["round"], t.view()["last"], t.phase) == (5, "limit", "final-first")
    assert "last-call" not in t.legal
    t.do("skip")
    assert "last-call" not in t.legal
    t.do("done", "end-turn")
    t.turns(1)
    assert t.state.over and t.state.result.ending == "round limit"


def test_hf_r10_a_call_in_the_last_round_before_the_limit() -> None:
    t = table(kitchen(feasted=ALL), round=4, round_limit=4, up=ALL)
    t.do("last-call")
    t.turns(2)
    assert t.view()["last"] == "last-call"
    t.turns(2)
    assert t.state.result.ending == "last call"


def test_hf_r10_no_limit() -> None:
    t = table(round=300, round_limit=0)
    t.turns(2)
    assert (t.view()["round"], t.view()["last"]) == (301, "")


def test_hf_r11_pantries_are_open_with_origin_and_freshness() -> None:
    t = table(kitchen("rice@stock! rice@market"))
    for viewer in (None, 1):
        assert [CARDS[card] for card in t.kitchen(0, viewer)["pantry"]] == ["rice@stock!", "rice@market"]


# Market and Chef's Corner


def test_hf_r13_xl_pairs_of_several_kinds() -> None:
    t = table(kitchen(tracks=(0, 0, 3, 0)), phase="market")
    t.do("buy rice", "buy egg", "buy rice", "buy egg", "buy salt")
    assert Counter(t.pantry(0)) == {"rice@market!": 2, "egg@market!": 2, "salt@market!": 1}


def test_hf_r14_a_visitor_need_not_use_an_option() -> None:
    t = table(CHEF)
    t.do("go-corner", "no-option", "buy rice", "done")
    assert t.pantry(0) == ["rice@market!"] and t.hand(0) == []


def test_hf_r15_no_purchase_before_the_option() -> None:
    t = table(CHEF)
    t.do("go-corner")
    assert not t.may("buy") and "done" not in t.legal


@pytest.mark.parametrize("option", ["steal-down", "steal-up"])
def test_hf_r16_who_has_looked_through_must_take(option: str) -> None:
    t = table(CHEF, phase="corner")
    t.do(option)
    assert all(text.startswith("take") for text in t.legal)
    full = kitchen(tracks=(0, 0, 0, 3), hand="jalebi rasgulla rasmalai lemon-tart")
    assert option not in table(full, phase="corner").legal


def test_hf_r17_take_back_never_gives_the_top_card() -> None:
    for number in range(20):
        t = table(CHEF, phase="corner", book="jalebi rasgulla", book_ends=True, seed=str(number))
        t.do("steal-down", "take easy-dessert")
        assert t.hand(0) == ["rasgulla"]


@pytest.mark.parametrize("way", [("steal-top",), ("steal-down", "take-top"), ("steal-up", "take jalebi")])
def test_hf_r18_the_cookbook_is_shuffled_after_each_theft_from_it(way: tuple[str, ...]) -> None:
    tops = set()
    for number in range(12):
        t = table(CHEF, phase="corner", book="jalebi", seed=str(number))
        t.do(*way)
        tops.add(t.book[0])
    assert len(tops) > 6


def test_hf_r19_an_empty_cookbook() -> None:
    t = table(CHEF, phase="corner", book_ends=True)
    assert t.legal == [*(f"steal-display {recipe}" for recipe in sorted(DISPLAY, key=IDS.index)), "no-option"]
    t.do("steal-display kheer")
    assert t.display == [None, *DISPLAY[1:]] and t.hand(0) == ["kheer"]


def test_hf_r20_peeking_with_a_full_hand_and_again() -> None:
    t = table(kitchen(hand="jalebi"), book="rasgulla")
    for _round in range(2):
        t.do("go-corner", "peek-top")
        assert t.view(0)["book_top"]["recipe"] == IDS.index("rasgulla")
        t.do("done", "end-turn", "pass", "end-turn")


def test_hf_r21_what_was_seen_leaves_the_view_unless_the_aid_is_on() -> None:
    for aid, seen in (("no", None), ("yes", IDS.index("rasgulla"))):
        t = table(kitchen(), book="rasgulla", memory_aid=aid)
        t.do("go-corner", "peek-top", "done", "end-turn")
        assert t.view(0)["book_top"]["recipe"] == seen


def test_hf_r22_the_backs_of_stolen_recipes_are_seen() -> None:
    t = table(kitchen(), phase="corner", book="minestrone")
    t.do("steal-top")
    assert [BACKS[card["back"]] for card in t.kitchen(0, 1)["hand"]] == ["hard-appetizer"]


@pytest.mark.parametrize(("aid", "after"), [("no", [None]), ("yes", ["kheer"])])
def test_hf_r23_a_recipe_from_the_display_is_hidden_after_the_turn(aid: str, after: list[str | None]) -> None:
    t = table(CHEF, phase="corner", active="go-corner", memory_aid=aid)
    t.do("steal-display kheer", "done")
    assert t.hand(0, viewer=1) == ["kheer"]
    t.do("end-turn")
    assert t.hand(0, viewer=1) == after and t.hand(0) == ["kheer"]


def test_hf_r24_the_course_of_what_lies_face_down_is_public() -> None:
    t = table(feast=("jalebi", "bhel-puri", "masala-dosa"), book="minestrone")
    view = t.view(None)
    backs = [BACKS[card["back"]] for card in (*view["feast"], view["book_top"])]
    assert backs == ["easy-dessert", "medium-appetizer", "hard-entree", "hard-appetizer"]


def test_hf_r25_the_newly_opened_recipe_can_not_be_stolen_in_the_same_visit() -> None:
    t = table(CHEF, phase="corner", book="jalebi")
    t.do("steal-display kheer")
    assert "jalebi" in t.display and not t.may("steal-display")


def test_hf_r73_victory_piles_show_others_only_their_number() -> None:
    t = table(kitchen(s1=stocked("kheer")), phase="cook", memory_aid="yes")
    t.do("cook s1 kheer")
    assert t.kitchen(0, 1)["pile"] is None and t.kitchen(0, 1)["dishes"] == 1


def test_hf_r74_others_learn_whether_the_top_card_was_taken() -> None:
    for recipe, top in (("jalebi", 1), ("egg-curry", 0)):
        t = table(CHEF, phase="corner", book="jalebi egg-curry")
        beats = t.do("steal-up", f"take {recipe}")
        (theft,) = [beat for beat in beats if beat.name == "stole-up"]
        assert theft.known_to(1) and theft.known_to(None) and theft.args["top"] == top


# Stockroom and stations


def test_hf_r26_the_row_starts_empty_and_the_first_visitor_draws_five() -> None:
    t = new(3)
    assert t.row == []
    top = t.deck[:5]
    t.do("go-stockroom", "fill")
    assert t.row == top


def test_hf_r27_pantry_to_station_and_desserts_before_the_row_is_filled() -> None:
    t = table(kitchen("rice@stock", s5="milk@stock", tracks=(3, 0, 0, 0)), phase="stockroom", row="egg")
    t.do("put rice@stock s5", "cook s5 kheer")
    assert t.pile(0) == ["kheer"] and not t.may("take")
    t.do("fill")
    assert t.may("take")


def test_hf_r28_filling_is_compulsory() -> None:
    t = table(kitchen("rice@stock"), phase="stockroom", row="egg")
    t.do("put rice@stock s1")
    assert t.legal == ["clear", "fill"]


def test_hf_r29_no_clearing_after_the_draw() -> None:
    t = table(kitchen(), phase="stockroom", row="egg")
    t.do("fill")
    assert "clear" not in t.legal
    t = table(kitchen(), phase="stockroom", row="egg")
    t.do("clear", "fill")
    assert "clear" not in t.legal


def test_hf_r30_fresh_stock_before_or_after_clear_and_with_a_full_row() -> None:
    full = "rice egg salt milk herbs lemon onion flour"
    t = table(kitchen(tracks=(0, 3, 0, 0)), phase="stockroom", row=full, discard="beans")
    assert "fresh-stock" in t.legal and len(t.deck) == 36
    t.do("fresh-stock")
    assert len(t.deck) == 37 and t.row == full.split()
    t.do("clear")
    assert len(t.discard) == 8  # cleared afterwards: out of it
    t = table(kitchen(tracks=(0, 3, 0, 0)), phase="stockroom", row=full, discard="beans")
    t.do("clear", "fresh-stock")
    assert (len(t.deck), t.discard) == (45, [])  # cleared before: in it


@pytest.mark.parametrize("n", [1, 5])
def test_hf_r31_at_most_five_cards_on_a_station(n: int) -> None:
    five = " ".join(f"{kind}@market" for kind in ("egg", "milk", "salt", "onion", "lemon"))
    t = table(
        kitchen("rice@stock", tracks=(3, 0, 0, 0), **{f"s{n}": five}), phase="stockroom", row="herbs", filled=True
    )
    assert f"put rice@stock s{n}" not in t.legal and f"take herbs s{n}" not in t.legal
    assert "put rice@stock s2" in t.legal and "take herbs s2" in t.legal


def test_hf_r32_any_mix_and_only_discarding_empties_it() -> None:
    t = table(kitchen("rice@stock rice@market", s1="rice@stock"), phase="stockroom", active="go-stockroom")
    t.do("put rice@stock s1", "put rice@market s1", "fill", "done")
    assert t.station(0, 1) == ["rice@stock", "rice@stock", "rice@market"]
    t.do("discard-station s1")
    assert t.station(0, 1) == []


def test_hf_r33_s5_may_hold_what_no_dessert_uses() -> None:
    t = table(kitchen("potato@stock", tracks=(3, 0, 0, 0)), phase="stockroom")
    t.do("put potato@stock s5")
    assert t.station(0, 5) == ["potato@stock"]


@pytest.mark.parametrize(("sugar", "cooks"), [(0, True), (1, True), (2, False)])
def test_hf_r34_no_sugar_or_one_on_s5(sugar: int, cooks: bool) -> None:
    cards = " ".join(["milk@stock", "rice@stock", "sugar@stock", "sugar@market"][: 2 + sugar])
    t = table(kitchen(s5=cards, tracks=(3, 0, 0, 0)), phase="cook")
    assert ("cook s5 kheer" in t.legal) == cooks


def test_hf_r35_no_limit_of_cards_taken_from_the_row() -> None:
    row = "rice egg salt milk herbs lemon onion flour"
    t = table(kitchen(tracks=(0, 3, 0, 0)), phase="stockroom", row=row, filled=True)
    t.do(*(f"take {kind} pantry" for kind in row.split()))
    assert len(t.pantry(0)) == 8 and t.row == []


def test_hf_r36_the_discard_pile_keeps_the_order_in_which_cards_lay() -> None:
    mine = kitchen(s1="beans@stock tomato@market onion@stock milk@stock")
    t = table(mine, phase="passive", row="rice egg salt", discard="herbs")
    t.do("discard-station s1")
    assert t.discard == ["milk", "onion", "beans", "herbs"]
    t = table(kitchen(), phase="stockroom", row="rice egg salt", discard="herbs")
    t.do("clear")
    assert t.discard == ["salt", "egg", "rice", "herbs"]
    view = t.view(0)
    assert (view["discard"], CARDS[view["discard_top"] * 4 + 2]) == (4, "salt@stock")


def test_hf_r37_no_reshuffle_when_the_deck_just_runs_out() -> None:
    t = table(kitchen(), phase="stockroom", deck="rice egg salt milk herbs", rest="discard")
    before = t.discard
    t.do("fill")
    assert t.row == ["rice", "egg", "salt", "milk", "herbs"]
    assert t.deck == [] and t.discard == before


def test_hf_r38_a_stockroom_that_can_not_be_filled_may_be_visited() -> None:
    """All stock cards but two lie in kitchens."""
    kinds = [card.split("@")[0] for card in CARDS[::4]]
    stations = {f"s{n + 1}": " ".join(f"{kind}@stock" for kind in kinds[5 * n : 5 * n + 5]) for n in range(3)}
    full = kitchen(**stations, tracks=(3, 0, 0, 0))  # type: ignore[arg-type]
    less = kitchen(**{**stations, "s3": "rice@stock salt@stock sugar@stock"}, tracks=(3, 0, 0, 0))  # type: ignore[arg-type]
    t = table(full, full, less, seats=3, rest="discard")
    t.do("go-stockroom", "fill")
    assert sorted(t.row) == ["red-chili", "tomato"] and "done" in t.legal


def test_hf_r39_a_card_just_taken_differs_from_one_of_the_pantry() -> None:
    t = table(kitchen("rice@stock"), phase="stockroom", row="rice", filled=True, active="go-stockroom")
    t.do("take rice pantry")
    assert t.may("put") == ["rice@stock s1", "rice@stock s2", "rice@stock! s1", "rice@stock! s2"]
    t.do("put rice@stock! s1", "done")
    assert t.legal == ["discard rice@stock", "end-turn"]
