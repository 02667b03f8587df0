"""Sets as ints. Imports the types only."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec

BITS: Final = vec[i64]([i64(2**n) for n in range(63)])


def bit(n: i64) -> i64:
    """The set of one thing, for up to 63 things. Where there are more than 31, compiled code needs this instead of
    `1 << n`: a literal is a C int there, and so too short."""
    return BITS[n]
