"""HF-68 … HF-77: Last Call, the Last Round and the messy kitchen."""

from __future__ import annotations

import pytest

from tests.henrys_feast.table import FEAST, Table, kitchen, new, stocked, table, told

ALL = "easy medium hard"
DONE = kitchen(feasted=ALL)
PHASES = (
    "active", "market", "corner", "corner-down", "corner-up", "corner-buy", "stockroom", "cook", "passive",
)  # fmt: skip


def final(*kitchens: dict[str, object], **more: object) -> Table:
    """The first turn of a Last Round."""
    settings: dict[str, object] = {"phase": "final-first", "last": "last-call", "called": 1, "up": ALL, **more}
    return table(*kitchens, **settings)  # type: ignore[arg-type]


def test_hf_68_there_is_no_other_end() -> None:
    """Nobody calls: round after round, with all Feast dishes cooked, nothing on display and in the market."""
    t = table(DONE, DONE, up=ALL, display=(None,) * 4, book_ends=True, round_limit=0)
    t.turns(60)
    assert not t.state.over and t.view()["round"] == 35 and not t.view()["last"]


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_hf_69_this_round_is_finished_and_the_next_is_the_last(turn: int) -> None:
    t = table(*[DONE] * 3, seats=3, turn=turn, first=1, up=ALL)
    caller = t.seat
    assert told(t.do("last-call"), "called") == [(caller,)]
    assert t.view()["called"] == caller and t.view()["last"] == ""
    for _turn in range(3 - turn):
        assert t.phase == "active"
        t.turns(1)
    assert (t.view()["round"], t.view()["last"], t.phase) == (6, "last-call", "final-first")


def test_hf_69_once_per_game_and_not_withdrawn() -> None:
    t = table(DONE, DONE, up=ALL)
    t.do("last-call")
    assert "last-call" not in t.legal
    t.turns(1)
    assert t.seat == 1 and "last-call" not in t.legal


@pytest.mark.parametrize("phase", PHASES)
def test_hf_70_at_any_decision_of_the_own_turn_without_using_anything_up(phase: str) -> None:
    t = table(kitchen(feasted=ALL, tracks=(0, 0, 0, 3)), phase=phase, up=ALL, book="jalebi kheer")
    before = t.legal
    assert before[-1] == "last-call"
    t.do("last-call")
    assert t.legal == before[:-1] and t.phase == phase and t.seat == 0


def test_hf_70_also_right_after_cooking_the_third() -> None:
    t = table(kitchen(s1=stocked(FEAST[2]), feasted="easy medium"), phase="cook", up=ALL)
    assert "last-call" not in t.legal
    t.do(f"cook s1 {FEAST[2]}")
    assert "last-call" in t.legal


@pytest.mark.parametrize("feasted", ["", "easy", "easy medium", "easy hard", "medium hard"])
def test_hf_70_all_three_are_needed(feasted: str) -> None:
    assert "last-call" not in table(kitchen(feasted=feasted), DONE, up=ALL).legal


def test_hf_70_never_compulsory_and_possible_in_a_later_turn() -> None:
    t = table(DONE, up=ALL)
    t.turns(4)
    assert "last-call" in t.legal and t.view()["called"] is None


@pytest.mark.parametrize(("seats", "first"), [(2, 1), (3, 2), (5, 3)])
def test_hf_71_a_turn_for_every_seat_from_the_first_player_then_the_end(seats: int, first: int) -> None:
    t = table(*[DONE] * seats, seats=seats, first=first, turn=seats - 1, up=ALL)
    t.do("last-call", "pass", "end-turn")
    order = []
    while not t.state.over:
        order.append(t.seat)
        t.turns(1)
    assert order == [(first + i) % seats for i in range(seats)]
    assert t.state.result.ending == "last call" and t.view()["phase"] == "over"


def test_hf_72_the_steps_in_order() -> None:
    t = final(kitchen("salt@stock"))
    assert t.legal == ["go-stockroom", "skip"]
    t.do("go-stockroom", "fill", "done")
    assert t.phase == "cook"
    t.do("done")
    assert t.phase == "passive" and "end-turn" in t.legal
    t.do("end-turn")
    assert (t.seat, t.phase) == (1, "final-first")


