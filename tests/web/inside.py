"""The whole application in the test's own process, for what can't be seen from outside: other clocks, other addresses,
other worlds. Nothing listens on any port."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx
from fastapi import FastAPI
from starlette.routing import Mount, Route, WebSocketRoute

from hightable.hall import Crew, Hall, Store
from hightable.web.app import create_app

NOON = 1_772_280_000.0  # 28 February 2026, 12:00 UTC
HERE = "127.0.0.1"


@asynccontextmanager
async def inside(
    crew: Crew | None = None, proxies: Sequence[str] = (), host_names: Sequence[str] = (), **settings: Any
) -> AsyncIterator[FastAPI]:
    """An application with an open hall whose clock stands at noon."""
    hall = Hall(Store("sqlite://"), crew or Crew(), clock=lambda: NOON, **settings)
    app = create_app(hall, proxies, host_names)
    await hall.open()
    try:
        yield app
    finally:
        await hall.close()


def visitor(app: FastAPI, address: str = HERE, token: str | None = None, cookie: bool = True) -> httpx.AsyncClient:
    """Somebody who comes from this address, perhaps as a guest: known by the cookie, or by the token in the header."""
    headers = {} if token is None or cookie else {"authorization": f"Bearer {token}"}
    cookies = {"ht_guest": token} if token is not None and cookie else {}
    transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 40_000))
    return httpx.AsyncClient(transport=transport, base_url="http://hall", headers=headers, cookies=cookies)


class Turned(Exception):
    """Turned away at the door."""


class Wire:
    """A WebSocket to the application, without a network."""

    def __init__(self, app: FastAPI, path: str, headers: dict[str, str], host: str = "hall") -> None:
        path, _, query = path.partition("?")
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws", "path": path,
            "raw_path": path.encode(), "query_string": query.encode(), "root_path": "", "subprotocols": [],
            "headers": [(b"host", host.encode()), *((n.encode(), v.encode()) for n, v in headers.items())],
            "client": (HERE, 40_001), "server": ("hall", 80),
        }  # fmt: skip
        self._task = asyncio.create_task(app(scope, self._in.get, self._out.put))  # type: ignore[arg-type]

    async def open(self) -> Wire:
        await self._in.put({"type": "websocket.connect"})
        first = await asyncio.wait_for(self._out.get(), 30)
        if first["type"] != "websocket.accept":
            raise Turned(f"{first.get('code')} {first.get('reason')}")
        return self

    async def send(self, message: object) -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        await self._in.put({"type": "websocket.receive", "text": text})

    async def take(self) -> list[dict[str, Any]]:
        """The messages of the next frame."""
        frame = await asyncio.wait_for(self._out.get(), 30)
        if frame["type"] != "websocket.send":
            raise Turned(f"{frame.get('code')} {frame.get('reason')}")
        found: list[dict[str, Any]] = json.loads(frame["text"])
        return found

    async def until(self, *names: str) -> dict[str, Any]:
        """The first message that has one of these fields; what came before it is dropped."""
        while True:
            for message in await self.take():
                if any(name in message for name in names):
                    return message

    async def close(self) -> None:
        await self._in.put({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self._task, 30)


def routes_of(app: Any, before: str = "") -> Iterator[tuple[str, str]]:
    """Every way in: the method, "WS" for a socket, "MOUNT" for a folder of files; and the path."""
    for route in app.routes:
        if hasattr(route, "original_router"):
            assert not route.include_context.prefix
            yield from routes_of(route.original_router, before)
        elif isinstance(route, Mount):
            inner = list(routes_of(route.app, before + route.path)) if hasattr(route.app, "routes") else []
            yield from inner or [("MOUNT", before + route.path)]
        elif isinstance(route, WebSocketRoute):
            yield "WS", before + route.path
        else:
            assert isinstance(route, Route), f"{route!r} is a kind of route that this list doesn't know"
            for method in sorted((route.methods or set()) - {"HEAD"}):
                yield method, before + route.path
