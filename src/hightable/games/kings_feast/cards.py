"""The eighteen guests of The King's Feast, by number: what each does when called upon or revealed. Imports the engine
and the rules."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64
from hightable.engine.contract import Moves
from hightable.engine.words import N_, Refused
from hightable.games.kings_feast.arrangement import GUESTS
from hightable.games.kings_feast.rules import (
    CALL,
    CALLED,
    CHOOSE,
    CHOSE,
    ENDINGS,
    FLIP,
    GUARDED,
    HID,
    HOW,
    IDLE,
    ME,
    MIXED,
    PEEK,
    QUEENED,
    SEEN,
    SWAPPED,
    Guest,
    KingsFeast,
    Swap,
    Turn,
    TurnDown,
)

NOBLE: Final = 11
LOVERS: Final = (6, 14)
MOST: Final = 1_000_000_000  # what counts turns, flips and marks
REACTIONS: Final = (2, 6, 12, 13, 14, 16)  # KF-2


class Assassin(Guest):
    """KF-101: flipped up or peeked at, he ends the game; see KingsFeast.reveal and KingsFeast.peek."""

    rule = "KF-101"
    number = 1


class Hermit(Guest):
    """KF-102: flips himself back down."""

    rule = "KF-102"
    number = 2

    def react(self, s: KingsFeast, cell: i64) -> None:
        s.flips += 1
        s.cover(cell)
        s.tell(HID, self.number, cell)


class Peeker(Guest):
    """Looks at one face-down card."""

    verb = PEEK

    def order(self, s: KingsFeast) -> None:
        s.push(self.number, ME)

    def legal(self, s: KingsFeast, seat: i64, out: Moves) -> None:
        s.offer(PEEK, s.down(), out)

    def choose(self, s: KingsFeast, seat: i64, action: i64) -> None:
        s.pop()
        s.peek(s.cell(action, PEEK))

    def why_not(self, s: KingsFeast, cell: i64) -> Refused:
        return Refused(N_("This guest lies face up already."), "KF-31")


class Priest(Peeker):
    """KF-103: peek at one face-down card."""

    rule = "KF-103"
    number = 3
    asked = N_("The Priest looks at one face-down guest: which?")


class FlipOne(Guest):
    """Flips one of some cards; the frame holds the mask of their cells."""

    verb = FLIP

    def legal(self, s: KingsFeast, seat: i64, out: Moves) -> None:
        s.offer(FLIP, s.arg(0), out)

    def choose(self, s: KingsFeast, seat: i64, action: i64) -> None:
        s.pop()
        s.flip(s.cell(action, FLIP))


class Jester(FlipOne):
    """KF-104, KF-122: he and those immediately beside him in the row are mixed, all down; then one of them is
    flipped."""

    rule = "KF-104"
    number = 4
    asked = N_("The Jester turns over one of those he has mixed: which?")

    def order(self, s: KingsFeast) -> None:
        seat = s.seat_of(self.number)
        low = s.table.left[seat] if s.table.left[seat] >= 0 else seat
        high = s.table.right[seat] if s.table.right[seat] >= 0 else seat
        union: i64 = 0
        mask: i64 = 0
        for cell in range(low, high + 1):
            union |= s.maybe[cell]
            mask |= 1 << cell
        s.dice.shuffle(s.number, low, high - low, high + 1)
        s.up &= ~mask
        for cell in range(low, high + 1):
            s.maybe[cell] = union
            s.how[cell] = 0 if union & union - 1 else SEEN  # alone in his row he mixes nobody
            s.label[cell] = s.labels  # KF-74: nobody can follow them
            s.labels += 1
        s.deduce()
        s.push(self.number, ME, mask)
        s.tell(MIXED, self.number, low, high)

    def why_not(self, s: KingsFeast, cell: i64) -> Refused:
        return Refused(N_("The Jester has not mixed this guest."), self.rule)


class Gambler(Peeker):
    """KF-105, KF-123: name a number, then peek; if it is that number, it is flipped up."""

    rule = "KF-105"
    number = 5
    asked = N_("The Gambler looks at one face-down guest: which?")

    def legal(self, s: KingsFeast, seat: i64, out: Moves) -> None:
        if s.arg(0):
            super().legal(s, seat, out)
            return
        for number in range(1, GUESTS + 1):
            if s.table.in_play >> number & 1:
                out.add(CALL + number)

    def choose(self, s: KingsFeast, seat: i64, action: i64) -> None:
        called = s.arg(0)
        if not called:
            s.set_arg(0, action - CALL)
            s.tell(CALLED, action - CALL)
            return
        cell = s.cell(action, PEEK)
        s.pop()
        s.peek(cell)
        if s.depth and s.number[cell] == called:
            s.flip(cell)

    def refusal(self, s: KingsFeast, seat: i64, action: i64) -> Refused:
        if s.arg(0):
            return super().refusal(s, seat, action)
        if CALL < action <= CALL + GUESTS:
            return Refused(N_("Guest %(number)s is not at this feast."), "KF-123", {"number": action - CALL})
        return Refused(N_("First the Gambler names a number."), self.rule)


class Lover(FlipOne):
    """KF-106, KF-114, KF-125: if the other lover is up, flip one card adjacent to that one."""

    asked = N_("Turn over one guest beside the other lover: which?")

    def react(self, s: KingsFeast, cell: i64) -> None:
        other = s.seat_of(LOVERS[0] + LOVERS[1] - self.number)
        if other >= 0:
            s.push(self.number, ME, s.table.beside[other])
        else:
            s.tell(IDLE, self.number)

    def why_not(self, s: KingsFeast, cell: i64) -> Refused:
        return Refused(N_("This guest is not beside the other lover."), "KF-125")


class LoversI(Lover):
    rule = "KF-106"
    number = 6


class LoversII(Lover):
    rule = "KF-114"
    number = 14


class Coachman(Guest):
    """KF-107: the cards immediately left and right of him change places."""

    rule = "KF-107"
    number = 7

    def order(self, s: KingsFeast) -> None:
        seat = s.seat_of(self.number)
        left, right = s.table.left[seat], s.table.right[seat]
        if left < 0 or right < 0:
            s.tell(IDLE, self.number)
            return
        s.exchange(left, right)
        s.tell(SWAPPED, self.number, left, right)


class Merchant(Guest):
    """KF-108, KF-126: a surrounding open card changes places with the next higher open card, wherever it is."""

    rule = "KF-108"
    number = 8
    verb = CHOOSE
    asked = N_("The Merchant trades an open guest around him for the next higher open one: whom?")

    def order(self, s: KingsFeast) -> None:
        if self.targets(s):
            s.push(self.number, ME)
        else:
            s.tell(IDLE, self.number)

    def targets(self, s: KingsFeast) -> i64:
        around = s.table.around[s.seat_of(self.number)] & s.up
        found: i64 = 0
        for cell in range(s.table.n):
            if around >> cell & 1 and self.partner(s, cell) >= 0:
                found |= 1 << cell
        return found

    def partner(self, s: KingsFeast, cell: i64) -> i64:
        """The lowest open card above the one on this cell; -1 if there is none."""
        best: i64 = -1
        for other in range(s.table.n):
            higher = s.up >> other & 1 and s.number[other] > s.number[cell]
            if higher and (best < 0 or s.number[other] < s.number[best]):
                best = other
        return best

    def legal(self, s: KingsFeast, seat: i64, out: Moves) -> None:
        s.offer(CHOOSE, self.targets(s), out)

    def choose(self, s: KingsFeast, seat: i64, action: i64) -> None:
        cell = s.cell(action, CHOOSE)
        other = self.partner(s, cell)
        s.pop()
        s.exchange(cell, other)
        s.tell(SWAPPED, self.number, cell, other)

    def why_not(self, s: KingsFeast, cell: i64) -> Refused:
        if not s.table.around[s.seat_of(self.number)] >> cell & 1:
            return Refused(N_("The Merchant trades only with those around him."), self.rule)
        if not s.up >> cell & 1:
            return Refused(N_("The Merchant trades only with guests who lie face up."), "KF-126")
        return Refused(N_("No open guest has a higher number than this one."), "KF-126")


class Guard(Guest):
    """KF-109, KF-127: the card on his right goes to the left end of the row; those it passes move one to the right."""

    rule = "KF-109"
    number = 9

    def order(self, s: KingsFeast) -> None:
        right = s.table.right[s.seat_of(self.number)]
        if right < 0:
            s.tell(IDLE, self.number)
            return
        cell = right
        while s.table.left[cell] >= 0:
            s.exchange(cell, s.table.left[cell])
            cell = s.table.left[cell]
        s.tell(GUARDED, self.number, right, cell)


class Knight(Guest):
    """KF-110, KF-128: changes places with a card a knight's jump away."""

    rule = "KF-110"
    number = 10
    verb = CHOOSE
    asked = N_("The Knight changes places with a guest a knight's jump away: whom?")

    def order(self, s: KingsFeast) -> None:
        if s.table.jumps[s.seat_of(self.number)]:
            s.push(self.number, ME)
        else:
            s.tell(IDLE, self.number)

    def legal(self, s: KingsFeast, seat: i64, out: Moves) -> None:
        s.offer(CHOOSE, s.table.jumps[s.seat_of(self.number)], out)

    def choose(self, s: KingsFeast, seat: i64, action: i64) -> None:
        here, there = s.seat_of(self.number), s.cell(action, CHOOSE)
        s.pop()
        s.exchange(here, there)
        s.tell(SWAPPED, self.number, here, there)

    def why_not(self, s: KingsFeast, cell: i64) -> Refused:
        return Refused(N_("That is no knight's jump: two seats one way and one the other."), "KF-24")


