"""Who comes to a page and what they ask for: guests by their cookie, tables and games by their address, texts of forms.
Imports hall, games and FastAPI."""

from __future__ import annotations

import secrets
from typing import Final

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData

from hightable.engine.contract import Game
from hightable.engine.words import N_, Refused
from hightable.games import game as find_game
from hightable.games import games
from hightable.hall.guests import Guest
from hightable.hall.hall import Hall
from hightable.hall.table import Table
from hightable.web.limits import GUESTS, limited

COOKIE: Final = "ht_guest"
YEAR: Final = 365 * 24 * 3600
NAMES: Final = ("Ysolt", "Odo", "Brenna", "Wulfric", "Maude", "Hamo", "Edith", "Piers", "Sabina", "Tibald")


class Missing(Exception):
    """Nothing is here under this address. `reason` says more than that, where there is more to say."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


async def guest_of(request: Request) -> Guest | None:
    return await hall_of(request).guest(request.cookies.get(COOKIE))


async def host_of(request: Request, form: FormData) -> tuple[Guest, str | None]:
    """The guest who posts, under the name given; a newcomer gets a token to keep."""
    hall, guest, name = hall_of(request), await guest_of(request), text(form, "name").strip()
    if guest is None:
        limited(request, GUESTS)
        return await hall.welcome(name or secrets.choice(NAMES))
    return (await hall.rename(guest, name) if name and name != guest.name else guest), None


async def known(request: Request) -> Guest:
    guest = await guest_of(request)
    if guest is None:
        raise Refused(N_("We don't know you yet. Give your name in the hall first."))
    return guest


def text(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def go(request: Request, path: str, token: str | None = None) -> Response:
    """On to another page, with the cookie that makes a newcomer known."""
    response = RedirectResponse(path, 303)
    if token:
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    return response


async def table_of(request: Request, id: str) -> Table:
    table = await hall_of(request).table(id) if id.isascii() and id.isalnum() and len(id) <= 16 else None
    if table is None:
        raise Missing
    return table


async def open_table(request: Request, id: str) -> tuple[Table, Guest | None]:
    """A table that the guest may look at, or Sealed."""
    table, guest = await table_of(request, id), await guest_of(request)
    await hall_of(request).may_look(table, guest)
    return table, guest


def game_of(id: str) -> Game:
    if id not in games():
        raise Missing
    return find_game(id)
