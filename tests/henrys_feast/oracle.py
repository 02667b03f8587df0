"""Henry's Feast a second time, written from the specification alone, in plain lists and texts and without any of the
game's code: what `test_oracle.py` holds the rules against. Chance it takes from what happened at the real table, after
checking that chance could have done so. Imports the recipe file only, as data."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import hightable

DATA = Path(hightable.__file__).parent / "games" / "henrys_feast" / "recipes.toml"
STATION, PANTRY, SATCHELS, HAND_LIMIT = range(4)
WATCHERS = 5  # in a set of who has seen a face
ACTIVE = {
    "pass": "passive",
    "go-market": "market",
    "go-corner": "corner",
    "go-stockroom": "stockroom",
    "cook-dishes": "cook",
    "share-pantry": "share",
}  # the phase that follows


class Recipe(NamedTuple):
    id: str
    difficulty: str
    course: str
    needs: frozenset[str]

    @property
    def back(self) -> str:
        return f"{self.difficulty}-{self.course}"


def recipes() -> dict[str, Recipe]:
    found = tomllib.loads(DATA.read_text(encoding="utf-8"))["recipe"]
    return {r["id"]: Recipe(r["id"], r["difficulty"], r["course"], frozenset(r["ingredients"])) for r in found}


RECIPES = recipes()
KINDS = sorted({kind for recipe in RECIPES.values() for kind in recipe.needs})


class Card(NamedTuple):
    """HF-4."""

    kind: str
    origin: str
    picked: int  # the round in which it was taken, 0 if dealt


class Kitchen:
    """HF-13, without what a team has in common."""

    def __init__(self) -> None:
        self.pantry: list[Card] = []
        self.stations: list[list[Card]] = [[] for _station in range(5)]
        self.tracks = [0, 0, 0, 0]
        self.hand: list[str] = []


class Truth(NamedTuple):
    """What the real table shows after an action, where chance may have had a say; tops last."""

    book: list[str]
    deck: list[str]
    row: list[str]
    hands: list[list[str]]


def same(one: Iterable[str], other: Iterable[str]) -> bool:
    return Counter(one) == Counter(other)


class Oracle:
    """One position. `act` plays an action's text; `legal` lists what may be played."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.quick = options.get("quick") == "yes"
        self.tutorial = self.quick or options.get("tutorial") == "yes"
        self.team = options.get("team") == "yes"
        self.aid = options.get("memory_aid") == "yes"
        self.limit = int(options.get("round_limit", 100))
        self.round, self.turn, self.first = 1, 0, 0
        self.phase, self.active = "active", ""
        self.called: int | None = None
        self.last = ""
        self.over = False
        self.market = dict.fromkeys(KINDS, 2 if seats < 4 else 3)
        self.row: list[str] = []
        self.deck: list[str] = []
        self.discard: list[str] = []
        self.display: list[str | None] = [None] * 4
        self.book: list[str] = []
        self.gone = 0
        self.bonus: list[str] = []
        self.feast: list[str] = []
        self.up = [self.tutorial, False, False]
        self.worth = [False] * seats
        self.kitchens = [Kitchen() for _seat in range(seats)]
        sides = 2 if self.team else seats
        self.piles: list[list[str]] = [[] for _side in range(sides)]
        self.feasted: list[set[int]] = [set() for _side in range(sides)]
        self.seen: dict[str, set[int]] = {recipe: set() for recipe in RECIPES}
        self.forget_action()

    def forget_action(self) -> None:
        self.bought: Counter[str] = Counter()
        self.cleared = self.freshened = self.filled = False
        self.cooked: set[int] = set()
        self.shared = 0

    # who and how much

    @property
    def seat(self) -> int:
        return (self.first + self.turn) % self.seats

    @property
    def mine(self) -> Kitchen:
        return self.kitchens[self.seat]

    def side(self, seat: int) -> int:
        return seat % 2 if self.team else seat

    def members(self, side: int) -> list[int]:
        return [seat for seat in range(self.seats) if self.side(seat) == side]

    def unlocked(self, seat: int) -> int:
        return 2 + self.kitchens[seat].tracks[STATION]

    def pantry_size(self, seat: int) -> int:
        return 5 + self.kitchens[seat].tracks[PANTRY]

    def market_limit(self, seat: int) -> int:
        return 2 + self.kitchens[seat].tracks[SATCHELS]

    def hand_limit(self, seat: int) -> int:
        return self.kitchens[seat].tracks[HAND_LIMIT] + (0 if self.quick else 1)

    def fresh(self, card: Card) -> bool:
        return card.picked == self.round and not self.over  # with the last round freshness is over too

    def named(self, card: Card) -> str:
        return f"{card.kind}@{card.origin}{'!' if self.fresh(card) else ''}"

    def space(self) -> bool:
        return len(self.mine.pantry) < self.pantry_size(self.seat)

    def room(self) -> bool:
        return len(self.mine.hand) < self.hand_limit(self.seat)

    # what may be done

    def legal(self) -> list[str]:
        if self.over:
            return []
        found = getattr(self, "in_" + self.phase.replace("-", "_"))()
        everything = self.feasted[self.side(self.seat)] == {0, 1, 2}
        if everything and self.called is None and not self.last:
            found.append("last-call")
        return sorted(set(found))

    def in_active(self) -> list[str]:
        found = ["pass", "go-stockroom", "cook-dishes"]
        if self.purchases():
            found.append("go-market")
        if len(self.in_corner()) > 1 or self.purchases():
            found.append("go-corner")
        if self.team:
            found.append("share-pantry")
        return found

    def purchases(self) -> list[str]:
        if not self.space():
            return []
        tracks = self.mine.tracks
        if self.phase == "market" and self.bought.total() >= self.market_limit(self.seat):
            return []
        if self.phase == "corner-buy" and self.bought.total() >= 1:
            return []
        each = 2 if tracks[SATCHELS] == 3 and self.phase == "market" else 1
        return [f"buy {kind}" for kind in KINDS if self.market[kind] and self.bought[kind] < each]

    def in_market(self) -> list[str]:
        return [*self.purchases(), "done"]

    in_corner_buy = in_market

    def in_corner(self) -> list[str]:
        level, found = self.mine.tracks[HAND_LIMIT], ["no-option"]
        if self.book and not self.quick:
            found.append("peek-top")
            if self.room():
                found += ["steal-top", "steal-down", "steal-up"][: 1 + max(0, level - 1)]
        if self.room() and level >= 1:
            found += [f"steal-display {recipe}" for recipe in self.display if recipe]
        return found

    def in_corner_down(self) -> list[str]:
        return ["take-top", *(f"take {RECIPES[recipe].back}" for recipe in self.book[:-1])]

    def in_corner_up(self) -> list[str]:
        return [f"take {recipe}" for recipe in self.book]

    def open_stations(self) -> list[int]:
        return [n for n in range(self.unlocked(self.seat)) if len(self.mine.stations[n]) < 5]

    def puts(self) -> list[str]:
        return [f"put {self.named(card)} s{n + 1}" for card in self.mine.pantry for n in self.open_stations()]

    def in_stockroom(self) -> list[str]:
        found = [*self.puts(), *self.desserts()]
        if self.filled:
            places = [f"s{n + 1}" for n in self.open_stations()] + (["pantry"] if self.space() else [])
            return [*found, "done", *(f"take {kind} {place}" for kind in self.row for place in places)]
        found.append("fill")
        if self.row and not self.cleared:
            found.append("clear")
        if self.mine.tracks[PANTRY] == 3 and self.discard and not self.freshened:
            found.append("fresh-stock")
        return found

    def in_share(self) -> list[str]:
        found = [*self.puts(), *self.desserts(), "done"]
        if self.shared < 2:
            places = [f"s{n + 1}" for n in self.open_stations()] + (["pantry"] if self.space() else [])
            mate = self.kitchens[(self.seat + 2) % 4].pantry
            found += [f"share {self.named(card)} {place}" for card in mate for place in places]
        return found

    def in_cook(self) -> list[str]:
        found = [*self.desserts(), "done"]
        for n in range(min(4, self.unlocked(self.seat))):
            cards = [card.kind for card in self.mine.stations[n]]
            for recipe in self.available():
                if sorted(cards) != sorted(RECIPES[recipe].needs):
                    continue
                if recipe not in self.bonus:
                    found.append(f"cook s{n + 1} {recipe}")
                elif self.bonus.index(recipe) not in self.cooked:
                    mate = (self.seat + 2) % 4
                    whom = [f" for {self.seat + 1}", f" for {mate + 1}"] if self.team else [""]
                    found += [f"cook s{n + 1} {recipe}{end}" for end in whom]
        return found

    def available(self) -> list[str]:
        """HF-47."""
        found = [*self.bonus, *(recipe for recipe, up in zip(self.feast, self.up, strict=True) if up)]
        found += [recipe for recipe in self.display if recipe]
        for seat in self.members(self.side(self.seat)):
            found += self.kitchens[seat].hand
        return found

    def desserts(self) -> list[str]:
        """HF-55 … HF-57: what s5 could cook now."""
        if self.unlocked(self.seat) < 5 or not self.mine.stations[4]:
            return []
        cards = Counter(card.kind for card in self.mine.stations[4])
        if cards["sugar"] > 1:
            return []
        del cards["sugar"]
        dishes = [RECIPES[recipe] for recipe in self.available() if RECIPES[recipe].course == "dessert"]
        return [f"cook s5 {dish.id}" for dish in dishes if cards == Counter(dish.needs - {"sugar"})]

    def in_passive(self) -> list[str]:
        found = ["end-turn"]
        found += [f"discard {self.named(card)}" for card in self.mine.pantry if not self.fresh(card)]
        for n, cards in enumerate(self.mine.stations):
            if cards and not any(map(self.fresh, cards)):
                found.append(f"discard-station s{n + 1}")
        if self.active == "cook-dishes" or self.last:
            found += [*self.puts(), *self.desserts()]
        return found

    def in_final_first(self) -> list[str]:
        return ["go-stockroom", "skip", *(["share-pantry"] if self.team else []), *self.desserts()]

    # doing it

    def act(self, text: str, after: Truth) -> None:
        words = text.split()
        if text in ACTIVE:
            self.enter(ACTIVE[text], text)
        else:
            getattr(self, "do_" + words[0].replace("-", "_"))(words, after)

    def enter(self, phase: str, active: str = "") -> None:
        self.phase = phase
        self.active = active or self.active
        if active:
            self.forget_action()

    def do_skip(self, _words: Sequence[str], _after: Truth) -> None:
        self.enter("cook", "cook-dishes")

    def do_done(self, _words: Sequence[str], _after: Truth) -> None:
        if self.last and self.phase != "cook":
            self.enter("cook", "cook-dishes")
        else:
            self.enter("passive")

    def do_last_call(self, _words: Sequence[str], _after: Truth) -> None:
        self.called = self.seat

    def do_buy(self, words: Sequence[str], _after: Truth) -> None:
        self.market[words[1]] -= 1
        self.bought[words[1]] += 1
        self.mine.pantry.append(Card(words[1], "market", self.round))

    def do_no_option(self, _words: Sequence[str], _after: Truth) -> None:
        self.enter("corner-buy")

    def shuffled(self, below: int, after: Truth) -> None:
        """HF-34: all but the `below` last cards of the cookbook are in a new order, and forgotten."""
        cut = len(self.book) - below
        for recipe in self.book[:cut]:
            self.seen[recipe] = set()
        assert self.book[cut:] == after.book[cut:], "the top of the cookbook moved"
        assert same(self.book, after.book), "the cookbook changed in a shuffle"
        self.book = list(after.book)

    def do_peek_top(self, _words: Sequence[str], after: Truth) -> None:
        self.seen[self.book[-1]].add(self.seat)
        self.shuffled(1, after)
        self.enter("corner-buy")

    def steal(self, recipe: str) -> None:
        self.seen[recipe].add(self.seat)
        self.mine.hand.append(recipe)
        self.enter("corner-buy")

    def do_steal_top(self, _words: Sequence[str], after: Truth) -> None:
        self.steal(self.book.pop())
        self.shuffled(0, after)

    do_take_top = do_steal_top

    def do_steal_display(self, words: Sequence[str], _after: Truth) -> None:
        self.display[self.display.index(words[1])] = None
        self.everybody_saw(words[1])  # until now, and so in this turn: HF-R23
        self.steal(words[1])
        self.refill()

    def refill(self) -> None:
        for slot, recipe in enumerate(self.display):
            if recipe is None and self.book:
                opened = self.book.pop()
                self.display[slot] = opened
                self.everybody_saw(opened)

    def everybody_saw(self, recipe: str) -> None:
        self.seen[recipe] = {*range(self.seats), WATCHERS}

    def do_steal_down(self, _words: Sequence[str], _after: Truth) -> None:
        self.enter("corner-down")

    def do_steal_up(self, _words: Sequence[str], _after: Truth) -> None:
        for recipe in self.book:
            self.seen[recipe].add(self.seat)
        self.enter("corner-up")

    def do_take(self, words: Sequence[str], after: Truth) -> None:
        if self.phase == "stockroom":
            self.take_card(words, after)
        elif self.phase == "corner-up":
            top = words[1] == self.book[-1]
            self.book.remove(words[1])
            self.steal(words[1])
            self.shuffled(0 if top else 1, after)
        else:
            (got,) = Counter(after.hands[self.seat]) - Counter(self.mine.hand)
            assert RECIPES[got].back == words[1] and got in self.book[:-1], f"{got} can't be got by {words}"
            self.book.remove(got)
            self.steal(got)
            self.shuffled(1, after)

    def do_clear(self, _words: Sequence[str], _after: Truth) -> None:
        self.discard += self.row
        self.row = []
        self.cleared = True

    def do_fresh_stock(self, _words: Sequence[str], after: Truth) -> None:
        assert same(self.deck + self.discard, after.deck), "Fresh Stock lost cards"
        self.deck, self.discard = list(after.deck), []
        self.freshened = True

    def do_fill(self, _words: Sequence[str], after: Truth) -> None:
        self.filled = True
        size = self.pantry_size(self.seat)
        while len(self.row) < size and self.deck:
            self.row.append(self.deck.pop())
        wanted = min(size - len(self.row), len(self.discard))
        if wanted > 0:
            drawn = after.row[len(self.row) :]
            assert len(drawn) == wanted and same(self.discard, drawn + after.deck), "the reshuffle lost cards"
            self.row += drawn
            self.deck, self.discard = list(after.deck), []

    def take_card(self, words: Sequence[str], after: Truth) -> None:
        left = [at for at, kind in enumerate(self.row) if kind == words[1]]
        rows = [self.row[:at] + self.row[at + 1 :] for at in left]
        assert after.row in rows, "the row was rearranged"
        self.row = list(after.row)  # of equal cards either may be taken
        self.place(Card(words[1], "stock", self.round), words[2])

    def place(self, card: Card, where: str) -> None:
        (self.mine.pantry if where == "pantry" else self.mine.stations[int(where[1]) - 1]).append(card)

    def from_pantry(self, seat: int, name: str) -> Card:
        pantry = self.kitchens[seat].pantry
        return pantry.pop(next(i for i, card in enumerate(pantry) if self.named(card) == name))

    def do_put(self, words: Sequence[str], _after: Truth) -> None:
        self.place(self.from_pantry(self.seat, words[1]), words[2])

    def do_share(self, words: Sequence[str], _after: Truth) -> None:
        self.place(self.from_pantry((self.seat + 2) % 4, words[1]), words[2])
        self.shared += 1

    def give_back(self, cards: Sequence[Card]) -> None:
        """HF-48 (1), HF-63."""
        for card in cards:
            if card.origin == "market":
                self.market[card.kind] += 1
            else:
                self.discard.append(card.kind)

    def do_discard(self, words: Sequence[str], _after: Truth) -> None:
        self.give_back([self.from_pantry(self.seat, words[1])])

    def do_discard_station(self, words: Sequence[str], _after: Truth) -> None:
        station = self.mine.stations[int(words[1][1]) - 1]
        self.give_back(station)
        station.clear()

    def do_cook(self, words: Sequence[str], _after: Truth) -> None:
        self.do_discard_station(words, _after)
        dish = words[2]
        side = self.side(self.seat)
        if dish in self.bonus:
            spot = self.bonus.index(dish)
            whom = int(words[4]) - 1 if self.team else self.seat
            most = 1 if self.quick and spot == HAND_LIMIT else 3
            self.cooked.add(spot)
            self.kitchens[whom].tracks[spot] = min(most, self.kitchens[whom].tracks[spot] + 1)
        elif dish in self.feast:
            course = self.feast.index(dish)
            self.feasted[side].add(course)
            if course < 2:
                self.turn_up(course + 1)
        else:
            self.piles[side].append(dish)
            if dish in self.display:
                self.display[self.display.index(dish)] = None
                self.refill()
            else:
                owner = next(seat for seat in self.members(side) if dish in self.kitchens[seat].hand)
                self.kitchens[owner].hand.remove(dish)
        if not self.tutorial and not self.worth[self.seat]:
            self.worth[self.seat] = True
            self.seen[self.feast[0]].add(self.seat)
            if all(self.worth):
                self.turn_up(0)

    def turn_up(self, course: int) -> None:
        self.up[course] = True
        self.everybody_saw(self.feast[course])

    def do_end_turn(self, _words: Sequence[str], _after: Truth) -> None:
        if not self.aid:
            self.seen = {recipe: set() for recipe in RECIPES}
        self.turn += 1
        self.active = ""
        self.forget_action()
        if self.turn == self.seats:
            self.turn = 0
            if self.last:
                self.over = True
                return
            if self.called is not None:
                self.last = "last-call"
            elif self.round == self.limit:
                self.last = "limit"
            self.round += 1
        self.phase = "final-first" if self.last else "active"

    # who sees what

    def sees(self, recipe: str, viewer: int | None) -> bool:
        """HF-102 … HF-104 for a face-down Feast recipe or the top of the cookbook."""
        return (WATCHERS if viewer is None else viewer) in self.seen[recipe]

    def sees_hand(self, recipe: str, owner: int, viewer: int | None) -> bool:
        mates = viewer is not None and self.side(viewer) == self.side(owner)
        return mates or self.sees(recipe, viewer)
