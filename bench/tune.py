"""Whether another way of thinking does better: a game's style with some numbers changed plays the style as it is.

    python -m bench.tune [FOLDER] royal-feast --games 200 effort=100 horizon=12,heat=30 effort=400

FOLDER holds the compiled package (build/compiled). Each further word is a challenger: numbers of `Style` and `effort`,
with commas. It sits down with the game's chef, or, with `--climb`, with the last challenger that won by more than
chance, on every deal twice, chairs swapped. Prints its share of victories with the 95 % interval, and times."""

from __future__ import annotations

import argparse
import os
import sys
import time
from math import sqrt
from typing import Any

NUMBERS = ("horizon", "spread", "heat", "cool", "eager")
Z95 = 1.959964


class Player:
    """A way of thinking with a stopwatch."""

    def __init__(self, game: Any, words: str, base: dict[str, float]) -> None:
        from hightable.engine.style import Style

        given = {name: float(value) for name, value in (word.split("=") for word in words.split(",") if word)}
        numbers = {**base, **given}
        self.words, self.numbers, self.seconds = words or "as it is", numbers, 0.0
        self.effort = int(numbers["effort"])
        whole = {name: int(numbers[name]) for name in NUMBERS if name != "eager"}
        self.game, self.style = game, Style(**whole, eager=numbers["eager"])

    def choose(self, view: dict[str, Any], dice: Any) -> int:
        from hightable.bots.player import best, weigh

        legal: list[int] = view["legal"]
        if len(legal) == 1:
            return legal[0]
        begun = time.process_time()
        self.game.style = self.style
        action = best(legal, weigh(self.game, view, dice, self.effort), dice)
        self.seconds += time.process_time() - begun
        return action


def duel(game: Any, first: Player, other: Player, games: int, seed: str) -> float:
    """The first one's share of the victories."""
    from hightable.engine.dice import Fast

    won = 0.0
    for i in range(games):
        state = game.start(2, f"{seed}/{i // 2}", dice="fast")
        dice = [Fast.of(f"{seed}/{i}/{seat}") for seat in range(2)]
        while not state.over:
            for seat in state.deciding:
                player = first if seat == i % 2 else other
                state.apply(seat, player.choose(state.study(seat), dice[seat]))
        winners = state.result.winners
        won += 1 / len(winners) if i % 2 in winners else 0.0
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description="One way of thinking against another.")
    parser.add_argument("words", nargs="+", help="[FOLDER] GAME CHALLENGER …")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="tune")
    parser.add_argument("--climb", action="store_true", help="whoever wins is challenged next")
    given = parser.parse_intermixed_args()
    if os.path.isdir(given.words[0]):
        sys.path.insert(0, os.path.abspath(given.words.pop(0)))
    from hightable.games import game as find

    game = find(given.words.pop(0))
    base = {name: float(getattr(game.style, name)) for name in NUMBERS}
    champion = Player(game, "", {**base, "effort": float(game.efforts["chef"])})
    for words in given.words:
        challenger = Player(game, words, champion.numbers)
        champion.seconds = 0.0
        share = duel(game, challenger, champion, given.games, given.seed)
        reach = Z95 * sqrt(share * (1 - share) / given.games)
        times = f"{challenger.seconds / given.games:.3f} s : {champion.seconds / given.games:.3f} s"
        print(f"{words} against {champion.words}: {share:.1%} ± {reach:.1%}, {times} a game", flush=True)
        if given.climb and share - reach > 0.5:
            champion = challenger


if __name__ == "__main__":
    main()
