"""HF-37 … HF-44: Go to Stockroom."""

from __future__ import annotations

from collections import Counter

import pytest

from hightable.games.henrys_feast.deck import KINDS
from tests.henrys_feast.table import kitchen, stocked, table, told

FULL = "beans@stock carrot@stock cheese@stock egg@stock flour@stock"
LARDER = (0, 3, 0, 0)


def test_hf_37_before_fill() -> None:
    t = table(kitchen("salt@stock", tracks=LARDER), phase="stockroom", row="rice egg", discard="milk")
    assert t.legal == ["clear", "fresh-stock", "fill", "put salt@stock s1", "put salt@stock s2"]
    t.do("put salt@stock s1")
    assert t.legal == ["clear", "fresh-stock", "fill"]


def test_hf_37_done_is_legal_only_after_fill() -> None:
    t = table(kitchen(), phase="stockroom", active="go-stockroom")
    assert t.legal == ["fill"]
    t.do("fill")
    assert "done" in t.legal
    t.do("done")
    assert t.phase == "passive"


def test_hf_38_after_fill() -> None:
    dessert = stocked("kheer", without="sugar")
    mine = kitchen("salt@stock", s5=dessert, tracks=(3, 3, 0, 0))
    t = table(mine, phase="stockroom", row="rice", discard="milk egg flour", deck="lemon lemon lemon herbs herbs herbs")
    t.do("fill")
    verbs = {text.split(" ")[0] for text in t.legal}
    assert verbs == {"take", "put", "cook", "done"}
    t.do("take rice pantry", "put salt@stock s1", "take lemon s1", "cook s5 kheer", "take lemon pantry")
    assert {text.split(" ")[0] for text in t.legal} == {"take", "put", "done"}


def test_hf_39_clear_puts_the_whole_row_on_the_discard_pile_once() -> None:
    t = table(kitchen(), phase="stockroom", row="rice egg salt", discard="milk")
    t.do("clear")
    assert t.row == [] and t.discard[:4] == ["salt", "egg", "rice", "milk"]
    assert "clear" not in t.legal


def test_hf_39_an_empty_row_can_not_be_cleared() -> None:
    assert "clear" not in table(kitchen(), phase="stockroom").legal


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_hf_40_fill_up_to_the_pantry_size_not_the_empty_spaces(level: int) -> None:
    t = table(kitchen(FULL, tracks=(0, level, 0, 0)), phase="stockroom", row="rice rice", deck="milk salt herbs")
    t.do("fill")
    assert len(t.row) == 5 + level
    assert t.row[:5] == ["rice", "rice", "milk", "salt", "herbs"]
    assert "fill" not in t.legal


@pytest.mark.parametrize("row", ["rice egg salt milk herbs", "rice egg salt milk herbs lemon onion flour"])
def test_hf_40_nothing_is_drawn_into_a_full_row(row: str) -> None:
    t = table(kitchen(), phase="stockroom", row=row)
    deck = t.deck
    t.do("fill")
    assert t.row == row.split() and t.deck == deck
    assert {text.split(" ")[0] for text in t.may("take")} == set(row.split())


def test_hf_40_after_a_clear_the_own_pantry_size_counts() -> None:
    t = table(kitchen(), phase="stockroom", row="rice egg salt milk herbs lemon onion flour")
    t.do("clear", "fill")
    assert len(t.row) == 5


def test_hf_41_the_discard_pile_becomes_the_deck_when_more_is_needed() -> None:
    tops = Counter[str]()
    for number in range(60):
        t = table(kitchen(), phase="stockroom", row="rice", deck="milk salt", rest="discard", seed=str(number))
        before = Counter(t.discard)
        beats = t.do("fill")
        assert t.row[:3] == ["rice", "milk", "salt"] and len(t.row) == 5
        assert t.discard == [] and Counter(t.deck + t.row[3:]) == before
        assert told(beats, "reshuffled") == [(before.total(),)]
        tops[t.row[3]] += 1
    assert len(tops) > 8


def test_hf_41_cards_just_cleared_are_shuffled_in() -> None:
    t = table(kitchen(), phase="stockroom", row="sugar sugar sugar", deck="milk", rest="discard")
    t.do("clear", "fill")
    assert len(t.row) == 5 and t.row[0] == "milk"
    assert (t.deck + t.row).count("sugar") == 3


