"""The King's Feast for newcomers: what is asked, why, and what to press. Imports the games' coach only."""

from hightable.engine.contract import View
from hightable.engine.words import N_
from hightable.games.coach import Coach, Lesson


def kind(view: View) -> str:
    if view["phase"] == "turn" and view["completed"]:
        return "turn-or-end"
    return str(view["phase"])


FLIP = N_("Whoever comes face up may interrupt with an effect of their own. If it is the Assassin, the feast is over.")
COACH = Coach(
    N_("Bring every guest to the chair with their number; each one in a wrong chair at the end costs a point."),
    kind,
    {
        "turn": Lesson(
            N_("Call upon a guest who lies face up."),
            N_(
                "With a crown under the number, they do what their card says; then they turn face down, and two "
                "neighbours may change places. So you move the court towards the plan."
            ),
            N_("Press a glowing guest. Point at one, or hold a finger on it, to read first what they do."),
        ),
        "turn-or-end": Lesson(
            N_("Call upon another guest, or end the feast."),
            N_("You may stop before any turn. Go on as long as you see a way to bring more guests to their chairs."),
            N_("Press a glowing guest, or “End feast”. A green tick marks chairs that are known to be right."),
        ),
        "call": Lesson(
            N_("Name the number that you hope to find."),
            N_("Next you peek at a face-down guest: if it has this number, it turns up."),
            N_("Press a number. The pencilled numbers on the backs tell who can lie there."),
        ),
        "peek": Lesson(
            N_("Look under one face-down guest."),
            N_("What you see is noted on its back for you. But never look at the Assassin: that ends the feast."),
            N_("Press a glowing back. Numbers on it are those who can lie there; beware of a 1 among them."),
        ),
        "choose": Lesson(
            N_("Choose where the guest's effect goes."),
            N_("The guest in question stands on the card beside the table, with all that they do."),
            N_("Press one of the glowing guests. The brass plate of each chair tells who belongs there."),
        ),
        "flip": Lesson(
            N_("Turn one of the glowing guests over."), FLIP, N_("Press a glowing guest; what lies up goes down.")
        ),
        "swap": Lesson(
            N_("Let two neighbours change places, or leave it so."),
            N_("This ends every turn. The two must lie the same way, both face up or both face down."),
            N_("Press the first of the two, then the other one, or press “Leave it so”."),
        ),
        "swap-second": Lesson(
            N_("Choose the second of the two."),
            N_("They change places and keep lying as they do."),
            N_("Press a glowing neighbour of the first one."),
        ),
    },
)
