"""Whether another way of thinking does better: a game's way with something changed plays the game's way as it is.

    python -m bench.tune [FOLDER] royal-feast --games 200 effort=100 effort=100,horizon=12,heat=30 effort=100,keep=0

FOLDER holds the compiled package (build/compiled). Each further word is a challenger: with commas, numbers of `Style`,
`effort`, and ways of searching that the bots don't have or don't need:

    keep=0     nothing is kept from one action of a turn to the next; keep=1 goes on with the same tree
    by=value   takes the action that did best on average, among those tried often enough; by=visits the most tried
    others=draw  nobody but the own seat searches: all others draw by the bias
    knowing=1  seats that decide at once are searched as if one after the other, each knowing what was chosen before

It sits down with the game's chef, or with `--against WORDS`, or, with `--climb`, with the last challenger that won by
more than chance, on every deal twice, chairs swapped. Prints its share of victories with the 95 % interval, and times.
The same words give the same shares anywhere."""

from __future__ import annotations

import argparse
import os
import sys
import time
from math import sqrt
from typing import Any

NUMBERS = ("horizon", "spread", "heat", "cool", "eager")
USUAL = {"keep": "1", "by": "visits", "knowing": "0", "others": "search"}
Z95 = 1.959964


def searches(by: str, knowing: str, others: str) -> Any:
    """The class of search; the bots' own runs compiled, others in part."""
    from hightable.bots.search import Search
    from hightable.bots.tree import key_of

    class Other(Search):
        def values(self, legal: list[int]) -> list[float]:
            found = super().values(legal)
            if by == "visits":
                return found
            enough = max(found) / 4
            return [self.mean(action) if value >= enough else 0.0 for action, value in zip(legal, found, strict=True)]

        def choose(self, s: Any, node: int, seat: int) -> int:
            if others == "search" or seat == self.seat:
                return super().choose(s, node, seat)
            return self.moves.items[self.guess(s, seat)]

    class Knowing(Other):
        def descend(self, s: Any) -> None:
            key, fresh = self.key, False
            while s.depth and not fresh:
                seat = s.deciding[0]
                s.moves(seat, self.moves)
                action = self.moves.items[0]
                if self.moves.n > 1:
                    node = self.tree.find(key_of(key, seat))
                    if node < 0:
                        node = self.tree.add(key_of(key, seat))
                        fresh = self.length > 0
                    action = self.choose(s, node, seat)
                s.do(seat, action)
                key = key_of(key, action * 8 + seat)

    return Knowing if knowing == "1" else Search if (by, others) == ("visits", "search") else Other


class Player:
    """A way of thinking with a stopwatch."""

    def __init__(self, game: Any, words: str, base: dict[str, str]) -> None:
        from hightable.engine.style import Style

        self.seconds = 0.0
        self.ways = {**base, **dict(word.split("=", 1) for word in words.split(",") if word)}
        self.effort = int(self.ways["effort"])
        numbers = {name: float(self.ways[name]) for name in NUMBERS}
        self.game, self.style = (
            game,
            Style(**{**{n: int(v) for n, v in numbers.items()}, "eager": numbers["eager"]}),
        )
        self.kind = searches(self.ways["by"], self.ways["knowing"], self.ways["others"])
        self.past: Any = None

    def choose(self, view: dict[str, Any], dice: Any) -> int:
        from hightable.bots.player import best

        legal: list[int] = view["legal"]
        begun = time.process_time()
        self.game.style = self.style
        thought, self.past = self.past, None
        if thought is not None and not thought.meets(view):
            thought = None
        action = legal[0]
        if len(legal) > 1:
            thought = thought or self.kind(self.game.imagine(view, dice), view["viewer"], dice)
            thought.think(self.effort)
            action = best(legal, thought.values(legal), dice)
        if thought is not None and self.effort > 1 and self.ways["keep"] == "1" and thought.follow(action):
            self.past = thought
        self.seconds += time.process_time() - begun
        return action


def duel(game: Any, first: Player, others: list[Player], games: int, seed: str) -> float:
    """The first one's share of the victories."""
    from hightable.engine.dice import Fast

    won, n = 0.0, 1 + len(others)
    for i in range(games):
        state = game.start(n, f"{seed}/{i // n}", dice="fast")
        dice = [Fast.of(f"{seed}/{i}/{seat}") for seat in range(n)]
        players = [*others[: i % n], first, *others[i % n :]]
        while not state.over:
            for seat in state.deciding:
                state.apply(seat, players[seat].choose(state.study(seat), dice[seat]))
        winners = state.result.winners
        won += 1 / len(winners) if i % n in winners else 0.0
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description="One way of thinking against another.")
    parser.add_argument("words", nargs="+", help="[FOLDER] GAME CHALLENGER …")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", type=int, default=2, help="one challenger, and the others")
    parser.add_argument("--seed", default="tune")
    parser.add_argument("--against", default="", help="whom to play, in the same words")
    parser.add_argument("--climb", action="store_true", help="whoever wins is challenged next")
    given = parser.parse_intermixed_args()
    if os.path.isdir(given.words[0]):
        sys.path.insert(0, os.path.abspath(given.words.pop(0)))
    from hightable.games import game as find

    game = find(given.words.pop(0))
    base = {**USUAL, **{name: str(getattr(game.style, name)) for name in NUMBERS}, "effort": str(game.efforts["chef"])}
    champion = given.against
    for words in given.words:
        others = [Player(game, champion, base) for _chair in range(given.seats - 1)]
        challenger = Player(game, words, others[0].ways)
        share = duel(game, challenger, others, given.games, given.seed)
        reach = Z95 * sqrt(share * (1 - share) / given.games)
        times = f"{challenger.seconds / given.games:.3f} s : {others[0].seconds / given.games:.3f} s"
        print(f"{words} against {champion or 'the chef'}: {share:.1%} ± {reach:.1%}, {times} a game", flush=True)
        if given.climb and share - reach > 1 / given.seats:
            champion = f"{champion},{words}".strip(",")


if __name__ == "__main__":
    main()
