"""The engine's net under Festo!, and what must always be so."""

from __future__ import annotations

import pytest

from hightable.engine import Fast, State, check_game, playout
from hightable.games.festo.game import GAME
from hightable.games.festo.pieces import DISCS, EVENT_CARDS, HELPERS, PER_COLOUR, SALT, SEATS, SHELF_CAP
from hightable.games.festo.state import HUES, KINDS, PLACES, Festo


def keeps_all(s: State) -> None:
    """FE-71."""
    assert isinstance(s, Festo)
    seats = range(s.seats)
    for colour in range(HUES):
        out = sum(s.market[place * HUES + colour] for place in range(PLACES))
        assert s.supply[colour] + out + sum(s.cubes[seat * KINDS + colour] for seat in seats) == PER_COLOUR
        assert 0 <= s.market[(PLACES - 1) * HUES + colour] <= SHELF_CAP
    assert s.salt + sum(s.cubes[seat * KINDS + SALT] for seat in seats) == s.seats + 1
    for seat in seats:
        for piece, all_of_them in enumerate((HELPERS, DISCS)):
            count = s.home[seat * 2 + piece] + list(s.reserved).count(1 + seat * 2 + piece)
            for place in range(PLACES):
                count += s.area[(place * SEATS + seat) * 2 + piece]
                count += s.coming[place * SEATS + seat] * piece
            assert count == all_of_them


@pytest.mark.parametrize(("seats", "magical"), [(2, "yes"), (3, "no")])
def test_festo_keeps_its_contract(seats: int, magical: str) -> None:
    check_game(GAME, games=1, seats=[seats], options={"magical": magical}, longest=1000, invariant=keeps_all)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("event", ["on", "off", *EVENT_CARDS])
def test_every_event_is_played_to_the_end(event: str, seats: int) -> None:
    for magical in ("no", "yes"):
        state = GAME.start(seats, f"{event} {seats}", {"events": event, "magical": magical}, dice="fast")
        playout(state, Fast(seats))
        keeps_all(state)
        assert state.result.winners
