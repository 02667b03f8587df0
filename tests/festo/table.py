"""Sets the table of Festo!: any position as readable data, actions played as texts, and what lies where by name. What a
test doesn't mention is filled up, so that no cube, piece or dish is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from hightable.engine import Beat, Fast, Refused, State, View
from hightable.games.festo.game import GAME
from hightable.games.festo.pieces import (
    COLOURS,
    CUBES,
    DISCS,
    DISHES,
    EVENT_CARDS,
    HELPERS,
    LOCATIONS,
    PER_COLOUR,
    SALT,
    SEATS,
    SHELF_CAP,
    SMALL,
    TYPES,
)
from hightable.games.festo.state import EATEN, HUES, IN_BOX, IN_PILE, KINDS, ON_BUFFET, ON_STACK, PLACES, Festo

ROWS = TYPES[:4]
PHASES = {
    "start": ("StartPlayer", 1), "swap": ("SwapMeet", 2), "morning": ("Morning", 3), "afternoon": ("Afternoon", 4),
    "street": ("Street", 5), "cooking": ("Cooking", 6), "larders": ("Larders", 7), "next": ("", 7),
}  # fmt: skip
GIVEN = 2  # what a round has behind it when Shopping begins


class Rigged(Fast):
    """Dice that fall as told."""

    def __init__(self, faces: Sequence[int]) -> None:
        super().__init__(0)
        self.faces = list(faces)

    def below(self, n: int) -> int:
        self.drawn += 1
        return self.faces.pop(0) - 1

    def copy(self) -> Rigged:
        dice = Rigged(self.faces)
        dice.drawn = self.drawn
        return dice


def words(text: str) -> Counter[str]:
    """`meat*2 salt` counted."""
    found = Counter[str]()
    for word in text.split():
        name, _, times = word.partition("*")
        found[name] += int(times or 1)
    return found


def player(cubes: str = "", dishes: str = "", tokens: int = 0) -> dict[str, Any]:
    """What lies before a player: `player("meat*3 salt", "drink-honey roast-1")`."""
    return {"cubes": words(cubes), "dishes": dishes.split(), "tokens": tokens}


class Table:
    """A game in progress."""

    def __init__(self, state: State) -> None:
        assert isinstance(state, Festo)
        self.state = state

    # playing

    @property
    def seat(self) -> int:
        """Who decides."""
        (seat,) = self.state.deciding
        return seat

    @property
    def legal(self) -> list[str]:
        """What the deciding seat may do."""
        return [GAME.text(action) for action in self.state.legal(self.seat)]

    def may(self, verb: str) -> list[str]:
        """What it may do of one kind: `take` gives `meat` and so on."""
        return [text.split(":", 1)[1] for text in self.legal if text.startswith(f"{verb}:")]

    def do(self, *texts: str) -> list[Beat]:
        """The deciding seats play these actions; what happened."""
        beats: list[Beat] = []
        self.state.beats = beats
        for text in texts:
            self.state.apply(self.seat, GAME.parse(text))
        self.state.beats = None
        return beats

    def why_not(self, text: str, seat: int | None = None) -> Refused:
        """Why this is refused."""
        refused = self.state.why_not(self.seat if seat is None else seat, GAME.parse(text))
        assert refused is not None, f"{text} is legal"
        return refused

    # looking

    def view(self, viewer: int | None = None) -> View:
        return self.state.view(viewer)

    @property
    def asked(self) -> str:
        return str(self.view()["asked"])

    @property
    def phase(self) -> str:
        return str(self.view()["phase"])

    def cubes(self, seat: int) -> str:
        """`meat*2 salt`."""
        return named(self.view()["players"][seat]["cubes"])

    def market(self, place: str) -> str:
        return named(self.view()["markets"][LOCATIONS.index(place)])

    @property
    def shelves(self) -> list[int]:
        return list(self.view()["markets"][LOCATIONS.index("grocer")])

    def supply(self, cube: str) -> int:
        return int(self.view()["supply"][CUBES.index(cube)])

    def area(self, place: str, seat: int) -> tuple[int, int]:
        """Helpers and discs."""
        helpers, discs = self.view()["areas"][LOCATIONS.index(place)][seat]
        return helpers, discs

    def coming(self, place: str, seat: int) -> int:
        return int(self.view()["coming"][LOCATIONS.index(place)][seat])

    def home(self, seat: int) -> tuple[int, int]:
        return self.view()["players"][seat]["helpers"], self.view()["players"][seat]["discs"]

    def tokens(self, seat: int) -> int:
        return int(self.view()["players"][seat]["tokens"])

    def dishes(self, seat: int) -> list[str]:
        return list(self.view()["players"][seat]["dishes"])

    def row(self, kind: str) -> list[str | None]:
        """The colours in a row."""
        start = ROWS.index(kind) * 3
        return [dish and dish.split("-")[1] for dish in self.view()["buffet"][start : start + 3]]

    def reserved(self) -> dict[str, tuple[int, str]]:
        return {one["dish"]: (one["seat"], ("helper", "disc")[one["piece"]]) for one in self.view()["reserved"]}

    @property
    def price(self) -> str:
        """What is still to be paid in coloured cubes."""
        return named(self.view()["price"]["need"])


def named(counts: Sequence[int]) -> str:
    return " ".join(f"{name}*{n}" if n > 1 else name for name, n in zip(CUBES, counts, strict=False) if n)


def told(beats: Sequence[Beat], event: str) -> list[tuple[int, ...]]:
    """The numbers of all events of this name."""
    return [tuple(beat.args.values()) for beat in beats if beat.name == event]


def new(seats: int = 2, seed: str = "s", **options: object) -> Table:
    return Table(GAME.start(seats, seed, options))


def table(
    *players: Mapping[str, Any],
    seats: int = 2,
    phase: str = "street",
    round: int = 2,
    holder: int = 0,
    event: str = "",
    magical: bool = False,
    markets: Mapping[str, str] | None = None,
    shelves: str = "",
    areas: Mapping[str, str] | None = None,
    coming: Mapping[str, str] | None = None,
    rows: Mapping[str, str] | None = None,
    piles: Mapping[str, str] | None = None,
    reserved: Mapping[str, str] | None = None,
    covers: str = "",
    faces: Sequence[int] = (),
) -> Table:
    """A position at the start of a phase, played on to its first decision; `next` stands between two rounds, `roll`
    right before the morning's roll. Players in the order of the seats. A piece is its seat, with `d` for a disc:
    `areas={"elf": "0*2 1d"}`. `rows` names the colours of a row with `-` for a gap, `piles` those on top of a pile.
    Rows that aren't named hold meat, honey and spice, less what is cooked already. `faces` are the next dice."""
    everybody = [*players, *[player()] * (seats - len(players))]
    state = GAME.start(seats, "table", {"magical": "yes" if magical else "no", "events": "on" if event else "off"})
    data = state.dump()
    name, number = ("", GIVEN) if phase == "roll" else PHASES[phase]
    mask = 1 << holder if phase == "start" else 0
    stack = [["Round", 0, 0, 0]] + ([[name, mask, holder if phase == "cooking" else 0, 0]] if name else [])
    data.update(stack=stack, phase=number, round=round, holder=holder, place=-1 if phase == "street" else 0)
    data.update(covers=sum(1 << LOCATIONS.index(place) for place in covers.split()))
    data.update(events_of(event, round, phase), **cubes_of(everybody, markets or {}, shelves, seats))
    data.update(pieces_of(seats, areas or {}, coming or {}, reserved or {}))
    data.update(dishes_of(everybody, rows or {}, piles or {}, seats))
    loaded = GAME._load(data)  # nobody is asked yet, so `load` would refuse it
    if faces:
        loaded.dice = Rigged(faces)
    loaded.run()
    keeps_all(loaded)
    return Table(loaded)


