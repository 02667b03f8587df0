"""Recipe decks of Henry's Feast: data, read and checked against the book's counts. Imports the engine."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from hightable.engine.compat import i64, vec
from hightable.engine.options import Option, Value
from hightable.engine.words import N_, Refused

KINDS: Final = (
    "beans", "carrot", "cheese", "egg", "flour", "herbs", "lemon", "milk", "onion", "potato", "red-chili", "rice",
    "salt", "sugar", "tomato",
)  # fmt: skip
SUGAR: Final = KINDS.index("sugar")
DIFFICULTIES: Final = ("easy", "medium", "hard")
COURSES: Final = ("appetizer", "entree", "dessert")
DESSERT: Final = 2
COUNTS: Final = ((5, 8, 5), (5, 9, 5), (3, 7, 3))  # HF-8: by difficulty and course
SIZES: Final = (3, 4, 5)  # ingredients of a recipe, by difficulty
RECIPES: Final = 50
BACKS: Final = tuple(f"{difficulty}-{course}" for difficulty in DIFFICULTIES for course in COURSES)  # HF-10
SLOTS: Final = tuple(  # what the recipes of somebody's own deck are called in actions, in the order of the deck
    f"{BACKS[d * 3 + c]}-{i + 1}" for d, row in enumerate(COUNTS) for c, count in enumerate(row) for i in range(count)
)
FIRST_BONUS: Final = COUNTS[0][0]  # HF-15: the easy entrées
BONUSES: Final = COUNTS[0][1]
HOUSE: Final = "house"
DATA: Final = Path(__file__).with_name("recipes.toml")
FILE_BYTES: Final = 60_000


def broken(reason: str, rule: str = "HF-8", **gaps: object) -> Refused:
    return Refused(reason, rule, gaps)


class Deck:
    """Fifty recipes, sorted by difficulty and course, so that a place in the deck tells the back. Nothing here changes
    after it is made."""

    def __init__(self, name: str, recipes: list[dict[str, Any]]) -> None:
        self.name = name
        self.house = False
        found = [[[] for _course in COURSES] for _difficulty in DIFFICULTIES]  # type: list[list[list[dict[str, Any]]]]
        for recipe in recipes:
            d, c = DIFFICULTIES.index(recipe["difficulty"]), COURSES.index(recipe["course"])
            found[d][c].append(recipe)
        ordered = [recipe for row in found for group in row for recipe in group]
        self.names = [str(recipe["name"]) for recipe in ordered]
        self.ids = [str(recipe.get("id", "")) for recipe in ordered]
        self.ingredients = [[KINDS.index(kind) for kind in recipe["ingredients"]] for recipe in ordered]
        masks: list[int] = []
        for kinds in self.ingredients:
            mask = 0
            for kind in kinds:
                mask |= 1 << kind
            masks.append(mask)
        self.needs = vec[i64]([i64(mask) for mask in masks])  # a bit for each ingredient
        self.back = vec[i64]([i64(d * 3 + c) for d in range(3) for c in range(3) for _i in range(COUNTS[d][c])])

    def text(self) -> str:
        """All of it as one word, for options and records: recipes in the order of the deck."""
        recipes = [
            f"{name.replace(' ', '_')}={'+'.join(KINDS[kind] for kind in kinds)}"
            for name, kinds in zip(self.names, self.ingredients, strict=True)
        ]
        return f"{self.name.replace(' ', '_')}:" + ";".join(recipes)


def check(recipes: list[dict[str, Any]]) -> None:
    """HF-7 … HF-9: what makes a deck valid; Refused with what is wrong."""
    for i, recipe in enumerate(recipes, 1):
        name = recipe.get("name")
        if not isinstance(name, str) or not clean(name):
            raise broken(N_("Recipe %(number)s has no name."), number=i)
        if recipe.get("difficulty") not in DIFFICULTIES:
            raise broken(N_("%(name)s: the difficulty must be easy, medium or hard."), name=name)
        if recipe.get("course") not in COURSES:
            raise broken(N_("%(name)s: the course must be appetizer, entree or dessert."), name=name)
        check_ingredients(name, recipe)
    names = [recipe["name"] for recipe in recipes]
    for name in names:
        if names.count(name) > 1:
            raise broken(N_("Two recipes are called %(name)s."), name=name)
    if len(recipes) != RECIPES:
        raise broken(N_("A deck has 50 recipes, not %(count)s."), count=len(recipes))
    for d, difficulty in enumerate(DIFFICULTIES):
        for c, course in enumerate(COURSES):
            count = sum(recipe["difficulty"] == difficulty and recipe["course"] == course for recipe in recipes)
            if count != COUNTS[d][c]:
                gaps = {"back": BACKS[d * 3 + c], "count": count, "wanted": COUNTS[d][c]}
                raise broken(N_("The deck has %(count)s recipes of the kind %(back)s, not %(wanted)s."), **gaps)


def check_ingredients(name: str, recipe: dict[str, Any]) -> None:
    kinds = recipe.get("ingredients")
    if not isinstance(kinds, list) or not all(isinstance(kind, str) for kind in kinds):
        raise broken(N_("%(name)s: the ingredients must be a list of texts."), "HF-7", name=name)
    for kind in kinds:
        if kind not in KINDS:
            raise broken(N_("%(name)s: there is no ingredient “%(kind)s”."), "HF-7", name=name, kind=kind[:40])
        if kinds.count(kind) > 1:
            raise broken(N_("%(name)s: %(kind)s is there twice."), "HF-46", name=name, kind=kind)
    wanted = SIZES[DIFFICULTIES.index(recipe["difficulty"])]
    if len(kinds) != wanted:
        raise broken(N_("%(name)s: it needs %(wanted)s ingredients."), name=name, wanted=wanted)
    if ("sugar" in kinds) != (recipe["course"] == "dessert"):
        raise broken(N_("%(name)s: every dessert needs sugar, and no other dish has any."), "HF-9", name=name)


def clean(text: str) -> str:
    """A name that fits on a card and in a record."""
    kept = "".join(sign for sign in text if sign.isalnum() or sign in " -'’.!?&")
    return " ".join(kept.split())[:40].rstrip()


@lru_cache(16)
def deck(value: Value) -> Deck:
    """The deck of an option's value."""
    if value == HOUSE:
        data = tomllib.loads(DATA.read_text(encoding="utf-8"))
        found = Deck(data["name"], data["recipe"])
        found.house = True
        return found
    return parse(str(value))


