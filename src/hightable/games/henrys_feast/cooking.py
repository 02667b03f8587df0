"""Henry's Feast: what every phase of a turn shares, and Cook Dishes with all kinds of dishes. Imports the engine and
the state."""

from __future__ import annotations

from typing import Final

from hightable.engine.bits import bit
from hightable.engine.compat import i64
from hightable.engine.contract import Moves, Step
from hightable.engine.words import N_, Refused
from hightable.games.henrys_feast.deck import BONUSES, DESSERT, FIRST_BONUS, KINDS, RECIPES, SUGAR
from hightable.games.henrys_feast.pieces import (
    ACTED,
    BONUS_DISHES,
    CALLED,
    CARDS,
    COOK,
    COOK_DISHES,
    COOK_FOR,
    COOKED,
    COOKING,
    DISHES,
    DONE,
    FEASTED,
    HAND,
    HAND_LIMIT,
    LAST_CALL,
    MOVED,
    NO_OPTION,
    PANTRY,
    PASSIVE,
    PROVED,
    PUT,
    RAISED,
    SLOTS_SHOWN,
    SPACES,
    STATIONS,
    STEAL_DOWN,
    STEAL_UP,
    TRACKS,
)
from hightable.games.henrys_feast.state import HenrysFeast

DESSERT_STATION: Final = 4  # HF-14: s5


class Phase(Step[HenrysFeast]):
    """A phase of somebody's turn. Last Call may be made in each, HF-70; what isn't offered gets one answer, whatever
    the reason, HF-111."""

    asked = ""

    def legal(self, s: HenrysFeast, seat: i64, out: Moves) -> None:
        self.offer(s, seat, out)
        if s.may_call(seat):
            out.add(LAST_CALL)

    def offer(self, s: HenrysFeast, seat: i64, out: Moves) -> None:
        """The phase's own actions, ascending."""
        raise NotImplementedError

    def choose(self, s: HenrysFeast, seat: i64, action: i64) -> None:
        if action == LAST_CALL:
            s.called = seat + 1
            s.tell(CALLED, seat)
            return
        if action in (DONE, NO_OPTION, STEAL_DOWN, STEAL_UP):  # which change nothing that could be told otherwise
            s.tell(ACTED, seat, action)
        self.act(s, seat, action)

    def act(self, s: HenrysFeast, seat: i64, action: i64) -> None:
        raise NotImplementedError

    def refusal(self, s: HenrysFeast, seat: i64, action: i64) -> Refused:
        return Refused(self.asked, self.rule)

    def waiting(self, s: HenrysFeast, seat: i64) -> Refused:
        return Refused(N_("It isn't your turn."), "HF-1")


def enter(s: HenrysFeast, step: i64) -> None:
    """The turn goes on in another phase."""
    s.pop()
    s.push(step, 1 << s.now())


def begin_action(s: HenrysFeast, action: i64) -> None:
    """Nothing has been bought, filled, cooked or shared in this action yet."""
    s.active = action
    s.bought_n = s.cleared = s.freshened = s.filled = s.cooked = s.shared = 0
    for kind in range(len(KINDS)):
        s.bought[kind] = 0


def begin_cooking(s: HenrysFeast) -> None:
    """Cook Dishes begins: chosen, or as step 2 of a turn in the Last Round, HF-74."""
    begin_action(s, COOK_DISHES)
    enter(s, COOKING)


def pantry_cards(s: HenrysFeast, seat: i64) -> i64:
    """HF-5: the different cards of a pantry, a bit for each."""
    found: i64 = 0
    for i in range(s.pantry_n[seat]):
        found |= bit(s.pantry[seat * PANTRY + i] - 1)
    return found


def offer_puts(s: HenrysFeast, seat: i64, out: Moves) -> None:
    """HF-26: cards of the own pantry to own stations."""
    cards = pantry_cards(s, seat)
    for card in range(len(CARDS)):
        if cards >> card & 1:
            for station in range(STATIONS):
                if s.open_station(seat, station):
                    out.add(PUT + card * STATIONS + station)


def put(s: HenrysFeast, seat: i64, action: i64) -> None:
    card, station = (action - PUT) // STATIONS, (action - PUT) % STATIONS
    s.unstock(seat, card)
    s.lay(seat, station, card)
    s.tell(MOVED, seat, card, station)


def offer_desserts(s: HenrysFeast, seat: i64, out: Moves) -> None:
    """HF-55, HF-56: what s5 may cook outside Cook Dishes."""
    offer_dishes(s, seat, DESSERT_STATION, available(s, seat), out)


def offer_dishes(s: HenrysFeast, seat: i64, station: i64, recipes: i64, out: Moves) -> None:
    """Every recipe of these that a station may cook."""
    kinds = content(s, seat, station)
    if kinds <= 0:
        return
    for recipe in range(RECIPES):
        if recipes >> recipe & 1 and matches(s, station, kinds, recipe):
            out.add(COOK + station * len(DISHES) + s.dish(recipe))


