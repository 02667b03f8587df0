"""A connection to a table, of a page or of a program: one WebSocket. What comes in is bounded in size and rate and
answered with a sentence when it is wrong. Imports hall, and the outbox for what goes out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from fastapi import WebSocket
from starlette.types import Receive, Scope, Send

from hightable.engine.words import N_, Refused
from hightable.hall.daily import Sealed
from hightable.hall.guests import Guest
from hightable.hall.hall import Hall, Stuck
from hightable.hall.storage_errors import StorageProblem
from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web.forms import whole_number
from hightable.web.limits import CHAT, DEEDS, WATCHERS, Allowance, Limits, address, limited
from hightable.web.middleware import same_origin
from hightable.web.outbox import SEND_SECONDS, Outbox
from hightable.web.wire import Message, encoded

LONGEST: Final = 4096  # bytes of a message that is read; the transport cuts at 16 times that
MOST_SEEN: Final = 99_999_999  # the number of an event
RECHECK: Final = 10.0  # seconds between two looks whether somebody may still watch
PATIENCE: Final = 200  # messages over the rate before the connection is closed
TOO_MANY: Final = 4429  # the code with which connections are turned away where there are too many

T = TypeVar("T")
log = logging.getLogger(__name__)


async def admitted(socket: WebSocket, hall: Hall, guest: Guest | None) -> Table | None:
    """The table that a connection is for. Other sites' pages, unknown tables and sealed ones are turned away at the
    door, and then it is None."""
    if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(4403, N_("This page belongs to another site."))
        return None
    id: str = socket.path_params["id"]
    try:
        table = await hall.table(id) if id.isascii() and id.isalnum() and len(id) <= 16 else None
    except Stuck:
        await socket.close(4409, N_("This table rests."))
        return None
    if table is None:
        await socket.close(4404, N_("There is no such table."))
        return None
    try:
        await hall.may_look(table, guest)
    except Sealed as error:
        await socket.close(4403, str(error))
        return None
    return table


def seen_number(socket: WebSocket) -> int:
    """The number of the newest event that the other side has, -1 for none."""
    seen = whole_number(socket.query_params.get("v", ""), 0, MOST_SEEN)
    return -1 if seen is None else seen


class Socket(WebSocket):
    """A connection whose messages take the short way: Starlette would look at the state of the connection for each."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(scope, receive, send)
        self.hear = receive
        self._say = send

    async def send_text(self, data: str) -> None:
        await self._say({"type": "websocket.send", "text": data})


class Door:
    """Where connections of a kind come in, past all that is for requests."""

    def __init__(self, meet: Callable[[Socket], Awaitable[None]]) -> None:
        self._meet = meet

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = Socket(scope, receive, send)
        try:
            await self._meet(socket)
        except StorageProblem as problem:  # whoever comes back later may find it mended
            await socket.close(1013, str(problem))


