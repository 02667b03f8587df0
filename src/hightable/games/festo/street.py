"""Festo!: the Action phase. Six Characters with their abilities, and the Grocer. Imports the engine, the pieces and the
state."""

from __future__ import annotations

from typing import ClassVar, Final

from hightable.engine.compat import i64
from hightable.engine.contract import Moves, Step
from hightable.engine.words import N_, Refused
from hightable.games.festo.pieces import (
    ABILITY,
    APPRENTICE_PRIZE,
    AT_DWARF,
    AT_ELF,
    AT_ORC,
    AT_PIXIES,
    AT_TROLL,
    CARD_MOVED,
    CHARACTER,
    CHOSE,
    DISC,
    DISC_SET,
    DONE,
    DWARF,
    ELF,
    FAIR_SHARES,
    FOR_APPETISER,
    FOR_DWARF,
    FOR_PRIZE,
    FOR_SIDE,
    FROM,
    GAIN,
    GAINED,
    GOT_SALT,
    GROCER,
    GROCERY,
    HELPER,
    LEFT,
    MAGICIAN,
    MIXED_BASKETS,
    MOVED,
    ORC,
    PAY,
    PICK_PIECE,
    PIECE,
    PIXIES,
    PUT_DISC,
    RESERVE,
    RESERVED,
    RESOLVES,
    ROUNDS,
    SALT,
    SEATS,
    SENT,
    SHELF_CAP,
    SIDE,
    SMALL,
    TAKE,
    TAKE_ALL,
    TO,
    TOOK,
    TOOK_ALL,
    TRADED,
    TROLL,
)
from hightable.games.festo.state import HUES, KINDS, PLACES, Festo

CANT: Final = (  # why an ability can't be used, by stall
    N_("No cube on the street can be moved any more."),
    N_("The Pixies have nothing to do for you."),
    N_("No dish is free to be reserved."),
    N_("There is no Salt left."),
    N_("You have no cube that the Elf could change."),
    N_("You have no Special Disc at home, and none here."),
)
CANT_RULE: Final = ("FE-38", "FE-39", "FE-40", "FE-42", "FE-43", "FE-R17")


class Street(Step[Festo]):
    """FE-30 … FE-32: one location after the other, and there one seat after the other, most pieces first."""

    rule = "FE-30"

    def run(self, s: Festo) -> None:
        if s.order_at < s.order_n:
            seat = s.order[s.order_at]
            s.order_at += 1
            s.push(GROCERY if s.place == GROCER else CHARACTER, 0, s.pieces(s.place, seat), seat)
        elif s.place < GROCER:
            s.place += 1
            self.resolve(s)
        else:
            s.pop()

    def resolve(self, s: Festo) -> None:
        """FE-31, FE-R3: order and majority are fixed when a location begins."""
        s.clear_order()
        for count in range(8, 0, -1):
            for i in range(s.seats):
                seat = s.after(s.holder, i)
                if s.pieces(s.place, seat) == count:
                    s.order[s.order_n] = seat
                    s.order_n += 1
        if not s.order_n:
            return
        first = s.order[0]
        if s.order_n == 1 or s.pieces(s.place, s.order[1]) < s.pieces(s.place, first):
            s.majority = first + 1
        s.tell(RESOLVES, s.place, s.majority - 1)
        if s.place == GROCER:
            s.holder = first  # FE-50
            s.tell(CARD_MOVED, first)
        elif s.majority and s.magic(first, SIDE):
            s.award(first, 1, FOR_SIDE)  # FE-76, FE-R29


class AtStall(Step[Festo]):
    """A step of one seat's turn at a Character."""

    asked: ClassVar[str] = ""

    def refusal(self, s: Festo, seat: i64, action: i64) -> Refused:
        return Refused(self.asked, self.rule)

    def waiting(self, s: Festo, seat: i64) -> Refused:
        return Refused(N_("It isn't your turn."), "FE-31")


