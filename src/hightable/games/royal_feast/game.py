"""The Royal Feast as a Game: its options, its view, its result. Imports the engine and the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hightable.engine.compat import i64, vec
from hightable.engine.contract import ALL, Game, Moves, State, View, sees
from hightable.engine.dice import Dice
from hightable.engine.options import Option, Value
from hightable.engine.result import Line, Result
from hightable.engine.style import Style
from hightable.engine.words import N_
from hightable.games.royal_feast.hall import CORNERS, RING
from hightable.games.royal_feast.hints import bias, prospects
from hightable.games.royal_feast.rules import STEPS
from hightable.games.royal_feast.state import (
    ACTIONS,
    EVENTS,
    FACES,
    FIELDS,
    JESTER,
    KITCHEN,
    LIMITS,
    LINES,
    PHASES,
    ROUND,
    ROUNDS,
    SERVE,
    SET_TABLES,
    SUITS,
    TABLE,
    TAKE_PLACES,
    VALUES,
    RoyalFeast,
    capacity,
)
from hightable.games.royal_feast.validate import validate

LABELS: Final = (
    N_("Side tables, round %(round)s"),
    N_("Corner tables, round %(round)s"),
    N_("Neglected, round %(round)s"),
    N_("Kitchen, round %(round)s"),
    N_("Jester, round %(round)s"),
)


class RoyalFeastGame(Game):
    def __init__(self) -> None:
        super().__init__(
            id="royal-feast",
            title=N_("The Royal Feast and the Court Jester"),
            rules=1,
            seats=(2, SUITS),
            actions=ACTIONS,
            events=EVENTS,
            steps=STEPS,
            fields=FIELDS,
            end_rule="RF-38",
            limits=LIMITS,
            options=[
                Option(
                    "recall",
                    N_("Memory"),
                    N_("Strict: nobody sees a coin once it lies on the floor. Aid: you see your own all the time."),
                    ["strict", "aid"],
                    "RF-R12",
                    {"strict": N_("Strict"), "aid": N_("Aid")},
                ),
                Option(
                    "quick_tables",
                    N_("Setting the tables"),
                    N_("In turn: everybody lays face-down tables one by one. At once: the hall is set for you."),
                    ["no", "yes"],
                    "RF-R23",
                    {"no": N_("In turn"), "yes": N_("At once")},
                ),
                Option(
                    "null_coin",
                    N_("A null coin"),
                    N_("What the coin without a number is worth at a table."),
                    [0, 1],
                    "RF-R1",
                    {0: N_("0 points"), 1: N_("1 point")},
                ),
                Option(
                    "kitchen_double",
                    N_("The Kitchen's suit doubles"),
                    N_("Kitchen: the points made there. Round: tables, neglect and Kitchen of the whole round."),
                    ["kitchen", "round"],
                    "RF-R5",
                    {"kitchen": N_("Kitchen"), "round": N_("Round")},
                ),
            ],
            depth=2,
            efforts={"apprentice": -2, "cook": -1, "chef": 1, "master": 200},
            style=Style(horizon=6, spread=1000, heat=30, cool=30),
        )

    def blank(self, seats: int, options: dict[str, Value], dice: Dice) -> RoyalFeast:
        return RoyalFeast(self, seats, options, dice)

    def set_up(self, s: State) -> None:
        s.push(ROUND)

    def recalls(self, options: Mapping[str, Value]) -> bool:
        """RF-R12."""
        return options["recall"] != "strict"

    def describe(self, s: State, viewer: int | None) -> View:
        """RF-39 … RF-42."""
        assert isinstance(s, RoyalFeast)
        asked = self.asked(s)
        own = asked in ("pick", "place") and sees(viewer, s.deciding[0])
        view: View = {
            "round": int(s.round),
            "phase": "over" if s.over else PHASES[s.phase],
            "asked": asked,
            "start": int(s.start),
            "rolls": [int(s.rolls[seat]) for seat in range(s.seats)],
            "rows": int(s.hall.rows),
            "squares": [coin(s, s.square[square] - 1, viewer) for square in range(s.hall.squares)],
            "tables": [self.table(s, table, viewer) for table in s.hall.ring],
            "kitchen": {"tile": tile(s.kitchen, s.shown >= 1, viewer), "coins": coins(s, KITCHEN, viewer)},
            "jester": {"tile": tile(s.jester, s.shown >= 2, viewer), "coins": coins(s, JESTER, viewer)},
            "deck": int(FACES - s.drawn),
            "stacks": [bin(s.purse[seat]).count("1") for seat in range(s.seats)],
            "hand": [] if viewer is None or viewer == ALL else purse(s, viewer),
            "picked": int(s.picked) - 1 if own and s.picked else None,
            "counted": s.counted == 1,
            "actions": int(s.actions),
            "lifted": int(s.lifted) - 1 if s.lifted else None,
            "finisher": int(s.trigger) - 1 if s.trigger else None,
            "last_turns": int(s.last),
            "left": s.left == 1,
            "quiet": int(s.quiet),
            "points": [
                [[int(s.points[(n * LINES + line) * SUITS + seat]) for seat in range(s.seats)] for line in range(LINES)]
                for n in range(ROUNDS)
            ],
            "totals": totals(s),
        }
        if viewer == ALL:
            view["purses"] = [purse(s, seat) for seat in range(s.seats)]
        return view

    def asked(self, s: RoyalFeast) -> str:
        """What the deciding seat is asked for."""
        if not s.awaited:
            return ""
        if s.top() == SET_TABLES:
            return "table"
        if s.top() == SERVE:
            return "to" if s.lifted else "act"
        seat = s.deciding[0]
        return "place" if s.picked or s.purse[seat] & s.purse[seat] - 1 == 0 else "pick"

    def table(self, s: RoyalFeast, table: int, viewer: int | None) -> View:
        face = s.ring[table]
        return {
            "name": RING[table],
            "corner": RING[table] in CORNERS,
            "laid": face > 0,
            "tile": tile(face, s.opened == 1, viewer),
            "holds": int(capacity(face - 1)) if face and (s.opened or viewer == ALL) else None,
            "coins": coins(s, TABLE + table, viewer),
        }

    def restore(self, s: State, view: View) -> None:
        """Hidden tiles are laid in any order, and hidden coins of the viewer's own too, if there are no notes."""
        assert isinstance(s, RoyalFeast)
        s.round, s.start = view["round"], view["start"]
        s.phase = 0 if view["phase"] == "over" else PHASES.index(view["phase"])
        s.counted, s.left = int(view["counted"]), int(view["left"])
        s.actions, s.quiet, s.last = view["actions"], view["quiet"], view["last_turns"]
        s.lifted = 0 if view["lifted"] is None else view["lifted"] + 1
        s.trigger = 0 if view["finisher"] is None else view["finisher"] + 1
        for seat in range(s.seats):
            s.rolls[seat] = view["rolls"][seat]
        for n, lines in enumerate(view["points"]):
            for line, row in enumerate(lines):
                for seat, points in enumerate(row):
                    s.points[(n * LINES + line) * SUITS + seat] = points
        self._lay_tiles(s, view)
        self._lay_coins(s, view)
        if view["over"]:
            return
        s.push(ROUND)
        steps = {"tables": SET_TABLES, "placing": TAKE_PLACES, "service": SERVE}
        if view["deciding"]:
            s.push(steps[view["phase"]], 1 << view["deciding"][0])

    def _lay_tiles(self, s: RoyalFeast, view: View) -> None:
        s.drawn = FACES - view["deck"]
        seen: set[int] = set()
        for place in (*view["tables"], view["kitchen"], view["jester"]):
            if place["tile"] is not None:
                seen.add(place["tile"]["suit"] * VALUES + place["tile"]["value"])
        unseen = [face for face in range(FACES) if face not in seen]

        def lay(face: View | None) -> int:
            return 1 + (unseen.pop() if face is None else face["suit"] * VALUES + face["value"])

        for table in view["tables"]:
            if table["laid"]:
                s.ring[RING.index(table["name"])] = lay(table["tile"])
                s.opened = int(table["tile"] is not None)
        if view["phase"] != "tables":
            s.kitchen = lay(view["kitchen"]["tile"])
            s.jester = lay(view["jester"]["tile"])
            s.shown = int(view["kitchen"]["tile"] is not None) + int(view["jester"]["tile"] is not None)
        for i in range(s.drawn, FACES):
            s.deck[i] = unseen.pop()

    def _lay_coins(self, s: RoyalFeast, view: View) -> None:
        lying: list[tuple[int, View]] = []
        for square, stands in enumerate(view["squares"]):
            if stands is not None:
                s.square[square] = stands["id"] + 1
                lying.append((square, stands))
        for table in view["tables"]:
            lying += [(TABLE + RING.index(table["name"]), lies) for lies in table["coins"]]
        lying += [(JESTER, lies) for lies in view["jester"]["coins"]]
        lying += [(KITCHEN, lies) for lies in view["kitchen"]["coins"]]
        s.placed = len(lying)
        noted: dict[str, int] = view.get("notes", {}).get("coins", {})
        left = [s.dice.shuffled(range(VALUES)) for _seat in range(s.seats)]
        me = view["viewer"]
        for value in view["hand"]:
            left[me].remove(value)
        for place, lies in lying:
            number, owner = lies["id"], lies["owner"]
            value = lies["value"] if lies["value"] is not None else noted.get(str(number))
            s.owner[number], s.place[number] = owner, place
            s.value[number] = -1 if value is None else value
            if value is not None:
                left[owner].remove(value)
        if view["asked"] == "place" and view["picked"] is not None:
            s.picked = view["picked"] + 1
            left[me].remove(view["picked"])
        for number in range(s.placed):
            if s.value[number] < 0:
                s.value[number] = left[s.owner[number]].pop()
        for seat in range(s.seats):
            if seat == me:
                left[seat] = list(view["hand"])
            elif view["phase"] == "placing" and view["deciding"] == [seat] and len(left[seat]) > view["stacks"][seat]:
                s.picked = left[seat].pop() + 1
            for value in left[seat]:
                s.purse[seat] |= 1 << value

    def bias(self, s: State, seat: i64, moves: Moves, out: vec[i64]) -> None:
        assert isinstance(s, RoyalFeast)
        bias(s, seat, moves, out)

    def prospects(self, s: State, out: vec[i64]) -> None:
        assert isinstance(s, RoyalFeast)
        prospects(s, out)

    def validate(self, s: State) -> None:
        assert isinstance(s, RoyalFeast)
        validate(s)

    def reckon(self, s: State) -> Result:
        """RF-36, RF-38, RF-R8."""
        assert isinstance(s, RoyalFeast)
        lines = [
            Line(label, [s.points[(n * LINES + line) * SUITS + seat] for seat in range(s.seats)], {"round": n + 1})
            for n in range(ROUNDS)
            for line, label in enumerate(LABELS)
        ]
        return Result(totals(s), lines, "played out")


