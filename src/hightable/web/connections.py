"""Connections to the server: uvicorn's own, with bounds on time and size, and without garbage when they end. Imports
uvicorn."""

from __future__ import annotations

import contextlib
import socket
import sys
import time
from collections.abc import Iterable
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

REQUEST_SECONDS: Final = 20.0  # for a request to arrive, from the connection or its first byte to the end of its body
READ_SECONDS: Final = 60.0  # for the other side to read all that was sent to it
KEEP_ALIVE_SECONDS: Final = 5  # between two requests
PING_SECONDS: Final = 20.0  # between two pings over a WebSocket, and for the answer to one
MOST_HEAD_BYTES: Final = 65_536  # of a request line and its headers
MOST_MESSAGE_BYTES: Final = 65_536  # of a message over a WebSocket
STOP_SECONDS: Final = 3  # for requests to end when the server stops
START_FAILED: Final = 3  # the exit status, as uvicorn has it


class HttpConnection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """A connection for requests, until it perhaps becomes a WebSocket."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._head = 0  # bytes that arrived before the headers of a request were complete

    @property
    def receiving(self) -> bool:
        """Whether a request is awaited or has arrived in part. Between two requests uvicorn's own timer runs."""
        cycle = self.cycle
        if cycle is None or cycle.more_body:
            return True
        return bool(cycle.response_complete and self.timeout_keep_alive_task is None)

    def data_received(self, data: bytes) -> None:
        """Read on, unless the headers are too long: uvicorn would keep them all."""
        cycle = self.cycle
        super().data_received(data)
        # A body that was answered before it had arrived comes in after the answer, and is no header.
        if self.cycle is not cycle or not (cycle is None or (cycle.response_complete and not cycle.more_body)):
            self._head = 0
            return
        self._head += len(data)
        if self._head > MOST_HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("The headers of this request are too long.")

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """Hand the connection over, and break the circle with the parser: this object is not told of the end."""
        super().handle_websocket_upgrade(*event)
        self.parser = None


class LiveConnection(WebSocketsSansIOProtocol):
    """A WebSocket."""

    def connection_lost(self, exc: Exception | None) -> None:
        """End, and break the circle of the parser with its own generator."""
        super().connection_lost(exc)
        self.conn.parser.close()


class Server(uvicorn.Server):
    """Uvicorn, which looks at all connections once a second and cuts those that are too slow."""

    def __init__(self, config: uvicorn.Config, patience: Patience | None = None) -> None:
        super().__init__(config)
        self._patience = patience or Patience()

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:
            for connection in self._patience.exhausted(self.server_state.connections, time.monotonic()):
                connection.transport.abort()
        return await super().on_tick(counter)


class Patience:
    """Since when each connection has kept the server waiting."""

    def __init__(self, request: float = REQUEST_SECONDS, read: float = READ_SECONDS) -> None:
        self._request, self._read = request, read
        self._receiving: dict[Any, tuple[object, float]] = {}  # the request before, and since when
        self._sending: dict[Any, float] = {}

    def exhausted(self, connections: Iterable[Any], now: float) -> list[Any]:
        """The connections that have sent only part of a request, or not read what they were sent, for too long."""
        receiving: dict[Any, tuple[object, float]] = {}
        sending: dict[Any, float] = {}
        for connection in connections:
            if isinstance(connection, HttpConnection) and connection.receiving:
                cycle, since = self._receiving.get(connection, (None, now))
                receiving[connection] = connection.cycle, since if cycle is connection.cycle else now
            if connection.transport.get_write_buffer_size():
                sending[connection] = self._sending.get(connection, now)
        self._receiving, self._sending = receiving, sending
        slow = [connection for connection, (_cycle, since) in receiving.items() if now - since > self._request]
        return slow + [connection for connection, since in sending.items() if now - since > self._read]


def run(app: ASGIApp, listener: socket.socket) -> None:
    """Serve on a listening socket until stopped; end the process with status 3 if it can't start."""
    server = Server(settings(app))
    with contextlib.suppress(KeyboardInterrupt):
        server.run([listener])
    if not server.started:
        sys.exit(START_FAILED)


def settings(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=HttpConnection,
        ws=LiveConnection,
        log_level="warning",
        server_header=False,
        proxy_headers=False,  # the application does that itself, for the proxies that the host has named
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
        ws_max_size=MOST_MESSAGE_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        # Compression would cost as much as drawing the pages, and 40 KiB for every open one: see docs/load.md.
        ws_per_message_deflate=False,
    )
