"""What stands before the whole application: headers on every answer, HEAD, files by their tags, proxies and
host names."""

from __future__ import annotations

import asyncio
import gzip
import logging
import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers

from hightable.engine.words import Refused
from hightable.hall import Hall
from hightable.web.assets import accepts_gzip, asset, has_it
from hightable.web.limits import GUESTS, Allowance
from hightable.web.middleware import GUARDS, host_name, proxy
from tests.web.conftest import Server
from tests.web.inside import HERE, Turned, Wire, inside, routes_of, visitor
from tests.web.worlds import Quiet

FAR = "203.0.113.7"
FILES = ("/static/base.css", "/static/live.js", "/static/icon.svg", "/games/the-feast/style.css",
         "/games/the-feast/cover.svg")  # fmt: skip


def run(test: Callable[[Any], Awaitable[None]], **settings: Any) -> None:
    async def main() -> None:
        async with inside(Quiet(), think=(10_000, 10_000), **settings) as app:
            await test(app)

    asyncio.run(main())


def guarded(answer: httpx.Response) -> None:
    for name, value in GUARDS.items():
        assert answer.headers.get_list(name) == [value], f"{name} is there once"
    assert len(answer.headers.get_list("cache-control")) == 1


# headers


def test_errors_carry_the_rules_for_browsers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(self: Hall) -> None:
        raise RuntimeError("a plate fell")

    async def test(app: Any) -> None:
        ada = visitor(app)
        long = {"content-type": "application/x-www-form-urlencoded", "content-length": "99999999"}
        answers = {
            401: await ada.get("/api/me"),
            403: await ada.post("/name", headers={"origin": "https://evil.example"}),
            404: await ada.get("/nothing"),
            405: await ada.put("/"),
            409: await ada.post("/name", data={"name": "<b>"}),
            413: await ada.post("/name", headers=long),
            422: await ada.post("/api/guests", content=b"{", headers={"content-type": "application/json"}),
        }
        for status, answer in answers.items():
            assert answer.status_code == status
            guarded(answer)
        for path in ("/static/nothing.css", "/static/../app.py", "/games/nothing/style.css", "/api/nothing"):
            answer = await ada.get(path)
            assert answer.status_code == 404
            guarded(answer)
        guarded(await ada.get("/games/the-feast/"))
        monkeypatch.setattr(Hall, "counts", broken)
        monkeypatch.setattr(Hall, "listed", broken)
        for path, words in (("/", "A plate fell"), ("/api/tables", '"error":"Something went wrong')):
            for method in ("GET", "HEAD"):
                answer = await ada.request(method, path)
                assert answer.status_code == 500 and (method == "HEAD") != (words in answer.text)
                guarded(answer)

    run(test)


# HEAD


def test_head_works_wherever_get_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Allowance, "take", lambda self: True)

    async def test(app: Any) -> None:
        nobody = visitor(app)
        token = (await nobody.post("/api/guests", json={"name": "Ada"})).json()["token"]
        program = visitor(app, token=token, cookie=False)
        order = {"game": "the-feast", "chairs": ["me", "bot:random"]}
        id = (await program.post("/api/tables", json=order)).json()["table"]["id"]
        ada = visitor(app, token=token)
        ada.headers.update({"authorization": f"Bearer {token}", "accept-encoding": "identity"})
        seen = set()
        for method, path in routes_of(app):
            if method not in ("GET", "MOUNT"):
                continue
            path = {"MOUNT": "/static/base.css"}.get(method, path)
            path = path.replace("/games/{id}", "/games/the-feast").replace("{id}", id)
            path = path.replace("{day}", "2026-02-28").replace("{code}", "aaaaaa")
            get, head = await ada.get(path), await ada.head(path)
            assert head.status_code == get.status_code != 405, path
            assert head.content == b"" and head.headers == get.headers, path
            assert int(head.headers["content-length"]) == len(get.content), path
            seen.add(head.status_code)
        assert seen >= {200, 404, 409}

    run(test)


def test_head_over_the_network(server: Server) -> None:
    with httpx.Client(base_url=server.url) as ada:
        for path in ("/", "/nothing", "/static/base.css", "/api/games", "/healthz"):
            get = ada.get(path, headers={"accept-encoding": "identity"})
            head = ada.head(path, headers={"accept-encoding": "identity"})
            assert head.status_code == get.status_code and not head.content
            assert head.headers["content-length"] == get.headers["content-length"], path


