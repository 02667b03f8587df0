"""Many games between bots, on one or more processes. Chunks of games give exact sums that are merged in order, so a
seed gives the same report to the last digit whatever the number of processes. Imports engine, games and bots; joblib
spreads the work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, sqrt
from typing import Any

import joblib

from hightable.bots import bot
from hightable.engine.arguments import text, whole
from hightable.engine.dice import Fast, seed_text
from hightable.engine.options import Value
from hightable.engine.result import Result
from hightable.engine.words import N_, Refused
from hightable.games import game as find
from hightable.lab.outsider import SECONDS, is_command, seated, short_name, tell_result

GAMES = 10_000_000  # bounds of one simulation and of one piece of its work
CHUNK = 250
ALL_CORES = -1  # as a number of jobs
DIGITS = 6
Z95 = 1.959964  # of a 95 % interval


@dataclass(frozen=True)
class Seat:
    """How one bot did; `seat` rotates, so this is about the bot. A victory shared by three counts a third. `interval`
    is that of the share, `score_interval` that of the mean score; `lines` are mean points by line of the score sheet,
    and `titles` how often each was won, where the game gives titles."""

    bot: str
    wins: float
    share: float
    interval: tuple[float, float]
    mean_score: float
    score_interval: tuple[float, float]
    lines: dict[str, float]
    titles: dict[str, int]


@dataclass(frozen=True)
class Report:
    """What a simulation found. `length` counts decisions of a game."""

    game: str
    options: dict[str, Value]
    games: int
    seed: str
    seats: list[Seat]
    length: dict[str, float]
    endings: dict[str, int]

    def data(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        seats = [
            {**vars(seat), "interval": list(seat.interval), "score_interval": list(seat.score_interval)}
            for seat in self.seats
        ]
        return {**vars(self), "seats": seats}


@dataclass
class Tally:
    """Exact sums over some games, by bot where they are lists."""

    wins: list[Fraction]
    scores: list[int]
    squares: list[int]
    lines: list[Counter[str]]
    titles: list[Counter[str]]
    games: int = 0
    decisions: int = 0
    shortest: int = 0
    longest: int = 0
    endings: Counter[str] = field(default_factory=Counter)

    @staticmethod
    def empty(bots: int) -> Tally:
        lines: list[Counter[str]] = [Counter() for _bot in range(bots)]
        titles: list[Counter[str]] = [Counter() for _bot in range(bots)]
        return Tally([Fraction(0)] * bots, [0] * bots, [0] * bots, lines, titles)

    def add(self, other: Tally) -> None:
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.scores = [a + b for a, b in zip(self.scores, other.scores, strict=True)]
        self.squares = [a + b for a, b in zip(self.squares, other.squares, strict=True)]
        for mine, theirs in zip([*self.lines, *self.titles], [*other.lines, *other.titles], strict=True):
            mine.update(theirs)
        self.shortest = min(self.shortest, other.shortest) if self.games else other.shortest
        self.longest = max(self.longest, other.longest)
        self.games += other.games
        self.decisions += other.decisions
        self.endings.update(other.endings)


def simulate(
    game_id: str,
    bots: list[str],
    games: int,
    seed: str | int,
    jobs: int = 1,
    options: Mapping[str, object] | None = None,
    progress: Callable[[int], None] | None = None,
    seconds: float = SECONDS,
) -> Report:
    """Play `games` games between these bots and report, on `jobs` processes; -1 is one for each core. `progress` is
    told the number of games done so far. A bot is a level, or the command of somebody's own program, which has so many
    `seconds` for each answer.

    Game i is dealt from the text `seed/i`; bot k draws from `seed/i/k` and sits in seat (k + i) % n."""
    if not isinstance(bots, list | tuple):
        raise TypeError(f"bots must be a list, not {type(bots).__name__}")
    resolved = find(game_id).resolve(len(bots), options)
    for level in bots:
        if not is_command(text(level, "a bot")):
            bot(level)
    if not 1 <= whole(games, "games") <= GAMES:
        raise Refused(N_("The number of games must be from 1 to %(most)s."), "", {"most": GAMES})
    if whole(jobs, "jobs") < 1 and jobs != ALL_CORES:
        raise Refused(N_("The number of jobs must be 1 or more, or -1 for one on each core."))
    seed = seed_text(seed)
    total = Tally.empty(len(bots))
    for part in _work(game_id, bots, games, seed, jobs, resolved, seconds):
        total.add(part)
        if progress is not None:
            progress(total.games)
    return report(game_id, [short_name(word) for word in bots], seed, resolved, total)


def _work(
    game_id: str, bots: list[str], games: int, seed: str, jobs: int, options: dict[str, Value], seconds: float
) -> Iterable[Tally]:
    """The tallies of all chunks, in order."""
    cores = int(joblib.effective_n_jobs(ALL_CORES))
    jobs = cores if jobs == ALL_CORES else min(jobs, cores)
    size = max(1, min(CHUNK, ceil(games / (4 * jobs))))
    calls = [
        joblib.delayed(play)(game_id, bots, start, min(start + size, games), seed, options, seconds)
        for start in range(0, games, size)
    ]
    results: Iterable[Tally] = joblib.Parallel(n_jobs=jobs, return_as="generator")(calls)
    return results


def play(
    game_id: str,
    bots: Sequence[str],
    start: int,
    end: int,
    seed: str,
    options: dict[str, Value],
    seconds: float = SECONDS,
) -> Tally:
    """Play games number `start` up to `end`."""
    game, n = find(game_id), len(bots)
    tally = Tally.empty(n)
    with seated(bots, seconds) as players:
        for i in range(start, end):
            state = game.start(n, f"{seed}/{i}", options, dice="fast")
            dice = [Fast.of(f"{seed}/{i}/{k}") for k in range(n)]
            decisions = 0
            while not state.over:
                for seat in state.deciding:
                    k = (seat - i) % n
                    state.apply(seat, players[k].choose(game, state.study(seat), dice[k]))
                    decisions += 1
            tell_result(players, state.result)
            tally.add(tally_of(state.result, [(k + i) % n for k in range(n)], decisions))
    return tally


def tally_of(result: Result, seats: Sequence[int], decisions: int) -> Tally:
    """One game; `seats` tells where each bot sat."""
    prize = Fraction(1, max(1, len(result.winners)))
    scores = [result.scores[seat] for seat in seats]
    return Tally(
        wins=[prize if seat in result.winners else Fraction(0) for seat in seats],
        scores=scores,
        squares=[score * score for score in scores],
        lines=[Counter({line.text(): line.points[seat] for line in result.lines}) for seat in seats],
        titles=[Counter(result.titles[seat : seat + 1]) for seat in seats],
        games=1,
        decisions=decisions,
        shortest=decisions,
        longest=decisions,
        endings=Counter([result.ending]),
    )


def report(game_id: str, bots: Sequence[str], seed: str, options: dict[str, Value], tally: Tally) -> Report:
    n = tally.games
    seats = [
        Seat(
            bot=level,
            wins=_round(tally.wins[k]),
            share=_round(tally.wins[k] / n),
            interval=wilson(float(tally.wins[k] / n), n),
            mean_score=_round(Fraction(tally.scores[k], n)),
            score_interval=_normal(tally.scores[k], tally.squares[k], n),
            lines={label: _round(Fraction(points, n)) for label, points in tally.lines[k].items()},
            titles=dict(sorted(tally.titles[k].items())),
        )
        for k, level in enumerate(bots)
    ]
    length = {"mean": _round(Fraction(tally.decisions, n)), "min": tally.shortest, "max": tally.longest}
    return Report(game_id, options, n, seed, seats, length, dict(sorted(tally.endings.items())))


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share of n games.

    >>> wilson(0.5, 100)
    (0.403832, 0.596168)
    """
    spread = Z95 * Z95 / n
    centre = share + spread / 2
    reach = Z95 * sqrt(share * (1 - share) / n + spread / (4 * n))
    low, high = (centre - reach) / (1 + spread), (centre + reach) / (1 + spread)
    return round(max(0.0, low), DIGITS), round(min(1.0, high), DIGITS)


def _normal(total: int, squares: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a mean of n values with this sum and sum of squares, by the normal distribution."""
    mean = Fraction(total, n)
    spread = (squares - total * mean) / (n - 1) if n > 1 else Fraction(0)
    reach = Z95 * sqrt(spread / n)
    return round(float(mean) - reach, DIGITS), round(float(mean) + reach, DIGITS)


def _round(value: Fraction) -> float:
    return round(float(value), DIGITS)
