"""Sets the table of Henry's Feast: any position as readable data, actions played as texts, and what lies where by
name. What a test doesn't mention is filled up, so that all cards are there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hightable.engine import Beat, Refused, State, View
from hightable.games.henrys_feast.deck import BACKS, HOUSE, KINDS, deck
from hightable.games.henrys_feast.game import GAME
from hightable.games.henrys_feast.pieces import CARDS, HAND, PANTRY, SEATS, SPACES, STATIONS, TRACKS
from hightable.games.henrys_feast.state import HenrysFeast

IDS = deck(HOUSE).ids
STEPS = {
    "active": "Active",
    "market": "GoToMarket",
    "corner": "VisitChefsCorner",
    "corner-down": "StealDown",
    "corner-up": "StealUp",
    "corner-buy": "WayBack",
    "stockroom": "GoToStockroom",
    "share": "SharePantry",
    "cook": "CookDishes",
    "passive": "PassiveActions",
    "final-first": "LastRound",
}
COURSES = ("easy", "medium", "hard")
ENDS = ("", "last-call", "limit")
BONUS = ("rajma", "lemon-rice", "vegetable-pulao", "masala-omelette")  # station, pantry, satchels, hand limit
FEAST = ("carrot-kosambari", "sambar", "masala-dosa")
DISPLAY = ("kheer", "arancini", "paneer-makhani", "gulab-jamun")
DISH = {
    recipe: [KINDS[kind] for kind in kinds] for recipe, kinds in zip(IDS, deck(HOUSE).ingredients, strict=True)
}  # what goes into each


def cards(text: str) -> list[int]:
    """Ingredient cards by their names, `rice@market egg@stock!`."""
    return [CARDS.index(name) for name in text.split()]


def stocked(recipe: str, origin: str = "market", mark: str = "", without: str = "") -> str:
    """The cards of a recipe, as a station holds them."""
    return " ".join(f"{kind}@{origin}{mark}" for kind in DISH[recipe] if kind != without)


def kitchen(
    pantry: str = "",
    s1: str = "",
    s2: str = "",
    s3: str = "",
    s4: str = "",
    s5: str = "",
    tracks: Sequence[int] = (0, 0, 0, 0),
    hand: str = "",
    pile: str = "",
    feasted: str = "",
) -> dict[str, Any]:
    """A kitchen: cards, levels (station, pantry, satchels, hand limit), recipes, Feast dishes (`easy hard`). In team
    play the pile and the Feast dishes of seats 1 and 2 are their team's."""
    return {
        "pantry": cards(pantry),
        "stations": [cards(text) for text in (s1, s2, s3, s4, s5)],
        "tracks": list(tracks),
        "hand": hand.split(),
        "pile": pile.split(),
        "feasted": feasted.split(),
    }


