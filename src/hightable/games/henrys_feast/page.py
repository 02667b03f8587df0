"""The table screen of Henry's Feast: market stall, recipes, stockroom, the viewer's own kitchen large and the others'
small. All of it is made of what the view tells. A card that may go to several places opens a menu of them."""

from __future__ import annotations

from typing import Any, Final

from hightable.engine.words import N_
from hightable.games.henrys_feast.deck import COURSES, HOUSE, KINDS, deck
from hightable.games.henrys_feast.eyes import Eyes, moves, numbered
from hightable.games.henrys_feast.pieces import CARDS, HAND_LIMIT, SATCHELS, STATIONS
from hightable.games.henrys_feast.plans import TICK, becoming, dish, mate, mates, reckoning, team
from hightable.games.henrys_feast.text import (
    BACK_NAMES,
    COURSE_NAMES,
    KIND_NAMES,
    LEVEL_NAMES,
    PHASE_NAMES,
    PLACE_NAMES,
    TRACK_NAMES,
    card_name,
    event_line,
)
from hightable.games.page import Page, Person, Piece, Region, View

STALL: Final = tuple(
    KINDS.index(kind)
    for kind in (
        "potato", "tomato", "onion", "carrot", "beans", "cheese", "milk", "egg", "salt", "red-chili", "rice", "flour",
        "sugar", "lemon", "herbs",
    )
)  # fmt: skip
GLYPHS: Final = ("station", "pantry", "satchel", "hand")
EFFECTS: Final = (  # HF-14: what each level of each track allows
    (N_("2 stations"), N_("3 stations"), N_("4 stations"), N_("4 and desserts")),
    (N_("5 shelves"), N_("6 shelves"), N_("7 shelves"), N_("8 and Fresh Stock")),
    (N_("buy 2"), N_("buy 3"), N_("buy 4"), N_("buy 5, two alike")),
    (N_("room for 1"), N_("2 and the display"), N_("3 and Steal Down"), N_("4 and Steal Up")),
)
BUTTONS: Final = {  # action: label, glyph, key
    "go-market": (N_("Market"), "stall", "m"),
    "go-corner": (N_("Chef's Corner"), "book", "c"),
    "go-stockroom": (N_("Stockroom"), "crate", "s"),
    "cook-dishes": (N_("Cook"), "station", "k"),
    "share-pantry": (N_("Share pantry"), "share", "a"),
    "pass": (N_("Pass"), "pass", "p"),
    "peek-top": (N_("Peek at the top"), "eye", "o"),
    "steal-top": (N_("Steal the top"), "book", "t"),
    "steal-down": (N_("Steal down"), "hand", "w"),
    "steal-up": (N_("Steal up"), "scroll", "u"),
    "no-option": (N_("Nothing"), "pass", "n"),
    "clear": (N_("Clear the row"), "bin", "x"),
    "fresh-stock": (N_("Fresh stock"), "leaf", "r"),
    "fill": (N_("Fill the row"), "crate", "f"),
    "skip": (N_("Straight to the stove"), "station", "k"),
    "last-call": (N_("Last Call"), "bell", ""),
    "done": (N_("Done"), "done", "d"),
    "end-turn": (N_("End turn"), "done", "e"),
}
NOTES: Final = {  # a line under the label
    "steal-down": N_("one by its back"),
    "steal-up": N_("one by its face"),
}
MAIN: Final = ("fill", "done", "end-turn")
ALWAYS: Final = {  # what is shown in a phase even while it can't be done, with the reason
    "active": {
        "go-market": N_("Nothing can be bought: your pantry is full."),
        "go-corner": N_("Nothing can be done in the Chef's Corner now."),
    },
    "corner": {
        "steal-top": N_("Your hand is full."),
        "steal-down": N_("Steal Down needs Hand +2 and room in your hand."),
        "steal-up": N_("Steal Up needs Hand +3 and room in your hand."),
    },
    "stockroom": {"fill": N_("The row is filled. Pick a card of it or of your pantry, or press Done.")},
}
TABS: Final = {
    "market": "market", "corner-buy": "market", "stockroom": "stock", "share": "stock",
    "corner": "board", "corner-down": "board", "corner-up": "board", "cook": "board", "over": "board",
}  # fmt: skip
HOLDS: Final = {  # ms
    "turn": 500, "acted": 500, "bought": 450, "took": 450, "put": 450, "shared": 500, "discarded": 350, "dumped": 500,
    "peeked": 900, "stole-top": 900, "stole-display": 900, "stole-down": 900, "stole-up": 900, "opened": 700,
    "cleared": 600, "freshened": 700, "filled": 800, "cooked": 1100, "raised": 900, "feasted": 1100, "proved": 900,
    "unveiled": 1300, "called": 1500, "last-round": 1800, "over": 2000,
}  # fmt: skip
TAB_OF: Final = {"go-market": "market", "go-stockroom": "stock", "share-pantry": "stock"}


