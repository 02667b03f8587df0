"""`imagine` and `redeal` draw the unknown cards uniformly over all that the candidates allow: compared with full
enumeration (chi-square, fixed seeds, bounds far out)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from hightable.engine import Fast
from hightable.engine.compat import i64, vec
from hightable.games.kings_feast import GAME
from hightable.games.kings_feast.matching import below, count_and_draw
from tests.kings_feast.table import ODD, games, maybe, numbers, seated

SMALL = ("ring", "line", "column", "stairs")


def all_that_fits(sets: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Every way to give each cell one of its candidates, no number twice."""
    if not sets:
        yield ()
        return
    for number in sets[0]:
        for rest in all_that_fits([[n for n in other if n != number] for other in sets[1:]]):
            yield (number, *rest)


def spread(drawn: Counter[tuple[int, ...]], worlds: Sequence[tuple[int, ...]]) -> float:
    """Chi-square against all worlds being equally likely."""
    each = drawn.total() / len(worlds)
    return sum((drawn[world] - each) ** 2 / each for world in worlds)


def is_fair(chi: float, freedom: int) -> bool:
    """Within five standard deviations and a bit."""
    return chi < freedom + 5 * (2 * freedom) ** 0.5 + 6


def test_the_measure_itself_finds_what_is_unfair() -> None:
    worlds = [(number,) for number in range(10)]
    dice = Fast(1)
    fair = Counter((dice.below(10),) for _draw in range(400))
    unfair = Counter((max(dice.below(10), dice.below(10)),) for _draw in range(400))
    assert is_fair(spread(fair, worlds), 9) and not is_fair(spread(unfair, worlds), 9)


@pytest.mark.parametrize("name", SMALL)
def test_kf_72_imagine_is_uniform_over_what_the_candidates_allow(name: str) -> None:
    """In positions of games, after peeks, reveals and the Jester's mixing."""
    chi, freedom, positions, seen = 0.0, 0, 0, set()
    dice = Fast.of(f"imagine {name}")
    for state in games(ODD[name], 8, 60):
        view = state.view(0)
        sets = maybe(state)
        if len(sets) - sum(len(one) == 1 for one in sets) < 2 or str(sets) in seen or positions >= 25:
            continue
        worlds = list(all_that_fits(sets))
        if len(worlds) > 120:
            continue
        seen.add(str(sets))
        drawn = Counter(tuple(numbers(GAME.imagine(view, dice))) for _draw in range(15 * len(worlds)))
        assert set(drawn) <= set(worlds)
        chi += spread(drawn, worlds)
        freedom += len(worlds) - 1
        positions += 1
    assert positions >= 5
    assert is_fair(chi, freedom)


def test_kf_72_redeal_is_uniform_too() -> None:
    """One position with all kinds of sets: 8 is settled, 5 and 7 hang together, one set spans all."""
    state = seated(
        "3 (5) (7) (9)\n18 (10) (13) (1)\n2 (8) 4 11",
        known={"r1c2": [5, 7], "r1c3": [5, 7, 9], "r1c4": [5, 7, 9, 10, 13], "r2c2": [9, 10, 13], "r2c3": [7, 10, 13]},
    )
    worlds = list(all_that_fits(maybe(state)))
    assert len(worlds) > 5
    drawn: Counter[tuple[int, ...]] = Counter()
    dice = Fast(7)
    for _draw in range(200 * len(worlds)):
        other = state.copy()
        other.redeal(0, dice)
        drawn[tuple(numbers(other))] += 1
    assert set(drawn) == set(worlds)
    assert is_fair(spread(drawn, worlds), len(worlds) - 1)


def ring_of(width: int, count: int) -> list[list[int]]:
    """Cells in a circle, each with a few numbers: a shuffle hardly ever fits."""
    return [sorted((cell + i) % count + 2 for i in range(width)) for cell in range(count)]


@pytest.mark.parametrize(
    "sets",
    [
        [[2, 3, 4], [2, 3, 4], [2, 3, 4]],
        [[2, 3], [2, 3, 4], [3, 4, 5], [4, 5]],
        [[2, 3, 4, 5], [2, 3], [3, 4], [2, 5]],
        [[2, 3, 4, 5, 6], [2, 3, 4], [3, 6], [2, 3, 4, 5, 6], [5, 6]],
        ring_of(3, 8),
        ring_of(2, 16),
    ],
    ids=["free", "chain", "star", "mixed", "ring-8", "ring-16"],
)
def test_counting_and_drawing_is_uniform(sets: list[list[int]]) -> None:
    worlds = list(all_that_fits(sets))
    masks = vec[i64]([i64(sum(1 << number for number in one)) for one in sets])
    drawn: Counter[tuple[int, ...]] = Counter()
    dice = Fast(3)
    for _draw in range(40 * len(worlds)):
        pool = vec[i64]([i64(number) for number in worlds[0]])
        count_and_draw(pool, masks, list(range(len(sets))), dice)
        drawn[tuple(int(number) for number in pool)] += 1
    assert set(drawn) == set(worlds)
    assert is_fair(spread(drawn, worlds), len(worlds) - 1)


def test_imagine_where_a_shuffle_hardly_ever_fits() -> None:
    """Sixteen unknown cards, two worlds: the whole way through a view, with both worlds found equally often."""
    cards = [f"({number})" for number in range(2, 18)]
    sets = ring_of(2, 16)
    diagram = " ".join([*cards[:8], "18"]) + "\n" + " ".join([*cards[8:], "(1)"])
    names = [f"r1c{c}" for c in range(1, 9)] + [f"r2c{c}" for c in range(1, 9)]
    state = seated(diagram, known=dict(zip(names, sets, strict=True)))
    dice = Fast(5)
    drawn = Counter(tuple(numbers(GAME.imagine(state.view(0), dice))) for _draw in range(60))
    assert len(drawn) == 2
    assert min(drawn.values()) > 15


def test_below_is_fair_for_numbers_of_any_size() -> None:
    dice = Fast(11)
    for parts, unit in ((7, 1), (5, 1 << 28), (3, 1 << 40), (6, 1 << 61)):
        found = Counter(below(dice, parts * unit) // unit for _draw in range(1000))
        assert set(found) == set(range(parts))
        assert is_fair(sum((found[part] - 1000 / parts) ** 2 / (1000 / parts) for part in found), parts - 1)


def test_imagine_has_chance_of_its_own() -> None:
    """The Jester mixes differently in imagined worlds, whatever the game's own dice would give."""
    view = seated("3 4 7\n18 2 (1)").view(0)
    dice = Fast(2)
    found = set()
    for _draw in range(60):
        world = GAME.imagine(view, dice)
        world.apply(0, GAME.parse("activate r1c2"))
        found.add(tuple(numbers(world)[:3]))
    assert len(found) == 6
