"""Henry's Feast: the score sheet, per player or per team. Imports the engine and the state."""

from __future__ import annotations

from hightable.engine.compat import i64
from hightable.engine.result import Line, Result
from hightable.engine.words import N_
from hightable.games.henrys_feast.deck import RECIPES
from hightable.games.henrys_feast.pieces import BY_LAST_CALL, STATIONS, TRACKS
from hightable.games.henrys_feast.state import HenrysFeast

LABELS = (
    N_("Dishes"),
    N_("Full menus"),
    N_("Highest skills"),
    N_("Mastered skills"),
    N_("Most dishes"),
    N_("Recipes left in hand"),
    N_("Feast dishes missing"),
    N_("Messy kitchen"),
)


class Sheet:
    """What one side has brought to the table; a side is a player, or a team."""

    def __init__(self, s: HenrysFeast, side: int) -> None:
        self.members = [seat for seat in range(s.seats) if s.side(seat) == side]
        self.feasted: int = s.feasted[side]
        self.dishes = [recipe for recipe in range(RECIPES) if s.pile[side] >> recipe & 1]
        self.dishes += [int(s.feast[course]) for course in range(3) if self.feasted >> course & 1]
        self.qualified = self.feasted > 0  # HF-78
        self.levels = [int(s.level(seat, track)) for seat in self.members for track in range(len(TRACKS))]
        self.courses = [0, 0, 0]
        self.worth = 0
        for recipe in self.dishes:
            back = s.cards.back[recipe]
            self.courses[back % 3] += 1
            self.worth += 2 + back // 3  # HF-80
        self.in_hand = sum(int(s.hand_n[seat]) for seat in self.members)
        self.messy = sum(messy(s, seat) for seat in self.members)


def messy(s: HenrysFeast, seat: i64) -> bool:
    """HF-77."""
    left = s.pantry_n[seat]
    for station in range(STATIONS):
        left += s.station_n[seat * STATIONS + station]
    return left > 0


def points(sheet: Sheet, rivals: list[Sheet]) -> list[int]:
    """HF-78 … HF-87, HF-R56: line by line; `rivals` are the others that are qualified."""
    if not sheet.qualified:
        return [0] * len(LABELS)
    levels, best_levels = sum(sheet.levels), max((sum(rival.levels) for rival in rivals), default=-1)
    dishes, most_dishes = len(sheet.dishes), max((len(rival.dishes) for rival in rivals), default=-1)
    return [
        sheet.worth,
        2 * min(sheet.courses),
        2 if levels > best_levels else 1 if levels == best_levels else 0,
        3 * sheet.levels.count(3),
        1 if dishes > most_dishes else 0,
        -sheet.in_hand,
        -(3 - sheet.feasted.bit_count()),
        -sheet.messy,
    ]


def reckon(s: HenrysFeast) -> Result:
    """HF-78 … HF-89, HF-101."""
    sides = 2 if s.team else int(s.seats)
    sheets = [Sheet(s, side) for side in range(sides)]
    rows: list[list[int]] = []
    keys: list[list[int]] = []
    for sheet in sheets:
        row = points(sheet, [other for other in sheets if other is not sheet and other.qualified])
        cooked = [sheet.feasted >> course & 1 for course in (2, 1, 0)]  # HF-88: Hard, Medium, Easy
        rows.append(row)
        keys.append([int(sheet.qualified), sum(row), *cooked, len(sheet.dishes)])
        if not sheet.qualified:
            keys[-1] = [0] * 6  # HF-R59: the disqualified are last, and equal
    seats = range(s.seats)
    return Result(
        [sum(rows[s.side(seat)]) for seat in seats],
        [Line(label, [rows[s.side(seat)][i] for seat in seats]) for i, label in enumerate(LABELS)],
        "last call" if s.last == BY_LAST_CALL else "round limit",
        ranking=[keys[s.side(seat)] for seat in seats],
        nobody=not any(sheet.qualified for sheet in sheets),
    )
