"""Sets the hall of The Royal Feast: a position as readable data, as a rule test needs it; plays actions given as texts;
reads back what lies where. Pieces are a letter for the suit (s, m, c, a: suns, moons, crowns, arms, and so seats 0 … 3)
and a value: `s3` is the 3 of suns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from hightable.engine import Beat, Fast, Match, Refused, State, View
from hightable.games.royal_feast.game import GAME
from hightable.games.royal_feast.state import RoyalFeast

LETTERS = "smca"
RING = ["NW", "N1", "N2", "NE", "W1", "E1", "W2", "E2", "W3", "E3", "SW", "S1", "S2", "SE"]
SMALL_RING = [name for name in RING if name not in ("W3", "E3")]
CORNERS = ("NW", "NE", "SW", "SE")
SQUARES = [f"{column}{row}" for row in range(1, 7) for column in "abcd"]
TILES = [f"{letter}{value}" for letter in LETTERS for value in range(6)]
PLACES = [*SQUARES, *RING, "jester", "kitchen"]  # the number of a place in a dump is its index here
LINES = ("tables", "corners", "neglected", "kitchen", "jester")
VARIANTS = [
    {"recall": recall, "quick_tables": quick, "null_coin": null, "kitchen_double": double}
    for recall in ("strict", "aid")
    for quick in ("no", "yes")
    for null in (0, 1)
    for double in ("kitchen", "round")
]


def at_service(
    seats: int = 2,
    *,
    floor: str = "",
    ring: str = "",
    kitchen: str = "",
    jester: str = "",
    seat: int = 0,
    start: int = 0,
    actions: int = 2,
    lifted: str = "",
    finisher: int | None = None,
    last_turns: int = 0,
    left: bool = False,
    quiet: int = 0,
    round: int = 1,
    earlier: Sequence[Sequence[int]] = (),
    rest: str = "kitchen",
    options: Mapping[str, object] | None = None,
) -> RoyalFeast:
    """Service (RF-20 …): `seat` is asked. `floor` has the squares row by row (`.` is an empty one), `ring` tables with
    their tiles and servers (`NW s5:s0,s1  N1 m2`), `kitchen` and `jester` a tile and servers (`c3:s0,m1`). Coins that
    are mentioned nowhere go to `rest`, the Kitchen or the free squares of the floor; tiles that aren't fill the tables
    left, first those of suits nobody plays. `earlier` are round 1's points, line by line."""
    position = Position(seats, start)
    position.floor(floor)
    position.ring(ring)
    position.apart("kitchen", kitchen)
    position.apart("jester", jester)
    position.rest(rest)
    data = position.data(options)
    data.update(
        stack=[["Round", 0, 0, 0], ["Serve", 1 << seat, 0, 0]],
        round=round,
        phase=3,
        drawn=len(position.tables) + 2,
        opened=1,
        kitchen=tile(position.faces["kitchen"]),
        jester=tile(position.faces["jester"]),
        actions=actions,
        lifted=SQUARES.index(lifted) + 1 if lifted else 0,
        trigger=0 if finisher is None else finisher + 1,
        last=last_turns,
        left=int(left),
        quiet=quiet,
        purse=[0] * 4,
        points=[points for row in earlier for points in [*row, *[0] * (4 - seats)]],
    )
    data["points"] += [0] * (40 - len(data["points"]))
    return loaded(data)


def at_scoring(seats: int = 2, **hall: object) -> RoyalFeast:
    """The last `done` before phase 4, which it brings about: the last of the last turns. Coins that are mentioned
    nowhere stay on the floor, where they are worth nothing (RF-35)."""
    hall = {"rest": "floor", "seat": seats - 1, "finisher": 0, "last_turns": 1, "round": 2, **hall}
    return at_service(seats, **hall)


def at_placing(
    seats: int = 2, *, floor: str = "", start: int = 0, picked: str = "", options: Mapping[str, object] | None = None
) -> RoyalFeast:
    """Phase 2 (RF-15 …) with these coins on the floor; whose turn it is follows from their number. `picked` is a coin
    that has been picked and not yet placed."""
    position = Position(seats, start)
    position.floor(floor)
    seat = (start + len(position.coins)) % seats
    data = position.data(options)
    mine = [
        [value for value in range(6) if f"{letter}{value}" not in (*position.coins, picked)]
        for letter in LETTERS[:seats]
    ]
    data.update(
        stack=[["Round", 0, 0, 0], ["TakePlaces", 1 << seat, 0, 0]],
        round=1,
        phase=2,
        drawn=len(position.tables) + 2,
        kitchen=tile(position.faces["kitchen"]),
        jester=tile(position.faces["jester"]),
        picked=int(picked[1]) + 1 if picked else 0,
        purse=[sum(1 << value for value in purse) for purse in mine] + [0] * (4 - seats),
    )
    return loaded(data)


