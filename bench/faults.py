"""Faults under load, on loopback, for less than ten minutes: servers are killed every few seconds, connections are cut,
pages read slowly, PostgreSQL is restarted, a SQLite file is moved away and back. Afterwards every acknowledged action
must be in the data base exactly once, every table must replay, and what everybody last saw must be what the server
shows.

    python -m bench.faults [sqlite|postgresql] [ACTIONS]"""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx

from bench.hosts import Host, our_host, serving
from bench.people import Company, Page, Player
from hightable.engine import Damaged
from hightable.games import game as find_game
from hightable.hall import saved as sql
from hightable.hall.connect import connect
from hightable.hall.place import place
from hightable.hall.play import replay
from tests.postgres import Postgres

GAME = "the-feast"
ACTIONS = 20_000  # acknowledged, in one run
LONGEST = 280.0  # seconds of a run; then it ends with fewer
TABLES = 60  # at the same time
PAGES = 16  # of them are watched by a page; every fourth page is slow
THINK = 0.25  # seconds at most
BETWEEN = (1.5, 3.5)  # seconds from the end of one fault to the next
Restart = Callable[[], None] | None  # of the data base's server, where it has one
PATIENCE = 60.0  # seconds in which everything comes to rest at the end


@dataclass
class Findings:
    """What the data base has of what was acknowledged."""

    acknowledged: int
    found: int
    lost: int
    doubled: int
    done_though_refused: int
    damaged: list[str]

    def line(self) -> str:
        return f"acknowledged {self.acknowledged}, found {self.found}, lost {self.lost}, doubled {self.doubled}"

    @property
    def whole(self) -> bool:
        wrong = self.lost or self.doubled or self.done_though_refused or self.damaged
        return not wrong and self.found == self.acknowledged


def audit(data: str, tables: Sequence[str], company: Company) -> Findings:
    """Look for every acknowledged action in the data base, and replay every table."""
    game, engine = find_game(GAME), connect(place(data))
    stored: Counter[str] = Counter()
    actions: dict[str, tuple[str, int, str]] = {}
    damaged = []
    with engine.connect() as c:
        for id in tables:
            saved = sql.load_table(c, id)
            if saved is None:
                damaged.append(f"{id} is gone")
                continue
            for entry in saved.entries:
                stored[entry.nonce] += 1
                actions[entry.nonce] = (id, entry.seat, entry.action)
            try:
                replay(game, saved)
            except Damaged as error:
                damaged.append(f"{id}: {error}")
    engine.dispose()
    told = company.acknowledged
    return Findings(
        acknowledged=len(told),
        found=sum(actions.get(mark) == action for mark, action in told.items()),
        lost=sum(stored[mark] == 0 for mark in told),
        doubled=sum(number > 1 for number in stored.values()),
        done_though_refused=sum(stored[mark] > 0 for mark in company.refused),
        damaged=damaged,
    )


@dataclass
class Trouble:
    """What was done to the servers."""

    kills: int = 0
    cuts: int = 0
    restarts: int = 0
    absences: int = 0
    differences: list[str] = field(default_factory=list)  # between what somebody saw and what the server shows


