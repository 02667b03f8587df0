"""Greedy players bring Henry's Feast to its end themselves, and leave random ones behind; figures in docs."""

from __future__ import annotations

import pytest

from hightable.lab import simulate

GREEDY = "greedy"


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}), (3, {}), (4, {}), (5, {}), (2, {"quick": "yes"}), (5, {"quick": "yes"}), (4, {"team": "yes"}),
        (4, {"team": "yes", "quick": "yes"}), (3, {"tutorial": "yes", "memory_aid": "yes"}),
    ],
)  # fmt: skip
def test_greedy_players_come_to_last_call(seats: int, options: dict[str, str]) -> None:
    report = simulate("henrys-feast", [GREEDY] * seats, 4, "end", options=options)
    assert report.endings == {"last call": 4}


@pytest.mark.parametrize("options", [{"tutorial": "yes"}, {"quick": "yes"}])
def test_greedy_leaves_random_behind(options: dict[str, str]) -> None:
    report = simulate("henrys-feast", [GREEDY, "random"], 12, "beat", options=options)
    assert report.seats[0].wins == 12
    assert report.endings == {"last call": 12}


def test_hf_r9_who_never_cooks_keeps_the_feast_shut() -> None:
    report = simulate("henrys-feast", [GREEDY, "random"], 2, "shut", options={"round_limit": 20})
    assert report.endings == {"round limit": 2}
    assert [seat.wins for seat in report.seats] == [0, 0]