# files


@pytest.mark.parametrize("path", FILES)
def test_files_are_sent_once_and_compressed(server: Server, path: str) -> None:
    with httpx.Client(base_url=server.url) as ada:
        plain = ada.get(path, headers={"accept-encoding": "identity"})
        packed = ada.get(path, headers={"accept-encoding": "br, gzip;q=0.5"})
        assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
        assert packed.content == plain.content
        assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) == len(plain.content)
        assert plain.headers["etag"] != packed.headers["etag"]
        kind = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}[path.rpartition(".")[2]]
        for answer in (plain, packed):
            assert answer.headers["cache-control"] == "no-cache" and answer.headers["vary"] == "accept-encoding"
            assert answer.headers["content-type"].startswith(kind)
            assert re.fullmatch(r'"[0-9a-f]{32}(-gzip)?"', answer.headers["etag"]), "strong"
            guarded(answer)
        for method in ("GET", "HEAD"):
            again = ada.request(method, path, headers={"if-none-match": f'"x", {packed.headers["etag"]}'})
            assert again.status_code == 304 and not again.content and again.headers["etag"] == packed.headers["etag"]
            guarded(again)
        other = ada.get(path, headers={"if-none-match": '"0123"'})
        assert other.status_code == 200


def test_a_file_that_was_changed_is_sent_again(tmp_path: Path) -> None:
    file = tmp_path / "a.css"
    file.write_text("a { color: red }" * 20)
    first = asset(Headers({"accept-encoding": "gzip"}), file)
    assert gzip.decompress(first.body) == file.read_bytes()
    file.write_text("b { color: red }" * 20)
    os.utime(file, ns=(1, 1))
    second = asset(Headers({"accept-encoding": "gzip", "if-none-match": first.headers["etag"]}), file)
    assert second.status_code == 200 and gzip.decompress(second.body) == file.read_bytes()


def test_what_a_browser_says_about_files() -> None:
    assert [accepts_gzip(text) for text in ("gzip", "br, GZIP ; q=0.1", "*", "x-gzip")] == [True] * 4
    assert [accepts_gzip(text) for text in ("", "br", "gzip;q=0", "gzip; q=0.0", "gzipped")] == [False] * 5
    assert [has_it(text, '"a"') for text in ('"a"', 'W/"a"', '"b","a"', "*")] == [True] * 4
    assert [has_it(text, '"a"') for text in ("", "a", '"ab"')] == [False] * 3


def test_pages_are_not_compressed() -> None:
    """They hold what one guest may know beside what others have written."""

    async def test(app: Any) -> None:
        for path in ("/", "/games/the-feast", "/records", "/api/games"):
            answer = await visitor(app).get(path, headers={"accept-encoding": "gzip"})
            assert "content-encoding" not in answer.headers and answer.headers["cache-control"] == "no-store"

    run(test)


# proxies


def come(app: Any, peer: str, forwarded: str = "", scheme: str = "") -> httpx.AsyncClient:
    """Somebody whose connection comes from `peer`, which says where the request was before."""
    client = visitor(app, peer)
    if forwarded:
        client.headers["x-forwarded-for"] = forwarded
    if scheme:
        client.headers["x-forwarded-proto"] = scheme
    return client


