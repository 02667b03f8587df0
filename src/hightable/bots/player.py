"""Players that see only a view. Imports the engine and the search."""

from __future__ import annotations

from hightable.bots.search import think
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
        return legal[0] if len(legal) == 1 else best(legal, game.appraise(view), dice)


class Thinker(Bot):
    """Thinks ahead, as far as the game says for this level; where it says nothing, does what looks best."""

    def __init__(self, level: str) -> None:
        self.level = level

    def choose(self, game: Game, view: View, dice: Dice) -> int:
        legal: list[int] = view["legal"]
        if len(legal) == 1:
            return legal[0]
        effort = game.efforts.get(self.level)
        return best(legal, game.appraise(view) if effort is None else weigh(game, view, dice, effort), dice)


def weigh(game: Game, view: View, dice: Dice, effort: int) -> list[float]:
    """How good each action of view["legal"] is, thought about with this effort."""
    values = game.search(view, dice, effort)
    return think(game, view, dice, effort).values(view["legal"]) if values is None else values


def best(legal: list[int], values: list[float], dice: Dice) -> int:
    """The action of the highest value; equals are drawn among."""
    most = max(values)
    equals = [action for action, value in zip(legal, values, strict=True) if value == most]
    return equals[dice.below(len(equals))] if len(equals) > 1 else equals[0]
