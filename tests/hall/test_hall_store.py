"""The store: group commit, lost writes, durability, schema."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from functools import partial

import pytest
from sqlalchemy import func, select, text

from hightable.engine import Refused
from hightable.hall import Guest, Lost, Store
from hightable.hall import saved as sql
from hightable.hall import store as store_module
from hightable.hall.connect import connect, writing
from hightable.hall.saved import SavedEntry
from hightable.hall.schema import GUESTS
from hightable.hall.store import Row


def guest_write(name: str):
    return partial(sql.add_guest, guest=Guest(name, name), token_hash=name, at=0.0)


def with_store(url, test):
    async def main():
        store = Store(url)
        await store.open()
        try:
            return await asyncio.wait_for(test(store), 30)
        finally:
            await store.close()

    return asyncio.run(main())


async def names(store: Store) -> set[str]:
    return await store.read(lambda c: {row.name for row in c.execute(select(GUESTS.c.name))})


def test_waiting_writes_share_a_commit(url):
    async def test(store: Store) -> None:
        before = store.commits
        await asyncio.gather(*(store.write(guest_write(f"g{i}")) for i in range(500)))
        assert store.commits - before < 50
        assert len(await names(store)) == 500

    with_store(url, test)


def test_a_lost_write_fails_alone(url):
    async def test(store: Store) -> None:
        hold = threading.Event()
        blocker = asyncio.ensure_future(store.write(lambda c: hold.wait(5)))  # the rest gathers behind it
        await asyncio.sleep(0.05)
        jobs = [guest_write("a"), guest_write("b"), guest_write("a"), guest_write("c")]
        writes = asyncio.gather(*map(store.write, jobs), return_exceptions=True)
        await asyncio.sleep(0)
        hold.set()
        assert await blocker is True
        done = await writes
        assert [type(outcome) for outcome in done] == [type(None), type(None), Lost, type(None)]
        assert await names(store) == {"a", "b", "c"}

    with_store(url, test)


def test_rows_that_wait_are_written_together_and_lost_alone(url):
    async def test(store: Store) -> None:
        hold = threading.Event()
        blocker = asyncio.ensure_future(store.write(lambda c: hold.wait(5)))
        await asyncio.sleep(0.05)
        rows = [Row(GUESTS, (name, name, name, 0.0)) for name in "abac"]
        writes = asyncio.gather(*map(store.write, [*rows, guest_write("d")]), return_exceptions=True)
        await asyncio.sleep(0)
        hold.set()
        await blocker
        assert [type(outcome) for outcome in await writes] == [type(None), type(None), Lost, type(None), type(None)]
        assert await names(store) == set("abcd")

    with_store(url, test)


def test_a_write_that_raises_leaves_nothing_and_hurts_nobody(url):
    def half(c):
        guest_write("half")(c)
        raise Refused("no")

    async def test(store: Store) -> None:
        done = await asyncio.gather(
            store.write(guest_write("a")), store.write(half), store.write(guest_write("b")), return_exceptions=True
        )
        assert isinstance(done[1], Refused)
        assert await names(store) == {"a", "b"}

    with_store(url, test)


def test_acknowledged_means_on_disk_for_everyone(url):
    async def test(store: Store) -> None:
        await store.write(guest_write("a"))
        engine = connect(url)
        with writing(engine).begin() as c:
            assert c.execute(select(GUESTS.c.name)).scalars().all() == ["a"]
            guest_write("b")(c)
        engine.dispose()
        assert await names(store) == {"a", "b"}

    with_store(url, test)


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(url):
    program = """
import asyncio, sys
from functools import partial
from hightable.hall import Guest, Store, saved as sql
async def main():
    store = Store(sys.argv[1]); await store.open()
    async def many(k):
        for i in range(10**6):
            name = f"{k}-{i}"
            await store.write(partial(sql.add_guest, guest=Guest(name, name), token_hash=name, at=0.0))
            print(name, flush=True)
    await asyncio.gather(*map(many, range(8)))
asyncio.run(main())
"""
    process = subprocess.Popen([sys.executable, "-c", program, url], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    acknowledged = [process.stdout.readline().strip() for _ in range(300)]
    os.kill(process.pid, signal.SIGKILL)
    acknowledged += [line.strip() for line in process.stdout.read().split("\n")[:-1]]
    process.stdout.close()
    process.wait()
    assert set(acknowledged) <= with_store(url, names)


def test_sqlite_is_durable_and_checks_references(sqlite_url):
    async def test(store: Store) -> None:
        found = await store.read(
            lambda c: [c.execute(text(f"PRAGMA {p}")).scalar() for p in ("journal_mode", "synchronous", "foreign_keys")]
        )
        assert found == ["wal", 2, 1]

    with_store(sqlite_url, test)


def test_a_passing_store_has_nothing_on_the_next_day():
    async def test(store: Store) -> int:
        await store.write(guest_write("a"))
        return await store.read(lambda c: c.execute(select(func.count()).select_from(GUESTS)).scalar())

    assert with_store("sqlite://", test) == 1
    assert with_store("sqlite://", test) == 1

    async def again() -> None:
        store = Store("sqlite://")
        for _ in range(2):
            await store.open()
            assert await test(store) == 1
            await store.close()

    asyncio.run(again())


def test_the_queue_has_a_bound(url, monkeypatch):
    monkeypatch.setattr(store_module, "MOST_WAITING", 5)

    async def test(store: Store) -> None:
        hold = threading.Event()
        blocker = asyncio.ensure_future(store.write(lambda c: hold.wait(5)))
        await asyncio.sleep(0.05)
        writes = asyncio.gather(*(store.write(guest_write(f"g{i}")) for i in range(8)), return_exceptions=True)
        await asyncio.sleep(0)
        hold.set()
        await blocker
        assert sum(isinstance(outcome, Refused) for outcome in await writes) == 3
        assert len(await names(store)) == 5

    with_store(url, test)


def test_closing_writes_what_is_waiting(url):
    async def main():
        store = Store(url)
        await store.open()
        writes = asyncio.gather(*(store.write(guest_write(f"g{i}")) for i in range(100)))
        await asyncio.sleep(0)
        await store.close()
        await writes

    asyncio.run(main())
    assert len(with_store(url, names)) == 100


def test_errors_do_not_tell_what_was_written(url):
    async def test(store: Store) -> None:
        row = sql.new_entry("nowhere", 1, SavedEntry(0, "play 7", "secret-mark", 1.0, 123456789))
        with pytest.raises(Lost) as raised:  # there is no such table
            await store.write(row)
        error: BaseException | None = raised.value
        while error is not None:
            assert "secret-mark" not in str(error) and "123456789" not in str(error)
            error = error.__cause__

    with_store(url, test)
