"""Golden games: finished records replay exactly, and their playthroughs read the same, byte for byte. A finished game
dropped into the folder is a test. `make_golden.py` writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

import hightable
from hightable.engine import Record
from tests.the_feast.make_golden import FOLDER, UNDOING, VARIANTS, name, playthrough

RECORDS = sorted(FOLDER.glob("*.record"))
PLAYTHROUGHS = sorted(FOLDER.glob("*.playthrough"))


def test_the_golden_games_are_there() -> None:
    assert {path.stem for path in RECORDS} >= {name(*variant) for variant in VARIANTS}
    assert {path.stem for path in PLAYTHROUGHS} >= {name(*variant) for variant in VARIANTS}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_record_replays_exactly(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = Record.parse(text)
    match = record.verify(hightable.game)
    assert record.text() == text
    assert Record.of(match, record.players).entries == record.entries
    assert match.state.result.scores == record.scores


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_golden_playthrough_reads_the_same(path: Path) -> None:
    record = Record.parse(path.with_suffix(".record").read_text(encoding="utf-8"))
    assert playthrough(record) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("variant", UNDOING, ids=lambda variant: name(*variant))
def test_some_golden_games_take_back(variant: tuple[int, int]) -> None:
    record = Record.parse((FOLDER / f"{name(*variant)}.record").read_text(encoding="utf-8"))
    assert sum(text == "undo" for _seat, text in record.entries) >= 3
