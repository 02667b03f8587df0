"""The web: pages, live tables, and the server that shows them."""

from __future__ import annotations

import gc
import socket
import threading
import urllib.request
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hightable import __version__
from hightable.form import form

if TYPE_CHECKING:
    from sqlalchemy import URL

    from hightable.hall.offers import Offers


def serve(
    listener: socket.socket,
    data: URL,
    open_browser: bool = False,
    offers: Offers | None = None,
    bots: bool = True,
    proxies: Sequence[str] = (),
    host_names: Sequence[str] = (),
    build: Path | None = None,
) -> None:
    """Start the hall on its data and serve it until stopped.

    `offers` are what the owner adds to the options. Without `bots` a worker moves them. `proxies` are trusted, and only
    `host_names` are answered if there are any. In the folder `build` a compiled copy of this version is about to
    appear."""
    from hightable.hall.crew import Crew
    from hightable.hall.hall import Hall
    from hightable.hall.store import Store
    from hightable.web.app import create_app
    from hightable.web.connections import run
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
    beside = None if build is None else follow_build(build, crew, _say)
    run(create_app(hall, proxies, host_names, beside), listener)


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
