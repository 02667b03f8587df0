"""The Feast as a Game: its option, its view, its result. Imports the engine and the rules."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import ALL, Game, Moves, State, View, sees
from hightable.engine.dice import Dice
from hightable.engine.options import Option, Value
from hightable.engine.result import Line, Result
from hightable.engine.style import Style
from hightable.engine.words import N_
from hightable.games.the_feast.hints import appraise
from hightable.games.the_feast.rules import (
    ACTIONS,
    CARDS,
    DECK,
    EVENTS,
    FIELDS,
    GAFFE,
    HAND,
    HANDS,
    HOLDERS,
    LIMITS,
    LOWEST,
    PLOYS,
    SINGLE,
    STEPS,
    SWEEP,
    TOPIC,
    WIDTH,
    TheFeast,
)
from hightable.games.the_feast.validate import validate

WORTH: Final = vec[i64]([i64(n) for n in (0, 300, 290, 280, 270, 260, 250, 260, 280, 300, 320)])


class Dummies(Option):
    """TF-2, TF-18: any number that keeps four to eight at the table; the fewest if nobody says otherwise."""

    def values(self, seats: int) -> list[Value]:
        return list(range(max(0, 4 - seats), HOLDERS - seats + 1))


class TheFeastGame(Game):
    def __init__(self) -> None:
        super().__init__(
            id="the-feast",
            title=N_("The Feast"),
            rules=1,
            seats=(2, HOLDERS),
            actions=ACTIONS,
            events=EVENTS,
            steps=STEPS,
            fields=FIELDS,
            end_rule="TF-16",
            limits=LIMITS,
            options=[
                Dummies(
                    "dummies",
                    N_("Dummies"),
                    N_(
                        "Straw guests. Each is dealt in and plays a random card, face up, before you choose; it can "
                        "never win. Chairs and dummies together are four to eight; usually as few as possible."
                    ),
                    rule="TF-18",
                )
            ],
            depth=4,
            efforts={"apprentice": 1, "cook": 2, "chef": 5, "master": 600},
            style=Style(horizon=0, spread=500, heat=100),
        )

    def blank(self, seats: int, options: dict[str, Value], dice: Dice) -> TheFeast:
        return TheFeast(self, seats, options, dice)

    def set_up(self, s: State) -> None:
        s.push(HAND)

    def describe(self, s: State, viewer: int | None) -> View:
        """TF-19 … TF-21."""
        assert isinstance(s, TheFeast)
        holders: list[View] = []
        for holder in range(s.holders):
            ploy: object = int(s.ploys[holder]) or None
            gaffe = s.shown == 1 and s.is_gaffe(s.ploys[holder])
            if s.lies_down(holder) and not sees(viewer, holder):
                ploy = "down"
            hands: list[int] = [s.scores[holder * HANDS + i] for i in range(s.scored)]
            captured = ranks(s.captured, holder * WIDTH)
            holders.append(
                {
                    "dummy": holder >= s.seats,
                    "cards": int(s.cards(holder)),
                    "ploy": ploy,
                    "gaffe": gaffe,
                    "captured": captured,
                    "hands": hands,
                    "total": sum(hands) + sum(captured),
                }
            )
            if viewer == ALL:
                holders[holder]["hand"] = ranks(s.hands, holder * WIDTH)
        return {
            "phase": phase(s),
            "hand_number": int(s.hand),
            "round": int(s.round),
            "rounds": int(s.rounds),
            "topic": int(s.topic) or None,
            "hand": [] if viewer is None or viewer == ALL else ranks(s.hands, viewer * WIDTH),
            "holders": holders,
            "discards": [int(n) for n in s.discards],
            "deck": int(CARDS - s.drawn),
            "choice": choice(s),
        }

    def restore(self, s: State, view: View) -> None:
        assert isinstance(s, TheFeast)
        s.hand, s.round = view["hand_number"], view["round"]
        s.scored = len(view["holders"][0]["hands"])
        s.topic = view["topic"] or 0
        s.drawn = CARDS - view["deck"]
        s.discards = vec[i64]([i64(n) for n in view["discards"]])
        self._lay_cards(s, view)
        if view["over"]:
            return
        waiting = 0
        for seat in view["deciding"]:
            waiting |= 1 << seat
        s.push(HAND)
        if view["phase"] in ("single", "lowest"):
            s.shown = 1
            s.push(SWEEP)
            s.push(SINGLE if view["phase"] == "single" else LOWEST, waiting)
            for rank in view["choice"]["gaffes"]:
                s.gaffes |= 1 << rank
        else:
            s.push(PLOYS, waiting)

    def _lay_cards(self, s: TheFeast, view: View) -> None:
        """Put what is seen where it is seen, and deal what is left over in any order."""
        unseen = [0] * WIDTH
        for rank in DECK:
            unseen[rank] += 1
        unseen[s.topic] -= 1
        for rank in range(WIDTH):
            unseen[rank] -= s.discards[rank]
        for holder, seen in enumerate(view["holders"]):
            for i, points in enumerate(seen["hands"]):
                s.scores[holder * HANDS + i] = points
            for rank in seen["captured"]:
                s.captured[holder * WIDTH + rank] += 1
                unseen[rank] -= 1
            if isinstance(seen["ploy"], int):
                s.ploys[holder] = seen["ploy"]
                unseen[seen["ploy"]] -= 1
        for rank in view["hand"]:
            s.hands[view["viewer"] * WIDTH + rank] += 1
            unseen[rank] -= 1
        pile = [rank for rank in range(1, WIDTH) for copy in range(unseen[rank])]
        for holder, seen in enumerate(view["holders"]):
            if seen["ploy"] == "down":
                s.ploys[holder] = pile.pop()
            if holder != view["viewer"]:
                for _card in range(seen["cards"]):
                    s.hands[holder * WIDTH + pile.pop()] += 1
        for i in range(s.drawn, CARDS):
            s.deck[i] = pile.pop()

    def validate(self, s: State) -> None:
        assert isinstance(s, TheFeast)
        validate(s)

    def reckon(self, s: State) -> Result:
        """TF-16, TF-R6, TF-R8: the highest total of a real player wins, ties share, dummies can't."""
        assert isinstance(s, TheFeast)
        lines = [
            Line(
                N_("Hand %(number)s"),
                [s.scores[holder * HANDS + hand] for holder in range(s.holders)],
                {"number": hand + 1},
            )
            for hand in range(HANDS)
        ]
        totals = [sum(line.points[holder] for line in lines) for holder in range(s.holders)]
        return Result(totals[: s.seats], lines, "played out", guests=totals[s.seats :])

    def appraise(self, view: View) -> list[float]:
        return appraise(view)

    def bias(self, s: State, seat: i64, moves: Moves, out: vec[i64]) -> None:
        """A capture is worth its rank; of cards to say nothing is known beforehand."""
        assert isinstance(s, TheFeast)
        for i in range(moves.n):
            action = moves.items[i]
            out[i] = 0 if action < TOPIC else 100 * (s.topic if action == TOPIC else action - GAFFE)

    def prospects(self, s: State, out: vec[i64]) -> None:
        """What is scored, what is captured, and what the cards in hand may bring."""
        assert isinstance(s, TheFeast)
        captured, hands, worth = s.captured, s.hands, WORTH
        for seat in range(s.seats):
            points: i64 = 0
            hopes: i64 = 0
            for hand in range(s.scored):
                points += s.scores[seat * HANDS + hand]
            for rank in range(1, WIDTH):
                points += rank * captured[seat * WIDTH + rank]
                hopes += worth[rank] * hands[seat * WIDTH + rank]
            out[seat] = 100 * points + hopes


def ranks(row: vec[i64], start: int) -> list[int]:
    """A row of counts as cards, lowest first."""
    return [rank for rank in range(1, WIDTH) for copy in range(row[start + rank])]


def phase(s: TheFeast) -> str:
    if s.over:
        return "over"
    if s.top() == SINGLE:
        return "single"
    if s.top() == LOWEST:
        return "lowest"
    if s.shown:
        return "reveal"
    return "scored" if s.scored == s.hand else "ploys"


def choice(s: TheFeast) -> View | None:
    """TF-11, TF-12: who picks a capture, and among what; all of it lies face up."""
    if s.over or s.top() not in (SINGLE, LOWEST):
        return None
    gaffes = [rank for rank in range(1, WIDTH) if s.is_gaffe(rank)]
    return {"seat": s.deciding[0], "topic": s.top() == SINGLE, "gaffes": gaffes}


GAME = TheFeastGame()
