"""The table screen of The Royal Feast: the dining hall from above, one piece for each table, server tile and seat. All
of it is made of what the view tells; only what may be pressed, and one's own coins, depend on who looks."""

from typing import Any, Final

from hightable.engine.words import N_
from hightable.games.page import Page, Person, Piece, Region, Told, View
from hightable.games.royal_feast.hall import LARGE, RING, SMALL, SQUARES, TILES, Hall
from hightable.games.royal_feast.state import ACTIONS, JESTER_SPACES
from hightable.games.royal_feast.text import (
    ACTIONS_LEFT,
    LINE_NAMES,
    PHASE_NAMES,
    SUIT_NAMES,
    TABLE_NAMES,
    VALUE_NAMES,
    tile_name,
)

SIDES, DOUBLES, NEGLECTED, IN_KITCHEN, AT_JESTER = range(5)
"""Lines of the score sheet."""
EMBLEMS: Final = ("sun", "moon", "crown", "arms")
WAIT: Final = N_("It isn't your turn.")
COUNTING: Final = N_("The round is being counted.")
OVER: Final = N_("The feast is over.")


# what may be pressed, and why not


def _on_floor(view: View, seat: int) -> int:
    return sum(coin is not None and coin["owner"] == seat for coin in view["squares"])


def _mine(view: View) -> bool:
    """Whether this viewer is asked; who has just placed the last server is not any more, RF-27."""
    me = view["viewer"]
    return me in view["deciding"] and (view["phase"] != "service" or _on_floor(view, me) > 0)


def _deeds(view: View) -> set[str]:
    """The actions that this viewer is offered."""
    return {ACTIONS.text(action) for action in view["legal"]} if _mine(view) else set()


def _idle(view: View) -> str:
    """Why nothing can be pressed, if this viewer isn't asked; nothing for those who only watch."""
    if view["viewer"] is None or _mine(view):
        return ""
    if view["over"]:
        return OVER
    return COUNTING if view["counted"] else WAIT


def _up(place: View) -> bool:
    """Whether the tile of a place has been turned up."""
    return place["tile"] is not None and "down" not in place["tile"]


def _hall(view: View) -> Hall:
    return SMALL if view["rows"] == SMALL.rows else LARGE


def _why_not_lay(view: View, table: View) -> str:
    """Why nothing can be done with a table just now."""
    match view["asked"]:
        case "table":
            return N_("There is a tile here already.")
        case "pick":
            return N_("First pick one of your coins.")
        case "place":
            return N_("Put your coin on an empty square of the floor.")
        case "act":
            return N_("Lift a server first, then carry it here.")
    lifted, suit = view["lifted"], table["tile"]["suit"]
    if view["squares"][lifted]["owner"] != view["viewer"]:
        return N_("Another player's server can only be moved to an empty square.")
    if not _hall(view).beside[lifted] >> RING.index(table["name"]) & 1:
        return N_("This table is not beside the server's square.")
    if suit != view["viewer"]:
        return N_("You serve only tables of your own suit.")
    return N_("This table has as many servers as it holds.")


def _why_not_square(view: View, square: int) -> str:
    """Why nothing can be done with a square just now."""
    coin = view["squares"][square]
    match view["asked"]:
        case "table":
            return N_("First the tables are set: put a tile on an empty place.")
        case "pick":
            return N_("First pick one of your coins.")
        case "place":
            return N_("A server stands there already.")
        case "act" if coin is None:
            return N_("No server stands there.")
        case "act":
            return N_("There is no empty square on another tile to move this server to.")
    if coin is not None:
        return N_("A server stands there already.")
    return N_("A server is moved to another tile, not within its own.")


def _why_not_beside(view: View, jester: bool) -> str:
    """Why no server can be sent to the Kitchen or the Jester just now."""
    if view["asked"] == "act":
        return N_("Lift one of your servers first, then send it here.")
    if view["asked"] != "to":
        return N_("First the servers take their places.")
    if view["squares"][view["lifted"]]["owner"] != view["viewer"]:
        return N_("Another player's server can only be moved to an empty square.")
    return N_("The Jester has four spaces, and all are taken.") if jester else ""


# the count, step by step


def _worth(view: View, coin: View) -> int:
    """RF-2, RF-R1: what a coin brings at a side table."""
    return 1 if coin["value"] == 0 and view["options"]["null_coin"] == 1 else int(coin["value"])


def _earned(view: View, table: View) -> tuple[int, int] | None:
    """The line and the points of a table, RF-30 … RF-32; nothing for a suit that nobody plays."""
    if table["tile"]["suit"] >= view["seats"]:
        return None
    if not table["coins"]:
        return NEGLECTED, -table["holds"]
    points = sum(_worth(view, coin) for coin in table["coins"])
    return (DOUBLES, 2 * points) if table["corner"] else (SIDES, points)


