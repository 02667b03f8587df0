"""Golden games: finished records replay exactly, and their playthroughs read the same, byte for byte. A finished game
dropped into a game's folder is a test. `tests/golden.py` writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

import hightable
from hightable.engine import Record
from tests.golden import GAMES, Golden, golden

ALL = [golden(package) for package in GAMES]
RECORDS = [(of, path) for of in ALL for path in sorted(of.folder.glob("*.record"))]
PLAYTHROUGHS = [(of, path) for of in ALL for path in sorted(of.folder.glob("*.playthrough"))]
UNDOING = [(of, name) for of in ALL for name in of.undoing]


def named(value: object) -> str:
    return value.game.id if isinstance(value, Golden) else getattr(value, "stem", str(value))


@pytest.mark.parametrize("of", ALL, ids=named)
def test_the_golden_games_are_there(of: Golden) -> None:
    assert {path.stem for path in of.folder.glob("*.record")} >= set(of.names)
    assert {path.stem for path in of.folder.glob("*.playthrough")} >= set(of.told)


@pytest.mark.parametrize(("of", "path"), RECORDS, ids=named)
def test_golden_record_replays_exactly(of: Golden, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = Record.parse(text)
    match = record.verify(hightable.game)
    assert match.game is of.game
    assert record.text() == text
    assert Record.of(match, record.players).entries == record.entries
    assert match.state.result.scores == record.scores


@pytest.mark.parametrize(("of", "path"), PLAYTHROUGHS, ids=named)
def test_golden_playthrough_reads_the_same(of: Golden, path: Path) -> None:
    assert of.playthrough(of.record(path.stem)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("of", "name"), UNDOING, ids=named)
def test_some_golden_games_take_back(of: Golden, name: str) -> None:
    assert sum(text == "undo" for _seat, text in of.record(name).entries) >= 3
