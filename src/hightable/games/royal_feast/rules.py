"""The Royal Feast and the Court Jester: the rules, in the order of the book. Imports the engine and the hall."""

from __future__ import annotations

from typing import Final

from hightable.engine.actions import Actions
from hightable.engine.compat import i64, vec
from hightable.engine.contract import Event, Game, Moves, State, Step, View
from hightable.engine.dice import Dice
from hightable.engine.options import Value
from hightable.engine.words import N_, Refused
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
    return value if value > 1 else 1


class Round(Step[RoyalFeast]):
    """RF-9, RF-37: two rounds of four phases."""

    rule = "RF-9"

    def run(self, s: RoyalFeast) -> None:
        if s.phase == REST:
            if s.round == ROUNDS:
                s.pop()
                s.tell(OVER)
            else:
                self.begin(s)
        elif s.phase == TABLES:
            self.lay_aside(s)
        elif s.phase == PLACING:
            self.open_tables(s)
        else:
            self.end(s)

    def begin(self, s: RoyalFeast) -> None:
        """RF-11, RF-12: shuffle the tiles, roll for the start player."""
        s.round += 1
        s.phase = TABLES
        s.drawn = s.opened = s.counted = s.shown = s.kitchen = s.jester = s.placed = s.picked = 0
        s.actions = s.lifted = s.trigger = s.last = s.left = s.quiet = 0
        for tile in range(FACES):
            s.deck[tile] = tile
            s.value[tile] = s.owner[tile] = s.place[tile] = 0
        for table in range(len(RING)):
            s.ring[table] = 0
        for square in range(len(SQUARES)):
            s.square[square] = 0
        for seat in range(SUITS):
            s.rolls[seat] = 0
            s.purse[seat] = (1 << VALUES) - 1 if seat < s.seats else 0
        s.dice.shuffle(s.deck, 0, FACES, FACES)
        s.start = self.roll(s)
        s.tell(STARTS, s.start, s.round)
        if s.options["quick_tables"] == "yes":
            for table in s.hall.ring:
                lay(s, table)
            s.tell(SET, s.round)
        else:
            s.push(SET_TABLES, 1 << s.start)

    def roll(self, s: RoyalFeast) -> i64:
        """RF-R2: all roll, then those tied for highest again, until one is highest."""
        rolling: i64 = (1 << s.seats) - 1
        while True:
            best: i64 = -1
            leaders: i64 = 0
            for seat in range(s.seats):
                if rolling >> seat & 1:
                    s.rolls[seat] = s.dice.below(VALUES)
                    s.tell(ROLLED, seat, s.rolls[seat])
                    if s.rolls[seat] > best:
                        best = s.rolls[seat]
                        leaders = 0
                    if s.rolls[seat] == best:
                        leaders |= 1 << seat
            if leaders & leaders - 1 == 0:
                seat = 0
                while not leaders >> seat & 1:
                    seat += 1
                return seat
            rolling = leaders

    def lay_aside(self, s: RoyalFeast) -> None:
        """RF-14: Kitchen and Jester get a face-down tile each; then the servers take their places."""
        s.kitchen = s.deck[s.drawn] + 1
        s.jester = s.deck[s.drawn + 1] + 1
        s.drawn += 2
        s.phase = PLACING
        s.push(TAKE_PLACES, 1 << s.start)

    def open_tables(self, s: RoyalFeast) -> None:
        """RF-19, RF-20: the tables are turned up, and service begins."""
        s.opened = 1
        s.phase = SERVICE
        s.actions = 2
        s.push(SERVE, 1 << s.start)
        s.tell(OPENED, s.round)

    def end(self, s: RoyalFeast) -> None:
        s.phase = SCORING
        score_round(s)
        s.phase = REST
        s.tell(ROUND_OVER, s.round)


def lay(s: RoyalFeast, table: i64) -> None:
    """An unseen tile goes to a place of the ring."""
    s.ring[table] = s.deck[s.drawn] + 1
    s.drawn += 1


