"""How good an action looks in Festo!: the best dishes to aim for, what their cubes are worth, and where those are to be
had. Made from the view alone. Imports the engine and the pieces."""

from __future__ import annotations

from typing import Final

from hightable.engine.contract import View
from hightable.games.festo.pieces import (
    ABILITY,
    BASE,
    COLOUR,
    COLOURS,
    COLUMNS,
    CONFIRM,
    COOK,
    CUBES,
    DISCOUNT,
    DISHES,
    DWARF,
    ELF,
    EXTRA,
    FROM,
    GAIN,
    GIVE,
    GROCER,
    LOCATIONS,
    MAGICIAN,
    NO_DISCOUNT,
    ORC,
    OTHER,
    PASS,
    PAY,
    PIECE,
    PIXIES,
    PLACE,
    POINTS,
    PUT_DISC,
    RESERVE,
    RETURN,
    ROAST,
    ROAST_COST,
    ROUNDS,
    SALT,
    SET_BONUS,
    SMALL,
    TAKE,
    TAKE_ALL,
    TAKE_BACK,
    TO,
    TROLL,
    TYPE,
    TYPES,
    USE_SALT,
    WITH_COLOUR,
    WITH_OTHER,
)

HUES: Final = len(COLOURS)
AIMS: Final = 3  # dishes in view at once
PLAIN: Final = 0.8  # what a cube without a use is worth
WANTED: Final = 2.0
ABILITIES: Final = {TROLL: 0.2, PIXIES: 0.9, ORC: 1.0, MAGICIAN: 1.8, ELF: 1.2, DWARF: 1.7}


