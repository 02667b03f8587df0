"""What a connection may cost: one allowance for all connections of a guest, so many connections at once, and little
memory and work for somebody who doesn't read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI

from hightable.hall import play
from hightable.web import limits
from hightable.web.conversation import PATIENCE, Socket
from hightable.web.feed import Listener
from hightable.web.limits import DEEDS, Rate
from hightable.web.live import Live
from tests.web.inside import Turned, Wire, inside, visitor

FAR, FARTHER = "203.0.113.7", "203.0.113.8"


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still for all allowances."""
    monkeypatch.setattr("hightable.web.limits.time", SimpleNamespace(monotonic=lambda: 0.0))


async def new_guest(app: FastAPI) -> str:
    """A guest's token."""
    return str((await visitor(app).post("/api/guests", json={"name": "Ada"})).json()["token"])


async def new_table(app: FastAPI, token: str) -> str:
    """A running game for two guests."""
    ada, bob = visitor(app, token=token, cookie=False), visitor(app, token=await new_guest(app), cookie=False)
    answer = await ada.post("/api/tables", json={"game": "the-feast", "chairs": ["me", "friend"]})
    id = str(answer.json()["table"]["id"])
    await bob.post(f"/api/tables/{id}/sit", json={})
    assert (await ada.post(f"/api/tables/{id}/begin", json={})).status_code == 200
    return id


def page(app: FastAPI, id: str, token: str = "") -> Wire:
    return Wire(app, f"/t/{id}/live", {"cookie": f"ht_guest={token}"} if token else {})


def feed(app: FastAPI, id: str, token: str) -> Wire:
    return Wire(app, f"/api/tables/{id}/live", {"authorization": f"Bearer {token}"})


async def told(wire: Wire) -> str:
    """What an order that can't be read is answered with, if it is read at all."""
    await wire.send({"nonsense": 1})
    return str((await wire.until("error"))["error"])


# taking back


def test_ht_10_pages_and_programs_are_told_that_nothing_more_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_UNDOS", 1)

    async def main() -> None:
        async with inside() as app:
            token = await new_guest(app)
            id = await new_table(app, token)
            program = visitor(app, token=token, cookie=False)
            seen = (await program.get(f"/api/tables/{id}")).json()
            action = seen["legal"][0]
            for number, what in enumerate(("act", "undo", "act")):
                order = {"v": seen["v"], "id": f"n{number}", **({"action": action} if what == "act" else {})}
                seen = (await program.post(f"/api/tables/{id}/{what}", json=order)).json()
                assert seen["undo"] == (number == 0)
            answer = await program.post(f"/api/tables/{id}/undo", json={"v": seen["v"], "id": "n3"})
            assert answer.status_code == 409 and answer.json()["rule"] == "HT-10"
            html = (await visitor(app, token=token).get(f"/t/{id}")).text
            assert "You have taken back 1 actions in this game." in html

    asyncio.run(main())


# actions per guest


def test_a_guest_has_one_allowance_for_all_connections_and_requests() -> None:
    async def main() -> None:
        async with inside() as app:
            token, other = await new_guest(app), await new_guest(app)
            id = await new_table(app, token)
            program = visitor(app, token=token, cookie=False)
            app.state.limits._allowances.clear()
            wires = [await page(app, id, token).open(), await feed(app, id, token).open()]
            for number in range(int(DEEDS.burst) - 1):
                assert "can't be read" in await told(wires[number % 2])
            assert (await program.get("/api/me")).status_code == 200
            for wire in (*wires, await page(app, id, token).open()):
                assert "Too fast" in await told(wire), "a new connection brings no new allowance"
            assert (await program.get("/api/me")).status_code == 429
            assert "can't be read" in await told(await page(app, id, other).open()), "others have their own"

    asyncio.run(main())


def test_a_guest_who_was_cut_off_for_haste_may_come_back() -> None:
    """What was too much counts for one connection, or it would close all later ones, too."""

    async def main() -> None:
        async with inside() as app:
            token = await new_guest(app)
            id = await new_table(app, token)
            calm, hasty = await page(app, id, token).open(), await page(app, id, token).open()
            for _ in range(int(DEEDS.burst) + PATIENCE):
                await hasty.send({"nonsense": 1})
            with pytest.raises(Turned, match="1008"):
                await hasty.until("never")
            assert "Too fast" in await told(calm)
            assert "Too fast" in await told(await page(app, id, token).open())

    asyncio.run(main())


