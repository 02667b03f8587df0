"""What a position of The Royal Feast promises: what a player's servers have earned and may yet earn, and by how much an
action changes that. Imports the engine and the state."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import Moves
from hightable.games.royal_feast.hall import RING
from hightable.games.royal_feast.state import (
    DONE,
    FACES,
    JESTER,
    JESTER_SPACES,
    KITCHEN,
    LIFT,
    LINES,
    PICK,
    PLACE,
    ROTATE,
    ROUNDS,
    SERVICE,
    SUITS,
    TABLE,
    TO,
    VALUES,
    RoyalFeast,
    capacity,
)

POINT: Final = 100  # points are counted in hundredths
COOKED: Final = 125  # a server in the Kitchen: one point, two in a quarter of the games
NOW: Final = 80  # per cent of its gain that a server is worth who can serve at once,
TURNED: Final = vec[i64]([i64(share) for share in (80, 50, 35, 35)])  # after so many turns of its tile,
CARRIED: Final = 40  # or after a move to another tile
UNPLACED: Final = 60  # per cent of its points that a coin is worth before it is placed
FOOL: Final = 300  # the tables that the Jester's suit adds, about


def prospects(s: RoyalFeast, out: vec[i64]) -> None:
    """The points so far, and in a running round what the servers promise."""
    served = crowd(s)
    for seat in range(s.seats):
        total: i64 = 0
        for row in range(ROUNDS * LINES):
            total += s.points[row * SUITS + seat] * POINT
        out[seat] = total + hopes(s, seat, served) if s.depth else total


def crowd(s: RoyalFeast) -> vec[i64]:
    """How many servers each table has."""
    served: vec[i64] = vec[i64]([i64(0)] * len(RING))
    for coin in range(s.placed):
        place = s.place[coin]
        if TABLE <= place < JESTER:
            served[place - TABLE] += 1
    return served


def hopes(s: RoyalFeast, seat: i64, served: vec[i64]) -> i64:
    """What a player's servers have earned in this round, and a share of what they may earn yet, the best first."""
    left: vec[i64] = served[:]  # as tables fill up
    total = fooled(s, seat, 0)
    for table in s.hall.ring:
        tile = s.ring[table] - 1
        if tile >= 0 and tile // VALUES == seat and not served[table]:
            total -= capacity(tile) * POINT
    for value in range(VALUES - 1, -1, -1):
        if s.purse[seat] >> value & 1:
            total += value * POINT * UNPLACED // 100
        for coin in range(s.placed):
            if s.owner[coin] == seat and s.value[coin] == value:
                place = s.place[coin]
                if place < TABLE:
                    total += hope(s, seat, value, place, left, True)
                elif place < JESTER:
                    total += value * POINT * (2 if s.hall.corners >> place - TABLE & 1 else 1)
                elif place == KITCHEN:
                    total += COOKED
    return total


def hope(s: RoyalFeast, seat: i64, value: i64, square: i64, served: vec[i64], sits: bool) -> i64:
    """What a server on a square may earn at the best table it can reach, or else in the Kitchen; `sits` takes the seat
    there, so that the next one finds it taken."""
    best: i64 = COOKED * NOW // 100
    taken: i64 = -1
    for table in s.hall.ring:
        tile = s.ring[table] - 1
        if tile < 0 or tile // VALUES != seat or served[table] >= capacity(tile):
            continue
        share = gain(s, value, table, served) * reach(s, square, table) // 100
        if share > best:
            best = share
            taken = table
    if sits and taken >= 0:
        served[taken] += 1
    return best


def gain(s: RoyalFeast, value: i64, table: i64, served: vec[i64]) -> i64:
    """What a server brings at a table: its points, and the first one averts the loss."""
    full = value * POINT * (2 if s.hall.corners >> table & 1 else 1)
    return full if served[table] else full + capacity(s.ring[table] - 1) * POINT


def reach(s: RoyalFeast, square: i64, table: i64) -> i64:
    """How likely a server on this square gets to that table, in per cent."""
    hall, here = s.hall, square
    for turn in range(4):
        if hall.beside[here] >> table & 1:
            return TURNED[turn]
        here = hall.turned[here]
    return CARRIED


