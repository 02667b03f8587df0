"""The server under load: N tables with two people each, on loopback, for a bounded time. Measures from one player's
click until the changed picture has reached the other player's connection.

    python -m bench.server [TABLES] [SECONDS]"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import psutil
from websockets.asyncio.client import ClientConnection, connect

COMPILED = Path("build/compiled")  # the server as `pip install .` makes it where a C compiler is at hand
TABLES = 200
SECONDS = 20.0
WARM_UP = 4.0
THINK = (1.0, 3.0)  # seconds that a player thinks
SERVER = """
import sys, uvicorn
from pathlib import Path
from hightable.web import serve
serve("127.0.0.1", int(sys.argv[1]), Path(sys.argv[2]))
"""


class Player:
    """One person with an open page."""

    def __init__(self, connection: ClientConnection, load: Load) -> None:
        self.connection = connection
        self.load = load
        self.other: Player
        self.heard: list[tuple[int, float]] = []  # numbers of pictures, and when they came
        self.v = -1
        self.html: dict[str, str] = {}
        self.asked = asyncio.Event()

    async def listen(self) -> None:
        async for text in self.connection:
            now = time.perf_counter()
            self.load.received += len(text)
            for message in json.loads(text):
                self.html.update(message.get("html", {}))
                self.v = message.get("v", self.v)
                self.heard.append((self.v, now))
            if self.offered():
                self.asked.set()

    def offered(self) -> list[str]:
        shown = self.html.get("hand", "") + self.html.get("status", "")
        buttons = [b for b in re.findall(r"<button[^>]*data-action[^>]*>", shown) if "aria-disabled" not in b]
        return [action for b in buttons for action in re.findall(r'data-action="([^"]+)"', b)]

    async def play(self) -> None:
        while True:
            await self.asked.wait()
            await asyncio.sleep(random.uniform(*THINK))
            self.asked.clear()
            if offered := self.offered():
                seen, start = self.v, time.perf_counter()
                self.load.sent += 1
                order = {"a": random.choice(offered), "v": seen, "id": f"{random.getrandbits(64):x}"}
                await self.connection.send(json.dumps(order))
                asyncio.get_running_loop().call_later(2.0, self.reckon, seen, start)

    def reckon(self, seen: int, start: float) -> None:
        """When the other page had what this click caused."""
        mine = next((v for v, at in self.heard if at > start and v > seen), None)
        if mine is None or not self.load.measuring(start):
            return
        there = next((at for v, at in self.other.heard if at > start and v >= mine), None)
        if there is None:
            self.load.late += 1
        else:
            self.load.times.append(there - start)


class Load:
    def __init__(self, url: str, tables: int, seconds: float) -> None:
        self.url, self.tables, self.seconds = url, tables, seconds
        self.times: list[float] = []
        self.late = self.sent = self.received = 0
        self.begins = 0.0

    def measuring(self, at: float) -> bool:
        return self.begins < at < self.begins + self.seconds

    async def lay(self) -> tuple[str, list[str]]:
        """A table with two people; its id and their cookies."""
        limits = httpx.Limits(max_connections=8)
        clients = [httpx.AsyncClient(base_url=self.url, timeout=60, limits=limits) for _ in range(2)]
        form = {"name": "One", "game": "the-feast", "seats": "2", "chair0": "me", "chair1": "friend"}
        id = (await clients[0].post("/tables", data=form)).headers["location"].removeprefix("/t/")
        await clients[1].post(f"/t/{id}/sit", data={"name": "Two"})
        await clients[0].post(f"/t/{id}/begin")
        cookies = [client.cookies["ht_guest"] for client in clients]
        for client in clients:
            await client.aclose()
        return id, cookies

    async def run(self) -> None:
        players: list[Player] = []
        for _ in range(self.tables):
            id, cookies = await self.lay()
            url = f"{self.url.replace('http', 'ws')}/t/{id}/live?v=-1"
            pair = [
                Player(await connect(url, additional_headers={"cookie": f"ht_guest={cookie}"}), self)
                for cookie in cookies
            ]
            pair[0].other, pair[1].other = pair[1], pair[0]
            players += pair
        tasks = [asyncio.create_task(work) for player in players for work in (player.listen(), player.play())]
        self.begins = time.perf_counter() + WARM_UP
        await asyncio.sleep(WARM_UP)
        self.sent = self.received = 0
        await asyncio.sleep(self.seconds)
        self.rate, self.bytes = self.sent / self.seconds, self.received / max(1, self.sent)
        await asyncio.sleep(2.5)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(player.connection.close() for player in players), return_exceptions=True)


def report(tables: int = TABLES, seconds: float = SECONDS) -> None:
    with socket.socket() as free, tempfile.TemporaryDirectory() as folder:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        command = [sys.executable, "-c", SERVER, str(port), str(Path(folder) / "hall.db")]
        server = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(COMPILED)})
        try:
            url = f"http://127.0.0.1:{port}"
            _wait(url)
            load = Load(url, tables, seconds)
            process = psutil.Process(server.pid)
            asyncio.run(load.run())
            spent, memory = process.cpu_times(), process.memory_info().rss / 2**20
        finally:
            server.terminate()
            server.wait()
    times = sorted(load.times)
    if not times:
        raise SystemExit("no click was measured")
    print(f"Server, one process, SQLite: {tables} tables, {2 * tables} open pages, {load.rate:.0f} clicks a second")
    print(f"  click to the other player's changed page: median {statistics.median(times) * 1000:.1f} ms, ", end="")
    print(f"99 % under {times[int(len(times) * 0.99)] * 1000:.1f} ms ({len(times)} clicks, {load.late} not within 2 s)")
    print(f"  {load.bytes / 1024:.1f} KiB sent per click, {memory:.0f} MiB of memory, ", end="")
    print(f"{spent.user + spent.system:.0f} s of processor time with set-up")


def _wait(url: str) -> None:
    for _ in range(100):
        try:
            httpx.get(url + "/healthz", timeout=1).raise_for_status()
            return
        except httpx.HTTPError:
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


if __name__ == "__main__":
    report(*(int(word) for word in sys.argv[1:3]))