class Character(AtStall):
    """FE-33 … FE-36: take all, or the ability once and then a cube for each other piece. The frame holds the pieces
    left and the seat; `begun` is 1 once something has been done."""

    rule = "FE-33"
    asked = N_("Take all if you have the majority, or use the ability once, then take cubes, or be done.")

    def run(self, s: Festo) -> None:
        seat = s.arg(1)
        if self.offers(s, seat):
            s.await_seats(1 << seat)
        else:
            self.leave(s, seat)

    def offers(self, s: Festo, seat: i64) -> bool:
        return (s.arg(0) > 0 and s.stock(s.place) > 0) or (not s.begun and able(s, seat))

    def legal(self, s: Festo, seat: i64, out: Moves) -> None:
        if not s.begun:
            if s.majority == seat + 1 and s.stock(s.place) and s.event != FAIR_SHARES:
                out.add(TAKE_ALL)
            if able(s, seat):
                out.add(ABILITY)
        if s.arg(0):
            for colour in range(HUES):
                if s.market[s.place * HUES + colour]:
                    out.add(TAKE + colour)
        out.add(DONE)

    def choose(self, s: Festo, seat: i64, action: i64) -> None:
        s.await_seats(0)
        if action == DONE:
            self.leave(s, seat)
        elif action == TAKE_ALL:
            self.take_all(s, seat)
            self.leave(s, seat)
        elif action == ABILITY:
            s.begun = 1
            s.set_arg(0, s.arg(0) - 1)
            s.tell(CHOSE, seat, action)
            use_ability(s, seat)
        else:
            s.begun = 1
            s.set_arg(0, s.arg(0) - 1)
            s.take(seat, s.place, action - TAKE)
            s.tell(TOOK, seat, s.place, action - TAKE)
            s.received(seat, s.place, 1 << action - TAKE, FOR_APPETISER)

    def refusal(self, s: Festo, seat: i64, action: i64) -> Refused:
        if action in (TAKE_ALL, ABILITY) and s.begun:
            return Refused(N_("You have begun with something else: now only cubes can be taken, one by one."), "FE-34")
        if action == TAKE_ALL:
            if s.event == FAIR_SHARES:
                return Refused(N_("Nobody takes all in this round: shares are fair."), "FE-E8")
            if s.majority != seat + 1:
                return Refused(N_("Only who has more pieces here than anybody else takes all."), "FE-32")
            return Refused(N_("The market of this stall is empty."), "FE-33")
        if action == ABILITY:
            return Refused(CANT[s.place], CANT_RULE[s.place])
        if TAKE <= action < TAKE + HUES:
            if s.arg(0):
                return Refused(N_("There is no such cube at this stall."), "FE-33")
            return Refused(N_("All your pieces here have been used."), "FE-33")
        return Refused(self.asked, self.rule)

    def take_all(self, s: Festo, seat: i64) -> None:
        count = s.stock(s.place)
        colours: i64 = 0
        for colour in range(HUES):
            while s.market[s.place * HUES + colour]:
                s.take(seat, s.place, colour)
                colours |= 1 << colour
        s.tell(TOOK_ALL, seat, s.place, count)
        s.received(seat, s.place, colours, FOR_APPETISER)

    def leave(self, s: Festo, seat: i64) -> None:
        s.go_home(s.place, seat)
        s.begun = 0
        s.pop()
        s.tell(LEFT, seat, s.place)


def able(s: Festo, seat: i64) -> bool:
    """FE-R8: whether the ability can be carried out in full."""
    if s.place == TROLL:
        return any(movable(s, place, colour) for place in range(PLACES) for colour in range(HUES))
    if s.place == ORC:
        return any(s.free(dish) for dish in range(SMALL))
    if s.place == MAGICIAN:
        return s.salt > 0
    if s.place == ELF:
        return any(may_trade(s, seat, cube) for cube in range(KINDS))
    if s.place == DWARF and s.round < ROUNDS:
        return may_use(s, seat, HELPER) or may_use(s, seat, DISC)
    return True


def movable(s: Festo, place: i64, colour: i64) -> bool:
    """FE-38, FE-R7: a cube there that nobody has moved yet."""
    return s.market[place * HUES + colour] > s.moved[place * HUES + colour]


def may_trade(s: Festo, seat: i64, cube: i64) -> bool:
    """FE-43, FE-R21: an own cube, with something in the Supplies after it is returned."""
    if not s.cubes[seat * KINDS + cube]:
        return False
    return cube != SALT or any(s.supply[colour] for colour in range(HUES))


def may_use(s: Festo, seat: i64, piece: i64) -> bool:
    """Whether a seat has such a piece here for the ability; for the Dwarf see FE-R17."""
    if not s.area[(s.place * SEATS + seat) * 2 + piece]:
        return False
    return s.place != DWARF or piece == DISC or s.home[seat * 2 + DISC] > 0


