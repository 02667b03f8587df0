"""Nothing hidden by any way out: every route of the application and every message of both sockets, for everybody who
may ask, at a running table of every game. What the asker can't know is another in a second world, and all answers must
be the same there to the byte. A new route, or a new message, makes these tests fail until they know it."""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from hightable.engine import Advice, Beat, Match, Record, Refused, State
from hightable.engine.fingerprint import fingerprint
from hightable.games import game as find
from hightable.games import games
from hightable.games.page import Drawn
from hightable.hall import Guest, Hall, Table, saved
from hightable.hall.counsel import Counsel
from hightable.hall.schema import TABLES
from hightable.web import conversation, feed, live, log, plain, replay, showing
from hightable.web.stage import Regions
from tests.web.inside import HERE, Turned, Wire, inside, routes_of, visitor
from tests.web.worlds import OTHER, Otherwise, Quiet, alike, calm, hidden

Request = tuple[str, Any]  # a path, and what is sent: a form, or a JSON body
MARK = "?"  # no order at all: its answer tells that all before it has been answered

FORM = {"name": "Rose"}


def forms(path: str, *bodies: Any) -> Callable[[str], list[Request]]:
    return lambda id: [(path.replace("{id}", id), body) for body in bodies]


def gets(*paths: str) -> Callable[[str], list[Request]]:
    return lambda id: [(path.replace("{id}", id), None) for path in paths]


