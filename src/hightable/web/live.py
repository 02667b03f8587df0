"""The open page: one WebSocket per watcher. What comes in is bounded in size and rate and answered with a sentence
when it is wrong; what goes out is queued, bounded and timed, so that a slow reader harms nobody. Imports hall and
showing."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from fastapi import WebSocket, WebSocketDisconnect

from hightable.engine.words import N_, Refused
from hightable.hall.guests import Guest
from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web.showing import Message, Showings, Watcher

LONGEST: Final = 4096  # bytes of a message that is read; the transport cuts at 16 times that
BURST: Final = 40  # messages at once
RATE: Final = 15.0  # messages a second
PATIENCE: Final = 200  # messages over the rate before the connection is closed
OUTGOING: Final = 128  # messages waiting for a slow reader
SEND_SECONDS: Final = 10.0

T = TypeVar("T")
log = logging.getLogger(__name__)


def same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a browser's Origin names this very host. Other programs send none."""
    return origin is None or (host is not None and urlsplit(origin).netloc.lower() == host.lower())


class Allowance:
    """So many messages at once, so many a second."""

    def __init__(self) -> None:
        self.left = float(BURST)
        self.over = 0
        self.at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(float(BURST), self.left + (now - self.at) * RATE)
        self.at = now
        if self.left < 1:
            self.over += 1
            return False
        self.left -= 1
        return True


class Live:
    """One connection, from the handshake to its end."""

    def __init__(self, socket: WebSocket, showings: Showings, table: Table, guest: Guest | None) -> None:
        self.socket = socket
        self.showings = showings
        self.table = table
        self.guest = guest
        self.outgoing: asyncio.Queue[Message] = asyncio.Queue(OUTGOING)
        self.watcher = Watcher(guest, self.post, "waiting" in socket.query_params)
        self.allowance = Allowance()
        self.full = False
        self.hinting: asyncio.Task[None] | None = None

    def post(self, message: Message) -> None:
        """Queue a message. A reader that fell too far behind is cut off; it comes back and gets the whole picture."""
        try:
            self.outgoing.put_nowait(message)
        except asyncio.QueueFull:
            self.full = True

    async def run(self, seen: int) -> None:
        self.showing = self.showings.join(self.table, self.watcher, seen)
        if self.guest:
            await self.table.arrive(self.guest)
        tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._receive())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self.hinting is not None:
                tasks.append(self.hinting)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.showings.leave(self.showing, self.watcher)
            if self.guest:
                self.table.leave(self.guest.id)

    async def _send(self) -> None:
        """Send what is queued, all of it as one list: a story of several pictures costs one frame."""
        while not self.full:
            messages = [await self.outgoing.get()]
            while not self.outgoing.empty():
                messages.append(self.outgoing.get_nowait())
            text = json.dumps(messages, ensure_ascii=False, separators=(",", ":"))
            async with asyncio.timeout(SEND_SECONDS):
                await self.socket.send_text(text)

    async def _receive(self) -> None:
        try:
            while self.allowance.over < PATIENCE:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._answer(message.get("text"))
        except WebSocketDisconnect:
            return
        await self.socket.close(1008)

    async def _answer(self, text: str | None) -> None:
        """Carry out one message at the sender's pace."""
        if self.allowance.take():
            await self._explained(self._do(text))
        elif self.allowance.over % 20 == 1:
            self.post({"error": translator()(N_("Too fast. Wait a moment.")), "rule": ""})

    async def _explained(self, deed: Awaitable[None]) -> None:
        """Do it, or say why not. Only the sender hears of a mistake."""
        try:
            await deed
        except Refused as refused:
            self.post({"error": refused.words(translator()), "rule": refused.rule})
        except Exception:
            log.exception("a message to table %s failed", self.table.id)
            self.post(
                {"error": translator()(N_("Something went wrong on our side. Your move was not made; try again."))}
            )

    async def _do(self, text: str | None) -> None:
        order = read(text)
        if "words" in order:
            self.watcher.words = field(order, "words", bool)
            self.showing.refresh(self.watcher)
            return
        if self.guest is None:
            raise Refused(N_("You are watching. Take a seat to play."))
        if "say" in order:
            await self.table.say(self.guest, field(order, "say", str))
        elif "hint" in order:
            self._hint(field(order, "hint", bool), field(order, "v", int))
        elif "ask" in order:
            await self.table.consent.ask(self.guest)
        elif "answer" in order:
            await self.table.consent.answer(self.guest, field(order, "answer", bool))
        elif "undo" in order:
            await self.table.undo(self.guest.id, field(order, "v", int), nonce(order))
        else:
            await self._act(field(order, "a", str), field(order, "v", int), nonce(order))

    def _hint(self, wanted: bool, seen: int) -> None:
        """Have a hint thought about beside the conversation, which goes on; one at a time."""
        if not wanted:
            raise Refused(N_("That message can't be read."))
        if self.hinting is not None and not self.hinting.done():
            raise Refused(N_("A hint is already being thought about. Wait a moment."))
        self.hinting = asyncio.create_task(self._explained(self._think(seen)))

    async def _think(self, seen: int) -> None:
        assert self.guest is not None
        advice = await self.table.advise(self.guest.id, seen)
        if advice is not None:  # else the table has moved on, and nobody needs it any more
            words = advice.words(translator())
            self.post({"hint": {"action": self.table.game.text(advice.action), "text": words}})

    async def _act(self, text: str, seen: int, id: str) -> None:
        assert self.guest is not None
        number = self.table.number
        try:
            await self.table.act(self.guest.id, text, seen, id)
        except Refused:
            self.showing.refresh(self.watcher)  # whatever it saw, now it sees what is
            raise
        if self.table.number == number:  # sent twice: it has been carried out before
            self.showing.refresh(self.watcher)


def read(text: str | None) -> dict[str, Any]:
    if text is None:
        raise Refused(N_("Only text is understood here."))
    if len(text.encode()) > LONGEST:
        raise Refused(N_("That message is too long."))
    try:
        order = json.loads(text)
        json.dumps(order, ensure_ascii=False).encode()  # half a character can be written in JSON, but not sent back
    except (ValueError, RecursionError):
        order = None
    if not isinstance(order, dict):
        raise Refused(N_("That message can't be read."))
    return order


def field(order: dict[str, Any], name: str, kind: type[T]) -> T:
    value = order.get(name)
    if type(value) is not kind:
        raise Refused(N_("That message can't be read."))
    return value


def nonce(order: dict[str, Any]) -> str:
    """The client's own mark of an action: sent twice, it acts once."""
    id = field(order, "id", str)
    if not (0 < len(id) <= 64 and id.isascii() and id.isprintable()):
        raise Refused(N_("That message can't be read."))
    return id