class Position:
    """The pieces of a position on their places."""

    def __init__(self, seats: int, start: int) -> None:
        self.seats, self.start = seats, start
        self.tables = SMALL_RING if seats == 2 else RING
        self.squares = SQUARES[: 16 if seats == 2 else 24]
        self.coins: dict[str, str] = {}  # place by coin, in the order of placing
        self.faces: dict[str, str] = {}  # tile by table

    def put(self, coin: str, place: str) -> None:
        assert coin not in self.coins, f"{coin} is in two places"
        assert LETTERS.index(coin[0]) < self.seats and coin in TILES, f"nobody has {coin}"
        self.coins[coin] = place

    def floor(self, text: str) -> None:
        cells = text.split()
        assert not cells or len(cells) == len(self.squares), f"the floor has {len(self.squares)} squares"
        for square, cell in zip(self.squares, cells, strict=False):
            if cell != ".":
                self.put(cell, square)

    def ring(self, text: str) -> None:
        words = iter(text.split())
        for table in words:
            assert table in self.tables
            self.apart(table, next(words))

    def apart(self, place: str, text: str) -> None:
        face, _colon, servers = text.partition(":")
        if face:
            assert face in TILES and face not in self.faces.values(), f"{face} is in two places, or no tile"
            self.faces[place] = face
        for coin in servers.replace(",", " ").split():
            self.put(coin, place)

    def rest(self, where: str) -> None:
        free = [square for square in self.squares if square not in self.coins.values()]
        for coin in TILES[: 6 * self.seats]:
            if coin not in self.coins:
                self.put(coin, "kitchen" if where == "kitchen" else free.pop())

    def data(self, options: Mapping[str, object] | None) -> dict[str, object]:
        spare = [face for face in TILES if face not in self.faces.values()]
        for place in (*self.tables, "kitchen", "jester"):
            if place not in self.faces:
                self.faces[place] = spare.pop()
        ids = self.ids()
        lying = sorted(ids, key=ids.__getitem__)
        assert [ids[coin] for coin in lying] == list(range(len(lying))), "players place their coins in turn, RF-15"
        padding = [0] * (24 - len(lying))
        on = {place: coin for coin, place in self.coins.items()}
        drawn = [self.faces[place] for place in (*self.tables, "kitchen", "jester")]
        return {
            **GAME.start(self.seats, "table", options).dump(),
            "start": self.start,
            "placed": len(lying),
            "deck": [TILES.index(face) for face in (*drawn, *spare)],
            "ring": [tile(self.faces[name]) if name in self.tables else 0 for name in RING],
            "value": [int(coin[1]) for coin in lying] + padding,
            "owner": [LETTERS.index(coin[0]) for coin in lying] + padding,
            "place": [PLACES.index(self.coins[coin]) for coin in lying] + padding,
            "square": [ids[on[square]] + 1 if square in on else 0 for square in SQUARES],
        }

    def ids(self) -> dict[str, int]:
        """Numbers as if the coins of each had been placed as they were mentioned, in turn from the start player on."""
        found: dict[str, int] = {}
        for seat, letter in enumerate(LETTERS[: self.seats]):
            mine = [coin for coin in self.coins if coin[0] == letter]
            first = (seat - self.start) % self.seats
            found |= {coin: first + self.seats * i for i, coin in enumerate(mine)}
        return found


def tile(face: str) -> int:
    return TILES.index(face) + 1


def loaded(data: dict[str, object]) -> RoyalFeast:
    state = GAME.load(data)
    assert isinstance(state, RoyalFeast)
    keeps_its_pieces(state)
    return state


def begun(seats: int = 2, seed: str = "s", **options: object) -> RoyalFeast:
    state = GAME.start(seats, seed, options)
    assert isinstance(state, RoyalFeast)
    return state


# playing


def do(state: State, *texts: str) -> list[Beat]:
    """Whoever is asked does this, action by action; what happened."""
    state.beats = beats = []
    for text in texts:
        state.apply(state.deciding[0], GAME.parse(text))
    state.beats = None
    return beats


def refused(state: State, text: str, seat: int | None = None) -> str:
    """The rule by which the one who is asked (or this seat) can't do this."""
    before = state.dump()
    try:
        state.apply(state.deciding[0] if seat is None else seat, GAME.parse(text))
    except Refused as error:
        assert state.dump() == before
        return error.rule
    raise AssertionError(f"“{text}” is not refused")


Player = Callable[[list[str], Fast], str]
Until = Callable[[State], bool] | None


def anyhow(legal: list[str], dice: Fast) -> str:
    """Plays at random."""
    return legal[dice.below(len(legal))]


def busy(legal: list[str], dice: Fast) -> str:
    """Serves where it can, else mostly goes to the Jester or the Kitchen, and now and then does anything."""
    tables = [text for text in legal if text.removeprefix("to ") in RING]
    apart = [text for text in legal if text in ("to jester", "to kitchen")]
    lifts = [text for text in legal if text.startswith("lift ")]
    for some, tenths in ((tables, 9), (apart, 8), (lifts, 7)):
        if some and dice.below(10) < tenths:
            return anyhow(some, dice)
    return anyhow(legal, dice)


