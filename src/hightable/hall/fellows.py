"""The other processes on the same PostgreSQL data base: what they have written, which of them live, and who of them
keeps a table, that is, moves its bots and rings its clocks. A thread listens on a connection of its own, whose locks
tell the others that this process lives: they are gone with it, however it ends. On SQLite a process is alone. Imports
psycopg, where there is PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import select
import threading
import time
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, Protocol

from sqlalchemy import URL, make_url

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger(__name__)

CHANNEL: Final = "hightable"
LIVES: Final = 0x68_74_01  # of PostgreSQL's advisory locks, those of all processes
WORKS: Final = 0x68_74_02  # and of those that keep tables
PULSE: Final = 1.0  # seconds between two looks at who lives
REST: Final = 0.5  # seconds before a lost connection is made anew
LONGEST: Final = 7_000  # bytes of a message; PostgreSQL takes 8,000
# A machine that is gone without a word is noticed after so many seconds.
WATCHFUL: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
LIVING: Final = (
    "select classid, objid from pg_locks where locktype = 'advisory' and objsubid = 2 and granted"
    " and database = (select oid from pg_database where datname = current_database()) and classid in (%s, %s)"
)


class Hearer(Protocol):
    """Who wants to know; called in its event loop."""

    def hear(self, topics: Sequence[str]) -> None:
        """Others have written about these."""

    def missed(self) -> None:
        """The line was cut and is whole again: anything may have been written."""

    def met(self) -> None:
        """Others have come or gone."""


class Fellows:
    """This process among others. `works` tells whether it keeps tables."""

    def __init__(self, place: str | URL, works: bool = True) -> None:
        self.url = make_url(place)
        self.shared = self.url.get_backend_name() == "postgresql"
        if self.shared:
            self.url = self.url.set(drivername="postgresql+psycopg")
        self.works = works
        self.number = 1 + secrets.randbelow(2**31 - 1)
        self.living: frozenset[int] = frozenset({self.number})
        self.working: frozenset[int] = frozenset({self.number} if works else ())
        self._thread: threading.Thread | None = None
        self.closing = False
        self._wake = -1  # the writing end of a pipe

    def keeps(self, table_id: str) -> bool:
        """Whether this process moves the bots of a table and rings its clocks. All processes come to the same answer
        without a word; while one comes or goes two may differ for a moment, and then the table's numbers decide."""
        if self.working <= {self.number}:
            return bool(self.working)
        return self.number == max(self.working, key=lambda number: _rank(number, table_id))

    async def open(self, hearer: Hearer) -> None:
        """Listen from now on. Returns when nothing can be missed any more."""
        if not self.shared:
            return
        ready = asyncio.Event()
        reading, self._wake = os.pipe()
        self.closing = False
        ear = _Ear(self, asyncio.get_running_loop(), hearer, ready, reading)
        self._thread = threading.Thread(target=ear.listen_on, name="hall-ear", daemon=True)
        self._thread.start()
        await ready.wait()

    async def close(self) -> None:
        if self._thread is None:
            return
        self.closing = True
        os.write(self._wake, b".")
        await asyncio.to_thread(self._thread.join)
        os.close(self._wake)
        self._thread = None

    def messages(self, topics: Sequence[str]) -> list[str]:
        """What to send so that the others hear of these."""
        messages, line = [], str(self.number)
        for topic in dict.fromkeys(topics):
            if len(line) + 1 + len(topic) > LONGEST:
                messages.append(line)
                line = str(self.number)
            line = f"{line} {topic}"
        return [*messages, line]


class _Ear:
    """The thread's side."""

    def __init__(
        self, of: Fellows, loop: asyncio.AbstractEventLoop, hearer: Hearer, ready: asyncio.Event, wake: int
    ) -> None:
        self._of = of
        self._loop = loop
        self._hearer = hearer
        self._ready = ready
        self._wake = wake
        self._before = False  # whether there was a line before

    def listen_on(self) -> None:
        import psycopg

        _none, known = self._of.url.get_dialect()().create_connect_args(self._of.url)
        while not self._of.closing:
            try:
                with psycopg.connect(**{**WATCHFUL, **known}, autocommit=True) as c:
                    self._attend(c)
            except psycopg.Error as error:
                if not self._of.closing:
                    log.warning("the line to the other processes is cut: %s", error)
                    self._post(self._meet, self._of.living, frozenset())
                    self._wait(REST)
        os.close(self._wake)

    def _attend(self, c: psycopg.Connection[Any]) -> None:
        c.add_notify_handler(lambda said: self._hear(said.payload))  # for what comes while something is asked
        c.execute(f"listen {CHANNEL}")
        for kind in (LIVES, WORKS) if self._of.works else (LIVES,):
            c.execute("select pg_advisory_lock(%s, %s)", (kind, self._of.number))
        self._look(c)
        self._post(self._hearer.missed if self._before else self._ready.set)
        self._before = True
        look_at = time.monotonic() + PULSE
        while not self._of.closing:
            if self._wait(max(0.0, look_at - time.monotonic()), c.fileno()):
                c.pgconn.consume_input()
            while (said := c.pgconn.notifies()) is not None:
                self._hear(said.extra.decode())
            if time.monotonic() >= look_at:
                self._look(c)
                look_at = time.monotonic() + PULSE

    def _wait(self, seconds: float, line: int | None = None) -> bool:
        """Until something comes in on the line, or it is time to close."""
        poll = select.poll()
        poll.register(self._wake, select.POLLIN)
        if line is not None:
            poll.register(line, select.POLLIN)
        return any(file == line for file, _event in poll.poll(seconds * 1000))

    def _hear(self, message: str) -> None:
        sender, *topics = message.split(" ")
        if sender != str(self._of.number):
            self._post(self._hearer.hear, topics)

    def _look(self, c: psycopg.Connection[Any]) -> None:
        found = c.execute(LIVING, (LIVES, WORKS)).fetchall()
        living = frozenset(number for kind, number in found if kind == LIVES)
        working = frozenset(number for kind, number in found if kind == WORKS)
        if (living, working) != (self._of.living, self._of.working):
            self._post(self._meet, living, working)

    def _meet(self, living: frozenset[int], working: frozenset[int]) -> None:
        self._of.living, self._of.working = living, working
        self._hearer.met()

    def _post(self, call: Callable[..., object], *about: object) -> None:
        try:
            self._loop.call_soon_threadsafe(call, *about)
        except RuntimeError:  # the loop is closed: nobody listens any more
            self._of.closing = True


def _rank(number: int, table_id: str) -> bytes:
    return blake2b(f"{number}/{table_id}".encode(), digest_size=8).digest()
