"""The rules of Festo!: the variant with Magical Dishes, FE-72 … FE-76."""

from __future__ import annotations

import pytest

from tests.festo.table import ROWS, Table, player, table, told

BARE = dict.fromkeys(ROWS, "- - -")
DESSERT, APPETISER, SIDE = 1, 2, 3  # why tokens are handed out


def cook(mine: str, dishes: str, on: str, magical: bool = True, **more: object) -> Table:
    """Seat 0 has these dishes and is about to cook one more, alone in its row; the other seat could roast its fruit."""
    kind, colour = on.split("-")
    rows = BARE if kind in ("roast", "main") else BARE | {kind: colour}
    return table(
        player(mine, dishes), player("fruit*6"), phase="cooking", rows=rows, magical=magical, **more  # type: ignore[arg-type]
    )  # fmt: skip


def street(dishes: str, *, magical: bool = True, mine: str = "", **more: object) -> Table:
    """Seat 0 has these dishes; afterwards the other seat is at the Grocer."""
    areas = {**more.pop("areas"), "grocer": "1"}  # type: ignore[dict-item]
    return table(player(mine, dishes), areas=areas, shelves="meat", magical=magical, **more)  # type: ignore[arg-type]


def test_fe_72_a_benefit_starts_with_the_next_thing_that_happens() -> None:
    t = table(player("honey*9 meat*6"), player("fruit*6"), phase="cooking", magical=True,
              rows=BARE | {"drink": "honey", "dessert": "honey"})  # fmt: skip
    t.do("cook:dessert-honey")
    assert t.tokens(0) == 0  # never for its own cooking
    assert t.cubes(0) == "meat*4 honey*6"
    t.do("pass", "cook:drink-honey")
    assert t.tokens(0) == 1  # the dessert: honey was spent
    assert t.cubes(0) == "meat*3 honey*4"  # no drink's discount for itself
    assert t.dishes(0) == ["drink-honey", "dessert-honey"]


def test_fe_72_without_the_variant_there_is_no_benefit() -> None:
    t = cook("honey*6", "drink-honey dessert-honey", "roast-1", magical=False)
    t.do("cook:roast-1")
    assert (t.cubes(0), t.tokens(0)) == ("", 0)
    plain = street("side-meat appetiser-meat", areas={"troll": "0"}, markets={"troll": "meat"}, magical=False)
    plain.do("take-all")
    assert plain.tokens(0) == 0


def test_fe_72_a_flipped_dish_keeps_points_and_type_and_large_ones_have_no_benefit() -> None:
    for magical in (False, True):
        t = table(player(dishes="drink-meat side-meat roast-1 main-1"), phase="next", round=4, magical=magical)
        assert [line.points[0] for line in t.state.result.lines] == [5 + 9 + 15 + 14, 10, 0, 0]
    large = street("roast-1 main-1", areas={"troll": "0"}, markets={"troll": "meat"})
    large.do("take-all")
    assert large.tokens(0) == 0


def test_fe_73_a_drink_saves_a_cube_of_its_colour_on_any_dish() -> None:
    for dish, needed in (("roast-1", "honey*5"), ("main-1", "meat spice mushroom fruit potato")):
        t = cook(needed, "drink-honey", dish)
        t.do(f"cook:{dish}")
        assert (t.cubes(0), t.dishes(0)) == ("", ["drink-honey", dish])
    small = cook("honey*2 meat*2", "drink-honey", "dessert-honey")
    small.do("cook:dessert-honey")
    assert small.cubes(0) == ""


def test_fe_73_only_if_the_dish_needs_that_colour() -> None:
    t = cook("meat*6", "drink-honey", "roast-1")
    t.do("cook:roast-1")
    assert t.cubes(0) == ""
    assert cook("meat*5", "drink-honey", "roast-1").seat == 1


def test_fe_r26_several_drinks_add_up_also_with_a_reservation() -> None:
    """Two honey and a meat: each drink saves one, the reservation the last."""
    t = cook("", "drink-honey drink-meat", "appetiser-honey", reserved={"appetiser-honey": "0"})
    t.do("cook:appetiser-honey")
    assert t.dishes(0) == ["drink-meat", "drink-honey", "appetiser-honey"]  # the need may reach nothing


def test_fe_r26_a_drink_may_be_declined() -> None:
    t = cook("honey*6", "drink-honey", "roast-1")
    t.do("cook:roast-1")
    assert t.legal == ["discount:honey", "no-discount"]
    t.do("no-discount")
    assert t.cubes(0) == ""


def test_fe_r26_one_cube_for_each_drink_each_on_its_own_colour() -> None:
    t = cook("honey*6 meat*6", "drink-honey drink-meat", "roast-1")
    t.do("cook:roast-1", "colour:meat", "discount:meat")
    assert t.cubes(0) == "meat honey*6"


def test_fe_74_a_dessert_pays_when_its_colour_is_spent() -> None:
    t = cook("honey*6", "dessert-honey", "roast-1")
    beats = t.do("cook:roast-1")
    assert told(beats, "tokens") == [(0, 1, DESSERT)]  # once for a dish, however many cubes
    other = cook("meat*6", "dessert-honey", "roast-1")
    other.do("cook:roast-1")
    assert other.tokens(0) == 0


def test_fe_74_only_what_is_actually_spent() -> None:
    """The one meat of the drink is saved by the reservation."""
    t = cook("honey*2", "dessert-meat", "drink-meat", reserved={"drink-meat": "0"})
    t.do("cook:drink-meat")
    assert (t.cubes(0), t.tokens(0)) == ("", 0)
    paid = cook("honey meat", "dessert-meat", "drink-meat", reserved={"drink-meat": "0"})
    paid.do("cook:drink-meat")
    assert (paid.cubes(0), paid.tokens(0)) == ("", 1)


