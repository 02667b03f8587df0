"""Players that see only a view. Imports the engine and the search."""

from __future__ import annotations

from hightable.bots.search import Search, think
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
    """Thinks ahead, as far as the game says for this level; where it says nothing, does what looks best. From one
    action of a turn to the next it goes on with its thought, as long as all is as expected; so each seat has one of
    its own."""

    def __init__(self, level: str) -> None:
        self.level = level
        self.thought: Search | None = None

    def choose(self, game: Game, view: View, dice: Dice) -> int:
        legal: list[int] = view["legal"]
        thought, self.thought = self.thought, None
        if thought is not None and not thought.meets(view):
            thought = None
        action = legal[0]
        if len(legal) > 1:
            effort = game.efforts.get(self.level)
            values = game.appraise(view) if effort is None else game.search(view, dice, effort)
            if values is None:
                thought = think(game, view, dice, effort or 0, thought)
                values = thought.values(legal)
            action = best(legal, values, dice)
        if thought is not None and thought.follow(action):
            self.thought = thought
        return action


def best(legal: list[int], values: list[float], dice: Dice) -> int:
    """The action of the highest value; equals are drawn among."""
    most = max(values)
    equals = [action for action, value in zip(legal, values, strict=True) if value == most]
    return equals[dice.below(len(equals))] if len(equals) > 1 else equals[0]
