"""The rules of Festo!: what the six Characters do, FE-38 … FE-46."""

from __future__ import annotations

import pytest

from hightable.games.festo.pieces import COLOURS
from tests.festo.table import Table, player, table, told

SMALL_MARKETS = {"troll": "meat", "elf": "fruit*2"}


# Troll


def test_fe_38_troll_moves_a_cube_from_any_place_to_another() -> None:
    t = table(areas={"troll": "0", "dwarf": "1"}, markets=SMALL_MARKETS, shelves="honey")
    t.do("ability")
    assert t.may("from") == ["troll:meat", "elf:fruit", "grocer:honey"]
    t.do("from:elf:fruit")
    assert t.may("to") == ["troll", "pixies", "orc", "magician", "dwarf", "grocer"]  # not where it lies
    assert t.market("elf") == "fruit*2"  # until it is moved
    beats = t.do("to:pixies")
    assert told(beats, "moved") == [(4, 1, 4)]
    assert (t.market("elf"), t.market("pixies")) == ("fruit", "fruit")


def test_fe_38_what_is_refused_at_the_troll() -> None:
    t = table(areas={"troll": "0"}, markets=SMALL_MARKETS)
    t.do("ability")
    assert t.why_not("from:troll:fruit").rule == "FE-38"
    t.do("from:elf:fruit")
    assert t.why_not("to:elf").rule == "FE-38"


@pytest.mark.parametrize(("shelf", "open_"), [(2, True), (3, False)])
def test_fe_38_a_full_shelf_is_no_target(shelf: int, open_: bool) -> None:
    t = table(areas={"troll": "0"}, markets={"elf": "fruit meat"}, shelves=f"fruit*{shelf}")
    t.do("ability", "from:elf:fruit")
    assert ("grocer" in t.may("to")) == open_


def test_fe_38_in_the_grocery_store_a_cube_goes_on_the_shelf_of_its_colour() -> None:
    t = table(areas={"troll": "0", "dwarf": "1"}, markets={"elf": "fruit meat"}, shelves="fruit*3")
    t.do("ability", "from:elf:meat", "to:grocer")
    assert t.shelves == [1, 0, 0, 0, 3, 0]


def test_fe_38_a_cube_elsewhere_keeps_its_colour_and_is_taken_like_any_other() -> None:
    t = table(areas={"troll": "0", "orc": "0 1"}, markets={"elf": "fruit", "orc": "spice"})
    t.do("ability", "from:elf:fruit", "to:orc")
    assert t.market("orc") == "spice fruit"
    t.do("take:fruit")
    assert t.cubes(0) == "fruit"


def test_fe_38_a_cube_moved_this_round_may_not_be_moved_again() -> None:
    t = table(areas={"troll": "0 1", "dwarf": "1"}, markets={"elf": "fruit"})
    t.do("ability", "from:elf:fruit", "to:orc")
    assert t.view()["stall"]["place"] == "dwarf"  # nothing was left to move: the other seat wasn't asked


def test_fe_r5_the_troll_may_push_a_market_above_five() -> None:
    t = table(areas={"troll": "0", "elf": "1"}, markets={"elf": "fruit*5", "dwarf": "potato"})
    t.do("ability", "from:dwarf:potato", "to:elf")
    assert t.market("elf") == "fruit*5 potato"


def test_fe_r7_an_unmoved_cube_of_the_same_colour_may_still_be_moved() -> None:
    t = table(areas={"troll": "0 1"}, markets={"elf": "fruit", "dwarf": "fruit"})
    t.do("ability", "from:elf:fruit", "to:dwarf")
    assert t.view()["moved"][5] == [0, 0, 0, 0, 1, 0]
    t.do("ability")
    assert t.may("from") == ["dwarf:fruit"]  # two lie there, one of them has been moved
    t.do("from:dwarf:fruit")
    assert "elf" in t.may("to")