def parse(word: str) -> Deck:
    """A deck from its text, see `Deck.text`."""
    name, colon, rest = word.partition(":")
    lines = rest.split(";")
    if not colon or len(lines) != RECIPES or len(word) > FILE_BYTES:
        raise broken(
            N_("This is no deck: 50 recipes are needed, as name=kind+kind+kind, with semicolons between them.")
        )
    recipes: list[dict[str, Any]] = []
    for line, slot in zip(lines, SLOTS, strict=True):
        dish, _sign, kinds = line.partition("=")
        difficulty, course, _number = slot.split("-")
        called = clean(dish.replace("_", " "))
        recipes.append({"name": called, "difficulty": difficulty, "course": course, "ingredients": kinds.split("+")})
    check(recipes)
    return Deck(clean(name.replace("_", " ")), recipes)


class DeckOption(Option):
    """The house deck, or one's own: as a file, or as the word that stands for it in records."""

    def own(self, seats: int, given: object) -> Value:
        if isinstance(given, str) and "=" in given:
            return parse(given).text()
        return super().own(seats, given)

    def title(self, value: Value) -> str:
        return super().title(value) if value == HOUSE else deck(value).name

    def read(self, path: Path) -> Value:
        if path.exists() and not path.is_file():
            raise broken(N_("%(file)s: this is not a file."), file=path)
        try:
            with path.open("rb") as file:
                data = file.read(FILE_BYTES + 1)
        except OSError as error:
            raise broken(N_("%(file)s: %(why)s"), file=path, why=error.strerror or error) from None
        try:
            if len(data) > FILE_BYTES:
                raise broken(N_("This is too big for a deck."))
            return own_of(tomllib.loads(data.decode("utf-8-sig"))).text()
        except UnicodeDecodeError:
            raise broken(N_("%(file)s: this is not text."), file=path) from None
        except RecursionError:
            raise broken(N_("%(file)s: too many brackets in brackets."), file=path) from None
        except tomllib.TOMLDecodeError as error:
            raise broken(N_("%(file)s: %(why)s"), file=path, why=error) from None
        except Refused as refused:
            raise Refused(N_("%(file)s: %(why)s"), refused.rule, {"file": path, "why": refused}) from None


def own_of(data: dict[str, Any]) -> Deck:
    """The deck of a file."""
    recipes = data.get("recipe")
    if not isinstance(recipes, list) or not all(isinstance(recipe, dict) for recipe in recipes):
        raise broken(N_("The file needs a list of tables called “recipe”."))
    named = [{**recipe, "name": clean(str(recipe.get("name", "")))} for recipe in recipes]
    check(named)
    name = data.get("name")
    return Deck(clean(name) if isinstance(name, str) and clean(name) else "Own deck", named)
