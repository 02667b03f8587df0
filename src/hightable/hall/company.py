"""Who sits on a table's chairs: before the game people come, change places and go; during it a bot plays for those who
are away until they are back, and the host may give a chair to somebody else. Imports the hall's plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from hightable.bots import USUAL
from hightable.engine import N_, Game, Refused, Value
from hightable.engine.fingerprint import fingerprint
from hightable.hall import saved as sql
from hightable.hall.guests import Guest
from hightable.hall.names import person_name
from hightable.hall.news import Chair, News, bot_chair, guest_chair
from hightable.hall.play import Play
from hightable.hall.timing import BOT, Timing

if TYPE_CHECKING:
    from hightable.hall.table import Table

FREE: Final = Chair("free")
HOST_AWAY: Final = 120.0  # seconds until others may begin; the host may be choosing another game
STAND_IN: Final = USUAL  # the bot who plays for somebody who is away
ALONE: Final = N_("The daily feast is yours alone: nobody else can play it for you, and no bot either.")


class Company:
    """The people of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._host_here = False
        self._host_seen = table.now()

    def look_round(self) -> None:
        """Somebody has opened the table's page or closed it."""
        table = self._table
        here = table.host in table.visitors
        if here or self._host_here:
            self._host_seen = table.now()
        self._host_here = here
        table.publish(News("presence"))

    # before the game

    async def sit(self, guest: Guest, seat: int | None = None) -> None:
        """Take a free chair, the first one if none is named; who already has one moves. In a running game a chair is
        free if a bot keeps it for whoever comes."""

        async def change() -> None:
            chairs, old = self._table.chairs, self._table.seat_of(guest.id)
            if old is not None and seat in (None, old):
                return
            if guest.id != self._table.host:
                self._must_share()
            new, former = seat, self._table.former_seat(guest.id)
            if new is None:
                new = former if former is not None else next((i for i, chair in enumerate(chairs) if chair.free), None)
                if new is None:
                    raise Refused(N_("There is no free chair at this table."))
            if former is not None and self._seat(new) != former:
                gaps = {"chair": former + 1}
                words = N_("You have seen the cards of chair %(chair)s, so you can only come back to that one.")
                raise Refused(words, "HT-8", gaps)
            if not chairs[self._seat(new)].free:
                raise Refused(N_("This chair is taken."))
            here = guest_chair(guest, [chair for i, chair in enumerate(chairs) if i not in (old, new)])
            if self._table.phase == "waiting":
                if old is None:
                    await self._set({new: here}, newcomer=guest.id)
                else:
                    await self._set({old: FREE, new: here})
            elif old is not None:
                raise Refused(N_("You have a chair already, and the game has begun."))
            else:
                await self._table.seat({new: here}, newcomer=guest.id)
                await self._table.note("took", here.name)

        await self._table.alone(change)

    async def stand(self, guest: Guest) -> None:
        """Leave one's chair; during the game a bot plays on until one is back."""

        async def change() -> None:
            seat = self._table.seated(guest.id)
            self._must_share()
            if self._table.phase == "waiting":
                await self._set({seat: FREE})
            else:
                await self._step_in(seat, "left")

        await self._table.alone(change)

    async def swap(self, guest: Guest, one: int, other: int) -> None:
        """The host has two chairs change places."""

        async def change() -> None:
            self._must_host(guest)
            self._must_wait()
            chairs = self._table.chairs
            await self._set({self._seat(one): chairs[self._seat(other)], other: chairs[one]})

        await self._table.alone(change)

    async def appoint(self, guest: Guest, seat: int, level: str) -> None:
        """The host puts a bot on a free chair, or with no level sends one away."""

        async def change() -> None:
            self._must_host(guest)
            self._must_wait()
            chairs = self._table.chairs
            if chairs[self._seat(seat)].kind == "guest":
                raise Refused(N_("This chair is taken."))
            await self._set({seat: bot_chair(level, chairs) if level else FREE})

        await self._table.alone(change)

    async def let_talk(self, guest: Guest, on: bool) -> None:
        """The host switches the chat on or off."""
        table = self._table

        async def change() -> None:
            self._must_host(guest)
            if on != table.talk:
                await table.write(partial(sql.let_talk, table_id=table.id, on=on))
                table.talk = on
                await table.note("talk" if on else "hush", table.name_of(guest))
                table.publish(News("chairs", first=table.number))

        await table.alone(change)

    async def let_ask(self, guest: Guest, on: bool) -> None:
        """The host switches hints on or off."""
        table = self._table

        async def change() -> None:
            self._must_host(guest)
            if table.deal is not None:
                raise Refused(N_("There are no hints at the daily feast."), "HT-6")
            if on != table.helpful:
                await table.write(partial(sql.let_ask, table_id=table.id, on=on))
                table.helpful = on
                await table.note("hints" if on else "no-hints", table.name_of(guest))
                table.publish(News("chairs", first=table.number))

        await table.alone(change)

    async def begin(self, guest: Guest, fill: str | None = None) -> None:
        """The host begins the game, or anybody who sits if the host stays away (HT-4); bots of the level `fill` take
        the free chairs, and keep them for whoever comes."""

        async def change() -> None:
            self._may_begin(guest)
            self._must_wait()
            chairs = list(self._table.chairs)
            free = [seat for seat, chair in enumerate(chairs) if chair.kind == "free"]
            if free and fill is None:
                raise Refused(N_("There are free chairs. Wait for your friends, or let bots take them."))
            for seat in free:
                chairs[seat] = replace(bot_chair(fill or "", chairs), open=True)
            await self._set({seat: chairs[seat] for seat in free}, begin=True)

        await self._table.alone(change)

    async def configure(
        self,
        guest: Guest,
        game: Game,
        seats: int,
        options: Mapping[str, Value],
        title: str,
        listed: bool,
        timing: Timing | None = None,
    ) -> None:
        """The host chooses another game or other rules; everybody keeps their place as far as there are places."""

        async def change() -> None:
            table = self._table
            self._must_host(guest)
            self._must_wait()
            if table.deal is not None:
                raise Refused(N_("At the daily feast everybody plays the same."))
            if table.saved.origin is not None and (game, seats, options) != (table.game, table.seats, table.options):
                raise Refused(N_("This table has a deal of its own, which is of this game and these rules."))
            chairs = _moved_over(table.chairs, seats)
            changes = table.number + 1
            saved = replace(
                table.saved,
                game=game.id,
                rules=game.rules,
                seats=seats,
                options=dict(options),
                title=title,
                listed=listed,
                timing=timing,
                changes=changes,
                chairs=chairs,
            )
            await table.write(partial(sql.lay_anew, t=saved))
            table.lay_anew(saved, game)

        await self._table.alone(change)

    # during the game

    async def come_back(self, guest: Guest) -> None:
        """Somebody for whom a bot played is here again."""

        async def change() -> None:
            seat = self._table.seat_of(guest.id)
            if seat is not None and self._table.chairs[seat].stand_in:
                await self._table.seat({seat: replace(self._table.chairs[seat], stand_in="")})
                await self._table.note("back", self._table.name_of(guest))

        await self._table.alone(change)

    async def expire(self, seat: int) -> None:
        """Somebody's time is up: a bot moves for them, or takes the chair over and keeps it for whoever comes."""

        async def change() -> None:
            table, chair = self._table, self._table.chairs[seat]
            if not table.alarm.late(seat) or table.timing is None:
                return
            deadline = table.alarm.deadline(seat)
            if table.timing.late == BOT:
                if table.going_back:  # nobody waits for an answer any longer
                    await table.seat({})
                if table.alarm.worth_a_word(seat):
                    await table.note("late", chair.name)
            else:
                await self.replace(seat, keeps_it_open=not table.timing.for_the_game)
                await table.note("expired", chair.name)
            table.alarm.told(seat, deadline)  # only now: what could not be saved is tried again

        await self._table.alone(change)

    async def relieve(self, guest: Guest, seat: int) -> None:
        """Somebody at the table lets a bot play for a person who is away."""

        async def change() -> None:
            self._table.seated(guest.id)
            self._must_share()
            self._must_play()
            chair = self._table.chairs[self._seat(seat)]
            if chair.guest is None or chair.stand_in:
                raise Refused(N_("A bot plays there already."))
            if chair.guest in self._table.visitors:
                raise Refused(N_("%(name)s is at the table."), "", {"name": chair.name})
            await self._step_in(seat, "relieved")

        await self._table.alone(change)

    async def remove(self, guest: Guest, seat: int) -> None:
        """The host frees a person's chair. In a running game a bot keeps it for whoever comes, and somebody who is
        there has to leave only if all others agree, or when their time is up (HT-9)."""

        async def change() -> None:
            self._must_host(guest)
            self._must_share()
            table, chair = self._table, self._table.chairs[self._seat(seat)]
            if chair.kind != "guest":
                raise Refused(N_("Nobody sits there who could be sent away."))
            if chair.guest == guest.id:
                raise Refused(N_("You can't send yourself away; stand up instead."))
            if table.phase == "waiting":
                await self._set({seat: FREE})
            else:
                self._must_play()
                if self.present(seat) and not table.alarm.late(seat):
                    await table.consent.ask_removal(guest, seat)
                    return
                await self.replace(seat)
            await table.note("removed", chair.name)

        await self._table.alone(change)

    async def hand_over(self, guest: Guest, seat: int, to: str) -> None:
        """The host gives a chair of a running game to somebody who is watching."""

        async def change() -> None:
            self._must_host(guest)
            self._must_share()
            self._must_play()
            table, chair = self._table, self._table.chairs[self._seat(seat)]
            name = table.visitors.get(to)
            if name is None or table.seat_of(to) is not None:
                raise Refused(N_("A chair can be given to somebody who is watching here."))
            if self.present(seat):
                words = N_("%(name)s is at the table, or left it less than a minute ago.")
                raise Refused(words, "HT-9", {"name": chair.name})
            if table.former_seat(to) not in (None, seat):
                raise Refused(N_("%(name)s has seen the cards of another chair."), "HT-8", {"name": name})
            here = guest_chair(Guest(to, name), [other for i, other in enumerate(table.chairs) if i != seat])
            await table.seat({seat: here}, newcomer=to)
            if chair.kind == "guest":
                await table.note("replaced", chair.name)
            await table.note("took", here.name)

        await self._table.alone(change)

    def rename(self, guest: Guest) -> None:
        """A guest has a new name, which the hall has already written down."""
        table = self._table
        seat = table.seat_of(guest.id)
        table.presence.rename(guest)
        if seat is not None and table.phase != "over":
            others = [chair.name for i, chair in enumerate(table.chairs) if i != seat]
            table.chairs[seat] = replace(table.chairs[seat], name=person_name(guest.name, others))
            table.publish(News("chairs", first=table.number))

    # what they rest on

    async def _step_in(self, seat: int, why: str) -> None:
        self._must_play()
        chair = self._table.chairs[seat]
        await self._table.seat({seat: replace(chair, stand_in=STAND_IN)})
        await self._table.note(why, chair.name)

    def present(self, seat: int) -> bool:
        """Whether a person plays here: they have the page open, or closed it only a moment ago."""
        table, chair = self._table, self._table.chairs[seat]
        if chair.guest is not None and chair.guest in table.visitors:
            return not chair.stand_in
        return chair.guest is not None and table.presence.recent(chair.guest)

    async def replace(self, seat: int, keeps_it_open: bool = True) -> None:
        """A bot takes a person's chair. Part of a change."""
        others = [other for i, other in enumerate(self._table.chairs) if i != seat]
        bot = bot_chair(STAND_IN, others)
        await self._table.seat({seat: replace(bot, open=keeps_it_open)})

    async def _set(self, chairs: Mapping[int, Chair], begin: bool = False, newcomer: str | None = None) -> None:
        """Other people on some chairs of a waiting table, and perhaps the game begun. A newcomer is a guest who had no
        chair."""
        table = self._table
        changes = table.number + 1
        begun = table.now() if begin else None
        play = Play(table.game, replace(table.saved, begun=begun), changes) if begin else None
        deadline = begun if table.timing is not None else None
        work = partial(
            sql.change_table,
            table_id=table.id,
            changes=changes,
            chairs=chairs,
            rules=table.game.rules,
            begun=begun,
            deadline=deadline,
            fingerprint=None if play is None else fingerprint(play.match.state),
        )
        await table.write(table.seating(work, newcomer))
        table.rearrange(chairs, changes, play, begun)

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self._table.seats:
            raise Refused(N_("There is no seat %(seat)s at this table."), "", {"seat": seat + 1})
        return seat

    def _may_begin(self, guest: Guest) -> None:
        table = self._table
        wait = int(self._host_seen + HOST_AWAY - table.now())
        if table.host in table.visitors or table.seat_of(guest.id) is None:
            self._must_host(guest)
        elif guest.id != table.host and wait > 0:
            gaps = {"seconds": wait}
            words = N_("Only the host can do that. If they stay away, you may begin in %(seconds)s seconds.")
            raise Refused(words, "HT-4", gaps)

    def _must_host(self, guest: Guest) -> None:
        if guest.id != self._table.host:
            raise Refused(N_("Only the host can do that."))

    def _must_share(self) -> None:
        """Refused at a daily feast, which is played by one person, once."""
        if self._table.deal is not None:
            raise Refused(ALONE, "HT-6")

    def _must_wait(self) -> None:
        if self._table.phase != "waiting":
            raise Refused(N_("The game has already begun."))

    def _must_play(self) -> None:
        if self._table.phase != "playing":
            raise Refused(N_("No game is being played here."))


def _moved_over(chairs: list[Chair], seats: int) -> list[Chair]:
    """The same company on another number of chairs: people keep their order, bots go first where there are too many."""
    people = [chair for chair in chairs if chair.kind == "guest"]
    if len(people) > seats:
        gaps = {"people": len(people), "seats": seats}
        raise Refused(N_("There are %(people)s of you, and only %(seats)s chairs."), "", gaps)
    kept = list(chairs)
    for kind in ("free", "bot"):
        while len(kept) > seats and any(chair.kind == kind for chair in kept):
            last = max(i for i, chair in enumerate(kept) if chair.kind == kind)
            del kept[last]
    kept += [FREE] * (seats - len(kept))
    return kept
