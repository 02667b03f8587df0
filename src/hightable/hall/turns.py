"""Whose turn it is at the tables of a list, without loading a table to find out. A table in memory is asked; of one
that was put away, a note tells whom it waited for. Where there is no note, or others have played on since, the list
goes without, and the table is replayed in the background for the next time. Imports the store's queries and the
games."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from hightable.games import games
from hightable.hall import saved as sql
from hightable.hall.background import in_slices
from hightable.hall.news import Summary
from hightable.hall.play import replaying
from hightable.hall.store import Store
from hightable.hall.table import Table

MOST_NOTES: Final = 50_000
MOST_WAITING: Final = 1_000  # tables that are still to be replayed


class Turns:
    """The notes of one hall. A note is the number of entries of a table, and a mask of the seats it waits for."""

    def __init__(self, store: Store, in_memory: Callable[[str], Table | None]) -> None:
        self._store = store
        self._in_memory = in_memory
        self._notes: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._waiting: dict[str, int] = {}  # tables without a valid note, with their number of entries
        self._worker: asyncio.Task[None] | None = None

    def note(self, table: Table) -> None:
        """Remember whom a table waits for, as it is being put away."""
        if table.match is not None:
            self._write(table.id, len(table.match.entries), table.match.state.awaited)

    def _write(self, id: str, entries: int, awaited: int) -> None:
        self._notes[id] = entries, awaited
        self._notes.move_to_end(id)
        if len(self._notes) > MOST_NOTES:
            self._notes.popitem(last=False)

    async def of(self, guest_id: str, tables: Sequence[Summary]) -> set[str]:
        """The ids of those tables where this guest has to decide, as far as that is known."""
        found: set[str] = set()
        seats: dict[str, int] = {}  # the guest's, at tables that are not in memory
        for summary in tables:
            seat = next((i for i, chair in enumerate(summary.chairs) if chair.guest == guest_id), None)
            if seat is None or summary.phase != "playing":
                continue
            table = self._in_memory(summary.id)
            if table is None:
                seats[summary.id] = seat
            elif table.decides(seat):
                found.add(table.id)
        if seats:
            entries = await self._store.read(partial(sql.count_entries, table_ids=list(seats)))
            for id, seat in seats.items():
                counted, awaited = self._notes.get(id, (-1, 0))
                if counted != entries.get(id, 0):
                    self._find_out(id, entries.get(id, 0))
                elif awaited >> seat & 1:
                    found.add(id)
        return found

    def _find_out(self, id: str, entries: int) -> None:
        if len(self._waiting) < MOST_WAITING:
            self._waiting[id] = entries
            if self._worker is None or self._worker.done():
                self._worker = asyncio.create_task(self._replay_all(), name="whose turn it is")

    async def _replay_all(self) -> None:
        while self._waiting:
            id = next(iter(self._waiting))
            entries = self._waiting.pop(id)
            saved = await self._store.read(partial(sql.load_table, table_id=id))
            game = None if saved is None else games().get(saved.game)
            if saved is None or game is None:
                continue
            try:
                play, _beats = await in_slices(replaying(game, saved))
            except Exception:  # it can't be played on, which is logged when somebody opens it
                self._write(id, entries, 0)
                continue
            if play is not None:
                self._write(id, len(saved.entries), play.match.state.awaited)

    async def known(self) -> None:
        """Wait until all that was asked for is noted."""
        if self._worker is not None:
            await asyncio.gather(self._worker, return_exceptions=True)

    async def close(self) -> None:
        self._waiting.clear()
        if self._worker is not None:
            self._worker.cancel()
        await self.known()
