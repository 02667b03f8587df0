"""Connections over a real network: slow and half-open ones are cut, and nothing stays in memory when they end."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bench.sockets import closed, opened
from hightable.web.connections import (
    MOST_HEAD_BYTES,
    HttpConnection,
    LiveConnection,
    Patience,
    Server,
    settings,
)
from hightable.web.feed import Feed, Listener
from hightable.web.live import Live
from hightable.web.outbox import Outbox
from tests.web.inside import inside
from tests.web.worlds import Quiet

FORM = "POST /name HTTP/1.1\r\nHost: hall\r\nContent-Type: application/x-www-form-urlencoded\r\n"
GET = "GET {} HTTP/1.1\r\nHost: hall\r\n\r\n"


class Place:
    """A server on a port of its own, with a running table."""

    def __init__(self, server: Server) -> None:
        self.port = server.servers[0].sockets[0].getsockname()[1]
        self.connections = server.server_state.connections

    async def open(self) -> Place:
        guest = await self.program("POST", "/api/guests", {"name": "Ada"})
        self.token = guest["token"]
        order = {"game": "the-feast", "chairs": ["me", "bot:random"]}
        laid = await self.program("POST", "/api/tables", order, f"Authorization: Bearer {self.token}\r\n")
        self.table = laid["table"]
        return self

    async def program(self, method: str, path: str, body: Any = None, header: str = "") -> Any:
        data = b"" if body is None else json.dumps(body).encode()
        text = f"{method} {path} HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n{header}"
        text += "Content-Type: application/json\r\n"
        reader, writer = await self.connect()
        writer.write(f"{text}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        answer = await asyncio.wait_for(reader.read(), 30)
        writer.close()
        return json.loads(answer.partition(b"\r\n\r\n")[2])

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    def ways_in(self) -> dict[str, tuple[str, str]]:
        id = self.table["id"]
        return {
            "page": (f"/t/{id}/live?v=-1", f"Cookie: ht_guest={self.token}\r\n"),
            "program": (f"/api/tables/{id}/live?v=-1", f"Authorization: Bearer {self.token}\r\n"),
        }


@asynccontextmanager
async def serving(patience: Patience | None = None) -> AsyncIterator[Place]:
    async with inside(Quiet(), think=(10_000, 10_000)) as app:
        config = settings(app)
        config.lifespan = "off"  # the hall is open
        server = Server(config, patience)
        task = asyncio.create_task(server.serve([socket.create_server(("127.0.0.1", 0))]))
        await until(lambda: server.started)
        try:
            yield await Place(server).open()
        finally:
            server.should_exit = True
            await task


def run(test: Callable[[Place], Awaitable[None]], patience: Patience | None = None) -> None:
    async def main() -> None:
        async with serving(patience) as place:
            await test(place)

    asyncio.run(main())


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not done():  # noqa: ASYNC110 - what is waited for tells nobody
            await asyncio.sleep(0.05)


async def ended(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the server hangs up, which it must."""
    found = b""
    try:
        while data := await asyncio.wait_for(reader.read(65_536), 30):
            found += data
    except ConnectionError:
        pass
    return found


# slow ones


@pytest.mark.parametrize(
    "begun",
    [
        "",
        "GET / HT",
        "GET / HTTP/1.1\r\nHost: hall\r\n",
        FORM + "Content-Length: 100\r\n\r\nname=A",
        FORM + "Content-Length: 15000\r\n\r\n",
        "POST /name HTTP/1.1\r\nHost: hall\r\nContent-Length: 99999999\r\n\r\nname=A",
        "POST /name HTTP/1.1\r\nHost: hall\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nname=",
        GET.format("/healthz") + "GET / HT",
        "GET /t/aaaaaaaaaa/live HTTP/1.1\r\nHost: hall\r\nUpgrade: websocket\r\n",
    ],
)
def test_a_request_that_never_ends(begun: str) -> None:
    async def test(place: Place) -> None:
        reader, writer = await place.connect()
        writer.write(begun.encode())
        await ended(reader)
        writer.close()

    run(test, Patience(request=0.2))


