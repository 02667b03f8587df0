"""A view of Festo! through its viewer's eyes: what is offered, who comes when at a stall, what a dish costs and what of
it is missing, and how pieces travel. Imports the pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hightable.games.festo.pieces import (
    ACTIONS,
    BASE,
    COLOUR,
    COLOURS,
    COLUMNS,
    DISC,
    DISHES,
    DRINK,
    GROCER,
    HELPER,
    LOCATIONS,
    MAIN,
    ORC,
    OTHER,
    PIXIES,
    POINTS,
    PRICE,
    ROAST,
    ROAST_COST,
    SALT,
    SET_BONUS,
    SMALL,
    TYPE,
    TYPES,
)
from hightable.games.page import Told, View

HUES: Final = range(len(COLOURS))
SHOWN: Final = 2  # figures of one seat in a yard; more are counted
LOOSE: Final = 5  # cubes of a larder that are laid out one by one; more are counted by kind


class Eyes:
    """The view, and what its viewer is offered."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.me: int | None = view["viewer"]
        self.mine = self.me in view["deciding"]
        self.deeds: list[str] = [ACTIONS.text(action) for action in view["legal"]] if self.mine else []

    def deed(self, *texts: str) -> str:
        """The first of these that is offered."""
        return next((text for text in texts if text in self.deeds), "")

    def verbs(self) -> set[str]:
        return {deed.partition(":")[0] for deed in self.deeds}


# stalls


def squads(view: View, place: int) -> list[dict[str, Any]]:
    """FE-31, FE-32, FE-50: who stands at a location, in the order of their turns, and who leads: by the majority at a
    Character, by being first at the Grocer."""
    found = []
    for seat, (helpers, discs) in enumerate(view["areas"][place]):
        if helpers + discs:
            shown = [(HELPER, i) for i in range(helpers)][: SHOWN - (discs > 0)] + [(DISC, i) for i in range(discs)]
            found.append({"seat": seat, "n": helpers + discs, "shown": shown[:SHOWN], "lead": False})
    found.sort(key=lambda squad: (-squad["n"], (squad["seat"] - view["holder"]) % view["seats"]))
    if len(found) > 2:
        for squad in found:
            squad["shown"] = squad["shown"][:1]
    stall = view["stall"]
    if stall is not None and stall["place"] == LOCATIONS[place]:  # fixed when it began, FE-R3
        found.sort(key=lambda squad: stall["order"].index(squad["seat"]))
        for squad in found:
            squad["lead"] = place != GROCER and squad["seat"] == stall["majority"]
    elif found and (place == GROCER or len(found) == 1 or found[1]["n"] < found[0]["n"]):
        found[0]["lead"] = True
    return found


# dishes


def column(view: View, name: str) -> int:
    return int(view["buffet"].index(name) % COLUMNS) if name in view["buffet"] else 0


def surcharge(view: View, name: str) -> int:
    """FE-56, FE-E11."""
    return 0 if view["event"] == "level-tables" else column(view, name)


def owner(view: View, name: str) -> View | None:
    """FE-40: the reservation of a dish."""
    return next((one for one in view["reserved"] if one["dish"] == name), None)


def drinks(view: View, seat: int) -> set[int]:
    """FE-73: the colours of a seat's drinks, where these are magical."""
    if view["options"]["magical"] != "yes":
        return set()
    dishes = [DISHES.index(name) for name in view["players"][seat]["dishes"]]
    return {int(COLOUR[dish]) for dish in dishes if TYPE[dish] == DRINK}


def prices(dish: int, extra: int) -> Iterator[list[int]]:
    """FE-55 … FE-57: all the ways to pay for a dish, as cubes by colour."""
    if TYPE[dish] == MAIN:
        yield [1] * len(COLOURS)
        return
    for colour in HUES:
        need = [0] * len(COLOURS)
        if TYPE[dish] == ROAST:
            need[colour] = ROAST_COST
            yield need
        elif colour != COLOUR[dish]:
            need[COLOUR[dish]], need[colour] = int(BASE[dish]), int(OTHER[dish])
            for more in (COLOUR[dish], colour) if extra else (colour,):
                yield [count + extra * (i == more) for i, count in enumerate(need)]


def plan(view: View, seat: int, name: str) -> dict[str, Any]:
    """The way to pay for a dish that a seat is nearest to: the cubes, those missing, the salt that helps out, and how
    many are missing after all."""
    own, dish = view["players"][seat], DISHES.index(name)
    held, cheaper = own["cubes"], drinks(view, seat)
    reserved = owner(view, name)
    less = int(reserved is not None and reserved["seat"] == seat)
    less += int(view["event"] == "thrifty-cooks" and not own["cooked"])
    best: tuple[int, list[int], list[int]] | None = None
    for need in prices(dish, surcharge(view, name)):
        wanted = [max(0, count - (colour in cheaper)) for colour, count in enumerate(need)]
        lacks = [max(0, count - held[colour]) for colour, count in enumerate(wanted)]
        if best is None or sum(lacks) < best[0]:
            best = sum(lacks), need, lacks
    assert best is not None
    _, need, lacks = best
    for colour in HUES:
        off = min(less, lacks[colour])
        lacks[colour] -= off
        less -= off
    salt = min(sum(lacks), held[SALT])
    return {"need": need, "lacks": lacks, "salt": salt, "short": sum(lacks) - salt}