# Every way in, in the order in which it is tried; what changes who sits where comes last.
KNOWN: dict[tuple[str, str], Callable[[str], list[Request]]] = {
    ("GET", "/"): gets("/"),
    ("GET", "/join"): gets("/join?code={id}", "/join?code=zzz"),
    ("GET", "/j/{code}"): gets("/j/{id}", "/j/zzz"),
    ("GET", "/games/{id}"): gets("/games/the-feast", "/games/the-feast?deal={id}", "/games/{id}"),
    ("GET", "/rules"): gets("/rules"),
    ("GET", "/games/{id}/guide"): gets("/games/the-feast/guide"),
    ("GET", "/games/{id}/cover.svg"): gets("/games/the-feast/cover.svg"),
    ("GET", "/games/{id}/style.css"): gets("/games/the-feast/style.css"),
    ("GET", "/t/{id}"): gets("/t/{id}"),
    ("GET", "/t/{id}/log"): gets("/t/{id}/log", *(f"/t/{{id}}/log?before={k}" for k in ("1", "8", "20", "9999", "x"))),
    ("GET", "/t/{id}/record"): gets("/t/{id}/record"),
    ("GET", "/t/{id}/replay"): gets(
        "/t/{id}/replay",
        *(f"/t/{{id}}/replay?n={n}" for n in (1, 3, 7, 9999)),
        *(f"/t/{{id}}/replay?e={e}" for e in (1, 5)),
        *(f"/t/{{id}}/replay?n=9999&eyes={eyes}" for eyes in ("0", "1", "2", "all", "")),
    ),
    ("GET", "/healthz"): gets("/healthz"),
    ("GET", "/t/{id}/next"): gets("/t/{id}/next"),
    ("GET", "/t/{id}/settings"): gets("/t/{id}/settings"),
    ("GET", "/records"): gets("/records"),
    ("GET", "/daily"): gets("/daily"),
    ("GET", "/daily/{day}"): gets("/daily/2026-02-28", "/daily/2026-02-27"),
    ("GET", "/t/{id}/deal"): gets("/t/{id}/deal"),
    ("GET", "/api/openapi.json"): gets("/api/openapi.json"),
    ("GET", "/api/me"): gets("/api/me"),
    ("GET", "/api/me/tables"): gets("/api/me/tables"),
    ("GET", "/api/games"): gets("/api/games"),
    ("GET", "/api/tables"): gets("/api/tables"),
    ("GET", "/api/tables/{id}"): gets("/api/tables/{id}", "/api/tables/{id}?v=3&wait=1"),
    ("GET", "/api/tables/{id}/record"): gets("/api/tables/{id}/record"),
    ("MOUNT", "/static"): gets("/static/live.js", "/static/nothing"),
    ("POST", "/records"): forms("/records", {"record": "forged"}),
    ("POST", "/name"): forms("/name", FORM),
    ("POST", "/join"): lambda id: [("/join", FORM | {"code": id}), ("/join", FORM | {"code": "zzz"})],
    ("POST", "/quick"): forms("/quick", FORM | {"game": "nope"}),
    ("POST", "/tables"): lambda id: [
        ("/tables", FORM | {"game": "the-feast", "seats": "2", "chair0": "me", "chair1": "friend", "deal": id}),
        ("/tables", FORM | {"game": "the-feast", "seats": "2", "chair0": "me", "chair1": "friend"}),
    ],
    ("POST", "/daily"): forms("/daily", {"deal": "2026-02-27/kings-feast/beginners-banquet"}, {"deal": "x"}),
    ("POST", "/t/{id}/begin"): forms("/t/{id}/begin", {}),
    ("POST", "/t/{id}/swap"): forms("/t/{id}/swap", {"chair": "0", "other": "1"}),
    ("POST", "/t/{id}/appoint"): forms("/t/{id}/appoint", {"chair": "1", "level": "greedy"}),
    ("POST", "/t/{id}/talk"): forms("/t/{id}/talk", {}, {"on": "1"}),
    ("POST", "/t/{id}/hints"): forms("/t/{id}/hints", {}, {"on": "1"}),
    ("POST", "/t/{id}/from"): forms("/t/{id}/from", {"entries": "3", "seat": "0"}),
    ("POST", "/t/{id}/settings"): forms("/t/{id}/settings", {"game": "the-feast", "seats": "2"}),
    ("POST", "/api/guests"): forms("/api/guests", {"name": "Rose"}),
    ("PUT", "/api/me"): forms("/api/me", {"name": "Rose"}),
    ("POST", "/api/tables"): lambda id: [
        ("/api/tables", {"game": "the-feast", "chairs": ["me", "friend"], "deal": id}),
        ("/api/tables", {"game": "the-feast", "chairs": ["me", "friend"]}),
    ],
    ("POST", "/api/tables/{id}/begin"): forms("/api/tables/{id}/begin", {}),
    ("POST", "/api/tables/{id}/act"): forms(
        "/api/tables/{id}/act",
        {"action": "nonsense", "v": 1, "id": "1"},
        {"action": "play 7", "v": 10**6, "id": "2"},
    ),
    ("POST", "/api/tables/{id}/undo"): forms("/api/tables/{id}/undo", {"v": 10**6, "id": "3"}),
    ("POST", "/api/tables/{id}/ask"): forms("/api/tables/{id}/ask", {}),
    ("POST", "/api/tables/{id}/answer"): forms(
        "/api/tables/{id}/answer", {"agree": False}, {"agree": True}, {"agree": True, "what": "remove"}
    ),
    ("POST", "/api/tables/{id}/hint"): forms("/api/tables/{id}/hint", {"v": 1}, {"v": 10**6}),
    ("POST", "/api/tables/{id}/say"): forms("/api/tables/{id}/say", {"text": "Good evening"}),
    ("POST", "/t/{id}/relieve"): forms("/t/{id}/relieve", {"chair": "1"}),
    ("POST", "/t/{id}/give"): forms("/t/{id}/give", {"chair": "1", "to": "nobody"}),
    ("POST", "/t/{id}/stand"): forms("/t/{id}/stand", {}),
    ("POST", "/api/tables/{id}/leave"): forms("/api/tables/{id}/leave", {}),
    ("POST", "/api/tables/{id}/sit"): forms("/api/tables/{id}/sit", {"chair": 0}, {}),
    ("POST", "/t/{id}/sit"): forms("/t/{id}/sit", FORM | {"chair": "0"}, FORM),
    ("POST", "/t/{id}/again"): forms("/t/{id}/again", {}, {"other": "1"}),
    ("POST", "/t/{id}/remove"): forms("/t/{id}/remove", {"chair": "1"}),  # a host could then take that chair
}
SOCKETS = {("WS", "/t/{id}/live"), ("WS", "/api/tables/{id}/live")}
ORDERS: dict[str, list[dict[str, Any]]] = {
    "words": [{"words": True}],
    "say": [{"say": "Good evening"}, {"say": ""}],
    "hint": [{"hint": True, "v": 10**6}],
    "ask": [{"ask": True}],
    "answer": [{"answer": False}, {"answer": True}, {"answer": True, "what": "remove"}],
    "undo": [{"undo": True, "v": 10**6, "id": "u"}],
    "a": [{"a": "nonsense", "v": 1, "id": "a1"}, {"a": "undo", "v": 1, "id": "a2"}],
}
DECISIONS = {"henrys-feast": 30}  # after which somebody has got a card that others don't see
USUAL = 13
ROLES = ("host", "seat", "other seat", "spectator", "guest", "nobody")


