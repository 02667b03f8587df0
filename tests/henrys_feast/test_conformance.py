"""The engine's nets under Henry's Feast: every number of seats with every variant; HF-107 … HF-110 in games of random
and of purposeful players."""

from __future__ import annotations

import json

import pytest

from hightable.engine import SPECTATOR, Fast, check_game
from hightable.games.henrys_feast.game import GAME
from tests.henrys_feast.played import played
from tests.henrys_feast.table import holds_together, kitchen, table

Options = dict[str, int | str]
SWITCHES: list[Options] = [
    {},
    {"memory_aid": "yes"},
    {"tutorial": "yes", "memory_aid": "yes"},
    {"quick": "yes"},
]
VARIANTS = [
    *((seats, options) for seats in (2, 3, 4, 5) for options in SWITCHES),
    *((4, {**options, "team": "yes"}) for options in SWITCHES),
]
LIMITS = {2: 5, 3: 4, 4: 3, 5: 2}
GAMES: list[tuple[int, dict[str, object]]] = [
    (2, {}), (3, {"memory_aid": "yes"}), (4, {"team": "yes"}), (4, {"team": "yes", "memory_aid": "yes"}),
    (4, {"quick": "yes", "team": "yes"}), (5, {"tutorial": "yes"}),
]  # fmt: skip


def ids(value: object) -> str:
    return "-".join(value) or "plain" if isinstance(value, dict) else str(value)


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=ids)
def test_henrys_feast_keeps_its_contract(seats: int, options: Options) -> None:
    settings = {**options, "round_limit": LIMITS[seats]}
    summary = check_game(GAME, games=1, seats=[seats], options=settings, longest=2000, invariant=holds_together)
    assert summary.decisions >= (LIMITS[seats] + 1) * seats * 3


@pytest.mark.parametrize(("seats", "options"), GAMES, ids=ids)
def test_hf_109_no_card_is_lost_and_nothing_overflows(seats: int, options: dict[str, object]) -> None:
    """HF-107 and HF-108 too; games of purposeful players."""
    for step, (t, _o, _text) in enumerate(played(seats, "whole", options)):
        if step % 3 == 0:
            holds_together(t.state)


def shaken(change: dict[str, object]) -> None:
    """Whether a sound position with this change still holds together."""
    t = table(kitchen("rice@stock egg@market", hand="jalebi"), row="milk", discard="beans")
    t.do("go-market", "buy egg")
    holds_together(t.state)
    holds_together(GAME._load({**t.state.dump(), **change}))


@pytest.mark.parametrize("change", [{"market": [3] + [2] * 14}, {"row_n": 0}, {"deck_n": 3}])
def test_hf_107_a_lost_or_doubled_ingredient_is_noticed(change: dict[str, object]) -> None:
    with pytest.raises(AssertionError, match="cards by kind"):
        shaken(change)


@pytest.mark.parametrize("change", [{"display": [0, 0, 1, 2]}, {"book_n": 20}, {"hand_n": [0] * 5}])
def test_hf_108_a_lost_or_doubled_recipe_is_noticed(change: dict[str, object]) -> None:
    with pytest.raises(AssertionError, match="recipe"):
        shaken(change)


@pytest.mark.parametrize("change", [{"track": [4] + [0] * 19}, {"track": [-1] + [0] * 19}, {"hand_n": [2, 0, 0, 0, 0]}])
def test_hf_109_what_overflows_is_noticed(change: dict[str, object]) -> None:
    with pytest.raises((AssertionError, ValueError)):
        shaken(change)


@pytest.mark.parametrize(("seats", "options"), GAMES, ids=ids)
def test_hf_110_there_is_always_a_legal_action(seats: int, options: dict[str, object]) -> None:
    for t, _o, _text in played(seats, "legal", options, ahead=True):
        assert t.state.over or t.legal


@pytest.mark.parametrize(("seats", "options"), GAMES, ids=ids)
def test_hf_110_views_do_not_depend_on_what_is_hidden(seats: int, options: dict[str, object]) -> None:
    """In games with thefts, dishes and looks: everything hidden from a viewer is dealt anew, or imagined from its view;
    the view stays the same to the byte, and the whole game holds together."""
    dice = Fast.of("hidden")
    changed = 0
    for step, (t, _o, _text) in enumerate(played(seats, "hidden", options)):
        if step % 11:
            continue
        viewer = None if step % (seats + 1) == seats else step % (seats + 1)
        view = json.dumps(t.view(viewer))
        other = t.state.copy()
        other.redeal(SPECTATOR if viewer is None else viewer, dice)
        imagined = GAME.imagine(t.view(viewer), dice)
        for state in (other, imagined):
            assert json.dumps(state.view(viewer)) == view
            holds_together(state)
        changed += {**other.dump(), "dice": 0} != {**t.state.dump(), "dice": 0}
    assert changed > 10


def test_hf_110_what_another_seat_holds_does_not_show() -> None:
    one = table(kitchen(hand="jalebi"), kitchen(), seats=3, book="rasgulla egg-curry")
    other = table(kitchen(hand="rasgulla"), kitchen(), seats=3, book="jalebi khichdi")
    assert one.display == other.display
    for viewer in (None, 1, 2):
        assert one.view(viewer) == other.view(viewer)
    assert one.view(0) != other.view(0)