class Conversation:
    """One connection, from the handshake to its end. What pages and programs are shown differs; what they may ask for
    is the same."""

    def __init__(self, socket: Socket, table: Table, guest: Guest | None) -> None:
        self.socket = socket
        self.table = table
        self.guest = guest
        self._hall: Hall = socket.app.state.hall
        self._limits: Limits = socket.app.state.limits
        self._address = address(socket)
        self._watching = Allowance(DEEDS)  # of a watcher without a name; a guest has one for all connections
        self._over = 0  # messages over the rate
        self._outbox = Outbox(socket.send_text)
        self._hinting: asyncio.Task[None] | None = None

    # what pages and programs do in their own way

    def join(self, seen: int) -> None:
        """Begin to watch the table, and bring the other side up to date."""
        raise NotImplementedError

    def part(self) -> None:
        """Watch it no longer."""
        raise NotImplementedError

    def post_whole(self) -> None:
        """Queue the whole picture."""
        raise NotImplementedError

    def done(self, id: str) -> None:
        """The order with this mark has been carried out and is on disk."""

    def only_look(self, order: Message) -> bool:
        """Do what needs no guest, if that is what is ordered."""
        return False

    # the connection

    def post(self, text: str) -> None:
        self._outbox.put(text)

    def refresh(self) -> None:
        """Send the whole picture, once however often it is asked for before the other side reads it."""
        self._outbox.put_whole(self.post_whole)

    def tell(self, message: Message) -> None:
        self.post(encoded(message))

    def end(self) -> None:
        """The table rests here: say why, and let go. Who comes back may find a process that plays on."""
        if self.table.stuck is not None:
            self.tell({"error": self.table.stuck.words(translator()), "rule": ""})
        self._outbox.end()

    async def run(self, seen: int) -> None:
        """Accept the connection and keep it until it ends; or turn it away, if there are too many."""
        with contextlib.ExitStack() as counted:
            try:
                counted.enter_context(self._limits.connected(self.guest.id if self.guest else "", self._address))
            except Refused as refused:
                await self.socket.close(TOO_MANY, refused.words(translator()))
                return
            await self.socket.accept()
            await self._run(seen)

    async def _run(self, seen: int) -> None:
        try:
            if self.guest:
                await self.table.arrive(self.guest)
            await self._converse(seen)
        finally:
            if self.guest:
                self.table.leave(self.guest.id)

    async def _converse(self, seen: int) -> None:
        self.join(seen)
        tasks = [self._outbox.open(), asyncio.create_task(self._receive())]
        if self.table.saved.origin == "deal":
            tasks.append(asyncio.create_task(self._stay()))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self._hinting is not None:
                tasks.append(self._hinting)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._outbox.close()
            self.part()

    async def _receive(self) -> None:
        while self._over < PATIENCE:
            message = await self.socket.hear()
            if message["type"] == "websocket.disconnect":
                return
            await self._answer(message.get("text"))
        with contextlib.suppress(TimeoutError):  # where nothing is read, this waits, too
            async with asyncio.timeout(SEND_SECONDS):
                await self.socket.close(1008)

    async def _stay(self) -> None:
        """Close the connection once its guest may no longer look: others may begin to play the same deal."""
        changed = asyncio.Event()
        unlisten = self.table.listen(lambda news: changed.set() if news.kind == "chairs" else None)
        try:
            while True:
                try:
                    async with asyncio.timeout(RECHECK):
                        await changed.wait()
                except TimeoutError:
                    pass
                changed.clear()
                try:
                    await self._hall.may_look(self.table, self.guest)
                except Sealed as sealed:
                    await self.socket.close(4403, str(sealed))
                    return
                except Refused:  # the hall is too busy
                    continue
        finally:
            unlisten()

    # orders

    async def _answer(self, text: str | None) -> None:
        """Carry out one message at the sender's pace."""
        if not self._in_time():
            self._over += 1
            if self._over % 20 == 1:
                self.tell({"error": translator()(N_("Too fast. Wait a moment.")), "rule": ""})
            return
        try:
            order = read(text)
        except Refused as refused:
            self.tell({"error": refused.words(translator()), "rule": refused.rule})
        else:
            await self._explained(self._do(order), order)

    def _in_time(self) -> bool:
        """Whether the sender may ask for something now: guests have one allowance wherever they ask."""
        if self.guest is not None:
            return self._limits.take(DEEDS, self.guest.id)
        return self._watching.take() and (not self._address or self._limits.take(WATCHERS, self._address))

    async def _explained(self, deed: Awaitable[None], order: Message) -> None:
        """Do it, or say why not. Only the sender hears of a mistake."""
        mark = {"id": order["id"]} if isinstance(order.get("id"), str) else {}
        try:
            await deed
        except Refused as refused:
            self.tell({"error": refused.words(translator()), "rule": refused.rule, **mark})
        except Exception:
            log.exception("a message to table %s failed", self.table.id)
            words = N_("Something went wrong on our side. Your move was not made; try again.")
            self.tell({"error": translator()(words), "rule": "", **mark})

    async def _do(self, order: Message) -> None:
        if self.only_look(order):
            return
        if self.guest is None:
            raise Refused(N_("You are watching. Take a seat to play."))
        if "say" in order:
            words = field(order, "say", str)
            limited(self.socket, CHAT, self.guest.id)
            await self.table.say(self.guest, words)
        elif "hint" in order:
            self._hint(order)
        elif "ask" in order:
            await self.table.consent.ask(self.guest)
        elif "answer" in order:
            what = None if order.get("what") is None else field(order, "what", str)
            await self.table.consent.answer(self.guest, field(order, "answer", bool), what)
        elif "undo" in order:
            id = nonce(order)
            await self.table.undo(self.guest.id, field(order, "v", int), id)
            self.done(id)
        else:
            await self._act(self.guest, field(order, "a", str), field(order, "v", int), nonce(order))

    def _hint(self, order: Message) -> None:
        """Have a hint thought about beside the conversation, which goes on; one at a time."""
        seen = field(order, "v", int)
        if not field(order, "hint", bool):
            raise Refused(N_("That message can't be read."))
        if self._hinting is not None and not self._hinting.done():
            raise Refused(N_("A hint is already being thought about. Wait a moment."))
        self._hinting = asyncio.create_task(self._explained(self._think(seen), order))

    async def _think(self, seen: int) -> None:
        assert self.guest is not None
        advice = await self.table.advise(self.guest.id, seen)
        if advice is not None:  # else the table has moved on, and nobody needs it any more
            hint = {"action": self.table.game.text(advice.action), "text": advice.words(translator())}
            self.tell({"hint": {**hint, "other": advice.gaps.get("other", "")}})

    async def _act(self, guest: Guest, text: str, seen: int, id: str) -> None:
        number = self.table.number
        try:
            await self.table.act(guest.id, text, seen, id)
        except Refused:
            self.refresh()  # whatever it saw, now it sees what is
            raise
        if self.table.number == number:  # sent twice: it has been carried out before
            self.refresh()
        self.done(id)


def read(text: str | None) -> Message:
    if text is None:
        raise Refused(N_("Only text is understood here."))
    if len(text) > LONGEST or (not text.isascii() and len(text.encode()) > LONGEST):
        raise Refused(N_("That message is too long."))
    try:
        order = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        order = None
    if not isinstance(order, dict):
        raise Refused(N_("That message can't be read."))
    return order


def field(order: Message, name: str, kind: type[T]) -> T:
    value = order.get(name)
    if type(value) is not kind:
        raise Refused(N_("That message can't be read."))
    return value


def nonce(order: Message) -> str:
    """The client's own mark of an action: sent twice, it acts once."""
    id = field(order, "id", str)
    if not (0 < len(id) <= 64 and id.isascii() and id.isprintable()):
        raise Refused(N_("That message can't be read."))
    return id
