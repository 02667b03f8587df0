"""Recipe decks as data: a file of one's own is accepted, each breach of HF-7 … HF-9 is refused with a sentence, and a
record carries its deck."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hightable.engine import Fast, Match, Record, Refused
from hightable.games.henrys_feast.deck import DATA, KINDS, SLOTS, deck
from hightable.games.henrys_feast.game import GAME
from tests.henrys_feast.table import holds_together, new

Recipes = list[dict[str, Any]]


def house() -> Recipes:
    return list(tomllib.loads(DATA.read_text(encoding="utf-8"))["recipe"])


def written(folder: Path, recipes: Recipes, name: str = "Granny's box") -> Path:
    """A deck as a file."""
    lines = [f'name = "{name}"']
    for recipe in recipes:
        lines.append("[[recipe]]")
        for key, value in recipe.items():
            lines.append(f"{key} = {toml(value)}")
    path = folder / "own.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def toml(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def own(recipes: Recipes | None = None) -> Recipes:
    """The house recipes under other names, in another order and without ids."""
    named = [{**recipe, "name": f"My {recipe['name']}"} for recipe in (house() if recipes is None else recipes)]
    for recipe in named:
        recipe.pop("id", None)
    return named[::-1]


def resolved(path: Path) -> str:
    return str(GAME.resolve(2, {"deck": path})["deck"])


def test_a_file_of_ones_own_is_accepted(tmp_path: Path) -> None:
    value = resolved(written(tmp_path, own()))
    found = deck(value)
    assert found.name == "Granny's box"
    assert sorted(found.names) == sorted(f"My {recipe['name']}" for recipe in house())
    lines = {f"My {recipe['name']}": set(recipe["ingredients"]) for recipe in house()}
    for name, kinds in zip(found.names, found.ingredients, strict=True):
        assert {KINDS[kind] for kind in kinds} == lines[name]
    assert len(value.split()) == 1  # one word, for records


def test_its_recipes_are_called_by_their_slots(tmp_path: Path) -> None:
    t = new(2, deck=written(tmp_path, own()))
    assert SLOTS[0] == "easy-appetizer-1" and len(SLOTS) == 50
    data = t.state.dump()
    kinds = deck(data["options"]["deck"]).ingredients[data["bonus"][0]]
    data["station"][0:3] = [kind * 4 + 1 for kind in kinds]
    data["station_n"][0] = 3
    data["first"] = 0
    data["stack"] = [["Round", 0, 0, 0], ["CookDishes", 1, 0, 0]]
    state = GAME.load(data)
    assert [GAME.text(action) for action in state.legal(0)] == [f"cook s1 {SLOTS[data['bonus'][0]]}", "done"]


def test_the_value_stands_for_the_deck(tmp_path: Path) -> None:
    value = resolved(written(tmp_path, own()))
    assert GAME.resolve(3, {"deck": value})["deck"] == value
    assert deck(value).text() == value


@pytest.mark.parametrize(
    "name",
    ["Crème brûlée", "Fish & Chips", "Mum's  “best” pie!", "a_b = c; d + e: f", "x" * 60, "y" * 39 + " z and more"],
)
def test_any_name_that_fits_on_a_card(tmp_path: Path, name: str) -> None:
    recipes = own()
    recipes[7]["name"] = name
    value = resolved(written(tmp_path, recipes, name="An “odd”: name=1;".replace("“", "").replace("”", "")))
    assert deck(value).text() == value and len(value.split()) == 1
    assert GAME.resolve(2, {"deck": value})["deck"] == value


def test_a_record_carries_its_deck(tmp_path: Path) -> None:
    match = Match(GAME, 2, "deck", {"deck": written(tmp_path, own()), "round_limit": 2})
    dice = Fast.of("deck")
    while not match.state.over:
        seat = match.state.deciding[0]
        legal = match.state.legal(seat)
        match.apply(seat, legal[dice.below(len(legal))])
    text = Record.of(match, ["Ann", "Bob"]).text()
    (tmp_path / "own.toml").unlink()
    again = Record.parse(text).verify(lambda _id: GAME)
    assert Record.of(again, ["Ann", "Bob"]).text() == text
    assert again.state.dump() == match.state.dump()


def test_a_game_with_an_own_deck_can_be_stored_and_imagined(tmp_path: Path) -> None:
    state = new(3, deck=written(tmp_path, own()), round_limit=2).state
    dice = Fast.of("own")
    while not state.over:
        seat = state.deciding[0]
        legal = state.legal(seat)
        state.apply(seat, legal[dice.below(len(legal))])
        again = GAME.load(state.dump())
        assert again.view(seat) == state.view(seat) == GAME.imagine(state.view(seat), dice).view(seat)
        holds_together(state)


def test_hf_r41_with_other_decks_the_recipe_in_the_action_decides(tmp_path: Path) -> None:
    """Two recipes of the same ingredients, both on display."""
    recipes = own()
    medium = [recipe for recipe in recipes if (recipe["difficulty"], recipe["course"]) == ("medium", "entree")]
    medium[1]["ingredients"] = list(medium[0]["ingredients"])
    t = new(2, deck=written(tmp_path, recipes))
    data = t.state.dump()
    found = deck(data["options"]["deck"])
    pair = [found.names.index(recipe["name"]) for recipe in medium[:2]]
    swap(data, pair)
    data["station"][0:4] = [kind * 4 + 1 for kind in found.ingredients[pair[0]]]
    data["station_n"][0] = 4
    data["first"] = 0
    data["stack"] = [["Round", 0, 0, 0], ["CookDishes", 1, 0, 0]]
    state = GAME.load(data)
    dishes = [f"cook s1 {SLOTS[recipe]}" for recipe in sorted(pair)]
    assert [GAME.text(action) for action in state.legal(0)] == [*dishes, "done"]
    state.apply(0, GAME.parse(dishes[1]))
    assert state.view(0)["kitchens"][0]["pile"] == [max(pair)]
    assert min(pair) in state.view(0)["display"]


def swap(data: dict[str, Any], pair: list[int]) -> None:
    """Put two recipes into the first slots of the display, and what lay there where they were."""
    for slot, recipe in enumerate(pair):
        old = data["display"][slot]
        for pile in (data["book"], data["display"], data["feast"]):
            pile[:] = [old if card == recipe else card for card in pile]
        data["display"][slot] = recipe


# breaches


def change(at: int, **fields: Any) -> Callable[[Recipes], None]:
    return lambda recipes: recipes[at].update(fields)


def drop(at: int, key: str) -> Callable[[Recipes], None]:
    return lambda recipes: recipes[at].pop(key) and None


def place(difficulty: str, course: str) -> int:
    return next(i for i, r in enumerate(own()) if (r["difficulty"], r["course"]) == (difficulty, course))


EASY_APPETIZER, EASY_DESSERT = place("easy", "appetizer"), place("easy", "dessert")
HARD_ENTREE = place("hard", "entree")


@pytest.mark.parametrize(
    ("damage", "words", "rule"),
    [
        (change(HARD_ENTREE, ingredients=["potato", "carrot", "milk", "rice", "basil"]), "ingredient “basil”", "HF-7"),
        (change(0, ingredients="potato"), "list of texts", "HF-7"),
        (change(0, ingredients=[1, 2]), "list of texts", "HF-7"),
        (drop(0, "ingredients"), "list of texts", "HF-7"),
        (change(HARD_ENTREE, ingredients=["potato", "carrot", "milk", "rice", "rice"]), "rice is there twice", "HF-46"),
        (change(HARD_ENTREE, ingredients=["potato", "carrot", "milk", "rice"]), "needs 5 ingredients", "HF-8"),
        (change(EASY_APPETIZER, ingredients=["potato", "carrot", "milk", "rice"]), "needs 3 ingredients", "HF-8"),
        (lambda recipes: recipes.pop(), "50 recipes, not 49", "HF-8"),
        (lambda recipes: recipes.append({**recipes[0], "name": "One more"}), "50 recipes, not 51", "HF-8"),
        (change(EASY_APPETIZER, course="entree"), "easy-appetizer|easy-entree", "HF-8"),
        (change(0, difficulty="simple"), "easy, medium or hard", "HF-8"),
        (change(0, course="soup"), "appetizer, entree or dessert", "HF-8"),
        (drop(0, "course"), "appetizer, entree or dessert", "HF-8"),
        (drop(0, "name"), "has no name", "HF-8"),
        (change(0, name="?!"), None, ""),
        (change(0, name="  "), "has no name", "HF-8"),
        (lambda recipes: recipes[1].update(name=recipes[0]["name"]), "Two recipes are called", "HF-8"),
        (change(EASY_DESSERT, ingredients=["milk", "rice", "egg"]), "every dessert needs sugar", "HF-9"),
        (change(EASY_APPETIZER, ingredients=["milk", "rice", "sugar"]), "every dessert needs sugar", "HF-9"),
    ],
)
def test_each_breach_is_refused_with_a_sentence(
    tmp_path: Path, damage: Callable[[Recipes], None], words: str | None, rule: str
) -> None:
    recipes = own()
    damage(recipes)
    path = written(tmp_path, recipes)
    if words is None:
        resolved(path)
        return
    with pytest.raises(Refused, match=words) as refused:
        resolved(path)
    assert refused.value.rule == rule and str(refused.value).startswith(str(path))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "list of tables called"),
        (b"recipe = 3", "list of tables called"),
        (b"recipe = [1, 2]", "list of tables called"),
        (b"recipe = [", "own.toml"),
        (b"\xff\xfe", "not text"),
        (b"#" * 60_001, "too big"),
    ],
)
def test_a_file_that_is_no_deck(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(content)
    with pytest.raises(Refused, match=words):
        resolved(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="No such file"):
        resolved(tmp_path / "none.toml")
    with pytest.raises(Refused):
        resolved(tmp_path)


@pytest.mark.parametrize("other", ["My Onion Bhaji:", "My  Onion Bhaji", "My Onion_ Bhaji"])
def test_two_names_that_read_the_same_are_refused_at_once(tmp_path: Path, other: str) -> None:
    recipes = own()
    next(recipe for recipe in recipes if recipe["name"] == "My Kheer")["name"] = other
    with pytest.raises(Refused, match="Two recipes are called"):
        resolved(written(tmp_path, recipes))


def test_an_option_can_not_reach_a_file(tmp_path: Path) -> None:
    """A text is never a path: only what the command line makes one is read."""
    path = written(tmp_path, own())
    for text in (str(path), f"file={path}", "../own.toml", f"deck:{path}", "x=y"):
        with pytest.raises(Refused) as refused:
            GAME.resolve(2, {"deck": text})
        assert "My" not in str(refused.value)


@pytest.mark.parametrize("brackets", [100, 20_000])
def test_a_file_of_deep_brackets(tmp_path: Path, brackets: int) -> None:
    path = tmp_path / "own.toml"
    path.write_text("x = " + "[" * brackets + "]" * brackets, encoding="utf-8")
    with pytest.raises(Refused):
        resolved(path)
