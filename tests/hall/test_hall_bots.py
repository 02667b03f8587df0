"""Bots at the table: they play on after errors, and when their process is killed."""

import asyncio
import os
import signal
import sys

import pytest

import hightable
from hightable.bots import KNOWN
from hightable.engine import Record
from hightable.hall import Crew, Hall, Store
from hightable.hall import crew as crew_module
from tests.hall.at_table import GAME, play_on, two_friends, until


def worker(crew: Crew) -> int:
    return crew._get().submit(os.getpid).result()


def gone(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_killed_worker_is_replaced_and_play_goes_on(in_hall):
    async def test(hall):
        table, ann, bob = await two_friends(hall, "bot:greedy", "bot:greedy")
        killed = []

        def enough(table):
            entries = len(table.match.entries)
            if entries // 8 > len(killed) and len(killed) < 3:
                pid = worker(hall._crew)
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
            return table.phase == "over"

        await play_on(table, [ann, bob], enough)
        assert len(set(killed)) == 3
        Record.parse(table.record().text()).verify(hightable.game)

    in_hall(test)


@pytest.mark.parametrize("level", KNOWN)
def test_every_level_chooses_something_legal(level):
    async def test():
        crew = Crew()
        crew.warm()
        state = hightable.game(GAME).start(4, "seed")
        action = await crew.choose(GAME, level, state.view(2))
        assert action in state.legal(2)
        crew.close()
        with pytest.raises(RuntimeError):
            await crew.choose(GAME, level, state.view(2))

    asyncio.run(test())


def test_closing_ends_the_workers():
    async def test():
        crew = Crew(2)
        pid = worker(crew)
        crew.close()
        await until(lambda: gone(pid))

    asyncio.run(test())


def test_a_stuck_worker_is_replaced(monkeypatch):
    async def test():
        crew = Crew()
        view = hightable.game(GAME).start(4, "seed").view(0)
        with monkeypatch.context() as hasty:
            hasty.setattr(crew_module, "PATIENCE", 0.01)
            with pytest.raises(TimeoutError):
                await crew.choose(GAME, "greedy", view)
        assert await crew.choose(GAME, "greedy", view) in view["legal"]
        crew.close()

    asyncio.run(test())


def test_a_bot_that_fails_plays_something(url, caplog):
    class Broken(Crew):
        asked = 0

        async def choose(self, game_id, level, view):
            Broken.asked += 1
            if Broken.asked % 2:
                raise ValueError("broken bot")
            return -1

    async def test():
        hall = Hall(Store(url), Broken(), think=(0, 0))
        await hall.open()
        ann, _ = await hall.welcome("Ann")
        table = await hall.lay(ann, GAME, ["bot:greedy", "bot:greedy"])
        await until(lambda: table.phase == "over")
        record = table.record()
        await hall.close()
        Record.parse(record.text()).verify(hightable.game)
        assert Broken.asked == 2 * len(record.entries)

    asyncio.run(test())
    assert "broken bot" in caplog.text
    assert "not legal" in caplog.text


def test_bots_go_on_when_a_table_is_loaded(in_hall):
    ids = []

    async def lay(hall):
        table, _, _ = await two_friends(hall, "bot:greedy")
        ids.append(table.id)

    async def load(hall):
        table = await hall.table(ids[0])
        await until(lambda: not table.decides(2))
        assert 2 in [entry.seat for entry in table.match.entries]

    in_hall(lay)
    in_hall(load)


def test_closing_stops_thinking_bots(url):
    async def test():
        hall = Hall(Store(url), Crew(), think=(100, 100))
        await hall.open()
        ann, _ = await hall.welcome("Ann")
        table = await hall.lay(ann, GAME, ["bot:greedy", "bot:greedy"])
        await asyncio.sleep(0)
        assert not table.idle
        await asyncio.wait_for(hall.close(), 5)
        assert table.idle
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(test())


def test_workers_leave_when_the_server_is_killed(tmp_path):
    program = tmp_path / "server.py"
    program.write_text(
        "import os, time\n"
        "from hightable.hall import Crew\n"
        "if __name__ == '__main__':\n"
        "    print(Crew()._get().submit(os.getpid).result(), flush=True)\n"
        "    time.sleep(60)\n"
    )

    async def test():
        server = await asyncio.create_subprocess_exec(sys.executable, str(program), stdout=asyncio.subprocess.PIPE)
        pid = int(await asyncio.wait_for(server.stdout.readline(), 30))
        assert not gone(pid)
        server.kill()
        await server.wait()
        await until(lambda: gone(pid))

    asyncio.run(test())
