"""The rules of Festo!: rounds and Preparation, FE-15 … FE-22, FE-E1 … FE-E4."""

from __future__ import annotations

import pytest

from hightable.games.festo.pieces import COLOURS
from tests.festo.table import new, player, table, told


def test_fe_15_four_rounds_of_four_phases() -> None:
    t, seen = new(2, "order", events="off"), [(1, "preparation")]
    while not t.state.over:
        t.do(t.legal[-1])
        now = (t.view()["round"], t.phase)
        if now != seen[-1]:
            seen.append(now)
    phases = ("preparation", "morning", "afternoon", "action", "cooking")
    everything = [(round_, phase) for round_ in (1, 2, 3, 4) for phase in phases] + [(4, "over")]
    assert set(seen) <= set(everything) and seen == sorted(seen, key=everything.index)
    assert {round_ for round_, _phase in seen} == {1, 2, 3, 4}


def test_fe_15_after_cooking_in_round_four_the_game_ends() -> None:
    assert not table(phase="next", round=3).state.over
    over = table(phase="next", round=4)
    assert over.state.over and over.view()["phase"] == "over"
    assert over.state.why_not(0, 1) is not None


def test_fe_16_player_order_runs_clockwise_from_the_card_holder() -> None:
    t = table(seats=5, holder=1, phase="afternoon", covers="troll")
    order = []
    while t.phase == "afternoon":
        if t.seat not in order:
            order.append(t.seat)
        t.do("place:grocer" if t.seat == 3 else "place:dwarf")
    assert order == [1, 2, 3, 4, 0]
    assert t.view()["stall"]["order"] == [1, 2, 4, 0]  # six each: ties in player order
    assert t.view()["holder"] == 1  # until the Grocer is reached


@pytest.mark.parametrize(
    ("seats", "there", "then"),
    [
        (2, "", "meat*3"),
        (5, "", "meat*4"),
        (2, "meat*2", "meat*5"),
        (2, "meat*3", "meat*5"),
        (5, "meat*2", "meat*5"),
        (2, "meat*4", "meat*5"),
        (2, "honey*3 fruit", "meat honey*3 fruit"),
        (2, "meat*5", "meat*5"),
        (2, "honey*5", "honey*5"),
        (2, "meat*4 spice*3", "meat*4 spice*3"),
    ],
)
def test_fe_17_markets_are_filled_up_to_five(seats: int, there: str, then: str) -> None:
    t = table(seats=seats, phase="next", markets={"troll": there})
    assert t.market("troll") == then


@pytest.mark.parametrize(("there", "then"), [("", 1), ("fruit", 2), ("fruit*2", 3), ("fruit*3", 3)])
def test_fe_18_shelves_get_one_cube_up_to_three(there: str, then: int) -> None:
    t = table(phase="next", shelves=there)
    assert t.shelves == [1, 1, 1, 1, then, 1]
    assert t.supply("fruit") == 14 - then - 3


@pytest.mark.parametrize(("owned", "market", "shelf"), [(14, "", 0), (13, "spice", 0), (11, "spice*3", 0)])
def test_fe_19_a_short_supply_gives_what_there_is(owned: int, market: str, shelf: int) -> None:
    t = table(player(f"spice*{owned}"), phase="next")
    assert t.market("orc") == market
    assert t.shelves == [1, 1, shelf, 1, 1, 1]
    assert t.supply("spice") == 0


@pytest.mark.parametrize(("owned", "shelf"), [(12, 0), (11, 0), (10, 1)])
def test_fe_r1_a_short_supply_fills_the_market_before_the_shelf(owned: int, shelf: int) -> None:
    t = table(player(f"potato*{owned}"), phase="next")
    assert t.market("dwarf") == f"potato*{min(3, 14 - owned)}"
    assert t.shelves[5] == shelf


@pytest.mark.parametrize(
    ("row", "then"),
    [
        ("meat honey spice", "meat honey spice"),
        ("- honey spice", "honey spice potato"),
        ("meat - spice", "meat spice potato"),
        ("- - spice", "spice potato fruit"),
        ("- - -", "potato fruit mushroom"),
    ],
)
def test_fe_20_tiles_slide_left_and_gaps_are_filled(row: str, then: str) -> None:
    cooked = " ".join(f"side-{colour}" for colour in ("meat", "honey", "spice") if colour not in row)
    t = table(player(dishes=cooked), phase="next", rows={"side": row}, piles={"side": "potato fruit mushroom"})
    assert t.row("side") == then.split()
    assert t.row("drink") == ["meat", "honey", "spice"]


def test_fe_20_an_empty_pile_leaves_fields_empty() -> None:
    cooked = " ".join(f"dessert-{colour}" for colour in COLOURS if colour not in ("fruit", "spice"))
    t = table(player(dishes=cooked), phase="next", rows={"dessert": "- fruit spice"})
    assert t.row("dessert") == ["fruit", "spice", None]
    assert t.view()["piles"][3] == 0


def test_fe_20_a_reserving_piece_moves_with_its_tile() -> None:
    t = table(
        player(dishes="drink-meat"), phase="next", rows={"drink": "- honey spice"}, reserved={"drink-spice": "1d"}
    )
    assert t.row("drink")[1] == "spice"
    assert t.reserved() == {"drink-spice": (1, "disc")}


def test_fe_20_nothing_slides_or_is_drawn_while_cooking() -> None:
    t = table(player("meat honey*2 fruit*9"), player("fruit*3"), phase="cooking")
    t.do("cook:drink-meat", "other:honey")
    assert t.row("drink") == [None, "honey", "spice"]
    assert t.view()["piles"] == [3, 3, 3, 3]


