"""Drawing: templates and pictures of the pages, and of each game's table screen. A game brings its own templates,
sprite, style sheet, cover and guide in its folder; nothing here knows any game by name. Imports games and Jinja2."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from hightable.engine.contract import Game, View
from hightable.engine.options import Value
from hightable.games.page import Page, Person, Piece, Told
from hightable.hall.daily import puzzles
from hightable.locale import translations, translator

HERE = Path(__file__).parent
PARTS: Final = 20_000  # drawn pieces kept per game
SPRITE = Markup((HERE / "art" / "shared.svg").read_text("utf-8"))


def environment(*folders: Path) -> Environment:
    """Templates of these folders, then of the pages that all share."""
    env = Environment(
        loader=FileSystemLoader([*folders, HERE / "templates"]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    env.install_gettext_translations(translations(), newstyle=True)  # type: ignore[attr-defined]
    env.globals.update(lang="en", sprite=SPRITE, rules="/rules", daily_served=lambda: bool(puzzles()))
    return env


PAGES = environment()
Regions = dict[str, list[tuple[str, Markup]]]


def whole(regions: Regions) -> dict[str, Markup]:
    """Each region as one piece of HTML."""
    return {name: Markup("\n").join(html for _, html in pieces) for name, pieces in regions.items()}


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
        self.env.globals.update(rules=f"/games/{game.id}/guide")
        macros = vars(self.env.get_template("_macros.html").module)
        self.env.globals.update(
            {name: macro for name, macro in macros.items() if not name.startswith("_")}, part=self.part
        )
        guide = (self.folder / "guide.md").read_text("utf-8")  # it may use what the templates know
        self.guide = self.env.overlay(autoescape=False).from_string(guide).render()
        self._globals = dict(self.env.globals)
        self._templates: dict[str, Template] = {}
        self._parts: dict[str, Markup] = {}
        self._log = self._template("log")
        self._layout = self.env.get_template("layout.html")

    @property
    def styles(self) -> list[str]:
        return ["/static/base.css", "/static/table.css", f"/games/{self.game.id}/style.css"]

    def regions(self, view: View, people: list[Person]) -> Regions:
        """What the screen shows: by region, the ids and the HTML of its pieces."""
        return {
            region.name: [
                (piece.id, self.part(piece.template, **piece.inputs)) for piece in region.pieces(view, people)
            ]
            for region in self.page.regions
        }

    def part(self, template: str, /, **inputs: Any) -> Markup:
        """A piece, drawn once for all who see the same. Templates call this too, for what recurs."""
        key = f"{template} {inputs!r}"
        html = self._parts.pop(key, None)
        if html is None:
            html = Markup(self._template(template).render(inputs).strip())
            if len(self._parts) >= PARTS:
                del self._parts[next(iter(self._parts))]  # the one that was not asked for the longest
        self._parts[key] = html
        return html

    def _template(self, name: str) -> Template:
        template = self._templates.get(name)
        if template is None:
            template = self._templates[name] = self.env.get_template(f"{name}.html")
            template.globals = self._globals  # plain: Jinja's own chain of globals is slow to search
        return template

    def log_line(self, told: Told, view: View, people: list[Person]) -> str:
        """The log's line for an event, or nothing where it needs no words."""
        names = [*(person.name for person in people), *self.page.guests(view)]
        return self._log.render(event=told, view=view, names=names).strip()

    def final(self, view: View) -> Markup:
        """The picture that belongs to the result, or nothing."""
        return self._piece(self.page.final and self.page.final(view))

    def emblem(self, value: Value) -> Markup:
        """A small drawing of an arrangement, or nothing."""
        return self._piece(self.page.emblem and self.page.emblem(value))

    def share(self, view: View) -> str:
        """The result as a text for friends, or nothing."""
        return self.page.share(view) if self.page.share else ""

    def _piece(self, piece: Piece | None) -> Markup:
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
