"""Records: readable, complete, and honest about every kind of damage."""

from __future__ import annotations

import pytest

import hightable
from hightable.engine import Damaged, Fast, Match, Record
from hightable.engine.record import _digest

PLAYERS = ["Ada", "Bo: the \n cook", ""]


def play(match: Match, actions: int = 1000) -> Match:
    dice = Fast.of(match.seed)
    while actions and not match.state.over:
        deciding = match.state.deciding
        seat = deciding[dice.below(len(deciding))]
        legal = match.state.legal(seat)
        match.apply(seat, legal[dice.below(len(legal))])
        actions -= 1
    return match


FINISHED = Record.of(play(Match(hightable.game("the-feast"), 3, "an open secret", {"dummies": 2})), PLAYERS).text()
LINES = FINISHED.split("\n")


def resigned(lines: list[str]) -> str:
    """A record with these lines and a digest that fits: only its content can betray it."""
    body = lines[: [line[:8] for line in lines].index("digest: ")]
    return "\n".join([*body, f"digest: {_digest(body)}"]) + "\n"


def verify(text: str) -> Match:
    return Record.parse(text).verify(hightable.game)


def damage_of(text: str) -> str:
    """What is wrong with a record, or nothing."""
    try:
        verify(text)
    except Damaged as damaged:
        return str(damaged)
    return ""


def test_a_record_is_text_that_a_person_can_read() -> None:
    assert LINES[:11] == [
        "High Table record 1",
        "game: the-feast",
        "rules: 1",
        "seats: 3",
        "options: dummies=2",
        "dice: keyed",
        f"commitment: {Match(hightable.game('the-feast'), 3, 'an open secret').commitment}",
        "player 1: Ada",
        "player 2: Bo: the   cook",
        "player 3: ",
        "seed: an open secret",
    ]
    assert LINES[11] == ""
    assert LINES[12].split(" ")[1] == "play"
    assert LINES[-3].startswith("result: ")
    assert LINES[-2].startswith("digest: ")


def test_a_finished_record_verifies_also_with_other_line_ends() -> None:
    assert verify(FINISHED).state.over
    assert verify(FINISHED.replace("\n", "\r\n")).state.over
    assert Record.parse(FINISHED).text() == FINISHED


def test_a_running_game_keeps_its_seed() -> None:
    match = play(Match(hightable.game("the-feast"), 3, "an open secret"), 20)
    text = Record.of(match).text()
    assert "an open secret" not in text
    assert "result" not in text
    with pytest.raises(Damaged, match="seed is not published yet"):
        verify(text)
    again = Record.parse(text).replay(hightable.game, "an open secret")
    assert again.state.dump() == match.state.dump()


def test_fast_dice_are_named_and_replayed() -> None:
    match = play(Match(hightable.game("the-feast"), 2, "quick", dice="fast"))
    text = Record.of(match).text()
    assert "\ndice: fast\n" in text
    assert verify(text).state.dump() == match.state.dump()


def changed(line: int, text: str | None) -> list[str]:
    """The record with another line (counted from 1) or, for None, without it."""
    lines = LINES[:]
    lines[line - 1 : line] = [] if text is None else [text]
    return lines


FIRST = 13  # the line of the first action
ACTIONS = LINES.index("", FIRST) - FIRST + 1

