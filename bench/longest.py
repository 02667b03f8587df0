"""The longest games: how many entries, bytes of a record and entries between two of the same seat the longest of many
games have, for each game and number of seats, between players who do anything legal and between bots. The limits on
taking back in `hall/play.py` are derived from these figures.

    python -m bench.longest [GAMES] [random|apprentice|cook]"""

from __future__ import annotations

import sys
from collections.abc import Callable

from hightable.bots import bot
from hightable.engine import Fast, Game, Match, Record
from hightable.games import games

GAMES = 1000
Choose = Callable[[Match, int], int]  # an action for a seat


def chooser(level: str, game: Game, seed: int) -> Choose:
    """Picks actions; `random` without looking at anything, which is a hundred times faster than a bot."""
    dice = Fast(seed)
    if level == "random":

        def pick(match: Match, seat: int) -> int:
            legal = match.state.legal(seat)
            return int(legal[dice.below(len(legal))])

        return pick
    player = bot(level)
    return lambda match, seat: player.choose(game, match.state.study(seat), dice)


def longest(game: Game, seats: int, count: int, level: str) -> tuple[int, int, int]:
    """The most entries, bytes and entries between two of the same seat that any of these games has."""
    entries = size = between = 0
    for number in range(count):
        match, choose = Match(game, seats, f"longest {number}"), chooser(level, game, number)
        while not match.state.over:
            seat = match.state.deciding[0]
            match.apply(seat, choose(match, seat))
        entries = max(entries, len(match.entries))
        size = max(size, len(Record.of(match).text().encode()))
        last = [0] * seats
        for i, entry in enumerate(match.entries):
            between = max(between, i - last[entry.seat])
            last[entry.seat] = i
    return entries, size, between


def main(count: int = GAMES, level: str = "random") -> None:
    print(f"The longest of {count} games between {level} players: entries, bytes, between two of the same seat")
    for game in games().values():
        for seats in range(game.min_seats, game.max_seats + 1):
            print(f"  {game.id:13} {seats}: %6d %6d %4d" % longest(game, seats, count, level), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else GAMES, sys.argv[2] if sys.argv[2:] else "random")