def idle(legal: list[str], dice: Fast) -> str:
    """Never takes a server off the floor if it can help it."""
    kept = [text for text in legal if text.removeprefix("to ") not in (*RING, "jester", "kitchen")]
    if not any(text.startswith("to ") for text in legal):
        kept = [text for text in kept if not text.startswith("lift ")] if dice.below(4) else kept
    return anyhow(kept or legal, dice)


def play(
    match: Match, player: Player, dice: Fast, until: Callable[[State], bool] | None = None
) -> Iterator[list[Beat]]:
    """Play on until this is so or the game is over; what happened, action by action."""
    while not match.state.over and not (until and until(match.state)):
        seat = match.state.deciding[0]
        text = player([GAME.text(action) for action in match.state.legal(seat)], dice)
        yield match.apply(seat, GAME.parse(text))


def played(seats: int, seed: str, player: Player = busy, **options: object) -> tuple[Match, list[Beat]]:
    """A finished game with all that happened in it."""
    match = Match(GAME, seats, seed, options)
    beats = list(match.opening)
    for more in play(match, player, Fast.of(seed)):
        beats += more
    return match, beats


def serving(seats: int, seed: str, **options: object) -> Match:
    """A game at the beginning of its first service."""
    match = Match(GAME, seats, seed, options)
    for _beats in play(match, anyhow, Fast.of(seed), lambda state: state.view(None)["phase"] == "service"):
        pass
    return match


# reading


def told(beats: Sequence[Beat], name: str) -> list[tuple[int, ...]]:
    """The numbers of all events of this name."""
    return [tuple(beat.args.values()) for beat in beats if beat.name == name]


def names(beats: Sequence[Beat]) -> list[str]:
    return [beat.name for beat in beats]


def legal(state: State, seat: int | None = None) -> list[str]:
    """What the one who is asked, or this seat, may do."""
    return [GAME.text(action) for action in state.legal(state.deciding[0] if seat is None else seat)]


def options_of(state: State, verb: str) -> list[str]:
    """The legal actions of one verb, without it."""
    return [text.partition(" ")[2] for text in legal(state) if text.split()[0] == verb]


def where(state: State) -> dict[str, str]:
    """The place of every coin, by its real value."""
    data = state.dump()
    return {LETTERS[data["owner"][i]] + str(data["value"][i]): PLACES[data["place"][i]] for i in range(data["placed"])}


def floor(state: State) -> str:
    """The floor as `at_service` takes it."""
    on = {place: coin for coin, place in where(state).items()}
    squares = SQUARES[: 4 * state.view(None)["rows"]]
    return " ".join(on.get(square, ".") for square in squares)


def table(state: State, name: str, viewer: int | None = None) -> View:
    found: View = next(one for one in state.view(viewer)["tables"] if one["name"] == name)
    return found


def faces(state: State) -> dict[str, str]:
    """The tile at every place of the ring, in the Kitchen and under the Jester, face up or not."""
    data = state.dump()
    laid = {**dict(zip(RING, data["ring"], strict=True)), "kitchen": data["kitchen"], "jester": data["jester"]}
    return {place: TILES[face - 1] for place, face in laid.items() if face}


def points(state: State, line: str, round: int = 2) -> list[int]:
    found: list[int] = state.view(None)["points"][round - 1][LINES.index(line)]
    return found


def keeps_its_pieces(state: State) -> None:
    """RF-3, RF-5, RF-8, RF-21: 24 tiles, six coins a player, one server per square, and no table or Jester holds more
    than it may."""
    data = state.dump()
    view = state.view(None)
    seats, placed, coins = data["seats"], data["placed"], where(state)
    assert sorted([*faces(state).values(), *(TILES[i] for i in data["deck"][data["drawn"] :])]) == sorted(TILES)
    assert len(coins) == placed
    for seat in range(seats):
        mine = [coin for coin in coins if coin[0] == LETTERS[seat]]
        stack = [f"{LETTERS[seat]}{value}" for value in range(6) if data["purse"][seat] >> value & 1]
        hand = [f"{LETTERS[seat]}{data['picked'] - 1}"] if data["picked"] and seat in state.deciding else []
        assert sorted(mine + stack + hand) == [f"{LETTERS[seat]}{value}" for value in range(6)]
    on = {place: coin for coin, place in coins.items() if place in SQUARES}
    assert len(on) == sum(place in SQUARES for place in coins.values()), "two servers on a square"
    for i, square in enumerate(SQUARES):
        number = data["square"][i] - 1
        assert (number >= 0) == (square in on)
        assert number < 0 or data["place"][number] == i
    assert not any(data["square"][4 * view["rows"] :])
    for one in view["tables"]:
        here = [coin for coin, place in coins.items() if place == one["name"]]
        assert len(here) == len(one["coins"]) <= (one["holds"] or 0)
        assert all(LETTERS[one["tile"]["suit"]] == coin[0] for coin in here)
    assert sum(place == "jester" for place in coins.values()) <= 4
