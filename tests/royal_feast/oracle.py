"""The Royal Feast a second time, written from the specification alone and in another way than the game: places are
their names, servers are objects, legal actions are texts. Chance is asked of whoever plays. Imports nothing of ours."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

JESTER, KITCHEN = "jester", "kitchen"
CORNERS = {"NW", "NE", "SW", "SE"}
RINGS = {
    4: ["NW", "N1", "N2", "NE", "W1", "E1", "W2", "E2", "SW", "S1", "S2", "SE"],
    6: ["NW", "N1", "N2", "NE", "W1", "E1", "W2", "E2", "W3", "E3", "SW", "S1", "S2", "SE"],
}  # RF-6
CLOCKWISE = [(0, 0), (1, 0), (1, 1), (0, 1)]  # RF-22: column and row within a server tile

Tile = tuple[int, int]  # suit and value


class Chance(Protocol):
    def rolls(self) -> list[tuple[int, int]]:
        """Everybody's dice of this round in the order in which they fell: seat and value."""

    def tiles(self) -> dict[str, Tile]:
        """What lies on the ring, in the Kitchen and under the Jester."""


@dataclass(eq=False)
class Server:
    owner: int
    value: int
    number: int  # in the order of placing
    place: str


@dataclass
class Points:
    """One round, line by line, per seat."""

    tables: list[int]
    corners: list[int]
    neglected: list[int]
    kitchen: list[int]
    jester: list[int]

    def lines(self) -> list[list[int]]:
        return [self.tables, self.corners, self.neglected, self.kitchen, self.jester]


