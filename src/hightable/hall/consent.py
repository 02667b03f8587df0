"""Going back together: beyond the point where nobody may go back alone, everybody who plays must agree. Imports the
hall's plain data."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hightable.engine import N_, Match, Refused
from hightable.engine.match import REWIND, entry_text
from hightable.hall.guests import Guest
from hightable.hall.news import Asking
from hightable.hall.timing import Pause

if TYPE_CHECKING:
    from hightable.hall.table import Table

MOST_PAUSES: Final = 30  # questions of a game that stop the clocks


class Consent:
    """Whether a table goes back."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def ask(self, guest: Guest) -> None:
        """Ask all others whether the table may go back to before one's last action, whatever happened since; or
        Refused."""

        async def change() -> None:
            table = self._table
            seat, match = table.seated(guest.id), self._match()
            if refused := self.why_not(seat):
                raise refused
            table.alarm.check(seat)
            await table.seat({}, Asking(seat, len(match.entries), pauses=self._pauses(seat, len(match.entries))))
            await table.note("asks", table.name_of(guest))

        await self._table.alone(change)

    async def answer(self, guest: Guest, agree: bool) -> None:
        """Say yes or no. With the last yes the table goes back."""

        async def change() -> None:
            table, asking = self._table, self._table.asking
            seat = table.seated(guest.id)
            if asking is None:
                raise Refused(N_("Nobody asks to go back any more."))
            if seat not in self.voters(asking.seat) or seat in asking.agreed:
                raise Refused(N_("You are not asked."))
            if not agree:
                await table.seat({}, None)
                await table.note("declines", table.name_of(guest))
                return
            agreed = (*asking.agreed, seat)
            await table.note("agrees", table.name_of(guest))
            if set(agreed) >= set(self.voters(asking.seat)):
                await table.enter(asking.seat, entry_text(table.game, REWIND), secrets.token_hex(8))
            else:
                await table.seat({}, replace(asking, agreed=agreed))

        await self._table.alone(change)

    def why_not(self, seat: int) -> Refused | None:
        """Why this seat can't ask the others to go back, or None if it can."""
        table, match = self._table, self._match()
        if table.deal is not None:
            return Refused(N_("Nobody goes back at the daily feast: it is the same for everybody."), "HT-3")
        if match.why_no_undo(seat) is None:
            return Refused(N_("You can take this back without asking anybody."), "HT-3")
        if refused := match.why_no_rewind(seat):
            return refused
        if table.asking is not None:
            return Refused(N_("The table is being asked already."), "HT-3")
        if not self.voters(seat):
            return Refused(N_("Nobody else is at the table who could agree to going back."), "HT-3")
        return None

    def _pauses(self, seat: int, entries: int) -> tuple[Pause, ...]:
        """When the clocks of this game stood for a question, and that they do from now on."""
        times = self._table.times
        return () if times is None else (*times.pauses, Pause(seat, entries, self._table.now()))[:MOST_PAUSES]

    def voters(self, asker: int) -> list[int]:
        """The other people who play. Bots don't mind, and who is away has left the choice to the others."""
        return [
            seat
            for seat, chair in enumerate(self._table.chairs)
            if chair.kind == "guest" and not chair.stand_in and seat != asker
        ]

    def _match(self) -> Match:
        match = self._table.match
        if match is None:
            raise Refused(N_("The game hasn't begun yet."))
        return match
