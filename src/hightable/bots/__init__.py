"""Bots: players that see only a view, by level. Fair by construction: none of them ever holds a state. Imports engine
and games; what a bot knows of a game, the game tells it."""

from hightable.bots.player import Bot, Greedy, Random, Search
from hightable.engine.contract import Game
from hightable.engine.words import N_, Refused
from hightable.games import games

_BOTS: dict[str, Bot] = {player.level: player for player in (Random(), Greedy())}
LEVELS: tuple[str, ...] = tuple(_BOTS)
"""What every game has; see `levels` for all of one game."""


def levels(game: Game) -> tuple[str, ...]:
    """The levels at which a game can be played, weakest first."""
    return LEVELS + tuple(game.efforts)


def bot(level: str) -> Bot:
    """The bot of a level. It keeps nothing between two choices, so one serves every seat and table."""
    found = _BOTS.get(level)
    if found is None and any(level in game.efforts for game in games().values()):
        found = _BOTS[level] = Search(level)
    if found is None:
        gaps = {"level": level[:40], "levels": ", ".join(LEVELS)}
        raise Refused(N_("There is no bot called “%(level)s”. Levels: %(levels)s."), "", gaps)
    return found


__all__ = ["LEVELS", "Bot", "bot", "levels"]
