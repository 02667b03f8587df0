"""The Royal Feast: phase 4, the scoring of a round. Imports the engine and the state."""

from __future__ import annotations

from hightable.engine.compat import i64
from hightable.games.royal_feast.state import (
    AT_JESTER,
    COUNTED,
    DOUBLES,
    IN_KITCHEN,
    JESTER,
    JESTER_POINTS,
    JESTER_TILE,
    KITCHEN,
    KITCHEN_POINTS,
    KITCHEN_TILE,
    LINES,
    NEGLECT_POINTS,
    NEGLECTED,
    SIDES,
    SUITS,
    TABLE,
    TABLE_POINTS,
    VALUES,
    RoyalFeast,
    capacity,
)


def score_round(s: RoyalFeast) -> None:
    """RF-29: turn over the coins; score the tables, then the Kitchen, then the Jester."""
    s.counted = 1
    s.tell(COUNTED, s.round)
    for table in s.hall.ring:
        score_table(s, table)
    score_kitchen(s)
    score_jester(s)


def coin_points(s: RoyalFeast, coin: i64) -> i64:
    """RF-2, RF-R1."""
    if s.value[coin] == 0 and s.options["null_coin"] == 1:
        return 1
    return s.value[coin]


def score_table(s: RoyalFeast, table: i64) -> None:
    """RF-30 … RF-32."""
    tile = s.ring[table] - 1
    seat = tile // VALUES
    if seat >= s.seats:
        return
    if s.served(table) == 0:
        s.score(NEGLECTED, seat, -capacity(tile))
        s.tell(NEGLECT_POINTS, table, seat, -capacity(tile))
        return
    points: i64 = 0
    for coin in range(s.placed):
        if s.place[coin] == TABLE + table:
            points += coin_points(s, coin)
    if s.hall.corners >> table & 1:
        points *= 2
        s.score(DOUBLES, seat, points)
    else:
        s.score(SIDES, seat, points)
    s.tell(TABLE_POINTS, table, seat, points)


def score_kitchen(s: RoyalFeast) -> None:
    """RF-33, RF-R5: a point per server, doubled for the player of the tile's suit."""
    s.shown = 1
    suit = (s.kitchen - 1) // VALUES
    s.tell(KITCHEN_TILE, suit)
    for seat in range(s.seats):
        points = s.at_of(KITCHEN, seat)
        if points and seat == suit:
            points *= 2
            if s.options["kitchen_double"] == "round":
                for line in (SIDES, DOUBLES, NEGLECTED):
                    points += s.points[((s.round - 1) * LINES + line) * SUITS + seat]
        if points:
            s.score(IN_KITCHEN, seat, points)
            s.tell(KITCHEN_POINTS, seat, points)


def score_jester(s: RoyalFeast) -> None:
    """RF-34, RF-R6, RF-R7."""
    s.shown = 2
    suit = (s.jester - 1) // VALUES
    tables: i64 = 0
    for table in s.hall.ring:
        if (s.ring[table] - 1) // VALUES == suit:
            tables += 1
    s.tell(JESTER_TILE, suit, tables)
    most: i64 = 0
    for seat in range(s.seats):
        most = max(most, s.at_of(JESTER, seat))
    if not most:
        return
    leaders: i64 = 0
    for seat in range(s.seats):
        if s.at_of(JESTER, seat) == most:
            leaders |= 1 << seat
    for seat in range(s.seats):
        leads = leaders >> seat & 1 == 1
        points: i64 = 0
        if leaders & leaders - 1:
            points = 1 if leads else 0
        elif tables:
            points = s.at(JESTER) + tables if leads else 0
        elif not leads:
            points = s.at_of(JESTER, seat)
        if points:
            s.score(AT_JESTER, seat, points)
            s.tell(JESTER_POINTS, seat, points)
