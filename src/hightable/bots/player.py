"""Players that see only a view: the base class and the two that don't search. Imports the engine only."""

from __future__ import annotations

from hightable.engine.compat import mypyc_attr
from hightable.engine.contract import Game, View
from hightable.engine.dice import Dice


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Somebody to play against. It gets what a person in its seat would see, and dice of its own; never the state."""

    level: str = ""

    def choose(self, game: Game, view: View, dice: Dice) -> int:
        """One of view["legal"], which is not empty."""
        raise NotImplementedError


class Random(Bot):
    """Does anything that is allowed, each thing as likely as the other."""

    level = "random"

    def choose(self, game: Game, view: View, dice: Dice) -> int:
        legal: list[int] = view["legal"]
        return legal[dice.below(len(legal))]


class Greedy(Bot):
    """Does what looks best one step ahead, by the game's own hints; equals are drawn among."""

    level = "greedy"

    def choose(self, game: Game, view: View, dice: Dice) -> int:
        legal: list[int] = view["legal"]
        if len(legal) == 1:
            return legal[0]
        values = game.appraise(view)
        best = max(values)
        equals = [action for action, value in zip(legal, values, strict=True) if value == best]
        return equals[dice.below(len(equals))] if len(equals) > 1 else equals[0]