def test_fe_20_large_dishes_are_never_refilled() -> None:
    t = table(player(dishes="roast-1 main-1"), player(dishes="roast-2"), phase="next")
    assert t.view()["stacks"] == [[], ["main-2"]]


def test_fe_21_an_event_is_revealed_and_lasts_one_round() -> None:
    t = table(phase="next", event="fair-shares", round=1)
    assert t.view()["event"] == "fair-shares"
    assert t.view()["revealed"][-1] == "fair-shares"
    assert t.view()["events_left"] == 2
    while t.view()["round"] == 2:
        t.do(t.legal[-1])
    assert t.view()["event"] not in ("fair-shares", None)
    assert "fair-shares" in t.view()["revealed"]


def test_fe_21_the_event_is_told_before_the_card_is_given() -> None:
    t = table(phase="next", event="small-larders", round=2)
    assert (t.view()["event"], t.asked) == ("small-larders", "start-player")


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_fe_22_the_holder_gives_the_card_to_anybody_or_keeps_it(seats: int) -> None:
    for to in range(seats):
        t = table(seats=seats, phase="next", holder=1)
        assert t.seat == 1
        assert t.may("give") == [str(seat) for seat in range(seats)]
        beats = t.do(f"give:{to}")
        assert told(beats, "gave") == [(1, to)]
        assert t.view()["holder"] == t.seat == to  # who now starts the round


def test_fe_22_in_the_first_round_too() -> None:
    t = new(3)
    assert (t.asked, t.seat) == ("start-player", t.view()["holder"])


def test_fe_22_nothing_else_comes_first_and_nobody_else_decides() -> None:
    t = table(seats=3, phase="next", holder=1)
    assert t.why_not("place:elf").rule == "FE-22"
    assert t.why_not("give:0", seat=0).rule == "FE-22"


def test_fe_e1_every_market_below_five_gets_one_more() -> None:
    t = table(
        player("spice*12"), phase="next", event="bumper-harvest",
        markets={"troll": "meat*2", "pixies": "honey", "elf": "meat*5", "dwarf": "spice*2"},
    )  # fmt: skip
    got = [t.market(place) for place in ("troll", "pixies", "orc", "magician", "elf", "dwarf")]
    assert got == ["meat*5", "honey*5", "", "mushroom*4", "meat*5", "spice*2 potato*3"]
    assert t.shelves == [1, 1, 0, 1, 1, 1]


def test_fe_e2_every_shelf_below_three_gets_one_more() -> None:
    t = table(player("meat*10"), phase="next", event="stuffed-shelves", shelves="honey spice*2 mushroom*3")
    assert t.shelves == [1, 3, 3, 3, 2, 2]
    assert t.market("troll") == "meat*3"  # the last meat went there and on the shelf


def test_fe_r30_events_obey_the_caps_after_the_refill() -> None:
    harvest = table(phase="next", event="bumper-harvest", markets={"troll": "meat*3"})
    assert harvest.market("troll") == "meat*5"
    shelves = table(phase="next", event="stuffed-shelves", shelves="meat*2")
    assert shelves.shelves[0] == 3
    assert harvest.asked == shelves.asked == "start-player"


def test_fe_e3_salt_for_everybody_in_player_order_while_there_is_any() -> None:
    t = table(player("salt*2"), seats=3, phase="next", event="salt-caravan")
    assert t.supply("salt") == 2
    beats = t.do("give:1")
    assert told(beats, "salted") == [(1,), (2,)]
    assert [t.cubes(seat) for seat in range(3)] == ["salt*2", "salt", "salt"]
    assert t.phase == "morning"


def test_fe_e3_comes_after_the_card_is_given() -> None:
    t = table(seats=3, phase="next", event="salt-caravan")
    assert t.supply("salt") == 4


def test_fe_e4_everybody_may_swap_a_cube_for_one_of_another_colour() -> None:
    t = table(player("meat*2 salt"), player("fruit"), phase="next", event="swap-meet")
    t.do("give:1")
    assert (t.phase, t.seat, t.legal) == ("swap-meet", 1, ["pay:fruit", "done"])
    t.do("pay:fruit")
    assert t.may("gain") == ["meat", "honey", "spice", "mushroom", "potato"]
    assert t.cubes(1) == "fruit"  # nothing is swapped before both are named
    t.do("gain:meat")
    assert t.cubes(1) == "meat"
    assert (t.seat, t.legal) == (0, ["pay:meat", "pay:salt", "done"])
    t.do("pay:salt")
    assert t.may("gain") == list(COLOURS)
    t.do("gain:honey")
    assert (t.cubes(0), t.supply("salt")) == ("meat*2 honey", 3)
    assert t.phase == "morning"


def test_fe_e4_may_be_declined_and_who_has_nothing_is_not_asked() -> None:
    t = table(player(), player("potato"), phase="next", event="swap-meet")
    t.do("give:0")
    assert t.seat == 1
    t.do("done")
    assert (t.cubes(1), t.phase) == ("potato", "morning")


def test_fe_e4_needs_another_colour_in_a_supply() -> None:
    """Only meat is left in the Supplies: meat can't be swapped, anything else for meat only."""
    rich = player("honey*10 spice*10 mushroom*10 fruit*10 potato*10")
    t = table(rich, player("meat"), phase="next", event="swap-meet")
    t.do("give:1")
    assert t.seat == 0  # the other has nothing to swap
    t.do("pay:honey")
    assert t.legal == ["gain:meat"]


def test_fe_e4_refuses_the_same_colour() -> None:
    t = table(player("meat"), phase="swap", event="swap-meet")
    t.do("pay:meat")
    assert t.why_not("gain:meat").rule == "FE-E4"