@dataclass
class Oracle:
    seats: int
    options: dict[str, object]
    chance: Chance
    round: int = 0
    phase: str = ""
    start: int = 0
    seat: int = 0  # who is asked
    asked: str = ""
    laid: set[str] = field(default_factory=set)
    tiles: dict[str, Tile] = field(default_factory=dict)
    purses: list[list[int]] = field(default_factory=list)
    picked: int | None = None
    servers: list[Server] = field(default_factory=list)
    actions: int = 0
    lifted: Server | None = None
    finisher: int | None = None
    last_turns: int = 0
    left: bool = False  # a server left the area in this turn
    quiet: int = 0  # turns since one did
    points: list[Points] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rows = 4 if self.seats == 2 else 6
        self.ring = RINGS[self.rows]
        self.squares = [f"{column}{row}" for row in range(1, self.rows + 1) for column in "abcd"]
        self.begin()

    # RF-9 … RF-14

    def begin(self) -> None:
        self.round += 1
        self.phase, self.asked = "tables", "table"
        self.start = self.seat = highest(self.seats, self.chance.rolls())
        self.laid, self.tiles, self.servers = set(), {}, []
        self.purses = [list(range(6)) for _seat in range(self.seats)]
        self.picked, self.lifted, self.finisher = None, None, None
        self.actions = self.last_turns = self.quiet = 0
        self.left = False
        if self.options["quick_tables"] == "yes":  # RF-R23
            self.laid = set(self.ring)
            self.take_places()

    def next(self) -> int:
        return (self.seat + 1) % self.seats

    def take_places(self) -> None:
        self.phase, self.asked, self.seat = "placing", "pick", self.start

    # RF-5, RF-7, RF-21 … RF-25

    def on(self, place: str) -> list[Server]:
        return [server for server in self.servers if server.place == place]

    def at(self, square: str) -> Server | None:
        return next(iter(self.on(square)), None)

    def area(self, seat: int) -> list[Server]:
        return [server for server in self.servers if server.owner == seat and server.place in self.squares]

    def near(self, square: str) -> set[str]:
        """The tables next to a square, by walking over its edges on the plan of the ring."""
        column, row = "abcd".index(square[0]) + 2, int(square[1]) + 1  # the plan has two cells per tile, from 0
        last = self.rows // 2 + 1
        plan = {(x, 0): name for x, name in enumerate(["NW", "N1", "N2", "NE"])}
        plan |= {(x, last): name for x, name in enumerate(["SW", "S1", "S2", "SE"])}
        for y in range(1, last):
            plan |= {(0, y): f"W{y}", (3, y): f"E{y}"}
        steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]
        found = {plan.get(((column + x) // 2, (row + y) // 2), "") for x, y in steps}
        if square in ("a1", "d1", f"a{self.rows}", f"d{self.rows}"):
            steps = [(x, y) for x in (-1, 1) for y in (-1, 1)]
            diagonal = {plan.get(((column + x) // 2, (row + y) // 2), "") for x, y in steps}
            found |= diagonal & CORNERS
        return found - {""}

    def destinations(self, server: Server) -> set[str]:
        taken, home = {other.place for other in self.servers}, quarter(server.place)
        found = {square for square in self.squares if square not in taken and quarter(square) != home}  # RF-23
        if server.owner == self.seat:
            found.add(KITCHEN)  # RF-25
            if len(self.on(JESTER)) < 4:
                found.add(JESTER)  # RF-24
            for table in self.near(server.place):  # RF-21
                suit, value = self.tiles[table]
                if suit == server.owner and len(self.on(table)) < size(value):
                    found.add(table)
        return found

    @property
    def legal(self) -> set[str]:
        if self.asked == "table":
            return {f"table {name}" for name in self.ring if name not in self.laid}
        if self.asked == "pick":
            return {f"pick {value}" for value in self.purses[self.seat]}
        if self.asked == "place":
            return {f"place {square}" for square in self.squares if self.at(square) is None}
        if self.asked == "to":
            assert self.lifted is not None
            return {f"to {place}" for place in self.destinations(self.lifted)}
        if self.asked == "act":
            area = [server for server in self.servers if server.place in self.squares]
            found = {f"lift {server.place}" for server in area if self.destinations(server)}
            return found | {f"rotate Q{quarter(server.place)}" for server in area} | {"done"}
        return set()

    # what a choice does

    def do(self, text: str) -> None:
        assert text in self.legal, f"{text} is not legal"
        verb, _blank, rest = text.partition(" ")
        {
            "table": self.lay,
            "pick": self.pick,
            "place": self.place,
            "rotate": self.rotate,
            "lift": self.lift,
            "to": self.take,
            "done": self.done,
        }[verb](rest)

    def lay(self, table: str) -> None:
        self.laid.add(table)
        self.seat = self.next()
        if len(self.laid) == len(self.ring):
            self.take_places()

    def pick(self, value: str) -> None:
        self.picked, self.asked = int(value), "place"

    def place(self, square: str) -> None:
        purse = self.purses[self.seat]
        value = purse[0] if self.picked is None else self.picked
        purse.remove(value)
        self.servers.append(Server(self.seat, value, len(self.servers), square))
        self.picked, self.seat = None, self.next()
        left = len(self.purses[self.seat])
        self.asked = "pick" if left > 1 else "place"  # RF-18
        if not left:
            self.tiles = self.chance.tiles()  # RF-19
            self.phase = "service"
            self.seat = self.start  # RF-R3
            self.turn()

    def turn(self) -> None:
        self.actions, self.asked, self.left = 2, "act", False

    def rotate(self, name: str) -> None:
        servers = [s for s in self.servers if s.place in self.squares and quarter(s.place) == int(name[1])]
        for server in servers:
            column, row = "abcd".index(server.place[0]), int(server.place[1]) - 1
            x, y = CLOCKWISE[(CLOCKWISE.index((column % 2, row % 2)) + 1) % 4]
            server.place = f"{'abcd'[column // 2 * 2 + x]}{row // 2 * 2 + y + 1}"
        self.acted()

    def lift(self, square: str) -> None:
        self.lifted, self.asked = self.at(square), "to"

    def take(self, place: str) -> None:
        assert self.lifted is not None
        self.lifted.place = place
        self.lifted, self.asked = None, "act"
        self.left = self.left or place not in self.squares
        self.acted()

    def acted(self) -> None:
        self.actions -= 1
        if not self.area(self.seat):  # RF-27
            if self.finisher is None:
                self.finisher, self.last_turns = self.seat, self.seats  # this one counts too
            self.end_turn()
        elif not self.actions:
            self.end_turn()

    def done(self, _rest: str) -> None:
        self.end_turn()

    def end_turn(self) -> None:
        self.quiet = 0 if self.left else self.quiet + 1
        if self.finisher is not None:
            self.last_turns -= 1
        if self.quiet == 4 * self.seats or (self.finisher is not None and not self.last_turns):
            self.score()
        else:
            self.seat = self.next()
            self.turn()

    # RF-29 … RF-38

    def score(self) -> None:
        nought = [0] * self.seats
        points = Points(nought[:], nought[:], nought[:], nought[:], nought[:])
        for table in self.ring:
            suit, value = self.tiles[table]
            servers = self.on(table)
            if not servers and suit < self.seats:
                points.neglected[suit] -= size(value)
            for server in servers:
                worth = server.value or int(str(self.options["null_coin"]))  # RF-R1
                if table in CORNERS:
                    points.corners[server.owner] += 2 * worth
                else:
                    points.tables[server.owner] += worth
        for seat in range(self.seats):
            cooks = sum(server.owner == seat for server in self.on(KITCHEN))
            points.kitchen[seat] = cooks
            if cooks and self.tiles[KITCHEN][0] == seat:
                sums = [points.tables[seat], points.corners[seat], points.neglected[seat], cooks]
                points.kitchen[seat] += sum(sums) if self.options["kitchen_double"] == "round" else cooks
        points.jester = self.jest()
        self.points.append(points)
        if self.round < 2:
            self.begin()
        else:
            self.phase, self.asked = "over", ""

    def jest(self) -> list[int]:
        fools = [sum(server.owner == seat for server in self.on(JESTER)) for seat in range(self.seats)]
        most = max(fools)
        leaders = [seat for seat in range(self.seats) if fools[seat] == most]
        match = sum(self.tiles[table][0] == self.tiles[JESTER][0] for table in self.ring)
        if not most:
            return [0] * self.seats
        if len(leaders) > 1:
            return [int(seat in leaders) for seat in range(self.seats)]
        if match:
            return [sum(fools) + match if seat in leaders else 0 for seat in range(self.seats)]
        return [0 if seat in leaders else fools[seat] for seat in range(self.seats)]

    @property
    def totals(self) -> list[int]:
        return [sum(line[seat] for one in self.points for line in one.lines()) for seat in range(self.seats)]


def size(value: int) -> int:
    """RF-2: a table's capacity and penalty."""
    return max(value, 1)


def quarter(square: str) -> int:
    """The number of a square's server tile."""
    return (int(square[1]) - 1) // 2 * 2 + "abcd".index(square[0]) // 2 + 1


def highest(seats: int, rolls: list[tuple[int, int]]) -> int:
    """RF-12, RF-R2: who rolled highest, those tied for it again and again."""
    rolling, at = list(range(seats)), 0
    while len(rolling) > 1:
        now = dict(rolls[at : at + len(rolling)])
        at += len(rolling)
        assert sorted(now) == rolling, f"{rolling} roll, but {now} fell"
        rolling = [seat for seat in rolling if now[seat] == max(now.values())]
    assert at == len(rolls), "somebody rolled without need"
    return rolling[0]
