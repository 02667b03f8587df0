"""Festo!: one position of it. Imports the engine and the pieces."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import Game, State
from hightable.engine.dice import Dice
from hightable.engine.options import Value
from hightable.games.festo.pieces import (
    APPETISER,
    COLOUR,
    COLOURS,
    COLUMNS,
    CUBES,
    DISC,
    DISCS,
    DISHES,
    EVENT_CARDS,
    GROCER,
    HELPER,
    HELPERS,
    LOCATIONS,
    PER_COLOUR,
    ROUNDS,
    ROWS,
    SALT,
    SEATS,
    SMALL,
    TOKENS,
    TYPE,
)

PLACES: Final = len(LOCATIONS)
HUES: Final = len(COLOURS)
KINDS: Final = len(CUBES)

# where a dish is, by kind of place
IN_PILE: Final = 0
ON_BUFFET: Final = 1
ON_STACK: Final = 2
IN_BOX: Final = 3
EATEN: Final = 4  # EATEN + the seat that cooked it


class Festo(State):
    """Everything is public but the piles of dishes and of event cards, FE-66. Areas, Markets and larders lie one after
    the other, a stretch for each location or seat."""

    round: i64
    phase: i64
    holder: i64  # who has the Start Player Card
    event: i64  # in force, 0 for none
    drawn: i64  # event cards revealed
    salt: i64  # in the Magician's Supply
    covers: i64  # a bit for each Character that is unavailable, FE-23
    placed: i64  # Helpers placed in this turn
    begun: i64  # at a stall: 1 once something is done there; at the Grocer: the colour taken, + 1
    place: i64  # the location being resolved
    order_n: i64
    order_at: i64
    majority: i64  # seat + 1 with the absolute majority there, FE-32
    passed: i64  # a bit for each seat that has passed, FE-53
    prized: i64  # seats that have used an ability this round, FE-E10
    thrifty: i64  # seats that have cooked this round, FE-E12
    dish: i64  # dish + 1 being paid for
    drinks: i64  # colours of the cook's drinks still to be asked about, FE-R31
    flexible: i64  # discounts of any colour still to be given

    def __init__(
        self, game: Game, seats: i64, options: dict[str, Value], dice: Dice, source: Festo | None = None
    ) -> None:
        super().__init__(game, seats, options, dice, source)
        if source is None:
            self.magical: i64 = 1 if options["magical"] == "yes" else 0
            self.round = self.phase = self.holder = self.event = self.drawn = self.salt = self.covers = 0
            self.placed = self.begun = self.place = self.order_n = self.order_at = self.majority = 0
            self.passed = self.prized = self.thrifty = self.dish = self.drinks = self.flexible = 0
            self.supply = vec[i64]([i64(0)] * HUES)
            self.market = vec[i64]([i64(0)] * (PLACES * HUES))  # the Grocery Store's shelves are the last stretch
            self.moved = vec[i64]([i64(0)] * (PLACES * HUES))  # by the Troll in this round, FE-R7
            self.cubes = vec[i64]([i64(0)] * (SEATS * KINDS))
            self.home = vec[i64]([i64(0)] * (SEATS * 2))  # Helpers and discs
            self.area = vec[i64]([i64(0)] * (PLACES * SEATS * 2))
            self.coming = vec[i64]([i64(0)] * (PLACES * SEATS))  # discs for the next round, FE-45
            self.where = vec[i64]([i64(0)] * len(DISHES))
            self.field = vec[i64]([i64(0)] * (ROWS * COLUMNS))  # dish + 1
            self.pile = vec[i64]([i64(0)] * SMALL)  # six for each row; the top is the last one
            self.pile_n = vec[i64]([i64(0)] * ROWS)
            self.reserved = vec[i64]([i64(0)] * SMALL)  # 1 + seat * 2 + piece, FE-40
            self.events = vec[i64]([i64(0)] * len(EVENT_CARDS))
            self.tokens = vec[i64]([i64(0)] * SEATS)
            self.tasted = vec[i64]([i64(0)] * SEATS)  # Characters where an appetiser has paid this round, FE-75
            self.order = vec[i64]([i64(0)] * SEATS)
            self.need = vec[i64]([i64(0)] * HUES)  # of the dish being paid for
            self.salted = vec[i64]([i64(0)] * HUES)  # Salt set aside for it
            self.rolls = vec[i64]([i64(0)] * 3)
        else:
            self.magical = source.magical
            self.round = source.round
            self.phase = source.phase
            self.holder = source.holder
            self.event = source.event
            self.drawn = source.drawn
            self.salt = source.salt
            self.covers = source.covers
            self.placed = source.placed
            self.begun = source.begun
            self.place = source.place
            self.order_n = source.order_n
            self.order_at = source.order_at
            self.majority = source.majority
            self.passed = source.passed
            self.prized = source.prized
            self.thrifty = source.thrifty
            self.dish = source.dish
            self.drinks = source.drinks
            self.flexible = source.flexible
            self.supply = source.supply[:]
            self.market = source.market[:]
            self.moved = source.moved[:]
            self.cubes = source.cubes[:]
            self.home = source.home[:]
            self.area = source.area[:]
            self.coming = source.coming[:]
            self.where = source.where[:]
            self.field = source.field[:]
            self.pile = source.pile[:]
            self.pile_n = source.pile_n[:]
            self.reserved = source.reserved[:]
            self.events = source.events[:]
            self.tokens = source.tokens[:]
            self.tasted = source.tasted[:]
            self.order = source.order[:]
            self.need = source.need[:]
            self.salted = source.salted[:]
            self.rolls = source.rolls[:]

    def copy(self) -> Festo:
        return Festo(self.game, self.seats, self.options, self.dice.copy(), self)

    # FE-66: what is hidden

    def unknown(self, viewer: i64) -> i64:
        """The same for everybody: the dishes in the piles, and the event cards not yet revealed."""
        hidden: i64 = len(EVENT_CARDS) - self.drawn
        for row in range(ROWS):
            hidden += self.pile_n[row]
        return hidden

    def redeal(self, viewer: i64, dice: Dice) -> None:
        for row in range(ROWS):
            dice.shuffle(self.pile, row * 6, self.pile_n[row], row * 6 + self.pile_n[row])
        if self.options["events"] == "on":
            n = len(EVENT_CARDS)
            dice.shuffle(self.events, self.drawn, n - self.drawn, n)
        self.dice = dice.split()

    # FE-16: order

    def after(self, seat: i64, steps: i64) -> i64:
        """Clockwise from a seat."""
        return (seat + steps) % self.seats

    def clear_order(self) -> None:
        """Nobody is waiting at a stall."""
        self.order_n = self.order_at = self.majority = 0
        for i in range(SEATS):
            self.order[i] = 0

    # pieces

    def pieces(self, place: i64, seat: i64) -> i64:
        """How many pieces a seat has at a location; discs that come next round don't count, FE-45."""
        at = (place * SEATS + seat) * 2
        return self.area[at + HELPER] + self.area[at + DISC]

    def go_home(self, place: i64, seat: i64) -> None:
        """FE-36, FE-49: all pieces of a seat at a location."""
        at = (place * SEATS + seat) * 2
        for kind in range(2):
            self.home[seat * 2 + kind] += self.area[at + kind]
            self.area[at + kind] = 0

    # cubes

    def stock(self, place: i64) -> i64:
        """All cubes in a Market."""
        n: i64 = 0
        for colour in range(HUES):
            n += self.market[place * HUES + colour]
        return n

    def take(self, seat: i64, place: i64, colour: i64) -> None:
        """A cube from a Market or shelf; one that was moved leaves first, FE-R7."""
        at = place * HUES + colour
        self.market[at] -= 1
        if self.moved[at]:
            self.moved[at] -= 1
        self.cubes[seat * KINDS + colour] += 1

    def give_back(self, seat: i64, cube: i64) -> None:
        """A cube returns to its Supply."""
        self.cubes[seat * KINDS + cube] -= 1
        if cube == SALT:
            self.salt += 1
        else:
            self.supply[cube] += 1

    def draw(self, seat: i64, colour: i64) -> None:
        """A cube from a Supply."""
        self.supply[colour] -= 1
        self.cubes[seat * KINDS + colour] += 1

    def larder(self, seat: i64) -> i64:
        """All cubes of a seat, Salt too."""
        n: i64 = 0
        for cube in range(KINDS):
            n += self.cubes[seat * KINDS + cube]
        return n

    # dishes

    def free(self, dish: i64) -> bool:
        """A face-up small dish without a piece on it, FE-40."""
        return self.where[dish] == ON_BUFFET and not self.reserved[dish]

    def owner(self, dish: i64) -> i64:
        """Who has reserved a dish; -1 if nobody has."""
        return (self.reserved[dish] - 1) // 2 if self.reserved[dish] else i64(-1)

    def column(self, dish: i64) -> i64:
        """Where a dish lies in its row, from 0."""
        for at in range(ROWS * COLUMNS):
            if self.field[at] == dish + 1:
                return at % COLUMNS
        return 0

    def magic(self, seat: i64, kind: i64) -> i64:
        """FE-72: the colours on the magic sides of a seat's dishes of this type, a bit for each."""
        found: i64 = 0
        if self.magical:
            for dish in range(SMALL):
                if self.where[dish] == EATEN + seat and TYPE[dish] == kind:
                    found |= 1 << COLOUR[dish]
        return found

    def award(self, seat: i64, count: i64, reason: i64) -> None:
        """FE-R22: VP tokens."""
        self.tokens[seat] += count
        self.tell(TOKENS, seat, count, reason)

    def received(self, seat: i64, place: i64, colours: i64, reason: i64) -> None:
        """FE-75, FE-R28: cubes of these colours came from a Character."""
        if place != GROCER and not self.tasted[seat] >> place & 1 and colours & self.magic(seat, APPETISER):
            self.tasted[seat] |= 1 << place
            self.award(seat, 1, reason)


