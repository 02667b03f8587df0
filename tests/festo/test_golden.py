"""Golden games: finished records replay exactly, and their playthroughs read the same, byte for byte. A finished game
dropped into the folder is a test. `make_golden.py` writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hightable.engine import Game, Record
from hightable.games.festo.game import GAME
from tests.festo.make_golden import FOLDER, TOLD, UNDOING, VARIANTS, playthrough

RECORDS = sorted(FOLDER.glob("*.record"))
PLAYTHROUGHS = sorted(FOLDER.glob("*.playthrough"))


def find(name: str) -> Game:
    assert name == GAME.id
    return GAME


def read(path: Path) -> Record:
    return Record.parse(path.read_text(encoding="utf-8"))


def test_the_golden_games_are_there() -> None:
    assert {path.stem for path in RECORDS} >= set(VARIANTS)
    assert {path.stem for path in PLAYTHROUGHS} >= set(TOLD)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_record_replays_exactly(path: Path) -> None:
    record = read(path)
    match = record.verify(find)
    assert record.text() == path.read_text(encoding="utf-8")
    assert Record.of(match, record.players).entries == record.entries
    assert match.state.result.scores == record.scores


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_golden_playthrough_reads_the_same(path: Path) -> None:
    assert playthrough(read(path.with_suffix(".record"))) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", UNDOING)
def test_some_golden_games_take_back(name: str) -> None:
    entries = read(FOLDER / f"{name}.record").entries
    assert sum(text == "undo" for _seat, text in entries) >= 3
