"""How the golden games are played, and how a position of theirs reads; `tests/golden.py` writes them."""

from __future__ import annotations

from collections.abc import Iterator

from hightable.engine import Fast, Match, State
from hightable.games.kings_feast import GAME
from tests.golden import Golden
from tests.kings_feast.table import layout, patient

OWN = "Small_supper:UDU.D/KUDAU/.DUD.>13,16,12,.,4/18,6,1,14,17/.,2,11,7,."
VARIANTS = {  # arrangement and seed; all endings are among them
    "beginners-banquet": ("beginners-banquet", "golden 16"),
    "full-feudal-feast": ("full-feudal-feast", "golden 8"),
    "surprise-party-soiree": ("surprise-party-soiree", "golden 34"),
    "round-table-roast": ("round-table-roast", "golden 33"),
    "own-arrangement": (OWN, "golden 12"),
}
END_GAME = GAME.parse("end-game")
LONGEST = 60  # actions, after which the player ends the game when he can


def play(name: str) -> Match:
    """A game of a patient player who chooses at random, and takes back now and then."""
    arrangement, seed = VARIANTS[name]
    match = Match(GAME, 1, seed, {"arrangement": arrangement})
    dice = Fast.of(f"{name} {seed}")
    while not match.state.over:
        tired = len(match.entries) > LONGEST and END_GAME in match.state.legal(0)
        match.apply(0, END_GAME if tired else patient(match.state.view(0), dice))
        if dice.below(8) == 0 and match.why_no_undo(0) is None:
            match.undo(0)
    return match


def described(state: State, viewer: int | None) -> Iterator[str]:
    """The goal, the table with all that is hidden, what the player knows, and which effects are open."""
    view = state.view(viewer)
    shape = view["arrangement"]
    names = shape["cells"]
    yield f"goal: {' '.join(map(str, shape['goal']))}"
    for i, row in enumerate(layout(state).splitlines()):
        yield f"row {i + 1}: {row}"
    for name, cell in zip(names, view["cells"], strict=True):
        if not cell["up"]:
            known = ",".join(map(str, cell["maybe"])) + (f" {cell['how']}" if cell["how"] else "")
            yield f"{name} #{cell['id']}: {known}"
    for effect in view["stack"]:
        left = " ".join(names[cell] for cell in effect["left"])
        yield f"open: {effect['card']} ({effect['kind']}) {effect['verb']} {left}".rstrip()
    yield f"turn {view['turn']}, {view['phase']}"


GOLDEN = Golden(GAME, VARIANTS, play, described, VARIANTS, VARIANTS)
