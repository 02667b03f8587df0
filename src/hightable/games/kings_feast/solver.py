"""The King's Feast, thought ahead from what the player knows. Whole turns are tried out as long as nothing unknown
comes to light, and the best positions are kept, a beam of them. What would show an unknown guest is weighed over all
worlds that fit: what comes after it may depend on who it was, what comes before it may not. Imports the engine and the
rules."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import FRAME, Moves
from hightable.engine.dice import Dice
from hightable.games.kings_feast.arrangement import ASSASSIN, GUESTS
from hightable.games.kings_feast.estimate import GAMBLER, NOBLE, PENALTY, VIZIER, Estimate, count, estimate
from hightable.games.kings_feast.rules import (
    ACTIVATE,
    CALL,
    CHOOSE,
    END_GAME,
    FLIP,
    KING,
    PEEK,
    PRINCESS,
    QUEEN,
    SKIP_SWAP,
    SWAP,
    TURN,
    KingsFeast,
)
from hightable.games.kings_feast.worlds import Worlds

PRIEST: Final = 3
JESTER: Final = 4
LIMIT: Final = 150  # KF-59: turns after which it is enough
MOST_PLANS: Final = 5000
TURN_COST: Final = 30  # of two ways to the same end the shorter one
NEVER: Final = 100_000_000
HASH: Final = 0x7FFFFFFF
BUFFER: Final = 64  # more than the legal actions of any position
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
    """A position, the root action and all actions that led there, and, before the swap that ends a turn, who must take
    part in it."""

    def __init__(self, state: KingsFeast, root: i64, line: list[int], one: i64 = ANYBODY, other: i64 = ANYBODY) -> None:
        self.state = state
        self.root: i64 = root
        self.line = line
        self.one: i64 = one
        self.other: i64 = other


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
        self.seen: set[int] = set()
        self.leaves: list[Node] = []
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
            self.seen.clear()
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
            self.leaves = []
            for i, node in enumerate(nodes):
                self.risky = i < self.effort.gambles
                if turn == 0 or self.spent < self.effort.most:
                    self.walk(node.state, node.root, node.line)
            nodes = self.settle()
            if not nodes or self.surest < TURN_COST:
                return

    def note(self, root: i64, cost: i64, line: list[int]) -> None:
        cost += TURN_COST * (self.turn + 1)
        if cost < self.best[root]:
            self.best[root] = cost
            self.lines[root] = line

    # one turn, as long as all is known

    def walk(self, s: KingsFeast, root: i64, line: list[int]) -> None:
        """Try everything in a turn up to its last step."""
        if s.top() == SWAP and root >= 0:
            self.leaves.append(Node(s, root, line))
            return
        legal = Moves(BUFFER)
        s.moves(0, legal)
        sensible = sensible_of(s, legal, root >= 0)
        for i in range(legal.n):
            action = legal.items[i]
            tag = i if root < 0 else root
            if not sensible >> i & 1:
                continue
            if action == END_GAME:
                if root < 0:
                    self.note(tag, self.estimate.misplaced(s) - TURN_COST, [action])
            elif s.top() == SWAP:
                self.leaves.append(self.swap(s, action, tag))
            elif shows(s, action):
                if self.risky:
                    self.limit = self.spent + self.effort.most // 8
                    self.note(tag, self.gamble(s, action, self.worlds, self.worlds.all), [*line, action])
            else:
                self.spent += 1
                t = s.copy()
                t.do(0, action)
                if not t.depth:
                    self.note(tag, self.estimate.misplaced(s) + PENALTY, [*line, action])
                    continue
                key = key_of(t) ^ stack_key(t)
                if key not in self.seen:
                    self.seen.add(key)
                    self.walk(t, tag, [*line, action])

    def swap(self, s: KingsFeast, action: i64, root: i64) -> Node:
        """The last step of a turn where the search begins in it."""
        if action == SKIP_SWAP:
            return Node(s, root, [], NOBODY)
        first = s.arg(0) - 1
        cell = s.cell(action, CHOOSE)
        return Node(s, root, [], cell) if first < 0 else Node(s, root, [], first, cell)

    def settle(self) -> list[Node]:
        """The swaps that end the turn: the best positions after it."""
        self.found = []
        self.worst = NEVER
        for leaf in self.leaves:
            self.pairs(leaf)
            if len(self.found) > 4 * self.width:
                self.cut()
        self.cut()
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

    def pairs(self, leaf: Node) -> None:
        s = leaf.state
        cost = self.estimate.cost(s)
        if leaf.one < 0:
            self.consider(leaf, NOBODY, NOBODY, cost, self.estimate.traits[1])
        if leaf.one == NOBODY:
            return
        for one in range(s.table.n):
            mates: i64 = 0
            if leaf.one < 0:
                mates = s.mates(one) >> one << one  # each pair once
            elif leaf.one == one:
                mates = s.mates(one) if leaf.other < 0 else 1 << leaf.other
            for other in range(s.table.n):
                if mates >> other & 1:
                    cost = self.estimate.swapped(s, one, other)
                    self.consider(leaf, one, other, cost, self.estimate.ends)

    def consider(self, leaf: Node, one: i64, other: i64, cost: i64, ends: i64) -> None:
        """A position after a turn: what it may cost, and what it costs if the game ends there."""
        s = leaf.state
        if ends < self.surest:
            self.surest = ends
        value = cost if self.last else ends
        if value + TURN_COST * (self.turn + 1) < self.best[leaf.root]:
            self.note(leaf.root, value, leaf.line + swaps(s, one, other))
        if cost < self.worst:
            if one >= 0:
                s.exchange(one, other)
            key = key_of(s)
            if one >= 0:
                s.exchange(one, other)
            if key not in self.seen:
                self.seen.add(key)
                self.found.append(Found(cost, leaf, one, other))

    def lay(self, found: Found) -> Node:
        """A position after a turn, to go on from."""
        t = found.node.state.copy()
        actions = swaps(t, found.one, found.other)
        for action in actions:
            t.do(0, action)
        return Node(t, found.node.root, found.node.line + actions)

    # what would show an unknown guest

    def gamble(self, s: KingsFeast, action: i64, worlds: Worlds, mask: i64) -> i64:
        """The average over these worlds of doing this and then the best."""
        if action <= CALL:  # the Jester: who is mixed with him is unknown from then on
            t = s.copy()
            t.do(0, action)
            mixed = Worlds(t, worlds.most, t.dice)
            return self.after(t, mixed, mixed.all)
        split = worlds.split(s.label[target(s, action)], mask)
        total: i64 = 0
        for guest in range(1, GUESTS + 1):
            these = split[guest]
            if these:
                self.spent += 1
                t = s.copy()
                worlds.deal(t, these)
                t.do(0, action)
                cost = self.after(t, worlds, these) if t.depth else self.estimate.misplaced(s) + PENALTY
                total += cost * count(these)
        return total // count(mask)

    def after(self, s: KingsFeast, worlds: Worlds, mask: i64) -> i64:
        """What the best way to finish this turn costs."""
        top = s.top()
        if top == SWAP:
            return self.best_swap(s)
        best: i64 = self.estimate.misplaced(s) + PENALTY
        if self.spent > self.limit:
            return best
        legal = Moves(BUFFER)
        s.moves(0, legal)
        every = top in (PRINCESS, KING) or (top == QUEEN and s.arg(1) == 1)
        sensible = sensible_of(s, legal, True)
        for i in range(1 if every else legal.n):
            action = legal.items[i]
            if not sensible >> i & 1:
                continue
            if shows(s, action):
                cost = self.gamble(s, action, worlds, mask)
            else:
                self.spent += 1
                t = s.copy()
                t.do(0, action)
                if not t.depth:
                    continue
                cost = self.after(t, worlds, mask)
            if cost < best:
                best = cost
        return best

    def best_swap(self, s: KingsFeast) -> i64:
        best = self.estimate.cost(s)
        for one in range(s.table.n):
            mates = s.mates(one) >> one << one
            for other in range(s.table.n):
                if mates >> other & 1:
                    cost = self.estimate.swapped(s, one, other)
                    if cost < best:
                        best = cost
        return best


def sensible_of(s: KingsFeast, legal: Moves, later: bool) -> i64:
    """Which of the legal actions are worth a thought, as a mask: of those that come to the same only the first, and the
    Assassin is left alone if he can be. `later`: not at the root, where a choice may be half made."""
    top = s.top()
    found: i64 = 0
    if top == GAMBLER and not s.arg(0):
        idle = True
        for i in range(legal.n):
            if s.seat_of(legal.items[i] - CALL) < 0 or idle:
                found |= 1 << i
            if s.seat_of(legal.items[i] - CALL) >= 0:
                idle = False  # one number that can't be met is enough
    elif top in (PRIEST, GAMBLER, NOBLE):
        call = s.arg(0) if top == GAMBLER else 0
        idle = not call or s.seat_of(call) >= 0
        for i in range(legal.n):
            maybe = s.maybe[s.cell(legal.items[i], PEEK)]
            if maybe == 1 << ASSASSIN:
                continue
            if maybe & maybe - 1:
                wanted = maybe >> call & 1 == 1 if call and s.seat_of(call) < 0 else True
            elif top == GAMBLER:
                wanted = maybe >> call & 1 == 1
            else:
                wanted = top == NOBLE and maybe < 1 << NOBLE
            if wanted or (idle and not maybe & maybe - 1):
                found |= 1 << i
                idle = idle and wanted
    elif top == VIZIER and s.arg(0) and later:
        for i in range(legal.n):
            if s.cell(legal.items[i], CHOOSE) >= s.arg(0):
                found |= 1 << i
    return found or (1 << legal.n) - 1


def swaps(s: KingsFeast, one: i64, other: i64) -> list[int]:
    """The actions that end a turn so."""
    if one < 0:
        return [SKIP_SWAP]
    second = [int(CHOOSE + s.table.place[other])]
    return second if s.arg(0) else [int(CHOOSE + s.table.place[one]), *second]


def target(s: KingsFeast, action: i64) -> i64:
    """The cell an action names; -1 for one that names none."""
    if action < CALL + 1:
        return s.cell(action, ACTIVATE)
    if action < PEEK:
        return -1
    if action < CHOOSE:
        return s.cell(action, PEEK)
    if action < FLIP:
        return s.cell(action, CHOOSE)
    return s.cell(action, FLIP) if action < END_GAME else -1


def shows(s: KingsFeast, action: i64) -> bool:
    """Whether chance or an unknown guest decides what this action does."""
    cell = target(s, action)
    if cell < 0 or CHOOSE <= action < FLIP:
        return False
    if action <= CALL:
        return s.number[cell] == JESTER
    return s.maybe[cell] & s.maybe[cell] - 1 != 0


def key_of(s: KingsFeast) -> int:
    """Positions that are the same to the player have the same key."""
    one: i64 = s.up
    other: i64 = s.up + 77
    for cell in range(s.table.n):
        maybe = s.maybe[cell]
        one = (one ^ maybe) * 0x45D9F3B & HASH
        one ^= one >> 15
        other = (other ^ maybe) * 0x2545F49 & HASH
        other ^= other >> 13
    return int(one << 31 | other)


def stack_key(s: KingsFeast) -> int:
    """In the middle of a turn the open effects count too."""
    key: i64 = s.depth
    for i in range(FRAME, s.depth * FRAME):
        key = (key ^ s.frames[i] + i) * 0x45D9F3B & HASH
        key ^= key >> 15
    return int(key << 17)
