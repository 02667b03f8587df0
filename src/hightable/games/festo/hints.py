"""What a position of Festo! promises: the dishes a seat may aim for, what their cubes are worth, and where those are to
be had. Everything it looks at lies open. Imports the engine and the rules."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import Moves
from hightable.games.festo.kitchen import discounts, open_to, surcharge
from hightable.games.festo.pieces import (
    ABILITY,
    BASE,
    COLOUR,
    CONFIRM,
    COOK,
    DISC,
    DISCOUNT,
    DISHES,
    DWARF,
    ELF,
    EXTRA,
    FROM,
    GAIN,
    GIVE,
    GROCER,
    HELPER,
    MAGICIAN,
    NO_DISCOUNT,
    OTHER,
    PASS,
    PAY,
    PIECE,
    PLACE,
    POINTS,
    PUT_DISC,
    RESERVE,
    RETURN,
    ROAST,
    ROAST_COST,
    ROUNDS,
    SALT,
    SEATS,
    SET_BONUS,
    SMALL,
    TAKE,
    TAKE_ALL,
    TAKE_BACK,
    TO,
    TYPE,
    TYPES,
    USE_SALT,
    WITH_COLOUR,
    WITH_OTHER,
)
from hightable.games.festo.rules import ACTED
from hightable.games.festo.state import EATEN, HUES, KINDS, PLACES, Festo

POINT: Final = 100  # points are counted in hundredths
AIMS: Final = 4  # dishes in view at once
PLAIN: Final = 80  # what a cube without a use is worth
WANTED: Final = 200
SALTED: Final = 250
ABILITIES: Final = vec[i64]([i64(n) for n in (20, 90, 100, 180, 120, 170, 0)])  # by stall
LAST_DWARF: Final = 200
DISC_AHEAD: Final = 120  # a disc that waits for the next round
LIKELY: Final = vec[i64]([i64(n) for n in (90, 50, 28, 15, 8, 4, 2)])  # per cent, by cubes that are missing
BONUS: Final = vec[i64]([i64(n) for n in SET_BONUS])


class Larder:
    """What a seat has, and what it is after."""

    def __init__(self, s: Festo, seat: i64) -> None:
        self.s = s
        self.seat: i64 = seat
        self.cubes = vec[i64]([s.cubes[seat * KINDS + cube] for cube in range(KINDS)])
        self.counts = vec[i64]([i64(0)] * len(TYPES))
        self.wants = vec[i64]([i64(0)] * HUES)  # cubes that the aims still lack, by colour
        self.need = vec[i64]([i64(0)] * HUES)  # of the dish looked at last
        self.points: i64 = s.tokens[seat]
        for dish in range(len(DISHES)):
            if s.where[dish] == EATEN + seat:
                self.counts[TYPE[dish]] += 1
                self.points += POINTS[dish]

    def sets(self) -> i64:
        """FE-63."""
        found: i64 = 0
        size: i64 = 1
        level: i64 = 0
        while size:
            size = 0
            for kind in range(len(TYPES)):
                size += 1 if self.counts[kind] > level else 0
            found += BONUS[size]
            level += 1
        return found

    def gain(self, dish: i64) -> i64:
        """Points of a dish, and what it adds to the sets."""
        have = self.counts[TYPE[dish]]
        others: i64 = 0
        for kind in range(len(TYPES)):
            others += 1 if self.counts[kind] > have else 0
        return POINTS[dish] + BONUS[others + 1] - BONUS[others]

    def lacks(self, dish: i64) -> i64:
        """The cubes that are missing for a dish, Salt aside, paid for in the cheapest way; its cost into `need`."""
        need, cubes = self.need, self.cubes
        for colour in range(HUES):
            need[colour] = 0
        best: i64 = 99
        if TYPE[dish] == ROAST:
            most: i64 = 0
            for colour in range(1, HUES):
                if cubes[colour] > cubes[most]:
                    most = colour
            need[most] = ROAST_COST
            best = max(0, ROAST_COST - cubes[most])
        elif dish >= SMALL:
            best = 0
            for colour in range(HUES):
                need[colour] = 1
                best += 0 if cubes[colour] else 1
        else:
            best = self.cheapest(dish)
        return max(0, best - discounts(self.s, self.seat, dish))

    def cheapest(self, dish: i64) -> i64:
        """FE-55, FE-56: the other colour, and where the surcharge goes."""
        cubes, base, extra = self.cubes, COLOUR[dish], surcharge(self.s, dish)
        plain, more = max(0, BASE[dish] - cubes[base]), max(0, BASE[dish] + extra - cubes[base])
        best: i64 = 99
        other: i64 = 0
        on_base = True
        for colour in range(HUES):
            if colour == base:
                continue
            first = more + max(0, OTHER[dish] - cubes[colour])
            second = plain + max(0, OTHER[dish] + extra - cubes[colour])
            if min(first, second) < best:
                best = min(first, second)
                other = colour
                on_base = first <= second
        self.need[base] = BASE[dish] + (extra if on_base else 0)
        self.need[other] = OTHER[dish] + (0 if on_base else extra)
        return best

    def cost(self) -> i64:
        """All cubes of the dish looked at last."""
        n: i64 = 0
        for colour in range(HUES):
            n += self.need[colour]
        return n

    def promise(self, dish: i64) -> i64:
        """Points, less what the cubes are worth, less what is still to be found."""
        missing = self.lacks(dish)
        return 100 * self.gain(dish) - 60 * self.cost() - 130 * max(0, missing - self.cubes[SALT])

    def find_wants(self) -> None:
        """The cubes that the best dishes still lack; dishes are taken one after the other."""
        kept = self.cubes[:]
        gone: i64 = 0
        for _aim in range(AIMS - 1):
            best: i64 = -1
            most: i64 = -(1 << 30)
            for dish in range(len(DISHES)):
                if not gone >> dish & 1 and open_to(self.s, self.seat, dish):
                    promise = self.promise(dish)
                    if promise > most:
                        most = promise
                        best = dish
            if best < 0:
                break
            gone |= DISH_BITS[best]
            self.lacks(best)
            for colour in range(HUES):
                self.wants[colour] += max(0, self.need[colour] - self.cubes[colour])
                self.cubes[colour] = max(0, self.cubes[colour] - self.need[colour])
        self.cubes = kept

    def hopes(self) -> i64:
        """What cooking may bring beyond what the cubes count anyway, the best dish first."""
        last = self.s.round == ROUNDS and self.s.phase >= ACTED
        total: i64 = 0
        gone: i64 = 0
        for _aim in range(AIMS):
            best: i64 = -1
            most: i64 = 0
            for dish in range(len(DISHES)):
                if not gone >> dish & 1 and open_to(self.s, self.seat, dish):
                    missing = max(0, self.lacks(dish) - self.cubes[SALT])
                    if missing and last:
                        continue
                    hope = (self.gain(dish) - self.cost()) * LIKELY[min(missing, 6)]
                    if hope > most:
                        most = hope
                        best = dish
            if best < 0:
                break
            gone |= DISH_BITS[best]
            total += most
            self.pay(best)
        return total

    def pay(self, dish: i64) -> None:
        """As if it were cooked."""
        self.lacks(dish)
        for colour in range(HUES):
            lacking = self.need[colour] - self.cubes[colour]
            self.cubes[colour] = max(0, self.cubes[colour] - self.need[colour])
            if lacking > 0:
                self.cubes[SALT] = max(0, self.cubes[SALT] - lacking)
        self.counts[TYPE[dish]] += 1

    def cube(self, colour: i64) -> i64:
        """What one more cube is worth."""
        if colour == SALT:
            return SALTED
        return WANTED if self.wants[colour] else PLAIN

    def goods(self, place: i64, skip: i64, most: i64) -> i64:
        """What so many cubes of a Market or of the shelves are worth, the best first, after some are gone."""
        total: i64 = 0
        wanted: i64 = 0
        plain: i64 = 0
        for colour in range(HUES):
            stock = self.s.market[place * HUES + colour]
            good = min(stock, self.wants[colour])
            wanted += good
            plain += stock - good
        for i in range(skip + most):
            if wanted:
                wanted -= 1
                total += WANTED if i >= skip else 0
            elif plain:
                plain -= 1
                total += PLAIN if i >= skip else 0
        return total

    def ability(self, place: i64) -> i64:
        if place == MAGICIAN and not self.s.salt:
            return 0
        if place == ELF and not self.s.larder(self.seat):
            return 0
        if place == DWARF and self.s.round == ROUNDS:
            return LAST_DWARF
        return ABILITIES[place]

    def stand(self, place: i64, mine: i64) -> i64:
        """What a location is worth with so many own pieces there."""
        if not mine:
            return 0
        s = self.s
        before: i64 = 0
        rivals: i64 = 0
        for seat in range(s.seats):
            if seat != self.seat:
                count = s.pieces(place, seat)
                rivals = max(rivals, count)
                if count >= mine:
                    before += min(count, 2)
        if place == GROCER:
            best: i64 = 0
            for colour in range(HUES):
                best = max(best, min(mine, s.market[place * HUES + colour]) * self.cube(colour))
            return best + (50 if mine > rivals else 0)
        turn = self.ability(place) + self.goods(place, before, mine - 1)
        if mine > rivals:
            turn = max(turn, self.goods(place, 0, 20))
        return max(turn, self.goods(place, before, mine))


DISH_BITS: Final = vec[i64]([i64(2**n) for n in range(len(DISHES))])


def prospects(s: Festo, out: vec[i64]) -> None:
    """FE-62, and while the game is on what the larder and the pieces on the street promise."""
    for seat in range(s.seats):
        larder = Larder(s, seat)
        total = POINT * (larder.points + larder.sets() + s.larder(seat))
        if s.depth:
            larder.find_wants()
            for place in range(PLACES):
                total += larder.stand(place, s.pieces(place, seat))
                if place != GROCER:
                    total += DISC_AHEAD * s.coming[place * SEATS + seat]
            total += larder.hopes()
        out[seat] = total


def bias(s: Festo, seat: i64, moves: Moves, out: vec[i64]) -> None:
    """How good each action looks one step ahead."""
    larder = Larder(s, seat)
    larder.find_wants()
    for i in range(moves.n):
        action = moves.items[i]
        if action < TAKE_ALL:
            out[i] = placed(larder, action)
        elif action < FROM:
            out[i] = at_stall(larder, action)
        elif action < PAY:
            out[i] = moved(larder, action)
        elif action < COOK:
            out[i] = traded(larder, action)
        elif action <= PASS:
            out[i] = cooked(larder, action)
        elif action < NO_DISCOUNT:
            out[i] = paid(larder, action)
        elif USE_SALT <= action < CONFIRM:
            out[i] = -100
        else:
            out[i] = 50 if action == NO_DISCOUNT else 40 if s.covers and action != CONFIRM else 0


def placed(larder: Larder, action: i64) -> i64:
    """The Start Player Card is kept; a Helper goes where one more makes the most difference."""
    if action < PLACE:
        return 100 if action - GIVE == larder.seat else 0
    return more_at(larder, action - PLACE)


def more_at(larder: Larder, place: i64) -> i64:
    mine = larder.s.pieces(place, larder.seat)
    return larder.stand(place, mine + 1) - larder.stand(place, mine)


def at_stall(larder: Larder, action: i64) -> i64:
    s = larder.s
    mine = s.arg(0)
    if action == TAKE_ALL:
        return larder.goods(s.place, 0, 20)
    if action == ABILITY:
        return larder.ability(s.place) + larder.goods(s.place, 0, mine - 1)
    colour = action - TAKE
    if s.place == GROCER:
        return larder.cube(colour) * min(mine, s.market[GROCER * HUES + colour])
    return larder.cube(colour) + larder.goods(s.place, 1, mine - 1)


def moved(larder: Larder, action: i64) -> i64:
    """Troll, Pixies, Orc and Dwarf."""
    if action < TO:
        return larder.cube((action - FROM) % HUES)
    if action < PIECE:
        place = action - TO
        if larder.s.place == 0:
            return 100 * larder.s.pieces(place, larder.seat)
        return more_at(larder, place)
    if action < RESERVE:
        return 0 if action - PIECE == HELPER else DISC
    if action < PUT_DISC:
        return larder.promise(action - RESERVE)
    return larder.goods(action - PUT_DISC, 0, 20) + larder.cube(action - PUT_DISC)


def traded(larder: Larder, action: i64) -> i64:
    """The cube that is missed least for the one that is wanted most."""
    if GAIN <= action < RETURN:
        return larder.cube(action - GAIN)
    cube = action - (RETURN if action >= RETURN else PAY)
    return larder.cubes[cube] - larder.cube(cube)


def cooked(larder: Larder, action: i64) -> i64:
    if action == PASS:
        return 0
    if action >= TAKE_BACK:
        return -100
    larder.lacks(action - COOK)
    return 100 * larder.gain(action - COOK) - 90 * larder.cost()


def paid(larder: Larder, action: i64) -> i64:
    """Colours of which there is most; discounts where there is least."""
    if action >= DISCOUNT:
        return 100 - larder.cubes[action - DISCOUNT]
    first = EXTRA if action >= EXTRA else WITH_COLOUR if action >= WITH_COLOUR else WITH_OTHER
    return 100 * larder.cubes[action - first] - larder.cube(action - first)
