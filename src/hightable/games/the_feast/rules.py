"""The Feast: the rules, in the order of the book. A dinner conversation with a Pairs deck: everybody says something at
once; who says the same as another makes a gaffe. Imports the engine only."""

from __future__ import annotations

from typing import Final

from hightable.engine.actions import Actions
from hightable.engine.compat import i64, vec
from hightable.engine.contract import Event, Game, Moves, State, Step
from hightable.engine.dice import Dice
from hightable.engine.options import Value
from hightable.engine.words import N_, Refused

RANKS: Final = 10
CARDS: Final = 55  # TF-1: rank r occurs r times
WIDTH: Final = RANKS + 1  # a row of counts by rank
HANDS: Final = 4  # TF-4
HOLDERS: Final = 8
HAND_SIZE: Final = vec[i64]([i64(size) for size in (0, 0, 0, 0, 8, 8, 7, 6, 6)])  # TF-3, by number of hand-holders
DECK: Final = tuple(rank for rank in range(1, RANKS + 1) for copy in range(rank))

ACTIONS: Final = Actions(("play", range(1, RANKS + 1)), ("topic",), ("gaffe", range(1, RANKS + 1)))
PLAY: Final = 0  # play r is action r
TOPIC: Final = RANKS + 1
GAFFE: Final = RANKS + 1  # gaffe r is action GAFFE + r

# steps, by their place in STEPS
HAND: Final = 0
PLOYS: Final = 1
SINGLE: Final = 2
LOWEST: Final = 3
SWEEP: Final = 4

# events, by their place in EVENTS
DEALT: Final = 0
SHOWN: Final = 1
DUMMY: Final = 2
PLOY: Final = 3
CHOSE: Final = 4
REVEALED: Final = 5
CAPTURED: Final = 6
NOTHING: Final = 7
SWEPT: Final = 8
SCORED: Final = 9
OVER: Final = 10
EVENTS: Final = (
    Event("dealt", "hand"),
    Event("topic", "rank"),
    Event("dummy", "holder", "rank"),
    Event("ploy", "seat", "rank"),
    Event("chose", "seat"),
    Event("revealed"),
    Event("captured", "holder", "rank", "source"),
    Event("nothing"),
    Event("swept"),
    Event("scored", "hand"),
    Event("over"),
)