def use_ability(s: Festo, seat: i64) -> None:
    """FE-38 … FE-46: what asks nothing is done at once; where Helper and disc differ, the piece is asked for first."""
    if s.place == TROLL:
        s.push(AT_TROLL, 1 << seat)
    elif s.place == MAGICIAN:
        s.salt -= 1
        s.cubes[seat * KINDS + SALT] += 1
        s.tell(GOT_SALT, seat)
        completed(s, seat)
    elif s.place == ELF:
        s.push(AT_ELF, 1 << seat)
    elif s.place == DWARF and s.round == ROUNDS:
        s.award(seat, 2, FOR_DWARF)
        completed(s, seat)
    elif may_use(s, seat, HELPER) and may_use(s, seat, DISC):
        s.push(PICK_PIECE, 1 << seat)
    else:
        use_piece(s, seat, HELPER if may_use(s, seat, HELPER) else DISC)


def use_piece(s: Festo, seat: i64, piece: i64) -> None:
    """The ability of Pixies, Orc or Dwarf, with this piece."""
    if s.place == PIXIES:
        s.push(AT_PIXIES, 1 << seat, piece)
    elif s.place == ORC:
        s.push(AT_ORC, 1 << seat, piece)
    else:
        if piece == DISC:  # FE-R17: it comes home first
            s.area[(DWARF * SEATS + seat) * 2 + DISC] -= 1
            s.home[seat * 2 + DISC] += 1
        s.push(AT_DWARF, 1 << seat, s.home[seat * 2 + DISC])


def completed(s: Festo, seat: i64) -> None:
    """FE-E10: the first ability of a seat in this round."""
    if s.event == APPRENTICE_PRIZE and not s.prized >> seat & 1:
        s.prized |= 1 << seat
        s.award(seat, 1, FOR_PRIZE)


class PickPiece(AtStall):
    """FE-68: a Helper or a disc."""

    rule = "FE-37"
    asked = N_("Use a Helper or a Special Disc for this?")

    def legal(self, s: Festo, seat: i64, out: Moves) -> None:
        out.add(PIECE + HELPER)
        out.add(PIECE + DISC)

    def choose(self, s: Festo, seat: i64, action: i64) -> None:
        s.pop()
        s.tell(CHOSE, seat, action)
        use_piece(s, seat, action - PIECE)


