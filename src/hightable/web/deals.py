"""One deal at several tables, side by side: who sat on a chair had the same cards there as all others who did. Imports
hall, lists and FastAPI."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from hightable.hall.daily import Outcome, Played
from hightable.hall.guests import Guest
from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web.lists import bot_name, cover, long_date, setting_name
from hightable.web.stage import draw
from hightable.web.visits import hall_of, open_table

deal_pages = APIRouter()
_ = translator()


@deal_pages.get("/t/{id}/deal", response_class=HTMLResponse)
async def deal_page(request: Request, id: str) -> str:
    """What all tables with the deal of a finished one have made of it, and what bots of each level do."""
    table, guest = await open_table(request, id)
    archive = hall_of(request).archive
    played, bots = await archive.tables(table), await archive.bots(table)
    best = best_of(table, [*(p.outcomes for p in played), *(o for o in bots.values() if o is not None)])
    return draw(
        "deal.html",
        table={"id": table.id, "game": table.game.id, "title": _(table.game.title), "cover": cover(table.game.id)},
        setting=setting_name(table.game, table.options, table.seats),
        solo=table.seats == 1,
        chairs=list(range(table.seats)),
        rows=[row_data(p, played, guest, best, table.id) for p in played],
        bots=[
            {"name": bot_name(level), "cells": None if found is None else cells(found, best)}
            for level, found in bots.items()
        ],
        commitment=table.commitment,
    )


def best_of(table: Table, all_outcomes: Sequence[Sequence[Outcome]]) -> list[tuple[int, ...]]:
    """The best merit that anybody reached on each chair."""
    return [max((outcomes[seat].merit for outcomes in all_outcomes), default=()) for seat in range(table.seats)]


def cells(outcomes: Sequence[Outcome], best: Sequence[tuple[int, ...]]) -> list[dict[str, Any]]:
    return [
        {"score": outcome.score, "title": _(outcome.title) if outcome.title else "", "best": outcome.merit == most}
        for outcome, most in zip(outcomes, best, strict=True)
    ]


def row_data(
    p: Played, all_played: Sequence[Played], guest: Guest | None, best: Sequence[tuple[int, ...]], here: str
) -> dict[str, Any]:
    """A table as one line. Who had finished the deal before knew it."""
    before = {c.guest for q in all_played if (q.ended or 0) < (p.ended or 0) for c in q.chairs if c.guest is not None}
    day = "" if p.ended is None else long_date(datetime.fromtimestamp(p.ended, UTC).date())
    return {
        "table": p.table_id,
        "here": p.table_id == here,
        "day": day,
        "cells": [
            cell
            | {
                "name": chair.name,
                "bot": chair.kind == "bot",
                "me": guest is not None and chair.guest == guest.id,
                "knew": chair.guest in before,
            }
            for cell, chair in zip(cells(p.outcomes, best), p.chairs, strict=True)
        ],
    }