def events_of(event: str, round: int, phase: str) -> dict[str, Any]:
    """The card in force; between two rounds, the next one."""
    if not event:
        return {"event": 0, "drawn": round}
    card = EVENT_CARDS.index(event)
    order = [other for other in range(len(EVENT_CARDS)) if other != card]
    order.insert(round if phase == "next" else round - 1, card)
    return {"event": order[round - 1] + 1, "drawn": round, "events": order}


def cubes_of(
    players: Sequence[Mapping[str, Any]], markets: Mapping[str, str], shelves: str, seats: int
) -> dict[str, list[int] | int]:
    lying = [words(markets.get(place, "")) for place in LOCATIONS[:-1]] + [words(shelves)]
    out = sum((Counter(one["cubes"]) for one in players), sum(lying, Counter[str]()))
    assert set(out) <= set(CUBES), f"no such cube: {set(out) - set(CUBES)}"
    supply = [PER_COLOUR - out[colour] for colour in COLOURS]
    assert min(supply) >= 0 and out["salt"] <= seats + 1, "more cubes than there are"
    cubes = [one["cubes"][cube] for one in players for cube in CUBES]
    return {
        "supply": supply,
        "salt": seats + 1 - out["salt"],
        "market": [there[colour] for there in lying for colour in COLOURS],
        "cubes": padded(cubes, SEATS * KINDS),
        "tokens": padded([one["tokens"] for one in players], SEATS),
    }


