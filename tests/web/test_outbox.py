"""What waits for a slow reader: bounded in number and in time."""

from __future__ import annotations

import asyncio

import pytest

from hightable.web import outbox
from hightable.web.outbox import MOST, Outbox


class Reader:
    """Takes messages while it is willing."""

    def __init__(self, willing: bool = True) -> None:
        self.taken: list[str] = []
        self.willing = asyncio.Event()
        if willing:
            self.willing.set()

    async def __call__(self, text: str) -> None:
        await self.willing.wait()
        self.taken.append(text)


def test_what_waits_goes_out_together_and_in_order() -> None:
    async def main() -> None:
        reader = Reader()
        box = Outbox(reader)
        box.put("1")
        task = box.open()
        box.put("2")
        await asyncio.sleep(0)
        box.put("3")
        await asyncio.sleep(0.01)
        assert reader.taken == ["[1,2]", "[3]"] and not task.done()
        task.cancel()
        box.close()

    asyncio.run(main())


def test_who_falls_too_far_behind_is_given_up() -> None:
    async def main() -> None:
        reader = Reader(willing=False)
        box = Outbox(reader)
        task = box.open()
        box.put("0")
        await asyncio.sleep(0)
        for number in range(MOST + 1):
            box.put(str(number))
        assert not task.done()
        reader.willing.set()
        await asyncio.wait_for(task, 5)
        assert reader.taken == ["[0]"]
        box.close()

    asyncio.run(main())


def test_who_takes_nothing_for_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "SEND_SECONDS", 0.05)

    async def main() -> None:
        quick, slow = Reader(), Reader(willing=False)
        boxes = [Outbox(quick), Outbox(slow)]
        tasks = [box.open() for box in boxes]
        for box in boxes:
            box.put("0")
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(tasks[1], 5)
        await asyncio.sleep(0.1)
        boxes[0].put("1")
        await asyncio.sleep(0.01)
        assert quick.taken == ["[0]", "[1]"] and not tasks[0].done()
        tasks[0].cancel()
        for box in boxes:
            box.close()

    asyncio.run(main())


@pytest.mark.parametrize("busy", [False, True])
def test_at_the_end_what_waits_still_goes_out(busy: bool) -> None:
    async def main() -> None:
        reader = Reader(willing=not busy)
        box = Outbox(reader)
        box.put("0")
        task = box.open()
        await asyncio.sleep(0.01)
        box.put("1")
        box.end()
        reader.willing.set()
        await asyncio.wait_for(task, 5)
        assert reader.taken == ["[0]", "[1]"]
        box.close()

    asyncio.run(main())
