"""Laying tables, sitting, standing, beginning; lists; bounds."""

import asyncio
import hashlib
from pathlib import Path

import pytest
from sqlalchemy import select, update

from hightable.engine import Refused
from hightable.games import game as find_game
from hightable.hall import Guest
from hightable.hall import saved as sql
from hightable.hall.connect import connect
from hightable.hall.hall import Stuck
from hightable.hall.news import WATCHER
from hightable.hall.schema import CHAIRS, ENTRIES, TABLES
from hightable.hall.timing import Timing
from tests.hall.at_table import GAME, SOLO, act, hear, two_friends


async def refused(awaitable, words: str | None = None) -> None:
    with pytest.raises(Refused, match=words):
        await awaitable


def test_a_table_waits_for_friends(in_hall):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        bob, _ = await hall.welcome("Bob")
        cid, _ = await hall.welcome("Cid")
        table = await hall.lay(ann, GAME, ["friend", "me", "bot:greedy"], title=" <Sunday>  feast ")
        heard = hear(table)
        assert (table.phase, table.number, table.match, table.title) == ("waiting", 0, None, "<Sunday> feast")
        assert [chair.kind for chair in table.chairs] == ["free", "guest", "bot"]
        assert len(table.id) == 10
        assert len(table.commitment) == 64
        await refused(table.company.begin(bob), "host")
        await refused(table.company.begin(ann), "free chairs")
        await refused(table.company.begin(ann, "genius"), "genius")
        await refused(table.company.sit(bob, 1), "taken")
        await refused(table.company.sit(bob, 2), "taken")
        await refused(table.company.sit(bob, 7), "no seat 8")
        await refused(table.company.sit(bob, -1))
        await refused(table.company.stand(bob), "don't sit")
        await refused(table.act(ann.id, "play 7", 0, "n"), "hasn't begun")
        assert table.number == 0
        await table.company.sit(bob)
        await table.company.sit(bob)
        await refused(table.company.sit(cid), "no free chair")
        assert (table.number, table.seat_of(bob.id), table.seat_of(cid.id), table.seat_of(None)) == (1, 0, None, None)
        await table.company.stand(bob)
        await table.company.sit(ann, 0)
        assert [chair.name for chair in table.chairs[:2]] == ["Ann", ""]
        await table.company.begin(ann, "random")
        assert (table.phase, table.chairs[1].kind, table.chairs[1].level) == ("playing", "bot", "random")
        assert len({chair.name for chair in table.chairs}) == 3
        await refused(table.company.begin(ann), "already begun")
        assert [news.first for news in heard if news.kind == "chairs"] == [1, 2, 3, 4]
        beats = next(news for news in heard if news.kind == "beats")
        assert beats.first == 5
        assert hashlib.sha256(table.match.seed.encode()).hexdigest() == table.commitment

    in_hall(test)


def test_a_full_table_begins_at_once(in_hall):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        table = await hall.lay(ann, GAME, ["me", "bot:random"], options={"dummies": "3"})
        assert table.phase == "playing"
        assert table.options == {"dummies": 3}
        assert table.number == 1 + len(table.match.opening)

    in_hall(test, idle=0.02)


@pytest.mark.parametrize(
    ("game", "chairs", "more"),
    [
        ("chess", ["me", "friend"], {}),
        (GAME, ["me"], {}),
        (GAME, ["me"] * 2, {}),
        (GAME, ["friend"] * 9, {}),
        (GAME, ["me", "bot:genius"], {}),
        (GAME, ["me", "bot"], {}),
        (GAME, ["me", "enemy"], {}),
        (GAME, ["me", "friend"], {"options": {"poison": 1}}),
        (GAME, ["me", "friend"], {"options": {"dummies": 99}}),
        (GAME, ["me", "friend"], {"title": "x" * 41}),
        (GAME, ["me", "friend"], {"title": "x" * 100_000}),
    ],
)
def test_impossible_tables_are_refused(in_hall, game, chairs, more):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        await refused(hall.lay(ann, game, chairs, **more))
        assert await hall.tables_of(ann) == []

    in_hall(test)


