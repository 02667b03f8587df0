"""The table screen of Festo!: the street with its seven stalls, the buffet, the event of the round, everybody's larder,
and the bill of the dish that is being paid for. All of it is made of what the view tells."""

from __future__ import annotations

from typing import Any, Final

from hightable.engine.words import N_
from hightable.games.festo.eyes import (
    LOOSE,
    Eyes,
    account,
    bill,
    column,
    moves,
    owner,
    plan,
    squads,
    surcharge,
)
from hightable.games.festo.pieces import (
    BASE,
    COLOUR,
    COLOURS,
    COLUMNS,
    CUBES,
    DISH_NAMES,
    DISHES,
    DWARF,
    GROCER,
    LOCATIONS,
    MAGICIAN,
    OTHER,
    POINTS,
    ROAST,
    ROUNDS,
    SALT,
    SET_BONUS,
    TYPE,
    TYPES,
)
from hightable.games.festo.text import (
    ABILITIES,
    BENEFITS,
    CUBE_NAMES,
    DEEDS,
    EVENT_TEXTS,
    EXPLAINED,
    LAST_DEED,
    LAST_DWARF,
    LAST_EXPLAINED,
    PHASE_NAMES,
    PLACE_NAMES,
    ROW_NAMES,
    TYPE_NAMES,
    amounts,
    cost_words,
    event_line,
    event_words,
    winners,
)
from hightable.games.page import Page, Person, Piece, Region, View

RIBBON: Final = ("preparation", "morning", "afternoon", "action", "cooking")
STANDS_FOR: Final = {"rest": "preparation", "swap-meet": "preparation", "larders": "cooking"}
TABS: Final = {  # where a decision is made on a narrow screen
    "start-player": "seats", "swap": "seats", "elf": "seats", "return": "seats", "orc": "tables", "cook": "tables",
    "price": "tables", "take-back": "tables",
}  # fmt: skip
ON_CUBES: Final = ("take", "pay", "gain", "return", "other", "colour", "extra", "discount", "salt")
PLAIN: Final = {  # action: label, key, whether it stands out
    "confirm": (N_("Cook it"), "c", True),
    "no-discount": (N_("No, keep it"), "n", False),
    "pass": (N_("Pass"), "p", False),
    "done": (N_("Done"), "d", False),
}
SAID: Final = {  # what a button with a cube does, for those who hear it
    "take": N_("Take 1 %(cube)s, %(n)s there"),
    "pay": N_("Give 1 %(cube)s"),
    "gain": N_("Take 1 %(cube)s, %(n)s there"),
    "return": N_("Return 1 %(cube)s"),
    "other": N_("Use %(cube)s, you have %(n)s"),
    "colour": N_("Use %(cube)s, you have %(n)s"),
    "extra": N_("Pay the column in %(cube)s, you have %(n)s"),
    "discount": N_("1 %(cube)s less"),
    "salt": N_("Salt instead of 1 %(cube)s"),
}
SUBSTEPS: Final = ("piece", "troll", "pixies", "orc", "elf", "dwarf", "price", "take-back")
HOLDS: Final = {  # ms
    "round": 700, "event": 2200, "gave": 700, "salted": 400, "swapped": 600, "rolled": 1700, "skipped": 900,
    "placed": 350, "rested": 250, "resolves": 1000, "took-all": 800, "took": 350, "moved": 800, "sent": 800,
    "reserved": 900, "got-salt": 600, "traded": 400, "gained": 400, "disc": 500, "tokens": 700, "left": 250,
    "card": 800, "cooked": 1200, "freed": 700, "passed": 400, "returned": 350, "over": 2200,
}  # fmt: skip


def _names(people: list[Person]) -> list[str]:
    return [person.name for person in people]


def _deciding(view: View) -> int | None:
    return view["deciding"][0] if view["deciding"] else None


def _phase(view: View) -> str:
    return str(STANDS_FOR.get(view["phase"], view["phase"]))


# regions


def _info(view: View, people: list[Person]) -> list[Piece]:
    return [Piece("info", {"round": view["round"], "phase": _phase(view)})]


def _tabs(view: View, people: list[Person]) -> list[Piece]:
    """On narrow screens one part is shown at a time. A new key opens the part where something happens."""
    eyes = Eyes(view)
    usual = "tables" if view["phase"] in ("cooking", "larders") else "street"
    open = TABS.get(view["asked"], usual) if eyes.mine else usual
    if view["over"]:
        open = "seats"
    return [Piece("tabs", {"key": f"{view['round']}{_phase(view)}{open}", "open": open})]


