"""Storage: one writer thread with group commit, and readers on connections of their own. Whatever is waiting to be
written goes into one transaction, which is committed as soon as the last one ended; a write is acknowledged only when
it is on disk. A database that is being restarted is waited for. A SQLite file belongs to one server, and nothing is
acknowledged once it isn't the file any more that was opened. Imports SQLAlchemy, what prepares the database, and the
engine's words."""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain
from math import inf
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, TypeVar, cast

from sqlalchemy import URL, Connection, Engine, Table, delete, insert, make_url, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from hightable.engine.words import N_, Refused
from hightable.hall.connect import READERS, connect, cut_off, writing
from hightable.hall.data_file import DataFile
from hightable.hall.fellows import CHANNEL, Fellows
from hightable.hall.place import shown
from hightable.hall.prepare import prepare
from hightable.hall.schema import ENTRIES, SECRETS
from hightable.hall.storage_errors import (
    ADVICE,
    AWAY,
    DAMAGED,
    READ_ONLY,
    SILENT,
    UNREADABLE,
    StorageProblem,
    Unfit,
    storage_problem,
    unfit,
)

log = logging.getLogger(__name__)

T = TypeVar("T")
Work = Callable[[Connection], T]

MOST_WAITING: Final = 10_000  # writes, and reads, that may wait
MOST_TOGETHER: Final = 1_000  # writes in one transaction
PATIENCE: Final = 15.0  # seconds that a lost data base is waited for
NOTIFY: Final = text("select pg_notify(:channel, :message)")
REST: Final = 0.2  # seconds between two attempts
MOST_ROWS: Final = 128  # in one statement
PROBE_HOLDS: Final = 1.0  # seconds for which it counts that something could be saved, or could not
PROBE_TAKES: Final = 5.0  # seconds after which the storage counts as silent


class Lost(Exception):
    """Somebody else has written this before us. Nothing of ours was written."""


class Row:
    """A new row of a table of the data base, with a value for each column in its order: the commonest write."""

    __slots__ = ("table", "values")

    def __init__(self, table: Table, values: tuple[object, ...]) -> None:
        self.table = table
        self.values = values

    def __call__(self, c: Connection) -> None:
        _insert(c, self.table, [self.values])


class _Outcome(NamedTuple):
    value: Any = None
    error: Exception | None = None


DONE: Final = _Outcome()


class _Job:
    """A write that waits for its commit."""

    __slots__ = ("_future", "_outcome", "loop", "topic", "work")

    def __init__(self, work: Work[Any], topic: str) -> None:
        self.work = work
        self.topic = topic
        self.loop = asyncio.get_running_loop()
        self._future: asyncio.Future[None] = self.loop.create_future()
        self._outcome: _Outcome | None = None

    def settle(self, outcome: _Outcome) -> None:
        self._outcome = outcome
        if not self._future.done():
            self._future.set_result(None)

    async def outcome(self) -> Any:
        """Wait for it, come what may: who is cancelled meanwhile is cancelled after it."""
        cancelled: asyncio.Task[Any] | None = None
        while self._outcome is None:
            try:
                await self._future
            except asyncio.CancelledError:
                cancelled = asyncio.current_task()
                assert cancelled is not None
                cancelled.uncancel()
                self._future = self.loop.create_future()
        if cancelled is not None:
            cancelled.cancel()
        if self._outcome.error is not None:
            raise self._outcome.error
        return self._outcome.value


