"""Bots: players that see only a view, by level. Fair by construction: none of them ever holds a state. Imports the
engine only; what a bot knows of a game, the game tells it."""

from hightable.bots.player import Bot, Greedy, Random
from hightable.engine.words import N_, Refused

_BOTS: dict[str, Bot] = {player.level: player for player in (Random(), Greedy())}
LEVELS: tuple[str, ...] = tuple(_BOTS)


def bot(level: str) -> Bot:
    """The bot of a level. It keeps nothing between two choices, so one serves every seat and table."""
    found = _BOTS.get(level)
    if found is None:
        gaps = {"level": level[:40], "levels": ", ".join(LEVELS)}
        raise Refused(N_("There is no bot called “%(level)s”. Levels: %(levels)s."), "", gaps)
    return found


__all__ = ["LEVELS", "Bot", "bot"]
