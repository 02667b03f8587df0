"""The engine's speed: both forms of all games, and The Feast against yardsticks: idiomatic Python, C++ by hand, and
OpenSpiel. All candidates are interleaved in one run, the best of many short chunks of processor time counts, and all
play the same games. A yardstick that can't be made is skipped with a line."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path

from bench.form import SEARCHED, SEATS
from bench.worker import Best, Worker, fastest

COMPILED = Path("build/compiled")
OPEN_SPIEL = Path("build/openspiel")  # an environment of its own: nothing here needs it
VERSION = "open_spiel==2.0.2"
ROUNDS = 12
FEAST = "the-feast"
TASKS = ("playout", "copy", "view", "imagine")
WORDS = {
    "plain": "our engine, plain",
    "compiled": "our engine, compiled",
    "c++": "C++ by hand, g++ -O2",
    "openspiel": "OpenSpiel, as a Python game",
}


def forms(stack: ExitStack) -> list[Worker]:
    """Both forms, which play the same games."""
    workers = [
        stack.enter_context(closing(Worker(sys.executable, "-m", "bench.form", *folder)))
        for folder in ((), (COMPILED,))
    ]
    if [worker.name for worker in workers] != ["plain", "compiled"]:
        raise SystemExit(f"expected a plain and a compiled form, found {[worker.name for worker in workers]}")
    for game in SEATS:
        agree(workers, f"games {game}")
    return workers


def agree(workers: list[Worker], task: str) -> None:
    """Stop the bench if candidates play different games."""
    answers = {worker.ask(task) for worker in workers}
    if len(answers) != 1 or ";" not in next(iter(answers)):
        raise SystemExit(f"not the same games: {[worker.name for worker in workers]}, {task}")


def cpp(stack: ExitStack) -> list[Worker]:
    """The Feast in C++, compiled now."""
    if not shutil.which("g++"):
        print("skipped: C++ by hand (no g++ here)")
        return []
    program = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "yardstick"
    source = Path(__file__).with_name("yardstick.cpp")
    subprocess.run(["g++", "-O2", "-o", program, source], check=True)
    return [stack.enter_context(closing(Worker(program)))]


def open_spiel(stack: ExitStack) -> list[Worker]:
    """OpenSpiel in an environment of its own, which is made when it isn't there yet."""
    python = OPEN_SPIEL / "bin" / "python"
    if not (OPEN_SPIEL / "whole").exists():
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", VERSION]
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", OPEN_SPIEL], capture_output=True)
        if made.returncode or subprocess.run(pip, capture_output=True).returncode:
            print(f"skipped: OpenSpiel ({VERSION} can't be installed here)")
            return []
        (OPEN_SPIEL / "whole").touch()
    return [stack.enter_context(closing(Worker(python, "-m", "bench.openspiel")))]


def report(rounds: int = ROUNDS) -> None:
    with ExitStack() as stack:
        plain, compiled = forms(stack)
        yardsticks = cpp(stack) + open_spiel(stack)
        agree([plain, *yardsticks], f"games {FEAST}")
        if plain.ask("idiomatic games") != plain.ask(f"games {FEAST}"):
            raise SystemExit("the idiomatic yardstick plays other games")
        asked = [(plain, "idiomatic"), *((worker, f"playout {FEAST}") for worker in yardsticks)]
        asked += [(worker, "playout goofspiel") for worker in yardsticks if worker.name == "openspiel"]
        thinking = [(compiled, game) for game in SEARCHED]
        thinking += [(w, game) for w in yardsticks if w.name == "openspiel" for game in (FEAST, "goofspiel")]
        asked += [(worker, f"search {game}") for worker, game in thinking]
        asked += [(form, f"{task} {game}") for game in SEATS for task in TASKS for form in (plain, compiled)]
        best = fastest(asked, rounds)
        lengths = {game: float(compiled.ask(f"decide {game}")) for game in SEATS}
        counts = {(worker.name, game): int(worker.ask(f"iterations {game}")) for worker, game in thinking}
        for worker in yardsticks:
            if worker.name == "openspiel":
                lengths["goofspiel"] = float(worker.ask("decide goofspiel"))
    feast_table(best, lengths)
    games_table(best, lengths)
    search_table(best, counts)


def feast_table(best: Best, lengths: dict[str, float]) -> None:
    """The Feast against the yardsticks."""
    rows = [("idiomatic Python", best["plain", "idiomatic"])]
    for name, words in WORDS.items():
        if (name, f"playout {FEAST}") in best:
            rows.append((words, best[name, f"playout {FEAST}"]))
    ours = best["compiled", f"playout {FEAST}"]
    print(f"The Feast, {SEATS[FEAST]} seats, {lengths[FEAST]:.0f} decisions: random play, one core")
    print(f"  {'':<30}{'us a game':>12}{'games/s':>12}{'Python = 1':>14}{'time / ours':>14}")
    for words, spent in rows:
        print(f"  {words:<30}{spent:>12.1f}{1e6 / spent:>12,.0f}{rows[0][1] / spent:>14.2f}{spent / ours:>14.2f}")
    if "goofspiel" in lengths:
        decision = best["openspiel", "playout goofspiel"] / lengths["goofspiel"]
        print(
            f"  for orientation: OpenSpiel's C++ goofspiel, driven from Python, {decision:.3f} us a decision;", end=" "
        )
        print(f"The Feast compiled {ours / lengths[FEAST]:.3f} us")


def games_table(best: Best, lengths: dict[str, float]) -> None:
    """Every game, compiled and plain."""
    print("Each game, compiled: microseconds, and in brackets how many times as long the plain form takes")
    print(f"  {'':<13}{'seats':>6}{'decisions':>10}{'a decision':>13}" + "".join(f"{task:>18}" for task in TASKS))
    for game, seats in SEATS.items():
        line = f"  {game:<13}{seats:>6}{lengths[game]:>10.0f}"
        line += f"{best['compiled', f'playout {game}'] / lengths[game]:>13.3f}"
        for task in TASKS:
            fast, slow = best["compiled", f"{task} {game}"], best["plain", f"{task} {game}"]
            line += f"{fast:>10.2f}{f'({slow / fast:.1f})':>8}"
        print(line)


def search_table(best: Best, counts: dict[tuple[str, str], int]) -> None:
    """Our search, compiled, and OpenSpiel's in Python, at the first decision of a game."""
    print("Search at the first decision of a game: iterations a second, one core")
    rates = {key: 1e6 * count / best[key[0], f"search {key[1]}"] for key, count in counts.items()}
    for (name, game), rate in rates.items():
        print(f"  {'ours' if name == 'compiled' else 'OpenSpiel, in Python':<22}{game:<13}{rate:>12,.0f}", end="")
        theirs = rates.get(("openspiel", game))
        print(f"   {rate / theirs:,.0f} times OpenSpiel's" if name == "compiled" and theirs else "")
