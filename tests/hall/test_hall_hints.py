"""Hints: from the view of the asking seat alone, in a worker, once for each question, and only while it stands."""

import asyncio

import pytest

from hightable.engine import Advice, Refused
from hightable.games import game as find_game
from hightable.hall import Crew, Hall, Store
from hightable.hall import crew as crew_module
from tests.hall.at_table import GAME, SOLO, act, two_friends


class Adviser(Crew):
    """Advises the first legal action, when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[dict] = []
        self.go = asyncio.Event()
        self.go.set()

    async def advise(self, game_id, view):
        self.asked.append(view)
        await self.go.wait()
        return Advice(view["legal"][0], "", "Because of %(what)s.", {"what": "hunger"})


@pytest.fixture
def advised(url):
    """Run a test in a hall with an adviser who does as it is told."""

    def run(test) -> None:
        async def main() -> None:
            crew = Adviser()
            hall = Hall(Store(url), crew, think=(0, 0))
            await hall.open()
            try:
                await asyncio.wait_for(test(hall, crew), 30)
            finally:
                await hall.close()

        asyncio.run(main())

    return run


async def refused(awaitable, words: str | None = None) -> None:
    with pytest.raises(Refused, match=words):
        await awaitable


def test_a_hint_comes_from_the_view_of_the_seat(advised):
    async def test(hall, crew):
        table, ann, bob = await two_friends(hall)
        for guest, seat in ((ann, 0), (bob, 1)):
            advice = await table.advise(guest.id, table.number)
            assert advice.action in table.match.state.legal(seat)
            assert crew.asked[-1] == table.match.state.view(seat)

    advised(test)


def test_who_has_nothing_to_decide_gets_none(advised):
    async def test(hall, crew):
        table, ann, _bob = await two_friends(hall)
        cid, _ = await hall.welcome("Cid")
        await refused(table.advise(cid.id, table.number), "don't sit")
        await refused(table.advise(ann.id, -1), "moved on")
        await refused(table.advise(ann.id, table.number + 1), "moved on")
        await act(table, ann)
        await refused(table.advise(ann.id, table.number), "nothing for you to decide")
        waiting = await hall.lay(ann, GAME, ["me", "friend"])
        await refused(waiting.advise(ann.id, waiting.number), "nothing for you to decide")
        assert crew.asked == []

    advised(test)


def test_the_host_switches_hints_off_and_it_lasts(in_hall):
    kept = []

    async def test(hall):
        table, ann, bob = await two_friends(hall)
        await refused(table.company.let_ask(bob, False), "Only the host")
        assert table.hints
        await table.company.let_ask(ann, False)
        assert not table.hints
        await refused(table.advise(ann.id, table.number), "No hints")
        kept.extend((table.id, ann))

    async def later(hall):
        table = await hall.table(kept[0])
        assert not table.hints
        await table.company.let_ask(kept[1], True)
        assert table.hints

    in_hall(test)
    in_hall(later)


def test_a_question_is_thought_about_once(advised):
    async def test(hall, crew):
        table, ann, _bob = await two_friends(hall)
        found = await asyncio.gather(*(table.advise(ann.id, table.number) for _ in range(20)))
        assert len(set(map(id, found))) == 1
        assert await table.advise(ann.id, table.number) is found[0]
        assert len(crew.asked) == 1

    advised(test)


def test_a_hint_for_what_is_past_is_kept_back(advised):
    async def test(hall, crew):
        table, ann, bob = await two_friends(hall)
        crew.go.clear()
        asked = asyncio.create_task(table.advise(ann.id, table.number))
        await asyncio.sleep(0.01)
        assert not table.idle
        await act(table, ann)
        await act(table, bob)
        if table.decides(0):
            await refused(table.advise(ann.id, table.number), "already being thought about")
        crew.go.set()
        assert await asked is None
        while not table.decides(0):
            await act(table, bob)
        assert await table.advise(ann.id, table.number)
        assert len(crew.asked) == 2

    advised(test)


def test_what_another_chooses_at_the_same_time_keeps_the_hint(advised):
    async def test(hall, crew):
        table, ann, bob = await two_friends(hall)
        seen = table.number
        await act(table, bob)
        assert await table.advise(ann.id, seen), "Ann's question is still the same"

    advised(test)


def test_after_an_error_one_may_ask_again(advised):
    async def test(hall, crew):
        table, ann, _ = await two_friends(hall)
        kept, crew.asked = crew.asked, None  # so that advising fails
        with pytest.raises(AttributeError):
            await table.advise(ann.id, table.number)
        crew.asked = kept
        assert await table.advise(ann.id, table.number)

    advised(test)


def test_closing_ends_the_thinking(url):
    async def test():
        crew = Adviser()
        crew.go.clear()
        hall = Hall(Store(url), crew, think=(0, 0))
        await hall.open()
        table, ann, _ = await two_friends(hall)
        asked = asyncio.create_task(table.advise(ann.id, table.number))
        await asyncio.sleep(0.01)
        await asyncio.wait_for(hall.close(), 5)
        assert (await asyncio.gather(asked, return_exceptions=True))[0] is not None
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(test())


def test_the_crew_thinks_about_so_many_hints_at_once(monkeypatch):
    monkeypatch.setattr(crew_module, "MOST_HINTS", 2)

    async def test():
        crew = Crew()
        view = find_game(SOLO).start(1, "seed").view(0)
        done = await asyncio.gather(*(crew.advise(SOLO, view) for _ in range(5)), return_exceptions=True)
        assert sum(isinstance(outcome, Refused) for outcome in done) == 3
        crew.close()

    asyncio.run(test())


@pytest.mark.parametrize("game", [SOLO, GAME])
def test_a_worker_advises_something_legal(game):
    async def test():
        crew = Crew()
        state = find_game(game).start(find_game(game).min_seats, "seed")
        advice = await crew.advise(game, state.view(0))
        assert advice.action in state.legal(0)
        assert advice.reason % advice.gaps
        crew.close()

    asyncio.run(test())
