"""Numbers that arrive as text: one parser reads them all, and whatever is written there gets a sentence."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import hightable.web
from hightable.web.forms import whole_number
from hightable.web.limits import Allowance
from tests.web.inside import Wire, inside, routes_of, visitor
from tests.web.worlds import Quiet

ODD = (
    "", " ", "x", "9" * 5_000, "0" * 5_000 + "2", "9" * 30, "4294967296", "-1", "-0", "+1", " 1", "1 ", "1\n", "1_0",
    "1.0", "1e1", "0x1", "٣", "³", "Ⅲ", "１", "−1", "1\0", "nan", "inf",
)  # fmt: skip
FIELDS = ("seats", "chair", "other", "seat", "entries", "clock_turn", "clock_bank", "clock_game")


@pytest.mark.parametrize("text", ODD)
def test_what_is_no_number(text: str) -> None:
    assert whole_number(text, 0, 999) is None


def test_bounds() -> None:
    assert [whole_number(str(n), 2, 11) for n in (1, 2, 11, 12)] == [None, 2, 11, None]
    assert [whole_number(str(n), -1, 9) for n in (-2, -1, 0, 9, 10)] == [None, -1, 0, 9, None]
    assert whole_number("007", 0, 999) == 7 and whole_number("0007", 0, 999) is None


def test_no_other_parser_in_the_web() -> None:
    folder = Path(hightable.web.__file__).parent
    hand_made = re.compile(r"\.(isdecimal|isdigit|isnumeric)\(")
    found = {path.name for path in folder.glob("**/*.py") if hand_made.search(path.read_text())}
    assert found == {"forms.py"}


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Allowance, "take", lambda self: True)


class Place:
    """A guest with a waiting table, a running one and a finished game."""

    def __init__(self, app: Any, ada: httpx.AsyncClient, program: httpx.AsyncClient, token: str) -> None:
        self.app, self.ada, self.program, self.token = app, ada, program, token
        self.tables: list[str] = []

    async def open(self) -> Place:
        for chairs in (["me", "friend"], ["me", "bot:random"]):
            laid = await self.program.post("/api/tables", json={"game": "the-feast", "chairs": chairs})
            self.tables.append(laid.json()["table"]["id"])
        return self


def in_place(test: Callable[[Place], Awaitable[None]]) -> None:
    async def main() -> None:
        async with inside(Quiet(), think=(10_000, 10_000)) as app, visitor(app) as nobody:
            token = (await nobody.post("/api/guests", json={"name": "Ada"})).json()["token"]
            ada, program = visitor(app, token=token), visitor(app, token=token, cookie=False)
            await test(await Place(app, ada, program, token).open())

    asyncio.run(main())


def test_every_number_of_every_form() -> None:
    async def test(place: Place) -> None:
        paths = [path for method, path in routes_of(place.app) if method == "POST" and not path.startswith("/api/")]
        assert "/tables" in paths and "/t/{id}/settings" in paths and "/t/{id}/from" in paths and len(paths) > 15
        usual = {"game": "the-feast", "chair0": "me", "chair1": "friend", "clock": "turn", "name": "Ada"}
        for path in paths:
            for id in place.tables:
                for text in ODD:
                    # All at once, or one after the other: a form with eight long ones would be too long itself.
                    for fields in [FIELDS] if len(text) < 1_000 else [[field] for field in FIELDS]:
                        form = {"seats": "2"} | usual | dict.fromkeys(fields, text)
                        answer = await place.ada.post(path.replace("{id}", id), data=form)
                        assert answer.status_code < 500 and answer.status_code != 413, (path, text[:20], fields)

    in_place(test)


@pytest.mark.parametrize("field", FIELDS)
def test_one_number_that_is_none_is_refused_and_the_others_are_not_to_blame(field: str) -> None:
    """The form that is right is taken; with one odd number in it nothing is done."""

    async def test(place: Place) -> None:
        waiting, running = place.tables
        kind = {"clock": "game", "clock_game": "600"} if field == "clock_game" else {"clock": "turn"}
        laid = {"game": "the-feast", "seats": "2", "chair0": "me", "chair1": "bot:random", "name": "Ada"}
        right = laid | {"clock_turn": "60", "clock_bank": "60", "chair": "0", "other": "1"} | kind
        if field in ("chair", "other"):
            path = f"/t/{waiting}/swap"
        elif field in ("seat", "entries"):
            path, right = f"/t/{running}/from", right | {"seat": "0", "entries": "1"}
        else:
            path = "/tables"
        for text in ODD:
            answer = await place.ada.post(path, data=right | {field: text})
            assert answer.status_code in (409, 422), (path, text[:20], answer.text[:200])
            assert answer.text.startswith("<!doctype html>"), "a page says why"
        if field not in ("seat", "entries"):  # that game runs, so nobody plays on from it
            assert (await place.ada.post(path, data=right)).status_code == 303

    in_place(test)


def test_every_number_of_every_address() -> None:
    async def test(place: Place) -> None:
        waiting, running = place.tables
        for text in ODD:
            for name in ("n", "e", "eyes"):
                answer = await place.ada.get(f"/t/{running}/replay", params={name: text})
                assert answer.status_code < 500, (name, text[:20])
            for name in ("v", "wait"):
                answer = await place.program.get(f"/api/tables/{waiting}", params={name: text})
                allowed = (200,) if name == "v" and text in ("-1", "-0") else (422,)
                assert answer.status_code in allowed and "content-security-policy" in answer.headers, (name, text[:20])
                assert answer.status_code == 200 or f"query.{name}" in answer.text or f"“{name}”" in answer.text
            for path in ("/t/{}", "/j/{}", "/daily/{}", "/games/{}", "/api/tables/{}"):
                if "\n" not in text and "\0" not in text:
                    answer = await place.ada.get(path.format(text))
                    assert answer.status_code < 500, (path, text[:20])
        for text in ODD:  # at the socket an odd number is as good as none: the whole picture comes
            query = httpx.QueryParams({"v": text})
            for path, header in (("/t/{}/live", "cookie"), ("/api/tables/{}/live", "authorization")):
                value = f"ht_guest={place.token}" if header == "cookie" else f"Bearer {place.token}"
                wire = await Wire(place.app, f"{path.format(running)}?{query}", {header: value}).open()
                await wire.until("html", "view")
                await wire.close()

    in_place(test)


@pytest.mark.parametrize("number", ["9" * 5_000, "9" * 30, "1e400", "-1", "1.5", '"1"', "٣"])
def test_numbers_in_json(number: str) -> None:
    async def test(place: Place) -> None:
        waiting, running = place.tables
        clock = f'"clock": {{"turn": {number}, "bank": 60}}'
        for path, body in (
            (f"/api/tables/{running}/act", f'{{"action": "play 1", "v": {number}, "id": "1"}}'),
            (f"/api/tables/{running}/undo", f'{{"v": {number}, "id": "1"}}'),
            (f"/api/tables/{running}/hint", f'{{"v": {number}}}'),
            (f"/api/tables/{waiting}/sit", f'{{"chair": {number}}}'),
            ("/api/tables", f'{{"game": "the-feast", "chairs": ["me", "friend"], {clock}}}'),
        ):
            headers = {"content-type": "application/json"}
            answer = await place.program.post(path, content=body.encode(), headers=headers)
            assert answer.status_code in (400, 409, 422) and answer.json()["error"], (path, answer.text[:200])
        for path, header in (("/t/{}/live", "cookie"), ("/api/tables/{}/live", "authorization")):
            value = f"ht_guest={place.token}" if header == "cookie" else f"Bearer {place.token}"
            wire = await Wire(place.app, path.format(running), {header: value}).open()
            for body in (f'{{"a": "play 1", "v": {number}, "id": "1"}}', f'{{"hint": true, "v": {number}}}'):
                await wire.send(body)
                assert "went wrong" not in (await wire.until("error"))["error"]
            await wire.close()

    in_place(test)
