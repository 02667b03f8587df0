"""Long work on the event loop, in slices of a few milliseconds between which everybody else gets their turn. Imports
asyncio only.

A thread would not do: compiled code that calls compiled code never gives the interpreter away, so the event loop would
wait for all of it. This module is not compiled, and drives the work step by step."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from time import perf_counter
from typing import Final, TypeVar
from weakref import WeakKeyDictionary

SLICE: Final = 0.003  # seconds that work may take before the others get their turn
PAUSE: Final = 0.001  # seconds that the others have at least, the threads of the database among them

T = TypeVar("T")
_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


async def in_slices(work: Generator[None, None, T]) -> T:
    """Run a generator to its end and return its result. It yields wherever it may be interrupted. Work that is run at
    the same time takes turns, so that the event loop never waits for more than one slice."""
    turns = _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock())
    while True:
        async with turns:
            end = perf_counter() + SLICE
            try:
                next(work)
                while perf_counter() < end:
                    next(work)
            except StopIteration as done:
                result: T = done.value
                return result
            await asyncio.sleep(PAUSE)


def at_once(work: Generator[None, None, T]) -> T:
    """The same without an event loop."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: T = done.value
            return result
