"""How a game ended. Imports nothing."""

from __future__ import annotations

from collections.abc import Sequence


class Line:
    """One line of the score sheet: a label and its points per seat, then per guest who is no seat."""

    def __init__(self, label: str, points: Sequence[int], gaps: dict[str, int] | None = None) -> None:
        self.label = label
        self.points = list(points)
        self.gaps = gaps or {}

    def text(self) -> str:
        """The label in English."""
        return self.label % self.gaps if self.gaps else self.label


class Result:
    """Scores per seat with their breakdown, places (1 is first, ties share), winners, and how the game ended."""

    def __init__(
        self,
        scores: Sequence[int],
        lines: Sequence[Line],
        ending: str,
        ranking: Sequence[Sequence[int]] | None = None,
        guests: Sequence[int] = (),
        titles: Sequence[str] = (),
        nobody: bool = False,
    ) -> None:
        """`ranking` is one sort key per seat, higher is better; the score alone where it is left out. `titles` is what
        each seat may call itself by its score, where the game has such a thing; with `nobody` there is no winner."""
        self.scores = list(scores)
        self.lines = list(lines)
        self.ending = ending
        self.guests = list(guests)  # points of those who can't win
        self.titles = list(titles)
        keys = [tuple(key) for key in ranking] if ranking is not None else [(score,) for score in self.scores]
        self.keys = keys  # to compare results of several tables
        self.places = [1 + sum(other > key for other in keys) for key in keys]
        self.winners = [] if nobody else [seat for seat, place in enumerate(self.places) if place == 1]

    def data(self) -> dict[str, object]:
        """Plain data, for records and JSON."""
        return {"scores": self.scores, "places": self.places, "winners": self.winners, "ending": self.ending}
