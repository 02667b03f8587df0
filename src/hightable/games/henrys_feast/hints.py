"""How good an action looks in Henry's Feast: every station gets the recipe that pays best for what is missing yet, and
whatever brings those recipes closer is good. Made from the view alone. Imports the engine and the rules."""

from __future__ import annotations

from typing import Final

from hightable.engine.contract import View
from hightable.games.henrys_feast.cooking import DESSERT_STATION
from hightable.games.henrys_feast.deck import DESSERT, KINDS, RECIPES, SUGAR, Deck, deck
from hightable.games.henrys_feast.pieces import (
    ACTIONS,
    BONUS_DISHES,
    BUY,
    CLEAR,
    COOK,
    COOK_DISHES,
    COOK_FOR,
    DISCARD,
    DISCARD_STATION,
    DISHES,
    END_TURN,
    FILL,
    GO_CORNER,
    GO_MARKET,
    GO_STOCKROOM,
    HAND_LIMIT,
    LAST_CALL,
    NO_OPTION,
    PASS,
    PLACES,
    PUT,
    SATCHELS,
    SHARE,
    SHARE_PANTRY,
    SKIP,
    STATIONS,
    STEAL_DISPLAY,
    TAKE,
)

BONUS: Final = ((5.0, 4.0, 3.5), (4.0, 3.0, 3.5), (4.0, 3.0, 3.5), (1.0, 1.0, 3.0))  # by track and level
FEAST: Final = (9.0, 10.0, 12.0)
NOTHING: Final = -1.0
FIRST_BONUS_RECIPE: Final = 5


