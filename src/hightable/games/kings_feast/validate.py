"""The King's Feast: whether a stored position holds together. Imports the engine and the rules."""

from __future__ import annotations

from typing import Final

from hightable.engine.arguments import require
from hightable.engine.compat import i64
from hightable.engine.contract import FRAME
from hightable.games.kings_feast.arrangement import GUESTS
from hightable.games.kings_feast.rules import (
    KING,
    PRINCESS,
    QUEEN,
    SWAP,
    TURN,
    TURN_DOWN,
    KingsFeast,
)

GAMBLER: Final = 5
VIZIER: Final = 15
PEEKERS: Final = (3, 11)
FLIP_ONE: Final = (4, 6, 13, 14)
FLIP_ALL: Final = (PRINCESS, QUEEN, KING)
MERCHANT: Final = 8
KNIGHT: Final = 10
ORDERS: Final = (3, 4, GAMBLER, MERCHANT, KNIGHT, 11, VIZIER, QUEEN, KING)  # at most one of them is open
DEEPEST: Final = 16  # steps on a stored stack; what may still be revealed needs room above them


def validate(s: KingsFeast) -> None:
    """KF-1, KF-72: every guest has one seat, what the player knows is true, and the stack is one that rules build."""
    check_guests(s)
    if s.over:
        require(s.ending > 0 and s.down() == 0, "the game is over, but how, or not everybody lies face up")
        return
    require(s.ending == 0, "the game is not over, but says how it ended")
    require(s.frames[0] == TURN, "the stack should begin with a turn")
    require(s.depth <= DEEPEST, "more effects are open than a turn can have")
    for i in range(s.depth - 1):
        require(s.frames[i * FRAME + 1] == 0, "only the last step can wait for the player")
    if s.depth > 1:
        check_turn(s)


def check_guests(s: KingsFeast) -> None:
    n = s.table.n
    require(sorted(s.number) == sorted(s.table.goal), "a guest is missing or there twice")
    require(s.up >> n == 0, "somebody lies face up where there is no seat")
    known = 0
    for cell in range(n):
        maybe, own = s.maybe[cell], s.number[cell]
        require(maybe & ~s.table.in_play == 0, "a guest may be one who isn't at the table")
        require(maybe >> own & 1 == 1, "what the player knows of a guest is not true")
        require(s.up >> cell & 1 == 0 or maybe & maybe - 1 == 0, "a guest lies face up, but isn't known")
        if maybe & maybe - 1 == 0:
            known |= 1 << own
    for cell in range(n):
        maybe = s.maybe[cell]
        require(maybe & maybe - 1 == 0 or maybe & known == 0, "a guest may be one who is known to sit elsewhere")
    require(len(set(s.label)) == n and max(s.label) < s.labels, "two guests have the same mark")


def check_turn(s: KingsFeast) -> None:
    """KF-40 … KF-44, KF-52: the card called upon is to be turned down; above that lie the open effects."""
    step, first, card = s.frames[FRAME], s.frames[FRAME + 2], s.frames[FRAME + 3]
    if step == SWAP:
        require(s.depth == 2, "two guests change places when all effects are done")
        require(0 <= first <= s.table.n and 0 < card <= GUESTS, "there is no such guest or seat")
        require(not first or s.mates(first - 1) != 0, "the first to change places has no neighbour for it")
        return
    require(step == TURN_DOWN and s.depth > 2, "no rule leads to such a stack")
    require(s.table.in_play >> first & 1 == 1 if 0 < first <= GUESTS else False, "there is no such guest")
    orders = 0
    for i in range(2, s.depth):
        card = s.frames[i * FRAME]
        require(0 < card <= GUESTS and s.table.in_play >> card & 1 == 1, "an effect belongs to nobody at the table")
        orders += 1 if card in ORDERS else 0
        check_effect(s, card, s.frames[i * FRAME + 2], s.frames[i * FRAME + 3], i == s.depth - 1)
    require(orders <= 1, "two guests are called upon at once")


def check_effect(s: KingsFeast, card: i64, a: i64, b: i64, top: bool) -> None:
    """What a guest's step holds; only those who flip several cards can lie below another step."""
    cells = (1 << s.table.n) - 1
    moving = card == QUEEN and b == 0
    require(top or (card in FLIP_ALL and not moving), "only an effect that flips several guests can be interrupted")
    if moving:
        require(a == 0 and s.seat_of(card) >= 0, "the Queen can't move")
    elif card in FLIP_ALL:
        require(b in (0, 1) and a & ~cells == 0 and (a != 0 or not top), "there is nobody left to turn over")
    elif card in FLIP_ONE:
        require(a != 0 and a & ~cells == 0, "there is nobody to turn over")
    elif card == GAMBLER:
        require(a == 0 or (0 < a <= GUESTS and s.table.in_play >> a & 1 == 1), "the Gambler names nobody at the table")
        require(s.down() != 0, "nobody lies face down")
    elif card in PEEKERS:
        require(s.down() != 0, "nobody lies face down")
    elif card == VIZIER:
        require(0 <= a <= s.table.n, "there is no such seat")
    else:
        require(card in (MERCHANT, KNIGHT) and s.seat_of(card) >= 0, "this guest asks nothing, or lies face down")
