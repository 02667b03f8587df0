"""What guards the hall: cookies, tokens, other sites' pages, rules for browsers, and how much anybody may ask for."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from hightable.web.limits import CHAT, CODES, DEEDS, GUESTS, POSTS, TABLES, Rate
from tests.web.conftest import Person, Server
from tests.web.inside import Turned, Wire, inside, routes_of, visitor

FAR, FARTHER = "203.0.113.7", "203.0.113.8"
Deed = Callable[[httpx.AsyncClient, int], Awaitable[httpx.Response]]


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still for all allowances, so that nothing depends on how fast the machine is."""
    monkeypatch.setattr("hightable.web.limits.time", SimpleNamespace(monotonic=lambda: 0.0))


def filled(path: str) -> str:
    return re.sub(r"{\w+}", "aaaaaaaaaa", path)


# cookies and tokens


def test_the_cookie_is_secure_where_the_page_is() -> None:
    """Behind a proxy, too: see test_middleware."""

    async def main() -> None:
        async with inside() as app, visitor(app) as ada:
            for scheme in ("http", "https"):
                answer = await ada.post(f"{scheme}://hall/name", data={"name": "Ada"})
                ada.cookies.clear()
                cookie = answer.headers["set-cookie"].lower()
                assert "httponly" in cookie and "samesite=lax" in cookie
                assert ("secure" in cookie) == (scheme == "https")

    asyncio.run(main())


def test_tokens_are_long_new_each_time_and_not_stored(server: Server) -> None:
    people = [Person(server, "Ada") for _ in range(3)]
    for ada in people:
        ada.post("/name")
    tokens = {ada.http.cookies["ht_guest"] for ada in people}
    tokens |= {httpx.post(f"{server.url}/api/guests", json={"name": "Ada"}).json()["token"] for _ in range(3)}
    assert len(tokens) == 6 and all(len(token) >= 43 for token in tokens), "256 bits each"
    for file in Path(server.data).parent.glob(f"{Path(server.data).name}*"):
        stored = file.read_bytes()
        assert not any(token.encode() in stored for token in tokens)


# pages of other sites


def test_every_way_in_turns_other_sites_pages_away() -> None:
    """All routes that change anything, and both sockets: whatever is sent, nothing is done."""

    async def main() -> None:
        async with inside() as app, visitor(app) as ada:
            token = (await ada.post("/api/guests", json={"name": "Ada"})).json()["token"]
            guest = visitor(app, token=token)
            changing = [(method, path) for method, path in routes_of(app) if method not in ("GET", "WS", "MOUNT")]
            assert len(changing) > 25
            for method, path in changing:
                for headers in (
                    {"origin": "https://evil.example"},
                    {"origin": "null"},
                    {"origin": "http://hall:81"},
                    {"sec-fetch-site": "cross-site"},
                    {"sec-fetch-site": "same-site"},
                ):
                    answer = await guest.request(method, filled(path), headers=headers)
                    assert answer.status_code == 403 and "came from another page" in answer.text, (method, path)
                    assert "set-cookie" not in answer.headers
            sockets = [path for method, path in routes_of(app) if method == "WS"]
            assert len(sockets) == 2
            for path in sockets:
                for origin in ("https://evil.example", "null", "http://hall:81"):
                    wire = Wire(app, filled(path), {"origin": origin, "cookie": f"ht_guest={token}"})
                    with pytest.raises(Turned, match="4403"):
                        await wire.open()

    asyncio.run(main())


def test_every_answer_carries_the_rules_for_browsers() -> None:
    async def main() -> None:
        async with inside() as app, visitor(app) as ada:
            for method, path in routes_of(app):
                if method == "WS":
                    continue
                answer = await ada.request("GET" if method == "MOUNT" else method, filled(path))
                rules = {
                    name: set(values.split())
                    for name, _, values in (
                        rule.strip().partition(" ") for rule in answer.headers["content-security-policy"].split(";")
                    )
                }
                assert rules["default-src"] == {"'none'"} and rules["script-src"] == {"'self'"}
                assert rules["style-src"] == rules["connect-src"] == rules["form-action"] == {"'self'"}
                assert rules["frame-ancestors"] == rules["base-uri"] == {"'none'"}
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert "access-control-allow-origin" not in answer.headers
                assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\son[a-z]+=|javascript:", answer.text)

    asyncio.run(main())


# how much


async def new_guest(who: httpx.AsyncClient, _number: int) -> httpx.Response:
    who.cookies.clear()
    return await who.post("/name", data={"name": "Ada"})


async def new_program(who: httpx.AsyncClient, _number: int) -> httpx.Response:
    return await who.post("/api/guests", json={"name": "Ada"})


async def code(who: httpx.AsyncClient, number: int) -> httpx.Response:
    return await who.get(f"/join?code={number}")


async def code_with_name(who: httpx.AsyncClient, number: int) -> httpx.Response:
    return await who.post("/join", data={"code": str(number), "name": "Ada"})


