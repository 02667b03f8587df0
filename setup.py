"""Compiles the engine, the games, the bots and the rendering of pages with mypyc if a C compiler is available. The same
sources also run uncompiled: then the package carries one line in PLAIN that says why, and `hightable --version` shows
it. HIGHTABLE_PURE=1 skips the compilation. So does an editable install, because a compiled module would hide the source
that is being edited."""

import io
import os
import shutil
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CCompilerError, ExecError, PlatformError

PLAIN = "hightable/plain.txt"  # why a build is not compiled; hightable.form reads it
UNCOMPILED = {  # packages, wording, and what would gain nothing; the check*.py stay uncompiled too
    "__init__.py", "compat.py", "guests.py", "page.py", "record.py", "text.py", "why.py", "words.py",
}  # fmt: skip
RENDERING = [  # what every action passes through on its way to the pages
    "games/coach.py", "games/page.py", "games/the_feast/page.py", "hall/play.py", "web/scene.py", "web/sketches.py",
    "web/log.py", "web/stage.py", "web/showing.py", "web/plain.py", "web/wire.py",
]  # fmt: skip
# Types from other packages are left out even if those packages happen to be installed, so the result depends on the
# declared build requirements alone. `make lint` checks the types strictly, with everything installed.
MYPY = ["--config-file=", "--no-site-packages", "--ignore-missing-imports", "--follow-imports=silent"]
HIDDEN = "-fvisibility=hidden"  # makes calls between the compiled modules direct


class NotCompiled(Exception):
    """Why this build stays plain Python, in a few words."""


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
        if path.name not in UNCOMPILED and not path.name.startswith("check")
    ] + [f"src/hightable/{path}" for path in RENDERING]


def extensions():
    """The C extensions to build, or NotCompiled."""
    if os.environ.get("HIGHTABLE_PURE") == "1":
        raise NotCompiled("built for any machine (HIGHTABLE_PURE=1)")
    if os.name == "posix":
        compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
        if not shutil.which(compiler):
            raise NotCompiled("no C compiler found")
        if not Path(sysconfig.get_path("include"), "Python.h").exists():
            raise NotCompiled("no Python headers found")
    try:
        from mypyc.build import mypycify
    except ImportError:
        raise NotCompiled("mypyc is not installed") from None
    said = io.StringIO()
    try:
        # A C file for each module: they compile side by side, in a third of the time that one large file takes.
        with redirect_stdout(said):
            found = mypycify([*MYPY, *sources()], opt_level="3", debug_level="0", multi_file=True)
    except SystemExit as error:
        lines = [line for line in said.getvalue().splitlines() if "error:" in line]
        print(said.getvalue(), file=sys.stderr)
        raise NotCompiled(f"mypyc failed: {lines[0] if lines else error}") from None
    if os.name == "posix":
        for extension in found:
            extension.extra_compile_args = [*extension.extra_compile_args, HIDDEN]
    return found


class BuildPy(build_py):
    """Leaves the reason in a build that isn't compiled."""

    def run(self):
        super().run()
        if reason and not self.editable_mode:
            explain(Path(self.build_lib), reason)


class BuildExt(build_ext):
    """Builds all modules or none, because half of them would not run; as many at once as there are cores."""

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
            self.extensions = []
            explain(Path(self.build_lib), f"the C compiler failed: {error}")


def explain(folder: Path, why: str) -> None:
    line = " ".join(why.split())[:200]
    print(f"note: High Table will run as plain Python: {line}", file=sys.stderr)
    (folder / PLAIN).write_text(f"{line}\n", encoding="utf-8")


found, reason = [], ""
if {"bdist_wheel", "build", "build_ext"} & set(sys.argv):
    try:
        found = extensions()
    except NotCompiled as why:
        reason = str(why)
setup(ext_modules=found, cmdclass={"build_py": BuildPy, "build_ext": BuildExt})
