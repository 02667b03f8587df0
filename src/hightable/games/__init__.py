"""The games at the table. Each is a folder here or somebody's package, found by the entry-point group
`hightable.games`."""

from functools import cache
from importlib.metadata import entry_points

from hightable.engine.arguments import text as a_text
from hightable.engine.contract import Game
from hightable.engine.words import N_, Refused


@cache
def games() -> dict[str, Game]:
    """All installed games by id."""
    found = {entry.name: entry.load() for entry in entry_points(group="hightable.games")}
    return dict(sorted(found.items()))


def game(id: str) -> Game:
    """One game by id."""
    a_text(id, "id")
    try:
        return games()[id]
    except KeyError:
        gaps = {"id": id[:40], "ids": ", ".join(games())}
        raise Refused(N_("There is no game called “%(id)s”. Installed: %(ids)s."), "HT-1", gaps) from None
