"""Rules that have changed though their version has not: every action is still allowed, and some lead elsewhere. Such a
table rests, wherever it is met, and nothing of it is changed."""

import asyncio
from functools import partial

import pytest
from sqlalchemy import make_url, select

from hightable.engine import Match
from hightable.engine.fingerprint import fingerprint
from hightable.games.the_feast.rules import WIDTH, Hand, TheFeast
from hightable.hall import saved as sql
from hightable.hall.doctor import examine
from hightable.hall.hall import Stuck
from hightable.hall.saved import SavedEntry
from hightable.hall.schema import ENTRIES, TABLES
from tests.hall.at_table import GAME, act, hear, play_on, two_friends
from tests.hall.test_hall_fellows import in_halls, numbers_agree, same_table  # noqa: F401 - a fixture
from tests.hall.test_hall_schema import run
from tests.hall.test_hall_tables import rows

DECISIONS = 20


def takes_two(s, holder):
    """Another TF-10: who captures the topic has two of it."""
    s.captured[holder * WIDTH + s.topic] += 1
    take_topic(s, holder)


def deals_otherwise(step, s):
    """Another TF-R2: the topics lie the other way round, which in all deals but one of millions is another order."""
    deal(step, s)
    topics = [s.deck[s.drawn + i] for i in range(s.rounds)]
    for i, topic in enumerate(reversed(topics)):
        s.deck[s.drawn + i] = topic


take_topic, deal = TheFeast.take_topic, Hand.deal


def played(ids, decisions=DECISIONS):
    async def play(hall):
        table, ann, bob = await two_friends(hall)
        await play_on(table, [ann, bob], lambda table: len(table.match.entries) >= decisions)
        ids.append((table.id, ann, bob))

    return play


async def stuck(hall, ids, caplog):
    with pytest.raises(Stuck, match="The rules of The Feast in this hall are not those") as error:
        await hall.table(ids[0][0])
    known = await hall.store.read(lambda c: c.execute(select(ENTRIES.c.fingerprint)).scalars().all())
    told = f"{error.value} {caplog.text}"
    assert not [mark for mark in known if str(mark) in told], "a fingerprint is nobody's business"


@pytest.mark.parametrize(
    ("change", "decisions", "why"),
    [
        ((TheFeast, "take_topic", takes_two), DECISIONS, "leads to another position"),
        ((Hand, "deal", deals_otherwise), DECISIONS, "the beginning leads to another position"),
        ((Hand, "deal", deals_otherwise), 0, "the beginning leads to another position"),
    ],
    ids=["a rule", "the deal", "the deal, and nobody has acted yet"],
)
def test_rules_that_lead_elsewhere_are_noticed(in_hall, url, monkeypatch, caplog, change, decisions, why):
    ids = []
    in_hall(played(ids, decisions))
    before = rows(url)
    with monkeypatch.context() as patch:
        patch.setattr(*change)
        found = examine(make_url(url))
        assert [(ill.table_id, why in ill.why) for ill in found.ill] == [(ids[0][0], True)]
        in_hall(partial(stuck, ids=ids, caplog=caplog))
    assert rows(url) == before

    async def go_on(hall):
        table = await hall.table(ids[0][0])
        assert len(table.match.entries) == decisions
        await play_on(table, ids[0][1:])

    assert examine(make_url(url)).ill == []
    in_hall(go_on)


def test_the_doctor_names_the_entry(in_hall, url, monkeypatch):
    ids = []
    in_hall(played(ids))
    monkeypatch.setattr(TheFeast, "take_topic", takes_two)
    [ill] = examine(make_url(url)).ill
    number = int(ill.why.removeprefix("entry ").split()[0])
    run(url, f"update entries set fingerprint = null where number >= {number}")
    assert examine(make_url(url)).ill == []  # up to there nothing is different, and of the rest it isn't known
    run(url, f"update entries set fingerprint = 5 where number = {number - 1}")
    assert examine(make_url(url)).ill[0].why.startswith(f"entry {number - 1} leads")


def test_every_action_has_a_fingerprint_and_taking_back_has_none(in_hall, url):
    async def test(hall):
        table, ann, bob = await two_friends(hall)
        opening = fingerprint(table.match.state)
        marks = []
        for guest in (ann, ann, bob):
            await act(table, guest)
            marks.append(fingerprint(table.match.state))
            if len(marks) == 1:
                await table.undo(ann.id, table.number, "undo")
                marks.append(None)
        found = await hall.store.read(lambda c: sql.load_table(c, table.id))
        assert found.fingerprint == opening
        assert [entry.fingerprint for entry in found.entries] == marks
        await table.consent.ask(ann)
        await table.consent.answer(bob, True)
        solo = await hall.lay(ann, GAME, ["me", "bot:random"])  # begins at once
        begun = Match(solo.game, 2, solo.saved.seed, solo.options)
        opened = await hall.store.read(lambda c: c.execute(select(TABLES.c.id, TABLES.c.fingerprint)).all())
        assert dict(map(tuple, opened)) == {table.id: opening, solo.id: fingerprint(begun.state)}

    in_hall(test)
    assert run(url, "select count(*) from entries where action in ('undo', 'rewind') and fingerprint is null") == [(2,)]
    assert examine(make_url(url)).ill == []


def test_many_entries_with_and_without_a_fingerprint_are_written_together(in_hall):
    async def test(hall):
        table, _ann, _bob = await two_friends(hall)
        marks = [None] * 80 + [7, None, 1 << 20, (1 << 31) - 1] * 20
        rows = [sql.new_entry(table.id, i, SavedEntry(0, "undo", f"{i}", 1.0, mark)) for i, mark in enumerate(marks, 1)]
        await asyncio.gather(*map(hall.store.write, rows))
        found = await hall.store.read(lambda c: sql.load_table(c, table.id))
        assert [entry.fingerprint for entry in found.entries] == marks

    in_hall(test)


