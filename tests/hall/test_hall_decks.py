"""Recipe decks that a server's owner offers out of a folder: which are read, which are refused and why, and that a
guest can name these only."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hightable.bots import bot
from hightable.engine import Fast, Match, Record, Refused
from hightable.games import game as find_game
from hightable.games.henrys_feast.deck import DATA
from hightable.hall.offers import MOST, read_decks

GAME = "henrys-feast"
TEXT = DATA.read_text(encoding="utf-8")


def deck(folder: Path, stem: str, name: str, text: str = TEXT) -> Path:
    path = folder / f"{stem}.toml"
    path.write_text(re.sub(r'^name = ".*"', f'name = "{name}"', text, count=1, flags=re.MULTILINE), encoding="utf-8")
    return path


def offered(folder: Path) -> list[tuple[str, str]]:
    offers, _problems = read_decks(folder)
    return [(offer.key, offer.name) for offer in offers[GAME, "deck"]]


def test_every_file_is_read_and_the_bad_ones_are_named(tmp_path):
    deck(tmp_path, "granny", "Granny's box")
    deck(tmp_path, "house", "Not this house")
    (tmp_path / "notes.txt").write_text("no deck")
    (tmp_path / "bad.toml").write_text("[[recipe]]\n")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "heavy.toml").write_text("#" * 70_000)
    offers, problems = read_decks(tmp_path)
    assert [(offer.key, offer.name) for offer in offers[GAME, "deck"]] == [("granny", "Granny's box")]
    told = [str(problem) for problem in problems]
    assert [Path(line.partition(": ")[0]).name for line in told] == [
        "bad.toml", "bytes.toml", "folder.toml", "heavy.toml", "house.toml",
    ]  # fmt: skip
    for line, why in zip(told, ("no name", "not text", "not a file", "too big", "called so"), strict=True):
        assert why in line


def test_decks_of_one_name_are_told_apart_and_there_is_a_limit(tmp_path):
    for i in range(MOST + 1):
        deck(tmp_path, f"deck{i:02}", "Twins" if i < 2 else f"Deck {i}")
    assert offered(tmp_path)[:3] == [("deck00", "Twins (deck00)"), ("deck01", "Twins (deck01)"), ("deck02", "Deck 2")]
    _offers, problems = read_decks(tmp_path)
    assert [str(problem).partition(": ")[2] for problem in problems] == ["there are 40 decks already."]


def test_a_folder_must_be_one(tmp_path):
    for path in (tmp_path / "none", deck(tmp_path, "x", "X")):
        with pytest.raises(Refused, match="no folder of decks"):
            read_decks(path)


def test_a_guest_plays_what_is_offered_and_the_record_needs_no_file(in_hall, tmp_path):
    path = deck(tmp_path, "granny", "Granny's box", TEXT.replace('"Kheer"', '"Granny Rice"'))
    offers, _problems = read_decks(tmp_path)
    path.unlink()
    laid = {}

    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        chairs = ["me", "bot:greedy"]
        table = await hall.lay(ann, GAME, chairs, options={"deck": "granny", "quick": "yes"})
        assert str(table.options["deck"]).startswith("Granny's_box:")
        laid["id"] = table.id
        again = await hall.again(table, ann)  # with the word that stands in the table's options
        assert again.options == table.options
        assert table.match is not None
        match = Match(table.game, 2, table.match.seed, table.options)  # the same game, played to its end
        while not match.state.over:
            seat = match.state.deciding[0]
            match.apply(seat, bot("greedy").choose(table.game, match.state.view(seat), Fast(1)))
        text = Record.of(match, ["Ann", "Odo"]).text()
        assert "Granny_Rice" in text
        assert Record.parse(text).verify(find_game).state.over

    async def later(hall):
        table = await hall.table(laid["id"])
        assert table is not None and "Granny_Rice" in str(table.options["deck"]), "it is played on without the deck"
        ann, _ = await hall.welcome("Ann")
        with pytest.raises(Refused, match="At a table in the hall, deck"):
            await hall.lay(ann, GAME, ["me", "bot:greedy"], options={"deck": "granny"})

    in_hall(test, offers=offers)
    in_hall(later)


@pytest.mark.parametrize("given", ["../secret", "secret", "./granny", "granny.toml", "GRANNY", "Granny's box", 0])
def test_nothing_else_can_be_named(in_hall, tmp_path, given):
    folder = tmp_path / "decks"
    folder.mkdir()
    deck(folder, "granny", "Granny's box")
    secret = deck(tmp_path, "secret", "Secret")
    offers, _problems = read_decks(folder)
    word = find_game(GAME).resolve(2, {"deck": secret})["deck"]

    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        for value in (given, secret, str(secret), word, folder / "granny.toml"):
            with pytest.raises(Refused, match=r"At a table in the hall, deck .* Possible: house, granny"):
                await hall.lay(ann, GAME, ["me", "bot:greedy"], options={"deck": value})
        assert await hall.tables_of(ann) == []

    in_hall(test, offers=offers)