def _street(view: View, people: list[Person]) -> list[Piece]:
    eyes, stall = Eyes(view), view["stall"]
    pieces = []
    for place, name in enumerate(LOCATIONS):
        now = stall is not None and stall["place"] == name
        deed = eyes.deed(f"place:{name}", f"to:{name}", f"disc:{name}")
        verb = deed.partition(":")[0]
        stock = [] if place == GROCER else [(place, view["supply"][place])]
        if place == MAGICIAN:
            stock.append((SALT, view["supply"][SALT]))
        inputs = {
            "i": place,
            "id": name,
            "cubes": view["markets"][place],
            "moved": view["moved"][place],
            "stock": [(cube, n, eyes.deed(f"gain:{CUBES[cube]}")) for cube, n in stock],
            "takes": [bool(now and eyes.deed(f"take:{colour}")) for colour in COLOURS],
            "froms": [eyes.deed(f"from:{name}:{colour}") for colour in COLOURS],
            "closed": name in view["covered"],
            "dice": [(die, face + 1) for die, face in enumerate(view["rolls"]) if face == place],
            "roll": f"{view['round']}{view['phase']}",
            "squads": squads(view, place),
            "coming": [(seat, n) for seat, n in enumerate(view["coming"][place]) if n],
            "deed": deed,
            "verb": verb,
            "ghost": eyes.me if verb else None,
            "disc": verb == "disc" or (verb == "to" and view["asked"] == "pixies" and view["frame"][-1][2] == 1),
            "now": now,
            "turn": _deciding(view) if now else None,
            "last": view["round"] == ROUNDS,
            "fair": view["event"] == "fair-shares",
            "mixed": view["event"] == "mixed-baskets",
            "names": _names(people),
        }
        pieces.append(Piece("stall", inputs, id=f"st-{name}"))
    return pieces


def _tile(view: View, eyes: Eyes, name: str, people: list[Person]) -> dict[str, Any]:
    """A dish that lies open, with what the viewer has of it."""
    dish = DISHES.index(name)
    reserved = owner(view, name)
    held = reserved is not None and reserved["seat"] != eyes.me
    mine = None if eyes.me is None or view["over"] else plan(view, eyes.me, name)
    return {
        "dish": name,
        "art": TYPES[TYPE[dish]] if TYPE[dish] >= ROAST else name,
        "n": dish,
        "kind": int(TYPE[dish]),
        "colour": int(COLOUR[dish]),
        "base": int(BASE[dish]),
        "other": int(OTHER[dish]),
        "vp": int(POINTS[dish]),
        "extra": surcharge(view, name),
        "column": column(view, name) + 1,
        "plan": mine,
        "held": view["players"][eyes.me]["cubes"] if mine is not None else [],
        "peg": None if reserved is None else (reserved["seat"], reserved["piece"], people[reserved["seat"]].name),
        "barred": held,
        "deed": eyes.deed(f"cook:{name}", f"reserve:{name}"),
        "back": eyes.deed(f"take-back:{name}"),
        "now": view["price"] is not None and view["price"]["dish"] == name,
        "magical": view["options"]["magical"] == "yes" and TYPE[dish] < ROAST,
    }


def _buffet(view: View, people: list[Person]) -> list[Piece]:
    eyes, level = Eyes(view), view["event"] == "level-tables"
    pieces = [Piece("head", {"column": n, "level": level}, id=f"col{n}") for n in range(COLUMNS + 1)]
    for row, left in enumerate(view["piles"]):
        pieces.append(Piece("row", {"row": row, "left": left}, id=f"row{row}"))
        for at in range(row * COLUMNS, row * COLUMNS + COLUMNS):
            name = view["buffet"][at]
            inputs = {"slot": at, "d": None if name is None else _tile(view, eyes, name, people)}
            pieces.append(Piece("dish", inputs, id=f"slot{at}"))
    return pieces


def _stacks(view: View, people: list[Person]) -> list[Piece]:
    eyes = Eyes(view)
    pieces = []
    for i, stack in enumerate(view["stacks"]):
        inputs = {
            "kind": ROAST + i,
            "left": len(stack),
            "d": _tile(view, eyes, stack[0], people) if stack else None,
        }
        pieces.append(Piece("stack", inputs, id=f"stack{i}"))
    return pieces


def _event(view: View, people: list[Person]) -> list[Piece]:
    title, effect = event_words(view["event"])
    shown = {"event": view["event"], "round": view["round"], "on": view["options"]["events"] != "off"}
    return [Piece("event", {**shown, "title": title, "effect": effect})]


