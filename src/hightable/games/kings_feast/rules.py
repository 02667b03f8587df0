"""The King's Feast: the rules, in the order of the book. Guests sit face up or face down; the player calls upon one a
turn, and every guest who is revealed interrupts whatever is going on. The guests themselves are in `cards`. Imports the
engine and the arrangements."""

from __future__ import annotations

from typing import ClassVar, Final

from hightable.engine.actions import Actions
from hightable.engine.compat import i64, vec
from hightable.engine.contract import FRAME, Event, Game, Moves, State, Step
from hightable.engine.dice import Dice
from hightable.engine.options import Value
from hightable.engine.words import N_, Refused
from hightable.games.kings_feast.arrangement import ASSASSIN, GUESTS, PLACES, Arrangement, arrangement
from hightable.games.kings_feast.matching import draw_matching

ME: Final = 1  # the mask of the only seat
DIPLOMAT: Final = 12
PRINCESS: Final = 16
QUEEN: Final = 17
KING: Final = 18

ACTIONS: Final = Actions(
    ("activate", PLACES),
    ("call", range(1, GUESTS + 1)),
    ("peek", PLACES),
    ("choose", PLACES),
    ("flip", PLACES),
    ("end-game",),
    ("skip-swap",),
)
ACTIVATE: Final = 1  # activate, peek, choose and flip a place are these plus its number in PLACES
CALL: Final = len(PLACES)  # call n is CALL + n
PEEK: Final = CALL + GUESTS + 1
CHOOSE: Final = PEEK + len(PLACES)
FLIP: Final = CHOOSE + len(PLACES)
END_GAME: Final = FLIP + len(PLACES)
SKIP_SWAP: Final = END_GAME + 1

# steps, by their place in STEPS: a guest's is his number
TURN: Final = 0
TURN_DOWN: Final = 19
SWAP: Final = 20

# how a face-down guest is known, KF-73
PLACED: Final = 1
SEEN: Final = 2
PEEKED: Final = 3
DEDUCED: Final = 4
HOW: Final = ("", "placed", "seen", "peeked", "deduced")

# endings, KF-66
BY_ASSASSIN: Final = 1
ALL_DOWN: Final = 2
CHOSEN: Final = 3
ENDINGS: Final = ("", "assassin", "all-down", "chosen")

# events, by their place in EVENTS
BEGUN: Final = 0
ACTIVATED: Final = 1
CALLED: Final = 2
LOOKED: Final = 3
REVEALED: Final = 4
COVERED: Final = 5
HID: Final = 6
ESCORTED: Final = 7
SWAPPED: Final = 8
GUARDED: Final = 9
QUEENED: Final = 10
MIXED: Final = 11
IDLE: Final = 12
RETIRED: Final = 13
CHANGED: Final = 14
STAYED: Final = 15
OVER: Final = 16
CHOSE: Final = 17
EVENTS: Final = (
    Event("begun"),
    Event("activated", "card", "cell", "turn"),
    Event("called", "number"),
    Event("peeked", "card", "cell"),
    Event("revealed", "card", "cell"),
    Event("covered", "card", "cell"),
    Event("hid", "card", "cell"),
    Event("escorted", "card", "from", "to"),
    Event("swapped", "card", "from", "to"),
    Event("guarded", "card", "from", "to"),
    Event("queened", "card", "from", "to"),
    Event("mixed", "card", "low", "high"),
    Event("idle", "card"),
    Event("retired", "card", "cell"),
    Event("changed", "from", "to"),
    Event("stayed"),
    Event("over", "ending"),
    Event("chose", "card", "cell"),
)