def test_a_table_for_one_begins_at_once(in_hall):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        table = await hall.lay(ann, SOLO, ["me"], listed=True)
        assert (table.phase, table.deal, table.seat_of(ann.id)) == ("playing", None, 0)
        other = await hall.lay(ann, SOLO, ["me"], options={"arrangement": "round-table-roast"})
        assert other.options == {"arrangement": "round-table-roast"}
        assert [(s.game, s.options, s.deal) for s in await hall.listed()] == [(SOLO, table.options, None)]
        bob, _ = await hall.welcome("Bob")
        await refused(table.company.sit(bob), "no free chair")
        again = await hall.again(other, ann)
        assert (again.options, again.phase) == (other.options, "playing")
        assert again.commitment != other.commitment

    in_hall(test)


OWN = "Mine:UDK/DAU>3,5,18/1,2,4"


@pytest.mark.parametrize(
    "value", [OWN, Path("/etc/passwd"), "/etc/passwd", "../x.toml", "Beginners-banquet", 0, "x" * 9999]
)
def test_only_listed_values_are_played_in_the_hall(in_hall, value):
    """Whatever the game itself would take: no text and no file of a guest reaches the rules."""
    if value == OWN:
        assert find_game(SOLO).resolve(1, {"arrangement": OWN}), "the game itself takes it"

    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        await refused(
            hall.lay(ann, SOLO, ["me"], options={"arrangement": value}), "At a table in the hall, arrangement"
        )
        assert await hall.tables_of(ann) == []

    in_hall(test)


def test_one_chair_two_friends_at_once(in_hall):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        friends = [(await hall.welcome(f"f{i}"))[0] for i in range(5)]
        table = await hall.lay(ann, GAME, ["me", "friend"])
        done = await asyncio.gather(*(table.company.sit(friend, 1) for friend in friends), return_exceptions=True)
        assert sum(outcome is None for outcome in done) == 1
        assert table.number == 1

    in_hall(test)


def test_a_guest_lays_sixty_unfinished_tables_a_day_at_most(in_hall):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        for _ in range(60):
            await hall.lay(ann, GAME, ["me", "friend"])
        await refused(hall.lay(ann, GAME, ["me", "friend"]), "laid 60 tables today")
        assert len(await hall.tables_of(ann)) == 20
        bob, _ = await hall.welcome("Bob")
        await hall.lay(bob, GAME, ["me", "friend"])
        assert await hall.counts() == (61, 0)

    in_hall(test)


def test_a_host_whom_the_store_does_not_know_is_refused(in_hall):
    in_hall(lambda hall: refused(hall.lay(Guest("ghost", "Ghost"), GAME, ["me", "friend"])))


def test_lists(in_hall):
    async def test(hall):
        table, ann, bob = await two_friends(hall)
        cid, _ = await hall.welcome("Cid")
        shown = await hall.lay(cid, GAME, ["friend", "friend"], listed=True, title="Come in")
        assert [(s.id, s.title, s.phase, s.host_name) for s in await hall.listed()] == [
            (shown.id, "Come in", "waiting", "Cid")
        ]
        assert [s.id for s in await hall.tables_of(bob)] == [table.id]
        assert [s.id for s in await hall.tables_of(cid)] == [shown.id]
        await shown.company.sit(ann)
        assert [s.id for s in await hall.tables_of(ann)] == [shown.id, table.id]
        assert (await hall.listed())[0].chairs[0].name == "Ann"
        assert await hall.counts() == (1, 1)
        for i in range(51):
            host, _ = await hall.welcome(f"h{i}")
            await hall.lay(host, GAME, ["me", "friend"], listed=True)
        assert len(await hall.listed()) == 50

    in_hall(test)


def test_another_game(in_hall):
    async def test(hall):
        table, ann, bob = await two_friends(hall, "bot:random")
        cid, _ = await hall.welcome("Cid")
        await refused(hall.again(table, cid), "don't sit")
        await refused(hall.again(table, bob), "still on")
        heard = hear(table)
        after, same = await asyncio.gather(hall.again(table, ann), hall.again(table, ann))
        assert same is after
        assert table.next_id == after.id
        assert [news.kind for news in heard] == ["chairs"]
        assert (after.host, after.phase, after.options) == (ann.id, "waiting", table.options)
        assert [(c.kind, c.name, c.level) for c in after.chairs[:2]] == [("guest", "Ann", ""), ("guest", "Bob", "")]
        assert after.chairs[2].level == "random"
        assert after.commitment != table.commitment
        assert await hall.again(table, bob) is after  # who comes second joins
        assert (after.seat_of(ann.id), after.seat_of(bob.id)) == (0, 1)
        await after.company.begin(ann)
        assert after.phase == "playing"

    in_hall(test)


