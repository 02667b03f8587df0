"""The action table: every action of a game is one int and one text, and back. Imports the engine only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hightable.engine.arguments import text, whole
from hightable.engine.words import N_, Refused, shown


class Actions:
    """Numbers the actions of a game from 1 in the order of declaration; 0 is no action.

    >>> table = Actions(("play", range(1, 4)), ("topic",))
    >>> [table.text(a) for a in range(1, len(table))]
    ['play 1', 'play 2', 'play 3', 'topic']
    >>> table.first("topic"), table.parse("Play  2")
    (4, 2)
    """

    def __init__(
        self,
        *verbs: tuple[str]
        | tuple[str, Sequence[object]]
        | tuple[str, Sequence[object], Sequence[object]]
        | tuple[str, Sequence[object], Sequence[object], Sequence[object]],
        joint: str = " ",
    ) -> None:
        self.texts = [""]
        self.firsts: dict[str, int] = {}
        for verb in verbs:
            self.firsts[verb[0]] = len(self.texts)
            lines = [verb[0]]
            for places in verb[1:]:
                lines = [f"{line}{joint}{place}" for line in lines for place in places]
            self.texts.extend(lines)
        self.numbers = {text.lower(): number for number, text in enumerate(self.texts) if number}
        if len(self.numbers) != len(self.texts) - 1:
            raise ValueError("two actions have the same text")

    def __len__(self) -> int:
        """One more than the highest action."""
        return len(self.texts)

    def first(self, verb: str) -> int:
        """The number of a verb's first action; the others follow in the order of its places."""
        return self.firsts[verb]

    def text(self, action: int | Any) -> str:
        number = whole(action, "action")
        if not 0 < number < len(self.texts):
            raise no_action(number)
        return self.texts[number]

    def parse(self, line: str | Any) -> int:
        """The action of a text; blanks and capitals don't matter."""
        words = text(line, "text")
        number = self.numbers.get(" ".join(words.lower().split()))
        if number is None:
            start = words if len(words) <= 40 else words[:40] + "…"
            raise Refused(N_("“%(text)s” is not an action of this game."), "HT-2", {"text": start})
        return number


def no_action(number: int) -> Refused:
    return Refused(N_("There is no action number %(number)s."), "HT-2", {"number": shown(number)})
