"""What the hall must not be shaken by: each is refused with a sentence, by pages and for programs alike, and nothing of
all that is stored has changed afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from html import escape
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from hightable.engine import Match, Record
from hightable.games import game as find
from hightable.hall import Hall
from hightable.hall.schema import METADATA
from hightable.web.conversation import PATIENCE
from hightable.web.limits import DEEDS
from tests.web.inside import Turned, Wire, inside, visitor
from tests.web.worlds import Quiet

LETTERS = "x" * 10_000


class Place:
    """A hall with a table of Ann and Bob that is being played, and Eve, who sits elsewhere and watches here."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.hall: Hall = app.state.hall
        self.tokens: dict[str, str] = {}

    async def open(self) -> Place:
        for name in ("Ann", "Bob", "Eve"):
            _guest, self.tokens[name] = await self.hall.welcome(name)
        self.table = await self.lay("Ann")
        self.elsewhere = await self.lay("Eve")
        await self.program("Bob", "POST", f"/tables/{self.table}/sit", {})
        await self.program("Ann", "POST", f"/tables/{self.table}/begin", {})
        return self

    async def lay(self, name: str) -> str:
        order = {"game": "the-feast", "chairs": ["me", "friend"]}
        return str((await self.program(name, "POST", "/tables", order)).json()["table"]["id"])

    async def program(self, name: str, method: str, path: str, body: Any = None) -> httpx.Response:
        who = visitor(self.app, token=self.tokens.get(name), cookie=False)
        return await who.request(method, f"/api{path}", json=body)

    async def page(self, who: str, path: str, /, **form: str) -> httpx.Response:
        return await visitor(self.app, token=self.tokens.get(who)).post(path, data=form)

    async def wires(self, name: str, table: str) -> list[Wire]:
        """A page and a program at a table, both up to date."""
        cookie, token = {"cookie": f"ht_guest={self.tokens[name]}"}, {"authorization": f"Bearer {self.tokens[name]}"}
        found = [Wire(self.app, f"/t/{table}/live", cookie), Wire(self.app, f"/api/tables/{table}/live", token)]
        for wire, field in zip(found, ("html", "view"), strict=True):
            await wire.open()
            await wire.until(field)
        return found

    async def stored(self) -> dict[str, Any]:
        """All rows of all tables of the data base."""

        def read(c: Any) -> dict[str, Any]:
            return {table.name: sorted(map(repr, c.execute(select(table)).all())) for table in METADATA.sorted_tables}

        return await self.hall.store.read(read)

    @asynccontextmanager
    async def unchanged(self) -> AsyncIterator[None]:
        before, pictures = await self.stored(), await self.pictures()
        yield
        assert await self.stored() == before
        assert await self.pictures() == pictures

    async def pictures(self) -> list[Any]:
        seen = [(await self.program(name, "GET", f"/tables/{self.table}")).json() for name in self.tokens]
        return [{key: value for key, value in one.items() if key != "table"} for one in seen]


def in_place(test: Callable[[Place], Awaitable[None]]) -> None:
    async def main() -> None:
        async with inside(Quiet(), think=(10_000, 10_000)) as app:
            await test(await Place(app).open())

    asyncio.run(main())


async def complaint(wire: Wire, sentence: str) -> None:
    """Wait for this complaint."""
    while not any(message.get("error") == sentence for message in await wire.take()):
        pass


async def listen(wire: Wire) -> None:
    while True:
        await wire.take()


def refused(answer: httpx.Response, sentence: str, *statuses: int) -> None:
    assert answer.status_code in (statuses or (409, 422)), answer.text[:300]
    assert sentence in answer.text.replace("&#39;", "'"), answer.text[:300]
    assert "set-cookie" not in answer.headers


