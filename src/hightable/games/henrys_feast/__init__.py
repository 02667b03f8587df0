"""Henry's Feast: a full evening of shopping, stealing and cooking, alone or in teams."""

from hightable.games.henrys_feast.game import GAME

__all__ = ["GAME"]
