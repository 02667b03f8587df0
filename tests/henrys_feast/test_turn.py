"""HF-22 … HF-28: rounds, turns, kitchens, and the Market."""

from __future__ import annotations

import pytest

from hightable.games.henrys_feast.deck import KINDS
from hightable.games.henrys_feast.pieces import CARDS
from tests.henrys_feast.played import played
from tests.henrys_feast.table import kitchen, new, stocked, table

FULL = "beans@stock carrot@stock cheese@stock egg@stock flour@stock"


# 4. Rounds and turns


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_hf_22_one_turn_a_seat_clockwise_from_the_first_player(seats: int) -> None:
    t = new(seats, "order")
    first = t.view()["first"]
    for round in range(1, 4):
        for turn in range(seats):
            assert (t.seat, t.view()["round"], t.view()["turn"]) == ((first + turn) % seats, round, turn)
            t.turns(1)
    assert t.view()["first"] == first


def test_hf_23_what_phase_active_offers() -> None:
    assert table(kitchen()).legal == ["pass", "go-market", "go-corner", "go-stockroom", "cook-dishes"]


def test_hf_23_share_pantry_only_in_team_play() -> None:
    assert "share-pantry" not in table(seats=4).legal
    assert "share-pantry" in table(seats=4, team="yes").legal


def test_hf_23_no_market_without_a_purchase() -> None:
    assert "go-market" not in table(kitchen(FULL)).legal
    assert "go-market" not in table(kitchen(), market=dict.fromkeys(KINDS, 0)).legal
    assert "go-market" in table(kitchen(), market={**dict.fromkeys(KINDS, 0), "salt": 1}).legal


def test_hf_23_no_corner_without_option_or_purchase() -> None:
    assert "go-corner" in table(kitchen(FULL)).legal  # a peek
    assert "go-corner" in table(kitchen(), book_ends=True).legal  # a purchase
    assert "go-corner" not in table(kitchen(FULL), book_ends=True).legal
    full_hand = kitchen(FULL, tracks=(0, 0, 0, 1), hand="jalebi rasgulla")
    assert "go-corner" not in table(full_hand, book_ends=True).legal
    room = kitchen(FULL, tracks=(0, 0, 0, 1), hand="jalebi")
    assert "go-corner" in table(room, book_ends=True).legal  # the display


@pytest.mark.parametrize(
    "way",
    [
        ("pass",),
        ("go-market", "done"),
        ("go-corner", "no-option", "done"),
        ("go-stockroom", "fill", "done"),
        ("cook-dishes", "done"),
        ("share-pantry", "done"),
    ],
)
def test_hf_23_one_active_action_then_passive_ones_then_the_next(way: tuple[str, ...]) -> None:
    t = table(kitchen("salt@stock"), seats=4, team="yes")
    assert not t.may("discard")
    t.do(way[0])
    if t.phase != "passive":
        assert not t.may("discard") and "end-turn" not in t.legal
    t.do(*way[1:])
    assert (t.phase, t.view()["active"]) == ("passive", way[0])
    assert not {"go-market", "go-corner", "go-stockroom", "cook-dishes", "pass", "share-pantry"} & set(t.legal)
    t.do("end-turn")
    assert (t.seat, t.phase) == (1, "active")


def test_hf_24_a_full_pantry_takes_nothing() -> None:
    t = table(kitchen(FULL), row="rice", phase="stockroom", filled=True)
    assert t.may("take") == ["rice s1", "rice s2"]
    assert table(kitchen(FULL), phase="market").legal == ["done"]
    assert table(kitchen(FULL), phase="corner-buy").legal == ["done"]
    full, mate = kitchen(FULL), kitchen("rice@stock")
    t = table(full, kitchen(), mate, seats=4, team="yes", phase="share")
    assert t.may("share") == ["rice@stock s1", "rice@stock s2"]


def test_hf_24_only_the_last_space_can_be_filled() -> None:
    t = table(kitchen("beans@stock carrot@stock cheese@stock egg@stock"), phase="market")
    t.do("buy rice")
    assert t.legal == ["done"]


def test_hf_25_only_unlocked_stations() -> None:
    t = table(kitchen("rice@stock", tracks=(1, 0, 0, 0)), phase="stockroom", row="egg", filled=True)
    assert t.may("put") == ["rice@stock s1", "rice@stock s2", "rice@stock s3"]
    assert t.may("take") == ["egg pantry", "egg s1", "egg s2", "egg s3"]


def test_hf_25_cards_on_stations_lie_open() -> None:
    t = table(kitchen(s1="rice@stock! egg@market"))
    for viewer in (None, 0, 1):
        assert [CARDS[c] for c in t.kitchen(0, viewer)["stations"][0]] == ["rice@stock!", "egg@market"]


def test_hf_25_a_card_on_a_station_never_moves_again() -> None:
    """A station only grows, or is emptied at once by cooking or discarding."""
    for number in range(2):
        before: list[list[int]] = []
        was = ""
        for t, _o, text in played(3, f"stations {number}", ahead=True):
            now = [[card - card % 2 for card in cards] for k in t.view()["kitchens"] for cards in k["stations"]]
            for old, lying in zip(before or now, now, strict=True):
                emptied = lying == [] and was.startswith(("cook s", "discard-station"))
                assert lying[: len(old)] == old or emptied
            before, was = now, text


