"""The rules of The Royal Feast: the servers take their places (RF-15 … RF-19), and taking actions back."""

from __future__ import annotations

import pytest

from hightable.engine import Fast, Match, Refused
from hightable.games.royal_feast.game import GAME
from tests.royal_feast.table import (
    LETTERS,
    SQUARES,
    anyhow,
    at_placing,
    begun,
    do,
    floor,
    legal,
    names,
    options_of,
    play,
    refused,
    serving,
    told,
    where,
)

LAST = "s0 m0 s1 m1  s2 m2 s3 m3  s4 m4 . .  . . . ."  # a coin each is left: two 5s


# 5. Phase 2


@pytest.mark.parametrize(("seats", "empty"), [(2, 4), (3, 6), (4, 0)])
def test_rf_15_six_coins_each_in_turn(seats: int, empty: int) -> None:
    match = Match(GAME, seats, "places", {"quick_tables": "yes"})
    start, turns = match.state.deciding[0], list[int]()
    for beats in play(match, anyhow, Fast(1), lambda state: state.view(None)["phase"] != "placing"):
        turns += [seat for seat, _square in told(beats, "placed")]
    assert turns == [(start + n) % seats for n in range(6 * seats)]
    view = match.state.view(None)
    assert view["squares"].count(None) == empty
    assert view["stacks"] == [0] * seats
    assert sorted(where(match.state)) == sorted(f"{letter}{v}" for letter in LETTERS[:seats] for v in range(6))


def test_rf_15_a_coin_of_choice_on_any_empty_square() -> None:
    state = at_placing(floor="s4 m0 . .  . s1 . .  . . . .  . . . m5", picked="")
    assert options_of(state, "pick") == ["0", "2", "3", "5"]
    do(state, "pick 3")
    empty = [square for square in SQUARES[:16] if square not in ("a1", "b1", "b2", "d4")]
    assert options_of(state, "place") == empty
    do(state, "place c3")
    assert where(state)["s3"] == "c3"
    assert state.deciding == [1]


def test_rf_15_a_coin_already_placed_cannot_be_picked() -> None:
    state = at_placing(floor="s4 m0 . .  . . . .  . . . .  . . . .")
    assert refused(state, "pick 4") == "RF-15"


def test_rf_16_a_coin_in_place_does_not_move() -> None:
    state = at_placing(floor="s4 m0 . .  . . . .  . . . .  . . . .")
    for text in ("rotate Q1", "lift a1", "to kitchen", "done"):
        assert refused(state, text) == "RF-15"
    match = Match(GAME, 4, "still", {"quick_tables": "yes"})
    before: dict[str, str] = {}
    for _beats in play(match, anyhow, Fast(1), lambda state: state.view(None)["phase"] != "placing"):
        assert before.items() <= where(match.state).items()
        before = where(match.state)


def test_rf_17_the_stack_is_known_to_its_owner_alone() -> None:
    state = at_placing(floor="s4 m0 . .  . . . .  . . . .  . . . .")
    assert [state.view(viewer)["hand"] for viewer in (0, 1, None)] == [[0, 1, 2, 3, 5], [1, 2, 3, 4, 5], []]
    assert state.view(None)["stacks"] == [5, 5]


def test_rf_17_a_placed_coin_shows_its_suit_to_all_its_value_to_nobody() -> None:
    state = at_placing(floor="s4 m0 . .  . . . .  . . . .  . . . .")
    for viewer in (None, 0, 1):
        assert state.view(viewer)["squares"][:2] == [
            {"id": 0, "owner": 0, "value": None},
            {"id": 1, "owner": 1, "value": None},
        ]


def test_rf_17_a_coin_can_be_followed_by_eye() -> None:
    """Its number stays with it, wherever it goes."""
    match = serving(3, "eye")
    state = match.state
    numbers = {coin["id"]: (coin["owner"], square) for square, coin in enumerate(state.view(None)["squares"]) if coin}
    square = next(i for i, coin in enumerate(state.view(None)["squares"]) if coin and coin["owner"] == state.start)
    number = state.view(None)["squares"][square]["id"]
    do(state, f"lift {SQUARES[square]}", "to kitchen")
    assert state.view(None)["kitchen"]["coins"] == [{"id": number, "owner": state.start, "value": None}]
    stay = {coin["id"]: (coin["owner"], square) for square, coin in enumerate(state.view(None)["squares"]) if coin}
    assert stay == {coin: lies for coin, lies in numbers.items() if coin != number}


