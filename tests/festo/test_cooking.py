"""The rules of Festo!: Cooking, FE-52 … FE-61, FE-E11 … FE-E14."""

from __future__ import annotations

import pytest

from hightable.games.festo.pieces import COLOURS
from tests.festo.table import ROWS, Table, player, table, told

RICH = "meat*4 honey*4 spice*4 mushroom*2 fruit*2 potato*2"


def kitchen(
    mine: str, other: str = "fruit*6", rows: dict[str, str] | None = None, dishes: str = "", **more: object
) -> Table:
    """Seat 0 is about to cook; the other one could roast its fruit. Only what is named lies in the rows."""
    seats = (player(mine, dishes), player(other))
    bare = dict.fromkeys(ROWS, "- - -") | (rows or {})
    return table(*seats, phase="cooking", rows=bare, **more)  # type: ignore[arg-type]


def finish(t: Table, *texts: str) -> None:
    """Play these, then pay for the dish in the first way offered."""
    t.do(*texts)
    while t.asked == "price":
        t.do(t.legal[0])


def row(first: str, second: str = "", third: str = "") -> dict[str, str]:
    """These dishes in their columns, such as `dessert-honey`; a gap where none is named."""
    kind = next(dish for dish in (first, second, third) if dish).split("-")[0]
    return {kind: " ".join(dish.split("-")[1] if dish else "-" for dish in (first, second, third))}


def paid(t: Table, *texts: str) -> str:
    """What seat 0 has spent on a dish, Salt too."""
    before = t.view()["players"][0]["cubes"]
    t.do(*texts)
    after = t.view()["players"][0]["cubes"]
    names = [*COLOURS, "salt"]
    spent = [(name, had - has) for name, had, has in zip(names, before, after, strict=True)]
    return " ".join(f"{name}*{n}" if n > 1 else name for name, n in spent if n)


def test_fe_52_clockwise_from_the_holder_one_dish_or_pass() -> None:
    t = table(*[player("meat*4 honey*4")] * 3, seats=3, phase="cooking", holder=2)
    for seat, text in ((2, "cook:drink-meat"), (0, "pass"), (1, "cook:appetiser-meat"), (2, "cook:drink-honey")):
        assert t.seat == seat
        finish(t, text)
    assert t.dishes(1) == ["appetiser-meat"]
    assert t.dishes(2) == ["drink-meat", "drink-honey"]


def test_fe_52_any_number_of_dishes_one_on_each_turn() -> None:
    t = kitchen("meat*4 honey*8", rows={"drink": "meat", "dessert": "honey"})
    finish(t, "cook:drink-meat")
    assert (t.seat, t.dishes(0)) == (1, ["drink-meat"])
    finish(t, "cook:roast-1")
    assert t.seat == 0
    finish(t, "cook:dessert-honey")
    assert t.dishes(0) == ["drink-meat", "dessert-honey"]


def test_fe_52_others_wait_for_their_turn() -> None:
    t = kitchen(RICH, rows=row("dessert-meat"))
    assert t.why_not("pass", seat=1).rule == "FE-52"
    assert t.why_not("done").rule == "FE-52"
    t.do("cook:dessert-meat")
    assert t.why_not("pass", seat=1).rule == "FE-52"


def test_fe_53_who_has_passed_is_skipped_until_all_have() -> None:
    t = table(*[player("meat*4 honey*4")] * 3, seats=3, phase="cooking")
    t.do("pass")
    assert t.view()["passed"] == [0]
    t.do("pass")
    finish(t, "cook:drink-meat")
    assert (t.phase, t.seat) == ("cooking", 2)
    t.do("pass")
    assert t.phase == "preparation"


def test_fe_r19_passing_is_final_for_the_phase() -> None:
    t = table(player("meat*4 honey*4"), player("meat*4 honey*4"), phase="cooking")
    t.do("pass")
    assert t.why_not("cook:drink-meat", seat=0).rule == "FE-53"
    finish(t, "cook:drink-meat")
    assert t.seat == 1  # again


def test_fe_54_what_may_be_cooked_and_where_the_cubes_go() -> None:
    t = kitchen("meat*3 honey*3 salt", rows={"drink": "meat honey spice"}, reserved={"drink-honey": "1"})
    assert "drink-honey" not in t.may("cook")
    assert t.why_not("cook:drink-potato").rule == "FE-54"  # in the pile
    assert t.why_not("cook:roast-2").rule == "FE-54"  # not the top one
    assert t.why_not("cook:roast-1").rule == "FE-61"
    before = (t.supply("meat"), t.supply("honey"), t.supply("salt"))
    t.do("cook:drink-meat", "salt:honey")
    assert t.dishes(0) == ["drink-meat"]
    assert (t.supply("meat"), t.supply("honey"), t.supply("salt")) == (before[0] + 1, before[1] + 1, before[2] + 1)
    assert t.row("drink") == [None, "honey", "spice"]


