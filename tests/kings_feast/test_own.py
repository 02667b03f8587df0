"""Own arrangements, KF-4 and KF-5: as a file or as one word; every breach refused with a sentence of its own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import hightable
from hightable.engine import Fast, Match, Record, Refused
from hightable.games.kings_feast import GAME
from hightable.games.kings_feast.arrangement import DATA
from tests.kings_feast.table import ODD, SHIPPED, legal, numbers, patient

GOOD = """
name = "A Small Supper"
setup = [
  "U D K",
  ". A U",
]
goal = [
  " 3  5 18",
  " .  1  9",
]
"""


@pytest.fixture
def file(tmp_path: Path):
    def write(content: str | bytes, name: str = "mine.toml") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def refusal(arrangement: object) -> str:
    """The words in which an arrangement is refused; always by KF-5."""
    with pytest.raises(Refused) as found:
        GAME.start(1, "s", {"arrangement": arrangement})
    assert found.value.rule == "KF-5"
    assert str(found.value).strip() and "\n" not in str(found.value)
    return str(found.value)


def toml(setup: list[str], goal: list[str]) -> str:
    return f"setup = {setup!r}\ngoal = {goal!r}\n"


# Files that are taken


def test_kf_5_a_file_is_taken(file) -> None:
    state = GAME.start(1, "s", {"arrangement": file(GOOD)})
    view = state.view(0)["arrangement"]
    assert (view["id"], view["name"], view["rows"], view["columns"]) == ("", "A Small Supper", 2, 3)
    assert view["cells"] == ["r1c1", "r1c2", "r1c3", "r2c2", "r2c3"]
    assert view["goal"] == [3, 5, 18, 1, 9]
    assert numbers(state)[2] == 18 and numbers(state)[3] == 1
    assert sorted(numbers(state)) == [1, 3, 5, 9, 18]


def test_kf_5_as_the_one_entry_of_a_list_too(file) -> None:
    listed = "format = 1\n[[arrangement]]\nid = 'x'\ncards = 5" + GOOD
    one, other = file(GOOD), file(listed, "listed.toml")
    assert GAME.resolve(1, {"arrangement": one}) == GAME.resolve(1, {"arrangement": other})


@pytest.mark.parametrize("number", range(4))
def test_kf_5_the_shipped_ones_as_files_deal_the_same(file, number: int) -> None:
    part = DATA.read_text(encoding="utf-8").split("[[arrangement]]")[number + 1]
    own = GAME.start(1, "same", {"arrangement": file(part)})
    shipped = GAME.start(1, "same", {"arrangement": SHIPPED[number]})
    assert numbers(own) == numbers(shipped)
    mine, theirs = own.view(0)["arrangement"], shipped.view(0)["arrangement"]
    assert {**mine, "id": ""} == {**theirs, "id": ""}


def test_kf_4_blanks_of_any_width_separate_cells(file) -> None:
    wide = file("setup = ['  U\tD   K ', ' .  A\tU']\ngoal = ['3 5 18', '.   1 9']")
    assert GAME.resolve(1, {"arrangement": wide})["arrangement"] == "UDK/.AU>3,5,18/.,1,9"


def test_kf_5_the_smallest_and_the_longest(file) -> None:
    assert legal(GAME.start(1, "s", {"arrangement": file(toml(["K A"], ["1 18"]))})) == ["activate r1c1"]
    cards = [*range(2, 18), 18, 1]
    for setup, goal in (
        ([" ".join("U" * 16 + "KA")], [" ".join(map(str, cards))]),
        (list("U" * 16 + "KA"), list(map(str, cards))),
    ):
        state = GAME.start(1, "s", {"arrangement": file(toml(setup, goal))})
        assert len(legal(state)) == 17


# Breaches


@pytest.mark.parametrize(
    ("setup", "goal", "words"),
    [
        (["U D K", "A U"], ["3 5 18", "1 9"], "rows of equal length"),
        ([], [], "rows of equal length"),
        ([""], [""], "rows of equal length"),
        (["U D K", "A U D"], ["3 5 18"], "same rows and columns"),
        (["U D K", "A U D"], ["3 5 18", "1 9"], "same rows and columns"),
        (["U . K", "A U D"], ["3 5 18", "1 9 4"], "At r1c2 only one of setup and goal has a seat"),
        (["U D K", "A U D"], ["3 5 18", "1 . 4"], "At r2c2 only one of setup and goal has a seat"),
        (["U D K", "U U D"], ["3 5 18", "1 9 4"], "exactly one King (K) and one Assassin (A)"),
        (["U D U", "A U D"], ["3 5 18", "1 9 4"], "exactly one King (K) and one Assassin (A)"),
        (["K D K", "A U D"], ["3 5 18", "1 9 4"], "exactly one King (K) and one Assassin (A)"),
        (["A D K", "A U D"], ["3 5 18", "1 9 4"], "exactly one King (K) and one Assassin (A)"),
        (["U D K", "A U D"], ["3 5 18", "1 9 9"], "guest 9 twice"),
        (["U D K", "A U D"], ["3 5 18", "1 9 19"], "At r2c3 the goal says “19”: no number 1 to 18"),
        (["U D K", "A U D"], ["3 5 18", "1 9 0"], "At r2c3 the goal says “0”"),
        (["U D K", "A U D"], ["3 5 18", "1 9 -4"], "At r2c3 the goal says “-4”"),
        (["U D K", "A U D"], ["3 5 18", "1 9 x"], "At r2c3 the goal says “x”"),
        (["U D K", "A U D"], ["3 5 18", "1 9 ٤"], "At r2c3 the goal says “٤”"),
        (["U D K", "A U D"], ["3 5 18", "2 9 4"], "must seat the Assassin (1) and the King (18)"),
        (["U D K", "A U D"], ["3 5 17", "1 9 4"], "must seat the Assassin (1) and the King (18)"),
        (["U D X", "A U D"], ["3 5 18", "1 9 4"], "At r1c3 the setup says “X”"),
        (["U D k", "A U D"], ["3 5 18", "1 9 4"], "At r1c3 the setup says “k”"),
        (["U . K", "A . D"], ["3 . 18", "1 . 4"], "must form one piece"),
        (["U K . .", ". . A D"], ["3 18 . .", ". . 1 4"], "must form one piece"),
        ([". ."], [". ."], "exactly one King (K) and one Assassin (A)"),
        (["K A" + " ." * 17], ["1 18" + " ." * 17], "at most 18 rows and columns"),
        (["U U", "U U"] * 5 + ["K A"], ["2 3", "4 5", "6 7", "8 9", "10 11", "12 13", "14 15", "16 17", "18 1",
                                        "2 3", "4 5"], "guest 2 twice"),
    ],
)  # fmt: skip
def test_kf_5_each_breach_is_refused_with_its_own_sentence(file, setup: list[str], goal: list[str], words: str) -> None:
    path = file(toml(setup, goal))
    found = refusal(path)
    assert words in found
    assert found.startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "needs “setup”"),
        ("setup = ['K A']", "needs “goal”"),
        ("setup = 'K A'\ngoal = ['1 18']", "needs “setup”: a list of texts"),
        ("setup = [1, 2]\ngoal = ['1 18']", "needs “setup”: a list of texts"),
        ("setup = ['K A']\ngoal = [[1, 18]]", "needs “goal”: a list of texts"),
        ("setup = {a = 1}\ngoal = ['1 18']", "needs “setup”: a list of texts"),
        ("arrangement = 5", "exactly one arrangement"),
        ("arrangement = []", "exactly one arrangement"),
        ("arrangement = ['x']", "exactly one arrangement"),
        ("[[arrangement]]\nsetup = ['K A']\ngoal = ['1 18']\n" * 2, "exactly one arrangement"),
        (DATA.read_text(encoding="utf-8"), "exactly one arrangement"),
        ("this is no TOML", "line 1"),
        ("setup = ['K A'\ngoal = ['1 18']", "line 2"),
        (bytes(range(256)), "not text"),
        (b"\xff\xfe" + "setup".encode("utf-16-le"), "not text"),
        (b"\x7fELF\x02\x01\x01" + bytes(100), "line 1"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "not text"),
        ("# " + "x" * 30_000, "too big"),
        ("x = " + "[" * 9_000, "recursion"),
        ("x = " + "1" * 9_000, "digits"),
    ],
)
def test_kf_5_junk_is_refused_in_words(file, content: str | bytes, words: str) -> None:
    assert words in refusal(file(content))


def test_kf_5_what_is_no_file_is_refused_in_words(tmp_path: Path) -> None:
    assert "No such file" in refusal(tmp_path / "missing.toml")
    assert "directory" in refusal(tmp_path)
    assert refusal(tmp_path / ("x" * 5000))
    assert refusal(Path("nul\0byte"))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_kf_5_a_file_without_end_is_refused() -> None:
    assert "too big" in refusal(Path("/dev/zero"))


def test_kf_5_an_unreadable_file_is_refused(file) -> None:
    path = file(GOOD)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("nothing is unreadable here")
    assert "denied" in refusal(path)


@pytest.mark.parametrize(
    ("word", "words"),
    [
        (">", "rows of equal length"),
        ("KA>", "same rows and columns"),
        ("KA>1,18/", "same rows and columns"),
        ("KA>1,18,3", "same rows and columns"),
        ("KX>1,18", "At r1c2 the setup says “X”"),
        ("KA>1,1", "guest 1 twice"),
        ("K.A>1,.,18", "one piece"),
        ("x" * 3000 + ":KA>1,18", "looks like this"),
    ],
)
def test_kf_5_a_broken_word_is_refused_too(word: str, words: str) -> None:
    assert words in refusal(word)


@pytest.mark.parametrize("word", ["KA", "no-such-feast", "../../etc/passwd", "mine.toml", "1"])
def test_kf_7_a_word_that_is_no_arrangement_is_no_value(word: str) -> None:
    """A text is never taken for a file's name: that would let a table read files."""
    with pytest.raises(Refused, match="can't be") as found:
        GAME.start(1, "s", {"arrangement": word})
    assert found.value.rule == "KF-7"