class Table:
    """A game in progress."""

    def __init__(self, state: HenrysFeast) -> None:
        self.state = state

    # playing

    @property
    def seat(self) -> int:
        """Who decides."""
        (seat,) = self.state.deciding
        return seat

    @property
    def legal(self) -> list[str]:
        """What the deciding seat may do."""
        return [GAME.text(action) for action in self.state.legal(self.seat)]

    def may(self, verb: str) -> list[str]:
        """What it may do of one kind: `put` gives `rice@market s1` and so on."""
        return [text.removeprefix(verb).strip() for text in self.legal if f"{text} ".startswith(f"{verb} ")]

    def do(self, *texts: str) -> list[Beat]:
        """The deciding seats play these actions; what happened."""
        self.state.beats = beats = []
        for text in texts:
            self.state.apply(self.seat, GAME.parse(text))
        self.state.beats = None
        return beats

    def why_not(self, text: str, seat: int | None = None) -> Refused:
        """Why this is refused."""
        refused = self.state.why_not(self.seat if seat is None else seat, GAME.parse(text))
        assert refused is not None, f"{text} is legal"
        return refused

    def turns(self, count: int) -> None:
        """So many turns in which nothing happens."""
        for _turn in range(count):
            self.do(*(("skip", "done", "end-turn") if self.view()["last"] else ("pass", "end-turn")))

    # looking

    def view(self, viewer: int | None = None) -> View:
        return self.state.view(viewer)

    @property
    def phase(self) -> str:
        return str(self.view()["phase"])

    def kitchen(self, seat: int, viewer: int | None = None) -> View:
        return dict(self.view(viewer)["kitchens"][seat])

    def pantry(self, seat: int) -> list[str]:
        return sorted(CARDS[card] for card in self.kitchen(seat)["pantry"])

    def station(self, seat: int, n: int) -> list[str]:
        return [CARDS[card] for card in self.kitchen(seat)["stations"][n - 1]]

    def tracks(self, seat: int) -> list[int]:
        return list(self.kitchen(seat)["tracks"])

    def hand(self, seat: int, viewer: int | None = None) -> list[str | None]:
        """A hand as a viewer sees it (its owner if none is named): names, None for a back."""
        return [name(card["recipe"]) for card in self.kitchen(seat, seat if viewer is None else viewer)["hand"]]

    def pile(self, seat: int) -> list[str | None]:
        return [name(recipe) for recipe in self.kitchen(seat, seat)["pile"]]

    def feasted(self, seat: int) -> list[bool]:
        return list(self.kitchen(seat)["feasted"])

    @property
    def display(self) -> list[str | None]:
        return [name(recipe) for recipe in self.view()["display"]]

    @property
    def row(self) -> list[str]:
        return [KINDS[kind] for kind in self.view()["row"]]

    def market(self, kind: str) -> int:
        return int(self.view()["market"][KINDS.index(kind)])

    def up(self) -> list[bool]:
        return [card["up"] for card in self.view()["feast"]]

    # what nobody sees

    @property
    def book(self) -> list[str]:
        """The cookbook, top first."""
        return [IDS[self.state.book[i]] for i in reversed(range(self.state.book_n))]

    @property
    def deck(self) -> list[str]:
        """The Stockroom deck, top first."""
        return [KINDS[self.state.deck[i]] for i in reversed(range(self.state.deck_n))]

    @property
    def discard(self) -> list[str]:
        """The discard pile, top first."""
        return [KINDS[self.state.discard[i]] for i in reversed(range(self.state.discard_n))]


def name(recipe: int | None) -> str | None:
    return None if recipe is None else IDS[recipe]


def told(beats: Sequence[Beat], event: str) -> list[tuple[int, ...]]:
    """The numbers of all events of this name."""
    return [tuple(beat.args.values()) for beat in beats if beat.name == event]


def new(seats: int = 2, seed: str = "s", **options: object) -> Table:
    state = GAME.start(seats, seed, options)
    assert isinstance(state, HenrysFeast)
    return Table(state)


