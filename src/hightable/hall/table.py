"""One table: its chairs, its game, its chat and those who watch. Everything that changes it runs under one lock, is on
disk before anybody hears of it, and then is told to the listeners in order. Imports the hall's store and bots."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from hightable.engine import N_, Advice, Game, Match, Record, Refused, State, Value
from hightable.hall import saved as sql
from hightable.hall.company import Company
from hightable.hall.consent import Consent
from hightable.hall.counsel import Counsel
from hightable.hall.crew import Crew
from hightable.hall.daily import Deal, outcomes
from hightable.hall.guests import LONGEST_INPUT, Guest, clean_text
from hightable.hall.minds import Minds
from hightable.hall.news import TABLE, WATCHER, Asking, Chair, News, Said
from hightable.hall.play import UNDO_TEXT, Play, replay
from hightable.hall.saved import SavedEntry, SavedTable
from hightable.hall.store import Lost, Store, Work

__all__ = ["Chair", "News", "Said", "Table"]

log = logging.getLogger(__name__)

Listener = Callable[[News], None]
Clock = Callable[[], float]  # seconds since 1970

CHAT_LENGTH: Final = 300
MOST_CHANGES: Final = 100  # changes that may wait for the lock of one table


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
        self.visitors: dict[str, str] = {}  # the names of those who are here
        self.touched = time.monotonic()
        self._store = store
        self._clock = clock
        self._lock = asyncio.Lock()
        self._changing: set[asyncio.Task[None]] = set()
        self._listeners: list[Listener] = []
        self._closed = False
        self._doubtful = False  # something failed in the middle: the store knows better
        self.deal = None if saved.deal is None else Deal.of(saved.deal)  # of a daily feast
        self.company = Company(self)
        self.consent = Consent(self)
        self._minds = Minds(self, crew, think)
        self._counsel = Counsel(self, crew)
        self._take(saved, play)

    def _take(self, saved: SavedTable, play: Play | None) -> None:
        self.saved = replace(saved, entries=[], chat=[])  # what a game begins with
        self.chairs: list[Chair] = list(saved.chairs)
        self.chat: deque[Said] = deque(saved.chat, sql.CHAT_KEPT)
        self._changes = saved.changes
        self.talk = saved.talk
        self._asking = saved.asking
        self.next_id = saved.next  # the table laid for another game
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
    def asking(self) -> Asking | None:
        """Who asks to go back, unless the game has gone on since."""
        asking, match = self._asking, self.match
        return None if asking is None or match is None or asking.entries != len(match.entries) else asking

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

    # chairs, as the company and the store have settled it

    def rearrange(self, chairs: Mapping[int, Chair], changes: int, play: Play | None) -> None:
        """Other people sit on some chairs of a waiting table; with a `play`, the game begins."""
        for seat, chair in chairs.items():
            self.chairs[seat] = chair
        self._changes = changes
        self._play = play
        self.publish(News("chairs", first=changes))
        if play is not None:
            self.publish(News("beats", tuple(play.match.opening), changes + 1))

    def lay_anew(self, saved: SavedTable, game: Game) -> None:
        """Another game or other rules at the same waiting table."""
        self.game = game
        self.title, self.seats, self.options, self.listed = saved.title, saved.seats, saved.options, saved.listed
        self._take(replace(saved, chat=list(self.chat)), None)
        self.publish(News("chairs", first=saved.changes))

    async def seat(self, chairs: Mapping[int, Chair], asking: Asking | None = None) -> None:
        """Other people on some chairs of a running game; a question that was open is dropped, unless one is given."""
        revision = self.saved.revision + 1
        await self.write(partial(sql.change_people, table_id=self.id, revision=revision, chairs=chairs, asking=asking))
        self.saved = replace(self.saved, revision=revision)
        for seat, chair in chairs.items():
            self.chairs[seat] = chair
        self._asking = asking
        self.publish(News("chairs", first=self.number))

    # the game

    async def act(self, guest_id: str, text: str, seen: int, nonce: str) -> None:
        """Do something in the game, or Refused. `seen` is the last number the guest has; a `nonce` acts once."""
        await self.act_on(self._own(guest_id), text, seen, nonce)

    async def undo(self, guest_id: str, seen: int, nonce: str) -> None:
        """Take back one's last action, or Refused."""
        await self.act_on(self._own(guest_id), UNDO_TEXT, seen, nonce)

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
            if text == UNDO_TEXT:
                if refused := play.match.why_no_undo(seat):
                    raise refused
                await self.enter(seat, UNDO_TEXT, nonce)
            else:
                await self.enter(seat, self.game.text(action), nonce, play.tried(seat, action))

        await self.alone(change)

    async def enter(self, seat: int, text: str, nonce: str, after: State | None = None) -> None:
        """Write an entry down, carry it out and tell everybody; `after` is the position it leads to, if it may be the
        last."""
        play = self._play
        assert play is not None
        entry = SavedEntry(seat, text, nonce)
        row = sql.new_entry(self.id, len(play.match.entries) + 1, entry, self._clock())
        work: Work[None] = row
        if after is not None and after.over:
            work = partial(sql.add_last_entry, row=row, outcomes=outcomes(after))
        try:
            await self.write(work)
        except Refused:
            if self._play is not None and (seat, nonce) in self._play.nonces:
                return  # another process has carried out this very click
            raise
        first = play.number + 1
        self.publish(News("beats", tuple(play.enter(entry)), first))

    async def advise(self, guest_id: str, seen: int) -> Advice | None:
        """What a good player would do in the guest's place, or Refused; None if the table moved on meanwhile."""
        return await self._counsel.advise(self._own(guest_id), seen)

    # chat and presence

    async def say(self, guest: Guest, text: str) -> None:
        """Say something to the table, or to those who watch if one only watches; or Refused."""
        words = clean_text(text) if len(text) <= LONGEST_INPUT else text
        if not 1 <= len(words) <= CHAT_LENGTH:
            raise Refused(N_("A message has 1 to %(most)s letters."), "", {"most": CHAT_LENGTH})

        async def change() -> None:
            if not self.talk:
                raise Refused(N_("The host has switched the chat off."))
            seat = self.seat_of(guest.id)
            await self._tell(WATCHER if seat is None else seat, guest.name, words)

        await self.alone(change)

    async def let_talk(self, guest: Guest, on: bool) -> None:
        """The host switches the chat on or off."""

        async def change() -> None:
            if guest.id != self.host:
                raise Refused(N_("Only the host can do that."))
            if on != self.talk:
                await self.write(partial(sql.let_talk, table_id=self.id, on=on))
                self.talk = on
                await self.note("talk" if on else "hush", guest.name)
                self.publish(News("chairs", first=self.number))

        await self.alone(change)

    async def note(self, what: str, name: str) -> None:
        """The table itself tells what somebody did: one of NOTES. Under the lock."""
        await self._tell(TABLE, name, what)

    async def _tell(self, seat: int, name: str, text: str) -> None:
        said = Said(self.chat[-1].number + 1 if self.chat else 1, seat, name, text, self._clock())
        await self.write(partial(sql.add_said, table_id=self.id, said=said))
        self.chat.append(said)
        self.publish(News("chat", said=said))

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Hear all news from now on. Returns what ends it."""
        self._listeners.append(listener)

        def unlisten() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)
                self.touched = time.monotonic()

        return unlisten

    async def arrive(self, guest: Guest) -> None:
        """Somebody has opened the table's page; who had left it plays on."""
        self.connected[guest.id] += 1
        self.visitors[guest.id] = guest.name
        self.publish(News("presence"))
        await self.company.come_back(guest)

    def leave(self, guest_id: str) -> None:
        self.connected[guest_id] -= 1
        if self.connected[guest_id] <= 0:
            del self.connected[guest_id]
            self.visitors.pop(guest_id, None)
        self.publish(News("presence"))

    async def follow(self, next_id: str) -> None:
        """Another game is laid; those who still look at this table hear of it."""
        await self._store.write(partial(sql.follow, table_id=self.id, next_id=next_id))
        self.next_id = next_id
        self.publish(News("chairs", first=self.number))

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

    def seated(self, guest_id: str) -> int:
        """Where a guest sits, or Refused."""
        seat = self.seat_of(guest_id)
        if seat is None:
            raise Refused(N_("You don't sit at this table."))
        return seat

    def _own(self, guest_id: str) -> int:
        seat = self.seated(guest_id)
        if self.chairs[seat].stand_in:
            raise Refused(N_("A bot plays for you. Come back to the table first."))
        return seat

    async def alone(self, change: Callable[[], Awaitable[None]]) -> None:
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

    async def write(self, work: Work[None]) -> None:
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
        self.publish(News("chairs", first=self._changes))
        if beats:
            self.publish(News("beats", tuple(beats), self.number - len(beats) + 1))
        self.wake()

    def publish(self, news: News) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(news)
            except Exception:
                log.exception("table %s: a listener failed", self.id)
