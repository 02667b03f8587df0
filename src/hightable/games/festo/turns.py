"""Festo!: turns in player order, as several parts of a round have them. Imports the engine and the state."""

from __future__ import annotations

from typing import ClassVar

from hightable.engine.compat import i64
from hightable.engine.contract import Step
from hightable.engine.words import N_, Refused
from hightable.games.festo.state import Festo


class InOrder(Step[Festo]):
    """FE-16: each seat once, in player order. The frame's first argument counts the turns taken."""

    asked: ClassVar[str] = ""

    def run(self, s: Festo) -> None:
        while s.arg(0) < s.seats:
            seat = s.after(s.holder, s.arg(0))
            if self.asks(s, seat):
                s.await_seats(1 << seat)
                return
            self.skip(s, seat)
            s.set_arg(0, s.arg(0) + 1)
        s.pop()

    def asks(self, s: Festo, seat: i64) -> bool:
        """Whether a seat has anything to decide here."""
        raise NotImplementedError

    def skip(self, s: Festo, seat: i64) -> None:
        """A seat has nothing to decide."""

    def next(self, s: Festo) -> None:
        """The present turn is over."""
        s.set_arg(0, s.arg(0) + 1)
        s.await_seats(0)

    def refusal(self, s: Festo, seat: i64, action: i64) -> Refused:
        return Refused(self.asked, self.rule)

    def waiting(self, s: Festo, seat: i64) -> Refused:
        return Refused(N_("It isn't your turn."), "FE-68")
