"""The lab: exact, repeatable, the same on any number of processes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hightable.bots import bot
from hightable.engine import Fast, Refused
from hightable.games import game
from hightable.lab import simulate
from hightable.lab.simulate import wilson

BOTS = ["greedy", "random", "random"]


def data(**changes: Any) -> str:
    call: dict[str, Any] = {"game_id": "the-feast", "bots": BOTS, "games": 25, "seed": "lab", **changes}
    return json.dumps(simulate(**call).data())


def test_the_same_seed_gives_the_same_report_on_any_number_of_processes() -> None:
    alone = data()
    assert data() == alone
    assert data(jobs=2) == alone
    assert data(jobs=7) == alone
    assert data(jobs=-1) == alone
    assert data(seed="other") != alone


def test_games_are_dealt_and_seated_as_documented() -> None:
    feast, n = game("the-feast"), len(BOTS)
    scores, decisions = [0] * n, 0
    for i in range(7):
        state = feast.start(n, f"lab/{i}", dice="fast")
        dice = [Fast.of(f"lab/{i}/{k}") for k in range(n)]
        while not state.over:
            for seat in state.deciding:
                k = next(k for k in range(n) if (k + i) % n == seat)
                state.apply(seat, bot(BOTS[k]).choose(feast, state.view(seat), dice[k]))
                decisions += 1
        for k in range(n):
            scores[k] += state.result.scores[(k + i) % n]
    report = simulate("the-feast", BOTS, 7, "lab")
    assert [seat.mean_score for seat in report.seats] == [round(score / 7, 6) for score in scores]
    assert report.length["mean"] == round(decisions / 7, 6)


def test_a_report_adds_up() -> None:
    report = simulate("the-feast", BOTS, 40, "sum", options={"dummies": "3"})
    assert report.options == {"dummies": 3}
    assert [seat.bot for seat in report.seats] == BOTS
    assert sum(seat.wins for seat in report.seats) == pytest.approx(40, abs=1e-4)
    assert sum(seat.share for seat in report.seats) == pytest.approx(1, abs=1e-4)
    assert all(seat.interval[0] <= seat.share <= seat.interval[1] for seat in report.seats)
    assert report.length["min"] <= report.length["mean"] <= report.length["max"]
    assert sum(report.endings.values()) == 40


def test_a_shared_victory_counts_in_parts() -> None:
    wins = [simulate("the-feast", BOTS, 1, f"tie {i}", options={"dummies": 5}).seats for i in range(150)]
    assert any(0 < seats[k].wins < 1 for seats in wins for k in range(3))
    assert all(sum(seat.wins for seat in seats) == pytest.approx(1, abs=1e-5) for seats in wins)


def test_progress_ends_at_the_number_of_games() -> None:
    told: list[int] = []
    simulate("the-feast", BOTS, 25, "lab", progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 25


def test_wilson() -> None:
    assert wilson(0.5, 100) == (0.403832, 0.596168)
    assert wilson(0.0, 10) == (0.0, 0.277533)
    assert wilson(1.0, 10) == (0.722467, 1.0)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game_id": "chess"}, "no game called “chess”"),
        ({"bots": ["greedy", "clever"]}, "no bot called “clever”"),
        ({"bots": ["greedy"]}, "2 to 8 seats"),
        ({"bots": ["greedy"] * 9}, "2 to 8 seats"),
        ({"games": 0}, "number of games"),
        ({"games": -5}, "number of games"),
        ({"jobs": 0}, "number of jobs must be 1 or more, or -1"),
        ({"jobs": -2}, "number of jobs must be 1 or more, or -1"),
        ({"seed": None}, "A seed is a whole number, or one line"),
        ({"seed": 1.5}, "A seed is a whole number, or one line"),
        ({"options": {"dummies": 9}}, "dummies"),
        ({"options": {"salt": 1}}, "no option called salt"),
    ],
)
def test_what_is_wrong_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        data(**changes)