class Store:
    """A data base by URL: "sqlite:////path/file.db" or "postgresql://…". "sqlite://" is one that is gone when it is
    closed. `works` tells whether this process moves bots and rings clocks."""

    def __init__(self, url: str | URL, works: bool = True) -> None:
        self._url = make_url(url)
        self._place = self._url  # where it is, also if that is a passing file
        self.fellows = Fellows(self._url, works)
        self._passing: TemporaryDirectory[str] | None = None
        self._file: DataFile | None = None
        self._engine: Engine | None = None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._reading = 0
        self.commits = 0  # transactions so far: tells how many writes shared one
        self._problem: str | None = None  # why the last transaction failed, if the storage was to blame
        self._damaged = False  # which doesn't heal by itself
        self._logged: set[str] = set()  # problems that the log knows of
        self._saved = -inf  # when the last transaction succeeded
        self._probe: asyncio.Task[Refused | None] | None = None
        self._probed = -inf  # when it began

    def claim(self) -> None:
        """Keep other servers away from a SQLite file until this store is closed, or raise Unfit. `open` does this too;
        call it earlier to hear of it earlier."""
        if self._url.get_backend_name() != "sqlite":
            return
        if self._url.database in (None, "", ":memory:"):
            # A file, not memory: readers and the writer then have connections of their own, as everywhere else.
            self._passing = self._passing or TemporaryDirectory(prefix="hightable-")
            self._place = self._url.set(database=f"{self._passing.name}/hall.db")
        self._file = self._file or DataFile(str(self._place.database))
        self._file.claim()

    async def open(self) -> None:
        """Connect and make the tables, or raise Unfit."""
        if self._engine is not None:
            return
        self.claim()
        try:
            engine = await asyncio.to_thread(prepared, self._place)
        except BaseException:
            self._release()
            raise
        if self._file is not None:
            self._file.remember()
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
        self._jobs.put(None)
        await asyncio.to_thread(thread.join)
        await asyncio.to_thread(readers.shutdown)
        engine.dispose()
        self._release()

    def _release(self) -> None:
        if self._file is not None:
            self._file.release()
        if self._passing is not None:
            self._passing.cleanup()
            self._passing = self._file = None

    async def write(self, work: Work[T], topic: str = "") -> T:
        """Run `work` in the next transaction and return its value after the commit. Other processes on the same data
        base then hear of the `topic`. Who is cancelled meanwhile hears of that only after the commit, and may still do
        what belongs to it, up to the next thing that has to be waited for.

        Raises Lost if a row was there already, and StorageProblem if nothing can be saved. `work` may run twice: it
        touches nothing but its connection."""
        return cast(T, await self._order(work, topic).outcome())

    def tell(self, topic: str) -> None:
        """Have other processes hear of a topic. Nobody waits for that."""
        self._order(_nothing, topic)

    def _order(self, work: Work[Any], topic: str) -> _Job:
        if self._engine is None:
            raise RuntimeError("the store is closed")
        if self._jobs.qsize() >= MOST_WAITING:
            raise Refused(N_("The hall is too busy just now. Try again in a moment."))
        job = _Job(work, topic)
        self._jobs.put(job)
        return job

    async def read(self, work: Work[T]) -> T:
        """Run `work` on a reader's connection; it sees every acknowledged write."""
        engine = self._engine
        if engine is None:
            raise RuntimeError("the store is closed")
        if self._reading >= MOST_WAITING:
            raise Refused(N_("The hall is too busy just now. Try again in a moment."))

        def run() -> T:
            ends = time.monotonic() + PATIENCE
            while True:
                if self._file is not None and self._file.lost:
                    self._file.check()
                try:
                    with engine.connect() as c:
                        return work(c)
                except (DBAPIError, *UNREADABLE) as error:
                    if not cut_off(error) or time.monotonic() > ends:
                        problem = storage_problem(error)
                        if problem is None:
                            raise
                        self._note(problem)
                        raise problem from error
                time.sleep(REST)

        self._reading += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        finally:
            self._reading -= 1

    def check(self) -> None:
        """Bring the database to the schema of this version, or raise Unfit; to find out before it is opened."""
        self.claim()
        try:
            prepared(self._place).dispose()
        finally:
            self._release()

    async def probe(self) -> None:
        """Raise a Refused that says why if nothing can be saved. At most once a second this takes a write of its own;
        everybody who asks meanwhile waits for the same one, for a bounded time."""
        now = time.monotonic()
        if self._damaged:
            raise StorageProblem(DAMAGED)
        if self._problem is None and now < self._saved + PROBE_HOLDS:
            return
        if self._probe is None or (self._probe.done() and now >= self._probed + PROBE_HOLDS):
            self._probed = now
            self._probe = asyncio.create_task(self._try_out(), name="storage probe")
        await asyncio.wait([self._probe], timeout=max(0.0, self._probed + PROBE_TAKES - now))
        refused = self._probe.result() if self._probe.done() else StorageProblem(SILENT)
        if refused is not None:
            raise refused.with_traceback(None)
        if self._problem is not None:  # a write has failed since
            raise StorageProblem(self._problem)

    async def _try_out(self) -> Refused | None:
        try:
            await self.write(partial(_write_and_delete, name=f"probe {self.fellows.number}"))
        except Refused as refused:
            return refused
        except Exception:
            log.exception("the storage could not be tried out")
            return StorageProblem(AWAY)
        return None

    # the threads' side

    def _note(self, problem: StorageProblem) -> None:
        """Remember damage, and log each problem once until the storage works again."""
        self._damaged = self._damaged or problem.reason == DAMAGED
        if problem.reason not in self._logged:
            self._logged.add(problem.reason)
            cause = problem.__cause__
            log.error("%s%s", problem, f" ({cause.orig})" if isinstance(cause, DBAPIError) else "")

    def _write_on(self, engine: Engine) -> None:
        """The writer's thread, until it meets the None that `close` puts behind the last job."""
        engine = writing(engine)
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

    def _announce(self, c: Connection, jobs: list[_Job], outcomes: list[_Outcome]) -> None:
        """Part of the transaction: PostgreSQL sends it after the commit, and only then."""
        done = zip(jobs, outcomes, strict=True)
        topics = [job.topic for job, outcome in done if job.topic and outcome.error is None]
        for message in self.fellows.messages(topics) if topics else ():
            c.execute(NOTIFY, {"channel": CHANNEL, "message": message})

    def _commit(self, engine: Engine, jobs: list[_Job]) -> list[_Outcome]:
        """All jobs in one transaction; if one fails, again with each behind a savepoint, so that only that one does.
        Where the connection was cut nobody knows whether the transaction came through: what did is found there when it
        is tried again, and counts as Lost."""
        self.commits += 1
        try:
            if self._file is not None:  # the file may come back: better write nothing to it that isn't acknowledged
                self._file.check_before()
            if engine.dialect.name == "sqlite" and _at_once(engine, jobs):
                outcomes = [DONE] * len(jobs)
            else:
                outcomes = self._commit_slowly(engine, jobs)
            if self._file is not None:  # only what is in the right place may be acknowledged
                self._file.check()
        except StorageProblem as problem:
            self._note(problem)
            self._problem = problem.reason
            return [_Outcome(error=StorageProblem(problem.reason)) for _job in jobs]
        self._saved = time.monotonic()
        if self._problem is not None:
            log.warning("The storage works again.")
            self._problem = None
            self._logged.clear()
        return outcomes

    def _commit_slowly(self, engine: Engine, jobs: list[_Job]) -> list[_Outcome]:
        ends = time.monotonic() + PATIENCE
        run = _together
        while True:
            try:
                with engine.begin() as c:
                    outcomes = run(c, jobs)
                    if self.fellows.shared:
                        self._announce(c, jobs, outcomes)
                for outcome in outcomes:
                    if isinstance(outcome.error, StorageProblem):
                        self._note(outcome.error)
                return outcomes
            except Exception as error:
                if cut_off(error) and time.monotonic() < ends:
                    log.warning("writing again: %s", error)
                    time.sleep(REST)
                elif (problem := storage_problem(error)) and (problem.reason != DAMAGED or len(jobs) == 1):
                    raise problem from error
                elif len(jobs) == 1:
                    return [_failed(error)]
                elif run is _one_by_one:
                    log.exception("a transaction of %s writes failed", len(jobs))
                    return [_failed(error)] * len(jobs)
            run = _one_by_one


