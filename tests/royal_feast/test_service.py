"""The rules of The Royal Feast: service (RF-20 … RF-28) and its rulings."""

from __future__ import annotations

import pytest

from tests.royal_feast.table import (
    RING,
    SQUARES,
    at_service,
    do,
    floor,
    legal,
    names,
    options_of,
    refused,
    serving,
    table,
    told,
    where,
)

SPARSE = "s0 . . m0  . . . .  . . . .  m1 . . s1"
TOGETHER = "s0 s1 s2 s3  m0 m1 m2 m3  . . . .  . . . ."
FULL = "s0 m0 c0 a0  s1 m1 c1 a1  s2 m2 c2 a2  s3 m3 c3 a3  s4 m4 c4 a4  s5 m5 c5 a5"


def test_rf_20_up_to_two_actions_then_the_next_seat() -> None:
    state = at_service(floor=TOGETHER)
    do(state, "rotate Q1")
    assert (state.deciding, state.view(None)["actions"]) == ([0], 1)
    do(state, "rotate Q1")
    assert (state.deciding, state.view(None)["actions"]) == ([1], 2)


@pytest.mark.parametrize(
    "first", [("rotate Q1",), ("lift a1", "to kitchen"), ("lift a1", "to d4"), ("lift a1", "to jester")]
)
@pytest.mark.parametrize(
    "second", [("rotate Q1",), ("lift c1", "to kitchen"), ("lift d2", "to d3"), ("lift c1", "to W1")]
)
def test_rf_20_actions_in_any_combination(first: tuple[str, ...], second: tuple[str, ...]) -> None:
    state = at_service(floor=TOGETHER, ring="N2 s3")
    do(state, *first)
    assert state.deciding == [0]
    do(state, *(text.replace("W1", "N2") for text in second))
    assert (state.deciding, state.view(None)["actions"]) == ([1], 2)


def test_rf_20_the_same_action_twice_and_the_second_sees_the_first() -> None:
    """A turned tile brings a server beside a table, and that table may then be served."""
    state = at_service(floor=". s0 . .  . . . .  m0 . . .  . . . s1", ring="E1 s1 S1 s2 N1 c0")
    assert legal(state) == ["rotate Q1", "rotate Q3", "rotate Q4", "lift b1", "lift a3", "lift d4", "done"]
    do(state, "lift b1", "to d1")
    do(state, "lift d1")
    assert "E1" in options_of(state, "to")
    do(state, "to E1")
    assert where(state)["s0"] == "E1"


def test_rf_21_serve_a_table_beside_of_the_own_suit_with_room() -> None:
    state = at_service(floor=SPARSE, ring="NW s2:s2 N1 s1:s3 W1 m4 NE s5 SE s0")
    do(state, "lift a1")
    assert [place for place in options_of(state, "to") if place in RING] == ["NW"]
    assert refused(state, "to N1") == "RF-21"  # full
    assert refused(state, "to W1") == "RF-21"  # of another suit
    assert refused(state, "to NE") == "RF-7"
    beats = do(state, "to NW")
    assert told(beats, "served") == [(0, 0, RING.index("NW"))]
    assert [coin["owner"] for coin in table(state, "NW")["coins"]] == [0, 0]
    assert floor(state) == ". . . m0 . . . . . . . . m1 . . s1"


def test_rf_21_capacity_counts_servers_not_values() -> None:
    state = at_service(floor="s5 . . .  . . . .  . . . .  . . . m0", ring="NW s3:s3,s4", lifted="a1")
    assert "NW" in options_of(state, "to")
    state = at_service(floor="s5 . . .  . . . .  . . . .  . . . m0", ring="NW s2:s0,s1", lifted="a1")
    assert "NW" not in options_of(state, "to")


def test_rf_21_only_the_own_servers() -> None:
    state = at_service(floor="m0 . . .  . . . .  . . . .  . . . s0", ring="NW m5 N1 s5", lifted="a1")
    assert not set(options_of(state, "to")) & {*RING, "jester", "kitchen"}
    assert [refused(state, f"to {name}") for name in ("NW", "N1")] == ["RF-R15"] * 2


def test_rf_22_a_quarter_clockwise() -> None:
    state = at_service(floor=TOGETHER, actions=2)
    beats = do(state, "rotate Q1")
    assert floor(state) == "m0 s0 s2 s3 m1 s1 m2 m3 . . . . . . . ."
    assert told(beats, "rotated") == [(0, 0)]
    do(state, "rotate Q1")
    assert floor(state) == "m1 m0 s2 s3 s1 s0 m2 m3 . . . . . . . ."


