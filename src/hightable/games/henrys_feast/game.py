"""Henry's Feast as a Game: its options, its view, its result. Imports the engine and the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import ALL, Game, Moves, State, View
from hightable.engine.dice import Dice
from hightable.engine.options import Option, Value
from hightable.engine.result import Result
from hightable.engine.style import Style
from hightable.engine.words import N_, shown
from hightable.games.henrys_feast.deck import BACKS, HOUSE, RECIPES, DeckOption
from hightable.games.henrys_feast.hints import bias, prospects
from hightable.games.henrys_feast.pieces import (
    ACTIONS,
    EVENTS,
    HAND,
    PANTRY,
    SLOTS_SHOWN,
    SPACES,
    STATIONS,
    STEALING_DOWN,
    STEALING_UP,
    TRACKS,
)
from hightable.games.henrys_feast.restore import restore
from hightable.games.henrys_feast.rules import STEPS, set_up
from hightable.games.henrys_feast.scoring import reckon
from hightable.games.henrys_feast.state import FIELDS, LIMITS, HenrysFeast
from hightable.games.henrys_feast.validate import validate

PHASES: Final = (
    "busy", "active", "market", "corner", "corner-down", "corner-up", "corner-buy", "stockroom", "share", "cook",
    "passive", "final-first",
)  # fmt: skip
ENDS: Final = ("", "last-call", "limit")
SWITCH: Final[dict[Value, str]] = {"no": N_("No"), "yes": N_("Yes")}


class Team(Option):
    """HF-94: four players only."""

    def values(self, seats: int) -> list[Value]:
        return ["no", "yes"] if seats == 4 else ["no"]


class RoundLimit(Option):
    """HF-R10: any number of rounds, 0 for none."""

    def own(self, seats: int, given: object) -> Value:
        text = shown(given)
        if text.isascii() and text.isdigit() and len(text) < 4:
            return int(text)
        return super().own(seats, given)


class HenrysFeastGame(Game):
    def __init__(self) -> None:
        super().__init__(
            id="henrys-feast",
            title=N_("Henry's Feast"),
            rules=1,
            seats=(2, 5),
            actions=ACTIONS,
            events=EVENTS,
            steps=STEPS,
            fields=FIELDS,
            end_rule="HF-71",
            limits=LIMITS,
            options=[
                Option(
                    "tutorial",
                    N_("Tutorial"),
                    N_("The first Feast recipe lies open from the start; nobody has to prove their worth."),
                    ["no", "yes"],
                    "HF-90",
                    SWITCH,
                ),
                Option(
                    "quick",
                    N_("Quick game"),
                    N_("No cookbook: only the four recipes on display. Includes the tutorial."),
                    ["no", "yes"],
                    "HF-91",
                    SWITCH,
                ),
                Team(
                    "team",
                    N_("Teams"),
                    N_("Four players in two teams. Partners sit alternately: chairs 1 and 3 against chairs 2 and 4."),
                    ["no", "yes"],
                    "HF-94",
                    SWITCH,
                ),
                Option(
                    "memory_aid",
                    N_("Memory aid"),
                    N_("What you have seen once stays in view, instead of being left to your memory."),
                    ["no", "yes"],
                    "HF-104",
                    SWITCH,
                ),
                RoundLimit(
                    "round_limit",
                    N_("Rounds at most"),
                    N_("After so many rounds the Last Round comes, even if nobody calls it."),
                    [100, 50, 30, 20, 10, 0],
                    "HF-R10",
                    {0: N_("no limit")},
                ),
                DeckOption(
                    "deck",
                    N_("Recipes"),
                    N_("Which fifty recipes are used."),
                    [HOUSE],
                    "HF-8",
                    {HOUSE: N_("House deck")},
                ),
            ],
            depth=2,
            efforts={"apprentice": -4, "cook": -2, "chef": 1, "master": 100},
            style=Style(horizon=4, spread=200, heat=150, cool=15),
        )

    def blank(self, seats: int, options: dict[str, Value], dice: Dice) -> HenrysFeast:
        return HenrysFeast(self, seats, options, dice)

    def set_up(self, s: State) -> None:
        assert isinstance(s, HenrysFeast)
        set_up(s)

    def recalls(self, options: Mapping[str, Value]) -> bool:
        """HF-104."""
        return options["memory_aid"] == "yes"

    def describe(self, s: State, viewer: int | None) -> View:
        """HF-102 … HF-106, HF-111."""
        assert isinstance(s, HenrysFeast)
        me = -1 if viewer is None else viewer
        top = s.top() if s.depth > 1 else 0
        leafing = me == ALL or (me >= 0 and s.awaited >> me & 1 == 1)
        below = [int(s.book[i]) for i in range(s.book_n)]
        return {
            "round": int(s.round),
            "turn": int(s.turn),
            "first": int(s.first),
            "now": None if s.over else int(s.now()),
            "phase": PHASES[top] if s.depth else "over" if s.round else "setup",  # no frames: not begun, or over
            "active": ACTIONS.text(s.active) if s.active else None,
            "called": int(s.called) - 1 if s.called else None,
            "last": ENDS[s.last],
            "market": [int(count) for count in s.market],
            "row": [int(s.row[i]) for i in range(s.row_n)],
            "deck": int(s.deck_n),
            "discard": int(s.discard_n),
            "discard_top": int(s.discard[s.discard_n - 1]) if s.discard_n else None,
            "display": [int(s.display[i]) if s.display[i] >= 0 else None for i in range(SLOTS_SHOWN)],
            "book": int(s.book_n),
            "book_top": self.card(s, s.book[s.book_n - 1], me) if s.book_n else None,
            "book_backs": backs(s, below[:-1]) if leafing and top == STEALING_DOWN else None,
            "book_faces": sorted(below) if leafing and top == STEALING_UP else None,
            "gone": int(s.gone_n),
            "bonus": [int(recipe) for recipe in s.bonus],
            "feast": [{**self.card(s, s.feast[i], me), "up": s.feast_up >> i & 1 == 1} for i in range(3)],
            "worth": [s.worth >> seat & 1 == 1 for seat in range(s.seats)],
            "kitchens": [self.kitchen(s, seat, me) for seat in range(s.seats)],
            "bought": [int(count) for count in s.bought],
            "cleared": s.cleared == 1,
            "freshened": s.freshened == 1,
            "filled": s.filled == 1,
            "cooked": [spot for spot in range(len(TRACKS)) if s.cooked >> spot & 1],
            "shared": int(s.shared),
        }

    def card(self, s: HenrysFeast, recipe: int, viewer: int) -> View:
        """A recipe: its back, its face if the viewer sees it, and who else does, which all could watch."""
        seen = s.knows(viewer, recipe) if s.depth or s.round else s.feast_up & 1 == 1 and recipe == s.feast[0]
        seen = seen or viewer == ALL
        back, eyes = int(s.cards.back[recipe]), int(s.seen[recipe])
        return {"back": back, "recipe": int(recipe) if seen else None, "seen": eyes}

    def kitchen(self, s: HenrysFeast, seat: int, viewer: int) -> View:
        """HF-13, HF-102."""
        side, mine = s.side(seat), s.over or viewer == ALL or s.mates(viewer, seat)
        pile = [recipe for recipe in range(RECIPES) if s.pile[side] >> recipe & 1]
        stations: list[list[int]] = []
        for station in range(STATIONS):
            at = seat * STATIONS + station
            stations.append([s.station[at * SPACES + i] - 1 for i in range(s.station_n[at])])
        return {
            "pantry": [s.pantry[seat * PANTRY + i] - 1 for i in range(s.pantry_n[seat])],
            "pantry_size": int(s.pantry_size(seat)),
            "stations": stations,
            "unlocked": int(s.stations(seat)),
            "tracks": [int(s.level(seat, track)) for track in range(len(TRACKS))],
            "hand": [self.card(s, s.hand[seat * HAND + i], viewer) for i in range(s.hand_n[seat])],
            "hand_limit": int(s.hand_limit(seat)),
            "pile": pile if mine else None,
            "dishes": len(pile),
            "feasted": [s.feasted[side] >> course & 1 == 1 for course in range(3)],
        }

    def restore(self, s: State, view: View) -> None:
        assert isinstance(s, HenrysFeast)
        restore(s, view, PHASES.index(view["phase"]) if view["phase"] in PHASES else 0)

    def bias(self, s: State, seat: i64, moves: Moves, out: vec[i64]) -> None:
        assert isinstance(s, HenrysFeast)
        bias(s, seat, moves, out)

    def prospects(self, s: State, out: vec[i64]) -> None:
        assert isinstance(s, HenrysFeast)
        prospects(s, out)

    def validate(self, s: State) -> None:
        assert isinstance(s, HenrysFeast)
        validate(s)

    def reckon(self, s: State) -> Result:
        assert isinstance(s, HenrysFeast)
        return reckon(s)


def backs(s: HenrysFeast, recipes: list[int]) -> list[int]:
    """HF-32: how many there are of each back."""
    found = [0] * len(BACKS)
    for recipe in recipes:
        found[s.cards.back[recipe]] += 1
    return found


GAME = HenrysFeastGame()
