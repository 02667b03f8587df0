"""Henry's Feast: Visit Chef's Corner. Imports the engine, the state and what all phases share."""

from __future__ import annotations

from hightable.engine.bits import bit
from hightable.engine.compat import i64
from hightable.engine.contract import Moves
from hightable.engine.words import N_
from hightable.games.henrys_feast.cooking import Phase, enter
from hightable.games.henrys_feast.deck import BACKS, KINDS, RECIPES
from hightable.games.henrys_feast.pieces import (
    BOUGHT,
    BUY,
    DONE,
    GOT,
    HAND_LIMIT,
    MARKET,
    NO_OPTION,
    PASSIVE,
    PEEK_TOP,
    PEEKED,
    SLOTS_SHOWN,
    STEAL_DISPLAY,
    STEAL_DOWN,
    STEAL_TOP,
    STEAL_UP,
    STEALING_DOWN,
    STEALING_UP,
    STOLE_DISPLAY,
    STOLE_DOWN,
    STOLE_TOP,
    STOLE_UP,
    TAKE_BACK,
    TAKE_RECIPE,
    TAKE_TOP,
    WAY_BACK,
)
from hightable.games.henrys_feast.state import EVERYBODY, HenrysFeast


def offer_buys(s: HenrysFeast, seat: i64, of_a_kind: i64, out: Moves) -> None:
    """HF-27, HF-28: what the Market has, into an empty pantry space, so many of a kind in one action."""
    if s.has_space(seat):
        for kind in range(len(KINDS)):
            if s.market[kind] and s.bought[kind] < of_a_kind:
                out.add(BUY + kind)


def buy(s: HenrysFeast, seat: i64, action: i64) -> None:
    kind = action - BUY
    s.market[kind] -= 1
    s.bought[kind] += 1
    s.bought_n += 1
    s.stock(seat, kind * 4 + MARKET * 2 + 1)
    s.tell(BOUGHT, seat, kind)


def offer_options(s: HenrysFeast, seat: i64, out: Moves) -> None:
    """HF-29, HF-92: what a visitor may do, all levels reached so far added up."""
    level, room = s.level(seat, HAND_LIMIT), s.has_room(seat)
    if s.book_n:
        out.add(PEEK_TOP)
        if room:
            out.add(STEAL_TOP)
    if level >= 1 and room:
        for recipe in range(RECIPES):
            if slot_of(s, recipe) >= 0:
                out.add(STEAL_DISPLAY + s.dish(recipe))
    if level >= 2 and room and s.book_n:
        out.add(STEAL_DOWN)
    if level >= 3 and room and s.book_n:
        out.add(STEAL_UP)


def slot_of(s: HenrysFeast, recipe: i64) -> i64:
    """Where a recipe is on display, -1 if it isn't."""
    for slot in range(SLOTS_SHOWN):
        if s.display[slot] == recipe:
            return slot
    return -1


def may_visit(s: HenrysFeast, seat: i64) -> bool:
    """HF-23: whether an option or a purchase is possible."""
    found = Moves(len(KINDS) + SLOTS_SHOWN + 8)
    offer_options(s, seat, found)
    offer_buys(s, seat, 1, found)
    return found.n > 0


class VisitChefsCorner(Phase):
    """HF-29 … HF-31: peek at the cookbook or steal from it, or from the display; then the way back."""

    rule = "HF-29"
    asked = N_("Choose one thing to do in the Chef's Corner, as far as your hand allows.")

    def offer(self, s: HenrysFeast, seat: i64, out: Moves) -> None:
        offer_options(s, seat, out)
        out.add(NO_OPTION)

    def act(self, s: HenrysFeast, seat: i64, action: i64) -> None:
        if action == STEAL_DOWN:
            enter(s, STEALING_DOWN)
        elif action == STEAL_UP:
            for i in range(s.book_n):
                s.see(s.book[i], 1 << seat)
            enter(s, STEALING_UP)
        else:
            enter(s, WAY_BACK)
            self.use(s, seat, action)

    def use(self, s: HenrysFeast, seat: i64, action: i64) -> None:
        if action == PEEK_TOP:
            s.shuffle_book(True)
            s.see(s.book[s.book_n - 1], 1 << seat)
            s.tell(PEEKED, seat)
        elif action == STEAL_TOP:
            recipe = draw(s, s.book_n - 1)
            s.shuffle_book(False)
            s.keep(seat, recipe)
            s.tell(STOLE_TOP, seat, s.cards.back[recipe])
            tell_thief(s, seat, recipe)
        elif action != NO_OPTION:
            self.steal_display(s, seat, (action - STEAL_DISPLAY) % RECIPES)

    def steal_display(self, s: HenrysFeast, seat: i64, recipe: i64) -> None:
        """HF-31, HF-R23: everybody saw it, for this turn at least."""
        slot = slot_of(s, recipe)
        s.display[slot] = -1
        s.keep(seat, recipe)
        s.see(recipe, EVERYBODY)
        s.tell(STOLE_DISPLAY, seat, recipe, slot)
        s.refill(slot)


