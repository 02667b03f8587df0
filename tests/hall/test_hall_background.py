"""Long tables are loaded while the hall goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from pathlib import Path

import pytest

from hightable.hall import Crew, Hall, Store, background
from hightable.hall.background import at_once, in_slices
from tests.web.long_table import long_table


class Beside:
    """Counts how often the event loop has had time for others."""

    def __init__(self) -> None:
        self.turns = 0

    async def __aenter__(self) -> Beside:
        self._task = asyncio.create_task(self._count())
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._task.cancel()

    async def _count(self) -> None:
        while True:
            self.turns += 1
            await asyncio.sleep(0)


def counting(name: str, steps: int, log: list[str]) -> Generator[None, None, str]:
    for _ in range(steps):
        log.append(name)
        yield
    return name.upper()


def test_work_gives_its_result_and_its_errors() -> None:
    def failing() -> Generator[None, None, None]:
        yield
        raise ValueError("stop")

    assert at_once(counting("a", 3, [])) == asyncio.run(in_slices(counting("a", 3, []))) == "A"
    with pytest.raises(ValueError, match="stop"):
        asyncio.run(in_slices(failing()))


def test_work_takes_turns_and_leaves_time_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "SLICE", 0.0)
    monkeypatch.setattr(background, "PAUSE", 0.0)
    log: list[str] = []

    async def main() -> int:
        async with Beside() as beside:
            done = await asyncio.gather(*(in_slices(counting(name, 20, log)) for name in "ab"))
            assert done == ["A", "B"]
            return beside.turns

    assert asyncio.run(main()) >= 40, "one slice at a time"
    assert log.index("b") < 3 and log[:30].count("a") in range(13, 18), "by turns"


def test_a_long_table_is_loaded_and_reloaded_while_the_hall_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "SLICE", 0.0)
    monkeypatch.setattr(background, "PAUSE", 0.0)

    async def main() -> None:
        hall = Hall(Store(f"sqlite:///{tmp_path}/hall.db"), Crew())
        await hall.open()
        table, _ann, _bob = await long_table(hall, 60)
        id, number = table.id, table.number
        await hall.close()
        hall = Hall(Store(f"sqlite:///{tmp_path}/hall.db"), Crew())
        await hall.open()
        async with Beside() as beside:
            loaded = await hall.table(id)
            assert loaded is not None and (loaded.number, loaded.entries) == (number, 120)
            assert beside.turns >= 120
            beside.turns = 0
            await loaded.alone(loaded._reload)
            assert beside.turns >= 120
        await hall.close()

    asyncio.run(main())
