"""The table screen of The Feast: its regions, what travels between them, and how long each picture stands."""

from typing import Any

from hightable.engine.words import N_
from hightable.games.page import Page, Region, Told, View
from hightable.games.the_feast.drawing import drawing, guests

TOPIC = -1
"""The source of a capture that takes the topic."""


def moves(told: Told, view: View) -> list[tuple[str, str]]:
    args, holders = told.args, view["holders"]
    match told.name:
        case "topic":
            return [("k", "t")]
        case "ploy":
            rank = args["rank"]
            return [(f"m{rank}_{view['hand'].count(rank)}", f"p{args['seat']}")]
        case "chose" if args["seat"] != view["viewer"]:
            return [_from_fan(args["seat"], holders)]
        case "dummy":
            return [_from_fan(args["holder"], holders)]
        case "captured":
            source, holder = args["source"], args["holder"]
            slot = holders[holder]["captured"].index(args["rank"])
            return [("t" if source == TOPIC else f"p{source}", f"c{holder}_{slot}")]
    return []


def _from_fan(holder: int, holders: list[dict[str, Any]]) -> tuple[str, str]:
    """A played card leaves a hidden hand from the last slot, wherever it really was."""
    return f"h{holder}_{holders[holder]['cards']}", f"p{holder}"


PAGE = Page(
    regions=(
        Region("info", shared=True),
        Region("seats", shared=True),
        Region("centre", shared=True),
        Region("status"),
        Region("hand"),
    ),
    moves=moves,
    logged=frozenset({"dealt", "topic", "revealed", "captured", "nothing", "scored", "over"}),
    holds={"revealed": 1900, "captured": 1300, "nothing": 1500, "scored": 2800},
    guests=guests,
    holders=lambda view: len(view["holders"]),
    chapters={"dealt": N_("Hand %(hand)s")},
    line=N_("Say the right thing at table, and never the same."),
    about=N_(
        "A topic is served, and all at table answer it at once with a card from their hand. Say what somebody else "
        "says and it is a gaffe; of those who were original, the loudest wins the topic and the quietest pockets a "
        "gaffe. After four hands the richest collection of table talk wins."
    ),
    minutes="15–20",
    drawing=drawing,
)
