"""Festo!: the Cooking phase, and how a dish is paid for. Imports the engine, the pieces and the state."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import Moves, Step
from hightable.engine.words import N_, Refused
from hightable.games.festo.pieces import (
    BASE,
    CARVERS_MEDAL,
    CHOSE,
    COLOUR,
    COLUMNS,
    CONFIRM,
    COOK,
    COOKED,
    DESSERT,
    DISCOUNT,
    DISHES,
    DRINK,
    EXTRA,
    FOR_DESSERT,
    FOR_MEDAL,
    FREED,
    LEVEL_TABLES,
    MAIN,
    NO_DISCOUNT,
    OTHER,
    PASS,
    PASSED,
    PAY,
    PRICE,
    RETURN,
    RETURNED,
    ROAST,
    ROAST_COST,
    ROWS,
    SALT,
    SMALL,
    TAKE_BACK,
    TAKING_BACK,
    THRIFTY_COOKS,
    TYPE,
    USE_SALT,
    WITH_COLOUR,
    WITH_OTHER,
)
from hightable.games.festo.state import EATEN, HUES, KINDS, ON_BUFFET, ON_STACK, Festo
from hightable.games.festo.turns import InOrder

# stages of a price, in the frame's first argument
COLOURING: Final = 0
SURCHARGE: Final = 1
DISCOUNTS: Final = 2
PAYMENT: Final = 3


class Cooking(Step[Festo]):
    """FE-52 … FE-54: in turn, cook one dish or pass for good. The frame holds whose turn it is."""

    rule = "FE-52"

    def run(self, s: Festo) -> None:
        if s.passed == (1 << s.seats) - 1:
            s.pop()
            return
        seat = s.arg(0)
        while s.passed >> seat & 1:
            seat = s.after(seat, 1)
        s.set_arg(0, seat)
        if self.can_act(s, seat):
            s.await_seats(1 << seat)
        else:
            self.stop(s, seat)

    def can_act(self, s: Festo, seat: i64) -> bool:
        """FE-70: who can only pass, passes."""
        return any(cookable(s, seat, dish) for dish in range(len(DISHES))) or self.may_free(s, seat) != 0

    def may_free(self, s: Festo, seat: i64) -> i64:
        """FE-60: the dishes whose piece a seat may take back, a bit for each."""
        found: i64 = 0
        if s.larder(seat):
            for dish in range(SMALL):
                if s.owner(dish) == seat:
                    found |= 1 << dish
        return found

    def legal(self, s: Festo, seat: i64, out: Moves) -> None:
        for dish in range(len(DISHES)):
            if cookable(s, seat, dish):
                out.add(COOK + dish)
        freeable = self.may_free(s, seat)
        for dish in range(SMALL):
            if freeable >> dish & 1:
                out.add(TAKE_BACK + dish)
        out.add(PASS)

    def choose(self, s: Festo, seat: i64, action: i64) -> None:
        s.await_seats(0)
        if action == PASS:
            self.stop(s, seat)
        elif action >= TAKE_BACK:
            s.push(TAKING_BACK, 1 << seat, action - TAKE_BACK)
            s.tell(CHOSE, seat, action)
        else:
            s.tell(CHOSE, seat, action)
            s.set_arg(0, s.after(seat, 1))
            s.push(PRICE, 0, COLOURING, seat)
            begin_price(s, seat, action - COOK)

    def stop(self, s: Festo, seat: i64) -> None:
        s.passed |= 1 << seat
        s.set_arg(0, s.after(seat, 1))
        s.tell(PASSED, seat)

    def refusal(self, s: Festo, seat: i64, action: i64) -> Refused:
        if COOK <= action < TAKE_BACK:
            dish = action - COOK
            if dish < SMALL and s.owner(dish) not in (-1, seat):
                return Refused(N_("Somebody else has reserved this dish."), "FE-40")
            if not open_to(s, seat, dish):
                return Refused(N_("This dish is not on the buffet."), "FE-54")
            return Refused(N_("You can't pay for this dish."), "FE-61")
        if TAKE_BACK <= action < PASS:
            return Refused(N_("You have no piece there, or no cube to return for it."), "FE-60")
        return Refused(N_("Cook a dish, take a piece back, or pass."), self.rule)

    def waiting(self, s: Festo, seat: i64) -> Refused:
        if s.passed >> seat & 1:
            return Refused(N_("You have passed for this round."), "FE-53")
        return Refused(N_("It isn't your turn."), self.rule)


class TakingBack(Step[Festo]):
    """FE-60: a cube for the way home. The frame holds the dish."""

    rule = "FE-60"

    def legal(self, s: Festo, seat: i64, out: Moves) -> None:
        for cube in range(KINDS):
            if s.cubes[seat * KINDS + cube]:
                out.add(PAY + cube)

    def choose(self, s: Festo, seat: i64, action: i64) -> None:
        dish = s.arg(0)
        s.pop()
        s.give_back(seat, action - PAY)
        unreserve(s, dish)
        s.tell(FREED, seat, dish, action - PAY)

    def refusal(self, s: Festo, seat: i64, action: i64) -> Refused:
        return Refused(N_("Return one of your cubes for the piece."), self.rule)


def unreserve(s: Festo, dish: i64) -> None:
    """The piece goes home."""
    if s.reserved[dish]:
        s.home[s.reserved[dish] - 1] += 1
        s.reserved[dish] = 0


# FE-55 … FE-61: the price


def open_to(s: Festo, seat: i64, dish: i64) -> bool:
    """FE-54, FE-R23: on the buffet and not another's; or the lowest number left of its stack."""
    if dish < SMALL:
        return s.where[dish] == ON_BUFFET and s.owner(dish) in (-1, seat)
    if s.where[dish] != ON_STACK:
        return False
    return TYPE[dish - 1] != TYPE[dish] or s.where[dish - 1] != ON_STACK