def _counted(view: View) -> int:
    """How many tables have been counted: as many as explain the points on the sheet."""
    if not view["counted"]:
        return 0
    if view["phase"] != "scoring" or _up(view["kitchen"]):
        return len(view["tables"])
    sheet, found = view["points"][view["round"] - 1], 0
    sums = [[0] * view["seats"] for _ in range(3)]
    for n, table in enumerate(view["tables"]):
        if sums == sheet[:3]:
            found = n
        if earned := _earned(view, table):
            sums[earned[0]][table["tile"]["suit"]] += earned[1]
    return len(view["tables"]) if sums == sheet[:3] else found


def _now(view: View) -> View | None:
    """The table that has just been counted."""
    if view["phase"] != "scoring" or _up(view["kitchen"]):
        return None
    done = [table for table in view["tables"][: _counted(view)] if _earned(view, table)]
    return done[-1] if done else None


def _gains(view: View) -> list[int | None]:
    """What the step of the count on show brings to each seat."""
    gains: list[int | None] = [None] * view["seats"]
    if view["phase"] != "scoring":
        return gains
    sheet = view["points"][view["round"] - 1]
    if _up(view["kitchen"]):
        line = sheet[IN_KITCHEN if not _up(view["jester"]) else AT_JESTER]
        return [points or None for points in line]
    if (table := _now(view)) and (earned := _earned(view, table)):
        gains[table["tile"]["suit"]] = earned[1]
    return gains


def _step(view: View) -> dict[str, Any]:
    """What is being counted, with all that its points are made of."""
    sheet = view["points"][view["round"] - 1]
    if not _up(view["kitchen"]):
        table = _now(view)
        earned = table and _earned(view, table)
        if not table or not earned:
            return {"of": "coins"}
        parts = [_worth(view, coin) for coin in table["coins"]]
        named = {key: table[key] for key in ("name", "corner", "tile")}
        return {"of": "table", **named, "parts": parts, "points": earned[1]}
    place, line = ("kitchen", IN_KITCHEN) if not _up(view["jester"]) else ("jester", AT_JESTER)
    owners = [coin["owner"] for coin in view[place]["coins"]]
    counts = [owners.count(seat) for seat in range(view["seats"])]
    tile = view[place]["tile"]
    return {
        "of": place,
        "tile": tile,
        "coins": counts,
        "leaders": [seat for seat, count in enumerate(counts) if count == max(counts)],
        "double": view["options"]["kitchen_double"],
        "points": sheet[line],
        "tables": sum(table["tile"]["suit"] == tile["suit"] for table in view["tables"]),
    }


def _winners(view: View) -> list[int]:
    best = max(view["totals"])
    return [seat for seat, total in enumerate(view["totals"]) if total == best] if view["over"] else []


# regions


def _info(view: View, people: list[Person]) -> list[Piece]:
    return [Piece("info", {"round": view["round"], "phase": view["phase"]})]


def _seat(view: View, person: Person, seat: int) -> Piece:
    own = [table for table in view["tables"] if _up(table) and table["tile"]["suit"] == seat]
    last = view["finisher"] is not None and view["phase"] == "service"
    inputs = {
        "i": seat,
        "who": person,
        "total": view["totals"][seat],
        "gain": _gains(view)[seat],
        "floor": _on_floor(view, seat),
        "stack": view["stacks"][seat],
        "purse": view["purses"][seat] if "purses" in view else [],
        "opened": any(map(_up, view["tables"])),
        "tables": len(own),
        "served": sum(bool(table["coins"]) for table in own),
        "penalty": -sum(table["holds"] for table in own if not table["coins"]),
        "begins": seat == view["start"],
        "die": view["rolls"][seat] if view["phase"] == "tables" else None,
        "turn": seat in view["deciding"],
        "finished": last and seat == view["finisher"],
        "last": last and seat != view["finisher"] and seat in _last(view),
        "won": seat in _winners(view),
        "over": view["over"],
    }
    return Piece("steward", inputs, id=f"seat{seat}")


def _last(view: View) -> list[int]:
    """The seats that still have a last turn, RF-27."""
    if not view["deciding"]:
        return []
    due = view["last_turns"] - (view["deciding"][0] == view["finisher"])
    first = view["deciding"][0] + (view["deciding"][0] == view["finisher"])
    return [(first + n) % view["seats"] for n in range(due)]


def _seats(view: View, people: list[Person]) -> list[Piece]:
    return [
        *(_seat(view, person, seat) for seat, person in enumerate(people)),
        Piece("scores", _sheet(view, people), "scores"),
    ]


def _sheet(view: View, people: list[Person]) -> dict[str, Any]:
    played = (
        0 if not view["counted"] and view["round"] == 1 else view["round"] if view["counted"] else view["round"] - 1
    )
    return {
        "names": [person.name for person in people],
        "points": view["points"][:played],
        "totals": view["totals"],
        "winners": _winners(view),
    }


