"""Festo! as a Game: its options, its view, its result. Imports the engine and the rules."""

from __future__ import annotations

from typing import Any, Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import Game, Moves, State, View
from hightable.engine.dice import Dice
from hightable.engine.options import Option, Value
from hightable.engine.result import Line, Result
from hightable.engine.style import Style
from hightable.engine.words import N_
from hightable.games.festo.hints import bias, prospects
from hightable.games.festo.pieces import (
    ACTIONS,
    AFTERNOON,
    AT_DWARF,
    AT_ELF,
    AT_ORC,
    AT_PIXIES,
    AT_TROLL,
    CHARACTER,
    COOKING,
    DISHES,
    EVENT_CARDS,
    EVENTS,
    GROCERY,
    LARDERS,
    LOCATIONS,
    MORNING,
    PICK_PIECE,
    POINTS,
    PRICE,
    ROAST,
    ROUNDS,
    ROWS,
    SEATS,
    SET_BONUS,
    SMALL,
    START_PLAYER,
    SWAPPING,
    TAKING_BACK,
    TYPE,
    TYPES,
)
from hightable.games.festo.rules import STEPS, set_up
from hightable.games.festo.state import (
    EATEN,
    FIELDS,
    HUES,
    IN_BOX,
    IN_PILE,
    KINDS,
    LIMITS,
    ON_BUFFET,
    ON_STACK,
    PLACES,
    Festo,
)
from hightable.games.festo.validate import validate

PHASES: Final = ("rest", "preparation", "swap-meet", "morning", "afternoon", "action", "cooking", "larders")
ASKED: Final = {
    START_PLAYER: "start-player", SWAPPING: "swap", MORNING: "place", AFTERNOON: "place", CHARACTER: "stall",
    PICK_PIECE: "piece", AT_TROLL: "troll", AT_PIXIES: "pixies", AT_ORC: "orc", AT_ELF: "elf", AT_DWARF: "dwarf",
    GROCERY: "grocery", COOKING: "cook", TAKING_BACK: "take-back", PRICE: "price", LARDERS: "return",
}  # fmt: skip


class Events(Option):
    """FE-14: as in the book, none, or one and the same in every round, to study it."""

    def own(self, seats: int, given: object) -> Value:
        return str(given) if given in EVENT_CARDS else super().own(seats, given)


