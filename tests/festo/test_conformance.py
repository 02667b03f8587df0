"""The engine's nets under Festo!: every number of seats with every variant and every event; FE-71 in games of players
with moods."""

from __future__ import annotations

import pytest

from hightable.engine import Fast, Moves, check_game
from hightable.games.festo.game import GAME
from hightable.games.festo.pieces import EVENT_CARDS
from tests.festo.played import MOODS, Options, played
from tests.festo.table import keeps_all, player, table

MAGICAL = ("no", "yes")


@pytest.mark.parametrize("magical", MAGICAL)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_festo_keeps_its_contract(seats: int, magical: str) -> None:
    summary = check_game(
        GAME, games=1, seats=[seats], options={"magical": magical, "events": "on"}, longest=1000, invariant=keeps_all
    )
    assert summary.decisions >= seats * 4 * 6  # every Helper is placed in every round


@pytest.mark.parametrize("magical", MAGICAL)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("event", ["off", *EVENT_CARDS])
def test_festo_keeps_its_contract_with_every_event(event: str, seats: int, magical: str) -> None:
    """Some positions of each: all of them are looked at above."""
    options: dict[str, int | str] = {"magical": magical, "events": event}
    check_game(GAME, games=1, seats=[seats], options=options, longest=1000, invariant=keeps_all, every=3 * seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("event", ["on", "off", *EVENT_CARDS])
def test_fe_71_nothing_is_lost_with_any_event(event: str, seats: int) -> None:
    """Random play to the end, every third position looked at."""
    for magical in MAGICAL:
        state = GAME.start(seats, f"{event} {seats}", {"events": event, "magical": magical}, dice="fast")
        dice, out, step = Fast(seats), Moves(len(GAME.actions)), 0
        while not state.over:
            state.moves(state.deciding[0], out)
            assert out.n
            state.do(state.deciding[0], out.items[dice.below(out.n)])
            step += 1
            if step % 3 == 0:
                keeps_all(state)
        keeps_all(state)
        assert state.result.winners


@pytest.mark.parametrize("mood", MOODS)
@pytest.mark.parametrize("seats", [2, 5])
def test_fe_71_nothing_is_lost_whatever_the_mood(seats: int, mood: str) -> None:
    options: Options = {"magical": "yes"}
    for t, _o, _text in played(seats, "whole", options, mood, ahead=True):
        keeps_all(t.state)


def shaken(change: dict[str, list[int] | int]) -> None:
    """Whether a sound position with this change still holds together."""
    t = table(player("meat*2 salt"), markets={"elf": "fruit*2"}, areas={"elf": "0 1"})
    keeps_all(t.state)
    keeps_all(GAME._load({**t.state.dump(), **change}))


@pytest.mark.parametrize(
    "change",
    [
        {"salt": 3},
        {"supply": [14] * 6},
        {"home": [6, 2] * 2 + [0] * 6},
        {"field": [1, 1] + [0] * 10},
        {"pile_n": [2, 3, 3, 3]},
        {"reserved": [1] + [0] * 23},
    ],
)
def test_fe_71_what_is_lost_or_doubled_is_noticed(change: dict[str, list[int] | int]) -> None:
    with pytest.raises(AssertionError):
        shaken(change)
