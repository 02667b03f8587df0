"""A fair hall, over HTTP and WebSocket: each way to learn or to play what isn't one's own, and that it is closed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from hightable.hall import Hall, Table
from hightable.web import conversation
from tests.web.inside import NOON, Turned, Wire, inside, visitor
from tests.web.worlds import Quiet

DAY = 24 * 3600.0
SOLO, ARRANGEMENT = "kings-feast", "beginners-banquet"
DEAL = f"2026-02-28/{SOLO}/{ARRANGEMENT}"


class Place:
    """An open hall, whose clock is set by hand, and who is there."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.hall: Hall = app.state.hall
        self.now = NOON
        self.hall._clock = lambda: self.now
        self.tokens: dict[str, str] = {}

    async def come(self, *names: str) -> None:
        for name in names:
            _guest, self.tokens[name] = await self.hall.welcome(name)

    async def id(self, name: str) -> str:
        guest = await self.hall.guest(self.tokens[name])
        assert guest is not None
        return guest.id

    async def get(self, name: str | None, path: str) -> httpx.Response:
        return await visitor(self.app, token=self.tokens.get(name or "")).get(path)

    async def post(self, name: str, path: str, **form: str) -> httpx.Response:
        return await visitor(self.app, token=self.tokens.get(name)).post(path, data=form)

    async def call(self, name: str | None, method: str, path: str, body: Any = None) -> httpx.Response:
        """As a program."""
        who = visitor(self.app, token=self.tokens.get(name or ""), cookie=False)
        return await who.request(method, f"/api{path}", json=body)

    async def page(self, name: str | None, table: str) -> Wire:
        token = self.tokens.get(name or "")
        return await Wire(self.app, f"/t/{table}/live?v=-1", {"cookie": f"ht_guest={token}"} if token else {}).open()

    async def program(self, name: str | None, table: str) -> Wire:
        token = self.tokens.get(name or "")
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return await Wire(self.app, f"/api/tables/{table}/live?v=-1", headers).open()

    async def table(self, id: str) -> Table:
        table = await self.hall.table(id)
        assert table is not None
        return table

    async def daily(self, name: str) -> str:
        answer = await self.post(name, "/daily", deal=DEAL)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")

    async def play(self, id: str, most: int = 10_000) -> None:
        """Whoever is asked does anything legal; a game for one is ended as soon as it may be."""
        table, dice = await self.table(id), random.Random(1)
        for i in range(most):
            if table.phase == "over":
                return
            assert table.match is not None
            seat = table.match.state.deciding[0]
            deeds = [table.game.text(action) for action in table.match.state.legal(seat)]
            deed = "end-game" if "end-game" in deeds else dice.choice(deeds)
            await table.act_on(seat, deed, table.number, f"play {i}")


@asynccontextmanager
async def place() -> AsyncIterator[Place]:
    async with inside(Quiet(), think=(10_000, 10_000)) as app:
        yield Place(app)


def run(test: Callable[[Place], Awaitable[None]]) -> None:
    async def main() -> None:
        async with place() as found:
            await test(found)

    asyncio.run(main())


def refused(answer: httpx.Response, words: str, status: int = 409) -> None:
    text = answer.text.replace("&#39;", "'")
    assert answer.status_code == status and words in text, (answer.status_code, text[:2000])


async def sealed(place: Place, name: str | None, table: str, words: str) -> None:
    """By every way that leads to a table."""
    for path in ("", "/replay", "/record", "/deal", "/next", "/replay?n=3&eyes=all"):
        refused(await place.get(name, f"/t/{table}{path}"), words, 403)
    for path in ("", "/record", "?v=-1&wait=1"):
        refused(await place.call(name, "GET", f"/tables/{table}{path}"), words, 403)
    for connect in (place.page, place.program):
        with pytest.raises(Turned, match="4403"):
            await connect(name, table)


async def turned_away(wire: Wire) -> None:
    """An open connection that is closed before long."""

    async def listen() -> None:
        while True:
            await wire.take()

    with pytest.raises(Turned, match="4403"):
        await listen()


async def opened(place: Place, name: str | None, table: str) -> None:
    for path in ("", "/replay"):
        answer = await place.get(name, f"/t/{table}{path}")
        assert answer.status_code == 200, answer.text
    assert (await place.call(name, "GET", f"/tables/{table}")).status_code == 200
    for connect in (place.page, place.program):
        await (await connect(name, table)).close()


# the daily feast is played by one person, once