def test_fe_55_base_cubes_and_others_of_exactly_one_other_colour() -> None:
    """The rulebook's honey dish: 3 honey and 2 of one other colour."""
    t = kitchen("honey*5 meat*2 spice*2 fruit potato", rows=row("dessert-honey"))
    t.do("cook:dessert-honey")
    assert t.may("other") == ["meat", "spice"]  # not honey again, not a mix
    assert t.why_not("other:honey").rule == "FE-61"
    assert paid(t, "other:spice") == "honey*3 spice*2"


def test_fe_55_the_mushroom_dish_of_the_rulebook() -> None:
    t = kitchen("mushroom*2 fruit potato meat*2", rows=row("appetiser-mushroom"))
    assert paid(t, "cook:appetiser-mushroom") == "meat*2 mushroom*2"  # the only way is taken at once
    mixed = kitchen("mushroom*2 fruit potato", rows=row("appetiser-mushroom"))
    assert mixed.seat == 1  # fruit and potato can't be mixed, so there was nothing to cook


@pytest.mark.parametrize(
    ("dishes", "spent"),
    [
        (("dessert-honey", "dessert-meat", "dessert-spice"), ["honey*3 meat*2"]),
        (("dessert-meat", "dessert-honey", "dessert-spice"), ["honey*4 meat*2", "honey*3 meat*3"]),
        (("dessert-meat", "dessert-spice", "dessert-honey"), ["honey*5 meat*2", "honey*3 meat*4"]),
    ],
)
def test_fe_56_column_surcharge_in_one_of_the_two_colours(dishes: tuple[str, str, str], spent: list[str]) -> None:
    for i, expected in enumerate(spent):
        t = kitchen("honey*6 meat*6", rows=row(*dishes))
        extra = [] if len(spent) == 1 else [("extra:honey", "extra:meat")[i]]
        got = paid(t, "cook:dessert-honey", *extra)
        assert sorted(got.split()) == sorted(expected.split())


def test_fe_56_two_surcharge_cubes_are_never_split() -> None:
    t = kitchen("honey*4 meat*3", rows=row("", "", "dessert-honey"))
    assert t.seat == 1  # one more of each would be there, but not two of one
    enough = kitchen("honey*5 meat*3", rows=row("", "", "dessert-honey"))
    assert paid(enough, "cook:dessert-honey") == "meat*2 honey*5"


def test_fe_57_a_roast_is_six_cubes_of_one_colour() -> None:
    t = kitchen("honey*6 meat*7")
    t.do("cook:roast-1")
    assert t.legal == ["colour:meat", "colour:honey"]
    assert paid(t, "colour:meat") == "meat*6"
    assert kitchen("honey*5 meat*5").seat == 1  # nothing to cook


def test_fe_57_a_main_course_is_one_cube_of_each_colour() -> None:
    t = kitchen("meat honey spice mushroom fruit potato*2")
    assert paid(t, "cook:main-1") == "meat honey spice mushroom fruit potato"
    assert kitchen("meat*2 honey*2 spice*2 mushroom*2 fruit*2").seat == 1  # nothing to cook


def test_fe_58_salt_stands_for_any_colour_any_number_of_times() -> None:
    t = kitchen("salt*3 meat", rows=row("drink-meat"))
    assert paid(t, "cook:drink-meat", "other:potato", "salt:potato", "salt:potato", "confirm") == "meat salt*2"
    three = kitchen("salt*3", rows=row("drink-meat"))
    assert paid(three, "cook:drink-meat", "other:potato", "salt:potato", "salt:potato") == "salt*3"


def test_fe_58_each_salt_is_chosen_separately_also_where_cubes_would_do() -> None:
    t = kitchen("meat honey*2 salt*2", rows=row("drink-meat"))
    t.do("cook:drink-meat", "other:honey")
    assert t.legal == ["salt:meat", "salt:honey", "confirm"]
    t.do("salt:honey")
    assert t.price == "meat honey"
    assert paid(t, "confirm") == "meat honey salt"


def test_fe_58_salt_that_is_needed_elsewhere_can_not_be_wasted() -> None:
    t = kitchen("meat honey salt", rows=row("drink-meat"))
    assert paid(t, "cook:drink-meat") == "meat honey salt"  # the one Salt must be a honey


