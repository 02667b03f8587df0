"""How much a page asks of the database and of the rules: not more for a guest with many tables or many empty days."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from math import inf

import pytest
from sqlalchemy import Engine, event

from hightable.hall import Guest, Hall, play
from hightable.hall.turns import Turns
from tests.hall.at_table import act, finish
from tests.web.inside import inside, visitor

TABLES = 20
MOST = 12  # queries of a page
MARK = "Your turn"


@contextmanager
def counted() -> Iterator[list[str]]:
    """All that is asked of a database meanwhile."""
    asked: list[str] = []

    def listen(_conn, _cursor, statement, _parameters, _context, _many) -> None:
        if statement.lstrip().upper().startswith("SELECT"):
            asked.append(statement)

    event.listen(Engine, "before_cursor_execute", listen)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", listen)


def put_away(hall: Hall) -> None:
    """No table is in memory any more, as after some time in which nobody looked at any."""
    hall._put_away(inf)
    gc.collect()
    assert not hall.held()


async def tables_of(hall: Hall, guest: Guest) -> list[str]:
    """As many tables as the home page shows: at every second one it is the guest's turn, at the others the friend's."""
    friend, _token = await hall.welcome("Bob")
    ids = []
    for i in range(TABLES):
        table = await hall.lay(guest, "royal-feast", ["me", "friend"])
        await table.company.sit(friend)
        await table.company.begin(guest)
        wanted = i % 2 == 0
        async with asyncio.timeout(20):
            while table.decides(table.seat_of(guest.id)) != wanted:
                await act(table, guest if table.decides(table.seat_of(guest.id)) else friend)
        ids.append(table.id)
    return ids


@pytest.mark.parametrize("fresh", [False, True], ids=["put away", "after a restart"])
def test_the_home_page_replays_no_table(monkeypatch: pytest.MonkeyPatch, fresh: bool) -> None:
    replayed: list[str] = []
    unknown: list[tuple[str, int]] = []

    def count(game, saved, after=0):
        replayed.append(saved.id)
        return play.replaying(game, saved, after)

    async def story() -> None:
        async with inside() as app:
            hall: Hall = app.state.hall
            ann, token = await hall.welcome("Ann")
            ids = await tables_of(hall, ann)
            put_away(hall)
            if fresh:
                hall.turns._notes.clear()
            monkeypatch.setattr(hall.turns, "_find_out", lambda id, entries: unknown.append((id, entries)))
            monkeypatch.setattr("hightable.hall.hall.replaying", count)
            monkeypatch.setattr("hightable.hall.turns.replaying", count)
            async with visitor(app, token=token) as client:
                with counted() as asked:
                    page = await client.get("/")
                assert page.status_code == 200 and all(f"/t/{id}" in page.text for id in ids)
                assert len(asked) <= MOST, asked
                assert not hall.held(), "a table was loaded"
                assert not replayed and len(unknown) == (TABLES if fresh else 0)
                for id, entries in unknown:  # what the page leaves to the background
                    Turns._find_out(hall.turns, id, entries)
                await hall.turns.known()
                assert sorted(replayed) == sorted(id for id, _entries in unknown)
                page = await client.get("/")
                assert page.text.count(MARK) == TABLES // 2

    asyncio.run(story())


def test_what_others_did_elsewhere_since_is_noticed() -> None:
    """A note counts only as long as the store has no further entry of the table."""

    async def story() -> None:
        async with inside() as app:
            hall: Hall = app.state.hall
            ann, _token = await hall.welcome("Ann")
            ids = await tables_of(hall, ann)
            put_away(hall)
            mine = await hall.tables_of(ann)
            before = await hall.turns.of(ann.id, mine)
            assert before == set(ids[::2])
            entries, awaited = hall.turns._notes[ids[0]]
            hall.turns._notes[ids[0]] = entries - 1, awaited
            assert await hall.turns.of(ann.id, mine) == set(ids[2::2])
            await hall.turns.known()
            assert await hall.turns.of(ann.id, mine) == before

    asyncio.run(story())


def test_the_daily_page_looks_for_the_day_before_with_one_query() -> None:
    async def story() -> None:
        async with inside() as app:
            hall: Hall = app.state.hall
            ann, token = await hall.welcome("Ann")
            async with visitor(app, token=token) as client:
                with counted() as asked:
                    page = await client.get("/daily")
                assert page.status_code == 200 and len(asked) <= MOST, asked
                today = hall.today()
                deal = next(iter(await hall.day(today)))
                await finish(await hall.daily(ann, deal), ann)
                for day, linked in ((1, True), (31, True), (32, False)):
                    later = today + timedelta(day)
                    found = await hall.day_before(None, later, 31)
                    assert found == (today if linked else None)
                assert await hall.day_before(ann, date.min, 31) is None

    asyncio.run(story())


def test_a_day_counts_where_the_guest_has_only_begun() -> None:
    async def story() -> None:
        async with inside() as app:
            hall: Hall = app.state.hall
            ann, _token = await hall.welcome("Ann")
            bob, _token = await hall.welcome("Bob")
            today = hall.today()
            await hall.daily(ann, next(iter(await hall.day(today))))
            assert await hall.day_before(ann, today + timedelta(3), 31) == today
            assert await hall.day_before(bob, today + timedelta(3), 31) is None
            assert await hall.day_before(None, today + timedelta(3), 31) is None

    asyncio.run(story())