def table(
    *kitchens: Mapping[str, Any],
    seats: int = 2,
    phase: str = "active",
    active: str = "",
    round: int = 5,
    turn: int = 0,
    first: int = 0,
    called: int | None = None,
    last: str = "",
    market: Mapping[str, int] | None = None,
    row: str = "",
    deck: str = "",
    discard: str = "",
    rest: str = "deck",
    display: Sequence[str | None] = DISPLAY,
    book: str = "",
    book_ends: bool = False,
    bonus: Sequence[str] = BONUS,
    feast: Sequence[str] = FEAST,
    up: str = "",
    worth: Sequence[int] = (),
    seen: Mapping[str, Sequence[int]] | None = None,
    bought: str = "",
    filled: bool = False,
    cleared: bool = False,
    seed: str = "table",
    **options: object,
) -> Table:
    """A position. Kitchens in the order of the seats, empty ones for the others. `deck` and `book` name the next cards,
    `discard` the top ones, the topmost first; other stock cards lie at the bottom of `rest` (`deck` or `discard`),
    other recipes in the cookbook, or out of the game if it ends. `market` overrides what is left of a kind. `seen`
    tells who sees the face of a recipe that lies face down."""
    state = GAME.start(seats, seed, options)
    data = state.dump()
    full = [*kitchens, *[kitchen()] * (SEATS - len(kitchens))]
    data.update(round=round, turn=turn, first=first, called=0 if called is None else called + 1, last=ENDS.index(last))
    data.update(active=GAME.parse(active) if active else 0, stack=stack(phase, (first + turn) % seats))
    data.update(filled=int(filled), cleared=int(cleared), feast_up=mask(COURSES.index(c) for c in up.split()))
    data.update(worth=mask(worth), bought=[bought.split().count(kind) for kind in KINDS], bought_n=len(bought.split()))
    data.update(kitchens_of(full))
    data.update(ingredients_of(full, 2 if seats < 4 else 3, market or {}, row, deck, discard, rest))
    ends = book_ends or state.options["quick"] == "yes"
    data.update(recipes_of(full, display, book.split(), ends, bonus, feast))
    data["seen"] = [mask((seen or {}).get(recipe, ())) for recipe in IDS]
    if phase == "corner-up":  # the thief has looked at all of the cookbook
        for recipe in data["book"][: data["book_n"]]:
            data["seen"][recipe] |= 1 << (first + turn) % seats
    loaded = GAME.load(data)
    assert isinstance(loaded, HenrysFeast)
    return Table(loaded)


def mask(bits: Any) -> int:
    return sum(1 << bit for bit in bits)


def stack(phase: str, seat: int) -> list[list[object]]:
    return [] if phase == "over" else [["Round", 0, 0, 0], [STEPS[phase], 1 << seat, 0, 0]]


def padded(items: Sequence[int], length: int, empty: int = 0) -> list[int]:
    assert len(items) <= length, "too much for this place"
    return [*items, *[empty] * (length - len(items))]


def kitchens_of(kitchens: Sequence[Mapping[str, Any]]) -> dict[str, list[int]]:
    stations = [station for k in kitchens for station in k["stations"]]
    assert len(stations) == SEATS * STATIONS and all(len(k["tracks"]) == len(TRACKS) for k in kitchens)
    return {
        "pantry": [cell for k in kitchens for cell in padded([card + 1 for card in k["pantry"]], PANTRY)],
        "pantry_n": [len(k["pantry"]) for k in kitchens],
        "station": [cell for cards in stations for cell in padded([card + 1 for card in cards], SPACES)],
        "station_n": [len(cards) for cards in stations],
        "track": [level for k in kitchens for level in k["tracks"]],
        "hand": [cell for k in kitchens for cell in padded([IDS.index(r) for r in k["hand"]], HAND)],
        "hand_n": [len(k["hand"]) for k in kitchens],
        "pile": [mask(IDS.index(r) for r in k["pile"]) for k in kitchens],
        "feasted": [mask(COURSES.index(course) for course in k["feasted"]) for k in kitchens],
    }


