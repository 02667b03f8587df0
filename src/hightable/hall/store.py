"""Storage: one writer thread with group commit, and readers on connections of their own. Whatever is waiting to be
written goes into one transaction, which is committed as soon as the last one ended; a write is acknowledged only when
it is on disk. Imports SQLAlchemy, the schema, and the engine's words."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, Table, create_engine, event, insert, make_url
from sqlalchemy.exc import IntegrityError

from hightable.engine.words import N_, Refused
from hightable.hall import schema

log = logging.getLogger(__name__)

T = TypeVar("T")
Work = Callable[[Connection], T]

MOST_WAITING: Final = 10_000  # writes, and reads, that may wait
MOST_TOGETHER: Final = 1_000  # writes in one transaction
READERS: Final = 2


class Lost(Exception):
    """Somebody else has written this before us. Nothing of ours was written."""


@dataclass(frozen=True)
class Row:
    """A new row of a table of the data base: the commonest write. All that wait go to the driver in one call."""

    table: Table
    values: dict[str, object]

    def __call__(self, c: Connection) -> None:
        c.execute(insert(self.table), self.values)


class _Job(NamedTuple):
    work: Work[Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class _Outcome(NamedTuple):
    value: Any = None
    error: Exception | None = None


class Store:
    """A data base by URL, "sqlite:////path/file.db" for one. "sqlite://" is one that is gone when it is closed."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url)
        self._passing: TemporaryDirectory[str] | None = None
        self._engine: Engine | None = None
        self._jobs: queue.Queue[_Job | None] = queue.Queue(MOST_WAITING)
        self._thread: threading.Thread | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._reading = 0
        self.commits = 0  # transactions so far: tells how many writes shared one

    async def open(self) -> None:
        """Connect and make the tables, or raise NewerSchema."""
        if self._engine is not None:
            return
        engine = await asyncio.to_thread(self._connect)
        self._engine = engine
        self._readers = ThreadPoolExecutor(READERS, "hall-reader")
        self._thread = threading.Thread(target=self._write_on, args=(engine,), name="hall-writer", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Write all that is waiting, then disconnect."""
        engine, thread, readers = self._engine, self._thread, self._readers
        if engine is None or thread is None or readers is None:
            return
        self._engine = self._thread = self._readers = None
        await asyncio.to_thread(self._jobs.put, None)
        await asyncio.to_thread(thread.join)
        await asyncio.to_thread(readers.shutdown)
        engine.dispose()
        if self._passing is not None:
            self._passing.cleanup()

    async def write(self, work: Work[T]) -> T:
        """Run `work` in the next transaction and return its value after the commit.

        Raises Lost if a row was there already. `work` may run twice: it touches nothing but its connection."""
        if self._engine is None:
            raise RuntimeError("the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        try:
            self._jobs.put_nowait(_Job(work, future, loop))
        except queue.Full:
            raise Refused(N_("The hall is too busy just now. Try again in a moment.")) from None
        return await future

    async def read(self, work: Work[T]) -> T:
        """Run `work` on a reader's connection; it sees every acknowledged write."""
        engine = self._engine
        if engine is None:
            raise RuntimeError("the store is closed")
        if self._reading >= MOST_WAITING:
            raise Refused(N_("The hall is too busy just now. Try again in a moment."))

        def run() -> T:
            with engine.connect() as c:
                return work(c)

        self._reading += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        finally:
            self._reading -= 1

    # the threads' side

    def _connect(self) -> Engine:
        url = self._url
        if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
            # A file, not memory: readers and the writer then have connections of their own, as everywhere else.
            self._passing = TemporaryDirectory(prefix="hightable-")
            url = url.set(database=f"{self._passing.name}/hall.db")
        engine = create_engine(url)
        if engine.dialect.name == "sqlite":
            _tune_sqlite(engine)
        with _writing(engine).begin() as c:
            schema.prepare(c)
        return engine

    def _write_on(self, engine: Engine) -> None:
        """The writer's thread, until it meets the None that `close` puts behind the last job."""
        engine = _writing(engine)
        last = False
        while not last:
            jobs: list[_Job] = []
            job = self._jobs.get()
            while job is not None:
                jobs.append(job)
                if len(jobs) == MOST_TOGETHER or self._jobs.empty():
                    break
                job = self._jobs.get()
            last = job is None
            if jobs:
                _settle(jobs, self._commit(engine, jobs))

    def _commit(self, engine: Engine, jobs: list[_Job]) -> list[_Outcome]:
        """All jobs in one transaction; if one fails, again with each behind a savepoint, so that only that one does."""
        self.commits += 1
        try:
            with engine.begin() as c:
                return _together(c, jobs)
        except Exception as error:
            if len(jobs) == 1:
                return [_failed(error)]
        try:
            with engine.begin() as c:
                return [_guarded(c, job) for job in jobs]
        except Exception as error:
            log.exception("a transaction of %s writes failed", len(jobs))
            return [_failed(error)] * len(jobs)


def _together(c: Connection, jobs: list[_Job]) -> list[_Outcome]:
    """Their order doesn't matter: who depends on a write awaits it before the next."""
    rows: dict[Table, list[dict[str, object]]] = {}
    outcomes = []
    for job in jobs:
        if isinstance(job.work, Row):
            rows.setdefault(job.work.table, []).append(job.work.values)
            outcomes.append(_Outcome())
        else:
            outcomes.append(_Outcome(job.work(c)))
    for table, values in rows.items():
        c.execute(insert(table), values)
    return outcomes


def _guarded(c: Connection, job: _Job) -> _Outcome:
    try:
        with c.begin_nested():
            return _Outcome(job.work(c))
    except Exception as error:
        return _failed(error)


def _failed(error: Exception) -> _Outcome:
    if isinstance(error, IntegrityError):
        lost = Lost(str(error.orig))
        lost.__cause__ = error
        return _Outcome(error=lost)
    return _Outcome(error=error)


def _settle(jobs: list[_Job], outcomes: list[_Outcome]) -> None:
    """Wake those who wait, with one call per event loop."""
    for loop in {job.loop for job in jobs}:
        mine = [(job.future, outcome) for job, outcome in zip(jobs, outcomes, strict=True) if job.loop is loop]
        try:
            loop.call_soon_threadsafe(_tell, mine)
        except RuntimeError:  # that loop is closed: nobody waits any more
            log.warning("%s writes were done after their event loop had closed", len(mine))


def _tell(outcomes: list[tuple[asyncio.Future[Any], _Outcome]]) -> None:
    for future, outcome in outcomes:
        if future.done():  # the one who waited was cancelled
            continue
        if outcome.error is None:
            future.set_result(outcome.value)
        else:
            future.set_exception(outcome.error)


def _writing(engine: Engine) -> Engine:
    return engine.execution_options(hall_writes=True)


def _tune_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the driver's own BEGIN comes too late for savepoints; ours is below
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(c: Connection) -> None:
        # A writer takes the lock at once: turning a reader's lock into a writer's can fail without waiting.
        c.exec_driver_sql("BEGIN IMMEDIATE" if c.get_execution_options().get("hall_writes") else "BEGIN")
