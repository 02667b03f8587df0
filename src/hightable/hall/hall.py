"""The hall: guests come in, tables are laid, found, and put away when nobody looks at them any more. One housekeeping
task; everything else belongs to a table. Imports the rest of the hall, the games, and the bots' levels."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from hightable.engine import N_, Game, Record, Refused, Value, commitment
from hightable.games import game as find_game
from hightable.hall import saved as sql
from hightable.hall.company import FREE, STAND_IN
from hightable.hall.crew import Crew
from hightable.hall.daily import Deal, Placed, Sealed, Try, check, deals, placed
from hightable.hall.guests import LONGEST_INPUT, NAME_LENGTH, Guest, clean_name, clean_text, new_token, token_hash
from hightable.hall.news import Chair, Summary, bot_chair
from hightable.hall.offers import NO_OFFERS, Offers, chosen
from hightable.hall.play import Play, replay
from hightable.hall.saved import SavedEntry, SavedTable
from hightable.hall.store import Lost, Store
from hightable.hall.table import Clock, Table

__all__ = ["Hall", "Summary"]

log = logging.getLogger(__name__)

TITLE_LENGTH: Final = 40
GUESTS_KEPT: Final = 10_000  # in memory
ID_SIGNS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that are taken for another when read aloud
ID_LENGTH: Final = 10
SEED_LENGTH: Final = 64


class Hall:
    """All tables of this process. `think` are the least and the most seconds that a bot pauses, `idle` how long a
    table stays in memory when nobody looks at it, `clock` says what day it is, and `offers` are what the server's owner
    adds to the values of options."""

    def __init__(
        self,
        store: Store,
        crew: Crew,
        *,
        think: tuple[float, float] = (0.5, 1.4),
        idle: float = 900.0,
        clock: Clock = time.time,
        offers: Offers = NO_OFFERS,
    ) -> None:
        self.offers = offers
        self._store = store
        self._crew = crew
        self._think = think
        self._idle = idle
        self._clock = clock
        self._guests: OrderedDict[str, Guest] = OrderedDict()  # by the hash of their token
        self._tables: dict[str, Table] = {}
        # Who holds a table that was put away must share it with whoever asks for it next: never two of one.
        self._held: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._again = asyncio.Lock()  # two who ask for another game in the same moment mean the same one
        self._housekeeper: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self._store.open()
        self._housekeeper = asyncio.create_task(self._keep_house(), name="housekeeper")

    async def close(self) -> None:
        """Finish what is being written, stop everything else."""
        if self._housekeeper is not None:
            self._housekeeper.cancel()
            await asyncio.gather(self._housekeeper, return_exceptions=True)
            self._housekeeper = None
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        await asyncio.gather(*(table.close() for table in list(self._held.values())))
        self._crew.close()
        await self._store.close()

    # guests

    async def welcome(self, name: str) -> tuple[Guest, str]:
        """A new guest and its secret token."""
        guest = Guest(secrets.token_hex(8), clean_name(name))
        token = new_token()
        hashed = token_hash(token) or ""
        await self._store.write(partial(sql.add_guest, guest=guest, token_hash=hashed, at=self._clock()))
        self._remember(hashed, guest)
        return guest, token

    async def guest(self, token: str | None) -> Guest | None:
        """Whose token this is, if anybody's."""
        hashed = token_hash(token)
        if hashed is None:
            return None
        guest = self._guests.get(hashed)
        if guest is None:
            guest = await self._store.read(partial(sql.find_guest, token_hash=hashed))
            if guest is None:
                return None
        self._remember(hashed, guest)
        return guest

    async def rename(self, guest: Guest, name: str) -> Guest:
        """The same guest with another name, also on the chairs of running games."""
        renamed = Guest(guest.id, clean_name(name))
        await self._store.write(partial(sql.rename_guest, guest=renamed))
        for hashed, known in self._guests.items():
            if known.id == guest.id:
                self._guests[hashed] = renamed
        for table in list(self._held.values()):
            table.company.rename(renamed)
        return renamed

    def _remember(self, hashed: str, guest: Guest) -> None:
        self._guests[hashed] = guest
        self._guests.move_to_end(hashed)
        if len(self._guests) > GUESTS_KEPT:
            self._guests.popitem(last=False)

    # tables

    async def lay(
        self,
        host: Guest,
        game_id: str,
        chairs: Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        title: str = "",
        listed: bool = False,
    ) -> Table:
        """A new table, or Refused. Each chair is for "me", for a "friend" who will come, or for "bot:LEVEL"."""
        try:
            return await self._lay(host, find_game(game_id), chairs, options or {}, title, listed)
        except Lost:
            raise Refused(N_("The table could not be laid. Try again.")) from None

    async def _lay(
        self,
        host: Guest,
        game: Game,
        chairs: Sequence[str],
        options: Mapping[str, object],
        title: str = "",
        listed: bool = False,
        deal: Deal | None = None,
        company: Sequence[Chair] | None = None,
        waits: bool = False,
    ) -> Table:
        resolved, title = self._settings(game, len(chairs), options, title)
        seated = _chairs(host, game, chairs) if company is None else list(company)
        begins = not waits and all(chair.kind == "bot" or chair.guest == host.id for chair in seated)
        seed = secrets.token_hex(16) if deal is None else deal.seed(await self._store.read(sql.daily_secret))
        saved = SavedTable(
            id=new_id(),
            game=game.id,
            rules=game.rules,
            seats=len(chairs),
            options=resolved,
            title=title,
            listed=listed,
            host=host.id,
            phase="playing" if begins else "waiting",
            seed=seed,
            commitment=commitment(seed),
            changes=1 if begins else 0,
            created=self._clock(),
            chairs=seated,
            deal=None if deal is None else deal.key,
        )
        play = Play(game, saved, saved.changes) if begins else None
        await self._store.write(partial(sql.add_table, t=saved))
        return self._keep(Table(saved, game, play, self._store, self._crew, self._think, self._clock))

    def _settings(
        self, game: Game, seats: int, options: Mapping[str, object], title: str
    ) -> tuple[dict[str, Value], str]:
        """The options of a table and its name, as they will be; or Refused."""
        resolved = game.resolve(seats, chosen(game, seats, options, self.offers))
        title = clean_text(title) if len(title) <= LONGEST_INPUT else title
        if len(title) > TITLE_LENGTH:
            raise Refused(N_("A title has at most %(most)s letters."), "", {"most": TITLE_LENGTH})
        return resolved, title

    async def change(
        self,
        table: Table,
        host: Guest,
        game_id: str,
        seats: int,
        *,
        options: Mapping[str, object] | None = None,
        title: str = "",
        listed: bool = False,
    ) -> None:
        """Another game or other rules at a waiting table, for the same people; or Refused."""
        game = find_game(game_id)
        resolved, title = self._settings(game, seats, options or {}, title)
        await table.company.configure(host, game, seats, resolved, title, listed)

    async def table(self, id: str) -> Table | None:
        """A table by its id, from memory or from the store; None if there is none, or none that can be played on."""
        table = self._held.get(id)
        if table is not None:
            return self._keep(table)
        if len(id) != ID_LENGTH or not set(id) <= set(ID_SIGNS):
            return None
        loading = self._loading.get(id)
        if loading is None:
            loading = asyncio.create_task(self._load(id), name=f"load {id}")
            self._loading[id] = loading
            loading.add_done_callback(lambda _task: self._loading.pop(id, None))
        return await asyncio.shield(loading)

    async def again(self, table: Table, guest: Guest, other: bool = False) -> Table:
        """Another game for the same people, each on the chair they had: everybody is taken along, and who looks at the
        old table hears of the new one. Who asks second joins what the first one laid. `other`: perhaps another game
        altogether, so it waits until the host has chosen."""
        if guest.id != table.host and table.seat_of(guest.id) is None:
            raise Refused(N_("You don't sit at this table."))
        async with self._again:
            after = await self.table(table.next_id) if table.next_id else None
            if after is not None and after.phase == "waiting":
                if after.seat_of(guest.id) is not None or guest.id == after.host:
                    return after
                if any(chair.free for chair in after.chairs):
                    await after.company.sit(guest)
                    return after
            company = [replace(chair, stand_in="", open=False) for chair in table.chairs]
            try:
                after = await self._lay(
                    guest,
                    table.game,
                    [""] * len(company),
                    table.options,
                    table.title,
                    table.listed,
                    company=company,
                    waits=other,
                )
            except Lost:
                raise Refused(N_("The table could not be laid. Try again.")) from None
            await table.follow(after.id)
            return after

    async def branch(self, table: Table, guest: Guest, entries: int, seat: int) -> Table:
        """A finished game played on from its middle: the guest on this seat, bots on the others; or Refused."""
        record = table.record()
        if table.deal is not None and table.deal.day >= self.today():
            raise Refused(N_("Today's feast has one try; tomorrow you can play on from here."))
        if not 0 <= seat < table.seats:
            raise Refused(N_("There is no seat %(seat)s at this table."), "", {"seat": seat + 1})
        if not 0 <= entries < len(record.entries):
            raise Refused(N_("There is no such step in this game."))
        chairs = [Chair("guest", guest.id, "", guest.name) if i == seat else FREE for i in range(table.seats)]
        for i in range(table.seats):
            if i != seat:
                chairs[i] = bot_chair(table.game, STAND_IN, chairs)
        begun = [SavedEntry(who, text, f"{i}") for i, (who, text) in enumerate(record.entries[:entries])]
        saved = replace(
            table.saved,
            id=new_id(),
            title="",
            listed=False,
            host=guest.id,
            phase="playing",
            changes=1,
            created=self._clock(),
            chairs=chairs,
            deal=None,
            revision=0,
            asking=None,
            next=None,
            entries=begun,
        )
        try:
            await self._store.write(partial(sql.add_table, t=saved))
        except Lost:
            raise Refused(N_("The table could not be laid. Try again.")) from None
        found = await self.table(saved.id)
        assert found is not None
        return found

    async def keep_record(self, guest: Guest, record: Record) -> Table:
        """A game that was played elsewhere, as a finished table that anybody with its link may watch; or Refused. The
        record has been verified."""
        game = find_game(record.game)
        if record.dice != "keyed" or record.seed is None or len(record.seed) > SEED_LENGTH:
            raise Refused(N_("This game was not dealt as tables deal."))
        options = game.resolve(record.seats, chosen(game, record.seats, record.options, self.offers))
        names = [clean_text(name)[:NAME_LENGTH] for name in record.players] + [""] * record.seats
        saved = SavedTable(
            id=new_id(),
            game=game.id,
            rules=game.rules,
            seats=record.seats,
            options=options,
            title="",
            listed=False,
            host=guest.id,
            phase="over",
            seed=record.seed,
            commitment=record.commitment,
            changes=1,
            created=self._clock(),
            chairs=[Chair("guest", None, "", name or f"{i + 1}") for i, name in enumerate(names[: record.seats])],
            entries=[SavedEntry(seat, text, f"{i}") for i, (seat, text) in enumerate(record.entries)],
        )
        await self._store.write(partial(sql.add_table, t=saved))
        found = await self.table(saved.id)
        assert found is not None
        return found

    # the daily feast

    def today(self) -> date:
        """The day by UTC, which is the same for all guests."""
        return datetime.fromtimestamp(self._clock(), UTC).date()

    async def daily(self, guest: Guest, deal: Deal) -> Table:
        """The guest's own table of a deal: the one there is, or a new one if the deal is today's; else Refused."""
        found = await self._store.read(partial(sql.table_of_deal, guest_id=guest.id, deal=deal.key))
        if found is None:
            check(deal, self.today())
            try:
                return await self._lay(guest, find_game(deal.game), ["me"], deal.options, deal=deal)
            except Lost:  # another click was faster: there is one try a deal
                found = await self._store.read(partial(sql.table_of_deal, guest_id=guest.id, deal=deal.key))
        table = None if found is None else await self.table(found)
        if table is None:
            raise Refused(N_("Your table of this feast can't be opened any more."))
        return table

    async def day(self, day: date) -> dict[Deal, list[Placed]]:
        """The deals of a day, each with the list of those who finished it."""
        served = deals(day)
        tries = await self._store.read(partial(sql.finished, deals=[deal.key for deal in served]))
        midnight = datetime.combine(day + timedelta(1), datetime.min.time(), UTC).timestamp()
        return {deal: placed([t for t in tries if t.deal == deal], midnight) for deal in served}

    async def tries_of(self, guest: Guest, day: date) -> dict[Deal, Try]:
        """The guest's own tables of a day's deals."""
        keys = [deal.key for deal in deals(day)]
        return {t.deal: t for t in await self._store.read(partial(sql.tries_of, guest_id=guest.id, deals=keys))}

    async def may_look(self, table: Table, guest: Guest | None) -> None:
        """Sealed for a daily feast that this guest may still play: nobody sees it through another's eyes before."""
        deal = table.deal
        if deal is None or deal.day < self.today():
            return
        if guest is not None:
            done = partial(sql.has_finished, guest_id=guest.id, deal=deal.key)
            if table.seat_of(guest.id) is not None or await self._store.read(done):
                return
        raise Sealed(
            N_("This is a table of today's feast. You may look at it when you have finished the deal yourself.")
        )

    # lists

    async def listed(self) -> list[Summary]:
        """Open tables that anybody may find, newest first."""
        return await self._store.read(sql.listed)

    async def tables_of(self, guest: Guest) -> list[Summary]:
        """The unfinished tables where a guest sits or is host, newest first."""
        return await self._store.read(partial(sql.tables_of, guest_id=guest.id))

    async def counts(self) -> tuple[int, int]:
        """How many tables are waiting, and how many playing."""
        return await self._store.read(sql.counts)

    def _keep(self, table: Table) -> Table:
        self._tables[table.id] = self._held[table.id] = table
        table.wake()
        return table

    async def _load(self, id: str) -> Table | None:
        saved = await self._store.read(partial(sql.load_table, table_id=id))
        if saved is None:
            return None
        try:
            game = find_game(saved.game)
            play, _beats = await asyncio.to_thread(replay, game, saved)
        except Exception:
            log.exception("table %s (%s) can't be played on", id, saved.game)
            return None
        return self._keep(Table(saved, game, play, self._store, self._crew, self._think, self._clock))

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(max(0.01, min(60.0, self._idle / 2)))
            before = time.monotonic() - self._idle
            for table in list(self._tables.values()):
                if table.idle and table.touched < before:
                    del self._tables[table.id]


def new_id() -> str:
    return "".join(secrets.choice(ID_SIGNS) for _ in range(ID_LENGTH))


def _chairs(host: Guest, game: Game, wanted: Sequence[str]) -> list[Chair]:
    if sum(chair == "me" for chair in wanted) > 1:
        raise Refused(N_("You can sit on one chair only."))
    seated = [Chair("guest", host.id, "", host.name) if chair == "me" else FREE for chair in wanted]
    for seat, chair in enumerate(wanted):
        kind, _, level = chair.partition(":")
        if kind == "bot":
            seated[seat] = bot_chair(game, level, seated)
        elif chair not in ("me", "friend"):
            raise Refused(
                N_("A chair is for you, for a friend or for a bot, not for “%(who)s”."), "", {"who": chair[:40]}
            )
    return seated
