"""A page shows the newest lines of the log; older ones come on demand, each once, in order, and only to those who may
read them. The log of a long table is made while everybody else goes on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from itertools import count

import pytest

from hightable.hall import Crew, Guest, Hall, Store, background
from hightable.hall.background import at_once
from hightable.hall.table import Table
from hightable.web import log, showings
from hightable.web.showing import Showing, Watcher
from hightable.web.showings import Showings
from tests.hall.test_hall_background import Beside
from tests.web.inside import inside, visitor
from tests.web.long_table import back_and_forth, long_table

SHOWN = 10


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages show few lines, and slices are as thin as can be."""
    monkeypatch.setattr(background, "SLICE", 0.0)
    monkeypatch.setattr(background, "PAUSE", 0.0)
    monkeypatch.setattr(log, "SHOWN", SHOWN)


def ticking() -> Hall:
    """A hall in which no two things happen at the same time."""
    ticks = count(1_000_000)
    return Hall(Store("sqlite://"), Crew(), clock=lambda: float(next(ticks)))


def made(table: Table) -> Showing:
    showing = Showing(table)
    at_once(showing.making())
    return showing


def lines(html: str) -> list[str]:
    """The lines of a log, without what leads to earlier ones."""
    return [line for line in re.findall(r"<li\b.*?</li>", html, re.S) if 'class="earlier"' not in line]


def earlier(html: str) -> int | None:
    """The event before which there are more lines."""
    found = re.search(r'data-earlier="/t/\w+/log\?before=(\d+)"', html)
    return None if found is None else int(found[1])


def all_lines(showing: Showing, seat: int | None) -> list[str]:
    """What somebody reads who goes back to the beginning."""
    html = showing.log(seat)
    found, pages = lines(html), 1
    while before := earlier(html):
        html = at_once(showing.earlier(seat, before))
        assert 0 < len(lines(html)) <= SHOWN + 12
        found, pages = lines(html) + found, pages + 1
    assert pages > 3
    return found


class Visit:
    """A watcher, and what it was sent."""

    def __init__(self, guest: Guest | None) -> None:
        self.sent: list[str] = []
        self.ended = 0
        self.watcher = Watcher(guest, self.sent.append, self.end, False)

    def end(self) -> None:
        self.ended += 1


def test_older_lines_come_on_demand_each_once_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        hall = ticking()
        await hall.open()
        table, _ann, _bob = await long_table(hall, 40)
        there = made(table)
        for seat in (0, 1, None):
            assert len(lines(there.log(seat))) <= SHOWN + 12
            found = all_lines(there, seat)
            with monkeypatch.context() as patch:
                patch.setattr(log, "SHOWN", 10_000)
                assert lines(made(table).log(seat)) == found
            assert any("Now 38" in line for line in found) and len(found) > 40
            assert any("Aside 38" in line for line in found) == (seat is None)
        await hall.close()

    asyncio.run(main())


def test_who_is_there_and_who_comes_later_read_the_same() -> None:
    async def main() -> None:
        hall = ticking()
        await hall.open()
        table, ann, bob = await long_table(hall, 3)
        there = made(table)
        there.open()
        for i in range(80):
            await back_and_forth(table, (ann, ann, bob)[i % 3])
            if i % 5 == 0:
                await table.say(bob, f"Later {i}")
        for seat in (0, 1, None):
            assert there.log(seat) == made(table).log(seat)
            assert all_lines(there, seat) == all_lines(made(table), seat)
        await hall.close()

    asyncio.run(main())


def test_what_is_kept_does_not_grow_with_the_game() -> None:
    async def main() -> None:
        hall = ticking()
        await hall.open()
        table, ann, bob = await long_table(hall, 5)
        there = made(table)
        there.open()
        for i in range(250):
            await table.say(bob, f"{i}")
        for i in range(60):
            await back_and_forth(table, (ann, bob)[i % 2])
        kept = there._log
        assert {len(lines) for lines in kept._lines.values()} == {SHOWN}
        assert len(kept._remarks) == 200
        await hall.close()

    asyncio.run(main())


@pytest.mark.parametrize("pause", range(0, 71, 7))
def test_a_table_may_go_on_while_its_log_is_made(pause: int) -> None:
    """Nothing is lost, doubled or in another order, wherever the making was interrupted."""

    async def main() -> None:
        hall = ticking()
        await hall.open()
        table, ann, bob = await long_table(hall, 30)
        showing, stays, leaves = Showing(table), Visit(ann), Visit(bob)
        showing.join(stays.watcher, table.number)
        showing.join(leaves.watcher, -1)
        making = showing.making()
        for _ in range(pause):
            next(making, None)
        assert not showing.ready
        await back_and_forth(table, ann)
        await table.say(bob, "In the middle")
        for _ in range(3):
            next(making, None)
        await back_and_forth(table, bob)
        showing.leave(leaves.watcher)
        told = list(leaves.sent)
        at_once(making)
        for seat in (0, 1, None):
            assert showing.log(seat) == made(table).log(seat)
        assert sum("In the middle" in line for line in all_lines(showing, 1)) == 1
        assert leaves.sent == told and not leaves.ended, "who left hears nothing"
        assert '"reset":true' in stays.sent[0] and sum('"reset"' in message for message in stays.sent) == 1
        news = len(stays.sent)
        await table.say(bob, "And on")
        assert len(stays.sent) == news + 1 and "And on" in stays.sent[-1]
        await hall.close()

    asyncio.run(main())


