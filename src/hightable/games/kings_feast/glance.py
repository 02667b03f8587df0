"""What the solver sees in a position at a glance: which actions are worth a thought, which show an unknown guest, and
whether it has been here before. Imports the engine and the rules."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64
from hightable.engine.contract import FRAME, Moves
from hightable.games.kings_feast.arrangement import ASSASSIN
from hightable.games.kings_feast.estimate import GAMBLER, NOBLE, VIZIER
from hightable.games.kings_feast.rules import (
    ACTIVATE,
    CALL,
    CHOOSE,
    DIPLOMAT,
    END_GAME,
    FLIP,
    PEEK,
    PRINCESS,
    SKIP_SWAP,
    KingsFeast,
)

PRIEST: Final = 3
JESTER: Final = 4
HASH: Final = 0x7FFFFFFF
LOUD: Final = 1 << ASSASSIN | 1 << 2 | 1 << 6 | 1 << DIPLOMAT | 1 << 13 | 1 << 14 | 1 << PRINCESS  # KF-2: who reacts


def sensible_of(s: KingsFeast, legal: Moves, later: bool) -> i64:
    """Which of the legal actions are worth a thought, as a mask: of those that come to the same only the first, and the
    Assassin is left alone if he can be. `later`: not at the root, where a choice may be half made."""
    top = s.top()
    found: i64 = 0
    if top == GAMBLER and not s.arg(0):
        idle = True
        for i in range(legal.n):
            if s.seat_of(legal.items[i] - CALL) < 0 or idle:
                found |= 1 << i
            if s.seat_of(legal.items[i] - CALL) >= 0:
                idle = False  # one number that can't be met is enough
    elif top in (PRIEST, GAMBLER, NOBLE):
        call = s.arg(0) if top == GAMBLER else 0
        idle = not call or s.seat_of(call) >= 0
        for i in range(legal.n):
            maybe = s.maybe[s.cell(legal.items[i], PEEK)]
            if maybe == 1 << ASSASSIN:
                continue
            if maybe & maybe - 1:
                wanted = maybe >> call & 1 == 1 if call and s.seat_of(call) < 0 else True
            elif top == GAMBLER:
                wanted = maybe >> call & 1 == 1
            else:
                wanted = top == NOBLE and maybe < 1 << NOBLE
            if wanted or (idle and not maybe & maybe - 1):
                found |= 1 << i
                idle = idle and wanted
    elif top == VIZIER and s.arg(0) and later:
        for i in range(legal.n):
            if s.cell(legal.items[i], CHOOSE) >= s.arg(0):
                found |= 1 << i
    return found or (1 << legal.n) - 1


def swaps(s: KingsFeast, one: i64, other: i64) -> list[int]:
    """The actions that end a turn so."""
    if one < 0:
        return [SKIP_SWAP]
    second = [int(CHOOSE + s.table.place[other])]
    return second if s.arg(0) else [int(CHOOSE + s.table.place[one]), *second]


def target(s: KingsFeast, action: i64) -> i64:
    """The cell an action names; -1 for one that names none."""
    if action < CALL + 1:
        return s.cell(action, ACTIVATE)
    if action < PEEK:
        return -1
    if action < CHOOSE:
        return s.cell(action, PEEK)
    if action < FLIP:
        return s.cell(action, CHOOSE)
    return s.cell(action, FLIP) if action < END_GAME else -1


def shows(s: KingsFeast, action: i64) -> bool:
    """Whether chance or an unknown guest decides what this action does."""
    cell = target(s, action)
    if cell < 0 or CHOOSE <= action < FLIP:
        return False
    if action <= CALL:
        return s.number[cell] == JESTER
    return s.maybe[cell] & s.maybe[cell] - 1 != 0


def quiet(s: KingsFeast, cell: i64) -> bool:
    """Whether to turn over this guest, whom the player knows, moves nobody and calls forth nothing, now or later in the
    same effect."""
    number = s.number[cell]
    if number == DIPLOMAT:
        return False
    if s.up >> cell & 1:
        return True
    if LOUD >> number & 1:
        return False
    diplomat = s.seat_of(DIPLOMAT)
    return diplomat < 0 or not s.table.beside[cell] >> diplomat & 1


def key_of(s: KingsFeast, first: i64, second: i64) -> i64:
    """Positions that are the same to the player have the same key. With two on the same side in each other's place."""
    one: i64 = s.up
    other: i64 = s.up + 77
    maybe = s.maybe
    for cell in range(s.table.n):
        there = second if cell == first else first if cell == second else cell
        one = (one ^ maybe[there]) * 0x45D9F3B & HASH
        one ^= one >> 15
        other = (other ^ maybe[there]) * 0x2545F49 & HASH
        other ^= other >> 13
    return one << 31 | other


def stack_key(s: KingsFeast) -> i64:
    """In the middle of a turn the open effects count too."""
    key: i64 = s.depth
    frames = s.frames
    for i in range(FRAME, s.depth * FRAME):
        key = (key ^ frames[i] + i) * 0x45D9F3B & HASH
        key ^= key >> 15
    return key << 17
