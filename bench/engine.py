"""The engine's speed: compiled and plain forms against the yardstick, interleaved, the best of many short chunks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

COMPILED = Path("build/compiled")
ROUNDS = 12


class Worker:
    """A form in its own process."""

    def __init__(self, folder: Path | None) -> None:
        command = [sys.executable, "-m", "bench.form", *([str(folder)] if folder else [])]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.kind = self.ask()

    def ask(self, task: str = "") -> str:
        assert self.process.stdin and self.process.stdout
        if task:
            self.process.stdin.write(task + "\n")
            self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


def figures(rounds: int = ROUNDS) -> dict[str, dict[str, float]]:
    """Microseconds per unit, by form and task, and the check that all forms play the same."""
    plain, compiled = Worker(None), Worker(COMPILED)
    try:
        if (plain.kind, compiled.kind) != ("plain", "compiled"):
            raise SystemExit(f"expected a plain and a compiled form, found {plain.kind} and {compiled.kind}")
        trajectories = {worker.ask("trajectory") for worker in (plain, compiled)}
        if len(trajectories) != 1 or " " in next(iter(trajectories)):
            raise SystemExit(f"the forms play different games: {trajectories}")
        best: dict[str, dict[str, float]] = {"plain": {}, "compiled": {}}
        for _ in range(rounds):
            for task in ("yardstick", "playout", "copy", "view", "imagine"):
                for worker in (plain, compiled):
                    spent = float(worker.ask(task))
                    known = best[worker.kind].get(task, spent)
                    best[worker.kind][task] = min(known, spent)
        return best
    finally:
        plain.close()
        compiled.close()


def report() -> None:
    best = figures()
    yardstick = min(form["yardstick"] for form in best.values())
    print("The Feast, 5 seats, random play, one core (microseconds; ratio to the plain-Python yardstick)")
    print(f"  {'yardstick':<12}{yardstick:>10.1f}  1.00")
    for kind, form in best.items():
        print(f"  {kind:<12}{form['playout']:>10.1f}  {yardstick / form['playout']:.2f}")
    for task in ("copy", "view", "imagine"):
        plain, compiled = best["plain"][task], best["compiled"][task]
        print(f"  {task:<12}{compiled:>10.2f}  compiled; plain {plain:.2f}, {plain / compiled:.1f} times as long")
    print("  the same trajectories in both forms and in the yardstick")