class Scene:
    """A running table of a game, who is there, and the world they are in."""

    def __init__(self, game: str, role: str) -> None:
        self.game = find(game)
        self.role = role
        self.solo = self.game.max_seats == 1
        self.tokens: dict[str, str] = {}
        self.guests: dict[str, Guest] = {}
        self.said: list[tuple[str, Any]] = []  # everything that the asker got to know
        self.true: State  # the position of the first world, before anything is asked

    @property
    def viewer(self) -> int | None:
        """Whose eyes the asker has. The host of a game for several has no chair; who plays alone is the host."""
        return {"seat": 0, "other seat": 1, "host": 0 if self.solo else None}.get(self.role)

    async def lay(self, hall: Hall) -> Table:
        for role in ROLES[:-1]:
            self.guests[role], self.tokens[role] = await hall.welcome(role.title().replace(" ", ""))
        host = self.guests["host"]
        if self.solo:
            return await hall.lay(host, self.game.id, ["me"], listed=True)
        seats = min(3, self.game.max_seats)
        chairs = ["friend", "friend", *["bot:random"] * (seats - 2)]
        table = await hall.lay(host, self.game.id, chairs, listed=True, title="Supper")
        await table.company.sit(self.guests["seat"], 0)
        await table.company.sit(self.guests["other seat"], 1)
        await table.company.begin(host)
        return table

    async def play(self, table: Table, decisions: int) -> None:
        """So many decisions, or less if the game would end."""
        dice = random.Random(decisions)
        for i in range(decisions):
            assert table.match is not None
            state = table.match.state
            seat = dice.choice(state.deciding)
            legal = [action for action in state.legal(seat) if not after(state, seat, action).over]
            if not legal:
                return
            await table.act_on(seat, self.game.text(dice.choice(legal)), table.number, f"play {i}")

    # what is asked

    def note(self, what: str, answer: Any) -> None:
        self.said.append((what, answer))

    async def ask(self, app: Any, method: str, path: str, body: Any) -> None:
        """One request as everybody would send it: pages by cookie, programs by token."""
        api = path.startswith("/api")
        who = visitor(app, HERE, self.tokens.get(self.role), cookie=not api)
        kind = {} if body is None else {"json": body} if api else {"data": body}
        answer = await who.request("GET" if method == "MOUNT" else method, path, **kind)
        self.note(f"{method} {path} {body}", [answer.status_code, sorted(answer.headers.items()), answer.content])
        assert answer.status_code < 500, answer.text

    async def connect(self, app: Any, id: str) -> dict[str, Wire]:
        """Both kinds of connection. Somebody who watches is there, too, and hears everything for themselves."""
        token = self.tokens.get(self.role)
        headers = {
            f"/t/{id}/live?v=-1": {"cookie": f"ht_guest={token}"} if token else {},
            f"/api/tables/{id}/live?v=-1": {"authorization": f"Bearer {token}"} if token else {},
        }
        wires = {}
        for path, known in headers.items():
            try:
                wires[path] = await Wire(app, path, known).open()
            except Turned as turned:
                self.note(path, str(turned))
        return wires

    async def hear(self, wire: Wire, what: str) -> None:
        """All that a connection tells up to the answer to MARK."""
        await wire.send(MARK)
        while True:
            for message in await wire.take():
                if message.get("error") == "That message can't be read." and "id" not in message:
                    return
                self.note(what, json.dumps(message))

    async def talk(self, wires: dict[str, Wire], table: Table) -> None:
        for path, wire in wires.items():
            await self.hear(wire, f"{path}: opened")
            for orders in ORDERS.values():
                for order in orders:
                    if "words" in order and "/api/" in path:
                        continue  # unknown there, and answered like MARK
                    await wire.send(order)
                    await self.hear(wire, f"{path}: {order}")
            await wire.send({"hint": True, "v": table.number})
            message = await wire.until("hint", "error")
            self.note(f"{path}: hint", json.dumps(message))

    async def watch(self, wires: dict[str, Wire], table: Table) -> None:
        """Others act, and so does the asker, as far as it shows the asker nothing; what everybody hears of it."""
        for seat in range(table.seats):
            assert table.match is not None
            action = self.calm(seat)
            if action is None:
                continue
            await table.act_on(seat, self.game.text(action), table.number, f"calm {seat}")
            for path, wire in wires.items():
                await self.hear(wire, f"{path}: seat {seat} acts")

    def calm(self, seat: int) -> int | None:
        """The same action in both worlds, so it is found in the one that both know."""
        state = self.true
        if not state.awaited >> seat & 1:
            return None
        action = calm(state, self.viewer, seat)
        if action is not None:
            state.apply(seat, action)
        return action


