"""What other processes tell this hall: tables they have changed, guests they have renamed, tables that this process
shall look after, and that they have come or gone. One task brings everything up to date. Imports the hall's store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from hightable.engine import Refused
from hightable.hall import saved as sql
from hightable.hall.storage_errors import StorageProblem

if TYPE_CHECKING:
    from hightable.hall.hall import Hall
    from hightable.hall.table import Table

log = logging.getLogger(__name__)

AT_ONCE: Final = 16  # topics that are looked after together
TOGETHER: Final = 200  # tables whose new entries are read in one question
REST: Final = 1.0  # seconds before topics are looked after again, if the storage failed
EVERYTHING: Final = ("t", "p")
FORGET: Final = "-"  # a topic of our own: somebody is gone

# The first letter of a topic; the rest is an id.
# e: a table's game went on, t: anything about a table is new, p: other people look at it,
# w: whoever keeps the table shall wake it, n: those who come to a table will play another game there,
# g: a guest has another name


class Exchange:
    """One hall's ear."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._heard: dict[str, None] = {}  # topics, in the order in which they came
        self._missed: list[str] = []  # topics that the storage would not tell about
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._task = asyncio.create_task(self._keep_up(), name="exchange")
        await self._hall.store.fellows.open(self)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        await self._hall.store.fellows.close()

    # what the fellows call

    def hear(self, topics: Sequence[str]) -> None:
        self._heard |= dict.fromkeys(topics)
        self._news.set()

    def missed(self) -> None:
        self._hall.forget_guests()
        for table in self._hall.held():
            table.presence.renew()
            self.hear([kind + table.id for kind in EVERYTHING])

    def met(self) -> None:
        for table in self._hall.held():
            table.met()
        self.hear([FORGET])

    # the task

    async def _keep_up(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            heard, self._heard = list(self._heard), {}
            played = [table for topic in heard if topic[:1] == "e" and (table := self._hall.ready(topic[1:]))]
            for first in range(0, len(played), TOGETHER):
                await self._go_on(played[first : first + TOGETHER])
            done = {f"e{table.id}" for table in played}
            others = [topic for topic in heard if topic not in done]
            for first in range(0, len(others), AT_ONCE):
                await asyncio.gather(*map(self._follow, others[first : first + AT_ONCE]))
            if self._missed:
                await asyncio.sleep(REST)
                missed, self._missed = self._missed, []
                self.hear(missed)

    async def _go_on(self, tables: Sequence[Table]) -> None:
        """The commonest news: games have gone on. One question brings what is new at all of them."""
        after = {table.id: table.entries for table in tables}
        try:
            found = await self._hall.store.read(partial(sql.load_entries, after=after))
        except StorageProblem:
            self._missed += [f"e{table.id}" for table in tables]
            return
        except Exception:
            log.exception("what another process wrote could not be read")
            return
        went = [table.go_on(after[table.id], found[table.id]) for table in tables]
        for table, outcome in zip(tables, await asyncio.gather(*went, return_exceptions=True), strict=True):
            if isinstance(outcome, StorageProblem):
                self._missed.append(f"e{table.id}")
            elif isinstance(outcome, Exception):
                log.error("table %s could not be brought up to date: %s", table.id, outcome)

    async def _follow(self, topic: str) -> None:
        try:
            await self._look(topic[:1], topic[1:])
        except StorageProblem:
            self._missed.append(topic)
        except Refused as refused:
            log.info("%s: %s", topic, refused)
        except Exception:
            log.exception("what another process wrote could not be taken over: %s", topic)

    async def _look(self, kind: str, id: str) -> None:
        store = self._hall.store
        if kind == FORGET:
            if store.fellows.working:  # else this process is the one that is cut off
                await store.write(partial(sql.forget_gone, living=sorted(store.fellows.living)))
        elif kind == "g":
            guest = await store.read(partial(sql.guest_by_id, guest_id=id))
            if guest is not None:
                self._hall.renamed(guest)
        elif kind == "n":
            for before in self._hall.held():
                if before.next_id == id:
                    await before.catch_up()
        elif kind == "w":
            if store.fellows.keeps(id):
                await self._hall.table(id)
        elif (table := await self._hall.in_memory(id)) is not None:
            await (table.presence.look() if kind == "p" else table.catch_up())
