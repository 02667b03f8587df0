"""Several processes on one PostgreSQL: here as several halls, each with a store and an ear of its own, that share
nothing but the data base. Real processes are in tests/web/test_two_processes.py."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from secrets import token_hex

import pytest
from sqlalchemy import text

from hightable.engine import Refused
from hightable.hall import Crew, Guest, Hall, Store, Table, play
from hightable.hall.timing import Timing
from tests.hall.at_table import GAME, act, hear, two_friends, until

Test = Callable[..., Awaitable[None]]


class Counting(Crew):
    """Bots that count their turns."""

    def __init__(self) -> None:
        super().__init__()
        self.turns = 0

    async def choose(self, *args) -> int:
        self.turns += 1
        return await super().choose(*args)


@pytest.fixture
def in_halls(postgres_url: str) -> Callable[..., None]:
    """Run an async test in several halls on one data base; `works` tells for each whether it moves bots."""

    def run(test: Test, works: tuple[bool, ...] = (True, True), **settings) -> None:
        async def main() -> None:
            async with AsyncExitStack() as stack:
                halls = []
                for at_work in works:
                    crew = Counting()
                    hall = Hall(Store(postgres_url, at_work), crew, think=(0, 0), **settings)
                    hall.crew = crew
                    await hall.open()
                    stack.push_async_callback(hall.close)
                    halls.append(hall)
                fellows = [hall.store.fellows for hall in halls]
                await until(lambda: all(len(f.living) == len(works) for f in fellows))
                await until(lambda: all(len(f.working) == sum(works) for f in fellows))
                await asyncio.wait_for(test(*halls), 300)

        asyncio.run(main())

    return run


async def same_table(table: Table, *halls: Hall) -> list[Table]:
    return [table, *[await hall.table(table.id) for hall in halls]]


async def go_on(count: int, *seats: tuple[Table, Guest]) -> None:
    """So many actions of whoever is asked, each at their own process."""
    for _ in range(count):
        asked: list[tuple[Table, Guest]] = []
        await until(lambda: asked.extend(s for s in seats if s[0].decides(s[0].seat_of(s[1].id))) or asked)  # noqa: B023
        await act(*asked[0])
        await numbers_agree(*[table for table, _ in seats])


async def numbers_agree(*tables: Table) -> None:
    await until(lambda: len({table.number for table in tables}) == 1)


async def entries(hall: Hall, table: Table) -> list[tuple[int, str]]:
    found = await hall.store.read(
        lambda c: c.execute(
            text("select seat, nonce from entries where table_id = :id order by number"), {"id": table.id}
        ).all()
    )
    return [tuple(row) for row in found]


def test_two_people_at_two_processes_play_a_whole_game(in_halls):
    async def test(one: Hall, two: Hall) -> None:
        here, ann, bob = await two_friends(one)
        here, there = await same_table(here, two)
        seen, told = hear(here), hear(there)
        while here.phase != "over":
            await numbers_agree(here, there)
            for table, guest in ((here, ann), (there, bob)):
                if table.decides(table.seat_of(guest.id)):
                    await act(table, guest)
                    break
        await until(lambda: there.phase == "over")
        assert here.record().text() == there.record().text()
        for heard in (seen, told):  # every event once, in order, without gaps
            beats = [news for news in heard if news.kind == "beats"]
            numbers = [news.first + i for news in beats for i in range(len(news.beats))]
            assert numbers == list(range(numbers[0], here.number + 1))

    in_halls(test)


def test_the_lobby_is_one(in_halls):
    async def test(one: Hall, two: Hall) -> None:
        ann, _ = await one.welcome("Ann")
        bob, token = await two.welcome("Bob")
        assert await one.guest(token) == bob
        here = await one.lay(ann, GAME, ["me", "friend", "friend"])
        here, there = await same_table(here, two)
        await there.company.sit(bob, 2)
        await until(lambda: here.chairs[2].guest == bob.id)
        with pytest.raises(Refused):
            await here.company.sit(await one.guest((await one.welcome("Cyn"))[1]), 2)
        await one.change(here, ann, "royal-feast", 4, title="Court")
        await until(lambda: (there.title, there.game.id, there.seats) == ("Court", "royal-feast", 4))
        await here.company.begin(ann, "random")
        await until(lambda: there.phase == "playing")
        assert there.chairs == here.chairs

    in_halls(test)


def test_the_same_chair_is_taken_once(in_halls):
    async def test(one: Hall, two: Hall) -> None:
        ann, _ = await one.welcome("Ann")
        here = await one.lay(ann, GAME, ["me", "friend"])
        here, there = await same_table(here, two)
        guests = [(await one.welcome(name))[0] for name in ("Bob", "Cyn")]
        done = await asyncio.gather(
            here.company.sit(guests[0], 1), there.company.sit(guests[1], 1), return_exceptions=True
        )
        assert [type(outcome) for outcome in done].count(Refused) == 1
        await until(lambda: here.chairs == there.chairs)

    in_halls(test)


def test_chat_goes_both_ways_and_every_line_once(in_halls):
    async def test(one: Hall, two: Hall) -> None:
        here, ann, bob = await two_friends(one)
        here, there = await same_table(here, two)
        await asyncio.gather(*(here.say(ann, f"a{i}") for i in range(9)), *(there.say(bob, f"b{i}") for i in range(9)))
        await until(lambda: len(here.chat) == len(there.chat) == 18)
        assert list(here.chat) == list(there.chat)
        assert [said.number for said in here.chat] == list(range(1, 19))
        await here.company.let_talk(ann, False)
        await until(lambda: not there.talk)

    in_halls(test)


def test_a_click_sent_to_two_processes_acts_once(in_halls):
    """As when the answer was lost with the process that had it, and the page sends the click again elsewhere."""

    async def test(one: Hall, two: Hall) -> None:
        here, ann, bob = await two_friends(one)
        here, there = await same_table(here, two)
        for i in range(10):
            await numbers_agree(here, there)
            guest = next(guest for guest in (ann, bob) if here.decides(here.seat_of(guest.id)))
            seen, action = here.number, here.game.text(here.match.state.legal(here.seat_of(guest.id))[0])
            await asyncio.gather(*(table.act(guest.id, action, seen, f"n{i}") for table in (here, there)))
        found = await entries(one, here)
        assert sorted(nonce for _seat, nonce in found) == sorted(f"n{i}" for i in range(10))

    in_halls(test)


def test_who_chooses_at_the_same_time_elsewhere_is_not_in_the_way(in_halls):
    async def test(one: Hall, two: Hall) -> None:
        for _table in range(5):
            here, ann, bob = await two_friends(one)
            here, there = await same_table(here, two)
            await asyncio.gather(act(here, ann), act(there, bob))
            await numbers_agree(here, there)
            assert len(here.match.entries) == 2

    in_halls(test)


def test_ht_10_undos_of_all_processes_count_together(in_halls, monkeypatch):
    monkeypatch.setattr(play, "MOST_UNDOS", 4)

    async def test(one: Hall, two: Hall) -> None:
        here, ann, _bob = await two_friends(one)
        here, there = await same_table(here, two)
        for table in (here, there, here, there):
            await act(table, ann)
            await numbers_agree(here, there)
            await table.undo(ann.id, table.number, token_hex(8))
            await numbers_agree(here, there)
        await act(here, ann)
        await numbers_agree(here, there)
        for table in (here, there):
            with pytest.raises(Refused, match="taken back 4 actions"):
                await table.undo(ann.id, table.number, token_hex(8))
        assert len(await entries(one, here)) == 9

    in_halls(test)


def test_presence_is_seen_from_everywhere_and_ends_with_the_process(in_halls):
    async def test(one: Hall, two: Hall) -> None:
        here, ann, bob = await two_friends(one)
        here, there = await same_table(here, two)
        await there.arrive(bob)
        await here.arrive(ann)
        await until(lambda: here.visitors == there.visitors == {ann.id: "Ann", bob.id: "Bob"})
        with pytest.raises(Refused, match="at the table"):
            await here.company.relieve(ann, 1)
        await two.rename(bob, "Robert")
        await until(lambda: here.visitors[bob.id] == here.chairs[1].name == "Robert")
        await two.store.fellows.close()  # as if killed: the data base sees the connection end, and nobody cleans up
        await until(lambda: here.visitors == {ann.id: "Ann"})
        query = text("select guest from presence")
        for _look in range(1000):  # the rows of the other process are deleted a moment later
            left = await one.store.read(lambda c: c.scalars(query).all())
            if left == [ann.id]:
                break
            await asyncio.sleep(0.01)
        assert left == [ann.id]
        await here.company.relieve(ann, 1)

    in_halls(test)


def test_a_new_name_is_known_everywhere(in_halls):
    async def test(one: Hall, two: Hall) -> None:
        ann, token = await one.welcome("Ann")
        assert await two.guest(token) == ann
        await one.rename(ann, "Anna")
        await until(lambda: [known.name for known in two._guests.values()] == ["Anna"])
        assert (await two.guest(token)).name == "Anna"

    in_halls(test)


def test_the_question_whether_to_go_back_is_asked_everywhere(in_halls):
    async def test(one: Hall, two: Hall) -> None:
        here, ann, bob = await two_friends(one, timing=Timing(60, 300))
        here, there = await same_table(here, two)
        await go_on(4, (here, ann), (there, bob))
        await numbers_agree(here, there)
        for agrees in (False, True):
            await here.consent.ask(ann)
            await until(lambda: there.asking is not None)
            assert there.asking == here.asking
            assert there.alarm.next == here.alarm.next
            await there.consent.answer(bob, agrees)
            await until(lambda: here.asking is None and here.number == there.number)
        assert here.match.entries == there.match.entries
        assert here.times.pauses == there.times.pauses and len(here.times.pauses) == 2
        assert there.alarm.next == here.alarm.next

    in_halls(test)


@pytest.mark.parametrize("bots", [1, 3])
def test_bots_move_at_one_process_only(in_halls, bots):
    async def test(one: Hall, two: Hall) -> None:
        tables = []
        for _ in range(6):
            table, *guests = await two_friends(one, *["bot:random"] * bots)
            tables.append((*await same_table(table, two), *guests))
        for here, there, ann, bob in tables:
            await go_on(8, (here, ann), (there, bob))
        await until(lambda: not any(t._minds.busy for row in tables for t in row[:2]))
        moved = Counter(entry.seat >= 2 for here, *_ in tables for entry in here.match.entries)
        assert one.crew.turns + two.crew.turns == moved[True]
        kept = [sum(row[i].kept for row in tables) for i in (0, 1)]
        assert sum(kept) == len(tables)
        assert [hall.crew.turns > 0 for hall in (one, two)] == [count > 0 for count in kept]

    in_halls(test)


def test_bots_go_on_elsewhere_when_their_process_dies(in_halls):
    async def test(one: Hall, two: Hall) -> None:
        for _ in range(20):
            table, ann, bob = await two_friends(one, "bot:random")
            if not table.kept:
                break
        assert not table.kept
        await two.store.fellows.close()
        await until(lambda: table.kept)
        await go_on(6, (table, ann), (table, bob))

    in_halls(test)


def test_only_workers_move_bots(in_halls):
    """Servers that don't work, and a worker that nobody visits."""

    async def test(one: Hall, two: Hall, worker: Hall) -> None:
        here, ann, bob = await two_friends(one, "bot:random")
        here, there = await same_table(here, two)
        await go_on(8, (here, ann), (there, bob))
        assert one.crew.turns == two.crew.turns == 0
        await until(lambda: worker.crew.turns >= 4)

    in_halls(test, works=(False, False, True))