class FestoGame(Game):
    def __init__(self) -> None:
        super().__init__(
            id="festo",
            title=N_("Festo!"),
            rules=1,
            seats=(2, SEATS),
            actions=ACTIONS,
            events=EVENTS,
            steps=STEPS,
            fields=FIELDS,
            end_rule="FE-64",
            limits=LIMITS,
            options=[
                Option(
                    "magical",
                    N_("Magical dishes"),
                    N_("Small dishes bring a benefit for the rest of the game once they are cooked."),
                    ["no", "yes"],
                    "FE-72",
                    {"no": N_("No"), "yes": N_("Yes")},
                ),
                Events(
                    "events",
                    N_("Events"),
                    N_("Every round brings something unusual."),
                    ["on", "off"],
                    "FE-14",
                    {"on": N_("Yes"), "off": N_("No")},
                ),
            ],
            depth=6,
            efforts={"apprentice": -2, "cook": 1, "chef": 20, "master": 100},
            style=Style(horizon=10, spread=200, heat=200, cool=60),
        )

    def blank(self, seats: int, options: dict[str, Value], dice: Dice) -> Festo:
        return Festo(self, seats, options, dice)

    def set_up(self, s: State) -> None:
        assert isinstance(s, Festo)
        set_up(s)

    def describe(self, s: State, viewer: int | None) -> View:
        """FE-66: the same for everybody, for only what lies in a pile or in the box is hidden."""
        assert isinstance(s, Festo)
        seats, n = range(s.seats), int(s.seats)
        areas, larders, eaten = stretches(s.area, 2), stretches(s.cubes, KINDS), plates(s)
        return {
            "round": int(s.round),
            "phase": "over" if s.over else PHASES[s.phase],
            "asked": ASKED[s.top()] if s.awaited else "",
            "holder": int(s.holder),
            "event": EVENT_CARDS[s.event - 1] if s.event else None,
            "revealed": [EVENT_CARDS[s.events[i]] for i in range(s.drawn)] if s.options["events"] != "off" else [],
            "events_left": max(0, ROUNDS - int(s.drawn)),
            "rolls": [int(face) - 1 for face in s.rolls if face],
            "covered": [LOCATIONS[place] for place in range(PLACES) if s.covers >> place & 1],
            "supply": [*(int(count) for count in s.supply), int(s.salt)],
            "markets": stretches(s.market, HUES),
            "moved": stretches(s.moved, HUES),
            "areas": [areas[place * SEATS : place * SEATS + n] for place in range(PLACES)],
            "coming": [discs[:n] for discs in stretches(s.coming, SEATS)],
            "buffet": [DISHES[dish - 1] if dish else None for dish in s.field],
            "piles": [int(count) for count in s.pile_n],
            "stacks": [stacked(s, kind) for kind in (ROAST, ROAST + 1)],
            "reserved": [
                {"dish": DISHES[dish], "seat": int(s.owner(dish)), "piece": int((s.reserved[dish] - 1) % 2)}
                for dish in range(SMALL)
                if s.reserved[dish]
            ],
            "players": [self.player(s, seat, larders[seat], eaten[seat]) for seat in seats],
            "stall": self.stall(s),
            "price": self.price(s),
            "placed": int(s.placed),
            "passed": [seat for seat in seats if s.passed >> seat & 1],
            "frame": self.frame(s),
        }

    def player(self, s: Festo, seat: int, cubes: list[int], eaten: list[int]) -> View:
        return {
            "cubes": cubes,
            "helpers": int(s.home[seat * 2]),
            "discs": int(s.home[seat * 2 + 1]),
            "tokens": int(s.tokens[seat]),
            "dishes": [DISHES[dish] for dish in eaten],
            "tasted": [LOCATIONS[place] for place in range(PLACES) if s.tasted[seat] >> place & 1],
            "prized": s.prized >> seat & 1 == 1,
            "cooked": s.thrifty >> seat & 1 == 1,
            "score": sum(lines(s, seat, eaten)),
        }

    def stall(self, s: Festo) -> View | None:
        """The location being resolved, with order and majority."""
        if s.over or PHASES[s.phase] != "action":
            return None
        return {
            "place": LOCATIONS[s.place] if s.place >= 0 else None,
            "order": [int(s.order[i]) for i in range(s.order_n)],
            "turn": int(s.order_at) - 1,
            "majority": int(s.majority) - 1 if s.majority else None,
            "begun": int(s.begun),
        }

    def price(self, s: Festo) -> View | None:
        """The dish being paid for."""
        if not s.dish:
            return None
        return {
            "dish": DISHES[s.dish - 1],
            "need": [int(count) for count in s.need],
            "salted": [int(count) for count in s.salted],
            "drinks": [colour for colour in range(HUES) if s.drinks >> colour & 1],
            "discounts": int(s.flexible),
        }

    def frame(self, s: Festo) -> list[list[int]]:
        """What is being decided, as the engine keeps it; all of it is public."""
        return stretches(s.frames, 4)[: int(s.depth)]

    def restore(self, s: State, view: View) -> None:
        assert isinstance(s, Festo)
        for step, waiting, a, b in view["frame"]:
            s.push(step, waiting, a, b)
        s.round, s.holder = view["round"], view["holder"]
        s.phase = 0 if view["over"] else PHASES.index(view["phase"])
        s.event = EVENT_CARDS.index(view["event"]) + 1 if view["event"] else 0
        s.drawn = ROUNDS - view["events_left"]
        s.salt, s.placed = view["supply"][HUES], view["placed"]
        for i, face in enumerate(view["rolls"]):
            s.rolls[i] = face + 1
        for name in view["covered"]:
            s.covers |= 1 << LOCATIONS.index(name)
        fill(s.supply, 0, view["supply"][:HUES])
        for place in range(PLACES):
            fill(s.market, place * HUES, view["markets"][place])
            fill(s.moved, place * HUES, view["moved"][place])
            fill(s.coming, place * SEATS, view["coming"][place])
            for seat in range(s.seats):
                fill(s.area, (place * SEATS + seat) * 2, view["areas"][place][seat])
        for seat in range(s.seats):
            self._seat(s, seat, view["players"][seat])
        for seat in view["passed"]:
            s.passed |= 1 << seat
        stall, price = view["stall"], view["price"]
        if stall is not None:
            s.place = -1 if stall["place"] is None else LOCATIONS.index(stall["place"])
            s.order_n, s.order_at = len(stall["order"]), stall["turn"] + 1
            fill(s.order, 0, stall["order"])
            s.majority = 0 if stall["majority"] is None else stall["majority"] + 1
            s.begun = stall["begun"]
        if price is not None:
            s.dish = DISHES.index(price["dish"]) + 1
            fill(s.need, 0, price["need"])
            fill(s.salted, 0, price["salted"])
            s.flexible = price["discounts"]
            for colour in price["drinks"]:
                s.drinks |= 1 << colour
        self._dishes(s, view)
        self._events(s, view)

    def _seat(self, s: Festo, seat: int, player: View) -> None:
        fill(s.cubes, seat * KINDS, player["cubes"])
        s.home[seat * 2], s.home[seat * 2 + 1] = player["helpers"], player["discs"]
        s.tokens[seat] = player["tokens"]
        s.prized |= int(player["prized"]) << seat
        s.thrifty |= int(player["cooked"]) << seat
        for name in player["tasted"]:
            s.tasted[seat] |= 1 << LOCATIONS.index(name)
        for name in player["dishes"]:
            s.where[DISHES.index(name)] = EATEN + seat

    def _dishes(self, s: Festo, view: View) -> None:
        seen = {name for player in view["players"] for name in player["dishes"]} | set(view["buffet"])
        for at, name in enumerate(view["buffet"]):
            if name is not None:
                s.field[at] = DISHES.index(name) + 1
                s.where[DISHES.index(name)] = ON_BUFFET
        for row in range(ROWS):
            left = [dish for dish in range(row * 6, row * 6 + 6) if DISHES[dish] not in seen]
            s.pile_n[row] = view["piles"][row]
            fill(s.pile, row * 6, left)
            for dish in left:
                s.where[dish] = IN_PILE
        for dish in range(SMALL, len(DISHES)):
            if DISHES[dish] not in seen:
                s.where[dish] = ON_STACK if DISHES[dish] in view["stacks"][TYPE[dish] - ROAST] else IN_BOX
        for one in view["reserved"]:
            s.reserved[DISHES.index(one["dish"])] = 1 + one["seat"] * 2 + one["piece"]

    def _events(self, s: Festo, view: View) -> None:
        """The cards not yet revealed, in any order. Which ones were, besides the last, the view need not tell."""
        gone = [EVENT_CARDS.index(name) for name in view["revealed"]]
        chosen = view["options"]["events"]
        left = [card for card in range(len(EVENT_CARDS)) if card not in gone]
        if chosen not in ("on", "off"):
            gone, left = [EVENT_CARDS.index(chosen)] * len(EVENT_CARDS), []
        fill(s.events, 0, [*gone, *left] if chosen != "off" else list(range(len(EVENT_CARDS))))

    def bias(self, s: State, seat: i64, moves: Moves, out: vec[i64]) -> None:
        assert isinstance(s, Festo)
        bias(s, seat, moves, out)

    def prospects(self, s: State, out: vec[i64]) -> None:
        assert isinstance(s, Festo)
        prospects(s, out)

    def validate(self, s: State) -> None:
        assert isinstance(s, Festo)
        validate(s)

    def reckon(self, s: State) -> Result:
        """FE-62 … FE-64."""
        assert isinstance(s, Festo)
        seats = range(s.seats)
        eaten = plates(s)
        table = [lines(s, seat, eaten[seat]) for seat in seats]
        labels = (N_("Dishes"), N_("Sets"), N_("Cubes left"), N_("Tokens"))
        return Result(
            [sum(table[seat]) for seat in seats],
            [Line(label, [table[seat][i] for seat in seats]) for i, label in enumerate(labels)],
            "played out",
            ranking=[[sum(table[seat]), len(eaten[seat]), int(s.larder(seat))] for seat in seats],
        )