class KingsFeast(State):
    """Everything is by cell, in reading order. Only `number` is hidden, and of it only what lies face down and has more
    than one candidate in `maybe`: the app remembers for the player, KF-72."""

    up: i64  # a bit for each cell whose guest lies face up
    labels: i64  # the next opaque id, KF-74
    completed: i64  # turns
    flips: i64  # in this turn, KF-58
    ending: i64

    def __init__(
        self, game: Game, seats: i64, options: dict[str, Value], dice: Dice, source: KingsFeast | None = None
    ) -> None:
        super().__init__(game, seats, options, dice, source)
        if source is None:
            self.table: Arrangement = arrangement(options["arrangement"])
            self.up = self.labels = self.completed = self.flips = self.ending = 0
            n = self.table.n
            self.number = vec[i64]([i64(0)] * n)
            self.maybe = vec[i64]([i64(0)] * n)  # candidates, a bit for each number
            self.how = vec[i64]([i64(0)] * n)
            self.label = vec[i64]([i64(0)] * n)
        else:
            self.table = source.table
            self.up = source.up
            self.labels = source.labels
            self.completed = source.completed
            self.flips = source.flips
            self.ending = source.ending
            self.number = source.number[:]
            self.maybe = source.maybe[:]
            self.how = source.how[:]
            self.label = source.label[:]

    def copy(self) -> KingsFeast:
        return KingsFeast(self.game, self.seats, self.options, self.dice.copy(), self)

    def unknown(self, viewer: i64) -> i64:
        """KF-71: candidates too many. Those who watch look over the player's shoulder."""
        surplus: i64 = 0
        for cell in range(self.table.n):
            left = self.maybe[cell]
            left &= left - 1
            while left:
                surplus += 1
                left &= left - 1
        return surplus

    def redeal(self, viewer: i64, dice: Dice) -> None:
        """KF-72: every way to seat the unknown guests that fits all candidates is equally likely."""
        draw_matching(self.number, self.maybe, dice)
        self.dice = dice.split()

    def seat_of(self, number: i64) -> i64:
        """Where this guest lies face up, -1 if he doesn't."""
        for cell in range(self.table.n):
            if self.number[cell] == number:
                return cell if self.up >> cell & 1 else -1
        return -1

    # KF-30 … KF-35: flip, peek, swap

    def flip(self, cell: i64) -> None:
        """KF-30: turn a card over, in either direction."""
        self.flips += 1
        if self.up >> cell & 1:
            self.cover(cell)
            self.tell(COVERED, self.number[cell], cell)
        else:
            self.reveal(cell)

    def cover(self, cell: i64) -> None:
        """An open card comes to lie face down; the player knows it still, KF-72.2."""
        self.up &= ~(1 << cell)
        self.how[cell] = SEEN

    def reveal(self, cell: i64) -> None:
        """KF-51: the Assassin ends the game; then the Diplomat; then the guest's own reaction."""
        number = self.number[cell]
        self.up |= 1 << cell
        self.learn(cell)
        self.how[cell] = SEEN
        self.tell(REVEALED, number, cell)
        if number == ASSASSIN:
            self.finish(BY_ASSASSIN)
            return
        diplomat = self.seat_of(DIPLOMAT)
        if diplomat >= 0 and self.table.beside[cell] >> diplomat & 1:
            self.escort(cell, diplomat)
            cell = diplomat
        guest = self.steps[number]
        assert isinstance(guest, Guest)
        guest.react(self, cell)

    def peek(self, cell: i64) -> None:
        """KF-31: the player sees a face-down card; only the Assassin minds, KF-101."""
        number = self.number[cell]
        self.learn(cell)
        if self.how[cell] in (0, DEDUCED):
            self.how[cell] = PEEKED
        self.tell(LOOKED, number, cell)
        if number == ASSASSIN:
            self.finish(BY_ASSASSIN)

    def exchange(self, one: i64, other: i64) -> None:
        """KF-32: two cards change places; each keeps its side, and all that is known of it goes along, KF-72.3."""
        number, maybe, how, label = self.number, self.maybe, self.how, self.label
        number[one], number[other] = number[other], number[one]
        maybe[one], maybe[other] = maybe[other], maybe[one]
        how[one], how[other] = how[other], how[one]
        label[one], label[other] = label[other], label[one]
        self.up = swap_bits(self.up, one, other)

    def escort(self, cell: i64, diplomat: i64) -> None:
        """KF-112: the Diplomat changes places with the guest revealed beside him. Effects that have either still to
        flip go after the card, not the seat, KF-53."""
        self.exchange(cell, diplomat)
        frames = self.frames
        for i in range(self.depth):
            if frames[i * FRAME] in (PRINCESS, QUEEN, KING):
                frames[i * FRAME + 2] = swap_bits(frames[i * FRAME + 2], cell, diplomat)
        self.tell(ESCORTED, self.number[diplomat], cell, diplomat)

    # KF-72: what the player knows

    def learn(self, cell: i64) -> None:
        """KF-72.2: a card seen is known."""
        bit = 1 << self.number[cell]
        if self.maybe[cell] != bit:
            self.maybe[cell] = bit
            self.deduce()

    def deduce(self) -> None:
        """KF-72.5: a number that is taken is no other card's; a number with one possible card is that card's."""
        maybe, n = self.maybe, self.table.n
        changed = True
        while changed:
            changed = False
            taken: i64 = 0
            for cell in range(n):
                if maybe[cell] & maybe[cell] - 1 == 0:
                    taken |= maybe[cell]
            once: i64 = 0
            twice: i64 = 0
            for cell in range(n):
                left = maybe[cell]
                if left & left - 1 == 0:
                    continue
                if left & taken:
                    changed = True
                    left &= ~taken
                    maybe[cell] = left
                    if left & left - 1 == 0:
                        self.how[cell] = DEDUCED
                twice |= once & left
                once |= left
            only = once & ~twice
            if not only:
                continue
            for cell in range(n):
                left = maybe[cell]
                if left & only and left & left - 1:
                    maybe[cell] = left & only
                    self.how[cell] = DEDUCED
                    changed = True

    # KF-60 … KF-63

    def finish(self, ending: i64) -> None:
        """The game ends now: all that is pending is dropped, and all cards are turned up, with no reactions."""
        self.depth = 0
        self.ending = ending
        self.up = (1 << self.table.n) - 1
        for cell in range(self.table.n):
            self.maybe[cell] = 1 << self.number[cell]
            self.how[cell] = SEEN
        self.tell(OVER, ending)

    def misplaced(self) -> i64:
        """KF-64: guests who are not on their goal cell."""
        wrong: i64 = 0
        for cell in range(self.table.n):
            if self.number[cell] != self.table.goal[cell]:
                wrong += 1
        return wrong

    # choices

    def offer(self, verb: i64, mask: i64, out: Moves) -> None:
        """An action for each cell of the mask."""
        for cell in range(self.table.n):
            if mask >> cell & 1:
                out.add(verb + self.table.place[cell])

    def cell(self, action: i64, verb: i64) -> i64:
        """The cell that an action of this verb names; -1 if it is of another verb or there is no such seat."""
        place = action - verb
        if 0 <= place < len(PLACES):
            return self.table.cell_at[place]
        return -1

    def down(self) -> i64:
        """The mask of all cells whose cards lie face down."""
        return (1 << self.table.n) - 1 & ~self.up

    def mates(self, cell: i64) -> i64:
        """KF-44: the neighbours that lie on the same side."""
        return self.table.beside[cell] & (self.up if self.up >> cell & 1 else ~self.up)


