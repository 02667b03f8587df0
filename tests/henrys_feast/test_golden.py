"""What the golden games of Henry's Feast have among them; `tests/test_golden.py` replays them."""

from __future__ import annotations

from tests.henrys_feast.golden_games import GOLDEN


def test_golden_games_reach_the_last_call_and_the_limit() -> None:
    called = {any(text == "last-call" for _seat, text in GOLDEN.record(name).entries) for name in GOLDEN.names}
    assert called == {True, False}
