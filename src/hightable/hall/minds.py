"""The bots of one table: for each bot that has to decide, one task that pauses, thinks, and acts through the same door
as people. The tasks belong to the table and end with it. Imports the crew and the engine's words."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from typing import TYPE_CHECKING, Final

from hightable.engine import Refused, View
from hightable.hall.company import STAND_IN
from hightable.hall.crew import Crew
from hightable.hall.storage_errors import StorageProblem

if TYPE_CHECKING:
    from hightable.hall.table import Table

log = logging.getLogger(__name__)

FIRST_REST: Final = 0.05  # seconds after a failure, doubled with each further one
LONGEST_REST: Final = 5.0  # seconds


def rest(failures: int) -> float:
    """How many seconds to wait before the next attempt."""
    return min(LONGEST_REST, FIRST_REST * (1 << min(failures, 16)))


class Minds:
    """Who of a table's bots is thinking."""

    def __init__(self, table: Table, crew: Crew, think: tuple[float, float]) -> None:
        self._table = table
        self._crew = crew
        self._think = think
        self._tasks: dict[int, asyncio.Task[None]] = {}

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    @property
    def due(self) -> bool:
        """Whether a bot has to decide, here or where the table is kept."""
        return any(self._plays(seat) for seat in range(len(self._table.chairs)))

    def wake(self) -> None:
        """Set every bot thinking that has to decide and isn't at it yet."""
        if not self._table.kept:
            return
        for seat in range(len(self._table.chairs)):
            if seat not in self._tasks and self._plays(seat):
                self._tasks[seat] = asyncio.create_task(self._play(seat), name=f"bot {self._table.id}/{seat}")

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _plays(self, seat: int) -> bool:
        """Whether a bot has to decide for this seat. While people think about going back, bots wait."""
        return self._table.mind(seat) != "" and self._table.decides(seat) and not self._table.going_back

    async def _play(self, seat: int) -> None:
        failures = 0
        try:
            while self._table.kept and self._plays(seat):
                try:
                    await self._turn(seat)
                    failures = 0
                except Exception as error:
                    # A refusal only says that the table has moved on. Of what doesn't pass, the log hears seldom.
                    if not isinstance(error, Refused) and failures.bit_count() <= 1:
                        log.exception("table %s: the bot on seat %s could not act", self._table.id, seat)
                    await asyncio.sleep(rest(failures))
                    failures += 1
        finally:
            del self._tasks[seat]

    async def _turn(self, seat: int) -> None:
        await asyncio.sleep(random.uniform(*self._think))
        match = self._table.match
        if match is None or not (self._table.kept and self._plays(seat)):
            return
        seen = self._table.number
        action = await self._choose(seat, match.state.study(seat))
        await self._act(seat, match.game.text(action), seen, secrets.token_hex(8))

    async def _act(self, seat: int, text: str, seen: int, nonce: str) -> None:
        """Act, as soon as it can be saved. What was saved though it seemed to fail is found by its nonce."""
        failures = 0
        while self._table.kept and self._plays(seat):
            try:
                await self._table.act_on(seat, text, seen, nonce, bot=True)
                return
            except StorageProblem:  # of which the store has told the log
                await asyncio.sleep(rest(failures))
                failures += 1

    async def _choose(self, seat: int, view: View) -> int:
        """What the bot does; after two errors, anything that is legal: a game must not stop because of a bot."""
        level = self._table.mind(seat) or STAND_IN
        for _attempt in range(2):
            try:
                action = await self._crew.choose(self._table.game.id, level, view)
                if action in view["legal"]:
                    return action
                log.error("table %s: bot %s chose %s, which is not legal", self._table.id, level, action)
            except Exception:
                log.exception("table %s: bot %s failed", self._table.id, level)
        return secrets.choice(list[int](view["legal"]))
