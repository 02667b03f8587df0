"""Henry's Feast: one position, and what of it is hidden from whom. Imports the engine, the decks and the pieces."""

from __future__ import annotations

from typing import Final

from hightable.engine.bits import bit
from hightable.engine.compat import i64, vec
from hightable.engine.contract import Game, State
from hightable.engine.dice import Dice
from hightable.engine.options import Value
from hightable.games.henrys_feast.deck import BACKS, KINDS, RECIPES, Deck, deck
from hightable.games.henrys_feast.pieces import (
    BOOK,
    CARDS,
    HAND,
    HAND_LIMIT,
    LARDER,
    MARKET,
    OPENED,
    PANTRY,
    ROW,
    SEATS,
    SHARE_PANTRY,
    SLOTS_SHOWN,
    SPACES,
    STATION,
    STATIONS,
    STEALING_DOWN,
    STOCK,
    TRACKS,
    UNVEILED,
)


class HenrysFeast(State):
    """Kitchens lie one after the other, a stretch for each seat. Recipes are numbers of the deck; stock cards outside
    the kitchens are kinds."""

    round: i64
    turn: i64  # turns completed in this round
    first: i64  # the first player, HF-22
    called: i64  # seat + 1 of who called Last Call
    last: i64  # how the Last Round came about, while it is on
    active: i64  # the action chosen in this turn, 0 before
    deck_n: i64
    discard_n: i64
    row_n: i64
    book_n: i64
    gone_n: i64  # recipes removed unseen, HF-91; they lie in `book`
    feast_up: i64  # a bit for each Feast recipe that is face up
    worth: i64  # a bit for each seat that has proved its worth, HF-53
    bought_n: i64  # in this action
    cleared: i64  # 1 once done in this visit to the Stockroom
    freshened: i64
    filled: i64
    cooked: i64  # a bit for each bonus dish of this action, HF-49
    shared: i64  # cards taken from the teammate in this action

    def __init__(
        self, game: Game, seats: i64, options: dict[str, Value], dice: Dice, source: HenrysFeast | None = None
    ) -> None:
        super().__init__(game, seats, options, dice, source)
        if source is None:
            self.cards: Deck = deck(options["deck"])
            self.team: i64 = 1 if options["team"] == "yes" else 0
            self.quick: i64 = 1 if options["quick"] == "yes" else 0
            self.tutorial: i64 = 1 if options["tutorial"] == "yes" or self.quick else 0
            self.aid: i64 = 1 if options["memory_aid"] == "yes" else 0
            self.round = self.turn = self.first = self.called = self.last = self.active = 0
            self.deck_n = self.discard_n = self.row_n = self.book_n = self.gone_n = 0
            self.feast_up = self.worth = 0
            self.bought_n = self.cleared = self.freshened = self.filled = self.cooked = self.shared = 0
            self.market = vec[i64]([i64(0)] * len(KINDS))
            self.deck = vec[i64]([i64(0)] * STOCK)  # the top is the last one
            self.discard = vec[i64]([i64(0)] * STOCK)
            self.row = vec[i64]([i64(0)] * ROW)
            self.pantry = vec[i64]([i64(0)] * (SEATS * PANTRY))
            self.pantry_n = vec[i64]([i64(0)] * SEATS)
            self.station = vec[i64]([i64(0)] * (SEATS * STATIONS * SPACES))
            self.station_n = vec[i64]([i64(0)] * (SEATS * STATIONS))
            self.track = vec[i64]([i64(0)] * (SEATS * len(TRACKS)))
            self.book = vec[i64]([i64(0)] * BOOK)  # the cookbook; the top is the last one
            self.display = vec[i64]([i64(-1)] * SLOTS_SHOWN)  # -1 where a slot is empty
            self.hand = vec[i64]([i64(0)] * (SEATS * HAND))
            self.hand_n = vec[i64]([i64(0)] * SEATS)
            self.pile = vec[i64]([i64(0)] * SEATS)  # victory piles, a bit for each recipe
            self.bonus = vec[i64]([i64(0)] * len(TRACKS))
            self.feast = vec[i64]([i64(0)] * 3)
            self.feasted = vec[i64]([i64(0)] * SEATS)  # a bit for each Feast dish cooked
            self.seen = vec[i64]([i64(0)] * RECIPES)  # who sees it though it lies face down, HF-103, HF-104
            self.bought = vec[i64]([i64(0)] * len(KINDS))
        else:
            self.cards = source.cards
            self.team = source.team
            self.quick = source.quick
            self.tutorial = source.tutorial
            self.aid = source.aid
            self.round = source.round
            self.turn = source.turn
            self.first = source.first
            self.called = source.called
            self.last = source.last
            self.active = source.active
            self.deck_n = source.deck_n
            self.discard_n = source.discard_n
            self.row_n = source.row_n
            self.book_n = source.book_n
            self.gone_n = source.gone_n
            self.feast_up = source.feast_up
            self.worth = source.worth
            self.bought_n = source.bought_n
            self.cleared = source.cleared
            self.freshened = source.freshened
            self.filled = source.filled
            self.cooked = source.cooked
            self.shared = source.shared
            self.market = source.market[:]
            self.deck = source.deck[:]
            self.discard = source.discard[:]
            self.row = source.row[:]
            self.pantry = source.pantry[:]
            self.pantry_n = source.pantry_n[:]
            self.station = source.station[:]
            self.station_n = source.station_n[:]
            self.track = source.track[:]
            self.book = source.book[:]
            self.display = source.display[:]
            self.hand = source.hand[:]
            self.hand_n = source.hand_n[:]
            self.pile = source.pile[:]
            self.bonus = source.bonus[:]
            self.feast = source.feast[:]
            self.feasted = source.feasted[:]
            self.seen = source.seen[:]
            self.bought = source.bought[:]

    def copy(self) -> HenrysFeast:
        return HenrysFeast(self.game, self.seats, self.options, self.dice.copy(), self)

    # HF-102 … HF-104: what is hidden

    def unknown(self, viewer: i64) -> i64:
        """The Stockroom deck, and every recipe whose face the viewer doesn't see."""
        hidden: i64 = self.deck_n
        if self.depth and self.top() == STEALING_DOWN and viewer == self.now():
            hidden -= self.book_n  # whose backs are seen
        for recipe in range(RECIPES):
            if not self.knows(viewer, recipe):
                hidden += 1
        return hidden

    def knows(self, viewer: i64, recipe: i64) -> bool:
        """Whether the face of a recipe is in the viewer's view; after the end everything is open, HF-106."""
        if not self.depth or self.seen[recipe] >> eye(viewer) & 1:
            return True
        for slot in range(SLOTS_SHOWN):
            if self.display[slot] == recipe:
                return True
        for spot in range(len(TRACKS)):
            if self.bonus[spot] == recipe:
                return True
        for course in range(3):
            if self.feast[course] == recipe:
                return self.feast_up >> course & 1 == 1
        for seat in range(self.seats):
            if self.mates(viewer, seat):
                if self.pile[self.side(seat)] >> recipe & 1:
                    return True
                for i in range(self.hand_n[seat]):
                    if self.hand[seat * HAND + i] == recipe:
                        return True
        return False

    def mates(self, viewer: i64, seat: i64) -> bool:
        """Whether the two are one, or teammates."""
        return viewer == seat or (self.team == 1 and viewer >= 0 and viewer % 2 == seat % 2)

    def see(self, recipe: i64, who: i64) -> None:
        """These seats see a face."""
        self.seen[recipe] |= who

    def redeal(self, viewer: i64, dice: Dice) -> None:
        """Mix the stock cards that nobody sees, and the recipes whose faces the viewer doesn't see, keeping their
        backs where these are seen."""
        self.redeal_stock(dice)
        self.redeal_recipes(viewer, dice)
        self.dice = dice.split()

    def redeal_stock(self, dice: Dice) -> None:
        """HF-102: the deck, and the discard pile below its top card."""
        buried = self.discard_n - 1 if self.discard_n else 0
        n = self.deck_n + buried
        pool: vec[i64] = vec[i64]([i64(0)] * max(1, n))
        for i in range(self.deck_n):
            pool[i] = self.deck[i]
        for i in range(buried):
            pool[self.deck_n + i] = self.discard[i]
        dice.shuffle(pool, 0, n, n)
        for i in range(self.deck_n):
            self.deck[i] = pool[i]
        for i in range(buried):
            self.discard[i] = pool[self.deck_n + i]

    def redeal_recipes(self, viewer: i64, dice: Dice) -> None:
        """Each place whose back is seen gets an unseen recipe with that back, and the other places what is left over,
        every way equally likely. What others have seen of a card stays with its place."""
        by_back, others = self.hidden_places(viewer)
        becomes: list[int] = list(range(RECIPES))  # which recipe takes the place of which
        unseen: list[int] = []
        for back, lying in enumerate(by_back):
            elsewhere = [recipe for recipe in others if self.cards.back[recipe] == back]
            drawn = dice.shuffled([*lying, *elsewhere])
            for old, new in zip(lying, drawn, strict=False):
                becomes[old] = new
            unseen += drawn[len(lying) :]
        for old, new in zip(others, dice.shuffled(unseen), strict=True):
            becomes[old] = new
        self.rename(becomes)
        if self.book_n > 2:  # HF-32, HF-33: nobody sees the order below the top card
            dice.shuffle(self.book, 0, self.book_n - 1, self.book_n - 1)

    def hidden_places(self, viewer: i64) -> tuple[list[list[int]], list[int]]:
        """The recipes whose faces the viewer doesn't see: by back where the back is seen, and the others."""
        by_back: list[list[int]] = [[] for _back in BACKS]
        others: list[int] = []
        leafing = self.depth > 0 and self.top() == STEALING_DOWN and viewer == self.now()
        shown: i64 = 0  # recipes whose backs are seen
        for course in range(3):
            shown |= bit(self.feast[course])
        for seat in range(self.seats):
            for i in range(self.hand_n[seat]):
                shown |= bit(self.hand[seat * HAND + i])
        for i in range(self.book_n):
            if leafing or i == self.book_n - 1:
                shown |= bit(self.book[i])
        for recipe in range(RECIPES):
            if self.knows(viewer, recipe):
                continue
            if shown >> recipe & 1:
                by_back[self.cards.back[recipe]].append(recipe)
            else:
                others.append(recipe)
        return by_back, others

    def rename(self, becomes: list[int]) -> None:
        """Put every recipe where another one lies."""
        seen = self.seen[:]
        for old, new in enumerate(becomes):
            self.seen[new] = seen[old]
        for course in range(3):
            self.feast[course] = becomes[self.feast[course]]
        for i in range(self.book_n + self.gone_n):
            self.book[i] = becomes[self.book[i]]
        for seat in range(self.seats):
            for i in range(self.hand_n[seat]):
                self.hand[seat * HAND + i] = becomes[self.hand[seat * HAND + i]]
            pile: i64 = 0
            for recipe in range(RECIPES):
                if self.pile[seat] >> recipe & 1:
                    pile |= bit(becomes[recipe])
            self.pile[seat] = pile

    # HF-13, HF-14, HF-94 … HF-97: kitchens

    def now(self) -> i64:
        """Whose turn it is."""
        return (self.first + self.turn) % self.seats

    def side(self, seat: i64) -> i64:
        """Whose Feast dishes and victory pile are meant: the seat's own, or the team's."""
        return seat % 2 if self.team else seat

    def mate(self, seat: i64) -> i64:
        """The teammate."""
        return (seat + 2) % 4

    def level(self, seat: i64, track: i64) -> i64:
        return self.track[seat * len(TRACKS) + track]

    def stations(self, seat: i64) -> i64:
        return 2 + self.level(seat, STATION)

    def pantry_size(self, seat: i64) -> i64:
        return 5 + self.level(seat, LARDER)

    def hand_limit(self, seat: i64) -> i64:
        """HF-14, HF-92."""
        return self.level(seat, HAND_LIMIT) + (0 if self.quick else 1)

    def has_space(self, seat: i64) -> bool:
        """HF-24."""
        return self.pantry_n[seat] < self.pantry_size(seat)

    def has_room(self, seat: i64) -> bool:
        """HF-29: fewer cards in hand than the limit."""
        return self.hand_n[seat] < self.hand_limit(seat)

    def stock(self, seat: i64, card: i64) -> None:
        """A card goes to the pantry."""
        self.pantry[seat * PANTRY + self.pantry_n[seat]] = card + 1
        self.pantry_n[seat] += 1

    def unstock(self, seat: i64, card: i64) -> None:
        """A card leaves the pantry; the others close up."""
        start = seat * PANTRY
        i: i64 = 0
        while self.pantry[start + i] != card + 1:
            i += 1
        self.pantry_n[seat] -= 1
        while i < self.pantry_n[seat]:
            self.pantry[start + i] = self.pantry[start + i + 1]
            i += 1
        self.pantry[start + i] = 0

    def lay(self, seat: i64, station: i64, card: i64) -> None:
        """A card goes to a station."""
        at = seat * STATIONS + station
        self.station[at * SPACES + self.station_n[at]] = card + 1
        self.station_n[at] += 1

    def open_station(self, seat: i64, station: i64) -> bool:
        """HF-25, HF-R31: unlocked, and with room for a card."""
        return station < self.stations(seat) and self.station_n[seat * STATIONS + station] < SPACES

    def empty(self, seat: i64, station: i64) -> None:
        """HF-48, HF-62: all cards leave a station, in the order they lay."""
        at = seat * STATIONS + station
        for i in range(self.station_n[at]):
            self.give_back(self.station[at * SPACES + i] - 1)
            self.station[at * SPACES + i] = 0
        self.station_n[at] = 0

    def give_back(self, card: i64) -> None:
        """HF-63: market cards to their pile, stock cards face up to the discard pile."""
        kind = card // 4
        if card // 2 % 2 == MARKET:
            self.market[kind] += 1
        else:
            self.discard[self.discard_n] = kind
            self.discard_n += 1

    def has_fresh(self, seat: i64, station: i64) -> bool:
        """HF-67."""
        at = seat * STATIONS + station
        return any((self.station[at * SPACES + i] - 1) % 2 for i in range(self.station_n[at]))

    # HF-12, HF-34: recipes

    def shuffle_book(self, keep_top: bool) -> None:
        """All of the cookbook, or all but the top card; what is shuffled nobody has seen any more, HF-103."""
        n = self.book_n - 1 if keep_top else self.book_n
        for i in range(n):
            self.seen[self.book[i]] = 0
        if n > 1:
            self.dice.shuffle(self.book, 0, n, n)

    def refill(self, slot: i64) -> None:
        """HF-31, HF-51: the top recipe of the cookbook comes up in a slot of the display."""
        self.display[slot] = -1
        if self.book_n:
            self.book_n -= 1
            recipe = self.book[self.book_n]
            self.display[slot] = recipe
            self.seen[recipe] = 0
            self.disclose()
            self.tell(OPENED, recipe, slot)

    def keep(self, seat: i64, recipe: i64) -> None:
        """A recipe goes to a hand."""
        self.hand[seat * HAND + self.hand_n[seat]] = recipe
        self.hand_n[seat] += 1
        self.see(recipe, 1 << seat)

    def let_go(self, seat: i64, recipe: i64) -> None:
        """A recipe leaves a hand; the others close up."""
        start = seat * HAND
        i: i64 = 0
        while self.hand[start + i] != recipe:
            i += 1
        self.hand_n[seat] -= 1
        while i < self.hand_n[seat]:
            self.hand[start + i] = self.hand[start + i + 1]
            i += 1
        self.hand[start + i] = 0

    def dish(self, recipe: i64) -> i64:
        """A recipe's number among the names that actions use."""
        return recipe if self.cards.house else recipe + RECIPES

    def unveil(self, course: i64) -> None:
        """A Feast recipe is turned up, HF-50, HF-53, HF-90."""
        if not self.feast_up >> course & 1:
            self.feast_up |= 1 << course
            self.seen[self.feast[course]] = 0
            self.tell(UNVEILED, course, self.feast[course])

    def may_call(self, seat: i64) -> bool:
        """HF-70, HF-97, HF-R10."""
        return self.feasted[self.side(seat)] == 7 and not self.called and not self.last


