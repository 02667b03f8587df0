"""The rules of The King's Feast once more, written from the specification alone: slow, plain Python without a stack of
its own making. An effect is a generator that yields what it asks and goes on with the answer, so an interruption is a
call. The tests play both and compare. Imports nothing of the game."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from itertools import pairwise

Place = tuple[int, int]  # row and column, from 1
Asking = Generator[list[str], str, None]

ASSASSIN, HERMIT, LOVER, DIPLOMAT, SCHOLAR, OTHER_LOVER, PRINCESS, QUEEN, KING = 1, 2, 6, 12, 13, 14, 16, 17, 18
REACTING = (LOVER, SCHOLAR, OTHER_LOVER, PRINCESS)  # those whose reaction asks for something


class Over(Exception):
    """The game ends here, whatever is open."""


class Open:
    """An effect that asks or has been interrupted."""

    def __init__(self, card: int, verb: str, left: list[int], all: bool) -> None:
        self.card, self.verb, self.left, self.all = card, verb, left, all  # left: cards still to be flipped


class Oracle:
    """One game. `legal` is what may be done now, `do` does it."""

    def __init__(
        self,
        layout: dict[Place, int],
        up: set[int],
        goal: dict[Place, int],
        mixing: Callable[[list[Place]], list[int]],
        completed: int = 0,
        known: dict[int, set[int]] | None = None,
    ) -> None:
        """`mixing` says in which order the Jester's cards lie afterwards; `known` the candidates by card, as at the
        start of a game where left out."""
        self.at = dict(layout)  # the card on each place
        self.up = set(up)  # the cards that lie up
        self.goal = dict(goal)
        self.mixing = mixing
        self.completed = completed
        self.flips = 0
        self.most_flips = 0
        self.ending: str | None = None
        self.open: list[Open] = []  # outermost first
        self.mixed: list[int] = []  # cards mixed by the last action
        hidden = set(self.at.values()) - self.up
        self.maybe = {
            card: ({1} if card == 1 else hidden - {1}) if card in hidden else {card} for card in goal.values()
        }
        self.how = {card: "placed" if card == 1 else "" for card in goal.values()}
        if known is not None:
            self.maybe |= {card: set(known[card]) for card in known}
        self.deduce()
        self.game = self.turns()
        self.legal = next(self.game)

    def do(self, text: str) -> None:
        assert text in self.legal, text
        self.mixed = []
        try:
            self.legal = self.game.send(text)
        except Over as over:
            self.ending, self.legal, self.open = str(over), [], []
            self.up = set(self.at.values())
            self.maybe = {card: {card} for card in self.up}

    @property
    def score(self) -> int:
        wrong = sum(self.at[place] != card for place, card in self.goal.items())
        return wrong + (2 if self.ending == "assassin" else 0)

    # geometry

    def place(self, card: int) -> Place:
        return next(place for place, there in self.at.items() if there == card)

    def near(self, place: Place) -> list[Place]:
        return [there for there in self.at if abs(there[0] - place[0]) + abs(there[1] - place[1]) == 1]

    def around(self, place: Place) -> list[Place]:
        far = {there: max(abs(there[0] - place[0]), abs(there[1] - place[1])) for there in self.at}
        return [there for there in self.at if far[there] == 1]

    def jumps(self, place: Place) -> list[Place]:
        return [there for there in self.at if {abs(there[0] - place[0]), abs(there[1] - place[1])} == {1, 2}]

    def run(self, place: Place, down: int, along: int) -> list[Place]:
        """The places from here in one direction, until the first gap."""
        found = []
        row, column = place[0] + down, place[1] + along
        while (row, column) in self.at:
            found.append((row, column))
            row, column = row + down, column + along
        return found

    # asking

    def ask(self, verb: str, places: Sequence[Place], *more: str) -> Generator[list[str], str, Place | str]:
        legal = [f"{verb} {name(place)}" for place in sorted(places)] + list(more)
        if not legal:
            return ""  # a choice with no option is skipped
        answer = yield legal
        if answer in more:
            return answer
        return next(place for place in self.at if f"{verb} {name(place)}" == answer)

    # the turn

    def turns(self) -> Asking:
        while True:
            if not self.up:
                raise Over("all-down")
            self.flips = 0
            more = ["end-game"] if self.completed else []
            place = yield from self.ask("activate", [self.place(card) for card in self.up], *more)
            if place == "end-game":
                raise Over("chosen")
            card = self.at[place]
            yield from self.order(card)
            if card in self.up:
                self.turn_down(card)
            yield from self.last_swap()
            self.completed += 1

    def last_swap(self) -> Asking:
        def side(place: Place) -> bool:
            return self.at[place] in self.up

        def partners(place: Place) -> list[Place]:
            return [there for there in self.near(place) if side(there) == side(place)]

        first = yield from self.ask("choose", [place for place in self.at if partners(place)], "skip-swap")
        if first == "skip-swap":
            return
        second = yield from self.ask("choose", partners(first), "skip-swap")
        if second != "skip-swap":
            self.swap(first, second)

    # primitive operations

    def swap(self, one: Place, other: Place) -> None:
        self.at[one], self.at[other] = self.at[other], self.at[one]

    def turn_down(self, card: int) -> None:
        self.up.remove(card)
        self.learn(card, "seen")

    def learn(self, card: int, how: str) -> None:
        if card not in self.up and self.how[card] != "seen":
            self.how[card] = how
        self.maybe[card] = {card}
        self.deduce()

    def flip(self, card: int) -> Asking:
        self.flips += 1
        self.most_flips = max(self.most_flips, self.flips)
        if card in self.up:
            self.turn_down(card)
        else:
            self.up.add(card)
            self.how[card] = ""
            self.learn(card, "")
            yield from self.reveal(card)

    def reveal(self, card: int) -> Asking:
        if card == ASSASSIN:
            raise Over("assassin")
        if DIPLOMAT in self.up and card != DIPLOMAT and self.place(card) in self.near(self.place(DIPLOMAT)):
            self.swap(self.place(card), self.place(DIPLOMAT))
        here = self.place(card)
        if card == HERMIT:
            yield from self.flip(HERMIT)
        elif card == SCHOLAR:
            yield from self.flip_one(card, self.near(here))
        elif card == PRINCESS:
            yield from self.flip_all(card, self.near(here))
        elif card in (LOVER, OTHER_LOVER):
            beloved = LOVER + OTHER_LOVER - card
            if beloved in self.up:
                yield from self.flip_one(card, self.near(self.place(beloved)))

    def flip_one(self, source: int, places: list[Place]) -> Asking:
        self.open.append(Open(source, "flip", [self.at[place] for place in places], False))
        place = yield from self.ask("flip", places)
        self.open[-1].left = []
        yield from self.flip(self.at[place])
        self.open.pop()

    def flip_all(self, source: int, places: list[Place]) -> Asking:
        effect = Open(source, "flip", [self.at[place] for place in places], True)
        self.open.append(effect)
        while effect.left:
            place = yield from self.ask("flip", [self.place(card) for card in effect.left])
            card = self.at[place]
            effect.left.remove(card)
            yield from self.flip(card)
        self.open.pop()

    def peek(self, source: int) -> Generator[list[str], str, int]:
        self.open.append(Open(source, "peek", [], False))
        place = yield from self.ask("peek", [place for place, card in self.at.items() if card not in self.up])
        card = self.at[place]
        if card == ASSASSIN:
            raise Over("assassin")
        self.learn(card, "peeked")
        self.open.pop()
        return card

    def choose(self, source: int, places: list[Place]) -> Generator[list[str], str, Place | str]:
        self.open.append(Open(source, "choose", [], False))
        place = yield from self.ask("choose", places)
        self.open.pop()
        return place

    # the Orders

    def order(self, card: int) -> Asking:
        here = self.place(card)
        row, column = here
        left, right = (row, column - 1), (row, column + 1)
        if card == 3:
            yield from self.peek(card)
        elif card == 4:
            places = [place for place in (left, here, right) if place in self.at]
            self.mix(places)
            yield from self.flip_one(card, places)
        elif card == 5:
            self.open.append(Open(card, "call", [], False))
            call = yield [f"call {number}" for number in sorted(self.goal.values())]
            self.open.pop()
            peeked = yield from self.peek(card)
            if call == f"call {peeked}":
                yield from self.flip(peeked)
        elif card == 7:
            if left in self.at and right in self.at:
                self.swap(left, right)
        elif card == 8:
            above = {x: min((y for y in self.up if y > x), default=0) for x in self.up}
            places = [place for place in self.around(here) if above.get(self.at[place])]
            x = yield from self.choose(card, places)
            if x:
                self.swap(x, self.place(above[self.at[x]]))
        elif card == 9:
            if right in self.at:
                line = [*reversed(self.run(right, 0, -1)), right]  # from the left end to the card that goes there
                cards = [self.at[place] for place in line]
                for place, moved in zip(line, [cards[-1], *cards[:-1]], strict=True):
                    self.at[place] = moved
        elif card == 10:
            place = yield from self.choose(card, self.jumps(here))
            if place:
                self.swap(here, place)
        elif card == 11:
            peeked = yield from self.peek(card)
            if peeked < 11:
                yield from self.flip(peeked)
        elif card == 15:
            one = yield from self.choose(card, list(self.at))
            other = yield from self.choose(card, [place for place in self.at if place != one])
            self.swap(one, other)
        elif card == QUEEN:
            lines = [self.run(here, *way) for way in ((0, 1), (0, -1), (1, 0), (-1, 0))]
            goal = yield from self.choose(card, [place for line in lines for place in line])
            line = next(line for line in lines if goal in line)
            path = [here, *line[: line.index(goal) + 1]]
            for before, place in pairwise(path):
                self.swap(before, place)
            yield from self.flip_all(card, path[:-1])
        elif card == KING:
            yield from self.flip_all(card, self.around(here))

    def mix(self, places: list[Place]) -> None:
        cards = [self.at[place] for place in places]
        union = set().union(*(self.maybe[card] for card in cards))
        after = self.mixing(places)
        assert sorted(after) == sorted(cards), "the Jester mixes what lies there"
        self.mixed = cards
        for place, card in zip(places, after, strict=True):
            self.at[place] = card
            self.up.discard(card)
            self.maybe[card] = set(union)
            self.how[card] = "seen" if len(union) == 1 else ""
        self.deduce()

    # what the player knows

    def deduce(self) -> None:
        """KF-72, 5, to the letter."""
        down = [card for card in self.at.values() if card not in self.up]
        while True:
            before = {card: set(self.maybe[card]) for card in down}
            for card in down:
                alone = [self.maybe[other] for other in down if other != card and len(self.maybe[other]) == 1]
                self.maybe[card] = self.maybe[card] - self.up - set().union(*alone)
            for number in self.at.values():
                holders = [card for card in down if number in self.maybe[card]]
                if len(holders) == 1:
                    self.maybe[holders[0]] = {number}
            if before == {card: self.maybe[card] for card in down}:
                break
        for card in down:
            assert card in self.maybe[card], "the truth is never ruled out"
            if len(self.maybe[card]) == 1 and not self.how[card]:
                self.how[card] = "deduced"


def name(place: Place) -> str:
    return f"r{place[0]}c{place[1]}"
