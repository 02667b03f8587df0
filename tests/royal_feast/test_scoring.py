"""The rules of The Royal Feast: scoring (RF-29 … RF-36), the second round and the end (RF-37, RF-38). Positions as
data, points line by line: in each, the last of the last turns ends with `done`, and phase 4 follows by itself."""

from __future__ import annotations

import pytest

from hightable.engine import Match
from hightable.games.royal_feast.game import GAME
from hightable.games.royal_feast.state import RoyalFeast
from tests.royal_feast.table import (
    LINES,
    RING,
    TILES,
    at_scoring,
    at_service,
    do,
    faces,
    keeps_its_pieces,
    names,
    played,
    points,
    refused,
    told,
)

HALL = """
    NW s5:s1,s2   N1 m2:m3   N2 c0        NE a3
    W1 s0:s0                              E1 m5
    W2 c4:c5,c4                           E2 s3
    W3 a1                                 E3 c1
    SW m1:m0      S1 a5      S2 s4:s3     SE c2:c1
"""  # three players


def scored(seats: int = 2, **hall: object) -> RoyalFeast:
    state = at_scoring(seats, **hall)
    do(state, "done")
    assert state.over
    return state


def sheet(state: RoyalFeast, round: int = 2) -> dict[str, list[int]]:
    return {line: points(state, line, round) for line in LINES}


# 7. Phase 4


def test_rf_29_a_whole_hall_line_by_line() -> None:
    state = scored(3, ring=HALL, kitchen="m3:s4,m1,m2", jester="s1:s5,m4,c0")
    assert sheet(state) == {
        "tables": [0 + 3, 3, 5 + 4],
        "corners": [2 * (1 + 2), 2 * 0, 2 * 1],
        "neglected": [-3, -5, -1 - 1],
        "kitchen": [1, 2 * 2, 0],
        "jester": [1, 1, 1],
    }
    assert state.view(None)["totals"] == state.result.scores == [8, 3, 10]
    assert [(line.text(), line.points) for line in state.result.lines[5:]] == [
        ("Side tables, round 2", [3, 3, 9]),
        ("Corner tables, round 2", [6, 0, 2]),
        ("Neglected, round 2", [-3, -5, -2]),
        ("Kitchen, round 2", [1, 4, 0]),
        ("Jester, round 2", [1, 1, 1]),
    ]


def test_rf_29_coins_first_then_tables_kitchen_jester() -> None:
    state = at_scoring(3, ring=HALL, kitchen="m3:s4,m1,m2", jester="s1:s5,m4,c0")
    beats = do(state, "done")
    order = [name for name in names(beats) if name not in ("table", "neglected")]
    assert order == [
        "passed", "counted", "kitchen", "kitchen-points", "kitchen-points", "jester", *["jester-points"] * 3,
        "round-over", "over",
    ]  # fmt: skip
    tables = [name for name in names(beats) if name in ("table", "neglected")]
    assert names(beats)[2 : 2 + len(tables)] == tables
    at = [RING.index(name) for name in ("NW", "N1", "W1", "W2", "SW", "S2", "SE")]
    assert sorted(told(beats, "table")) == sorted(zip(at, [0, 1, 0, 2, 1, 0, 2], [6, 3, 0, 9, 0, 3, 2], strict=True))
    at = [RING.index(name) for name in ("N2", "E1", "E2", "E3")]
    assert sorted(told(beats, "neglected")) == sorted(zip(at, [2, 1, 0, 2], [-1, -5, -3, -1], strict=True))
    assert told(beats, "kitchen") == [(1,)]
    assert told(beats, "kitchen-points") == [(0, 1), (1, 4)]
    assert told(beats, "jester") == [(0, 4)]
    assert told(beats, "jester-points") == [(0, 1), (1, 1), (2, 1)]


def test_rf_29_all_coins_are_turned_over() -> None:
    state = at_scoring(3, ring=HALL, kitchen="m3:s4,m1,m2", jester="s1:s5,m4,c0")
    counted = next(beat for beat in do(state, "done") if beat.name == "counted").state.view(None)
    assert counted["counted"]
    coins = [coin for coin in counted["squares"] if coin]
    coins += [coin for one in (*counted["tables"], counted["kitchen"], counted["jester"]) for coin in one["coins"]]
    found = sorted((coin["owner"], coin["value"]) for coin in coins)
    assert found == [(seat, value) for seat in range(3) for value in range(6)]


