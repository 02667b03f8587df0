"""How much time people have: each turn some seconds of its own, then out of a bank for the whole game. With no seconds
for a turn there is the bank alone: a clock for the game. Pure; what was spent follows from when things were done, so
that a restart changes nothing. Imports the engine's words only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

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

    @classmethod
    def of(cls, data: Mapping[str, object] | None) -> Timing | None:
        """What stands in the store."""
        return None if data is None else cls(data["turn"], data["bank"], data["late"])  # type: ignore[arg-type]

    def data(self) -> dict[str, object]:
        return asdict(self)


class Times:
    """The clocks of all seats, told of everything that happens and when."""

    def __init__(self, timing: Timing, seats: int, awaited: int, at: float) -> None:
        """A game begins: `awaited` is the mask of the seats that are asked."""
        self.timing = timing
        self._since: list[float | None] = [at if awaited >> seat & 1 else None for seat in range(seats)]
        self._spent = [0.0] * seats

    def copy(self) -> Times:
        found = Times(self.timing, len(self._spent), 0, 0.0)
        found._since = self._since[:]
        found._spent = self._spent[:]
        return found

    def go_on(self, actor: int, awaited: int, at: float, back: bool = False) -> None:
        """The actor has done something, and now these seats are asked. A turn ends when its seat is asked no more, or
        when what the actor did brings others their turn: who was the last to choose begins anew with all others. Going
        `back` by consent begins every turn anew."""
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
        """When a seat's time is up, if its clock runs."""
        since = self._since[seat]
        return None if since is None else since + self.timing.turn + self.bank(seat)

    def _drawn(self, seat: int, at: float) -> float:
        """What this turn has taken from the bank."""
        since = self._since[seat]
        over = 0.0 if since is None else at - since - self.timing.turn
        return min(max(over, 0.0), self.bank(seat))
