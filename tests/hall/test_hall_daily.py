"""The daily feast: one deal for all, one try each, nobody looks over a shoulder, and the day's list."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from hightable.engine import Refused
from hightable.hall import Deal
from hightable.hall import saved as sql
from hightable.hall.daily import Outcome, Sealed, SealedToday, Try, arrangements, deals, placed, puzzles
from hightable.hall.schema import RESULTS, TABLES
from tests.hall.at_table import SOLO, finish

DAY = date(2026, 2, 28)


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 2, 28, 12, tzinfo=UTC)

    def __call__(self) -> float:
        return self.now.timestamp()


@pytest.fixture
def clock() -> Clock:
    return Clock()


def first(day: date = DAY, number: int = 0) -> Deal:
    return Deal(day, SOLO, arrangements(puzzles()[0])[number])


async def refused(awaitable, words: str | None = None) -> None:
    with pytest.raises(Refused, match=words):
        await awaitable


def test_a_deal_is_written_and_read_back():
    for deal in deals(DAY):
        assert Deal.of(deal.key) == deal
    assert len({deal.key for deal in [*deals(DAY), *deals(DAY + timedelta(1))]}) == 2 * len(deals(DAY)) > 6


def test_two_guests_get_the_same_deal_and_other_deals_are_others(in_hall, clock):
    async def test(hall):
        ann, bob = [(await hall.welcome(name))[0] for name in ("Ann", "Bob")]
        mine, theirs = await hall.daily(ann, first()), await hall.daily(bob, first())
        assert mine is not theirs
        assert mine.match.seed == theirs.match.seed
        assert mine.commitment == theirs.commitment
        assert mine.match.state.dump() == theirs.match.state.dump()
        seeds = {(await hall.daily(ann, deal)).match.seed for deal in deals(DAY)}
        assert len(seeds) == len(deals(DAY))
        clock.now += timedelta(1)
        seeds |= {(await hall.daily(ann, deal)).match.seed for deal in deals(hall.today())}
        assert len(seeds) == 2 * len(deals(DAY))

    in_hall(test, clock=clock)


def test_the_deal_depends_on_a_secret_of_this_hall(tmp_path):
    from hightable.hall import Crew, Hall, Store

    async def seed(url):
        hall = Hall(Store(url), Crew(), clock=Clock())
        await hall.open()
        ann, _ = await hall.welcome("Ann")
        found = (await hall.daily(ann, first())).match.seed
        await hall.close()
        return found

    one, two = (f"sqlite:///{tmp_path}/{name}.db" for name in ("one", "two"))
    assert asyncio.run(seed(one)) == asyncio.run(seed(one))
    assert asyncio.run(seed(one)) != asyncio.run(seed(two))


def test_one_try_each_also_after_a_restart_and_with_many_clicks_at_once(in_hall, clock):
    kept = []

    async def play(hall):
        ann, token = await hall.welcome("Ann")
        tables = await asyncio.gather(*(hall.daily(ann, first()) for _ in range(8)))
        assert len({id(table) for table in tables}) == 1
        await finish(tables[0], ann)
        assert await hall.daily(ann, first()) is tables[0]
        kept.extend([token, tables[0].id])
        assert len(await hall.tables_of(ann)) == 0

    async def come_back(hall):
        ann = await hall.guest(kept[0])
        table = await hall.daily(ann, first())
        assert (table.id, table.phase, table.deal) == (kept[1], "over", first())
        clock.now += timedelta(3)
        assert (await hall.daily(ann, first())).id == kept[1], "also when the day is over"

    in_hall(play, clock=clock)
    in_hall(come_back, clock=clock)


def test_the_data_base_itself_keeps_to_one_try(in_hall, clock):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        table = await hall.daily(ann, first())

        def copy(c):
            row = dict(c.execute(select(TABLES).where(TABLES.c.id == table.id)).one()._mapping)
            with pytest.raises(IntegrityError), c.begin_nested():
                c.execute(insert(TABLES).values(row | {"id": "another"}))

        await hall.store.write(copy)

    in_hall(test, clock=clock)


def test_only_the_deals_of_today_can_be_begun(in_hall, clock):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        await refused(hall.daily(ann, first(DAY - timedelta(1))), "not served today")
        await refused(hall.daily(ann, first(DAY + timedelta(1))), "not served today")
        await refused(hall.daily(ann, Deal(DAY, SOLO, "/etc/passwd")), "no such daily feast")
        await refused(hall.daily(ann, Deal(DAY, "the-feast", "")), "no such daily feast")
        assert await hall.tables_of(ann) == []

    in_hall(test, clock=clock)


def test_a_day_begins_at_midnight_utc(in_hall, clock):
    async def test(hall):
        clock.now = datetime(2026, 2, 28, 23, 59, 59, tzinfo=UTC)
        assert hall.today() == DAY
        clock.now += timedelta(seconds=1)
        assert hall.today() == date(2026, 3, 1)

    in_hall(test, clock=clock)


def test_nobody_looks_before_they_have_finished_or_the_day_is_over(in_hall, clock):
    async def test(hall):
        ann, bob = [(await hall.welcome(name))[0] for name in ("Ann", "Bob")]
        table = await hall.daily(ann, first())
        await hall.may_look(table, ann)
        for guest in (None, bob):
            with pytest.raises(Sealed, match="finished the deal yourself"):
                await hall.may_look(table, guest)
        await finish(table, ann)
        other = await hall.daily(bob, first(number=1))
        await finish(other, bob)
        mine = await hall.daily(bob, first())
        with pytest.raises(Sealed):
            await hall.may_look(table, bob)
        await finish(mine, bob)
        await hall.may_look(table, bob)
        with pytest.raises(Sealed):
            await hall.may_look(table, None)
        clock.now += timedelta(1)
        await hall.may_look(table, None)

    in_hall(test, clock=clock)


def test_other_tables_are_open_to_all(in_hall):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        await hall.may_look(await hall.lay(ann, SOLO, ["me"]), None)

    in_hall(test)


def test_no_hints_at_the_daily_feast(in_hall, clock):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        table = await hall.daily(ann, first())
        assert not table.hints
        await refused(table.advise(ann.id, table.number), "No hints")

    in_hall(test, clock=clock)


def test_another_game_after_the_daily_feast_is_a_free_table(in_hall, clock):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        table = await hall.daily(ann, first(number=1))
        await finish(table, ann)
        free = await hall.again(table, ann)
        assert (free.deal, free.options, free.phase) == (None, table.options, "playing")
        assert free.match.seed != table.match.seed

    in_hall(test, clock=clock)


def test_the_list_of_the_day(in_hall, clock):
    async def test(hall):
        assert await hall.day(DAY) == {deal: [] for deal in deals(DAY)}
        guests = [(await hall.welcome(name))[0] for name in ("Ann", "Bob", "Cid", "Dot")]
        tables = [await hall.daily(guest, first()) for guest in guests]
        for guest, table, actions in zip(guests[:3], tables, (0, 6, 0), strict=False):
            await finish(table, guest, actions)
        clock.now += timedelta(1)
        await finish(tables[3], guests[3])
        lines = (await hall.day(DAY))[first()]
        results = {table.id: table.match.state.result for table in tables}
        assert sorted(line.of.table_id for line in lines) == sorted(results)
        for line in lines:
            result = results[line.of.table_id]
            assert line.of.outcome.score == result.scores[0]
            assert line.of.outcome.title == result.titles[0] != ""
        assert lines[-1].of.name == "Dot" and lines[-1].place is None, "who finished after the day has no place"
        ranked = [(line.place, line.of.outcome.score) for line in lines[:-1]]
        assert ranked == sorted(ranked)
        same = {line.of.name: line.place for line in lines}
        assert same["Ann"] == same["Cid"], "equals share a place"
        mine = await hall.tries_of(guests[1], DAY)
        assert {deal: t.table_id for deal, t in mine.items()} == {first(): tables[1].id}
        assert (await hall.day(DAY + timedelta(1)))[first(DAY + timedelta(1))] == []

    in_hall(test, clock=clock)


def test_a_list_is_made_without_opening_tables(in_hall, clock):
    async def play(hall):
        ann, _ = await hall.welcome("Ann")
        await finish(await hall.daily(ann, first()), ann)

    async def look(hall):
        assert len((await hall.day(DAY))[first()]) == 1
        assert len(hall._held) == 0

    in_hall(play, clock=clock)
    in_hall(look, clock=clock)


def test_places():
    def one(name: str, merit: int, turns: int, ended: float) -> Try:
        return Try(name, first(), name, name, ended, Outcome(0, -merit, "", turns, (merit,)))

    running = Try("e", first(), "e", "e", None, None)
    tries = [one("a", -5, 3, 1.0), one("b", 0, 9, 2.0), one("c", -5, 1, 3.0), one("d", 0, 2, 50.0), running]
    lines = [(line.place, line.of.name) for line in placed(tries, midnight=10.0)]
    assert lines == [(1, "b"), (2, "c"), (2, "a"), (None, "d")]


def test_every_finished_table_leaves_a_result(in_hall):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        table = await hall.lay(ann, "the-feast", ["bot:random", "bot:random", "bot:random"])
        async with asyncio.timeout(30):
            while table.phase != "over":  # noqa: ASYNC110 - the bots play on
                await asyncio.sleep(0.01)
        rows = await hall.store.read(lambda c: c.execute(select(RESULTS).order_by(RESULTS.c.seat)).all())
        assert [row.score for row in rows] == table.match.state.result.scores

    in_hall(test)


def test_the_daily_feast_counts_among_the_tables_of_a_day(in_hall, clock, monkeypatch):
    monkeypatch.setattr(sql, "MOST_UNFINISHED", 2)

    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        for number in range(2):
            await hall.daily(ann, first(number=number))
        await refused(hall.daily(ann, first(number=2)), "2 tables today")

    in_hall(test, clock=clock)


def test_nobody_plays_on_from_a_deal_of_today(in_hall, clock):
    """Such a table would be open to those who have not played the deal."""

    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        table = await hall.daily(ann, first())
        await finish(table, ann, 6)
        await refused(hall.archive.branch(table, ann, 1, 0), "tomorrow")
        clock.now += timedelta(1)
        assert (await hall.archive.branch(table, ann, 1, 0)).phase == "playing"

    in_hall(test, clock=clock)


# one person, once: the ways around that are closed


def test_nobody_and_no_bot_plays_a_daily_feast_for_somebody_else(in_hall, clock):
    async def test(hall):
        ann, bob = [(await hall.welcome(name))[0] for name in ("Ann", "Bob")]
        await finish(await hall.daily(bob, first()), bob)
        table = await hall.daily(ann, first())
        await table.arrive(bob)  # who has finished may watch
        for _day in range(2):
            await refused(table.company.stand(ann), "yours alone")
            await refused(table.company.hand_over(ann, 0, bob.id), "yours alone")
            await refused(table.company.relieve(ann, 0), "yours alone")
            await refused(table.company.remove(ann, 0), "yours alone")
            await refused(table.company.sit(bob, 0), "yours alone")
            await refused(table.company.sit(bob), "yours alone")
            await refused(table.company.let_ask(ann, True), "no hints")
            await refused(table.consent.ask(ann), "daily feast")
            clock.now += timedelta(1)  # the result still stands under her name
        assert [(chair.guest, chair.stand_in) for chair in table.chairs] == [(ann.id, "")]
        assert table.entries == 0
        free = await hall.again(table, ann, other=True)
        assert free.commitment != table.commitment

    in_hall(test, clock=clock)


def test_no_bot_moves_for_who_had_left_in_an_older_version(in_hall, clock):
    kept = []

    async def before(hall):
        (ann, token), (bob, _) = await hall.welcome("Ann"), await hall.welcome("Bob")
        left, given = await hall.daily(ann, first()), await hall.daily(ann, first(number=1))
        await left.seat({0: replace(left.chairs[0], stand_in="cook")})
        await given.seat({0: replace(given.chairs[0], guest=bob.id)})
        kept.extend([token, bob, left.id, given.id])

    async def after(hall):
        token, bob, left, given = kept
        ann, table = await hall.guest(token), await hall.table(left)
        assert table.chairs[0].stand_in == "cook" and table.mind(0) == ""
        await asyncio.sleep(0.1)
        assert table.entries == 0 and not table._minds.busy
        await table.arrive(ann)
        assert table.chairs[0].stand_in == ""
        await finish(table, ann)
        theirs = await hall.table(given)
        await refused(theirs.act(bob.id, "end-game", theirs.number, "n"), "yours alone")
        with pytest.raises(Sealed):
            await hall.may_look(theirs, bob)
        await hall.may_look(theirs, ann)

    in_hall(before, clock=clock)
    in_hall(after, clock=clock)


def test_a_record_of_todays_deal_stays_sealed(in_hall, clock):
    async def test(hall):
        ann, bob = [(await hall.welcome(name))[0] for name in ("Ann", "Bob")]
        table = await hall.daily(ann, first())
        await finish(table, ann, 6)
        record = table.record()
        for guest in (ann, bob):
            await refused(hall.archive.keep_record(guest, record), "one of today's deals")
        clock.now += timedelta(1)
        brought = await hall.archive.keep_record(bob, record)
        await hall.may_look(brought, None)
        options = {"arrangement": first().arrangement}
        again = await hall.lay(bob, SOLO, ["me"], options=options, deal=brought.id)
        assert again.commitment == table.commitment and again.hints
        assert (await hall.archive.branch(brought, ann, 1, 0)).phase == "playing"

    in_hall(test, clock=clock)


def test_a_table_with_todays_deal_stays_sealed_wherever_its_deal_is_from(in_hall, clock):
    """As an older version let people lay them, or as somebody finds another way."""

    async def test(hall):
        ann, bob = [(await hall.welcome(name))[0] for name in ("Ann", "Bob")]
        table = await hall.daily(ann, first())
        await finish(table, ann, 6)
        check, hall.seals.check = hall.seals.check, lambda seal: None
        brought = await hall.archive.keep_record(bob, table.record())
        branch = await hall.archive.branch(table, bob, 1, 0)
        options = {"arrangement": first().arrangement}
        again = await hall.lay(bob, SOLO, ["me"], options=options, deal=brought.id)
        hall.seals.check = check
        for other in (brought, branch, again):
            assert other.commitment == table.commitment and other.deal is None
            assert not other.hints
            await hall.may_look(other, ann)
            for guest in (bob, None):
                with pytest.raises(SealedToday, match="once you have finished the deal yourself"):
                    await hall.may_look(other, guest)
        for other in (branch, again):
            await refused(other.advise(bob.id, other.number), "No hints")
        for other in (brought, table):
            await refused(hall.lay(bob, SOLO, ["me"], options=options, deal=other.id), "one of today's deals")
            await refused(hall.lay(ann, SOLO, ["me"], options=options, deal=other.id), "one of today's deals")
            await refused(hall.archive.branch(other, ann, 1, 0), "one of today's deals")
        clock.now += timedelta(1)
        assert branch.hints and again.hints
        await hall.may_look(again, None)
        await hall.may_look(branch, bob)

    in_hall(test, clock=clock)
