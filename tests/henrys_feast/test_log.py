"""HF-1 and HF-105: every action leaves its entries in the log, with the right numbers."""

from __future__ import annotations

from typing import Any

import pytest

from hightable.engine import Match
from hightable.games.henrys_feast.deck import BACKS, KINDS
from hightable.games.henrys_feast.game import GAME
from hightable.games.henrys_feast.pieces import CARDS, EVENTS
from hightable.games.henrys_feast.text import event_line
from hightable.games.page import Person, Told
from hightable.web.stage import stage_of
from tests.henrys_feast.played import played
from tests.henrys_feast.table import FEAST, IDS, Table, kitchen, stocked, table

SILENT = {"done", "no-option", "steal-down", "steal-up"}  # their outcome is told
RICE, SALT = KINDS.index("rice"), KINDS.index("salt")
SALT_CARD, EGG_CARD = CARDS.index("salt@stock"), CARDS.index("egg@stock")
MINE = kitchen(
    "salt@stock", s1=stocked("rajma"), s2=stocked("kheer"), s5="milk@stock", tracks=(3, 3, 0, 3), hand="jalebi"
)


def entries(phase: str, *texts: str, **more: Any) -> list[tuple[str, tuple[int, ...]]]:
    settings: dict[str, Any] = {"row": "rice egg", "discard": "beans", "book": "rasgulla egg-curry", **more}
    beats = table(MINE, kitchen(), kitchen("egg@stock"), seats=4, phase=phase, **settings).do(*texts)
    return [(beat.name, tuple(beat.args.values())) for beat in beats]


@pytest.mark.parametrize("text", ["go-market", "go-corner", "go-stockroom", "cook-dishes", "pass"])
def test_hf_105_the_active_action_is_told(text: str) -> None:
    assert entries("active", text) == [("acted", (0, GAME.parse(text)))]


@pytest.mark.parametrize(
    ("phase", "text", "told"),
    [
        ("market", "buy rice", [("bought", (0, RICE))]),
        ("corner-buy", "buy salt", [("bought", (0, SALT))]),
        ("corner", "peek-top", [("peeked", (0,))]),
        ("corner", "steal-top", [("stole-top", (0, BACKS.index("easy-dessert"))), ("got", (0, IDS.index("rasgulla")))]),
        (
            "corner",
            "steal-display arancini",
            [("stole-display", (0, IDS.index("arancini"), 1)), ("opened", (IDS.index("rasgulla"), 1))],
        ),
        ("stockroom", "clear", [("cleared", (0, 2))]),
        ("stockroom", "fresh-stock", [("freshened", (0,))]),
        ("stockroom", "fill", [("filled", (0, 6))]),
        ("stockroom", "put salt@stock s2", [("put", (0, SALT_CARD, 1))]),
        ("passive", "discard salt@stock", [("discarded", (0, SALT_CARD))]),
        ("passive", "discard-station s2", [("dumped", (0, 1, 3))]),
    ],
)
def test_hf_105_what_is_told(phase: str, text: str, told: list[tuple[str, tuple[int, ...]]]) -> None:
    assert entries(phase, text) == told


def test_hf_105_taking_and_sharing_are_told() -> None:
    assert entries("stockroom", "take rice pantry", "take egg s3", filled=True) == [
        ("took", (0, RICE, 0)),
        ("took", (0, KINDS.index("egg"), 3)),
    ]
    assert entries("share", "share egg@stock s3", team="yes") == [("shared", (0, EGG_CARD, 3))]


def test_hf_105_dishes_are_told() -> None:
    assert entries("cook", "cook s1 rajma", worth=[0]) == [("cooked", (0, 0, IDS.index("rajma")))]  # the track is full
    kheer = IDS.index("kheer")
    assert entries("cook", "cook s2 kheer") == [
        ("cooked", (0, 1, kheer)), ("opened", (IDS.index("rasgulla"), 0)), ("proved", (0,)),
    ]  # fmt: skip
    t = table(kitchen(s1=stocked(FEAST[0]), s2=stocked("lemon-rice")), phase="cook", up="easy", worth=[0, 1])
    beats = t.do(f"cook s1 {FEAST[0]}", "cook s2 lemon-rice")
    assert [(beat.name, tuple(beat.args.values())) for beat in beats] == [
        ("cooked", (0, 0, IDS.index(FEAST[0]))), ("feasted", (0, 0)), ("unveiled", (1, IDS.index(FEAST[1]))),
        ("cooked", (0, 1, IDS.index("lemon-rice"))), ("raised", (0, 1, 1)),
    ]  # fmt: skip


def test_hf_105_turns_rounds_the_call_and_the_end_are_told() -> None:
    t = table(kitchen(feasted="easy medium hard"), up="easy medium hard")
    beats = t.do(
        "last-call", "pass", "end-turn", "pass", "end-turn", "skip", "done", "end-turn", "skip", "done", "end-turn"
    )
    told = [(beat.name, *beat.args.values()) for beat in beats if beat.name != "acted"]
    assert told == [
        ("called", 0), ("turn-ended", 0), ("turn", 1), ("turn-ended", 1), ("last-round", 1), ("round", 6), ("turn", 0),
        ("turn-ended", 0), ("turn", 1), ("turn-ended", 1), ("over",),
    ]  # fmt: skip
    assert [beat.args["action"] for beat in beats if beat.name == "acted"] == [
        *[GAME.parse("pass")] * 2,
        *[GAME.parse("skip"), GAME.parse("done")] * 2,
    ]


def test_hf_105_the_game_begins_with_its_first_turn() -> None:
    match = Match(GAME, 3, "log")
    names = [beat.name for beat in match.opening]
    assert names[-2:] == ["round", "turn"] and names.count("opened") == 4
    assert match.opening[-1].args == {"seat": match.state.deciding[0]}


def test_hf_105_no_action_passes_without_an_entry_for_all() -> None:
    names = set()
    for seats, options in ((3, {}), (4, {"team": "yes"})):
        for t, _o, text in played(seats, "log", options, ahead=True):
            if not text:
                continue
            beats = Table(t.state.copy()).do(text)
            names |= {beat.name for beat in beats}
            assert any(beat.known_to(None) for beat in beats) or text in SILENT, text
            assert all(beat.known_to(None) or beat.name == "got" for beat in beats)
    assert names <= {event.name for event in EVENTS}


ALONE = ("pass", "go-market", "go-corner", "go-stockroom", "cook-dishes", "share-pantry", "skip", "no-option", "done")


@pytest.mark.parametrize("text", [*ALONE, "steal-down", "steal-up"])
def test_what_is_told_of_an_action_alone_has_words(text: str) -> None:
    """That somebody is done shows by what comes next, and has no line in the log."""
    view, names = table(kitchen()).state.view(None), ["Ada", "Odo"]
    args = {"seat": 0, "action": GAME.parse(text)}
    line = event_line("acted", args, view, names)
    assert (line is None) == (text == "done")
    assert line is None or line.startswith("Ada ")
    people = [Person(name, "guest") for name in names]
    assert (stage_of(GAME).log_line(Told("acted", args), view, people) == "") == (text == "done")
