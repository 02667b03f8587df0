"""The hall for programs: JSON over HTTP and WebSocket under /api. Who asks is known by a token in the Authorization
header and by nothing else, so that no other site's page can act in a guest's name. Imports hall, feed and shapes."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BeforeValidator, Field
from starlette.exceptions import HTTPException

from hightable import __version__
from hightable.engine.words import N_, Refused
from hightable.games import games
from hightable.hall.daily import Sealed
from hightable.hall.guests import Guest
from hightable.hall.hall import Hall
from hightable.hall.storage_errors import StorageProblem
from hightable.hall.table import Table
from hightable.hall.timing import Timing
from hightable.locale import translator
from hightable.menu import game_data
from hightable.web import plain, shapes
from hightable.web.conversation import MOST_SEEN, Socket, admitted, seen_number
from hightable.web.feed import Listener
from hightable.web.forms import whole_number
from hightable.web.limits import CHAT, DEEDS, GUESTS, TABLES, Limits, TooFast, limited
from hightable.web.visits import Missing, hall_of, table_of
from hightable.web.wire import encoded

LONGEST_WAIT: Final = 25  # seconds that a question may wait for news
MOST_WAITING: Final = 1000  # questions that may wait at the same time; others are answered at once
_ = translator()
bearer = HTTPBearer(auto_error=False, description="A guest's token, from POST /guests.")
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": shapes.Problem, "description": text}
    for status, text in {
        400: "This is no JSON.",
        401: "No such guest: the token is missing or wrong.",
        403: "This guest may not look at this table yet, or the request came from another site's page.",
        404: "There is no such table.",
        409: "It can't be done now, and why. Nothing has changed.",
        413: "That is more than the hall takes at once.",
        422: "The request is not of this form.",
        429: "Too fast.",
        503: "Nothing can be saved now. Ask again later; an action, with the same mark.",
    }.items()
}
NO_TOKEN_NEEDED: Final[dict[str, Any]] = {"security": [{}]}  # beside the one that a token gives: one may watch without
routes = APIRouter(responses=REFUSALS)


def number_between(lowest: int, highest: int) -> BeforeValidator:
    """Numbers of a query are read as everywhere else."""

    def read(text: object) -> int:
        number = whole_number(str(text), lowest, highest)
        if number is None:
            raise ValueError
        return number

    return BeforeValidator(read)


class Unknown(Exception):
    """The token is nobody's."""


def create_api(hall: Hall, limits: Limits) -> FastAPI:
    """The application for programs, to be mounted under /api."""
    api = FastAPI(
        title="High Table",
        version=__version__,
        description="Tables, seats and games for programs. Live: a WebSocket at /api/tables/{id}/live.",
        docs_url=None,
        redoc_url=None,
    )
    api.state.hall = hall
    api.state.limits = limits
    api.state.waiting = 0
    api.include_router(routes)
    for error in (Refused, TooFast, Missing, Unknown, Sealed, RequestValidationError, HTTPException, Exception):
        api.add_exception_handler(error, refuse)
    return api


def problem(status: int, sentence: str, rule: str = "") -> Response:
    return Response(encoded({"error": sentence, "rule": rule}), status, media_type="application/json")


async def refuse(request: Request, error: Exception) -> Response:
    """Every refusal is a sentence."""
    match error:
        case TooFast():
            return too_fast(error)
        case Sealed():
            return problem(403, error.words(_), error.rule)
        case StorageProblem():
            return problem(503, error.words(_))
        case Refused():
            return problem(409, error.words(_), error.rule)
        case Missing():
            return problem(404, _("There is no such table."))
        case Unknown():
            answer = problem(401, _("Nobody here has this token. Ask for one by POST /api/guests."))
            answer.headers["www-authenticate"] = "Bearer"
            return answer
        case RequestValidationError():
            return problem(422, misread(error))
        case HTTPException(status_code=404):
            return problem(404, _("There is nothing under this address."))
        case HTTPException():
            answer = problem(error.status_code, _("The hall doesn't understand this request. Nothing was done."))
            answer.headers.update(error.headers or {})
            return answer
    return problem(500, _("Something went wrong on our side. Nothing of your game is lost; try again."))


def too_fast(error: TooFast) -> Response:
    answer = problem(429, error.words(_))
    answer.headers["retry-after"] = str(error.wait)
    return answer


