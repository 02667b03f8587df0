"""What a view of Henry's Feast amounts to: which recipes a seat may cook, what each still takes and where that lies,
what a station is becoming, and the score sheet once all is open. Imports the engine and the rules."""

from __future__ import annotations

from typing import Final

from hightable.engine.contract import View
from hightable.engine.dice import Fast
from hightable.engine.result import Result
from hightable.games.henrys_feast.cooking import DESSERT_STATION
from hightable.games.henrys_feast.deck import DESSERT, RECIPES, SUGAR, Deck, deck
from hightable.games.henrys_feast.game import GAME
from hightable.games.henrys_feast.pieces import DISHES

POT: Final = "pot"  # lies on the station that still fits
TICK: Final = "check"  # lies in the pantry
ROW: Final = "row"  # lies in the stockroom row, and may be taken now
MISSING: Final = ""


def cards_of(view: View) -> Deck:
    return deck(view["options"]["deck"])


def dish(view: View, recipe: int) -> str:
    """What a recipe is called in actions."""
    return DISHES[recipe] if cards_of(view).house else DISHES[recipe + RECIPES]


def team(view: View) -> bool:
    return bool(view["options"]["team"] == "yes")


def mate(view: View, seat: int) -> int | None:
    """HF-94: the partner, if there is one."""
    return (seat + 2) % 4 if team(view) else None


def mates(view: View, seat: int) -> list[int]:
    """A seat and its partner."""
    partner = mate(view, seat)
    return [seat] if partner is None else [seat, partner]


def cookable(view: View, seat: int) -> list[int]:
    """HF-47: the recipes that a seat may cook, as far as the view shows them; bonus dishes of this action are done."""
    mine = view["now"] == seat and view["phase"] == "cook"
    found = [recipe for spot, recipe in enumerate(view["bonus"]) if not (mine and spot in view["cooked"])]
    found += [card["recipe"] for card in view["feast"] if card["up"]]
    found += [recipe for recipe in view["display"] if recipe is not None]
    for other in mates(view, seat):
        found += [card["recipe"] for card in view["kitchens"][other]["hand"] if card["recipe"] is not None]
    return found


def lacking(cards: Deck, station: int, content: list[int], recipe: int) -> list[int] | None:
    """HF-46, HF-57: the kinds that a station lacks for a recipe; None if it can't become that dish any more."""
    there = [card // 4 for card in content]
    needs = list(cards.ingredients[recipe])
    if station == DESSERT_STATION:
        if cards.back[recipe] % 3 != DESSERT:
            return None
        there = [kind for kind in there if kind != SUGAR] + ([SUGAR] if there.count(SUGAR) < 2 else [SUGAR, SUGAR])
    if len(set(there)) < len(there) or not set(there) <= set(needs):
        return None
    return [kind for kind in needs if kind not in there]


def becoming(view: View, seat: int, station: int) -> list[tuple[int, list[int]]]:
    """The dishes that a station with cards on it may become, nearest first, with what each lacks."""
    cards, kitchen = cards_of(view), view["kitchens"][seat]
    content, pantry = kitchen["stations"][station], {card // 4 for card in kitchen["pantry"]}
    found: list[tuple[bool, int, int, int, list[int]]] = []
    for recipe in sorted(set(cookable(view, seat)) if content else set()):
        lacks = lacking(cards, station, content, recipe)
        if lacks is not None:
            away = sum(kind not in pantry for kind in lacks)
            found.append((len(lacks) > 0, away, len(lacks), recipe, lacks))
    return [(near[3], near[4]) for near in sorted(found)]


def marks(view: View, seat: int | None, recipe: int) -> tuple[list[tuple[int, str]], int | None, bool]:
    """For each ingredient of a recipe where the seat has it; the station that fits best; whether all lies there."""
    cards = cards_of(view)
    kinds = cards.ingredients[recipe]
    if seat is None:
        return [(kind, MISSING) for kind in kinds], None, False
    kitchen = view["kitchens"][seat]
    best: tuple[int, int, list[int]] | None = None
    for station in range(kitchen["unlocked"]):
        content = kitchen["stations"][station]
        lacks = lacking(cards, station, content, recipe) if content else None
        if lacks is not None and (best is None or len(lacks) < best[0]):
            best = (len(lacks), station, lacks)
    pantry = {card // 4 for card in kitchen["pantry"]}
    taking = view["phase"] == "stockroom" and view["filled"] and seat in view["deciding"]
    row = set(view["row"]) if taking else set()
    found = []
    for kind in kinds:
        on = best is not None and kind not in best[2]
        found.append((kind, POT if on else TICK if kind in pantry else ROW if kind in row else MISSING))
    return found, None if best is None else best[1], best is not None and not best[2]


def reckoning(view: View) -> Result:
    """The score sheet of a finished game, in which nothing is hidden, HF-106."""
    return GAME.imagine(view, Fast(0)).result