class TheFeast(State):
    """Cards are counts by rank, a row of WIDTH per hand-holder; real players come first, then dummies."""

    hand: i64  # 1..4, TF-4
    scored: i64  # hands that are scored
    round: i64  # 1..rounds
    rounds: i64  # TF-3: cards each, and rounds of a hand
    topic: i64  # rank of the face-up topic, 0 when there is none
    shown: i64  # 1 while the ploys lie face up
    gaffes: i64  # a bit for each rank that is a gaffe, TF-9
    drawn: i64  # cards of the deck that were dealt or turned up

    def __init__(
        self, game: Game, seats: i64, options: dict[str, Value], dice: Dice, source: TheFeast | None = None
    ) -> None:
        super().__init__(game, seats, options, dice, source)
        if source is None:
            dummies = options["dummies"]
            assert isinstance(dummies, int)
            self.holders: i64 = seats + dummies
            self.rounds = HAND_SIZE[self.holders]
            self.hand = self.scored = self.round = 0
            self.topic = self.shown = self.gaffes = self.drawn = 0
            self.deck = vec[i64]([0] * CARDS)
            self.hands = vec[i64]([0] * (HOLDERS * WIDTH))
            self.ploys = vec[i64]([0] * HOLDERS)
            self.captured = vec[i64]([0] * (HOLDERS * WIDTH))
            self.discards = vec[i64]([0] * WIDTH)
            self.scores = vec[i64]([0] * (HOLDERS * HANDS))
        else:
            self.holders = source.holders
            self.rounds = source.rounds
            self.hand = source.hand
            self.scored = source.scored
            self.round = source.round
            self.topic = source.topic
            self.shown = source.shown
            self.gaffes = source.gaffes
            self.drawn = source.drawn
            self.deck = source.deck[:]
            self.hands = source.hands[:]
            self.ploys = source.ploys[:]
            self.captured = source.captured[:]
            self.discards = source.discards[:]
            self.scores = source.scores[:]

    def copy(self) -> TheFeast:
        return TheFeast(self.game, self.seats, self.options, self.dice.copy(), self)

    def unknown(self, viewer: i64) -> i64:
        """TF-19, TF-21: the deck, the hands of others and their face-down ploys."""
        unseen = CARDS - self.drawn
        for holder in range(self.holders):
            if holder != viewer:
                unseen += self.cards(holder) + self.lies_down(holder)
        return unseen

    def redeal(self, viewer: i64, dice: Dice) -> None:
        """TF-19: gather what the viewer can't see, shuffle it, and give everyone as many cards as before."""
        deck, hands, ploys = self.deck, self.hands, self.ploys
        sizes = vec[i64]([0] * HOLDERS)
        unseen = self.drawn
        for holder in range(self.holders):
            if holder == viewer:
                continue
            for rank in range(1, WIDTH):
                for _copy in range(hands[holder * WIDTH + rank]):
                    unseen -= 1
                    deck[unseen] = rank
                    sizes[holder] += 1
                hands[holder * WIDTH + rank] = 0
            if self.lies_down(holder):
                unseen -= 1
                deck[unseen] = ploys[holder]
        dice.shuffle(deck, unseen, CARDS - unseen, CARDS)
        for holder in range(self.holders):
            if holder == viewer:
                continue
            for _card in range(sizes[holder]):
                hands[holder * WIDTH + deck[unseen]] += 1
                unseen += 1
            if self.lies_down(holder):
                ploys[holder] = deck[unseen]
                unseen += 1
        self.dice = dice.split()

    def lies_down(self, holder: i64) -> i64:
        """1 if the holder's ploy lies face down: a dummy's never does, TF-7; the others' until the reveal, TF-8."""
        return 1 if self.ploys[holder] and not self.shown and holder < self.seats else 0

    def cards(self, holder: i64) -> i64:
        """How many cards a hand-holder has in hand."""
        n: i64 = 0
        for rank in range(1, WIDTH):
            n += self.hands[holder * WIDTH + rank]
        return n

    def is_gaffe(self, rank: i64) -> bool:
        """TF-9: said by two or more hand-holders in this round."""
        return self.gaffes >> rank & 1 == 1

    def best_gaffe(self) -> i64:
        """The highest gaffe rank, 0 if there are none."""
        rank: i64 = RANKS if self.gaffes else 0
        while rank and not self.gaffes >> rank & 1:
            rank -= 1
        return rank

    def take_topic(self, holder: i64) -> None:
        """TF-10: the topic goes to a hand-holder."""
        rank = self.topic
        self.captured[holder * WIDTH + rank] += 1
        self.topic = 0
        self.tell(CAPTURED, holder, rank, -1)

    def take_gaffe(self, holder: i64, rank: i64) -> None:
        """TF-11: one card of a gaffe rank goes to a hand-holder."""
        source: i64 = 0
        while self.ploys[source] != rank:
            source += 1
        self.captured[holder * WIDTH + rank] += 1
        self.ploys[source] = 0
        self.tell(CAPTURED, holder, rank, source)


class Hand(Step[TheFeast]):
    """TF-4, TF-15, TF-16: four hands; each is dealt from all 55 cards, played out and scored."""

    rule = "TF-4"

    def run(self, s: TheFeast) -> None:
        if s.hand:
            self.score(s)
        if s.hand == HANDS:
            s.pop()
            s.tell(OVER)
        else:
            self.deal(s)
            s.push(PLOYS)
            start_round(s)

    def deal(self, s: TheFeast) -> None:
        """TF-3, TF-4, TF-R2: shuffle all cards, deal the hand size to each, keep the topics in the deck."""
        deck, hands, size = s.deck, s.hands, s.rounds
        i: i64 = 0
        for rank in range(1, WIDTH):
            for _copy in range(rank):
                deck[i] = rank
                i += 1
        for rank in range(WIDTH):
            s.discards[rank] = 0
        dealt = s.holders * size
        s.dice.shuffle(deck, 0, dealt + size, CARDS)
        i = 0
        for holder in range(s.holders):
            for _card in range(size):
                hands[holder * WIDTH + deck[i]] += 1
                i += 1
        s.hand += 1
        s.round = 0
        s.drawn = dealt
        s.tell(DEALT, s.hand)

    def score(self, s: TheFeast) -> None:
        """TF-15, TF-R12: captured ranks are points; the cards go back."""
        for holder in range(s.holders):
            points: i64 = 0
            for rank in range(1, WIDTH):
                points += rank * s.captured[holder * WIDTH + rank]
                s.captured[holder * WIDTH + rank] = 0
            s.scores[holder * HANDS + s.hand - 1] = points
        s.scored = s.hand
        s.tell(SCORED, s.hand)


