"""The rules of The Royal Feast: what is public, what is hidden, and from whom (RF-39 … RF-42); what a player may
remember (RF-17, RF-R12)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest

from hightable.engine import Beat, Fast, Match, State, View
from hightable.games.royal_feast.game import GAME
from hightable.games.royal_feast.state import RoyalFeast
from tests.royal_feast.table import (
    CORNERS,
    LETTERS,
    RING,
    Player,
    anyhow,
    at_placing,
    at_service,
    begun,
    busy,
    do,
    legal,
    names,
    play,
    played,
    serving,
    where,
)

BUSY_HALL = {
    "floor": "s0 m0 c0 .  s1 . m1 .  . c1 . .  . . s2 .  m2 . . .  . . . c2",
    "ring": "NW s5:s3,s4 N2 m3:m4 E1 c0:c3 S1 s2 W2 a1",
    "kitchen": "c5:m3,s5,c5",
    "jester": "m0:m5,c4",
}
HAND = "s4 m0 . .  . s1 . m3  . . s5 .  m4 . . ."  # three coins each are placed


def busy_hall(**more: object) -> RoyalFeast:
    return at_service(3, **BUSY_HALL, **more)


def plain(data: object) -> str:
    return json.dumps(data)


def worlds(state: State, seat: int) -> Iterator[State]:
    """The same position with the values of a player's placed coins in every other order (some, when all six lie)."""
    data = state.dump()
    mine = [number for number in range(data["placed"]) if data["owner"][number] == seat]
    values = [data["value"][number] for number in mine]
    orders = list(permutations(values))
    for order in orders[1 :: max(1, len(orders) // 24)]:
        other = {**data, "value": list(data["value"])}
        for number, value in zip(mine, order, strict=True):
            other["value"][number] = value
        yield GAME.load(other)


def seen_by_all(state: State) -> str:
    """All views, legal actions and refusals, to the byte."""
    seats = range(state.seats)
    said = [
        [str(refused), refused.rule] if refused else []
        for seat in seats
        for action in range(1, len(GAME.actions))
        for refused in [state.why_not(seat, action)]
    ]
    return plain([[state.view(viewer) for viewer in (None, *seats)], [state.legal(seat) for seat in seats], said])


def log(beats: Sequence[Beat]) -> list[tuple[str, dict[str, int], int]]:
    return [(beat.name, beat.args, beat.only) for beat in beats]


def coins(view: View) -> list[View]:
    """All coins of a view, wherever they lie."""
    found = [coin for coin in view["squares"] if coin]
    return found + [coin for one in (*view["tables"], view["kitchen"], view["jester"]) for coin in one["coins"]]


# 9. Views


def test_rf_39_what_is_public() -> None:
    state = busy_hall(seat=2, start=1, actions=1, finisher=1, last_turns=2, quiet=0)
    for viewer in (None, 0, 1, 2):
        view = state.view(viewer)
        assert (view["seats"], view["start"], view["deciding"], view["actions"]) == (3, 1, [2], 1)
        assert len(view["rolls"]) == 3
        floor = [None if coin is None else coin["owner"] for coin in view["squares"]]
        assert floor == [{"s": 0, "m": 1, "c": 2}.get(cell[0]) for cell in BUSY_HALL["floor"].split()]
        assert view["stacks"] == [0, 0, 0]
        servers = {one["name"]: [coin["owner"] for coin in one["coins"]] for one in view["tables"] if one["coins"]}
        assert servers == {"NW": [0, 0], "N2": [1], "E1": [2]}
        assert sorted(coin["owner"] for coin in view["jester"]["coins"]) == [1, 2]
        assert sorted(coin["owner"] for coin in view["kitchen"]["coins"]) == [0, 1, 2]
        assert view["totals"] == [0, 0, 0]
        assert (view["finisher"], view["last_turns"]) == (1, 2)
        shown = {one["name"]: one["tile"] for one in view["tables"]}
        assert shown["NW"] == {"suit": 0, "value": 5} and shown["W2"] == {"suit": 3, "value": 1}


def test_rf_39_stack_sizes_while_servers_take_their_places() -> None:
    state = at_placing(3, floor=f"s0 m0 c0 s1 {'. ' * 20}")
    for viewer in (None, 0, 1, 2):
        assert state.view(viewer)["stacks"] == [4, 5, 5]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rf_40_face_down_tiles_are_hidden_from_all(seats: int) -> None:
    """Any other tiles under what lies face down, or aside: everybody sees the same to the byte."""
    match = Match(GAME, seats, "tiles")
    for _beats in play(match, anyhow, Fast(2), lambda state: state.view(None)["quiet"] == 3):
        data = match.state.dump()
        if len(match.entries) % 5:
            continue
        kept = set(data["ring"]) if data["opened"] else set()
        hidden = [face for face in range(1, 25) if face not in kept]
        turned = dict(zip(hidden, hidden[7:] + hidden[:7], strict=True))

        def other(face: int, turned: dict[int, int] = turned) -> int:
            return turned.get(face, face)

        data.update(
            ring=[other(face) for face in data["ring"]],
            kitchen=other(data["kitchen"]),
            jester=other(data["jester"]),
            deck=[other(face + 1) - 1 for face in data["deck"]],
        )
        assert seen_by_all(GAME.load(data)) == seen_by_all(match.state)


def test_rf_40_kitchen_and_jester_stay_face_down_until_they_are_scored() -> None:
    for beat in played(2, "down")[1]:
        view = beat.state.view(0)
        late = view["phase"] in ("scoring", "rest", "over")
        assert view["kitchen"]["tile"] is None or late
        assert view["jester"]["tile"] is None or late
        opened = {one["tile"] is not None for one in view["tables"]}
        assert opened == {view["phase"] in ("service", "scoring", "rest", "over")}


def test_rf_40_seed_and_shuffle_are_never_told() -> None:
    match = serving(2, "a seed of some length")
    for viewer in (None, 0, 1):
        text = plain(match.state.view(viewer))
        assert "a seed of some length" not in text
        assert str(match.state.dump()["dice"]["key"]) not in text
        assert plain(match.state.dump()["deck"]) not in text


@pytest.mark.parametrize("hall", ["placing", "service"])
@pytest.mark.parametrize("recall", ["strict", "aid"])
def test_rf_40_values_of_placed_coins_are_hidden(hall: str, recall: str) -> None:
    options = {"recall": recall}
    state = at_placing(floor=HAND, options=options) if hall == "placing" else busy_hall(options=options)
    for viewer in (None, *range(state.seats)):
        for coin in coins(state.view(viewer)):
            assert (coin["value"] is not None) == (recall == "aid" and coin["owner"] == viewer)


def test_rf_41_the_pick_is_known_to_its_owner_alone() -> None:
    base = at_placing(floor=HAND)
    others = set()
    for value in (0, 2, 3):
        state = base.copy()
        beats = do(state, f"pick {value}")
        assert log(beats) == [("picked", {"seat": 0}, -1)]  # that, and nothing of which
        assert (state.view(0)["picked"], state.view(0)["hand"]) == (value, [v for v in (0, 2, 3) if v != value])
        others.add(plain([state.view(1), state.view(None), state.legal(1), state.notes(1), str(state.why_not(1, 1))]))
        assert state.view(1)["picked"] is state.view(None)["picked"] is None
    assert len(others) == 1


def test_rf_41_the_pick_is_gone_from_the_owners_view_once_placed() -> None:
    base = at_placing(floor=HAND)
    for value in (0, 2, 3):
        state = base.copy()
        beats = do(state, f"pick {value}", "place d4")
        assert log(beats)[1:] == [("placed", {"seat": 0, "square": 15}, -1)]
        view = state.view(0)
        assert view["picked"] is None
        assert view["squares"][15] == {"id": 6, "owner": 0, "value": None}


@pytest.mark.parametrize(("seats", "player"), [(2, busy), (3, anyhow), (4, busy)])
def test_rf_41_nothing_in_the_log_depends_on_the_picks(seats: int, player: Player) -> None:
    """Two games with the same moves and other picks: the same log and the same views, up to the own hand, until the
    coins are counted."""
    one, two = Match(GAME, seats, "log", {"quick_tables": "yes"}), Match(GAME, seats, "log", {"quick_tables": "yes"})
    dice = Fast(4)
    while one.state.view(None)["round"] == 1:
        seat = one.state.deciding[0]
        text = player(legal(one.state), dice)
        mirrored = f"pick {5 - int(text[5:])}" if text.startswith("pick") else text
        mine, theirs = one.apply(seat, GAME.parse(text)), two.apply(seat, GAME.parse(mirrored))
        cut = names(mine).index("counted") if "counted" in names(mine) else len(mine)
        assert log(mine[:cut]) == log(theirs[:cut])
        if cut < len(mine):
            break
        assert plain(one.state.view(None)) == plain(two.state.view(None))
        for viewer in range(seats):
            views = [match.state.view(viewer) for match in (one, two)]
            if one.state.view(viewer)["phase"] == "placing":
                for view in views:
                    del view["hand"], view["picked"], view["legal"]
            assert plain(views[0]) == plain(views[1])
    assert one.state.dump()["round"] == 2


def test_rf_41_all_values_are_public_once_counted() -> None:
    for beat in played(3, "counted")[1]:
        for viewer in (None, 1):
            view = beat.state.view(viewer)
            known = view["phase"] in ("scoring", "rest", "over")
            assert view["counted"] == known
            assert all((coin["value"] is not None) == known for coin in coins(view))


def test_rf_41_own_stack_only() -> None:
    state = at_placing(floor=HAND)
    assert [state.view(viewer)["hand"] for viewer in (0, 1, None)] == [[0, 2, 3], [1, 2, 5], []]
    data = state.dump()
    data["purse"] = [data["purse"][0], 0b010011, 0, 0]  # other values, as many; what lies on the floor makes up for it
    swapped = {0: 2, 4: 5}
    for coin in range(data["placed"]):
        if data["owner"][coin] == 1:
            data["value"][coin] = swapped.get(data["value"][coin], data["value"][coin])
    for viewer in (0, None):
        assert plain(GAME.load(data).view(viewer)) == plain(state.view(viewer))


def test_rf_42_ids_are_the_order_of_placing() -> None:
    state = begun(2, quick_tables="yes")
    dice = Fast(3)
    for number in range(12):
        while (view := state.view(None))["stacks"] and len(coins(view)) == number:
            do(state, anyhow(legal(state), dice))
        assert sorted(coin["id"] for coin in coins(state.view(None))) == list(range(number + 1))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_rf_42_ids_and_the_order_of_lists_carry_no_value(seat: int) -> None:
    """Coins together on a table, in the Kitchen, at the Jester: whichever is which, they are listed the same."""
    hall = {"kitchen": "c5:s0,m1,c2,s2,m0,c0,c1", "jester": "m0:m5,c4,m4", "ring": "NW s5:s5,s1,s3 E1 m2:m2,m3"}
    state = at_service(3, **hall, floor=f"s4 c3 c5 {'. ' * 21}")
    expected = seen_by_all(state)
    for world in worlds(state, seat):
        assert seen_by_all(world) == expected


def test_rf_42_face_down_tiles_have_no_ids() -> None:
    state = begun(3, quick_tables="yes")
    blank = {"laid": True, "tile": None, "holds": None, "coins": []}
    expected = [{"name": name, "corner": name in CORNERS, **blank} for name in RING]
    assert state.view(0)["tables"] == expected
    assert state.view(0)["kitchen"] == {"tile": None, "coins": []}


# Memory


@pytest.mark.parametrize("seat", [0, 1])
def test_rf_17_no_view_holds_a_placed_coins_value_while_placing(seat: int) -> None:
    for picked in ("", "s2"):
        state = at_placing(floor=HAND, picked=picked)
        expected = seen_by_all(state)
        for world in worlds(state, seat):
            assert seen_by_all(world) == expected


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_rf_17_no_view_holds_a_placed_coins_value_during_service(seat: int) -> None:
    for lifted in ("", "a1", "b1"):
        state = busy_hall(lifted=lifted)
        expected = seen_by_all(state)
        for world in worlds(state, seat):
            assert seen_by_all(world) == expected


def test_rf_17_nor_does_anything_that_happens_before_the_count() -> None:
    state = busy_hall()
    texts = ["lift a1", "to NW", "rotate Q3", "lift c1", "to b6", "rotate Q1", "lift b6", "to jester", "done", "done"]
    for seat in range(3):
        for world in [*worlds(state, seat)][:5]:
            one, two = state.copy(), world
            for text in texts:
                mine, theirs = do(one, text), do(two, text)
                assert log(mine) == log(theirs)
                assert [seen_by_all(beat.state) for beat in mine] == [seen_by_all(beat.state) for beat in theirs]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("recall", ["strict", "aid"])
def test_rf_r12_notes_hold_the_own_placed_coins_and_nothing_else(seats: int, recall: str) -> None:
    match = Match(GAME, seats, "notes", {"quick_tables": "yes", "recall": recall})
    for i, _beats in enumerate(play(match, busy, Fast(2))):
        if i % 7:
            continue
        state = match.state
        data = state.dump()
        for seat in range(seats):
            mine = {str(n): data["value"][n] for n in range(data["placed"]) if data["owner"][n] == seat}
            if state.over or not data["placed"]:
                assert state.study(seat) == state.view(seat)
            else:
                assert state.study(seat) == {**state.view(seat), "notes": {"coins": mine}}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_rf_r12_notes_tell_nothing_of_others(seat: int) -> None:
    state = busy_hall()
    for world in worlds(state, seat):
        for other in range(3):
            assert (world.study(other) == state.study(other)) == (other != seat)


def test_rf_r12_what_is_imagined_from_notes_keeps_the_own_coins() -> None:
    for state in (busy_hall(), at_placing(floor=HAND), at_placing(floor=HAND, picked="s2")):
        for seat in range(state.seats):
            mine = {coin: place for coin, place in where(state).items() if coin[0] == LETTERS[seat]}
            dice = Fast(8)
            for _world in range(10):
                world = GAME.imagine(state.study(seat), dice.split())
                assert mine.items() <= where(world).items()
                assert world.study(seat) == state.study(seat)
                assert world.view(seat) == state.view(seat)


def test_rf_r12_what_is_imagined_from_a_view_draws_them_uniformly() -> None:
    """Coin 0 is seat 0's: each of six values equally often (chi-square, 5 degrees of freedom, fixed dice), and so in
    any pair; in phase 2, each of the three values that lie."""
    worlds, dice = 1800, Fast(5)
    view = busy_hall().view(0)
    drawn = [GAME.imagine(view, dice.split()).dump()["value"] for _world in range(worlds)]
    for number in (0, 3, 15):
        count = Counter(values[number] for values in drawn)
        assert sum((count[value] - 300) ** 2 / 300 for value in range(6)) < 20.5  # 99.9 %
    pairs = Counter((values[0], values[3]) for values in drawn)
    assert len(pairs) == 30 and sum((n - 60) ** 2 / 60 for n in pairs.values()) < 58.3  # 29 degrees
    view = at_placing(floor=HAND).view(0)
    drawn = [GAME.imagine(view, dice.split()).dump()["value"] for _world in range(600)]
    orders = Counter(tuple(values[number] for number in (0, 2, 4)) for values in drawn)
    assert set(orders) == set(permutations((1, 4, 5)))
    assert sum((n - 100) ** 2 / 100 for n in orders.values()) < 20.5


def test_rf_r12_others_coins_are_drawn_uniformly_with_notes_too() -> None:
    state = at_placing(floor=HAND, picked="s2")
    dice = Fast(6)
    for study, own in ((state.study(0), 0), (state.study(1), 1)):
        drawn = [GAME.imagine(study, dice.split()).dump() for _world in range(600)]
        theirs = [data["value"][1 - own] for data in drawn]  # the other's first coin
        count = Counter(theirs)
        assert sum((count[value] - 100) ** 2 / 100 for value in range(6)) < 20.5
        picks = Counter(data["picked"] - 1 for data in drawn)
        if own == 0:
            assert set(picks) == {2}
        else:
            assert sum((picks[value] - 100) ** 2 / 100 for value in range(6)) < 20.5


def test_rf_r12_with_the_aid_the_owner_sees_the_own_and_nobody_else_does() -> None:
    state = busy_hall(options={"recall": "aid"})
    for seat in range(3):
        view = state.view(seat)
        data = state.dump()
        for coin in coins(view):
            assert coin["value"] == (data["value"][coin["id"]] if coin["owner"] == seat else None)
        for world in worlds(state, seat):
            assert plain(world.view(seat)) != plain(view)
            for other in (None, *(other for other in range(3) if other != seat)):
                assert plain(world.view(other)) == plain(state.view(other))
    assert all(coin["value"] is None for coin in coins(state.view(None)))


def test_rf_r12_with_the_aid_imagination_keeps_what_is_seen() -> None:
    state = busy_hall(options={"recall": "aid"})
    for seat in range(3):
        mine = {coin: place for coin, place in where(state).items() if coin[0] == LETTERS[seat]}
        assert mine.items() <= where(GAME.imagine(state.view(seat), Fast(seat))).items()


def test_rf_r12_strict_is_the_default() -> None:
    assert begun(2).view(None)["options"]["recall"] == "strict"