def test_no_bot_plays_the_daily_feast_and_nobody_is_given_it() -> None:
    async def test(place: Place) -> None:
        await place.come("Ann", "Bob")
        await place.play(await place.daily("Bob"))
        table = await place.daily("Ann")
        ann, bob = await place.page("Ann", table), await place.page("Bob", table)  # Bob is done and may watch
        for _day in range(2):
            for path in ("stand", "remove", "relieve"):
                refused(await place.post("Ann", f"/t/{table}/{path}", chair="0"), "yours alone")
            refused(await place.post("Ann", f"/t/{table}/give", chair="0", to=await place.id("Bob")), "yours alone")
            refused(await place.post("Bob", f"/t/{table}/sit", chair="0"), "yours alone")
            refused(await place.call("Ann", "POST", f"/tables/{table}/leave"), "yours alone")
            refused(await place.call("Bob", "POST", f"/tables/{table}/sit", {"chair": 0}), "yours alone")
            refused(await place.post("Ann", f"/t/{table}/hints", on="1"), "no hints")
            place.now += DAY
        chair = (await place.table(table)).chairs[0]
        assert (chair.guest, chair.stand_in, chair.name) == (await place.id("Ann"), "", "Ann")
        assert (await place.table(table)).entries == 0
        assert "/stand" not in (await place.get("Ann", f"/t/{table}")).text
        await ann.close()
        await bob.close()

    run(test)


def test_todays_deal_stays_sealed_whatever_is_done_with_its_record() -> None:
    async def test(place: Place) -> None:
        await place.come("Ann", "Bob", "Eve")
        table = await place.daily("Ann")
        await place.play(table)
        record = (await place.get("Ann", f"/t/{table}/record")).text
        words = "This is one of today's deals, and everybody gets one try at it."
        laid = {"game": SOLO, "seats": "1", "chair0": "me", "option_arrangement": ARRANGEMENT, "deal": table}
        body = {"game": SOLO, "chairs": ["me"], "options": {"arrangement": ARRANGEMENT}, "deal": table}
        for name in ("Ann", "Eve"):
            refused(await place.post(name, "/records", record=record), words, 422)
            refused(await place.post(name, "/tables", **laid), words, 422)
            refused(await place.call(name, "POST", "/tables", body), words)
        refused(await place.post("Ann", f"/t/{table}/from", entries="1", seat="0"), words)
        for name in ("Eve", None):
            await sealed(place, name, table, "This table has one of today's deals.")
            refused(await place.get(name, f"/games/{SOLO}?deal={table}"), "today's deals", 403)
        refused(await place.post("Eve", f"/t/{table}/from", entries="1", seat="0"), "today's deals", 403)
        refused(await place.call("Eve", "POST", f"/tables/{table}/say", {"text": "Well?"}), "today's deals", 403)

        place.now += DAY
        for name in ("Eve", None):
            await opened(place, name, table)
        brought = (await place.post("Eve", "/records", record=record)).headers["location"].split("/")[2]
        await opened(place, "Bob", brought)
        assert (await place.post("Ann", f"/t/{table}/from", entries="1", seat="0")).status_code == 303
        again = (await place.post("Eve", "/tables", **laid)).headers["location"].removeprefix("/t/")
        assert "data-hint" in (await place.get("Eve", f"/t/{again}")).text

    run(test)


def test_tables_that_an_older_version_laid_with_todays_deal_are_sealed_too() -> None:
    async def test(place: Place) -> None:
        await place.come("Ann", "Eve")
        table = await place.daily("Ann")
        await place.play(table)
        record = (await place.get("Ann", f"/t/{table}/record")).text
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(place.hall.seals, "check", lambda seal: None)
            brought = (await place.post("Eve", "/records", record=record)).headers["location"].split("/")[2]
            laid = {"game": SOLO, "seats": "1", "chair0": "me", "option_arrangement": ARRANGEMENT, "deal": brought}
            again = (await place.post("Eve", "/tables", **laid)).headers["location"].removeprefix("/t/")
        for name in ("Eve", None):
            await sealed(place, name, brought, "This table has one of today's deals.")
            refused(await place.get(name, f"/t/{again}"), "today's deals", 403)
        act = {"action": "end-game", "v": 1, "id": "1"}
        refused(await place.call("Eve", "POST", f"/tables/{again}/act", act), "today's deals", 403)
        refused(await place.call("Eve", "POST", f"/tables/{again}/hint", {"v": 1}), "today's deals", 403)
        assert (await place.get("Ann", f"/t/{brought}")).status_code == 200
        place.now += DAY
        await opened(place, "Eve", again)
        await place.play(again)
        await opened(place, None, brought)

    run(test)


# a deal that is being played at another table


