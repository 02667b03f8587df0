"""The Royal Feast and the Court Jester: the rules, in the order of the book; the scoring of a round is in `scoring`.
Imports the engine, the state and the scoring."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64
from hightable.engine.contract import Moves, Step
from hightable.engine.words import N_, Refused
from hightable.games.royal_feast.hall import RING, SQUARES
from hightable.games.royal_feast.scoring import score_round
from hightable.games.royal_feast.state import (
    COOKED,
    DONE,
    FACES,
    FINISHED,
    JESTED,
    JESTER,
    JESTER_SPACES,
    KITCHEN,
    LAID,
    LAY,
    LIFT,
    LIFTED,
    MOVED,
    OPENED,
    OVER,
    PASSED,
    PICK,
    PICKED,
    PLACE,
    PLACED,
    PLACING,
    REST,
    ROLLED,
    ROTATE,
    ROTATED,
    ROUND_OVER,
    ROUNDS,
    SCORING,
    SERVE,
    SERVED,
    SERVICE,
    SET,
    SET_TABLES,
    STALLED,
    STARTS,
    SUITS,
    TABLE,
    TABLES,
    TAKE_PLACES,
    TO,
    VALUES,
    RoyalFeast,
    capacity,
)


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
            s.tell(PICKED, seat)
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
        coins, owner, tile_of = s.square, s.owner, hall.tile
        occupied: i64 = 0  # tiles with a server
        room: i64 = 0  # tiles with an empty square
        for square in range(hall.squares):
            if coins[square]:
                occupied |= 1 << tile_of[square]
            else:
                room |= 1 << tile_of[square]
        for tile in range(hall.tiles):
            if occupied >> tile & 1:
                out.add(ROTATE + tile)
        items, n = out.items, out.n
        for square in range(hall.squares):
            coin = coins[square] - 1
            items[n] = LIFT + square
            if coin >= 0 and (owner[coin] == seat or room & ~(1 << tile_of[square])):
                n += 1
        out.n = n
        out.add(DONE)

    def destinations(self, s: RoyalFeast, seat: i64, square: i64, out: Moves) -> None:
        hall, coins, tile_of = s.hall, s.square, s.hall.tile
        items, n, tile = out.items, out.n, tile_of[square]
        for other in range(hall.squares):
            items[n] = TO + other
            if not coins[other] and tile_of[other] != tile:
                n += 1
        out.n = n
        if s.owner[coins[square] - 1] != seat:
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
            s.tell(LIFTED, seat, action - LIFT)
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
        s.quiet = i64(0) if s.left else s.quiet + 1
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


STEPS: Final = (Round(), SetTables(), TakePlaces(), Serve())
