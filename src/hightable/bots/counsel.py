"""What a chef would do in somebody's place, and why: from that seat's view alone. Imports the engine and the search."""

from __future__ import annotations

from typing import Final

from hightable.bots.search import Search, think
from hightable.engine.advice import Advice
from hightable.engine.contract import Game, View
from hightable.engine.dice import Dice
from hightable.engine.words import N_

LEVEL: Final = "chef"
LEAST: Final = 60  # iterations of a thought worth telling
CLOSE: Final = 0.5  # points that make no difference


def advise(game: Game, view: View, dice: Dice) -> Advice | None:
    """By the game's own lights where it has any, else by thinking ahead; None if there is nothing to decide."""
    legal: list[int] = view["legal"]
    if not legal:
        return None
    own = game.advise(view, dice)
    if own is not None:
        return own
    deed = N_("I would choose “%(deed)s”.")
    if len(legal) == 1:
        return Advice(legal[0], deed, N_("There is nothing else to do."), {"deed": game.text(legal[0])})
    search = think(game, view, dice, max(LEAST, game.efforts.get(LEVEL, 0)))
    values = search.values(legal)
    order = sorted(range(len(legal)), key=lambda i: -values[i])
    action, other = legal[order[0]], legal[order[1]]
    gaps: dict[str, object] = {"deed": game.text(action), "other": game.text(other)}
    better = (hope(search, action) - hope(search, other)) / 100
    if values[order[1]] < 1.0:
        return Advice(action, deed, N_("Nothing else looked worth a second thought."), gaps)
    if better < CLOSE:
        return Advice(action, deed, N_("It is a close call: “%(other)s” does about as well."), gaps)
    if better < 1.5:
        return Advice(action, deed, N_("As far as I can see it leaves you a point better off than “%(other)s”."), gaps)
    reason = N_("As far as I can see it leaves you about %(points)s points better off than “%(other)s”.")
    return Advice(action, deed, reason, {**gaps, "points": round(better)})


def hope(search: Search, action: int) -> float:
    """The lead, in hundredths of a point, that an action came to on average."""
    worth = 2.0 * search.mean(action) - 1.0
    return search.spread * worth / max(0.01, 1.0 - abs(worth))
