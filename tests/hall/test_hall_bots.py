"""Bots at the table: they play on after errors, and when their process is killed."""

import asyncio
import itertools
import os
import signal
import sys
from functools import partial

import pytest

import hightable
from hightable.bots import KNOWN
from hightable.engine import Record
from hightable.hall import Crew, Hall, Store, Table, alarm, minds
from hightable.hall import crew as crew_module
from hightable.hall import saved as sql
from hightable.hall.storage_errors import GONE, StorageProblem
from hightable.hall.timing import BOT, SEAT, Timing
from tests.hall.at_table import GAME, hear, play_on, two_friends, until
from tests.hall.broken_storage import BrokenStorage


def worker(crew: Crew) -> int:
    return crew._get().submit(os.getpid).result()


def gone(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_killed_worker_is_replaced_and_play_goes_on(in_hall):
    async def test(hall):
        table, ann, bob = await two_friends(hall, "bot:greedy", "bot:greedy")
        killed = []

        def enough(table):
            entries = len(table.match.entries)
            if entries // 8 > len(killed) and len(killed) < 3:
                pid = worker(hall._crew)
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
            return table.phase == "over"

        await play_on(table, [ann, bob], enough)
        assert len(set(killed)) == 3
        Record.parse(table.record().text()).verify(hightable.game)

    in_hall(test)


@pytest.mark.parametrize("level", KNOWN)
def test_every_level_chooses_something_legal(level):
    async def test():
        crew = Crew()
        crew.warm()
        state = hightable.game(GAME).start(4, "seed")
        action = await crew.choose(GAME, level, state.view(2))
        assert action in state.legal(2)
        crew.close()
        with pytest.raises(RuntimeError):
            await crew.choose(GAME, level, state.view(2))

    asyncio.run(test())


def test_closing_ends_the_workers():
    async def test():
        crew = Crew(2)
        pid = worker(crew)
        crew.close()
        await until(lambda: gone(pid))

    asyncio.run(test())


def test_a_stuck_worker_is_replaced(monkeypatch):
    async def test():
        crew = Crew()
        view = hightable.game(GAME).start(4, "seed").view(0)
        with monkeypatch.context() as hasty:
            hasty.setattr(crew_module, "PATIENCE", 0.01)
            with pytest.raises(TimeoutError):
                await crew.choose(GAME, "greedy", view)
        assert await crew.choose(GAME, "greedy", view) in view["legal"]
        crew.close()

    asyncio.run(test())


def test_a_bot_that_fails_plays_something(url, caplog):
    class Broken(Crew):
        asked = 0

        async def choose(self, game_id, level, view):
            Broken.asked += 1
            if Broken.asked % 2:
                raise ValueError("broken bot")
            return -1

    async def test():
        hall = Hall(Store(url), Broken(), think=(0, 0))
        await hall.open()
        ann, _ = await hall.welcome("Ann")
        table = await hall.lay(ann, GAME, ["bot:greedy", "bot:greedy"])
        await until(lambda: table.phase == "over")
        record = table.record()
        await hall.close()
        Record.parse(record.text()).verify(hightable.game)
        assert Broken.asked == 2 * len(record.entries)

    asyncio.run(test())
    assert "broken bot" in caplog.text
    assert "not legal" in caplog.text


def test_bots_go_on_when_a_table_is_loaded(in_hall):
    ids = []

    async def lay(hall):
        table, _, _ = await two_friends(hall, "bot:greedy")
        ids.append(table.id)

    async def load(hall):
        table = await hall.table(ids[0])
        await until(lambda: not table.decides(2))
        assert 2 in [entry.seat for entry in table.match.entries]

    in_hall(lay)
    in_hall(load)


def test_closing_stops_thinking_bots(url):
    async def test():
        hall = Hall(Store(url), Crew(), think=(100, 100))
        await hall.open()
        ann, _ = await hall.welcome("Ann")
        table = await hall.lay(ann, GAME, ["bot:greedy", "bot:greedy"])
        await asyncio.sleep(0)
        assert not table.idle
        await asyncio.wait_for(hall.close(), 5)
        assert table.idle
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(test())


def test_workers_leave_when_the_server_is_killed(tmp_path):
    program = tmp_path / "server.py"
    program.write_text(
        "import os, time\n"
        "from hightable.hall import Crew\n"
        "if __name__ == '__main__':\n"
        "    print(Crew()._get().submit(os.getpid).result(), flush=True)\n"
        "    time.sleep(60)\n"
    )

    async def test():
        server = await asyncio.create_subprocess_exec(sys.executable, str(program), stdout=asyncio.subprocess.PIPE)
        pid = int(await asyncio.wait_for(server.stdout.readline(), 30))
        assert not gone(pid)
        server.kill()
        await server.wait()
        await until(lambda: gone(pid))

    asyncio.run(test())


def hasty(monkeypatch) -> None:
    monkeypatch.setattr(minds, "LONGEST_REST", 0.02)
    monkeypatch.setattr(alarm, "LONGEST_REST", 0.02)


async def stored(store: Store, table: Table) -> list[str]:
    """The nonces of a table's entries in the database."""
    saved = await store.read(partial(sql.load_table, table_id=table.id))
    return [entry.nonce for entry in saved.entries]


def test_bots_go_on_by_themselves_when_storage_is_back(url, in_hall, monkeypatch, caplog):
    """A disk was full for longer than anybody counts; nobody touches the table, and its game comes to an end."""
    hasty(monkeypatch)

    async def test(hall):
        broken = BrokenStorage(hall.store, monkeypatch)
        ann, _ = await hall.welcome("Ann")
        table = await hall.lay(ann, GAME, ["bot:random", "bot:random"])
        heard = hear(table)
        await until(lambda: len(table.match.entries) >= 3)
        broken.full = True
        await until(lambda: broken.failures >= 30)
        entries, beats = len(table.match.entries), sum(news.kind == "beats" for news in heard)
        assert len(await stored(hall.store, table)) == entries
        await until(lambda: broken.failures >= 40)
        assert (len(table.match.entries), sum(news.kind == "beats" for news in heard)) == (entries, beats)
        broken.full = False
        await until(lambda: table.phase == "over")
        nonces = await stored(hall.store, table)
        assert len(nonces) == len(set(nonces)) == len(table.match.entries)
        Record.parse(table.record().text()).verify(hightable.game)

    with caplog.at_level("ERROR"):
        in_hall(test)
    assert len(caplog.records) == 1


def test_what_was_saved_though_it_seemed_to_fail_is_not_done_twice(in_sqlite_hall, monkeypatch):
    """The file is away just when the commit is done, and then it is back."""
    hasty(monkeypatch)

    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        check, calls = hall.store._file.check, itertools.count()

        def away() -> None:
            if next(calls) % 3 == 0:
                raise StorageProblem(GONE)
            check()

        table = await hall.lay(ann, GAME, ["bot:random", "bot:random"])
        monkeypatch.setattr(hall.store._file, "check", away)
        await until(lambda: table.phase == "over")
        nonces = await stored(hall.store, table)
        assert len(nonces) == len(set(nonces)) == len(table.match.entries)
        Record.parse(table.record().text()).verify(hightable.game)
        assert next(calls) == len(nonces)  # none was written again

    in_sqlite_hall(test)


@pytest.mark.parametrize("late", [BOT, SEAT])
def test_clocks_go_on_by_themselves_when_storage_is_back(url, monkeypatch, late):
    hasty(monkeypatch)

    async def test():
        now = [1_000_000.0]
        hall = Hall(Store(url), Crew(), think=(0, 0), clock=lambda: now[0])
        await hall.open()
        try:
            table, _ann, _bob = await two_friends(hall, timing=Timing(60, 300, late))
            broken = BrokenStorage(hall.store, monkeypatch)
            broken.full = True
            now[0] += 361
            table.alarm.set()
            await until(lambda: broken.failures >= 12)
            assert len(table.match.entries) == 0 and not table.chat
            broken.full = False
            await until(lambda: table.match.entries)
            await until(lambda: table.chat)
        finally:
            await hall.close()

    asyncio.run(test())


def test_a_bot_that_can_not_act_tries_on_and_the_log_hears_of_it_seldom(in_sqlite_hall, monkeypatch, caplog):
    hasty(monkeypatch)

    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        act_on, tries = Table.act_on, itertools.count()

        async def fail(self, *args, **settings):
            if next(tries) < 40:
                raise RuntimeError("broken table")
            await act_on(self, *args, **settings)

        monkeypatch.setattr(Table, "act_on", fail)
        table = await hall.lay(ann, GAME, ["bot:random", "bot:random"])
        await until(lambda: table.phase == "over")

    in_sqlite_hall(test)
    assert 2 <= caplog.text.count("could not act") <= 16
