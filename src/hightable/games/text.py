"""A game in words, for terminals, screen readers and captions: its table as lines of text and its events as prose. Each
game keeps its words in the module `text` of its own package. Plain data and pure functions, stdlib and engine only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Protocol

from hightable.engine.contract import Game, View
from hightable.engine.words import N_

Translate = Callable[[str], str]


class Lines(Protocol):
    """What the viewer may know of the table, line by line."""

    def __call__(self, view: View, names: Sequence[str], _: Translate = ...) -> list[str]: ...


class EventLine(Protocol):
    """An event as a sentence, seen right after it happened; None where there is nothing to say."""

    def __call__(
        self, name: str, args: Mapping[str, int], view: View, names: Sequence[str], _: Translate = ...
    ) -> str | None: ...


class About(Protocol):
    """What a deed is about, where its own words don't say it; "" where they do."""

    def __call__(self, view: View, deed: str, names: Sequence[str], _: Translate = ...) -> str: ...


class Text:
    """The words of one game. `spoken` are the lines for those who hear them, where `lines` draw with letters; `about`
    explains a deed that is written in short. `heads` are events that open a paragraph of the log, `quiet` those that a
    log of the whole game leaves out; `guests` names those at the table who are no seats. Names given to the functions
    are those of the seats, and of the guests where these are to be called something else."""

    def __init__(
        self,
        lines: Lines,
        event_line: EventLine,
        heads: Sequence[str] = (),
        quiet: Sequence[str] = (),
        guests: Callable[[View], list[str]] | None = None,
        spoken: Lines | None = None,
        about: About | None = None,
    ) -> None:
        self.lines = lines
        self.spoken = spoken or lines
        self._about = about
        self._event_line = event_line
        self.heads = frozenset(heads)
        self.quiet = frozenset(quiet)
        self._guests = guests

    def event_line(
        self, name: str, args: Mapping[str, int], view: View, names: Sequence[str], _: Translate = str
    ) -> str | None:
        """An event of the game, or of the engine, as a sentence."""
        if name == "undone":
            return _(N_("%(name)s takes back the last choice.")) % {"name": names[args["seat"]]}
        if name == "rewound":
            return _(N_("By consent of all, the table goes back to %(name)s's last choice.")) % {
                "name": names[args["seat"]]
            }
        return self._event_line(name, args, view, names, _)

    def about(self, view: View, deed: str, names: Sequence[str], _: Translate = str) -> str:
        return "" if self._about is None else self._about(view, deed, names, _)

    def guests(self, view: View) -> list[str]:
        return [] if self._guests is None else self._guests(view)


def text_of(game: Game) -> Text:
    """The words of a game: `TEXT` in the module `text` beside the game's own."""
    package = type(game).__module__.rpartition(".")[0]
    found = import_module(f"{package}.text").TEXT
    assert isinstance(found, Text)
    return found


def listed(words: Sequence[str], _: Translate = str) -> str:
    """A list as people say it.

    >>> listed(["soup", "fish", "cake"])
    'soup, fish and cake'
    """
    if len(words) < 2:
        return "".join(words)
    return _(N_("%(first)s and %(last)s")) % {"first": ", ".join(words[:-1]), "last": words[-1]}
