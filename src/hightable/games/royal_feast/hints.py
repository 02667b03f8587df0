"""How good an action looks in The Royal Feast, one step ahead: what my servers have earned and may yet earn, less what
the others' may. Own coins count as remembered (the notes), others' as average. Imports the engine and the state."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import Moves, View
from hightable.games.royal_feast.hall import RING
from hightable.games.royal_feast.state import (
    DONE,
    JESTER,
    KITCHEN,
    LIFT,
    PICK,
    PLACE,
    ROTATE,
    TABLE,
    TO,
    VALUES,
    RoyalFeast,
    capacity,
)

POINT: Final = 100  # points are counted in hundredths
AVERAGE: Final = 250  # what an unknown coin is worth
COOKED: Final = 125  # a server in the Kitchen: one point, two in a quarter of the games
NOW: Final = 80  # per cent of its gain that a server is worth who can serve at once,
TURNED: Final = (80, 50, 35, 35)  # after so many turns of its tile,
CARRIED: Final = 40  # or after a move to another tile
FOOL: Final = 300  # the tables that the Jester's suit adds, about


def appraise(s: RoyalFeast, view: View) -> list[float]:
    """The value of each legal action of the viewer; `s` is a position that the view allows."""
    seat: int = view["viewer"]
    legal: list[int] = view["legal"]
    if view["asked"] == "pick":
        return [float(action - PICK) for action in legal]
    if view["asked"] == "place":
        return [float(outlook(s, action - PLACE)) for action in legal]
    if view["asked"] == "table":
        return [0.0] * len(legal)
    return [float(after(s, seat, action)) for action in legal]


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


def after(s: RoyalFeast, seat: i64, action: i64) -> i64:
    """What the position is worth after an action of the service; a lift is worth its best destination."""
    if LIFT <= action < TO:
        world = s.copy()
        world.do(seat, action)
        moves = Moves(len(s.game.actions))
        world.moves(seat, moves)
        best: i64 = -1 << 40
        for i in range(moves.n):
            to = moves.items[i]
            if worth_trying(world, seat, action - LIFT, to - TO):
                best = max(best, after(world, seat, to))
        return best
    world = s.copy()
    if action == DONE:
        return judge(world, seat)
    world.actions = 2  # so that the turn goes on, whatever is left of it
    world.trigger = 0
    if action >= ROTATE and action < LIFT:
        world.steps[world.top()].choose(world, seat, action)
    else:
        carry(world, action - TO)
    return judge(world, seat)


def carry(s: RoyalFeast, place: i64) -> None:
    square = s.lifted - 1
    coin = s.square[square] - 1
    s.lifted = 0
    s.square[square] = 0
    s.place[coin] = place
    if place < TABLE:
        s.square[place] = coin + 1


def worth_trying(s: RoyalFeast, seat: i64, square: i64, place: i64) -> bool:
    """Of all the empty squares only those beside a table, for one's own; and for others' only those beside none."""
    if place >= TABLE:
        return True
    return (s.hall.beside[place] != 0) == (s.owner[s.square[square] - 1] == seat)


def judge(s: RoyalFeast, seat: i64) -> i64:
    """My prospects, less a share of the others'."""
    others: i64 = 0
    for other in range(s.seats):
        if other != seat:
            others += prospects(s, other, False)
    return prospects(s, seat, True) * 2 * (s.seats - 1) - others


def prospects(s: RoyalFeast, seat: i64, known: bool) -> i64:
    """What a player's servers have earned, and a share of what they may earn yet, the best server first."""
    room: vec[i64] = vec[i64]([i64(0)] * len(RING))  # places left at the player's own tables
    empty: i64 = 0  # tables that nobody serves yet, as a mask
    total: i64 = 0
    for table in s.hall.ring:
        tile = s.ring[table] - 1
        if tile // VALUES == seat:
            served = s.served(table)
            room[table] = capacity(tile) - served
            if not served:
                empty |= 1 << table
                total -= capacity(tile) * POINT
    waiting: vec[i64] = vec[i64]([i64(0)] * VALUES)  # squares of servers on the floor, by worth
    worth: vec[i64] = vec[i64]([i64(0)] * VALUES)
    n: i64 = 0
    for coin in range(s.placed):
        if s.owner[coin] != seat:
            continue
        value = s.value[coin] * POINT if known else AVERAGE
        place = s.place[coin]
        if place < TABLE:
            i = n
            while i > 0 and worth[i - 1] < value:
                worth[i] = worth[i - 1]
                waiting[i] = waiting[i - 1]
                i -= 1
            worth[i] = value
            waiting[i] = place
            n += 1
        elif place < JESTER:
            total += value * 2 if s.hall.corners >> place - TABLE & 1 else value
        elif place == KITCHEN:
            total += COOKED
    total += fooled(s, seat)
    for i in range(n):
        gain = COOKED * NOW // 100
        taken: i64 = -1
        for table in s.hall.ring:
            if room[table] <= 0:
                continue
            full = worth[i] * 2 if s.hall.corners >> table & 1 else worth[i]
            if empty >> table & 1:
                full += capacity(s.ring[table] - 1) * POINT
            share = full * reach(s, waiting[i], table) // 100
            if share > gain:
                gain = share
                taken = table
        if taken >= 0:
            room[taken] -= 1
            empty &= ~(1 << taken)
        total += gain
    return total


def reach(s: RoyalFeast, square: i64, table: i64) -> i64:
    """How likely a server on this square gets to that table, in per cent."""
    here = square
    for turn in range(4):
        if s.hall.beside[here] >> table & 1:
            return TURNED[turn]
        here = s.hall.turned[here]
    return CARRIED


def fooled(s: RoyalFeast, seat: i64) -> i64:
    """What a player may hope for from the Jester."""
    mine = s.at_of(JESTER, seat)
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
    lead = (s.at(JESTER) * POINT + FOOL) * (2 if mine > rivals + 1 else 1)
    return lead // 3
