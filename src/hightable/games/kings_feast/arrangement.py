"""Seating arrangements of The King's Feast: read, checked and laid out as tables of neighbours. Imports the engine."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from hightable.engine.compat import i64, vec
from hightable.engine.options import Option, Value
from hightable.engine.words import N_, Refused

GUESTS: Final = 18  # KF-1
ASSASSIN: Final = 1
KING: Final = 18
GRID: Final = 18  # rows and columns that have names; a connected piece of 18 seats always fits
PLACES: Final = tuple(f"r{row}c{column}" for row in range(1, GRID + 1) for column in range(1, GRID + 1))
FILE_BYTES: Final = 20_000
DATA: Final = Path(__file__).with_name("arrangements.toml")
NAMES: Final[dict[Value, str]] = {
    "beginners-banquet": N_("Beginner's Banquet"),
    "full-feudal-feast": N_("Full Feudal Feast"),
    "surprise-party-soiree": N_("Surprise Party Soirée"),
    "round-table-roast": N_("Round Table Roast"),
}


def broken(reason: str, **gaps: object) -> Refused:
    return Refused(reason, "KF-5", gaps)


class Arrangement:
    """KF-4 … KF-7: setup and goal by cell, in reading order, and who is a neighbour of whom: as masks of cells, or as
    one cell, -1 where there is none. Nothing here changes after it is made."""

    def __init__(self, id: str, name: str, setup: list[list[str]], goal: list[list[str]]) -> None:
        check(setup, goal)
        self.id = id
        self.name = name
        self.rows = len(setup)
        self.columns = len(setup[0])
        seats = [(r, c) for r in range(self.rows) for c in range(self.columns) if setup[r][c] != "."]
        index = {seat: cell for cell, seat in enumerate(seats)}
        self.cells = [f"r{r + 1}c{c + 1}" for r, c in seats]
        self.n: i64 = len(seats)
        self.setup = [setup[r][c] for r, c in seats]
        self.in_play: i64 = sum(1 << int(goal[r][c]) for r, c in seats)
        self.goal = vec[i64]([i64(int(goal[r][c])) for r, c in seats])
        self.place = vec[i64]([i64(r * GRID + c) for r, c in seats])  # in PLACES
        self.cell_at = vec[i64]([i64(-1)] * len(PLACES))
        for (r, c), cell in index.items():
            self.cell_at[r * GRID + c] = cell
        self.left = vec[i64]([i64(index.get((r, c - 1), -1)) for r, c in seats])  # KF-22
        self.right = vec[i64]([i64(index.get((r, c + 1), -1)) for r, c in seats])
        self.above = vec[i64]([i64(index.get((r - 1, c), -1)) for r, c in seats])
        self.below = vec[i64]([i64(index.get((r + 1, c), -1)) for r, c in seats])
        near = [(0, -1), (0, 1), (-1, 0), (1, 0)]
        diagonal = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
        jump = [(r * a, c * b) for r, c in ((1, 2), (2, 1)) for a in (-1, 1) for b in (-1, 1)]
        self.beside = masks(seats, index, near)  # KF-20
        self.around = masks(seats, index, near + diagonal)  # KF-21
        self.jumps = masks(seats, index, jump)  # KF-24

    def text(self) -> str:
        """All of it as one word, for options and records: `name:UDK/DAU>3,5,18/1,2,4`."""
        setup = [["."] * self.columns for _row in range(self.rows)]
        goal = [["."] * self.columns for _row in range(self.rows)]
        for cell in range(self.n):
            row, column = divmod(int(self.place[cell]), GRID)
            setup[row][column] = self.setup[cell]
            goal[row][column] = str(int(self.goal[cell]))
        word = "/".join(map("".join, setup)) + ">" + "/".join(map(",".join, goal))
        return f"{self.name.replace(' ', '_')}:{word}" if self.name else word


def masks(seats: list[tuple[int, int]], index: dict[tuple[int, int], int], steps: list[tuple[int, int]]) -> vec[i64]:
    """For each seat the seats that one of these steps leads to."""
    found: list[int] = []
    for r, c in seats:
        mask = 0
        for down, along in steps:
            cell = index.get((r + down, c + along), -1)
            if cell >= 0:
                mask |= 1 << cell
        found.append(mask)
    return vec[i64]([i64(mask) for mask in found])


def check(setup: list[list[str]], goal: list[list[str]]) -> None:
    """KF-5: what makes an arrangement valid; Refused with what is wrong."""
    if not setup or not setup[0] or any(len(row) != len(setup[0]) for row in setup):
        raise broken(N_("The setup needs rows of equal length, each seat or gap (a dot) apart from the next."))
    if [len(row) for row in goal] != [len(row) for row in setup]:
        raise broken(N_("Setup and goal must have the same rows and columns."))
    if len(setup) > GRID or len(setup[0]) > GRID:
        raise broken(N_("An arrangement has at most %(most)s rows and columns."), most=GRID)
    numbers: list[int] = []
    seats: set[tuple[int, int]] = set()
    for r, row in enumerate(setup):
        for c, sign in enumerate(row):
            name, wanted = f"r{r + 1}c{c + 1}", goal[r][c][:8]
            if sign not in (".", "K", "A", "U", "D"):
                raise broken(N_("At %(cell)s the setup says “%(sign)s”: not K, A, U, D, dot."), cell=name, sign=sign)
            if (sign == ".") != (wanted == "."):
                raise broken(N_("At %(cell)s only one of setup and goal has a seat."), cell=name)
            if sign == ".":
                continue
            number = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 3 else 0
            if not 1 <= number <= GUESTS:
                raise broken(N_("At %(cell)s the goal says “%(sign)s”: no number 1 to 18."), cell=name, sign=wanted)
            if number in numbers:
                raise broken(N_("The goal has guest %(number)s twice."), number=number)
            numbers.append(number)
            seats.add((r, c))
    signs = [sign for row in setup for sign in row]
    if signs.count("K") != 1 or signs.count("A") != 1:
        raise broken(N_("The setup needs exactly one King (K) and one Assassin (A)."))
    if ASSASSIN not in numbers or KING not in numbers:
        raise broken(N_("The goal must seat the Assassin (1) and the King (18)."))
    if not connected(seats):
        raise broken(N_("The seats must form one piece: each beside another, edge to edge."))


def connected(seats: set[tuple[int, int]]) -> bool:
    todo, found = [next(iter(seats))], {next(iter(seats))}
    while todo:
        r, c = todo.pop()
        for seat in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if seat in seats and seat not in found:
                found.add(seat)
                todo.append(seat)
    return found == seats


def parse(word: str) -> Arrangement:
    """An arrangement from its text, see `Arrangement.text`."""
    name, _colon, rest = word.rpartition(":")
    setup, arrow, goal = rest.partition(">")
    if not arrow or len(word) > 2000:
        raise broken(N_("An arrangement in one word looks like this: UDK/DAU>3,5,18/1,2,4"))
    rows = [list(row) for row in setup.split("/")]
    return Arrangement("", title(name.replace("_", " ")), rows, [row.split(",") for row in goal.split("/")])


def title(text: str) -> str:
    """A name that fits on a table and in a record: letters, digits and a few signs."""
    kept = "".join(sign for sign in text if sign.isalnum() or sign in " -'’.!?")
    return " ".join(kept.split())[:40].rstrip()


def shipped() -> list[Arrangement]:
    """KF-7: the four of the book."""
    found = tomllib.loads(DATA.read_text(encoding="utf-8"))["arrangement"]
    return [Arrangement(one["id"], one["name"], diagram(one, "setup"), diagram(one, "goal")) for one in found]


def diagram(data: dict[str, Any], name: str) -> list[list[str]]:
    rows = data.get(name)
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise broken(N_("The file needs “%(name)s”: a list of texts, one for each row."), name=name)
    return [row.split() for row in rows]


@lru_cache(64)
def arrangement(value: Value) -> Arrangement:
    """The arrangement of an option's value."""
    for one in shipped():
        if one.id == value:
            return one
    return parse(str(value))


