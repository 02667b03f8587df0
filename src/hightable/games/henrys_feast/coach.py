"""Henry's Feast for newcomers: what is asked, why, and what to press. Imports the games' coach only."""

from hightable.engine.contract import View
from hightable.engine.words import N_
from hightable.games.coach import Coach, Lesson


def kind(view: View) -> str:
    if view["phase"] == "stockroom":
        return "stockroom-pick" if view["filled"] else "stockroom-fill"
    if view["phase"] == "passive" and view["active"] == "cook-dishes":
        return "passive-cook"
    return str(view["phase"])


COACH = Coach(
    N_("You win with the most points for dishes, but only with at least one dish of the Feast among them."),
    kind,
    {
        "active": Lesson(
            N_("Choose what you do in this turn."),
            N_(
                "A dish needs exactly its ingredients on one of your stations. You get them at the market or in the "
                "stockroom, and later you cook. Recipes for all lie on the board; the Chef's Corner has more."
            ),
            N_(
                "Press one of the buttons. The stockroom is a good beginning: take what an easy recipe on the board "
                "needs, and put it on one station."
            ),
        ),
        "market": Lesson(
            N_("Buy ingredients, each of another kind."),
            N_("How many you may carry is told by your satchels. What you buy goes to your pantry."),
            N_("Press what a recipe still needs, then “Done”."),
        ),
        "corner": Lesson(
            N_("Do one thing in the Chef's Corner."),
            N_("A stolen recipe is yours alone to cook; if you never cook it, it costs a point at the end."),
            N_("Press a recipe on display or one of the buttons. What you may do grows with your Hand skill."),
        ),
        "corner-down": Lesson(
            N_("Choose a recipe by its back."),
            N_("The back shows its course and how many ingredients it takes, not its name."),
            N_("Press one of the backs."),
        ),
        "corner-up": Lesson(
            N_("Choose any recipe of the cookbook."),
            N_("You see all of it this once, and must take one."),
            N_("Press the recipe that fits what you have."),
        ),
        "corner-buy": Lesson(
            N_("On the way back you may buy one ingredient."),
            N_("It goes to your pantry, as from the market."),
            N_("Press an ingredient, or “Done” to buy nothing."),
        ),
        "stockroom-fill": Lesson(
            N_("Fill the row with cards from the stockroom."),
            N_("The row grows to as many cards as your pantry has shelves. Clearing it first brings other cards."),
            N_("Press “Fill the row”; “Clear the row” before, if nothing in it helps you."),
        ),
        "stockroom-pick": Lesson(
            N_("Take what you need from the row."),
            N_(
                "To your pantry, or straight to a station. On a station must lie exactly what one recipe takes; no "
                "card comes back from there."
            ),
            N_("Press a card, then its place. A small crate on a recipe marks what lies in the row. Then “Done”."),
        ),
        "share": Lesson(
            N_("Help yourself in your partner's pantry."),
            N_("You may take up to two cards, and put your own on stations."),
            N_("Press a card, then its place, and “Done” at last."),
        ),
        "cook": Lesson(
            N_("Cook what is ready."),
            N_(
                "A bonus dish raises a skill of your kitchen, a Feast dish lets you win, and others are points in your "
                "victory pile."
            ),
            N_("Press a glowing recipe; when you have enough, press “Done”."),
        ),
        "passive": Lesson(
            N_("Clear up, and end your turn."),
            N_("Throw away only what is in your way. Cards with a leaf are fresh and stay."),
            N_("Press “End turn”, or first a card that shall go."),
        ),
        "passive-cook": Lesson(
            N_("Set your stations for the next dish, and end your turn."),
            N_("After cooking you may put cards from your pantry on stations."),
            N_("Press a card, then its place, or just “End turn”."),
        ),
        "final-first": Lesson(
            N_("The Last Round: once more to the stockroom, or straight to the stove?"),
            N_("This is your last turn: stockroom, cooking, clearing up, and then all is counted."),
            N_("Press one of the two buttons."),
        ),
    },
)