def test_rf_22_each_tile_turns_its_own_squares_and_four_turns_are_none() -> None:
    tiles = ["a1 b1 b2 a2", "c1 d1 d2 c2", "a3 b3 b4 a4", "c3 d3 d4 c4", "a5 b5 b6 a6", "c5 d5 d6 c6"]
    for i, tile in enumerate(tiles):
        squares = tile.split()
        state = at_service(4, floor=FULL)
        before = {square: coin for coin, square in where(state).items()}
        do(state, f"rotate Q{i + 1}")
        after = {square: coin for coin, square in where(state).items()}
        for square in SQUARES:
            origin = squares[squares.index(square) - 1] if square in squares else square
            assert after[square] == before[origin]
        do(state, *[f"rotate Q{i + 1}"] * 3)
        assert floor(state).split() == FULL.split()


def test_rf_22_empty_squares_turn_too() -> None:
    state = at_service(floor="s0 . . .  . . . .  . . . .  . . m0 .")
    do(state, "rotate Q1")
    assert where(state)["s0"] == "b1"
    do(state, "rotate Q4")
    assert where(state)["m0"] == "c3"


def test_rf_23_move_any_server_to_an_empty_square_of_another_tile() -> None:
    for square, coin in (("a1", "s0"), ("d1", "m0")):
        state = at_service(floor=SPARSE)
        do(state, f"lift {square}")
        taken = ("a1", "d1", "a4", "d4")
        own = ("a1", "b1", "a2", "b2") if square == "a1" else ("c1", "d1", "c2", "d2")
        expected = [one for one in SQUARES[:16] if one not in (*taken, *own)]
        assert [place for place in options_of(state, "to") if place in SQUARES] == expected
        assert refused(state, f"to {own[2]}") == "RF-23"
        beats = do(state, "to b3")
        assert where(state)[coin] == "b3"
        assert told(beats, "moved") == [(0, SQUARES.index(square), SQUARES.index("b3"))]
        assert state.view(None)["actions"] == 1


def test_rf_23_impossible_while_the_floor_is_full() -> None:
    state = at_service(4, floor=FULL)
    assert options_of(state, "lift") == ["a1", "a2", "a3", "a4", "a5", "a6"]  # the own, for Kitchen and Jester
    assert refused(state, "lift b1") == "RF-23"
    do(state, "lift a3")
    assert not set(options_of(state, "to")) & set(SQUARES)
    do(state, "to kitchen")
    assert options_of(state, "lift") == [square for square in SQUARES if square not in ("a3", "b3", "b4")]


def test_rf_23_nowhere_to_go_on_another_tile() -> None:
    """The only empty squares are on the server's own tile: another's can't be lifted."""
    crowded = ". m0 s0 s1  . m1 s2 s3  m2 m3 s4 s5  m4 m5 c0 c1  a0 a1 c2 c3  a2 a3 c4 c5"
    state = at_service(4, floor=crowded, seat=3)
    assert "b1" not in options_of(state, "lift") and "b2" not in options_of(state, "lift")
    assert refused(state, "lift b1") == "RF-23"
    assert "c1" in options_of(state, "lift")


def test_rf_24_jester_takes_the_own_servers_from_any_square() -> None:
    state = at_service(floor=". . . .  . s0 . .  . . m0 .  . . . .", jester="c0:s1,m1,m2")
    do(state, "lift c3")
    assert "jester" not in options_of(state, "to")
    assert refused(state, "to jester") == "RF-R15"
    do(state, "to a1", "lift b2")
    beats = do(state, "to jester")
    assert told(beats, "jested") == [(0, SQUARES.index("b2"))]
    assert [coin["owner"] for coin in state.view(None)["jester"]["coins"]].count(0) == 2


def test_rf_24_closed_once_four_are_there() -> None:
    state = at_service(floor="s0 s1 . .  . . . .  . . . .  . . . m0", jester="c0:s2,m1,m2")
    do(state, "lift a1", "to jester", "lift b1")
    assert "jester" not in options_of(state, "to")
    assert refused(state, "to jester") == "RF-24"


def test_rf_25_kitchen_takes_the_own_servers_without_limit() -> None:
    state = at_service(floor="s0 s1 . .  . . . .  . . . .  . . . m0", rest="kitchen")
    assert len(state.view(None)["kitchen"]["coins"]) == 9
    beats = do(state, "lift b1", "to kitchen")
    assert told(beats, "cooked") == [(0, 1)]
    assert len(state.view(None)["kitchen"]["coins"]) == 10


def test_rf_26_who_has_left_the_floor_stays_there() -> None:
    """No action takes a server off a table, the Jester or the Kitchen: none names it, and turning passes it by."""
    state = at_service(floor=SPARSE, ring="NW s5:s2,s3", jester="c0:m2", kitchen="c1:s4,m3")
    apart = {coin: place for coin, place in where(state).items() if place not in SQUARES}
    assert options_of(state, "lift") == ["a1", "d1", "a4", "d4"]
    do(state, "rotate Q1", "lift d1", "to a3", "rotate Q4", "lift a3", "to c3")
    assert apart.items() <= where(state).items()


