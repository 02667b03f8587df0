"""HF-78 … HF-89: scoring, with the specification's worked example line by line."""

from __future__ import annotations

from typing import Any

import pytest

from hightable.engine.result import Result
from tests.henrys_feast.table import kitchen, new, table

LINES = (
    "Dishes", "Full menus", "Highest skills", "Mastered skills", "Most dishes", "Recipes left in hand",
    "Feast dishes missing", "Messy kitchen",
)  # fmt: skip


def ended(*kitchens: dict[str, Any], last: str = "last-call", **more: Any) -> Result:
    """The result with these kitchens."""
    seats = more.pop("seats", len(kitchens))
    return table(*kitchens, seats=seats, phase="over", last=last, **more).state.result


def line(result: Result, label: str) -> list[int]:
    return next(line.points for line in result.lines if line.label == label)


def one(label: str, *kitchens: dict[str, Any], **more: Any) -> list[int]:
    return line(ended(*kitchens, **more), label)


EXAMPLE = kitchen(
    pile="kachumber-salad paneer-makhani kheer", feasted="easy medium", tracks=(1, 2, 3, 3), hand="jalebi"
)
TIED = kitchen(pile="arancini egg-curry", feasted="easy medium hard", tracks=(2, 2, 2, 2))  # five dishes, eight levels


def test_hf_79_the_worked_example() -> None:
    result = ended(EXAMPLE, TIED, feast=("carrot-kosambari", "sambar", "masala-dosa"))
    assert [line.label for line in result.lines] == list(LINES)
    assert {line.label: line.points[0] for line in result.lines} == {
        "Dishes": 12,
        "Full menus": 2,
        "Highest skills": 2,
        "Mastered skills": 6,
        "Most dishes": 0,
        "Recipes left in hand": -1,
        "Feast dishes missing": -1,
        "Messy kitchen": 0,
    }
    assert result.scores[0] == 20


def test_hf_79_the_lines_add_up() -> None:
    result = ended(EXAMPLE, TIED, kitchen("salt@stock", feasted="hard"))
    assert result.scores == [sum(line.points[seat] for line in result.lines) for seat in range(3)]


def test_hf_78_without_a_feast_dish_zero_and_no_victory() -> None:
    rich = kitchen(pile="kheer jalebi arancini egg-curry", tracks=(3, 3, 3, 3))
    poor = kitchen("salt@stock", feasted="easy", hand="rasgulla rasmalai lemon-tart minestrone", tracks=(0, 0, 0, 3))
    result = ended(rich, poor)
    assert result.scores[0] == 0 and [line.points[0] for line in result.lines] == [0] * 8
    assert result.winners == [1] and result.places == [2, 1]


@pytest.mark.parametrize(
    ("pile", "points"), [("kheer", 4), ("egg-curry", 5), ("minestrone", 6), ("kheer egg-curry minestrone jalebi", 13)]
)
def test_hf_80_points_by_difficulty(pile: str, points: int) -> None:
    assert one("Dishes", kitchen(pile=pile, feasted="easy"), kitchen()) == [points, 0]


def test_hf_80_feast_dishes_count_and_bonus_dishes_do_not() -> None:
    result = ended(kitchen(feasted="easy medium hard", tracks=(2, 1, 1, 1)), kitchen(feasted="hard"))
    assert line(result, "Dishes") == [2 + 3 + 4, 4]


@pytest.mark.parametrize(
    ("pile", "sets"),
    [
        ("arancini kheer", 1),  # the Feast's easy dish is an entrée here
        ("arancini kheer jalebi", 1),
        ("arancini bhel-puri kheer jalebi", 1),
        ("arancini bhel-puri kheer jalebi egg-curry", 2),
        ("kheer jalebi egg-curry", 0),
        ("arancini egg-curry", 0),
    ],
)
def test_hf_81_sets_of_three_courses(pile: str, sets: int) -> None:
    feast = ("curd-rice", "sambar", "masala-dosa")
    assert one("Full menus", kitchen(pile=pile, feasted="easy"), kitchen(), feast=feast) == [2 * sets, 0]


def test_hf_81_feast_dishes_belong_to_sets() -> None:
    feast = ("jalebi", "sambar", "minestrone")
    assert one("Full menus", kitchen(feasted="easy medium hard"), kitchen(), feast=feast) == [2, 0]


def test_hf_82_the_highest_sum_of_levels() -> None:
    low, high = kitchen(feasted="easy", tracks=(1, 1, 1, 1)), kitchen(feasted="easy", tracks=(3, 2, 0, 0))
    assert one("Highest skills", low, high) == [0, 2]
    assert one("Highest skills", high, low, high) == [1, 0, 1]
    assert one("Highest skills", *[low] * 5) == [1] * 5


def test_hf_83_three_for_each_track_at_three() -> None:
    cooks = [kitchen(feasted="easy", tracks=tracks) for tracks in ((3, 3, 3, 3), (2, 2, 2, 2), (3, 0, 2, 3))]
    assert one("Mastered skills", *cooks) == [12, 0, 6]


def test_hf_84_strictly_most_dishes() -> None:
    three = kitchen(pile="kheer jalebi", feasted="easy")
    two, other = kitchen(feasted="easy medium"), kitchen(pile="arancini egg-curry", feasted="hard")
    assert one("Most dishes", three, two) == [1, 0]
    assert one("Most dishes", three, two, other) == [0, 0, 0]