class Plan:
    """What a seat is after: for each station a recipe, the pantry cards that go there, and what is missing."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat: int = view["viewer"]
        self.kitchen: View = view["kitchens"][self.seat]
        self.cards: Deck = deck(view["options"]["deck"])
        self.team = view["options"]["team"] == "yes"
        self.worth = self.values()
        self.goal: dict[int, int] = {}  # station -> recipe
        self.puts: dict[int, list[int]] = {}  # station -> kinds that lie in the pantry
        self.wants: dict[int, list[int]] = {}  # station -> kinds that are missing
        self.choose_goals()

    def values(self) -> dict[int, float]:
        """What cooking each available recipe is worth to the seat, HF-47."""
        view, tracks = self.view, self.kitchen["tracks"]
        quick = view["options"]["quick"] == "yes"
        found: dict[int, float] = {}
        for spot, recipe in enumerate(view["bonus"]):
            most = 1 if quick and spot == HAND_LIMIT else 3
            found[recipe] = BONUS[spot][tracks[spot]] if tracks[spot] < most and not view["last"] else 0.0
        for course, card in enumerate(view["feast"]):
            if card["up"]:
                found[card["recipe"]] = 0.0 if self.kitchen["feasted"][course] else FEAST[course]
        for recipe in view["display"]:
            if recipe is not None:
                found[recipe] = 2.5 + self.cards.back[recipe] // 3
        for other, kitchen in enumerate(view["kitchens"]):
            if other == self.seat or (self.team and other % 2 == self.seat % 2):
                for card in kitchen["hand"]:
                    if card["recipe"] is not None:
                        found[card["recipe"]] = 3.5 + self.cards.back[card["recipe"]] // 3
        return found

    def needs(self, station: int, recipe: int) -> set[int]:
        """The kinds that a recipe asks of a station; s5 has its own sugar, and cooks desserts only."""
        kinds = set(self.cards.ingredients[recipe])
        if station != DESSERT_STATION:
            return kinds
        return kinds - {SUGAR} if self.cards.back[recipe] % 3 == DESSERT else set()

    def content(self, station: int) -> list[int]:
        kinds = [card // 4 for card in self.kitchen["stations"][station]]
        return [kind for kind in kinds if station != DESSERT_STATION or kind != SUGAR]

    def junk(self, station: int) -> bool:
        """Whether nothing worth cooking can become of what lies there."""
        lying = self.content(station)
        if len(set(lying)) < len(lying):
            return True
        return bool(lying) and not any(
            value > 0 and set(lying) <= self.needs(station, recipe) for recipe, value in self.worth.items()
        )

    def ready(self) -> list[float]:
        """What the complete stations are worth."""
        found = []
        for station in range(self.kitchen["unlocked"]):
            lying = self.content(station)
            fit = [
                value
                for recipe, value in self.worth.items()
                if lying and sorted(lying) == sorted(self.needs(station, recipe))
            ]
            if fit and max(fit) > 0:
                found.append(max(fit))
        return found

    def choose_goals(self) -> None:
        """The best pair of station and recipe first, then the next best of what is left."""
        stations = [station for station in range(self.kitchen["unlocked"]) if not self.junk(station)]
        recipes = [recipe for recipe, value in self.worth.items() if value > 0]
        pantry = [card // 4 for card in self.kitchen["pantry"]]
        while stations and recipes:
            best: tuple[float, int, int] | None = None
            for station in stations:
                lying = set(self.content(station))
                for recipe in recipes:
                    needs = self.needs(station, recipe)
                    if not needs or not lying <= needs:
                        continue
                    missing = [kind for kind in needs - lying if kind not in pantry]
                    rare = sum(0.7 for kind in missing if not self.view["market"][kind])
                    score = self.worth[recipe] - 1.1 * len(missing) - rare - 0.25 * len(needs - lying)
                    if best is None or (score, -station, -recipe) > best:
                        best = (score, -station, -recipe)
            if best is None:
                return
            station, recipe = -best[1], -best[2]
            missing = sorted(self.needs(station, recipe) - set(self.content(station)))
            self.goal[station] = recipe
            self.puts[station] = [kind for kind in missing if kind in pantry]
            for kind in self.puts[station]:
                pantry.remove(kind)
            self.wants[station] = [kind for kind in missing if kind not in self.puts[station]]
            stations.remove(station)
            recipes.remove(recipe)

    def wanted(self, kind: int) -> bool:
        return any(kind in kinds for kinds in self.wants.values())

    def planned(self, kind: int) -> bool:
        """Whether a pantry card of this kind has a place to go to."""
        return any(kind in kinds for kinds in self.puts.values())


def appraise(view: View) -> list[float]:
    """The value of each legal action of the viewer."""
    plan = Plan(view)
    return [value(plan, action) for action in view["legal"]]


def value(plan: Plan, action: int) -> float:
    """What an action does for the plan; ending a phase is worth 0."""
    if action == LAST_CALL:
        return 100.0
    if COOK <= action < DISCARD:
        return cooked(plan, action)
    if PUT <= action < SHARE:
        kind, station = (action - PUT) // STATIONS // 4, (action - PUT) % STATIONS
        return 10.0 if kind in plan.puts.get(station, ()) else NOTHING
    if SHARE <= action < COOK:
        return brought(plan, (action - SHARE) // len(PLACES) // 4, (action - SHARE) % len(PLACES))
    if TAKE <= action < PUT:
        return brought(plan, (action - TAKE) // len(PLACES), (action - TAKE) % len(PLACES))
    if BUY <= action < BUY + len(KINDS):
        return 10.0 if plan.wanted(action - BUY) else NOTHING
    if DISCARD <= action < END_TURN:
        return thrown(plan, action)
    if action in (CLEAR, FILL):
        hits = sum(plan.wanted(kind) for kind in plan.view["row"])
        return (2.0 if not hits and plan.view["row"] else NOTHING) if action == CLEAR else 1.0
    if action <= SHARE_PANTRY or action == SKIP:
        return started(plan, action)
    if STEAL_DISPLAY <= action < STEAL_DISPLAY + len(DISHES):
        return 1.0
    return 0.0 if action == NO_OPTION else NOTHING if ACTIONS.text(action) in ("steal-top", "fresh-stock") else 0.0


def cooked(plan: Plan, action: int) -> float:
    if action < COOK_FOR:
        recipe = (action - COOK) % len(DISHES) % RECIPES
        return 20.0 + plan.worth[recipe] if plan.worth.get(recipe, 0.0) > 0 else NOTHING
    rest, helped = (action - COOK_FOR) // 4, (action - COOK_FOR) % 4
    spot = plan.view["bonus"].index(FIRST_BONUS_RECIPE + rest % len(BONUS_DISHES) % 8)
    level: int = plan.view["kitchens"][helped]["tracks"][spot]
    return 20.0 + BONUS[spot][level] + (0.5 if helped == plan.seat else 0.0) if level < 3 else NOTHING


def brought(plan: Plan, kind: int, place: int) -> float:
    """A card to the pantry or to a station."""
    if place:
        return 10.0 if kind in plan.wants.get(place - 1, ()) else NOTHING
    spare = len(plan.kitchen["pantry"]) < plan.kitchen["pantry_size"] - 2
    return 5.0 if plan.wanted(kind) and spare else NOTHING


def thrown(plan: Plan, action: int) -> float:
    """What has no use is thrown away when the pantry gets full, and stations with something useless on them at once."""
    if action >= DISCARD_STATION:
        return 5.0 if plan.junk(action - DISCARD_STATION) else NOTHING
    kind = (action - DISCARD) // 4
    full = len(plan.kitchen["pantry"]) >= plan.kitchen["pantry_size"] - 2 or plan.view["last"] != ""
    extra = sum(card // 4 == kind for card in plan.kitchen["pantry"]) > 1
    return 3.0 if full and (extra or not plan.planned(kind)) else NOTHING


def started(plan: Plan, action: int) -> float:
    """What an Active action promises."""
    view, kitchen = plan.view, plan.kitchen
    wants = [kind for kinds in plan.wants.values() for kind in kinds]
    puts = sum(len(kinds) for kinds in plan.puts.values())
    if action == COOK_DISHES:
        return 3.0 * len(plan.ready()) + sum(plan.ready()) / 4 if plan.ready() else 0.3 * puts
    if action == GO_STOCKROOM:
        drawn = max(0, kitchen["pantry_size"] - len(view["row"]))
        hits = sum(kind in wants for kind in set(view["row"]))
        return float(0.5 + 0.8 * puts + hits + drawn * len(set(wants)) / len(KINDS))
    if action == GO_MARKET:
        space = kitchen["pantry_size"] - len(kitchen["pantry"])
        limit = min(2 + kitchen["tracks"][SATCHELS], space)
        return float(1.2 * min(limit, sum(view["market"][kind] > 0 for kind in set(wants))) - 0.2)
    if action == SHARE_PANTRY:
        mate = view["kitchens"][(plan.seat + 2) % 4]["pantry"] if plan.team else []
        return 0.8 * puts + 1.0 * min(2, sum(card // 4 in wants for card in mate))
    if action == GO_CORNER:
        return 0.2 if kitchen["tracks"][HAND_LIMIT] >= 1 else NOTHING
    return 0.1 if action == PASS else 0.0