# One word, and records


@pytest.mark.parametrize("word", ODD.values(), ids=ODD)
def test_the_word_of_an_arrangement_is_one_word_and_stays_the_same(word: str) -> None:
    found = GAME.resolve(1, {"arrangement": word})["arrangement"]
    assert found == word
    assert str(found).split() == [found]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Supper", "Supper"),
        ("  Two   words ", "Two words"),
        ("Fête des Rois – 12!", "Fête des Rois 12!"),
        ("a:b>c=d,e/f_g", "abcdefg"),
        ("<script>alert(1)</script>", "scriptalert1script"),
        ("日本 の 宴", "日本 の 宴"),
        ("x" * 200, "x" * 40),
        ("\u202e\u0000\u00a0\n", ""),
        ("", ""),
    ],
)
def test_a_name_is_kept_as_far_as_it_fits(file, name: str, shown: str) -> None:
    escaped = "".join(f"\\U{ord(sign):08x}" for sign in name)
    options = GAME.resolve(1, {"arrangement": file(f'name = "{escaped}"\nsetup = ["K A"]\ngoal = ["1 18"]')})
    word = str(options["arrangement"])
    assert word.split() == [word] and word.isprintable()
    assert GAME.resolve(1, options) == options
    assert GAME.start(1, "s", options).view(0)["arrangement"]["name"] == shown