def test_rf_30_side_tables_once_corner_tables_twice() -> None:
    for corner, side in (("NW", "N1"), ("NE", "E1"), ("SW", "W2"), ("SE", "S2")):
        state = scored(ring=f"{corner} s3:s1,s5,s2 {side} s2:s4,s3")
        assert (points(state, "corners")[0], points(state, "tables")[0]) == (16, 7)


@pytest.mark.parametrize("value", range(6))
def test_rf_30_each_coin_value(value: int) -> None:
    state = scored(ring=f"NW s0:s{value} E2 m1:m{value}")
    assert (points(state, "corners"), points(state, "tables")) == ([2 * value, 0], [0, value])


@pytest.mark.parametrize("table", ["N1", "NW"])
@pytest.mark.parametrize(("value", "cost"), [(0, 1), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)])
def test_rf_31_a_neglected_table_costs_its_number(value: int, cost: int, table: str) -> None:
    """Null and ace 1; corners are not doubled."""
    state = scored(ring=f"{table} m{value}")
    assert sheet(state) == {
        "tables": [0, 0], "corners": [0, 0], "neglected": [0, -cost], "kitchen": [0, 0], "jester": [0, 0],
    }  # fmt: skip


def test_rf_31_any_one_server_averts_the_loss() -> None:
    state = scored(ring="NW s5:s0 N1 s4:s1 E1 s3")
    assert points(state, "neglected") == [-3, 0]
    assert (points(state, "corners"), points(state, "tables")) == ([0, 0], [1, 0])


def test_rf_32_tables_of_a_suit_nobody_plays() -> None:
    """They cost nobody anything, and can't be served."""
    ring = "NW a5 N1 a4 N2 a3 NE a2 W1 a1 E1 a0 W2 c5 E2 c4 SW c3 S1 c2 S2 c1 SE c0"
    state = at_scoring(2, ring=ring)
    beats = do(state, "done")
    assert told(beats, "neglected") == told(beats, "table") == []
    assert sheet(state) == {line: [0, 0] for line in LINES}
    state = at_service(2, floor="s0 . . .  . . . .  . . . .  . . . m0", ring=ring, lifted="a1")
    assert [refused(state, f"to {table}") for table in ("NW", "N1", "W1")] == ["RF-21"] * 3


def test_rf_33_a_point_per_server_two_for_the_tiles_suit() -> None:
    for face, expected in (("s0", [4, 3, 1, 0]), ("m5", [2, 6, 1, 0]), ("c1", [2, 3, 2, 0]), ("a3", [2, 3, 1, 0])):
        state = scored(4, kitchen=f"{face}:s0,s5,m1,m2,m3,c4")
        assert points(state, "kitchen") == expected


def test_rf_33_coin_values_are_irrelevant_in_the_kitchen() -> None:
    assert points(scored(kitchen="a0:s0,m5"), "kitchen") == [1, 1]
    assert points(scored(kitchen="s0:s0,m5"), "kitchen") == [2, 1]


def test_rf_33_the_tile_is_turned_up_then() -> None:
    state = at_scoring(kitchen="s4", jester="a2")
    shown = {
        beat.name: (beat.state.view(0)["kitchen"]["tile"], beat.state.view(0)["jester"]["tile"])
        for beat in do(state, "done")
    }
    kitchen, jester = {"suit": 0, "value": 4}, {"suit": 3, "value": 2}
    assert [shown[name] for name in ("passed", "counted")] == [(None, None)] * 2
    assert [shown[name] for name in ("kitchen", "jester")] == [(kitchen, None), (kitchen, jester)]