def _bill(view: View, people: list[Person]) -> list[Piece]:
    if view["price"] is None:
        return []
    made, eyes = bill(view), Eyes(view)
    dish = DISHES.index(made["dish"])
    inputs = {
        **made,
        "n": dish,
        "kind": int(TYPE[dish]),
        "art": TYPES[TYPE[dish]] if TYPE[dish] >= ROAST else made["dish"],
        "vp": int(POINTS[dish]),
        "colour": int(COLOUR[dish]),
        "base": int(BASE[dish]),
        "other": int(OTHER[dish]),
        "name": people[made["cook"]].name,
        "you": made["cook"] == eyes.me,
    }
    return [Piece("bill", inputs)]


def _status(view: View, people: list[Person]) -> list[Piece]:
    eyes, seat, frame = Eyes(view), _deciding(view), view["frame"][-1] if view["frame"] else [0, 0, 0, 0]
    stall = view["stall"]
    place = LOCATIONS.index(stall["place"]) if stall and stall["place"] else None
    taken = frame[2] - 1 if view["asked"] == "troll" else -1
    dish = view["price"]["dish"] if view["price"] else None
    if view["asked"] == "take-back":
        dish = DISHES[frame[2]]
    inputs = {
        "phase": view["phase"],
        "asked": view["asked"] if seat is not None else "",
        "mine": eyes.mine,
        "me": eyes.me,
        "seat": seat,
        "names": _names(people),
        "round": view["round"],
        "left": 0 if seat is None else view["players"][seat]["helpers"],
        "must": max(0, 3 - view["placed"]) if view["event"] == "early-start" else 0,
        "open": [place for place, name in enumerate(LOCATIONS) if name not in view["covered"]],
        "place": place,
        "order": _order(view) if place is not None else [],
        "pieces": frame[2] if view["asked"] in ("stall", "grocery") else 0,
        "begun": bool(stall and stall["begun"]),
        "mixed": view["event"] == "mixed-baskets",
        "verbs": sorted(eyes.verbs()),
        "taken": taken % len(COLOURS) if taken >= 0 else None,
        "piece": frame[2] if view["asked"] in ("pixies", "orc") else 0,
        "count": frame[2],
        "dish": None if dish is None else DISH_NAMES[DISHES.index(dish)],
        "bill": bill(view) if view["price"] else None,
        "over_five": 0 if seat is None else sum(view["players"][seat]["cubes"]) - 5,
        "shut": [LOCATIONS.index(name) for name in view["covered"]],
        "winners": winners(view) if view["over"] else [],
        "best": max(own["score"] for own in view["players"]),
    }
    return [Piece("status", inputs)]


def _order(view: View) -> list[dict[str, Any]]:
    """FE-31: the turns at the stall that is being resolved."""
    stall = view["stall"]
    crowned = None if stall["place"] == "grocer" else stall["majority"]
    return [
        {"seat": seat, "lead": seat == crowned, "past": i < stall["turn"], "now": i == stall["turn"]}
        for i, seat in enumerate(stall["order"])
    ]


def _acts(view: View, people: list[Person]) -> list[Piece]:
    """What is done with a button of its own; places and dishes are pressed where they lie."""
    eyes, acts = Eyes(view), []
    for deed in eyes.deeds:
        verb, _, what = deed.partition(":")
        act: dict[str, Any] = {"deed": deed, "cube": None, "key": "", "main": False, "look": verb, "n": 0}
        if verb == "give":
            act |= {"label": people[int(what)].name, "seat": int(what), "key": str(int(what) + 1)}
        elif verb == "take-all":
            act |= {"label": N_("Take all %(n)s"), "key": "a", "main": True, "n": _there(view)}
        elif verb == "ability":
            place = LOCATIONS.index(view["stall"]["place"])
            last = place == DWARF and view["round"] == ROUNDS
            act |= {"label": LAST_DEED if last else DEEDS[place], "key": "b", "place": place}
        elif verb == "piece":
            act |= {"label": N_("Special disc") if what == "disc" else N_("Helper"), "key": what[0]}
        elif verb in ON_CUBES:
            cube = CUBES.index(what)
            act |= {"cube": cube, "label": SAID[verb], "key": str(cube + 1), "n": _count(view, verb, cube)}
        elif deed in PLAIN:
            label, key, main = PLAIN[deed]
            act |= {"label": label, "key": key, "main": main}
        else:
            continue
        acts.append(act)
    back = eyes.mine and (view["asked"] in SUBSTEPS or view["placed"] > 0 or _begun(view))
    return [Piece("acts", {"acts": acts, "back": back, "me": eyes.me})]


def _begun(view: View) -> bool:
    """Whether the turn has begun with something that can be taken back."""
    swapping = view["asked"] == "swap" and view["frame"][-1][3] > 0
    return swapping or bool(view["asked"] in ("stall", "grocery") and view["stall"]["begun"])


def _there(view: View) -> int:
    """The cubes in the Market that is being resolved."""
    return sum(view["markets"][LOCATIONS.index(view["stall"]["place"])])


