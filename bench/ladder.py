"""How the levels of bots do against each other, game by game, and how far a player who sees everything would get.

    python -m bench.ladder [FOLDER] --games 1000 --more 200 --seed 1 --write

FOLDER holds the compiled package (build/compiled); the installed one is used otherwise. Every line of the ladder is
played a few games at a time, and what was played is kept in build/ladder.json: stopped at any moment, the same command
goes on from there. `--game` plays one game only. `--write` makes docs/bots.md anew from what has been played so far.

Two players sit on each deal twice, chairs swapped; at larger tables one of a level sits among others of the one below,
on every chair in turn. Of a game for one, both play the same deals, each alone, and the better result wins. Shares
don't depend on how the work is cut; times are of the machine. A line that was played with other efforts or another
style is begun anew."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import asdict, dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "ladder.json"
REPORT = ROOT / "docs" / "bots.md"
END = "<!-- end of the ladder -->"
BEGIN = "<!-- the ladder: made by bench/ladder.py -->"
SEEING = "all-seeing"
LARGE = 4  # seats of the larger tables
ALONE = ("arrangement=beginners-banquet", "arrangement=full-feudal-feast")  # games for one: the easiest, the hardest
STYLE = ("horizon", "spread", "heat", "cool", "eager")
CHUNK = 10  # games between two looks at the file
Z95 = 1.959964


@dataclass
class Line:
    """One line: `first` against others of the level `other`; times are those of the first."""

    game: str
    seats: int
    first: str
    other: str
    seed: str
    option: str = ""
    how: str = ""  # both think: their efforts and the style
    games: int = 0
    won: float = 0.0
    alike: int = 0  # games that both end alike
    scores: list[int] = field(default_factory=lambda: [0, 0])
    actions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    @property
    def key(self) -> str:
        return f"{self.game}/{self.seats}/{self.first}/{self.other}/{self.seed}/{self.option}"


class Watch:
    """The players of a level with a stopwatch, for decisions that leave a choice."""

    def __init__(self, level: str, levels: tuple[str, ...], seats: int) -> None:
        from hightable.bots import bot

        self.seeing = level == SEEING
        self.level = levels[-1] if self.seeing else level
        self.bots = [bot(self.level) for _seat in range(seats)]
        self.thought: Any = None
        self.actions, self.seconds, self.longest = 0, 0.0, 0.0

    def choose(self, game: Any, state: Any, seat: int, dice: Any) -> int:
        view = state.study(seat)
        begun = time.process_time()
        action: int = self.see(game, state, view, dice) if self.seeing else self.bots[seat].choose(game, view, dice)
        spent = time.process_time() - begun
        if len(view["legal"]) > 1:
            self.actions += 1
            self.seconds += spent
            self.longest = max(self.longest, spent)
        return action

    def see(self, game: Any, state: Any, view: dict[str, Any], dice: Any) -> int:
        """The same search on the position itself: no player may do this, and none outside of this bench can."""
        from hightable.bots.player import best
        from hightable.bots.search import Search

        class Seer(Search):
            def world(self) -> Any:
                return self.root.copy()

        legal: list[int] = view["legal"]
        thought, self.thought, action = self.thought, None, legal[0]
        if thought is not None and not thought.meets(view):
            thought = None
        if len(legal) > 1:
            thought = thought or Seer(state.copy(), view["viewer"], dice)
            thought.think(game.efforts[self.level])
            action = best(legal, thought.values(legal), dice)
        if thought is not None and thought.follow(action):
            self.thought = thought
        return action


def play(line: Line, games: int) -> None:
    """So many games more on a line. Game i is dealt from `seed/(i // seats)`, so that everybody gets every chair."""
    from hightable.bots import LEVELS
    from hightable.games import game as find

    game, n = find(line.game), line.seats
    first, other = Watch(line.first, LEVELS, n), Watch(line.other, LEVELS, n)
    for i in range(line.games, line.games + games):
        chair = i % n
        result = played(line, game, i, [first if seat == chair else other for seat in range(n)])
        scores, keys = list(result.scores), list(result.keys)
        if n == 1:
            result = played(line, game, i, [other])
            scores, keys = [*scores, *result.scores], [*keys, *result.keys]
        winners = [seat for seat, key in enumerate(keys) if key == max(keys)]
        line.won += 1 / len(winners) if chair in winners else 0.0
        line.alike += len(winners) == len(keys)
        line.scores[0] += scores[chair]
        line.scores[1] += sum(scores) - scores[chair]
    line.games += games
    line.actions += first.actions
    line.seconds += first.seconds
    line.longest = max(line.longest, first.longest)


def played(line: Line, game: Any, i: int, players: list[Watch]) -> Any:
    """The result of one game with these players on its chairs."""
    from hightable.engine.dice import Fast

    options = dict([line.option.split("=")]) if line.option else {}
    state = game.start(line.seats, f"{line.seed}/{i // line.seats}", options, dice="fast")
    dice = [Fast.of(f"{line.seed}/{i}/{seat}") for seat in range(line.seats)]
    while not state.over:
        for seat in state.deciding:
            state.apply(seat, players[seat].choose(game, state, seat, dice[seat]))
    return state.result


def lines(seed: str) -> list[Line]:
    """The whole ladder: for every game two at a table, then larger tables, then the ceiling; and alone."""
    from hightable.bots import LEVELS
    from hightable.games import games

    found: list[Line] = []
    for game in games().values():
        pairs = list(zip(LEVELS[1:], LEVELS, strict=False))
        if game.max_seats == 1:
            found += [Line(game.id, 1, first, other, seed, option) for option in ALONE for first, other in pairs]
            continue
        found += [Line(game.id, 2, first, other, seed) for first, other in pairs]
        found += [Line(game.id, LARGE, first, other, seed) for first, other in pairs]
        found.append(Line(game.id, 2, SEEING, LEVELS[-1], seed))
    for line in found:
        game = games()[line.game]
        efforts = [game.efforts.get(LEVELS[-1] if level == SEEING else level) for level in (line.first, line.other)]
        line.how = f"{efforts} {[getattr(game.style, name) for name in STYLE]}"
    return found


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share."""
    spread = Z95 * Z95 / n
    centre, reach = share + spread / 2, Z95 * sqrt(share * (1 - share) / n + spread / (4 * n))
    return max(0.0, (centre - reach) / (1 + spread)), min(1.0, (centre + reach) / (1 + spread))