def jest(servers: str, ring: str = "", *, seats: int = 4, face: str = "s0", kitchen: str = "") -> list[int]:
    """The Jester's points. Tiles of suns lie on the ring only where the test says so."""
    state = at_scoring(seats, jester=f"{face}:{servers}", ring=ring, kitchen=kitchen)
    on_ring = [name for name in faces(state).items() if name[0] in RING and name[1][0] == face[0]]
    beats = do(state, "done")
    assert told(beats, "jester") == [("smca".index(face[0]), len(on_ring))]
    return points(state, "jester")


def test_rf_34_case_1_one_has_most_and_tables_match() -> None:
    assert jest("m1,m2,s3", "NW s5") == [0, 3 + 1, 0, 0]
    assert jest("m1,m2,s3,c0", "NW s5 E1 s2 S1 s1") == [0, 4 + 3, 0, 0]
    assert jest("a5", "NW s5 E1 s2 S1 s1 S2 s3 SE s4") == [0, 0, 0, 1 + 5]
    assert jest("s0,s1,s2,s3", "NW s5") == [4 + 1, 0, 0, 0]


def test_rf_34_case_1_tables_count_served_or_not() -> None:
    assert jest("m1", "NW s5:s1 E1 s2") == [0, 1 + 2, 0, 0]


def test_rf_34_case_1_tables_of_an_unplayed_suit_count_too() -> None:
    arms = "NW a5 N1 a4 N2 a3 NE a2 W1 c1 E1 c0 W2 c5 E2 c4 SW c3 S1 c2 S2 m1 SE m0"
    assert jest("s1,s2,m3", arms, seats=2, face="a0") == [3 + 4, 0]


def test_rf_34_case_2_one_has_most_and_no_table_matches() -> None:
    assert jest("m1,m2,s3,c0") == [1, 0, 1, 0]
    assert jest("m1,m2,m0,c5") == [0, 0, 1, 0]
    assert jest("m1,m2,m3", seats=2) == [0, 0]
    assert jest("a1") == [0, 0, 0, 0]


def test_rf_34_case_2_kitchen_and_jester_tiles_do_not_count() -> None:
    assert jest("m1,m2,s3", kitchen="s5", face="s4") == [1, 0, 0, 0]


def test_rf_34_case_3_tie_for_most() -> None:
    for ring in ("", "NW s5 E1 s2"):
        assert jest("s1,s2,m1,m2", ring) == [1, 1, 0, 0]
        assert jest("s1,m1", ring, seats=2) == [1, 1]


def test_rf_34_case_3_nobody_else_anything() -> None:
    """A third player's server can't lie beside a tie of two each; beside a tie of one each there is nobody else. The
    tie still excludes those without a server."""
    assert jest("s1,c1", "NW s5") == [1, 0, 1, 0]


def test_rf_34_case_4_no_servers_there() -> None:
    assert jest("", "NW s5") == [0, 0, 0, 0]
    assert jest("") == [0, 0, 0, 0]


def test_rf_34_coin_values_are_irrelevant_at_the_jester() -> None:
    assert jest("s0,s1,m5", "NW s5") == [4, 0, 0, 0]


def test_rf_35_servers_on_the_floor_score_nothing_and_cost_nothing() -> None:
    ring = " ".join(word.partition(":")[0] for word in HALL.split())  # the same hall with everybody on the floor
    assert sheet(scored(3, ring=ring)) == {
        "tables": [0, 0, 0],
        "corners": [0, 0, 0],
        "neglected": [-5 - 1 - 3 - 4, -2 - 5 - 1, -1 - 4 - 1 - 2],
        "kitchen": [0, 0, 0],
        "jester": [0, 0, 0],
    }


def test_rf_36_points_and_totals_may_be_negative() -> None:
    ring = "NW s5 N1 s4 N2 s3 E1 m5"
    state = scored(ring=ring, earlier=[[0, 2], [0, 0], [-7, -3], [1, 0], [0, 1]])
    assert points(state, "neglected") == [-12, -5]
    assert state.result.scores == state.view(0)["totals"] == [-18, -5]
    assert state.result.winners == [1]