def content(s: HenrysFeast, seat: i64, station: i64) -> i64:
    """The kinds on a station, a bit for each; -1 if one is there twice, or the station isn't unlocked."""
    at = seat * STATIONS + station
    if station >= s.stations(seat):
        return -1
    kinds: i64 = 0
    for i in range(s.station_n[at]):
        kind = bit((s.station[at * SPACES + i] - 1) // 4)
        if kinds & kind:
            return -1
        kinds |= kind
    return kinds


def matches(s: HenrysFeast, station: i64, kinds: i64, recipe: i64) -> bool:
    """HF-46; HF-55, HF-57: s5 cooks desserts only, and has sugar of its own."""
    needs = s.cards.needs[recipe]
    if station != DESSERT_STATION:
        return kinds == needs
    return s.cards.back[recipe] % 3 == DESSERT and kinds | 1 << SUGAR == needs


def available(s: HenrysFeast, seat: i64) -> i64:
    """HF-47, HF-49, HF-96: the recipes that a seat may cook now, a bit for each."""
    found: i64 = 0
    for spot in range(len(TRACKS)):
        if not s.cooked >> spot & 1:
            found |= bit(s.bonus[spot])
    for course in range(3):
        if s.feast_up >> course & 1:
            found |= bit(s.feast[course])
    for slot in range(SLOTS_SHOWN):
        if s.display[slot] >= 0:
            found |= bit(s.display[slot])
    for other in range(s.seats):
        if s.mates(seat, other):
            for i in range(s.hand_n[other]):
                found |= bit(s.hand[other * HAND + i])
    return found


def cook(s: HenrysFeast, seat: i64, action: i64) -> None:
    """HF-48: the dish that an action names."""
    if action < COOK_FOR:
        station, dish = (action - COOK) // len(DISHES), (action - COOK) % len(DISHES)
        cook_dish(s, seat, station, dish % RECIPES, seat)
        return
    rest, helped = (action - COOK_FOR) // 4, (action - COOK_FOR) % 4
    station, dish = rest // len(BONUS_DISHES), rest % len(BONUS_DISHES)
    cook_dish(s, seat, station, FIRST_BONUS + dish % BONUSES, helped)


def cook_dish(s: HenrysFeast, seat: i64, station: i64, recipe: i64, helped: i64) -> None:
    """HF-48 … HF-53: cards leave the station; then the dish's effect; then the first dish of the game."""
    s.empty(seat, station)
    s.tell(COOKED, seat, station, recipe)
    bonus: i64 = -1
    for spot in range(len(TRACKS)):
        if s.bonus[spot] == recipe:
            bonus = spot
    course: i64 = -1
    for i in range(3):
        if s.feast[i] == recipe:
            course = i
    if bonus >= 0:
        cook_bonus(s, bonus, helped)
    elif course >= 0:
        cook_feast(s, seat, course)
    else:
        cook_pile(s, seat, recipe)
    prove_worth(s, seat)


def cook_bonus(s: HenrysFeast, spot: i64, helped: i64) -> None:
    """HF-49, HF-92, HF-95: a track rises."""
    s.cooked |= 1 << spot
    most = 1 if s.quick and spot == HAND_LIMIT else 3
    at = helped * len(TRACKS) + spot
    if s.track[at] < most:
        s.track[at] += 1
        s.tell(RAISED, helped, spot, s.track[at])


def cook_feast(s: HenrysFeast, seat: i64, course: i64) -> None:
    """HF-50: counted once; the next Feast recipe is turned up the first time."""
    side = s.side(seat)
    if not s.feasted[side] >> course & 1:
        s.feasted[side] |= 1 << course
        s.tell(FEASTED, seat, course)
    if course < 2:
        s.unveil(course + 1)


def cook_pile(s: HenrysFeast, seat: i64, recipe: i64) -> None:
    """HF-51, HF-96: a dish of the display or of a hand goes to the victory pile."""
    s.pile[s.side(seat)] |= bit(recipe)
    s.seen[recipe] = 0
    for slot in range(SLOTS_SHOWN):
        if s.display[slot] == recipe:
            s.refill(slot)
            return
    for other in range(s.seats):
        for i in range(s.hand_n[other]):
            if s.hand[other * HAND + i] == recipe:
                s.disclose()  # HF-105: everybody sees it on its way
                s.let_go(other, recipe)
                return


def prove_worth(s: HenrysFeast, seat: i64) -> None:
    """HF-53, HF-90: the first dish shows its cook the Easy Feast recipe; when all have one, everybody sees it."""
    if s.tutorial or s.worth >> seat & 1:
        return
    s.worth |= 1 << seat
    s.see(s.feast[0], 1 << seat)
    s.tell(PROVED, seat)
    if s.worth == (1 << s.seats) - 1:
        s.unveil(0)


class CookDishes(Phase):
    """HF-45 … HF-54: any number of complete stations become dishes."""

    rule = "HF-45"
    asked = N_("Cook what lies complete on a station, or be done.")

    def offer(self, s: HenrysFeast, seat: i64, out: Moves) -> None:
        recipes = available(s, seat)
        bonuses: i64 = 0
        for spot in range(len(TRACKS)):
            bonuses |= bit(s.bonus[spot])
        for station in range(STATIONS):
            offer_dishes(s, seat, station, recipes & ~bonuses if s.team else recipes, out)
        if s.team:
            for station in range(DESSERT_STATION):
                self.offer_for_either(s, seat, station, recipes & bonuses, out)
        out.add(DONE)

    def offer_for_either(self, s: HenrysFeast, seat: i64, station: i64, recipes: i64, out: Moves) -> None:
        """HF-95: a bonus dish for oneself or the teammate."""
        kinds = content(s, seat, station)
        for bonus in range(BONUSES):
            recipe = FIRST_BONUS + bonus
            if kinds > 0 and recipes >> recipe & 1 and matches(s, station, kinds, recipe):
                dish = bonus if s.cards.house else bonus + BONUSES
                for helped in range(4):
                    if s.mates(seat, helped):
                        out.add(COOK_FOR + (station * len(BONUS_DISHES) + dish) * 4 + helped)

    def act(self, s: HenrysFeast, seat: i64, action: i64) -> None:
        if action == DONE:
            enter(s, PASSIVE)
        else:
            cook(s, seat, action)
