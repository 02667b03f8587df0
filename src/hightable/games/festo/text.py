"""Festo! in words: what cubes, stalls, dishes and events are called, the table as lines of text, the log as prose.
Imports the engine and the pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hightable.engine.contract import View
from hightable.engine.words import N_
from hightable.games.festo.pieces import (
    ACTIONS,
    BASE,
    COLOUR,
    CUBES,
    DISH_NAMES,
    DISHES,
    EVENT_CARDS,
    LOCATIONS,
    MAIN,
    OTHER,
    POINTS,
    ROAST,
    ROUNDS,
    TYPE,
)
from hightable.games.text import Text, Translate, listed

CUBE_NAMES: Final = (
    N_("meat"), N_("honey"), N_("spice"), N_("mushroom"), N_("fruit"), N_("potato"), N_("salt"),
)  # fmt: skip
PLACE_NAMES: Final = (
    N_("Troll"), N_("Pixies"), N_("Orc"), N_("Magician"), N_("Elf"), N_("Dwarf"), N_("Grocer"),
)  # fmt: skip
ABILITIES: Final = (  # on the plaque of a stall
    N_("Moves a cube"),
    N_("Move a helper on"),
    N_("Reserves a dish"),
    N_("Gives 1 salt"),
    N_("Trades 1 for 2"),
    N_("Sets your discs"),
    N_("One colour; most helpers lead the cooking"),
)
LAST_DWARF: Final = N_("Pays 2 points")
DEEDS: Final = (  # on the button
    N_("Move a cube"),
    N_("Send on"),
    N_("Reserve"),
    N_("Take 1 salt"),
    N_("Trade 1 for 2"),
    N_("Set discs"),
)
LAST_DEED: Final = N_("Take 2 points")
EXPLAINED: Final = (
    N_("Use one helper to move one cube from any market or shelf to another. A cube moved once stays for this round."),
    N_("One of your helpers runs on to the Orc, the Magician, the Elf, the Dwarf or the Grocer and acts there too."),
    N_("Put one helper on a small dish of the buffet. Nobody else can cook it, and you pay 1 cube less for it."),
    N_("Use one helper to take 1 salt. Salt stands for any colour when you cook."),
    N_("Give one of your cubes back and take any two coloured cubes from the supplies."),
    N_("Put your two special discs on stalls. In the next round they count there like helpers."),
    N_(
        "Each helper takes 1 cube from the shelves, all of one colour. Whoever has most helpers here gets the Start "
        "Player Card: they cook first and say who begins the next round."
    ),
)
LAST_EXPLAINED: Final = N_("In the last round one helper brings 2 points here; no discs are set.")
TYPE_NAMES: Final = (
    N_("drink"), N_("appetiser"), N_("side dish"), N_("dessert"), N_("roast"), N_("main course"),
)  # fmt: skip
ROW_NAMES: Final = (
    N_("Drinks"), N_("Appetisers"), N_("Side dishes"), N_("Desserts"), N_("Roasts"), N_("Main courses"),
)  # fmt: skip
BENEFITS: Final = (
    N_("Whatever you cook needs 1 %(colour)s less."),
    N_("When a stall gives you %(colour)s: 1 point, once for each stall and round."),
    N_("When you have the majority at a stall: 1 point, once for each stall and round."),
    N_("When you spend %(colour)s on a dish: 1 point."),
)
PHASE_NAMES: Final = {
    "rest": N_("Preparation"),
    "preparation": N_("Preparation"),
    "swap-meet": N_("Preparation"),
    "morning": N_("Morning"),
    "afternoon": N_("Afternoon"),
    "action": N_("Action"),
    "cooking": N_("Cooking"),
    "larders": N_("Cooking"),
    "over": N_("The market day is over"),
}
EVENT_TEXTS: Final = {  # what each event is called, and what it does
    "bumper-harvest": (N_("Bumper Harvest"), N_("Every market got 1 cube more, up to five.")),
    "stuffed-shelves": (N_("Stuffed Shelves"), N_("Every shelf of the Grocer got 1 cube more, up to three.")),
    "salt-caravan": (N_("Salt Caravan"), N_("Before shopping everybody takes 1 salt, while there is any.")),
    "swap-meet": (N_("Swap Meet"), N_("Before shopping everybody may swap 1 cube for one of another colour.")),
    "long-opening-hours": (N_("Long Opening Hours"), N_("Both rolls use one die less, so more stalls stay open.")),
    "early-start": (N_("Early Start"), N_("In the morning everybody places at least 3 helpers.")),
    "misty-morning": (N_("Misty Morning"), N_("There is no morning: all helpers are placed in the afternoon.")),
    "fair-shares": (N_("Fair Shares"), N_("Nobody may take all the cubes of a market.")),
    "mixed-baskets": (N_("Mixed Baskets"), N_("At the Grocer your cubes may differ in colour.")),
    "apprentice-prize": (N_("Apprentice Prize"), N_("The first ability you use this round earns you 1 point.")),
    "level-tables": (N_("Level Tables"), N_("The columns of the buffet cost nothing extra this round.")),
    "thrifty-cooks": (N_("Thrifty Cooks"), N_("The first dish each player cooks this round costs 1 cube less.")),
    "carvers-medal": (N_("Carvers' Medal"), N_("Each roast or main course cooked this round earns 2 points more.")),
    "small-larders": (N_("Small Larders"), N_("After cooking, everybody keeps only five cubes.")),
}
QUIET_DAY: Final = (N_("A quiet day"), N_("Nothing unusual happens this round."))
REASONS: Final = (
    N_("from the Dwarf"), N_("for a dessert"), N_("for an appetiser"), N_("for a side dish"),
    N_("as an apprentice's prize"), N_("as a carver's medal"),
)  # fmt: skip
ASKED: Final = {  # what the viewer is asked, and what somebody else is doing
    "start-player": (N_("Who begins this round?"), N_("says who begins")),
    "swap": (N_("Swap a cube, or leave it."), N_("is at the swap meet")),
    "place": (N_("Place your helpers on open stalls."), N_("places helpers")),
    "stall": (N_("Take all, or use the ability and take cubes, or be done."), N_("is at the stall")),
    "piece": (N_("A helper or a special disc?"), N_("chooses a piece")),
    "troll": (N_("Which cube does the Troll move, and where to?"), N_("has the Troll move a cube")),
    "pixies": (N_("Where do the Pixies carry your piece?"), N_("has the Pixies carry a piece")),
    "orc": (N_("Which dish does the Orc reserve for you?"), N_("has the Orc reserve a dish")),
    "elf": (N_("One of your cubes for two from the supplies: which?"), N_("trades with the Elf")),
    "dwarf": (N_("Where do your special discs go for the next round?"), N_("sets discs")),
    "grocery": (N_("Take cubes of one colour from the shelves, or be done."), N_("is at the Grocer's")),
    "cook": (N_("Cook a dish, take a piece back, or pass."), N_("may cook")),
    "take-back": (N_("Which cube do you pay for your piece?"), N_("takes a piece back")),
    "price": (N_("How do you pay for the dish?"), N_("pays for a dish")),
    "return": (N_("Which cube do you return? Only five keep."), N_("returns cubes")),
}


def amounts(counts: Sequence[int], _: Translate = str) -> str:
    """Cubes by colour, as people say it.

    >>> amounts([2, 0, 1])
    '2 meat and 1 spice'
    """
    return listed([f"{count} {_(CUBE_NAMES[cube])}" for cube, count in enumerate(counts) if count], _)


def dish_name(id: str) -> str:
    return DISH_NAMES[DISHES.index(id)]


def cost_words(dish: int, _: Translate = str) -> str:
    """What a dish asks for, without the surcharge of its column.

    >>> cost_words(DISHES.index("drink-honey"))
    '2 honey and 1 of one other colour'
    """
    if TYPE[dish] == ROAST:
        return _(N_("6 cubes of one colour"))
    if TYPE[dish] == MAIN:
        return _(N_("1 cube of each colour"))
    gaps = {"base": BASE[dish], "colour": _(CUBE_NAMES[COLOUR[dish]]), "other": OTHER[dish]}
    return _(N_("%(base)s %(colour)s and %(other)s of one other colour")) % gaps


def event_words(event: str | None) -> tuple[str, str]:
    return QUIET_DAY if event is None else EVENT_TEXTS[event]


def lines(view: View, names: Sequence[str], _: Translate = str) -> list[str]:
    """Everything on the table; all of it is public."""
    event, effect = event_words(view["event"])
    gaps = {"round": view["round"], "of": ROUNDS, "phase": _(PHASE_NAMES[view["phase"]])}
    told = [_(N_("Round %(round)s of %(of)s: %(phase)s.")) % gaps, f"{_(event)}: {_(effect)}"]
    told += [_stall(view, place, names, _) for place in range(len(LOCATIONS))]
    told.append(_(N_("Supplies: %(cubes)s.")) % {"cubes": amounts(view["supply"], _)})
    told += [_row(view, row, names, _) for row in range(len(view["piles"]))]
    for kind, stack in zip(ROW_NAMES[ROAST:], view["stacks"], strict=True):
        told.append(_(N_("%(kind)s: %(count)s left.")) % {"kind": _(kind), "count": len(stack)})
    told += [_player(view, seat, names, _) for seat in range(view["seats"])]
    if view["price"] is not None:
        told.append(_price(view["price"], _))
    asked = _asked(view, names, _)
    return [*told, asked] if asked else told


def _stall(view: View, place: int, names: Sequence[str], _: Translate) -> str:
    told = f"{_(PLACE_NAMES[place])}: {amounts(view['markets'][place], _) or _(N_('no cubes'))}"
    if LOCATIONS[place] in view["covered"]:
        told += ", " + _(N_("closed"))
    there = [
        f"{names[seat]} {sum(pieces)}" + (f" + {coming}" if coming else "")
        for seat, (pieces, coming) in enumerate(zip(view["areas"][place], view["coming"][place], strict=True))
        if sum(pieces) or coming
    ]
    if there:
        told += "; " + listed(there, _)
    return told + "."


def _row(view: View, row: int, names: Sequence[str], _: Translate) -> str:
    holders = {one["dish"]: one["seat"] for one in view["reserved"]}
    dishes = []
    for column, name in enumerate(view["buffet"][row * 3 : row * 3 + 3]):
        if name is None:
            continue
        dish = DISHES.index(name)
        extra = f" +{column}" if column and view["event"] != "level-tables" else ""
        held = " " + _(N_("(reserved by %(name)s)")) % {"name": names[holders[name]]} if name in holders else ""
        dishes.append(f"{DISH_NAMES[dish]} {POINTS[dish]} [{cost_words(dish, _)}{extra}]{held}")
    gaps = {"row": _(ROW_NAMES[row]), "dishes": "; ".join(dishes) or _(N_("none")), "left": view["piles"][row]}
    return _(N_("%(row)s: %(dishes)s. %(left)s in the pile.")) % gaps


def _player(view: View, seat: int, names: Sequence[str], _: Translate) -> str:
    own = view["players"][seat]
    gaps = {
        "name": names[seat] + (f" ({_(N_('you'))})" if seat == view["viewer"] else ""),
        "points": own["score"],
        "helpers": own["helpers"],
        "discs": own["discs"],
        "cubes": amounts(own["cubes"], _) or _(N_("no cubes")),
        "dishes": ", ".join(dish_name(name) for name in own["dishes"]) or _(N_("nothing cooked")),
    }
    words = N_("%(name)s: points %(points)s, helpers at home %(helpers)s, discs %(discs)s; %(cubes)s; %(dishes)s.")
    return _(words) % gaps


def _price(price: View, _: Translate) -> str:
    gaps = {"dish": dish_name(price["dish"]), "cubes": amounts(price["need"], _) or "–", "salt": sum(price["salted"])}
    return _(N_("%(dish)s is being paid for: %(cubes)s, and salt %(salt)s.")) % gaps


def _asked(view: View, names: Sequence[str], _: Translate) -> str:
    if not view["deciding"] or not view["asked"]:
        return ""
    mine, others = ASKED[view["asked"]]
    if view["viewer"] in view["deciding"]:
        return _(mine)
    return _(N_("%(name)s %(does)s.")) % {"name": names[view["deciding"][0]], "does": _(others)}


# the log

SENTENCES: Final = {
    "round": N_("Round %(round)s begins."),
    "gave": N_("%(name)s hands the Start Player Card to %(other)s."),
    "salted": N_("%(name)s takes 1 salt from the caravan."),
    "swapped": N_("%(name)s swaps %(cube)s for %(colour)s."),
    "placed": N_("%(name)s places a helper: %(place)s."),
    "rested": N_("%(name)s is done for the morning."),
    "took-all": N_("%(name)s takes all at the %(place)s: %(count)s."),
    "took": N_("%(name)s takes %(colour)s: %(place)s."),
    "moved": N_("The Troll carries %(colour)s from %(from)s to %(to)s."),
    "sent": N_("The Pixies carry a piece of %(name)s to the %(place)s."),
    "reserved": N_("%(name)s reserves %(dish)s."),
    "got-salt": N_("%(name)s gets 1 salt from the Magician."),
    "traded": N_("%(name)s gives %(cube)s to the Elf."),
    "gained": N_("%(name)s gets %(colour)s."),
    "disc": N_("%(name)s sets a disc for the next round: %(place)s."),
    "left": N_("%(name)s leaves: %(place)s."),
    "card": N_("%(name)s gets the Start Player Card and cooks first."),
    "cooked": N_("%(name)s cooks %(dish)s for %(vp)s points."),
    "freed": N_("%(name)s takes a piece back from %(dish)s for %(cube)s."),
    "passed": N_("%(name)s passes."),
    "returned": N_("%(name)s returns %(cube)s."),
}


def event_line(name: str, args: Mapping[str, int], view: View, names: Sequence[str], _: Translate = str) -> str | None:
    """An event of the rules as a sentence; the view is the one right after it."""
    gaps = _gaps(args, names, _)
    match name:
        case "event":
            event, effect = event_words(EVENT_CARDS[args["card"] - 1] if args["card"] else None)
            return f"{_(event)}: {_(effect)}"
        case "gave" if args["seat"] == args["to"]:
            return _(N_("%(name)s keeps the Start Player Card and begins.")) % gaps
        case "rolled":
            shut = listed([_(PLACE_NAMES[i]) for i in range(6) if args["covers"] >> i & 1], _)
            words = N_("Afternoon: %(shut)s closed.") if args["afternoon"] else N_("Morning: %(shut)s closed.")
            return _(words) % {"shut": shut}
        case "skipped" if args["seat"] < 0:
            return _(N_("Mist hides the street: there is no morning."))
        case "resolves" if args["majority"] >= 0:
            gaps["name"] = names[args["majority"]]
            return _(N_("The %(place)s: %(name)s has the majority.")) % gaps
        case "resolves":
            return _(N_("The %(place)s: nobody has the majority.")) % gaps
        case "tokens" if args["count"] == 1:
            return _(N_("%(name)s earns 1 point %(reason)s.")) % gaps
        case "tokens":
            return _(N_("%(name)s earns %(count)s points %(reason)s.")) % gaps
        case "chose":
            return _(N_("%(name)s chooses: %(action)s.")) % gaps
        case "over":
            return _winners(view, names, _)
    return _(SENTENCES[name]) % gaps if name in SENTENCES else None


def _gaps(args: Mapping[str, int], names: Sequence[str], _: Translate) -> dict[str, object]:
    """Everything that a sentence about an event may name."""
    gaps = dict[str, object](args)
    if args.get("seat", -1) >= 0:
        gaps["name"] = names[args["seat"]]
    if "location" in args:
        gaps["place"] = _(PLACE_NAMES[args["location"]])
    if "from" in args:
        gaps.update({"from": _(PLACE_NAMES[args["from"]]), "to": _(PLACE_NAMES[args["to"]])})
    elif "to" in args:
        gaps["other"] = names[args["to"]]
    for cube in ("cube", "colour"):
        if cube in args:
            gaps[cube] = _(CUBE_NAMES[args[cube]])
    if "dish" in args:
        gaps.update(dish=DISH_NAMES[args["dish"]], vp=int(POINTS[args["dish"]]))
    if "reason" in args:
        gaps["reason"] = _(REASONS[args["reason"]])
    if "action" in args:
        gaps["action"] = action_words(args["action"], _)
    return gaps


CHOICES: Final = {
    "ability": N_("the ability"),
    "from": N_("%(colour)s from the %(place)s"),
    "piece": N_("a helper"),
    "pay": N_("give %(cube)s"),
    "cook": N_("cook %(dish)s"),
    "take-back": N_("a piece back from %(dish)s"),
    "other": N_("with %(cube)s"),
    "colour": N_("of %(cube)s"),
    "extra": N_("%(cube)s for the column"),
    "discount": N_("1 %(cube)s less"),
    "no-discount": N_("no discount"),
    "salt": N_("salt for %(cube)s"),
    "done": N_("nothing more"),
}


def action_words(action: int, _: Translate = str) -> str:
    """A choice that has a meaning only within a turn.

    >>> action_words(ACTIONS.parse("from:troll:meat"))
    'meat from the Troll'
    """
    verb, *parts = ACTIONS.text(action).split(":")
    if parts == ["disc"]:
        return _(N_("a special disc"))
    gaps: dict[str, object] = {}
    for part in parts:
        if part in CUBES:
            gaps["cube"] = gaps["colour"] = _(CUBE_NAMES[CUBES.index(part)])
        elif part in LOCATIONS:
            gaps["place"] = _(PLACE_NAMES[LOCATIONS.index(part)])
        elif part in DISHES:
            gaps["dish"] = dish_name(part)
    return _(CHOICES[verb]) % gaps if verb in CHOICES else ACTIONS.text(action)


def winners(view: View) -> list[int]:
    """FE-64: most points; then dishes, then cubes."""
    ranks = [[own["score"], len(own["dishes"]), sum(own["cubes"])] for own in view["players"]]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def _winners(view: View, names: Sequence[str], _: Translate) -> str:
    won = winners(view)
    gaps = {"names": listed([names[seat] for seat in won], _), "points": view["players"][won[0]]["score"]}
    if len(won) > 1:
        return _(N_("%(names)s share the victory with %(points)s points.")) % gaps
    return _(N_("%(names)s wins the day with %(points)s points.")) % gaps


TEXT = Text(lines, event_line, heads=("round",), quiet=("chose", "left", "rested"))
