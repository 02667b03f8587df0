"""Drawing an assignment of numbers to cells that fits all candidate sets, each one equally likely. Imports the
engine."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.dice import Dice

TRIES: Final = 60  # shuffles before counting


def draw_matching(number: vec[i64], maybe: vec[i64], dice: Dice) -> None:
    """Draw the numbers of all cells with several candidates anew; `number` holds them in any order before.

    A shuffle that happens to fit is a fair draw. Where that takes too long, all that fits is counted."""
    cells = [cell for cell in range(len(maybe)) if maybe[cell] & maybe[cell] - 1]
    k: i64 = len(cells)
    if k == 0:
        return
    pool: vec[i64] = vec[i64]([number[cell] for cell in cells])
    for _try in range(TRIES):
        dice.shuffle(pool, 0, k, k)
        if fits(pool, maybe, cells):
            break
    else:
        count_and_draw(pool, maybe, cells, dice)
    for i, cell in enumerate(cells):
        number[cell] = pool[i]


def fits(pool: vec[i64], maybe: vec[i64], cells: list[int]) -> bool:
    return all(maybe[cell] >> pool[i] & 1 for i, cell in enumerate(cells))


def count_and_draw(pool: vec[i64], maybe: vec[i64], cells: list[int], dice: Dice) -> None:
    """Fill `pool` by drawing one number after the other, each as often as there are ways to seat the rest."""
    numbers: list[int] = sorted(int(x) for x in pool)
    all_numbers = sum(1 << number for number in numbers)
    ways: dict[int, int] = {0: 1}  # of the last cells: by the set of numbers they share, how many ways there are
    layers = [ways]
    for cell in reversed(cells):
        wider: dict[int, int] = {}
        for used, count in ways.items():
            for number in numbers:
                if maybe[cell] >> number & 1 and not used >> number & 1:
                    wider[used | 1 << number] = wider.get(used | 1 << number, 0) + count
        ways = wider
        layers.append(ways)
    left = all_numbers
    for i, cell in enumerate(cells):
        after = layers[len(cells) - 1 - i]
        total = layers[len(cells) - i][left]
        ticket = below(dice, total)
        for number in numbers:
            if left >> number & 1 and maybe[cell] >> number & 1:
                ticket -= after.get(left & ~(1 << number), 0)
                if ticket < 0:
                    pool[i] = number
                    left &= ~(1 << number)
                    break


def below(dice: Dice, n: int) -> int:
    """A number from 0 to n - 1, each equally likely, for n of any size."""
    if n < 1 << 30:
        return int(dice.below(n))
    chunks = (n.bit_length() + 29) // 30
    while True:
        drawn = 0
        for _chunk in range(chunks):
            drawn = drawn << 30 | int(dice.below(1 << 30))
        drawn >>= chunks * 30 - n.bit_length()
        if drawn < n:
            return drawn
