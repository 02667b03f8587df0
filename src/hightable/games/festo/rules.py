"""Festo!: setup, rounds, Preparation and Shopping. The street and the kitchen have files of their own. Imports the
engine, the pieces and the state."""

from __future__ import annotations

from typing import ClassVar, Final

from hightable.engine.compat import i64
from hightable.engine.contract import Moves, Step
from hightable.engine.words import N_, Refused
from hightable.games.festo.kitchen import Cooking, Larders, Price, TakingBack
from hightable.games.festo.pieces import (
    AFTERNOON,
    BUMPER_HARVEST,
    CHOSE,
    COLUMNS,
    COOKING,
    DISC,
    DISCS,
    DONE,
    EARLY_START,
    EVENT_CARDS,
    GAIN,
    GAVE,
    GIVE,
    GROCER,
    HELPER,
    HELPERS,
    LARDERS,
    LOCATIONS,
    LONG_HOURS,
    MAIN,
    MARKET_CAP,
    MISTY_MORNING,
    MORNING,
    OVER,
    PAY,
    PER_COLOUR,
    PLACE,
    PLACED,
    RESTED,
    REVEALED,
    ROAST,
    ROLLED,
    ROUND,
    ROUND_BEGAN,
    ROUNDS,
    ROWS,
    SALT,
    SALT_CARAVAN,
    SALTED,
    SHELF_CAP,
    SKIPPED,
    SMALL,
    SMALL_LARDERS,
    START_PLAYER,
    STREET,
    STUFFED_SHELVES,
    SWAP_MEET,
    SWAPPED,
    SWAPPING,
    TYPE,
)
from hightable.games.festo.state import HUES, IN_BOX, IN_PILE, KINDS, ON_BUFFET, ON_STACK, PLACES, Festo
from hightable.games.festo.street import (
    AtDwarf,
    AtElf,
    AtOrc,
    AtPixies,
    AtTroll,
    Character,
    Grocery,
    PickPiece,
    Street,
)
from hightable.games.festo.turns import InOrder

# what has been done in a round so far
REST: Final = 0
PREPARED: Final = 1
GIVEN: Final = 2
SWAPPED_ALL: Final = 3
MORNING_OVER: Final = 4
SHOPPED: Final = 5
ACTED: Final = 6
COOKED_ALL: Final = 7


def set_up(s: Festo) -> None:
    """FE-7 … FE-13."""
    for colour in range(HUES):
        s.supply[colour] = PER_COLOUR
    s.salt = s.seats + 1
    for seat in range(s.seats):
        s.home[seat * 2 + HELPER] = HELPERS
        s.home[seat * 2 + DISC] = DISCS
    roasts: i64 = 0
    mains: i64 = 0
    for dish in range(SMALL, len(s.where)):
        s.where[dish] = IN_BOX
        if TYPE[dish] == ROAST and roasts < s.seats:
            s.where[dish] = ON_STACK
            roasts += 1
        if TYPE[dish] == MAIN and mains < s.seats:
            s.where[dish] = ON_STACK
            mains += 1
    for row in range(ROWS):
        for i in range(6):
            s.pile[row * 6 + i] = row * 6 + i
            s.where[row * 6 + i] = IN_PILE
        s.pile_n[row] = 6
        s.dice.shuffle(s.pile, row * 6, 6, row * 6 + 6)
    fill_rows(s)
    shuffle_events(s)
    s.holder = s.dice.below(s.seats)
    s.push(ROUND)


def shuffle_events(s: Festo) -> None:
    """FE-11, FE-14: shuffled; or blank; or one and the same card in every round."""
    chosen = s.options["events"]
    for card in range(len(EVENT_CARDS)):
        s.events[card] = card
    if chosen == "on":
        s.dice.shuffle(s.events, 0, len(EVENT_CARDS), len(EVENT_CARDS))
    elif chosen != "off":
        for card in range(len(EVENT_CARDS)):
            s.events[card] = EVENT_CARDS.index(str(chosen))


def fill_rows(s: Festo) -> None:
    """FE-9, FE-20: slide left, then fill the gaps from the row's pile."""
    for row in range(ROWS):
        start = row * COLUMNS
        n: i64 = 0
        for column in range(COLUMNS):
            dish = s.field[start + column]
            if dish:
                s.field[start + column] = 0
                s.field[start + n] = dish
                n += 1
        while n < COLUMNS and s.pile_n[row]:
            s.pile_n[row] -= 1
            dish = s.pile[row * 6 + s.pile_n[row]]
            s.pile[row * 6 + s.pile_n[row]] = 0
            s.field[start + n] = dish + 1
            s.where[dish] = ON_BUFFET
            n += 1


