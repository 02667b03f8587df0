"""Tables at which much has happened, for the tests of what pages show of them."""

from __future__ import annotations

from hightable.hall import Guest, Hall, Table
from tests.hall.at_table import two_friends


async def long_table(hall: Hall, pairs: int) -> tuple[Table, Guest, Guest]:
    """Ann and Bob lay a card and take it back by turns; now and then somebody says something."""
    table, ann, bob = await two_friends(hall)
    eve, _ = await hall.welcome("Eve")
    for i in range(pairs):
        await back_and_forth(table, (ann, bob)[i % 2])
        if i % 7 == 3:
            await table.say(bob, f"Now {i}")
        if i % 11 == 5:
            await table.say(eve, f"Aside {i}")
    return table, ann, bob


async def back_and_forth(table: Table, guest: Guest) -> None:
    """Act, and take it back."""
    seat = table.seat_of(guest.id)
    assert table.match is not None and seat is not None
    action = table.game.text(table.match.state.legal(seat)[0])
    mark = f"{len(table.match.entries)}"
    await table.act(guest.id, action, table.number, mark)
    await table.undo(guest.id, table.number, f"{mark}u")
