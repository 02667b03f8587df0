"""What the solver thinks on: positions and sets that are used again and again, so that nothing is made and thrown away
on the way. Imports the engine and the rules."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import FRAME, Moves
from hightable.games.kings_feast.arrangement import GUESTS
from hightable.games.kings_feast.rules import KingsFeast

BUFFER: Final = 64  # more than the legal actions of any position
FEW: Final = 1024  # slots of a new set


class Layer:
    """One action of a line of thought: what could be done, what is being tried, and the position after it."""

    def __init__(self, s: KingsFeast) -> None:
        self.position = s.copy()
        self.legal = Moves(BUFFER)
        self.action: i64 = 0
        self.cell: i64 = 0  # whom it turns over, and how deep the stack was, where that has no other effect
        self.stack: i64 = 0
        self.split = vec[i64]([i64(0)] * (GUESTS + 1))  # worlds by who an unknown guest is

    def after(self, s: KingsFeast) -> KingsFeast:
        """The position after what is being tried in this one."""
        t = self.position
        become(t, s)
        t.do(0, self.action)
        return t


def become(t: KingsFeast, s: KingsFeast) -> None:
    """Make a position equal to another of the same game. Chance is shared: for lines that don't draw on it."""
    t.up = s.up
    t.labels = s.labels
    t.completed = s.completed
    t.flips = s.flips
    t.ending = s.ending
    t.dice = s.dice
    t.depth = s.depth
    number, maybe, how, label = t.number, t.maybe, t.how, t.label
    numbers, maybes, hows, labels = s.number, s.maybe, s.how, s.label
    for cell in range(s.table.n):
        number[cell] = numbers[cell]
        maybe[cell] = maybes[cell]
        how[cell] = hows[cell]
        label[cell] = labels[cell]
    frames, others = t.frames, s.frames
    for i in range(s.depth * FRAME):
        frames[i] = others[i]


class Layers:
    """A line of thought, as deep as it has ever been."""

    def __init__(self, s: KingsFeast) -> None:
        self.s = s
        self.layers: list[Layer] = []

    def at(self, depth: i64) -> Layer:
        if depth == len(self.layers):
            self.layers.append(Layer(self.s))
        return self.layers[depth]

    def line(self, depth: i64) -> list[int]:
        """The actions of the first layers."""
        return [int(self.layers[i].action) for i in range(depth)]


class Keys:
    """A set of keys from 0 to 2**62."""

    def __init__(self) -> None:
        self.slots = vec[i64]([i64(0)] * FEW)  # a key and 1, or 0
        self.mask: i64 = FEW - 1
        self.n: i64 = 0

    def add(self, key: i64) -> bool:
        """Whether it is a new one."""
        slots, mask = self.slots, self.mask
        at = (key ^ key >> 31) & mask
        while slots[at]:
            if slots[at] == key + 1:
                return False
            at = at + 1 & mask
        slots[at] = key + 1
        self.n += 1
        if 2 * self.n > mask:
            self.grow()
        return True

    def grow(self) -> None:
        old, n = self.slots, self.mask + 1
        self.mask = mask = 2 * n - 1
        self.slots = slots = vec[i64]([i64(0)] * (2 * n))
        for i in range(n):
            if old[i]:
                key = old[i] - 1
                at = (key ^ key >> 31) & mask
                while slots[at]:
                    at = at + 1 & mask
                slots[at] = key + 1