def test_hf_72_team_share_pantry_instead() -> None:
    t = final(kitchen(), seats=4, team="yes")
    assert t.legal == ["go-stockroom", "share-pantry", "skip"]
    t.do("share-pantry", "done")
    assert t.phase == "cook" and t.legal == ["done"]


def test_hf_73_step_one_is_a_whole_visit_to_the_stockroom() -> None:
    mine = kitchen("salt@stock", s5="milk@stock", tracks=(3, 3, 0, 0), s1=stocked("rajma"))
    t = final(mine, row="egg rice", discard="flour")
    t.do("go-stockroom")
    assert {"clear", "fresh-stock", "fill", "put salt@stock s1"} < set(t.legal) and "done" not in t.legal
    t.do("fresh-stock", "fill")
    assert len(t.row) == 8
    t.do("take rice s5")
    assert t.may("cook") == ["s5 kheer"]  # and not the rajma
    t.do("cook s5 kheer", "put salt@stock s2", "done")
    assert t.may("cook") == ["s1 rajma"]


def test_hf_74_step_two_follows_at_once_and_there_is_no_way_back() -> None:
    t = final(kitchen(), row="tomato onion beans salt herbs")
    t.do("go-stockroom", "fill", "take tomato s1", "take onion s1", "take beans s1", "done")
    assert t.legal == ["cook s1 rajma", "done"]
    t.do("cook s1 rajma", "done")
    assert t.tracks(0) == [1, 0, 0, 0]
    assert "go-stockroom" not in t.legal


def test_hf_74_the_same_bonus_dish_once_in_step_two() -> None:
    t = final(kitchen(s1=stocked("rajma"), s2=stocked("rajma", "stock")))
    t.do("skip", "cook s1 rajma")
    assert t.legal == ["done"]


def test_hf_75_steps_one_and_two_may_be_left_out() -> None:
    t = final(kitchen(s1=stocked("rajma")))
    t.do("skip")
    assert t.legal == ["cook s1 rajma", "done"]
    t.do("done")
    assert t.phase == "passive"


def test_hf_75_a_dessert_before_step_one_uses_up_nothing() -> None:
    t = final(kitchen(s5="milk@stock rice@stock", tracks=(3, 0, 0, 0)))
    assert t.legal == ["go-stockroom", "cook s5 kheer", "skip"]
    t.do("cook s5 kheer")
    assert t.pile(0) == ["kheer"] and t.phase == "final-first" and t.legal == ["go-stockroom", "skip"]


def test_hf_76_cards_of_this_round_can_not_be_discarded() -> None:
    t = final(kitchen("salt@stock"), row="egg milk rice lemon herbs")
    t.do("go-stockroom", "fill", "take egg pantry", "take milk s1", "done", "done")
    assert t.may("discard") == ["salt@stock"] and t.may("discard-station") == []


def test_hf_76_adjust_pantry_is_available() -> None:
    t = final(kitchen("milk@stock", s5="rice@stock", tracks=(3, 0, 0, 0)))
    t.do("skip", "done", "put milk@stock s5", "cook s5 kheer")
    assert t.pile(0) == ["kheer"] and t.phase == "passive"


@pytest.mark.parametrize(
    "cards", [{"pantry": "salt@stock"}, {"s2": "salt@market"}, {"pantry": "egg@stock", "s1": "egg@stock"}]
)
def test_hf_77_any_card_left_makes_a_kitchen_messy(cards: dict[str, str]) -> None:
    messy, tidy = kitchen(feasted="easy", **cards), kitchen(feasted="easy")  # type: ignore[arg-type]
    t = table(messy, tidy, phase="over", last="last-call")
    assert t.state.result.lines[7].points == [-1, 0]


def test_hf_77_judged_when_the_game_is_over() -> None:
    t = final(kitchen("salt@stock", feasted="easy"), kitchen("egg@stock", feasted="easy"))
    t.do("skip", "done", "discard salt@stock", "end-turn", "skip", "done", "end-turn")
    assert t.state.result.lines[7].points == [0, -1]


def test_hf_68_the_limit_of_the_software() -> None:
    t = new(2, round_limit=3)
    t.turns(6)
    assert (t.phase, t.view()["last"], t.view()["round"]) == ("final-first", "limit", 4)
    t.turns(2)
    assert t.state.over and t.state.result.ending == "round limit"