def test_who_has_the_newest_picture_gets_none_when_the_log_is_there() -> None:
    async def main() -> None:
        hall = ticking()
        await hall.open()
        table, ann, bob = await long_table(hall, 8)
        showing, new, old = Showing(table), Visit(ann), Visit(bob)
        showing.join(new.watcher, table.number)
        showing.join(old.watcher, table.number - 1)
        assert not old.sent
        at_once(showing.making())
        assert not new.sent and len(old.sent) == 1
        asks = Visit(bob)
        again = Showing(table)
        again.join(asks.watcher, table.number)
        again.refresh(asks.watcher)
        assert not asks.sent
        at_once(again.making())
        assert len(asks.sent) == 1, "who asks for the whole gets it when it can be drawn"
        await hall.close()

    asyncio.run(main())


def test_all_who_come_at_once_share_one_log(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Showing] = []
    making = Showing.making

    def counted(self: Showing) -> Iterator[None]:
        made.append(self)
        return making(self)

    monkeypatch.setattr(Showing, "making", counted)

    async def main() -> None:
        hall = ticking()
        await hall.open()
        table, ann, bob = await long_table(hall, 30)
        both, page = Showings(), Visit(bob)
        async with Beside() as beside:
            first = asyncio.create_task(both.of(table))
            gone = asyncio.create_task(both.of(table))
            await asyncio.sleep(0)
            joined = both.join(table, page.watcher, -1)
            gone.cancel()
            assert await first is joined is await both.of(table)
            assert beside.turns > 60, "made in slices"
        assert made == [joined] and len(page.sent) == 1
        both.leave(joined, page.watcher)
        assert await both.of(table) is joined, "kept for a while"
        await back_and_forth(table, ann)
        assert joined.log(0) == (await Showings().of(table)).log(0)
        await hall.close()

    asyncio.run(main())


def test_showings_that_nobody_watches_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showings, "KEPT", 0.0)
    monkeypatch.setattr(showings, "MOST_KEPT", 2)

    async def main() -> None:
        hall = ticking()
        await hall.open()
        tables = [(await long_table(hall, 2))[0] for _ in range(4)]
        shown = Showings()
        page = Visit(None)
        watched = shown.join(tables[0], page.watcher, -1)
        for table in tables:
            await shown.of(table)
        assert len(shown._ends) <= 2
        await asyncio.sleep(0.01)
        assert shown._open == {tables[0].id: watched} and not shown._ends and not shown._making
        assert [len(table._listeners) for table in tables] == [1, 0, 0, 0]
        shown.leave(watched, page.watcher)
        await asyncio.sleep(0.01)
        assert not shown._open and not tables[0]._listeners
        await hall.close()

    asyncio.run(main())


def test_at_the_end_no_log_is_made_any_more() -> None:
    async def main() -> None:
        hall = ticking()
        await hall.open()
        table, _ann, _bob = await long_table(hall, 20)
        shown = Showings()
        waiting = asyncio.create_task(shown.of(table))
        await asyncio.sleep(0)
        await shown.close()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert not shown._making and not shown._open and not table._listeners
        await hall.close()

    asyncio.run(main())


def test_a_log_that_cannot_be_made_lets_go_of_those_who_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Showing, *_past: object) -> Iterator[None]:
        yield
        raise ValueError("a plate fell")

    async def main() -> None:
        hall = ticking()
        await hall.open()
        table, _ann, bob = await long_table(hall, 2)
        shown, page = Showings(), Visit(bob)
        with monkeypatch.context() as patch:
            patch.setattr(Showing, "_telling", broken)
            showing = shown.join(table, page.watcher, -1)
            with pytest.raises(ValueError, match="a plate fell"):
                await shown.of(table)
        assert page.ended == 1 and not shown._open
        shown.leave(showing, page.watcher)
        assert not table._listeners
        assert (await shown.of(table)).ready, "another time it may work"
        await hall.close()

    asyncio.run(main())


@pytest.mark.parametrize("path", ["", "/log", "/log?before=30", "/replay", "/replay?n=99999"])
def test_pages_of_a_long_table_leave_time_for_others(path: str) -> None:
    async def main() -> None:
        async with inside() as app:
            table, _ann, _bob = await long_table(app.state.hall, 60)
            async with visitor(app) as eve, Beside() as beside:
                answer = await eve.get(f"/t/{table.id}{path}")
                assert answer.status_code == 200
                assert beside.turns > 120
                assert len(answer.text) < 200_000

    asyncio.run(main())


def test_strange_numbers_of_lines_are_the_newest() -> None:
    async def main() -> None:
        async with inside() as app:
            table, _ann, _bob = await long_table(app.state.hall, 20)
            async with visitor(app) as eve:
                newest = (await eve.get(f"/t/{table.id}/log")).text
                for before in ("", "x", "-1", "²", "1.5", "9" * 5000):
                    answer = await eve.get(f"/t/{table.id}/log", params={"before": before})
                    assert (answer.status_code, answer.text) == (200, newest), before
                everything = (await eve.get(f"/t/{table.id}/log?before=99999999")).text
                assert lines(everything)[-SHOWN:] == lines(newest)[-SHOWN:]
                assert (await eve.get(f"/t/{table.id}/log?before=0")).status_code == 200
                assert (await eve.get("/t/zzzzzzzzzz/log")).status_code == 404

    asyncio.run(main())
