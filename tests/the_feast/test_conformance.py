"""The engine's nets under The Feast: every number of seats with every number of dummies, and every bot."""

from __future__ import annotations

import pytest

from hightable.bots import KNOWN, bot
from hightable.engine import Fast, View, check_game
from hightable.games.the_feast import GAME
from tests.the_feast.table import keeps_all_cards

VARIANTS = [(seats, dummies) for seats in range(2, 9) for dummies in GAME.options[0].values(seats)]


@pytest.mark.parametrize(("seats", "dummies"), VARIANTS)
def test_the_feast_keeps_its_contract(seats: int, dummies: int) -> None:
    summary = check_game(
        GAME, games=1, seats=[seats], options={"dummies": dummies}, longest=250, invariant=keeps_all_cards
    )
    rounds = (0, 0, 0, 0, 8, 8, 7, 6, 6)[seats + dummies]
    assert summary.decisions >= 4 * (rounds - 1) * seats


class Level:
    """A bot as a function of its view: with fresh dice each time, so that only the view can make a difference."""

    def __init__(self, level: str) -> None:
        self.bot = bot(level)

    def __call__(self, view: View) -> int:
        return self.bot.choose(GAME, view, Fast(1))


@pytest.mark.parametrize("level", KNOWN)
def test_a_bot_chooses_by_its_view_alone(level: str) -> None:
    check_game(GAME, games=1, seats=[3], options={"dummies": 1}, choices=[Level(level)])
