"""What a game tells the web about its table screen: the regions it is drawn in, how pieces travel from one picture to
the next, how long a picture stands, and who the holders without a seat are. Plain data and pure functions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hightable.engine.compat import mypyc_attr
from hightable.engine.words import N_

View = dict[str, Any]


class Person(NamedTuple):
    """Who sits on a seat. `kind` is "guest" or "bot"; `away`: not connected; `level` names a bot's strength; with
    `stand_in` a bot plays for a guest who has left, until they are back."""

    name: str
    kind: str
    away: bool = False
    level: str = ""
    stand_in: bool = False


@mypyc_attr(acyclic=True)
class Told:
    """One event of the game as a viewer may know it."""

    def __init__(self, name: str, args: dict[str, int]) -> None:
        self.name = name
        self.args = args


@mypyc_attr(acyclic=True)
class Drawn:
    """A bit of a region's HTML. One with an `id`, which its element carries, is sent by itself when it has changed; the
    others stand between those, and where one of them has changed the whole region is sent. `sent` is the HTML as it was
    first sent, for the next time."""

    __slots__ = ("html", "id", "sent")

    def __init__(self, id: str, html: str) -> None:
        self.id = id
        self.html = html
        self.sent = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Drawn) and self.html == other.html and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.html)

    def __repr__(self) -> str:
        return f"Drawn({self.id!r}, {self.html!r})"


class Pen(NamedTuple):
    """What functions draw with. `say` is a sentence in the reader's language with its gaps filled, `amount` one for one
    or many of a thing; `part` is a template of the game, `known` what all its templates know by name; `escape` makes a
    text safe to stand in HTML."""

    say: Callable[..., str]
    amount: Callable[..., str]
    escape: Callable[[str], str]
    part: Callable[..., str]
    known: Mapping[str, Callable[..., str]]


class Piece(NamedTuple):
    """Something on the screen that changes as one: its template's stem and what the template gets. Equal pieces are
    drawn once for all who see them. The `id` is that of what is drawn."""

    template: str
    inputs: dict[str, Any]
    id: str = ""


Draw = Callable[[View, list[Person]], list[Drawn]]


class Drawing(NamedTuple):
    """What a game draws by functions: whole regions by their names, and the lines of the log."""

    regions: Mapping[str, Draw]
    line: Callable[[Told, View, list[str]], str] | None = None


@dataclass(frozen=True)
class Region:
    """A part of the screen: the element with this id, filled with these pieces, or by the function of its name in the
    game's drawing if there are none. A `shared` one is the same whoever looks: it is drawn once for all, from what a
    spectator sees."""

    name: str
    pieces: Callable[[View, list[Person]], list[Piece]] | None = None
    shared: bool = False


@dataclass(frozen=True)
class Page:
    """A game's table screen."""

    regions: tuple[Region, ...]
    moves: Callable[[Told, View], list[tuple[str, str]]]
    """Keys [old, new] of pieces that travel in this event; the view is the picture right after it."""
    logged: frozenset[str]
    """Names of the events that have a line in the log."""
    holds: Mapping[str, int]
    """Event name -> ms its picture stands before the next. Events not listed get no picture of their own."""
    guests: Callable[[View], list[str]]
    """Names of the holders that are no seats, by index."""
    holders: Callable[[View], int]
    """How many sit at the table, those without a seat included."""
    chapters: Mapping[str, str]
    """Event name -> what a replay calls the point where it happens, with gaps for the event's numbers."""
    line: str
    """The game in one line, on its cover."""
    about: str
    """The game in three sentences."""
    minutes: str
    """How long it takes."""
    drawing: Callable[[Pen], Drawing] = lambda pen: Drawing({})
    """What is drawn by functions. The rest has templates, which are slower."""
    skip: str = N_("Skip to your hand")
    """What the first link of the screen says; it leads to the element with the id `hand`."""
    known: Mapping[str, Any] = field(default_factory=dict)
    """What all templates of the game know by name, apart from its macros."""
    final: Callable[[View], Piece] | None = None
    """The end of the game as the result page shows it, if the game has a picture of it."""
    emblem: Callable[[int | str], Piece | None] | None = None
    """A small drawing of a value of the option `arrangement`, complete in itself, about 5 wide and 4 high."""
    apart: frozenset[str] = frozenset()
    """Names of the events that have a picture each, also where several of a name follow one another."""
    sides: Callable[[View], list[list[int]]] | None = None
    """The seats that win and lose together, where there are such; they share one column of the result. It reads only
    the `seats` and the `options`, so that a table can say it before the game."""
    fewer: bool = False
    """Whether fewer points are better."""
    share: Callable[[View], str] | None = None
    """The result as a short text to send to others: nothing in it tells of the deal."""