class Noble(Peeker):
    """KF-111, KF-124: peek; a number below his own is flipped up."""

    rule = "KF-111"
    number = NOBLE
    asked = N_("The Noble looks at one face-down guest: which?")

    def choose(self, s: KingsFeast, seat: i64, action: i64) -> None:
        cell = s.cell(action, PEEK)
        s.pop()
        s.peek(cell)
        if s.depth and s.number[cell] < NOBLE:
            s.flip(cell)


class Diplomat(Guest):
    """KF-112, KF-131: while up, changes places with whoever is revealed beside him; see KingsFeast.reveal."""

    rule = "KF-112"
    number = 12


class Scholar(FlipOne):
    """KF-113, KF-132: flips one adjacent card."""

    rule = "KF-113"
    number = 13
    asked = N_("The Scholar turns over one guest beside him: which?")

    def react(self, s: KingsFeast, cell: i64) -> None:
        s.push(self.number, ME, s.table.beside[cell])

    def why_not(self, s: KingsFeast, cell: i64) -> Refused:
        return Refused(N_("This guest is not beside the Scholar."), self.rule)


class Vizier(Guest):
    """KF-115: any two different cards change places."""

    rule = "KF-115"
    number = 15
    verb = CHOOSE
    asked = N_("The Vizier lets any two guests change places: whom?")

    def order(self, s: KingsFeast) -> None:
        s.push(self.number, ME)

    def legal(self, s: KingsFeast, seat: i64, out: Moves) -> None:
        mask = (1 << s.table.n) - 1
        if s.arg(0):
            mask &= ~(1 << s.arg(0) - 1)
        s.offer(CHOOSE, mask, out)

    def choose(self, s: KingsFeast, seat: i64, action: i64) -> None:
        first, cell = s.arg(0) - 1, s.cell(action, CHOOSE)
        if first < 0:
            s.set_arg(0, cell + 1)
            s.tell(CHOSE, self.number, cell)
            return
        s.pop()
        s.exchange(first, cell)
        s.tell(SWAPPED, self.number, first, cell)

    def why_not(self, s: KingsFeast, cell: i64) -> Refused:
        return Refused(N_("A guest can't change places with himself."), "KF-32")


