"""The engine's nets under The King's Feast: every arrangement and some odd ones, random games and hostile ones."""

from __future__ import annotations

import pytest

from hightable.engine import Fast, check_game
from hightable.engine.check_trial import Trial
from hightable.engine.contract import Moves
from hightable.games.kings_feast import GAME
from tests.kings_feast.table import ODD, SHIPPED, at_random, eager, keeps_its_promises, patient

END_GAME = GAME.parse("end-game")
ARRANGEMENTS = {**{name: name for name in SHIPPED}, **ODD}


@pytest.mark.parametrize("arrangement", ARRANGEMENTS.values(), ids=ARRANGEMENTS)
def test_the_kings_feast_keeps_its_contract(arrangement: str) -> None:
    """Random games: short, for a random player soon meets the Assassin."""
    games = 8 if arrangement in SHIPPED else 2
    options = {"arrangement": arrangement}
    summary = check_game(GAME, games=games, options=options, longest=2000, invariant=keeps_its_promises)
    assert summary.games == games
    assert summary.decisions >= games


def pick_patiently(trial: Trial) -> None:
    """Choose for a trial as a player who lets the Assassin alone, and goes home after a while."""
    trial.seat = 0
    trial.action = patient(trial.state.view(0), trial.dice)
    if trial.number > 100 and END_GAME in trial.state.legal(0):
        trial.action = END_GAME


@pytest.mark.parametrize("arrangement", ARRANGEMENTS.values(), ids=ARRANGEMENTS)
def test_long_games_keep_the_contract_too(arrangement: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Trial, "pick", pick_patiently)
    games = 3 if arrangement in SHIPPED else 2
    options = {"arrangement": arrangement}
    summary = check_game(GAME, games=games, seed="long", options=options, longest=2000, invariant=keeps_its_promises)
    assert summary.decisions > 40 or arrangement not in SHIPPED


HOSTILE = {name: ARRANGEMENTS[name] for name in (*SHIPPED, "block", "windows", "line")}


@pytest.mark.parametrize("arrangement", HOSTILE.values(), ids=HOSTILE)
def test_kf_58_a_turns_stack_always_empties(arrangement: str) -> None:
    """Hostile stacks: those who react lie close together and are flipped whenever they can be; the proven bound holds
    by far, and no stack comes near its limit."""
    out = Moves(len(GAME.actions))
    flips = depth = 0
    for number in range(250):
        dice = Fast.of(f"hostile {number}")
        state = at_random(arrangement, dice)
        for _action in range(30):
            if state.over:
                break
            state.moves(0, out)
            state.do(0, eager(state, [out.items[i] for i in range(out.n)], dice))
            flips, depth = max(flips, state.flips), max(depth, state.depth)
    assert flips < 140
    assert depth <= 12 < GAME.depth
    if arrangement in SHIPPED[1:]:
        assert flips >= 10 and depth >= 5, "hostile indeed"
