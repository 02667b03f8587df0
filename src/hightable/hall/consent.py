"""Votes: beyond the point where nobody may go back alone, everybody who plays must agree to it; and somebody who is at
the table is removed from a running game only if all others agree. Imports the hall's plain data."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hightable.engine import N_, Match, Refused
from hightable.engine.match import REWIND, entry_text
from hightable.hall.guests import Guest
from hightable.hall.news import NO_SEAT, Asking
from hightable.hall.timing import Pause

if TYPE_CHECKING:
    from hightable.hall.table import Table

MOST_PAUSES: Final = 30  # votes of a game that stop the clocks


class Consent:
    """The votes of one table; one at a time."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def ask(self, guest: Guest) -> None:
        """Ask all others whether the table may go back to before one's last action, whatever happened since; or
        Refused."""

        async def change() -> None:
            table = self._table
            seat, match = table.seated(guest.id), self._match()
            if refused := self.why_not(seat):
                raise refused.with_traceback(None)
            table.alarm.check(seat)
            await table.seat({}, Asking(seat, len(match.entries), pauses=self._pauses(seat, len(match.entries))))
            await table.note("asks", table.name_of(guest))

        await self._table.alone(change)

    async def ask_removal(self, host: Guest, seat: int) -> None:
        """Ask all others whether the person on a seat has to leave; or Refused. Asked again, it happens if all who are
        still there have agreed. Part of a change."""
        table, times, asking = self._table, self._table.times, self._table.asking
        if asking is not None and asking.remove == seat and self._agreed(asking):
            await self._remove(seat)
            return
        if asking is not None:
            raise Refused(N_("There is a vote already. Wait until everybody has answered."), "HT-9")
        asker = table.seat_of(host.id)
        asking = Asking(
            NO_SEAT if asker is None else asker,
            table.entries,
            pauses=() if times is None else times.pauses,
            remove=seat,
        )
        name = table.chairs[seat].name
        if not self.voters(asking):
            words = N_("%(name)s is at the table, and nobody else is playing who could agree to sending them away.")
            raise Refused(words, "HT-9", {"name": name})
        await table.seat({}, asking)
        await table.note("ask-remove", name)

    async def answer(self, guest: Guest, agree: bool, what: str | None = None) -> None:
        """Say yes or no; with the last yes it happens. Whoever asked may say no as well. `what` is the vote that is
        meant, if that is told."""

        async def change() -> None:
            table, asking = self._table, self._table.asking
            seat = table.seated(guest.id)
            if asking is None or what not in (None, asking.what):
                raise Refused(N_("This vote is over."))
            table.presence.see(guest.id)
            withdrawn = seat == asking.seat and not agree
            if not withdrawn and (seat not in self.voters(asking) or seat in asking.agreed):
                raise Refused(N_("You are not asked."))
            if not agree:
                await table.seat({}, answered=True)
                await table.note("declines" if asking.remove is None else "keep", table.name_of(guest))
                return
            asking = replace(asking, agreed=(*asking.agreed, seat))
            await table.note("agrees", table.name_of(guest))
            if not self._agreed(asking):
                await table.seat({}, asking)
            elif asking.remove is None:
                await table.enter(asking.seat, entry_text(table.game, REWIND), secrets.token_hex(8))
            else:
                await self._remove(asking.remove)

        await self._table.alone(change)

    def why_not(self, seat: int) -> Refused | None:
        """Why this seat can't ask the others to go back, or None if it can."""
        table = self._table
        if table.deal is not None:
            return Refused(N_("Nobody goes back at the daily feast: it is the same for everybody."), "HT-3")
        if table.why_no_undo(seat) is None:
            return Refused(N_("You can take this back without asking anybody."), "HT-3")
        if refused := table.why_no_rewind(seat):
            return refused
        if table.asking is not None:
            return Refused(N_("The table is being asked already."), "HT-3")
        if not self.voters(Asking(seat, 0)):
            return Refused(N_("Nobody else is at the table who could agree to going back."), "HT-3")
        return None

    def _pauses(self, seat: int, entries: int) -> tuple[Pause, ...]:
        """When the clocks of this game stood for a vote, and that they do from now on."""
        times = self._table.times
        return () if times is None else (*times.pauses, Pause(seat, entries, self._table.now()))[:MOST_PAUSES]

    def voters(self, asking: Asking) -> list[int]:
        """The other people who play; in a vote about a removal those who are there, without the one it is about. Bots
        don't vote, and anybody who is away leaves the choice to the others."""
        chairs = self._table.chairs
        people = [seat for seat, chair in enumerate(chairs) if chair.kind == "guest" and seat != asking.seat]
        if asking.remove is None:
            return [seat for seat in people if not chairs[seat].stand_in]
        return [seat for seat in people if seat != asking.remove and self._table.company.present(seat)]

    def _agreed(self, asking: Asking) -> bool:
        return bool(asking.agreed) and set(asking.agreed) >= set(self.voters(asking))

    async def _remove(self, seat: int) -> None:
        name = self._table.chairs[seat].name
        await self._table.company.replace(seat)
        await self._table.note("voted-out", name)

    def _match(self) -> Match:
        match = self._table.match
        if match is None:
            raise Refused(N_("The game hasn't begun yet."))
        return match
