"""The King's Feast, one step ahead: what a position looks like right after an action, or after the first choice of the
guest called upon. Imports the engine and the rules."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import FRAME, Moves
from hightable.engine.dice import Fast
from hightable.games.kings_feast.arrangement import GUESTS
from hightable.games.kings_feast.estimate import POINT, count, estimate
from hightable.games.kings_feast.glance import shows, target
from hightable.games.kings_feast.rules import BY_ASSASSIN, END_GAME, KING, PRINCESS, QUEEN, SWAP, TURN, KingsFeast
from hightable.games.kings_feast.scratch import BUFFER
from hightable.games.kings_feast.worlds import Worlds

ENOUGH: Final = 40  # turns: without a plan there is no end to them, KF-59
WORLDS: Final = 8
STEP: Final = 300  # what a step to one's chair, an unknown guest and one who lies face down count, in thousandths
UNKNOWN: Final = 500
DOWN: Final = 200
DEATH: Final = 1000 * POINT


def appraise(s: KingsFeast) -> list[float]:
    """One value per legal action of a position imagined from a view."""
    worlds = Worlds(s, WORLDS, Fast(1))
    legal = Moves(BUFFER)
    s.moves(0, legal)
    return [-float(cost(s, legal.items[i], worlds)) for i in range(legal.n)]


def cost(s: KingsFeast, action: i64, worlds: Worlds) -> i64:
    """How bad it looks after this action, on average over the worlds."""
    if action == END_GAME:
        done = estimate(s.table).misplaced(s) == 0 or s.completed >= ENOUGH
        return -DEATH if done else DEATH // 2
    if shows(s, action):
        return average(s, action, worlds)
    t = s.copy()
    t.do(0, action)
    if s.top() != TURN or not t.depth or t.top() == SWAP:
        return look(s, t)
    legal = Moves(BUFFER)
    t.moves(0, legal)
    best: i64 = 100 * DEATH
    for i in range(legal.n):
        if shows(t, legal.items[i]):
            after = average(t, legal.items[i], worlds)
        else:
            u = t.copy()
            u.do(0, legal.items[i])
            after = look(s, u)
        if after < best:
            best = after
    return best


def average(s: KingsFeast, action: i64, worlds: Worlds) -> i64:
    """The same where a guest comes to light whom the player doesn't know."""
    cell = target(s, action)
    if s.top() == TURN:  # the Jester
        t = s.copy()
        t.do(0, action)
        return look(s, t)
    total: i64 = 0
    split = vec[i64]([i64(0)] * (GUESTS + 1))
    worlds.split(s.label[cell], worlds.all, split)
    for guest in range(1, GUESTS + 1):
        these = split[guest]
        if these:
            t = s.copy()
            worlds.deal(t, these)
            t.do(0, action)
            total += look(s, t) * count(these)
    return total // worlds.n


def look(before: KingsFeast, s: KingsFeast) -> i64:
    """Guests in the wrong chairs, their ways, who is unknown and who lies face down."""
    if not s.depth:
        return estimate(s.table).misplaced(before) + (DEATH if s.ending == BY_ASSASSIN else 0)
    table = estimate(s.table)
    table.look(s)
    f = table.traits
    bad = f[1] + (f[2] * STEP + f[3] * UNKNOWN) // POINT + (s.table.n - count(s.up)) * DOWN
    for i in range(s.depth):
        if s.frames[i * FRAME] in (PRINCESS, QUEEN, KING) and s.frames[i * FRAME + 2] & table.danger:
            bad += DEATH
    return bad