def test_fe_r7_a_moved_cube_leaves_first() -> None:
    """The first seat moves meat to the Troll's Market and takes one: the meat left there is the unmoved one."""
    t = table(areas={"troll": "0*2 1"}, markets={"troll": "meat", "elf": "meat"})
    t.do("ability", "from:elf:meat", "to:troll", "take:meat")
    assert t.view()["moved"][0] == [0] * 6
    t.do("ability")
    assert t.may("from") == ["troll:meat"]


def test_fe_r7_moved_cubes_are_free_again_in_the_next_round() -> None:
    t = table(areas={"troll": "0", "dwarf": "0"}, markets={"elf": "fruit"})
    t.do("ability", "from:elf:fruit", "to:orc")
    assert t.view()["moved"][2][4] == 1
    t.do("done")
    assert t.view()["round"] == 3
    assert t.view()["moved"] == [[0] * 6] * 7


def test_fe_r7_a_moved_cube_on_a_shelf_is_tracked_too() -> None:
    t = table(areas={"troll": "0 1"}, markets={"elf": "fruit", "orc": "spice"}, shelves="fruit")
    t.do("ability", "from:elf:fruit", "to:grocer", "ability")
    assert t.may("from") == ["orc:spice", "grocer:fruit"]
    t.do("from:orc:spice")
    assert "grocer" in t.may("to")


# what must be possible


@pytest.mark.parametrize(
    ("place", "mine", "there", "able"),
    [
        ("troll", "", {"elf": "fruit"}, True),
        ("troll", "", {}, False),
        ("magician", "", {}, True),
        ("magician", "salt*3", {"magician": "mushroom"}, False),
        ("elf", "meat", {}, True),
        ("elf", "salt", {}, True),
        ("elf", "", {"elf": "fruit"}, False),
        ("pixies", "", {}, True),
        ("orc", "", {}, True),
        ("dwarf", "", {}, True),
    ],
)
def test_fe_r8_an_ability_is_offered_only_if_it_can_be_carried_out(
    place: str, mine: str, there: dict[str, str], able: bool
) -> None:
    t = table(player(mine), player("meat"), areas={place: "0", "dwarf": "1"} if place != "dwarf" else {place: "0"},
              markets=there)  # fmt: skip
    here = t.view()["stall"]["place"] == place
    assert (here and "ability" in t.legal) == able


def test_fe_r8_what_is_missing_is_said() -> None:
    without_salt = table(player("salt*3"), areas={"magician": "0"}, markets={"magician": "mushroom"})
    assert without_salt.why_not("ability").rule == "FE-42"
    without_cubes = table(areas={"elf": "0"}, markets={"elf": "fruit"})
    assert without_cubes.why_not("ability").rule == "FE-43"


def test_fe_r8_the_orc_needs_a_free_dish() -> None:
    few = {kind: " ".join(f"{kind}-{c}" for c in COLOURS) for kind in ("drink", "appetiser", "side")}
    most = player(dishes=" ".join([*few.values(), "dessert-meat dessert-honey dessert-spice dessert-potato"]))
    rows = {"dessert": "fruit mushroom"}
    free = table(most, areas={"orc": "0"}, markets={"orc": "spice"}, rows=rows, reserved={"dessert-fruit": "1"})
    assert "ability" in free.legal
    both = {"dessert-fruit": "1", "dessert-mushroom": "0"}
    taken = table(most, areas={"orc": "0"}, markets={"orc": "spice"}, rows=rows, reserved=both)
    assert taken.legal == ["take-all", "take:spice", "done"]
    assert taken.why_not("ability").rule == "FE-40"


def test_fe_r8_the_dwarf_needs_a_disc_at_home() -> None:
    for out in ({"areas": {"dwarf": "0", "grocer": "0d*2"}}, {"reserved": {"drink-meat": "0d", "drink-honey": "0d"}}):
        places: dict[str, dict[str, str]] = {"areas": {"dwarf": "0"}, **out}
        t = table(markets={"dwarf": "potato"}, round=3, **places)  # type: ignore[arg-type]
        assert t.legal == ["take-all", "take:potato", "done"]
        assert t.why_not("ability").rule == "FE-R17"


# Pixies


