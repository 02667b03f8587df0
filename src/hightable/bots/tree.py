"""A search tree as flat arrays: nodes found by a key, and at each a list of the actions seen there with how often and
how well each did. A node belongs to the seat that decides there, so seats that decide at once keep statistics of their
own. Imports the engine only."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import Moves

MASK: Final = 0x7FFFFFFF


def key_of(key: i64, word: i64) -> i64:
    """The key of what follows; no intermediate reaches 2**62."""
    mixed = (key ^ (word * 0x2545F49 & MASK)) * 0x2C1B3C6D & 0x3FFFFFFFFFFFFFF
    return (mixed ^ mixed >> 29) & MASK


def longer(row: vec[i64]) -> vec[i64]:
    found: vec[i64] = vec[i64]([i64(0)] * (2 * len(row)))
    for i in range(len(row)):
        found[i] = row[i]
    return found


def longer_floats(row: vec[float]) -> vec[float]:
    found: vec[float] = vec[float]([0.0] * (2 * len(row)))
    for i in range(len(row)):
        found[i] = row[i]
    return found


class Tree:
    def __init__(self, actions: i64, eager: float) -> None:
        self.eager = eager
        self.at = vec[i64]([i64(0)] * actions)  # where an action stands in the list being looked at, + 1
        self.nodes: i64 = 0
        self.slots = vec[i64]([i64(0)] * 512)  # node + 1, by key, in the next free slot
        self.key = vec[i64]([i64(0)] * 256)
        self.first = vec[i64]([i64(0)] * 256)  # of a node's list, + 1
        self.entries: i64 = 0
        self.action = vec[i64]([i64(0)] * 1024)
        self.next = vec[i64]([i64(0)] * 1024)  # in the same list, + 1
        self.visits = vec[float]([0.0] * 1024)
        self.value = vec[float]([0.0] * 1024)  # the sum of what came of it, each from 0 to 1
        self.weight = vec[float]([0.0] * 1024)  # its promise

    def find(self, key: i64) -> i64:
        """The node with this key, or -1."""
        slots = self.slots
        room: i64 = len(slots)
        slot = key % room
        while slots[slot]:
            if self.key[slots[slot] - 1] == key:
                return slots[slot] - 1
            slot = (slot + 1) % room
        return -1

    def add(self, key: i64) -> i64:
        """A new node."""
        node = self.nodes
        if node == len(self.key):
            self.key = longer(self.key)
            self.first = longer(self.first)
            self.slots = vec[i64]([i64(0)] * (2 * len(self.slots)))
            for i in range(node):
                self.file(i)
        self.nodes += 1
        self.key[node] = key
        self.first[node] = 0
        self.file(node)
        return node

    def file(self, node: i64) -> None:
        slots = self.slots
        room: i64 = len(slots)
        slot = self.key[node] % room
        while slots[slot]:
            slot = (slot + 1) % room
        slots[slot] = node + 1

    def mark(self, node: i64, moves: Moves) -> bool:
        """Note where the node's actions stand; whether all of these moves are among them."""
        at, following = self.at, self.next
        entry = self.first[node]
        while entry:
            at[self.action[entry - 1]] = entry
            entry = following[entry - 1]
        known: i64 = 0
        for i in range(moves.n):
            known += 1 if at[moves.items[i]] else 0
        return known == moves.n

    def unmark(self, node: i64) -> None:
        entry = self.first[node]
        while entry:
            self.at[self.action[entry - 1]] = 0
            entry = self.next[entry - 1]

    def widen(self, node: i64, moves: Moves, bias: vec[i64], heat: float) -> None:
        """Add those moves to a marked node that it has not seen yet, with what they promise."""
        most = bias[0]
        for i in range(1, moves.n):
            most = max(most, bias[i])
        for i in range(moves.n):
            action = moves.items[i]
            if self.at[action]:
                continue
            entry = self.entries
            if entry == len(self.action):
                self.action = longer(self.action)
                self.next = longer(self.next)
                self.visits = longer_floats(self.visits)
                self.value = longer_floats(self.value)
                self.weight = longer_floats(self.weight)
            self.entries += 1
            self.action[entry] = action
            self.visits[entry] = 0.0
            self.value[entry] = 0.0
            self.weight[entry] = 0.01 + exp(float(bias[i] - most) / heat)
            self.next[entry] = self.first[node]
            self.first[node] = entry + 1
            self.at[action] = entry + 1

    def select(self, moves: Moves) -> i64:
        """The entry to try among the moves of a marked node: what did well, and what promises much for how seldom it
        was tried."""
        at, visits, value, weight = self.at, self.visits, self.value, self.weight
        tried = 0.0
        earned = 0.0
        promised = 0.0
        for i in range(moves.n):
            entry = at[moves.items[i]] - 1
            tried += visits[entry]
            earned += value[entry]
            promised += weight[entry]
        mean = earned / tried if tried > 0.0 else 0.5
        eager = self.eager * sqrt(tried + 1.0) / promised
        best: i64 = -1
        most = -1.0
        for i in range(moves.n):
            entry = at[moves.items[i]] - 1
            count = visits[entry]
            score = (value[entry] / count if count > 0.0 else mean) + eager * weight[entry] / (1.0 + count)
            if score > most:
                most = score
                best = entry
        return best