def test_rf_27_the_last_server_ends_the_turn_and_brings_last_turns() -> None:
    state = at_service(3, floor=f"s0 . . . {'. ' * 18} m0 c0", seat=0)
    beats = do(state, "lift a1", "to kitchen")
    assert names(beats) == ["lifted", "cooked", "finished"]
    view = state.view(None)
    assert (view["deciding"], view["finisher"], view["last_turns"], view["actions"]) == ([1], 0, 2, 2)
    do(state, "rotate Q6", "rotate Q6")
    assert (state.deciding, state.view(None)["last_turns"]) == ([2], 1)
    do(state, "rotate Q6")
    beats = do(state, "rotate Q6")
    assert "counted" in names(beats) and state.view(None)["round"] == 2


def test_rf_27_in_turn_order_from_the_next_seat() -> None:
    state = at_service(4, floor=f"s0 m0 c0 a0 {'. ' * 20}", seat=2, start=1)
    do(state, "lift c1", "to jester")
    turns = []
    while state.view(None)["round"] == 1:
        turns += state.deciding
        do(state, "done")
    assert turns == [3, 0, 1]


def test_rf_27_running_out_in_a_last_turn_starts_no_others() -> None:
    state = at_service(3, floor=f"s0 m0 c0 . {'. ' * 20}", seat=0)
    do(state, "lift a1", "to kitchen")
    beats = do(state, "lift b1", "to jester")
    assert "finished" not in names(beats)
    view = state.view(None)
    assert (view["deciding"], view["finisher"], view["last_turns"]) == ([2], 0, 1)
    assert "counted" in names(do(state, "done"))


def test_rf_27_whatever_is_left_on_the_squares() -> None:
    state = at_service(floor="s0 m0 m1 m2  m3 m4 m5 .  . . . .  . . . .", round=2)
    do(state, "lift a1", "to kitchen")
    do(state, "done")
    assert state.over
    assert sum(coin is not None for coin in state.view(None)["squares"]) == 6


def test_rf_28_lift_then_to_is_one_action() -> None:
    state = at_service(floor=TOGETHER)
    do(state, "lift a1")
    view = state.view(1)
    assert (view["asked"], view["lifted"], view["actions"], view["deciding"]) == ("to", 0, 2, [0])
    assert all(text.startswith("to ") for text in legal(state))
    for text in ("done", "rotate Q1", "lift b1"):
        assert refused(state, text) == "RF-28"
    do(state, "to kitchen")
    assert (state.view(1)["asked"], state.view(1)["actions"]) == ("act", 1)


def test_rf_28_no_cancelling() -> None:
    state = at_service(floor=TOGETHER, lifted="a1")
    assert refused(state, "to a1") == "RF-23"


def test_rf_28_what_is_offered() -> None:
    state = at_service(floor=SPARSE)
    expected = ["rotate Q1", "rotate Q2", "rotate Q3", "rotate Q4", "lift a1", "lift d1", "lift a4", "lift d4", "done"]
    assert legal(state) == expected
    assert refused(state, "to kitchen") == "RF-28"
    assert refused(state, "lift b2") == "RF-28"
    assert refused(state, "lift a5") == "RF-5"
    assert refused(state, "pick 0") == refused(state, "table NW") == "RF-20"


# Rulings


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rf_r3_the_rounds_start_player_begins_service(seats: int) -> None:
    for i in range(8):
        view = serving(seats, f"first {i}").state.view(None)
        assert (view["phase"], view["deciding"], view["actions"]) == ("service", [view["start"]], 2)


def test_rf_r4_none_one_or_two_actions() -> None:
    state = at_service(floor=TOGETHER)
    assert told(do(state, "done"), "passed") == [(0, 2)]
    assert (state.deciding, state.view(None)["actions"]) == ([1], 2)
    do(state, "rotate Q1")
    assert "done" in legal(state)
    assert told(do(state, "done"), "passed") == [(1, 1)]
    assert state.deciding == [0]


def test_rf_r4_passing_does_not_bring_the_ending() -> None:
    state = at_service(3, floor=f"s0 m0 c0 . {'. ' * 20}")
    do(state, "done", "done", "done")
    view = state.view(None)
    assert (view["phase"], view["round"], view["finisher"], view["last_turns"]) == ("service", 1, None, 0)


