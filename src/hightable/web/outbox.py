"""What is on its way out of one connection: queued, bounded and timed, so that a slow reader harms nobody. Imports
asyncio only: this is on the way of every action to everybody who sees it.

A connection that isn't read holds at most: what waits here, what is being sent, and what was handed to the transport
before its buffer was full. Each of these is a batch of at most `MOST_BYTES`, or a single message."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Final

MOST: Final = 128  # messages waiting for a slow reader
MOST_BYTES: Final = 2**20  # of memory that they take; a single message may be larger, so that every page fits
SEND_SECONDS: Final = 10.0


class Outbox:
    """Messages that wait for `send`, which gets all that wait as one list: a story of several pictures costs one
    frame."""

    def __init__(self, send: Callable[[str], Awaitable[None]]) -> None:
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._waiting: list[str] = []
        self._bytes = 0  # of what waits
        self._whole = False  # a whole picture is part of what waits
        self._again: Callable[[], None] | None = None  # queues another one, when that one has been sent
        self._wake: asyncio.Future[None] | None = None
        self._full = False
        self._last = False  # nothing comes after what waits
        self._begun: float | None = None  # when what is under way was sent
        self._watch: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def put(self, text: str) -> None:
        """Queue a message. A reader that fell too far behind is cut off; it comes back and gets the whole picture."""
        if self._full:
            return
        self._bytes += sys.getsizeof(text)
        if self._waiting and (len(self._waiting) >= MOST or self._bytes > MOST_BYTES):
            self._give_up()
            return
        self._waiting.append(text)
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def put_whole(self, put: Callable[[], None]) -> None:
        """Have `put` queue the whole picture, unless one waits already: then once more after that one, as it is then.
        Who asks again and again without reading costs no more than two."""
        if self._full:
            return
        if self._whole:
            self._again = put
        else:
            self._whole = True
            put()

    def _give_up(self) -> None:
        self._full = True
        self._waiting.clear()
        self._again = None
        if self._task is not None:
            self._task.cancel()

    def open(self) -> asyncio.Task[None]:
        """Begin to send; the task ends when the reader is given up."""
        self._task = self._loop.create_task(self._run())
        return self._task

    def end(self) -> None:
        """Send what waits and no more; the reader may come back."""
        self._last = True
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def close(self) -> None:
        """Stop the timer, and let go of the task: how it ended refers back to this object, and such circles stay in
        memory for long."""
        if self._watch is not None:
            self._watch.cancel()
        self._watch = self._task = self._wake = None

    async def _run(self) -> None:
        while not self._full and (self._waiting or not self._last):
            if not self._waiting:
                self._wake = self._loop.create_future()
                await self._wake
            messages, self._waiting = self._waiting, []
            self._bytes, self._whole = 0, False
            self._begun = self._loop.time()
            if self._watch is None:  # one timer for many messages: most are gone at once
                self._watch = self._loop.call_later(SEND_SECONDS, self._look)
            await self._send(f"[{','.join(messages)}]")
            self._begun = None
            if self._again is not None:
                put, self._again = self._again, None
                self.put_whole(put)

    def _look(self) -> None:
        """Give up who has not taken a message for too long."""
        self._watch = None
        if self._begun is None or self._task is None:
            return
        left = self._begun + SEND_SECONDS - self._loop.time()
        if left > 0:
            self._watch = self._loop.call_later(left, self._look)
        else:
            self._task.cancel()