def cookable(s: Festo, seat: i64, dish: i64) -> bool:
    """FE-61: open, and at least one full payment exists."""
    if not open_to(s, seat, dish):
        return False
    drinks, flexible = s.magic(seat, DRINK), discounts(s, seat, dish)
    if TYPE[dish] == MAIN:
        missing: i64 = 0
        for colour in range(HUES):
            missing += lacking(s, seat, colour, 1, drinks)
        return missing - flexible <= s.cubes[seat * KINDS + SALT]
    return any(fits_colour(s, seat, dish, colour, drinks, flexible) for colour in range(HUES))


def fits_colour(s: Festo, seat: i64, dish: i64, colour: i64, drinks: i64, flexible: i64) -> bool:
    """Whether a dish can be paid for with this other colour, or a roast with this colour."""
    most = flexible + s.cubes[seat * KINDS + SALT]  # that may be missing
    if TYPE[dish] == ROAST:
        return lacking(s, seat, colour, ROAST_COST, drinks) <= most
    base, extra = COLOUR[dish], surcharge(s, dish)
    if colour == base:
        return False
    more_base = lacking(s, seat, base, BASE[dish] + extra, drinks) + lacking(s, seat, colour, OTHER[dish], drinks)
    more_other = lacking(s, seat, base, BASE[dish], drinks) + lacking(s, seat, colour, OTHER[dish] + extra, drinks)
    return more_base <= most or more_other <= most


def lacking(s: Festo, seat: i64, colour: i64, wanted: i64, drinks: i64) -> i64:
    """How many cubes of a colour a seat lacks for a price, less what its drinks bring."""
    if wanted and drinks >> colour & 1:
        wanted -= 1
    missing = wanted - s.cubes[seat * KINDS + colour]
    return missing if missing > 0 else i64(0)


def surcharge(s: Festo, dish: i64) -> i64:
    """FE-56, FE-E11."""
    return i64(0) if s.event == LEVEL_TABLES else s.column(dish)


