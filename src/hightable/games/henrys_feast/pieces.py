"""Henry's Feast: its sizes, cards, actions and events. Imports the engine and the decks."""

from __future__ import annotations

from typing import Final

from hightable.engine.actions import Actions
from hightable.engine.contract import Event
from hightable.games.henrys_feast.deck import BACKS, BONUSES, FIRST_BONUS, HOUSE, KINDS, RECIPES, SLOTS, deck

SEATS: Final = 5
STATIONS: Final = 5
SPACES: Final = 5  # HF-R31: cards on a station
PANTRY: Final = 8
HAND: Final = 4
ROW: Final = 8
SLOTS_SHOWN: Final = 4  # HF-12: of the display
STOCK: Final = 45  # HF-7
BOOK: Final = 43  # HF-17
EASY: Final = 18  # HF-8: recipes of each difficulty, and where the next begins
HARD_FROM: Final = 37

# origins, HF-4; a card is kind * 4 + origin * 2 + fresh, in kitchens plus 1
MARKET: Final = 0
STOCKROOM: Final = 1
CARDS: Final = tuple(f"{kind}@{origin}{mark}" for kind in KINDS for origin in ("market", "stock") for mark in ("", "!"))

# tracks, HF-14
STATION: Final = 0
LARDER: Final = 1
SATCHELS: Final = 2
HAND_LIMIT: Final = 3
TRACKS: Final = ("station", "pantry", "satchels", "hand-limit")

PLACES: Final = ("pantry", "s1", "s2", "s3", "s4", "s5")
HOBS: Final = PLACES[1:]
DISHES: Final = (*deck(HOUSE).ids, *SLOTS)  # the house deck by its ids, somebody's own by its slots
BONUS_DISHES: Final = (
    *DISHES[FIRST_BONUS : FIRST_BONUS + BONUSES],
    *DISHES[RECIPES + FIRST_BONUS : RECIPES + FIRST_BONUS + BONUSES],
)
ACTIONS: Final = Actions(
    ("pass",), ("go-market",), ("go-corner",), ("go-stockroom",), ("cook-dishes",), ("share-pantry",),
    ("buy", KINDS),
    ("peek-top",), ("steal-top",), ("steal-display", DISHES), ("steal-down",), ("steal-up",), ("no-option",),
    ("take-top",), ("take", BACKS), ("take", DISHES),
    ("clear",), ("fresh-stock",), ("fill",),
    ("take", KINDS, PLACES), ("put", CARDS, HOBS), ("share", CARDS, PLACES),
    ("cook", HOBS, DISHES), ("cook", HOBS, BONUS_DISHES, tuple(f"for {seat}" for seat in range(1, 5))),
    ("discard", CARDS), ("discard-station", HOBS), ("end-turn",), ("skip",), ("done",), ("last-call",),
)  # fmt: skip
PASS: Final = 1
GO_MARKET: Final = 2
GO_CORNER: Final = 3
GO_STOCKROOM: Final = 4
COOK_DISHES: Final = 5
SHARE_PANTRY: Final = 6
BUY: Final = 7
PEEK_TOP: Final = BUY + len(KINDS)
STEAL_TOP: Final = PEEK_TOP + 1
STEAL_DISPLAY: Final = STEAL_TOP + 1
STEAL_DOWN: Final = STEAL_DISPLAY + len(DISHES)
STEAL_UP: Final = STEAL_DOWN + 1
NO_OPTION: Final = STEAL_UP + 1
TAKE_TOP: Final = NO_OPTION + 1
TAKE_BACK: Final = TAKE_TOP + 1
TAKE_RECIPE: Final = TAKE_BACK + len(BACKS)
CLEAR: Final = TAKE_RECIPE + len(DISHES)
FRESH_STOCK: Final = CLEAR + 1
FILL: Final = FRESH_STOCK + 1
TAKE: Final = FILL + 1  # + kind * len(PLACES) + place
PUT: Final = TAKE + len(KINDS) * len(PLACES)  # + card * STATIONS + station
SHARE: Final = PUT + len(CARDS) * STATIONS  # + card * len(PLACES) + place
COOK: Final = SHARE + len(CARDS) * len(PLACES)  # + station * len(DISHES) + dish
COOK_FOR: Final = COOK + STATIONS * len(DISHES)  # + (station * len(BONUS_DISHES) + dish) * 4 + seat
DISCARD: Final = COOK_FOR + STATIONS * len(BONUS_DISHES) * 4
DISCARD_STATION: Final = DISCARD + len(CARDS)
END_TURN: Final = DISCARD_STATION + STATIONS
SKIP: Final = END_TURN + 1
DONE: Final = SKIP + 1
LAST_CALL: Final = DONE + 1

# steps, by their place in STEPS
ROUND: Final = 0
ACTIVE: Final = 1
GO_TO_MARKET: Final = 2
VISIT_CORNER: Final = 3
STEALING_DOWN: Final = 4
STEALING_UP: Final = 5
WAY_BACK: Final = 6
IN_STOCKROOM: Final = 7
SHARING: Final = 8
COOKING: Final = 9
PASSIVE: Final = 10
FINAL_FIRST: Final = 11

# how the game came to its end
BY_LAST_CALL: Final = 1
BY_LIMIT: Final = 2

# events, by their place in EVENTS
ROUND_BEGAN: Final = 0
TURN_BEGAN: Final = 1
ACTED: Final = 2
BOUGHT: Final = 3
PEEKED: Final = 4
STOLE_TOP: Final = 5
STOLE_DISPLAY: Final = 6
STOLE_DOWN: Final = 7
STOLE_UP: Final = 8
GOT: Final = 9
OPENED: Final = 10
CLEARED: Final = 11
FRESHENED: Final = 12
FILLED: Final = 13
RESHUFFLED: Final = 14
TOOK: Final = 15
MOVED: Final = 16
SHARED: Final = 17
COOKED: Final = 18
RAISED: Final = 19
FEASTED: Final = 20
PROVED: Final = 21
UNVEILED: Final = 22
DISCARDED: Final = 23
DUMPED: Final = 24
CALLED: Final = 25
LAST_ROUND: Final = 26
TURN_ENDED: Final = 27
OVER: Final = 28
EVENTS: Final = (
    Event("round", "round"),
    Event("turn", "seat"),
    Event("acted", "seat", "action"),
    Event("bought", "seat", "kind"),
    Event("peeked", "seat"),
    Event("stole-top", "seat", "back"),
    Event("stole-display", "seat", "recipe", "slot"),
    Event("stole-down", "seat", "back", "top"),
    Event("stole-up", "seat", "back", "top"),
    Event("got", "seat", "recipe"),
    Event("opened", "recipe", "slot"),
    Event("cleared", "seat", "count"),
    Event("freshened", "seat"),
    Event("filled", "seat", "count"),
    Event("reshuffled", "count"),
    Event("took", "seat", "kind", "place"),
    Event("put", "seat", "card", "station"),
    Event("shared", "seat", "card", "place"),
    Event("cooked", "seat", "station", "recipe"),
    Event("raised", "seat", "track", "level"),
    Event("feasted", "seat", "course"),
    Event("proved", "seat"),
    Event("unveiled", "course", "recipe"),
    Event("discarded", "seat", "card"),
    Event("dumped", "seat", "station", "count"),
    Event("called", "seat"),
    Event("last-round", "reason"),
    Event("turn-ended", "seat"),
    Event("over"),
)