def test_hf_41_if_that_is_not_enough_the_row_stays_short() -> None:
    stations = {f"s{n + 1}": " ".join(f"{kind}@stock" for kind in KINDS[5 * n : 5 * n + 5]) for n in range(3)}
    others = [kitchen(**stations, tracks=(3, 0, 0, 0)) for _seat in range(2)]  # type: ignore[arg-type]
    third = kitchen(**{**stations, "s3": "rice@stock salt@stock"}, tracks=(3, 0, 0, 0))  # type: ignore[arg-type]
    t = table(*others, third, seats=3, phase="stockroom", rest="discard", active="go-stockroom")
    assert len(t.discard) == 3
    t.do("fill")
    assert sorted(t.row) == ["red-chili", "sugar", "tomato"]
    assert (t.deck, t.discard) == ([], [])
    t.do("done")
    assert t.phase == "passive"


def test_hf_42_fresh_stock_shuffles_deck_and_pile_into_one() -> None:
    orders = set()
    for number in range(8):
        mine = kitchen(tracks=LARDER)
        t = table(mine, phase="stockroom", row="rice", discard="milk salt", deck="sugar", seed=str(number))
        before = Counter(t.deck + t.discard)
        t.do("fresh-stock")
        assert Counter(t.deck) == before and t.discard == [] and t.row == ["rice"]
        assert "fresh-stock" not in t.legal and "fill" in t.legal
        orders.add(tuple(t.deck))
    assert len(orders) == 8


def test_hf_42_only_with_pantry_3_and_a_discard_pile_and_before_fill() -> None:
    assert "fresh-stock" not in table(kitchen(tracks=(3, 2, 3, 3)), phase="stockroom", discard="milk").legal
    assert "fresh-stock" not in table(kitchen(tracks=LARDER), phase="stockroom").legal
    t = table(kitchen(tracks=LARDER), phase="stockroom", discard="milk")
    t.do("fill")
    assert "fresh-stock" not in t.legal


def test_hf_42_after_a_clear_or_before_it() -> None:
    t = table(kitchen(tracks=LARDER), phase="stockroom", row="sugar")
    assert "fresh-stock" not in t.legal  # no pile yet
    t.do("clear", "fresh-stock")
    assert t.deck.count("sugar") == 3 and t.discard == []
    t = table(kitchen(tracks=LARDER), phase="stockroom", row="sugar", discard="milk")
    t.do("fresh-stock", "clear")
    assert t.discard == ["sugar"] and "fresh-stock" not in t.legal


def test_hf_43_take_to_pantry_or_station() -> None:
    t = table(kitchen(), phase="stockroom", row="rice egg salt", filled=True)
    t.do("take egg s2", "take rice pantry")
    assert (t.row, t.pantry(0), t.station(0, 2)) == (["salt"], ["rice@stock!"], ["egg@stock!"])


def test_hf_43_a_taken_card_may_go_on_and_a_put_frees_a_space() -> None:
    t = table(kitchen(FULL), phase="stockroom", row="rice egg", filled=True)
    assert "take rice pantry" not in t.legal
    t.do("put beans@stock s1", "take rice pantry")
    assert "take egg pantry" not in t.legal
    t.do("put rice@stock! s1", "take egg pantry", "put egg@stock! s2")
    assert t.station(0, 1) == ["beans@stock", "rice@stock!"] and t.station(0, 2) == ["egg@stock!"]


def test_hf_43_the_row_is_not_replenished_and_waits_for_the_next() -> None:
    t = table(kitchen(), phase="stockroom", row="rice egg salt", filled=True, active="go-stockroom")
    t.do("take egg pantry", "done", "end-turn")
    assert t.row == ["rice", "salt"]
    t.do("go-stockroom", "fill")
    assert t.row[:2] == ["rice", "salt"] and len(t.row) == 5


def test_hf_44_nothing_but_desserts_on_s5_is_cooked() -> None:
    mine = kitchen(
        s1=stocked("rajma"), s2=stocked("kheer"), s5=stocked("gulab-jamun", without="sugar"), tracks=(3, 0, 0, 0)
    )
    t = table(mine, phase="stockroom")
    assert t.may("cook") == ["s5 gulab-jamun"]
    t.do("fill")
    assert t.may("cook") == ["s5 gulab-jamun"]
