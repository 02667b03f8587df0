"""Table settings of a game. Imports compat and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from hightable.engine.compat import mypyc_attr
from hightable.engine.words import N_, Refused, shown

Value = int | str
YES: Final = ("yes", "on", "true", "1")
NO: Final = ("no", "off", "false", "0")


@mypyc_attr(allow_interpreted_subclasses=True)
class Option:
    """One setting: a name, what it is called and does, which values are allowed, and what players call them. A game
    whose values depend on the number of seats overrides `values` and `default`; one that takes values of people's own
    overrides `own`, and `read` if they come in files."""

    def __init__(
        self,
        name: str,
        label: str,
        help: str,
        values: Sequence[Value] = (),
        rule: str = "",
        names: Mapping[Value, str] | None = None,
    ) -> None:
        self.name = name
        self.label = label
        self.help = help
        self.rule = rule
        self.names = dict(names or {})
        self._values = list(values)

    def values(self, seats: int) -> list[Value]:
        """What may be chosen at any table; of one kind, all ints or all texts."""
        return self._values

    def default(self, seats: int) -> Value:
        return self.values(seats)[0]

    def resolve(self, seats: int, given: object) -> Value:
        """The value for a table: as given (also as text or as a file), the default for None, or Refused."""
        if given is None or given == "":
            return self.default(seats)
        if isinstance(given, Path):
            return self.read(given)
        value = self.listed(seats, given)
        return self.own(seats, given) if value is None else value

    def listed(self, seats: int, given: object) -> Value | None:
        """The listed value that is meant, or None. A switch (yes or no, on or off) takes all words for yes and no."""
        values, text = self.values(seats), shown(given)
        for value in values:
            if text == str(value):
                return value
        if all(value in ("yes", "no", "on", "off") for value in values):
            text = text.lower()
            for value in values:
                if text in (YES if value in YES else NO):
                    return value
        return None

    def title(self, value: Value) -> str:
        """What players call a value."""
        return self.names.get(value, str(value))

    def read(self, path: Path) -> Value:
        """The value that a file holds, or Refused."""
        raise Refused(N_("The option %(option)s takes no file."), self.rule, {"option": self.name})

    def own(self, seats: int, given: object) -> Value:
        """A value that isn't listed, in the form that is kept and recorded (one word), or Refused."""
        gaps = {"option": self.name, "given": shown(given)[:40], "values": ", ".join(map(str, self.values(seats)))}
        raise Refused(N_("The option %(option)s can't be “%(given)s” here. Possible: %(values)s."), self.rule, gaps)