def start_round(s: TheFeast) -> None:
    """TF-5 … TF-8: the topic is turned up, dummies speak, then all real players are asked at once.

    TF-R11: the last card of a hand is no choice, so the engine lays it for everyone."""
    s.round += 1
    s.topic = s.deck[s.drawn]
    s.drawn += 1
    s.tell(SHOWN, s.topic)
    for dummy in range(s.seats, s.holders):
        play(s, dummy, random_rank(s, dummy))
        s.tell(DUMMY, dummy, s.ploys[dummy])
    if s.round < s.rounds:
        s.await_seats((1 << s.seats) - 1)
        return
    for seat in range(s.seats):
        play(s, seat, random_rank(s, seat))


def play(s: TheFeast, holder: i64, rank: i64) -> None:
    """A card leaves the hand and becomes the holder's ploy."""
    s.hands[holder * WIDTH + rank] -= 1
    s.ploys[holder] = rank


def random_rank(s: TheFeast, holder: i64) -> i64:
    """TF-7: drawn uniformly from the cards of the hand; a single card needs no draw."""
    cards = s.cards(holder)
    left: i64 = 0
    if cards > 1:
        left = s.dice.below(cards)
    rank: i64 = 0
    while left >= 0:
        rank += 1
        left -= s.hands[holder * WIDTH + rank]
    return rank


class Ploys(Step[TheFeast]):
    """TF-8: every real player lays one card face down; then all are revealed together."""

    rule = "TF-8"

    def legal(self, s: TheFeast, seat: i64, out: Moves) -> None:
        hands, items = s.hands, out.items
        row = seat * WIDTH
        n: i64 = 0
        for rank in range(1, WIDTH):
            items[n] = PLAY + rank  # written first, so that the machine need not guess which ranks are there
            if hands[row + rank]:
                n += 1
        out.n = n

    def choose(self, s: TheFeast, seat: i64, action: i64) -> None:
        rank = action - PLAY
        play(s, seat, rank)
        s.decided(seat)
        if s.beats is not None:
            s.tell_only(1 << seat, PLOY, seat, rank)
            s.tell(CHOSE, seat)

    def refusal(self, s: TheFeast, seat: i64, action: i64) -> Refused:
        if action <= RANKS:
            return Refused(N_("You have no %(rank)s in your hand."), self.rule, {"rank": action - PLAY})
        return Refused(N_("First everybody lays a card; only then is something captured."), "TF-5")

    def waiting(self, s: TheFeast, seat: i64) -> Refused:
        return Refused(N_("You have spoken. Your card lies until all the others have chosen."), "TF-R9")

    def run(self, s: TheFeast) -> None:
        """TF-9 … TF-13: reveal, find the unmatched ploys, let the highest and the lowest capture."""
        ploys, holders = s.ploys, s.holders
        said: i64 = 0
        gaffes: i64 = 0
        for holder in range(holders):
            bit = 1 << ploys[holder]
            gaffes |= said & bit
            said |= bit
        s.gaffes = gaffes
        s.shown = 1
        s.tell(REVEALED)
        highest: i64 = -1
        lowest: i64 = -1
        for holder in range(holders):
            rank = ploys[holder]
            if not gaffes >> rank & 1:
                if highest < 0 or rank > ploys[highest]:
                    highest = holder
                if lowest < 0 or rank < ploys[lowest]:
                    lowest = holder
        s.pop()
        s.push(SWEEP)
        if highest < 0:
            s.tell(NOTHING)
        elif highest == lowest:
            single(s, highest)
        else:
            s.take_topic(highest)
            lowest_captures(s, lowest)


