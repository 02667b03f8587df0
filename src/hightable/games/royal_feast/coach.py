"""The Royal Feast for newcomers: what is asked, why, and what to press. Imports the games' coach only."""

from hightable.engine.contract import View
from hightable.engine.words import N_
from hightable.games.coach import Coach, Lesson


def kind(view: View) -> str:
    if view["asked"] == "to" and view["lifted"] != view["viewer"]:
        return "to-other"
    return str(view["asked"])


COACH = Coach(
    N_("You win with the most points after two rounds: bring your servers to the tables of your suit."),
    kind,
    {
        "table": Lesson(
            N_("Lay the next table on an empty place."),
            N_("All tables lie face down, so nobody knows yet which is good; the ring only has to become full."),
            N_("Press any glowing place around the floor."),
        ),
        "pick": Lesson(
            N_("Pick the coin that takes its place next."),
            N_(
                "Each coin is a server, and its number is what it will bring at a table. At a corner table it counts "
                "twice."
            ),
            N_("Press a coin, then a square of the floor for it. Mind where your best ones stand."),
        ),
        "place": Lesson(
            N_("Put this server on a free square of the floor."),
            N_("From a square at the edge it can reach the table beside it; from the middle it has to travel first."),
            N_("Press a glowing square."),
        ),
        "act": Lesson(
            N_("You have up to two actions: serve, move or turn."),
            N_(
                "A server next to a table of your suit can go there, and scores at the end. Turning a floor tile "
                "carries all who stand on it; you may also move anybody to a free square of another tile."
            ),
            N_("Press a server to lift it, or a round arrow to turn a tile. “Done” ends your turn early."),
        ),
        "to": Lesson(
            N_("Carry your server somewhere."),
            N_(
                "At a table of your suit it brings its number. In the Kitchen it brings a point for sure; at the "
                "Jester it pays to have most servers."
            ),
            N_("Press a glowing place, or “Put back” to choose again."),
        ),
        "to-other": Lesson(
            N_("Move this rival's server out of your way."),
            N_("It goes to a free square of another tile, and its owner has to bring it back."),
            N_("Press a glowing square, or “Put back” to choose again."),
        ),
    },
)