def test_who_plays_against_bots_may_choose_another_game_or_begin_at_once(in_hall):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        table = await hall.lay(ann, GAME, ["me", "bot:greedy"])
        assert (await hall.again(table, ann)).phase == "playing"
        other = await hall.again(table, ann, other=True)
        assert (other.phase, [chair.kind for chair in other.chairs]) == ("waiting", ["guest", "bot"])
        await hall.change(other, ann, "royal-feast", 3, options={"recall": "aid"})
        assert (other.game.id, [chair.kind for chair in other.chairs]) == ("royal-feast", ["guest", "bot", "free"])
        await refused(hall.change(other, ann, "royal-feast", 9), "seats")
        await refused(hall.change(other, ann, "royal-feast", 3, options={"recall": "perfect"}), "perfect")
        await refused(hall.change(other, ann, "royal-feast", 3, title="x" * 41), "title")
        assert other.seats == 3

    in_hall(test)


def test_there_is_one_of_each_table(in_hall):
    ids = []

    async def lay(hall):
        table, _, _ = await two_friends(hall)
        ids.append(table.id)
        assert await hall.table(table.id) is table

    async def load(hall):
        tables = await asyncio.gather(*(hall.table(ids[0]) for _ in range(20)))
        assert tables[0] is not None
        assert len({id(table) for table in tables}) == 1
        for wrong in ["", "x", ids[0].upper(), ids[0] + "x", "a" * 10, "é" * 10, "x" * 10_000, "../../etc/"]:
            assert await hall.table(wrong) is None

    in_hall(lay)
    in_hall(load)


def test_idle_tables_leave_memory_and_come_back(in_hall):
    async def test(hall):
        table, ann, _ = await two_friends(hall)
        id, dump = table.id, table.match.state.dump()
        unlisten = table.listen(lambda news: None)
        await asyncio.sleep(0.2)
        assert id in hall._tables
        unlisten()
        await asyncio.sleep(0.2)
        assert id not in hall._tables
        assert await hall.table(id) is table  # we hold it, so nobody gets another one
        await asyncio.sleep(0.2)
        del table
        back = await hall.table(id)
        assert back.match.state.dump() == dump
        assert back.seat_of(ann.id) == 0

    in_hall(test, idle=0.05)


def test_a_table_of_other_rules_rests_and_hurts_nobody(in_hall, url, caplog):
    ids = []

    async def lay(hall):
        for _ in range(2):
            ids.append((await two_friends(hall))[0].id)
        newer = update(TABLES).where(TABLES.c.id == ids[0]).values(rules=99)
        await hall.store.write(lambda c: c.execute(newer) and None)

    async def load(hall):
        with pytest.raises(Stuck, match="version 99 of the rules"):
            await hall.table(ids[0])
        assert await hall.table(ids[1]) is not None

    in_hall(lay)
    before = rows(url)
    in_hall(load)
    assert "1 tables are of other rules" in caplog.text
    assert rows(url) == before


def rows(url):
    engine = connect(url)
    with engine.connect() as c:
        found = [sorted(map(repr, c.execute(select(table)))) for table in (TABLES, CHAIRS, ENTRIES)]
    engine.dispose()
    return found


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (update(TABLES).values(game="whist"), "whist, is not installed"),
        (update(ENTRIES).values(action="sing").where(ENTRIES.c.number == 2), "no longer allowed by the rules"),
    ],
)
def test_a_table_that_cannot_be_replayed_rests(in_hall, url, caplog, harm, words):
    """It says so in a sentence that tells nothing hidden; its clock is left alone."""
    now = [1000.0]
    ids = []

    async def lay(hall):
        ann, _ = await hall.welcome("Ann")
        bob, _ = await hall.welcome("Bob")
        table = await hall.lay(ann, GAME, ["me", "friend"], timing=Timing(60, 0))
        await table.company.sit(bob)
        await table.company.begin(ann)
        for _ in range(6):
            await act(table, next(guest for guest in (ann, bob) if table.decides(table.seat_of(guest.id))))
        ids.append(table.id)
        await hall.store.write(lambda c: c.execute(harm) and None)

    async def load(hall):
        now[0] += 10_000
        await hall.mind_clocks()
        await hall.mind_clocks()
        with pytest.raises(Stuck, match=words) as stuck:
            await hall.table(ids[0])
        assert "play" not in str(stuck.value).replace("played", "")

    in_hall(lay, clock=lambda: now[0])
    before = rows(url)
    in_hall(load, clock=lambda: now[0])
    assert rows(url) == before


