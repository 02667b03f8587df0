"""A running server and a real Chromium for the tests of the web."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from websockets.sync.client import ClientConnection, connect

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


SOLO = "kings-feast"  # a game for one


class Server:
    """The server as a process that can be killed and started again on the same data."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.set_clock(2026, 2, 28)
        self.start()

    def set_clock(self, year: int, month: int, day: int) -> None:
        """What day the server takes it for; it is noon."""
        self._set(datetime(year, month, day, 12, tzinfo=UTC).timestamp())

    def wait(self, seconds: float) -> None:
        """Let so much time pass for the server, at once."""
        self._set(float(Path(f"{self.data}.clock").read_text()) + seconds)

    def _set(self, now: float) -> None:
        new = Path(f"{self.data}.new")
        new.write_text(str(now))
        new.replace(f"{self.data}.clock")

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.web.server", str(self.port), str(self.data)]
        self.process = subprocess.Popen(command, cwd=Path(__file__).parents[2])
        for _ in range(300):
            try:
                httpx.get(self.url + "/healthz", timeout=1).raise_for_status()
                return
            except httpx.HTTPError:
                assert self.process.poll() is None, "the server ended at once"
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("hall") / "hall.db")
    yield server
    server.stop()


class Person:
    """A guest without a browser: HTTP with a cookie, and a socket."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.name = name
        self.http = httpx.Client(base_url=server.url, follow_redirects=False, timeout=20)

    def post(self, path: str, **form: str) -> httpx.Response:
        return self.http.post(path, data={"name": self.name, **form})

    def lay(self, *chairs: str, **form: str) -> str:
        """Lay a table; its id."""
        chosen = {f"chair{i}": chair for i, chair in enumerate(chairs)}
        answer = self.post("/tables", game="the-feast", seats=str(len(chairs)), **chosen, **form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")

    def alone(self, **form: str) -> str:
        """Begin a game for one; its table's id."""
        answer = self.post("/tables", game=SOLO, seats="1", chair0="me", **form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")

    def daily(self, arrangement: str = "beginners-banquet", day: str = "2026-02-28") -> str:
        """Sit down at the daily feast; the table's id."""
        answer = self.post("/daily", deal=f"{day}/{SOLO}/{arrangement}")
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")

    def finish(self, table: str) -> None:
        """Play a game for one, and end it as soon as that is offered."""
        socket = self.live(table)
        socket.until(lambda: bool(socket.html))
        while offers := offered(html := self.http.get(f"/t/{table}").text):
            socket.v = v = int(re.search(r'data-v="(\d+)"', html)[1])  # type: ignore[index]
            socket.act("end-game" if "end-game" in offers else offers[0])
            socket.until(lambda v=v: socket.v > v)  # type: ignore[misc]
        socket.close()

    def live(self, table: str, seen: int = -1, origin: str | None = None) -> Socket:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"cookie": cookie} if cookie else {}
        url = f"{self.server.url.replace('http', 'ws')}/t/{table}/live?v={seen}"
        return Socket(connect(url, additional_headers=headers, origin=origin).__enter__())


def offered(html: str) -> list[str]:
    """The actions that buttons in this HTML offer."""
    buttons = [button for button in re.findall(r"<button[^>]*>", html) if "aria-disabled" not in button]
    return [found[1] for button in buttons if (found := re.search(r'data-action="([^"]+)"', button))]


class Socket:
    """A live connection that keeps the newest picture, as a page would."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.html: dict[str, str] = {}
        self.parts: dict[str, str] = {}
        self.waiting: list[dict[str, object]] = []  # received, not yet looked at
        self.v = -1
        self.errors: list[str] = []
        self.number = 0

    def send(self, message: object) -> None:
        self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def act(self, action: str) -> None:
        self.number += 1
        self.send({"a": action, "v": self.v, "id": f"n{self.number}-{time.monotonic_ns()}"})

    def take(self, timeout: float = 20) -> dict[str, object]:
        """The next message."""
        if not self.waiting:
            self.waiting += json.loads(self.connection.recv(timeout))
        message = self.waiting.pop(0)
        self.html.update(message.get("html", {}))
        self.parts.update(message.get("parts", {}))
        self.v = message.get("v", self.v)
        if "error" in message:
            self.errors.append(message["error"])
        return dict(message)

    def drain(self) -> None:
        """Take what has come, without waiting for more than a moment."""
        try:
            while True:
                self.take(0.05)
        except TimeoutError:
            pass

    def until(self, done: Callable[[], bool]) -> None:
        while not done():
            self.take()

    def error(self) -> str:
        """The next error."""
        count = len(self.errors)
        self.until(lambda: len(self.errors) > count)
        return self.errors[-1]

    def legal(self) -> list[str]:
        """The actions that the page offers."""
        return offered(self.html.get("hand", "") + self.html.get("status", ""))

    def close(self) -> None:
        self.connection.close()


@pytest.fixture
def person(server: Server) -> Callable[[str], Person]:
    return lambda name: Person(server, name)


@pytest.fixture(scope="module")  # while it is open, an event loop runs in this thread, and tests of others need theirs
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        message = "no Chromium: install your system's package `chromium`, or name one with CHROMIUM=/path/to/it"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Open a page as somebody new: own cookies, still pictures, no pauses."""
    contexts: list[BrowserContext] = []
    failures: list[str] = []

    def open(size: dict[str, int] = WIDE, scheme: str = "dark", motion: str = "reduce") -> Page:
        context = browser.new_context(
            base_url=server.url,
            viewport=size,
            color_scheme=scheme,
            reduced_motion=motion,  # type: ignore[arg-type]
        )
        context.add_init_script("localStorage.setItem('pace', 'off')")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: failures.append(str(error)))
        return page

    yield open
    for context in contexts:
        context.close()
    assert [text for text in failures if not text.startswith("Transition was")] == [], "the page's script failed"
