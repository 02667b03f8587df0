"""Storage: how long a table takes to come back into memory, what an action takes on disk, and what a hundred thousand
stored tables do to the home page. On a file and on a PostgreSQL of its own, loopback only, about two minutes.

    python -m bench.storage [TABLES]"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from secrets import token_hex

from sqlalchemy import text

from bench.engine import COMPILED
from bench.many import fill
from hightable.bots import bot
from hightable.engine import Fast, Match
from hightable.engine.fingerprint import fingerprint
from hightable.games import games
from hightable.hall import Crew, Guest, Hall, Store
from hightable.hall.connect import connect, writing
from hightable.hall.news import Chair
from hightable.hall.saved import SavedEntry, SavedTable, add_guest, add_table, new_entry
from tests.postgres import Postgres

TABLES = 100_000
FEW = 100
TIMES = 15
SIDE_BY_SIDE = 50  # games whose actions come by turns
SIZES = {
    "sqlite": "select sum(pgsize) from dbstat where name like '%entries%'",
    "postgresql": "select pg_total_relation_size('entries')",
}


def report() -> None:
    """In the form that `pip install .` makes where a C compiler is at hand."""
    here = os.pathsep.join([str(COMPILED.absolute()), os.getcwd()])
    subprocess.run([sys.executable, "-m", "bench.storage"], check=True, env={**os.environ, "PYTHONPATH": here})


def measure(tables: int) -> None:
    server = Postgres(durable=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            _measure("SQLite", [f"sqlite:///{folder}/{i}.db" for i in range(4)], tables)
        _measure("PostgreSQL", [server.new() for _ in range(4)], tables)
    finally:
        server.stop()


def _measure(name: str, urls: list[str], tables: int) -> None:
    asyncio.run(_comes_back(name, urls[0]))
    print(f"{name}: an action takes {asyncio.run(_size(urls[1])):.0f} bytes, indexes included", flush=True)
    few, many = asyncio.run(_home(urls[2:], [FEW, tables]))
    print(
        f"{name}: what the home page asks: {few:.2f} ms with {FEW} tables, {many:.2f} ms with {tables:,}"
        f" ({many / few:.2f} times as long)",
        flush=True,
    )


async def _comes_back(name: str, url: str) -> None:
    """The last action but one of a game of bots is stored; then it is asked for, again and again."""
    hall = Hall(Store(url), Crew(), think=(1e6, 1e6))
    await hall.open()
    ann, _token = await hall.welcome("Ann")
    for game in games().values():
        saved = _played(game.id, ann)
        await hall.store.write(lambda c, saved=saved: add_table(c, saved))

        async def back(id: str = saved.id) -> None:
            table = await hall.table(id)
            assert table is not None
            await table.close()
            del hall._tables[id]
            hall._held.pop(id, None)

        took, used = await _timed(back)
        times = f"{took:.1f} ms ({used:.1f} ms of the processor)"
        print(f"{name}: {game.title} comes back after {len(saved.entries)} actions in {times}", flush=True)
    await hall.close()


async def _size(url: str) -> float:
    """Games of The Feast for four, with marks as pages send them."""
    store = Store(url)
    await store.open()
    ann = Guest("ann", "Ann")
    await store.write(partial(add_guest, guest=ann, token_hash="", at=1.0))
    played = _played("the-feast", ann)
    tables = [replace(played, id=Hall.new_id(), entries=[]) for _ in range(SIDE_BY_SIDE)]
    for table in tables:
        await store.write(partial(add_table, t=table))

    async def size() -> int:
        return int(await store.read(lambda c: c.execute(text(SIZES[c.dialect.name])).scalar_one()))

    empty = await size()
    for number, entry in enumerate(played.entries, 1):
        marked = [entry._replace(nonce=f"{token_hex(4)}-{token_hex(6)[:11]}") for _ in tables]
        rows = [new_entry(table.id, number, mine) for table, mine in zip(tables, marked, strict=True)]
        await asyncio.gather(*map(store.write, rows))
    found = (await size() - empty) / len(tables) / len(played.entries)
    await store.close()
    return found


def _played(game_id: str, host: Guest) -> SavedTable:
    game, seed = games()[game_id], "storage"
    seats = min(4, game.max_seats)
    match, player, dice = Match(game, seats, seed), bot("random" if seats == 1 else "greedy"), Fast.of(seed)
    entries: list[SavedEntry] = []
    while not match.state.over:
        seat = match.state.deciding[0]
        action = player.choose(game, match.state.study(seat), dice)
        match.apply(seat, action)
        entries.append(SavedEntry(seat, game.text(action), f"{len(entries)}", 1.0, fingerprint(match.state)))
    chairs = [Chair("guest", host.id, "", host.name), *[Chair("bot", None, "greedy", "B")] * (seats - 1)]
    return SavedTable(
        id=Hall.new_id(),
        game=game.id,
        rules=game.rules,
        seats=seats,
        options=match.state.options,
        title="",
        listed=False,
        host=host.id,
        phase="playing",
        seed=seed,
        commitment=match.commitment,
        changes=1,
        created=1.0,
        begun=1.0,
        chairs=chairs,
        entries=entries[:-1],
    )


async def _home(urls: list[str], tables: list[int]) -> list[float]:
    """What the home page asks of data bases with so many tables: the best of some times, in turn, in milliseconds."""
    halls = []
    for url, count in zip(urls, tables, strict=True):
        Store(url).check()
        engine = connect(url)
        fill(writing(engine), count)
        engine.dispose()
        halls.append(Hall(Store(url), Crew(), think=(1e6, 1e6)))
        await halls[-1].open()
    guest, best = Guest("g1", "G1"), [1e9] * len(halls)
    for _ in range(TIMES * 4):
        for i, hall in enumerate(halls):
            began = time.perf_counter()
            await hall.tables_of(guest)
            await hall.finished_by(guest)
            await hall.counts()
            await hall.listed()
            best[i] = min(best[i], (time.perf_counter() - began) * 1000)
    for hall in halls:
        await hall.close()
    return best


async def _timed(work: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    """How long it takes and how much of the processor, in milliseconds: medians. On a busy machine they differ."""
    took, used = [], []
    for _ in range(TIMES):
        began, before = time.perf_counter(), time.process_time()
        await work()
        took.append((time.perf_counter() - began) * 1000)
        used.append((time.process_time() - before) * 1000)
    return statistics.median(took), statistics.median(used)


if __name__ == "__main__":
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES)
