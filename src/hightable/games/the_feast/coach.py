"""The Feast for newcomers: what is asked, why, and what to press. Imports the games' coach only."""

from hightable.engine.contract import View
from hightable.engine.words import N_
from hightable.games.coach import Coach, Lesson


def kind(view: View) -> str:
    return str(view["phase"])


COACH = Coach(
    N_("You win with the most points after four hands; every card that you capture counts its number."),
    kind,
    {
        "ploys": Lesson(
            N_("Choose the card that you will say to the topic in the middle."),
            N_(
                "All cards are opened together, and equal ones are gaffes. Of the others the highest takes the topic, "
                "and the lowest takes one of the gaffes."
            ),
            N_(
                "Press a card of your hand. The deck has ten 10s but only one 1: high cards are strong, and easily "
                "met by a second one."
            ),
        ),
        "single": Lesson(
            N_("Take one card from the table."),
            N_("Yours was the only card that nobody else had, so you may choose between the topic and the gaffes."),
            N_("Press one of the cards that are offered. It counts its number for you: the higher, the better."),
        ),
        "lowest": Lesson(
            N_("Take one of the gaffes."),
            N_("Yours was the lowest of the cards that nobody else had. A gaffe counts its number for you."),
            N_("Press one of the cards that are offered: the higher, the better."),
        ),
    },
    {
        "ploys": Lesson(
            N_("You have said your card; the others are still thinking."),
            N_("When everybody has chosen, all cards are opened together."),
            N_("Until then you may change your mind: press the bent arrow at the top to take your card back."),
        ),
    },
)