# regions


def _info(view: View, people: list[Person]) -> list[Piece]:
    return [Piece("info", {key: view[key] for key in ("round", "phase", "last", "called")})]


def _tabs(view: View, people: list[Person]) -> list[Piece]:
    """On narrow screens one part is shown at a time. A new key opens the part where something happens."""
    acting = view["viewer"] is None or view["viewer"] == view["now"] or view["phase"] == "over"
    open = TABS.get(view["phase"]) or (TAB_OF.get(view["active"] or "") if view["phase"] == "passive" else None)
    key = f"{view['round']}{view['turn']}{open}" if acting and open else "idle"
    return [Piece("tabs", {"key": key, "open": open if acting and open else "board"})]


def _why_not_buy(eyes: Eyes, kind: int) -> str:
    view, kitchen = eyes.view, eyes.view["kitchens"][eyes.own]
    limit = 1 if view["phase"] == "corner-buy" else 2 + kitchen["tracks"][SATCHELS]
    if sum(view["bought"]) >= limit:
        return N_("You have bought as much as you may.")
    if len(kitchen["pantry"]) >= kitchen["pantry_size"]:
        return N_("Your pantry is full.")
    return N_("You have bought this already.") if view["market"][kind] else N_("Sold out.")


def _market(view: View, people: list[Person]) -> list[Piece]:
    eyes = Eyes(view)
    shopping = eyes.mine and view["phase"] in ("market", "corner-buy")
    bins = []
    for kind in STALL:
        deed = eyes.deed(f"buy {KINDS[kind]}")
        why = _why_not_buy(eyes, kind) if shopping and not deed else ""
        bins.append({"kind": kind, "left": view["market"][kind], "deed": deed, "why": why})
    limit = 1 if view["phase"] == "corner-buy" else 2 + view["kitchens"][eyes.own]["tracks"][SATCHELS]
    inputs = {
        "bins": bins,
        "each": 2 if view["seats"] < 4 else 3,
        "limit": limit if eyes.me is not None else None,
        "left": limit - sum(view["bought"]) if shopping else None,
        "go": bool(eyes.deed("go-market")),
    }
    return [Piece("market", inputs)]


def _board(view: View, people: list[Person]) -> list[Piece]:
    eyes, over = Eyes(view), view["phase"] == "over"
    feast = [
        eyes.card(card, f"f{i}", secret="" if card["recipe"] is None or card["up"] or over else _secret(view))
        for i, card in enumerate(view["feast"])
    ]
    done = [False] * 3 if eyes.me is None else view["kitchens"][eyes.own]["feasted"]
    worth = None if "yes" in (view["options"]["tutorial"], view["options"]["quick"]) else view["worth"]
    shown = [
        None if n is None else eyes.recipe(n, f"d{i}", eyes.deed(f"steal-display {dish(view, n)}"))
        for i, n in enumerate(view["display"])
    ]
    top = None if view["book_top"] is None else eyes.card(view["book_top"], "")
    bonus = [eyes.recipe(n, f"x{i}", bonus=i, done=i in view["cooked"]) for i, n in enumerate(view["bonus"])]
    return [
        Piece("feast", {"cards": feast, "done": done, "worth": worth, "names": _names(people)}, id="feast"),
        Piece(
            "corner",
            {
                "cards": shown,
                "top": top,
                "book": view["book"],
                "quick": view["options"]["quick"] == "yes",
                "go": bool(eyes.deed("go-corner")),
            },
            id="corner",
        ),
        Piece("bonus", {"cards": bonus, "go": bool(eyes.deed("cook-dishes"))}, id="bonus"),
    ]


def _secret(view: View) -> str:
    """What is said of a card that lies face down and is seen all the same."""
    return N_("Still face down") if "open" in view else N_("Only you see this")


