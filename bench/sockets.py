"""Memory of a server after many WebSockets have been opened and closed again, on loopback; stops by itself. Each round
opens AT_ONCE sockets and closes them together, as when people go home, so that what belongs to them has grown old.

    python -m bench.sockets [SOCKETS]"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial

import httpx

from bench.hosts import Host, our_host, serving

STEPS = (2_000, 10_000, 20_000, 40_000)  # sockets after which the memory is read
AT_ONCE = 2_000
OPENING = 50  # handshakes under way at the same time
SETTLE = 3.0  # seconds between the last socket and the reading
ALLOWED = 1.2  # of the level after the first step
CLOSE = b"\x88\x82\x00\x00\x00\x00\x03\xe8"  # a close frame, 1000, with a mask of zeros

HOSTS, EACH = 5, 20  # guests, and tables that each of them lays

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def opened(port: int, path: str, header: str) -> Connection:
    """A WebSocket to `path` whose first message has arrived; `header` names the guest."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{header}"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = await reader.readuntil(b"\r\n\r\n")
    if not answer.startswith(b"HTTP/1.1 101"):
        raise SystemExit(f"the server refused a socket: {answer.splitlines()[0].decode()}")
    await reader.read(65_536)
    return reader, writer


async def closed(connection: Connection, polite: bool) -> None:
    """Say goodbye and wait for the answer, or just hang up."""
    reader, writer = connection
    if polite:
        writer.write(CLOSE)
        while await reader.read(65_536):
            pass
    writer.close()


async def rounds(port: int, ways: Sequence[tuple[str, str]], count: int) -> None:
    """Open and close `count` sockets, in each of the ways in turn; every second one hangs up without a word."""
    while count > 0:
        found: list[Connection] = []
        while len(found) < min(count, AT_ONCE):
            some = ways[len(found) % len(ways) :][:OPENING]
            found += await asyncio.gather(*(opened(port, path, header) for path, header in some))
        await asyncio.gather(*(closed(connection, number % 2 == 0) for number, connection in enumerate(found)))
        count -= len(found)


def ways_in(host: Host, name: str) -> list[tuple[str, str]]:
    """Lay tables against a bot; the path and the header of a socket to each of them."""
    api = httpx.Client(base_url=f"{host.url}/api", timeout=20)
    found = []
    for _ in range(HOSTS):
        token = api.post("/guests", json={"name": "Ada"}).json()["token"]
        bearer = {"authorization": f"Bearer {token}"}
        order = {"game": "the-feast", "chairs": ["me", "bot:apprentice"]}
        for _ in range(EACH):
            id = api.post("/tables", json=order, headers=bearer).json()["table"]["id"]
            if name == "page":
                found.append((f"/t/{id}/live?v=-1", f"Cookie: ht_guest={token}\r\n"))
            else:
                found.append((f"/api/tables/{id}/live?v=-1", f"Authorization: Bearer {token}\r\n"))
    return found


def measure(host: Host, name: str, steps: Sequence[int]) -> list[float]:
    """MiB of memory after each of the steps."""
    ways, found, done = ways_in(host, name), list[float](), 0
    print(f"  sockets of a {name}; {host.memory:.0f} MiB before the first", flush=True)
    for step in steps:
        begun, spent = time.monotonic(), host.spent
        asyncio.run(rounds(host.port, ways, step - done))
        rate, each = (step - done) / (time.monotonic() - begun), (host.spent - spent) / (step - done)
        done = step
        time.sleep(SETTLE)
        found.append(host.memory)
        print(f"    {step:6} sockets: {found[-1]:4.0f} MiB ({found[-1] / found[0]:.2f} of the first), ", end="")
        print(f"{rate:.0f} a second, {each * 1e6:.0f} µs each", flush=True)
    return found


def main(most: int = STEPS[-1]) -> None:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))  # the server inherits it
    steps = [step for step in STEPS if step <= most]
    worst = 0.0
    for name in ("page", "program"):
        with tempfile.TemporaryDirectory() as folder, serving(partial(our_host, os.path.join(folder, "hall.db"))) as up:
            found = measure(up[0], name, steps)
            worst = max(worst, found[-1] / found[0])
    if worst > ALLOWED:
        raise SystemExit(f"memory grew to {worst:.2f} times its level after the first {steps[0]} sockets")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:2]))
