"""What the people of a table do about each other: sit and stand, change places, send away, hand over, begin, go on to
another game. Forms are plain posts from our own pages. Imports hall and laying."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from starlette.datastructures import FormData

from hightable.bots import USUAL
from hightable.engine.words import N_, Refused
from hightable.hall.guests import Guest
from hightable.hall.storage_errors import StorageProblem
from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web.clocks import timing_of
from hightable.web.forms import whole_number
from hightable.web.laying import lay_form, seats_of
from hightable.web.limits import TABLES, limited
from hightable.web.lists import host_name
from hightable.web.visits import game_of, go, hall_of, host_of, known, open_table, table_of, text

MOST_CHAIRS: Final = 100  # more than any table has; the table knows its own
MOST_ENTRIES: Final = 999_999
group_pages = APIRouter()
_ = translator()


def chair_of(form: FormData, name: str = "chair") -> int:
    chair = whole_number(text(form, name), 0, MOST_CHAIRS - 1)
    if chair is None:
        raise Refused(N_("There is no such chair."))
    return chair


Deed = Callable[[Table, Guest, FormData], Awaitable[None]]


ARRANGED: Final = ("swap", "appoint", "remove")  # by one who arranges the chairs, which lie in a fold of the page


def at_table(deed: Deed) -> Callable[[Request, str], Awaitable[Response]]:
    """What a known guest does with a small form of a table's page, and then is at the table again: where chairs are
    arranged, at that fold, which a browser opens for who comes by its address."""
    where = "#arrange" if deed.__name__ in ARRANGED else ""

    async def answer(request: Request, id: str) -> Response:
        table, guest, form = await table_of(request, id), await known(request), await request.form()
        await deed(table, guest, form)
        return go(request, f"/t/{id}{where}")

    answer.__name__ = deed.__name__
    return answer


@group_pages.post("/t/{id}/sit")
async def sit(request: Request, id: str) -> Response:
    (table, _guest), form = await open_table(request, id), await request.form()
    guest, token = await host_of(request, form)
    await table.company.sit(guest, chair_of(form) if text(form, "chair") else None)
    return go(request, f"/t/{id}", token)


@group_pages.post("/t/{id}/stand")
async def stand(request: Request, id: str) -> Response:
    table, guest = await table_of(request, id), await known(request)
    playing = table.phase == "playing"
    await table.company.stand(guest)
    return go(request, "/" if playing else f"/t/{id}")


@group_pages.post("/t/{id}/begin")
@at_table
async def begin(table: Table, guest: Guest, form: FormData) -> None:
    await table.company.begin(guest, USUAL if text(form, "fill") else None)


@group_pages.post("/t/{id}/swap")
@at_table
async def swap(table: Table, guest: Guest, form: FormData) -> None:
    await table.company.swap(guest, chair_of(form), chair_of(form, "other"))


@group_pages.post("/t/{id}/appoint")
@at_table
async def appoint(table: Table, guest: Guest, form: FormData) -> None:
    await table.company.appoint(guest, chair_of(form), text(form, "level"))


@group_pages.post("/t/{id}/relieve")
@at_table
async def relieve(table: Table, guest: Guest, form: FormData) -> None:
    await table.company.relieve(guest, chair_of(form))


@group_pages.post("/t/{id}/remove")
@at_table
async def remove(table: Table, guest: Guest, form: FormData) -> None:
    await table.company.remove(guest, chair_of(form))


@group_pages.post("/t/{id}/give")
@at_table
async def give(table: Table, guest: Guest, form: FormData) -> None:
    await table.company.hand_over(guest, chair_of(form), text(form, "to"))


@group_pages.post("/t/{id}/talk")
@at_table
async def talk(table: Table, guest: Guest, form: FormData) -> None:
    await table.company.let_talk(guest, bool(text(form, "on")))


@group_pages.post("/t/{id}/hints")
async def hints(request: Request, id: str) -> Response:
    table, guest, form = await table_of(request, id), await known(request), await request.form()
    await table.company.let_ask(guest, bool(text(form, "on")))
    return go(request, f"/t/{id}")


@group_pages.post("/t/{id}/again")
async def again(request: Request, id: str) -> Response:
    table, guest, form = await table_of(request, id), await known(request), await request.form()
    limited(request, TABLES, guest.id)
    other = bool(text(form, "other"))
    after = await hall_of(request).again(table, guest, other)
    back = f"?back={id}" if table.phase == "playing" else ""
    return go(request, f"/t/{after.id}/settings{back}" if other and after.host == guest.id else f"/t/{after.id}")


@group_pages.post("/t/{id}/from")
async def play_on(request: Request, id: str) -> Response:
    """A table of one's own that begins in the middle of a finished game."""
    table, _guest = await open_table(request, id)
    form = await request.form()
    guest, token = await host_of(request, form)
    limited(request, TABLES, guest.id)
    entries = whole_number(text(form, "entries"), 0, MOST_ENTRIES)
    if entries is None:
        raise Refused(N_("There is no such step in this game."))
    after = await hall_of(request).archive.branch(table, guest, entries, chair_of(form, "seat"))
    return go(request, f"/t/{after.id}", token)


@group_pages.get("/t/{id}/next")
async def next_table(request: Request, id: str) -> dict[str, str]:
    """Where the people of this table go on, for a page that asks now and then."""
    table, _guest = await open_table(request, id)
    after = await hall_of(request).table(table.next_id) if table.next_id else None
    return {} if after is None else {"path": f"/t/{after.id}", "host": host_name(after), "game": _(after.game.title)}


@group_pages.get("/t/{id}/settings", response_class=HTMLResponse)
async def settings(request: Request, id: str, game: str = "", back: str = "") -> str:
    """The host chooses what is played at a waiting table. `back` is the running game that they came from."""
    table, guest = await table_of(request, id), await known(request)
    if guest.id != table.host:
        raise Refused(N_("Only the host can do that."))
    before = await table_of(request, back) if back else None
    rests = "" if before is None or before.next_id != id else back
    offers = hall_of(request).offers
    return lay_form(game_of(game or table.game.id), guest.name, None, "", offers, table=table, back=rests)


@group_pages.post("/t/{id}/settings")
async def settle(request: Request, id: str) -> Response:
    table, guest, form = await table_of(request, id), await known(request), await request.form()
    game = game_of(text(form, "game"))
    options = {option.name: text(form, f"option_{option.name}") for option in game.options}
    try:
        await hall_of(request).change(
            table,
            guest,
            game.id,
            seats_of(form, game),
            options=options,
            title=text(form, "title"),
            listed=bool(text(form, "listed")),
            timing=timing_of(form),
        )
    except StorageProblem:
        raise
    except Refused as refused:
        offers = hall_of(request).offers
        return HTMLResponse(lay_form(game, guest.name, form, refused.words(_), offers, table=table), 422)
    return go(request, f"/t/{id}")
