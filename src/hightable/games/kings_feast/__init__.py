"""The King's Feast, a puzzle for one: effects that reveal cards that interrupt effects."""

from hightable.games.kings_feast.game import GAME

__all__ = ["GAME"]
