"""The Feast, the smallest game and the example to follow."""

from hightable.games.the_feast.game import GAME

__all__ = ["GAME"]
