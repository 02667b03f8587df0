"""Languages: the catalogue of the reader's language, English where there is none. Imports the standard library only."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import cache
from pathlib import Path

CATALOGUES = Path(__file__).parent / "locales"


@cache
def translations() -> gettext.NullTranslations:
    """The catalogue that the environment asks for (LANGUAGE, LC_ALL, LC_MESSAGES, LANG)."""
    return gettext.translation("hightable", CATALOGUES, fallback=True)


def translator() -> Callable[[str], str]:
    """Translates one sentence."""
    return translations().gettext
