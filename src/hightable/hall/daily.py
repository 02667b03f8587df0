"""The daily feast: the same deal for everybody on a day, of each game for one person and each of its arrangements. The
seed comes from the hall's own secret, so that nobody can know a deal before its day. Imports the games and the
engine."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

from hightable.engine import N_, Game, Refused, State, Value, commitment
from hightable.games import games
from hightable.hall.news import Chair, Summary

OPTION: Final = "arrangement"  # the option of which every value has a deal of its own


class Sealed(Refused):
    """A table that a guest may not look at yet, because its deal is still being played."""


class SealedToday(Sealed):
    """A table with one of today's deals, which this guest hasn't finished."""


@dataclass(frozen=True)
class Deal:
    """One deal of a day. `arrangement` is empty for a game that has no such option."""

    day: date
    game: str
    arrangement: str

    @property
    def key(self) -> str:
        """How it stands in the store."""
        return f"{self.day.isoformat()}/{self.game}/{self.arrangement}"

    @classmethod
    def of(cls, key: str) -> Deal:
        day, game, arrangement = key.split("/", 2)
        return cls(date.fromisoformat(day), game, arrangement)

    @property
    def options(self) -> dict[str, Value]:
        return {OPTION: self.arrangement} if self.arrangement else {}

    def seed(self, secret: str) -> str:
        """The secret of the deal: never to be computed without the hall's own."""
        return hmac.digest(secret.encode(), self.key.encode(), "sha256").hex()[:32]


class DailySeals:
    """Knows the seals (commitments) of today's deals, wherever a table got its deal from. `clock` tells the day."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._secret: str | None = None
        self._seals: tuple[date, dict[str, Deal]] | None = None  # those of one day

    def open(self, secret: str) -> None:
        """Learn the hall's own secret, which the deals are drawn with."""
        self._secret = secret

    def today(self) -> date:
        """The day in UTC, which is the same for all guests."""
        return datetime.fromtimestamp(self._clock(), UTC).date()

    def deal(self, seal: str) -> Deal | None:
        """Which of today's deals has this seal, if any."""
        if self._secret is None:
            raise RuntimeError("the hall is not open")
        day = self.today()
        if self._seals is None or self._seals[0] != day:
            self._seals = day, {commitment(deal.seed(self._secret)): deal for deal in deals(day)}
        return self._seals[1].get(seal)

    def check(self, seal: str) -> None:
        """Refused where a table would be laid with one of today's deals outside the daily feast."""
        if self.deal(seal) is not None:
            words = N_("This is one of today's deals, and everybody gets one try at it. You can use it again tomorrow.")
            raise Refused(words, "HT-6")


@dataclass(frozen=True)
class Outcome:
    """How a finished table ended for one seat. A higher `merit` is better."""

    seat: int
    score: int
    title: str
    turns: int
    merit: tuple[int, ...]


@dataclass(frozen=True)
class Try:
    """A guest's table of a deal. `outcome` is None while it is played; `ended` tells when it ended."""

    table_id: str
    deal: Deal
    guest: str
    name: str
    ended: float | None
    outcome: Outcome | None


@dataclass(frozen=True)
class Played:
    """A finished table of a deal that several tables may have."""

    table_id: str
    ended: float | None
    chairs: tuple[Chair, ...]
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Finished:
    """A finished table as a line of a guest's list. Of a game that was played elsewhere no outcomes are kept."""

    of: Summary
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Placed:
    """A line of a day's list. `place` is None for who finished after the day, when others could already look."""

    place: int | None
    of: Try


def puzzles() -> list[Game]:
    """The installed games for one person."""
    return [game for game in games().values() if game.max_seats == 1]


def deals(day: date) -> list[Deal]:
    """All deals of a day, in the order in which the games list their arrangements."""
    return [Deal(day, game.id, arrangement) for game in puzzles() for arrangement in arrangements(game)]


def arrangements(game: Game) -> list[str]:
    option = next((option for option in game.options if option.name == OPTION), None)
    return [""] if option is None else [str(value) for value in option.values(1)]


def check(deal: Deal, today: date) -> None:
    """Refused where no such deal is served today."""
    if deal not in deals(deal.day):
        raise Refused(N_("There is no such daily feast."))
    if deal.day != today:
        raise Refused(N_("This feast is not served today. Only the feast of the day can be begun."))


def outcomes(state: State) -> list[Outcome]:
    """What is kept of a finished game."""
    result = state.result
    turns = state.view(None).get("completed", 0)  # games that count turns tell how many were completed
    titles = result.titles or [""] * len(result.scores)
    return [
        Outcome(seat, score, titles[seat], int(turns), result.keys[seat]) for seat, score in enumerate(result.scores)
    ]


def placed(tries: Sequence[Try], midnight: float) -> list[Placed]:
    """The finished tries of one deal, best first; equals share a place, and who ended after midnight has none."""
    ended = [(t, t.outcome) for t in tries if t.outcome is not None and t.ended is not None]
    merits = [outcome.merit for t, outcome in ended if _in_time(t, midnight)]
    lines = [
        (Placed(1 + sum(other > outcome.merit for other in merits) if _in_time(t, midnight) else None, t), outcome)
        for t, outcome in ended
    ]
    lines.sort(key=lambda line: (line[0].place is None, [-m for m in line[1].merit], line[1].turns, line[0].of.ended))
    return [line for line, _ in lines]


def _in_time(t: Try, midnight: float) -> bool:
    return t.ended is not None and t.ended < midnight
