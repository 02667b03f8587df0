"""What the golden games of The King's Feast have among them; `tests/test_golden.py` replays them."""

from __future__ import annotations

import hightable
from tests.kings_feast.golden_games import GOLDEN, OWN


def test_the_golden_games_show_all_endings_and_all_verbs() -> None:
    endings, verbs = set(), set()
    for name in GOLDEN.names:
        record = GOLDEN.record(name)
        endings.add(record.verify(hightable.game).state.result.ending)
        verbs |= {text.split()[0] for _seat, text in record.entries}
    assert endings == {"assassin", "all-down", "chosen"}
    assert verbs == {"activate", "call", "peek", "choose", "flip", "end-game", "skip-swap", "undo"}


def test_one_golden_game_has_an_arrangement_of_its_own() -> None:
    assert GOLDEN.record("own-arrangement").options == {"arrangement": OWN}
