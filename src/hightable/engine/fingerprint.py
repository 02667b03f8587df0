"""A small number that tells positions apart: the same compiled and plain, on any machine and Python. Who stores it with
an action can see later whether the rules still lead where they led. It follows from what is hidden, too, and where few
hands are possible they can be tried: never show it to anybody. Imports the engine only."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import FRAME, State

BITS: Final = 31  # so that it goes into an integer column of any data base
MASK: Final = 0x7FFFFFFF
WHOLE: Final = 0x3FFFFFFFFFFFFFFF  # what of a number counts
FACTOR: Final = 0x2C1B3C6D  # odd, so that nothing gets lost, and so small that no product reaches 2**63


def fingerprint(s: State) -> int:
    """Of the number of seats, of how much was drawn, of the stack and of the game's fields in their order. Positions
    that differ in one small number alone never have the same."""
    mark = _take(_take(1, s.seats), s.dice.drawn)
    for i in range(s.depth * FRAME):
        mark = _take(mark, s.frames[i])
    for name in s.game.fields:
        value: object = getattr(s, name)
        if isinstance(value, int):
            mark = _take(mark, value & WHOLE)
        elif isinstance(value, list):
            mark = _take_list(mark, value)
        else:
            try:
                mark = _take_packed(mark, value)  # type: ignore[arg-type]
            except TypeError:  # a game that is not compiled with the engine has arrays of its own kind
                mark = _take_list(mark, list(value))  # type: ignore[call-overload]
    return mark


def _take(mark: i64, x: i64) -> i64:
    """Take in one more number: bits 0 to 30, and then those above, where there are any."""
    if 0 <= x <= MASK:
        return (mark ^ x) * FACTOR & MASK
    mark = (mark ^ (x & MASK)) * FACTOR & MASK
    return (mark ^ (x >> BITS & MASK)) * FACTOR & MASK


def _take_packed(mark: i64, numbers: vec[i64]) -> i64:
    for i in range(len(numbers)):
        mark = _take(mark, numbers[i])
    return mark


def _take_list(mark: i64, numbers: list[int]) -> i64:
    """The same in one piece: plain Python comes here with every array."""
    for x in numbers:
        if 0 <= x <= MASK:
            mark = (mark ^ x) * FACTOR & MASK
        else:
            mark = (mark ^ (x & MASK)) * FACTOR & MASK
            mark = (mark ^ (x >> BITS & MASK)) * FACTOR & MASK
    return mark
