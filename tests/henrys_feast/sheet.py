"""HF-78 … HF-89 and HF-101 for the oracle: the score sheet of a finished game, from the specification alone."""

from __future__ import annotations

from collections import Counter

from tests.henrys_feast.oracle import RECIPES, Oracle, Recipe

POINTS = {"easy": 2, "medium": 3, "hard": 4}
COURSES = ("appetizer", "entree", "dessert")


def dishes_of(o: Oracle, side: int) -> list[Recipe]:
    cooked = [o.feast[course] for course in o.feasted[side]]
    return [RECIPES[recipe] for recipe in [*o.piles[side], *cooked]]


def score(o: Oracle) -> list[list[int]]:
    """The lines HF-80 … HF-87 of each side; all zeros for the disqualified."""
    sides = range(len(o.piles))
    fit = [side for side in sides if o.feasted[side]]
    levels = [sum(sum(o.kitchens[seat].tracks) for seat in o.members(side)) for side in sides]
    counts = [len(dishes_of(o, side)) for side in sides]
    lines = [[0] * 8 for _side in sides]
    for side in fit:
        dishes = dishes_of(o, side)
        courses = Counter(dish.course for dish in dishes)
        kitchens = [o.kitchens[seat] for seat in o.members(side)]
        highest = [other for other in fit if levels[other] == max(levels[other] for other in fit)]
        most = [other for other in fit if counts[other] == max(counts[other] for other in fit)]
        lines[side] = [
            sum(POINTS[dish.difficulty] for dish in dishes),
            2 * min(courses[course] for course in COURSES),
            (2 if len(highest) == 1 else 1) if side in highest else 0,
            sum(3 for kitchen in kitchens for level in kitchen.tracks if level == 3),
            1 if most == [side] else 0,
            -sum(len(kitchen.hand) for kitchen in kitchens),
            len(o.feasted[side]) - 3,
            -sum(bool(kitchen.pantry or any(kitchen.stations)) for kitchen in kitchens),
        ]
    return lines


def winners(o: Oracle) -> list[int]:
    """HF-88, HF-89: sides."""
    lines = score(o)
    left = [side for side in range(len(o.piles)) if o.feasted[side]]
    left = [side for side in left if sum(lines[side]) == max(sum(lines[other]) for other in left)]
    for course in (2, 1, 0):
        left = [side for side in left if course in o.feasted[side]] or left
    return [side for side in left if len(dishes_of(o, side)) == max(len(dishes_of(o, other)) for other in left)]
