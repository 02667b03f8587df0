"""Workers: every candidate of the bench runs in a process of its own, reads a task a line and answers in a line. The
parent interleaves them, so that noise hits all alike. Imports the standard library only, for any interpreter."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping

CHUNK = 0.03  # seconds of processor time of one measurement


class Worker:
    """A candidate as the parent sees it. `name` is what it calls itself, "" if it can't run."""

    def __init__(self, *command: object) -> None:
        words = [str(word) for word in command]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdin and self.process.stdout
        self.questions, self.answers = self.process.stdin, self.process.stdout
        self.name = self.answers.readline().strip()

    def ask(self, task: str) -> str:
        print(task, file=self.questions, flush=True)
        return self.answers.readline().strip()

    def close(self) -> None:
        self.questions.close()
        self.process.wait()


Best = dict[tuple[str, str], float]  # microseconds per unit, by worker and task


def fastest(asked: list[tuple[Worker, str]], rounds: int) -> Best:
    """What each worker needs for its task: the best of so many rounds, all of them interleaved."""
    best: Best = {}
    for _ in range(rounds):
        for worker, task in asked:
            spent = float(worker.ask(task))
            best[worker.name, task] = min(spent, best.get((worker.name, task), spent))
    return best


def answer(name: str, timed: Mapping[str, Callable[[], object]], told: Mapping[str, Callable[[], object]]) -> None:
    """The life of a worker: it says how long a timed task takes, and what else it is asked to tell."""
    print(name, flush=True)
    for question in sys.stdin:
        task = question.strip()
        print(measure(timed[task]) if task in timed else told[task](), flush=True)


def measure(task: Callable[[], object]) -> float:
    """Microseconds of processor time per run, over about one chunk."""
    runs, several, start, spent = 0, 1, time.process_time(), 0.0
    while spent < CHUNK:
        for _ in range(several):
            task()
        runs += several
        spent = time.process_time() - start
        several = 1 + int(runs * CHUNK / 8 / max(spent, 1e-6))  # the clock is read some ten times in all
    return spent / runs * 1e6
