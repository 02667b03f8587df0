"""One table: its chairs, its game, its chat and those who watch. Everything that changes it runs under one lock, is on
disk before anybody hears of it, and then is told to the listeners in order. Imports the hall's store and bots."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from hightable.bots import levels
from hightable.engine import N_, Advice, Game, Match, Record, Refused, Value
from hightable.hall import saved as sql
from hightable.hall.counsel import Counsel
from hightable.hall.crew import Crew
from hightable.hall.daily import Deal, outcomes
from hightable.hall.guests import LONGEST_INPUT, Guest, clean_text
from hightable.hall.minds import Minds
from hightable.hall.news import Chair, News, Said
from hightable.hall.play import UNDO_TEXT, Play, replay
from hightable.hall.saved import SavedEntry, SavedTable
from hightable.hall.store import Lost, Store, Work

__all__ = ["Chair", "News", "Said", "Table"]

log = logging.getLogger(__name__)

Listener = Callable[[News], None]
Clock = Callable[[], float]  # seconds since 1970

FREE: Final = Chair("free")
CHAT_LENGTH: Final = 300
MOST_CHANGES: Final = 100  # changes that may wait for the lock of one table
BOT_NAMES: Final = ("Ambrose", "Beatrix", "Cuthbert", "Dorothea", "Edmund", "Felicity", "Godfrey", "Hildegard")


def bot_chair(game: Game, level: str, others: list[Chair]) -> Chair:
    """A bot of this level, with a name that nobody else at the table has; or Refused."""
    if level not in levels(game):
        gaps = {"level": level[:40], "levels": ", ".join(levels(game))}
        raise Refused(N_("There are no bots called “%(level)s”. Possible: %(levels)s."), "", gaps)
    taken = {chair.name for chair in others}
    names = [name for name in BOT_NAMES if name not in taken]
    return Chair("bot", None, level, secrets.choice(names or BOT_NAMES))


class Table:
    """A table in memory. `number` counts its events: those of the game, and each time somebody sat, stood or began."""

    def __init__(
        self,
        saved: SavedTable,
        game: Game,
        play: Play | None,
        store: Store,
        crew: Crew,
        think: tuple[float, float],
        clock: Clock = time.time,
    ) -> None:
        self.id = saved.id
        self.title = saved.title
        self.game = game
        self.seats = saved.seats
        self.options: dict[str, Value] = saved.options
        self.host = saved.host
        self.listed = saved.listed
        self.commitment = saved.commitment
        self.created = saved.created
        self.connected: Counter[str] = Counter()
        self.touched = time.monotonic()
        self.next_id: str | None = None  # the table laid for another game; only in memory
        self._store = store
        self._clock = clock
        self._lock = asyncio.Lock()
        self._changing: set[asyncio.Task[None]] = set()
        self._listeners: list[Listener] = []
        self._closed = False
        self._doubtful = False  # something failed in the middle: the store knows better
        self.deal = None if saved.deal is None else Deal.of(saved.deal)  # of a daily feast
        self._minds = Minds(self, crew, think)
        self._counsel = Counsel(self, crew)
        self._take(saved, play)

    def _take(self, saved: SavedTable, play: Play | None) -> None:
        self._saved = replace(saved, entries=[], chat=[])  # what a game begins with
        self.chairs: list[Chair] = list(saved.chairs)
        self.chat: deque[Said] = deque(saved.chat, sql.CHAT_KEPT)
        self._changes = saved.changes
        self._play = play

    # what it is

    @property
    def phase(self) -> str:
        if self._play is None:
            return "waiting"
        return "over" if self._play.match.state.over else "playing"

    @property
    def match(self) -> Match | None:
        return None if self._play is None else self._play.match

    @property
    def number(self) -> int:
        return self._changes if self._play is None else self._play.number

    @property
    def asked_at(self) -> list[int]:
        """For each seat, the number of the event after which its present question stood."""
        return [0] * self.seats if self._play is None else self._play.asked_at

    @property
    def idle(self) -> bool:
        return not (self._listeners or self._changing or self._minds.busy or self._counsel.busy)

    @property
    def hints(self) -> bool:
        """Whether guests may ask for advice: where the game has any, and everybody plays a deal of their own."""
        return self.game.hints and self.deal is None

    def seat_of(self, guest_id: str | None) -> int | None:
        if guest_id is None:
            return None
        return next((seat for seat, chair in enumerate(self.chairs) if chair.guest == guest_id), None)

    def decides(self, seat: int) -> bool:
        return not self._closed and self._play is not None and self._play.decides(seat)

    def record(self) -> Record:
        """The record, with the seed; only when the game is over."""
        if self.match is None or self.phase != "over":
            raise Refused(N_("The record is handed out when the game is over."))
        return Record.of(self.match, [chair.name for chair in self.chairs])

    # chairs

    async def sit(self, guest: Guest, seat: int | None = None) -> None:
        """Take a free chair, the first one if none is named; who already has one moves."""

        async def change() -> None:
            self._must_wait()
            old = self.seat_of(guest.id)
            if old is not None and seat in (None, old):
                return
            new = seat
            if new is None:
                new = next((i for i, chair in enumerate(self.chairs) if chair.kind == "free"), None)
                if new is None:
                    raise Refused(N_("There is no free chair at this table."))
            if not 0 <= new < self.seats:
                raise Refused(N_("There is no seat %(seat)s at this table."), "", {"seat": new + 1})
            if self.chairs[new].kind != "free":
                raise Refused(N_("This chair is taken."))
            chairs = {new: Chair("guest", guest.id, "", guest.name)}
            await self._set_chairs(chairs if old is None else {old: FREE, **chairs})

        await self._alone(change)

    async def stand(self, guest: Guest) -> None:
        """Leave one's chair; only before the game."""

        async def change() -> None:
            self._must_wait()
            await self._set_chairs({self._seated(guest.id): FREE})

        await self._alone(change)

    async def begin(self, guest: Guest, fill: str | None = None) -> None:
        """The host begins the game; bots of the level `fill` take the free chairs."""

        async def change() -> None:
            if guest.id != self.host:
                raise Refused(N_("Only the host can begin the game."))
            self._must_wait()
            chairs = list(self.chairs)
            free = [seat for seat, chair in enumerate(chairs) if chair.kind == "free"]
            if free and fill is None:
                raise Refused(N_("There are free chairs. Wait for your friends, or let bots take them."))
            for seat in free:
                chairs[seat] = bot_chair(self.game, fill or "", chairs)
            await self._set_chairs({seat: chairs[seat] for seat in free}, begin=True)

        await self._alone(change)

    def rename(self, guest: Guest) -> None:
        """A guest has a new name, which the hall has already written down."""
        seat = self.seat_of(guest.id)
        if seat is not None and self.phase != "over":
            self.chairs[seat] = replace(self.chairs[seat], name=guest.name)
            self._publish(News("chairs", first=self.number))

    async def _set_chairs(self, chairs: Mapping[int, Chair], begin: bool = False) -> None:
        changes = self._changes + 1
        phase = "playing" if begin else "waiting"
        play = Play(self.game, self._saved, changes) if begin else None
        await self._write(partial(sql.change_table, table_id=self.id, changes=changes, chairs=chairs, phase=phase))
        for seat, chair in chairs.items():
            self.chairs[seat] = chair
        self._changes = changes
        self._play = play
        self._publish(News("chairs", first=changes))
        if play is not None:
            self._publish(News("beats", tuple(play.match.opening), changes + 1))

    # the game

    async def act(self, guest_id: str, text: str, seen: int, nonce: str) -> None:
        """Do something in the game, or Refused. `seen` is the last number the guest has; a `nonce` acts once."""
        await self.act_on(self._seated(guest_id), text, seen, nonce)

    async def undo(self, guest_id: str, seen: int, nonce: str) -> None:
        """Take back one's last action, or Refused."""
        await self.act_on(self._seated(guest_id), UNDO_TEXT, seen, nonce)

    async def act_on(self, seat: int, text: str, seen: int, nonce: str) -> None:
        """The one door for people and bots, behind which it is known who they are."""
        if not (0 < len(nonce) <= 64 and nonce.isascii() and nonce.isprintable()):
            raise Refused(N_("This click has no proper number."))

        async def change() -> None:
            play = self._play
            if play is None:
                raise Refused(N_("The game hasn't begun yet."))
            action = play.action(text)
            if (seat, nonce) in play.nonces:
                return
            if not play.asked_at[seat] <= seen <= play.number:
                raise Refused(N_("The table has moved on. Look again before you act."))
            after = None
            if text == UNDO_TEXT:
                if refused := play.match.why_no_undo(seat):
                    raise refused
            else:
                after = play.tried(seat, action)
            entry = SavedEntry(seat, UNDO_TEXT if text == UNDO_TEXT else self.game.text(action), nonce)
            row = sql.new_entry(self.id, len(play.match.entries) + 1, entry, self._clock())
            work: Work[None] = row
            if after is not None and after.over:
                work = partial(sql.add_last_entry, row=row, outcomes=outcomes(after))
            try:
                await self._write(work)
            except Refused:
                if self._play is not None and (seat, nonce) in self._play.nonces:
                    return  # another process has carried out this very click
                raise
            first = play.number + 1
            self._publish(News("beats", tuple(play.enter(entry)), first))

        await self._alone(change)

    async def advise(self, guest_id: str, seen: int) -> Advice | None:
        """What a good player would do in the guest's place, or Refused; None if the table moved on meanwhile."""
        return await self._counsel.advise(self._seated(guest_id), seen)

    # chat and presence

    async def say(self, guest: Guest, text: str) -> None:
        """Say something to the table, or Refused."""
        words = clean_text(text) if len(text) <= LONGEST_INPUT else text
        if not 1 <= len(words) <= CHAT_LENGTH:
            raise Refused(N_("A message has 1 to %(most)s letters."), "", {"most": CHAT_LENGTH})

        async def change() -> None:
            seat = self._seated(guest.id)
            number = self.chat[-1].number + 1 if self.chat else 1
            said = Said(number, seat, guest.name, words, self._clock())
            await self._write(partial(sql.add_said, table_id=self.id, said=said))
            self.chat.append(said)
            self._publish(News("chat", said=said))

        await self._alone(change)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Hear all news from now on. Returns what ends it."""
        self._listeners.append(listener)

        def unlisten() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)
                self.touched = time.monotonic()

        return unlisten

    def arrive(self, guest_id: str) -> None:
        self.connected[guest_id] += 1
        self._publish(News("presence"))

    def leave(self, guest_id: str) -> None:
        self.connected[guest_id] -= 1
        if self.connected[guest_id] <= 0:
            del self.connected[guest_id]
        self._publish(News("presence"))

    def follow(self, next_id: str) -> None:
        """Another game is laid; those who still look at this table hear of it."""
        self.next_id = next_id
        self._publish(News("chairs", first=self.number))

    # its life in memory

    def wake(self) -> None:
        """Let the bots go on; after the table was laid or loaded."""
        self.touched = time.monotonic()
        self._minds.wake()

    async def close(self) -> None:
        """Let nothing new begin, stop the bots, and finish what is being written."""
        self._closed = True
        await self._minds.close()
        await self._counsel.close()
        await asyncio.gather(*self._changing, return_exceptions=True)

    def _seated(self, guest_id: str) -> int:
        seat = self.seat_of(guest_id)
        if seat is None:
            raise Refused(N_("You don't sit at this table."))
        return seat

    def _must_wait(self) -> None:
        if self._play is not None:
            raise Refused(N_("The game has already begun."))

    async def _alone(self, change: Callable[[], Awaitable[None]]) -> None:
        """Run a change under the lock, in a task of the table's own: if the caller goes away in the middle, what is on
        disk must still reach the memory and the others."""
        if self._closed:
            raise Refused(N_("The hall is closing."))
        if len(self._changing) >= MOST_CHANGES:
            raise Refused(N_("The hall is too busy just now. Try again in a moment."))
        task = asyncio.create_task(self._locked(change))
        self._changing.add(task)
        task.add_done_callback(self._changed)
        await asyncio.shield(task)

    async def _locked(self, change: Callable[[], Awaitable[None]]) -> None:
        async with self._lock:
            if self._doubtful:
                await self._reload()
            try:
                await change()
            except Refused:
                raise
            except Exception:
                self._doubtful = True
                raise
            self.wake()

    def _changed(self, task: asyncio.Task[None]) -> None:
        self._changing.discard(task)
        if not task.cancelled():
            task.exception()  # seen, if the caller has gone away

    async def _write(self, work: Work[None]) -> None:
        try:
            await self._store.write(work)
        except Lost:
            await self._reload()
            raise Refused(N_("Somebody was faster. Look again and try again.")) from None

    async def _reload(self) -> None:
        """Take over what the store says, and tell what of it was missed."""
        number = self.number
        found = await self._store.read(partial(sql.load_table, table_id=self.id))
        if found is None:
            raise RuntimeError(f"table {self.id} has disappeared from the store")
        play, beats = await asyncio.to_thread(replay, self.game, found, number)
        self._take(found, play)
        self._doubtful = False
        self._publish(News("chairs", first=self._changes))
        if beats:
            self._publish(News("beats", tuple(beats), self.number - len(beats) + 1))
        self.wake()

    def _publish(self, news: News) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(news)
            except Exception:
                log.exception("table %s: a listener failed", self.id)
