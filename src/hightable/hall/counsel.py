"""The hints of one table. A seat's question is thought about once, whoever asks and however often, and what was thought
belongs to the table until the next question. Imports the crew and the engine's words."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hightable.engine import N_, Advice, Refused
from hightable.hall.crew import Crew

if TYPE_CHECKING:
    from hightable.hall.table import Table


@dataclass(frozen=True)
class _Asked:
    number: int  # of the event after which the question stood
    answer: asyncio.Task[Advice | None]


class Counsel:
    """Who of a table's guests is being advised."""

    def __init__(self, table: Table, crew: Crew) -> None:
        self._table = table
        self._crew = crew
        self._asked: dict[int, _Asked] = {}

    @property
    def busy(self) -> bool:
        return any(not asked.answer.done() for asked in self._asked.values())

    async def advise(self, seat: int, seen: int) -> Advice | None:
        """What a good player would do on this seat, or Refused; None if the table moved on meanwhile."""
        table = self._table
        if not table.hints:
            raise Refused(N_("No hints are given at this table."))
        match = table.match
        if match is None or not table.decides(seat):
            raise Refused(N_("There is nothing for you to decide just now."))
        number = table.asked_at[seat]
        if not number <= seen <= table.number:
            raise Refused(N_("The table has moved on. Look again before you act."))
        asked = self._asked.get(seat)
        if asked is None or asked.number != number or (asked.answer.done() and _failed(asked.answer)):
            if asked is not None and not asked.answer.done():
                raise Refused(N_("A hint is already being thought about. Wait a moment."))
            view = match.state.view(seat)
            asked = _Asked(number, asyncio.create_task(self._crew.advise(table.game.id, view)))
            asked.answer.add_done_callback(_failed)
            self._asked[seat] = asked
        try:
            advice = await asyncio.shield(asked.answer)
        except TimeoutError:
            advice = None
        if not table.decides(seat) or table.asked_at[seat] != number:
            return None
        if advice is None:
            raise Refused(N_("No hint comes to mind here."))
        return advice

    async def close(self) -> None:
        tasks = [asked.answer for asked in self._asked.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _failed(answer: asyncio.Task[Advice | None]) -> bool:
    """Whether a finished thought came to nothing; looking at it keeps asyncio from complaining."""
    return answer.cancelled() or answer.exception() is not None
