"""The chronicle of a table has one order for everybody: what was said stands where it was said, between the lines
of the game, whether one was there, comes later or comes after a restart."""

from __future__ import annotations

import asyncio
import re
from itertools import count
from pathlib import Path

from hightable.hall import Crew, Hall, Store
from hightable.hall.background import at_once
from hightable.hall.table import Table
from hightable.web.showing import Showing, Watcher
from tests.hall.at_table import act


def made(table: Table) -> Showing:
    """What the table shows, with its log."""
    showing = Showing(table)
    at_once(showing.making())
    return showing


def said_and_done(log: str) -> list[str]:
    """What was said, and "…" for all that the game tells in between."""
    lines = re.findall(r'<li(?: class="e-chat"[^>]*>.*?<span>(.*?)</span>)?', log)
    return [said or "…" for i, said in enumerate(lines) if said or not i or lines[i - 1]]


def test_what_is_said_stands_where_it_was_said(tmp_path: Path) -> None:
    ticks = count(1_000_000)

    async def evening(hall: Hall) -> tuple[str, str]:
        ann, bob, eve = [(await hall.welcome(name))[0] for name in ("Ann", "Bob", "Eve")]
        table = await hall.lay(ann, "royal-feast", ["me", "friend"])
        there = made(table)
        there.join(Watcher(ann, lambda message: None, lambda: None, waiting=True), -1)
        await table.company.sit(bob)
        await table.say(bob, "Good evening!")
        await table.company.begin(ann)
        await table.say(ann, "Let us see.")
        for words in (("Who is winning?", "Oh."), ()):
            long = len(there.log(0))
            while len(there.log(0)) == long:  # until the game has told something
                assert table.match is not None
                await act(table, (ann, bob)[table.match.state.deciding[0]])
            for guest, text in zip((eve, bob), words, strict=False):
                await table.say(guest, text)
        for seat, aside in ((0, []), (None, ["Who is winning?"])):
            found = there.log(seat)
            assert made(table).log(seat) == found, "who comes later reads the same"
            between = ["Let us see.", "…", *aside, "Oh.", "…"]
            assert said_and_done(found) == ["Good evening!", "…", *between]
        return table.id, there.log(0)

    async def main() -> None:
        found: list[tuple[str, str]] = []
        for _start in range(2):
            hall = Hall(Store(f"sqlite:///{tmp_path}/hall.db"), Crew(), clock=lambda: float(next(ticks)))
            await hall.open()
            if not found:
                found.append(await evening(hall))
            else:
                table = await hall.table(found[0][0])
                assert table is not None
                assert made(table).log(0) == found[0][1], "also after a restart"
            await hall.close()

    asyncio.run(main())
