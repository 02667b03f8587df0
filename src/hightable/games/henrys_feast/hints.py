"""What a position of Henry's Feast promises: every station gets the recipe that pays best for what is missing yet, and
whatever brings those recipes closer is good. A seat's plan looks at nothing that the seat can't see. Imports the engine
and the rules."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import Moves
from hightable.games.henrys_feast.cooking import DESSERT_STATION
from hightable.games.henrys_feast.deck import BONUSES, DESSERT, FIRST_BONUS, KINDS, RECIPES, SUGAR
from hightable.games.henrys_feast.pieces import (
    BONUS_DISHES,
    BUY,
    CLEAR,
    COOK,
    COOK_DISHES,
    COOK_FOR,
    DISCARD,
    DISCARD_STATION,
    DISHES,
    END_TURN,
    FILL,
    FRESH_STOCK,
    GO_CORNER,
    GO_MARKET,
    GO_STOCKROOM,
    HAND,
    HAND_LIMIT,
    LAST_CALL,
    PANTRY,
    PASS,
    PLACES,
    PUT,
    SATCHELS,
    SHARE,
    SHARE_PANTRY,
    SKIP,
    SLOTS_SHOWN,
    SPACES,
    STATIONS,
    STEAL_DISPLAY,
    STEAL_DOWN,
    STEAL_TOP,
    TAKE,
    TAKE_TOP,
    TRACKS,
)
from hightable.games.henrys_feast.state import HenrysFeast

POINT: Final = 100  # points are counted in hundredths
TRACK: Final = vec[i64]([i64(n) for n in (500, 400, 350, 400, 300, 350, 400, 300, 350, 100, 100, 300)])  # per level
FEAST: Final = vec[i64]([i64(n) for n in (900, 1000, 1200)])
SHOWN: Final = 250  # a dish of the display, and a point more with each difficulty
HELD: Final = 350  # one of the own hand, which else costs a point
NOTHING: Final = -100
LOST: Final = -(1 << 30)
LIKELY: Final = vec[i64]([i64(n) for n in (85, 55, 35, 20, 10, 4)])  # per cent, by ingredients that are missing
MOST: Final = 24  # recipes that a seat may cook at once


class Plan:
    """What a seat is after: for each station a recipe, the pantry cards that go there, and what is missing. Kinds of
    ingredients are sets of bits."""

    def __init__(self, s: HenrysFeast, seat: i64) -> None:
        self.s = s
        self.seat: i64 = seat
        self.recipes = vec[i64]([i64(0)] * MOST)
        self.worth = vec[i64]([i64(0)] * MOST)
        self.n: i64 = 0
        self.lying = vec[i64]([i64(0)] * STATIONS)  # the kinds on each station, -1 if nothing can become of them
        self.puts = vec[i64]([i64(0)] * STATIONS)  # the kinds that lie in the pantry for it
        self.wants = vec[i64]([i64(0)] * STATIONS)  # the kinds that it lacks
        self.goal = vec[i64]([i64(-1)] * STATIONS)  # the place of its recipe
        self.count = vec[i64]([i64(0)] * len(KINDS))  # the pantry
        for i in range(s.pantry_n[seat]):
            self.count[(s.pantry[seat * PANTRY + i] - 1) // 4] += 1
        self.find_recipes()
        for station in range(s.stations(seat)):
            self.lying[station] = self.content(station)
        self.choose_goals()
        self.all_wants: i64 = 0
        self.all_puts: i64 = 0
        for station in range(STATIONS):
            self.all_wants |= self.wants[station]
            self.all_puts |= self.puts[station]

    def add(self, recipe: i64, worth: i64) -> None:
        self.recipes[self.n] = recipe
        self.worth[self.n] = worth
        self.n += 1

    def find_recipes(self) -> None:
        """What cooking each available recipe is worth to the seat, HF-47."""
        s, seat = self.s, self.seat
        for spot in range(len(TRACKS)):
            self.add(s.bonus[spot], self.level_worth(spot, seat))
        for course in range(3):
            if s.feast_up >> course & 1:
                self.add(s.feast[course], 0 if s.feasted[s.side(seat)] >> course & 1 else FEAST[course])
        for slot in range(SLOTS_SHOWN):
            if s.display[slot] >= 0:
                self.add(s.display[slot], SHOWN + POINT * (s.cards.back[s.display[slot]] // 3))
        for other in range(s.seats):
            if s.mates(seat, other):
                for i in range(s.hand_n[other]):
                    recipe = s.hand[other * HAND + i]
                    self.add(recipe, HELD + POINT * (s.cards.back[recipe] // 3))

    def level_worth(self, spot: i64, seat: i64) -> i64:
        """What the next level of a track is worth: in the Last Round only the mastery."""
        s = self.s
        level = s.level(seat, spot)
        if level >= (1 if s.quick and spot == HAND_LIMIT else 3):
            return 0
        if s.last:
            return 300 if level == 2 else 0
        return TRACK[spot * 3 + level]

    def needs(self, station: i64, recipe: i64) -> i64:
        """The kinds that a recipe asks of a station; s5 has its own sugar, and cooks desserts only."""
        kinds = self.s.cards.needs[recipe]
        if station != DESSERT_STATION:
            return kinds
        return kinds & ~(1 << SUGAR) if self.s.cards.back[recipe] % 3 == DESSERT else 0

    def content(self, station: i64) -> i64:
        """The kinds on a station; -1 if nothing worth cooking can become of them."""
        s = self.s
        at = self.seat * STATIONS + station
        found: i64 = 0
        for i in range(s.station_n[at]):
            kind = (s.station[at * SPACES + i] - 1) // 4
            if station == DESSERT_STATION and kind == SUGAR:
                continue
            if found >> kind & 1:
                return -1
            found |= 1 << kind
        if not found:
            return 0
        for i in range(self.n):
            if self.worth[i] > 0 and not found & ~self.needs(station, self.recipes[i]):
                return found
        return -1

    def choose_goals(self) -> None:
        """The best pair of station and recipe first, then the next best of what is left."""
        s = self.s
        taken: i64 = 0  # recipes
        in_pantry: i64 = 0
        on_sale: i64 = 0
        for kind in range(len(KINDS)):
            if self.count[kind]:
                in_pantry |= 1 << kind
            if s.market[kind]:
                on_sale |= 1 << kind
        for _goal in range(s.stations(self.seat)):
            best: i64 = LOST
            where: i64 = -1
            what: i64 = -1
            for station in range(s.stations(self.seat)):
                lying = self.lying[station]
                if lying < 0 or self.goal[station] >= 0:
                    continue
                for i in range(self.n):
                    needs = self.needs(station, self.recipes[i])
                    if self.worth[i] <= 0 or taken >> i & 1 or not needs or lying & ~needs:
                        continue
                    lacks = needs & ~lying
                    missing = lacks & ~in_pantry
                    score = self.worth[i] - 110 * size(missing) - 70 * size(missing & ~on_sale) - 25 * size(lacks)
                    if score > best:
                        best = score
                        where = station
                        what = i
            if where < 0:
                return
            taken |= 1 << what
            self.goal[where] = what
            lacks = self.needs(where, self.recipes[what]) & ~self.lying[where]
            self.puts[where] = lacks & in_pantry
            self.wants[where] = lacks & ~in_pantry
            for kind in range(len(KINDS)):
                if self.puts[where] >> kind & 1:
                    self.count[kind] -= 1
                    if not self.count[kind]:
                        in_pantry &= ~(1 << kind)

    def hopes(self) -> i64:
        """What the goals promise."""
        total: i64 = 0
        for station in range(STATIONS):
            i = self.goal[station]
            if i >= 0:
                missing = size(self.wants[station])
                total += self.worth[i] * LIKELY[missing] // 100 - 8 * size(self.puts[station])
        return total

    def ready(self) -> i64:
        """What the complete stations are worth, with a premium for each."""
        total: i64 = 0
        for station in range(self.s.stations(self.seat)):
            best: i64 = 0
            for i in range(self.n):
                if self.lying[station] > 0 and self.lying[station] == self.needs(station, self.recipes[i]):
                    best = max(best, self.worth[i])
            if best:
                total += 300 + best // 4
        return total

    def worth_of(self, recipe: i64) -> i64:
        for i in range(self.n):
            if self.recipes[i] == recipe:
                return self.worth[i]
        return 0


def size(kinds: i64) -> i64:
    """How many kinds a set has."""
    n: i64 = 0
    while kinds:
        kinds &= kinds - 1
        n += 1
    return n


def prospects(s: HenrysFeast, out: vec[i64]) -> None:
    """HF-78 … HF-87, and while the game is on what levels and plans promise for the rest of it."""
    for seat in range(s.seats):
        out[seat] = 0
    for seat in range(s.seats):
        side = s.side(seat)
        total = table_points(s, seat) if side == seat or not s.team else 0
        total += own_points(s, seat)
        if s.depth:
            total += Plan(s, seat).hopes()
        for other in range(s.seats):
            if s.side(other) == side:
                out[other] += total
    for seat in range(s.seats):
        if not s.depth and not s.feasted[s.side(seat)]:
            out[seat] = 0
        else:
            out[seat] += (rank(s, seat, True) + rank(s, seat, False)) // (2 if s.depth and not s.last else 1)


def rank(s: HenrysFeast, seat: i64, levels: bool) -> i64:
    """HF-82, HF-84: what the highest sum of levels brings, or most dishes, among those who are not disqualified."""
    mine = count(s, seat, levels)
    equals: i64 = 0
    for other in range(s.seats):
        if s.side(other) != s.side(seat) and (s.depth or s.feasted[s.side(other)]):
            theirs = count(s, other, levels)
            if theirs > mine:
                return 0
            equals += 1 if theirs == mine else 0
    if not levels:
        return POINT if not equals else i64(0)
    return POINT if equals else 2 * POINT


def count(s: HenrysFeast, seat: i64, levels: bool) -> i64:
    """A side's levels, or its dishes."""
    side = s.side(seat)
    n: i64 = 0
    if levels:
        for other in range(s.seats):
            if s.side(other) == side:
                for spot in range(len(TRACKS)):
                    n += s.level(other, spot)
        return n
    return size(s.pile[side]) + size(s.feasted[side])


