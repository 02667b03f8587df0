"""The rules against a second implementation of them, `oracle.py`: after every action of random games both allow the
same, and the same lies on the table."""

from __future__ import annotations

import pytest

from hightable.engine import Fast, View
from hightable.games.kings_feast import GAME
from hightable.games.kings_feast.rules import KingsFeast
from tests.kings_feast.oracle import Oracle, Place
from tests.kings_feast.table import ODD, SHIPPED, at_random, eager, legal, numbers, patient, place

ARRANGEMENTS = {**{name: name for name in SHIPPED}, **ODD}
LONGEST = 120


class Pair:
    """A position in both implementations."""

    def __init__(self, state: KingsFeast) -> None:
        view, data = state.view(0), state.dump()
        self.state = state
        self.places: list[Place] = [place(name) for name in view["arrangement"]["cells"]]
        cards = dict(zip(self.places, numbers(state), strict=True))
        up = {card for i, card in enumerate(cards.values()) if data["up"] >> i & 1}
        goal = dict(zip(self.places, view["arrangement"]["goal"], strict=True))
        self.oracle = Oracle(cards, up, goal, self.mixing, view["completed"])
        self.ids = dict(zip(numbers(state), (cell["id"] for cell in view["cells"]), strict=True))
        self.used = set(self.ids.values())
        self.deepest = 0

    def mixing(self, places: list[Place]) -> list[int]:
        """Chance is the game's own: the order in which the cards lie now."""
        cards = dict(zip(self.places, numbers(self.state), strict=True))
        return [cards[place] for place in places]

    def do(self, action: int) -> None:
        self.state.apply(0, action)
        self.oracle.do(GAME.text(action))
        self.compare()

    def compare(self) -> None:
        state, oracle, view = self.state, self.oracle, self.state.view(0)
        assert sorted(legal(state)) == sorted(oracle.legal)
        assert numbers(state) == [oracle.at[place] for place in self.places]
        assert [cell["up"] for cell in view["cells"]] == [oracle.at[place] in oracle.up for place in self.places]
        assert [set(cell["maybe"]) for cell in view["cells"]] == [oracle.maybe[card] for card in numbers(state)]
        assert view["ending"] == oracle.ending
        assert state.over == (oracle.ending is not None)
        assert view["completed"] == oracle.completed
        if state.over:
            assert state.result.scores == [oracle.score] == [view["score"]["score"]]
            return
        assert view["flips"] == oracle.flips
        self.compare_stacks()
        self.compare_ids()
        for card, cell in zip(numbers(state), view["cells"], strict=True):
            known = len(cell["maybe"]) == 1
            assert cell["number"] == (card if known else None)
            assert cell["how"] == ("up" if card in oracle.up else oracle.how[card] if known else "")

    def compare_stacks(self) -> None:
        """Effects with nothing left to do may be shown or not; the order of the others is the same."""

        def every(effect: View) -> bool:
            return effect["all"] and effect["verb"] == "flip"

        view, oracle = self.state.view(0), self.oracle
        mine = [
            (effect["card"], effect["verb"], [self.places[cell] for cell in effect["left"]], every(effect))
            for effect in view["stack"]
            if effect["left"] or effect["verb"] != "flip"
        ]
        theirs = [
            (effect.card, effect.verb, sorted(oracle.place(card) for card in effect.left), effect.all)
            for effect in reversed(oracle.open)
            if effect.left or effect.verb != "flip"
        ]
        assert mine == theirs
        assert view["asking"] == (theirs[0][0] if theirs else None)
        self.deepest = max(self.deepest, len(theirs))

    def compare_ids(self) -> None:
        """KF-74: an id follows its card, and is new for a card that the Jester mixed."""
        for card, cell in zip(numbers(self.state), self.state.view(0)["cells"], strict=True):
            if card in self.oracle.mixed:
                assert cell["id"] not in self.used
                self.used.add(cell["id"])
                self.ids[card] = cell["id"]
            else:
                assert cell["id"] == self.ids[card]


@pytest.mark.parametrize("arrangement", ARRANGEMENTS.values(), ids=ARRANGEMENTS)
def test_games_go_the_same_in_both(arrangement: str) -> None:
    deepest = actions = 0
    for number in range(30):
        state = GAME.start(1, f"oracle {number}", {"arrangement": arrangement})
        assert isinstance(state, KingsFeast)
        pair, dice = Pair(state), Fast.of(f"oracle {number}")
        pair.compare()
        for _action in range(LONGEST):
            if state.over:
                break
            pair.do(patient(state.view(0), dice))
            actions += 1
        deepest = max(deepest, pair.deepest)
    assert actions >= 30
    if arrangement in SHIPPED[1:]:
        assert deepest >= 2, "effects interrupt each other"


@pytest.mark.parametrize("arrangement", ARRANGEMENTS.values(), ids=ARRANGEMENTS)
def test_stacks_go_the_same_in_both_from_any_position(arrangement: str) -> None:
    """Hostile positions: the reacting cards lie down and close together, whoever is up is activated."""
    deepest = flips = 0
    for number in range(50):
        dice = Fast.of(f"stacks {number} {arrangement[:40]}")
        state = at_random(arrangement, dice)
        pair = Pair(state)
        pair.compare()
        for _action in range(40):
            if state.over:
                break
            pair.do(eager(state, state.legal(0), dice))
        deepest, flips = max(deepest, pair.deepest), max(flips, pair.oracle.most_flips)
    assert flips < 140
    if arrangement in SHIPPED[1:]:
        assert deepest >= 3 and flips >= 10, "hostile indeed"
