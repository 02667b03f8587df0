"""Compiles engine, rules, bots and what draws the pages with mypyc where a C compiler is at hand; the same sources run
plain without one, and `hightable --version` tells which form runs. HIGHTABLE_PURE=1 leaves them plain. So does an
editable install: a compiled module would win over its source when that is edited."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

PLAIN = {  # never compiled, nor are the checks: packages, words, and what would gain nothing
    "__init__.py", "compat.py", "guests.py", "page.py", "record.py", "text.py", "why.py", "words.py",
}  # fmt: skip
DRAWING = [  # what every action of a game passes on its way to the pages
    "games/coach.py", "games/page.py", "games/the_feast/page.py", "hall/play.py", "web/scene.py", "web/sketches.py",
    "web/stage.py", "web/showing.py", "web/plain.py", "web/wire.py",
]  # fmt: skip
HIDDEN = "-fvisibility=hidden"  # calls between modules are direct ones then


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
    ] + [f"src/hightable/{path}" for path in DRAWING]


def extensions():
    if os.environ.get("HIGHTABLE_PURE") == "1" or not {"bdist_wheel", "build", "build_ext"} & set(sys.argv):
        return []
    try:
        from mypyc.build import mypycify

        # A C file for each module: they compile side by side, and in a third of the time that one large file takes.
        found = mypycify(["--config-file=pyproject.toml", *sources()], opt_level="3", debug_level="0", multi_file=True)
    except (ImportError, SystemExit) as error:
        return plain(error)
    if os.name == "posix":
        for extension in found:
            extension.extra_compile_args = [*extension.extra_compile_args, HIDDEN]
    return found


def plain(reason) -> list:
    print(f"note: not compiled, High Table will run as plain Python ({str(reason)[:80]})", file=sys.stderr)
    return []


class Compile(build_ext):
    """All modules or none: half of them would not run. As many compilers at once as there are cores."""

    def build_extensions(self):
        one, self.parallel = self.compiler.compile, os.cpu_count()

        def several(files, *args, **settings):
            with ThreadPoolExecutor(self.parallel) as pool:
                done = list(pool.map(lambda file: one([file], *args, **settings), files))
            return [path for paths in done for path in paths]

        self.compiler.compile = several
        try:
            super().build_extensions()
        except (CCompilerError, ExecError, PlatformError) as error:
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = plain(error)


setup(ext_modules=extensions(), cmdclass={"build_ext": Compile})
