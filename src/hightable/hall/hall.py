"""The hall: guests come in, tables are laid, found, and put away when nobody looks at them any more. One housekeeping
task; everything else belongs to a table. Imports the rest of the hall, the games, and the bots' levels."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from sys import maxsize
from typing import Final
from weakref import WeakValueDictionary

from hightable.engine import N_, Game, Refused, Value, commitment
from hightable.engine.fingerprint import fingerprint
from hightable.games import game as find_game
from hightable.games import games
from hightable.hall import saved as sql
from hightable.hall.archive import Archive
from hightable.hall.background import in_slices
from hightable.hall.company import FREE
from hightable.hall.crew import Crew
from hightable.hall.daily import DailySeals, Deal, Finished, Placed, Sealed, SealedToday, Try, check, deals, placed
from hightable.hall.exchange import Exchange
from hightable.hall.guests import LONGEST_INPUT, Guest, clean_name, clean_text, new_token, token_hash
from hightable.hall.news import Chair, Summary, bot_chair, guest_chair
from hightable.hall.offers import NO_OFFERS, Offers, chosen
from hightable.hall.play import Play, replaying
from hightable.hall.rest import OTHER_RULES, Diverged, Stuck, elsewhere
from hightable.hall.saved import SavedTable
from hightable.hall.storage_errors import SILENT, StorageProblem
from hightable.hall.store import PROBE_TAKES, Lost, Store
from hightable.hall.table import Clock, Table
from hightable.hall.timing import Timing
from hightable.hall.turns import Turns

__all__ = ["Hall", "Stuck", "Summary"]

log = logging.getLogger(__name__)

TITLE_LENGTH: Final = 40
GUESTS_KEPT: Final = 10_000  # in memory
ID_SIGNS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that are taken for another when read aloud
ID_LENGTH: Final = 10
CODE_LENGTH: Final = 6
MANY: Final = 1_000  # tables, of which nobody misses one
COUNT_HOLDS: Final = 10.0  # seconds


@dataclass(frozen=True)
class Order:
    """What a table is laid with. A `seed` is given where the deal shall be one that others have, too."""

    game: Game
    chairs: Sequence[Chair]
    options: dict[str, Value]
    title: str = ""
    listed: bool = False
    timing: Timing | None = None
    seed: str | None = None


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
        self.store = store
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
        self._counted = (0, 0), 0.0  # tables that wait and that play, and when they were counted
        self._stuck: set[str] = set()  # tables with a clock that can't be played on
        self._housekeeper: asyncio.Task[None] | None = None
        self.seals = DailySeals(lambda: self._clock())
        self.archive = Archive(self, store, crew)
        self._exchange = Exchange(self)
        self.turns = Turns(store, self._known)

    async def open(self) -> None:
        await self.store.open()
        self.seals.open(await self.store.read(sql.hall_secret))
        await self._exchange.open()
        rules = [(game.id, game.rules) for game in games().values()]
        if stuck := await self.store.read(partial(sql.count_others, rules=rules)):
            log.warning("%s tables are of other rules than the installed ones and rest: see `hightable doctor`", stuck)
        self._housekeeper = asyncio.create_task(self._keep_house(), name="housekeeper")

    async def close(self) -> None:
        """Finish what is being written, stop everything else."""
        if self._housekeeper is not None:
            self._housekeeper.cancel()
            await asyncio.gather(self._housekeeper, return_exceptions=True)
            self._housekeeper = None
        await self.turns.close()
        await self._exchange.close()
        await self.archive.close()
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        await asyncio.gather(*(table.close() for table in list(self._held.values())))
        self._crew.close()
        await self.store.close()

    # guests

    async def welcome(self, name: str) -> tuple[Guest, str]:
        """A new guest and its secret token."""
        guest = Guest(secrets.token_hex(8), clean_name(name))
        token = new_token()
        hashed = token_hash(token) or ""
        await self.store.write(partial(sql.add_guest, guest=guest, token_hash=hashed, at=self._clock()))
        self._remember(hashed, guest)
        return guest, token

    async def guest(self, token: str | None) -> Guest | None:
        """Whose token this is, if anybody's."""
        hashed = token_hash(token)
        if hashed is None:
            return None
        guest = self._guests.get(hashed)
        if guest is None:
            guest = await self.store.read(partial(sql.find_guest, token_hash=hashed))
            if guest is None:
                return None
        self._remember(hashed, guest)
        return guest

    async def rename(self, guest: Guest, name: str) -> Guest:
        """The same guest with another name, which also appears on the chairs of unfinished games."""
        renamed = Guest(guest.id, clean_name(name))
        await self.store.write(partial(sql.rename_guest, guest=renamed), f"g{guest.id}")
        self.renamed(renamed)
        return renamed

    def renamed(self, guest: Guest) -> None:
        """A guest has a new name, which is written down already."""
        for hashed, known in self._guests.items():
            if known.id == guest.id:
                self._guests[hashed] = guest
        for table in self.held():
            table.company.rename(guest)

    def forget_guests(self) -> None:
        """Ask the data base again for everybody's name."""
        self._guests.clear()

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
        timing: Timing | None = None,
        deal: str = "",
    ) -> Table:
        """A new table, or Refused. Each chair is for "me", for a "friend" who will come, or for "bot:LEVEL". `deal` is
        the id of a finished table or a day: all tables of one day with the same rules and chairs have the same deal."""
        game = find_game(game_id)
        resolved, title = self._settings(game, len(chairs), options or {}, title)
        seed = await self.archive.seed(game, len(chairs), resolved, deal) if deal else None
        order = Order(game, _chairs(host, game, chairs), resolved, title, listed, timing, seed)
        return await self.serve(host, order, begins=True)

    async def serve(self, host: Guest, order: Order, begins: bool) -> Table:
        """Lay what was ordered, or Refused. It begins at once if nobody is waited for, unless it shall wait."""
        try:
            return await self._lay(host, order, begins)
        except Lost:
            raise Refused(N_("The table could not be laid. Try again.")) from None

    async def _lay(
        self, host: Guest, order: Order, begins: bool, daily: Deal | None = None, before: Table | None = None
    ) -> Table:
        if order.timing is not None and order.game.max_seats == 1:
            raise Refused(N_("A game for one needs no clock."))
        now = self._clock()
        begins = begins and all(chair.kind == "bot" or chair.guest == host.id for chair in order.chairs)
        seed = secrets.token_hex(16) if order.seed is None else order.seed
        if daily is None:
            self.seals.check(commitment(seed))
        saved = SavedTable(
            id=self.new_id(),
            game=order.game.id,
            rules=order.game.rules,
            seats=len(order.chairs),
            options=order.options,
            title=order.title,
            listed=order.listed,
            host=host.id,
            phase="playing" if begins else "waiting",
            seed=seed,
            commitment=commitment(seed),
            changes=1 if begins else 0,
            created=now,
            chairs=list(order.chairs),
            deal=None if daily is None else daily.key,
            code=self.new_id(CODE_LENGTH),
            begun=now if begins else None,
            timing=order.timing,
            origin=None if order.seed is None or daily is not None else "deal",
        )
        play = Play(order.game, saved, saved.changes) if begins else None
        saved.fingerprint = None if play is None else fingerprint(play.match.state)
        if before is None:
            await self.store.write(partial(sql.add_table, t=saved))
        else:
            follow = partial(sql.follow, t=saved, after=before.id, instead_of=before.next_id)
            await self.store.write(follow, f"t{before.id}")
        return self._keep(Table(saved, order.game, play, self.store, self._crew, self._think, self.seals, self._clock))

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
        timing: Timing | None = None,
    ) -> None:
        """Another game or other rules at a waiting table, for the same people; or Refused. Who still looks at the table
        from which they come hears what it is."""
        game = find_game(game_id)
        resolved, title = self._settings(game, seats, options or {}, title)
        await table.company.configure(host, game, seats, resolved, title, listed, timing)
        self.store.tell(f"n{table.id}")
        self._exchange.hear([f"n{table.id}"])

    async def table(self, id: str) -> Table | None:
        """A table by its id, from memory or from the store; None if there is none. Stuck if it can't be played on."""
        table = self._known(id)
        if table is not None:
            if self.store.fellows.shared:  # the news of what others wrote may still be under way
                await table.catch_up()
            return self._keep(table)
        if len(id) != ID_LENGTH or not set(id) <= set(ID_SIGNS):
            return None
        loading = self._loading.get(id)
        if loading is None:
            loading = asyncio.create_task(self._load(id), name=f"load {id}")
            self._loading[id] = loading
            loading.add_done_callback(lambda _task: self._loading.pop(id, None))
        return await asyncio.shield(loading)

    def held(self) -> list[Table]:
        """All tables in memory."""
        return list(self._held.values())

    def _known(self, id: str) -> Table | None:
        table = self._held.get(id)
        return None if table is None or table.stuck else table

    def ready(self, id: str) -> Table | None:
        """A table that is in memory and not just on its way there."""
        return None if id in self._loading else self._known(id)

    async def in_memory(self, id: str) -> Table | None:
        """A table that is in memory, or on its way there."""
        loading = self._loading.get(id)
        return self._known(id) if loading is None else await asyncio.shield(loading)

    async def by_code(self, code: str) -> Table | None:
        """A table by what people tell each other, in any spelling; or by its id."""
        plain = "".join(sign for sign in code.lower() if sign.isalnum())
        if len(plain) != CODE_LENGTH or not set(plain) <= set(ID_SIGNS):
            return await self.table(plain)
        found = await self.store.read(partial(sql.table_by_code, code=plain))
        return None if found is None else await self.table(found)

    async def again(self, table: Table, guest: Guest, other: bool = False) -> Table:
        """Another game for the same people, each on the chair they had: everybody is taken along, and who looks at the
        old table hears of the new one. Who asks second joins what the first one laid. `other`: perhaps another game
        altogether, so it waits until the host has chosen."""
        if guest.id != table.host and table.seat_of(guest.id) is None:
            raise Refused(N_("You don't sit at this table."))
        company = [replace(chair, stand_in="", open=False) for chair in table.chairs]
        order = Order(table.game, company, table.options, table.title, table.listed, table.timing)
        async with self._again:
            after = await self._next(table, guest)
            if after is not None:
                return after
            if table.phase != "over" and guest.id != table.host:
                raise Refused(N_("The game is still on. Only the host can lay another one meanwhile."))
            try:
                after = await self._lay(guest, order, begins=not other, before=table)
            except Lost:  # at another process somebody was faster
                await table.catch_up()
                after = await self._next(table, guest)
                if after is None:
                    raise Refused(N_("The table could not be laid. Try again.")) from None
                return after
            table.followed(after.id, after.game.id)
            return after

    async def _next(self, table: Table, guest: Guest) -> Table | None:
        """Where the people of a table already gather again, if there is room for this guest."""
        try:
            after = await self.table(table.next_id) if table.next_id else None
        except Stuck:
            return None
        if after is None or after.phase != "waiting":
            return None
        if after.seat_of(guest.id) is None and guest.id != after.host:
            if not any(chair.free for chair in after.chairs):
                return None
            await after.company.sit(guest)
        return after

    # the daily feast

    def now(self) -> float:
        return self._clock()

    def today(self) -> date:
        return self.seals.today()

    async def daily(self, guest: Guest, deal: Deal) -> Table:
        """The guest's own table of a deal: the one there is, or a new one if the deal is today's; else Refused."""
        found = await self.store.read(partial(sql.table_of_deal, guest_id=guest.id, deal=deal.key))
        if found is None:
            check(deal, self.today())
            game = find_game(deal.game)
            seed = deal.seed(await self.store.read(sql.hall_secret))
            order = Order(game, _chairs(guest, game, ["me"]), game.resolve(1, deal.options), seed=seed)
            try:
                return await self._lay(guest, order, begins=True, daily=deal)
            except Lost:  # another click was faster: there is one try a deal
                found = await self.store.read(partial(sql.table_of_deal, guest_id=guest.id, deal=deal.key))
        table = None if found is None else await self.table(found)
        if table is None:
            raise Refused(N_("Your table of this feast can't be opened any more."))
        return table

    async def day(self, day: date) -> dict[Deal, list[Placed]]:
        """The deals of a day, each with the list of those who finished it."""
        served = deals(day)
        tries = await self.store.read(partial(sql.finished, deals=[deal.key for deal in served]))
        midnight = datetime.combine(day + timedelta(1), datetime.min.time(), UTC).timestamp()
        return {deal: placed([t for t in tries if t.deal == deal], midnight) for deal in served}

    async def tries_of(self, guest: Guest, day: date) -> dict[Deal, Try]:
        """The guest's own tables of a day's deals."""
        keys = [deal.key for deal in deals(day)]
        return {t.deal: t for t in await self.store.read(partial(sql.tries_of, guest_id=guest.id, deals=keys))}

    async def day_before(self, guest: Guest | None, day: date, days: int) -> date | None:
        """The last of so many days before this one on which somebody finished a table or this guest sat down."""
        before = [day - timedelta(i + 1) for i in range(min(days, (day - date.min).days))]
        keys = [deal.key for one in before for deal in deals(one)]
        found = await self.store.read(partial(sql.last_deal, guest_id=guest.id if guest else "", deals=keys))
        return None if found is None else Deal.of(found).day

    async def may_look(self, table: Table, guest: Guest | None) -> None:
        """Sealed where somebody would see a deal that they are still to play: one of today's, or one that is being
        played at another table. Without a cookie it could be anybody, so those who aren't known see no more."""
        await self.may_use(table, guest)
        if table.phase == "waiting" or table.seat_of(guest.id if guest else None) is not None:
            return
        why = partial(
            sql.watching_deal,
            guest_id=guest.id if guest else None,
            commitment=table.commitment,
            table_id=table.id,
            now=self._clock(),
        )
        if refused := await self.store.read(why):
            raise Sealed(refused.reason, refused.rule)

    async def may_use(self, table: Table, guest: Guest | None) -> None:
        """SealedToday for a table with one of today's deals, unless it is the guest's own try or they are done with
        the deal."""
        deal = self.seals.deal(table.commitment)
        if deal is None:
            return
        if guest is not None:
            if table.deal == deal and table.host == guest.id:
                return
            if await self.store.read(partial(sql.has_finished, guest_id=guest.id, deal=deal.key)):
                return
        words = N_("This table has one of today's deals. You can look at it once you have finished the deal yourself.")
        raise SealedToday(words, "HT-6")

    # lists

    async def listed(self) -> list[Summary]:
        """Open tables that anybody may find, newest first."""
        return await self.store.read(sql.listed)

    async def tables_of(self, guest: Guest) -> list[Summary]:
        """The unfinished tables where a guest sits or is host, newest first."""
        return await self.store.read(partial(sql.tables_of, guest_id=guest.id))

    async def finished_by(self, guest: Guest) -> list[Finished]:
        """The last finished tables where a guest sat or was host, newest first."""
        return await self.store.read(partial(sql.finished_by, guest_id=guest.id))

    async def counts(self) -> tuple[int, int]:
        """How many tables are waiting, and how many playing. Many are not counted anew each time."""
        counted, at = self._counted
        if sum(counted) < MANY or at < time.monotonic() - COUNT_HOLDS:
            counted = await self.store.read(sql.counts)
            self._counted = counted, time.monotonic()
        return counted

    async def health(self) -> tuple[int, int]:
        """How many tables are waiting and playing, after something could be saved; or raise a Refused that says why
        not."""
        await self.store.probe()
        try:
            async with asyncio.timeout(PROBE_TAKES):
                return await self.counts()
        except TimeoutError:
            raise StorageProblem(SILENT) from None

    @staticmethod
    def new_id(length: int = ID_LENGTH) -> str:
        return "".join(secrets.choice(ID_SIGNS) for _ in range(length))

    def _keep(self, table: Table) -> Table:
        self._tables[table.id] = self._held[table.id] = table
        table.wake()
        return table

    async def _load(self, id: str) -> Table | None:
        saved = await self.store.read(partial(sql.load_table, table_id=id))
        if saved is None:
            return None
        gaps: dict[str, object] = {"game": saved.game, "theirs": saved.rules, "moves": len(saved.entries)}
        game = games().get(saved.game)
        if game is None:
            raise Stuck(
                N_("The game of this table, %(game)s, is not installed here. The table stays as it is."), "", gaps
            )
        if saved.phase != "waiting" and saved.rules != game.rules:
            gaps |= {"game": game.title, "ours": game.rules}
            raise Stuck(OTHER_RULES, "", gaps)
        try:
            play, _beats = await in_slices(replaying(game, saved, maxsize))
        except Diverged as error:
            log.warning("table %s (%s) rests: %s", id, saved.game, error)
            raise elsewhere(game, len(saved.entries)) from None
        except Exception:
            log.exception("table %s (%s) can't be played on", id, saved.game)
            raise Stuck(
                N_("What was played at this table is no longer allowed by the rules. It stays as it is.")
            ) from None
        table = Table(saved, game, play, self.store, self._crew, self._think, self.seals, self._clock)
        await table.presence.look()
        table.presence.see(*(chair.guest for chair in table.chairs if chair.guest is not None))  # they may come back
        return self._keep(table)

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(max(0.01, min(60.0, self._idle / 2)))
            try:
                self._put_away(time.monotonic() - self._idle)
                await self.mind_clocks()
            except Refused as refused:  # the storage fails, or too much is waiting: next time it may go better
                log.info("the house can't be kept: %s", refused)
            except Exception:
                log.exception("the house could not be kept")

    def _put_away(self, before: float) -> None:
        """Forget the tables that nobody has looked at since then."""
        for table in list(self._tables.values()):
            table.remind()
            if table.idle and table.touched < before:
                table.alarm.stop()  # the store knows when to look again
                self.turns.note(table)
                del self._tables[table.id]

    async def mind_clocks(self) -> None:
        """Wake the tables where somebody's time may be up, whether anybody looks at them or not."""
        rules = [(game.id, game.rules) for game in games().values()]
        for id in await self.store.read(partial(sql.due, now=self._clock(), rules=rules, but=sorted(self._stuck))):
            if not self.store.fellows.keeps(id):
                continue
            try:
                table = await self.table(id)
            except Stuck:
                self._stuck.add(id)
                continue
            if table is not None and (table.alarm.next is None or table.alarm.next > self._clock()):
                await table.alarm.write_down()


def _chairs(host: Guest, game: Game, wanted: Sequence[str]) -> list[Chair]:
    if sum(chair == "me" for chair in wanted) > 1:
        raise Refused(N_("You can sit on one chair only."))
    seated = [guest_chair(host, ()) if chair == "me" else FREE for chair in wanted]
    for seat, chair in enumerate(wanted):
        kind, _, level = chair.partition(":")
        if kind == "bot":
            seated[seat] = bot_chair(level, seated)
        elif chair not in ("me", "friend"):
            raise Refused(
                N_("A chair is for you, for a friend or for a bot, not for “%(who)s”."), "", {"who": chair[:40]}
            )
    return seated