def row(line: Line) -> str:
    """One line of a table."""
    n, others = line.games, max(1, line.seats - 1)
    times = f"{1000 * line.seconds / max(1, line.actions):.1f} ms | {1000 * line.longest:.0f} ms"
    low, high = wilson(line.won / n, n)
    against = line.other if others == 1 else f"{others} × {line.other}"
    places = 2 if line.seats == 1 else 1
    scores = f"{line.scores[0] / n:.{places}f} : {line.scores[1] / n / others:.{places}f}"
    share = f"{line.won / n:.1%} ({low:.1%} … {high:.1%})"
    if line.seats == 1:
        share += f", alike {line.alike / n:.0%}"
    return f"| {line.first} | {against} | {n} | {share} | {scores} | {times} |"


def tables(played: list[Line]) -> str:
    """All that has been played, game by game."""
    from hightable.games import games

    parts = []
    for game in games().values():
        mine = [line for line in played if line.game == game.id and line.games]
        if not mine:
            continue
        efforts = ", ".join(f"{level} {effort}" for level, effort in game.efforts.items())
        parts.append(f"### {game.title}\n\nEfforts: {efforts}.")
        for option in dict.fromkeys(line.option for line in mine):
            head = ["| player | against | games | wins (95 %) | mean score | per action | longest |"]
            head.append("|---|---|---:|---|---|---:|---:|")
            if option:
                parts.append(f"`{option}`:")
            parts.append("\n".join(head + [row(line) for line in mine if line.option == option]))
    return "\n\n".join(parts)


def write(played: list[Line]) -> None:
    text = REPORT.read_text(encoding="utf-8")
    start, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    REPORT.write_text(f"{text[:start]}\n\n{tables(played)}\n\n{text[end:]}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="The ladder of bots.")
    parser.add_argument("folder", nargs="?", default="")
    parser.add_argument("--games", type=int, default=1000, help="of each pair at a table for two")
    parser.add_argument(
        "--more", type=int, default=200, help="of each pair at a larger table, of the ceiling, and alone"
    )
    parser.add_argument("--seed", default="1")
    parser.add_argument("--game", default="", help="this one only")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/bots.md")
    given = parser.parse_args()
    if given.folder:
        sys.path.insert(0, os.path.abspath(given.folder))
    kept: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    played = []
    for line in lines(given.seed):
        found = kept.get(line.key)
        played.append(Line(**found) if found and found["how"] == line.how else line)
    for line in played:
        if given.game not in ("", line.game):
            continue
        wanted = given.games if line.seats == 2 and line.first != SEEING else given.more
        while line.games < wanted:
            play(line, min(CHUNK, wanted - line.games))
            kept[line.key] = asdict(line)
            KEPT.parent.mkdir(exist_ok=True)
            KEPT.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        if line.games:
            print(line.game, row(line), flush=True)
        if given.write:
            write(played)
    if given.write:
        write(played)


if __name__ == "__main__":
    main()
