"""What a position of The King's Feast is worth to somebody who knows no more than the player: the score to be expected
in the end, in ten-thousandths of a point, lower is better. Whole numbers only, so that every machine finds the same.
Imports the engine and the rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from hightable.engine.compat import i64, vec
from hightable.games.kings_feast.arrangement import ASSASSIN, GRID, GUESTS, KING, Arrangement, connected
from hightable.games.kings_feast.rules import KingsFeast, swap_bits

POINT: Final = 10_000
PENALTY: Final = 2 * POINT  # KF-64
GAMBLER: Final = 5
NOBLE: Final = 11
VIZIER: Final = 15
QUEEN: Final = 17
WIDTH: Final = GUESTS + 1
STEP: Final = 80  # what a step to one's chair costs in any case, so that nobody forgets to take it
CHAIR: Final = 60  # the same for a chair without its guest, and for a step of the next guest, when all is sorted
WAY: Final = 8
STUCK: Final = 20  # the same for a guest in the wrong chair who lies face up
SHIFT: Final = 20
WRONG: Final = (1 << SHIFT) - 1
SEVERAL: Final = 4096  # averages that are kept
TRAITS: Final = 13  # numbers that describe a position

# which weights: the Noble and the Gambler turn each other up, or might one day, or can't at all
RUNNING: Final = 0
HOPED: Final = 1
WITHOUT: Final = 2

LEAST: Final = vec[i64]([0, 200, 50])  # the part of the guests in the wrong chair that can't be hoped away
WEIGHTS: Final = vec[i64]([  # thousandths of each trait
    # 1, misplaced, far, unknown, fuel, stuck, one of two, both down, King, Vizier, Queen, unknown but one, looks
    1500, 100, 40, 200, -200, 0, 0, 0, -1200, -800, -1200, 300, 0,
    800, 300, 60, 200, -50, -300, -1000, 400, -1300, -250, -1000, -100, 0,
    650, -50, 110, 260, -90, -150, 0, 0, -740, -330, -320, -260, 0,
])  # fmt: skip


class Estimate:
    """Distances of one arrangement, and the traits of the position looked at last."""

    def __init__(self, table: Arrangement) -> None:
        self.table = table
        self.n: i64 = table.n
        self.far = vec[i64]([i64(0)] * (table.n * WIDTH))
        for goal in range(table.n):
            for cell, steps in enumerate(walks(table, goal)):
                self.far[cell * WIDTH + table.goal[goal]] = steps
        self.pair = table.in_play >> GAMBLER & table.in_play >> NOBLE & 1
        self.one = vec[i64]([i64(0)] * (table.n * WIDTH))  # `lack` of a cell with one guest
        self.several = vec[i64]([i64(0)] * (2 * SEVERAL))  # and with several: which, and what it is
        for cell in range(table.n):
            for guest in range(1, WIDTH):
                self.one[cell * WIDTH + guest] = self.average(cell, 1 << guest)
        pairs = [(a, b) for a in range(table.n) for b in range(a + 1, table.n) if table.beside[a] >> b & 1]
        self.first = vec[i64]([i64(a) for a, _b in pairs])  # of all pairs of neighbours
        self.second = vec[i64]([i64(b) for _a, b in pairs])
        self.order = vec[i64]([i64(cell) for cell in in_order(table)])
        self.rank = vec[i64]([i64(0)] * table.n)  # of each cell in this order
        for i in range(table.n):
            self.rank[self.order[i]] = i
        self.right: i64 = 0  # see `in_place`
        self.now = vec[i64]([i64(0)] * table.n)  # `lack` of each cell
        self.traits = vec[i64]([i64(0)] * TRAITS)
        self.mode: i64 = 0
        self.king: i64 = 0  # the cell where he is known to be, -1 for none
        self.danger: i64 = 0  # cells where the Assassin may be
        self.unsafe: i64 = 0  # whether the King lies up and might show him
        self.sum: i64 = 0  # of all weighed traits
        self.ends: i64 = 0  # guests in the wrong chair after the swap thought of last

    def steps(self, cell: i64, guest: i64) -> int:
        """How far a guest on this cell is from the right chair."""
        return int(self.far[cell * WIDTH + guest])

    def misplaced(self, s: KingsFeast) -> i64:
        """Guests in the wrong chair, as far as the player can tell."""
        wrong: i64 = 0
        for cell in range(self.n):
            wrong += self.lack(cell, s.maybe[cell], s.number[cell]) & WRONG
        return wrong

    def lack(self, cell: i64, maybe: i64, number: i64) -> i64:
        """What is wrong with a cell where one of these guests sits, `number` if there is but one: the chance that it is
        none who belongs there, and, above the bits of WRONG, the steps he has to go; both in ten-thousandths, on
        average."""
        if maybe & maybe - 1 == 0:
            return self.one[cell * WIDTH + number]
        key = maybe << 5 | cell
        at = (maybe ^ maybe >> 9) * 37 + cell * 211 & SEVERAL - 1
        if self.several[at] != key:
            self.several[at] = key
            self.several[SEVERAL + at] = self.average(cell, maybe)
        return self.several[SEVERAL + at]

    def average(self, cell: i64, maybe: i64) -> i64:
        steps: i64 = 0
        guests: i64 = 0
        for guest in range(1, WIDTH):
            if maybe >> guest & 1:
                steps += self.far[cell * WIDTH + guest]
                guests += 1
        wrong = POINT - (POINT // guests if maybe >> self.table.goal[cell] & 1 else 0)
        return steps * POINT // guests << SHIFT | wrong

    def cost(self, s: KingsFeast) -> i64:
        """The score to be expected if the game goes on from here at the beginning of a turn."""
        self.look(s)
        f = self.traits
        if self.mode == RUNNING and f[3] == 0:
            self.right = self.in_place(s)
            return self.sorting(s, 0, 0, f[2], f[5])
        return self.total(self.sum, f[1], f[2], f[5], f[4])

    def total(self, weighed: i64, wrong: i64, steps: i64, stuck: i64, fuel: i64) -> i64:
        if fuel == 0:  # nobody can be called upon, or only the King beside the Assassin
            return wrong
        weighed //= 1000
        least = wrong * LEAST[self.mode] // 1000
        if weighed < least:
            weighed = least
        if weighed > wrong:
            weighed = wrong
        return weighed + (steps * STEP + stuck * STUCK) // POINT

    def swapped(self, s: KingsFeast, one: i64, other: i64) -> i64:
        """The cost of the position looked at last, with two neighbours on the same side in each other's place."""
        f, now = self.traits, self.now
        number, maybe = s.number, s.maybe
        first = self.lack(one, maybe[other], number[other])
        second = self.lack(other, maybe[one], number[one])
        wrong = (first & WRONG) + (second & WRONG) - (now[one] & WRONG) - (now[other] & WRONG)
        steps = (first >> SHIFT) + (second >> SHIFT) - (now[one] >> SHIFT) - (now[other] >> SHIFT)
        self.ends = f[1] + wrong
        stuck = wrong * (s.up >> one & 1)
        if self.mode == RUNNING and f[3] == 0:
            return self.sorting(s, one, other, f[2] + steps, f[5] + stuck)
        weights = self.mode * TRAITS
        weighed = self.sum + wrong * WEIGHTS[weights + 1] + steps * WEIGHTS[weights + 2] + stuck * WEIGHTS[weights + 5]
        fuel = f[4]
        king = self.king
        moved = 1 << one | 1 << other
        if king >= 0 and s.up >> king & 1 and (self.danger | 1 << king) & moved:
            if king == one:
                king = other
            elif king == other:
                king = one
            unsafe: i64 = 1 if self.table.around[king] & swap_bits(self.danger, one, other) else 0
            if unsafe != self.unsafe:
                change = (self.unsafe - unsafe) * POINT
                fuel += change
                weighed += change * (WEIGHTS[weights + 4] + WEIGHTS[weights + 8])
        return self.total(weighed, f[1] + wrong, f[2] + steps, f[5] + stuck, fuel)

    def best_swap(self, s: KingsFeast) -> i64:
        """The cost after the best swap of two neighbours, or none."""
        best = self.cost(s)
        first, second, up = self.first, self.second, s.up
        for i in range(len(first)):
            one, other = first[i], second[i]
            if not (up >> one ^ up >> other) & 1:
                cost = self.swapped(s, one, other)
                if cost < best:
                    best = cost
        return best

    def sorting(self, s: KingsFeast, one: i64, other: i64, steps: i64, stuck: i64) -> i64:
        """All is known, and there are turns without end: one chair after the other gets its guest, and none of them is
        needed any more to bring the next. With two cards in each other's place."""
        number, goal, order, n = s.number, self.table.goal, self.order, self.n
        i = self.right
        if one != other:
            first, second = self.rank[one], self.rank[other]
            i = first if first < i and first < second else second if second < i else i
        cell: i64 = 0
        while i < n:
            cell = order[i]
            there = other if cell == one else one if cell == other else cell
            if number[there] != goal[cell]:
                break
            i += 1
        if i == n:
            return 0
        wanted = goal[cell]
        at: i64 = 0
        while number[at] != wanted:
            at += 1
        at = other if at == one else one if at == other else at
        return (n - i) * CHAIR + self.far[at * WIDTH + wanted] * WAY + (steps + stuck * STUCK) // POINT

    def in_place(self, s: KingsFeast) -> i64:
        """How many chairs have their guest, in order, up to the first that hasn't."""
        number, goal, order = s.number, self.table.goal, self.order
        for i in range(self.n):
            if number[order[i]] != goal[order[i]]:
                return i
        return self.n

    def look(self, s: KingsFeast) -> None:
        """Find the traits of a position."""
        number, up = s.number, s.up
        wrong: i64 = 0
        steps: i64 = 0
        unknown: i64 = 0
        stuck: i64 = 0
        fuel: i64 = 0
        noble: i64 = -1
        gambler: i64 = -1
        king: i64 = -1
        danger: i64 = 0
        vizier: i64 = 0
        queen: i64 = 0
        for cell in range(self.n):
            mask = s.maybe[cell]
            lit = up >> cell & 1
            fuel += lit
            lack = self.lack(cell, mask, number[cell])
            self.now[cell] = lack
            wrong += lack & WRONG
            steps += lack >> SHIFT
            if mask >> ASSASSIN & 1:
                danger |= 1 << cell
            if mask & mask - 1:
                unknown += 1
                continue
            if lack:
                stuck += lit
            guest = number[cell]
            if guest == NOBLE:
                noble = cell
            elif guest == GAMBLER:
                gambler = cell
            elif guest == KING:
                king = cell
            elif guest == VIZIER:
                vizier = lit
            elif guest == QUEEN:
                queen = lit
        royal: i64 = 0
        unsafe: i64 = 0
        if king >= 0 and up >> king & 1:
            if self.table.around[king] & danger:
                unsafe = 1
            else:
                royal = 1
        one: i64 = 0
        none: i64 = 0
        self.mode = HOPED if self.pair else WITHOUT
        if self.pair:
            lit_noble = noble >= 0 and up >> noble & 1 == 1
            lit_gambler = gambler >= 0 and up >> gambler & 1 == 1
            if noble >= 0 and gambler >= 0:
                if lit_noble or lit_gambler:
                    self.mode = RUNNING
                else:
                    none = 1
            elif lit_noble or lit_gambler:
                one = 1
        self.king, self.danger, self.unsafe = king, danger, unsafe
        f = self.traits
        f[0] = POINT
        f[1] = wrong
        f[2] = steps
        f[3] = unknown * POINT
        f[4] = (fuel - unsafe) * POINT
        f[5] = stuck * POINT
        f[6] = one * POINT
        f[7] = none * POINT
        f[8] = royal * POINT
        f[9] = vizier * POINT
        f[10] = queen * POINT
        f[11] = (unknown - 1) * POINT if unknown else 0
        f[12] = f[11] if f[11] < f[4] - POINT else f[4] - POINT
        self.sum = 0
        for i in range(TRAITS):
            self.sum += f[i] * WEIGHTS[self.mode * TRAITS + i]


def in_order(table: Arrangement) -> list[int]:
    """All seats, so that those behind each still form one piece."""
    left = list(range(table.n))
    found: list[int] = []
    while left:
        for cell in sorted(left, key=lambda cell: (int(table.place[cell]) % GRID, cell)):
            rest = [other for other in left if other != cell]
            if connected({divmod(int(table.place[other]), GRID) for other in rest} or {(0, 0)}):
                found.append(cell)
                left = rest
                break
    return found


def count(mask: i64) -> i64:
    found: i64 = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


def walks(table: Arrangement, goal: int) -> list[int]:
    """How many steps from neighbour to neighbour each seat is away from this one."""
    steps = [-1] * int(table.n)
    steps[goal] = 0
    todo = [goal]
    for cell in todo:
        for other in range(table.n):
            if table.beside[cell] >> other & 1 and steps[other] < 0:
                steps[other] = steps[cell] + 1
                todo.append(other)
    return steps


@lru_cache(64)
def estimate(table: Arrangement) -> Estimate:
    return Estimate(table)