def test_fe_r14_salt_counts_as_the_colour_it_stands_for() -> None:
    t = cook("honey*2 salt", "dessert-meat", "drink-meat")
    t.do("cook:drink-meat")
    assert (t.cubes(0), t.tokens(0)) == ("", 1)


def test_fe_r27_several_desserts_pay_separately() -> None:
    t = cook("meat honey*2 spice", "dessert-meat dessert-honey dessert-spice", "drink-meat")
    beats = t.do("cook:drink-meat")
    assert t.tokens(0) == 2
    assert told(beats, "tokens") == [(0, 1, DESSERT)] * 2


def test_fe_75_an_appetiser_pays_for_cubes_from_a_character() -> None:
    t = street("appetiser-meat", areas={"troll": "0*3 1"}, markets={"troll": "meat*3"})
    beats = t.do("take:meat")
    assert told(beats, "tokens") == [(0, 1, APPETISER)]
    t.do("take:meat", "take:meat")
    assert t.tokens(0) == 1  # once for a Character and round


def test_fe_75_once_at_each_character() -> None:
    t = street("appetiser-meat", areas={"troll": "0", "elf": "0"}, markets={"troll": "meat", "elf": "meat fruit"})
    t.do("take-all", "take-all")
    assert t.tokens(0) == 2
    assert t.view()["players"][0]["tasted"] == ["troll", "elf"]


def test_fe_75_other_colours_do_not_count() -> None:
    t = street("appetiser-meat", areas={"elf": "0"}, markets={"elf": "fruit"})
    t.do("take:fruit")
    assert t.tokens(0) == 0


def test_fe_75_never_at_the_grocer() -> None:
    t = table(player(dishes="appetiser-meat"), areas={"grocer": "0"}, shelves="meat", magical=True)
    t.do("take:meat")
    assert t.tokens(0) == 0


def test_fe_75_again_in_the_next_round() -> None:
    t = street("appetiser-meat", areas={"troll": "0"}, markets={"troll": "meat"})
    t.do("take:meat", "done")
    assert (t.view()["round"], t.tokens(0), t.view()["players"][0]["tasted"]) == (3, 1, [])


def test_fe_r28_take_all_off_colour_cubes_and_the_elf_count() -> None:
    all_ = street("appetiser-meat", areas={"orc": "0"}, markets={"orc": "spice meat"})
    all_.do("take-all")
    assert all_.tokens(0) == 1
    elf = street("appetiser-meat", areas={"elf": "0"}, mine="honey")
    elf.do("ability", "pay:honey", "gain:spice")
    assert elf.tokens(0) == 0
    elf.do("gain:meat")
    assert (elf.tokens(0), elf.view()["players"][0]["tasted"]) == (1, ["elf"])


def test_fe_r28_one_point_at_a_character_over_all_appetisers() -> None:
    t = street("appetiser-meat appetiser-fruit", areas={"elf": "0*2"}, markets={"elf": "meat fruit"})
    t.do("take:meat", "take:fruit")
    assert t.tokens(0) == 1


def test_fe_r28_the_trade_and_the_cubes_of_the_elf_are_one_character() -> None:
    t = street("appetiser-meat", areas={"elf": "0*2"}, markets={"elf": "meat"}, mine="honey")
    t.do("ability", "pay:honey", "gain:meat", "gain:meat", "take:meat")
    assert t.tokens(0) == 1


def test_fe_r28_salt_and_events_never_count() -> None:
    t = table(player("honey", "appetiser-meat"), phase="next", event="swap-meet", magical=True)
    t.do("give:0", "pay:honey", "gain:meat")
    assert (t.cubes(0), t.tokens(0)) == ("meat", 0)
    salt = street("appetiser-mushroom", areas={"magician": "0"})
    salt.do("ability")
    assert salt.tokens(0) == 0


def test_fe_76_a_side_dish_pays_for_an_absolute_majority() -> None:
    t = street("side-fruit", areas={"troll": "0*2 1", "elf": "0 1*2", "dwarf": "0 1"}, markets={"troll": "meat"})
    assert t.tokens(0) == 1  # no take-all is needed
    t.do("done", "done")
    while t.view()["stall"]["place"] != "grocer":
        t.do("done")
    assert t.tokens(0) == 1  # a minority and a tie bring nothing


def test_fe_76_never_at_the_grocer() -> None:
    t = table(player(dishes="side-meat"), areas={"grocer": "0*3"}, shelves="meat", magical=True)
    assert t.tokens(0) == 0


@pytest.mark.parametrize("place", ["troll", "pixies", "orc", "magician", "elf", "dwarf"])
def test_fe_76_at_any_character_also_under_fair_shares(place: str) -> None:
    t = street("side-meat", areas={place: "0"}, event="fair-shares", mine="meat")
    assert t.tokens(0) == 1


def test_fe_r29_checked_when_the_character_starts_and_capped_for_the_seat() -> None:
    t = street("side-meat side-honey", areas={"orc": "0*2 1"}, markets={"orc": "spice"})
    assert t.tokens(0) == 1  # a second side dish adds nothing
    t.do("ability", "reserve:drink-meat", "done", "done")
    assert t.tokens(0) == 1


def test_fe_r29_the_caps_of_appetiser_and_side_dish_are_separate() -> None:
    t = street("side-meat appetiser-meat", areas={"troll": "0"}, markets={"troll": "meat"})
    assert t.tokens(0) == 1
    beats = t.do("take-all")
    assert told(beats, "tokens") == [(0, 1, APPETISER)]
    assert t.tokens(0) == 2