@pytest.mark.parametrize("head", ["", FORM + "Content-Length: 15000\r\n\r\n"])
def test_a_request_byte_by_byte(head: str) -> None:
    """Each byte is something, but it isn't a request in time."""

    async def test(place: Place) -> None:
        reader, writer = await place.connect()
        writer.write(head.encode())

        async def drip() -> None:
            for byte in (GET.format("/" + "x" * 5_000)) * 2:
                writer.write(byte.encode())
                await asyncio.sleep(0.05)

        dripping = asyncio.create_task(drip())
        await ended(reader)
        dripping.cancel()
        writer.close()

    run(test, Patience(request=0.5))


@pytest.mark.parametrize("asked", [GET.format("/games/the-feast/guide") * 400, GET.format("/")])
def test_an_answer_that_nobody_reads(asked: str) -> None:
    """More than all buffers hold, or little enough for the server to think that it is done."""

    async def test(place: Place) -> None:
        loop, plug = asyncio.get_running_loop(), socket.socket()
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plug.setblocking(False)
        await loop.sock_connect(plug, ("127.0.0.1", place.port))
        await loop.sock_sendall(plug, asked.encode())
        await until(lambda: any(found.cycle for found in place.connections))
        await until(lambda: not place.connections)
        plug.close()

    run(test, Patience(read=0.2))


def test_a_long_question_is_not_cut() -> None:
    async def test(place: Place) -> None:
        seen = (await place.program("GET", f"/api/tables/{place.table['id']}"))["v"]
        found = await place.program("GET", f"/api/tables/{place.table['id']}?v={seen}&wait=3")
        assert found["v"] == seen

    run(test, Patience(request=0.2, read=0.2))


def test_headers_without_end() -> None:
    async def test(place: Place) -> None:
        reader, writer = await place.connect()
        writer.write(b"GET / HTTP/1.1\r\nHost: hall\r\n" + b"X-More: xxxxxxxx\r\n" * (MOST_HEAD_BYTES // 8))
        await ended(reader)
        writer.close()
        reader, writer = await place.connect()  # long ones are read
        more = "x" * (MOST_HEAD_BYTES // 2)
        writer.write(f"GET /healthz HTTP/1.1\r\nHost: hall\r\nX-More: {more}\r\nConnection: close\r\n\r\n".encode())
        assert (await ended(reader)).startswith(b"HTTP/1.1 200")
        writer.close()

    run(test, Patience(request=10_000))


class Pretended(HttpConnection):
    """A connection of which only the state counts."""

    def __init__(self, cycle: Any = None, unread: int = 0) -> None:
        self.cycle = cycle
        self.timeout_keep_alive_task = None
        self.unread = unread
        self.transport = self

    def get_write_buffer_size(self) -> int:
        return self.unread


def test_patience_counts_from_when_it_began() -> None:
    patience, quiet, unread = Patience(request=20, read=60), Pretended(), Pretended(object_of(more_body=False), 1)
    assert [patience.exhausted([quiet, unread], now) for now in (0, 19, 20)] == [[], [], []]
    assert patience.exhausted([quiet, unread], 21) == [quiet]
    assert patience.exhausted([unread], 61) == [unread]
    unread.unread = 0
    assert patience.exhausted([unread], 62) == []
    unread.unread = 1
    assert patience.exhausted([unread], 63) == [] == patience.exhausted([unread], 120), "it had been read meanwhile"
    assert patience.exhausted([unread], 124) == [unread]


def test_patience_begins_anew_with_every_request() -> None:
    patience, busy = Patience(request=20), Pretended()
    for now in range(0, 200, 15):
        busy.cycle = object_of(more_body=True)
        assert patience.exhausted([busy], now) == []
    assert patience.exhausted([busy], now + 21) == [busy]


def object_of(**values: Any) -> Any:
    return type("Cycle", (), {"response_complete": False, **values})()


# memory


@pytest.mark.parametrize("kind", ["page", "program"])
def test_nothing_of_a_socket_stays_in_memory(kind: str) -> None:
    """Without the collector of circular garbage, which seldom comes to what has grown old."""
    kinds = (HttpConnection, LiveConnection, Live, Listener, Feed, Outbox)

    async def test(place: Place) -> None:
        async def sockets(count: int) -> None:
            found = [await opened(place.port, *place.ways_in()[kind]) for _ in range(count)]
            for number, connection in enumerate(found):
                await closed(connection, polite=number % 2 == 0)

        await sockets(3)
        gc.collect()
        gc.disable()
        try:
            await sockets(20)
            await until(lambda: not any(isinstance(found, kinds) for found in gc.get_objects()))
        finally:
            gc.enable()

    run(test)
