"""Festo! for newcomers: what is asked, why, and what to press. Imports the games' coach only."""

from hightable.engine.contract import View
from hightable.engine.words import N_
from hightable.games.coach import Coach, Lesson


def kind(view: View) -> str:
    if view["asked"] == "place":
        return f"place-{view['phase']}"
    return str(view["asked"])


COACH = Coach(
    N_("You win with the most points after four rounds: points for dishes, and for sets of different courses."),
    kind,
    {
        "start-player": Lesson(
            N_("Say who begins this round."),
            N_("Who begins places helpers first; who goes later sees what the others want."),
            N_("Press a name. In your first round you may simply keep the card."),
        ),
        "swap": Lesson(
            N_("Swap a cube for one of another colour, if you like."),
            N_("Today's event allows it. Look at the buffet for what you need."),
            N_("Press a cube of yours, then the one you want, or “Done”."),
        ),
        "place-morning": Lesson(
            N_("Send helpers to the stalls, as many as you like."),
            N_(
                "Each helper brings home one cube of what the stall sells. Who has most helpers there chooses first. "
                "Look at the buffet for a dish, and fetch its colours."
            ),
            N_("Press a glowing stall for each helper, then “Done”. Those you keep must go in the afternoon."),
        ),
        "place-afternoon": Lesson(
            N_("Send all your other helpers out."),
            N_("The dice were rolled again: other stalls are closed now."),
            N_("Press a glowing stall for each of them."),
        ),
        "stall": Lesson(
            N_("Take your cubes at this stall."),
            N_(
                "One cube for each helper; one of them may use the stall's trick instead. With more helpers than "
                "anybody else you may take all there is."
            ),
            N_("Press a cube, the trick, or “Take all”; then “Done”."),
        ),
        "piece": Lesson(
            N_("Choose what you use for the trick."),
            N_("Either can do it. The one that does brings no cube from here."),
            N_("Press one of the two."),
        ),
        "troll": Lesson(
            N_("The Troll moves a cube to another stall."),
            N_("Bring what you need to where your helpers stand, or take it from under somebody's nose."),
            N_("Press a cube, then a glowing stall."),
        ),
        "pixies": Lesson(
            N_("The Pixies carry your helper to another stall."),
            N_("It acts there, too, when that stall's turn comes."),
            N_("Press a glowing stall."),
        ),
        "orc": Lesson(
            N_("The Orc keeps a dish for you."),
            N_("Only you can cook it then, for one cube less."),
            N_("Press a glowing dish of the buffet."),
        ),
        "elf": Lesson(
            N_("The Elf gives two cubes for one of yours."),
            N_("You choose the colours: a good way to what is sold out."),
            N_("Press the cube that you give, then the ones that you want."),
        ),
        "dwarf": Lesson(
            N_("Set your special discs for the next round."),
            N_("They will count like helpers where they lie, before anybody places one."),
            N_("Press a glowing stall for each."),
        ),
        "grocery": Lesson(
            N_("Take cubes from the Grocer's shelves."),
            N_("One for each helper that you have here, and all of one colour, unless the event of the day says more."),
            N_("Press a cube, then “Done”."),
        ),
        "cook": Lesson(
            N_("Cook a dish of the buffet, or pass."),
            N_("Dishes are points, and different courses make a set. Who passes is done for this round."),
            N_("Press a glowing dish: a green tick says that you can pay it, a number how many cubes you lack."),
        ),
        "take-back": Lesson(
            N_("Choose the cube that you pay."),
            N_("For it your piece comes home from the dish that was kept for you."),
            N_("Press a cube."),
        ),
        "price": Lesson(
            N_("Say with which cubes you pay."),
            N_("A dish takes cubes of its own colour and some of one other, which you choose. Salt stands for any."),
            N_("Press what the bill asks for, and “Cook it” at last. Until then you can take it all back."),
        ),
        "return": Lesson(
            N_("Give back what your larder can't hold."),
            N_("Today's event leaves everybody five cubes."),
            N_("Press the cubes that you need least."),
        ),
    },
)