def test_a_cut_line_is_made_whole_and_nothing_is_missed(in_halls):
    async def test(one: Hall, two: Hall) -> None:
        here, ann, bob = await two_friends(one)
        here, there = await same_table(here, two)
        await there.arrive(bob)
        ears = (
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where pid in (select pid from pg_locks where locktype = 'advisory')"
        )
        for _ in range(2):
            await one.store.write(lambda c: c.execute(text(ears)) and None)
            await act(here, ann if here.decides(0) else bob)
            await here.say(ann, "Do you hear me?")
            await act(here, ann if here.decides(0) else bob)
            await until(lambda: there.number == here.number and len(there.chat) == len(here.chat))
        await until(lambda: bob.id in here.visitors)
        await until(lambda: len(one.store.fellows.living) == 2 and len(one.store.fellows.working) == 2)

    in_halls(test)


def test_another_game_is_laid_once(in_halls):
    async def test(one: Hall, two: Hall) -> None:
        ann, _ = await one.welcome("Ann")
        bob, _ = await two.welcome("Bob")
        here = await one.lay(ann, GAME, ["me", "friend"])
        here, there = await same_table(here, two)
        await there.company.sit(bob)
        await here.catch_up()
        await here.company.begin(ann)
        while here.phase != "over":
            await go_on(1, (here, ann), (there, bob))
        after = await asyncio.gather(one.again(here, ann, other=True), two.again(there, bob, other=True))
        assert after[0].id == after[1].id
        await until(lambda: here.next_id == there.next_id == after[0].id)
        host, hall = (ann, one) if after[0].host == ann.id else (bob, two)
        await hall.change(await hall.table(after[0].id), host, "festo", 2)
        await until(lambda: here.next_game == there.next_game == "festo")

    in_halls(test)