def draw(s: HenrysFeast, at: i64) -> i64:
    """A recipe leaves the cookbook; those above it close up."""
    recipe = s.book[at]
    s.book_n -= 1
    for i in range(at, s.book_n):
        s.book[i] = s.book[i + 1]
    s.book[s.book_n] = 0
    return recipe


def tell_thief(s: HenrysFeast, seat: i64, recipe: i64) -> None:
    """HF-105: only the thief, and the teammate, read what it was."""
    mask: i64 = 0
    for other in range(s.seats):
        if s.mates(seat, other):
            mask |= 1 << other
    s.tell_only(mask, GOT, seat, recipe)


class StealDown(Phase):
    """HF-32, HF-R17: the top card, or any one with a back that occurs below it."""

    rule = "HF-32"
    asked = N_("Take the top recipe, or one with a back of your choice.")

    def offer(self, s: HenrysFeast, seat: i64, out: Moves) -> None:
        out.add(TAKE_TOP)
        backs: i64 = 0
        for i in range(s.book_n - 1):
            backs |= 1 << s.cards.back[s.book[i]]
        for back in range(len(BACKS)):
            if backs >> back & 1:
                out.add(TAKE_BACK + back)

    def act(self, s: HenrysFeast, seat: i64, action: i64) -> None:
        top = action == TAKE_TOP
        recipe = draw(s, s.book_n - 1 if top else self.any_of(s, action - TAKE_BACK))
        s.shuffle_book(not top)
        s.keep(seat, recipe)
        enter(s, WAY_BACK)
        s.tell(STOLE_DOWN, seat, s.cards.back[recipe], 1 if top else 0)
        tell_thief(s, seat, recipe)

    def any_of(self, s: HenrysFeast, back: i64) -> i64:
        """A random one below the top with this back."""
        count: i64 = 0
        for i in range(s.book_n - 1):
            if s.cards.back[s.book[i]] == back:
                count += 1
        left = s.dice.below(count)
        i = 0
        while s.cards.back[s.book[i]] != back or left:
            if s.cards.back[s.book[i]] == back:
                left -= 1
            i += 1
        return i


class StealUp(Phase):
    """HF-33: any recipe of the cookbook, seen before it is chosen."""

    rule = "HF-33"
    asked = N_("Take any recipe of the cookbook.")

    def offer(self, s: HenrysFeast, seat: i64, out: Moves) -> None:
        found: i64 = 0
        for i in range(s.book_n):
            found |= bit(s.book[i])
        for recipe in range(RECIPES):
            if found >> recipe & 1:
                out.add(TAKE_RECIPE + s.dish(recipe))

    def act(self, s: HenrysFeast, seat: i64, action: i64) -> None:
        recipe = (action - TAKE_RECIPE) % RECIPES
        at: i64 = 0
        while s.book[at] != recipe:
            at += 1
        top = at == s.book_n - 1
        draw(s, at)
        s.shuffle_book(not top)
        s.keep(seat, recipe)
        enter(s, WAY_BACK)
        s.tell(STOLE_UP, seat, s.cards.back[recipe], 1 if top else 0)
        tell_thief(s, seat, recipe)


class WayBack(Phase):
    """HF-35: one purchase or none."""

    rule = "HF-35"
    asked = N_("On the way back you may buy one thing from the Market.")

    def offer(self, s: HenrysFeast, seat: i64, out: Moves) -> None:
        if not s.bought_n:
            offer_buys(s, seat, 1, out)
        out.add(DONE)

    def act(self, s: HenrysFeast, seat: i64, action: i64) -> None:
        if action == DONE:
            enter(s, PASSIVE)
        else:
            buy(s, seat, action)
