"""Compiles engine, rules and bots with mypyc where a C compiler is at hand; the same sources run plain without one.
HIGHTABLE_PURE=1 leaves them plain."""

import os
from pathlib import Path

from setuptools import setup

PLAIN = {"__init__.py", "compat.py", "page.py", "text.py", "words.py"}  # never compiled; nor are the checks


def sources() -> list[str]:
    folders = [
        Path("src/hightable/engine"),
        Path("src/hightable/bots"),
        *sorted(Path("src/hightable/games").glob("*/")),
    ]
    return [
        str(path)
        for folder in folders
        for path in sorted(folder.glob("*.py"))
        if path.name not in PLAIN and not path.name.startswith("check")
    ]


def extensions():
    if os.environ.get("HIGHTABLE_PURE") == "1":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    found = mypycify(["--config-file=pyproject.toml", *sources()], opt_level="3", debug_level="0")
    for extension in found:
        extension.optional = True  # no C compiler: a warning, and plain Python
    return found


setup(ext_modules=extensions())