def discounts(s: Festo, seat: i64, dish: i64) -> i64:
    """FE-59, FE-E12: cubes less, of a colour of choice."""
    own = 1 if dish < SMALL and s.owner(dish) == seat else 0
    return own + (1 if s.event == THRIFTY_COOKS and not s.thrifty >> seat & 1 else 0)


def payable(s: Festo, seat: i64, need: vec[i64], drinks: i64, flexible: i64) -> bool:
    """Whether Salt makes up for what is missing, with every discount used as well as possible."""
    missing: i64 = 0
    for colour in range(HUES):
        missing += lacking(s, seat, colour, need[colour], drinks)
    return missing - flexible <= s.cubes[seat * KINDS + SALT]


def begin_price(s: Festo, seat: i64, dish: i64) -> None:
    s.dish = dish + 1
    s.drinks = s.magic(seat, DRINK)
    s.flexible = discounts(s, seat, dish)
    for colour in range(HUES):
        s.need[colour] = 1 if TYPE[dish] == MAIN else 0
        s.salted[colour] = 0


class Price(Step[Festo]):
    """FE-55 … FE-61, FE-68, FE-69: what a dish costs is settled choice by choice, and only what can still be paid is
    offered; a choice with one possibility is made at once. The frame holds the stage and the cook."""

    rule = "FE-61"

    def run(self, s: Festo) -> None:
        seat = s.arg(1)
        found = Moves(64)
        self.legal(s, seat, found)
        if found.n == 0:
            s.set_arg(0, s.arg(0) + 1)
        elif found.n == 1:
            self.choose(s, seat, found.items[0])
        else:
            s.await_seats(1 << seat)

    def legal(self, s: Festo, seat: i64, out: Moves) -> None:
        stage = s.arg(0)
        if stage == COLOURING:
            self.offer_colours(s, seat, out)
        elif stage == SURCHARGE:
            self.offer_surcharge(s, seat, out)
        elif stage == DISCOUNTS:
            self.offer_discounts(s, seat, out)
        else:
            self.offer_payment(s, seat, out)

    def offer_colours(self, s: Festo, seat: i64, out: Moves) -> None:
        dish = s.dish - 1
        if TYPE[dish] == MAIN:
            return
        for colour in range(HUES):
            if fits_colour(s, seat, dish, colour, s.drinks, s.flexible):
                out.add((WITH_COLOUR if TYPE[dish] == ROAST else WITH_OTHER) + colour)

    def offer_surcharge(self, s: Festo, seat: i64, out: Moves) -> None:
        """The colours of the dish; a roast and a main course have none, FE-57."""
        extra = surcharge(s, s.dish - 1) if s.dish <= SMALL else i64(0)
        if extra:
            for colour in range(HUES):
                if s.need[colour]:
                    s.need[colour] += extra
                    if payable(s, seat, s.need, s.drinks, s.flexible):
                        out.add(EXTRA + colour)
                    s.need[colour] -= extra

    def offer_discounts(self, s: Festo, seat: i64, out: Moves) -> None:
        """FE-R31: drinks first, each for its own colour and not compulsory; then those of any colour."""
        drink = self.next_drink(s)
        if drink >= 0:
            out.add(DISCOUNT + drink)
            if payable(s, seat, s.need, s.drinks & ~(1 << drink), s.flexible):
                out.add(NO_DISCOUNT)
        elif s.flexible:
            for colour in range(HUES):
                if s.need[colour]:
                    s.need[colour] -= 1
                    if payable(s, seat, s.need, 0, s.flexible - 1):
                        out.add(DISCOUNT + colour)
                    s.need[colour] += 1

    def next_drink(self, s: Festo) -> i64:
        """The first drink that finds something to lower; -1 if there is none."""
        for colour in range(HUES):
            if s.drinks >> colour & 1 and s.need[colour]:
                return colour
        return -1

    def offer_payment(self, s: Festo, seat: i64, out: Moves) -> None:
        """FE-58: Salt for any cube, one by one, then confirm what cubes cover."""
        missing: i64 = 0
        for colour in range(HUES):
            missing += max(0, s.need[colour] - s.cubes[seat * KINDS + colour])
        salt = s.cubes[seat * KINDS + SALT] - self.set_aside(s)
        for colour in range(HUES):
            helps = s.need[colour] > s.cubes[seat * KINDS + colour]
            if s.need[colour] and salt and (helps or missing <= salt - 1):
                out.add(USE_SALT + colour)
        if not missing:
            out.add(CONFIRM)

    def set_aside(self, s: Festo) -> i64:
        n: i64 = 0
        for colour in range(HUES):
            n += s.salted[colour]
        return n

    def choose(self, s: Festo, seat: i64, action: i64) -> None:
        s.await_seats(0)
        dish = s.dish - 1
        if action != CONFIRM:
            s.tell(CHOSE, seat, action)
        if action == CONFIRM:
            serve(s, seat)
        elif action >= USE_SALT:
            s.need[action - USE_SALT] -= 1
            s.salted[action - USE_SALT] += 1
        elif action == NO_DISCOUNT:
            s.drinks &= ~(1 << self.next_drink(s))
        elif action >= DISCOUNT:
            drink = self.next_drink(s)
            s.need[action - DISCOUNT] -= 1
            if drink >= 0:
                s.drinks &= ~(1 << drink)
            else:
                s.flexible -= 1
        elif action >= EXTRA:
            s.need[action - EXTRA] += surcharge(s, dish)
            s.set_arg(0, DISCOUNTS)
        elif action >= WITH_COLOUR:
            s.need[action - WITH_COLOUR] = ROAST_COST
            s.set_arg(0, DISCOUNTS)
        else:
            s.need[COLOUR[dish]] = BASE[dish]
            s.need[action - WITH_OTHER] = OTHER[dish]
            s.set_arg(0, SURCHARGE)

    def refusal(self, s: Festo, seat: i64, action: i64) -> Refused:
        return Refused(N_("That doesn't help to pay for this dish, or leaves you unable to."), self.rule)

    def waiting(self, s: Festo, seat: i64) -> Refused:
        return Refused(N_("Somebody else is cooking."), "FE-52")


