"""Attacks on a server that this program starts and stops itself, on loopback: 40 connections of one guest act and undo
at one table as fast as the server lets them; then 40 guests do so at a table each; then a connection that never reads
asks for the text form 60 times. Prints what that cost.

    python -m bench.attack [SECONDS] [plain]

`plain` leaves the compiled form in `build/compiled` alone, to compare sources."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket as sockets
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.hosts import Host, our_host, serving

GAME = "the-feast"
CONNECTIONS = 40
SECONDS = 60.0
RATE = 15.0  # orders a second by each connection: as many as a server took from one before guests were counted
BATCH = 10  # orders at once
PATIENCE = 1.0  # seconds in which the answers to them come
ASKED = 60  # times for the text form, without reading any of it
LOST = (OSError, WebSocketException, TimeoutError)
T = TypeVar("T")


# /healthz meanwhile


async def meanwhile(url: str, deed: Awaitable[T]) -> tuple[T, str]:
    """The outcome of a deed, and how long /healthz took meanwhile. A process of its own measures it, so that this one's
    work doesn't count."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "bench.attack", "probe", url,
                                                   stdin=pipe, stdout=pipe)  # fmt: skip
    assert process.stdout is not None
    await process.stdout.readline()
    outcome = await deed
    told, _ = await process.communicate(b"\n")
    times = [float(word) for word in told.split()]
    return outcome, f"/healthz median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms"


def probe(url: str) -> None:
    """Ask for /healthz ten times a second until a line comes in, and print how many milliseconds each answer took."""
    ended = threading.Event()

    def wait() -> None:
        sys.stdin.readline()
        ended.set()

    threading.Thread(target=wait, daemon=True).start()
    with httpx.Client(base_url=url, timeout=120) as http:
        http.get("/healthz")
        print("begun", flush=True)
        while True:
            begun = time.perf_counter()
            http.get("/healthz")
            print(f"{(time.perf_counter() - begun) * 1000:.1f}", flush=True)
            if ended.wait(0.1):
                return


# attackers


class Line:
    """One connection of the JSON protocol, on which several orders are sent at once."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.answers: list[dict[str, Any]] = []
        self.news = asyncio.Event()
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.socket:
            assert isinstance(text, str)
            if '"ok":' in text or '"error":' in text:  # most are neither, and reading them would slow this side down
                self.answers += [message for message in json.loads(text) if "ok" in message or "error" in message]
                self.news.set()

    async def ask(self, orders: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The answers to these orders, as far as they come."""
        self.answers.clear()
        for order in orders:
            await self.socket.send(json.dumps(order))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while len(self.answers) < len(orders) and not self.reader.done():
                    self.news.clear()
                    await self.news.wait()
        return list(self.answers)

    def close(self) -> None:
        self.reader.cancel()
        self.socket.transport.abort()


class Attacker:
    """A guest who attacks from a chair of a running game for two."""

    def __init__(self, host: Host, token: str, table: str, action: str, number: int) -> None:
        self.host, self.table = host, table
        self.action, self.number = action, number
        self.token = token
        self.cookie = {"cookie": f"ht_guest={token}"}
        self.acted = False
        self.sent = self.done = self.lost = 0

    async def live(self, path: str = "/t/{}/live", buffer: int = 0) -> ClientConnection:
        """A connection of a page or a program, perhaps with so small a buffer for what comes in."""
        plug = None
        if buffer:
            plug = sockets.socket()
            plug.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, buffer)
            plug.setblocking(False)
            await asyncio.get_running_loop().sock_connect(plug, ("127.0.0.1", urlsplit(self.host.url).port))
        url = f"{self.host.url.replace('http', 'ws')}{path.format(self.table)}?v=-1"
        headers = {**self.cookie, "authorization": f"Bearer {self.token}"}
        options: dict[str, Any] = {"compression": None, "max_size": None, "ping_interval": None, "close_timeout": 1}
        return await connect(url, sock=plug, additional_headers=headers, open_timeout=60, **options)

    async def alternate(self, http: httpx.AsyncClient, connections: int, seconds: float) -> None:
        """Act and undo for so long, several times over each connection in turn. Each entry makes other numbers stale,
        but which number it will have is known before, so that nobody has to wait for an answer."""
        until = time.monotonic() + seconds
        lines: list[Line | None] = [None] * connections
        while time.monotonic() < until:
            began = time.monotonic()
            for i in range(connections):
                try:
                    line = lines[i] = lines[i] or Line(await self.live("/api/tables/{}/live"))
                    answers = await line.ask(self._orders())
                except LOST:
                    self.lost, answers = self.lost + 1, []
                if (line := lines[i]) and line.reader.done():
                    self.lost += 1
                    line.close()
                    lines[i] = None
                for answer in answers:
                    if "ok" in answer:
                        self.acted, self.done, self.number = not self.acted, self.done + 1, answer["v"]
                if not all("ok" in answer for answer in answers) or len(answers) < BATCH:
                    await self._look(http)
                if time.monotonic() > until:
                    break
            await asyncio.sleep(max(0.0, BATCH / RATE - (time.monotonic() - began)))
        for line in lines:
            if line is not None:
                line.close()

    async def _look(self, http: httpx.AsyncClient) -> None:
        """Where the table stands, after something was refused."""
        answer = await http.get(f"/api/tables/{self.table}", headers={"authorization": f"Bearer {self.token}"})
        if answer.status_code == 200:
            self.number, self.acted = answer.json()["v"], not answer.json()["legal"]

    def _orders(self) -> list[dict[str, Any]]:
        """The next few, each as if all before it were carried out: to act makes two events, to undo one."""
        orders, acted, number = [], self.acted, self.number
        for _ in range(BATCH):
            self.sent += 1
            order = {"undo": True} if acted else {"a": self.action}
            orders.append({**order, "v": number, "id": f"{self.sent}"})
            acted, number = not acted, number + (1 if acted else 2)
        return orders

    async def first_message(self) -> int:
        socket = await self.live()
        text = await asyncio.wait_for(socket.recv(), 60)
        socket.transport.abort()
        return len(text)

    async def never_read(self) -> float:
        """Ask for the text form and read nothing: the most memory of the server meanwhile, in MiB."""
        socket, most = await self.live(buffer=4096), self.host.memory
        socket.transport.pause_reading()
        for _ in range(ASKED):
            try:
                await asyncio.wait_for(socket.send(json.dumps({"words": True})), 5)
            except LOST:
                break
            await asyncio.sleep(0.1)
            most = max(most, self.host.memory)
        socket.transport.abort()
        return most


