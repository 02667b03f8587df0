"""Printing: Jinja2 set up for many small pieces of HTML, in the reader's language. Its own way of calling functions and
of making a context serves every use that a template can have; ours serves what our templates do, in half of the time.
Imports Jinja2 and the catalogues."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from jinja2.runtime import Context
from markupsafe import Markup, escape

from hightable.locale import translations

SAID: Final = 8192  # sentences kept


class _Plain(Context):
    """A context whose functions get what the template gives them, and nothing else."""

    def call(
        self, function: Callable[..., Any], /, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **named: Any
    ) -> Any:
        return function(*args, **named)


def put(thing: Any) -> str:
    """What stands in the HTML for a thing; most are HTML or numbers already, and escaping asks them twice."""
    kind = type(thing)
    return thing if kind is Markup else str(thing) if kind is int else escape(thing)


class _Quick(Template):
    """A template that puts things into its HTML by `put`."""

    @classmethod
    def _from_namespace(
        cls, environment: Environment, namespace: MutableMapping[str, Any], globals: MutableMapping[str, Any]
    ) -> Template:
        namespace["escape"] = put
        return super()._from_namespace(environment, namespace, globals)


@lru_cache(SAID, typed=True)  # HTML and a text that reads the same are two things
def say(sentence: str, /, **gaps: object) -> Markup:
    """A sentence of a template in the reader's language; what fills its gaps is escaped."""
    return _filled(translations().gettext(sentence), gaps)


@lru_cache(SAID, typed=True)
def count(one: str, many: str, number: int, /, **gaps: object) -> Markup:
    """The same for one or for many of a thing."""
    return _filled(translations().ngettext(one, many, number), {"num": number, **gaps})


def _filled(sentence: str, gaps: Mapping[str, object]) -> Markup:
    return Markup(sentence % {name: escape(gap) if isinstance(gap, str) else gap for name, gap in gaps.items()})


def environment(*folders: Path) -> Environment:
    """Templates of these folders, the first that has it."""
    env = Environment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    env.context_class = _Plain
    env.template_class = _Quick
    env.newstyle_gettext = True  # type: ignore[attr-defined]
    env.globals.update({"_": say, "gettext": say, "ngettext": count})
    return env


def printed(template: Template, known: dict[str, Any], inputs: dict[str, Any]) -> str:
    """What a template makes of these inputs, which it may change, and of what all templates of its kind know."""
    context = _Plain(template.environment, known, template.name, template.blocks)
    context.vars = inputs
    return "".join(template.root_render_func(context))