def test_a_flood_of_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hightable.web.limits.time", SimpleNamespace(monotonic=lambda: 0.0))  # nobody waits

    async def test(place: Place) -> None:
        async with place.unchanged():
            for wire in await place.wires("Ann", place.table):
                for number in range(int(DEEDS.burst) + 1):
                    await wire.send({"a": "nonsense", "v": 1, "id": f"{number}"})
                await complaint(wire, "Too fast. Wait a moment.")
                for _ in range(PATIENCE):
                    await wire.send("{}")
                with pytest.raises(Turned, match="1008"):
                    await listen(wire)
        mine = (await place.program("Bob", "GET", f"/tables/{place.table}")).json()
        order = {"action": mine["legal"][0], "v": mine["v"], "id": "1"}
        after = await place.program("Bob", "POST", f"/tables/{place.table}/act", order)
        assert after.status_code == 200, "others play on"

    in_place(test)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (LETTERS, "A name has at most 20 letters."),
        ("<script>x</script>", "A name has no “<” and no “>” in it."),
        ("<img src=x>", "A name has no “<” and no “>” in it."),
    ],
)
def test_a_name_too_long_or_html(name: str, sentence: str) -> None:
    async def test(place: Place) -> None:
        async with place.unchanged():
            for who in ("Nobody", "Ann"):
                refused(await place.page(who, "/name", name=name), escape(sentence))
                refused(await place.page(who, f"/t/{place.elsewhere}/sit", name=name), escape(sentence))
                refused(await place.page(who, "/quick", name=name, game="the-feast"), escape(sentence))
            refused(await place.program("Nobody", "POST", "/guests", {"name": name}), sentence)
            refused(await place.program("Ann", "PUT", "/me", {"name": name}), sentence)

    in_place(test)


def test_the_token_of_another_table() -> None:
    """Eve has a seat, but elsewhere: here she can only watch."""

    async def test(place: Place) -> None:
        path, v = f"/tables/{place.table}", (await place.pictures())[0]["v"]
        async with place.unchanged():
            for order, body in (
                ("act", {"action": "play 7", "v": v, "id": "1"}),
                ("undo", {"v": v, "id": "2"}),
                ("leave", {}),
                ("ask", {}),
                ("answer", {"agree": True}),
                ("hint", {"v": v}),
            ):
                refused(await place.program("Eve", "POST", f"{path}/{order}", body), "You don't sit at this table.")
            refused(await place.program("Eve", "POST", f"{path}/begin", {}), "Only the host can do that.")
            refused(await place.program("Eve", "POST", f"{path}/sit", {"chair": 0}), "This chair is taken.")
            for order in ("stand", "again", "relieve"):
                refused(await place.page("Eve", f"/t/{place.table}/{order}", chair="0"), "You don't sit at this table.")
            for order in ("begin", "remove", "give", "talk", "hints", "swap", "appoint", "settings"):
                form = {"chair": "0", "other": "1", "game": "the-feast", "seats": "2"}
                answer = await place.page("Eve", f"/t/{place.table}/{order}", **form)
                refused(answer, "Only the host can do that.")
            for wire in await place.wires("Eve", place.table):
                for order in ({"a": "play 7", "v": v, "id": "3"}, {"undo": True, "v": v, "id": "4"}, {"ask": True}):
                    await wire.send(order)
                    assert (await wire.until("error"))["error"] == "You don't sit at this table."
                await wire.close()
            for token in (place.tokens["Ann"][:-1], place.tokens["Ann"] + "x", place.table, "x" * 300):
                place.tokens["Forged"] = token
                order = {"action": "play 7", "v": v, "id": "5"}
                refused(await place.program("Forged", "POST", f"{path}/act", order), "has this token", 401)
                refused(await place.page("Forged", f"/t/{place.table}/stand"), "We don't know you yet.")
            del place.tokens["Forged"]

    in_place(test)


def finished() -> Record:
    """The record of a game that was really played."""
    game = find("the-feast")
    match = Match(game, 2, "00112233445566778899aabbccddeeff", None)
    while not match.state.over:
        seat = match.state.deciding[0]
        match.apply(seat, match.state.legal(seat)[0])
    return Record.of(match, ["Ann", "Bob"])


def test_the_import_of_a_forged_record() -> None:
    async def test(place: Place) -> None:
        good, other = finished(), finished()
        text = good.text()
        assert (await place.page("Eve", "/records", record=text)).status_code == 303, "as it is, it is taken"
        other.entries = [*other.entries[:-1]]
        better = finished()
        better.scores = [score + 1 for score in better.scores or []]
        swapped = finished()
        swapped.seed = "ff" * 16
        forged = {
            other.text(): "cut short",
            better.text(): "the result is wrong",
            swapped.text(): "not the one that was committed to",
            text.replace("player 1: Ann", "player 1: Eve"): "digest",
            text.replace("1 play", "2 play", 1): "can't be trusted",
            text.replace("options: ", "options: x=1 "): "can't be trusted",
            text + "more": "after the digest",
        }
        for record, words in forged.items():
            for who in ("Eve", "Nobody"):
                async with place.unchanged():
                    refused(await place.page(who, "/records", record=record), words, 422)

    in_place(test)


