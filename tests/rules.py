"""The rules of each specification against the tests that are named after them.

    make rules

prints the table; `test_layers.py` demands that no rule is without a test, save those listed here with a reason."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

from hightable.games import game

TESTS = Path(__file__).parent
KINGS = chain(
    range(1, 8), range(10, 14), range(20, 25), range(30, 36), range(40, 47), range(50, 67), range(70, 76),
    range(80, 86), range(101, 119), range(120, 133),
)  # fmt: skip
RULES = {  # by game
    "the-feast": [f"TF-{n}" for n in range(1, 22)] + [f"TF-R{n}" for n in range(1, 17)],
    "kings-feast": [f"KF-{n}" for n in KINGS] + [f"KF-R{n}" for n in range(1, 31)],
    "royal-feast": [f"RF-{n}" for n in range(1, 43)] + [f"RF-R{n}" for n in range(1, 25)],
    "henrys-feast": [f"HF-{n}" for n in range(1, 112)] + [f"HF-R{n}" for n in range(1, 76)],
    "festo": [f"FE-{n}" for n in range(1, 78)]
    + [f"FE-R{n}" for n in range(1, 32)]
    + [f"FE-E{n}" for n in range(1, 15)],
}
UNTESTED = {
    "HF-R12": "Somebody who leaves is outside the rules; the hall plays on for them, and is tested for it.",
}


def named_after(rule: str, id: str) -> list[str]:
    """The tests of a rule, as file and function."""
    start = re.compile(rf"^def (test_{rule.lower().replace('-', '_')}_\w+)\(", re.MULTILINE)
    files = sorted((TESTS / id.replace("-", "_")).glob("test_*.py"))
    return [f"{path.stem}::{name}" for path in files for name in start.findall(path.read_text(encoding="utf-8"))]


def main() -> None:
    for id, rules in RULES.items():
        print(f"## {game(id).title}\n\n| rule | tests |\n|---|---|")
        for rule in rules:
            tests = [f"`{name}`" for name in named_after(rule, id)]
            print(f"| {rule} | {'<br>'.join(tests) or UNTESTED[rule]} |")
        tested = sum(rule not in UNTESTED for rule in rules)
        print(f"\n{tested} of {len(rules)} rules with tests named after them.\n")


if __name__ == "__main__":
    main()