def _ring(view: View) -> list[Piece]:
    deeds, idle, counted, now = _deeds(view), _idle(view), _counted(view), _now(view)
    pieces = []
    for n, table in enumerate(view["tables"]):
        deed = next((text for text in (f"table {table['name']}", f"to {table['name']}") if text in deeds), "")
        earned = _earned(view, table) if n < counted else None
        inputs = {
            **{key: table[key] for key in ("name", "corner", "laid", "tile", "holds")},
            "coins": [_coin(view, coin) for coin in table["coins"]],
            "place": _place(view, table["name"]),
            "deed": deed,
            "why": "" if deed else _why_not_lay(view, table) if _mine(view) else idle,
            "points": earned[1] if earned else None,
            "now": table is now,
        }
        pieces.append(Piece("ring", inputs, id=f"t-{table['name']}"))
    return pieces


def _place(view: View, name: str) -> tuple[int, int]:
    """Row and column of a table in the hall."""
    last = view["rows"] // 2 + 2
    if name[0] in "NS":
        return (1 if name[0] == "N" else last), {"W": 1, "1": 2, "2": 3, "E": 4}[name[1]]
    return int(name[1]) + 1, 1 if name[0] == "W" else 4


def _coin(view: View, coin: View | None) -> View | None:
    """A coin to be drawn; `up`: it lies with its value up."""
    return coin and {**coin, "up": view["counted"]}


def _floor(view: View) -> list[Piece]:
    deeds, idle, hall = _deeds(view), _idle(view), _hall(view)
    pieces = []
    for tile in range(hall.tiles):
        squares = []
        for square in (n for n in range(hall.squares) if hall.tile[n] == tile):
            name, lifted = SQUARES[square], square == view["lifted"]
            deed = next((text for verb in ("place", "lift", "to") if (text := f"{verb} {name}") in deeds), "")
            coin = _coin(view, view["squares"][square])
            squares.append(
                {
                    "name": name,
                    "coin": coin,
                    "lifted": lifted,
                    "deed": deed,
                    "back": lifted and _mine(view),
                    "mine": coin is not None and coin["owner"] == view["viewer"] and _mine(view),
                    "why": "" if deed or lifted else _why_not_square(view, square) if _mine(view) else idle,
                }
            )
        turn = f"rotate {TILES[tile]}"
        inputs = {
            "tile": tile,
            "squares": squares,
            "turns": view["phase"] == "service",
            "watched": view["viewer"] is None,
            "deed": turn if turn in deeds else "",
            "why": "" if turn in deeds else _why_not_turn(view, squares) if _mine(view) else idle,
        }
        pieces.append(Piece("tile", inputs, id=f"q-{tile + 1}"))
    return pieces


def _why_not_turn(view: View, squares: list[dict[str, Any]]) -> str:
    if view["asked"] == "to":
        return N_("You have lifted a server: carry it to its place first.")
    return N_("Nobody stands on this tile: turning it changes nothing.")


def _board(view: View, people: list[Person]) -> list[Piece]:
    return [*_ring(view), *_floor(view)]


def _sides(view: View, people: list[Person]) -> list[Piece]:
    deeds, idle = _deeds(view), _idle(view)
    sheet = view["points"][view["round"] - 1]
    pieces = []
    for name, line in (("kitchen", IN_KITCHEN), ("jester", AT_JESTER)):
        place, deed = view[name], f"to {name}" if f"to {name}" in deeds else ""
        shown = view["counted"] and _up(place)
        inputs = {
            "jester": name == "jester",
            "laid": view["phase"] != "tables",
            "tile": place["tile"],
            "coins": [_coin(view, coin) for coin in place["coins"]],
            "spaces": JESTER_SPACES,
            "deed": deed,
            "why": "" if deed else _why_not_beside(view, name == "jester") if _mine(view) else idle,
            "now": shown and view["phase"] == "scoring" and (name == "jester" or not _up(view["jester"])),
            "points": sheet[line] if shown else [],
            "double": view["options"]["kitchen_double"],
            "names": [person.name for person in people],
        }
        pieces.append(Piece("beside", inputs, id=name))
    return pieces