def test_fe_39_pixies_send_the_piece_to_a_later_location() -> None:
    t = table(areas={"pixies": "0*2", "elf": "1"}, markets={"pixies": "honey", "elf": "fruit*2"}, holder=1)
    t.do("ability")
    assert t.may("to") == ["orc", "magician", "elf", "dwarf", "grocer"]
    for place in ("troll", "pixies"):
        assert t.why_not(f"to:{place}").rule == "FE-39"
    t.do("to:elf", "take:honey")
    assert t.area("elf", 0) == (1, 0)
    assert t.view()["stall"]["order"] == [1, 0]
    t.do("take:fruit")
    t.do("take:fruit")  # it acts there
    assert t.cubes(0) == "honey fruit"


def test_fe_39_the_moved_piece_counts_for_order_and_majority() -> None:
    t = table(areas={"pixies": "0", "elf": "0 1"}, markets={"elf": "fruit*2"}, holder=1)
    t.do("ability", "to:elf")
    assert (t.seat, t.view()["stall"]["majority"]) == (0, 0)
    t.do("take-all")
    assert t.cubes(0) == "fruit*2"


def test_fe_39_a_disc_may_be_the_moved_piece_also_to_the_grocer() -> None:
    t = table(areas={"pixies": "0 0d"}, shelves="meat")
    t.do("ability")
    assert t.legal == ["piece:helper", "piece:disc"]
    t.do("piece:disc", "to:grocer")
    assert t.area("grocer", 0) == (0, 1)
    t.do("take:meat")
    assert (t.cubes(0), t.home(0)) == ("meat", (6, 2))


def test_fe_39_which_piece_is_not_asked_when_there_is_no_choice() -> None:
    t = table(areas={"pixies": "0d"})
    t.do("ability")
    assert t.asked == "pixies"
    t.do("to:dwarf")
    assert t.area("dwarf", 0) == (0, 1)


def test_fe_r9_the_piece_moved_by_the_pixies_takes_no_honey() -> None:
    t = table(areas={"pixies": "0*2"}, markets={"pixies": "honey*3"})
    t.do("ability", "to:dwarf")
    assert t.legal == ["take:honey", "done"]
    t.do("take:honey")
    assert (t.cubes(0), t.view()["stall"]["place"]) == ("honey", "dwarf")


# Orc


def test_fe_40_orc_reserves_a_face_up_dish_without_a_piece() -> None:
    t = table(player("meat*3 honey*3"), player("meat*3 honey*3"), areas={"orc": "0"}, reserved={"drink-meat": "1"})
    t.do("ability")
    assert "drink-meat" not in t.may("reserve")
    assert "drink-potato" not in t.may("reserve")  # in the pile
    assert t.why_not("reserve:drink-meat").rule == "FE-40"
    t.do("reserve:drink-honey")
    assert t.reserved()["drink-honey"] == (0, "helper")
    t.do("pass")
    assert t.seat == 1
    assert "drink-honey" not in t.may("cook")
    assert t.why_not("cook:drink-honey").rule == "FE-40"


def test_fe_41_a_reservation_lasts_over_rounds_until_the_dish_is_cooked() -> None:
    t = table(player("honey*3 meat*3"), phase="next", round=1, reserved={"drink-honey": "0"})
    assert t.home(0) == (5, 2)
    t.do("give:0")
    while t.phase != "cooking":
        t.do("place:grocer" if "place:grocer" in t.legal else "done")
    assert t.reserved() == {"drink-honey": (0, "helper")}
    t.do("cook:drink-honey")
    while t.asked == "price":
        t.do(t.legal[0])
    assert (t.reserved(), t.home(0)) == ({}, (6, 2))


def test_fe_r10_only_small_dishes_one_piece_each() -> None:
    t = table(areas={"orc": "0*2 1"})
    t.do("ability")
    assert len(t.may("reserve")) == 12
    assert not [dish for dish in t.may("reserve") if dish.startswith(("roast", "main"))]
    t.do("reserve:side-meat", "ability")
    assert len(t.may("reserve")) == 11


def test_fe_r11_a_disc_may_be_the_reserving_piece() -> None:
    t = table(areas={"orc": "0 0d", "dwarf": "0"})
    t.do("ability", "piece:disc", "reserve:side-meat")
    assert t.reserved() == {"side-meat": (0, "disc")}
    assert t.home(0) == (5, 1)


