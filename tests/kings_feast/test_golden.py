"""Golden games: finished records replay exactly, and their playthroughs read the same, byte for byte. A finished game
dropped into the folder is a test. `make_golden.py` writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

import hightable
from hightable.engine import Record
from tests.kings_feast.make_golden import FOLDER, OWN, VARIANTS, playthrough

RECORDS = sorted(FOLDER.glob("*.record"))
PLAYTHROUGHS = sorted(FOLDER.glob("*.playthrough"))


def read(name: str) -> Record:
    return Record.parse((FOLDER / f"{name}.record").read_text(encoding="utf-8"))


def test_the_golden_games_are_there() -> None:
    assert {path.stem for path in RECORDS} >= set(VARIANTS)
    assert {path.stem for path in PLAYTHROUGHS} >= set(VARIANTS)


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


def test_the_golden_games_show_all_endings_and_all_verbs() -> None:
    endings, verbs = set(), set()
    for name in VARIANTS:
        record = read(name)
        endings.add(record.verify(hightable.game).state.result.ending)
        verbs |= {text.split()[0] for _seat, text in record.entries}
    assert endings == {"assassin", "all-down", "chosen"}
    assert verbs == {"activate", "call", "peek", "choose", "flip", "end-game", "skip-swap", "undo"}


def test_one_golden_game_has_an_arrangement_of_its_own() -> None:
    assert read("own-arrangement").options == {"arrangement": OWN}


@pytest.mark.parametrize("name", VARIANTS)
def test_golden_games_take_back(name: str) -> None:
    assert sum(text == "undo" for _seat, text in read(name).entries) >= 3
