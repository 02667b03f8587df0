"""Festo!: its cards, actions and events. Imports the engine."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from hightable.engine.actions import Actions
from hightable.engine.compat import i64, vec
from hightable.engine.contract import Event

SEATS: Final = 5
ROUNDS: Final = 4  # FE-15
COLOURS: Final = ("meat", "honey", "spice", "mushroom", "fruit", "potato")
SALT: Final = 6  # a cube, but no colour, FE-3
CUBES: Final = (*COLOURS, "salt")
LOCATIONS: Final = ("troll", "pixies", "orc", "magician", "elf", "dwarf", "grocer")  # FE-1
TROLL: Final = 0
PIXIES: Final = 1
ORC: Final = 2
MAGICIAN: Final = 3
ELF: Final = 4
DWARF: Final = 5
GROCER: Final = 6
HELPERS: Final = 6  # FE-4
DISCS: Final = 2
PER_COLOUR: Final = 14  # FE-3
MARKET_CAP: Final = 5  # FE-17
SHELF_CAP: Final = 3  # FE-18

TYPES: Final = ("drink", "appetiser", "side", "dessert", "roast", "main")
DRINK: Final = 0
APPETISER: Final = 1
SIDE: Final = 2
DESSERT: Final = 3
ROAST: Final = 4
MAIN: Final = 5
ROWS: Final = 4  # one for each small type, FE-6
COLUMNS: Final = 3
SMALL: Final = 24  # small dishes come first
ROAST_COST: Final = 6  # FE-57
SET_BONUS: Final = (0, 1, 3, 6, 10, 15, 21)  # FE-63

_DATA: Final = tomllib.loads(Path(__file__).with_name("cards.toml").read_text(encoding="utf-8"))
DISHES: Final = tuple(str(dish["id"]) for dish in _DATA["dish"])
DISH_NAMES: Final = tuple(str(dish["name"]) for dish in _DATA["dish"])
TYPE: Final = vec[i64]([i64(TYPES.index(dish["type"])) for dish in _DATA["dish"]])
COLOUR: Final = vec[i64]([i64(COLOURS.index(dish["colour"]) if "colour" in dish else -1) for dish in _DATA["dish"]])
BASE: Final = vec[i64]([i64(dish.get("base", 0)) for dish in _DATA["dish"]])
OTHER: Final = vec[i64]([i64(dish.get("other", 0)) for dish in _DATA["dish"]])
POINTS: Final = vec[i64]([i64(dish["vp"]) for dish in _DATA["dish"]])
EVENT_CARDS: Final = tuple(str(event["id"]) for event in _DATA["event"])
EVENT_NAMES: Final = tuple(str(event["name"]) for event in _DATA["event"])

# events in force, FE-E1 … FE-E14: the card + 1; 0 is a blank card, FE-14
BUMPER_HARVEST: Final = 1
STUFFED_SHELVES: Final = 2
SALT_CARAVAN: Final = 3
SWAP_MEET: Final = 4
LONG_HOURS: Final = 5
EARLY_START: Final = 6
MISTY_MORNING: Final = 7
FAIR_SHARES: Final = 8
MIXED_BASKETS: Final = 9
APPRENTICE_PRIZE: Final = 10
LEVEL_TABLES: Final = 11
THRIFTY_COOKS: Final = 12
CARVERS_MEDAL: Final = 13
SMALL_LARDERS: Final = 14

PIECES: Final = ("helper", "disc")
HELPER: Final = 0
DISC: Final = 1

ACTIONS: Final = Actions(
    ("give", range(SEATS)), ("place", LOCATIONS),
    ("take-all",), ("ability",), ("take", COLOURS),
    ("from", LOCATIONS, COLOURS), ("to", LOCATIONS), ("piece", PIECES), ("reserve", DISHES[:SMALL]),
    ("disc", LOCATIONS[:GROCER]), ("pay", CUBES), ("gain", COLOURS), ("return", CUBES),
    ("cook", DISHES), ("take-back", DISHES[:SMALL]), ("pass",),
    ("other", COLOURS), ("colour", COLOURS), ("extra", COLOURS), ("discount", COLOURS), ("no-discount",),
    ("salt", COLOURS), ("confirm",), ("done",),
    joint=":",
)  # fmt: skip
GIVE: Final = 1
PLACE: Final = GIVE + SEATS
TAKE_ALL: Final = PLACE + len(LOCATIONS)
ABILITY: Final = TAKE_ALL + 1
TAKE: Final = ABILITY + 1
FROM: Final = TAKE + len(COLOURS)  # + place * len(COLOURS) + colour
TO: Final = FROM + len(LOCATIONS) * len(COLOURS)
PIECE: Final = TO + len(LOCATIONS)
RESERVE: Final = PIECE + len(PIECES)
PUT_DISC: Final = RESERVE + SMALL
PAY: Final = PUT_DISC + GROCER
GAIN: Final = PAY + len(CUBES)
RETURN: Final = GAIN + len(COLOURS)
COOK: Final = RETURN + len(CUBES)
TAKE_BACK: Final = COOK + len(DISHES)
PASS: Final = TAKE_BACK + SMALL
WITH_OTHER: Final = PASS + 1
WITH_COLOUR: Final = WITH_OTHER + len(COLOURS)
EXTRA: Final = WITH_COLOUR + len(COLOURS)
DISCOUNT: Final = EXTRA + len(COLOURS)
NO_DISCOUNT: Final = DISCOUNT + len(COLOURS)
USE_SALT: Final = NO_DISCOUNT + 1
CONFIRM: Final = USE_SALT + len(COLOURS)
DONE: Final = CONFIRM + 1

# steps, by their place in STEPS
ROUND: Final = 0
START_PLAYER: Final = 1
SWAPPING: Final = 2
MORNING: Final = 3
AFTERNOON: Final = 4
STREET: Final = 5
CHARACTER: Final = 6
PICK_PIECE: Final = 7
AT_TROLL: Final = 8
AT_PIXIES: Final = 9
AT_ORC: Final = 10
AT_ELF: Final = 11
AT_DWARF: Final = 12
GROCERY: Final = 13
COOKING: Final = 14
TAKING_BACK: Final = 15
PRICE: Final = 16
LARDERS: Final = 17

# phases of a round
PREPARATION: Final = 0
SHOPPING: Final = 1
ACTING: Final = 2
KITCHEN: Final = 3
PHASES: Final = ("preparation", "shopping", "action", "cooking")

# events told, by their place in EVENTS
ROUND_BEGAN: Final = 0
REVEALED: Final = 1
GAVE: Final = 2
SALTED: Final = 3
SWAPPED: Final = 4
ROLLED: Final = 5
SKIPPED: Final = 6
PLACED: Final = 7
RESTED: Final = 8
RESOLVES: Final = 9
TOOK_ALL: Final = 10
TOOK: Final = 11
MOVED: Final = 12
SENT: Final = 13
RESERVED: Final = 14
GOT_SALT: Final = 15
TRADED: Final = 16
GAINED: Final = 17
DISC_SET: Final = 18
TOKENS: Final = 19
LEFT: Final = 20
CARD_MOVED: Final = 21
COOKED: Final = 22
FREED: Final = 23
PASSED: Final = 24
RETURNED: Final = 25
OVER: Final = 26
CHOSE: Final = 27
EVENTS: Final = (
    Event("round", "round"),
    Event("event", "card"),
    Event("gave", "seat", "to"),
    Event("salted", "seat"),
    Event("swapped", "seat", "cube", "colour"),
    Event("rolled", "afternoon", "covers"),
    Event("skipped", "seat"),
    Event("placed", "seat", "location"),
    Event("rested", "seat"),
    Event("resolves", "location", "majority"),
    Event("took-all", "seat", "location", "count"),
    Event("took", "seat", "location", "colour"),
    Event("moved", "from", "to", "colour"),
    Event("sent", "seat", "location", "piece"),
    Event("reserved", "seat", "dish", "piece"),
    Event("got-salt", "seat"),
    Event("traded", "seat", "cube"),
    Event("gained", "seat", "colour"),
    Event("disc", "seat", "location"),
    Event("tokens", "seat", "count", "reason"),
    Event("left", "seat", "location"),
    Event("card", "seat"),
    Event("cooked", "seat", "dish"),
    Event("freed", "seat", "dish", "cube"),
    Event("passed", "seat"),
    Event("returned", "seat", "cube"),
    Event("over"),
    Event("chose", "seat", "action"),
)

# why tokens are handed out
FOR_DWARF: Final = 0
FOR_DESSERT: Final = 1
FOR_APPETISER: Final = 2
FOR_SIDE: Final = 3
FOR_PRIZE: Final = 4
FOR_MEDAL: Final = 5
