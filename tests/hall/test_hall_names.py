"""Names at one table can be told apart: two people, and people and bots."""

from functools import partial

import pytest

from hightable.engine import Record
from hightable.hall.names import BOT_NAMES, name_key, numbered, person_name
from hightable.hall.news import WATCHER
from hightable.hall.saved import load_table
from tests.hall.at_table import GAME, play_on


def names(table) -> list[str]:
    return [chair.name for chair in table.chairs if chair.kind == "guest"]


async def stored(hall, table) -> list[str]:
    found = await hall.store.read(partial(load_table, table_id=table.id))
    return [chair.name for chair in found.chairs if chair.kind == "guest"]


@pytest.mark.parametrize(
    "alike", ["maude", "MAUDE", "Mau de", "Ｍａｕｄｅ", "Ma\u00adude", "Maude\u3164", "\u200bMaude", "Ma\u034fude"]
)
def test_names_that_look_the_same_are_the_same(alike):
    assert name_key(alike) == name_key("Maude")
    assert person_name(alike, ["Odo", "Maude"]) == f"{alike} (2)"
    assert person_name(alike, ["Maude", f"{alike} (2)"]) == f"{alike} (3)"
    assert person_name(alike, ["Odo"]) == alike


def test_nobody_passes_for_a_bot():
    for name in BOT_NAMES:
        assert person_name(name.upper(), []) == f"{name.upper()} (guest)"
        assert person_name(name, [name, f"{name} (guest)"]) == f"{name} (guest) (2)"
    assert numbered("Edmund", ["Odo"]) == "Edmund"
    assert person_name("Edmundo", []) == "Edmundo"


def test_two_people_of_one_name_at_a_table(in_hall):
    kept = []

    async def test(hall):
        (one, _), (two, _), (three, _) = [await hall.welcome(name) for name in ("Maude", "maude", "Maude")]
        table = await hall.lay(one, GAME, ["me", "friend", "friend"])
        await table.company.sit(two)
        await table.company.sit(two, 2)  # moving doesn't count oneself
        assert names(table) == ["Maude", "maude (2)"] == await stored(hall, table)
        await table.company.begin(one, "greedy")
        await table.arrive(three)
        await table.say(two, "Good evening")
        await table.say(three, "It is I, Maude")
        assert [(said.seat, said.name) for said in table.chat] == [(2, "maude (2)"), (WATCHER, "Maude (3)")]
        await table.company.hand_over(one, 1, three.id)
        assert table.chat[-1].name == "Maude (3)"
        assert names(table) == ["Maude", "Maude (3)", "maude (2)"] == await stored(hall, table)
        kept.append(table.id)
        await play_on(table, [one, two, three])
        assert table.record().players == ["Maude", "Maude (3)", "maude (2)"]

    async def later(hall):
        table = await hall.table(kept[0])
        assert names(table) == ["Maude", "Maude (3)", "maude (2)"]

    in_hall(test)
    in_hall(later)


def test_a_new_name_is_told_apart_at_every_table(in_hall):
    async def test(hall):
        (ann, _), (bob, _) = await hall.welcome("Ann"), await hall.welcome("Bob")
        both = await hall.lay(ann, GAME, ["me", "friend"])
        await both.company.sit(bob)
        alone = await hall.lay(bob, GAME, ["me", "friend"])
        bob = await hall.rename(bob, "Ann")
        assert names(both) == ["Ann", "Ann (2)"] == await stored(hall, both)
        assert names(alone) == ["Ann"] == await stored(hall, alone)
        bob = await hall.rename(bob, "Godfrey")
        assert names(both) == ["Ann", "Godfrey (guest)"] == await stored(hall, both)
        await both.company.begin(ann)
        await both.company.let_talk(ann, False)
        await both.company.stand(bob)
        await both.company.come_back(bob)
        assert [said.name for said in both.chat] == ["Ann", "Godfrey (guest)", "Godfrey (guest)"]

    in_hall(test)


def test_a_person_with_a_bots_name_is_marked_from_the_start(in_hall):
    async def test(hall):
        guests = [(await hall.welcome(name))[0] for name in BOT_NAMES]
        for guest in guests:
            table = await hall.lay(guest, GAME, ["me", *["bot:greedy"] * 4])
            assert table.chairs[0].name == f"{guest.name} (guest)"
            assert len({chair.name for chair in table.chairs}) == 5
        await play_on(table, [guests[-1]])
        branch = await hall.archive.branch(table, guests[0], 1, 0)
        assert branch.chairs[0].name == "Ambrose (guest)"

    in_hall(test)


def test_players_of_a_record_from_elsewhere_are_told_apart(in_hall):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        table = await hall.lay(ann, GAME, ["me", "bot:greedy", "bot:greedy"])
        await play_on(table, [ann])
        record = Record.of(table.match, ["Maude", "MAUDE", "x" * 20 + " (2)"])
        brought = await hall.archive.keep_record(ann, record)
        assert names(brought) == ["Maude", "MAUDE (2)", "x" * 20 + " (2)"]

    in_hall(test)
