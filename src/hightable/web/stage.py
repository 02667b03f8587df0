"""Drawing: templates and pictures of the pages, and of each game's table screen. A game brings its own templates,
sprite, style sheet, cover and guide in its folder; nothing here knows any game by name. Imports games and Jinja2."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, Template
from markupsafe import Markup, escape

from hightable.engine.contract import Game, View
from hightable.engine.options import Value
from hightable.games.coach import coach_of
from hightable.games.page import Drawing, Drawn, Page, Pen, Person, Piece, Region, Told
from hightable.hall.daily import puzzles
from hightable.locale import translator
from hightable.web import printing
from hightable.web.printing import printed

HERE = Path(__file__).parent
PARTS: Final = 20_000  # drawn pieces kept per game
WORDS: Final = 8192  # sentences and names of a kind kept per game
SPRITE = Markup((HERE / "art" / "shared.svg").read_text("utf-8"))


def environment(*folders: Path) -> Environment:
    """Templates of these folders, then of the pages that all share."""
    env = printing.environment(*folders, HERE / "templates")
    env.globals.update(lang="en", sprite=SPRITE, rules="/rules", daily_served=lambda: bool(puzzles()))
    return env


PAGES = environment()
Pieces = list[Drawn]
Regions = dict[str, Pieces]


def whole(regions: Regions) -> dict[str, Markup]:
    """Each region as one piece of HTML."""
    return {name: Markup(joined(pieces)) for name, pieces in regions.items()}


def joined(pieces: Pieces) -> str:
    return "\n".join([piece.html for piece in pieces])


def plain(words: Callable[..., str]) -> Callable[..., str]:
    """The same words as no more than a text, which is put together with others faster than Markup is."""

    @lru_cache(WORDS, typed=True)
    def said(*args: Any, **gaps: Any) -> str:
        return str(words(*args, **gaps))

    return said


def draw(template: str, **values: Any) -> str:
    """A page that belongs to no game."""
    return PAGES.get_template(template).render(values)


class Stage:
    """A game's table screen, ready to be drawn. Its templates know the macros of its `_macros.html` and `part`."""

    def __init__(self, game: Game) -> None:
        package = type(game).__module__.rpartition(".")[0]
        self.game = game
        self.folder = Path(str(import_module(package).__file__)).parent
        self.page: Page = import_module(f"{package}.page").PAGE
        self.sprites = SPRITE + Markup((self.folder / "sprite.svg").read_text("utf-8"))
        self.env = environment(self.folder / "templates")
        self.env.globals.update(self.page.known, sprite=self.sprites, page=self.page, translate=translator())
        self.coach = coach_of(game)
        self.env.globals.update(rules=f"/games/{game.id}/guide", coach=self.coach)
        macros = vars(self.env.get_template("_macros.html").module)
        self.env.globals.update(
            {name: macro for name, macro in macros.items() if not name.startswith("_")}, part=self.part
        )
        guide = (self.folder / "guide.md").read_text("utf-8")  # it may use what the templates know
        self.guide = self.env.overlay(autoescape=False).from_string(guide).render()
        self._known: dict[str, Any] = dict(self.env.globals)
        self._templates: dict[str, Template] = {}
        self._parts: dict[str, Markup] = {}
        self.alone: Callable[..., Pieces] = lru_cache(WORDS)(self._alone)
        pen = Pen(plain(printing.say), plain(printing.count), plain(escape), self._printed, self._known)
        self._drawing: Drawing = self.page.drawing(pen)
        self._layout = self.env.get_template("layout.html")

    @property
    def styles(self) -> list[str]:
        return ["/static/base.css", "/static/table.css", f"/games/{self.game.id}/style.css"]

    def regions(self, view: View, people: list[Person]) -> Regions:
        """What the screen shows."""
        return {region.name: self.drawn(region, view, people) for region in self.page.regions}

    def drawn(self, region: Region, view: View, people: list[Person]) -> Pieces:
        if region.pieces is None:
            return self._drawing.regions[region.name](view, people)
        return [self.piece(piece) for piece in region.pieces(view, people)]

    def piece(self, piece: Piece) -> Drawn:
        """A piece of a region."""
        return Drawn(piece.id, str(self.part(piece.template, **piece.inputs)))

    def part(self, template: str, /, **inputs: Any) -> Markup:
        """A piece, drawn once for all who see the same. Templates call this too, for what recurs."""
        key = f"{template} {inputs!r}"
        html = self._parts.pop(key, None)
        if html is None:
            html = self._printed(template, **inputs)
            if len(self._parts) >= PARTS:
                del self._parts[next(iter(self._parts))]  # the one that was not asked for the longest
        self._parts[key] = html
        return html

    def _printed(self, template: str, /, **inputs: Any) -> Markup:
        found = self._templates.get(template)
        if found is None:
            found = self._templates[template] = self.env.get_template(f"{template}.html")
        return Markup(printed(found, self._known, inputs).strip())

    def _alone(self, template: str, **inputs: Any) -> Pieces:
        """A region of a single piece, whose inputs can't change."""
        return [Drawn("", str(self._printed(template, **inputs)))]

    def log_line(self, told: Told, view: View, people: list[Person]) -> str:
        """The log's line for an event, or nothing where it needs no words."""
        names = [*(person.name for person in people), *self.page.guests(view)]
        if self._drawing.line is not None:
            return self._drawing.line(told, view, names)
        return self._printed("log", event=told, view=view, names=names)

    def final(self, view: View) -> Markup:
        """The picture that belongs to the result, or nothing."""
        return self._extra(self.page.final and self.page.final(view))

    def emblem(self, value: Value) -> Markup:
        """A small drawing of an arrangement, or nothing."""
        return self._extra(self.page.emblem and self.page.emblem(value))

    def share(self, view: View) -> str:
        """The result as a text for friends, or nothing."""
        return self.page.share(view) if self.page.share else ""

    def _extra(self, piece: Piece | None) -> Markup:
        return Markup() if piece is None else self.part(piece.template, **piece.inputs)

    def main(self, regions: Regions) -> Markup:
        """The inside of the table: decoration and regions."""
        return Markup(self._layout.render(regions=whole(regions)))

    def draw(self, template: str, **values: Any) -> str:
        """A page with this game's drawings."""
        return self.env.get_template(template).render(values)


@cache
def stage_of(game: Game) -> Stage:
    return Stage(game)