def stretches(source: Any, count: int) -> list[list[int]]:
    """An array, cut into stretches of this length."""
    plain = [int(value) for value in source]
    return [plain[at : at + count] for at in range(0, len(plain), count)]


def fill(target: Any, start: int, values: list[int]) -> None:
    for i, value in enumerate(values):
        target[start + i] = value


def stacked(s: Festo, kind: int) -> list[str]:
    return [DISHES[dish] for dish in range(SMALL, len(DISHES)) if s.where[dish] == ON_STACK and TYPE[dish] == kind]


def plates(s: Festo) -> list[list[int]]:
    """The dishes before each seat."""
    found: list[list[int]] = [[] for _seat in range(s.seats)]
    for dish, at in enumerate(s.where):
        if at >= EATEN:
            found[at - EATEN].append(dish)
    return found


def lines(s: Festo, seat: int, eaten: list[int]) -> list[int]:
    """FE-62, FE-63: points of dishes, sets, cubes and tokens."""
    counts = [0] * len(TYPES)
    for dish in eaten:
        counts[TYPE[dish]] += 1
    sets = sum(SET_BONUS[sum(count > i for count in counts)] for i in range(max(counts)))
    return [sum(int(POINTS[dish]) for dish in eaten), sets, int(s.larder(seat)), int(s.tokens[seat])]


GAME = FestoGame()
