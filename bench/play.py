"""How well the bots play each game, in short: the commands of the docs with fewer games, on the compiled form."""

from __future__ import annotations

import os
import subprocess
import sys

from bench.engine import COMPILED

SHORT = (
    "the-feast --bots greedy,random,random,random --games 500",
    "kings-feast --option arrangement=beginners-banquet --bots master --games 100",
    "royal-feast --bots greedy,random --games 200",
    "henrys-feast --option quick=yes --bots greedy,random --games 100",
    "festo --bots greedy,random --games 100",
)


def report() -> None:
    env = {**os.environ, "PYTHONPATH": str(COMPILED), "COLUMNS": "100"}
    for words in SHORT:
        command = ["simulate", *words.split(), "--seed", "1"]
        print(f"hightable {' '.join(command)}", flush=True)
        subprocess.run([sys.executable, "-m", "hightable", *command], env=env, check=True)