def _status(view: View, people: list[Person]) -> list[Piece]:
    me, deciding = view["viewer"], view["deciding"][0] if view["deciding"] else None
    lifted = None if view["lifted"] is None else view["squares"][view["lifted"]]["owner"]
    picked = view["picked"]
    if view["asked"] == "place" and _mine(view) and picked is None:
        picked = view["hand"][0]
    ending = view["finisher"] is not None and view["phase"] == "service"
    inputs = {
        "phase": view["phase"],
        "asked": view["asked"],
        "me": me,
        "mine": _mine(view),
        "seat": deciding,
        "names": [person.name for person in people],
        "round": view["round"],
        "start": view["start"],
        "rolls": view["rolls"] if view["phase"] == "tables" and not view["asked"] else [],
        "deck": sum(not table["laid"] for table in view["tables"]) if view["phase"] == "tables" else 0,
        "hand": view["hand"] if view["asked"] in ("pick", "place") else [],
        "picked": picked,
        "chosen": view["picked"] is not None,
        "aid": view["options"]["recall"] == "aid",
        "actions": view["actions"],
        "lifted": lifted,
        "opened": any(map(_up, view["tables"])),
        "finisher": view["finisher"] if ending else None,
        "closing": deciding is not None and _closing(view),
        "stalled": view["phase"] == "service" and view["quiet"] >= 4 * view["seats"],
        "step": _step(view) if view["phase"] == "scoring" else None,
        "sums": _sums(view) if view["phase"] == "rest" else [],
        "totals": view["totals"] if view["over"] else [],
        "winners": _winners(view),
    }
    return [Piece("status", inputs)]


def _closing(view: View) -> bool:
    """Whether whoever decides has just placed the last server, the first of all to do so, RF-27."""
    seat = view["deciding"][0]
    return view["phase"] == "service" and not _on_floor(view, seat) and view["finisher"] in (None, seat)


def _sums(view: View) -> list[int]:
    """What the round has brought to each seat."""
    return [sum(line[seat] for line in view["points"][view["round"] - 1]) for seat in range(view["seats"])]


def _paper(view: View, people: list[Person]) -> list[Piece]:
    """The score sheet on the table, after a round and at the end."""
    if view["phase"] not in ("rest", "over"):
        return []
    return [Piece("final", {**_sheet(view, people), "round": view["round"], "over": view["over"]}, id="final")]


def moves(told: Told, view: View) -> list[tuple[str, str]]:
    """Coins are followed by their own marks. A tile that moves onto itself turns."""
    args = told.args
    match told.name:
        case "laid":
            return [("deck", f"t{RING[args['table']]}")]
        case "set":
            return [("deck", f"t{table['name']}") for table in view["tables"]]
        case "placed" if coin := view["squares"][args["square"]]:
            source = "inhand" if args["seat"] == view["viewer"] else f"purse{args['seat']}"
            return [(source, f"c{coin['id']}")]
        case "rotated":
            return [(f"q{args['tile'] + 1}", f"q{args['tile'] + 1}")]
    return []


PAGE = Page(
    regions=(
        Region("info", _info, shared=True),
        Region("seats", _seats, shared=True),
        Region("hall", _board),
        Region("sides", _sides),
        Region("paper", _paper, shared=True),
        Region("status", _status),
    ),
    moves=moves,
    logged=frozenset(
        {
            *("starts", "set", "placed", "opened", "rotated", "moved", "served", "jested", "cooked", "passed"),
            *("finished", "stalled", "counted", "table", "neglected", "kitchen", "kitchen-points", "jester"),
            *("jester-points", "round-over", "over"),
        }
    ),
    holds={
        "starts": 2200,
        "laid": 300,
        "set": 600,
        "placed": 400,
        "opened": 1800,
        "rotated": 700,
        "moved": 700,
        "served": 700,
        "jested": 700,
        "cooked": 700,
        "finished": 2000,
        "stalled": 2000,
        "counted": 2200,
        "table": 900,
        "neglected": 700,
        "kitchen": 1800,
        "kitchen-points": 2200,
        "jester": 2200,
        "jester-points": 2600,
        "round-over": 6000,
    },
    apart=frozenset({"table", "neglected"}),
    guests=lambda view: [],
    holders=lambda view: int(view["seats"]),
    chapters={
        "starts": N_("Round %(round)s"),
        "opened": N_("Service, round %(round)s"),
        "counted": N_("The count of round %(round)s"),
    },
    line=N_("Serve every table while the jester meddles."),
    about=N_(
        "Six servers of yours stand on a floor of turning tiles, and only memory tells what each is worth. Turn tiles, "
        "carry servers about, your own and others', until yours stand beside the tables of your suit. Corner tables "
        "count double, empty ones cost you, and Kitchen and Jester keep their suit to themselves."
    ),
    minutes="20–40",
    skip=N_("Skip to the dining hall"),
    known={
        "EMBLEMS": EMBLEMS,
        "SUITS": SUIT_NAMES,
        "VALUES": VALUE_NAMES,
        "TABLES": TABLE_NAMES,
        "LINES": LINE_NAMES,
        "PHASES": PHASE_NAMES,
        "LEFT": ACTIONS_LEFT,
        "RING": RING,
        "SQUARES": SQUARES,
        "tile_name": tile_name,
    },
)