def swap_bits(mask: i64, one: i64, other: i64) -> i64:
    if (mask >> one ^ mask >> other) & 1:
        mask ^= 1 << one | 1 << other
    return mask


def set_up(s: KingsFeast) -> None:
    """KF-10 … KF-13: King up, Assassin down, the others shuffled and dealt in reading order; nobody reacts."""
    table, n = s.table, s.table.n
    unseen: i64 = 0
    k: i64 = 0
    for cell in range(n):
        if table.goal[cell] not in (ASSASSIN, KING):
            s.number[k] = table.goal[cell]
            k += 1
    s.dice.shuffle(s.number, 0, k, k)
    for i in range(n):
        cell = n - 1 - i
        sign = table.setup[cell]
        if sign == "K":
            s.number[cell] = KING
        elif sign == "A":
            s.number[cell] = ASSASSIN
        else:
            k -= 1
            s.number[cell] = s.number[k]
        s.label[cell] = cell
        if sign in ("K", "U"):
            s.up |= 1 << cell
            s.how[cell] = SEEN
            s.maybe[cell] = 1 << s.number[cell]
        elif sign == "A":
            s.how[cell] = PLACED
            s.maybe[cell] = 1 << ASSASSIN
        else:
            unseen |= 1 << s.number[cell]
    for cell in range(n):
        if not s.maybe[cell]:
            s.maybe[cell] = unseen
            if unseen & unseen - 1 == 0:
                s.how[cell] = DEDUCED
    s.labels = n
    s.push(TURN)
    s.tell(BEGUN)


class Choice(Step[KingsFeast]):
    """A step that asks for a cell, or something else; says in words what can't be chosen."""

    verb: ClassVar[int] = 0  # of the actions it asks for
    asked: ClassVar[str] = ""  # what it asks for, in words

    def refusal(self, s: KingsFeast, seat: i64, action: i64) -> Refused:
        place = action - self.verb
        if not 0 <= place < len(PLACES):
            return Refused(self.asked, self.rule)
        if s.table.cell_at[place] < 0:
            return Refused(N_("There is no seat %(cell)s at this table."), "KF-6", {"cell": PLACES[place]})
        return self.why_not(s, s.table.cell_at[place])

    def why_not(self, s: KingsFeast, cell: i64) -> Refused:
        """Why this seat can't be chosen."""
        return Refused(self.asked, self.rule)


