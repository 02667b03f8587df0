"""How bots think about a game: what a game says of itself to search. Imports the types only."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64

EFFORTS: Final = {"apprentice": 4, "cook": 20, "chef": 100, "master": 500}
"""Iterations for a turn. With one a bot takes what looks best; with none it draws by the bias, and -n is n times as
warm as play-outs are."""


class Style:
    """How bots think about a game. `horizon`: decisions played out by the bias before the prospects are judged, -1 for
    all to the end, which is right while a game has no prospects of its own. `spread`: hundredths of a point by which a
    lead is as good as three quarters of a victory. `heat`: hundredths by which the bias may well be wrong, so that
    other moves are tried soon; `cool`: the same in play-outs. `eager`: how much else is tried at all."""

    def __init__(
        self, horizon: int = -1, spread: int = 1000, heat: int = 100, eager: float = 0.3, cool: int = 100
    ) -> None:
        self.horizon: i64 = horizon
        self.spread = float(spread)
        self.heat = float(heat)
        self.eager = eager
        self.cool = float(cool)
