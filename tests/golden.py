"""Golden games: finished records, and playthroughs that a person can read. Each game's `golden_games.py` says how its
games are played and how a position reads; `python -m tests.golden` writes them all. Run it only when a change of the
rules is meant to alter stored games (and raise the game's rules version then). `tests/test_golden.py` replays what is
in the folders."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from hightable.engine import Beat, Game, Match, Record, State

GAMES = ("the_feast", "kings_feast", "royal_feast", "henrys_feast", "festo")


@dataclass(frozen=True)
class Golden:
    """The golden games of one title."""

    game: Game
    names: Collection[str]
    play: Callable[[str], Match]  # a finished game by its name
    described: Callable[[State, int | None], Iterable[str]]  # a position as a seat or a spectator sees it, in lines
    told: Collection[str]  # those that are playthroughs too
    undoing: Collection[str]  # those where players take back now and then

    @property
    def folder(self) -> Path:
        return Path(__file__).parent / self.game.id.replace("-", "_") / "golden"

    def record(self, name: str) -> Record:
        return Record.parse((self.folder / f"{name}.record").read_text(encoding="utf-8"))

    def playthrough(self, record: Record) -> str:
        """The record step by step: what was done, what happened, what changed for a spectator (and for player 1 where
        that is more), and what may be done next."""
        match = Match(self.game, record.seats, record.seed or "", record.options)
        options = ", ".join(f"{name} {value}" for name, value in record.options.items())
        lines = [f"{self.game.title}, {record.seats} seats, {options}", ""]
        shown: list[str] = []
        self._step(lines, shown, match, match.opening)
        for i, (seat, text) in enumerate(record.entries):
            lines.append(f"{i + 1}. player {seat + 1}: {text}")
            self._step(lines, shown, match, match.enter(record.entry(self.game, i)))
        end = match.state.result
        lines.append(f"result: scores {end.scores}, places {end.places}, won by {end.winners}, by {end.ending}")
        lines += [f"   {line.text()}: {line.points}" for line in end.lines]
        return "\n".join(lines) + "\n"

    def _step(self, lines: list[str], shown: list[str], match: Match, beats: list[Beat]) -> None:
        """Add one step; `shown` is what the last one showed."""
        for beat in beats:
            args = "".join(f" {name}={value}" for name, value in beat.args.items())
            lines.append(f"   * {beat.name}{args}{'' if beat.only < 0 else '  (secret)'}")
        state, text = match.state, self.game.text
        seen = list(self.described(state, None))
        mine = [f"(player 1) {line}" for line in self.described(state, 0) if line not in seen]
        asked = [f"player {seat + 1} may: {', '.join(map(text, state.legal(seat)))}" for seat in state.deciding]
        now = [*seen, *mine, *asked]
        lines += [f"   {line}" for line in now if line not in shown]
        lines.append("")
        shown[:] = now

    def write(self) -> None:
        self.folder.mkdir(exist_ok=True)
        for name in self.names:
            match = self.play(name)
            record = Record.parse(Record.of(match, [f"Player {i + 1}" for i in range(match.state.seats)]).text())
            self._put(f"{name}.record", record.text())
            if name in self.told:
                self._put(f"{name}.playthrough", self.playthrough(record))

    def _put(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8", newline="\n")


def golden(package: str) -> Golden:
    """What the tests of a game say of its golden games."""
    found: Golden = import_module(f"tests.{package}.golden_games").GOLDEN
    return found


if __name__ == "__main__":
    for package in GAMES:
        golden(package).write()
