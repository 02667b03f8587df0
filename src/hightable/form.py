"""Whether this copy of High Table is compiled and, if not, why."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from hightable.engine import compiled
from hightable.locale import translator

PLAIN: Final = Path(__file__).with_name("plain.txt")  # written by a build that could not compile, see setup.py


def form() -> str:
    """Return "compiled", or "plain Python" with the reason."""
    _ = translator()
    return _("compiled") if compiled() else _("plain Python: %(why)s") % {"why": why_plain() or _("run from source")}


def why_plain() -> str:
    """Return why the last build could not compile, or an empty text if there was no such build."""
    try:
        return PLAIN.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
