"""The engine's nets under The Royal Feast: the whole contract for every number of seats, with every value of every
option; that no piece is ever lost, for every combination of them."""

from __future__ import annotations

import pytest

from hightable.bots import KNOWN, bot
from hightable.engine import Fast, Match, View, check_game
from hightable.games.royal_feast.game import GAME
from tests.royal_feast.table import VARIANTS, anyhow, busy, idle, keeps_its_pieces, play, played

CHECKED = [  # each value of each option with two, three and four; a game takes some seconds
    (2, "strict", "no", 0, "kitchen"),
    (2, "aid", "yes", 1, "round"),
    (3, "strict", "yes", 1, "kitchen"),
    (3, "aid", "no", 0, "round"),
    (4, "strict", "yes", 0, "round"),
    (4, "aid", "no", 1, "kitchen"),
]


@pytest.mark.parametrize(("seats", "recall", "quick", "null", "double"), CHECKED)
def test_the_royal_feast_keeps_its_contract(seats: int, recall: str, quick: str, null: int, double: str) -> None:
    options = {"recall": recall, "quick_tables": quick, "null_coin": null, "kitchen_double": double}
    summary = check_game(GAME, games=1, seats=[seats], options=options, longest=3000, invariant=keeps_its_pieces)
    assert summary.decisions >= 2 * (11 * seats + 4 * seats)  # picks and places, then turns of at least one decision


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_piece_is_ever_lost(seats: int) -> None:
    for i, options in enumerate(VARIANTS):
        match = Match(GAME, seats, f"pieces {i}", options)
        keeps_its_pieces(match.state)
        for beats in play(match, (busy, anyhow, idle)[i % 3], Fast(i)):
            keeps_its_pieces(match.state)
            for beat in beats[:2]:
                keeps_its_pieces(beat.state)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_imagined_loses_no_piece_either(seats: int) -> None:
    for i, options in enumerate(VARIANTS):
        match = Match(GAME, seats, f"imagined {i}", options)
        dice = Fast(i)
        for number, _beats in enumerate(play(match, busy, Fast(i))):
            if number % 16 == i:
                seat = dice.below(seats)
                for view in (match.state.study(seat), match.state.view(seat), match.state.view(None)):
                    keeps_its_pieces(GAME.imagine(view, dice.split()))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_every_event_imagination_gives_the_view_again(seats: int) -> None:
    """Also on the way between two decisions: while points are counted, and between the rounds."""
    for player in (busy, idle):
        for beat in played(seats, "on the way", player)[1]:
            for viewer in (None, seats - 1):
                view = beat.state.view(viewer)
                assert GAME.imagine(view, Fast(1)).view(viewer) == view


class Level:
    """A bot as a function of its view: with fresh dice each time, so that only the view can make a difference."""

    def __init__(self, level: str) -> None:
        self.bot = bot(level)

    def __call__(self, view: View) -> int:
        return self.bot.choose(GAME, view, Fast(1))


@pytest.mark.parametrize("level", KNOWN)
def test_a_bot_chooses_by_its_study_alone(level: str) -> None:
    """A legal action, and the same one in every world that looks the same, its notes included."""
    choose = Level(level)
    match = Match(GAME, 3, "bots", {"quick_tables": "yes"})
    dice = Fast(7)
    for i, _beats in enumerate(play(match, busy, Fast(3))):
        if i % 5 or match.state.over:
            continue
        seat = match.state.deciding[0]
        action = choose(match.state.study(seat))
        assert action in match.state.legal(seat)
        world = match.state.copy()
        world.redeal(seat, dice.split())
        assert choose(world.study(seat)) == action


def test_every_game_ends_soon() -> None:
    """However little players do: 12 servers a player may leave in two rounds, and 4 turns each lie between two."""
    for seats in (2, 3, 4):
        for i in range(10):
            match = Match(GAME, seats, f"ends {i}", {"quick_tables": "yes"})
            decisions = sum(1 for _beats in play(match, (anyhow, idle)[i % 2], Fast(i)))
            assert decisions < 2 * (12 * seats + (6 * seats + 1) * 4 * seats * 4)
