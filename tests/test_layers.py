"""The promises of the architecture: folders import only from those above them, the engine is pure, nothing is copied
blindly, and no rule of a specification is without a test."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hightable.games import games
from tests.rules import RULES, UNTESTED, named_after

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "hightable"
PURE = [path for folder in ("engine", "games", "bots") for path in sorted((SOURCE / folder).rglob("*.py"))]


def test_folders_import_only_from_those_above_them() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    done = subprocess.run([*command, "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(SOURCE)))
def test_nothing_is_copied_blindly(path: Path) -> None:
    assert "deepcopy" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("id", "rule"), [(id, rule) for id, rules in RULES.items() for rule in rules])
def test_every_rule_has_a_test_or_a_reason_why_not(id: str, rule: str) -> None:
    assert bool(named_after(rule, id)) != (rule in UNTESTED), f"no test for {rule}"


def test_every_game_is_listed_with_its_rules() -> None:
    assert sorted(RULES) == sorted(games())
