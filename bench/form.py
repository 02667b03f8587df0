"""One form of the engine in a process of its own. It reads a task's name a line, runs the task for a moment, and
answers with microseconds of processor time per unit; the parent interleaves the forms, so that noise hits all alike.

    python -m bench.form [FOLDER]     FOLDER holds the compiled package; the installed one otherwise"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from hashlib import sha256

SEATS = 5
CHUNK = 0.03  # seconds of one measurement


class Form:
    def __init__(self) -> None:
        import hightable
        from bench import yardstick
        from hightable.engine import Fast, playout

        self.game = hightable.game("the-feast")
        self.options = self.game.resolve(SEATS)
        self.fast, self.playout, self.yardstick = Fast, playout, yardstick
        self.dice, self.stream = Fast(1), yardstick.Stream(Fast(1).state)
        self.middle = self.game.start(SEATS, "middle", dice="fast")
        for seat in (0, 1, 2):
            self.middle.apply(seat, self.middle.legal(seat)[0])
        self.view = self.middle.view(0)
        self.number = 0

    def run_playout(self) -> None:
        self.number += 1
        self.playout(self.game.begin(SEATS, self.options, self.fast(self.number)), self.dice)

    def run_yardstick(self) -> None:
        self.number += 1
        self.yardstick.playout(SEATS, self.fast(self.number).state, self.stream)

    def run_copy(self) -> None:
        self.middle.copy()

    def run_view(self) -> None:
        self.middle.view(0)

    def run_imagine(self) -> None:
        self.game.imagine(self.view, self.dice)

    def run_trajectory(self) -> str:
        """A digest of many random games, the same in every form; each is compared with the yardstick's."""
        digest = sha256()
        dice, stream = self.fast(7), self.yardstick.Stream(self.fast(7).state)
        for i in range(60):
            seats = 4 + i % 5
            state = self.game.begin(seats, self.game.resolve(seats), self.fast(i))
            played = (self.playout(state, dice), state.result.scores)
            if played != self.yardstick.playout(seats, self.fast(i).state, stream):
                return f"game {i} differs from the yardstick's"
            digest.update(repr(played).encode())
        return digest.hexdigest()[:16]


def measure(task: Callable[[], object]) -> float:
    """Microseconds of processor time per run, over about one chunk."""
    runs, start, end = 0, time.process_time(), 0.0
    while (end := time.process_time()) - start < CHUNK:
        for _ in range(8):
            task()
        runs += 8
    return (end - start) / runs * 1e6


def main() -> None:
    if len(sys.argv) > 1:
        sys.path.insert(0, sys.argv[1])
    form = Form()
    from hightable.engine import contract

    print("compiled" if contract.__file__.endswith((".so", ".pyd")) else "plain", flush=True)
    for line in sys.stdin:
        task = getattr(form, f"run_{line.strip()}")
        print(task() if line.strip() == "trajectory" else measure(task), flush=True)


if __name__ == "__main__":
    main()
