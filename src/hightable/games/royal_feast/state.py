"""The Royal Feast: its pieces, actions and events, and one position of it. Imports the engine and the hall."""

from __future__ import annotations

from typing import Final

from hightable.engine.actions import Actions
from hightable.engine.compat import i64, vec
from hightable.engine.contract import Event, Game, State, View
from hightable.engine.dice import Dice
from hightable.engine.options import Value
from hightable.games.royal_feast.hall import LARGE, RING, SMALL, SQUARES, TILES, Hall

SUITS: Final = 4
VALUES: Final = 6  # RF-1: null, ace, 2, 3, 4, 5
FACES: Final = SUITS * VALUES  # tile t is of suit t // VALUES and value t % VALUES
ROUNDS: Final = 2  # RF-9
JESTER_SPACES: Final = 4  # RF-8

# where a coin lies: a square, a table, or
TABLE: Final = len(SQUARES)  # TABLE + its place in RING
JESTER: Final = TABLE + len(RING)
KITCHEN: Final = JESTER + 1

ACTIONS: Final = Actions(
    ("table", RING),
    ("pick", range(VALUES)),
    ("place", SQUARES),
    ("rotate", TILES),
    ("lift", SQUARES),
    ("to", (*SQUARES, *RING, "jester", "kitchen")),
    ("done",),
)
LAY: Final = 1  # table p is LAY + p
PICK: Final = LAY + len(RING)
PLACE: Final = PICK + VALUES
ROTATE: Final = PLACE + len(SQUARES)
LIFT: Final = ROTATE + len(TILES)
TO: Final = LIFT + len(SQUARES)  # to a place, numbered as above
DONE: Final = TO + KITCHEN + 1

# phases, RF-9
REST: Final = 0
TABLES: Final = 1
PLACING: Final = 2
SERVICE: Final = 3
SCORING: Final = 4
PHASES: Final = ("rest", "tables", "placing", "service", "scoring")

# lines of the score sheet, RF-30 … RF-34
SIDES: Final = 0
DOUBLES: Final = 1
NEGLECTED: Final = 2
IN_KITCHEN: Final = 3
AT_JESTER: Final = 4
LINES: Final = 5

# steps, by their place in STEPS
ROUND: Final = 0
SET_TABLES: Final = 1
TAKE_PLACES: Final = 2
SERVE: Final = 3

# events, by their place in EVENTS
ROLLED: Final = 0
STARTS: Final = 1
LAID: Final = 2
SET: Final = 3
PLACED: Final = 4
OPENED: Final = 5
ROTATED: Final = 6
MOVED: Final = 7
SERVED: Final = 8
JESTED: Final = 9
COOKED: Final = 10
PASSED: Final = 11
FINISHED: Final = 12
STALLED: Final = 13
COUNTED: Final = 14
TABLE_POINTS: Final = 15
NEGLECT_POINTS: Final = 16
KITCHEN_TILE: Final = 17
KITCHEN_POINTS: Final = 18
JESTER_TILE: Final = 19
JESTER_POINTS: Final = 20
ROUND_OVER: Final = 21
OVER: Final = 22
PICKED: Final = 23
LIFTED: Final = 24
EVENTS: Final = (
    Event("rolled", "seat", "value"),
    Event("starts", "seat", "round"),
    Event("laid", "seat", "table"),
    Event("set", "round"),
    Event("placed", "seat", "square"),
    Event("opened", "round"),
    Event("rotated", "seat", "tile"),
    Event("moved", "seat", "from", "to"),
    Event("served", "seat", "from", "table"),
    Event("jested", "seat", "from"),
    Event("cooked", "seat", "from"),
    Event("passed", "seat", "left"),
    Event("finished", "seat"),
    Event("stalled"),
    Event("counted", "round"),
    Event("table", "table", "seat", "points"),
    Event("neglected", "table", "seat", "points"),
    Event("kitchen", "suit"),
    Event("kitchen-points", "seat", "points"),
    Event("jester", "suit", "tables"),
    Event("jester-points", "seat", "points"),
    Event("round-over", "round"),
    Event("over"),
    Event("picked", "seat"),
    Event("lifted", "seat", "square"),
)