class ArrangementOption(Option):
    """One of the four, or one's own: as a file, or as the word that stands for it in records."""

    def own(self, seats: int, given: object) -> Value:
        if isinstance(given, str) and ">" in given:
            return parse(given).text()
        return super().own(seats, given)

    def read(self, path: Path) -> Value:
        try:
            with path.open("rb") as file:
                data = file.read(FILE_BYTES + 1)
        except OSError as error:
            raise broken(N_("%(file)s: %(why)s"), file=path, why=error.strerror or error) from None
        except ValueError as error:  # no name of a file
            raise broken(N_("%(file)s: %(why)s"), file=path, why=error) from None
        try:
            if len(data) > FILE_BYTES:
                raise broken(N_("This is too big for an arrangement."))
            return own_of(tomllib.loads(data.decode())).text()
        except UnicodeDecodeError:
            raise broken(N_("%(file)s: %(why)s"), file=path, why="this is not text") from None
        except Refused as refused:
            raise broken(N_("%(file)s: %(why)s"), file=path, why=refused) from None
        except (ValueError, RecursionError) as error:  # no TOML, or a number or a nesting that Python gives up on
            raise broken(N_("%(file)s: %(why)s"), file=path, why=error) from None


def own_of(data: dict[str, Any]) -> Arrangement:
    """The one arrangement of a file."""
    several = data.get("arrangement", data)
    if isinstance(several, list) and len(several) == 1:
        several = several[0]
    if not isinstance(several, dict):
        raise broken(N_("The file must hold exactly one arrangement, with setup and goal."))
    name = several.get("name")
    called = title(name) if isinstance(name, str) else ""
    return Arrangement("", called, diagram(several, "setup"), diagram(several, "goal"))
