"""Henry's Feast: Go to Stockroom, and Share Pantry in team play. Imports the engine, the state and what all phases
share."""

from __future__ import annotations

from hightable.engine.compat import i64
from hightable.engine.contract import Moves
from hightable.engine.words import N_
from hightable.games.henrys_feast.cooking import (
    Phase,
    begin_cooking,
    cook,
    enter,
    offer_desserts,
    offer_puts,
    pantry_cards,
    put,
)
from hightable.games.henrys_feast.deck import KINDS
from hightable.games.henrys_feast.pieces import (
    CARDS,
    CLEAR,
    CLEARED,
    COOK,
    DONE,
    FILL,
    FILLED,
    FRESH_STOCK,
    FRESHENED,
    LARDER,
    PASSIVE,
    PLACES,
    PUT,
    RESHUFFLED,
    SHARE,
    SHARED,
    STOCKROOM,
    TAKE,
    TOOK,
)
from hightable.games.henrys_feast.state import HenrysFeast


def leave(s: HenrysFeast) -> None:
    """The action is done: the passive phase, or in the Last Round on to the stove, HF-74."""
    if s.last:
        begin_cooking(s)
    else:
        enter(s, PASSIVE)


def fits(s: HenrysFeast, seat: i64, place: i64) -> bool:
    """Whether a card can go to the pantry (0) or a station (1 to 5)."""
    return s.has_space(seat) if place == 0 else s.open_station(seat, place - 1)


def bring(s: HenrysFeast, seat: i64, card: i64, place: i64) -> None:
    if place == 0:
        s.stock(seat, card)
    else:
        s.lay(seat, place - 1, card)


class GoToStockroom(Phase):
    """HF-37 … HF-44: clear and freshen, fill once, then take and put as one likes."""

    rule = "HF-37"
    asked = N_("Fill the row once; clear or freshen before, take after; then be done.")

    def offer(self, s: HenrysFeast, seat: i64, out: Moves) -> None:
        if not s.filled:
            if s.row_n and not s.cleared:
                out.add(CLEAR)
            if s.level(seat, LARDER) == 3 and s.discard_n and not s.freshened:
                out.add(FRESH_STOCK)
            out.add(FILL)
        else:
            self.offer_takes(s, seat, out)
        offer_puts(s, seat, out)
        offer_desserts(s, seat, out)
        if s.filled:
            out.add(DONE)

    def offer_takes(self, s: HenrysFeast, seat: i64, out: Moves) -> None:
        kinds: i64 = 0
        for i in range(s.row_n):
            kinds |= 1 << s.row[i]
        for kind in range(len(KINDS)):
            if kinds >> kind & 1:
                for place in range(len(PLACES)):
                    if fits(s, seat, place):
                        out.add(TAKE + kind * len(PLACES) + place)

    def act(self, s: HenrysFeast, seat: i64, action: i64) -> None:
        if action == CLEAR:
            self.clear(s, seat)
        elif action == FRESH_STOCK:
            self.freshen(s, seat)
        elif action == FILL:
            self.fill(s, seat)
        elif action == DONE:
            leave(s)
        elif action >= COOK:
            cook(s, seat, action)
        elif action >= PUT:
            put(s, seat, action)
        else:
            self.take(s, seat, (action - TAKE) // len(PLACES), (action - TAKE) % len(PLACES))

    def clear(self, s: HenrysFeast, seat: i64) -> None:
        """HF-39: the whole row is discarded."""
        count = s.row_n
        for i in range(count):
            s.discard[s.discard_n] = s.row[i]
            s.discard_n += 1
            s.row[i] = 0
        s.row_n = 0
        s.cleared = 1
        s.tell(CLEARED, seat, count)

    def freshen(self, s: HenrysFeast, seat: i64) -> None:
        """HF-42: deck and discard pile are shuffled together."""
        self.turn_pile(s)
        s.freshened = 1
        s.tell(FRESHENED, seat)

    def turn_pile(self, s: HenrysFeast) -> None:
        for i in range(s.discard_n):
            s.deck[s.deck_n] = s.discard[i]
            s.deck_n += 1
            s.discard[i] = 0
        s.discard_n = 0
        s.dice.shuffle(s.deck, 0, s.deck_n, s.deck_n)

    def fill(self, s: HenrysFeast, seat: i64) -> None:
        """HF-40, HF-41: up to the pantry size; the pile is turned only when a further card is needed."""
        count: i64 = 0
        while s.row_n < s.pantry_size(seat):
            if not s.deck_n and s.discard_n:
                self.turn_pile(s)
                s.tell(RESHUFFLED, s.deck_n)
            if not s.deck_n:
                break
            s.deck_n -= 1
            s.row[s.row_n] = s.deck[s.deck_n]
            s.deck[s.deck_n] = 0
            s.row_n += 1
            count += 1
        s.filled = 1
        s.tell(FILLED, seat, count)

    def take(self, s: HenrysFeast, seat: i64, kind: i64, place: i64) -> None:
        """HF-43: a card of the row, fresh, to the pantry or a station."""
        i: i64 = 0
        while s.row[i] != kind:
            i += 1
        s.row_n -= 1
        while i < s.row_n:
            s.row[i] = s.row[i + 1]
            i += 1
        s.row[i] = 0
        bring(s, seat, kind * 4 + STOCKROOM * 2 + 1, place)
        s.tell(TOOK, seat, kind, place)


class SharePantry(Phase):
    """HF-98: up to two cards from the teammate's pantry, and own cards to own stations."""

    rule = "HF-98"
    asked = N_("Take up to two cards from your teammate's pantry, put your own on stations, or be done.")

    def offer(self, s: HenrysFeast, seat: i64, out: Moves) -> None:
        offer_puts(s, seat, out)
        if s.shared < 2:
            cards = pantry_cards(s, s.mate(seat))
            for card in range(len(CARDS)):
                if cards >> card & 1:
                    for place in range(len(PLACES)):
                        if fits(s, seat, place):
                            out.add(SHARE + card * len(PLACES) + place)
        offer_desserts(s, seat, out)
        out.add(DONE)

    def act(self, s: HenrysFeast, seat: i64, action: i64) -> None:
        if action == DONE:
            leave(s)
        elif action >= COOK:
            cook(s, seat, action)
        elif action >= SHARE:
            card, place = (action - SHARE) // len(PLACES), (action - SHARE) % len(PLACES)
            s.unstock(s.mate(seat), card)
            bring(s, seat, card, place)
            s.shared += 1
            s.tell(SHARED, seat, card, place)
        else:
            put(s, seat, action)