def test_a_seat_taken_twice_at_once() -> None:
    async def test(place: Place) -> None:
        for _round in range(3):
            table = await place.lay("Eve")
            answers = await asyncio.gather(
                place.program("Ann", "POST", f"/tables/{table}/sit", {"chair": 1}),
                place.page("Bob", f"/t/{table}/sit", chair="1"),
                place.program("Bob", "POST", f"/tables/{table}/sit", {"chair": 1}),
                place.page("Ann", f"/t/{table}/sit", chair="1"),
            )
            found = await place.hall.table(table)
            assert found is not None
            chair = found.chairs[1]
            assert chair.name in ("Ann", "Bob") and [c.name for c in found.chairs].count(chair.name) == 1
            loser = [answer for answer in answers if answer.status_code == 409]
            assert len(loser) == 2
            for answer in loser:
                refused(answer, "This chair is taken.")

    in_place(test)


def test_a_vote_on_going_back_from_somebody_who_watches() -> None:
    async def test(place: Place) -> None:
        path = f"/tables/{place.table}"
        for name in ("Ann", "Bob"):
            seen = (await place.program(name, "GET", path)).json()
            order = {"action": seen["legal"][0], "v": seen["v"], "id": name}
            assert (await place.program(name, "POST", f"{path}/act", order)).status_code == 200
        asked = (await place.program("Ann", "POST", f"{path}/ask", {})).json()
        assert asked["table"]["asking"]
        async with place.unchanged():
            refused(await place.program("Ann", "POST", f"{path}/answer", {"agree": True}), "You are not asked.")
            for agree in (True, False):
                refused(await place.program("Eve", "POST", f"{path}/answer", {"agree": agree}), "You don't sit")
                for wire in await place.wires("Eve", place.table):
                    await wire.send({"answer": agree})
                    assert (await wire.until("error"))["error"] == "You don't sit at this table."
                    await wire.close()
        taken_back = await place.program("Ann", "POST", f"{path}/answer", {"agree": False})
        assert taken_back.json()["table"]["asking"] is None and taken_back.json()["v"] == asked["v"]
        assert (await place.program("Ann", "POST", f"{path}/ask", {})).json()["table"]["asking"]
        answer = await place.program("Bob", "POST", f"{path}/answer", {"agree": True})
        assert answer.json()["table"]["asking"] is None and answer.json()["asked"] == [0, 1], "Bob is asked"

    in_place(test)


@pytest.mark.parametrize(
    ("turn", "bank", "sentence"),
    [
        (-1, 60, "A turn has from ten seconds to thirty days."),
        (9, 60, "A turn has from ten seconds to thirty days."),
        (10**9, 60, "A turn has from ten seconds to thirty days."),
        (60, -1, "The bank has at most thirty days."),
        (60, 10**9, "The bank has at most thirty days."),
        (0, 0, "A clock for the whole game has from one minute to one day."),
        (0, 10**6, "A clock for the whole game has from one minute to one day."),
    ],
)
def test_a_clock_set_to_nonsense(turn: int, bank: int, sentence: str) -> None:
    async def test(place: Place) -> None:
        order = {"game": "the-feast", "chairs": ["me", "friend"], "clock": {"turn": turn, "bank": bank}}
        kind = {"clock": "turn", "clock_turn": str(turn), "clock_bank": str(bank)}
        if turn == 0:
            kind = {"clock": "game", "clock_game": str(bank)}
        form = {"game": "the-feast", "seats": "2", "chair0": "me", "chair1": "friend", **kind}
        words = "A clock is set in whole seconds." if min(turn, bank) < 0 or max(turn, bank) >= 10**8 else sentence
        async with place.unchanged():
            refused(await place.program("Eve", "POST", "/tables", order), sentence)
            refused(await place.page("Eve", "/tables", **form), words)
            refused(await place.page("Eve", f"/t/{place.elsewhere}/settings", **form), words)

    in_place(test)


@pytest.mark.parametrize("clock", [{"turn": "60", "bank": 0}, {"turn": 60.5, "bank": 0}, {"turn": 60}, "soon", [60, 0]])
def test_a_clock_that_is_none(clock: Any) -> None:
    async def test(place: Place) -> None:
        async with place.unchanged():
            order = {"game": "the-feast", "chairs": ["me", "friend"], "clock": clock}
            refused(await place.program("Eve", "POST", "/tables", order), "clock", 422)
            form = {"game": "the-feast", "seats": "2", "chair0": "me", "chair1": "friend", "clock": "hourglass"}
            refused(await place.page("Eve", "/tables", **form), "There is no such clock.")

    in_place(test)