def test_a_clock_rings_once(in_halls):
    now = 1_000.0

    async def test(one: Hall, two: Hall) -> None:
        nonlocal now
        ann, _ = await one.welcome("Ann")
        bob, _ = await one.welcome("Bob")
        here = await one.lay(ann, GAME, ["me", "friend"], timing=Timing(30, 0))
        await here.company.sit(bob)
        await here.company.begin(ann)
        here, there = await same_table(here, two)
        await until(lambda: (one if here.kept else two)._held.get(here.id) is not None)
        now += 100
        here.wake()
        there.wake()
        await until(lambda: len(here.match.entries) >= 2)
        await numbers_agree(here, there)
        await until(lambda: list(here.chat) == list(there.chat))
        late = [said.name for said in here.chat if said.text == "late"]
        assert sorted(late) == ["Ann", "Bob"]

    in_halls(test, clock=lambda: now)


def test_a_page_is_never_older_than_the_answer_before_it(in_halls):
    """No sticky sessions: what one process has acknowledged the next one shows, whatever the news do meanwhile."""

    async def test(one: Hall, two: Hall) -> None:
        here, ann, _bob = await two_friends(one)
        there = await two.table(here.id)
        two._exchange.hear = lambda topics: None  # news that never come
        await act(here, ann)
        assert (await two.table(here.id)) is there
        assert there.number == here.number

    in_halls(test)