def misread(error: RequestValidationError) -> str:
    """Where a request is not what it should be. What was sent is not repeated."""
    first = error.errors()[0]
    if first["type"] == "json_invalid" or len(first["loc"]) < 2:
        return _("A JSON object is expected here.")
    place = ".".join(str(part) for part in first["loc"][1:])
    return _("“%(place)s” is missing or is not what it should be.") % {"place": place[:60]}


def answer(data: plain.Data, status: int = 200) -> Response:
    return Response(encoded(data), status, media_type="application/json")


# who asks


async def _visitor(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Guest | None:
    if given is None:
        if "authorization" in request.headers:
            raise Unknown
        return None
    guest = await hall_of(request).guest(given.credentials)
    if guest is None:
        raise Unknown
    return guest


Visitor = Annotated[Guest | None, Depends(_visitor)]


async def _known(request: Request, guest: Visitor) -> Guest:
    if guest is None:
        raise Unknown
    limited(request, DEEDS, guest.id)
    return guest


Known = Annotated[Guest, Depends(_known)]


async def _table(request: Request, id: str, guest: Visitor) -> Table:
    table = await table_of(request, id)
    await hall_of(request).may_look(table, guest)
    return table


Found = Annotated[Table, Depends(_table)]


# the hall


@routes.post("/guests", status_code=201, response_model=shapes.NewGuest)
async def become_guest(request: Request, given: shapes.NameGiven) -> Response:
    """Become a guest. The token is told only here."""
    limited(request, GUESTS)
    guest, token = await hall_of(request).welcome(given.name)
    return answer({"id": guest.id, "name": guest.name, "token": token}, 201)


@routes.get("/me", response_model=shapes.GuestData)
async def me(guest: Known) -> Response:
    return answer({"id": guest.id, "name": guest.name})


@routes.put("/me", response_model=shapes.GuestData)
async def rename(request: Request, guest: Known, given: shapes.NameGiven) -> Response:
    """Take another name."""
    renamed = await hall_of(request).rename(guest, given.name)
    return answer({"id": renamed.id, "name": renamed.name})


@routes.get("/me/tables", response_model=shapes.Tables)
async def my_tables(request: Request, guest: Known) -> Response:
    """The unfinished tables where one sits or is host."""
    return answer({"tables": [plain.summary_data(found) for found in await hall_of(request).tables_of(guest)]})


@routes.get("/games", response_model=shapes.Games)
async def menu() -> Response:
    """The games with their seats, options and the levels of their bots."""
    return answer({"games": [game_data(game) for game in games().values()]})


@routes.get("/tables", response_model=shapes.Tables)
async def open_tables(request: Request) -> Response:
    """Tables that anybody may find."""
    return answer({"tables": [plain.summary_data(found) for found in await hall_of(request).listed()]})


@routes.post("/tables", status_code=201, response_model=shapes.Whole)
async def lay(request: Request, guest: Known, given: shapes.TableGiven) -> Response:
    """Lay a table. It begins at once if nobody is waited for."""
    limited(request, TABLES, guest.id)
    clock = given.clock
    table = await hall_of(request).lay(
        guest,
        given.game,
        given.chairs,
        options=given.options,
        title=given.title,
        listed=given.listed,
        timing=None if clock is None else Timing(clock.turn, clock.bank, clock.late),
        deal=given.deal.strip(),
    )
    return answer(plain.whole(table, guest), 201)


# a table


@routes.get("/tables/{id}", response_model=shapes.Whole, openapi_extra=NO_TOKEN_NEEDED)
async def look(
    request: Request,
    table: Found,
    guest: Visitor,
    v: Annotated[
        Annotated[int, Field(ge=-1, le=MOST_SEEN), number_between(-1, MOST_SEEN)],
        Query(description="The newest number one has; wait while there is none newer."),
    ] = -1,
    wait: Annotated[
        Annotated[int, Field(ge=0, le=LONGEST_WAIT), number_between(0, LONGEST_WAIT)],
        Query(description="So many seconds at most."),
    ] = 0,
) -> Response:
    """The table as its seat, or somebody who watches, may know it."""
    if wait and table.number == v and request.app.state.waiting < MOST_WAITING:
        request.app.state.waiting += 1
        try:
            await news(table, v, wait)
        finally:
            request.app.state.waiting -= 1
        await hall_of(request).may_look(table, guest)  # a game may have begun meanwhile
    return answer(plain.whole(table, guest))


async def news(table: Table, seen: int, seconds: float) -> None:
    """Return when the table has a newer event, or the time is over."""
    happened = asyncio.Event()
    unlisten = table.listen(lambda _news: happened.set())
    try:
        async with asyncio.timeout(seconds):
            while table.number == seen:
                await happened.wait()
                happened.clear()
    except TimeoutError:
        pass
    finally:
        unlisten()


@routes.post("/tables/{id}/sit", response_model=shapes.Whole)
async def sit(table: Found, guest: Known, given: shapes.SitGiven) -> Response:
    """Take a free chair, or come back to one's own where a bot plays meanwhile."""
    await table.company.sit(guest, given.chair)
    await table.company.come_back(guest)
    return answer(plain.whole(table, guest))


@routes.post("/tables/{id}/leave", response_model=shapes.Whole)
async def leave(table: Found, guest: Known) -> Response:
    """Leave one's chair; in a running game a bot plays on until one is back."""
    await table.company.stand(guest)
    return answer(plain.whole(table, guest))


@routes.post("/tables/{id}/begin", response_model=shapes.Whole)
async def begin(table: Found, guest: Known, given: shapes.BeginGiven) -> Response:
    """The host begins the game, or anybody who sits if the host stays away for two minutes."""
    await table.company.begin(guest, given.fill)
    return answer(plain.whole(table, guest))


@routes.post("/tables/{id}/act", response_model=shapes.Picture)
async def act(table: Found, guest: Known, given: shapes.ActGiven) -> Response:
    """Do something in the game: one of `legal`."""
    await table.act(guest.id, given.action, given.v, given.id)
    return answer(plain.picture(table, table.seat_of(guest.id)))


@routes.post("/tables/{id}/undo", response_model=shapes.Picture)
async def undo(table: Found, guest: Known, given: shapes.UndoGiven) -> Response:
    """Take one's last action back, where `undo` says so."""
    await table.undo(guest.id, given.v, given.id)
    return answer(plain.picture(table, table.seat_of(guest.id)))


@routes.post("/tables/{id}/ask", response_model=shapes.Whole)
async def ask(table: Found, guest: Known) -> Response:
    """Ask the others to go back to before one's last action, whatever happened since."""
    await table.consent.ask(guest)
    return answer(plain.whole(table, guest))


@routes.post("/tables/{id}/answer", response_model=shapes.Whole)
async def answer_asked(table: Found, guest: Known, given: shapes.AnswerGiven) -> Response:
    """Agree to what the table is asked, or not. Whoever asked takes it back by not agreeing."""
    await table.consent.answer(guest, given.agree, given.what)
    return answer(plain.whole(table, guest))


@routes.post("/tables/{id}/hint", response_model=shapes.HintData)
async def hint(table: Found, guest: Known, given: shapes.HintGiven) -> Response:
    """What a good player would do, and why; from what the seat knows."""
    advice = await table.advise(guest.id, given.v)
    if advice is None:
        raise Refused(N_("The table has moved on. Look again before you act."))
    return answer({"action": table.game.text(advice.action), "text": advice.words(_)})


@routes.post("/tables/{id}/say", response_model=shapes.Whole)
async def say(request: Request, table: Found, guest: Known, given: shapes.SayGiven) -> Response:
    """Say something to the table, or to those who watch if one only watches."""
    limited(request, CHAT, guest.id)
    await table.say(guest, given.text)
    return answer(plain.whole(table, guest))


@routes.get("/tables/{id}/record", response_model=shapes.RecordData, openapi_extra=NO_TOKEN_NEEDED)
async def record(table: Found) -> Response:
    """The record of a finished game, with its seed."""
    return answer({"table": table.id, "record": table.record().text()})


async def program_live(socket: Socket) -> None:
    """A program's connection, with the token in its Authorization header; without one it watches."""
    hall: Hall = socket.app.state.hall
    scheme, _blank, token = socket.headers.get("authorization", "").partition(" ")
    guest = await hall.guest(token.strip()) if scheme.lower() == "bearer" else None
    if scheme and guest is None:
        await socket.close(4401, N_("Nobody here has this token."))
        return
    table = await admitted(socket, hall, guest)
    if table is not None:
        await Listener(socket, socket.app.state.feeds, table, guest).run(seen_number(socket))
