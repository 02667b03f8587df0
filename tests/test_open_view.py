"""All cards open: a view that shows whatever anybody holds or has laid face down, for games that are over. It has a
door of its own, and only the replay goes through it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import hightable
from hightable.engine import ALL, SPECTATOR, Beat, Fast, Match, Refused, View
from hightable.games.henrys_feast.pieces import HAND
from hightable.games.royal_feast.state import VALUES
from hightable.games.the_feast.rules import WIDTH

SOURCE = Path(__file__).parent.parent / "src" / "hightable"
TABLES: dict[str, tuple[int, dict[str, object]]] = {
    "the-feast": (3, {"dummies": 2}),
    "kings-feast": (1, {}),
    "royal-feast": (3, {}),
    "henrys-feast": (4, {"team": "yes", "round_limit": 10}),
    "festo": (3, {}),
}


def played(id: str) -> Iterator[Beat]:
    """All events of a game between players who do anything."""
    seats, options = TABLES[id]
    match, dice = Match(hightable.game(id), seats, f"open {id}", options), Fast(5)
    yield from match.opening
    while not match.state.over:
        seat = match.state.deciding[dice.below(len(match.state.deciding))]
        legal = match.state.legal(seat)
        yield from match.apply(seat, legal[dice.below(len(legal))])


def rows(flat: list[int], width: int, count: int) -> list[list[int]]:
    return [flat[i * width : (i + 1) * width] for i in range(count)]


# what a position hides, as its dump has it, and the same as the open view has it


def the_feast(data: dict[str, Any], view: View) -> Iterator[tuple[object, object]]:
    holders = view["holders"]
    for holder, counts in zip(holders, rows(data["hands"], WIDTH, len(holders)), strict=True):
        yield [rank for rank in range(WIDTH) for _copy in range(counts[rank])], holder["hand"]
    yield data["ploys"][: len(holders)], [holder["ploy"] or 0 for holder in holders]


def kings_feast(data: dict[str, Any], view: View) -> Iterator[tuple[object, object]]:
    yield data["number"][: len(view["cells"])], [cell["number"] for cell in view["cells"]]


def royal_feast(data: dict[str, Any], view: View) -> Iterator[tuple[object, object]]:
    def face(tile: View | None) -> int:
        return 0 if tile is None else 1 + tile["suit"] * VALUES + tile["value"]

    yield sorted(filter(None, data["ring"])), sorted(face(t["tile"]) for t in view["tables"] if t["laid"])
    yield [data["kitchen"], data["jester"]], [face(view["kitchen"]["tile"]), face(view["jester"]["tile"])]
    places = [view["squares"], view["kitchen"]["coins"], view["jester"]["coins"], *(t["coins"] for t in view["tables"])]
    coins = {coin["id"]: coin["value"] for coins in places for coin in coins if coin is not None}
    yield data["value"][: data["placed"]], [coins[n] for n in range(data["placed"])]
    yield data["purse"][: view["seats"]], [sum(1 << value for value in purse) for purse in view["purses"]]
    if data["picked"]:
        yield data["picked"] - 1, view["picked"]


def henrys_feast(data: dict[str, Any], view: View) -> Iterator[tuple[object, object]]:
    hands = rows(data["hand"], HAND, view["seats"])
    for seat, kitchen in enumerate(view["kitchens"]):
        yield hands[seat][: data["hand_n"][seat]], [card["recipe"] for card in kitchen["hand"]]
        yield data["pile"][seat % 2], sum(1 << recipe for recipe in kitchen["pile"])  # they play in two teams
    yield data["feast"], [card["recipe"] for card in view["feast"]]
    if data["book_n"]:
        yield data["book"][data["book_n"] - 1], view["book_top"]["recipe"]


def festo(data: dict[str, Any], view: View) -> Iterator[tuple[object, object]]:
    """FE-66: nobody hides anything, so there is nothing to open."""
    yield view, {**hightable.game("festo")._load(data).view(None), "open": True}


HIDDEN: dict[str, Callable[[dict[str, Any], View], Iterator[tuple[object, object]]]] = {
    "the-feast": the_feast,
    "kings-feast": kings_feast,
    "royal-feast": royal_feast,
    "henrys-feast": henrys_feast,
    "festo": festo,
}


@pytest.mark.parametrize("id", TABLES)
def test_with_all_cards_open_whatever_is_hidden_is_there(id: str) -> None:
    looked = told = 0
    for beat in played(id):
        if beat.state.over:
            continue
        view = beat.state.open_view()
        for hidden, seen in HIDDEN[id](beat.state.dump(), view):
            assert seen == hidden, beat.name
            looked += 1
        told += beat.state.view(None) != {key: view[key] for key in view if key != "open"}
    assert looked > 10
    assert (told > 0) == (id != "festo"), "a spectator sees as much"


@pytest.mark.parametrize("id", TABLES)
def test_no_viewer_that_can_be_asked_for_sees_all(id: str) -> None:
    state = hightable.game(id).start(TABLES[id][0], "closed", TABLES[id][1])
    for stranger in (ALL, SPECTATOR, -3, TABLES[id][0]):
        with pytest.raises(Refused):
            state.view(stranger)
        with pytest.raises(Refused):
            state.study(stranger)
        assert state.legal(stranger) == []


def test_with_all_cards_open_private_events_are_told() -> None:
    private = [beat for beat in played("the-feast") if beat.only >= 0]
    assert private
    assert all(beat.known_to(ALL) and not beat.known_to(None) for beat in private)
    assert all(beat.known_to(seat) == (seat == beat.args["seat"]) for beat in private for seat in range(3))


def test_only_the_replay_opens_all_cards() -> None:
    door = {"engine/contract.py", "engine/check_leaks.py", "web/replay.py"}
    users = {str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py") if "open_view" in path.read_text("utf-8")}
    assert users == door