class Round(Step[Festo]):
    """FE-15: Preparation, Shopping, Action, Cooking; four times."""

    rule = "FE-15"

    def run(self, s: Festo) -> None:
        done = s.phase
        s.phase += 1
        if done == REST:
            self.prepare(s)
            s.push(START_PLAYER, 1 << s.holder)
        elif done == PREPARED:
            self.salt_caravan(s)
            if s.event == SWAP_MEET:
                s.push(SWAPPING)
        elif done == GIVEN:
            if s.event == MISTY_MORNING:
                s.tell(SKIPPED, -1)
            else:
                roll(s, 0)
                s.push(MORNING)
        elif done == SWAPPED_ALL:
            roll(s, 1)
            s.push(AFTERNOON)
        elif done == MORNING_OVER:
            s.covers = 0  # FE-28
            s.place = -1
            s.push(STREET)
        elif done == SHOPPED:
            s.clear_order()
            s.place = s.passed = 0
            s.push(COOKING, 0, s.holder)
        elif done == ACTED:
            if s.event == SMALL_LARDERS:
                s.push(LARDERS)
        else:
            s.phase = REST
            if s.round == ROUNDS:
                s.pop()
                s.tell(OVER)

    def prepare(self, s: Festo) -> None:
        """FE-17 … FE-21."""
        s.round += 1
        s.prized = s.thrifty = 0
        for i in range(PLACES * HUES):
            s.moved[i] = 0
        for seat in range(s.seats):
            s.tasted[seat] = 0
            for place in range(GROCER):
                at = place * len(s.tokens) + seat
                s.area[at * 2 + DISC] += s.coming[at]
                s.coming[at] = 0
        for colour in range(HUES):
            self.stock_market(s, colour, 4 if s.seats == 5 else 3)
            self.stock_shelf(s, colour)
        s.tell(ROUND_BEGAN, s.round)
        if s.round > 1:
            fill_rows(s)
        s.event = 0 if s.options["events"] == "off" else s.events[s.drawn] + 1
        s.drawn += 1
        s.tell(REVEALED, s.event)
        for colour in range(HUES):
            if s.event == BUMPER_HARVEST:
                self.stock_market(s, colour, 1)
            elif s.event == STUFFED_SHELVES:
                self.stock_shelf(s, colour)

    def stock_market(self, s: Festo, colour: i64, most: i64) -> None:
        """FE-17, FE-19: at most so many, and at most five lie there then."""
        count = max(0, min(most, MARKET_CAP - s.stock(colour), s.supply[colour]))
        s.market[colour * HUES + colour] += count
        s.supply[colour] -= count

    def stock_shelf(self, s: Festo, colour: i64) -> None:
        """FE-18."""
        if s.market[GROCER * HUES + colour] < SHELF_CAP and s.supply[colour]:
            s.market[GROCER * HUES + colour] += 1
            s.supply[colour] -= 1

    def salt_caravan(self, s: Festo) -> None:
        """FE-E3."""
        if s.event == SALT_CARAVAN:
            for i in range(s.seats):
                seat = s.after(s.holder, i)
                if s.salt:
                    s.salt -= 1
                    s.cubes[seat * KINDS + SALT] += 1
                    s.tell(SALTED, seat)


def roll(s: Festo, afternoon: i64) -> None:
    """FE-23, FE-25: each die closes the Character of its number."""
    count: i64 = 2 if s.seats == 5 else 3
    if s.event == LONG_HOURS:
        count -= 1
    s.covers = 0
    for die in range(3):
        s.rolls[die] = 0
        if die < count:
            face = s.dice.below(6)
            s.rolls[die] = face + 1
            s.covers |= 1 << face
    s.tell(ROLLED, afternoon, s.covers)


class StartPlayer(Step[Festo]):
    """FE-22: the card holder gives the Card to any seat or keeps it."""

    rule = "FE-22"

    def legal(self, s: Festo, seat: i64, out: Moves) -> None:
        for other in range(s.seats):
            out.add(GIVE + other)

    def choose(self, s: Festo, seat: i64, action: i64) -> None:
        s.holder = action - GIVE
        s.pop()
        s.tell(GAVE, seat, s.holder)

    def refusal(self, s: Festo, seat: i64, action: i64) -> Refused:
        return Refused(N_("First say who begins this round: you, or somebody else at the table."), self.rule)

    def waiting(self, s: Festo, seat: i64) -> Refused:
        return Refused(N_("The holder of the Start Player Card decides who begins."), self.rule)