class Guest(Choice):
    """A card. What it does when it is called upon and when it is revealed; and, where that asks something, the step
    that asks. Nothing, unless it says otherwise: KF-42, KF-56."""

    number: ClassVar[int] = 0

    def order(self, s: KingsFeast) -> None:
        """The player activates the card."""
        s.tell(IDLE, self.number)

    def react(self, s: KingsFeast, cell: i64) -> None:
        """The card was revealed and lies on this cell."""


class Turn(Choice):
    """KF-40 … KF-42: call upon an open card, or end the game; with no open card it is over."""

    rule = "KF-40"
    verb = ACTIVATE
    asked = N_("A turn begins: call upon a guest who lies face up, or end the feast.")

    def run(self, s: KingsFeast) -> None:
        s.flips = 0
        if s.up:
            s.await_seats(ME)
        else:
            s.finish(ALL_DOWN)

    def legal(self, s: KingsFeast, seat: i64, out: Moves) -> None:
        s.offer(ACTIVATE, s.up, out)
        if s.completed:
            out.add(END_GAME)

    def choose(self, s: KingsFeast, seat: i64, action: i64) -> None:
        if action == END_GAME:
            s.finish(CHOSEN)
            return
        cell = s.cell(action, ACTIVATE)
        number = s.number[cell]
        s.await_seats(0)
        s.push(TURN_DOWN, 0, number)
        s.tell(ACTIVATED, number, cell, s.completed + 1)
        guest = s.steps[number]
        assert isinstance(guest, Guest)
        guest.order(s)

    def refusal(self, s: KingsFeast, seat: i64, action: i64) -> Refused:
        if action == END_GAME:
            return Refused(N_("You can end the feast once you have completed a turn."), "KF-62")
        return super().refusal(s, seat, action)

    def why_not(self, s: KingsFeast, cell: i64) -> Refused:
        return Refused(N_("Only a guest who lies face up can be called upon."), "KF-41")


class TurnDown(Step[KingsFeast]):
    """KF-43: the activated card, wherever it is now, is turned down if it lies up."""

    rule = "KF-43"

    def run(self, s: KingsFeast) -> None:
        number = s.arg(0)
        cell = s.seat_of(number)
        s.pop()
        s.push(SWAP, ME, 0, number)
        if cell >= 0:
            s.cover(cell)
            s.tell(RETIRED, number, cell)


class Swap(Choice):
    """KF-44: two adjacent cards on the same side may change places."""

    rule = "KF-44"
    verb = CHOOSE
    asked = N_("Let two neighbours who lie the same way change places, or leave all as it is.")

    def legal(self, s: KingsFeast, seat: i64, out: Moves) -> None:
        first = s.arg(0) - 1
        if first >= 0:
            s.offer(CHOOSE, s.mates(first), out)
        else:
            for cell in range(s.table.n):
                if s.mates(cell):
                    out.add(CHOOSE + s.table.place[cell])
        out.add(SKIP_SWAP)

    def choose(self, s: KingsFeast, seat: i64, action: i64) -> None:
        first = s.arg(0) - 1
        if action == SKIP_SWAP:
            s.pop()
            s.completed += 1
            s.tell(STAYED)
        elif first < 0:
            s.set_arg(0, s.cell(action, CHOOSE) + 1)
            s.tell(CHOSE, 0, s.cell(action, CHOOSE))
        else:
            cell = s.cell(action, CHOOSE)
            s.pop()
            s.completed += 1
            s.exchange(first, cell)
            s.tell(CHANGED, first, cell)

    def why_not(self, s: KingsFeast, cell: i64) -> Refused:
        first = s.arg(0) - 1
        if first < 0:
            return Refused(N_("No neighbour of this guest lies the same way."), self.rule)
        if cell == first:
            return Refused(N_("A guest can't change places with himself."), "KF-32")
        if s.table.beside[first] >> cell & 1:
            return Refused(N_("One of the two lies face up and the other face down."), self.rule)
        return Refused(N_("The two must be neighbours, edge to edge."), "KF-20")