@contextmanager
def claimed(place: URL) -> Iterator[None]:
    """Keep servers away from a SQLite file for a while, or raise Unfit if one is running there."""
    file = DataFile(str(place.database)) if place.get_backend_name() == "sqlite" else None
    if file is not None:
        file.claim()
    try:
        yield
    finally:
        if file is not None:
            file.release()


def prepared(place: URL) -> Engine:
    """A connected database with the schema of this version, or raise Unfit. One that is being restarted is waited
    for."""
    engine = connect(place)
    if engine.dialect.name == "sqlite" and not os.access(str(place.database), os.R_OK | os.W_OK):
        raise Unfit(ADVICE[READ_ONLY], "", {"place": shown(place)})  # SQLite notices only when it has to write
    ends = time.monotonic() + PATIENCE
    while True:
        try:
            with writing(engine).begin() as c:
                prepare(c)
            return engine
        except BaseException as error:
            if not cut_off(error) or time.monotonic() > ends:
                engine.dispose()
                if isinstance(error, DBAPIError):
                    raise unfit(error, place) from error
                raise
        time.sleep(REST)


def _nothing(c: Connection) -> None:
    pass


def _write_and_delete(c: Connection, name: str) -> None:
    """Write and delete a row: pages change and are written to disk, and nothing is left of it."""
    c.execute(insert(SECRETS).values(name=name, value=""))
    c.execute(delete(SECRETS).where(SECRETS.c.name == name))