@pytest.mark.parametrize("null", [0, 1])
def test_rf_r1_a_null_coin_is_worth(null: int) -> None:
    """Side and corner tables; Kitchen and Jester, and the other coins, are no matter."""
    state = scored(3, ring="NW s2:s0,s1 E1 m3:m0,m2", kitchen="a0:c0", jester="a1:c1", options={"null_coin": null})
    assert points(state, "corners") == [2 * (null + 1), 0, 0]
    assert points(state, "tables") == [0, null + 2, 0]
    assert (points(state, "kitchen"), points(state, "jester")) == ([0, 0, 1], [0, 0, 1 + 4])


def test_rf_r1_a_null_table_counts_one_either_way() -> None:
    for null in (0, 1):
        assert points(scored(ring="NW s0 E1 m1", options={"null_coin": null}), "neglected") == [-1, -1]


ROUND = {"kitchen_double": "round"}
TIED = "a1:s1,m1"


def test_rf_r5_only_the_kitchens_points_double() -> None:
    state = scored(ring="NW s2:s5 E1 s3:s4 W1 s4", kitchen="s0:s2,s3,m3", jester=TIED)
    assert sheet(state) == {
        "tables": [4, 0], "corners": [10, 0], "neglected": [-4, 0], "kitchen": [4, 1], "jester": [1, 1],
    }  # fmt: skip


def test_rf_r5_option_round_doubles_tables_penalties_and_kitchen() -> None:
    """(4 + 10 - 4 + 2) twice; the Jester's points stay as they are. The Kitchen's line carries what is added."""
    state = scored(ring="NW s2:s5 E1 s3:s4 W1 s4 W2 m2:m5", kitchen="s0:s2,s3,m3", jester=TIED, options=ROUND)
    assert sheet(state) == {
        "tables": [4, 5], "corners": [10, 0], "neglected": [-4, 0], "kitchen": [2 + 12, 1], "jester": [1, 1],
    }  # fmt: skip
    assert state.result.scores == [2 * 12 + 1, 5 + 1 + 1]


def test_rf_r5_option_round_doubles_a_loss_too() -> None:
    state = scored(ring="NW s5 E1 s4 W1 s1:s1", kitchen="s0:s2", options=ROUND)
    assert state.result.scores == [2 * (1 - 5 - 4 + 1), 0]
    assert points(state, "kitchen") == [1 - 7, 0]


def test_rf_r5_option_round_may_cancel_out() -> None:
    state = scored(ring="NW s2", kitchen="s0:s2,s3", options=ROUND)
    assert state.result.scores == [0, 0]


def test_rf_r5_option_round_needs_a_server_there() -> None:
    state = scored(ring="NW s2:s5 E1 s3:s4", kitchen="s0:m1", options=ROUND)
    assert (points(state, "kitchen"), state.result.scores) == ([0, 1], [14, 1])


def test_rf_r5_option_round_doubles_this_round_alone() -> None:
    earlier = [[9, 0], [0, 0], [0, 0], [0, 0], [5, 0]]
    state = scored(ring="N1 s2:s5", kitchen="s0:s2", options=ROUND, earlier=earlier)
    assert state.result.scores == [14 + 2 * 6, 0]
    assert sheet(state, 1) == dict(zip(LINES, earlier, strict=True))


def test_rf_r6_the_winner_takes_a_point_for_everybodys_coins() -> None:
    assert jest("c1,c2,s3,m0", "NW s5") == [0, 0, 4 + 1, 0]


def test_rf_r7_ties_of_three_and_four() -> None:
    for ring in ("", "NW s5 E1 s2"):
        assert jest("s1,m2,c3", ring) == [1, 1, 1, 0]
        assert jest("s1,m2,c3,a4", ring) == [1, 1, 1, 1]


def test_rf_r19_no_floor_under_the_score() -> None:
    ring = "NW s5 N1 s4 N2 s3 NE s2 W1 s1 E1 s0 W2 m5 E2 m4 SW m3 S1 m2 S2 m1 SE m0"
    state = scored(ring=ring, earlier=[[0, 0], [0, 0], [-16, -16], [0, 0], [0, 0]])
    assert state.result.scores == [-32, -32]


