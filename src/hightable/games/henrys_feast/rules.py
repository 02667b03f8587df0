"""Henry's Feast: setup, rounds and turns, the Market, the passive actions and the Last Round. Chef's Corner, Stockroom
and cooking have files of their own. Imports the engine, the state and the cooking."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import Moves, Step
from hightable.engine.words import N_
from hightable.games.henrys_feast.cooking import (
    CookDishes,
    Phase,
    begin_action,
    begin_cooking,
    cook,
    enter,
    offer_desserts,
    offer_puts,
    pantry_cards,
    put,
)
from hightable.games.henrys_feast.corner import (
    StealDown,
    StealUp,
    VisitChefsCorner,
    WayBack,
    buy,
    may_visit,
    offer_buys,
)
from hightable.games.henrys_feast.deck import BONUSES, FIRST_BONUS, KINDS, RECIPES
from hightable.games.henrys_feast.pieces import (
    ACTED,
    ACTIVE,
    BY_LAST_CALL,
    BY_LIMIT,
    CARDS,
    COOK,
    COOK_DISHES,
    DISCARD,
    DISCARD_STATION,
    DISCARDED,
    DONE,
    DUMPED,
    EASY,
    END_TURN,
    FINAL_FIRST,
    GO_CORNER,
    GO_MARKET,
    GO_STOCKROOM,
    GO_TO_MARKET,
    HARD_FROM,
    IN_STOCKROOM,
    LAST_ROUND,
    OVER,
    PASS,
    PASSIVE,
    ROUND,
    ROUND_BEGAN,
    SATCHELS,
    SHARE_PANTRY,
    SHARING,
    SKIP,
    SLOTS_SHOWN,
    STATIONS,
    STOCKROOM,
    TRACKS,
    TURN_BEGAN,
    TURN_ENDED,
    VISIT_CORNER,
)
from hightable.games.henrys_feast.state import HenrysFeast
from hightable.games.henrys_feast.stockroom import GoToStockroom, SharePantry


def set_up(s: HenrysFeast) -> None:
    """HF-15 … HF-21."""
    deal_recipes(s)
    for kind in range(len(KINDS)):
        s.market[kind] = 2 if s.seats < 4 else 3
        s.discard[kind] = kind
        s.deck[kind * 2] = s.deck[kind * 2 + 1] = kind
    s.dice.shuffle(s.discard, 0, len(KINDS), len(KINDS))
    s.discard_n = len(KINDS)
    for seat in range(s.seats):
        for _card in range(3):
            s.discard_n -= 1
            s.stock(seat, s.discard[s.discard_n] * 4 + STOCKROOM * 2)
            s.discard[s.discard_n] = 0
    s.deck_n = 2 * len(KINDS)
    s.dice.shuffle(s.deck, 0, s.deck_n, s.deck_n)
    s.first = s.dice.below(s.seats)
    s.push(ROUND)


def deal_recipes(s: HenrysFeast) -> None:
    """HF-15 … HF-17, HF-90, HF-91: bonus and Feast recipes, the display, the cookbook."""
    drawn = s.dice.shuffled(range(FIRST_BONUS, FIRST_BONUS + BONUSES))
    used: set[int] = set(drawn[: len(TRACKS)])
    for spot in range(len(TRACKS)):
        s.bonus[spot] = drawn[spot]
    for course, (low, high) in enumerate(((0, EASY), (EASY, HARD_FROM), (HARD_FROM, RECIPES))):
        left = [recipe for recipe in range(low, high) if recipe not in used]
        recipe = left[s.dice.below(len(left))]
        s.feast[course] = recipe
        used.add(recipe)
    for recipe in range(RECIPES):
        if recipe not in used:
            s.book[s.book_n] = recipe
            s.book_n += 1
    s.dice.shuffle(s.book, 0, s.book_n, s.book_n)
    for slot in range(SLOTS_SHOWN):
        s.refill(slot)
    if s.quick:
        s.gone_n = s.book_n
        s.book_n = 0
    if s.tutorial:
        s.unveil(0)


class Round(Step[HenrysFeast]):
    """HF-22, HF-69 … HF-71: a turn for every seat, round after round, until the Last Round is over."""

    rule = "HF-22"

    def run(self, s: HenrysFeast) -> None:
        if s.turn == s.seats:
            s.turn = 0
            self.let_dry(s)
            if s.last:
                s.pop()
                s.tell(OVER)
                return
            self.see_the_end(s)
        if s.turn == 0:
            s.round += 1
            s.tell(ROUND_BEGAN, s.round)
        begin_action(s, 0)
        s.push(FINAL_FIRST if s.last else ACTIVE, 1 << s.now())
        s.tell(TURN_BEGAN, s.now())

    def let_dry(self, s: HenrysFeast) -> None:
        """HF-4: with the round ends all freshness."""
        dry(s.pantry)
        dry(s.station)

    def see_the_end(self, s: HenrysFeast) -> None:
        """HF-69, HF-R10: whether the next round is the Last Round."""
        limit = s.options["round_limit"]
        assert isinstance(limit, int)
        if s.called:
            s.last = BY_LAST_CALL
        elif limit and s.round >= limit:
            s.last = BY_LIMIT
        if s.last:
            s.tell(LAST_ROUND, s.last)


def dry(cards: vec[i64]) -> None:
    """No card is fresh any more."""
    for i in range(len(cards)):
        if cards[i] and (cards[i] - 1) % 2:
            cards[i] -= 1


class Active(Phase):
    """HF-23: at most one Active action."""

    rule = "HF-23"
    asked = N_("Choose what to do in this turn: shop, visit the Chef's Corner or the Stockroom, cook, or pass.")

    def offer(self, s: HenrysFeast, seat: i64, out: Moves) -> None:
        out.add(PASS)
        if may_buy(s, seat):
            out.add(GO_MARKET)
        if may_visit(s, seat):
            out.add(GO_CORNER)
        out.add(GO_STOCKROOM)
        out.add(COOK_DISHES)
        if s.team:
            out.add(SHARE_PANTRY)

    def act(self, s: HenrysFeast, seat: i64, action: i64) -> None:
        begin_action(s, action)
        if action == COOK_DISHES:
            begin_cooking(s)
        elif action == PASS:
            enter(s, PASSIVE)
        elif action == GO_MARKET:
            enter(s, GO_TO_MARKET)
        elif action == GO_CORNER:
            enter(s, VISIT_CORNER)
        else:
            enter(s, IN_STOCKROOM if action == GO_STOCKROOM else SHARING)
        s.tell(ACTED, seat, action)


def may_buy(s: HenrysFeast, seat: i64) -> bool:
    """HF-27: whether anything can be bought."""
    return s.has_space(seat) and any(s.market[kind] for kind in range(len(KINDS)))


class GoToMarket(Phase):
    """HF-27, HF-28: up to the limit of different kinds, two of a kind with XL satchels."""

    rule = "HF-27"
    asked = N_("Buy something that the Market still has, as far as your satchels and your pantry allow, or be done.")

    def offer(self, s: HenrysFeast, seat: i64, out: Moves) -> None:
        satchels = s.level(seat, SATCHELS)
        if s.bought_n < 2 + satchels:
            offer_buys(s, seat, 2 if satchels == 3 else 1, out)
        out.add(DONE)

    def act(self, s: HenrysFeast, seat: i64, action: i64) -> None:
        if action == DONE:
            enter(s, PASSIVE)
        else:
            buy(s, seat, action)


class PassiveActions(Phase):
    """HF-60 … HF-67: Adjust Pantry after Cook Dishes, and Discard, until the turn is ended."""

    rule = "HF-60"
    asked = N_("Put away what you no longer want, if it isn't fresh, and end your turn.")

    def offer(self, s: HenrysFeast, seat: i64, out: Moves) -> None:
        if s.active == COOK_DISHES:
            offer_puts(s, seat, out)
            offer_desserts(s, seat, out)
        cards = pantry_cards(s, seat)
        for card in range(0, len(CARDS), 2):
            if cards >> card & 1:
                out.add(DISCARD + card)
        for station in range(STATIONS):
            if s.station_n[seat * STATIONS + station] and not s.has_fresh(seat, station):
                out.add(DISCARD_STATION + station)
        out.add(END_TURN)

    def act(self, s: HenrysFeast, seat: i64, action: i64) -> None:
        if action == END_TURN:
            self.end_turn(s, seat)
        elif action >= DISCARD_STATION:
            station = action - DISCARD_STATION
            count = s.station_n[seat * STATIONS + station]
            s.empty(seat, station)
            s.tell(DUMPED, seat, station, count)
        elif action >= DISCARD:
            s.unstock(seat, action - DISCARD)
            s.give_back(action - DISCARD)
            s.tell(DISCARDED, seat, action - DISCARD)
        elif action >= COOK:
            cook(s, seat, action)
        else:
            put(s, seat, action)

    def end_turn(self, s: HenrysFeast, seat: i64) -> None:
        """HF-104: without the memory aid, what was seen in this turn is left to memory."""
        seen = s.seen
        if not s.aid:
            for recipe in range(RECIPES):
                seen[recipe] = 0
        s.pop()
        s.turn += 1
        s.active = 0
        s.tell(TURN_ENDED, seat)


class LastRound(Phase):
    """HF-72 … HF-75: a turn of the Last Round begins with the Stockroom (or sharing), then one cooks."""

    rule = "HF-72"
    asked = N_("In the Last Round you may go once to the Stockroom, or share with your partner, and then cook.")

    def offer(self, s: HenrysFeast, seat: i64, out: Moves) -> None:
        out.add(GO_STOCKROOM)
        if s.team:
            out.add(SHARE_PANTRY)
        offer_desserts(s, seat, out)
        out.add(SKIP)

    def act(self, s: HenrysFeast, seat: i64, action: i64) -> None:
        if action == SKIP:
            begin_cooking(s)
            s.tell(ACTED, seat, SKIP)
        elif action in (GO_STOCKROOM, SHARE_PANTRY):
            begin_action(s, action)
            enter(s, IN_STOCKROOM if action == GO_STOCKROOM else SHARING)
            s.tell(ACTED, seat, action)
        else:
            cook(s, seat, action)


STEPS: Final = (
    Round(), Active(), GoToMarket(), VisitChefsCorner(), StealDown(), StealUp(), WayBack(), GoToStockroom(),
    SharePantry(), CookDishes(), PassiveActions(), LastRound(),
)  # fmt: skip
