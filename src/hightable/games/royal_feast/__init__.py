"""The Royal Feast and the Court Jester: servers on turning tiles, values that only memory keeps."""

from hightable.games.royal_feast.game import GAME

__all__ = ["GAME"]
