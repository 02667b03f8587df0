"""The server under load, on loopback, for less than ten minutes: actions a second and how long they take to the other
player's page, through rendered pages and through the JSON protocol, on SQLite and PostgreSQL, with one and two
processes; and boardgame.io with its durable storage as the yardstick, in the same run. The clients are `load.js`, so
Node is needed.

    python -m bench.load [TABLES]"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bench.hosts import COMPILED, Host, our_host, serving
from tests.postgres import Postgres

HERE = Path(__file__).parent
PEER = Path("build/peer")
TABLES = 200
SECONDS = 5.0
ROUNDS = 3  # of the yardstick and ours by turns; the best of each counts
SPARE = {"json": 4, "page": 2, "peer": 1}  # tables in reserve for each that is played, for when it is finished
THINK = 1.0  # seconds on average
IDLE = (500, 18)  # tables, and people who watch each of them besides the two who play
LONGEST = 570.0  # seconds; what is not begun by then is left out


@dataclass
class Figures:
    """What one run measured. `cpu` are cores in use by the server, `client` by the load program; `each` is the server's
    processor time for an action, in microseconds: it tells more than the rate where others use the machine, too."""

    rate: float
    times: list[float]
    cpu: float
    client: float
    kib: float
    memory: float
    per_table: float

    @property
    def each(self) -> float:
        return self.cpu / self.rate * 1e6

    def line(self) -> str:
        median, late = statistics.median(self.times), self.times[int(len(self.times) * 0.99)]
        return (
            f"{self.rate:7.0f} actions/s, median {median:6.1f} ms, 99 % {late:6.1f} ms, server {self.cpu:4.2f} cores "
            f"({self.each:.0f} µs each), "
            f"client {self.client:4.2f}, {self.kib:4.1f} KiB, {self.memory:3.0f} MiB, {self.per_table:3.0f} a table"
        )


def measure(kind: str, running: Sequence[Host], tables: int, think: float = 0.0) -> Figures:
    """One run of the clients against servers that are ready."""
    spare = 0 if think else SPARE[kind] * tables
    seconds = 2 * SECONDS if think else SECONDS
    orders = {"kind": kind, "tables": tables, "spare": spare, "warm": 2, "seconds": seconds, "think": think}
    empty, _ = costs(running)
    with clients({**orders, "urls": [host.url for host in running]}) as load:
        hear(load, "begin")
        memory, before = costs(running)
        hear(load, "end")
        _, after = costs(running)
        found = outcome(load)
    if found["errors"] or found["under"] or found["stalled"] or not found["times"]:
        raise SystemExit(f"{kind}: {found['errors']} refusals, {found['under']} tables stand still, "
                         f"{found['stalled']} found no further table")  # fmt: skip
    return Figures(
        rate=found["acted"] / seconds,
        times=sorted(found["times"]),
        cpu=(after - before) / seconds,
        client=found["client"],
        kib=found["bytes"] / 1024 / max(1, found["acted"]),
        memory=memory,
        per_table=(memory - empty) * 1024 / (tables + spare),
    )


def costs(running: Sequence[Host]) -> tuple[float, float]:
    """MiB of memory, and seconds of processor time so far."""
    return sum(host.memory for host in running), sum(host.spent for host in running)


@contextlib.contextmanager
def clients(orders: dict[str, Any]) -> Iterator[subprocess.Popen[bytes]]:
    """The load program at work."""
    pipe = subprocess.PIPE
    with subprocess.Popen(["node", str(HERE / "load.js")], stdin=pipe, stdout=pipe, stderr=pipe) as load:
        assert load.stdin is not None
        load.stdin.write(json.dumps(orders).encode())
        load.stdin.close()
        try:
            yield load
        finally:
            load.kill()


def hear(load: subprocess.Popen[bytes], word: str) -> None:
    """Wait until the load program has come so far."""
    assert load.stderr is not None
    for line in load.stderr:
        said = line.decode().strip()
        if said == word:
            return
        if said not in ("laid", "begin"):
            raise SystemExit(f"the load program failed: {said}")
    raise SystemExit("the load program ended too early")


def outcome(load: subprocess.Popen[bytes]) -> dict[str, Any]:
    assert load.stdout is not None
    found: dict[str, Any] = json.loads(load.stdout.read())
    return found


# the yardstick


def peer(folder: str) -> Host:
    """boardgame.io with its durable storage in this folder."""

    def command(port: int) -> list[str]:
        return ["node", str((HERE / "peer" / "server.js").absolute()), str(port), folder]

    return Host(command, "/games", cwd=PEER, env={**os.environ, "NODE_ENV": "production"}, stderr=subprocess.DEVNULL)


def has_peer() -> bool:
    """Fetch the yardstick from npm, if it is not there."""
    if not (PEER / "node_modules" / "boardgame.io").is_dir():
        if shutil.which("npm") is None:
            return False
        PEER.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "peer" / "package.json", PEER)
        command = ["npm", "install", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"]
        with contextlib.suppress(subprocess.SubprocessError):
            subprocess.run(command, cwd=PEER, timeout=180, check=True)
    return (PEER / "node_modules" / "boardgame.io").is_dir()


# the whole run


class Run:
    """All measurements, one after the other, as long as there is time."""

    def __init__(self, tables: int) -> None:
        self.tables = tables
        self.ends = time.monotonic() + LONGEST
        self.best: dict[str, Figures] = {}

    def measure(self, name: str, kind: str, make: Callable[[], Host], count: int = 1, think: float = 0.0) -> None:
        if time.monotonic() > self.ends - 45:
            print(f"  {name}: left out, there is no time left", flush=True)
            return
        with serving(make, count) as running:
            found = measure(kind, running, self.tables, think)
        print(f"  {name:38} {found.line()}", flush=True)
        if name not in self.best or found.rate > self.best[name].rate:
            self.best[name] = found

    def one_process(self, folder: Path) -> None:
        """Ours and the yardstick by turns, as fast as they go."""
        yardstick = has_peer()
        if not yardstick:
            print("  boardgame.io could not be fetched from npm: no yardstick in this run")
        for number in range(ROUNDS):
            for kind in ("json", "page"):
                self.measure(NAMES[kind], kind, partial(our_host, f"{folder}/{kind}{number}.db"))
            if yardstick:
                with tempfile.TemporaryDirectory() as kept:
                    self.measure(NAMES["peer"], "peer", partial(peer, kept))
        for kind in ("json", "page"):
            if NAMES["peer"] in self.best and NAMES[kind] in self.best:
                mine, theirs = self.best[NAMES[kind]], self.best[NAMES["peer"]]
                print(f"  {NAMES[kind]}: {mine.rate / theirs.rate:.1f} times the yardstick's actions/s, ", end="")
                print(f"with {mine.each / theirs.each:.2f} of its processor time for each; best of {ROUNDS} runs")

    def thinking(self, folder: Path) -> None:
        for kind in ("page", "json"):
            self.measure(NAMES[kind], kind, partial(our_host, f"{folder}/think-{kind}.db"), think=THINK)

    def postgres(self) -> None:
        server = Postgres(durable=True)
        try:
            for count in (1, 2):
                for kind in ("json", "page"):
                    url = server.new()
                    self.measure(
                        f"{NAMES[kind]}, {count} process{'es' * (count > 1)}", kind, partial(our_host, url), count
                    )
        finally:
            server.stop()

    def idle(self, folder: Path) -> None:
        """Many open pages where nothing happens."""
        tables, watchers = IDLE
        with serving(partial(our_host, f"{folder}/idle.db")) as running:
            empty, _ = costs(running)
            orders = {"kind": "idle", "urls": [running[0].url], "tables": tables, "watchers": watchers}
            with clients({**orders, "warm": 3, "seconds": 10}) as load:
                hear(load, "begin")
                memory, before = costs(running)
                hear(load, "end")
                _, after = costs(running)
                alive = outcome(load)["alive"]
        each = (memory - empty) * 1024 / alive
        print(f"  {alive} open pages at {tables} tables: {memory:.0f} MiB, {each:.0f} KiB each, ", end="")
        print(f"{(after - before) / 10:.2f} cores")


NAMES = {"json": "JSON protocol", "page": "rendered pages", "peer": "boardgame.io, FlatFile"}


def main(tables: int = TABLES) -> None:
    if shutil.which("node") is None:
        raise SystemExit("the load program needs Node; nothing was measured")
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))  # the servers and clients inherit it
    form = "compiled" if COMPILED.is_dir() else "plain"
    print(f"The Feast ({form}), two people at each of {tables} tables; times are from a click to the other's page")
    run = Run(tables)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("Closed loop, one process, SQLite")
        run.one_process(folder)
        print(f"{THINK:.0f} s of thought, one process, SQLite")
        run.best.clear()
        run.thinking(folder)
        print("Closed loop, PostgreSQL")
        run.postgres()
        print("Idle, one process, SQLite")
        run.idle(folder)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:2]))
