"""What the README and the docstrings show is what happens."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path) -> None:
    text = page.read_text("utf-8").replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("name", ["hightable", "hightable.engine.actions", "hightable.games.text"])
def test_docstrings_run(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
        assert (page.parent / link).exists(), f"{page.name} links to {link}"


def cells(line: str) -> int:
    """How many cells a row of a table has; an escaped bar, or one in code, is part of a cell."""
    return len(re.sub(r"`[^`]*`|\\\|", "", line.strip()).strip("|").split("|"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_row_of_a_table_has_as_many_cells_as_its_header(page: Path) -> None:
    header, code = 0, False
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        code ^= line.startswith("```")
        if code or not line.startswith("|"):
            header = 0
            continue
        header = header or cells(line)
        assert cells(line) == header, f"{page.name}, line {number}: {cells(line)} cells instead of {header}"