def test_fe_r12_in_round_four_too_and_several_by_one_seat() -> None:
    t = table(areas={"orc": "0", "dwarf": "0"}, reserved={"drink-meat": "0", "side-meat": "0d"}, round=4)
    t.do("ability", "reserve:drink-honey")
    assert t.reserved() == {"drink-meat": (0, "helper"), "drink-honey": (0, "helper"), "side-meat": (0, "disc")}


# Magician


def test_fe_42_magician_gives_salt_from_the_supply() -> None:
    t = table(player("salt"), areas={"magician": "0", "dwarf": "0"}, seats=2)
    t.do("ability")
    assert (t.cubes(0), t.supply("salt")) == ("salt*2", 1)  # no limit on Salt held


def test_fe_42_salt_is_never_in_a_market() -> None:
    t = table(areas={"magician": "0", "dwarf": "0"}, markets={"magician": "mushroom*2"})
    t.do("take-all")
    assert (t.cubes(0), t.supply("salt")) == ("mushroom*2", 3)


# Elf


def test_fe_43_elf_trades_one_own_cube_for_two_from_the_supplies() -> None:
    t = table(player("meat honey"), areas={"elf": "0", "dwarf": "0"}, markets={"elf": "fruit"})
    t.do("ability")
    assert t.legal == ["pay:meat", "pay:honey"]
    assert t.why_not("pay:fruit").rule == "FE-43"
    t.do("pay:meat")
    assert t.may("gain") == list(COLOURS)  # never Salt; also the colour just returned
    t.do("gain:meat", "gain:meat")
    assert t.cubes(0) == "meat*2 honey"
    assert (t.supply("meat"), t.market("elf")) == (12, "fruit")


def test_fe_43_equal_or_different_only_what_is_in_a_supply() -> None:
    t = table(player("meat"), player("honey*13 fruit*14"), areas={"elf": "0", "dwarf": "0"})
    t.do("ability", "pay:meat")
    assert t.may("gain") == ["meat", "honey", "spice", "mushroom", "potato"]
    t.do("gain:honey")
    assert t.may("gain") == ["meat", "spice", "mushroom", "potato"]
    t.do("gain:potato")
    assert t.cubes(0) == "honey potato"


def test_fe_r13_salt_is_an_ingredient() -> None:
    t = table(player("salt"), areas={"elf": "0", "dwarf": "0"})
    t.do("ability", "pay:salt")
    assert t.supply("salt") == 3
    t.do("gain:meat", "gain:honey")
    assert t.cubes(0) == "meat honey"
    back = table(player("salt"), phase="cooking", reserved={"drink-meat": "0"})
    back.do("take-back:drink-meat")
    assert back.legal == ["pay:salt"]


def hungry(mine: str, left: str) -> Table:
    """Nothing in the Supplies but what is named."""
    kept = dict.fromkeys(COLOURS, 14)
    for word in f"{left} {mine}".split():
        if word != "salt":
            kept[word] -= 1
    other = " ".join(f"{colour}*{n}" for colour, n in kept.items())
    return table(player(mine), player(other), areas={"elf": "0", "dwarf": "0"})


def test_fe_r21_the_elf_gives_what_there_is() -> None:
    one = hungry("meat", "")
    one.do("ability", "pay:meat")
    assert one.legal == ["gain:meat"]  # the cube just returned
    one.do("gain:meat")
    assert (one.cubes(0), one.view()["stall"]["place"]) == ("meat", "dwarf")
    salt = hungry("salt", "honey")
    salt.do("ability", "pay:salt", "gain:honey")
    assert salt.cubes(0) == "honey"


def test_fe_r21_a_payment_that_brings_nothing_is_not_offered() -> None:
    t = hungry("salt meat", "")
    t.do("ability")
    assert t.legal == ["pay:meat"]
    assert hungry("salt", "").view()["stall"]["place"] == "dwarf"


# Dwarf