def _count(view: View, verb: str, cube: int) -> int:
    """How many cubes there are where a button takes one from."""
    if verb == "gain":
        return int(view["supply"][cube])
    if verb == "take":
        return int(view["markets"][LOCATIONS.index(view["stall"]["place"])][cube])
    return int(view["players"][_deciding(view) or 0]["cubes"][cube])


def _seats(view: View, people: list[Person]) -> list[Piece]:
    eyes = Eyes(view)
    pieces = []
    won = winners(view) if view["over"] else []
    for seat, own in enumerate(view["players"]):
        pays = [eyes.deed(f"pay:{cube}", f"return:{cube}") if seat == eyes.me else "" for cube in CUBES]
        inputs = {
            "seat": seat,
            "who": people[seat],
            "you": seat == eyes.me,
            "turn": seat in view["deciding"],
            "holder": seat == view["holder"],
            "passed": seat in view["passed"] and view["phase"] == "cooking",
            "won": seat in won,
            "helpers": own["helpers"],
            "discs": own["discs"],
            "away": sum(one["seat"] == seat for one in view["reserved"]),
            "cubes": own["cubes"],
            "pays": pays,
            "give": eyes.deed(f"give:{seat}"),
            "dishes": [_served(name) for name in own["dishes"]],
            "magical": view["options"]["magical"] == "yes",
            "account": account(own),
            "crowd": view["seats"],
        }
        pieces.append(Piece("chef", inputs, id=f"seat{seat}"))
    return pieces


def _served(name: str) -> dict[str, Any]:
    dish = DISHES.index(name)
    return {"dish": name, "n": dish, "kind": int(TYPE[dish]), "colour": int(COLOUR[dish]), "vp": int(POINTS[dish])}


def _paper(view: View, people: list[Person]) -> list[Piece]:
    """The final reckoning, line by line."""
    if not view["over"]:
        return []
    best = winners(view)
    tied = [seat for seat, own in enumerate(view["players"]) if own["score"] == view["players"][best[0]]["score"]]
    inputs = {
        "names": _names(people),
        "accounts": [account(own) for own in view["players"]],
        "winners": best,
        "tied": len(tied) > 1,
    }
    return [Piece("final", inputs)]


PAGE = Page(
    regions=(
        Region("info", _info, shared=True),
        Region("tabs", _tabs),
        Region("street", _street),
        Region("bill", _bill),
        Region("status", _status),
        Region("acts", _acts),
        Region("buffet", _buffet),
        Region("stacks", _stacks),
        Region("event", _event, shared=True),
        Region("seats", _seats),
        Region("paper", _paper, shared=True),
    ),
    moves=moves,
    logged=frozenset(
        {
            *("round", "event", "gave", "salted", "swapped", "rolled", "skipped", "placed", "resolves", "took-all"),
            *("took", "moved", "sent", "reserved", "got-salt", "traded", "gained", "disc", "tokens", "card"),
            *("cooked", "freed", "passed", "returned", "over"),
        }
    ),
    holds=HOLDS,
    guests=lambda view: [],
    holders=lambda view: int(view["seats"]),
    chapters={"round": N_("Round %(round)s")},
    line=N_("Haggle with trolls and elves for six rare courses."),
    about=N_(
        "Send your helpers to a Troll, Pixies, an Orc and their neighbours, who trade in six ingredients and each help "
        "in a way of their own. Dice close some stalls in the morning and others in the afternoon. What you bring home "
        "becomes dishes, and a menu of many courses is worth more than its parts."
    ),
    minutes="60–90",
    skip=N_("Skip to the market street"),
    known={
        "CUBES": CUBES,
        "CUBE_NAMES": CUBE_NAMES,
        "LOCATIONS": LOCATIONS,
        "PLACES": PLACE_NAMES,
        "ABILITIES": ABILITIES,
        "LAST_DWARF": LAST_DWARF,
        "EXPLAINED": EXPLAINED,
        "LAST_EXPLAINED": LAST_EXPLAINED,
        "TYPES": TYPES,
        "TYPE_NAMES": TYPE_NAMES,
        "ROWS": ROW_NAMES,
        "DISH_NAMES": DISH_NAMES,
        "POINTS": POINTS,
        "BENEFITS": BENEFITS,
        "EVENTS": EVENT_TEXTS,
        "PHASES": PHASE_NAMES,
        "RIBBON": RIBBON,
        "ROUNDS": ROUNDS,
        "SALT": SALT,
        "SET_BONUS": SET_BONUS,
        "LOOSE": LOOSE,
        "DWARF": DWARF,
        "GROCER": GROCER,
        "amounts": amounts,
        "cost_words": cost_words,
        "told": event_line,
    },
)
