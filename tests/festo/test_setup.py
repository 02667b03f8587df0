"""The rules of Festo!: components and setup, FE-1 … FE-14."""

from __future__ import annotations

from collections import Counter

import pytest

from hightable.engine import Refused
from hightable.games.festo.game import GAME
from hightable.games.festo.pieces import (
    BASE,
    COLOUR,
    COLOURS,
    DISH_NAMES,
    DISHES,
    EVENT_CARDS,
    EVENT_NAMES,
    LOCATIONS,
    OTHER,
    POINTS,
    TYPE,
    TYPES,
)
from tests.festo.table import ROWS, new, player, table

CHARACTERS = ("troll", "pixies", "orc", "magician", "elf", "dwarf")
BY_SEATS = {2: (3, 3, 3, 2), 3: (3, 3, 4, 3), 4: (3, 3, 5, 4), 5: (2, 4, 6, 5)}  # dice, cubes, Salt, large dishes
COSTS = {
    "drink": "1+2=5 2+1=6 1+2=5 1+2=5 2+1=6 2+1=6",
    "appetiser": "2+2=8 2+1=6 2+2=8 2+2=8 2+1=6 2+2=8",
    "side": "3+1=9 2+2=8 3+1=9 2+2=8 2+2=8 3+1=9",
    "dessert": "3+2=11 3+2=11 3+2=11 4+1=12 3+2=11 2+3=10",
}  # base + other = VP, meat to potato


def test_fe_1_six_characters_in_their_order_with_their_colours() -> None:
    assert list(LOCATIONS) == [*CHARACTERS, "grocer"]
    t = new(2, events="off")
    assert [t.market(character) for character in CHARACTERS] == [f"{colour}*3" for colour in COLOURS]
    assert COLOURS == ("meat", "honey", "spice", "mushroom", "fruit", "potato")


@pytest.mark.parametrize("face", range(1, 7))
def test_fe_1_die_faces_are_the_characters_numbers(face: int) -> None:
    t = table(phase="roll", faces=[face] * 3)
    assert t.view()["covered"] == [CHARACTERS[face - 1]]
    assert CHARACTERS[face - 1] not in t.may("place")


def test_fe_2_a_market_and_a_helper_area_each_and_a_shelf_for_each_colour() -> None:
    view = new(3, events="off").view()
    assert len(view["markets"]) == len(view["areas"]) == 7
    assert len(view["supply"]) == 7
    assert view["markets"][6] == [1] * 6  # no Salt
    assert "take:salt" not in [GAME.text(action) for action in range(1, len(GAME.actions))]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_fe_3_fourteen_cubes_of_each_colour(seats: int) -> None:
    view = new(seats).view()
    for colour in range(6):
        assert view["supply"][colour] + sum(market[colour] for market in view["markets"]) == 14


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_fe_4_six_helpers_and_two_discs_each(seats: int) -> None:
    players = new(seats).view()["players"]
    assert [(one["helpers"], one["discs"], one["tokens"]) for one in players] == [(6, 2, 0)] * seats
    assert len(EVENT_CARDS) == len(set(EVENT_CARDS)) == 14


def test_fe_5_thirty_four_dishes() -> None:
    counts = Counter(TYPES[kind] for kind in TYPE)
    assert counts == {"drink": 6, "appetiser": 6, "side": 6, "dessert": 6, "roast": 5, "main": 5}
    for kind in ROWS:
        assert [dish for dish in DISHES if dish.startswith(kind)] == [f"{kind}-{colour}" for colour in COLOURS]


@pytest.mark.parametrize("kind", COSTS)
def test_fe_5_what_the_small_dishes_cost_and_bring(kind: str) -> None:
    """Section 13; among them the rulebook's honey dish of 3 + 2 and mushroom dish of 2 + 2."""
    printed = []
    for colour in COLOURS:
        dish = DISHES.index(f"{kind}-{colour}")
        assert COLOURS[COLOUR[dish]] == colour
        printed.append(f"{BASE[dish]}+{OTHER[dish]}={POINTS[dish]}")
    assert " ".join(printed) == COSTS[kind]


def test_fe_5_base_demand_is_nine_cubes_of_each_colour_and_names_are_our_own() -> None:
    for colour in range(6):
        assert sum(BASE[dish] for dish in range(24) if COLOUR[dish] == colour) == 9
    assert {POINTS[DISHES.index(f"roast-{n}")] for n in range(1, 6)} == {15}
    assert {POINTS[DISHES.index(f"main-{n}")] for n in range(1, 6)} == {14}
    assert len(set(DISH_NAMES)) == 24 + 2 and len(set(EVENT_NAMES)) == 14