def _stock(view: View, people: list[Person]) -> list[Piece]:
    """The row; while somebody shares, the partner's pantry is laid out in its place."""
    eyes = Eyes(view)
    sharing = eyes.mine and view["phase"] == "share"
    partner = mate(view, eyes.own) if sharing else None
    if partner is None:
        row = [
            {"card": kind * 4 + 2, "key": f"r{kind}_{copy}", "to": eyes.targets("take", KINDS[kind])}
            for kind, copy in numbered(view["row"])
        ]
        size = view["kitchens"][view["now"]]["pantry_size"] if view["phase"] == "stockroom" else 0
    else:
        row = [
            {"card": held["card"], "key": f"m{held['key']}", "to": eyes.targets("share", CARDS[held["card"]])}
            for held in eyes.pantry(partner)
        ]
        size = view["kitchens"][partner]["pantry_size"]
    inputs = {
        "row": row,
        "gaps": max(0, size - len(row)),
        "filled": view["filled"] if view["phase"] == "stockroom" else None,
        "mine": eyes.mine,
        "partner": None if partner is None else people[partner].name,
        "left": 2 - view["shared"],
        **{key: view[key] for key in ("deck", "discard", "discard_top")},
        "go": bool(eyes.deed("go-stockroom")),
    }
    return [Piece("stock", inputs)]


def _status(view: View, people: list[Person]) -> list[Piece]:
    eyes, now = Eyes(view), view["now"]
    result = reckoning(view) if view["phase"] == "over" else None
    inputs = {
        "phase": view["phase"],
        "mine": eyes.mine,
        "name": "" if now is None else people[now].name,
        "now": now,
        "last": bool(view["last"]),
        "filled": view["filled"],
        "active": view["active"],
        "ready": bool(eyes.dishes),
        "bought": sum(view["bought"]),
        "idle": eyes.deeds == {"no-option"},
        "buys": any(deed.startswith("buy") for deed in eyes.deeds),
        "shared": view["shared"],
        "peeked": eyes.card(view["book_top"], "") if eyes.me == now is not None and _known(view["book_top"]) else None,
        "called": None if view["called"] is None else people[view["called"]].name,
        "me": eyes.me,
        "winners": result.winners if result else [],
        "best": max(result.scores) if result else 0,
        "names": _names(people),
        "team": team(view),
    }
    return [Piece("status", inputs)]


def _known(card: View | None) -> bool:
    return card is not None and card["recipe"] is not None


def _acts(view: View, people: list[Person]) -> list[Piece]:
    eyes = Eyes(view)
    reasons = dict(ALWAYS.get(view["phase"], {})) if eyes.mine else {}
    if view["options"]["quick"] == "yes":
        reasons = {deed: why for deed, why in reasons.items() if not deed.startswith("steal")}
    if eyes.me is not None and view["phase"] not in ("over", "setup") and not view["last"] and view["called"] is None:
        reasons["last-call"] = N_("Last Call is for those who have cooked all three Feast dishes, in their turn.")
    acts = []
    for deed, (label, glyph, key) in BUTTONS.items():
        if deed in eyes.deeds or deed in reasons:
            why = "" if deed in eyes.deeds else reasons[deed]
            label = N_("Leave") if eyes.deeds == {"no-option"} == {deed} else label
            act = {"deed": deed, "label": label, "glyph": glyph, "key": key, "why": why, "note": _note(eyes, deed)}
            acts.append({**act, "main": deed in MAIN and not why})
    return [Piece("acts", {"acts": acts})]


def _note(eyes: Eyes, deed: str) -> str:
    """What a button says besides its label: how a recipe is stolen, or that an action would bring nothing."""
    view = eyes.view
    if deed == "cook-dishes" and eyes.deed(deed) and not _ready(view, eyes.own):
        return N_("nothing is ready")
    if deed == "go-corner" and eyes.deed(deed) and not _tempting(view, eyes.own):
        return N_("only to buy one")
    return NOTES.get(deed, "")


def _ready(view: View, seat: int) -> bool:
    """Whether a dish lies complete on a station."""
    found = (becoming(view, seat, station) for station in range(view["kitchens"][seat]["unlocked"]))
    return any(dishes and not dishes[0][1] for dishes in found)


def _tempting(view: View, seat: int) -> bool:
    """HF-29: whether there is anything to peek at or to steal in the Chef's Corner."""
    kitchen = view["kitchens"][seat]
    shown = kitchen["tracks"][HAND_LIMIT] > 0 and any(recipe is not None for recipe in view["display"])
    return view["book"] > 0 or (shown and len(kitchen["hand"]) < kitchen["hand_limit"])