def after(state: State, seat: int, action: int) -> State:
    world = state.copy()
    world.apply(seat, action)
    return world


async def known_to(game: str, role: str, other: bool, patch: pytest.MonkeyPatch) -> list[Any]:
    """All that somebody gets to know by every way there is."""
    scene = Scene(game, role)
    patch.setattr(log, "SHOWN", 4)  # pages show less than has happened
    patch.setattr(replay, "LINES", 5)
    async with inside(Quiet(), think=(10_000, 10_000)) as app:
        hall: Hall = app.state.hall
        table = await scene.lay(hall)
        await scene.play(table, DECISIONS.get(game, USUAL))
        assert table.match is not None
        scene.true = table.match.state.copy()
        if other:
            await Otherwise(patch, scene.viewer).enter(table, hall.store)
            assert hidden(table.match.state) != hidden(scene.true), "the other world is really another"
            assert table.match.seed == table.saved.seed == OTHER
        watcher = Wire(app, f"/t/{table.id}/live", {"cookie": f"ht_guest={scene.tokens['spectator']}"})
        await watcher.open()
        wires = await scene.connect(app, table.id)
        await scene.talk(wires, table)
        await scene.watch(wires, table)
        ways = [(method, path) for method, path in KNOWN if method != "WS"]
        for method, path in ways:
            for address, body in KNOWN[method, path](table.id):
                await scene.ask(app, method, address, body)
        for path, wire in wires.items():
            await scene.hear(wire, f"{path}: all that happened")
            await wire.close()
        await watcher.close()
    return scene.said


def compare(game: str, role: str, leak: Callable[[pytest.MonkeyPatch], None] | None = None) -> int:
    """Both worlds must tell the same; how many answers there were."""
    worlds = []
    for other in (False, True):
        with alike() as patch:
            if leak is not None:
                leak(patch)
            worlds.append(asyncio.run(known_to(game, role, other, patch)))
    mine, theirs = worlds
    for (what, answer), (_what, instead) in zip(mine, theirs, strict=False):
        assert answer == instead, f"{game}: {role} learns something hidden by {what}"
    assert len(mine) == len(theirs)
    return len(mine)


# the tests


def test_all_routes_are_known() -> None:
    async def main() -> None:
        async with inside(Quiet()) as app:
            assert set(routes_of(app)) == set(KNOWN) | SOCKETS

    asyncio.run(main())


def test_all_messages_of_the_routes_are_known() -> None:
    """The sockets understand these orders and no others."""
    understood = inspect.getsource(conversation.Conversation._do) + inspect.getsource(live.Live.only_look)
    kinds = set(re.findall(r'"(\w+)" (?:not )?in order', understood)) | {"a"}
    assert kinds == set(ORDERS)
    assert 'field(order, "a", str)' in understood


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("game", sorted(games()))
def test_routes_and_messages_tell_nothing_hidden(game: str, role: str) -> None:
    if find(game).max_seats == 1 and role in ("seat", "other seat"):
        role = "host"  # who plays alone has the only seat
    assert compare(game, role) > 100


# each of these tells a secret by one way out, and must be found


def secret(match: Match | None) -> str:
    """Something that tells what is hidden."""
    return hashlib.sha256(json.dumps(hidden(match.state)).encode()).hexdigest()[:8] if match else ""


def by_the_view(patch: pytest.MonkeyPatch) -> None:
    game = type(find("the-feast"))
    describe = game.describe
    patch.setattr(game, "describe", lambda self, s, viewer: describe(self, s, viewer) | {"secret": str(hidden(s))})


def by_the_picture_for_programs(patch: pytest.MonkeyPatch) -> None:
    picture = plain.picture
    patch.setattr(plain, "picture", lambda table, seat: picture(table, seat) | {"x": secret(table.match)})