@pytest.mark.parametrize("place", ["kitchen", "jester", "NW"])
def test_rf_r13_at_once_even_after_the_first_action(place: str) -> None:
    state = at_service(floor="s0 . . .  . . . .  . . . .  . . m0 .", ring="NW s0")
    do(state, "lift a1", f"to {place}")
    assert (state.deciding, state.view(None)["finisher"]) == ([1], 0)
    state = at_service(floor="s0 . . .  . . . .  . . . .  . . m0 .", ring="NW s0", actions=1)
    do(state, "lift a1", f"to {place}")
    assert (state.deciding, state.view(None)["finisher"]) == ([1], 0)


def test_rf_r13_only_placing_the_own_last_server_counts() -> None:
    """Moving somebody's only server about does not end anything, nor does the last but one."""
    state = at_service(floor="s0 s1 . .  . . . .  . . . .  . . m0 .")
    do(state, "lift c4", "to a4", "lift a1", "to kitchen")
    assert (state.deciding, state.view(None)["finisher"]) == ([1], None)
    do(state, "lift b1", "to d1", "rotate Q3")
    assert (state.deciding, state.view(None)["finisher"]) == ([0], None)


def test_rf_r13_in_a_last_turn_it_ends_that_turn_only() -> None:
    state = at_service(3, floor=f"m0 c0 c1 . {'. ' * 20}", seat=1, finisher=0, last_turns=2)
    do(state, "lift a1", "to kitchen")
    assert state.deciding == [2]
    do(state, "rotate Q1", "rotate Q1")
    assert state.view(None)["round"] == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rf_r14_exactly_one_turn_for_each_other(seats: int) -> None:
    coins = ["s0", "m0", "c0", "a0"][:seats]
    squares = 16 if seats == 2 else 24
    for seat in range(seats):
        state = at_service(seats, floor=" ".join([*coins, *["."] * (squares - seats)]), seat=seat, round=2)
        do(state, f"lift {SQUARES[seat]}", "to kitchen")
        turns = []
        while not state.over:
            turns += state.deciding
            do(state, "rotate Q1" if "rotate Q1" in legal(state) else "rotate Q2", "done")
        assert turns == [(seat + n) % seats for n in range(1, seats)]


def test_rf_r15_anothers_server_is_only_moved() -> None:
    state = at_service(floor=SPARSE, ring="NE m3 N2 s3", lifted="d1")
    assert set(options_of(state, "to")) <= set(SQUARES)
    for place in ("kitchen", "jester", "NE", "N2"):
        assert refused(state, f"to {place}") == "RF-R15"


def test_rf_r16_the_kitchen_is_never_full() -> None:
    state = at_service(4, floor=f"s0 {'. ' * 23}", lifted="a1")
    assert len(state.view(None)["kitchen"]["coins"]) == 23
    do(state, "to kitchen")
    assert state.view(None)["round"] == 1 and len(state.view(None)["kitchen"]["coins"]) == 24


def test_rf_r18_a_tile_without_any_server_is_not_offered() -> None:
    state = at_service(floor=". . . m0  . . . .  . . . .  s0 . . .")
    assert options_of(state, "rotate") == ["Q2", "Q3"]  # one's own and another's
    assert refused(state, "rotate Q1") == "RF-R18"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rf_r20_service_stops_when_nobody_has_left_the_floor(seats: int) -> None:
    """4 turns a player, neither earlier nor later, whatever else is done in them."""
    coins = ["s0", "m0", "c0", "a0"][:seats]
    squares = 16 if seats == 2 else 24
    state = at_service(seats, floor=" ".join([*coins, *["."] * (squares - seats)]))
    for turn in range(4 * seats):
        assert (state.view(None)["quiet"], state.view(None)["round"]) == (turn, 1)
        beats = do(state, "rotate Q1", ("done", "rotate Q1")[turn % 2])
    assert names(beats)[:4] == ["rotated", "rotated", "stalled", "counted"]
    assert state.view(None)["round"] == 2


@pytest.mark.parametrize("leave", ["kitchen", "jester", "NW"])
def test_rf_r20_a_server_that_leaves_begins_the_count_anew(leave: str) -> None:
    state = at_service(floor="s0 s1 . .  . . . .  . . . .  . . m0 .", ring="NW s3", quiet=7)
    do(state, "lift a1", f"to {leave}")
    assert state.view(None)["left"]
    do(state, "done")
    view = state.view(None)
    assert (view["round"], view["quiet"], view["left"]) == (1, 0, False)
    do(state, *["done"] * 7)
    assert (state.view(None)["round"], state.view(None)["quiet"]) == (1, 7)
    assert "stalled" in names(do(state, "done"))


def test_rf_r20_moving_within_the_floor_does_not() -> None:
    state = at_service(floor="s0 s1 . .  . . . .  . . . .  . . m0 .", quiet=7)
    beats = do(state, "lift a1", "to d1", "lift c4", "to a3")
    assert names(beats)[:6] == ["lifted", "moved", "lifted", "moved", "stalled", "counted"]