def fooled(s: RoyalFeast, seat: i64, more: i64) -> i64:
    """What a player may hope for from the Jester with so many more servers there."""
    mine = s.at_of(JESTER, seat) + more
    if not mine:
        return 0
    rivals: i64 = 0
    for other in range(s.seats):
        if other != seat:
            rivals = max(rivals, s.at_of(JESTER, other))
    if mine < rivals:
        return 0
    if mine == rivals:
        return POINT
    lead = ((s.at(JESTER) + more) * POINT + FOOL) * (2 if mine > rivals + 1 else 1)
    return lead // 3


def bias(s: RoyalFeast, seat: i64, moves: Moves, out: vec[i64]) -> None:
    """By how much each move changes what is hoped for."""
    if s.phase != SERVICE:
        for i in range(moves.n):
            action = moves.items[i]
            out[i] = 8 * outlook(s, action - PLACE) if action >= PLACE else action - PICK if action >= PICK else 0
        return
    served = crowd(s)
    now: vec[i64] = vec[i64]([i64(0)] * FACES)  # what each server on the floor is worth where it stands
    for coin in range(s.placed):
        if s.place[coin] < TABLE:
            now[coin] = hope(s, s.owner[coin], s.value[coin], s.place[coin], served, False)
    for i in range(moves.n):
        action = moves.items[i]
        if action == DONE:
            out[i] = 0
        elif action >= TO:
            out[i] = carried(s, seat, s.square[s.lifted - 1] - 1, action - TO, served, now)
        elif action >= LIFT:
            out[i] = lifted(s, seat, action - LIFT, served, now)
        else:
            out[i] = rotated(s, seat, action - ROTATE, served, now)


def outlook(s: RoyalFeast, square: i64) -> i64:
    """The tables that can be reached from a square, or after turning its tile."""
    found: i64 = 0
    here = square
    for turn in range(4):
        beside = s.hall.beside[here]
        while beside:
            found += 8 >> turn
            beside &= beside - 1
        here = s.hall.turned[here]
    return found


def rotated(s: RoyalFeast, seat: i64, tile: i64, served: vec[i64], now: vec[i64]) -> i64:
    """A turned tile moves everybody who stands on it."""
    change: i64 = 0
    for square in range(s.hall.squares):
        coin = s.square[square] - 1
        if coin >= 0 and s.hall.tile[square] == tile:
            owner = s.owner[coin]
            other = hope(s, owner, s.value[coin], s.hall.turned[square], served, False) - now[coin]
            change += other if owner == seat else -other // s.seats
    return change


def lifted(s: RoyalFeast, seat: i64, square: i64, served: vec[i64], now: vec[i64]) -> i64:
    """The best that can come of lifting a server."""
    coin = s.square[square] - 1
    mine = s.owner[coin] == seat
    best: i64 = -1 << 30
    for other in range(s.hall.squares):
        if not s.square[other] and s.hall.tile[other] != s.hall.tile[square] and (s.hall.beside[other] != 0) == mine:
            best = max(best, carried(s, seat, coin, other, served, now))
    if not mine:
        return max(best, -50)
    for table in s.hall.ring:
        if s.hall.beside[square] >> table & 1:
            tile = s.ring[table] - 1
            if tile // VALUES == seat and served[table] < capacity(tile):
                best = max(best, carried(s, seat, coin, TABLE + table, served, now))
    if s.at(JESTER) < JESTER_SPACES:
        best = max(best, carried(s, seat, coin, JESTER, served, now))
    return max(best, carried(s, seat, coin, KITCHEN, served, now))


def carried(s: RoyalFeast, seat: i64, coin: i64, place: i64, served: vec[i64], now: vec[i64]) -> i64:
    """What it changes if a server goes to a place."""
    owner, value = s.owner[coin], s.value[coin]
    if place < TABLE:
        change = hope(s, owner, value, place, served, False) - now[coin]
        return change if owner == seat else -change // s.seats
    if place == JESTER:
        return fooled(s, seat, 1) - fooled(s, seat, 0) - now[coin]
    if place == KITCHEN:
        return COOKED - now[coin]
    return gain(s, value, place - TABLE, served) - now[coin]
