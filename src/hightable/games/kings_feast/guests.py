"""The eighteen guests: what they are called, what they do in our own words, what each of them asks of the player, and
why another guest won't do. Page, terminal and guide take their words from here. Imports the engine's words only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from hightable.engine.words import N_

View = dict[str, Any]


@dataclass(frozen=True)
class Guest:
    """`kind` is what a player tells by colour, hatching and glyph. `upright` is the effect once more, for a table whose
    rows stand upright because the screen is narrow; empty where it makes no difference."""

    name: str
    kind: str
    effect: str
    upright: str = ""

    @property
    def when(self) -> str:
        """When the effect happens."""
        return WHEN[self.kind]


WHEN: Final = {
    "order": N_("Order"),
    "royal": N_("Order"),
    "react": N_("When revealed"),
    "deadly": N_("Always"),
}

GUESTS: Final = {
    1: Guest(
        N_("Assassin"),
        "deadly",
        N_("Nobody may see his face. If he is ever turned up or peeked at, the feast ends there and costs two more."),
    ),
    2: Guest(N_("Hermit"), "react", N_("He hides again: he turns himself face down at once.")),
    3: Guest(N_("Priest"), "order", N_("Peek at one face-down guest.")),
    4: Guest(
        N_("Jester"),
        "order",
        N_("He is mixed with the guests at his left and right, all face down; then you flip one of them."),
        N_("He is mixed with the guests above and below him, all face down; then you flip one of them."),
    ),
    5: Guest(
        N_("Gambler"),
        "order",
        N_("Name a number, then peek at one face-down guest. If it is that number, the guest turns up."),
    ),
    6: Guest(N_("Lovers I"), "react", N_("If Lovers II lies face up, flip one guest beside Lovers II.")),
    7: Guest(
        N_("Coachman"),
        "order",
        N_("The guests at his left and right change places. He needs both."),
        N_("The guests above and below him change places. He needs both."),
    ),
    8: Guest(
        N_("Merchant"),
        "order",
        N_(
            "Choose a face-up guest around him. That guest changes places with the next higher number that lies face "
            "up, wherever it is."
        ),
    ),
    9: Guest(
        N_("Guard"),
        "order",
        N_("The guest at his right is led to the left end of the row; all in between, the Guard too, move one right."),
        N_("The guest below him is led to the top of the row; all in between, the Guard too, move one down."),
    ),
    10: Guest(
        N_("Knight"),
        "order",
        N_("He changes places with a guest a knight's jump away: two seats one way and one across."),
    ),
    11: Guest(
        N_("Noble"),
        "order",
        N_("Peek at one face-down guest. If the number is below 11, the guest turns up."),
    ),
    12: Guest(
        N_("Diplomat"),
        "react",
        N_("While he lies face up: a guest revealed beside him changes places with him before anything else."),
    ),
    13: Guest(N_("Scholar"), "react", N_("Flip one guest beside him, whichever way that guest lies.")),
    14: Guest(N_("Lovers II"), "react", N_("If Lovers I lies face up, flip one guest beside Lovers I.")),
    15: Guest(N_("Vizier"), "order", N_("Any two guests change places.")),
    16: Guest(N_("Princess"), "react", N_("Flip every guest beside her, one by one, in any order you like.")),
    17: Guest(
        N_("Queen"),
        "royal",
        N_(
            "She walks in a straight line as far as you like. Those she passes move one seat towards where she was; "
            "then you flip each of them, in any order."
        ),
    ),
    18: Guest(
        N_("King"),
        "royal",
        N_("Flip every guest around him, the diagonal ones too, one by one, in any order you like."),
    ),
}

THE: Final = {
    1: N_("the Assassin"),
    2: N_("the Hermit"),
    3: N_("the Priest"),
    4: N_("the Jester"),
    5: N_("the Gambler"),
    6: N_("Lovers I"),
    7: N_("the Coachman"),
    8: N_("the Merchant"),
    9: N_("the Guard"),
    10: N_("the Knight"),
    11: N_("the Noble"),
    12: N_("the Diplomat"),
    13: N_("the Scholar"),
    14: N_("Lovers II"),
    15: N_("the Vizier"),
    16: N_("the Princess"),
    17: N_("the Queen"),
    18: N_("the King"),
}
"""The guests as they are spoken of."""

HOW: Final = {
    "placed": N_("placed"),
    "seen": N_("seen"),
    "peeked": N_("peeked"),
    "deduced": N_("deduced"),
    "up": N_("face up"),
    "unknown": N_("not known"),  # to the player, where all cards are open
}

ASKS: Final = {
    ("turn", None): (N_("Your turn."), N_("Call upon a guest who lies face up.")),
    ("call", 5): (N_("The Gambler bets."), N_("Which number will you find?")),
    ("peek", 3): (N_("The Priest looks."), N_("Peek at one face-down guest.")),
    ("peek", 5): (N_("The Gambler bets on %(call)s."), N_("Peek at one face-down guest: only that number turns up.")),
    ("peek", 11): (N_("The Noble looks."), N_("Peek at one face-down guest: a number below 11 turns up.")),
    ("choose", 8): (N_("The Merchant trades."), N_("Who changes places with the next higher guest in sight?")),
    ("choose", 10): (N_("The Knight jumps."), N_("With whom does he change places?")),
    ("choose", 15): (N_("The Vizier arranges."), N_("Choose the first of two guests to change places.")),
    ("choose", 17): (N_("The Queen walks."), N_("To which seat? You will flip all whom she passes.")),
    ("flip", 4): (N_("The Jester has mixed them."), N_("Flip one of the mixed guests.")),
    ("flip", 6): (N_("Lovers I is revealed."), N_("Flip one guest beside Lovers II.")),
    ("flip", 13): (N_("The Scholar is revealed."), N_("Flip one guest beside him.")),
    ("flip", 14): (N_("Lovers II is revealed."), N_("Flip one guest beside Lovers I.")),
    ("flip", 16): (N_("The Princess is revealed."), N_("Flip the guests beside her; still to flip: %(left)s.")),
    ("flip", 17): (N_("The Queen has passed."), N_("Flip those she passed; still to flip: %(left)s.")),
    ("flip", 18): (N_("The King commands."), N_("Flip the guests around him; still to flip: %(left)s.")),
    ("swap", None): (
        N_("The turn ends."),
        N_("Two neighbours lying the same way may change places. Who is the first?"),
    ),
    ("swap-second", None): (N_("With whom?"), N_("Choose a neighbour who lies the same way.")),
}
SECOND: Final = (N_("The Vizier arranges."), N_("Who is the other one?"))
OR_END: Final = (N_("Your turn."), N_("Call upon a guest who lies face up, or end the feast."))

WHY_NOT: Final = {
    ("turn", None): N_("Only a guest who lies face up can be called upon."),
    ("call", 5): N_("First the Gambler names a number."),
    ("peek", 3): N_("This guest lies face up already."),
    ("peek", 5): N_("This guest lies face up already."),
    ("peek", 11): N_("This guest lies face up already."),
    ("choose", 8): N_("The Merchant needs a face-up guest around him, with a higher number somewhere in sight."),
    ("choose", 10): N_("That is no knight's jump: two seats one way and one the other."),
    ("choose", 15): N_("A guest can't change places with himself."),
    ("choose", 17): N_("The Queen moves in a straight line, at least one seat and without a gap."),
    ("flip", 4): N_("The Jester has not mixed this guest."),
    ("flip", 6): N_("This guest is not beside the other lover."),
    ("flip", 13): N_("This guest is not beside the Scholar."),
    ("flip", 14): N_("This guest is not beside the other lover."),
    ("flip", 16): N_("The Princess flips those who were beside her when she was revealed, each of them once."),
    ("flip", 17): N_("The Queen flips those whom she has passed, each of them once."),
    ("flip", 18): N_("The King flips those who were around him when you called, each of them once."),
    ("swap", None): N_("No neighbour of this guest lies the same way."),
    ("swap-second", None): N_("Choose a neighbour of the first who lies the same way."),
}
NOT_YET: Final = N_("You can end the feast once you have completed a turn.")
NOT_NOW: Final = N_("You can end the feast only before a turn begins.")

ENDINGS: Final = {
    "assassin": N_("The Assassin was seen."),
    "all-down": N_("Everybody lies face down."),
    "chosen": N_("The table is left as it is."),
}


def asked(view: View) -> tuple[str, str]:
    """What the player is asked, as a lead and a sentence; both empty while things happen by themselves."""
    if view["phase"] == "turn" and view["completed"]:
        return OR_END
    if view["phase"] == "choose" and view["asking"] == 15 and view["first"] is not None:
        return SECOND
    return ASKS.get((view["phase"], view["asking"]), ("", ""))


def gaps(view: View) -> dict[str, Any]:
    """What fills the gaps in the words of `asked`."""
    return {"call": view["call"], "left": len(view["stack"][0]["left"]) if view["stack"] else 0}


def place(cell: str) -> tuple[int, int]:
    """Row and column of a cell's name."""
    row, _, column = cell[1:].partition("c")
    return int(row), int(column)


def settled(view: View) -> list[bool]:
    """Seats whose guest is known to be the right one."""
    goal = view["arrangement"]["goal"]
    return [seen["number"] == goal[i] for i, seen in enumerate(view["cells"])]