def test_fe_6_four_rows_of_three_and_two_stacks() -> None:
    view = new(2).view()
    assert [dish.split("-")[0] for dish in view["buffet"]] == [kind for kind in ROWS for _column in range(3)]
    assert view["stacks"] == [["roast-1", "roast-2"], ["main-1", "main-2"]]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_fe_7_salt_is_one_more_than_seats(seats: int) -> None:
    t = new(seats, events="off")
    assert t.supply("salt") == seats + 1
    taken = 5 if seats == 5 else 4
    assert [t.supply(colour) for colour in COLOURS] == [14 - taken] * 6


@pytest.mark.parametrize("seats", [2, 5])
def test_fe_8_round_one_fills_empty_markets_and_shelves(seats: int) -> None:
    t = new(seats, events="off")
    assert [t.market(place) for place in CHARACTERS] == [f"{colour}*{4 if seats == 5 else 3}" for colour in COLOURS]
    assert t.shelves == [1] * 6


def test_fe_9_three_of_each_small_type_face_up_and_three_in_the_pile() -> None:
    starts = [new(2, f"seed {i}") for i in range(40)]
    for kind in ROWS:
        rows = {tuple(t.row(kind)) for t in starts}
        assert all(len(set(row)) == 3 for row in rows)
        for column in range(3):
            assert {row[column] for row in rows} == set(COLOURS)  # shuffled
    assert all(t.view()["piles"] == [3, 3, 3, 3] for t in starts)


def test_fe_9_the_first_one_drawn_lies_in_column_one() -> None:
    t = table(player(dishes="drink-meat drink-honey drink-spice"), phase="next", piles={"drink": "potato fruit"})
    assert t.row("drink") == ["potato", "fruit", "mushroom"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_fe_10_one_roast_and_one_main_course_for_each_seat(seats: int) -> None:
    roasts, mains = new(seats).view()["stacks"]
    assert roasts == [f"roast-{n + 1}" for n in range(seats)]
    assert mains == [f"main-{n + 1}" for n in range(seats)]


def test_fe_11_four_of_fourteen_events_come_in_any_order() -> None:
    seen = set()
    for i in range(120):
        t = new(2, f"seed {i}")
        order = list(t.state.events)
        assert sorted(order) == list(range(14))
        assert t.view()["revealed"] == [EVENT_CARDS[order[0]]]
        assert t.view()["events_left"] == 3
        seen.add(order[0])
    assert seen == set(range(14))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_fe_12_a_random_seat_gets_the_card(seats: int) -> None:
    assert {new(seats, f"seed {i}").view()["holder"] for i in range(60)} == set(range(seats))


def test_fe_12_seats_sit_clockwise_in_index_order() -> None:
    t = table(seats=4, holder=2, phase="morning")
    for seat in (2, 3, 0, 1):
        assert t.seat == seat
        t.do("done")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_fe_13_what_depends_on_the_number_of_seats(seats: int) -> None:
    dice, cubes, salt, large = BY_SEATS[seats]
    t = new(seats, events="off")
    assert t.market("troll") == f"meat*{cubes}"
    assert t.supply("salt") == salt
    assert [len(stack) for stack in t.view()["stacks"]] == [large, large]
    t.do("give:0")
    assert len(t.view()["rolls"]) == dice


def test_fe_14_options_are_magical_and_events() -> None:
    assert GAME.resolve(2) == {"magical": "no", "events": "on"}
    assert GAME.resolve(2, {"events": "salt-caravan"})["events"] == "salt-caravan"
    for wrong in ({"magical": "maybe"}, {"events": "picnic"}):
        with pytest.raises(Refused):
            GAME.resolve(2, wrong)


def test_fe_14_without_events_the_cards_only_count_rounds() -> None:
    t = new(2, events="off")
    for left in (3, 2, 1, 0):
        assert (t.view()["event"], t.view()["revealed"], t.view()["events_left"]) == (None, [], left)
        round_ = t.view()["round"]
        while not t.state.over and t.view()["round"] == round_:
            t.do(t.legal[-1])
    assert t.state.over


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_fe_r23_the_lowest_number_left_is_offered(seats: int) -> None:
    rich = player("fruit*12 meat honey spice mushroom potato", "roast-1")
    t = table(rich, player("", "main-1"), seats=seats, phase="cooking")
    large = [dish for dish in t.may("cook") if dish.startswith(("roast", "main"))]
    assert large == ["roast-2", "main-2"]
    t.do("cook:roast-2")
    assert t.view()["stacks"][0] == [f"roast-{n}" for n in range(3, seats + 1)]