class SetTables(Step[RoyalFeast]):
    """RF-13: in turn, each puts an unseen tile on an empty place of the ring."""

    rule = "RF-13"

    def legal(self, s: RoyalFeast, seat: i64, out: Moves) -> None:
        for table in s.hall.ring:
            if not s.ring[table]:
                out.add(LAY + table)

    def choose(self, s: RoyalFeast, seat: i64, action: i64) -> None:
        table = action - LAY
        lay(s, table)
        if s.drawn == s.hall.tables:
            s.pop()
        else:
            s.await_seats(1 << s.next_seat(seat))
        s.tell(LAID, seat, table)

    def refusal(self, s: RoyalFeast, seat: i64, action: i64) -> Refused:
        table = action - LAY
        if not 0 <= table < len(RING):
            return Refused(N_("First the tables are set: put a tile on an empty place."), self.rule)
        if table not in s.hall.ring:
            return Refused(N_("With two players there is no table %(table)s."), "RF-R17", {"table": RING[table]})
        return Refused(N_("There is a tile at %(table)s already."), self.rule, {"table": RING[table]})


class TakePlaces(Step[RoyalFeast]):
    """RF-15 … RF-18: in turn, each puts a coin of choice on an empty square, value down."""

    rule = "RF-15"

    def legal(self, s: RoyalFeast, seat: i64, out: Moves) -> None:
        if self.in_hand(s, seat) < 0:
            for value in range(VALUES):
                if s.purse[seat] >> value & 1:
                    out.add(PICK + value)
            return
        for square in range(s.hall.squares):
            if not s.square[square]:
                out.add(PLACE + square)

    def in_hand(self, s: RoyalFeast, seat: i64) -> i64:
        """The value about to be placed: the one picked, or the last one left; -1 if there is a choice yet."""
        if s.picked:
            return s.picked - 1
        stack = s.purse[seat]
        if stack & stack - 1:
            return -1
        value: i64 = 0
        while not stack >> value & 1:
            value += 1
        return value

    def choose(self, s: RoyalFeast, seat: i64, action: i64) -> None:
        if action < PLACE:
            s.picked = action - PICK + 1
            s.purse[seat] &= ~(1 << action - PICK)
            return
        value, square = self.in_hand(s, seat), action - PLACE
        s.purse[seat] &= ~(1 << value)
        s.picked = 0
        s.value[s.placed] = value
        s.owner[s.placed] = seat
        s.place[s.placed] = square
        s.placed += 1
        s.square[square] = s.placed
        if s.placed == s.seats * VALUES:
            s.pop()
        else:
            s.await_seats(1 << s.next_seat(seat))
        s.tell(PLACED, seat, square)

    def refusal(self, s: RoyalFeast, seat: i64, action: i64) -> Refused:
        picking = self.in_hand(s, seat) < 0
        if PICK <= action < PLACE:
            if picking:
                return Refused(N_("This coin lies on the floor already."), "RF-15")
            return Refused(N_("You have a coin in hand: put it on an empty square."), "RF-18")
        if PLACE <= action < ROTATE:
            if picking:
                return Refused(N_("First pick one of your coins."), "RF-18")
            if action - PLACE >= s.hall.squares:
                return Refused(N_("With two players the floor has four rows."), "RF-5")
            return Refused(N_("A server stands there already."), "RF-5")
        return Refused(N_("First the servers take their places."), self.rule)


