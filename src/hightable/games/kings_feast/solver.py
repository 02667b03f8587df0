"""The King's Feast, thought ahead from what the player knows. Whole turns are tried out as long as nothing unknown
comes to light, and the best positions are kept, a beam of them. What would show an unknown guest is weighed over all
worlds that fit: what comes after it may depend on who it was, what comes before it may not. Imports the engine and the
rules."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import FRAME, Moves
from hightable.engine.dice import Dice
from hightable.games.kings_feast.arrangement import GUESTS
from hightable.games.kings_feast.estimate import PENALTY, Estimate, count, estimate
from hightable.games.kings_feast.glance import key_of, quiet, sensible_of, shows, stack_key, swaps, target
from hightable.games.kings_feast.rules import (
    CALL,
    CHOOSE,
    END_GAME,
    FLIP,
    KING,
    PRINCESS,
    QUEEN,
    SKIP_SWAP,
    SWAP,
    TURN,
    KingsFeast,
)
from hightable.games.kings_feast.scratch import BUFFER, Keys, Layer, Layers, become
from hightable.games.kings_feast.worlds import Worlds

LIMIT: Final = 150  # KF-59: turns after which it is enough
MOST_PLANS: Final = 5000
TURN_COST: Final = 30  # of two ways to the same end the shorter one
NEVER: Final = 100_000_000
ANYBODY: Final = -1
NOBODY: Final = -2


class Effort:
    """How far to think."""

    def __init__(self, width: i64, depth: i64, worlds: i64, gambles: i64, most: i64) -> None:
        self.width: i64 = width  # positions kept after each turn
        self.depth: i64 = depth  # turns ahead
        self.worlds: i64 = worlds
        self.gambles: i64 = gambles  # positions of those kept in which unknown guests may be shown
        self.most: i64 = most  # positions laid out in all


EFFORTS: Final = (Effort(1, 1, 24, 1, 2_000), Effort(8, 5, 60, 2, 10_000), Effort(30, 10, 60, 4, 100_000))


class Node:
    """A position, the root action and all actions that led there."""

    def __init__(self, state: KingsFeast, root: i64, line: list[int]) -> None:
        self.state = state
        self.root: i64 = root
        self.line = line


class Found:
    """A position after a turn, not laid out yet: the one before the swap, and the two who change places."""

    def __init__(self, cost: i64, node: Node, one: i64, other: i64) -> None:
        self.cost: i64 = cost
        self.node = node
        self.one: i64 = one
        self.other: i64 = other


class Plan:
    """How to go on from a position, as it was thought out on the way there, and what that would cost."""

    def __init__(self, line: list[int], cost: i64, settled: bool) -> None:
        self.line = line
        self.cost: i64 = cost
        self.settled = settled  # not to be thought over here


PLANS: Final[dict[tuple[int, ...], Plan]] = {}
"""Of the game thought about last. A plan is found again if forgotten."""


def plan_key(s: KingsFeast, effort: Effort) -> tuple[int, ...]:
    """All that the player knows of a position, and how it came about as far as the opaque ids tell."""
    cells = range(int(s.table.n))
    stack = [int(s.frames[i]) for i in range(FRAME, int(s.depth) * FRAME)]
    notes = [int(s.maybe[cell]) << 32 | int(s.label[cell]) for cell in cells]
    return id(s.table), int(effort.most), int(s.up), int(s.completed), *stack, *notes


def by_cost(found: Found) -> int:
    return int(found.cost)


class Search:
    def __init__(self, s: KingsFeast, dice: Dice, effort: Effort) -> None:
        self.s = s
        self.effort = effort
        self.estimate: Estimate = estimate(s.table)
        self.worlds = Worlds(s, effort.worlds, dice)
        self.best = vec[i64]([i64(NEVER)] * BUFFER)  # by root action
        self.lines: list[list[int]] = [[] for _action in range(BUFFER)]  # what seemed best after it, by root action
        self.surest: i64 = NEVER  # the best end found for certain
        self.layers = Layers(s)
        self.before: list[int] = []  # the actions that led to the position being thought about
        self.ends = vec[i64]([i64(NEVER)] * BUFFER)  # by root action, if the game or the thought ends with this turn
        self.ways: list[list[int]] = [[] for _action in range(BUFFER)]
        self.seen = Keys()
        self.found: list[Found] = []
        self.worst: i64 = NEVER  # what a position must beat to be kept
        self.width: i64 = effort.width
        self.depth: i64 = effort.depth
        self.turn: i64 = 0
        self.last = False
        self.risky = True
        self.spent: i64 = 0  # positions laid out
        self.limit: i64 = 0  # for those behind one unknown guest

    def run(self) -> list[float]:
        s = self.s
        legal = Moves(BUFFER)
        s.moves(0, legal)
        if s.top() == TURN and s.completed == 0:
            PLANS.clear()
        plan = PLANS.get(plan_key(s, self.effort))
        if plan is not None and plan.settled:
            self.follow(plan, legal)
        elif s.top() == TURN and s.completed >= LIMIT:
            self.best[legal.n - 1] = 0  # the last one is to end the game
        elif legal.n > 1:
            self.think()
            if plan is not None and plan.cost <= self.lowest():
                self.follow(plan, legal)  # nothing better has come to mind: who kept changing plans might go in circles
            else:
                self.remember(legal.n)
        return [-float(self.best[i]) for i in range(legal.n)]

    def follow(self, plan: Plan, legal: Moves) -> None:
        for i in range(legal.n):
            if plan.line[0] == int(legal.items[i]):
                self.best[i] = plan.cost - 1
                self.lines[i] = plan.line

    def remember(self, n: i64) -> None:
        """The best line becomes the plan until something unknown comes to light. It is thought over at each turn, where
        all is known at every third, and not at all if its end is all one can wish for."""
        best: i64 = 0
        for i in range(n):
            if self.best[i] < self.best[best]:
                best = i
        line = self.lines[best]
        cost = self.best[best]
        turns: i64 = 1 if self.worlds.hidden else 3
        t = self.s.copy()
        for i, action in enumerate(line):
            if i and t.top() == TURN:
                turns -= 1
                cost -= TURN_COST
            if i:
                if len(PLANS) > MOST_PLANS:
                    PLANS.clear()
                settled = t.top() != TURN or turns > 0 or self.surest == 0
                PLANS[plan_key(t, self.effort)] = Plan(line[i:], cost, settled)
            if shows(t, action):
                return
            t.do(0, action)
            if not t.depth:
                return

    def think(self) -> None:
        """Look ahead, and further if that brings nothing."""
        now = self.estimate.cost(self.s) if self.s.top() == TURN else NEVER
        self.width, self.depth = self.effort.width, self.effort.depth
        self.ahead()
        if self.lowest() >= now - TURN_COST and self.effort.depth > 1:
            self.width, self.depth = 4 * self.width, 2 * self.depth
            self.seen = Keys()
            self.ahead()

    def lowest(self) -> i64:
        lowest: i64 = NEVER
        for i in range(BUFFER):
            if self.best[i] < lowest:
                lowest = self.best[i]
        return lowest

    def ahead(self) -> None:
        nodes = [Node(self.s, -1, [])]
        self.spent = 0
        depth = self.depth
        for turn in range(depth):
            self.turn = turn
            self.last = turn == depth - 1
            self.found = []
            self.worst = NEVER
            for i, node in enumerate(nodes):
                self.risky = i < self.effort.gambles
                if turn == 0 or self.spent < self.effort.most:
                    self.before = node.line
                    self.walk(node.state, node.root, 0)
            nodes = self.settle()
            if not nodes or self.surest < TURN_COST:
                return

    def note(self, root: i64, cost: i64, depth: i64) -> None:
        cost += TURN_COST * (self.turn + 1)
        if cost < self.best[root]:
            self.best[root] = cost
            self.lines[root] = self.before + self.layers.line(depth)

    # one turn, as long as all is known

    def walk(self, s: KingsFeast, root: i64, depth: i64) -> None:
        """Try everything in a turn up to its last step."""
        if s.top() == SWAP and root >= 0:
            self.pairs(s, root, depth, ANYBODY, ANYBODY)
            return
        layer = self.layers.at(depth)
        legal = layer.legal
        s.moves(0, legal)
        sensible = sensible_of(s, legal, root >= 0)
        for i in range(legal.n):
            if not sensible >> i & 1:
                continue
            layer.action = action = legal.items[i]
            tag = i if root < 0 else root
            if action == END_GAME:
                if root < 0:
                    self.note(tag, self.estimate.misplaced(s) - TURN_COST, 1)
            elif s.top() == SWAP:
                self.swap(s, action, tag)
            elif shows(s, action):
                if self.risky:
                    self.limit = self.spent + self.effort.most // 8
                    self.note(tag, self.gamble(s, depth, self.worlds, self.worlds.all), depth + 1)
            else:
                self.spent += 1
                if self.settled(s, layer, depth):
                    continue
                t = layer.after(s)
                if not t.depth:
                    self.note(tag, self.estimate.misplaced(s) + PENALTY, depth + 1)
                elif self.seen.add(key_of(t, NOBODY, NOBODY) ^ stack_key(t)):
                    self.walk(t, tag, depth + 1)

    def settled(self, s: KingsFeast, layer: Layer, depth: i64) -> bool:
        """Whether what is to be tried comes to the same as something tried before: of two guests who only turn over,
        one after the other in the same effect, the first in reading order goes first."""
        layer.stack = 0
        cell = s.cell(layer.action, FLIP)
        if cell < 0 or not quiet(s, cell):
            return False
        layer.cell = cell
        layer.stack = s.depth
        if depth == 0:
            return False
        before = self.layers.at(depth - 1)
        return before.stack == s.depth and cell < before.cell

    def swap(self, s: KingsFeast, action: i64, root: i64) -> None:
        """The last step of a turn where the search begins in it."""
        first = s.arg(0) - 1
        if action == SKIP_SWAP:
            self.pairs(s, root, 0, NOBODY, NOBODY)
        elif first < 0:
            self.pairs(s, root, 0, s.cell(action, CHOOSE), ANYBODY)
        else:
            self.pairs(s, root, 0, first, s.cell(action, CHOOSE))

    def settle(self) -> list[Node]:
        """The turn is over: the best positions after it, to go on from."""
        self.cut()
        for root in range(BUFFER):
            if self.ends[root] < self.best[root]:
                self.best[root] = self.ends[root]
                self.lines[root] = self.ways[root]
            self.ends[root] = NEVER
        return [node for node in [self.lay(one) for one in self.found] if node.state.depth]

    def cut(self) -> None:
        """Keep the best, but not too many in which the same seats lie face up: who can be called upon makes the
        difference between plans."""
        width, alike = self.width, self.width // 4 + 1
        self.found.sort(key=by_cost)
        kept: list[Found] = []
        numbers: dict[int, int] = {}
        for found in self.found:
            up = int(found.node.state.up)
            numbers[up] = numbers.get(up, 0) + 1
            if numbers[up] <= alike and len(kept) < width:
                kept.append(found)
        self.found = kept
        if len(kept) == width:
            self.worst = kept[-1].cost

    def pairs(self, s: KingsFeast, root: i64, depth: i64, first: i64, second: i64) -> None:
        """The swaps that may end the turn, with these two if they are given."""
        e = self.estimate
        leaf: Node | None = None
        cost = e.cost(s)
        if first < 0:
            leaf = self.consider(s, root, depth, leaf, NOBODY, NOBODY, cost, e.traits[1])
        if first == ANYBODY:
            firsts, seconds, up = e.first, e.second, s.up
            for i in range(len(firsts)):
                one, other = firsts[i], seconds[i]
                if not (up >> one ^ up >> other) & 1:
                    cost = e.swapped(s, one, other)
                    leaf = self.consider(s, root, depth, leaf, one, other, cost, e.ends)
        elif first >= 0:
            mates = s.mates(first) if second < 0 else 1 << second
            for other in range(s.table.n):
                if mates >> other & 1:
                    cost = e.swapped(s, first, other)
                    leaf = self.consider(s, root, depth, leaf, first, other, cost, e.ends)
        if len(self.found) > 4 * self.width:
            self.cut()

    def consider(
        self, s: KingsFeast, root: i64, depth: i64, leaf: Node | None, one: i64, other: i64, cost: i64, ends: i64
    ) -> Node | None:
        """A position after a turn: what it may cost, and what it costs if the game ends there. `leaf` is the one before
        the swap, once it is worth keeping."""
        if ends < self.surest:
            self.surest = ends
        value = (cost if self.last else ends) + TURN_COST * (self.turn + 1)
        if value < self.ends[root] and value < self.best[root]:
            self.ends[root] = value
            self.ways[root] = self.before + self.layers.line(depth) + swaps(s, one, other)
        if cost < self.worst and self.seen.add(key_of(s, one, other)):
            if leaf is None:
                leaf = Node(s.copy(), root, self.before + self.layers.line(depth))
            self.found.append(Found(cost, leaf, one, other))
        return leaf

    def lay(self, found: Found) -> Node:
        """A position after a turn, to go on from."""
        t = found.node.state.copy()
        actions = swaps(t, found.one, found.other)
        for action in actions:
            t.do(0, action)
        return Node(t, found.node.root, found.node.line + actions)

    # what would show an unknown guest

    def gamble(self, s: KingsFeast, depth: i64, worlds: Worlds, mask: i64) -> i64:
        """The average over these worlds of doing what is tried at this depth and then the best."""
        layer = self.layers.at(depth)
        t = layer.position
        if layer.action <= CALL:  # the Jester: who is mixed with him is unknown from then on
            become(t, s)
            t.dice = s.dice.copy()
            t.do(0, layer.action)
            mixed = Worlds(t, worlds.most, t.dice)
            return self.after(t, depth + 1, mixed, mixed.all)
        split = layer.split
        worlds.split(s.label[target(s, layer.action)], mask, split)
        total: i64 = 0
        for guest in range(1, GUESTS + 1):
            these = split[guest]
            if these:
                self.spent += 1
                become(t, s)
                worlds.deal(t, these)
                t.do(0, layer.action)
                cost = self.after(t, depth + 1, worlds, these) if t.depth else self.estimate.misplaced(s) + PENALTY
                total += cost * count(these)
        return total // count(mask)

    def after(self, s: KingsFeast, depth: i64, worlds: Worlds, mask: i64) -> i64:
        """What the best way to finish this turn costs."""
        top = s.top()
        if top == SWAP:
            return self.estimate.best_swap(s)
        best: i64 = self.estimate.misplaced(s) + PENALTY
        if self.spent > self.limit:
            return best
        layer = self.layers.at(depth)
        legal = layer.legal
        s.moves(0, legal)
        every = top in (PRINCESS, KING) or (top == QUEEN and s.arg(1) == 1)
        sensible = sensible_of(s, legal, True)
        n: i64 = legal.n
        if every:
            n = 1
        for i in range(n):
            if not sensible >> i & 1:
                continue
            layer.action = action = legal.items[i]
            if shows(s, action):
                cost = self.gamble(s, depth, worlds, mask)
            else:
                self.spent += 1
                t = layer.after(s)
                if not t.depth:
                    continue
                cost = self.after(t, depth + 1, worlds, mask)
            if cost < best:
                best = cost
        return best
