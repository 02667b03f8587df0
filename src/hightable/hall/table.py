"""One table: its chairs, its game, its chat and those who watch. Everything that changes it runs under one lock, is on
disk before anybody hears of it, and then is told to the listeners in order. Imports the hall's store and bots."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from hightable.engine import N_, Advice, Damaged, Game, Match, Record, Refused, State, Value
from hightable.engine.fingerprint import fingerprint
from hightable.games import game as find_game
from hightable.hall import saved as sql
from hightable.hall.alarm import Alarm, deadline_after, next_deadline
from hightable.hall.background import in_slices
from hightable.hall.company import ALONE, STAND_IN, Company
from hightable.hall.consent import Consent
from hightable.hall.counsel import Counsel
from hightable.hall.crew import Crew
from hightable.hall.daily import DailySeals, Deal, outcomes
from hightable.hall.guests import LONGEST_INPUT, Guest, clean_text
from hightable.hall.line import MOST_RACES, Line
from hightable.hall.minds import Minds
from hightable.hall.names import person_name
from hightable.hall.news import TABLE, WATCHER, Asking, Chair, News, Said
from hightable.hall.play import UNDO_TEXT, Play, replaying
from hightable.hall.presence import Presence
from hightable.hall.rest import Stuck, elsewhere
from hightable.hall.saved import SavedEntry, SavedTable
from hightable.hall.store import Lost, Store, Work
from hightable.hall.timing import Times, Timing

__all__ = ["Chair", "News", "Said", "Table"]

log = logging.getLogger(__name__)

Listener = Callable[[News], None]
Clock = Callable[[], float]  # seconds since 1970

CHAT_LENGTH: Final = 300
AT_ONCE: Final = 20  # entries of another process that are carried out before others get their turn


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
        seals: DailySeals,
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
        self.code = saved.code or saved.id  # tables of older versions have none
        self.created = saved.created
        self.touched = time.monotonic()
        self._store = store
        self._clock = clock
        self._seals = seals
        self._line = Line(self._reload, self._catch_up, self.wake)
        self._listeners: list[Listener] = []
        self.stuck: Stuck | None = None  # why the table rests here, if others went on with it by other rules
        self._poked = -1  # the number after which whoever keeps the table was last called
        self._fellows = store.fellows
        self.presence = Presence(saved.id, store, store.fellows, lambda: self.company.look_round(), self.now)
        self.deal = None if saved.deal is None else Deal.of(saved.deal)  # of a daily feast
        self.company = Company(self)
        self.consent = Consent(self)
        self.alarm = Alarm(self, clock)
        self._minds = Minds(self, crew, think)
        self._counsel = Counsel(self, crew)
        self._take(saved, play)
        self.alarm.be_merciful()

    def _take(self, saved: SavedTable, play: Play | None) -> None:
        self.saved = replace(saved, entries=[], chat=[])  # what a game begins with
        self.chairs: list[Chair] = list(saved.chairs)
        self.chat: deque[Said] = deque(saved.chat, sql.CHAT_KEPT)
        self._changes = saved.changes
        self.talk = saved.talk
        self.helpful = saved.hints  # whether the host lets people ask for advice
        self._asking = saved.asking
        self.next_id, self.next_game = saved.next, saved.next_game  # the table laid for these people, and its game
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
    def timing(self) -> Timing | None:
        """The clock that the table was laid with, if any."""
        return self.saved.timing

    def now(self) -> float:
        return self._clock()

    @property
    def times(self) -> Times | None:
        """The clocks of a running game, if it has any. They stand during a vote about going back."""
        play = self._play
        if play is None or play.times is None or play.match.state.over:
            return None
        play.times = play.times.paused(() if self._asking is None else self._asking.pauses)
        return play.times

    @property
    def at(self) -> list[float]:
        """When the game began, and when each action was taken."""
        return [] if self._play is None else self._play.at

    @property
    def number(self) -> int:
        return self._changes if self._play is None else self._play.number

    @property
    def asked_at(self) -> list[int]:
        """For each seat, the number of the event after which its present question stood."""
        return [0] * self.seats if self._play is None else self._play.asked_at

    @property
    def asking(self) -> Asking | None:
        """The open vote, if there is one and the game hasn't overtaken it."""
        asking, match = self._asking, self.match
        if asking is None or match is None or match.state.over:
            return None
        return asking if asking.stands(len(match.entries)) else None

    @property
    def going_back(self) -> bool:
        """Whether people are voting on going back; bots wait for that."""
        asking = self.asking
        return asking is not None and asking.remove is None

    @property
    def idle(self) -> bool:
        return not (self._listeners or self._line.busy or self._minds.busy or self._counsel.busy)

    @property
    def visitors(self) -> dict[str, str]:
        """Those who have the table's page open, by their ids: their names."""
        return self.presence.visitors

    @property
    def kept(self) -> bool:
        """Whether this process moves the bots and rings the clock."""
        return self._fellows.keeps(self.id)

    @property
    def hints(self) -> bool:
        """Whether guests may ask for advice: where the host lets them, and the deal is no daily feast's."""
        return self.helpful and self.deal is None and self._seals.deal(self.commitment) is None

    def seat_of(self, guest_id: str | None) -> int | None:
        for seat, chair in enumerate(self.chairs):
            if chair.guest == guest_id and guest_id is not None:
                return seat
        return None

    def name_of(self, guest: Guest) -> str:
        """What a guest is called at this table, on a chair or watching."""
        seat = self.seat_of(guest.id)
        return (
            person_name(guest.name, [chair.name for chair in self.chairs]) if seat is None else self.chairs[seat].name
        )

    def former_seat(self, guest_id: str) -> int | None:
        """The seat that a guest has lost in this game, and the only one that they may have again."""
        return self.saved.former.get(guest_id)

    def decides(self, seat: int) -> bool:
        return not self._line.closed and self._play is not None and self._play.decides(seat)

    def why_no_undo(self, seat: int) -> Refused | None:
        """Why this seat can't take back its last action, or None if it can."""
        return not_begun() if self._play is None else self._play.why_no_undo(seat)

    def why_no_rewind(self, seat: int) -> Refused | None:
        """Why the table can't go back to before this seat's last action even if everyone agrees, or None if it can."""
        return not_begun() if self._play is None else self._play.why_no_rewind(seat)

    def mind(self, seat: int) -> str:
        """The level of the bot who plays for a seat just now, if one does. No bot plays a daily feast."""
        if self.deal is not None:
            return ""
        return self.chairs[seat].mind or (STAND_IN if self.alarm.moves(seat) else "")

    def record(self) -> Record:
        """The record, with the seed; only when the game is over."""
        if self.match is None or self.phase != "over":
            raise Refused(N_("The record is handed out when the game is over."))
        return Record.of(self.match, [chair.name for chair in self.chairs])

    # chairs, as the company and the store have settled it

    def rearrange(
        self, chairs: Mapping[int, Chair], changes: int, play: Play | None, begun: float | None = None
    ) -> None:
        """Other people sit on some chairs of a waiting table; with a `play`, the game begins."""
        for seat, chair in chairs.items():
            self.chairs[seat] = chair
        self.saved = replace(self.saved, begun=begun)
        self._changes = changes
        self._play = play
        self.publish(News("chairs", first=changes))
        if play is not None:
            self.publish(News("beats", tuple(play.match.opening), changes + 1))

    def lay_anew(self, saved: SavedTable, game: Game) -> None:
        """Another game or other rules at the same waiting table."""
        self._lay(saved, game)
        self._take(replace(saved, chat=list(self.chat)), None)
        self.publish(News("chairs", first=saved.changes))

    def _lay(self, saved: SavedTable, game: Game) -> None:
        self.game = game
        self.title, self.seats, self.options, self.listed = saved.title, saved.seats, saved.options, saved.listed

    async def seat(
        self,
        chairs: Mapping[int, Chair],
        asking: Asking | None = None,
        newcomer: str | None = None,
        answered: bool = False,
    ) -> None:
        """Other people on some chairs of a running game. A newcomer is a guest who had no chair. A vote is opened or
        goes on as `asking`; one that was open is dropped, unless it is about a removal and not `answered`."""
        revision = self.saved.revision + 1
        standing = self.asking
        if asking is None and standing is not None and standing.remove is not None and not answered:
            asking = standing.reseated(self.chairs, chairs)
        asking = asking or (self._asking and self._asking.closed(self.now()))
        former = dict(self.saved.former)
        for seat, chair in chairs.items():
            guest = self.chairs[seat].guest
            if guest is not None and guest != chair.guest:
                former[guest] = seat
        work = partial(
            sql.change_people,
            table_id=self.id,
            revision=revision,
            chairs=chairs,
            asking=asking,
            deadline=next_deadline(self.times, dict(enumerate(self.chairs)) | dict(chairs), asking),
            former=former,
        )
        await self.write(self.seating(work, newcomer))
        self.saved = replace(self.saved, revision=revision, former=former)
        for seat, chair in chairs.items():
            self.chairs[seat] = chair
        self._asking = asking
        self.publish(News("chairs", first=self.number))

    def seating(self, work: Work[None], newcomer: str | None) -> Work[None]:
        """Work that gives a newcomer a chair, unless they play the same deal elsewhere."""
        if newcomer is None:
            return work
        return partial(
            sql.seat_guest,
            work=work,
            guest_id=newcomer,
            commitment=self.commitment,
            table_id=self.id,
            now=self._clock(),
        )

    # the game

    async def act(self, guest_id: str, text: str, seen: int, nonce: str) -> None:
        """Do something in the game, or Refused. `seen` is the last number the guest has; a `nonce` acts once."""
        await self.act_on(self._own(guest_id), text, seen, nonce)

    async def undo(self, guest_id: str, seen: int, nonce: str) -> None:
        """Take back one's last action, or Refused."""
        await self.act_on(self._own(guest_id), UNDO_TEXT, seen, nonce)

    async def act_on(self, seat: int, text: str, seen: int, nonce: str, bot: bool = False) -> None:
        """The one door for people and bots, behind which it is known who they are. What a bot has thought of is dropped
        if meanwhile its person is back or people vote on going back."""
        if not (0 < len(nonce) <= 64 and nonce.isascii() and nonce.isprintable()):
            raise Refused(N_("This click has no proper number."))

        async def change() -> None:
            play = self._play
            if play is None:
                raise not_begun()
            action = play.action(text)
            if (seat, nonce) in play.nonces:
                return
            if not play.asked_at[seat] <= seen <= play.number or (bot and (self.going_back or not self.mind(seat))):
                raise Refused(N_("The table has moved on. Look again before you act."))
            if text == UNDO_TEXT:
                if refused := play.why_no_undo(seat):
                    raise refused.with_traceback(None)  # the match keeps it, and frames with it if they were left
                await self.enter(seat, UNDO_TEXT, nonce)
            else:
                await self.enter(seat, self.game.text(action), nonce, play.tried(seat, action))

        await self.alone(change)

    async def enter(self, seat: int, text: str, nonce: str, after: State | None = None) -> None:
        """Write an entry down, carry it out and tell everybody; `after` is the position that an action leads to."""
        play = self._play
        assert play is not None
        entry = SavedEntry(seat, text, nonce, self._clock(), None if after is None else fingerprint(after))
        row = sql.new_entry(self.id, len(play.match.entries) + 1, entry)
        work: Work[None] = row
        if after is not None and after.over:
            work = partial(sql.add_last_entry, row=row, outcomes=outcomes(after))
        elif self.times is not None:
            work = partial(
                sql.add_timed_entry,
                row=row,
                deadline=deadline_after(self.times, entry.seat, entry.at, after, self.chairs),
            )
        await self.write(work, "e")
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
            await self._tell(WATCHER if seat is None else seat, self.name_of(guest), words)

        await self.alone(change)

    async def note(self, what: str, name: str) -> None:
        """The table itself tells what somebody did: one of NOTES. Under the lock."""
        await self._tell(TABLE, name, what)

    async def _tell(self, seat: int, name: str, text: str) -> None:
        for _race in range(MOST_RACES):
            said = Said(self._lines + 1, seat, name, text, self._clock())
            try:
                await self.write(partial(sql.add_said, table_id=self.id, said=said))
            except Lost:
                await self._catch_up()
            else:
                self._hear(said)
                return
        raise Refused(N_("Somebody was faster. Look again and try again."))

    @property
    def _lines(self) -> int:
        return self.chat[-1].number if self.chat else 0

    def _hear(self, said: Said) -> None:
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
        self.presence.arrive(guest)
        await self.company.come_back(guest)

    def leave(self, guest_id: str) -> None:
        self.presence.leave(guest_id)

    def followed(self, next_id: str, game: str) -> None:
        """Another game is laid; those who still look at this table hear of it."""
        self.next_id, self.next_game = next_id, game
        self.publish(News("chairs", first=self.number))

    # its life in memory

    def wake(self) -> None:
        """Let the bots go on; after the table was laid or loaded."""
        self.touched = time.monotonic()
        self._minds.wake()
        self.alarm.set()
        if not self.kept and self._poked != self.number and (self._minds.due or self.alarm.next is not None):
            self.poke()

    def poke(self) -> None:
        """Call the process that keeps this table."""
        if self._fellows.shared and not self._line.closed:
            self._poked = self.number
            self._store.tell(f"w{self.id}")

    def remind(self) -> None:
        """Call it again, if nothing has happened since."""
        if self._poked == self.number:
            self.poke()

    def met(self) -> None:
        """Processes have come or gone: perhaps this one keeps the table now."""
        self.presence.met()
        self._poked = -1
        if not self._line.closed:
            self.wake()

    async def close(self) -> None:
        """Let nothing new begin, stop the bots, and finish what is being written."""
        self._line.closed = Refused(N_("The hall is closing."))
        await self.alarm.close()
        await self._minds.close()
        await self._counsel.close()
        await self.presence.close()
        await self._line.close()

    def seated(self, guest_id: str) -> int:
        """Where a guest sits, or Refused."""
        seat = self.seat_of(guest_id)
        if seat is None:
            raise Refused(N_("You don't sit at this table."))
        return seat

    def _own(self, guest_id: str) -> int:
        seat = self.seated(guest_id)
        if self.deal is not None and guest_id != self.host:  # given away in an older version
            raise Refused(ALONE, "HT-6")
        if self.chairs[seat].stand_in:
            raise Refused(N_("A bot plays for you. Come back to the table first."))
        self.alarm.check(seat)
        if guest_id not in self.visitors:  # a program may do without a connection
            self.presence.see(guest_id)
        return seat

    async def alone(self, change: Callable[[], Awaitable[None]]) -> None:
        """Run a change when it is its turn."""
        await self._line.alone(change)

    async def write(self, work: Work[None], kind: str = "t") -> None:
        """Part of a change. Other processes hear that the game went on ("e") or that anything may be new ("t")."""
        await self._store.write(work, kind + self.id)
        self._line.written = True

    # with other processes

    async def catch_up(self) -> None:
        """Take over what other processes have written, and tell what of it is new."""
        await self._line.alone(self._catch_up)

    async def go_on(self, after: int, entries: Sequence[SavedEntry]) -> None:
        """The same, where it is known that the game went on after so many entries by these."""

        async def change() -> None:
            if self._play is None:
                await self._catch_up()
            else:
                await self._go_on(self._play, entries[self.entries - after :])

        await self._line.alone(change)

    @property
    def entries(self) -> int:
        """How many actions have been taken, those included that took one back."""
        return 0 if self._play is None else len(self._play.match.entries)

    async def _catch_up(self) -> None:
        play = self._play
        load = partial(sql.load_table, table_id=self.id, entries=self.entries, said=self._lines)
        found = await self._store.read(load)
        if found is None:
            raise RuntimeError(f"table {self.id} has disappeared from the store")
        if play is None and (found.changes != self._changes or found.phase != "waiting"):
            await self._anew(replace(found, chat=list(self.chat)), self._changes)
        else:
            self._settle(found)
        for said in found.chat:
            self._hear(said)
        if play is not None:
            await self._go_on(play, found.entries)

    def _settle(self, found: SavedTable) -> None:
        """People, and what the host has switched."""
        now = (self.chairs, self.saved.revision, self._asking, self.talk, self.helpful, self.next_id, self.next_game)
        then = (found.chairs, found.revision, found.asking, found.talk, found.hints, found.next, found.next_game)
        if now != then:
            self.chairs, _, self._asking, self.talk, self.helpful, self.next_id, self.next_game = then
            self.saved = replace(self.saved, revision=found.revision, former=found.former)
            self.publish(News("chairs", first=self.number))

    async def _go_on(self, play: Play, entries: Sequence[SavedEntry]) -> None:
        for start in range(0, len(entries), AT_ONCE):
            if start:
                await asyncio.sleep(0)
            first = play.number + 1
            beats, stuck = play.follow(entries[start : start + AT_ONCE])
            if beats:
                self.publish(News("beats", tuple(beats), first))
            if stuck is not None:
                raise self._rest(stuck)

    def _rest(self, why: Damaged) -> Stuck:
        """Another process plays on by rules that this one hasn't: here nobody does any more, and who looks is let go,
        perhaps to that one."""
        log.warning("table %s rests here: %s", self.id, why)
        self._line.closed = self.stuck = elsewhere(self.game, self.entries)
        self.alarm.stop()
        self.publish(News("rest"))
        return self.stuck

    async def _reload(self) -> None:
        """Take over what the store says, and tell what of it was missed."""
        found = await self._store.read(partial(sql.load_table, table_id=self.id))
        if found is None:
            raise RuntimeError(f"table {self.id} has disappeared from the store")
        await self._anew(found, self.number)

    async def _anew(self, found: SavedTable, number: int) -> None:
        """All from the store; what came after this number is told."""
        game = self.game if found.game == self.game.id else find_game(found.game)
        try:
            play, beats = await in_slices(replaying(game, found, number))
        except Damaged as error:
            raise self._rest(error) from None
        self._lay(found, game)
        self._take(found, play)
        self.publish(News("chairs", first=self._changes))
        if beats:
            self.publish(News("beats", tuple(beats), self.number - len(beats) + 1))

    def publish(self, news: News) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(news)
            except Exception:
                log.exception("table %s: a listener failed", self.id)


def not_begun() -> Refused:
    return Refused(N_("The game hasn't begun yet."))