async def welcomed(client: httpx.AsyncClient, times: int = 1) -> httpx.Response:
    """The answer to the last of so many newcomers."""
    for _ in range(times):
        answer = await client.post("/name", data={"name": "Ada"})
        client.cookies.clear()
    return answer


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hightable.web.limits.time", SimpleNamespace(monotonic=lambda: 0.0))


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("peer", [HERE, "10.1.2.3", "198.51.100.1", "::1"])
def test_forwarded_headers_of_a_proxy_that_is_not_named_are_worth_nothing(
    peer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")

    async def test(app: Any) -> None:
        answer = await welcomed(come(app, peer, FAR, "https"))
        assert answer.status_code == 303 and "secure" not in answer.headers["set-cookie"].lower()
        most = int(GUESTS.burst)
        for number in range(1, most):  # each under another name
            assert (await welcomed(come(app, peer, f"203.0.113.{number}"))).status_code == 303
        assert (await welcomed(come(app, peer, "192.0.2.99"))).status_code == 429, "they count as one"

    run(test)


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize(
    ("named", "peer"), [(HERE, HERE), ("10.0.0.0/8", "10.1.2.3"), ("2001:db8::/32", "2001:db8::5")]
)
def test_a_proxy_that_is_named_is_believed(named: str, peer: str) -> None:
    async def test(app: Any) -> None:
        answer = await welcomed(come(app, peer, FAR, "https"))
        assert "secure" in answer.headers["set-cookie"].lower()
        most = int(GUESTS.burst)
        assert (await welcomed(come(app, peer, FAR), most - 1)).status_code == 303
        assert (await welcomed(come(app, peer, FAR))).status_code == 429
        forged = f"192.0.2.1, 192.0.2.2, {FAR}"
        assert (await welcomed(come(app, peer, forged))).status_code == 429, "what a guest wrote before is not believed"
        assert (await welcomed(come(app, peer, "192.0.2.99"))).status_code == 303
        assert (await welcomed(come(app, "198.51.100.1", FAR))).status_code == 303, "another peer is itself"

    run(test, proxies=[proxy(named)])


@pytest.mark.usefixtures("still")
def test_the_owner_of_the_machine_has_no_bounds_but_a_hidden_proxy_is_told_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test(app: Any) -> None:
        assert (await welcomed(come(app, HERE), int(GUESTS.burst) + 5)).status_code == 303
        assert not caplog.records
        for _ in range(3):
            await welcomed(come(app, HERE, FAR))
        assert [record.getMessage() for record in caplog.records] == [
            "a proxy at 127.0.0.1 is not named: all of its guests count as one (see --proxy)"
        ]

    with caplog.at_level(logging.WARNING, "hightable"):
        run(test)


@pytest.mark.parametrize("text", ["", "*", "localhost", "10.0.0.1/8", "1.2.3", "127.0.0.1:80", "unix", "x" * 5000])
def test_what_is_no_proxy(text: str) -> None:
    with pytest.raises(Refused, match="is not a proxy's address"):
        proxy(text)


# host names


def test_only_names_that_the_host_has_listed_are_answered_to() -> None:
    async def test(app: Any) -> None:
        ada = visitor(app)
        token = (await ada.post("/api/guests", json={"name": "Ada"}, headers={"host": "hall"})).json()["token"]
        order = {"game": "the-feast", "chairs": ["me", "bot:random"]}
        bearer = {"authorization": f"Bearer {token}"}
        id = (await ada.post("/api/tables", json=order, headers={"host": "hall", **bearer})).json()["table"]["id"]
        for host in ("hall", "HALL:8000", "feast.example.org", "feast.example.org:443", "[::1]:8000"):
            assert (await ada.get("/", headers={"host": host})).status_code == 200, host
        others = (
            "evil.example",
            "hall.evil.example",
            "xhall",
            "",
            "hall@evil.example",
            "[hall",
            "[",
            "127.0.0.1",
            "::1",
        )
        for host in others:
            for method, path in routes_of(app):
                if method in ("WS", "MOUNT") or path == "/healthz":
                    continue
                answer = await ada.request(method, path.replace("{id}", id), headers={"host": host})
                assert answer.status_code == 421 and "Nothing is served under this name." in answer.text, (host, path)
                guarded(answer)
            for path in (f"/t/{id}/live", f"/api/tables/{id}/live"):
                wire = Wire(app, path, {**bearer, "cookie": f"ht_guest={token}"}, host)
                with pytest.raises(Turned, match="4421"):
                    await wire.open()
            assert (await ada.get("/static/base.css", headers={"host": host})).status_code == 421
            assert (await ada.get("/healthz", headers={"host": host})).status_code == 200, "balancers ask by address"
        wire = await Wire(app, f"/t/{id}/live", {"cookie": f"ht_guest={token}"}, "hall:80").open()
        await wire.close()

    run(test, host_names=[host_name(name) for name in ("hall", "Feast.Example.ORG", "[::1]")])


@pytest.mark.parametrize("text", ["", " ", "http://hall", "hall:80", "hall/x", "a@b", "häll", "*", "a b", "x" * 5000])
def test_what_is_no_host_name(text: str) -> None:
    with pytest.raises(Refused, match="is not a host name"):
        host_name(text)