class RoyalFeast(State):
    """A seat plays the suit of its number, RF-R21. Coins are numbered as they are placed; `value` is hidden until they
    are counted, and the faces of tiles until they are turned up."""

    round: i64
    phase: i64
    start: i64  # RF-12
    drawn: i64  # tiles taken from the deck
    opened: i64  # 1 once the tables are face up, RF-19
    counted: i64  # 1 once the coins are, RF-29
    shown: i64  # tiles turned up off the ring: 1 the Kitchen's, 2 the Jester's as well
    kitchen: i64  # tile + 1
    jester: i64
    placed: i64  # coins
    picked: i64  # value + 1 of the coin in somebody's hand, RF-18
    actions: i64  # left in this turn, RF-20
    lifted: i64  # square + 1 of the server that is being carried
    trigger: i64  # seat + 1 of the one who placed his last server, RF-27
    last: i64  # last turns still to come
    left: i64  # 1 if a server has left the serving area in this turn
    quiet: i64  # turns in a row in which none has, RF-R20

    def __init__(
        self, game: Game, seats: i64, options: dict[str, Value], dice: Dice, source: RoyalFeast | None = None
    ) -> None:
        super().__init__(game, seats, options, dice, source)
        self.hall: Hall = SMALL if seats == 2 else LARGE
        if source is None:
            self.round = self.phase = self.start = self.drawn = self.opened = self.counted = self.shown = 0
            self.kitchen = self.jester = self.placed = self.picked = self.actions = self.lifted = 0
            self.trigger = self.last = self.left = self.quiet = 0
            self.deck = vec[i64]([i64(0)] * FACES)
            self.ring = vec[i64]([i64(0)] * len(RING))  # tile + 1, 0 where none lies
            self.rolls = vec[i64]([i64(0)] * SUITS)
            self.purse = vec[i64]([i64(0)] * SUITS)  # a bit for each value not yet placed
            self.value = vec[i64]([i64(0)] * FACES)  # by coin
            self.owner = vec[i64]([i64(0)] * FACES)
            self.place = vec[i64]([i64(0)] * FACES)
            self.square = vec[i64]([i64(0)] * len(SQUARES))  # coin + 1
            self.points = vec[i64]([i64(0)] * (ROUNDS * LINES * SUITS))
        else:
            self.round = source.round
            self.phase = source.phase
            self.start = source.start
            self.drawn = source.drawn
            self.opened = source.opened
            self.counted = source.counted
            self.shown = source.shown
            self.kitchen = source.kitchen
            self.jester = source.jester
            self.placed = source.placed
            self.picked = source.picked
            self.actions = source.actions
            self.lifted = source.lifted
            self.trigger = source.trigger
            self.last = source.last
            self.left = source.left
            self.quiet = source.quiet
            self.deck = source.deck[:]
            self.ring = source.ring[:]
            self.rolls = source.rolls[:]
            self.purse = source.purse[:]
            self.value = source.value[:]
            self.owner = source.owner[:]
            self.place = source.place[:]
            self.square = source.square[:]
            self.points = source.points[:]

    def copy(self) -> RoyalFeast:
        return RoyalFeast(self.game, self.seats, self.options, self.dice.copy(), self)

    # RF-39 … RF-41: what is hidden

    def unknown(self, viewer: i64) -> i64:
        """Tiles face down, and the coins of others, placed or not. One's own may be remembered, RF-R12."""
        hidden: i64 = self.hidden_tiles()
        for seat in range(self.seats):
            if seat != viewer and not self.counted:
                hidden += VALUES
        return hidden

    def hidden_tiles(self) -> i64:
        hidden: i64 = FACES - self.drawn
        if not self.opened:
            for table in self.hall.ring:
                hidden += 1 if self.ring[table] else 0
        hidden += 1 if self.kitchen and self.shown < 1 else 0
        hidden += 1 if self.jester and self.shown < 2 else 0
        return hidden

    def redeal(self, viewer: i64, dice: Dice) -> None:
        """Mix the tiles nobody has seen, and each other player's coins among the places where they lie."""
        self.redeal_tiles(dice)
        for seat in range(self.seats):
            if seat != viewer and not self.counted:
                self.redeal_coins(seat, dice)
        self.dice = dice.split()

    def redeal_tiles(self, dice: Dice) -> None:
        deck, ring = self.deck, self.ring
        unseen = self.drawn
        if not self.opened:
            for table in self.hall.ring:
                if ring[table]:
                    unseen -= 1
                    deck[unseen] = ring[table] - 1
        if self.kitchen and self.shown < 1:
            unseen -= 1
            deck[unseen] = self.kitchen - 1
        if self.jester and self.shown < 2:
            unseen -= 1
            deck[unseen] = self.jester - 1
        dice.shuffle(deck, unseen, FACES - unseen, FACES)
        if not self.opened:
            for table in self.hall.ring:
                if ring[table]:
                    ring[table] = deck[unseen] + 1
                    unseen += 1
        if self.kitchen and self.shown < 1:
            self.kitchen = deck[unseen] + 1
            unseen += 1
        if self.jester and self.shown < 2:
            self.jester = deck[unseen] + 1
            unseen += 1

    def redeal_coins(self, seat: i64, dice: Dice) -> None:
        """A player's six coins in any order: on the board first, then in the hand, the rest in the stack."""
        values: vec[i64] = vec[i64]([i64(value) for value in range(VALUES)])
        dice.shuffle(values, 0, VALUES, VALUES)
        i: i64 = 0
        for coin in range(self.placed):
            if self.owner[coin] == seat:
                self.value[coin] = values[i]
                i += 1
        if self.picked and self.awaited >> seat & 1:
            self.picked = values[i] + 1
            i += 1
        self.purse[seat] = 0
        while i < VALUES:
            self.purse[seat] |= 1 << values[i]
            i += 1

    def notes(self, seat: i64) -> View:
        """RF-R12: a player may remember which of the own coins is which, though nobody may look again."""
        if self.counted or not self.placed:
            return {}
        return {"coins": {str(coin): int(self.value[coin]) for coin in range(self.placed) if self.owner[coin] == seat}}

    # what lies where

    def served(self, table: i64) -> i64:
        """How many servers a table has."""
        n: i64 = 0
        for coin in range(self.placed):
            if self.place[coin] == TABLE + table:
                n += 1
        return n

    def at(self, place: i64) -> i64:
        """How many servers lie in the Kitchen or on the Jester."""
        n: i64 = 0
        for coin in range(self.placed):
            if self.place[coin] == place:
                n += 1
        return n

    def at_of(self, place: i64, seat: i64) -> i64:
        """How many of a player's servers lie in the Kitchen or on the Jester."""
        n: i64 = 0
        for coin in range(self.placed):
            if self.place[coin] == place and self.owner[coin] == seat:
                n += 1
        return n

    def on_floor(self, seat: i64) -> i64:
        """How many of a player's servers are in the serving area."""
        n: i64 = 0
        for coin in range(self.placed):
            if self.owner[coin] == seat and self.place[coin] < TABLE:
                n += 1
        return n

    def score(self, line: i64, seat: i64, points: i64) -> None:
        self.points[((self.round - 1) * LINES + line) * SUITS + seat] += points

    def next_seat(self, seat: i64) -> i64:
        """RF-10: clockwise."""
        return (seat + 1) % self.seats