def single(s: TheFeast, holder: i64) -> None:
    """TF-12, TF-R4: a lone unmatched ploy takes the topic or one gaffe. TF-R5, TF-R13: a dummy takes the best, the
    topic before an equal gaffe."""
    if holder < s.seats:
        s.push(SINGLE, 1 << holder)
    elif s.topic >= s.best_gaffe():
        s.take_topic(holder)
    else:
        s.take_gaffe(holder, s.best_gaffe())


def lowest_captures(s: TheFeast, holder: i64) -> None:
    """TF-11, TF-R3: the lowest takes a gaffe, asked only if ranks differ. TF-R5: a dummy takes the best."""
    best = s.best_gaffe()
    if holder < s.seats and s.gaffes != 1 << best and best:
        s.push(LOWEST, 1 << holder)
    elif best:
        s.take_gaffe(holder, best)


class Lowest(Step[TheFeast]):
    """TF-11: the owner of the lowest unmatched ploy captures one card of the gaffes."""

    rule = "TF-11"

    def legal(self, s: TheFeast, seat: i64, out: Moves) -> None:
        for rank in range(1, WIDTH):
            if s.is_gaffe(rank):
                out.add(GAFFE + rank)

    def choose(self, s: TheFeast, seat: i64, action: i64) -> None:
        s.pop()
        s.take_gaffe(seat, action - GAFFE)

    def refusal(self, s: TheFeast, seat: i64, action: i64) -> Refused:
        if action == TOPIC:
            return Refused(N_("The topic went to the highest ploy; the lowest takes a gaffe."), "TF-10")
        if action > TOPIC:
            return Refused(N_("There is no gaffe of rank %(rank)s on the table."), "TF-9", {"rank": action - GAFFE})
        return Refused(N_("First take your gaffe; cards are laid in the next round."), "TF-5")

    def waiting(self, s: TheFeast, seat: i64) -> Refused:
        return Refused(N_("Another player is choosing what to capture."), self.rule)


class Single(Lowest):
    """TF-12: the owner of the only unmatched ploy takes the topic or one gaffe."""

    rule = "TF-12"

    def legal(self, s: TheFeast, seat: i64, out: Moves) -> None:
        out.add(TOPIC)
        super().legal(s, seat, out)

    def choose(self, s: TheFeast, seat: i64, action: i64) -> None:
        s.pop()
        if action == TOPIC:
            s.take_topic(seat)
        else:
            s.take_gaffe(seat, action - GAFFE)


class Sweep(Step[TheFeast]):
    """TF-14: everything not captured is discarded; nothing carries over."""

    rule = "TF-14"

    def run(self, s: TheFeast) -> None:
        s.discards[s.topic] += 1
        for holder in range(s.holders):
            s.discards[s.ploys[holder]] += 1
            s.ploys[holder] = 0
        s.discards[0] = 0
        s.topic = 0
        s.shown = 0
        s.gaffes = 0
        s.tell(SWEPT)
        s.pop()
        if s.round < s.rounds:
            s.push(PLOYS)
            start_round(s)


STEPS: Final = (Hand(), Ploys(), Single(), Lowest(), Sweep())
FIELDS: Final = (
    "hand", "scored", "round", "topic", "shown", "gaffes", "drawn",
    "deck", "hands", "ploys", "captured", "discards", "scores",
)  # fmt: skip
LIMITS: Final = {
    "hand": (1, HANDS), "scored": (0, HANDS), "round": (0, 8), "topic": (0, RANKS), "shown": (0, 1),
    "gaffes": (0, (1 << WIDTH) - 1), "drawn": (0, CARDS), "deck": (0, RANKS), "hands": (0, RANKS), "ploys": (0, RANKS),
    "captured": (0, RANKS), "discards": (0, RANKS), "scores": (0, 385),
}  # fmt: skip
