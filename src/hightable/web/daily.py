"""The pages of the daily feast: the deals of a day with one's own state in each, and the lists of results. Imports
hall, lists and FastAPI."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from hightable.engine.words import N_
from hightable.games import game as find_game
from hightable.games.text import listed
from hightable.hall.daily import Deal, Placed, Try, deals, puzzles
from hightable.hall.guests import Guest
from hightable.hall.hall import Hall
from hightable.locale import translations, translator
from hightable.web.lists import long_date, setting_name
from hightable.web.stage import draw, stage_of
from hightable.web.visits import Missing, go, guest_of, hall_of, host_of, text

MOST_LINES: Final = 50  # of a list of results; one's own line is always there
MOST_DAYS: Final = 31  # without a table, between two days that follow each other by "←"
NO_DAY: Final = N_("There is no such day. A day is written like 2026-02-28.")
NO_DEAL: Final = N_("There is no such daily feast.")

daily_pages = APIRouter()
_ = translator()


@daily_pages.get("/daily", response_class=HTMLResponse)
async def today(request: Request) -> str:
    return await day_page(request, hall_of(request).today())


@daily_pages.get("/daily/{day}", response_class=HTMLResponse)
async def one_day(request: Request, day: str) -> str:
    try:
        found = date.fromisoformat(day)
    except ValueError:
        raise Missing(NO_DAY) from None
    if found.isoformat() != day:
        raise Missing(NO_DAY)
    if found > hall_of(request).today():
        raise Missing(N_("The feast of this day is still in the kitchen. Come back when its day has come."))
    return await day_page(request, found)


@daily_pages.post("/daily")
async def begin(request: Request) -> Response:
    """Sit down at one's own table of a deal; the form says of which day, so that midnight surprises nobody."""
    form = await request.form()
    deal = deal_of(text(form, "deal"))
    guest, token = await host_of(request, form)
    table = await hall_of(request).daily(guest, deal)
    return go(request, f"/t/{table.id}", token)


def deal_of(key: str) -> Deal:
    try:
        deal = Deal.of(key)
    except ValueError:
        raise Missing(NO_DEAL) from None
    if deal not in deals(deal.day):
        raise Missing(NO_DEAL)
    return deal


async def day_page(request: Request, day: date) -> str:
    if not puzzles():
        raise Missing
    hall, guest = hall_of(request), await guest_of(request)
    now, before = hall.today(), await hall.day_before(guest, day, MOST_DAYS)
    return draw(
        "daily.html",
        guest_name=guest.name if guest else "",
        day={
            "name": long_date(day),
            "before": "" if before is None else before.isoformat(),
            "after": (day + timedelta(1)).isoformat() if day < now else "",
            "over": day < now,
        },
        deals=await deals_data(hall, guest, day),
        what=what(),
    )


async def today_data(hall: Hall, guest: Guest | None) -> dict[str, Any] | None:
    """The daily feast as the hall shows it, or nothing where there is no game for it."""
    if not puzzles():
        return None
    day = hall.today()
    return {"name": long_date(day), "deals": await deals_data(hall, guest, day), "what": what()}


def what() -> str:
    """Which games the daily feast is, and what is aimed at."""
    names = listed([_(game.title) for game in puzzles()], _)
    if all(stage_of(game).page.fewer for game in puzzles()):
        return _("%(games)s: the fewer points, the better") % {"games": names}
    return names


async def deals_data(hall: Hall, guest: Guest | None, day: date) -> list[dict[str, Any]]:
    """The deals of a day, each with the guest's own state in it and the list of results."""
    mine = await hall.tries_of(guest, day) if guest else {}
    over = day < hall.today()
    return [
        deal_data(deal, mine.get(deal), lines, over) | {"shield": i % 8}
        for i, (deal, lines) in enumerate((await hall.day(day)).items())
    ]


def deal_data(deal: Deal, mine: Try | None, lines: list[Placed], over: bool) -> dict[str, Any]:
    game = find_game(deal.game)
    open = over or (mine is not None and mine.outcome is not None)  # others' tables may be looked at
    best = [line for line in lines if line.place == 1]
    own = next((line for line in lines if mine is not None and line.of.table_id == mine.table_id), None)
    return {
        "key": deal.key,
        "game": _(game.title),
        "name": setting_name(game, game.resolve(1, deal.options), 1) or _(game.title),
        "emblem": stage_of(game).emblem(deal.arrangement),
        "state": "new" if mine is None else "on" if mine.outcome is None else "done",
        "table": "" if mine is None else mine.table_id,
        "mine": {} if mine is None else result_data(mine),
        "place": None if own is None else own.place,
        "best": result_data(best[0].of) if best else {},
        "equals": len(best) - 1,
        "finished": len(lines),
        "lines": [
            {"place": line.place, "me": line is own, "table": line.of.table_id if open else "", **result_data(line.of)}
            for i, line in enumerate(lines)
            if i < MOST_LINES or line is own
        ],
    }


def result_data(t: Try) -> dict[str, Any]:
    """A finished try as one line."""
    if t.outcome is None:
        return {}
    points = translations().ngettext("%(num)s point", "%(num)s points", t.outcome.score) % {"num": t.outcome.score}
    title = _(t.outcome.title) if t.outcome.title else ""
    return {"name": t.name, "score": t.outcome.score, "points": points, "title": title, "turns": t.outcome.turns}
