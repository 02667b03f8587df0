"""Guests: names, tokens."""

import pytest
from sqlalchemy import text

from hightable.engine import Refused
from hightable.hall import clean_name
from hightable.hall import hall as hall_module


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ann   of\tCleves \n", "Ann of Cleves"),
        ('Ann & "Lou"', 'Ann & "Lou"'),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("\u202eevil\u200b\x00\x1b[31m", "evil[31m"),
        ("A\ud800nn", "Ann"),
        ("王さま", "王さま"),
        ("x" * 20, "x" * 20),
        ("Ma\u00adu\u034fd\u2060e\ufe0f\U000e0041", "Maude"),
        ("Zoe\u034f\u0308", "Zoë"),
        ("An\u0378n\U000e1000", "Ann"),  # unassigned
    ],
)
def test_names_are_cleaned(typed, name):
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    "typed",
    [
        *("", "   ", "\u200b\u3164", "x" * 21, "x" * 10_000, " " * 10_000),
        *("\u0301", " \u0301\u0302", "\u180b\u17b4", "\ufe0f", "\u2800", "\u115f\u1160\uffa0", "\U000e0100", "\u0378"),
    ],
)
def test_bad_names_are_refused(typed):
    with pytest.raises(Refused):
        clean_name(typed)


def test_a_long_name_gets_a_sentence():
    with pytest.raises(Refused, match=r"^A name has at most 20 letters\.$"):
        clean_name("x" * 10_000)


@pytest.mark.parametrize("typed", ["<b>Ann</b>", "<script>", "Ann <3", "a > b"])
def test_a_name_is_no_html(typed):
    with pytest.raises(Refused, match=r"^A name has no “<” and no “>” in it\.$"):
        clean_name(typed)


def test_a_token_is_its_guest_and_nothing_else_is(in_hall):
    async def test(hall):
        ann, token = await hall.welcome("Ann & Lou")
        assert ann.name == "Ann & Lou"
        assert await hall.guest(token) == ann
        for forged in [None, "", "x", token[:-1], token + "x", token.swapcase(), "é" * 10, "\x00", "x" * 10_000]:
            assert await hall.guest(forged) is None
        stored = await hall.store.read(lambda c: c.execute(text("select * from guests")).all())
        assert token not in str(stored)

    in_hall(test)


def test_guests_are_known_after_a_restart(in_hall):
    kept = []

    async def first(hall):
        kept.append(await hall.welcome("Ann"))

    async def second(hall):
        assert await hall.guest(kept[0][1]) == kept[0][0]

    in_hall(first)
    in_hall(second)


def test_renaming_reaches_the_chairs_of_unfinished_tables(in_hall):
    async def test(hall):
        ann, token = await hall.welcome("Ann")
        table = await hall.lay(ann, "the-feast", ["me", "friend"])
        renamed = await hall.rename(ann, "  Anna ")
        assert (renamed.id, renamed.name) == (ann.id, "Anna")
        assert await hall.guest(token) == renamed
        assert table.chairs[0].name == "Anna"
        assert (await hall.tables_of(ann))[0].chairs[0].name == "Anna"
        with pytest.raises(Refused):
            await hall.rename(ann, "x" * 21)

    in_hall(test)


def test_the_memory_for_guests_has_a_bound(in_hall, monkeypatch):
    monkeypatch.setattr(hall_module, "GUESTS_KEPT", 3)

    async def test(hall):
        known = [await hall.welcome(f"g{i}") for i in range(6)]
        assert len(hall._guests) == 3
        assert [await hall.guest(token) for _, token in known] == [guest for guest, _ in known]
        assert len(hall._guests) == 3

    in_hall(test)