def test_rf_18_pick_then_place() -> None:
    state = begun(2, quick_tables="yes")
    seat = state.deciding[0]
    assert legal(state) == [f"pick {value}" for value in range(6)]
    assert refused(state, "place a1") == "RF-18"
    do(state, "pick 2")
    assert (state.deciding, state.view(seat)["asked"]) == ([seat], "place")
    assert legal(state) == [f"place {square}" for square in SQUARES[:16]]
    assert refused(state, "pick 3") == "RF-18"
    do(state, "place a1")
    assert (state.deciding, state.view(seat)["asked"]) == ([1 - seat], "pick")


def test_rf_18_the_last_coin_is_not_picked() -> None:
    state = at_placing(floor=LAST)
    for seat, square in ((0, "c3"), (1, "d3")):
        assert (state.deciding, state.view(seat)["asked"], state.view(seat)["hand"]) == ([seat], "place", [5])
        do(state, f"place {square}")
    assert where(state)["s5"] == "c3" and where(state)["m5"] == "d3"


def test_rf_18_two_left_are_a_choice() -> None:
    state = at_placing(floor="s0 m0 s1 m1  s2 m2 s3 m3  . . . .  . . . .")
    assert legal(state) == ["pick 4", "pick 5"]


def test_rf_19_tables_are_turned_up_after_the_last_coin() -> None:
    state = at_placing(floor=LAST)
    do(state, "place c3")
    assert all(one["laid"] and one["tile"] is None and one["holds"] is None for one in state.view(0)["tables"])
    beats = do(state, "place d3")
    assert names(beats) == ["placed", "opened"]
    for viewer in (None, 0, 1):
        view = state.view(viewer)
        assert all(one["tile"] is not None and one["holds"] for one in view["tables"])
        assert view["kitchen"]["tile"] is view["jester"]["tile"] is None
        assert view["phase"] == "service"


def test_rf_r11_the_coin_is_chosen_with_its_value_known() -> None:
    for value in range(6):
        state = begun(3, quick_tables="yes")
        letter = LETTERS[state.deciding[0]]
        do(state, f"pick {value}", "place b2")
        assert where(state) == {f"{letter}{value}": "b2"}
        assert floor(state).split()[5] == f"{letter}{value}"


# Taking back: until another seat has been asked


def undoable(match: Match, *texts: str) -> list[bool]:
    """Whether each of these actions could be taken back right after it."""
    found: list[bool] = []
    for text in texts:
        seat = match.state.deciding[0]
        match.apply(seat, GAME.parse(text))
        found.append(match.why_no_undo(seat) is None)
    return found


def test_undo_a_pick_but_not_a_place() -> None:
    match = Match(GAME, 2, "undo", {"quick_tables": "yes"})
    seat = match.state.deciding[0]
    before = match.state.dump()
    assert undoable(match, "pick 3") == [True]
    match.undo(seat)
    assert match.state.dump() == before
    assert undoable(match, "pick 4", "place a1", "pick 1") == [True, False, True]
    with pytest.raises(Refused, match="another player has been asked"):
        match.undo(seat)


def test_undo_no_laid_table() -> None:
    assert undoable(Match(GAME, 3, "undo"), "table NW", "table SE") == [False, False]


def test_undo_no_coin_that_opened_the_tables() -> None:
    match = Match(GAME, 2, "undo", {"quick_tables": "yes"})
    for _beats in play(match, anyhow, Fast(1), lambda state: sum(state.view(None)["stacks"]) == 1):
        pass
    assert undoable(match, legal(match.state)[0]) == [False]
    assert match.state.view(None)["phase"] == "service"


def test_undo_within_the_own_turn_of_service() -> None:
    match = serving(3, "undo")
    state = match.state
    seat, before = state.deciding[0], state.dump()
    mine = next(i for i, coin in enumerate(state.view(None)["squares"]) if coin and coin["owner"] == seat)
    assert undoable(match, f"lift {SQUARES[mine]}", "to kitchen") == [True, True]
    match.undo(seat)
    match.undo(seat)
    assert match.state.dump() == before
    tile = legal(match.state)[0]
    assert undoable(match, tile) == [True]
    match.undo(seat)
    assert match.state.dump() == before
    assert undoable(match, tile, tile) == [True, False]
    assert match.state.deciding == [(seat + 1) % 3]
    assert undoable(match, "done") == [False]