def test_alone_on_a_file(in_sqlite_hall):
    async def test(hall: Hall) -> None:
        assert hall.store.fellows.shared is False
        table, *_guests = await two_friends(hall)
        assert table.kept

    in_sqlite_hall(test)


def test_a_seat_that_was_lost_and_a_vote_are_known_everywhere(in_halls):
    async def test(one: Hall, two: Hall) -> None:
        here, ann, bob = await two_friends(one, "bot:greedy", "bot:greedy")
        eve, _ = await one.welcome("Eve")
        here, there = await same_table(here, two)
        await here.arrive(eve)
        await here.company.hand_over(ann, 2, eve.id)
        for guest in (bob, eve):
            await there.arrive(guest)
        here.leave(eve.id)
        await until(lambda: bob.id in here.visitors and eve.id in here.visitors)
        with pytest.raises(Refused, match="taken"):
            await there.company.sit(eve, 3)
        await here.company.remove(ann, 1)
        await until(lambda: there.asking is not None)
        assert there.asking == here.asking and there.asking.remove == 1
        await there.consent.answer(eve, True)
        await until(lambda: here.seat_of(bob.id) is None)
        assert here.saved.former == there.saved.former == {bob.id: 1}
        for table in (here, there):
            with pytest.raises(Refused, match="seen the cards of chair 2"):
                await table.company.sit(bob, 3)

    in_halls(test)
