"""The crew: bots at work in processes of their own, so that thinking never holds up the hall. A worker gets a view and
nothing else, and gives back an action. Imports bots, games and the engine."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

from hightable.bots import Bot, advise, bot
from hightable.engine import N_, Advice, Fast, Refused, Value, View, compiled
from hightable.games import game, games
from hightable.hall.daily import Outcome, outcomes

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE: Final = 60.0  # seconds after which a worker counts as stuck
PLAY_OUT: Final = 40.0  # seconds of processor time for a whole game of bots
MOST_HINTS: Final = 16  # that may be wanted at the same time: bots wait in the same line


class Crew:
    """Bots in worker processes, which start when they are first needed and are replaced when they die."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False
        self._free = asyncio.Semaphore(workers)
        # A hint takes longer than a bot's choice: where there are several workers, one is always left to the bots.
        self._advisers = asyncio.Semaphore(max(1, workers - 1))
        self._hints = 0

    def warm(self) -> None:
        """Start the workers now, so that the first bot answers soon. Returns at once."""
        pool = self._get()
        for _worker in range(self._workers):
            _submit(pool, _warm)

    async def switch_to(self, folder: Path) -> bool:
        """Start the workers again from the compiled copy of High Table in `folder`; return whether they run it. What
        the old workers are thinking about is finished first."""
        old, self._pool = self._pool, None
        sys.path.insert(0, str(folder))  # spawned workers get our path; this process has its modules already
        try:
            switched = await self.compiled()
        except (BrokenProcessPool, TimeoutError):
            log.exception("the workers can't run the compiled copy in %s", folder)
            switched = False
        if not switched:
            sys.path.remove(str(folder))
            self._drop(self._pool)
            self._pool = old
        elif old is not None:
            old.shutdown(wait=False)
        return switched

    async def compiled(self) -> bool:
        """Return whether the workers run the compiled engine."""
        return await self._once(compiled)

    async def choose(self, game_id: str, level: str, view: View) -> int:
        """What a bot of this level does, knowing this view."""
        return await self._ask(_choose, game_id, level, view)

    async def play_out(
        self, game_id: str, level: str, seats: int, seed: str, options: dict[str, Value]
    ) -> list[Outcome] | None:
        """What bots of this level on every seat make of a deal; None if it takes them too long."""
        async with self._advisers:
            return await self._ask(_play_out, game_id, level, seats, seed, options)

    async def advise(self, game_id: str, view: View) -> Advice | None:
        """What a good player would do, knowing this view, if the game can tell; or Refused."""
        if self._hints >= MOST_HINTS:
            raise Refused(N_("Many guests ask for a hint just now. Try again in a moment."))
        self._hints += 1
        try:
            async with self._advisers:
                return await self._ask(_advise, game_id, view)
        finally:
            self._hints -= 1

    def close(self) -> None:
        """Stop the workers, whatever they are thinking about."""
        self._closed = True
        self._drop(self._pool)

    async def _ask(self, think: Callable[..., T], *known: object) -> T:
        # Only as many tasks as workers: the time-out then measures thinking, not standing in line.
        async with self._free:
            try:
                return await self._once(think, *known)
            except BrokenProcessPool:
                log.warning("a worker died; its task goes to a new one")
                return await self._once(think, *known)

    async def _once(self, think: Callable[..., T], *known: object) -> T:
        pool = self._get()
        try:
            future = asyncio.wrap_future(_submit(pool, think, *known))
            return await asyncio.wait_for(future, PATIENCE)
        except (BrokenProcessPool, TimeoutError):
            self._drop(pool)
            raise

    def _get(self) -> ProcessPoolExecutor:
        if self._closed:
            raise RuntimeError("the crew has gone home")
        if self._pool is None:
            # Spawned, not forked: a fork would copy the server's threads' locks and open connections.
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=spawn, initializer=_begin)
        return self._pool

    def _drop(self, pool: ProcessPoolExecutor | None) -> None:
        if pool is None:
            return
        if pool is self._pool:
            self._pool = None
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False)  # not cancelling: who waits must learn that the pool broke, not be cancelled itself
        for process in processes:
            process.terminate()


def _submit(pool: ProcessPoolExecutor, think: Callable[..., T], *known: object) -> Future[T]:
    """Have a worker do it. A worker that starts meanwhile is deaf to Ctrl-C, which is for the server: it would print a
    traceback if it were interrupted before it is ready."""
    if os.name != "posix":
        return pool.submit(think, *known)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        return pool.submit(think, *known)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# in the worker


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes the crew
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """Leave when the server has been killed: nobody else would end this process."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _warm() -> None:
    games()


@cache
def _player(game_id: str, level: str, seat: int) -> Bot:
    """One who may go on with a thought; another table's turn in between makes it think anew."""
    return bot(level)


def _choose(game_id: str, level: str, view: View) -> int:
    player = _player(game_id, level, view["viewer"])
    return int(player.choose(game(game_id), view, Fast.of(secrets.token_hex())))


def _play_out(game_id: str, level: str, seats: int, seed: str, options: dict[str, Value]) -> list[Outcome] | None:
    """The same bots make the same of a deal whenever they are asked."""
    rules, ends = game(game_id), time.process_time() + PLAY_OUT
    players = [bot(level) for _seat in range(seats)]
    state = rules.start(seats, seed, options)
    dice = [Fast.of(f"{seed}/{level}/{seat}") for seat in range(seats)]
    while not state.over:
        for seat in state.deciding:
            state.apply(seat, players[seat].choose(rules, state.study(seat), dice[seat]))
        if time.process_time() > ends:
            return None
    return outcomes(state)


def _advise(game_id: str, view: View) -> Advice | None:
    return advise(game(game_id), view, Fast.of(secrets.token_hex()))