def totals(s: RoyalFeast) -> list[int]:
    found: list[int] = []
    for seat in range(s.seats):
        total = 0
        for row in range(ROUNDS * LINES):
            total += s.points[row * SUITS + seat]
        found.append(total)
    return found


def purse(s: RoyalFeast, seat: int) -> list[int]:
    """The coins that a seat has yet to place."""
    return [value for value in range(VALUES) if s.purse[seat] >> value & 1]


def tile(face: int, up: bool, viewer: int | None) -> View | None:
    """A tile that lies face up; to all eyes also one that lies face down, and is marked so."""
    if not face or not (up or viewer == ALL):
        return None
    seen: View = {"suit": (face - 1) // VALUES, "value": (face - 1) % VALUES}
    return seen if up else {**seen, "down": True}


def coin(s: RoyalFeast, number: int, viewer: int | None) -> View | None:
    """A coin as a viewer may see it: suit side up until all are counted, RF-40; one's own with the aid, RF-R12."""
    if number < 0:
        return None
    owner: int = s.owner[number]
    seen = s.counted == 1 or viewer == ALL or (owner == viewer and s.options["recall"] == "aid")
    return {"id": number, "owner": owner, "value": int(s.value[number]) if seen else None}


def coins(s: RoyalFeast, place: int, viewer: int | None) -> list[View]:
    """RF-42: in the order in which they were placed on the floor."""
    found: list[View] = []
    for number in range(s.placed):
        if s.place[number] == place:
            seen = coin(s, number, viewer)
            assert seen is not None
            found.append(seen)
    return found


GAME = RoyalFeastGame()
