"""What a monitor and players hear when storage fails: a sentence, the right status, and nothing about the machine."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest
from fastapi import FastAPI

from hightable.hall import Hall
from hightable.hall import store as store_module
from hightable.hall.storage_errors import DAMAGED, FULL, GONE
from tests.hall.at_table import two_friends
from tests.hall.broken_storage import BrokenStorage
from tests.web.inside import Turned, Wire, inside, visitor


@pytest.fixture(autouse=True)
def watchful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question is a probe."""
    monkeypatch.setattr(store_module, "PROBE_HOLDS", 0.0)


async def health(app: FastAPI) -> tuple[int, dict[str, object]]:
    async with visitor(app) as monitor:
        answer = await monitor.get("/healthz")
    assert answer.headers["content-type"] == "application/json"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    return answer.status_code, answer.json()


def test_a_healthy_hall():
    async def test() -> None:
        async with inside() as app:
            assert await health(app) == (200, {"ok": True, "waiting": 0, "playing": 0})

    asyncio.run(test())


def test_a_full_disk(monkeypatch):
    async def test() -> None:
        async with inside() as app:
            broken = BrokenStorage(app.state.hall.store, monkeypatch)
            broken.full = True
            assert await health(app) == (503, {"ok": False, "problem": FULL})
            broken.full = False
            assert await health(app) == (200, {"ok": True, "waiting": 0, "playing": 0})

    asyncio.run(test())


def test_a_file_that_is_gone_and_damage():
    async def test() -> None:
        async with inside() as app:
            hall: Hall = app.state.hall
            file = hall.store._file
            assert file is not None
            away = Path(f"{file.path}.away")
            os.rename(file.path, away)
            await asyncio.sleep(0.02)
            assert await health(app) == (503, {"ok": False, "problem": GONE})
            os.rename(away, file.path)
            assert (await health(app))[0] == 200
            hall.store._damaged = True
            assert await health(app) == (503, {"ok": False, "problem": DAMAGED})

    asyncio.run(test())


def test_an_error_nobody_thought_of(monkeypatch):
    def fail(*args: object, **settings: object) -> None:
        raise ZeroDivisionError("/secret/path")

    async def test() -> None:
        async with inside() as app:
            monkeypatch.setattr(store_module, "_write_and_delete", fail)
            status, said = await health(app)
            assert status == 503 and "secret" not in json.dumps(said)

    asyncio.run(test())


def test_players_are_told_what_is_wrong(monkeypatch):
    async def test() -> None:
        async with inside(think=(1000, 1000)) as app:
            hall: Hall = app.state.hall
            table, ann, _bob = await two_friends(hall)
            _guest, token = await hall.welcome("Cid")
            broken = BrokenStorage(hall.store, monkeypatch)
            broken.full = True
            async with visitor(app, token=token) as page:
                answer = await page.post("/quick", data={"game": "the-feast"})
                assert answer.status_code == 503 and "disk is full" in answer.text
                form = {"game": "the-feast", "seats": "2", "chair0": "me", "chair1": "bot:random"}
                answer = await page.post("/tables", data=form)
                assert answer.status_code == 503 and "disk is full" in answer.text
            async with visitor(app, token=token, cookie=False) as program:
                answer = await program.post("/api/guests", json={"name": "Dot"})
                assert (answer.status_code, answer.json()["error"]) == (503, FULL)
            assert table.seat_of(ann.id) == 0 and not table.match.entries
            broken.full = False
            async with visitor(app, token=token) as page:
                assert (await page.post("/quick", data={"game": "the-feast"})).status_code == 303

    asyncio.run(test())


def test_a_click_that_can_not_be_saved_is_answered_and_works_when_it_is_sent_again(monkeypatch):
    async def test() -> None:
        async with inside(think=(1000, 1000)) as app:
            hall: Hall = app.state.hall
            ann, token = await hall.welcome("Ann")
            table = await hall.lay(ann, "the-feast", ["me", "bot:random"])
            broken = BrokenStorage(hall.store, monkeypatch)
            wire = await Wire(app, f"/api/tables/{table.id}/live", {"authorization": f"Bearer {token}"}).open()
            await wire.until("view")
            action = table.game.text(table.match.state.legal(0)[0])
            order = {"a": action, "v": table.number, "id": "click"}
            broken.full = True
            await wire.send(order)
            answer = await wire.until("error")
            assert (answer["error"], answer["id"]) == (FULL, "click")
            assert table.match.entries == []
            broken.full = False
            await wire.send(order)
            assert (await wire.until("ok"))["ok"] == "click"
            assert len(table.match.entries) == 1
            await wire.close()

    asyncio.run(test())


def test_whoever_comes_while_nothing_can_be_read_is_sent_away_in_order():
    async def test() -> None:
        async with inside() as app:
            hall: Hall = app.state.hall
            file = hall.store._file
            assert file is not None
            os.rename(file.path, f"{file.path}.away")
            await asyncio.sleep(0.02)
            assert (await health(app))[0] == 503
            with pytest.raises(Turned, match="1013"):
                await Wire(app, "/t/abcdefghjk/live", {}).open()
            async with visitor(app) as page:
                answer = await page.get("/")
            assert answer.status_code == 503 and "deleted, moved or replaced" in answer.text

    asyncio.run(test())
