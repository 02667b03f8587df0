"""Festo!: helpers on a market street, haggling for cubes, and a buffet to cook."""

from hightable.games.festo.game import GAME

__all__ = ["GAME"]
