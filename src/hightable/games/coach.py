"""Help for the first minute: what a newcomer is told at a decision, made from the question that the view holds. Each
game keeps its lessons in the module `coach` of its own package. Plain data and pure functions, stdlib and engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from hightable.engine.contract import Game, View
from hightable.engine.words import N_


@dataclass(frozen=True)
class Lesson:
    """One kind of decision: what is asked, why it matters, and what to press."""

    what: str
    why: str
    how: str


WAIT = Lesson(
    N_("It isn't your turn yet."),
    N_("The line in the middle always says who is to do what; when it turns gold, you are asked."),
    N_("Meanwhile you may look around: press anything that has a story, or read the rules."),
)


class Coach:
    """A game's lessons. `goal` says how one wins; `kind` names the question on the table, `lessons` are what who is
    asked learns about it, and `waiting` what who isn't does, where that is more than to wait."""

    def __init__(
        self,
        goal: str,
        kind: Callable[[View], str],
        lessons: Mapping[str, Lesson],
        waiting: Mapping[str, Lesson] | None = None,
    ) -> None:
        self.goal = goal
        self.kind = kind
        self.lessons = lessons
        self.waiting = waiting or {}

    def key(self, view: View) -> str:
        """The key of the lesson that fits this moment; "" for who only watches, and when the game is over."""
        if view["viewer"] is None or view["over"]:
            return ""
        kind = self.kind(view)
        if view["viewer"] in view["deciding"]:
            return kind
        return f"{kind}-wait" if kind in self.waiting else "wait"

    def at(self, key: str) -> Lesson:
        """The lesson of a key."""
        if key in self.lessons:
            return self.lessons[key]
        return self.waiting.get(key.removesuffix("-wait"), WAIT)


@cache
def coach_of(game: Game) -> Coach | None:
    """The coach of a game: `COACH` in the module `coach` beside the game's own, if it has one."""
    name = f"{type(game).__module__.rpartition('.')[0]}.coach"
    found = import_module(name).COACH if find_spec(name) else None
    assert found is None or isinstance(found, Coach)
    return found
