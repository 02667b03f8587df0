"""The store: group commit, lost writes, durability, schema."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from functools import partial

import pytest
from at_table import act
from sqlalchemy import func, insert, select, text

from hightable.engine import Refused
from hightable.hall import Guest, Lost, Store
from hightable.hall import saved as sql
from hightable.hall import store as store_module
from hightable.hall.daily import deals
from hightable.hall.schema import GUESTS, SCHEMA, VERSION, NewerSchema
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
        rows = [Row(GUESTS, {"id": name, "token_hash": name, "name": name, "created": 0.0}) for name in "abac"]
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
        other = Store(url)
        await other.open()
        assert await names(other) == {"a"}
        await other.write(guest_write("b"))
        await other.close()
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


def test_sqlite_is_durable_and_checks_references(url):
    async def test(store: Store) -> None:
        found = await store.read(
            lambda c: [c.execute(text(f"PRAGMA {p}")).scalar() for p in ("journal_mode", "synchronous", "foreign_keys")]
        )
        assert found == ["wal", 2, 1]

    with_store(url, test)


def test_a_newer_schema_is_named_clearly(url):
    async def age(store: Store) -> None:
        await store.write(lambda c: c.execute(insert(SCHEMA).values(version=99)) and None)

    with_store(url, age)
    with pytest.raises(NewerSchema, match="99"):
        with_store(url, age)


def test_opening_again_keeps_everything(url):
    with_store(url, lambda store: store.write(guest_write("a")))
    assert with_store(url, names) == {"a"}
    path = url.removeprefix("sqlite:///")
    with sqlite3.connect(path) as c:
        assert c.execute("select count(*) from schema_version").fetchone() == (1,)
    c.close()


OLD = """
create table schema_version (version integer not null, primary key (version));
create table guests (id varchar(32) not null, token_hash varchar(64) not null, name varchar(40) not null,
 created float not null, primary key (id), unique (token_hash));
create table tables (id varchar(16) not null, game varchar(64) not null, rules integer not null, seats integer not null,
 options json not null, title varchar(80) not null, listed boolean not null, host varchar(32) not null,
 phase varchar(8) not null, seed varchar(64) not null, commitment varchar(64) not null, changes integer not null,
 created float not null, ended float, primary key (id), foreign key(host) references guests (id));
create index tables_by_phase on tables (phase, listed, created);
create index tables_by_host on tables (host, phase);
create table chairs (table_id varchar(16) not null, seat integer not null, kind varchar(8) not null, guest varchar(32),
 level varchar(32) not null, name varchar(40) not null, primary key (table_id, seat),
 foreign key(table_id) references tables (id), foreign key(guest) references guests (id));
create index chairs_by_guest on chairs (guest);
create table entries (table_id varchar(16) not null, number integer not null, seat integer not null,
 action text not null, nonce varchar(64) not null, at float not null, primary key (table_id, number),
 unique (table_id, seat, nonce), foreign key(table_id) references tables (id));
create table chat (table_id varchar(16) not null, number integer not null, seat integer not null,
 name varchar(40) not null, text text not null, at float not null, primary key (table_id, number),
 foreign key(table_id) references tables (id));
insert into schema_version values (1);
insert into guests values ('ann', 'hash', 'Ann', 1.0);
insert into tables values ('abcdefghjk', 'the-feast', 1, 2, '{"dummies": 3}', 'Old', 0, 'ann', 'playing', 'seed',
 '19b25856e1c150ca834cffc8b59b23adbd0ec0389e58eb22b3b64768098d002b', 1, 1.0, null);
insert into chairs values ('abcdefghjk', 0, 'guest', 'ann', '', 'Ann');
insert into chairs values ('abcdefghjk', 1, 'bot', null, 'random', 'Edmund');
"""
"""A data base as the first version of the schema made it, with a table at play."""


def test_a_file_of_the_first_schema_goes_on(in_hall, url):
    with sqlite3.connect(url.removeprefix("sqlite:///")) as c:
        c.executescript(OLD)
    c.close()

    async def play(hall):
        table = await hall.table("abcdefghjk")
        assert (table.title, table.phase, table.deal) == ("Old", "playing", None)
        await act(table, Guest("ann", "Ann"))
        ann = Guest("ann", "Ann")
        for deal in deals(hall.today()):
            assert (await hall.daily(ann, deal)).deal == deal

    async def again(hall):
        table = await hall.table("abcdefghjk")
        assert len(table.match.entries) >= 1
        indexes = await hall._store.read(
            lambda c: c.execute(text("select name from sqlite_master where type = 'index'")).scalars().all()
        )
        assert "one_try_a_deal" in indexes
        versions = await hall._store.read(lambda c: c.execute(select(SCHEMA.c.version)).scalars().all())
        assert versions == [VERSION]

    in_hall(play)
    in_hall(again)


def test_an_old_file_gets_all_that_a_new_one_has(tmp_path):
    def shape(name: str, script: str) -> list[tuple[str, ...]]:
        path = tmp_path / name
        with sqlite3.connect(path) as c:
            c.executescript(script)
        with_store(f"sqlite:///{path}", names)
        with sqlite3.connect(path) as c:
            tables = [row[0] for row in c.execute("select name from sqlite_master where type = 'table' order by name")]
            columns = [(t, *row[1:4]) for t in tables for row in c.execute(f"pragma table_info({t})")]
            indexes = [(t, *row[1:3]) for t in tables for row in c.execute(f"pragma index_list({t})")]
        c.close()
        return sorted((a, b.lower(), str(d).lower()) for a, b, d, *_ in [*columns, *indexes])

    assert shape("old.db", OLD) == shape("new.db", "")


def test_a_passing_store_has_nothing_on_the_next_day():
    async def test(store: Store) -> int:
        await store.write(guest_write("a"))
        return await store.read(lambda c: c.execute(select(func.count()).select_from(GUESTS)).scalar())

    assert with_store("sqlite://", test) == 1
    assert with_store("sqlite://", test) == 1


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
