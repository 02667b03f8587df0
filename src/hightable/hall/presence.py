"""Who has a table's page open: here, and as the data base knows it at the other processes. Imports the hall's store."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from functools import partial
from math import inf
from typing import Final

from hightable.hall import saved as sql
from hightable.hall.fellows import Fellows
from hightable.hall.guests import Guest
from hightable.hall.storage_errors import StorageProblem
from hightable.hall.store import Store

log = logging.getLogger(__name__)


GRACE: Final = 60.0  # seconds after which somebody who closed the page counts as gone; they may only reload it


class Presence:
    """The visitors of one table; `tell` is called when they change, and `now` is what time it is."""

    def __init__(
        self,
        table_id: str,
        store: Store,
        fellows: Fellows,
        tell: Callable[[], None],
        now: Callable[[], float],
    ) -> None:
        self._id = table_id
        self._now = now
        self._seen: dict[str, float] = {}  # when those were last here who left not long ago
        self._store = store
        self._fellows = fellows
        self._tell = tell
        self._here: Counter[str] = Counter()  # open pages of each guest
        self._names: dict[str, str] = {}
        self._elsewhere: dict[tuple[str, int], str] = {}  # names by guest and process
        self._writing: set[asyncio.Task[None]] = set()
        self._in_turn = asyncio.Lock()

    @property
    def visitors(self) -> dict[str, str]:
        """Their names by their ids."""
        if not self._elsewhere:
            return self._names
        return self._others() | self._names

    def recent(self, guest_id: str) -> bool:
        """Whether a guest is here, or was a moment ago."""
        return guest_id in self.visitors or self._seen.get(guest_id, -inf) > self._now() - GRACE

    def see(self, *guest_ids: str) -> None:
        """Note that these guests are here or were just now, even if they have no page open."""
        now = self._now()
        self._seen = {id: at for id, at in self._seen.items() if at > now - GRACE} | dict.fromkeys(guest_ids, now)

    def arrive(self, guest: Guest) -> None:
        self._here[guest.id] += 1
        self._names[guest.id] = guest.name
        if self._here[guest.id] == 1:
            self._note(guest.id)
        self._tell()

    def leave(self, guest_id: str) -> None:
        self._here[guest_id] -= 1
        if self._here[guest_id] <= 0:
            del self._here[guest_id]
            self._names.pop(guest_id, None)
            self.see(guest_id)
            self._note(guest_id)
        self._tell()

    def rename(self, guest: Guest) -> None:
        if guest.id in self._names:
            self._names[guest.id] = guest.name
            self._note(guest.id)

    # with other processes

    async def look(self) -> None:
        """See who is there at other processes."""
        if not self._fellows.shared:
            return
        before = self.visitors
        rows = await self._store.read(partial(sql.present, table_id=self._id))
        me = self._fellows.number
        self._elsewhere = {(guest, process): name for guest, process, name in rows if process != me}
        self._compare(before)

    def met(self) -> None:
        """Processes have come or gone, and whom the gone ones showed the table."""
        before = self.visitors | {guest: name for (guest, _process), name in self._elsewhere.items()}
        living = self._fellows.living
        self._elsewhere = {key: name for key, name in self._elsewhere.items() if key[1] in living}
        self._compare(before)

    def renew(self) -> None:
        """Write down again who is here: others may have taken this process for dead."""
        for guest_id in self._here:
            self._note(guest_id)

    async def close(self) -> None:
        await asyncio.gather(*self._writing, return_exceptions=True)

    def _compare(self, before: dict[str, str]) -> None:
        """Others are here than before, perhaps."""
        if self.visitors != before:
            self.see(*(before.keys() - self.visitors.keys()))
            self._tell()

    def _others(self) -> dict[str, str]:
        living = self._fellows.living
        return {guest: name for (guest, process), name in self._elsewhere.items() if process in living}

    def _note(self, guest_id: str) -> None:
        """Have the data base know whether a guest is here. Nobody waits for that."""
        if self._fellows.shared:
            task = asyncio.create_task(self._write(guest_id), name=f"presence {self._id}")
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    async def _write(self, guest_id: str) -> None:
        async with self._in_turn:  # what is so at the end is written last
            name = self._names.get(guest_id)
            work = partial(sql.be_present, table_id=self._id, guest=guest_id, process=self._fellows.number, name=name)
            try:
                await self._store.write(work, f"p{self._id}")
            except StorageProblem as problem:
                log.info("table %s: who is here could not be written down: %s", self._id, problem)
            except Exception:
                log.exception("table %s: who is here could not be written down", self._id)