def test_fe_58_overpaying_is_not_allowed() -> None:
    t = kitchen("meat honey*2 salt*3", rows=row("drink-meat"))
    t.do("cook:drink-meat", "other:honey", "salt:meat")
    assert t.legal == ["salt:honey", "confirm"]
    t.do("salt:honey")
    assert t.why_not("salt:meat").rule == "FE-61"
    assert paid(t, "salt:honey") == "salt*3"  # nothing is left to choose


def test_fe_59_a_reserved_dish_costs_its_owner_one_cube_less() -> None:
    t = kitchen("honey*3 meat*2 spice", rows=row("dessert-honey"), reserved={"dessert-honey": "0"})
    t.do("cook:dessert-honey", "other:meat")
    assert t.legal == ["discount:meat", "discount:honey"]
    assert paid(t, "discount:honey") == "meat*2 honey*2"
    assert t.home(0) == (6, 2)


def test_fe_59_after_the_surcharge() -> None:
    """3 + 2 and one more is six cubes, less one: three of each are enough for one way only."""
    t = kitchen("honey*3 meat*2", rows=row("", "dessert-honey"), reserved={"dessert-honey": "0d"})
    t.do("cook:dessert-honey")
    assert t.legal == ["extra:meat", "extra:honey"]
    assert paid(t, "extra:honey") == "meat*2 honey*3"
    assert t.home(0) == (6, 2)


@pytest.mark.parametrize(("choice", "spent"), [("discount:meat", "honey*2"), ("discount:honey", "meat honey")])
def test_fe_r15_the_discount_may_bring_a_colour_to_nothing(choice: str, spent: str) -> None:
    t = kitchen("meat honey*2", rows=row("drink-meat"), reserved={"drink-meat": "0"})
    assert paid(t, "cook:drink-meat", choice) == spent


def test_fe_60_a_piece_may_be_taken_back_for_a_cube() -> None:
    rows = {"side": "meat", "drink": "meat"}
    t = kitchen("meat honey*2", "meat honey*2", rows=rows, reserved={"side-meat": "0d", "drink-meat": "0"})
    assert t.may("take-back") == ["drink-meat", "side-meat"]
    t.do("take-back:side-meat")
    assert t.legal == ["pay:meat", "pay:honey"]
    beats = t.do("pay:honey")
    assert told(beats, "freed") == [(0, 14 - 2, 1)]
    assert (t.cubes(0), t.home(0)) == ("meat honey", (5, 2))
    assert t.seat == 0  # still the same turn
    t.do("take-back:drink-meat", "pay:meat")
    assert t.seat == 1
    assert "drink-meat" in t.may("cook")  # free at once


def test_fe_60_needs_a_cube_and_an_own_piece() -> None:
    t = kitchen("meat", rows={"side": "meat", "drink": "meat"}, reserved={"side-meat": "1", "drink-meat": "0"})
    assert t.may("take-back") == ["drink-meat"]
    assert t.why_not("take-back:side-meat").rule == "FE-60"
    assert kitchen("", rows=row("drink-meat"), reserved={"drink-meat": "0"}).seat == 1


def test_fe_r16_taking_back_costs_no_turn_and_is_not_possible_after_passing() -> None:
    rows = {"side": "meat honey", "drink": "meat"}
    t = kitchen("meat*2 honey*4", rows=rows, reserved={"side-meat": "0", "side-honey": "0"})
    t.do("take-back:side-meat", "pay:honey", "take-back:side-honey", "pay:honey")
    assert (t.home(0), t.seat) == ((6, 2), 0)
    t.do("cook:drink-meat")
    assert t.dishes(0) == ["drink-meat"]
    passed = kitchen("meat*2 honey*4", rows=rows, reserved={"side-meat": "0"})
    passed.do("pass")
    assert passed.why_not("take-back:side-meat", seat=0).rule == "FE-53"


def test_fe_61_a_dish_is_offered_only_if_it_can_be_paid_in_full() -> None:
    rows = row("dessert-honey", "dessert-meat")
    assert "dessert-honey" in kitchen("honey*3 meat*2", rows=rows).may("cook")
    assert "dessert-meat" in kitchen("honey*3 meat*3", rows=rows).may("cook")  # with one more
    assert "dessert-meat" not in kitchen("honey*2 meat*3", rows=rows).may("cook")
    assert kitchen("honey*3 meat salt", rows=rows).may("cook").count("dessert-honey") == 1
    assert kitchen("honey*3 meat spice", rows=rows).may("cook").count("dessert-honey") == 0


def test_fe_e11_no_column_surcharge() -> None:
    t = kitchen("honey*6 meat*6", rows=row("", "", "dessert-honey"), event="level-tables")
    assert paid(t, "cook:dessert-honey") == "meat*2 honey*3"


