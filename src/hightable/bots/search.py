"""Thinking ahead in any game, through the contract alone: Monte Carlo tree search over information sets. An iteration
deals anew what the seat can't know, walks down a tree of what everybody might do, plays on for a while by the game's
own bias, and judges the prospects. Seats that decide at once choose without knowing of each other. Imports the engine
and the tree."""

from __future__ import annotations

from math import exp
from typing import Final

from hightable.bots.tree import Tree, key_of
from hightable.engine.compat import i64, mypyc_attr, vec
from hightable.engine.contract import FIRST_SEAT, Game, Moves, State, View
from hightable.engine.dice import Dice

SEATS: Final = 8
SEAT: Final = vec[i64]([i64(2**seat) for seat in range(SEATS)])  # as a mask
TRIAL: Final = 8  # iterations after which the rest of the turn is measured


@mypyc_attr(allow_interpreted_subclasses=True)
class Search:
    """One seat's thought about one decision, and the next of the same turn. `root` is a position that the seat's view
    allows."""

    def __init__(self, root: State, seat: i64, dice: Dice) -> None:
        game = root.game
        self.game: Game = game
        self.root = root
        self.seat: i64 = seat
        self.dice = dice
        self.horizon: i64 = game.style.horizon
        self.spread = game.style.spread
        self.heat = game.style.heat
        self.cool = game.style.cool
        self.tree = Tree(len(game.actions), game.style.eager)
        self.moves = Moves(len(game.actions))
        self.bias = vec[i64]([i64(0)] * len(game.actions))
        self.weights = vec[float]([0.0] * len(game.actions))
        self.hopes = vec[i64]([i64(0)] * SEATS)
        self.path = vec[i64]([i64(0)] * 256)  # entries tried in this iteration
        self.whose = vec[i64]([i64(0)] * 256)
        self.length: i64 = 0
        self.key: i64 = 0  # of the root
        self.effort: i64 = 0
        self.alone = True  # nobody else has decided yet in this iteration
        self.own: i64 = 0  # decisions of the seat before another's, over all iterations so far
        self.judged: i64 = 0  # iterations so far

    def world(self) -> State:
        """A position as it might be."""
        s = self.root.copy()
        s.redeal(self.seat, self.dice)
        return s

    def think(self, effort: i64) -> None:
        """So many iterations for the whole turn: a decision gets its share, as far as can be seen from here. Less than
        none: no thought, and the draw by the bias so many times as warm."""
        self.effort = effort
        if effort < 0:
            self.cool = self.game.style.cool * float(-effort)
        for _trial in range(min(TRIAL, effort)):
            self.iterate()
        if effort > TRIAL:
            share = effort * self.judged // max(self.judged, self.own)
            while self.judged < share:
                self.iterate()

    def values(self, legal: list[int]) -> list[float]:
        """How often each action was tried, and how well it did where that is equal; without a thought, one is drawn
        by its bias."""
        tree = self.tree
        found = [0.0] * len(legal)
        if not self.judged:
            self.root.moves(self.seat, self.moves)
            found[self.guess(self.root, self.seat)] = 1.0
            return found
        entry = tree.first[tree.find(key_of(self.key, self.seat))]
        while entry:
            action, visits = tree.action[entry - 1], tree.visits[entry - 1]
            if visits > 0.0 and action in legal:
                found[legal.index(action)] = visits + tree.value[entry - 1] / visits
            entry = tree.next[entry - 1]
        return found

    def mean(self, action: i64) -> float:
        """What came of an action on average, from 0 to 1."""
        tree = self.tree
        entry = tree.first[tree.find(key_of(self.key, self.seat))]
        while entry:
            if tree.action[entry - 1] == action and tree.visits[entry - 1] > 0.0:
                return tree.value[entry - 1] / tree.visits[entry - 1]
            entry = tree.next[entry - 1]
        return 0.5

    def follow(self, action: i64) -> bool:
        """Go on to what comes of an action, with all that was learnt about it; whether there is anything, and the seat
        decides there again, and nobody else in between."""
        alone = self.root.awaited == SEAT[self.seat]
        self.root.do(self.seat, action)
        self.key = key_of(self.key, action * SEATS + self.seat)
        self.own = self.judged = 0
        return alone and self.root.awaited == SEAT[self.seat] and self.effort > 1

    def meets(self, view: View) -> bool:
        """Whether the seat sees what it expected, so that nothing has come to light."""
        root = self.root
        return (root.study(self.seat) if "notes" in view else root.view(self.seat)) == view

    def iterate(self) -> None:
        s = self.world()
        self.length = 0
        self.alone = True
        self.descend(s)
        self.play_on(s)
        self.learn(s)
        self.judged += 1

    def descend(self, s: State) -> None:
        """Down the tree to the first node that is new."""
        key = self.key
        fresh = False
        while s.depth and not fresh:
            waiting: i64 = s.awaited
            before = key
            while waiting:
                seat: i64 = FIRST_SEAT[waiting]
                waiting &= waiting - 1
                if not s.awaited >> seat & 1:
                    continue  # a rule that goes on before all have chosen
                s.moves(seat, self.moves)
                self.count(seat)
                action = self.moves.items[0]
                if self.moves.n > 1 or self.length == 0:
                    node = self.tree.find(key_of(before, seat))
                    if node < 0:
                        node = self.tree.add(key_of(before, seat))
                        fresh = self.length > 0
                    action = self.choose(s, node, seat)
                s.do(seat, action)
                key = key_of(key, action * SEATS + seat)

    def count(self, seat: i64) -> None:
        """Note whose decision it is: the turn lasts until somebody else has one."""
        self.alone = self.alone and seat == self.seat
        if self.alone and self.moves.n > 1:
            self.own += 1

    def choose(self, s: State, node: i64, seat: i64) -> i64:
        """An action at a node, and a note that it was tried."""
        tree = self.tree
        if not tree.mark(node, self.moves):
            self.game.bias(s, seat, self.moves, self.bias)
            tree.widen(node, self.moves, self.bias, self.heat)
        entry = tree.select(self.moves)
        tree.unmark(node)
        if self.length < len(self.path):
            self.path[self.length] = entry
            self.whose[self.length] = seat
            self.length += 1
        return tree.action[entry]

    def play_on(self, s: State) -> None:
        """So many decisions further, each as likely as it looks good."""
        left = self.horizon
        moves = self.moves
        while s.depth and left != 0:
            seat: i64 = FIRST_SEAT[s.awaited]
            s.moves(seat, moves)
            self.count(seat)
            if moves.n > 1:
                s.do(seat, moves.items[self.guess(s, seat)])
                left -= 1
            else:
                s.do(seat, moves.items[0])

    def guess(self, s: State, seat: i64) -> i64:
        """The place of a move, drawn by its bias."""
        moves, bias, weights = self.moves, self.bias, self.weights
        self.game.bias(s, seat, moves, bias)
        most = bias[0]
        for i in range(1, moves.n):
            most = max(most, bias[i])
        total = 0.0
        for i in range(moves.n):
            weights[i] = exp(float(bias[i] - most) / self.cool)
            total += weights[i]
        left = total * float(self.dice.below(1 << 24)) / 16777216.0
        last: i64 = moves.n - 1
        for i in range(last):
            left -= weights[i]
            if left < 0.0:
                return i
        return last

    def learn(self, s: State) -> None:
        """Tell everything that was tried what came of it: the lead over the best and the average of the others."""
        hopes, tree = self.hopes, self.tree
        self.game.prospects(s, hopes)
        for step in range(self.length):
            entry, seat = self.path[step], self.whose[step]
            lead = hopes[seat] * 2
            best: i64 = -(1 << 40)
            others: i64 = 0
            for other in range(s.seats):
                if other != seat:
                    best = max(best, hopes[other])
                    others += hopes[other]
            if s.seats > 1:
                lead -= best + others // (s.seats - 1)
            margin = float(lead) / 2.0
            tree.visits[entry] += 1.0
            tree.value[entry] += 0.5 + 0.5 * margin / (abs(margin) + self.spread)


def think(game: Game, view: View, dice: Dice, effort: int, past: Search | None = None) -> Search:
    """A thought from a view alone, or on from a `past` one that expected this view."""
    search = Search(game.imagine(view, dice), view["viewer"], dice) if past is None else past
    search.dice = dice
    search.think(effort)
    return search