def capacity(tile: i64) -> i64:
    """RF-2: what a table holds, and what it costs when neglected: null and ace 1, others their value."""
    value = tile % VALUES
    return value if value > 1 else i64(1)


FIELDS: Final = (
    "round", "phase", "start", "drawn", "opened", "counted", "shown", "kitchen", "jester", "placed", "picked",
    "actions", "lifted", "trigger", "last", "left", "quiet", "deck", "ring", "rolls", "purse", "value", "owner",
    "place", "square", "points",
)  # fmt: skip
LIMITS: Final = {
    "round": (1, ROUNDS), "phase": (REST, SCORING), "start": (0, SUITS - 1), "drawn": (0, FACES), "opened": (0, 1),
    "counted": (0, 1), "shown": (0, 2), "kitchen": (0, FACES), "jester": (0, FACES), "placed": (0, FACES),
    "picked": (0, VALUES), "actions": (0, 2), "lifted": (0, len(SQUARES)), "trigger": (0, SUITS), "last": (0, SUITS),
    "left": (0, 1), "quiet": (0, 4 * SUITS), "deck": (0, FACES - 1), "ring": (0, FACES), "rolls": (0, VALUES - 1),
    "purse": (0, (1 << VALUES) - 1), "value": (0, VALUES - 1), "owner": (0, SUITS - 1), "place": (0, KITCHEN),
    "square": (0, FACES), "points": (-1000, 1000),
}  # fmt: skip
