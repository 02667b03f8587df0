"""How much time people have: each turn some seconds of its own, then out of a bank for the whole game. With no seconds
for a turn there is the bank alone: a clock for the game. Pure; what was spent follows from when things were done, so
that a restart changes nothing. Imports the engine's words only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import inf
from typing import Final, NamedTuple

from hightable.engine.words import N_, Refused

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
SHORTEST_TURN: Final = 10
LONGEST: Final = 30 * DAY
LONGEST_GAME: Final = DAY

BOT: Final = "bot"
SEAT: Final = "seat"


@dataclass(frozen=True)
class Timing:
    """The clock of a table, in seconds. When time is up, either a bot makes the move (`late` is "bot"), or it takes the
    seat over ("seat")."""

    turn: int
    bank: int
    late: str = BOT

    def __post_init__(self) -> None:
        if type(self.turn) is not int or type(self.bank) is not int:
            raise Refused(N_("A clock is set in whole seconds."))
        if self.turn == 0 and not MINUTE <= self.bank <= LONGEST_GAME:
            raise Refused(N_("A clock for the whole game has from one minute to one day."))
        if self.turn and not SHORTEST_TURN <= self.turn <= LONGEST:
            raise Refused(N_("A turn has from ten seconds to thirty days."))
        if not 0 <= self.bank <= LONGEST:
            raise Refused(N_("The bank has at most thirty days."))
        if self.late not in (BOT, SEAT):
            raise Refused(N_("When time is up, a bot makes the move or takes the seat."))

    @property
    def for_the_game(self) -> bool:
        return self.turn == 0

    @property
    def patience(self) -> int:
        """How long the questions of one seat may stop the clocks in the whole game: as long as a turn lasts, or a tenth
        of a clock for the game. Who only wants to gain time gains no more."""
        return self.turn or self.bank // 10

    @classmethod
    def of(cls, data: Mapping[str, object] | None) -> Timing | None:
        """What stands in the store."""
        return None if data is None else cls(data["turn"], data["bank"], data["late"])  # type: ignore[arg-type]

    def data(self) -> dict[str, object]:
        return asdict(self)


class Pause(NamedTuple):
    """A question whether to go back was open, and the clocks stood: who asked, after how many actions, from when, and
    until when, if no action ended it."""

    seat: int
    entries: int
    begun: float
    ended: float | None = None


class Times:
    """The clocks of all seats, told of everything that happens and when."""

    def __init__(self, timing: Timing, seats: int, awaited: int, at: float, pauses: Sequence[Pause] = ()) -> None:
        """A game begins: `awaited` is the mask of the seats that are asked."""
        self.timing = timing
        self.pauses = tuple(pauses)
        self._begun = awaited, at
        self._told: list[tuple[int, int, float, bool]] = []
        self._patience = [float(timing.patience)] * seats
        self._since: list[float | None] = [at if awaited >> seat & 1 else None for seat in range(seats)]
        self._spent = [0.0] * seats

    def copy(self) -> Times:
        found = Times(self.timing, len(self._spent), *self._begun, self.pauses)
        found._told = self._told[:]
        found._patience = self._patience[:]
        found._since = self._since[:]
        found._spent = self._spent[:]
        return found

    def paused(self, pauses: Sequence[Pause]) -> Times:
        """The same game, where the clocks stood so."""
        if self.pauses == tuple(pauses):
            return self
        found = Times(self.timing, len(self._spent), *self._begun, pauses)
        for told in self._told:
            found.go_on(*told)
        return found

    def go_on(self, actor: int, awaited: int, at: float, back: bool = False) -> None:
        """The actor has done something, and now these seats are asked. A turn ends when its seat is asked no more, or
        when what the actor did brings others their turn: who was the last to choose begins anew with all others. Going
        `back` by consent begins every turn anew."""
        self._since = [None if since is None else since + self._stood(i, at) for i, since in enumerate(self._since)]
        for pause, took in self._questions(at):
            self._patience[pause.seat] -= took
        self._told.append((actor, awaited, at, back))
        asked = [awaited >> seat & 1 == 1 for seat in range(len(self._spent))]
        others = any(asked[seat] and self._since[seat] is None for seat in range(len(asked)) if seat != actor)
        for seat, is_asked in enumerate(asked):
            anew = back or (seat == actor and others)
            if self._since[seat] is not None and (anew or not is_asked):
                self._spent[seat] += self._drawn(seat, at)
                self._since[seat] = None
            if is_asked and self._since[seat] is None:
                self._since[seat] = at

    def runs(self, seat: int) -> bool:
        return self._since[seat] is not None

    def bank(self, seat: int) -> float:
        """What a seat's bank held when its turn began."""
        return self.timing.bank - self._spent[seat]

    def deadline(self, seat: int) -> float | None:
        """When a seat's time is up, if its clock runs; while a question is open, if it stays so."""
        return self._end(seat, inf)

    def standing(self, seat: int) -> float | None:
        """What a seat has left while its clock stands for a question. When the patience is at an end, it runs on."""
        pause = self.pauses[-1] if self.pauses else None
        if pause is None or pause.ended is not None or pause.entries != len(self._told):
            return None
        end = self._end(seat, pause.begun)
        return None if end is None or end <= pause.begun else end - pause.begun

    def _end(self, seat: int, at: float) -> float | None:
        """When a running clock will have come to its end, as far as it is known at that time."""
        since = self._since[seat]
        return None if since is None else since + self.timing.turn + self.bank(seat) + self._stood(seat, at)

    def _stood(self, seat: int, at: float) -> float:
        """How long a running clock stood since the last action; one that had come to its end stays there."""
        since = self._since[seat]
        end = 0.0 if since is None else since + self.timing.turn + self.bank(seat)
        stood = 0.0
        for pause, took in self._questions(at):
            if pause.begun < end + stood:
                stood += took
        return stood

    def _questions(self, at: float) -> list[tuple[Pause, float]]:
        """The questions since the last action, and how long each stops the clocks."""
        found, patience = [], self._patience[:]
        for pause in self.pauses:
            if pause.entries == len(self._told):
                ended = at if pause.ended is None else min(pause.ended, at)
                took = min(max(ended - pause.begun, 0.0), patience[pause.seat])
                patience[pause.seat] -= took
                found.append((pause, took))
        return found

    def _drawn(self, seat: int, at: float) -> float:
        """What this turn has taken from the bank."""
        since = self._since[seat]
        over = 0.0 if since is None else at - since - self.timing.turn
        return min(max(over, 0.0), self.bank(seat))