def test_hf_85_each_recipe_left_in_hand() -> None:
    hands = kitchen(feasted="easy", hand="kheer jalebi rasgulla", tracks=(0, 0, 0, 2)), kitchen(feasted="easy")
    assert one("Recipes left in hand", *hands) == [-3, 0]


@pytest.mark.parametrize(
    ("feasted", "points"), [("easy", -2), ("hard", -2), ("easy hard", -1), ("easy medium hard", 0)]
)
def test_hf_86_each_feast_dish_not_cooked(feasted: str, points: int) -> None:
    assert one("Feast dishes missing", kitchen(feasted=feasted), kitchen()) == [points, 0]


def test_hf_87_messy_once_however_many_cards() -> None:
    messy = kitchen("salt@stock egg@market", s1="rice@stock", s2="milk@stock", feasted="easy")
    assert one("Messy kitchen", messy, kitchen(feasted="easy")) == [-1, 0]


def test_hf_88_most_points_win() -> None:
    result = ended(kitchen(feasted="easy"), kitchen(feasted="easy medium"), kitchen(feasted="easy", pile="kheer"))
    assert result.winners == [1]


# Pairs with equal points, told apart by one step of HF-88 each. Feast: easy 2, medium 3, hard 4, each missing one -1.
FEAST = ("curd-rice", "sambar", "masala-dosa")


def tie(one: dict[str, Any], other: dict[str, Any], **more: Any) -> Result:
    result = ended(one, other, feast=FEAST, **more)
    assert result.scores[0] == result.scores[1], result.scores
    return result


def test_hf_88_first_the_hard_feast_dish() -> None:
    """4 - 2 and 2 for the levels, with one dish, against 2 + 3 - 1 and 1 for most dishes, messy, with two."""
    hard = kitchen(feasted="hard", tracks=(1, 0, 0, 0))
    both = kitchen("egg@stock", feasted="easy medium")
    assert tie(hard, both).winners == [0]
    assert tie(both, hard).places == [2, 1]


def test_hf_88_then_the_medium_one() -> None:
    """3 + 4 - 1 and 2 for the levels, two dishes, against 2 + 4 - 1 + 3 and 1 for most dishes, messy, three."""
    medium = kitchen(feasted="medium hard", tracks=(1, 0, 0, 0))
    easy = kitchen("egg@stock", feasted="easy hard", pile="arancini")
    assert tie(easy, medium).winners == [1]


def test_hf_88_then_the_easy_one() -> None:
    """2 + 3 + 4 and 2 for the levels, with three dishes, against 3 + 4 - 1 + 2 + 2 and 1 for most dishes, with four."""
    whole = kitchen(feasted="easy medium hard", tracks=(1, 0, 0, 0))
    lacking = kitchen(feasted="medium hard", pile="kheer jalebi")
    assert tie(lacking, whole).winners == [1]


def test_hf_88_then_most_dishes() -> None:
    """9 + 2 and 1 each for levels and dishes, messy, against 9 and 2 for the levels."""
    many = kitchen("salt@stock", feasted="easy medium hard", pile="kheer")
    few = kitchen(feasted="easy medium hard", tracks=(1, 0, 0, 0))
    result = tie(few, many)
    assert result.winners == [1] and result.places == [2, 1]


def test_hf_88_a_step_that_would_put_out_everybody_is_skipped() -> None:
    """Nobody has hard or medium; so the dishes decide."""
    many = kitchen(feasted="easy", pile="kheer jalebi")
    few = kitchen(feasted="easy", pile="arancini", tracks=(1, 0, 0, 0))
    assert tie(few, many).winners == [1]


def test_hf_88_the_steps_are_for_the_tied_only() -> None:
    """A third with the hard dish but fewer points changes nothing."""
    many = kitchen(feasted="easy", pile="kheer jalebi")
    few = kitchen(feasted="easy", pile="arancini", tracks=(1, 0, 0, 0))
    third = kitchen("salt@stock", feasted="hard")
    result = ended(few, many, third, feast=FEAST)
    assert result.scores == [5, 5, 1] and result.winners == [1] and result.places == [2, 1, 3]


def test_hf_88_still_tied_they_share_the_victory() -> None:
    pair = kitchen(feasted="easy hard", pile="kheer"), kitchen(feasted="easy hard", pile="jalebi")
    result = ended(*pair, kitchen(feasted="easy"), feast=FEAST)
    assert result.winners == [0, 1] and result.places == [1, 1, 3]


def test_hf_89_everybody_disqualified_nobody_wins() -> None:
    result = ended(kitchen(pile="kheer"), kitchen(), kitchen(tracks=(3, 3, 3, 3)))
    assert result.winners == [] and result.scores == [0, 0, 0]


def test_hf_89_in_a_game_in_which_nothing_is_done() -> None:
    t = new(3, round_limit=1)
    t.turns(6)
    assert t.state.over and t.state.result.winners == []


def test_hf_79_bonus_dishes_count_nowhere_but_on_the_tracks() -> None:
    plain = ended(kitchen(feasted="easy"), kitchen(feasted="easy"))
    raised = ended(kitchen(feasted="easy", tracks=(2, 2, 2, 2)), kitchen(feasted="easy", tracks=(2, 2, 2, 2)))
    assert plain.scores == raised.scores