def test_a_waiting_table_begins_by_the_rules_of_the_day(in_hall):
    """Nothing has been played by its old ones."""

    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        table = await hall.lay(ann, GAME, ["me", "friend"])
        await hall.store.write(lambda c: c.execute(update(TABLES).values(rules=0)) and None)
        ids.append(table.id)

    async def begin(hall):
        table = await hall.table(ids[0])
        await table.company.begin(await hall.store.read(lambda c: sql.guest_by_id(c, table.host)), "random")

    async def load(hall):
        assert (await hall.table(ids[0])).phase == "playing"

    ids = []
    in_hall(test)
    in_hall(begin)
    in_hall(load)


def test_chat(in_hall):
    ids = []

    async def talk(hall):
        table, ann, _bob = await two_friends(hall)
        ids.append(table.id)
        heard = hear(table)
        for wrong in ["", "  \u200b\n", "x" * 301, "x" * 100_000]:
            await refused(table.say(ann, wrong), "1 to 300")
        number = table.number
        await table.say(ann, "<script>\u202e hi\nthere\x07")
        assert table.number == number
        assert heard[-1].kind == "chat"
        assert (heard[-1].said.text, heard[-1].said.seat, heard[-1].said.name) == ("<script> hi there", 0, "Ann")
        for i in range(250):
            await table.say(ann, str(i))
        assert len(table.chat) == 200

    async def load(hall):
        table = await hall.table(ids[0])
        assert [said.text for said in table.chat] == [str(i) for i in range(50, 250)]
        assert table.chat[-1].number == 251

    in_hall(talk)
    in_hall(load)


def test_those_who_watch_talk_among_themselves_and_the_host_has_a_switch(in_hall):
    kept = []

    async def talk(hall):
        table, ann, bob = await two_friends(hall)
        cid, _ = await hall.welcome("Cid")
        await table.say(cid, "what a hand")
        assert (table.chat[-1].seat, table.chat[-1].name) == (WATCHER, "Cid")
        await refused(table.company.let_talk(bob, False), "Only the host")
        await table.company.let_talk(ann, False)
        await table.company.let_talk(ann, False)
        await refused(table.say(bob, "hello?"), "switched the chat off")
        await refused(table.say(cid, "hello?"), "switched the chat off")
        kept.extend((table.id, ann, bob))

    async def again(hall):
        table = await hall.table(kept[0])
        assert not table.talk
        await table.company.let_talk(kept[1], True)
        await table.say(kept[2], "good evening")
        assert [(said.seat, said.text) for said in table.chat][1:] == [(-1, "hush"), (-1, "talk"), (1, "good evening")]

    in_hall(talk)
    in_hall(again)


def test_presence_and_listeners(in_hall, caplog):
    async def test(hall):
        table, ann, _ = await two_friends(hall)
        before = hear(table)

        def broken(news):
            raise RuntimeError("broken listener")

        unlisten = table.listen(broken)
        after = hear(table)
        await table.arrive(ann)
        await table.arrive(ann)
        table.leave(ann.id)
        assert table.visitors == {ann.id: "Ann"}
        table.leave(ann.id)
        assert not table.visitors
        assert [news.kind for news in before] == [news.kind for news in after] == ["presence"] * 4
        unlisten()
        unlisten()
        caplog.clear()
        await table.arrive(ann)
        assert "broken" not in caplog.text

    in_hall(test)


def test_a_closed_hall_refuses(in_hall, url):
    kept = []

    async def test(hall):
        kept.append(await two_friends(hall))

    in_hall(test)
    table, ann, _ = kept[0]
    asyncio.run(refused(table.say(ann, "anybody there?"), "closing"))
