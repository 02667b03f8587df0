"""The rules of Festo!: the end of the game, FE-62 … FE-65."""

from __future__ import annotations

import pytest

from hightable.engine import Refused
from tests.festo.table import Table, player, table

SMALL = ("drink", "appetiser", "side", "dessert")
TYPES = [*(f"{kind}-meat" for kind in SMALL), "roast-1", "main-1"]


def end(*players: dict[str, object], seats: int = 2, **more: object) -> Table:
    """After the last Cooking phase."""
    t = table(*players, seats=seats, phase="next", round=4, **more)  # type: ignore[arg-type]
    assert t.state.over
    return t


def sheet(t: Table, seat: int = 0) -> list[int]:
    """Dishes, sets, cubes, tokens."""
    return [line.points[seat] for line in t.state.result.lines]


def test_fe_62_dishes_sets_cubes_and_tokens() -> None:
    t = end(player("meat*2 honey salt", "drink-meat main-1", tokens=3), player("fruit"))
    assert sheet(t) == [5 + 14, 3, 4, 3]
    assert t.state.result.scores == [29, 1]


def test_fe_62_the_rulebooks_example_of_78_points() -> None:
    """Section 13: six dishes worth 58, a set of four types and one of two; 58 + 10 + 3 + 2 + 5 = 78."""
    dishes = "roast-1 dessert-meat dessert-honey appetiser-meat appetiser-spice drink-meat"
    t = end(player("meat fruit", dishes, tokens=5))
    assert sheet(t) == [58, 10 + 3, 2, 5]
    assert t.state.result.scores[0] == 78


@pytest.mark.parametrize(("types", "points"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21)])
def test_fe_63_a_set_scores_by_its_size(types: int, points: int) -> None:
    for first in range(6 - types + 1):
        assert sheet(end(player(dishes=" ".join(TYPES[first : first + types]))))[1] == points


@pytest.mark.parametrize(
    ("dishes", "points"),
    [
        ("drink-meat drink-honey", 1 + 1),
        ("drink-meat drink-honey side-meat", 3 + 1),
        ("drink-meat drink-honey side-meat side-honey", 3 + 3),
        ("roast-1 roast-2 main-1 main-2", 3 + 3),
        ("drink-meat drink-honey drink-spice side-meat side-honey dessert-meat", 6 + 3 + 1),
    ],
)
def test_fe_63_sets_are_as_large_as_possible(dishes: str, points: int) -> None:
    assert sheet(end(player(dishes=dishes)))[1] == points


def test_fe_63_the_score_so_far_is_public() -> None:
    t = table(player("meat*2 salt", "drink-meat side-meat", tokens=2), phase="cooking")
    assert t.view()["players"][0]["score"] == 14 + 3 + 3 + 2


def test_fe_64_most_points_win() -> None:
    t = end(player("meat*3"), player("meat*5"), player("meat*4"), seats=3)
    assert t.state.result.winners == [1]
    assert t.state.result.places == [3, 1, 2]


def test_fe_64_a_tie_goes_to_more_dishes() -> None:
    t = end(player("meat", "drink-meat"), player("meat*7"), player("fruit", "drink-honey"), seats=3)
    assert t.state.result.scores == [7, 7, 8]
    two = end(player("meat", "drink-meat"), player("meat*7"))
    assert (two.state.result.scores, two.state.result.winners) == ([7, 7], [0])


def test_fe_64_then_to_more_cubes() -> None:
    t = end(player("meat", "drink-meat", tokens=1), player("meat salt", "drink-spice"))
    assert (t.state.result.scores, t.state.result.winners) == ([8, 8], [1])


def test_fe_64_then_the_victory_is_shared() -> None:
    t = end(player("meat", "drink-meat"), player("fruit", "drink-spice"), player("meat"), seats=3)
    assert t.state.result.winners == [0, 1]
    assert t.state.result.places == [1, 1, 3]


def test_fe_64_nothing_is_done_after_the_end() -> None:
    t = end()
    assert t.state.deciding == [] and t.state.legal(0) == []
    refused = t.state.why_not(0, 1)
    assert refused is not None and refused.rule == "FE-64"
    with pytest.raises(Refused):
        table(phase="cooking", round=2).state.result  # noqa: B018 - it must refuse


def test_fe_65_a_piece_on_a_reserved_dish_has_no_effect() -> None:
    t = end(player("meat", "drink-meat"), reserved={"side-meat": "0"})
    assert t.state.result.scores[0] == 5 + 1 + 1


def test_fe_r13_salt_is_worth_a_point_and_breaks_ties() -> None:
    t = end(player("salt*3"), player("meat*2"))
    assert (t.state.result.scores, t.state.result.winners) == ([3, 2], [0])


def test_fe_r22_tokens_are_not_limited_and_public() -> None:
    t = table(player(tokens=40), player(tokens=40), areas={"dwarf": "0", "grocer": "0"}, shelves="meat", round=4)
    t.do("ability")
    for viewer in (None, 0, 1):
        assert [one["tokens"] for one in t.view(viewer)["players"]] == [42, 40]