def ingredients_of(
    kitchens: Sequence[Mapping[str, Any]],
    each: int,
    market: Mapping[str, int],
    row: str,
    deck: str,
    discard: str,
    rest: str,
) -> dict[str, Any]:
    out = [card for k in kitchens for cards in (k["pantry"], *k["stations"]) for card in cards]
    left = [3 - sum(card // 4 == kind and card // 2 % 2 == 1 for card in out) for kind in range(len(KINDS))]
    piles = [each - sum(card // 4 == kind and card // 2 % 2 == 0 for card in out) for kind in range(len(KINDS))]
    named = {where: [KINDS.index(kind) for kind in text.split()] for where, text in
             (("row", row), ("deck", deck), ("discard", discard))}  # fmt: skip
    for kinds in named.values():
        for kind in kinds:
            left[kind] -= 1
    assert min(left) >= 0, f"more than three stock cards of {KINDS[left.index(min(left))]}"
    assert min(piles) >= 0, f"more market cards than there are of {KINDS[piles.index(min(piles))]}"
    named[rest] += [kind for kind, n in enumerate(left) for _card in range(n)]
    return {
        "market": [market.get(KINDS[kind], n) for kind, n in enumerate(piles)],
        "row": padded(named["row"], 8),
        "row_n": len(named["row"]),
        "deck": padded(named["deck"][::-1], 45),
        "deck_n": len(named["deck"]),
        "discard": padded(named["discard"][::-1], 45),
        "discard_n": len(named["discard"]),
    }


def recipes_of(
    kitchens: Sequence[Mapping[str, Any]],
    display: Sequence[str | None],
    book: Sequence[str],
    book_ends: bool,
    bonus: Sequence[str],
    feast: Sequence[str],
) -> dict[str, Any]:
    """Recipes that are named elsewhere leave the display."""
    lying = [recipe for k in kitchens for recipe in (*k["hand"], *k["pile"])]
    lying += [*bonus, *feast, *book]
    if display is DISPLAY:
        spare = iter([recipe for recipe in IDS[::-1] if recipe not in lying and recipe not in DISPLAY])
        display = [next(spare) if recipe in lying else recipe for recipe in DISPLAY]
    lying += [recipe for recipe in display if recipe]
    assert len(set(lying)) == len(lying), "a recipe is named twice"
    others = [recipe for recipe in IDS if recipe not in lying]
    order = [*(() if book_ends else others), *book[::-1]]
    gone = others if book_ends else []
    return {
        "display": [-1 if recipe is None else IDS.index(recipe) for recipe in display],
        "book": padded([IDS.index(recipe) for recipe in [*order, *gone]], 43),
        "book_n": len(order),
        "gone_n": len(gone),
        "bonus": [IDS.index(recipe) for recipe in bonus],
        "feast": [IDS.index(recipe) for recipe in feast],
    }


def back(recipe: str) -> str:
    return BACKS[deck(HOUSE).back[IDS.index(recipe)]]


def holds_together(state: State) -> None:
    """HF-107 … HF-109: no card is lost or doubled, and nothing overflows."""
    assert isinstance(state, HenrysFeast)
    stock, market = [0] * len(KINDS), list(state.market)
    for pile, n in ((state.deck, state.deck_n), (state.discard, state.discard_n), (state.row, state.row_n)):
        for kind in list(pile)[:n]:
            stock[kind] += 1
    for card in [card - 1 for card in (*state.pantry, *state.station) if card]:
        (stock if card // 2 % 2 else market)[card // 4] += 1
    each = 2 if state.seats < 4 else 3
    assert stock == [3] * len(KINDS), f"stock cards by kind are {stock}"
    assert market == [each] * len(KINDS), f"market cards by kind are {market}"
    quick = state.options["quick"] == "yes"
    recipes = [*state.bonus, *state.feast, *(recipe for recipe in state.display if recipe >= 0)]
    recipes += list(state.book)[: state.book_n + state.gone_n]
    for seat in range(SEATS):
        levels = list(state.track)[seat * len(TRACKS) : seat * len(TRACKS) + len(TRACKS)]
        stations = list(state.station_n)[seat * STATIONS : seat * STATIONS + STATIONS]
        hand = list(state.hand)[seat * HAND : seat * HAND + state.hand_n[seat]]
        recipes += [*hand, *(recipe for recipe in range(len(IDS)) if state.pile[seat] >> recipe & 1)]
        assert all(0 <= level <= 3 for level in levels)
        pantry = list(state.pantry)[seat * PANTRY : seat * PANTRY + PANTRY]
        assert state.pantry_n[seat] == sum(card > 0 for card in pantry)
        assert state.pantry_n[seat] <= 5 + levels[1] and len(hand) <= levels[3] + (0 if quick else 1)
        assert max(stations) <= SPACES and not any(stations[2 + levels[0] :])
    assert sorted(recipes) == list(range(len(IDS))), "a recipe is lost or doubled"
    assert state.gone_n == (39 if quick else 0) and state.row_n <= 8
    assert state.book_n == 0 or -1 not in list(state.display)