class Run:
    """People who play at many tables while the servers suffer."""

    def __init__(self, running: list[Host], actions: int, tables: int, restart: Restart, file: Path | None) -> None:
        self.running = running
        self.restart = restart
        self.file = file
        self.goal = actions
        self.width = tables
        self.company = Company([host.url for host in running], THINK)
        self.trouble = Trouble()
        self.tables: list[str] = []
        self.players: list[Player] = []
        self.pages: list[Page] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._ends = time.monotonic() + LONGEST

    @property
    def going(self) -> bool:
        """Until enough was acknowledged and everything has gone wrong at least once, or the time is over."""
        trouble = self.trouble
        suffered = trouble.kills and trouble.cuts and (trouble.restarts or self.restart is None)
        spared = not suffered or (self.file is not None and not trouble.absences)
        return (spared or len(self.company.acknowledged) < self.goal) and time.monotonic() < self._ends

    async def run(self) -> None:
        async with httpx.AsyncClient(timeout=20) as self.http:
            evenings = [asyncio.create_task(self._evening(i)) for i in range(self.width)]
            faults = asyncio.create_task(self._faults())
            while self.going:
                await asyncio.sleep(0.1)
                self._fail_with(faults, *evenings)
            self.company.stopping = True
            await faults
            for evening in evenings:
                evening.cancel()
            await asyncio.gather(*evenings, return_exceptions=True)
            await self._rest()
            await self._compare()
            self.company.over = True
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    @staticmethod
    def _fail_with(*tasks: asyncio.Task[None]) -> None:
        for task in tasks:
            if task.done():
                task.result()

    def _start(self, *deeds: Coroutine[Any, Any, None]) -> None:
        self._tasks += [asyncio.create_task(deed) for deed in deeds]

    # people

    async def _evening(self, number: int) -> None:
        """One table after the other, for the same two people."""
        tokens = [(await self._post("/guests", None, name=f"Guest {number}.{i}"))["token"] for i in range(2)]
        while True:
            id = (await self._post("/tables", tokens[0], game=GAME, chairs=["me", "friend"]))["table"]["id"]
            await self._post(f"/tables/{id}/sit", tokens[1])
            await self._post(f"/tables/{id}/begin", tokens[0])
            self.tables.append(id)
            pair = [Player(self.company, id, seat, token) for seat, token in enumerate(tokens)]
            self.players += pair
            self._start(*(player.live() for player in pair), *(player.play() for player in pair))
            if len(self.pages) < PAGES:
                self.pages.append(Page(self.company, id, slow=0.7 if len(self.pages) % 4 == 3 else 0.0))
                self._start(self.pages[-1].live())
            while not all(player.done for player in pair):  # noqa: ASYNC110 - cheap, and the servers are what counts
                await asyncio.sleep(0.1)

    async def _post(self, path: str, token: str | None, **body: Any) -> Any:
        """Ask some server until one answers. To begin what has begun is refused, and then it is as it should be."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        while True:
            with contextlib.suppress(httpx.HTTPError):
                url = f"{random.choice(self.company.urls)}/api{path}"
                answer = await self.http.post(url, json=body, headers=headers)
                if answer.status_code < 300 or answer.status_code == 409:
                    return answer.json()
            await asyncio.sleep(0.2)

    # faults

    async def _faults(self) -> None:
        """One after the other; between them everybody plays on, however slow the machine is."""
        kinds = [self._kill, self._cut, self._kill]
        kinds += ([self._restart] if self.restart else []) + ([self._hide] if self.file else [])
        for fault in cycle(kinds):
            before = len(self.company.acknowledged)
            await asyncio.sleep(random.uniform(*BETWEEN))
            while self.going and len(self.company.acknowledged) < before + self.width:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
            if not self.going:
                return
            await fault()

    async def _kill(self) -> None:
        host = self.running[self.trouble.kills % len(self.running)]
        self.trouble.kills += 1
        await asyncio.to_thread(host.kill)
        host.start()
        await asyncio.to_thread(host.wait)

    async def _cut(self) -> None:
        self.trouble.cuts += 1
        everybody = [*self.players, *self.pages]
        for visitor in random.sample(everybody, len(everybody) // 2):
            visitor.cut()

    async def _restart(self) -> None:
        assert self.restart is not None
        self.trouble.restarts += 1
        await asyncio.to_thread(self.restart)

    async def _hide(self) -> None:
        """Move the data file away and back. Meanwhile nothing may be acknowledged."""
        assert self.file is not None
        self.trouble.absences += 1
        away = self.file.with_name("away.db")
        await asyncio.to_thread(self.file.rename, away)
        await asyncio.sleep(1.0)
        before = len(self.company.acknowledged)
        await asyncio.sleep(1.0)
        if len(self.company.acknowledged) > before:
            self.trouble.differences.append("something was acknowledged while the data file was away")
        await asyncio.to_thread(away.rename, self.file)

    # the end

    async def _rest(self) -> None:
        """Wait until every order has been answered."""
        until = time.monotonic() + PATIENCE
        while any(player.order for player in self.players) and time.monotonic() < until:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        open_orders = sum(player.order is not None for player in self.players)
        if open_orders:
            self.trouble.differences.append(f"{open_orders} orders were never answered")

    async def _compare(self) -> None:
        """What everybody last saw against what the server shows, as soon as the last news have come."""
        until = time.monotonic() + PATIENCE
        behind: list[Player | Page] = [*self.players, *self.pages]
        while behind and time.monotonic() < until:
            await asyncio.sleep(0.3)
            agree = await asyncio.gather(*(self._agrees(visitor) for visitor in behind[:200]))
            behind = [visitor for visitor, same in zip(behind, agree, strict=False) if not same] + behind[200:]
        self.trouble.differences += [f"{type(who).__name__} at {who.table} sees something else" for who in behind]

    async def _agrees(self, visitor: Player | Page) -> bool:
        with contextlib.suppress(httpx.HTTPError, OSError, TimeoutError):
            if isinstance(visitor, Page):
                return visitor.html == await self._page(visitor.table)
            url = f"{random.choice(self.company.urls)}/api/tables/{visitor.table}"
            answer = await self.http.get(url, headers=visitor.headers())
            if answer.status_code == 200 and visitor.picture:
                shown = answer.json()
                return all(shown[name] == seen for name, seen in visitor.picture.items())
        return False

    async def _page(self, table: str) -> dict[str, str]:
        """The whole table, as a page gets it that comes anew."""
        fresh = Page(Company(self.company.urls, 0), table)
        task = asyncio.create_task(fresh.live())
        until = time.monotonic() + 10
        while not fresh.html and time.monotonic() < until:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return fresh.html


def suffer(
    hosts: Callable[[], Host], data: str, actions: int, *, count: int = 1, tables: int = TABLES, restart: Restart = None
) -> tuple[Run, Findings]:
    """One run with so many processes on these data, and what is in the data base afterwards."""
    file = Path(data) if restart is None else None
    with serving(hosts, count) as running:
        run = Run(running, actions, tables, restart, file)
        asyncio.run(run.run())
    return run, audit(data, run.tables, run.company)


def report(name: str, run: Run, found: Findings, seconds: float) -> bool:
    """Tell how it went; whether nothing was lost, doubled or different, and enough was done."""
    trouble, company = run.trouble, run.company
    print(
        f"{name}, {seconds:.0f} s: {len(run.tables)} tables, {len(run.players)} players, {len(run.pages)} pages; ",
        end="",
    )
    print(
        f"{trouble.kills} kills, half of all connections cut {trouble.cuts} times, {trouble.restarts} restarts ", end=""
    )
    print(f"of PostgreSQL, data file moved away {trouble.absences} times; ", end="")
    print(f"{company.returns} lost connections, {len(company.refused)} refusals")
    for complaint in (*found.damaged, *trouble.differences):
        print(f"  {complaint}")
    if found.done_though_refused:
        print(f"  {found.done_though_refused} actions were refused and done all the same")
    if found.acknowledged < run.goal:
        print(f"  {run.goal} actions were wanted, but the time was over")
    print(found.line(), flush=True)
    return found.whole and not trouble.differences and found.acknowledged >= run.goal


def main(which: str = "", actions: int = ACTIONS) -> None:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    well, begun = True, time.monotonic()
    if which in ("", "sqlite"):
        with tempfile.TemporaryDirectory() as folder:
            data = f"{folder}/hall.db"
            run, found = suffer(partial(our_host, data), data, actions)
        well &= report("SQLite, one process", run, found, time.monotonic() - begun)
    if which in ("", "postgresql"):
        postgres, begun = Postgres(durable=True), time.monotonic()
        try:
            data = postgres.new()
            run, found = suffer(partial(our_host, data), data, actions, count=2, restart=postgres.restart)
        finally:
            postgres.stop()
        well &= report("PostgreSQL, two processes", run, found, time.monotonic() - begun)
    sys.exit(not well)


if __name__ == "__main__":
    main(sys.argv[1] if sys.argv[1:] else "", int(sys.argv[2]) if sys.argv[2:] else ACTIONS)