def pieces_of(
    seats: int, areas: Mapping[str, str], coming: Mapping[str, str], reserved: Mapping[str, str]
) -> dict[str, list[int]]:
    area, soon = [0] * (PLACES * SEATS * 2), [0] * (PLACES * SEATS)
    on_dishes = [0] * SMALL
    home = [n for seat in range(SEATS) for n in ((HELPERS, DISCS) if seat < seats else (0, 0))]
    for place, text in areas.items():
        for piece, n in words(text).items():
            area[LOCATIONS.index(place) * SEATS * 2 + number(piece)] += n
            home[number(piece)] -= n
    for place, text in coming.items():
        for seat, n in words(text).items():
            soon[LOCATIONS.index(place) * SEATS + int(seat)] += n
            home[int(seat) * 2 + 1] -= n
    for dish, piece in reserved.items():
        on_dishes[DISHES.index(dish)] = number(piece) + 1
        home[number(piece)] -= 1
    return {"area": area, "coming": soon, "reserved": on_dishes, "home": home}


def number(piece: str) -> int:
    """`1d` is the second seat's disc."""
    return int(piece[0]) * 2 + piece.endswith("d")


def dishes_of(
    players: Sequence[Mapping[str, Any]], rows: Mapping[str, str], piles: Mapping[str, str], seats: int
) -> dict[str, list[int]]:
    where, field = [IN_BOX] * len(DISHES), [0] * 12
    pile, pile_n = [0] * SMALL, [0] * 4
    for seat, one in enumerate(players):
        for dish in one["dishes"]:
            assert where[DISHES.index(dish)] == IN_BOX, f"{dish} is there twice"
            where[DISHES.index(dish)] = EATEN + seat
    for at, kind in enumerate(ROWS):
        tiles = rows.get(kind, "meat honey spice").split()
        left = [colour for colour in COLOURS if where[DISHES.index(f"{kind}-{colour}")] == IN_BOX]
        for column, colour in enumerate(tiles):
            if colour in left:
                field[at * 3 + column] = DISHES.index(f"{kind}-{colour}") + 1
                where[DISHES.index(f"{kind}-{colour}")] = ON_BUFFET
                left.remove(colour)
        top = piles.get(kind, "").split()
        order = [*(colour for colour in left if colour not in top), *reversed(top)]
        pile_n[at] = len(order)
        for i, colour in enumerate(order):
            pile[at * 6 + i] = DISHES.index(f"{kind}-{colour}")
            where[pile[at * 6 + i]] = IN_PILE
    for dish in range(SMALL, len(DISHES)):
        if where[dish] == IN_BOX and int(DISHES[dish].split("-")[1]) <= seats:
            where[dish] = ON_STACK
    return {"where": where, "field": field, "pile": pile, "pile_n": pile_n}


def padded(values: list[int], length: int) -> list[int]:
    return values + [0] * (length - len(values))


def keeps_all(s: State) -> None:
    """FE-71: no cube, piece or dish is lost or doubled, and nothing overflows."""
    assert isinstance(s, Festo)
    seats = range(s.seats)
    for colour in range(HUES):
        out = sum(s.market[place * HUES + colour] for place in range(PLACES))
        total = s.supply[colour] + out + sum(s.cubes[seat * KINDS + colour] for seat in seats)
        assert total == PER_COLOUR, f"there are {total} {COLOURS[colour]} cubes"
        assert 0 <= s.market[(PLACES - 1) * HUES + colour] <= SHELF_CAP
    assert s.salt + sum(s.cubes[seat * KINDS + SALT] for seat in seats) == s.seats + 1, "Salt is lost or doubled"
    assert min(*s.supply, *s.market, *s.cubes, *s.home, *s.area, *s.coming, s.salt) >= 0
    assert all(moved <= there for moved, there in zip(s.moved, s.market, strict=True))
    for seat in seats:
        for piece, all_of_them in enumerate((HELPERS, DISCS)):
            count = s.home[seat * 2 + piece] + list(s.reserved).count(1 + seat * 2 + piece)
            for place in range(PLACES):
                count += s.area[(place * SEATS + seat) * 2 + piece]
                count += s.coming[place * SEATS + seat] * piece
            assert count == all_of_them, f"seat {seat} has {count} of {('Helpers', 'discs')[piece]}"
    on_field = sorted(dish - 1 for dish in s.field if dish)
    in_pile = sorted(s.pile[row * 6 + i] for row in range(4) for i in range(s.pile_n[row]))
    assert on_field == [dish for dish in range(SMALL) if s.where[dish] == ON_BUFFET], "a dish is lost or doubled"
    assert in_pile == [dish for dish in range(SMALL) if s.where[dish] == IN_PILE], "a dish is lost or doubled"
    assert all(s.where[dish] == ON_BUFFET for dish in range(SMALL) if s.reserved[dish])