@pytest.mark.parametrize("targets", [("elf", "elf"), ("troll", "dwarf"), ("orc", "magician")])
def test_fe_44_dwarf_puts_both_discs_on_characters(targets: tuple[str, str]) -> None:
    t = table(areas={"dwarf": "0 1"}, holder=0)
    t.do("ability")
    assert t.may("disc") == ["troll", "pixies", "orc", "magician", "elf", "dwarf"]  # not the Grocer
    t.do(*[f"disc:{place}" for place in targets])
    for place in targets:
        assert t.coming(place, 0) == targets.count(place)
    assert t.home(0) == (6, 0)


def test_fe_45_discs_count_from_the_next_round_on() -> None:
    t = table(areas={"dwarf": "0 1", "grocer": "1"}, markets={"dwarf": "potato*3"}, shelves="meat")
    t.do("ability", "disc:dwarf", "disc:elf", "take:potato")
    assert t.area("dwarf", 0) == (0, 0)  # the Helper went home
    assert t.coming("dwarf", 0) == 1  # the disc stays
    t.do("done")
    assert t.view()["round"] == 3  # nobody could cook
    assert (t.area("dwarf", 0), t.area("elf", 0)) == ((0, 1), (0, 1))
    assert t.home(0) == (6, 0)


def test_fe_45_then_they_act_and_go_home() -> None:
    t = table(player("meat"), coming={"elf": "0*2"}, phase="next", faces=[5] * 6)
    assert t.area("elf", 0) == (0, 2)
    t.do("give:0", "done", "done")
    assert t.area("elf", 0) == (0, 2)  # closed, but they stay
    t.do(*["place:grocer"] * 6, *["place:dwarf"] * 6)
    assert (t.view()["stall"]["place"], t.seat) == ("elf", 0)
    t.do("take-all")
    assert (t.cubes(0), t.home(0)) == ("meat fruit*3", (0, 2))


def test_fe_45_they_do_not_count_in_this_round() -> None:
    t = table(areas={"dwarf": "0 1"}, coming={"dwarf": "0*2"}, markets={"dwarf": "potato"})
    assert t.view()["stall"]["majority"] is None


def test_fe_46_in_round_four_the_dwarf_gives_two_points() -> None:
    t = table(areas={"dwarf": "0*2 0d"}, markets={"dwarf": "potato*3"}, round=4)
    t.do("ability")
    assert (t.tokens(0), t.home(0)[1]) == (2, 1)
    assert t.legal == ["take:potato", "done"]


def test_fe_r17_all_discs_at_home_are_placed_none_kept_back() -> None:
    t = table(areas={"dwarf": "0", "grocer": "1"}, shelves="meat", reserved={"drink-meat": "0d"})
    t.do("ability")
    assert t.home(0)[1] == 1
    t.do("disc:elf")
    assert (t.home(0)[1], t.coming("elf", 0)) == (0, 1)
    assert t.view()["stall"]["place"] == "grocer"  # one was there, one was placed


def test_fe_r17_a_disc_used_for_the_ability_is_placed_again() -> None:
    t = table(areas={"dwarf": "0 0d", "grocer": "1"}, shelves="meat")
    t.do("ability", "piece:disc", "disc:elf", "disc:troll")
    assert (t.coming("elf", 0), t.coming("troll", 0)) == (1, 1)
    other = table(areas={"dwarf": "0 0d", "grocer": "1"}, shelves="meat")
    other.do("ability", "piece:helper", "disc:elf")
    assert (other.coming("elf", 0), other.home(0)) == (1, (6, 1))


def test_fe_r17_a_disc_there_is_enough_but_must_be_the_one_used() -> None:
    t = table(areas={"dwarf": "0 0d*2", "grocer": "1"}, shelves="meat", markets={"dwarf": "potato*5"})
    t.do("ability")
    assert t.asked == "dwarf"  # with a Helper nothing could be placed: not asked which piece
    t.do("disc:orc")
    assert (t.coming("orc", 0), t.area("dwarf", 0)) == (1, (1, 1))
    t.do("take:potato", "take:potato")
    assert (t.home(0), t.cubes(0)) == ((6, 1), "potato*2")