FIELDS: Final = (
    "round", "phase", "holder", "event", "drawn", "salt", "covers", "placed", "begun", "place", "order_n", "order_at",
    "majority", "passed", "prized", "thrifty", "dish", "drinks", "flexible", "supply", "market", "moved",
    "cubes", "home", "area", "coming", "where", "field", "pile", "pile_n", "reserved", "events", "tokens", "tasted",
    "order", "need", "salted", "rolls",
)  # fmt: skip
LIMITS: Final = {
    "round": (0, ROUNDS), "phase": (0, 7), "holder": (0, SEATS - 1), "event": (0, len(EVENT_CARDS)),
    "drawn": (0, ROUNDS), "salt": (0, SEATS + 1), "covers": (0, (1 << PLACES) - 1), "placed": (0, HELPERS),
    "begun": (0, HUES), "place": (-1, PLACES - 1), "order_n": (0, SEATS), "order_at": (0, SEATS),
    "majority": (0, SEATS), "passed": (0, (1 << SEATS) - 1), "prized": (0, (1 << SEATS) - 1),
    "thrifty": (0, (1 << SEATS) - 1), "dish": (0, len(DISHES)), "drinks": (0, (1 << HUES) - 1), "flexible": (0, 2),
    "supply": (0, PER_COLOUR), "market": (0, PER_COLOUR), "moved": (0, PER_COLOUR), "cubes": (0, PER_COLOUR),
    "home": (0, HELPERS), "area": (0, HELPERS), "coming": (0, DISCS), "where": (0, EATEN + SEATS - 1),
    "field": (0, SMALL), "pile": (0, SMALL - 1), "pile_n": (0, 6), "reserved": (0, SEATS * 2),
    "events": (0, len(EVENT_CARDS) - 1), "tokens": (0, 1000), "tasted": (0, (1 << PLACES) - 1),
    "order": (0, SEATS - 1), "need": (0, PER_COLOUR), "salted": (0, SEATS + 1), "rolls": (0, 6),
}  # fmt: skip