class Table:
    """The view as one seat thinks about it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat: int = view["viewer"]
        self.me: View = view["players"][self.seat]
        self.cubes: list[int] = list(self.me["cubes"])
        self.counts = [0] * len(TYPES)
        for name in self.me["dishes"]:
            self.counts[TYPE[DISHES.index(name)]] += 1
        self.reserved = {one["dish"]: one["seat"] for one in view["reserved"]}
        self.wants = self.find_wants()

    def open_dishes(self) -> list[int]:
        """Dishes that the seat might cook."""
        names = [name for name in self.view["buffet"] if name and self.reserved.get(name, self.seat) == self.seat]
        names += [stack[0] for stack in self.view["stacks"] if stack]
        return [DISHES.index(name) for name in names]

    def gain(self, dish: int) -> int:
        """Points of a dish, and what it adds to the sets."""
        have = self.counts[TYPE[dish]]
        others = sum(count > have for count in self.counts)
        return int(POINTS[dish]) + SET_BONUS[others + 1] - SET_BONUS[others]

    def needs(self, dish: int, cubes: list[int]) -> list[int]:
        """The cheapest way to pay for a dish with these cubes: its cost by colour."""
        if dish >= SMALL:
            if TYPE[dish] != ROAST:
                return [1] * HUES
            most = max(range(HUES), key=lambda colour: cubes[colour])
            return [ROAST_COST if colour == most else 0 for colour in range(HUES)]
        base = int(COLOUR[dish])
        column = self.view["buffet"].index(DISHES[dish]) % COLUMNS
        extra = 0 if self.view["event"] == "level-tables" else column
        best: list[int] = []
        for other in range(HUES):
            for more in (base, other):
                if other == base:
                    continue
                need = [0] * HUES
                need[base] += int(BASE[dish])
                need[other] += int(OTHER[dish])
                need[more] += extra
                if not best or missing(need, cubes) < missing(best, cubes):
                    best = need
        return best

    def find_wants(self) -> list[int]:
        """The cubes that the best dishes still lack, by colour; dishes are taken one after the other."""
        cubes, wants = list(self.cubes), [0] * HUES
        dishes = self.open_dishes()
        for _aim in range(min(AIMS, len(dishes))):
            best = max(dishes, key=lambda dish: self.promise(dish, cubes))
            need = self.needs(best, cubes)
            for colour in range(HUES):
                wants[colour] += max(0, need[colour] - cubes[colour])
                cubes[colour] = max(0, cubes[colour] - need[colour])
            dishes.remove(best)
        return wants

    def promise(self, dish: int, cubes: list[int]) -> float:
        """Points per cube that is still missing, roughly."""
        need = self.needs(dish, cubes)
        return self.gain(dish) - 0.6 * sum(need) - 1.3 * max(0, missing(need, cubes) - cubes[SALT])

    def cube(self, colour: int) -> float:
        """What one more cube is worth."""
        if colour == SALT:
            return 2.5
        return WANTED if self.wants[colour] else PLAIN

    def content(self, place: int) -> list[float]:
        """The cubes of a Market or of the shelves, the best first."""
        stock = self.view["markets"][place]
        found = []
        for colour in range(HUES):
            for i in range(stock[colour]):
                found.append(WANTED if i < self.wants[colour] else PLAIN)
        return sorted(found, reverse=True)

    def ability(self, place: int) -> float:
        if place == MAGICIAN:
            return ABILITIES[place] if self.view["supply"][SALT] else 0.0
        if place == ELF:
            return ABILITIES[place] if sum(self.cubes) else 0.0
        if place == DWARF and self.view["round"] == ROUNDS:
            return 2.0
        return ABILITIES.get(place, 0.0)

    def stand(self, place: int, mine: int) -> float:
        """What a location is worth with so many own pieces there."""
        if not mine:
            return 0.0
        goods = self.content(place)
        others = [sum(self.view["areas"][place][seat]) for seat in range(self.view["seats"]) if seat != self.seat]
        if place == GROCER:
            shelves: list[int] = self.view["markets"][place]
            best = max(min(mine, shelf) * self.cube(colour) for colour, shelf in enumerate(shelves))
            return best + (0.5 if mine > max(others) else 0.0)
        before = sum(min(count, 2) for count in others if count >= mine)
        served = goods[before:]
        turn = self.ability(place) + sum(served[: mine - 1])
        if mine > max(others):
            turn = max(turn, sum(goods))
        return max(turn, sum(served[:mine]))


def missing(need: list[int], cubes: list[int]) -> int:
    return sum(max(0, need[colour] - cubes[colour]) for colour in range(HUES))


def appraise(view: View) -> list[float]:
    """The value of each legal action of the viewer."""
    table = Table(view)
    return [value(table, action) for action in view["legal"]]


def value(t: Table, action: int) -> float:
    if action < TAKE_ALL:
        return placed(t, action)
    if action < FROM:
        return at_stall(t, action)
    if action < PAY:
        return moved(t, action)
    if action < COOK:
        return traded(t, action)
    if action <= PASS:
        return cooked(t, action)
    if action < NO_DISCOUNT:
        return paid(t, action)
    if USE_SALT <= action < CONFIRM:
        return -1.0
    return 0.5 if action == NO_DISCOUNT else 0.4 if t.view["phase"] == "morning" else 0.0


def placed(t: Table, action: int) -> float:
    """The Start Player Card is kept; a Helper goes where one more makes the most difference."""
    if action < PLACE:
        return 1.0 if action - GIVE == t.seat else 0.0
    place = action - PLACE
    mine = sum(t.view["areas"][place][t.seat])
    return t.stand(place, mine + 1) - t.stand(place, mine)


def at_stall(t: Table, action: int) -> float:
    place = LOCATIONS.index(t.view["stall"]["place"])
    goods = t.content(place)
    mine = sum(t.view["areas"][place][t.seat])
    if action == TAKE_ALL:
        return sum(goods)
    if action == ABILITY:
        return t.ability(place) + sum(goods[: mine - 1])
    colour = action - TAKE
    many = min(mine, t.view["markets"][place][colour]) if place == GROCER else 1
    return t.cube(colour) * many + sum(goods[1:mine]) * (place != GROCER)


def moved(t: Table, action: int) -> float:
    """Troll, Pixies, Orc and Dwarf."""
    if action < TO:
        return t.cube((action - FROM) % HUES)
    if action < PIECE:
        place = action - TO
        mine = sum(t.view["areas"][place][t.seat])
        if t.view["asked"] == "troll":
            return float(mine)
        return t.stand(place, mine + 1) - t.stand(place, mine)
    if action < RESERVE:
        return 0.0
    if action < PUT_DISC:
        return t.promise(action - RESERVE, t.cubes)
    return sum(t.content(action - PUT_DISC)) + t.cube(action - PUT_DISC)


def traded(t: Table, action: int) -> float:
    """The cube that is missed least for the one that is wanted most."""
    if GAIN <= action < RETURN:
        return t.cube(action - GAIN)
    cube = action - (RETURN if action >= RETURN else PAY)
    kept = -t.cube(cube) + 0.01 * t.cubes[cube]
    return kept if cube < len(CUBES) else 0.0


def cooked(t: Table, action: int) -> float:
    if action == PASS:
        return 0.0
    if action >= TAKE_BACK:
        return -1.0
    dish = action - COOK
    return t.gain(dish) - 0.9 * sum(t.needs(dish, t.cubes))


def paid(t: Table, action: int) -> float:
    """Colours of which there is most; discounts where there is least."""
    if action >= DISCOUNT:
        return 1.0 - 0.01 * t.cubes[action - DISCOUNT]
    first = EXTRA if action >= EXTRA else WITH_COLOUR if action >= WITH_COLOUR else WITH_OTHER
    return t.cubes[action - first] - t.cube(action - first)
