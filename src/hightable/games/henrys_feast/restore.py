"""Henry's Feast: a position from a view, hidden things in any way that the view allows. Imports the engine and the
state."""

from __future__ import annotations

from hightable.engine.contract import View
from hightable.games.henrys_feast.deck import BACKS, KINDS, RECIPES
from hightable.games.henrys_feast.pieces import ACTIONS, HAND, ROUND, STATIONS, TRACKS
from hightable.games.henrys_feast.state import HenrysFeast, eye


def restore(s: HenrysFeast, view: View, step: int) -> None:
    s.round, s.turn, s.first = view["round"], view["turn"], view["first"]
    s.called = 0 if view["called"] is None else view["called"] + 1
    s.last = ("", "last-call", "limit").index(view["last"])
    s.active = 0 if view["active"] is None else ACTIONS.parse(view["active"])
    s.cleared, s.freshened, s.filled = int(view["cleared"]), int(view["freshened"]), int(view["filled"])
    s.shared = view["shared"]
    for spot in view["cooked"]:
        s.cooked |= 1 << spot
    for kind in range(len(KINDS)):
        s.market[kind] = view["market"][kind]
        s.bought[kind] = view["bought"][kind]
        s.bought_n += view["bought"][kind]
    for seat, proved in enumerate(view["worth"]):
        s.worth |= int(proved) << seat
    lay_stock(s, view)
    lay_recipes(s, view)
    if not view["over"]:
        s.push(ROUND)
        if step:
            s.push(step, 1 << view["now"] if view["deciding"] else 0)


def lay_stock(s: HenrysFeast, view: View) -> None:
    """Kitchens and row as they are seen; what is left of the stock cards in deck and discard pile."""
    left = [3] * len(KINDS)
    for seat, kitchen in enumerate(view["kitchens"]):
        for track in range(len(TRACKS)):
            s.track[seat * len(TRACKS) + track] = kitchen["tracks"][track]
        for card in kitchen["pantry"]:
            s.stock(seat, card)
            left[card // 4] -= card // 2 % 2
        for station in range(STATIONS):
            for card in kitchen["stations"][station]:
                s.lay(seat, station, card)
                left[card // 4] -= card // 2 % 2
    for kind in view["row"]:
        s.row[s.row_n] = kind
        s.row_n += 1
        left[kind] -= 1
    if view["discard"]:
        left[view["discard_top"]] -= 1
        s.discard[view["discard"] - 1] = view["discard_top"]
    pile = [kind for kind in range(len(KINDS)) for _card in range(left[kind])]
    s.deck_n, s.discard_n = view["deck"], view["discard"]
    for i in range(s.deck_n):
        s.deck[i] = pile.pop()
    for i in range(s.discard_n - 1):
        s.discard[i] = pile.pop()


def lay_recipes(s: HenrysFeast, view: View) -> None:
    """Recipes whose faces are seen where they lie; the others by their backs, then anywhere."""
    unseen = set(range(RECIPES)) - set(view["bonus"]) - set(view["display"])
    hidden: list[Hidden] = []
    for spot, recipe in enumerate(view["bonus"]):
        s.bonus[spot] = recipe
    for slot, recipe in enumerate(view["display"]):
        s.display[slot] = -1 if recipe is None else recipe
    for seat, kitchen in enumerate(view["kitchens"]):
        for recipe in kitchen["pile"] or []:
            s.pile[s.side(seat)] |= 1 << recipe
            unseen.discard(recipe)
        for course, done in enumerate(kitchen["feasted"]):
            s.feasted[s.side(seat)] |= int(done) << course
        s.hand_n[seat] = len(kitchen["hand"])
        hidden += [Hidden("hand", seat * HAND + i, card) for i, card in enumerate(kitchen["hand"])]
    for course, card in enumerate(view["feast"]):
        s.feast_up |= int(card["up"]) << course
        hidden.append(Hidden("feast", course, card))
    hidden += book_places(s, view)
    lay_hidden(s, view, hidden, unseen)


class Hidden:
    """A place, with what is seen of the card there: nothing, its back, or its face."""

    def __init__(self, place: str, index: int, card: View) -> None:
        self.place = place
        self.index = index
        self.back: int = card["back"]
        self.recipe: int | None = card["recipe"]
        self.seen: int = card["seen"]


def book_places(s: HenrysFeast, view: View) -> list[Hidden]:
    """The cookbook: its top card, and what is known of the rest while it is leafed through."""
    s.book_n, s.gone_n = view["book"], view["gone"]
    top, faces, backs = view["book_top"], view["book_faces"], view["book_backs"]
    if top is None:
        return []
    below: list[View] = [{"back": -1, "recipe": None, "seen": 0} for _card in range(s.book_n - 1)]
    if faces is not None:
        me = 1 << eye(view["viewer"])
        below = [{"back": -1, "recipe": recipe, "seen": me} for recipe in faces if recipe != top["recipe"]]
    elif backs is not None:
        known = [back for back in range(len(BACKS)) for _card in range(backs[back])]
        below = [{"back": back, "recipe": None, "seen": 0} for back in known]
    return [Hidden("book", i, card) for i, card in enumerate([*below, top])]


def lay_hidden(s: HenrysFeast, view: View, hidden: list[Hidden], unseen: set[int]) -> None:
    """Faces first, then backs, then the rest."""
    blank: View = {"back": -1, "recipe": None, "seen": 0}
    hidden += [Hidden("book", i, blank) for i in range(s.gone_n)]
    for side in range(2 if s.team else s.seats):
        kitchen = view["kitchens"][side]
        if kitchen["pile"] is None:
            hidden += [Hidden("pile", side, blank) for _dish in range(kitchen["dishes"])]
    for one in sorted(hidden, key=lambda one: (one.recipe is None, one.back < 0)):
        recipe = one.recipe
        if recipe is None:
            recipe = min(recipe for recipe in unseen if one.back in (-1, s.cards.back[recipe]))
        unseen.discard(recipe)
        s.seen[recipe] = one.seen
        if one.place == "feast":
            s.feast[one.index] = recipe
        elif one.place == "hand":
            s.hand[one.index] = recipe
        elif one.place == "book":
            s.book[one.index] = recipe
        else:
            s.pile[one.index] |= 1 << recipe