def _me(view: View, people: list[Person]) -> list[Piece]:
    eyes = Eyes(view)
    kitchen = view["kitchens"][eyes.own]
    inputs = {
        "seat": eyes.own,
        "who": people[eyes.own],
        "you": eyes.me is not None,
        "first": view["first"] == eyes.own and view["phase"] != "setup",
        "turn": view["now"] == eyes.own,
        "called": view["called"] == eyes.own,
        "tracks": [(level, _most(view, track)) for track, level in enumerate(kitchen["tracks"])],
        "feasted": kitchen["feasted"],
    }
    return [Piece("me", inputs)]


def _most(view: View, track: int) -> int:
    """HF-92: the highest level of a track."""
    return 1 if track == HAND_LIMIT and view["options"]["quick"] == "yes" else 3


def _stations(view: View, people: list[Person]) -> list[Piece]:
    eyes = Eyes(view)
    kitchen, pieces = view["kitchens"][eyes.own], []
    pantry = {card // 4 for card in kitchen["pantry"]}
    held = eyes.stations(eyes.own)
    for station in range(STATIONS if len(held) == STATIONS else STATIONS - 1):
        may = becoming(view, eyes.own, station) if station < len(held) else []
        dishes = []
        for n, lacks in may:
            name = dish(view, n)
            cooks = [
                {"deed": deed, "whom": None if whom is None else people[whom].name, "own": whom == eyes.own}
                for at, dished, whom, deed in eyes.dishes
                if (at, dished) == (station, name)
            ]
            needs = [(kind, kind in pantry) for kind in lacks]
            dishes.append({"name": eyes.cards.names[n], "lacks": needs, "cooks": cooks})
        ready = sum(not lacks for _n, lacks in may)
        inputs = {
            "i": station,
            "held": held[station] if station < len(held) else None,
            "may": dishes,
            "shown": ready or 1,  # the others are in a popover
            "you": eyes.me is not None,
            "dump": eyes.deed(f"discard-station s{station + 1}"),
        }
        pieces.append(Piece("station", inputs, id=f"stn{station + 1}"))
    return pieces


def _pantry(view: View, people: list[Person]) -> list[Piece]:
    eyes = Eyes(view)
    kitchen = view["kitchens"][eyes.own]
    held = [
        {**card, "to": eyes.targets("put", CARDS[card["card"]]), "drop": eyes.deed(f"discard {CARDS[card['card']]}")}
        for card in eyes.pantry(eyes.own)
    ]
    inputs = {
        "held": held,
        "size": kitchen["pantry_size"],
        "you": eyes.me is not None,
        "clearing": eyes.mine and view["phase"] == "passive",
    }
    return [Piece("pantry", inputs)]


def _mine(view: View, people: list[Person]) -> list[Piece]:
    """Own hand, the partner's (whose recipes may be cooked too, HF-96), and the victory pile."""
    eyes = Eyes(view)
    hand = []
    for seat in mates(view, eyes.own) if eyes.me is not None else [eyes.own]:
        cards = view["kitchens"][seat]["hand"]
        hand += [eyes.card(card, f"h{seat}_{i}", whose=seat) for i, card in enumerate(cards)]
    kitchen = view["kitchens"][eyes.own]
    pile = kitchen["pile"]
    inputs = {
        "seat": eyes.own,
        "you": eyes.me is not None,
        "hand": hand,
        "count": len(kitchen["hand"]),
        "limit": kitchen["hand_limit"],
        "dishes": kitchen["dishes"],
        "courses": None
        if pile is None
        else [sum(eyes.cards.back[n] % 3 == course for n in pile) for course in range(3)],
        "pile": None if pile is None else [(eyes.cards.names[n], int(eyes.cards.back[n])) for n in pile],
        "team": team(view),
        "names": _names(people),
    }
    return [Piece("mine", inputs)]


def _seats(view: View, people: list[Person]) -> list[Piece]:
    """The other kitchens, clockwise from the viewer's left."""
    eyes, seats = Eyes(view), view["seats"]
    partner = mate(view, eyes.own) if eyes.me is not None else None
    winners = reckoning(view).winners if view["phase"] == "over" else []
    pieces = []
    for step in range(1, seats):
        seat = (eyes.own + step) % seats
        kitchen = view["kitchens"][seat]
        shown = partner == seat  # its recipes lie beside the viewer's own
        inputs = {
            "seat": seat,
            "who": people[seat],
            "first": view["first"] == seat and view["phase"] != "setup",
            "turn": view["now"] == seat,
            "called": view["called"] == seat,
            "won": seat in winners,
            "partner": partner == seat,
            "worth": view["worth"][seat],
            **{key: kitchen[key] for key in ("tracks", "feasted", "dishes", "pantry_size", "hand_limit")},
            "most": [_most(view, track) for track in range(len(GLYPHS))],
            "pantry": eyes.pantry(seat),
            "stations": eyes.stations(seat),
            "hand": [eyes.card(card, "" if shown else f"h{seat}_{i}") for i, card in enumerate(kitchen["hand"])],
            "pile": None if kitchen["pile"] is None else [eyes.cards.names[n] for n in kitchen["pile"]],
            "open": "open" in view,
            "many": seats > 3,
            "crowd": seats > 4,
        }
        pieces.append(Piece("kitchen", inputs, id=f"seat{seat}"))
    return pieces


def _book(view: View, people: list[Person]) -> list[Piece]:
    """What lies over the table: the cookbook while one leafs through it, the score sheet at the end."""
    eyes = Eyes(view)
    if view["phase"] == "over":
        return [Piece("final", _sheet(view, people))]
    leafing = eyes.mine or "open" in view
    if view["book_backs"] is not None and leafing:
        backs = [(count, eyes.deed(f"take {name}")) for count, name in _backs(view["book_backs"])]
        return [Piece("backs", {"backs": backs, "top": eyes.card(view["book_top"], "")})]
    if view["book_faces"] is not None and leafing:
        top = view["book_top"]["recipe"]
        faces = [eyes.recipe(n, "", eyes.deed(f"take {dish(view, n)}"), top=n == top) for n in view["book_faces"]]
        return [Piece("faces", {"faces": faces})]
    return []


def _backs(counts: list[int]) -> list[tuple[int, str]]:
    levels = ("easy", "medium", "hard")
    return [(count, f"{levels[back // 3]}-{COURSES[back % 3]}") for back, count in enumerate(counts)]


def _sheet(view: View, people: list[Person]) -> dict[str, Any]:
    result = reckoning(view)
    seats = [0, 1] if team(view) else range(view["seats"])
    return {
        "columns": [[people[seat].name for seat in mates(view, side)] for side in seats],
        "lines": [(line.label, [line.points[side] for side in seats]) for line in result.lines],
        "totals": [result.scores[side] for side in seats],
        "out": [not any(view["kitchens"][side]["feasted"]) for side in seats],
        "winners": [side for side in seats if side in result.winners],
        "ending": result.ending,
        "tied": len(result.winners) < result.scores.count(max(result.scores)),
    }


def _names(people: list[Person]) -> list[str]:
    return [person.name for person in people]


PAGE = Page(
    regions=(
        Region("info", _info, shared=True),
        Region("tabs", _tabs),
        Region("market", _market),
        Region("board", _board),
        Region("stock", _stock),
        Region("status", _status),
        Region("acts", _acts),
        Region("me", _me),
        Region("stations", _stations),
        Region("pantry", _pantry),
        Region("mine", _mine),
        Region("seats", _seats),
        Region("book", _book, shared=True),
    ),
    moves=moves,
    logged=frozenset(
        {
            *("round", "acted", "bought", "peeked", "stole-top", "stole-display", "stole-down", "stole-up", "got"),
            *("opened", "cleared", "freshened", "filled", "reshuffled", "took", "put", "shared", "cooked", "raised"),
            *("feasted", "proved", "unveiled", "discarded", "dumped", "called", "last-round", "over"),
        }
    ),
    holds=HOLDS,
    guests=lambda view: [],
    holders=lambda view: int(view["seats"]),
    sides=lambda view: [mates(view, side) for side in range(2 if team(view) else view["seats"])],
    chapters={"round": N_("Round %(round)s")},
    line=N_("Shop, steal and cook your way to the King's table."),
    about=N_(
        "Buy at the market, carry off what the stockroom has, and bring together on your stations just what a recipe "
        "asks for. Bonus dishes make your kitchen grow, stolen recipes are yours alone, and three Feast dishes must be "
        "served before anybody may call the Last Round. Two to five players, or two teams."
    ),
    minutes="60–120",
    skip=N_("Skip to your kitchen"),
    known={
        "KINDS": KINDS,
        "NAMES": KIND_NAMES,
        "LEVELS": LEVEL_NAMES,
        "COURSES": COURSES,
        "COURSE_NAMES": COURSE_NAMES,
        "BACKS": BACK_NAMES,
        "TRACKS": TRACK_NAMES,
        "GLYPHS": GLYPHS,
        "EFFECTS": EFFECTS,
        "PLACES": PLACE_NAMES,
        "PHASES": PHASE_NAMES,
        "TICK": TICK,
        "HOUSE": deck(HOUSE),
        "card_name": card_name,
        "told": event_line,
    },
)
