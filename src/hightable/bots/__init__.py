"""Bots: players that see only a view, by level. Fair by construction: none of them ever holds a state. Imports engine
and games; what a bot knows of a game, the game tells it."""

from typing import Final

from hightable.bots.counsel import advise
from hightable.bots.player import Bot, Greedy, Random, Thinker
from hightable.engine.arguments import text
from hightable.engine.words import N_, Refused

LEVELS: Final = ("apprentice", "cook", "chef", "master")
"""Whom people play against, weakest first, in every game."""
BASELINES: Final = ("random", "greedy")
"""Whom the lab measures them by."""
KNOWN: Final = (*LEVELS, *BASELINES)
USUAL: Final = "cook"
"""Who plays where nobody says otherwise."""
_YARDSTICKS: Final[dict[str, Bot]] = {"random": Random(), "greedy": Greedy()}


def bot(level: str) -> Bot:
    """A bot of a level, for one seat: it may go on with a thought. One may play game after game."""
    if text(level, "level") in LEVELS:
        return Thinker(level)
    found = _YARDSTICKS.get(level)
    if found is None:
        gaps = {"level": level[:40], "levels": ", ".join(KNOWN)}
        raise Refused(N_("There is no bot called “%(level)s”. Levels: %(levels)s."), "", gaps)
    return found


__all__ = ["BASELINES", "KNOWN", "LEVELS", "USUAL", "Bot", "advise", "bot"]