class Serve(Step[RoyalFeast]):
    """RF-20 … RF-28: up to two actions a turn, until somebody has no server left on the floor and the others have had
    one last turn."""

    rule = "RF-20"

    def legal(self, s: RoyalFeast, seat: i64, out: Moves) -> None:
        hall = s.hall
        if s.lifted:
            self.destinations(s, seat, s.lifted - 1, out)
            return
        occupied: i64 = 0  # tiles with a server
        room: i64 = 0  # tiles with an empty square
        for square in range(hall.squares):
            if s.square[square]:
                occupied |= 1 << hall.tile[square]
            else:
                room |= 1 << hall.tile[square]
        for tile in range(hall.tiles):
            if occupied >> tile & 1:
                out.add(ROTATE + tile)
        for square in range(hall.squares):
            coin = s.square[square] - 1
            if coin >= 0 and (s.owner[coin] == seat or room & ~(1 << hall.tile[square])):
                out.add(LIFT + square)
        out.add(DONE)

    def destinations(self, s: RoyalFeast, seat: i64, square: i64, out: Moves) -> None:
        hall, mine = s.hall, s.owner[s.square[square] - 1] == seat
        for other in range(hall.squares):
            if not s.square[other] and hall.tile[other] != hall.tile[square]:
                out.add(TO + other)
        if not mine:
            return
        for table in range(len(RING)):
            if hall.beside[square] >> table & 1 and self.takes(s, seat, table):
                out.add(TO + TABLE + table)
        if s.at(JESTER) < JESTER_SPACES:
            out.add(TO + JESTER)
        out.add(TO + KITCHEN)

    def takes(self, s: RoyalFeast, seat: i64, table: i64) -> bool:
        """RF-21: a table of one's own suit with room."""
        tile = s.ring[table] - 1
        return tile // VALUES == seat and s.served(table) < capacity(tile)

    def choose(self, s: RoyalFeast, seat: i64, action: i64) -> None:
        if action == DONE:
            s.tell(PASSED, seat, s.actions)
            self.end_turn(s, seat)
        elif action >= TO:
            self.carry(s, seat, action - TO)
        elif action >= LIFT:
            s.lifted = action - LIFT + 1
        else:
            self.rotate(s, action - ROTATE)
            s.tell(ROTATED, seat, action - ROTATE)
            self.acted(s, seat)

    def rotate(self, s: RoyalFeast, tile: i64) -> None:
        """RF-22: a quarter clockwise, with all servers on it."""
        square = tile // 2 * 8 + tile % 2 * 2  # its top-left one
        carried = s.square[square]
        for _corner in range(4):
            square = s.hall.turned[square]
            stood = s.square[square]
            s.square[square] = carried
            if carried:
                s.place[carried - 1] = square
            carried = stood

    def carry(self, s: RoyalFeast, seat: i64, place: i64) -> None:
        """RF-21, RF-23 … RF-26: the lifted server goes to a table, another square, the Jester or the Kitchen."""
        square = s.lifted - 1
        coin = s.square[square] - 1
        s.lifted = 0
        s.square[square] = 0
        s.place[coin] = place
        if place < TABLE:
            s.square[place] = coin + 1
            s.tell(MOVED, seat, square, place)
        else:
            s.left = 1
            if place == JESTER:
                s.tell(JESTED, seat, square)
            elif place == KITCHEN:
                s.tell(COOKED, seat, square)
            else:
                s.tell(SERVED, seat, square, place - TABLE)
        self.acted(s, seat)

    def acted(self, s: RoyalFeast, seat: i64) -> None:
        """An action is done: the turn goes on, or ends after the second or with the last server."""
        s.actions -= 1
        if s.left and s.on_floor(seat) == 0:
            if not s.trigger:
                s.trigger = seat + 1
                s.last = s.seats
                s.tell(FINISHED, seat)
            self.end_turn(s, seat)
        elif not s.actions:
            self.end_turn(s, seat)

    def end_turn(self, s: RoyalFeast, seat: i64) -> None:
        """RF-27, RF-R20: the next seat's turn, unless the last turns are over or nothing happens any more."""
        s.quiet = 0 if s.left else s.quiet + 1
        s.left = 0
        if s.trigger:
            s.last -= 1
        stalled = s.quiet == 4 * s.seats
        if stalled:
            s.tell(STALLED)
        if stalled or (s.trigger and not s.last):
            s.actions = 0
            s.pop()
        else:
            s.actions = 2
            s.await_seats(1 << s.next_seat(seat))

    def refusal(self, s: RoyalFeast, seat: i64, action: i64) -> Refused:
        if s.lifted:
            return self.why_not_there(s, seat, s.lifted - 1, action - TO)
        if action >= TO:
            return Refused(N_("First lift a server."), "RF-28")
        if action >= LIFT:
            if action - LIFT >= s.hall.squares:
                return Refused(N_("With two players the floor has four rows."), "RF-5")
            if not s.square[action - LIFT]:
                return Refused(N_("No server stands there."), "RF-28")
            return Refused(N_("There is no empty square on another tile to move this server to."), "RF-23")
        if action >= ROTATE:
            if action - ROTATE >= s.hall.tiles:
                return Refused(N_("With two players there are four server tiles."), "RF-4")
            return Refused(N_("Nobody stands on this tile: turning it changes nothing."), "RF-R18")
        return Refused(N_("Service has begun: serve, turn a tile, move a server, or be done."), self.rule)

    def why_not_there(self, s: RoyalFeast, seat: i64, square: i64, place: i64) -> Refused:
        """Why the lifted server can't go to this place."""
        if not 0 <= place <= KITCHEN:
            return Refused(N_("You have lifted a server: carry it to its place first."), "RF-28")
        if place < TABLE:
            if place >= s.hall.squares:
                return Refused(N_("With two players the floor has four rows."), "RF-5")
            if s.square[place] and place != square:
                return Refused(N_("A server stands there already."), "RF-5")
            return Refused(N_("A server is moved to another tile, not within its own."), "RF-23")
        if s.owner[s.square[square] - 1] != seat:
            return Refused(N_("Another player's server can only be moved to an empty square."), "RF-R15")
        if place == JESTER:
            return Refused(N_("The Jester has four spaces, and all are taken."), "RF-24")
        table = place - TABLE
        if table not in s.hall.ring:
            return Refused(N_("With two players there is no table %(table)s."), "RF-R17", {"table": RING[table]})
        if not s.hall.beside[square] >> table & 1:
            return Refused(N_("This table is not beside the server's square."), "RF-7")
        if (s.ring[table] - 1) // VALUES != seat:
            return Refused(N_("You serve only tables of your own suit."), "RF-21")
        return Refused(N_("This table has as many servers as it holds."), "RF-21")

    def waiting(self, s: RoyalFeast, seat: i64) -> Refused:
        return Refused(N_("It isn't your turn."), "RF-10")


