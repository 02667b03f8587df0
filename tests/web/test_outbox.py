"""What waits for a slow reader: bounded in number and in time."""

from __future__ import annotations

import asyncio

import pytest

from hightable.web import outbox
from hightable.web.outbox import MOST, MOST_BYTES, Outbox


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


@pytest.mark.parametrize(("message", "fit"), [("0", MOST), ("x" * 10_000, MOST_BYTES // 10_049), ("…" * 10_000, 52)])
def test_who_falls_too_far_behind_is_given_up_at_once(message: str, fit: int) -> None:
    async def main() -> None:
        reader = Reader(willing=False)
        box = Outbox(reader)
        task = box.open()
        box.put("0")
        await asyncio.sleep(0)
        for _ in range(fit):
            box.put(message)
        await asyncio.sleep(0)
        assert not task.done()
        box.put(message)
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 5)
        box.put(message)
        assert not box._waiting, "nothing is kept for somebody who is gone"
        box.close()

    asyncio.run(main())


def test_a_single_message_always_fits() -> None:
    async def main() -> None:
        reader = Reader()
        box = Outbox(reader)
        task = box.open()
        for _ in range(3):
            box.put("x" * 2 * MOST_BYTES)
            await asyncio.sleep(0.01)
        assert [len(frame) for frame in reader.taken] == [2 * MOST_BYTES + 2] * 3 and not task.done()
        task.cancel()
        box.close()

    asyncio.run(main())


def test_only_one_whole_picture_waits() -> None:
    async def main() -> None:
        reader = Reader(willing=False)
        box = Outbox(reader)
        task = box.open()
        made: list[str] = []

        def put() -> None:
            made.append(f'"{len(made)}"')
            box.put(made[-1])

        for _ in range(60):
            box.put_whole(put)
            await asyncio.sleep(0)
        assert len(made) == 2, "one is being sent, one waits"
        reader.willing.set()
        await asyncio.sleep(0.01)
        assert reader.taken == ['["0"]', '["1"]', '["2"]'], "the last one shows how things stand when it is sent"
        box.put_whole(put)
        await asyncio.sleep(0.01)
        assert reader.taken[3:] == ['["3"]'] and not task.done()
        task.cancel()
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