class FlipAll(Guest):
    """KF-52 … KF-54: flips several cards, one after the other as the player likes. The frame holds the mask of those
    still to be flipped: cards, fixed when the flipping begins, so it follows them when they move."""

    verb = FLIP

    def run(self, s: KingsFeast) -> None:
        if s.arg(0):
            s.await_seats(ME)
        else:
            s.pop()

    def legal(self, s: KingsFeast, seat: i64, out: Moves) -> None:
        s.offer(FLIP, s.arg(0), out)

    def choose(self, s: KingsFeast, seat: i64, action: i64) -> None:
        cell = s.cell(action, FLIP)
        s.set_arg(0, s.arg(0) & ~(1 << cell))
        s.await_seats(0)
        s.flip(cell)

    def why_not(self, s: KingsFeast, cell: i64) -> Refused:
        return Refused(N_("This guest is not, or no longer, among those to be turned over."), "KF-53")


class Princess(FlipAll):
    """KF-116, KF-130: flips all adjacent cards."""

    rule = "KF-116"
    number = 16
    asked = N_("The Princess turns over everyone beside her: whom next?")

    def react(self, s: KingsFeast, cell: i64) -> None:
        s.push(self.number, 0, s.table.beside[cell])


class Queen(FlipAll):
    """KF-117, KF-129: moves in a straight line; those she passes move one seat towards where she was; then they are
    flipped. The frame's second argument is 1 once she has moved."""

    rule = "KF-117"
    number = 17
    asked = N_("The Queen turns over everyone she has passed: whom next?")

    def order(self, s: KingsFeast) -> None:
        s.push(self.number, ME)

    def reach(self, s: KingsFeast) -> i64:
        """KF-23: all cells in an unbroken line from her."""
        table, seat = s.table, s.seat_of(self.number)
        mask: i64 = 0
        for line in (table.left, table.right, table.above, table.below):
            cell = line[seat]
            while cell >= 0:
                mask |= 1 << cell
                cell = line[cell]
        return mask

    def legal(self, s: KingsFeast, seat: i64, out: Moves) -> None:
        if s.arg(1):
            super().legal(s, seat, out)
        else:
            s.offer(CHOOSE, self.reach(s), out)

    def choose(self, s: KingsFeast, seat: i64, action: i64) -> None:
        if s.arg(1):
            super().choose(s, seat, action)
        else:
            self.move(s, s.cell(action, CHOOSE))

    def move(self, s: KingsFeast, goal: i64) -> None:
        table, here = s.table, s.seat_of(self.number)
        for line in (table.left, table.right, table.above, table.below):
            passed: i64 = 0
            cell = here
            while cell >= 0 and cell != goal:
                passed |= 1 << cell
                cell = line[cell]
            if cell == goal:
                break
        cell = here
        while cell != goal:
            s.exchange(cell, line[cell])
            cell = line[cell]
        s.set_arg(0, passed)
        s.set_arg(1, 1)
        s.await_seats(0)
        s.tell(QUEENED, self.number, here, goal)

    def refusal(self, s: KingsFeast, seat: i64, action: i64) -> Refused:
        if s.arg(1):
            return super().refusal(s, seat, action)
        cell = s.cell(action, CHOOSE)
        if cell < 0:
            return Refused(N_("The Queen moves along a straight line: where to?"), self.rule)
        if cell == s.seat_of(self.number):
            return Refused(N_("The Queen must move at least one seat."), "KF-129")
        return Refused(N_("The Queen moves in a straight line without a gap."), "KF-129")


class King(FlipAll):
    """KF-118, KF-130: flips all surrounding cards."""

    rule = "KF-118"
    number = 18
    asked = N_("The King turns over everyone around him: whom next?")

    def order(self, s: KingsFeast) -> None:
        s.push(self.number, 0, s.table.around[s.seat_of(self.number)])


STEPS: Final = (
    Turn(), Assassin(), Hermit(), Priest(), Jester(), Gambler(), LoversI(), Coachman(), Merchant(), Guard(), Knight(),
    Noble(), Diplomat(), Scholar(), LoversII(), Vizier(), Princess(), Queen(), King(), TurnDown(), Swap(),
)  # fmt: skip
FIELDS: Final = ("number", "up", "maybe", "how", "label", "labels", "completed", "flips", "ending")
LIMITS: Final = {
    "number": (1, GUESTS), "up": (0, (1 << GUESTS) - 1), "maybe": (1, (1 << GUESTS + 1) - 1), "how": (0, len(HOW) - 1),
    "label": (0, MOST), "labels": (0, MOST), "completed": (0, MOST), "flips": (0, MOST),
    "ending": (0, len(ENDINGS) - 1),
}  # fmt: skip