def score_round(s: RoyalFeast) -> None:
    """RF-29: turn over the coins; score the tables, then the Kitchen, then the Jester."""
    s.counted = 1
    s.tell(COUNTED, s.round)
    for table in s.hall.ring:
        score_table(s, table)
    score_kitchen(s)
    score_jester(s)


def coin_points(s: RoyalFeast, coin: i64) -> i64:
    """RF-2, RF-R1."""
    if s.value[coin] == 0 and s.options["null_coin"] == 1:
        return 1
    return s.value[coin]


def score_table(s: RoyalFeast, table: i64) -> None:
    """RF-30 … RF-32."""
    tile = s.ring[table] - 1
    seat = tile // VALUES
    if seat >= s.seats:
        return
    if s.served(table) == 0:
        s.score(NEGLECTED, seat, -capacity(tile))
        s.tell(NEGLECT_POINTS, table, seat, -capacity(tile))
        return
    points: i64 = 0
    for coin in range(s.placed):
        if s.place[coin] == TABLE + table:
            points += coin_points(s, coin)
    if s.hall.corners >> table & 1:
        points *= 2
        s.score(DOUBLES, seat, points)
    else:
        s.score(SIDES, seat, points)
    s.tell(TABLE_POINTS, table, seat, points)


def score_kitchen(s: RoyalFeast) -> None:
    """RF-33, RF-R5: a point per server, doubled for the player of the tile's suit."""
    s.shown = 1
    suit = (s.kitchen - 1) // VALUES
    s.tell(KITCHEN_TILE, suit)
    for seat in range(s.seats):
        points = s.at_of(KITCHEN, seat)
        if points and seat == suit:
            points *= 2
            if s.options["kitchen_double"] == "round":
                for line in (SIDES, DOUBLES, NEGLECTED):
                    points += s.points[((s.round - 1) * LINES + line) * SUITS + seat]
        if points:
            s.score(IN_KITCHEN, seat, points)
            s.tell(KITCHEN_POINTS, seat, points)


def score_jester(s: RoyalFeast) -> None:
    """RF-34, RF-R6, RF-R7."""
    s.shown = 2
    suit = (s.jester - 1) // VALUES
    tables: i64 = 0
    for table in s.hall.ring:
        if (s.ring[table] - 1) // VALUES == suit:
            tables += 1
    s.tell(JESTER_TILE, suit, tables)
    most: i64 = 0
    for seat in range(s.seats):
        most = max(most, s.at_of(JESTER, seat))
    if not most:
        return
    leaders: i64 = 0
    for seat in range(s.seats):
        if s.at_of(JESTER, seat) == most:
            leaders |= 1 << seat
    for seat in range(s.seats):
        leads = leaders >> seat & 1 == 1
        points: i64 = 0
        if leaders & leaders - 1:
            points = 1 if leads else 0
        elif tables:
            points = s.at(JESTER) + tables if leads else 0
        elif not leads:
            points = s.at_of(JESTER, seat)
        if points:
            s.score(AT_JESTER, seat, points)
            s.tell(JESTER_POINTS, seat, points)


STEPS: Final = (Round(), SetTables(), TakePlaces(), Serve())
FIELDS: Final = (
    "round", "phase", "start", "drawn", "opened", "counted", "shown", "kitchen", "jester", "placed", "picked",
    "actions", "lifted", "trigger", "last", "left", "quiet", "deck", "ring", "rolls", "purse", "value", "owner",
    "place", "square", "points",
)  # fmt: skip