async def link(who: httpx.AsyncClient, number: int) -> httpx.Response:
    return await who.get(f"/j/{number}")


async def anything(who: httpx.AsyncClient, _number: int) -> httpx.Response:
    return await who.post("/t/aaaaaaaaaa/begin")


async def brought(who: httpx.AsyncClient, _number: int) -> httpx.Response:
    return await who.post("/records", data={"record": "forged"})


@pytest.mark.parametrize(
    ("deed", "rate"),
    [
        *((new_guest, GUESTS), (new_program, GUESTS), (code, CODES), (code_with_name, CODES), (link, CODES)),
        *((anything, POSTS), (brought, TABLES)),
    ],
)
def test_an_address_may_not_ask_for_too_much(deed: Deed, rate: Rate) -> None:
    async def main() -> None:
        async with inside() as app:
            far, farther, here = visitor(app, FAR), visitor(app, FARTHER), visitor(app)
            for number in range(int(rate.burst)):
                assert (await deed(far, number)).status_code != 429
            refused = await deed(far, 0)
            assert refused.status_code == 429 and "Too fast. Wait a moment." in refused.text
            assert int(refused.headers["retry-after"]) >= 1 and "set-cookie" not in refused.headers
            assert (await deed(farther, 0)).status_code != 429, "others are not bound by it"
            for number in range(int(rate.burst) + 5):
                assert (await deed(here, number)).status_code != 429, "this very machine is its owner's"

    asyncio.run(main())


def test_a_household_with_many_addresses_is_one() -> None:
    async def main() -> None:
        async with inside() as app:
            for i in range(int(GUESTS.burst)):
                assert (await new_program(visitor(app, f"2001:db8:1:2::{i:x}"), 0)).status_code == 201
            assert (await new_program(visitor(app, "2001:db8:1:2:ffff::"), 0)).status_code == 429
            assert (await new_program(visitor(app, "2001:db8:1:3::1"), 0)).status_code == 201
            assert (await new_program(visitor(app, f"::ffff:{FAR}"), 0)).status_code == 201

    asyncio.run(main())


def test_a_guest_may_not_lay_too_many_tables() -> None:
    async def main() -> None:
        async with inside() as app:
            token = (await visitor(app).post("/api/guests", json={"name": "Ada"})).json()["token"]
            page, program = visitor(app, token=token), visitor(app, token=token, cookie=False)
            form = {"game": "the-feast", "seats": "2", "chair0": "me", "chair1": "friend"}
            order = {"game": "the-feast", "chairs": ["me", "friend"]}
            for _ in range(int(TABLES.burst) // 2):
                assert (await page.post("/tables", data=form)).status_code == 303
                assert (await program.post("/api/tables", json=order)).status_code == 201
            answers = [await page.post("/tables", data=form), await program.post("/api/tables", json=order)]
            answers += [await page.post("/quick", data={"game": "the-feast"})]
            for answer in answers:
                assert answer.status_code == 429 and "Too fast" in answer.text
            laid = (await program.get("/api/me/tables")).json()["tables"]
            assert len(laid) == TABLES.burst

    asyncio.run(main())


def test_a_guest_may_not_talk_too_much_by_any_way() -> None:
    async def main() -> None:
        async with inside() as app:
            token = (await visitor(app).post("/api/guests", json={"name": "Ada"})).json()["token"]
            program = visitor(app, token=token, cookie=False)
            order = {"game": "the-feast", "chairs": ["me", "friend"]}
            id = (await program.post("/api/tables", json=order)).json()["table"]["id"]
            page = await Wire(app, f"/t/{id}/live", {"cookie": f"ht_guest={token}"}).open()
            feed = await Wire(app, f"/api/tables/{id}/live", {"authorization": f"Bearer {token}"}).open()
            for number in range(int(CHAT.burst)):
                await (page, feed)[number % 2].send({"say": f"line {number}"})
                await feed.until("said")
            for wire in (page, feed):
                await wire.send({"say": "more"})
                assert "Too fast" in (await wire.until("error"))["error"]
            answer = await program.post(f"/api/tables/{id}/say", json={"text": "more"})
            assert answer.status_code == 429 and int(answer.headers["retry-after"]) >= 1
            said = (await program.get(f"/api/tables/{id}")).json()["chat"]
            assert [line["text"] for line in said] == [f"line {number}" for number in range(int(CHAT.burst))]
            await page.close()
            await feed.close()

    asyncio.run(main())


def test_a_program_may_not_do_too_much_over_http() -> None:
    async def main() -> None:
        async with inside() as app:
            token = (await visitor(app).post("/api/guests", json={"name": "Ada"})).json()["token"]
            program = visitor(app, token=token, cookie=False)
            statuses = [(await program.get("/api/me")).status_code for _ in range(int(DEEDS.burst) + 1)]
            assert statuses == [200] * int(DEEDS.burst) + [429]

    asyncio.run(main())
