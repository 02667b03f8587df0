"""The promises of the architecture: folders import only from those above them, the engine is pure, nothing is copied
blindly, and no rule of a specification is without a test."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "hightable"
PURE = [path for folder in ("engine", "games", "bots") for path in sorted((SOURCE / folder).rglob("*.py"))]
KINGS = (range(1, 8), range(10, 14), range(20, 25), range(30, 36), range(40, 47), range(50, 67), range(70, 76),
         range(80, 86), range(101, 119), range(120, 133))  # fmt: skip
RULES = {  # the rules of each specification, by the folder of their tests
    "the_feast": [f"TF-{n}" for n in range(1, 22)] + [f"TF-R{n}" for n in range(1, 17)],
    "kings_feast": [f"KF-{n}" for some in KINGS for n in some] + [f"KF-R{n}" for n in range(1, 31)],
    "royal_feast": [f"RF-{n}" for n in range(1, 43)] + [f"RF-R{n}" for n in range(1, 25)],
}


def test_folders_import_only_from_those_above_them() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    done = subprocess.run([*command, "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(SOURCE)))
def test_nothing_is_copied_blindly(path: Path) -> None:
    assert "deepcopy" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("folder", "rule"), [(folder, rule) for folder in RULES for rule in RULES[folder]])
def test_every_rule_has_a_test(folder: str, rule: str) -> None:
    files = sorted((ROOT / "tests" / folder).glob("test_*.py"))
    tests = "\n".join(path.read_text(encoding="utf-8") for path in files)
    name = rule.lower().replace("-", "_")
    assert re.search(rf"^def test_{name}_\w+\(", tests, re.MULTILINE), f"no test for {rule}"