def test_data_of_before_the_fingerprints_are_looked_at_and_played_on(in_hall, url):
    ids = []
    in_hall(played(ids))
    for table, column in (("tables", "fingerprint"), ("entries", "fingerprint"), ("tables", "former")):
        run(url, f"alter table {table} drop column {column}")
    run(url, "update alembic_version set version_num = '0006'")
    assert examine(make_url(url)).sound == 1
    assert run(url, "select version_num from alembic_version") == [("0006",)]

    async def go_on(hall):
        table = await hall.table(ids[0][0])
        await act(table, next(guest for guest in ids[0][1:] if table.decides(table.seat_of(guest.id))))

    in_hall(go_on)
    known = run(url, "select number from entries where fingerprint is not null")
    assert known == [(DECISIONS + 1,)]
    run(url, "update entries set fingerprint = fingerprint + 1 where fingerprint is not null")
    assert [ill.why[: len("entry 21")] for ill in examine(make_url(url)).ill] == ["entry 21"]


def test_who_plays_on_from_the_middle_of_a_game_knows_where_it_led(in_hall, url, monkeypatch, caplog):
    ids = []

    async def branch(hall):
        table, ann, bob = await two_friends(hall)
        await play_on(table, [ann, bob])
        after = await hall.archive.branch(table, ann, DECISIONS, 0)
        ids.append((after.id, ann))

    in_hall(branch, idle=1e6)
    monkeypatch.setattr(TheFeast, "take_topic", takes_two)
    in_hall(partial(stuck, ids=ids, caplog=caplog))


# what another process has written


async def elsewhere(hall, table, mark):
    """Another process carries out an action of the first seat."""
    action = table.match.state.legal(0)[0]
    after = table.match.state.copy()
    after.apply(0, action)
    entry = SavedEntry(0, table.game.text(action), "elsewhere", 1.0, fingerprint(after) ^ mark if mark >= 0 else None)
    await hall.store.write(sql.new_entry(table.id, len(table.match.entries) + 1, entry))


@pytest.mark.parametrize("mark", [0, -1], ids=["by the same rules", "by a process that knows no fingerprints"])
def test_what_another_process_did_is_taken_over(in_hall, mark):
    async def test(hall):
        table, _ann, bob = await two_friends(hall)
        await elsewhere(hall, table, mark)
        await table.catch_up()
        assert len(table.match.entries) == 1
        await act(table, bob)

    in_hall(test)


@pytest.mark.parametrize("way", ["it looks", "it is told of it", "it wants to write"])
def test_what_another_process_did_by_other_rules_is_not(in_hall, caplog, way):
    async def test(hall):
        table, ann, bob = await two_friends(hall, "bot:random")
        heard = hear(table)
        await play_on(table, [ann, bob], lambda table: len(table.match.entries) >= 9)
        while not table.decides(0):
            await act(table, bob)
        dump, number, done = table.match.state.dump(), table.number, len(table.match.entries)
        await elsewhere(hall, table, 1)
        if way == "it is told of it":
            noticed = table.go_on(
                done, (await hall.store.read(lambda c: sql.load_entries(c, {table.id: done})))[table.id]
            )
        else:
            noticed = table.catch_up() if way == "it looks" else act(table, ann)
        with pytest.raises(Stuck, match=f"After {done} moves it rests"):
            await noticed
        assert (table.match.state.dump(), table.number) == (dump, number)
        assert heard[-1].kind == "rest"
        for deed in (act(table, ann), table.say(ann, "Hello?"), table.catch_up(), table.company.stand(bob)):
            with pytest.raises(Stuck):
                await deed
        assert not any(table.decides(seat) for seat in range(table.seats))
        with pytest.raises(Stuck):
            await hall.table(table.id)
        assert hall.ready(table.id) is None
        assert "leads to another position" in caplog.text

    in_hall(test)


def test_processes_of_two_versions_at_one_table(in_halls, monkeypatch):  # noqa: F811
    """While a new version is rolled out: whoever acts first by its own rules goes on, and the other lets go."""

    async def test(one, two):
        here, ann, bob = await two_friends(one)
        here, there = await same_table(here, two)
        newer = type(there.game)()
        monkeypatch.setattr(
            TheFeast, "take_topic", lambda s, holder: (takes_two if s.game is newer else take_topic)(s, holder)
        )
        heard = hear(there)
        there._play.match.state.game = newer
        while there.stuck is None and here.phase != "over":
            for guest in (ann, bob):
                if here.decides(here.seat_of(guest.id)):
                    await act(here, guest)
            while there.stuck is None and there.number != here.number:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert there.stuck is not None
        assert heard[-1].kind == "rest"
        assert 0 < there.number < here.number
        await play_on(here, [ann, bob])
        assert (await two.table(here.id)).record().text() == here.record().text()  # with the right rules again

    in_halls(test)


def test_a_game_that_began_elsewhere_by_other_rules(in_hall):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        table = await hall.lay(ann, GAME, ["me", "friend"])
        run_as_newer = TABLES.update().values(phase="playing", rules=99, changes=table.number + 1, begun=1.0)
        await hall.store.write(lambda c: c.execute(run_as_newer) and None)
        with pytest.raises(Stuck, match="are not those"):
            await table.catch_up()
        with pytest.raises(Stuck, match="version 99 of the rules"):
            await hall.table(table.id)

    in_hall(test)