class AtTroll(AtStall):
    """FE-38: one cube from any place to another. The frame holds what is taken, + 1."""

    rule = "FE-38"
    asked = N_("The Troll moves one cube: from where, and where to?")

    def legal(self, s: Festo, seat: i64, out: Moves) -> None:
        taken = s.arg(0) - 1
        if taken < 0:
            for place in range(PLACES):
                for colour in range(HUES):
                    if movable(s, place, colour):
                        out.add(FROM + place * HUES + colour)
            return
        for place in range(PLACES):
            full = place == GROCER and s.market[GROCER * HUES + taken % HUES] >= SHELF_CAP
            if place != taken // HUES and not full:
                out.add(TO + place)

    def choose(self, s: Festo, seat: i64, action: i64) -> None:
        if action < TO:
            s.set_arg(0, action - FROM + 1)
            s.tell(CHOSE, seat, action)
            return
        source, place = s.arg(0) - 1, action - TO
        colour = source % HUES
        s.pop()
        s.market[source] -= 1
        s.market[place * HUES + colour] += 1
        s.moved[place * HUES + colour] += 1
        s.tell(MOVED, source // HUES, place, colour)
        completed(s, seat)


class AtPixies(AtStall):
    """FE-39: the piece goes to a later location. The frame holds its kind."""

    rule = "FE-39"
    asked = N_("The Pixies carry the piece to the Orc, the Magician, the Elf, the Dwarf or the Grocer: where to?")

    def legal(self, s: Festo, seat: i64, out: Moves) -> None:
        for place in range(ORC, PLACES):
            out.add(TO + place)

    def choose(self, s: Festo, seat: i64, action: i64) -> None:
        piece, place = s.arg(0), action - TO
        s.pop()
        s.area[(PIXIES * SEATS + seat) * 2 + piece] -= 1
        s.area[(place * SEATS + seat) * 2 + piece] += 1
        s.tell(SENT, seat, place, piece)
        completed(s, seat)


class AtOrc(AtStall):
    """FE-40: the piece goes onto a face-up small dish. The frame holds its kind."""

    rule = "FE-40"
    asked = N_("Which dish does the Orc reserve for you? One that is open and bears no piece.")

    def legal(self, s: Festo, seat: i64, out: Moves) -> None:
        for dish in range(SMALL):
            if s.free(dish):
                out.add(RESERVE + dish)

    def choose(self, s: Festo, seat: i64, action: i64) -> None:
        piece, dish = s.arg(0), action - RESERVE
        s.pop()
        s.area[(ORC * SEATS + seat) * 2 + piece] -= 1
        s.reserved[dish] = 1 + seat * 2 + piece
        s.tell(RESERVED, seat, dish, piece)
        completed(s, seat)


class AtElf(AtStall):
    """FE-43: one own cube for two from the Supplies. The frame holds how many are still to come, + 1."""

    rule = "FE-43"
    asked = N_("The Elf takes one of your cubes and gives you two: which?")

    def legal(self, s: Festo, seat: i64, out: Moves) -> None:
        if s.arg(0):
            for colour in range(HUES):
                if s.supply[colour]:
                    out.add(GAIN + colour)
            return
        for cube in range(KINDS):
            if may_trade(s, seat, cube):
                out.add(PAY + cube)

    def choose(self, s: Festo, seat: i64, action: i64) -> None:
        if not s.arg(0):
            s.give_back(seat, action - PAY)
            s.set_arg(0, 2)
            s.tell(TRADED, seat, action - PAY)
            return
        colour = action - GAIN
        s.draw(seat, colour)
        s.set_arg(0, s.arg(0) - 1)
        last = not s.arg(0) or not any(s.supply[other] for other in range(HUES))
        if last:
            s.pop()
        s.tell(GAINED, seat, colour)
        s.received(seat, ELF, 1 << colour, FOR_APPETISER)
        if last:
            completed(s, seat)


class AtDwarf(AtStall):
    """FE-44, FE-45: every disc at home goes to a Character, for the next round. The frame counts them."""

    rule = "FE-44"
    asked = N_("Put your Special Discs on Characters for the next round.")

    def legal(self, s: Festo, seat: i64, out: Moves) -> None:
        for place in range(GROCER):
            out.add(PUT_DISC + place)

    def choose(self, s: Festo, seat: i64, action: i64) -> None:
        place = action - PUT_DISC
        s.home[seat * 2 + DISC] -= 1
        s.coming[place * SEATS + seat] += 1
        s.set_arg(0, s.arg(0) - 1)
        last = not s.arg(0)
        if last:
            s.pop()
        s.tell(DISC_SET, seat, place)
        if last:
            completed(s, seat)


class Grocery(AtStall):
    """FE-47 … FE-49, FE-E9: a cube for each piece, all of one colour. The frame holds the pieces left and the seat;
    `begun` is the colour + 1."""

    rule = "FE-48"
    asked = N_("Take cubes from the shelves, all of one colour, or be done.")

    def run(self, s: Festo) -> None:
        seat = s.arg(1)
        if s.arg(0) and any(self.open(s, colour) for colour in range(HUES)):
            s.await_seats(1 << seat)
        else:
            self.leave(s, seat)

    def open(self, s: Festo, colour: i64) -> bool:
        if not s.market[GROCER * HUES + colour]:
            return False
        return not s.begun or s.begun == colour + 1 or s.event == MIXED_BASKETS

    def legal(self, s: Festo, seat: i64, out: Moves) -> None:
        for colour in range(HUES):
            if self.open(s, colour):
                out.add(TAKE + colour)
        out.add(DONE)

    def choose(self, s: Festo, seat: i64, action: i64) -> None:
        s.await_seats(0)
        if action == DONE:
            self.leave(s, seat)
            return
        s.begun = action - TAKE + 1
        s.set_arg(0, s.arg(0) - 1)
        s.take(seat, GROCER, action - TAKE)
        s.tell(TOOK, seat, GROCER, action - TAKE)

    def leave(self, s: Festo, seat: i64) -> None:
        s.go_home(GROCER, seat)
        s.begun = 0
        s.pop()
        s.tell(LEFT, seat, GROCER)
