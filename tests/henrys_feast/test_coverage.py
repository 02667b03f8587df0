"""Every rule and ruling of the specification has a test named after it, save those listed here with the reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

RULES = [f"HF-{n}" for n in range(1, 112)] + [f"HF-R{n}" for n in range(1, 76)]
UNTESTED = {"HF-R12": "A player who leaves is outside the rules; stand-ins are the hall's and tested there."}


def names() -> str:
    files = sorted(Path(__file__).parent.glob("test_*.py"))
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_test(rule: str) -> None:
    name = rule.lower().replace("-", "_")
    found = re.search(rf"^def test_{name}_\w+\(", names(), re.MULTILINE)
    assert (found is None) == (rule in UNTESTED), f"no test for {rule}"