def _at_once(engine: Engine, jobs: list[_Job]) -> bool:
    """The commonest case, actions and nothing else, in a single statement, which SQLite commits by itself: after each
    statement the driver waits for its turn among the threads, and the event loop may run out of work meanwhile. False,
    and nothing is written, where it is not that case or a row was there already."""
    rows = [job.work for job in jobs[:MOST_ROWS] if isinstance(job.work, Row) and job.work.table is ENTRIES]
    if len(rows) < len(jobs):
        return False
    connection = engine.raw_connection()
    try:
        values = tuple(chain.from_iterable([row.values for row in rows]))
        connection.cursor().execute(_insertion(ENTRIES, "?", len(rows)), values)
    except sqlite3.Error:
        return False
    finally:
        connection.close()
    return True


def _together(c: Connection, jobs: list[_Job]) -> list[_Outcome]:
    """Their order doesn't matter: who depends on a write awaits it before the next."""
    rows: dict[Table, list[tuple[object, ...]]] = {}
    outcomes = []
    for job in jobs:
        if isinstance(job.work, Row):
            rows.setdefault(job.work.table, []).append(job.work.values)
            outcomes.append(DONE)
        else:
            outcomes.append(_Outcome(job.work(c)))
    for table, values in rows.items():
        values.sort(key=_place)  # so that two processes never wait for each other
        _insert(c, table, values)
    return outcomes


def _place(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return row[:2]


def _insert(c: Connection, table: Table, rows: list[tuple[object, ...]]) -> None:
    """Many rows in few statements: for each of them the driver lets the other threads go on, and has to come back."""
    mark = "?" if c.dialect.name == "sqlite" else "%s"
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        c.exec_driver_sql(_insertion(table, mark, len(some)), tuple(chain.from_iterable(some)))


@cache
def _insertion(table: Table, mark: str, size: int) -> str:
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    row = f"({', '.join([mark] * len(table.columns))})"
    return f"INSERT INTO {table.name} ({names}) VALUES {', '.join([row] * size)}"


def _one_by_one(c: Connection, jobs: list[_Job]) -> list[_Outcome]:
    return [_guarded(c, job) for job in jobs]


def _guarded(c: Connection, job: _Job) -> _Outcome:
    try:
        with c.begin_nested():
            return _Outcome(job.work(c))
    except Exception as error:
        problem = storage_problem(error)
        if cut_off(error) or (problem and problem.reason != DAMAGED):  # what happens to one happens to all
            raise
        return _failed(error)


def _failed(error: Exception) -> _Outcome:
    if isinstance(error, IntegrityError):
        lost = Lost(str(error.orig))
        lost.__cause__ = error
        return _Outcome(error=lost)
    return _Outcome(error=storage_problem(error) or error)


def _settle(jobs: list[_Job], outcomes: list[_Outcome]) -> None:
    """Wake those who wait, with one call per event loop."""
    for loop in {job.loop for job in jobs}:
        mine = [(job, outcome) for job, outcome in zip(jobs, outcomes, strict=True) if job.loop is loop]
        try:
            loop.call_soon_threadsafe(_tell, mine)
        except RuntimeError:  # that loop is closed: nobody waits any more
            log.warning("%s writes were done after their event loop had closed", len(mine))


def _tell(outcomes: list[tuple[_Job, _Outcome]]) -> None:
    for job, outcome in outcomes:
        job.settle(outcome)
