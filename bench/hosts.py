"""Servers for the load and fault runs: processes on free ports of the loopback, on one data base, and what they cost.
Ours run as `pip install .` makes them where a C compiler is at hand, if `make compile` was run."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil

COMPILED = Path("build/compiled")
READY_SECONDS = 60


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Host:
    """One process that serves; it can be killed and started again on the same port."""

    def __init__(self, command: Callable[[int], list[str]], sign: str, **settings: Any) -> None:
        """`command` gets a port; under the path `sign` something answers when it is ready."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._command, self._sign, self._settings = command, sign, settings
        self.start()

    def start(self) -> None:
        """Begin to start; `wait` waits until it serves."""
        self.process = subprocess.Popen(self._command(self.port), stdout=subprocess.DEVNULL, **self._settings)

    def wait(self) -> None:
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            try:
                httpx.get(self.url + self._sign, timeout=2)
                return
            except httpx.HTTPError:
                time.sleep(0.05)
        raise SystemExit(f"{self.url} does not answer")

    def kill(self) -> None:
        """As if the machine had lost power, but for the disk."""
        helpers = psutil.Process(self.process.pid).children(recursive=True)  # its bots' processes
        self.process.kill()
        self.process.wait()
        for helper in helpers:
            with contextlib.suppress(psutil.NoSuchProcess):
                helper.kill()

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()

    @property
    def memory(self) -> float:
        """MiB of the server itself, without its bots' processes."""
        return float(psutil.Process(self.process.pid).memory_info().rss) / 2**20

    @property
    def spent(self) -> float:
        """Seconds of processor time so far."""
        times = psutil.Process(self.process.pid).cpu_times()
        return float(times.user + times.system)


def our_host(data: str, compiled: bool = True) -> Host:
    """A process of High Table, compiled if it can be."""

    def command(port: int) -> list[str]:
        return [sys.executable, "-m", "hightable", "serve", "--port", str(port), "--data", data, "--no-open"]

    paths = [str(COMPILED.absolute())] if compiled else []
    path = os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")])
    return Host(command, "/healthz", env={**os.environ, "PYTHONPATH": path})


@contextlib.contextmanager
def serving(make: Callable[[], Host], count: int = 1) -> Iterator[list[Host]]:
    """So many processes of a kind, ready to serve."""
    running: list[Host] = []
    try:
        for _ in range(count):
            running.append(make())
            running[-1].wait()  # the first one makes the tables of a data base
        yield running
    finally:
        for host in running:
            host.stop()
