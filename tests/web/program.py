"""A program at a table, for the tests: JSON over HTTP with a token, and a socket that keeps what it was told."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect


class Program:
    """A guest that is a program."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=f"{url}/api", timeout=20)
        guest = self.post("/guests", 201, name=name)
        self.id, self.token = guest["id"], guest["token"]
        self.http.headers["authorization"] = f"Bearer {self.token}"

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        return self._checked(self.http.get(path, params=query), status)

    def post(self, path: str, status: int = 200, /, **body: Any) -> Any:
        return self._checked(self.http.post(path, json=body), status)

    @staticmethod
    def _checked(answer: httpx.Response, status: int) -> Any:
        assert answer.status_code == status, answer.text
        return answer.json()

    def lay(self, *chairs: str, game: str = "the-feast", **order: Any) -> str:
        """Lay a table; its id."""
        return str(self.post("/tables", 201, game=game, chairs=list(chairs), **order)["table"]["id"])

    def live(self, table: str, seen: int = -1, origin: str | None = None) -> Feed:
        url = f"{self.url.replace('http', 'ws')}/api/tables/{table}/live?v={seen}"
        headers = {"authorization": f"Bearer {self.token}"}
        return Feed(connect(url, additional_headers=headers, origin=origin).__enter__())


class Feed:
    """A live connection that keeps the newest of everything."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.waiting: list[dict[str, Any]] = []
        self.now: dict[str, Any] = {"v": -1}
        self.errors: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.oks: list[str] = []

    def send(self, message: object) -> None:
        self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def act(self, action: str) -> str:
        mark = f"n{time.monotonic_ns()}"
        self.send({"a": action, "v": self.now["v"], "id": mark})
        return mark

    def take(self, timeout: float = 20) -> dict[str, Any]:
        """The next message."""
        if not self.waiting:
            self.waiting += json.loads(self.connection.recv(timeout))
        message = self.waiting.pop(0)
        if "error" in message:
            self.errors.append(message)
        elif "ok" in message:
            self.oks.append(message["ok"])
        self.events += message.get("events", [])
        self.now.update(message)
        return message

    def until(self, done: Callable[[], bool]) -> None:
        while not done():
            self.take()

    def error(self) -> dict[str, Any]:
        count = len(self.errors)
        self.until(lambda: len(self.errors) > count)
        return self.errors[-1]

    def close(self) -> None:
        self.connection.close()
