"""What people do at a table, for the tests of the hall."""

import asyncio
import random
from collections.abc import Callable
from secrets import token_hex

from hightable.hall import Guest, Hall, News, Table
from hightable.hall.timing import Timing

GAME = "the-feast"
SOLO, END = "kings-feast", "end-game"  # a game for one, and how it ends by choice


async def two_friends(hall: Hall, *others: str, timing: Timing | None = None) -> tuple[Table, Guest, Guest]:
    """Ann laid the table, Bob came, the others are bots; the game has begun."""
    ann, _ = await hall.welcome("Ann")
    bob, _ = await hall.welcome("Bob")
    table = await hall.lay(ann, GAME, ["me", "friend", *others], timing=timing)
    await table.company.sit(bob)
    await table.company.begin(ann)
    return table, ann, bob


async def act(table: Table, guest: Guest, dice: random.Random | None = None) -> None:
    """Anything legal."""
    assert table.match is not None
    legal = table.match.state.legal(table.seat_of(guest.id))
    action = dice.choice(legal) if dice else legal[0]
    await table.act(guest.id, table.game.text(action), table.number, token_hex(8))


async def play_on(table: Table, guests: list[Guest], until=lambda table: table.phase == "over") -> None:
    """The guests do anything legal whenever they are asked."""
    dice = random.Random(1)
    changed = asyncio.Event()
    unlisten = table.listen(lambda news: changed.set())
    while not until(table):
        changed.clear()
        mine = [guest for guest in guests if table.decides(table.seat_of(guest.id))]
        if mine:
            await act(table, mine[0], dice)
        else:
            await asyncio.wait_for(changed.wait(), 20)
    unlisten()


async def until(condition: Callable[[], object], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - also for what has no event, such as the end of a process
            await asyncio.sleep(0.01)


def hear(table: Table) -> list[News]:
    heard: list[News] = []
    table.listen(heard.append)
    return heard


async def finish(table: Table, guest: Guest, actions: int = 0) -> None:
    """A game for one: some actions, then the end as soon as it may be chosen."""
    dice = random.Random(actions)
    while table.phase != "over":
        legal = [table.game.text(action) for action in table.match.state.legal(0)]
        end = [text for text in legal if text == END]
        others = [text for text in legal if text != END]
        text = end[0] if end and (actions <= 0 or not others) else dice.choice(others)
        await table.act(guest.id, text, table.number, token_hex(8))
        actions -= 1
