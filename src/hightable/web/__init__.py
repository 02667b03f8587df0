"""The web: pages, live tables, and the server that shows them."""

from __future__ import annotations

import gc
import socket
import sys
import threading
import urllib.request
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hightable import __version__
from hightable.form import form

if TYPE_CHECKING:
    from sqlalchemy import URL

    from hightable.hall.offers import Offers

NOT_STARTED: Final = 3  # exit code


def serve(
    listener: socket.socket,
    data: URL,
    open_browser: bool = False,
    offers: Offers | None = None,
    bots: bool = True,
    build: Path | None = None,
) -> None:
    """Start the hall on its data and serve it until stopped. `offers` are what the owner adds to the options; without
    `bots` a worker moves them; `build` is the folder where a compiled copy of this version is about to appear."""
    import uvicorn

    from hightable.hall.crew import Crew
    from hightable.hall.hall import Hall
    from hightable.hall.store import Store
    from hightable.web.app import create_app
    from hightable.web.first_run import follow_build

    store = Store(data, bots)
    store.claim()
    crew = Crew(2)
    crew.warm()
    hall = Hall(store, crew, offers=offers or {})
    host, port = listener.getsockname()[:2]
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    address = f"http://{shown}:{port}/"
    print(f"High Table {__version__} ({form()}) is served at {address}  (stop with Ctrl-C)", flush=True)
    if open_browser:
        threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
    _rest_the_collector()
    # Compression would cost as much as drawing the pages, and 40 KiB for every open one: see docs/load.md.
    app = create_app(hall, None if build is None else follow_build(build, crew, _say))
    server = uvicorn.Server(
        uvicorn.Config(
            app, log_level="warning", ws_max_size=65_536, server_header=False, timeout_graceful_shutdown=3,
            ws_per_message_deflate=False,
        )
    )  # fmt: skip
    with suppress(KeyboardInterrupt):
        server.run([listener])
    if not server.started:
        sys.exit(NOT_STARTED)


def _say(sentence: str) -> None:
    print(sentence, flush=True)


def _rest_the_collector() -> None:
    """Have Python look for circles of garbage seldom, and never among what was there before the first guest: most of
    what is in memory are tables, which stay, and looking at them again and again took an eighth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _open_when_ready(address: str) -> None:
    for _ in range(50):
        try:
            urllib.request.urlopen(address + "healthz", timeout=1).close()
        except OSError:
            threading.Event().wait(0.1)
        else:
            webbrowser.open(address)
            return
