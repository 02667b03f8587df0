"""A server for the tests, in a process of its own: `python -m tests.web.server PORT DATA`. Bots hardly pause, and the
clock stands at what the file DATA.clock says."""

import socket
import sys
from pathlib import Path

from hightable.hall.crew import Crew
from hightable.hall.hall import Hall
from hightable.hall.store import Store
from hightable.web.app import create_app
from hightable.web.connections import run

if __name__ == "__main__":
    port, data = int(sys.argv[1]), sys.argv[2]
    clock = Path(f"{data}.clock")
    hall = Hall(Store(f"sqlite:///{data}"), Crew(), think=(0.0, 0.02), clock=lambda: float(clock.read_text()))
    run(create_app(hall), socket.create_server(("127.0.0.1", port)))
