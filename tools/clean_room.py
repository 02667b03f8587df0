"""Checks that a newcomer gets the compiled engine: a fresh clone, an empty home, a new virtual environment, no extras.

1. `pip install .` must end in the compiled form and play a game that `hightable verify` accepts.
2. A build that can't compile must say why, both for `pip install .` and for `make play`.
3. `make play` must serve a page although its port is taken, compile, and move the bots to the compiled engine;
   the second start must be compiled throughout.

Run by `.ci/run` and `make clean-room`; needs nothing but Python, git, make, a C compiler and the package registry."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
BUILD_SECONDS = 1200  # a build on two busy cores takes some minutes
KEPT = ("PATH", "LANG", "TMPDIR", "CC", "http_proxy", "https_proxy", "no_proxy")  # of the environment, and PIP_*, SSL_*
BROKEN = 'wrong: int = "this is no number"\n'


class Room:
    """A folder with a clone of this checkout and an empty home."""

    def __init__(self, folder: Path) -> None:
        self.home, self.clone, self.venv = folder / "home", folder / "hightable", folder / "venv"
        self.home.mkdir()
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, self.clone], check=True)
        kept = {name: text for name, text in os.environ.items() if name in KEPT or name.startswith(("PIP_", "SSL_"))}
        kept.pop("PIP_CONSTRAINT", None)  # a caller's own, such as that of the Makefile
        kept.pop("PIP_BUILD_CONSTRAINT", None)
        self.environment = kept | {"HOME": str(self.home), "PYTHON": real_python()}

    def run(self, *command: str | Path, **settings: str) -> str:
        """What a command prints; a failure ends the check."""
        done = subprocess.run(
            [str(word) for word in command],
            cwd=self.clone,
            env=self.environment | settings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=BUILD_SECONDS,
        )
        if done.returncode:
            sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}")
        return done.stdout

    def version(self) -> str:
        return self.run(self.venv / "bin" / "hightable", "--version").strip()


class Server:
    """A running `make play`, and what it has printed so far."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process, self.lines = process, list[str]()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            print("   ", line, end="", flush=True)
            self.lines.append(line)

    def wait_for(self, pattern: str) -> re.Match[str]:
        """The first line that matches; the check fails if the server ends or takes too long."""
        ends = time.monotonic() + BUILD_SECONDS
        while time.monotonic() < ends:
            found = next((match for line in list(self.lines) if (match := re.search(pattern, line))), None)
            if found:
                return found
            if self.process.poll() is not None:
                break
            time.sleep(0.2)
        sys.exit(f"make play did not say: {pattern}")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="hightable-room-") as folder:
        room = Room(Path(folder))
        step("pip install . is compiled and plays")
        install(room)
        step("a build that can't compile says why")
        cannot_compile(room)
        step("make play compiles, and the bots switch without a restart")
        first_start(room)
        step("the second start is compiled throughout")
        second_start(room)
    print("clean room: all well")


def install(room: Room) -> None:
    room.run(real_python(), "-m", "venv", room.venv)
    pip = room.venv / "bin" / "pip"
    room.run(pip, "install", "--quiet", ".", PIP_CONSTRAINT="constraints.txt", PIP_BUILD_CONSTRAINT="constraints.txt")
    expect("psycopg" not in room.run(pip, "list"), "an extra was installed")
    expect(room.version().endswith(", compiled"), room.version())
    hightable, record = room.venv / "bin" / "hightable", room.home / "record"
    room.run(hightable, "play", "the-feast", "--seats", "cook,apprentice,apprentice", "--record", record)
    expect("allowed by the rules" in room.run(hightable, "verify", record), "the game's record is not verified")


def cannot_compile(room: Room) -> None:
    """Break the build on purpose, twice; the check above would fail on either."""
    again = (room.venv / "bin" / "pip", "install", "--quiet", "--no-deps", "--force-reinstall", ".")
    module = room.clone / "src/hightable/engine/bits.py"
    whole = module.read_text(encoding="utf-8")
    module.write_text(whole + BROKEN, encoding="utf-8")
    room.run(*again, PIP_CONSTRAINT="constraints.txt")
    expect("plain Python: mypyc failed: src/hightable/engine/bits.py" in room.version(), room.version())
    module.write_text(whole, encoding="utf-8")
    room.run(*again, PIP_CONSTRAINT="constraints.txt", CC="no-such-compiler")
    expect(room.version().endswith("plain Python: no C compiler found"), room.version())
    with playing(room, CC="no-such-compiler") as server:
        server.wait_for(r"served at")
        expect(any("plain Python: no C compiler found" in line for line in server.lines), "make play doesn't say why")
        expect(not any("background" in line for line in server.lines), "a build is promised that can't come")
    module.write_text(whole + BROKEN, encoding="utf-8")
    with playing(room) as server:
        server.wait_for(r"plain Python: mypyc failed")
    with playing(room) as server:
        server.wait_for(r"served at")
        expect(not any("background" in line for line in server.lines), "a build is promised that failed before")
    module.write_text(whole, encoding="utf-8")


def first_start(room: Room) -> None:
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # somebody else has it: just as good
            stack.enter_context(socket.create_server(("127.0.0.1", 8000)))
        with playing(room) as server:
            served = server.wait_for(r"\(plain Python.*served at (\S+)")
            expect(":8000/" not in served[1], "a taken port was taken again")
            expect("High Table" in fetch(served[1]), "no page is served")
            bots_play(served[1])
            server.wait_for(r"The engine is compiled")
            bots_play(served[1])


def second_start(room: Room) -> None:
    with playing(room) as server:
        served = server.wait_for(r"\(compiled\) is served at (\S+)")
        expect("High Table" in fetch(served[1]), "no page is served")
        bots_play(served[1])


@contextlib.contextmanager
def playing(room: Room, **settings: str) -> Iterator[Server]:
    """`make play` in the clone, stopped as by Ctrl-C in the end."""
    process = subprocess.Popen(
        ["make", "play"],
        cwd=room.clone,
        env=room.environment | settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        yield Server(process)
    finally:
        os.killpg(process.pid, signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(30)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def bots_play(url: str) -> None:
    """Sit down with bots and wait until they have acted."""
    token = post(f"{url}api/guests", {"name": "Newcomer"})["token"]
    chairs = ["me", "bot:cook", "bot:cook"]
    table = post(f"{url}api/tables", {"game": "the-feast", "chairs": chairs}, token)
    ends = time.monotonic() + 60
    while table["asked"] != [0]:
        expect(time.monotonic() < ends, "the bots don't play")
        time.sleep(0.2)
        table = json.loads(fetch(f"{url}api/tables/{table['table']['id']}", token))


def post(url: str, data: dict[str, Any], token: str = "") -> Any:
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    request = urllib.request.Request(url, json.dumps(data).encode(), headers if token else dict([*headers.items()][:1]))
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def fetch(url: str, token: str = "") -> str:
    request = urllib.request.Request(url, headers={"authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(answer.read().decode())


def real_python() -> str:
    """The interpreter itself: a wrapper may look for its settings at home, and a virtual environment isn't fresh."""
    return os.path.realpath(sys.executable)


def expect(well: bool, problem: str) -> None:
    if not well:
        sys.exit(f"clean room: {problem}")


def step(what: str) -> None:
    print(f"clean room: {what}", flush=True)


if __name__ == "__main__":
    main()
