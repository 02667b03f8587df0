"""The clock on one table: rings when somebody's time is up, so that a bot moves or takes the seat over. It runs for
people who are asked; bots, and those for whom a bot plays, have time. Imports the hall's plain data and its
statements."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from hightable.engine import N_, Refused, State
from hightable.hall import saved as sql
from hightable.hall.news import Asking, Chair
from hightable.hall.timing import BOT, Times

if TYPE_CHECKING:
    from hightable.hall.table import Table

log = logging.getLogger(__name__)

MERCY: Final = 30.0  # seconds for those whose time ran out while the table was not in memory
LONGEST_REST: Final = 5.0  # seconds between two attempts to ring
LONGEST_NAP: Final = 3600.0  # seconds after which the alarm looks again: the time of day may have been set


class Alarm:
    """Who is late, and what wakes the table then."""

    def __init__(self, table: Table, now: Callable[[], float]) -> None:
        self._table = table
        self._now = now
        self._until = 0.0  # nobody is late before that
        self._told: dict[int, float] = {}  # for which deadline each seat has been told
        self._left: dict[int, float] = {}  # and for which it was left to the process that keeps the table
        self._timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None
        self._failures = 0  # to ring, in a row

    def be_merciful(self) -> None:
        """The table has just come into memory: who could not know is not late at once."""
        if any(self.late(seat) for seat in range(self._table.seats)):
            self._until = self._now() + MERCY

    def late(self, seat: int) -> bool:
        """Whether a person's time is up."""
        deadline = self.deadline(seat)
        return deadline is not None and deadline <= self._now()

    def deadline(self, seat: int) -> float | None:
        """When a person's time will be up, if their clock runs."""
        times, chair = self._table.times, self._table.chairs[seat]
        found = None if times is None or not _runs_for(chair) else times.deadline(seat)
        return None if found is None else max(found, self._until)

    def moves(self, seat: int) -> bool:
        """Whether a bot moves for somebody whose time is up."""
        timing = self._table.saved.timing
        return timing is not None and timing.late == BOT and self.late(seat)

    def check(self, seat: int) -> None:
        """Refused for who is late."""
        if self._table.timing is not None and self.late(seat):
            raise Refused(N_("Your time is up. A bot moves for you."))

    def set(self) -> None:
        """Ring at the next moment when somebody is late of whom it has not been told."""
        self.stop()
        if self._table.timing is None or self._table.stuck is not None:
            return
        soonest = min((deadline for _seat, deadline in self._untold()), default=None)
        if soonest is not None and self._ringing is None:
            nap = min(max(0.0, soonest - self._now()), LONGEST_NAP)
            self._timer = asyncio.get_running_loop().call_later(nap, self._ring)

    @property
    def next(self) -> float | None:
        """When the first person's time is up, for the store."""
        return next_deadline(self._table.times, dict(enumerate(self._table.chairs)))

    async def write_down(self) -> None:
        """Tell the store when somebody will be late, where it was left in doubt."""
        table = self._table

        async def change() -> None:
            await table.write(partial(sql.expect, table_id=table.id, deadline=self.next))

        await table.alone(change)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def close(self) -> None:
        self.stop()
        if self._ringing is not None:
            self._ringing.cancel()
            await asyncio.gather(self._ringing, return_exceptions=True)

    def worth_a_word(self, seat: int) -> bool:
        """Whether to tell the table that this seat is late. Of a clock for the whole game it is told once."""
        times = self._table.times
        return not (seat in self._told and times is not None and times.timing.for_the_game)

    def told(self, seat: int, deadline: float | None) -> None:
        """Note that the table has heard that this seat missed its deadline."""
        if deadline is not None:
            self._told[seat] = deadline

    def _deadlines(self) -> list[tuple[int, float]]:
        found = [(seat, self.deadline(seat)) for seat in range(self._table.seats)]
        return [(seat, deadline) for seat, deadline in found if deadline is not None]

    def _untold(self) -> list[tuple[int, float]]:
        told = self._told if self._table.kept else self._told | self._left
        return [(seat, deadline) for seat, deadline in self._deadlines() if told.get(seat) != deadline]

    def _ring(self) -> None:
        self._timer = None
        self._ringing = asyncio.create_task(self._call(), name=f"alarm {self._table.id}")

    async def _call(self) -> None:
        try:
            for seat, deadline in self._untold():
                if deadline <= self._now() and self._table.kept:
                    await self._table.company.expire(seat)
                elif deadline <= self._now():
                    self._left[seat] = deadline
                    self._table.poke()
            self._failures = 0
        except Exception as error:  # the hall is closing or too busy, or nothing can be saved: it rings again
            if isinstance(error, Refused):
                log.info("table %s: the clock has to wait", self._table.id)
            elif self._failures.bit_count() <= 1:
                log.exception("table %s: the clock could not ring", self._table.id)
            await asyncio.sleep(min(LONGEST_REST, 1 << self._failures))
            self._failures = min(self._failures + 1, 16)
        finally:
            self._ringing = None
        self.set()


def next_deadline(times: Times | None, chairs: Mapping[int, Chair], asking: Asking | None = None) -> float | None:
    """When the first person's time is up, for the store; with this question asked or answered."""
    if times is None:
        return None
    times = times.paused(asking.pauses) if asking is not None else times
    found = [times.deadline(seat) for seat, chair in chairs.items() if _runs_for(chair)]
    return min((deadline for deadline in found if deadline is not None), default=None)


def deadline_after(times: Times, seat: int, at: float, after: State | None, chairs: Sequence[Chair]) -> float | None:
    """The same once a seat has acted; of going back it isn't known beforehand, so look at once."""
    if after is None:
        return at
    then = times.copy()
    then.go_on(seat, int(after.awaited), at)
    return next_deadline(then, dict(enumerate(chairs)))


def _runs_for(chair: Chair) -> bool:
    return chair.kind == "guest" and not chair.stand_in
