"""The pages around the tables: the hall, a game, a table waiting, played or over, its replay and its record. Forms are
plain posts; who posts is known by a cookie, and only from our own pages. Imports hall, showing and FastAPI."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from markupsafe import Markup
from starlette.datastructures import FormData

from hightable.bots import USUAL
from hightable.engine.words import N_, Refused
from hightable.games import games
from hightable.hall.background import in_slices
from hightable.hall.guests import Guest
from hightable.hall.storage_errors import StorageProblem
from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web import guide
from hightable.web.assets import asset
from hightable.web.clocks import clock_words, timing_of
from hightable.web.daily import today_data
from hightable.web.forms import whole_number
from hightable.web.laying import lay_form, seats_of
from hightable.web.limits import CODES, TABLES, TooFast, limited
from hightable.web.lists import (
    cover,
    daily_name,
    finished_data,
    game_data,
    host_name,
    lobby_data,
    menu,
    setting_data,
    summary_data,
    table_name,
)
from hightable.web.replay import MOST_STEPS, replay_page
from hightable.web.result import result_page
from hightable.web.showing import Showing
from hightable.web.showings import Showings
from hightable.web.stage import draw, stage_of, whole
from hightable.web.visits import Missing, game_of, go, guest_of, hall_of, host_of, open_table, table_of, text

PHRASES: Final = (
    N_("Well played!"),
    N_("One moment, please."),
    N_("Your turn, I think."),
    N_("Oops."),
    N_("Thank you, that was a fine feast!"),
)
pages = APIRouter()
_ = translator()


# the hall


@pages.get("/", response_class=HTMLResponse)
async def home(request: Request) -> str:
    return await hall_page(request)


async def hall_page(request: Request, code: str = "", problem: str = "", name: str = "") -> str:
    """The hall; after a code that leads nowhere with the code, why, and the name that was given with it."""
    hall, guest = hall_of(request), await guest_of(request)
    mine = await hall.tables_of(guest) if guest else []
    known = {summary.id for summary in mine}
    turns = await hall.turns.of(guest.id, mine) if guest else set()
    waiting, playing = await hall.counts()
    largest = max(games().values(), key=lambda game: game.max_seats)  # where most find a chair
    return draw(
        "home.html",
        guest_name=name or (guest.name if guest else ""),
        games=menu(),
        quick=game_data(largest) if largest.max_seats > 1 else None,
        puzzle=next((game_data(game) for game in games().values() if game.max_seats == 1), None),
        daily=await today_data(hall, guest),
        my_tables=[summary_data(summary) | {"my_turn": summary.id in turns} for summary in mine],
        finished=[finished_data(table, guest) for table in await hall.finished_by(guest)] if guest else [],
        open_tables=[summary_data(summary) for summary in await hall.listed() if summary.id not in known],
        counts={"waiting": waiting, "playing": playing},
        code=code,
        problem=problem,
    )


@pages.post("/name")
async def rename(request: Request) -> Response:
    form = await request.form()
    _guest, token = await host_of(request, form)
    path = text(form, "next")
    return go(request, path if path.startswith("/games/") and path.count("/") == 2 else "/", token)


@pages.post("/quick")
async def quick(request: Request) -> Response:
    """A table against three bots, or alone where the game is for one; at once."""
    form = await request.form()
    game = game_of(text(form, "game"))
    guest, token = await host_of(request, form)
    limited(request, TABLES, guest.id)
    seats = min(4, game.max_seats)
    table = await hall_of(request).lay(guest, game.id, ["me", *[f"bot:{USUAL}"] * (seats - 1)])
    return go(request, f"/t/{table.id}", token)


@pages.get("/join")
async def join(request: Request, code: str = "") -> Response:
    return await to_table(request, code, FormData())


@pages.post("/join")
async def join_as(request: Request) -> Response:
    """The same from the hall, under the name that stands there."""
    form = await request.form()
    return await to_table(request, text(form, "code"), form)


@pages.get("/j/{code}")
async def short_link(request: Request, code: str) -> Response:
    return await join(request, code)


async def to_table(request: Request, code: str, form: FormData) -> Response:
    """To the table with this code; who gives a name has it there."""
    limited(request, CODES)
    code, name = code.strip()[:20], text(form, "name").strip()
    table = await hall_of(request).by_code(code) if code.isascii() else None
    if table is None:
        return HTMLResponse(await hall_page(request, code, _("No table has this code."), name), 404)
    token = (await host_of(request, form))[1] if name else None
    return go(request, f"/t/{table.id}", token)


# a game


@pages.get("/games/{id}", response_class=HTMLResponse)
async def game_page(request: Request, id: str, friends: str = "", deal: str = "") -> str:
    """A game, where a table of it is laid; perhaps with the deal of a finished table."""
    hall, guest = hall_of(request), await guest_of(request)
    again = await table_of(request, deal) if deal else None
    if again is not None:
        await hall.may_use(again, guest)
        if again.phase != "over" or again.game.id != id:
            raise Missing
    name, today = guest.name if guest else "", hall.today().isoformat()
    return lay_form(game_of(id), name, None, "", hall.offers, today, friends=bool(friends), again=again)


@pages.post("/tables")
async def lay(request: Request) -> Response:
    form = await request.form()
    game = game_of(text(form, "game"))
    try:
        guest, token = await host_of(request, form)
        limited(request, TABLES, guest.id)
        seats = seats_of(form, game)
        table = await hall_of(request).lay(
            guest,
            game.id,
            [text(form, f"chair{i}") for i in range(seats)],
            options={option.name: text(form, f"option_{option.name}") for option in game.options},
            title=text(form, "title"),
            listed=bool(text(form, "listed")),
            timing=timing_of(form),
            deal=text(form, "deal").strip()[:20],
        )
    except (TooFast, StorageProblem):
        raise
    except Refused as refused:
        hall = hall_of(request)
        today, again = hall.today().isoformat(), await hall.table(text(form, "deal"))
        return HTMLResponse(
            lay_form(game, text(form, "name"), form, refused.words(_), hall.offers, today, again=again), 422
        )
    return go(request, f"/t/{table.id}", token)


@pages.get("/rules", response_class=HTMLResponse)
async def rules(request: Request) -> Response:
    """The guides of all games; where there is one game only, its guide."""
    served = [game for game in menu() if game["playable"]]
    if len(served) == 1:
        return go(request, f"/games/{served[0]['id']}/guide")
    return HTMLResponse(draw("rules.html", games=served))


@pages.get("/games/{id}/guide", response_class=HTMLResponse)
async def guide_page(id: str) -> str:
    stage = stage_of(game_of(id))
    text = stage.guide
    return stage.draw(
        "guide.html", game=game_data(stage.game), guide=Markup(guide.html(text)), contents=guide.contents(text)
    )


@pages.get("/games/{id}/cover.svg")
async def cover_file(request: Request, id: str) -> Response:
    return asset(request.headers, stage_of(game_of(id)).folder / "cover.svg")


@pages.get("/games/{id}/style.css")
async def style_file(request: Request, id: str) -> Response:
    return asset(request.headers, stage_of(game_of(id)).folder / "style.css")


# a table


@pages.get("/t/{id}", response_class=HTMLResponse)
async def table_page(request: Request, id: str) -> str:
    table, guest = await open_table(request, id)
    if table.phase == "over":
        return result_page(table, table_data(table), table.seat_of(guest.id if guest else None))
    showing = await showing_of(request, table)
    if table.match is None:
        return lobby_page(request, table, guest, showing)
    seat = table.seat_of(guest.id if guest else None)
    view = table.match.state.view(seat)
    regions = showing.draw(view, seat)
    return showing.stage.draw(
        "table.html",
        title=_(table.game.title) if table.deal is None else daily_name(table.deal),
        game=table.game.id,
        styles=showing.stage.styles,
        sprites=showing.stage.sprites,
        live=f"/t/{table.id}/live",
        v=table.number,
        now=table.now(),
        me="" if seat is None else seat,
        holders=showing.stage.page.holders(view),
        regions=whole(regions),
        main=showing.stage.main(regions),
        log=Markup(showing.log(seat)),
        back=f"/t/{table.id}/replay" if table.game.recalls(table.options) else "",
        can_chat=guest is not None and table.talk,
        phrases=[_(phrase) for phrase in PHRASES],
        commitment=table.commitment,
    )


async def showing_of(request: Request, table: Table) -> Showing:
    showings: Showings = request.app.state.showings
    return await showings.of(table)


def lobby_page(request: Request, table: Table, guest: Guest | None, showing: Showing) -> str:
    return draw(
        "lobby.html",
        **lobby_data(table, guest),
        table=table_data(table)
        | {
            "link": str(request.url_for("table_page", id=table.id)),
            "code": spelled(table.code),
            "commitment": table.commitment,
            "options": setting_data(table.game, table.options),
            "listed": table.listed,
            "clock": clock_words(table.timing) if table.seats > 1 else "",
            "origin": table.saved.origin,
        },
        log=Markup(showing.log(table.seat_of(guest.id if guest else None))),
        can_chat=guest is not None and table.seat_of(guest.id) is not None and table.talk,
        live=f"/t/{table.id}/live?waiting",
        v=table.number,
    )


def spelled(code: str) -> str:
    """A code in two halves, as it is easily told."""
    return f"{code[:3]} {code[3:]}".upper()


def table_data(table: Table) -> dict[str, Any]:
    return {
        "id": table.id,
        "name": table_name(table.title, host_name(table), table.deal, table.saved.origin),
        "game": table.game.id,
        "title": _(table.game.title),
        "cover": cover(table.game.id),
        "brought": table.saved.origin == "brought",
    }


@pages.get("/t/{id}/log", response_class=HTMLResponse)
async def log(request: Request, id: str, before: str = "") -> str:
    """The lines of the log before an event, for a page that shows those after it; without an event, the newest."""
    table, guest = await open_table(request, id)
    showing = await showing_of(request, table)
    seat = table.seat_of(guest.id if guest else None)
    number = whole_number(before, 0, MOST_STEPS)
    return showing.log(seat) if number is None else await in_slices(showing.earlier(seat, number))


@pages.get("/t/{id}/record")
async def record(request: Request, id: str) -> Response:
    table, _guest = await open_table(request, id)
    headers = {"content-disposition": f'attachment; filename="{table.game.id}-{table.id}.record"'}
    return PlainTextResponse(table.record().text(), headers=headers)


@pages.get("/t/{id}/replay", response_class=HTMLResponse)
async def replay(request: Request, id: str, n: str = "", e: str = "", eyes: str | None = None) -> str:
    """A finished game through anybody's eyes, or a running one through one's own: at step `n`, or at event `e`."""
    table, guest = await open_table(request, id)
    if table.phase == "waiting":
        table.record()  # refused
    if table.phase == "playing" and not table.game.recalls(table.options):
        raise Refused(N_("Memory is part of this game: you can look back when it is over."))
    seat = table.seat_of(guest.id if guest else None)
    return await replay_page(table, table_data(table), seat, n, e, eyes)


@pages.get("/healthz")
async def health(request: Request) -> Response:
    """Whether this server can save anything."""
    try:
        waiting, playing = await hall_of(request).health()
    except Refused as refused:
        return JSONResponse({"ok": False, "problem": refused.words(_)}, 503)
    return JSONResponse({"ok": True, "waiting": waiting, "playing": playing})