def by_the_socket_for_programs(patch: pytest.MonkeyPatch) -> None:
    picture = plain.picture
    patch.setattr(feed, "picture", lambda table, seat: picture(table, seat) | {"x": secret(table.match)})


def by_what_others_are_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Beat, "known_to", lambda self, viewer: True)


def by_the_log(patch: pytest.MonkeyPatch) -> None:
    """The page's log has the lines that are for others."""
    patch.setattr(showing, "may_hear", lambda only, seat: True)
    patch.setattr(log, "may_hear", lambda only, seat: True)


def by_the_page(patch: pytest.MonkeyPatch) -> None:
    aside = showing.Showing._aside

    def leaky(self: showing.Showing, seat: int | None, *crowd: showing.Crowd) -> Regions:
        return aside(self, seat, *crowd) | {"clocks": [Drawn("", f"<!-- {secret(self.table.match)} -->")]}

    patch.setattr(showing.Showing, "_aside", leaky)


def by_the_seed(patch: pytest.MonkeyPatch) -> None:
    data = plain.table_data
    patch.setattr(plain, "table_data", lambda table, guest: data(table, guest) | {"salt": table.saved.seed[:4]})


def by_the_fingerprint(patch: pytest.MonkeyPatch) -> None:
    """What is stored with every action, of which nobody may hear."""
    picture = plain.picture

    def leaky(table: Table, seat: int | None) -> dict[str, Any]:
        return picture(table, seat) | {"x": fingerprint(table.match.state) if table.match else 0}

    patch.setattr(plain, "picture", leaky)


def by_a_list(patch: pytest.MonkeyPatch) -> None:
    """Open tables are named by their seeds."""
    listed = saved.listed

    def leaky(c: Any) -> Any:
        seeds = {row.id: row.seed for row in c.execute(select(TABLES.c.id, TABLES.c.seed))}
        return [replace(summary, title=seeds[summary.id][:6]) for summary in listed(c)]

    patch.setattr(saved, "listed", leaky)


def by_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """Why nobody may go back depends on what is hidden."""
    undo = Match.why_no_undo

    def leaky(self: Match, seat: int) -> Refused | None:
        found = undo(self, seat)
        return found and Refused(f"{found} {secret(self)}", found.rule)

    patch.setattr(Match, "why_no_undo", leaky)


def by_the_record(patch: pytest.MonkeyPatch) -> None:
    """Records of running games are handed out, without the seed: they hold what others have chosen in secret."""
    patch.setattr(Table, "record", lambda self: Record.of(self.match))


def by_looking_back(patch: pytest.MonkeyPatch) -> None:
    """A running game is looked at with all cards open."""
    patch.setattr(replay, "seen", lambda beat, viewer: beat.state.open_view())


def by_a_hint(patch: pytest.MonkeyPatch) -> None:
    """The adviser knows the position, not the view."""
    advise = Counsel.advise

    async def leaky(self: Counsel, seat: int, seen: int) -> Advice | None:
        found = await advise(self, seat, seen)
        return found and Advice(found.action, "", f"{found.reason} {secret(self._table.match)}")

    patch.setattr(Counsel, "advise", leaky)


@pytest.mark.parametrize(
    ("leak", "game", "role"),
    [
        (by_the_view, "the-feast", "seat"),
        (by_the_picture_for_programs, "henrys-feast", "spectator"),
        (by_the_socket_for_programs, "royal-feast", "other seat"),
        (by_what_others_are_told, "the-feast", "other seat"),
        (by_the_log, "henrys-feast", "nobody"),
        (by_the_page, "festo", "guest"),
        (by_the_seed, "the-feast", "host"),
        (by_the_fingerprint, "the-feast", "spectator"),
        (by_a_list, "the-feast", "nobody"),
        (by_a_refusal, "henrys-feast", "other seat"),
        (by_the_record, "the-feast", "nobody"),
        (by_looking_back, "the-feast", "seat"),
        (by_a_hint, "kings-feast", "host"),
    ],
)
def test_routes_that_leak_on_purpose_are_found(
    leak: Callable[[pytest.MonkeyPatch], None], game: str, role: str
) -> None:
    with pytest.raises(AssertionError, match=f"{game}: {role} learns something hidden by"):
        compare(game, role, leak)