def serve(s: Festo, seat: i64) -> None:
    """FE-54, FE-74, FE-E13: pay, take the dish, and what tokens it brings."""
    dish = s.dish - 1
    spent: i64 = 0
    for colour in range(HUES):
        if s.need[colour] or s.salted[colour]:
            spent |= 1 << colour
        for _cube in range(s.need[colour]):
            s.give_back(seat, colour)
        for _cube in range(s.salted[colour]):
            s.give_back(seat, SALT)
        s.need[colour] = s.salted[colour] = 0
    sweet = s.magic(seat, DESSERT) & spent
    if dish < SMALL:
        unreserve(s, dish)
        for at in range(ROWS * COLUMNS):
            if s.field[at] == dish + 1:
                s.field[at] = 0
    s.where[dish] = EATEN + seat
    s.thrifty |= 1 << seat
    s.dish = s.drinks = s.flexible = 0
    s.pop()
    s.tell(COOKED, seat, dish)
    while sweet:
        s.award(seat, 1, FOR_DESSERT)
        sweet &= sweet - 1
    if s.event == CARVERS_MEDAL and TYPE[dish] in (ROAST, MAIN):
        s.award(seat, 2, FOR_MEDAL)


class Larders(InOrder):
    """FE-E14: who has more than five cubes returns the rest."""

    rule = "FE-E14"
    asked = N_("Only five cubes keep: return the others.")

    def asks(self, s: Festo, seat: i64) -> bool:
        return s.larder(seat) > 5

    def legal(self, s: Festo, seat: i64, out: Moves) -> None:
        for cube in range(KINDS):
            if s.cubes[seat * KINDS + cube]:
                out.add(RETURN + cube)

    def choose(self, s: Festo, seat: i64, action: i64) -> None:
        s.give_back(seat, action - RETURN)
        s.tell(RETURNED, seat, action - RETURN)
        if s.larder(seat) <= 5:
            self.next(s)
