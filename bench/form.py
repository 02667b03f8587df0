"""One form of the engine, plain or compiled, as a worker. A task is a verb and a game: `playout festo`.

python -m bench.form [FOLDER]     FOLDER holds the compiled package; the installed one otherwise"""

from __future__ import annotations

import sys
from collections.abc import Callable

from bench import yardstick
from bench.worker import answer

SEATS = {"the-feast": 5, "kings-feast": 1, "royal-feast": 4, "henrys-feast": 4, "festo": 4}
SAME = 20  # games that every candidate plays alike
SEARCHED = ("the-feast", "royal-feast", "henrys-feast", "festo")  # The King's Feast has a solver of its own
EFFORT = 400  # iterations that a search is asked for
EARLY = 12  # actions into a game: where copies, views and imagination are measured


class Form:
    """One game, ready for every task."""

    def __init__(self, id: str) -> None:
        import hightable
        from hightable.bots.search import think
        from hightable.engine import Fast, playout

        self.game, self.seats = hightable.game(id), SEATS[id]
        self.options = self.game.resolve(self.seats)
        self.fast, self.random_play, self.think = Fast, playout, think
        self.dice, self.stream = Fast(1), yardstick.Stream(1)
        self.early = self.game.start(self.seats, "early", dice="fast")
        self.first = self.early.view(self.early.deciding[0])
        for i in range(EARLY):
            seat, later = self.early.deciding[0], self.early.copy()
            legal = later.legal(seat)
            later.apply(seat, legal[i % len(legal)])
            if later.over:
                break
            self.early = later
        self.seen = self.early.view(self.early.deciding[0])
        self.number = self.decisions = 0

    def playout(self) -> None:
        self.number += 1
        state = self.game.begin(self.seats, self.options, self.fast(self.number))
        self.decisions += self.random_play(state, self.dice)

    def decide(self) -> float:
        """Decisions of a random game, over all that were played."""
        return self.decisions / self.number

    def imagine(self) -> None:
        self.game.imagine(self.seen, self.dice)

    def search(self) -> None:
        """A thought about the first decision of a game."""
        self.think(self.game, self.first, self.dice, EFFORT)

    def iterations(self) -> int:
        """How many iterations such a thought has: a decision gets its share of the turn's."""
        return int(self.think(self.game, self.first, self.dice, EFFORT).judged)

    def idiomatic(self) -> None:
        """The Feast in plain Python."""
        self.number += 1
        yardstick.playout(self.seats, self.number, self.stream)

    def games(self) -> str:
        """Some random games: their decisions and scores."""
        dice, told = self.fast(7), ""
        for i in range(SAME):
            seats = max(self.game.min_seats, self.game.max_seats - 4) + i % 5
            seats = min(seats, self.game.max_seats)
            state = self.game.begin(seats, self.game.resolve(seats), self.fast(i))
            told += yardstick.line(self.random_play(state, dice), state.result.scores)
        return told

    def idiomatic_games(self) -> str:
        stream, told = yardstick.Stream(7), ""
        for i in range(SAME):
            told += yardstick.line(*yardstick.playout(4 + i % 5, i, stream))
        return told


def main() -> None:
    if len(sys.argv) > 1:
        sys.path.insert(0, sys.argv[1])
    timed: dict[str, Callable[[], object]] = {}
    told: dict[str, Callable[[], object]] = {}
    for id in SEATS:
        form = Form(id)
        timed[f"playout {id}"] = form.playout
        timed[f"copy {id}"] = form.early.copy
        timed[f"view {id}"] = lambda form=form: form.early.view(0)
        timed[f"imagine {id}"] = form.imagine
        timed[f"search {id}"], told[f"iterations {id}"] = form.search, form.iterations
        told[f"decide {id}"] = form.decide
        told[f"games {id}"] = form.games
        if id == "the-feast":
            timed["idiomatic"], told["idiomatic games"] = form.idiomatic, form.idiomatic_games
    from hightable.engine import compiled

    answer("compiled" if compiled() else "plain", timed, told)


if __name__ == "__main__":
    main()
