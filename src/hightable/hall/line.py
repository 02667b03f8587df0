"""One change of a table after the other. What another process was faster with is taken over, and the change tried
again on that. Imports the store and the engine's words."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from hightable.engine import N_, Refused
from hightable.hall.storage_errors import StorageProblem
from hightable.hall.store import Lost

MOST_CHANGES: Final = 100  # that may wait in one line
MOST_RACES: Final = 20  # that one change may lose against other processes

Change = Callable[[], Awaitable[None]]


class Line:
    """Where the changes of one table wait. `reload` takes everything from the store, `catch_up` what is new there, and
    `after` is called after each change."""

    def __init__(self, reload: Change, catch_up: Change, after: Callable[[], None]) -> None:
        self._reload = reload
        self._catch_up = catch_up
        self._after = after
        self._lock = asyncio.Lock()
        self._inside = 0  # changes that wait or are being made
        self._doubtful = False  # something failed in the middle: the store knows better
        self.written = False  # whether the present change has written anything
        self.closed: Refused | None = None  # why nothing is changed here any more

    @property
    def busy(self) -> bool:
        return self._inside > 0

    async def alone(self, change: Change) -> None:
        """Run a change when it is its turn. If the caller goes away in the middle, what is being written still reaches
        the memory and the others: see `Store.write`."""
        if self.closed is not None:
            raise self.closed.with_traceback(None)
        if self._inside >= MOST_CHANGES:
            raise Refused(N_("The hall is too busy just now. Try again in a moment."))
        self._inside += 1
        try:
            async with self._lock:
                await self._sure(change)
        finally:
            self._inside -= 1

    async def close(self) -> None:
        """Finish what is being written."""
        async with self._lock:  # who waits here came after all others
            pass

    async def _sure(self, change: Change) -> None:
        if self._doubtful:
            await self._reload()
            self._doubtful = False
        try:
            await self._race(change)
        except BaseException as error:
            if not isinstance(error, Refused) or isinstance(error, StorageProblem):
                self._doubtful = True
            raise
        self._after()

    async def _race(self, change: Change) -> None:
        """Again on what another process has written before it, as long as nothing of it is done."""
        for _race in range(MOST_RACES):
            self.written = False
            try:
                return await change()
            except Lost:
                await self._catch_up()
                if self.written:
                    break
        raise Refused(N_("Somebody was faster. Look again and try again."))
