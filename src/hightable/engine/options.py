"""Table settings of a game. Imports the engine's words only."""

from __future__ import annotations

from collections.abc import Sequence

from hightable.engine.words import N_, Refused

Value = int | str


class Option:
    """One setting: a name, what it is called and does, and which values are allowed. A game whose values depend on the
    number of seats overrides `values` and `default`."""

    def __init__(self, name: str, label: str, help: str, values: Sequence[Value] = (), rule: str = "") -> None:
        self.name = name
        self.label = label
        self.help = help
        self.rule = rule
        self._values = list(values)

    def values(self, seats: int) -> list[Value]:
        """What may be chosen; of one kind, all ints or all texts."""
        return self._values

    def default(self, seats: int) -> Value:
        return self.values(seats)[0]

    def resolve(self, seats: int, given: object) -> Value:
        """The value for a table: as given (also as text), the default for None, or Refused."""
        if given is None or given == "":
            return self.default(seats)
        for value in self.values(seats):
            if str(given) == str(value):
                return value
        gaps = {"option": self.name, "given": str(given)[:40], "values": ", ".join(map(str, self.values(seats)))}
        raise Refused(N_("The option %(option)s can't be “%(given)s” here. Possible: %(values)s."), self.rule, gaps)
