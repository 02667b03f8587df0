"""The web application: pages, live tables, static files, and the guards before all of them. Imports hall and pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

from hightable.engine.words import Refused
from hightable.hall.daily import Sealed, SealedToday
from hightable.hall.hall import Hall, Stuck
from hightable.hall.storage_errors import StorageProblem
from hightable.locale import translator
from hightable.web.api import create_api, problem, program_live, too_fast
from hightable.web.assets import Assets
from hightable.web.conversation import Door, Socket, admitted, seen_number
from hightable.web.daily import daily_pages
from hightable.web.deals import deal_pages
from hightable.web.feed import Feeds
from hightable.web.group import group_pages
from hightable.web.limits import Limits, TooFast
from hightable.web.live import Live
from hightable.web.middleware import Guard, behind
from hightable.web.pages import pages
from hightable.web.records import LONGEST_RECORD, record_pages
from hightable.web.showings import Showings
from hightable.web.stage import draw
from hightable.web.visits import COOKIE, Missing

API: Final = "/api"
_ = translator()


class Application(FastAPI):
    """An application with the guard before all of it, even before what answers when something breaks."""

    proxies: Sequence[str] = ()
    host_names: Sequence[str] = ()

    def build_middleware_stack(self) -> ASGIApp:
        inner = super().build_middleware_stack()
        guard = Guard(inner, turned_away, slowed, self.host_names, longer={"/records": LONGEST_RECORD})
        return behind(self.proxies, guard)


def create_app(
    hall: Hall,
    proxies: Sequence[str] = (),
    host_names: Sequence[str] = (),
    beside: Coroutine[None, None, None] | None = None,
) -> FastAPI:
    """The application for a hall's tables; it opens and closes the hall, and runs `beside` in between.

    `proxies` are the addresses and networks whose X-Forwarded-For is trusted. Only `host_names` are answered if there
    are any."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await hall.open()
        task = None if beside is None else asyncio.create_task(beside)
        yield
        if task is not None:
            task.cancel()
        await showings.close()
        await hall.close()

    app = Application(title="High Table", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.proxies, app.host_names = proxies, host_names
    app.state.hall = hall
    app.state.showings = showings = Showings()
    app.state.feeds = Feeds()
    app.state.limits = Limits()
    # Plain routes, before all others: what FastAPI would do for a connection costs more than everything else there.
    app.router.routes.append(WebSocketRoute("/t/{id}/live", Door(page_live)))
    app.router.routes.append(WebSocketRoute(f"{API}/tables/{{id}}/live", Door(program_live)))
    app.include_router(pages)
    app.include_router(group_pages)
    app.include_router(record_pages)
    app.include_router(daily_pages)
    app.include_router(deal_pages)
    app.mount(API, create_api(hall, app.state.limits))
    app.mount("/static", Assets(directory=Path(__file__).parent / "static"))
    app.add_exception_handler(Missing, missing)
    app.add_exception_handler(HTTPException, missing)
    app.add_exception_handler(Sealed, sealed)
    app.add_exception_handler(TooFast, hurried)
    app.add_exception_handler(Stuck, stuck)
    app.add_exception_handler(StorageProblem, unsaved)
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(Exception, broken)
    return app


def turned_away(request: Request, status: int, heading: str, text: str) -> Response:
    """A sentence for people on a page of its own, for programs as they expect it."""
    if request.url.path.startswith(f"{API}/"):
        return problem(status, text)
    return page(status, heading, text, *way_back(request))


def way_back(request: Request) -> tuple[str, str]:
    """Where one goes on after a sentence: who brought a record, to the page that takes them."""
    return ("/records", _("Back to the records")) if request.url.path == "/records" else ("/", _("Back to the hall"))


def page(status: int, heading: str, text: str, back: str = "/", back_label: str = "") -> HTMLResponse:
    label = back_label or _("Back to the hall")
    return HTMLResponse(draw("message.html", heading=heading, text=text, back=back, back_label=label), status)


async def missing(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    if isinstance(error, Missing) and error.reason:
        return page(404, _("Nothing is served here"), _(error.reason), "/daily", _("To today's feast"))
    if status == 404:
        words = _("There is no such page or table. Perhaps the link was cut short.")
        return turned_away(request, 404, _("Nobody sits here"), words)
    words = _("The hall doesn't understand this request. Nothing was done.")
    return turned_away(request, status, _("That can't be done"), words)


async def sealed(request: Request, error: Exception) -> Response:
    assert isinstance(error, Sealed)
    if isinstance(error, SealedToday):
        return page(403, _("Not before you have played"), error.words(_), "/daily", _("To today's feast"))
    return page(403, _("Not yet"), error.words(_))


async def hurried(request: Request, error: Exception) -> Response:
    assert isinstance(error, TooFast)
    return slowed(request, error)


def slowed(request: Request, error: TooFast) -> Response:
    """The answer to too many requests."""
    if request.url.path.startswith(f"{API}/"):
        return too_fast(error)
    response = page(429, _("One after the other"), error.words(_), *way_back(request))
    response.headers["retry-after"] = str(error.wait)
    return response


async def stuck(request: Request, error: Exception) -> Response:
    assert isinstance(error, Stuck)
    return page(409, _("This table rests"), error.words(_))


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    parts = request.url.path.split("/")
    if parts[1] == "t" and len(parts) > 3:  # something about a table: there one goes on
        return page(409, _("That can't be done"), error.words(_), f"/t/{quote(parts[2])}", _("Back to the table"))
    return page(409, _("That can't be done"), error.words(_))


async def unsaved(request: Request, error: Exception) -> Response:
    assert isinstance(error, StorageProblem)
    words = " ".join([error.words(_), _("Nothing of your game is lost; try again later.")])
    return page(503, _("The server needs help"), words, *way_back(request))


async def broken(request: Request, error: Exception) -> Response:
    return page(500, _("A plate fell"), _("Something went wrong on our side. Nothing of your game is lost; try again."))


async def page_live(socket: Socket) -> None:
    """A page's connection, whose guest the cookie names."""
    hall: Hall = socket.app.state.hall
    guest = await hall.guest(socket.cookies.get(COOKIE))
    table = await admitted(socket, hall, guest)
    if table is not None:
        showings: Showings = socket.app.state.showings
        await showings.of(table)  # so that its log is there when the page joins
        await Live(socket, showings, table, guest).run(seen_number(socket))