def test_a_name_that_is_no_text_is_left_out(file) -> None:
    assert GAME.resolve(1, {"arrangement": file("name = 5\nsetup = ['K A']\ngoal = ['1 18']")}) == {
        "arrangement": "KA>1,18"
    }


@pytest.mark.parametrize("source", ["file", *ODD])
def test_a_record_of_an_own_arrangement_needs_no_file(file, source: str) -> None:
    path = file(GOOD)
    match = Match(GAME, 1, "own", {"arrangement": path if source == "file" else ODD[source]})
    path.unlink()
    dice = Fast(4)
    while not match.state.over:
        stop = len(match.entries) > 60 and GAME.parse("end-game") in match.state.legal(0)
        match.apply(0, GAME.parse("end-game") if stop else patient(match.state.view(0), dice))
    text = Record.of(match, ["Ann"]).text()
    record = Record.parse(text)
    again = record.verify(hightable.game)
    assert record.text() == text
    assert again.state.dump() == match.state.dump()
    assert GAME.load(match.state.dump()).view(0) == match.state.view(0)


def test_kf_4_a_name_that_is_cut_stays_as_it_is() -> None:
    word = GAME.resolve(1, {"arrangement": "x" * 39 + "_y:KA/UD>18,1/2,3"})
    assert GAME.resolve(1, word) == word