def test_dropping_the_cookie_shows_nothing_of_a_deal_at_play() -> None:
    async def test(place: Place) -> None:
        await place.come("Ann", "Bob", "Cid", "Eve")
        chairs = {"game": "the-feast", "seats": "2", "chair0": "me", "chair1": "bot:greedy"}
        table = (await place.post("Ann", "/tables", **chairs)).headers["location"].removeprefix("/t/")
        for name in ("Bob", None):
            assert (await place.get(name, f"/t/{table}")).status_code == 200  # a deal of its own
        await place.play(table)
        await opened(place, "Bob", table)
        again = (await place.post("Bob", "/tables", **chairs, deal=table)).headers["location"].removeprefix("/t/")
        await sealed(place, "Bob", table, "You are playing this very deal.")
        for name in ("Eve", None):
            await sealed(place, name, table, "Somebody is playing this deal right now.")
        await opened(place, "Ann", table)
        watched = await place.program(None, again)
        third = (await place.post("Cid", "/tables", **chairs, deal=table)).headers["location"].removeprefix("/t/")
        refused(await place.get(None, f"/t/{again}"), "Somebody is playing this deal", 403)
        refused(await place.get("Cid", f"/t/{again}"), "You are playing this very deal", 403)
        refused(await place.post("Bob", "/tables", **chairs, deal=table), "this very deal at another table", 422)
        await turned_away(watched)
        await place.play(again)
        await place.play(third)
        for name in ("Eve", None):
            for one in (table, again, third):
                await opened(place, name, one)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conversation, "RECHECK", 0.05)
        run(test)


def test_who_waited_with_the_table_open_is_let_go_when_a_shared_deal_begins() -> None:
    async def test(place: Place) -> None:
        await place.come("Ann", "Bob", "Eve")
        body = {"game": "the-feast", "chairs": ["me", "bot:greedy"], "deal": "2026-02-28"}
        assert (await place.call("Bob", "POST", "/tables", body)).status_code == 201
        body["chairs"] = ["me", "friend"]
        table = (await place.call("Ann", "POST", "/tables", body)).json()["table"]["id"]
        assert (await place.call("Eve", "GET", f"/tables/{table}")).status_code == 200  # she may want to sit down
        wires = [await place.program("Eve", table), await place.page(None, table)]
        v = (await place.table(table)).number
        waiting = asyncio.create_task(place.call(None, "GET", f"/tables/{table}?v={v}&wait=20"))
        listeners = len((await place.table(table))._listeners)
        while len((await place.table(table))._listeners) == listeners:  # noqa: ASYNC110 - it begins to wait
            await asyncio.sleep(0.01)
        assert (await place.call("Ann", "POST", f"/tables/{table}/begin", {"fill": "cook"})).status_code == 200
        refused(await waiting, "Somebody is playing this deal", 403)
        for wire in wires:
            await turned_away(wire)

    run(test)


# seats in a running game


async def feast(place: Place, *names: str, bots: int = 0) -> str:
    """A game of these people, the first of them the host, and of bots that keep chairs for whoever comes."""
    seats = len(names) + bots
    chairs = {f"chair{i}": "friend" for i in range(1, seats)}
    answer = await place.post(names[0], "/tables", game="the-feast", seats=str(seats), chair0="me", **chairs)
    table = answer.headers["location"].removeprefix("/t/")
    for name in names[1:]:
        assert (await place.post(name, f"/t/{table}/sit")).status_code == 303
    assert (await place.post(names[0], f"/t/{table}/begin", fill="1")).status_code == 303
    return str(table)


async def hands_seen(place: Place, name: str, table: str) -> int | None:
    """On which seat somebody sees the cards."""
    seat = (await place.call(name, "GET", f"/tables/{table}")).json()["seat"]
    return None if seat is None else int(seat)


def test_a_host_and_an_accomplice_read_no_more_than_two_hands() -> None:
    async def test(place: Place) -> None:
        await place.come("Ann", "Eve")
        table = await feast(place, "Ann", bots=3)
        seen = set()
        for chair in ("1", "2", "3"):
            await place.post("Eve", f"/t/{table}/sit", chair=chair)
            await place.call("Eve", "POST", f"/tables/{table}/sit", {"chair": int(chair)})
            seen.add(await hands_seen(place, "Eve", table))
            await place.post("Ann", f"/t/{table}/remove", chair=chair)
            await place.post("Ann", f"/t/{table}/give", chair=chair, to=await place.id("Eve"))
        assert seen - {None} == {1}
        refused(await place.post("Eve", f"/t/{table}/sit", chair="2"), "You have seen the cards of chair 2")
        refused(await place.call("Eve", "POST", f"/tables/{table}/sit", {"chair": 3}), "seen the cards of chair 2")
        eve = await place.page("Eve", table)
        answer = await place.post("Ann", f"/t/{table}/give", chair="3", to=await place.id("Eve"))
        refused(answer, "Eve has seen the cards of another chair")
        await eve.close()

    run(test)


