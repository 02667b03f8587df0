"""The bench of The King's Feast: a long run that is stopped is taken up, and a line over fewer deals says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import kings_feast as bench

KEY = ("beginners-banquet", "random", "1")
LEVELS = ["random", "greedy"]


def filled(keep: Path, games: int) -> bench.Deals:
    deals = bench.Deals(str(keep))
    deals.fill(KEY, games, "", 1)
    return deals


def test_what_is_noted_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = filled(tmp_path / "deals", 12).line(KEY, 12)
    monkeypatch.setattr(bench, "play", None)
    assert bench.Deals(str(tmp_path / "deals")).line(KEY, 12) == first
    assert filled(tmp_path / "deals", 10).line(KEY, 10) == first[:10]


def test_a_run_taken_up_gives_the_same_scores(tmp_path: Path) -> None:
    filled(tmp_path / "part", 12)
    taken_up, whole = filled(tmp_path / "part", 25).line(KEY, 25), filled(tmp_path / "whole", 25).line(KEY, 25)
    assert [one[:3] for one in taken_up] == [one[:3] for one in whole] and len(whole) == 25


def test_a_line_over_fewer_deals_says_so(tmp_path: Path) -> None:
    deals = filled(tmp_path / "deals", 12)
    deals.add((KEY[0], "greedy", "1"), 0, [(0, 5, 9, 0.1, 0.1)] * 2)
    _head, one, other = lines(LEVELS, "1", deals)
    assert one.startswith("| random | ")
    assert other.startswith("| greedy, 2 deals | 0.00 (0.00 … 0.00) | 100.0% (34.2% … 100.0%) | 100.0%, 0.0% | 5.0 | ")
    assert len(lines(["greedy"], "2", deals)) == 1, "no deals, no line"


def lines(levels: list[str], seed: str, deals: bench.Deals) -> list[str]:
    table = bench.table("Banquet", KEY[0], levels, seed, 12, deals)
    return [line for line in table.splitlines() if line.startswith("| ")]
