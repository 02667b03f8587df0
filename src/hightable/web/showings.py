"""The tables that are being watched. Imports hall and showing.

Not compiled: it runs on the event loop, and what takes long is done in slices."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Final

from hightable.hall.background import in_slices
from hightable.hall.table import Table
from hightable.web.showing import Showing, Watcher

KEPT: Final = (
    30.0  # seconds that a showing which nobody watches is kept: a page is asked for, then its connection comes
)
MOST_KEPT: Final = 200  # showings that nobody watches

log = logging.getLogger(__name__)


class Showings:
    """One Showing for each table, while anybody watches and a little longer."""

    def __init__(self) -> None:
        self._open: dict[str, Showing] = {}
        self._making: dict[Showing, asyncio.Task[None]] = {}
        self._ends: dict[Showing, asyncio.TimerHandle] = {}  # of those that nobody watches, the oldest first

    async def of(self, table: Table) -> Showing:
        """The showing of a table, with its log."""
        showing = self._of(table)
        making = self._making.get(showing)
        if making is not None:
            await asyncio.shield(making)
        return showing

    def join(self, table: Table, watcher: Watcher, seen: int) -> Showing:
        """Begin to watch. The first picture comes as soon as the log is there."""
        showing = self._of(table)
        showing.join(watcher, seen)
        end = self._ends.pop(showing, None)
        if end is not None:
            end.cancel()
        return showing

    def leave(self, showing: Showing, watcher: Watcher) -> None:
        showing.leave(watcher)
        self._keep(showing)

    async def close(self) -> None:
        """Make no more logs, and listen no longer."""
        tasks = list(self._making.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for showing in list(self._ends):
            self._drop(showing)

    def _of(self, table: Table) -> Showing:
        showing = self._open.get(table.id)
        if showing is None or showing.table is not table:
            if showing is not None:
                self._drop(showing)
            showing = self._open[table.id] = Showing(table)
            showing.open()  # from here on nothing is missed
            making = self._making[showing] = asyncio.create_task(self._make(showing), name=f"log {table.id}")
            making.add_done_callback(partial(self._made, showing))
        self._keep(showing)
        return showing

    async def _make(self, showing: Showing) -> None:
        try:
            await in_slices(showing.making())
        except Exception:
            log.exception("table %s: its log could not be made", showing.table.id)
            self._drop(showing)
            for watcher in tuple(showing.watchers):
                watcher.end()
            raise

    def _made(self, showing: Showing, _task: asyncio.Task[None]) -> None:
        del self._making[showing]

    def _keep(self, showing: Showing) -> None:
        """Keep it for a while, if nobody watches it."""
        if showing.watchers or self._open.get(showing.table.id) is not showing:
            if not showing.watchers:
                showing.close()
            return
        end = self._ends.pop(showing, None)
        if end is not None:
            end.cancel()
        self._ends[showing] = asyncio.get_running_loop().call_later(KEPT, self._drop, showing)
        if len(self._ends) > MOST_KEPT:
            self._drop(next(iter(self._ends)))

    def _drop(self, showing: Showing) -> None:
        """Forget it; those who still watch an old object of the table go on with it until they leave."""
        end = self._ends.pop(showing, None)
        if end is not None:
            end.cancel()
        if self._open.get(showing.table.id) is showing:
            del self._open[showing.table.id]
        if not showing.watchers:
            showing.close()