def table_points(s: HenrysFeast, side: i64) -> i64:
    """What a side's dishes bring: each its worth, full menus, the Feast."""
    courses: vec[i64] = vec[i64]([i64(0)] * 3)
    total: i64 = 0
    for recipe in range(RECIPES):
        if s.pile[side] >> recipe & 1:
            back = s.cards.back[recipe]
            courses[back % 3] += 1
            total += POINT * (2 + back // 3)
    for course in range(3):
        if s.feasted[side] >> course & 1:
            back = s.cards.back[s.feast[course]]
            courses[back % 3] += 1
            total += POINT * (2 + back // 3)
            if s.depth and not s.last:
                total += FEAST[course] // 3
        else:
            total -= POINT
    menus = min(courses[0], courses[1], courses[2])
    return total + 2 * POINT * menus


def own_points(s: HenrysFeast, seat: i64) -> i64:
    """What a kitchen's levels bring, less recipes in hand; while the game is on, levels are worth what they allow."""
    total = -POINT * s.hand_n[seat]
    for spot in range(len(TRACKS)):
        level = s.level(seat, spot)
        if not s.depth or s.last:
            total += 3 * POINT if level == 3 else i64(0)
        else:
            for i in range(level):
                total += TRACK[spot * 3 + i] * 3 // 4
    if not s.depth:
        left = s.pantry_n[seat]
        for station in range(STATIONS):
            left += s.station_n[seat * STATIONS + station]
        total -= POINT if left else 0
    return total


def bias(s: HenrysFeast, seat: i64, moves: Moves, out: vec[i64]) -> None:
    """What each action does for the plan; ending a phase is worth 0, and calling the Last Round looks a little better
    than anything else: whether it is depends on the others."""
    plan = Plan(s, seat)
    calls: i64 = -1
    most: i64 = NOTHING
    for i in range(moves.n):
        if moves.items[i] == LAST_CALL:
            calls = i
        else:
            out[i] = value(plan, moves.items[i])
            most = max(most, out[i])
    if calls >= 0:
        out[calls] = most + POINT


def value(plan: Plan, action: i64) -> i64:
    if COOK <= action < DISCARD:
        return cooked(plan, action)
    if PUT <= action < SHARE:
        kind, station = (action - PUT) // STATIONS // 4, (action - PUT) % STATIONS
        return 1000 if plan.puts[station] >> kind & 1 else NOTHING
    if SHARE <= action < COOK:
        return brought(plan, (action - SHARE) // len(PLACES) // 4, (action - SHARE) % len(PLACES))
    if TAKE <= action < PUT:
        return brought(plan, (action - TAKE) // len(PLACES), (action - TAKE) % len(PLACES))
    if BUY <= action < BUY + len(KINDS):
        return 1000 if plan.all_wants >> action - BUY & 1 else NOTHING
    if DISCARD <= action < END_TURN:
        return thrown(plan, action)
    if action == CLEAR:
        return NOTHING if row_hits(plan) or not plan.s.row_n else 200
    if action == FILL:
        return 100
    if action <= SHARE_PANTRY or action == SKIP:
        return started(plan, action)
    if STEAL_DISPLAY <= action < STEAL_DOWN:
        return 100
    return NOTHING if action in (STEAL_TOP, FRESH_STOCK, TAKE_TOP) else 0


def row_hits(plan: Plan) -> i64:
    """How many kinds of the row are wanted."""
    kinds: i64 = 0
    for i in range(plan.s.row_n):
        kinds |= 1 << plan.s.row[i]
    return size(kinds & plan.all_wants)


def cooked(plan: Plan, action: i64) -> i64:
    if action < COOK_FOR:
        worth = plan.worth_of((action - COOK) % len(DISHES) % RECIPES)
        return 2000 + worth if worth > 0 else NOTHING
    rest, helped = (action - COOK_FOR) // 4, (action - COOK_FOR) % 4
    recipe = FIRST_BONUS + rest % len(BONUS_DISHES) % BONUSES
    for spot in range(len(TRACKS)):
        if plan.s.bonus[spot] == recipe:
            worth = plan.level_worth(spot, helped)
            return 2000 + worth + (50 if helped == plan.seat else 0) if worth > 0 else NOTHING
    return NOTHING


def brought(plan: Plan, kind: i64, place: i64) -> i64:
    """A card to the pantry or to a station."""
    if place:
        return 1000 if plan.wants[place - 1] >> kind & 1 else NOTHING
    spare = plan.s.pantry_n[plan.seat] < plan.s.pantry_size(plan.seat) - 2
    return 500 if plan.all_wants >> kind & 1 and spare else NOTHING


def thrown(plan: Plan, action: i64) -> i64:
    """What has no use is thrown away when the pantry gets full, and stations with something useless on them at once."""
    s, seat = plan.s, plan.seat
    if action >= DISCARD_STATION:
        return 500 if plan.lying[action - DISCARD_STATION] < 0 else NOTHING
    kind = (action - DISCARD) // 4
    full = s.pantry_n[seat] >= s.pantry_size(seat) - 2 or s.last > 0
    return 300 if full and plan.count[kind] else NOTHING


def started(plan: Plan, action: i64) -> i64:
    """What an Active action promises."""
    s, seat = plan.s, plan.seat
    puts: i64 = 0
    for station in range(STATIONS):
        puts += size(plan.puts[station])
    wants = size(plan.all_wants)
    if action == COOK_DISHES:
        ready = plan.ready()
        return ready if ready else 30 * puts
    if action == GO_STOCKROOM:
        drawn = max(0, s.pantry_size(seat) - s.row_n)
        return 50 + 80 * puts + 100 * row_hits(plan) + 100 * drawn * wants // len(KINDS)
    if action == GO_MARKET:
        space = s.pantry_size(seat) - s.pantry_n[seat]
        limit = min(2 + s.level(seat, SATCHELS), space)
        on_sale: i64 = 0
        for kind in range(len(KINDS)):
            if s.market[kind]:
                on_sale |= 1 << kind
        return 120 * min(limit, size(plan.all_wants & on_sale)) - 20
    if action == SHARE_PANTRY:
        return 80 * puts + 100 * min(2, mate_has(plan))
    if action == GO_CORNER:
        return 20 if s.level(seat, HAND_LIMIT) >= 1 else NOTHING
    return 10 if action == PASS else 0


def mate_has(plan: Plan) -> i64:
    """How many wanted kinds lie in the teammate's pantry."""
    s, mate = plan.s, plan.s.mate(plan.seat)
    kinds: i64 = 0
    for i in range(s.pantry_n[mate]):
        kinds |= 1 << (s.pantry[mate * PANTRY + i] - 1) // 4
    return size(kinds & plan.all_wants)