def test_watchers_without_a_name_share_what_an_address_may_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hightable.web.conversation.WATCHERS", Rate(50, 1.0))
    where = FAR
    monkeypatch.setattr("hightable.web.conversation.address", lambda _socket: where)

    async def main() -> None:
        nonlocal where
        async with inside() as app:
            id = await new_table(app, await new_guest(app))
            first, second = await page(app, id).open(), await page(app, id).open()
            for number in range(50):
                assert "watching" in await told((first, second)[number % 2])
            for wire in (first, second, await page(app, id).open()):
                assert "Too fast" in await told(wire)
            where = FARTHER
            far = await page(app, id).open()
            for _ in range(int(DEEDS.burst)):
                assert "watching" in await told(far)
            assert "Too fast" in await told(far), "each connection has its own bound besides"
            assert "watching" in await told(await page(app, id).open())

    asyncio.run(main())


# connections at once


def test_a_guest_has_only_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_OF_GUEST", 4)

    async def main() -> None:
        async with inside() as app:
            token = await new_guest(app)
            id = await new_table(app, token)
            held = [await make(app, id, token).open() for make in (page, feed, page, feed)]
            for make in (page, feed):
                with pytest.raises(Turned, match="4429 You have this hall open too many times"):
                    await make(app, id, token).open()
            await page(app, id, await new_guest(app)).open()
            await page(app, id).open()
            await held.pop().close()
            held.append(await page(app, id, token).open())  # one has gone, so one may come
            for wire in held:
                await wire.close()
            assert sum(app.state.limits._open.values()) == 1

    asyncio.run(main())


def test_an_address_has_only_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_OF_ADDRESS", 3)
    where = FAR
    monkeypatch.setattr("hightable.web.conversation.address", lambda _socket: where)

    async def main() -> None:
        nonlocal where
        async with inside() as app:
            id = await new_table(app, await new_guest(app))
            held = [await page(app, id, token).open() for token in ("", await new_guest(app), "")]
            for token in ("", await new_guest(app)):
                with pytest.raises(Turned, match="4429 Too many people"):
                    await page(app, id, token).open()
            for other in (FARTHER, "", "", "", ""):  # this very machine has no bound
                where = other
                await page(app, id).open()
            where = FAR
            await held.pop().close()
            await page(app, id).open()

    asyncio.run(main())


# somebody who doesn't read


@pytest.mark.parametrize("make", [page, feed])
def test_who_asks_again_and_again_and_never_reads_costs_three_pictures(
    make: Callable[[FastAPI, str, str], Wire], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that asks for the text form, a program that sends a stale action: both are shown everything."""
    kind, order = (Live, {"words": True}) if make is page else (Listener, {"a": "play 1", "v": 0, "id": "stale"})
    drawn, post, send = [0], kind.post_whole, Socket.send_text

    def count(conversation: Any) -> None:
        drawn[0] += 1
        post(conversation)

    monkeypatch.setattr(kind, "post_whole", count)

    async def main() -> None:
        reading = asyncio.Event()

        async def unread(socket: Socket, data: str) -> None:
            await reading.wait()
            await send(socket, data)

        monkeypatch.setattr(Socket, "send_text", unread)
        async with inside() as app:
            token = await new_guest(app)
            id = await new_table(app, token)
            app.state.limits._allowances.clear()
            wire = await make(app, id, token).open()
            for _ in range(int(DEEDS.burst)):
                await wire.send(order)
            while not wire._in.empty():  # noqa: ASYNC110 - until all of them have been read
                await asyncio.sleep(0.001)
            before = drawn[0]
            assert before <= 2, "one is being sent, and one waits"
            reading.set()
            while drawn[0] == before:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.01)
            assert drawn[0] == before + 1, "the one that waits for all the others"
            await wire.close()

    asyncio.run(main())
