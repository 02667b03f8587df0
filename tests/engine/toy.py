"""A tiny correct game for the tests of the engine. Two or three players hold three hidden cards each. In every round
all bid at once; the highest bid (the lowest seat among equals) pays and may draw a card from the deck, shuffled
at the start, or roll a die. Cards and points count. Every trait that the checks look for is here: hidden hands, a
hidden deck, a simultaneous choice, private events, chance, an option."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hightable.engine import ALL, Actions, Dice, Event, Game, Line, Moves, Option, Result, State, Step, Value, View

CARDS = 12
SLOTS = 6  # cards that a hand can hold
BIDDING, TURN = 0, 1
DREW, DRAWN, ROLLED, BID, READY, SHOWN = range(6)
EVENTS = (
    Event("drew", "seat", "card"),
    Event("drawn", "seat"),
    Event("rolled", "seat", "points"),
    Event("bid", "seat", "bid"),
    Event("ready", "seat"),
    Event("shown", "a", "b", "c"),
)
ACTIONS = Actions(("bid", range(3)), ("draw",), ("roll",))
DRAW, ROLL = ACTIONS.first("draw"), ACTIONS.first("roll")
FIELDS = ("round", "left", "deck", "hands", "bids", "points")


class Toy(State):
    def __init__(
        self, game: Game, seats: int, options: dict[str, Value], dice: Dice, source: State | None = None
    ) -> None:
        super().__init__(game, seats, options, dice, source)
        self.round = 0
        self.left = 0  # cards in the deck; the last is on top
        self.deck = [0] * CARDS
        self.hands = [0] * (3 * SLOTS)
        self.bids = [0] * 3  # one more than the bid, 0 for none yet
        self.points = [0] * 3

    def copy(self) -> Toy:
        s = type(self)(self.game, self.seats, self.options, self.dice.copy(), self)
        s.round, s.left = self.round, self.left
        s.deck, s.hands, s.bids, s.points = self.deck[:], self.hands[:], self.bids[:], self.points[:]
        return s

    def unknown(self, viewer: int) -> int:
        """The deck, the hands of others, and during the bidding their bids, made or not."""
        bids = sum(seat != viewer for seat in range(self.seats)) if self.depth and self.top() == BIDDING else 0
        return self.left + bids + sum(len(self.hand(seat)) for seat in range(self.seats) if seat != viewer)

    def redeal(self, viewer: int, dice: Dice) -> None:
        others = [seat for seat in range(self.seats) if seat != viewer]
        places = [seat * SLOTS + i for seat in others for i in range(len(self.hand(seat)))]
        cards = dice.shuffled([*self.deck[: self.left], *(self.hands[place] for place in places)])
        self.deck = cards[: self.left] + [0] * (CARDS - self.left)
        for place, card in zip(places, cards[self.left :], strict=True):
            self.hands[place] = card
        for seat in others:
            if self.bids[seat]:
                self.bids[seat] = 1 + dice.below(3)
        self.dice = dice.split()

    def hand(self, seat: int) -> list[int]:
        return [card for card in self.hands[seat * SLOTS : (seat + 1) * SLOTS] if card]

    def take(self, seat: int) -> int:
        """The top card of the deck goes to a hand."""
        self.left -= 1
        card, self.deck[self.left] = self.deck[self.left], 0
        self.hands[seat * SLOTS + len(self.hand(seat))] = card
        return card


class Bidding(Step[Toy]):
    rule = "TOY-1"

    def legal(self, s: Toy, seat: int, out: Moves) -> None:
        for bid in range(3):
            out.add(1 + bid)

    def choose(self, s: Toy, seat: int, action: int) -> None:
        s.bids[seat] = action
        s.decided(seat)
        s.tell_only(1 << seat, BID, seat, action - 1)
        s.tell(READY, seat)

    def run(self, s: Toy) -> None:
        bids = list(s.bids)
        winner = bids.index(max(bids))
        s.points[winner] -= bids[winner] - 1
        s.bids = [0] * 3
        s.pop()
        s.tell(SHOWN, *bids)
        s.push(TURN, 1 << winner)


class Turn(Step[Toy]):
    rule = "TOY-2"

    def legal(self, s: Toy, seat: int, out: Moves) -> None:
        out.add(DRAW)
        out.add(ROLL)

    def choose(self, s: Toy, seat: int, action: int) -> None:
        s.pop()
        if action == DRAW:
            self.draw(s, seat)
        else:
            s.points[seat] += 1 + s.dice.below(6)
            s.tell(ROLLED, seat, s.points[seat])
        next_round(s)

    def draw(self, s: Toy, seat: int) -> None:
        card = s.take(seat)
        s.tell_only(1 << seat, DREW, seat, card)
        s.disclose()  # as much is hidden as before: the next bids
        s.tell(DRAWN, seat)


def next_round(s: Toy) -> None:
    s.round += 1
    if s.round <= s.options["rounds"]:
        s.push(BIDDING, (1 << s.seats) - 1)


class ToyGame(Game):
    state: type[Toy] = Toy

    def __init__(
        self,
        steps: Sequence[Step[Any]] | None = None,
        fields: Sequence[str] = FIELDS,
        mood: Sequence[Value] = ("plain",),
        actions: Actions = ACTIONS,
    ) -> None:
        super().__init__(
            id="toy",
            title="Toy",
            rules=1,
            seats=(2, 3),
            actions=actions,
            events=EVENTS,
            steps=steps or (Bidding(), Turn()),
            fields=fields,
            end_rule="TOY-3",
            options=[Option("rounds", "Rounds", "How long.", (3, 2)), Option("mood", "Mood", "Of no use.", mood)],
        )

    def blank(self, seats: int, options: dict[str, Value], dice: Dice) -> State:
        return self.state(self, seats, options, dice)

    def set_up(self, s: State) -> None:
        assert isinstance(s, Toy)
        s.deck = s.dice.shuffled(range(1, CARDS + 1))
        s.left = CARDS
        for seat in range(s.seats):
            for _card in range(3):
                s.take(seat)
        next_round(s)

    def describe(self, s: State, viewer: int | None) -> View:
        assert isinstance(s, Toy)
        return {
            "phase": "over" if s.over else ("bidding", "turn")[s.top()],
            "round": s.round,
            "left": s.left,
            "points": list(s.points[: s.seats]),
            "counts": [len(s.hand(seat)) for seat in range(s.seats)],
            "ready": [s.bids[seat] > 0 for seat in range(s.seats)],
            "hand": [] if viewer is None or viewer == ALL else s.hand(viewer),
            "bid": 0 if viewer is None or viewer == ALL else s.bids[viewer],
            **({"hands": [s.hand(seat) for seat in range(s.seats)]} if viewer == ALL else {}),
        }

    def restore(self, s: State, view: View) -> None:
        assert isinstance(s, Toy)
        s.round, s.left = view["round"], view["left"]
        s.points = view["points"] + [0] * (3 - s.seats)
        pile = [card for card in range(1, CARDS + 1) if card not in view["hand"]]
        for seat in range(s.seats):
            for i in range(view["counts"][seat]):
                s.hands[seat * SLOTS + i] = view["hand"][i] if seat == view["viewer"] else pile.pop()
            s.bids[seat] = view["bid"] if seat == view["viewer"] else int(view["ready"][seat])
        s.deck = pile + [0] * (CARDS - s.left)
        if not view["over"]:
            mask = sum(1 << seat for seat in view["deciding"])
            s.push(BIDDING if view["phase"] == "bidding" else TURN, mask)

    def reckon(self, s: State) -> Result:
        assert isinstance(s, Toy)
        lines = [
            Line("cards", [sum(s.hand(seat)) for seat in range(s.seats)]),
            Line("points", list(s.points[: s.seats])),
        ]
        return Result([sum(line.points[seat] for line in lines) for seat in range(s.seats)], lines, "played out")


def keeps_cards(s: State) -> None:
    """The invariant: no card is lost or doubled."""
    assert isinstance(s, Toy)
    cards = list(s.deck[: s.left]) + [card for card in s.hands if card]
    assert sorted(cards) == list(range(1, CARDS + 1)), f"cards are {sorted(cards)}"
