"""The table screen of The Feast. Seats and centre are the same for everybody, so a viewer's own face-down ploy is
turned over here before it reaches them; only status and hand depend on who looks."""

from typing import Any

from hightable.engine.words import N_
from hightable.games.page import Page, Person, Piece, Region, Told, View
from hightable.games.the_feast.drawing import drawing

STRAW = ("Sir Haystack", "Dame Burlap", "Uncle Stubble", "Aunt Chaff", "Baron Broomstick", "Miss Thatch")
TOPIC = -1
"""The source of a capture that takes the topic."""


def guests(view: View) -> list[str]:
    return list(STRAW[: len(view["holders"]) - view["seats"]])


def _shown(view: View, holder: dict[str, Any]) -> int | str | None:
    """A ploy as the whole table sees it, or as it is where all cards are open."""
    ploy: int | str | None = holder["ploy"]
    hidden = view["phase"] == "ploys" and not holder["dummy"] and ploy is not None and "open" not in view
    return "down" if hidden else ploy


def _extremes(view: View) -> tuple[int | None, int | None]:
    """The holders of the highest and the lowest unmatched ploy, once all lie open."""
    if view["phase"] not in ("reveal", "single", "lowest"):
        return None, None
    alone = [(h["ploy"], i) for i, h in enumerate(view["holders"]) if isinstance(h["ploy"], int) and not h["gaffe"]]
    return (max(alone)[1], min(alone)[1]) if alone else (None, None)


def _winners(view: View) -> list[int]:
    seats = view["holders"][: view["seats"]]
    best = max(h["total"] for h in seats)
    return [i for i, h in enumerate(seats) if h["total"] == best] if view["over"] else []


def _scores(view: View) -> list[dict[str, Any]]:
    """Holders by total, best first, as the reckoning lists them; `now` is what the running hand has brought so far."""
    played = view["over"] or view["phase"] == "scored"
    rows = [
        {
            "holder": i,
            **{k: h[k] for k in ("dummy", "hands", "total")},
            "now": None if played else sum(h["captured"]),
        }
        for i, h in enumerate(view["holders"])
    ]
    return sorted(rows, key=lambda row: (-row["total"], row["holder"]))


def names(view: View, people: list[Person]) -> list[str]:
    return [*(person.name for person in people), *guests(view)]


def _info(view: View, people: list[Person]) -> list[Piece]:
    return [Piece("info", {k: view[k] for k in ("hand_number", "round", "rounds", "over")})]


def _seats(view: View, people: list[Person]) -> list[Piece]:
    called, winners = names(view, people), _winners(view)
    choosing = view["phase"] in ("single", "lowest")
    pieces = [
        Piece(
            "seat",
            {
                **{k: h[k] for k in ("dummy", "cards", "captured", "total")},
                "i": i,
                "hand": h.get("hand"),
                "name": called[i],
                "who": None if h["dummy"] else people[i],
                "won": i in winners,
                "thinking": i in view["deciding"],
                "spoken": view["phase"] == "ploys" and h["ploy"] is not None,
                "turn": choosing and i in view["deciding"],
            },
            id=f"seat{i}",
        )
        for i, h in enumerate(view["holders"])
    ]
    return [*pieces, Piece("scores", {"scores": _scores(view), "names": called, "winners": winners}, id="scores")]


def _centre(view: View, people: list[Person]) -> list[Piece]:
    called = names(view, people)
    if view["over"] or view["phase"] == "scored":
        inputs = {
            "scores": _scores(view),
            "names": called,
            "winners": _winners(view),
            "hand_number": view["hand_number"],
        }
        return [Piece("final", inputs, id="final")]
    high, low = _extremes(view)
    choice = view["choice"] or {"topic": False, "gaffes": []}
    ploys = [
        {
            "dummy": h["dummy"],
            "ploy": _shown(view, h),
            "gaffe": h["gaffe"],
            "high": i == high,
            "low": i == low,
            "can": h["gaffe"] and h["ploy"] in choice["gaffes"],
        }
        for i, h in enumerate(view["holders"])
    ]
    talk = {"ploys": ploys, "names": called, "topic": view["topic"], "can_topic": choice["topic"]}
    return [
        Piece("kitchen", {"deck": view["deck"]}, id="kitchen"),
        Piece("talk", talk, id="talk"),
        Piece("tab", {"count": sum(view["discards"])}, id="tab"),
        Piece("spoken", {"discards": view["discards"]}, id="spoken"),
    ]


def _status(view: View, people: list[Person]) -> list[Piece]:
    me = view["viewer"]
    high, low = _extremes(view)
    inputs = {
        "phase": "over" if view["over"] else view["phase"],
        "mine": view["holders"][me]["ploy"] if me is not None and view["phase"] == "ploys" else None,
        "me": me,
        "my_turn": me in view["deciding"],
        "others": [i for i in view["deciding"] if i != me],
        "topic": view["topic"],
        "gaffe": any(h["gaffe"] for h in view["holders"]),
        "high": high,
        "low": low,
        "choice": view["choice"],
        "taken": "topic"
        if view["topic"] is None
        else "gaffe"
        if any(h["ploy"] is None for h in view["holders"])
        else "",
        "hand_number": view["hand_number"],
        "winners": _winners(view),
        "best": max(h["total"] for h in view["holders"][: view["seats"]]),
        "names": names(view, people),
    }
    return [Piece("status", inputs)]


def _hand(view: View, people: list[Person]) -> list[Piece]:
    """Cards as (rank, index among its copies), and whether this viewer may play."""
    hand = view["hand"]
    inputs = {
        "cards": [(rank, hand[:i].count(rank)) for i, rank in enumerate(hand)],
        "live": view["phase"] == "ploys" and view["viewer"] in view["deciding"],
        "spoken": view["phase"] == "ploys",
        "me": view["viewer"],
    }
    return [Piece("hand", inputs)]


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
        Region("info", _info, shared=True),
        Region("seats", _seats, shared=True),
        Region("centre", _centre, shared=True),
        Region("status", _status),
        Region("hand", _hand),
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