class SwapMeet(InOrder):
    """FE-E4: every seat may return a cube and take one of another colour. The second argument is the cube + 1."""

    rule = "FE-E4"
    asked = N_("Return a cube and take one of another colour, or be done.")

    def asks(self, s: Festo, seat: i64) -> bool:
        return any(self.may_pay(s, seat, cube) for cube in range(KINDS))

    def skip(self, s: Festo, seat: i64) -> None:
        """FE-70."""
        s.tell(CHOSE, seat, DONE)

    def may_pay(self, s: Festo, seat: i64, cube: i64) -> bool:
        return s.cubes[seat * KINDS + cube] > 0 and any(s.supply[c] for c in range(HUES) if c != cube)

    def legal(self, s: Festo, seat: i64, out: Moves) -> None:
        paid = s.arg(1) - 1
        if paid >= 0:
            for colour in range(HUES):
                if s.supply[colour] and colour != paid:
                    out.add(GAIN + colour)
            return
        for cube in range(KINDS):
            if self.may_pay(s, seat, cube):
                out.add(PAY + cube)
        out.add(DONE)

    def choose(self, s: Festo, seat: i64, action: i64) -> None:
        if action == DONE:
            self.next(s)
            s.tell(CHOSE, seat, action)
        elif action >= GAIN:
            paid = s.arg(1) - 1
            s.give_back(seat, paid)
            s.draw(seat, action - GAIN)
            s.set_arg(1, 0)
            self.next(s)
            s.tell(SWAPPED, seat, paid, action - GAIN)
        else:
            s.set_arg(1, action - PAY + 1)
            s.tell(CHOSE, seat, action)


class Morning(InOrder):
    """FE-24, FE-E6: Helpers from home to what is open, as many as one likes."""

    rule = "FE-24"
    due: ClassVar[str] = "FE-E6"  # why it is too early to stop
    asked = N_("Place a Helper where it is open, or be done for the morning.")

    def asks(self, s: Festo, seat: i64) -> bool:
        return s.home[seat * 2 + HELPER] > 0

    def skip(self, s: Festo, seat: i64) -> None:
        s.tell(SKIPPED, seat)

    def legal(self, s: Festo, seat: i64, out: Moves) -> None:
        for place in range(PLACES):
            if not s.covers >> place & 1:
                out.add(PLACE + place)
        if self.may_stop(s):
            out.add(DONE)

    def may_stop(self, s: Festo) -> bool:
        return s.event != EARLY_START or s.placed >= 3

    def choose(self, s: Festo, seat: i64, action: i64) -> None:
        if action == DONE:
            s.placed = 0
            self.next(s)
            s.tell(RESTED, seat)
            return
        place = action - PLACE
        s.home[seat * 2 + HELPER] -= 1
        s.area[(place * len(s.tokens) + seat) * 2 + HELPER] += 1
        s.placed += 1
        s.tell(PLACED, seat, place)
        if not s.home[seat * 2 + HELPER]:
            s.placed = 0
            self.next(s)

    def refusal(self, s: Festo, seat: i64, action: i64) -> Refused:
        if PLACE <= action < PLACE + PLACES:
            gaps = {"place": LOCATIONS[action - PLACE]}
            return Refused(N_("The stall of the %(place)s is closed just now."), "FE-23", gaps)
        if action == DONE:
            return Refused(N_("Place more Helpers before you stop."), self.due)
        return Refused(self.asked, self.rule)


class Afternoon(Morning):
    """FE-26: every Helper still at home must be placed."""

    rule = "FE-26"
    due = "FE-26"
    asked = N_("Place all the Helpers you still have at home.")

    def skip(self, s: Festo, seat: i64) -> None:
        """Nobody is kept waiting, and nobody needs to hear of it."""

    def may_stop(self, s: Festo) -> bool:
        return False


STEPS: Final = (
    Round(), StartPlayer(), SwapMeet(), Morning(), Afternoon(), Street(), Character(), PickPiece(), AtTroll(),
    AtPixies(), AtOrc(), AtElf(), AtDwarf(), Grocery(), Cooking(), TakingBack(), Price(), Larders(),
)  # fmt: skip