DAMAGE = {
    "another file": (1, "<html>", "not a record"),
    "no game": (2, None, "“game: …” should be here"),
    "rules are no number": (3, "rules: one", "rules should be a number"),
    "seats are no number": (4, "seats: ٣", "seats should be a number"),
    "seats are endless": (4, "seats: 9999999999999", "seats should be a number"),
    "option without value": (5, "options: dummies", "name=value is needed"),
    "dice missing": (6, "die: keyed", "“dice: …” should be here"),
    "commitment missing": (7, None, "“commitment: …” should be here"),
    "players out of order": (8, "player 2: Ada", "is no line of a header"),
    "a stray line in the header": (9, "dealer: Bo", "is no line of a header"),
    "seed twice": (11, "seed: a\nseed: b", "is no line of a header"),
    "seat of nobody": (FIRST, "4 play 7", "is no action"),
    "seat zero": (FIRST, "0 play 7", "is no action"),
    "no seat": (FIRST, "play 7", "player's number"),
    "no action": (FIRST, "1", "is no action"),
    "nonsense": (FIRST, "1 sing", "not an action of this game"),
    "too early": (FIRST, "1 topic", r"can't do “topic”.*TF-5"),
    "nothing to take back": (FIRST, "1 undo", "nothing of yours"),
    "result is no number": (FIRST + ACTIONS + 1, "result: many", "result should be a number"),
    "digest missing": (FIRST + ACTIONS + 2, None, "digest should be here"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_found_with_its_line(kind: str) -> None:
    line, text, message = DAMAGE[kind]
    with pytest.raises(Damaged, match=message) as damaged:
        verify("\n".join(changed(line, text)))
    said = int(str(damaged.value).split(":")[0].removeprefix("line "))
    assert said == line + (text is not None and "\n" in text)


def test_an_action_that_was_taken_twice_is_found_with_its_line() -> None:
    lines = [*LINES[:FIRST], LINES[FIRST - 1], *LINES[FIRST:]]
    with pytest.raises(Damaged, match=f"line {FIRST + 1}: .*TF-R9"):
        verify(resigned(lines))


def test_an_action_after_the_end_is_found_with_its_line() -> None:
    end = FIRST + ACTIONS - 1
    lines = [*LINES[:end], "1 play 3", *LINES[end:]]
    with pytest.raises(Damaged, match=f"line {end + 1}: .*over"):
        verify(resigned(lines))


def test_more_after_the_digest_is_found() -> None:
    with pytest.raises(Damaged, match=f"line {len(LINES)}: there is more"):
        verify(FINISHED + "P.S.: it was fun\n")


@pytest.mark.parametrize("length", [0, 1, 5, 8, 12, FIRST, FIRST + 3, len(LINES) - 2])
def test_a_file_that_ends_early_is_found(length: int) -> None:
    with pytest.raises(Damaged, match="line"):
        verify("\n".join(LINES[:length]))


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        (2, "game: chess", "no game called"),
        (3, "rules: 7", "rules version 7"),
        (4, "seats: 9", "2 to 8 seats"),
        (5, "options: dummies=9", "can't be “9”"),
        (5, "options: wine=1", "no option called"),
        (6, "dice: loaded", "no dice called"),
        (7, "commitment: 00", "not the one that was committed to"),
        (11, "seed: another", "not the one that was committed to"),
        (FIRST + ACTIONS + 1, "result: 1 2 3", "the result is wrong"),
        (FIRST + ACTIONS + 1, None, "the result is missing"),
        (FIRST + ACTIONS - 1, None, "cut short|can't do"),
    ],
)
def test_a_record_that_contradicts_itself_is_found_even_with_a_fitting_digest(
    line: int, text: str | None, message: str
) -> None:
    lines = changed(line, text)
    with pytest.raises(Damaged, match=message):
        verify(resigned(lines))


def test_a_changed_name_breaks_the_digest() -> None:
    with pytest.raises(Damaged, match="digest does not fit"):
        verify(FINISHED.replace("player 1: Ada", "player 1: Eve"))


def test_half_a_character_is_damage() -> None:
    with pytest.raises(Damaged, match="half of a character"):
        Record.parse(FINISHED.replace("Ada", "\ud800"))


def test_whatever_happens_to_a_file_is_damage_or_harmless() -> None:
    """Random harm never leads to anything but Damaged, or to the record that it was."""
    dice = Fast(7)
    signs = "0123456789 -:=\n\rxé\x00undplay"
    harmless = 0
    for _attempt in range(250):
        text = FINISHED
        for _harm in range(1 + dice.below(2)):
            at = dice.below(len(text))
            length = dice.below(3) if dice.below(4) else dice.below(200)
            sign = signs[dice.below(len(signs))] * dice.below(3)
            text = text[:at] + sign + text[at + length :]
        damage = damage_of(text)
        assert len(damage) < 300
        if not damage:
            harmless += 1
            assert Record.parse(text).text() == FINISHED
    assert harmless < 60
