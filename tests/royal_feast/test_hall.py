"""The rules of The Royal Feast, one test or more per rule and ruling of the specification: pieces and geometry (RF-1 …
RF-8), the order of the game (RF-9, RF-10) and setting the tables (RF-11 … RF-14)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from hightable.engine import Fast, Match, Refused
from hightable.games.royal_feast.game import GAME
from tests.royal_feast.table import (
    CORNERS,
    LETTERS,
    RING,
    SMALL_RING,
    SQUARES,
    TILES,
    anyhow,
    at_placing,
    at_service,
    begun,
    busy,
    do,
    faces,
    floor,
    legal,
    names,
    options_of,
    play,
    played,
    refused,
    table,
    told,
)

SIDES = {  # RF-7 as the specification has it, with six rows
    "a1": "NW N1 W1", "b1": "N1", "c1": "N2", "d1": "NE N2 E1", "a2": "W1", "b2": "", "c2": "", "d2": "E1",
    "a3": "W2", "b3": "", "c3": "", "d3": "E2", "a4": "W2", "b4": "", "c4": "", "d4": "E2",
    "a5": "W3", "b5": "", "c5": "", "d5": "E3", "a6": "SW S1 W3", "b6": "S1", "c6": "S2", "d6": "SE S2 E3",
}  # fmt: skip
SMALL_SIDES = {  # and with four
    "a1": "NW N1 W1", "b1": "N1", "c1": "N2", "d1": "NE N2 E1", "a2": "W1", "b2": "", "c2": "", "d2": "E1",
    "a3": "W2", "b3": "", "c3": "", "d3": "E2", "a4": "SW S1 W2", "b4": "S1", "c4": "S2", "d4": "SE S2 E2",
}  # fmt: skip
SERVER_TILES = ["a1 b1 b2 a2", "c1 d1 d2 c2", "a3 b3 b4 a4", "c3 d3 d4 c4", "a5 b5 b6 a6", "c5 d5 d6 c6"]  # clockwise


def only(square: str, coin: str, squares: int) -> str:
    """A floor with one server."""
    return " ".join(coin if one == square else "." for one in SQUARES[:squares])


def reached(seats: int, square: str, seat: int = 0) -> set[str]:
    """The tables that a server on this square can serve. A suit has six tiles, so the ring is tried in parts."""
    ring, letter = SMALL_RING if seats == 2 else RING, LETTERS[seat]
    found: set[str] = set()
    for first in range(0, len(ring), 6):
        mine = ring[first : first + 6]
        position = at_service(
            seats,
            floor=only(square, f"{letter}4", 16 if seats == 2 else 24),
            ring=" ".join(f"{name} {letter}{value}" for value, name in enumerate(mine)),
            seat=seat,
        )
        do(position, f"lift {square}")
        found |= {place for place in options_of(position, "to") if place in ring}
    return found


# 1. Components


def test_rf_1_four_suits_of_six_tiles() -> None:
    for seats in (2, 3, 4):
        data = begun(seats).dump()
        assert sorted(data["deck"]) == list(range(24))
        state = begun(seats, quick_tables="yes")
        aside = [TILES[i] for i in state.dump()["deck"][state.dump()["drawn"] :]]
        assert Counter([*faces(state).values(), *aside]) == {
            f"{suit}{value}": 1 for suit in "smca" for value in range(6)
        }


def test_rf_1_six_coins_from_null_to_five() -> None:
    state = begun(2, quick_tables="yes")
    assert options_of(state, "pick") == ["0", "1", "2", "3", "4", "5"]
    assert [state.view(seat)["hand"] for seat in range(2)] == [[0, 1, 2, 3, 4, 5]] * 2


def test_rf_1_dice_have_six_faces() -> None:
    rolled = Counter(value for i in range(120) for _seat, value in told(Match(GAME, 4, str(i)).opening, "rolled"))
    assert set(rolled) == {0, 1, 2, 3, 4, 5}
    assert max(rolled.values()) < 2 * min(rolled.values())


@pytest.mark.parametrize(("value", "holds"), [(0, 1), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)])
def test_rf_2_what_a_table_holds(value: int, holds: int) -> None:
    """Null and ace 1, others face value: shown, and kept to."""
    servers = ["s0", "s1", "s2", "s3", "s4"]
    for there in range(holds + 1):
        ring = f"NW s{value}:{','.join(servers[:there])}"
        state = at_service(floor=only("a1", "s5", 16), ring=ring)
        assert table(state, "NW")["holds"] == holds
        do(state, "lift a1")
        assert ("NW" in options_of(state, "to")) == (there < holds)


def test_rf_3_six_coins_a_player_and_none_of_other_suits() -> None:
    for seats in (2, 3, 4):
        for beat in played(seats, "pieces")[1]:
            view = beat.state.view(None)
            coins = [coin for coin in view["squares"] if coin]
            coins += [coin for one in (*view["tables"], view["kitchen"], view["jester"]) for coin in one["coins"]]
            count = Counter(coin["owner"] for coin in coins)
            count.update({seat: view["stacks"][seat] for seat in range(seats)})
            count.update([beat.args["seat"]] if beat.name == "picked" else [])  # the one in hand
            assert count == dict.fromkeys(range(seats), 6)


def test_rf_3_tiles_of_all_suits_are_in_play_with_two() -> None:
    seen: set[str] = set()
    for i in range(30):
        seen |= set(faces(begun(2, str(i), quick_tables="yes")).values())
    assert seen == set(TILES)


@pytest.mark.parametrize(("seats", "tiles"), [(2, 4), (3, 6), (4, 6)])
def test_rf_4_server_tiles(seats: int, tiles: int) -> None:
    corners = ["a1", "c1", "a3", "c3", "a5", "c5"][:tiles]
    coins = iter(["s0", "s1", "s2", "s3", "s4", "s5"])
    squares = SQUARES[: 4 * tiles]
    state = at_service(seats, floor=" ".join(next(coins) if square in corners else "." for square in squares))
    assert options_of(state, "rotate") == [f"Q{n}" for n in range(1, tiles + 1)]
    if seats == 2:
        assert refused(state, "rotate Q5") == "RF-4"


# 2. Geometry


@pytest.mark.parametrize(("seats", "rows"), [(2, 4), (3, 6), (4, 6)])
def test_rf_5_squares(seats: int, rows: int) -> None:
    state = begun(seats, quick_tables="yes")
    do(state, "pick 0")
    assert state.view(None)["rows"] == rows
    assert options_of(state, "place") == [f"{column}{row}" for row in range(1, rows + 1) for column in "abcd"]
    if rows == 4:
        assert refused(state, "place a5") == "RF-5"


@pytest.mark.parametrize("tile", range(6))
def test_rf_5_squares_of_a_server_tile(tile: int) -> None:
    """A tile with a server on any of its squares can be turned, and with none elsewhere."""
    squares = SERVER_TILES[tile].split()
    for square in SQUARES:
        state = at_service(3, floor=only(square, "s0", 24))
        assert (f"rotate Q{tile + 1}" in legal(state)) == (square in squares)


def test_rf_5_one_server_per_square() -> None:
    state = at_placing(floor="s0 . . . . . . . . . . . . . . .", picked="m3")
    assert "a1" not in options_of(state, "place")
    assert refused(state, "place a1") == "RF-5"
    state = at_service(floor="s0 . . . . . . m0 . . . . . . . .", lifted="a1")
    assert "d2" not in options_of(state, "to")
    assert refused(state, "to d2") == "RF-5"


@pytest.mark.parametrize(("seats", "ring"), [(2, SMALL_RING), (3, RING), (4, RING)])
def test_rf_6_tables(seats: int, ring: list[str]) -> None:
    state = begun(seats)
    assert len(ring) == (12 if seats == 2 else 14)
    assert sorted(options_of(state, "table")) == sorted(ring)
    view = state.view(None)
    assert [one["name"] for one in view["tables"]] == ring
    assert [one["name"] for one in view["tables"] if one["corner"]] == list(CORNERS)


@pytest.mark.parametrize("square", SIDES)
def test_rf_7_adjacency_with_six_rows(square: str) -> None:
    assert reached(3, square) == set(SIDES[square].split())
    assert reached(4, square, 3) == set(SIDES[square].split())


@pytest.mark.parametrize("square", SMALL_SIDES)
def test_rf_7_adjacency_with_four_rows(square: str) -> None:
    assert reached(2, square, 1) == set(SMALL_SIDES[square].split())


def test_rf_7_not_beside_is_refused() -> None:
    state = at_service(floor=only("b1", "s0", 16), ring="NW s2 W1 s3 N2 s4 N1 s5", lifted="b1")
    assert [refused(state, f"to {name}") for name in ("NW", "W1", "N2")] == ["RF-7"] * 3
    assert "N1" in options_of(state, "to")


@pytest.mark.parametrize("seats", [2, 3])
def test_rf_8_kitchen_and_jester_are_reached_from_any_square(seats: int) -> None:
    squares = 16 if seats == 2 else 24
    for square in SQUARES[:squares]:
        state = at_service(seats, floor=only(square, "s0", squares), lifted=square)
        assert options_of(state, "to")[-2:] == ["jester", "kitchen"]


def test_rf_8_the_jester_has_four_spaces_the_kitchen_any_number() -> None:
    state = at_service(floor=only("b2", "s0", 16), jester="c0:s1,s2,m1,m2", lifted="b2")
    assert "jester" not in options_of(state, "to")
    assert "kitchen" in options_of(state, "to")
    assert len(state.view(None)["kitchen"]["coins"]) == 7


# 3. Structure


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rf_9_two_rounds_of_four_phases_and_points_add_up(seats: int) -> None:
    match, beats = played(seats, "rounds")
    big = ["starts", "opened", "counted", "round-over", "over"]
    assert [beat.name for beat in beats if beat.name in big] == [*big[:4], *big]
    assert told(beats, "starts")[0][1] == 1 and told(beats, "starts")[1][1] == 2
    phases = [beat.state.view(None)["phase"] for beat in beats]
    changes = [phases[0], *(new for old, new in pairwise(phases) if new != old)]
    assert changes == ["tables", "placing", "service", "scoring", "rest"] * 2 + ["over"]
    assert beats[0].state.view(None)["totals"] == [0] * seats
    view = match.state.view(None)
    sums = [sum(line[seat] for lines in view["points"] for line in lines) for seat in range(seats)]
    assert view["totals"] == match.state.result.scores == sums
    first = [sum(line[seat] for line in view["points"][0]) for seat in range(seats)]
    middle = next(beat for beat in beats if beat.name == "starts" and beat.args["round"] == 2)
    assert middle.state.view(None)["totals"] == first


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rf_10_turns_go_clockwise_from_the_start_player(seats: int) -> None:
    for i in range(6):
        _match, beats = played(seats, f"order {i}")
        starts = [seat for seat, _round in told(beats, "starts")]
        for name in ("laid", "placed"):
            turns = [seat for seat, _place in told(beats, name)]
            half = len(turns) // 2
            for start, rest in zip(starts, (turns[:half], turns[half:]), strict=True):
                assert rest == [(start + n) % seats for n in range(half)]


def test_rf_10_service_goes_clockwise_too() -> None:
    for seats in (2, 3, 4):
        match = Match(GAME, seats, "turns", {"quick_tables": "yes"})
        turns: list[int] = []
        for _beats in play(match, busy, Fast(5), lambda state: state.view(None)["round"] == 2):
            view = match.state.view(None)
            if view["phase"] == "service" and (not turns or view["deciding"][0] != turns[-1]):
                turns += view["deciding"]
        assert len(turns) > seats
        assert turns == [(turns[0] + n) % seats for n in range(len(turns))]


def test_rf_10_only_the_seat_in_turn_may_act() -> None:
    for state in (begun(3), begun(3, quick_tables="yes"), at_service(3, floor=only("a1", "s0", 24))):
        others = [seat for seat in range(3) if seat not in state.deciding]
        assert len(others) == 2
        for seat in others:
            assert state.legal(seat) == []
            assert refused(state, legal(state)[0], seat).startswith("RF-")


# 4. Phase 1


def test_rf_11_tiles_are_shuffled() -> None:
    """Each tile comes first equally often (chi-square, 23 degrees of freedom, fixed seeds), and no deal twice."""
    decks = [GAME.start(2, str(i), dice="fast").dump()["deck"] for i in range(1200)]
    for place in (0, 13, 23):
        count = Counter(deck[place] for deck in decks)
        assert sum((count[tile] - 50) ** 2 / 50 for tile in range(24)) < 49.7  # 99.9 %
    assert len({tuple(deck) for deck in decks}) == len(decks)


def test_rf_12_the_highest_roll_starts() -> None:
    starts: Counter[int] = Counter()
    for i in range(200):
        match = Match(GAME, 3, str(i))
        rolls = told(match.opening, "rolled")
        first = dict(rolls[:3])
        best = [seat for seat in first if first[seat] == max(first.values())]
        (start, _round) = told(match.opening, "starts")[0]
        assert match.state.view(None)["start"] == start == match.state.deciding[0]
        if len(best) == 1:
            assert (len(rolls), start) == (3, best[0])
            assert match.state.view(None)["rolls"] == [first[seat] for seat in range(3)]
        starts[start] += 1
    assert min(starts.values()) > 45


def test_rf_r2_only_those_tied_for_highest_roll_again() -> None:
    again = lower = 0
    for i in range(300):
        match = Match(GAME, 4, str(i))
        rolls = told(match.opening, "rolled")
        rolling = [0, 1, 2, 3]
        while len(rolling) > 1:
            now, rolls = dict(rolls[: len(rolling)]), rolls[len(rolling) :]
            assert list(now) == rolling
            best = max(now.values())
            lower += len(now) - len(set(now.values())) > 0 and list(now.values()).count(best) == 1
            rolling = [seat for seat in rolling if now[seat] == best]
            again += len(rolling) > 1
        assert not rolls
        assert told(match.opening, "starts") == [(rolling[0], 1)]
    assert again > 50 and lower > 50  # ties for highest, and ties lower down that don't matter


@pytest.mark.parametrize(("seats", "each"), [(2, [6, 6]), (3, [5, 5, 4]), (4, [4, 4, 3, 3])])
def test_rf_13_tiles_are_laid_in_turn_until_the_ring_is_full(seats: int, each: list[int]) -> None:
    match = Match(GAME, seats, "ring")
    state = match.state
    start, laid = state.deciding[0], list[tuple[int, ...]]()
    ring = options_of(state, "table")
    for beats in play(match, anyhow, Fast(3), lambda state: state.view(None)["phase"] != "tables"):
        laid += told(beats, "laid")
        taken = [RING[table] for _seat, table in laid]
        if len(laid) < len(ring):
            assert options_of(state, "table") == [name for name in ring if name not in taken]
            assert refused(state, f"table {taken[-1]}") == "RF-13"
    count = Counter(seat for seat, _table in laid)
    assert [count[(start + n) % seats] for n in range(seats)] == each
    assert len(laid) == len(ring)


def test_rf_13_nobody_sees_the_tile_that_is_laid() -> None:
    state = begun(2)
    seat = state.deciding[0]
    do(state, "table NW")
    for viewer in (None, seat, 1 - seat):
        one = table(state, "NW", viewer)
        assert (one["laid"], one["tile"], one["holds"]) == (True, None, None)


@pytest.mark.parametrize(("seats", "aside"), [(2, 10), (3, 8), (4, 8)])
@pytest.mark.parametrize("quick", ["no", "yes"])
def test_rf_14_two_more_tiles_and_the_rest_aside(seats: int, aside: int, quick: str) -> None:
    match = Match(GAME, seats, "aside", {"quick_tables": quick})
    for _beats in play(match, anyhow, Fast(3), lambda state: state.view(None)["phase"] != "tables"):
        assert faces(match.state).keys() & {"kitchen", "jester"} in (set(), {"kitchen", "jester"})
    view = match.state.view(0)
    assert view["deck"] == aside == 24 - len(faces(match.state))
    assert view["kitchen"] == view["jester"] == {"tile": None, "coins": []}


# Rulings


def test_rf_r17_two_players_have_four_server_tiles_and_twelve_tables() -> None:
    state = begun(2)
    assert len(options_of(state, "table")) == 12
    assert [refused(state, "table W3"), refused(state, "table E3")] == ["RF-R17"] * 2
    state = at_service(floor=only("a4", "s0", 16), lifted="a4")
    assert refused(state, "to W3") == "RF-R17"


def test_rf_r21_suits_by_seat() -> None:
    """Seat 0 plays suns, 1 moons, 2 crowns, 3 arms: each can serve just the table of its suit."""
    ring = "NW s2 N1 m2 W1 c2 N2 a2"
    for seat, mine in enumerate([["NW"], ["N1"], ["W1"], []]):  # N2 is not beside
        letter = LETTERS[seat]
        state = at_service(4, floor=only("a1", f"{letter}0", 24), ring=ring, seat=seat, lifted="a1")
        assert [place for place in options_of(state, "to") if place in RING] == mine
        owner = next(coin for coin in state.view(None)["squares"] if coin)["owner"]
        assert owner == seat


def test_rf_r22_adjacency_is_a_matter_of_place_not_of_colour() -> None:
    for seat in range(4):
        assert [reached(4, square, seat) for square in ("a1", "d6")] == [{"NW", "N1", "W1"}, {"SE", "S2", "E3"}]
    suits = {one["tile"]["suit"] for one in at_service(4).view(None)["tables"]}
    assert suits <= {0, 1, 2, 3}


def test_rf_r23_quick_tables_lets_the_engine_fill_the_ring() -> None:
    for seats in (2, 3, 4):
        match = Match(GAME, seats, "quick", {"quick_tables": "yes"})
        view = match.state.view(None)
        assert (view["phase"], view["deciding"]) == ("placing", [view["start"]])
        assert all(one["laid"] and one["tile"] is None for one in view["tables"])
        assert "set" in names(match.opening) and "laid" not in names(match.opening)
    slow = begun(2).view(None)
    assert (slow["phase"], slow["options"]["quick_tables"]) == ("tables", "no")


def test_two_to_four_seats() -> None:
    for seats in (1, 5):
        with pytest.raises(Refused, match="2 to 4 seats"):
            begun(seats)
    assert floor(at_service(2, floor=only("d4", "s0", 16))).split()[-1] == "s0"