# The second round and the end


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rf_37_everything_begins_anew(seats: int) -> None:
    state = at_scoring(seats, round=1, ring="NW s3:s1 N1 m0", kitchen="s0:s0", jester="c0:m0")
    beats = do(state, "done")
    view = state.view(None)
    assert names(beats)[-2:] == ["rolled", "starts"] and "over" not in names(beats)
    assert (view["round"], view["phase"], view["over"], view["counted"]) == (2, "tables", False, False)
    assert view["stacks"] == [6] * seats and view["deck"] == 24
    assert view["squares"] == [None] * (16 if seats == 2 else 24)
    assert not any(one["laid"] or one["coins"] for one in view["tables"])
    assert view["kitchen"] == view["jester"] == {"tile": None, "coins": []}
    assert (view["finisher"], view["last_turns"], view["quiet"], view["lifted"]) == (None, 0, 0, None)
    assert view["points"][0] != view["points"][1] == [[0] * seats] * 5
    assert [state.view(seat)["hand"] for seat in range(seats)] == [[0, 1, 2, 3, 4, 5]] * seats
    keeps_its_pieces(state)


def test_rf_37_the_first_rounds_points_stay() -> None:
    state = at_scoring(3, round=1, ring=HALL, kitchen="m3:s4,m1,m2", jester="s1:s5,m4,c0")
    do(state, "done")
    assert state.view(None)["points"][0] == [[3, 3, 9], [6, 0, 2], [-3, -5, -2], [1, 4, 0], [1, 1, 1]]
    assert state.view(None)["totals"] == [8, 3, 10]


def test_rf_37_after_it_the_game_ends() -> None:
    state = at_scoring(3)
    assert names(do(state, "done"))[-2:] == ["round-over", "over"]
    assert state.over and state.deciding == [] and state.view(None)["phase"] == "over"
    assert refused(state, "done", 0) == "RF-38"


def test_rf_38_highest_total_of_both_rounds_wins() -> None:
    state = scored(3, ring=HALL, earlier=[[0, 9, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [3, 0, 0]])
    assert state.result.scores == [-3 + 3 + 6 + 3, 9 + 3 - 5, 9 + 2 - 2]
    assert (state.result.winners, state.result.places) == ([0, 2], [1, 3, 1])
    state = scored(3, ring=HALL, earlier=[[0, 12, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [3, 0, 0]])
    assert (state.result.winners, state.result.places) == ([1], [2, 1, 2])


def test_rf_r8_equal_totals_share_the_win() -> None:
    state = scored(3, ring=HALL, earlier=[[3, 11, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]])
    assert state.result.scores == [9, 9, 9]
    assert (state.result.winners, state.result.places) == ([0, 1, 2], [1, 1, 1])


def test_rf_r9_all_24_tiles_are_shuffled_for_round_two() -> None:
    """Tiles that lay aside come again, and so do those that were used; in another order."""
    again = used = 0
    for i in range(10):
        match = Match(GAME, 2, f"tiles {i}", {"quick_tables": "yes"})
        first = faces(match.state)
        second = {}
        for beat in played(2, f"tiles {i}", quick_tables="yes")[1]:
            if beat.state.view(None)["round"] == 2 and beat.name == "placed":
                second = faces(beat.state)
                break
        assert sorted(TILES) != sorted(first.values()) and first != second
        again += len(set(second.values()) & set(first.values()))
        used += len(set(second.values()) - set(first.values()))
    assert again > 40 and used > 30  # of 140: about 82 and 58


def test_rf_r10_a_new_roll_for_round_two() -> None:
    starts = []
    for i in range(20):
        beats = played(3, f"roll {i}", quick_tables="yes")[1]
        cut = names(beats).index("round-over")
        assert "rolled" in names(beats[:cut]) and "rolled" in names(beats[cut:])
        starts.append([seat for seat, _round in told(beats, "starts")])
    assert {first == second for first, second in starts} == {True, False}


def test_rf_r24_a_score_is_a_number_without_bounds() -> None:
    state = scored(earlier=[[123, 0], [0, 0], [0, -77], [0, 0], [0, 0]])
    assert state.result.scores == [123, -77]
    assert all(isinstance(score, int) for score in state.result.scores)