def test_fe_e12_the_first_dish_of_each_seat_costs_one_less() -> None:
    t = kitchen("honey*6 meat*2", "honey*3 meat", rows=row("dessert-honey"), event="thrifty-cooks")
    t.do("cook:roast-1")
    assert t.cubes(0) == "meat*2 honey"  # five, not six
    assert [one["cooked"] for one in t.view()["players"]] == [True, False]
    t.do("cook:dessert-honey")
    assert (t.cubes(1), t.dishes(1)) == ("", ["dessert-honey"])  # four, not five


def test_fe_e12_only_the_first_one() -> None:
    t = kitchen("honey*11", event="thrifty-cooks")
    t.do("cook:roast-1")
    assert t.cubes(0) == "honey*6"
    t.do("pass")
    assert paid(t, "cook:roast-2") == "honey*6"


def test_fe_e12_adds_to_a_reservation() -> None:
    t = kitchen("honey*3", rows=row("dessert-honey"), reserved={"dessert-honey": "0"}, event="thrifty-cooks")
    assert paid(t, "cook:dessert-honey", "other:meat") == "honey*3"


@pytest.mark.parametrize("dish", ["roast-1", "main-1"])
def test_fe_e13_large_dishes_earn_a_medal(dish: str) -> None:
    t = kitchen("meat*7 honey spice mushroom fruit potato*2", event="carvers-medal")
    t.do(f"cook:{dish}")
    assert t.tokens(0) == 2
    small = kitchen("meat*7 honey*2", rows=row("drink-meat"), event="carvers-medal")
    small.do("cook:drink-meat")
    assert small.tokens(0) == 0


def test_fe_e14_only_five_cubes_keep() -> None:
    three = (player("meat*5 salt"), player("honey*5"), player("fruit*5 potato*3"))
    bare = dict.fromkeys(ROWS, "- - -")
    t = table(*three, seats=3, phase="cooking", holder=2, event="small-larders", rows=bare)
    t.do("pass")  # the Salt would make a roast
    assert (t.phase, t.seat, t.legal) == ("larders", 2, ["return:fruit", "return:potato"])
    t.do("return:fruit", "return:potato", "return:potato")
    assert (t.seat, t.legal) == (0, ["return:meat", "return:salt"])
    t.do("return:salt")
    assert [t.cubes(seat) for seat in range(3)] == ["meat*5", "honey*5", "fruit*4 potato"]
    assert (t.phase, t.supply("salt")) == ("preparation", 4)


def test_fe_e14_in_round_four_before_scoring() -> None:
    t = table(player("meat*7"), phase="larders", event="small-larders", round=4)
    assert t.why_not("pass").rule == "FE-E14"
    t.do("return:meat", "return:meat")
    assert t.state.over
    assert t.state.result.scores == [5, 0]


# in which order discounts come


def test_fe_r31_drinks_come_first_and_may_be_declined_then_the_reservation() -> None:
    t = kitchen(
        "honey*4 meat*4", dishes="drink-honey drink-meat", rows=row("dessert-honey"), magical=True,
        reserved={"dessert-honey": "0"},
    )  # fmt: skip
    t.do("cook:dessert-honey")
    assert t.legal == ["discount:meat", "no-discount"]
    t.do("no-discount")
    assert t.legal == ["discount:honey", "no-discount"]
    t.do("discount:honey")
    assert t.legal == ["discount:meat", "discount:honey"]  # must be used
    assert t.why_not("no-discount").rule == "FE-61"
    assert paid(t, "discount:meat") == "meat honey*2"


def test_fe_r31_then_the_event() -> None:
    t = kitchen("honey*4 meat*4", rows=row("dessert-honey"), reserved={"dessert-honey": "0"}, event="thrifty-cooks")
    t.do("cook:dessert-honey", "other:meat")
    assert t.view()["price"]["discounts"] == 2
    assert paid(t, "discount:meat", "discount:meat") == "honey*3"


def test_fe_r31_a_discount_that_finds_nothing_lapses() -> None:
    """Two honey and a meat, less a cube by each drink and by the reservation: nothing is left for the event."""
    t = kitchen(
        "", dishes="drink-honey drink-meat", rows=row("appetiser-honey"), magical=True,
        reserved={"appetiser-honey": "0"}, event="thrifty-cooks",
    )  # fmt: skip
    t.do("cook:appetiser-honey", "other:meat", "discount:meat")
    assert t.legal == ["discount:honey", "no-discount"]
    t.do("discount:honey")  # the rest goes by itself
    assert t.dishes(0) == ["drink-meat", "drink-honey", "appetiser-honey"]
    assert t.cubes(0) == ""