def test_hf_25_any_mix_and_at_most_five() -> None:
    t = table(kitchen("rice@stock rice@stock rice@stock salt@market egg@market", s1="egg@stock"), phase="stockroom")
    t.do(*["put rice@stock s1"] * 3, "put salt@market s1")
    assert len(t.station(0, 1)) == 5
    assert t.may("put") == ["egg@market s2"]


def test_hf_26_from_the_market_to_the_pantry_only() -> None:
    t = table(kitchen(), phase="market")
    t.do("buy rice")
    assert t.pantry(0) == ["rice@market!"]
    assert {text.split(" ")[0] for text in t.legal} == {"buy", "done"}


def test_hf_26_pantry_to_station_only_in_the_three_actions() -> None:
    mine = kitchen("rice@stock")
    options = {"seats": 4, "team": "yes"}
    may = {"stockroom", "share"}
    for phase in ("active", "market", "corner", "corner-buy", "stockroom", "share", "cook"):
        t = table(mine, phase=phase, **options)  # type: ignore[arg-type]
        assert bool(t.may("put")) == (phase in may)
    for active in ("pass", "go-market", "go-corner", "go-stockroom", "cook-dishes", "share-pantry"):
        t = table(mine, phase="passive", active=active, **options)  # type: ignore[arg-type]
        assert bool(t.may("put")) == (active == "cook-dishes")


# 5. Market


def test_hf_27_two_cards_and_no_kind_twice() -> None:
    t = table(kitchen(), phase="market")
    assert t.legal == [*(f"buy {kind}" for kind in KINDS), "done"]
    t.do("buy rice")
    assert t.legal == [*(f"buy {kind}" for kind in KINDS if kind != "rice"), "done"]
    t.do("buy egg")
    assert t.legal == ["done"]
    assert t.pantry(0) == ["egg@market!", "rice@market!"]
    assert (t.market("rice"), t.market("egg"), t.market("salt")) == (1, 1, 2)


def test_hf_27_a_card_of_that_kind_must_be_there() -> None:
    t = table(kitchen(), phase="market", market={"rice": 0})
    assert "buy rice" not in t.legal and "buy egg" in t.legal


def test_hf_27_done_without_a_purchase() -> None:
    t = table(kitchen())
    t.do("go-market", "done")
    assert t.pantry(0) == [] and t.phase == "passive"


def test_hf_27_the_count_begins_anew_with_every_visit() -> None:
    t = table(kitchen())
    t.do("go-market", "buy rice", "buy egg", "done", "end-turn", "pass", "end-turn", "go-market")
    assert "buy rice" in t.legal
    t.do("buy rice", "buy egg")
    assert len(t.pantry(0)) == 4


@pytest.mark.parametrize("level", [0, 1, 2])
def test_hf_28_no_xl_before_the_third_level(level: int) -> None:
    t = table(kitchen(tracks=(0, 3, level, 0)), phase="market")
    t.do("buy rice")
    assert "buy rice" not in t.legal


def test_hf_28_xl_twice_but_never_three_times_and_five_in_all() -> None:
    t = table(kitchen(tracks=(0, 3, 3, 0)), seats=4, phase="market")
    t.do("buy rice", "buy rice")
    assert "buy rice" not in t.legal and t.market("rice") == 1
    t.do("buy egg", "buy egg", "buy salt")
    assert t.legal == ["done"] and len(t.pantry(0)) == 5


def test_hf_28_xl_needs_a_second_card_and_a_second_space() -> None:
    t = table(kitchen(tracks=(0, 0, 3, 0)), phase="market", market={"rice": 1})
    t.do("buy rice")
    assert "buy rice" not in t.legal
    t = table(kitchen("beans@stock carrot@stock cheese@stock egg@stock", tracks=(0, 0, 3, 0)), phase="market")
    t.do("buy rice")
    assert t.legal == ["done"]


def test_hf_28_bought_cards_can_be_cooked_later_in_the_round_of_rules() -> None:
    """The example of chapter 4: B's purchase on the way back, C's two dishes and Adjust Pantry."""
    c = kitchen("egg@stock", s1=stocked("lemon-rice"), s2=stocked("kheer"), tracks=(1, 0, 0, 0))
    a = kitchen("lemon@market salt@stock")
    b = kitchen(tracks=(0, 0, 0, 2))
    t = table(
        a, b, c, seats=3, row="salt", deck="rice egg", book="jalebi gulab-jamun", display=("kheer", None, None, None)
    )
    t.do("go-stockroom", "clear", "fill", "take rice s1", "put lemon@market s1", "take egg pantry", "done")
    t.do("discard salt@stock", "end-turn")
    t.do("go-corner", "steal-down", "take medium-dessert", "buy sugar", "done", "end-turn")
    t.do("cook-dishes", "cook s1 lemon-rice", "cook s2 kheer", "done", "put egg@stock s3", "end-turn")
    assert (t.pantry(0), t.pantry(1), t.pantry(2)) == (["egg@stock"], ["sugar@market"], [])
    assert t.station(0, 1) == ["rice@stock", "lemon@market"]
    assert len(t.hand(1)) == 1 and t.pile(2) == ["kheer"] and t.tracks(2) == [1, 1, 0, 0]