def test_everybody_hears_of_a_vote_and_answers_by_page_or_program() -> None:
    async def test(place: Place) -> None:
        await place.come("Ann", "Bob", "Cid", "Dot")
        table = await feast(place, "Ann", "Bob", "Cid", "Dot")
        ann, bob = await place.page("Ann", table), await place.page("Bob", table)
        cid, dot = await place.page("Cid", table), await place.program("Dot", table)
        await cid.send({"words": True})
        assert (await place.post("Ann", f"/t/{table}/remove", chair="1")).status_code == 303
        asking = {"what": "remove", "seat": 0, "chair": 1, "waiting": [2, 3], "agreed": []}
        assert (await place.call("Dot", "GET", f"/tables/{table}")).json()["table"]["asking"] == asking
        while (await dot.until("table"))["table"]["asking"] != asking:
            pass
        pages = {name: (await place.get(name, f"/t/{table}")).text for name in ("Ann", "Bob", "Cid")}
        assert "You have asked the others whether Bob should leave the table." in pages["Ann"]
        assert "The host asks the others whether you should leave the table." in pages["Bob"]
        assert 'data-answer="yes"' not in pages["Ann"] + pages["Bob"]
        assert "The host asks whether Bob should leave the table." in pages["Cid"]
        assert 'data-answer="yes" data-what="remove"' in pages["Cid"]
        for page in pages.values():
            assert "The host asks whether Bob should leave the table." in page.split('id="log"')[1]
        while "Type yes or no." not in (await cid.until("html", "parts")).get("html", {}).get("in-words-text", ""):
            pass
        await bob.send({"answer": True})
        assert (await bob.until("error"))["error"] == "You are not asked."
        await cid.send({"answer": True, "what": "undo"})
        assert (await cid.until("error"))["error"] == "This vote is over."
        await cid.send({"answer": True, "what": 7})
        assert (await cid.until("error"))["error"] == "That message can't be read."
        await cid.send({"answer": True, "what": "remove"})
        while (await dot.until("table"))["table"]["asking"] != asking | {"waiting": [3], "agreed": [2]}:
            pass
        after = await place.call("Dot", "POST", f"/tables/{table}/answer", {"agree": True, "what": "remove"})
        assert after.json()["table"]["asking"] is None and after.json()["table"]["chairs"][1]["kind"] == "bot"
        log = (await place.get("Bob", f"/t/{table}")).text.split('id="log"')[1]
        assert "Everybody agrees: Bob has to leave the table." in log
        assert await hands_seen(place, "Bob", table) is None
        for wire in (ann, bob, cid, dot):
            await wire.close()

    run(test)


def test_a_page_that_is_loaded_again_is_not_sent_away() -> None:
    async def test(place: Place) -> None:
        await place.come("Ann", "Bob")
        table = await feast(place, "Ann", "Bob", bots=1)
        bob = await place.page("Bob", table)
        words = "Bob is at the table, and nobody else is playing who could agree"
        refused(await place.post("Ann", f"/t/{table}/remove", chair="1"), words)
        await bob.close()
        refused(await place.post("Ann", f"/t/{table}/remove", chair="1"), words)
        place.now += 61
        assert (await place.post("Ann", f"/t/{table}/remove", chair="1")).status_code == 303
        assert await hands_seen(place, "Bob", table) is None

    run(test)


# names


def test_names_are_told_apart_in_chairs_chat_records_and_data() -> None:
    async def test(place: Place) -> None:
        for name in ("Maude", "maude", "Edmund"):
            await place.come(name)
        table = await feast(place, "Maude", "maude", "Edmund")
        shown = ["Maude", "maude (2)", "Edmund (guest)"]
        data = (await place.call("Maude", "POST", f"/tables/{table}/say", {"text": "Good evening"})).json()
        assert [chair["name"] for chair in data["table"]["chairs"]] == shown
        data = (await place.call("maude", "POST", f"/tables/{table}/say", {"text": "It is I"})).json()
        assert [said["name"] for said in data["chat"]] == ["Maude", "maude (2)"]
        assert "<b>maude (2)</b>" in (await place.get("Edmund", f"/t/{table}")).text
        assert (await place.call("Edmund", "PUT", "/me", {"name": "MAUDE"})).json()["name"] == "MAUDE"
        await place.play(table)
        record = (await place.get("Maude", f"/t/{table}/record")).text
        assert "Maude" in record and "maude (2)" in record and "MAUDE (3)" in record
        refused(await place.call("Maude", "PUT", "/me", {"name": "\u3164\ufe0f\u0301"}), "at least one letter")

    run(test)