class Run:
    """All attacks on one server."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.http = httpx.AsyncClient(base_url=host.url, timeout=120)

    async def _post(self, path: str, token: str | None, **body: Any) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.post(f"/api{path}", json=body, headers=headers)
        answer.raise_for_status()
        return answer.json()

    async def _attacker(self) -> Attacker:
        eve, odo = [(await self._post("/guests", None, name=name))["token"] for name in ("Eve", "Odo")]
        table = (await self._post("/tables", eve, game=GAME, chairs=["me", "friend"]))["table"]["id"]
        await self._post(f"/tables/{table}/sit", odo)
        begun = await self._post(f"/tables/{table}/begin", eve)
        return Attacker(self.host, eve, table, begun["legal"][0], begun["v"])

    async def _alternate(self, name: str, attackers: list[Attacker], connections: int, seconds: float) -> None:
        before = self.host.memory
        deed = asyncio.gather(*(attacker.alternate(self.http, connections, seconds) for attacker in attackers))
        _, health = await meanwhile(self.host.url, deed)
        sent, done, lost = (sum(counts) for counts in zip(*((a.sent, a.done, a.lost) for a in attackers), strict=True))
        print(f"{name}, act and undo for {seconds:.0f} s: {sent} orders, {done} carried out")
        print(
            f"  {lost} connections refused or cut off; {health}; memory {before:.0f} to {self.host.memory:.0f} MiB",
            flush=True,
        )

    async def all(self, seconds: float) -> dict[str, list[str]]:
        """Attack by all means; the tables that were attacked."""
        eve = await self._attacker()
        await self._alternate(f"{CONNECTIONS} connections of one guest", [eve], CONNECTIONS, seconds)
        await asyncio.sleep(1)
        page = await self.http.get(f"/t/{eve.table}", headers=eve.cookie)
        print(f"  then the page has {len(page.content) / 1024:.0f} KiB, the first message "
              f"{await eve.first_message() / 1024:.0f} KiB")  # fmt: skip
        before = self.host.memory
        most, health = await meanwhile(self.host.url, eve.never_read())
        print(f"{ASKED} times the text form of that table, never read: memory {before:.0f} to {most:.0f} MiB; {health}")
        many = [await self._attacker() for _ in range(CONNECTIONS)]
        await self._alternate(f"{CONNECTIONS} guests at a table each", many, 1, seconds)
        await self.http.aclose()
        return {"one guest": [eve.table], f"{CONNECTIONS} guests": [attacker.table for attacker in many]}


def main(seconds: float = SECONDS, compiled: bool = True) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = f"{folder}/hall.db"
        with serving(partial(our_host, data, compiled)) as (host,):
            attacked = asyncio.run(Run(host).all(seconds))
        base = sqlite3.connect(data)
        for name, tables in attacked.items():
            counted = "select count(*) from entries where table_id = ?"
            entries = [base.execute(counted, [table]).fetchone()[0] for table in tables]
            print(f"entries of {name}: {sum(entries)}, at one table {max(entries)} at most")
        base.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["probe"]:
        probe(sys.argv[2])
    else:
        main(float(sys.argv[1]) if sys.argv[1:] else SECONDS, "plain" not in sys.argv[2:])