EVERYBODY: Final = (1 << SEATS + 1) - 1  # all seats, and who watches


def eye(viewer: i64) -> i64:
    """A viewer's bit in the sets of those who have seen a face."""
    return i64(SEATS) if viewer < 0 else viewer


FIELDS: Final = (
    "round", "turn", "first", "called", "last", "active", "deck_n", "discard_n", "row_n", "book_n", "gone_n",
    "feast_up", "worth", "bought_n", "cleared", "freshened", "filled", "cooked", "shared", "market", "deck", "discard",
    "row", "pantry", "pantry_n", "station", "station_n", "track", "book", "display", "hand", "hand_n", "pile", "bonus",
    "feast", "feasted", "seen", "bought",
)  # fmt: skip
LIMITS: Final = {
    "round": (0, 1_000_000), "turn": (0, SEATS), "first": (0, SEATS - 1), "called": (0, SEATS), "last": (0, 2),
    "active": (0, SHARE_PANTRY), "deck_n": (0, STOCK), "discard_n": (0, STOCK), "row_n": (0, ROW), "book_n": (0, BOOK),
    "gone_n": (0, BOOK), "feast_up": (0, 7), "worth": (0, (1 << SEATS) - 1), "bought_n": (0, PANTRY),
    "cleared": (0, 1), "freshened": (0, 1), "filled": (0, 1), "cooked": (0, (1 << len(TRACKS)) - 1), "shared": (0, 2),
    "market": (0, 3), "deck": (0, len(KINDS) - 1), "discard": (0, len(KINDS) - 1), "row": (0, len(KINDS) - 1),
    "pantry": (0, len(CARDS)), "pantry_n": (0, PANTRY), "station": (0, len(CARDS)), "station_n": (0, SPACES),
    "track": (0, 3), "book": (0, RECIPES - 1), "display": (-1, RECIPES - 1), "hand": (0, RECIPES - 1),
    "hand_n": (0, HAND), "pile": (0, (1 << RECIPES) - 1), "bonus": (0, RECIPES - 1), "feast": (0, RECIPES - 1),
    "feasted": (0, 7), "seen": (0, EVERYBODY), "bought": (0, 3),
}  # fmt: skip
