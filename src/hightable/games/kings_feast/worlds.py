"""Where the guests whom the player can't tell apart may sit: all ways that fit what he knows, or a fair draw of them.
Imports the engine and the rules."""

from __future__ import annotations

from typing import Final

from hightable.engine.bits import bit
from hightable.engine.compat import i64, vec
from hightable.engine.dice import Dice
from hightable.games.kings_feast.arrangement import GUESTS
from hightable.games.kings_feast.matching import draw_matching
from hightable.games.kings_feast.rules import KingsFeast

MOST: Final = 60  # a set of worlds is a mask


class Worlds:
    """Up to MOST worlds. Each says who every card is, by its opaque id, which follows the card wherever it goes."""

    def __init__(self, s: KingsFeast, most: i64, dice: Dice) -> None:
        self.width: i64 = s.labels
        self.hidden = [cell for cell in range(s.table.n) if s.maybe[cell] & s.maybe[cell] - 1]
        self.most: i64 = most
        self.n: i64 = 0
        self.who = vec[i64]([i64(0)] * (s.labels * (most + 1)))
        taken: i64 = 0
        for cell in range(s.table.n):
            if not s.maybe[cell] & s.maybe[cell] - 1:
                taken |= 1 << s.number[cell]
        self.count(s, 0, s.table.in_play & ~taken, s.number[:])
        if self.n > most:  # too many to list: draw instead
            self.n = 0
            for _world in range(most):
                number = s.number[:]
                draw_matching(number, s.maybe, dice)
                self.keep(s, number)
        self.all: i64 = bit(self.n) - 1

    def count(self, s: KingsFeast, i: i64, left: i64, number: vec[i64]) -> None:
        """List every way to seat those who are left on the hidden cells from number i on, until there are too many."""
        if i == len(self.hidden):
            self.keep(s, number)
            return
        cell: i64 = self.hidden[i]
        for guest in range(1, GUESTS + 1):
            if left & s.maybe[cell] & 1 << guest and self.n <= self.most:
                number[cell] = guest
                self.count(s, i + 1, left & ~(1 << guest), number)

    def keep(self, s: KingsFeast, number: vec[i64]) -> None:
        for cell in range(s.table.n):
            self.who[self.n * self.width + s.label[cell]] = number[cell]
        self.n += 1

    def deal(self, s: KingsFeast, mask: i64) -> None:
        """Make a position that of the first world of a set."""
        world: i64 = 0
        while not mask >> world & 1:
            world += 1
        for cell in range(s.table.n):
            if s.maybe[cell] & s.maybe[cell] - 1:
                s.number[cell] = self.who[world * self.width + s.label[cell]]

    def split(self, label: i64, mask: i64, out: vec[i64]) -> None:
        """A set of worlds by who this card is in them, into a reused buffer."""
        for guest in range(GUESTS + 1):
            out[guest] = 0
        who, width = self.who, self.width
        for world in range(self.n):
            if mask >> world & 1:
                out[who[world * width + label]] |= bit(world)