def bill(view: View) -> dict[str, Any]:
    """The dish being paid for: what its price is made of, and the cubes laid out so far."""
    price = view["price"]
    name, dish = price["dish"], DISHES.index(price["dish"])
    stage, cook = next((row[2:] for row in reversed(view["frame"]) if row[0] == PRICE), (0, 0))
    held, extra = view["players"][cook]["cubes"], surcharge(view, name)
    full = ROAST_COST if dish >= SMALL else int(BASE[dish] + OTHER[dish]) + extra
    need, salted = list(price["need"]), price["salted"]
    loose = 0
    if TYPE[dish] == ROAST and not stage:
        loose = ROAST_COST
    elif dish < SMALL and not stage:
        need[COLOUR[dish]], loose = int(BASE[dish]), int(OTHER[dish])
    slots = []
    for colour in HUES:
        slots += [{"cube": colour, "have": i < held[colour], "for": None} for i in range(need[colour])]
        slots += [{"cube": SALT, "have": True, "for": colour} for _ in range(salted[colour])]
    pending = extra if stage < 2 else 0
    return {
        "dish": name,
        "stage": stage,
        "cook": cook,
        "column": column(view, name) + 1,
        "extra": extra,
        "slots": slots,
        "loose": loose,
        "pending": pending,
        "less": full - len(slots) - loose - pending if stage >= 2 else 0,
        "waiting": price["discounts"] + sum(need[colour] > 0 for colour in price["drinks"]),
        "drink": next((colour for colour in price["drinks"] if need[colour]), None) if stage == 2 else None,
    }


# points


def sets(dishes: list[str]) -> list[int]:
    """FE-63: the sizes of the sets, the largest first."""
    kinds = [TYPE[DISHES.index(name)] for name in dishes]
    counts = [kinds.count(kind) for kind in range(len(TYPES))]
    return [sum(count > i for count in counts) for i in range(max(counts))]


def account(own: View) -> dict[str, Any]:
    """FE-62: what a seat's points are made of."""
    dishes = [DISHES.index(name) for name in own["dishes"]]
    found = sets(own["dishes"])
    return {
        "kinds": [[int(POINTS[dish]) for dish in dishes if TYPE[dish] == kind] for kind in range(len(TYPES))],
        "sets": found,
        "bonus": sum(SET_BONUS[size] for size in found),
        "cubes": sum(own["cubes"]),
        "tokens": own["tokens"],
        "total": own["score"],
    }


# what travels


def _home(view: View, seat: int, piece: int) -> str:
    """The key of a piece that has just come home."""
    return f"h{seat}_{piece}_{view['players'][seat]['discs' if piece else 'helpers'] - 1}"


def _gone(view: View, seat: int, piece: int) -> str:
    """The key of a piece that has just left home."""
    return f"h{seat}_{piece}_{view['players'][seat]['discs' if piece else 'helpers']}"


def _yard(view: View, place: int, seat: int, piece: int, left: int = 1) -> str:
    """The key of the last piece of a seat at a location; `left` is 0 for one that has just gone."""
    return f"y{place}_{seat}_{piece}_{max(0, min(view['areas'][place][seat][piece] - left, SHOWN - 1))}"


def larder_key(cubes: list[int], seat: int, cube: int, left: int = 1) -> str:
    """The key of the last cube of a kind in a larder."""
    return f"l{seat}_{cube}_{max(0, cubes[cube] - left) if sum(cubes) <= LOOSE else 0}"


def moves(told: Told, view: View) -> list[tuple[str, str]]:
    """Helpers go out and come home, cubes change places, dishes and the Card are followed by their own marks."""
    args = told.args
    seat = args.get("seat", -1)
    cubes = view["players"][seat]["cubes"] if seat >= 0 else []
    match told.name:
        case "placed":
            return [(_gone(view, seat, HELPER), _yard(view, args["location"], seat, HELPER))]
        case "took":
            place, colour = args["location"], args["colour"]
            return [(f"m{place}_{colour}_{view['markets'][place][colour]}", larder_key(cubes, seat, colour))]
        case "took-all":
            place = args["location"]
            return [
                (f"m{place}_{place}_{i}", f"l{seat}_{place}_{cubes[place] - 1 - i}")
                for i in range(min(args["count"], cubes[place]))
                if sum(cubes) <= LOOSE
            ]
        case "moved":
            source, place, colour = args["from"], args["to"], args["colour"]
            left, there = view["markets"][source][colour], view["markets"][place][colour]
            return [(f"m{source}_{colour}_{left}", f"m{place}_{colour}_{there - 1}")]
        case "sent":
            piece, place = args["piece"], args["location"]
            return [(_yard(view, PIXIES, seat, piece, 0), _yard(view, place, seat, piece))]
        case "reserved":
            return [(_yard(view, ORC, seat, args["piece"], 0), f"p{DISHES[args['dish']]}")]
        case "freed":
            return [(f"p{DISHES[args['dish']]}", _home(view, seat, HELPER))]
        case "got-salt" | "salted":
            return [(f"s{SALT}", larder_key(cubes, seat, SALT))]
        case "gained":
            return [(f"s{args['colour']}", larder_key(cubes, seat, args["colour"]))]
        case "traded" | "returned":
            return [(larder_key(cubes, seat, args["cube"], 0), f"s{args['cube']}")]
        case "disc":
            return [(_gone(view, seat, DISC), f"z{args['location']}_{seat}")]
        case "left" if view["players"][seat]["helpers"]:
            return [(f"y{args['location']}_{seat}_{HELPER}_0", _home(view, seat, HELPER))]
    return []
