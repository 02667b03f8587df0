"""People of the fault run: programs that play over the JSON protocol and pages that watch. They lose their connections,
come back to whichever process answers, and send again what was not acknowledged, with the same mark."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import socket as sockets
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

PICTURE = ("v", "phase", "seat", "view", "legal", "asked", "undo")
# Words of a server that could not say yes or no.
AGAIN = ("went wrong", "too busy", "Too fast", "closing", "can be saved")
LOST = (OSError, WebSocketException, TimeoutError)


@dataclass
class Company:
    """What all people of a run share: where they may connect, how fast they play, and what became of their actions."""

    urls: list[str]
    think: float
    acknowledged: dict[str, tuple[str, int, str]] = field(default_factory=dict)  # mark -> table, seat, action
    refused: set[str] = field(default_factory=set)
    returns: int = 0  # connections that were lost
    stopping: bool = False  # nobody begins anything new
    over: bool = False  # everybody goes home


class Visitor:
    """Somebody with a connection to a table."""

    def __init__(self, company: Company, table: str) -> None:
        self.company = company
        self.table = table
        self.v = -1
        self.socket: ClientConnection | None = None

    path = ""
    small = 0  # bytes of the receiver's buffer, 0 for the usual

    def headers(self) -> dict[str, str]:
        return {}

    async def live(self) -> None:
        """Stay connected until everybody goes home."""
        tries = 0
        while not self.company.over:
            with contextlib.suppress(*LOST):
                await self._connected(random.choice(self.company.urls))
            if self.socket is not None:
                self.company.returns += 1
            tries = 0 if self.socket is not None else tries + 1
            self.socket = None
            await asyncio.sleep(min(2.0, 0.1 * 2**tries) * random.uniform(0.5, 1.0))

    async def _connected(self, base: str) -> None:
        url = f"{base.replace('http', 'ws')}{self.path.format(self.table)}?v={self.v}"
        plug = None
        if self.small:
            plug = sockets.socket()
            plug.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, self.small)
            plug.setblocking(False)
            await asyncio.get_running_loop().sock_connect(plug, ("127.0.0.1", urlsplit(base).port))
        options: dict[str, Any] = {"additional_headers": self.headers(), "compression": None, "max_size": None}
        async with connect(url, sock=plug, open_timeout=20, ping_interval=None, close_timeout=1, **options) as socket:
            self.socket = socket
            await self.greet()
            async for text in socket:
                for message in json.loads(text):
                    self.hear(message)
                await self.rest()

    async def greet(self) -> None:
        """What to say when one is connected again."""

    async def rest(self) -> None:
        """What to do between two messages."""

    def hear(self, message: dict[str, Any]) -> None:
        raise NotImplementedError

    def cut(self) -> None:
        """Lose the connection, without a word."""
        if self.socket is not None:
            self.socket.transport.abort()


class Player(Visitor):
    """A program on a chair. One order at a time; what was not answered is sent again."""

    path = "/api/tables/{}/live"

    def __init__(self, company: Company, table: str, seat: int, token: str) -> None:
        super().__init__(company, table)
        self.seat = seat
        self.token = token
        self.picture: dict[str, Any] = {}
        self.order: dict[str, Any] | None = None
        self.asked = asyncio.Event()
        self.orders = 0

    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    @property
    def done(self) -> bool:
        return bool(self.picture.get("phase") == "over")

    async def greet(self) -> None:
        await self._send()

    async def _send(self) -> None:
        if self.order is not None and self.socket is not None:
            with contextlib.suppress(*LOST):
                await self.socket.send(json.dumps(self.order))

    def hear(self, message: dict[str, Any]) -> None:
        self.v = message.get("v", self.v)
        if "view" in message:
            self.picture = {name: message[name] for name in PICTURE}
        if self.order is not None and message.get("ok") == self.order["id"]:
            self.company.acknowledged[self.order["id"]] = (self.table, self.seat, self.order["a"])
            self.order = None
        elif self.order is not None and "error" in message and message.get("id") == self.order["id"]:
            if any(words in message["error"] for words in AGAIN):
                asyncio.get_running_loop().call_later(0.3, self._again, self.order)
            else:
                self.company.refused.add(self.order["id"])
                self.order = None
        if self.order is None and self.picture.get("legal"):
            self.asked.set()

    def _again(self, order: dict[str, Any]) -> None:
        if self.order is order:
            self._sending = asyncio.create_task(self._send())

    async def play(self) -> None:
        """Think, then do anything that is allowed; until the game is over."""
        while not self.company.stopping and not self.done:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.asked.wait(), 1)
            self.asked.clear()
            await asyncio.sleep(random.uniform(0, self.company.think))
            if self.order is None and self.picture.get("legal") and not self.company.stopping:
                self.orders += 1
                mark = f"{self.table}-{self.seat}-{self.orders}"
                self.order = {"a": random.choice(self.picture["legal"]), "v": self.v, "id": mark}
                await self._send()


class Page(Visitor):
    """An open page of somebody who watches, as its HTML. `slow` seconds pass between two messages that it reads."""

    path = "/t/{}/live"

    def __init__(self, company: Company, table: str, slow: float = 0.0) -> None:
        super().__init__(company, table)
        self.slow = slow
        self.small = 4096 if slow else 0
        self.html: dict[str, str] = {}

    async def rest(self) -> None:
        if self.slow and not self.company.stopping:
            await asyncio.sleep(self.slow)

    def hear(self, message: dict[str, Any]) -> None:
        self.v = message.get("v", self.v)
        if message.get("reset"):
            self.html = {}
        self.html.update(message.get("html", {}))
        for id, part in message.get("parts", {}).items():
            self.html = {name: with_part(html, id, part) for name, html in self.html.items()}


def with_part(html: str, id: str, part: str) -> str:
    """The same HTML with another element in place of the one with this id, if it has it."""
    found = re.search(rf'<(\w+)[^>]* id="{re.escape(id)}"', html)
    if found is None:
        return html
    depth = 0
    for tag in re.compile(rf"<(/?){found[1]}\b[^>]*>").finditer(html, found.start()):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return html[: found.start()] + part + html[tag.end() :]
    raise ValueError(f"the element {id} has no end")
