"""Records from elsewhere: a file that was handed out by some table, here or at another hall, is checked and then
watched like a game that was played here. Imports hall and stage."""

from __future__ import annotations

import asyncio
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from starlette.datastructures import UploadFile

from hightable.engine import Damaged, Record
from hightable.engine.words import N_, Refused
from hightable.games import game as find_game
from hightable.hall.storage_errors import StorageProblem
from hightable.locale import translator
from hightable.web.limits import TABLES, TooFast, limited
from hightable.web.stage import draw
from hightable.web.visits import go, hall_of, host_of, text

LONGEST_RECORD: Final = 200_000
MOST_ENTRIES: Final = 5_000
MOST_REWINDS: Final = 50  # each plays the game again from its beginning
record_pages = APIRouter()
_ = translator()


@record_pages.get("/records", response_class=HTMLResponse)
async def records() -> str:
    return draw("records.html", problem="", record="")


@record_pages.post("/records")
async def bring(request: Request) -> Response:
    limited(request, TABLES)  # checking a record is work
    form = await request.form()
    file = form.get("file")
    given = text(form, "record")
    try:
        if isinstance(file, UploadFile) and file.size:
            given = decoded(await file.read(LONGEST_RECORD + 1))
        if not given.strip():
            raise Refused(N_("There is no record here. Choose a file, or paste its text."))
        record = await asyncio.to_thread(checked, given)
        guest, token = await host_of(request, form)
        table = await hall_of(request).archive.keep_record(guest, record)
    except (TooFast, StorageProblem):
        raise
    except Refused as refused:
        return HTMLResponse(draw("records.html", problem=refused.words(_), record=given[:LONGEST_RECORD]), 422)
    return go(request, f"/t/{table.id}/replay", token)


def decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Refused(N_("This file is no text, so it can't be a record.")) from None


def checked(given: str) -> Record:
    """A record that holds in all its parts, or Refused with what is wrong."""
    try:
        if len(given) > LONGEST_RECORD:
            raise Damaged("it is too long")
        record = Record.parse(given)
        if len(record.entries) > MOST_ENTRIES or sum(text == "rewind" for _seat, text in record.entries) > MOST_REWINDS:
            raise Damaged("it is too long")
        record.verify(find_game)
    except Damaged as damaged:
        raise Refused(N_("This record can't be trusted: %(why)s."), "", {"why": str(damaged)}) from None
    return record
