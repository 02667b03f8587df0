"""The rules of Festo!: turns at the Characters, FE-30 … FE-37, and the Grocery Store, FE-47 … FE-51."""

from __future__ import annotations

import pytest

from tests.festo.table import player, table, told

PLACES = ["troll", "pixies", "orc", "magician", "elf", "dwarf", "grocer"]
STREET = ("meat", "honey", "spice", "mushroom", "fruit", "potato")


def test_fe_30_locations_are_resolved_one_after_the_other() -> None:
    markets = dict(zip(PLACES, STREET, strict=False))
    t = table(areas=dict.fromkeys(PLACES[:5], "0 1") | {"dwarf": "1", "grocer": "0"}, markets=markets, shelves="meat")
    visited = []
    while t.phase == "action":
        stall = t.view()["stall"]
        visited.append((stall["place"], t.seat))
        t.do("done")
    both = [(place, seat) for place in PLACES[:5] for seat in (0, 1)]
    assert visited == [*both, ("dwarf", 1), ("grocer", 0)]


def test_fe_30_a_location_without_pieces_is_skipped() -> None:
    t = table(areas={"orc": "0", "dwarf": "1"})
    assert t.view()["stall"]["place"] == "orc"
    t.do("done")
    assert t.view()["stall"]["place"] == "dwarf"


@pytest.mark.parametrize(
    ("holder", "there", "order"),
    [
        (0, "0 1*3 2*2", [1, 2, 0]),
        (0, "0*2 1*2 2*2", [0, 1, 2]),
        (1, "0*2 1*2 2*2", [1, 2, 0]),
        (2, "0*2 1*2 2*2", [2, 0, 1]),
        (2, "0 1*2 2", [1, 2, 0]),
        (0, "2", [2]),
        (0, "0*2 2d 2d 2", [2, 0]),
    ],
)
def test_fe_31_most_pieces_first_ties_in_player_order(holder: int, there: str, order: list[int]) -> None:
    t = table(seats=3, holder=holder, areas={"troll": there}, markets={"troll": "meat*3"})
    assert t.view()["stall"]["order"] == order
    assert t.seat == order[0]
    assert t.why_not("done", seat=(t.seat + 1) % 3).rule == "FE-31"


@pytest.mark.parametrize(
    ("there", "majority"),
    [("0", 0), ("0*2 1", 0), ("0 1", None), ("0*2 1*2 2", None), ("0*3 1*2 2*2", 0), ("1*2 0 2", 1)],
)
def test_fe_32_absolute_majority_is_more_than_each_other_seat(there: str, majority: int | None) -> None:
    t = table(seats=3, areas={"troll": there}, markets={"troll": "meat*3"})
    assert t.view()["stall"]["majority"] == majority
    assert ("take-all" in t.legal) == (majority is not None)


def test_fe_33_take_all_takes_the_whole_market_and_ends_the_turn() -> None:
    t = table(areas={"dwarf": "0*2 1"}, markets={"dwarf": "potato*4 meat"})
    beats = t.do("take-all")
    assert told(beats, "took-all") == [(0, 5, 5)]
    assert t.cubes(0) == "meat potato*4"
    assert t.market("dwarf") == ""
    assert t.area("dwarf", 0) == (0, 0)
    assert t.seat == 1


def test_fe_33_the_ability_once_then_a_cube_for_each_remaining_piece() -> None:
    t = table(areas={"magician": "0*3"}, markets={"magician": "mushroom*5"})
    assert t.legal == ["take-all", "ability", "take:mushroom", "done"]
    t.do("ability")
    assert t.cubes(0) == "salt"
    assert t.legal == ["take:mushroom", "done"]
    t.do("take:mushroom", "take:mushroom")
    assert t.cubes(0) == "mushroom*2 salt"
    assert t.phase == "cooking"  # the third piece was used for the ability


def test_fe_33_without_the_ability_a_cube_for_every_piece_while_cubes_last() -> None:
    t = table(areas={"magician": "0*3 1*3", "dwarf": "0"}, markets={"magician": "mushroom*4"})
    t.do("take:mushroom", "take:mushroom", "take:mushroom")
    assert t.seat == 1
    t.do("ability", "take:mushroom")
    assert (t.cubes(1), t.market("magician")) == ("mushroom salt", "")
    assert t.home(1) == (6, 2)  # the piece left over is withdrawn


def test_fe_34_everything_is_optional_but_the_ability_comes_first() -> None:
    t = table(areas={"magician": "0*2 1"}, markets={"magician": "mushroom*4"})
    t.do("take:mushroom")
    assert t.legal == ["take:mushroom", "done"]
    for text in ("ability", "take-all"):
        assert t.why_not(text).rule == "FE-34"
    t.do("done")
    assert t.cubes(0) == "mushroom"
    t.do("done")
    assert t.cubes(1) == ""


def test_fe_35_after_a_take_all_the_others_still_have_their_turns() -> None:
    t = table(areas={"magician": "0*2 1"}, markets={"magician": "mushroom*2"})
    t.do("take-all")
    assert (t.seat, t.legal) == (1, ["ability", "done"])
    t.do("ability")
    assert t.cubes(1) == "salt"


def test_fe_35_cubes_that_are_in_the_market_by_then() -> None:
    """Troll: the first takes all, the next moves a cube there and takes it."""
    t = table(areas={"troll": "0*3 1*2"}, markets={"troll": "meat*2", "elf": "fruit"})
    t.do("take-all", "ability", "from:elf:fruit", "to:troll", "take:fruit")
    assert (t.cubes(0), t.cubes(1)) == ("meat*2", "fruit")


def test_fe_36_pieces_go_home_unless_the_pixies_or_the_orc_moved_them() -> None:
    areas = {"troll": "0*2", "pixies": "0", "orc": "0", "magician": "0d"}
    t = table(areas=areas, markets={"troll": "meat"})
    assert t.home(0) == (2, 1)
    t.do("done")
    assert t.home(0) == (4, 1)
    t.do("ability", "to:dwarf", "ability", "reserve:drink-meat", "ability")
    assert t.home(0) == (4, 2)
    assert (t.area("dwarf", 0), t.reserved()) == ((1, 0), {"drink-meat": (0, "helper")})
    t.do("done")
    assert t.home(0) == (5, 2)


def test_fe_37_discs_count_as_helpers() -> None:
    t = table(areas={"magician": "0d*2 1"}, markets={"magician": "mushroom*3"})
    assert (t.seat, t.view()["stall"]["majority"]) == (0, 0)  # number, order, majority
    t.do("ability", "take:mushroom")  # ability, cubes
    assert t.cubes(0) == "mushroom salt"
    assert t.home(0) == (6, 2)


def test_fe_r2_a_seat_completes_its_turn_before_the_next_one_starts() -> None:
    """The Orc example: Sarah has four pieces, reserves and takes her three cubes; then Tom reserves and takes the last
    one."""
    t = table(areas={"orc": "0*4 1*2"}, markets={"orc": "spice*4"})
    t.do("ability", "reserve:side-spice", "take:spice", "take:spice", "take:spice")
    assert (t.seat, t.cubes(0)) == (1, "spice*3")
    t.do("ability", "reserve:drink-meat", "take:spice")
    assert t.cubes(1) == "spice"
    assert t.reserved() == {"drink-meat": (1, "helper"), "side-spice": (0, "helper")}


def test_fe_r3_order_and_majority_are_fixed_when_a_location_starts() -> None:
    t = table(seats=3, areas={"orc": "0*3 1*2 2"}, markets={"orc": "spice*5"})
    t.do("ability", "reserve:side-spice")
    stall = t.view()["stall"]
    assert (stall["order"], stall["majority"]) == ([0, 1, 2], 0)
    t.do("done")
    assert t.seat == 1
    assert "take-all" not in t.legal  # though seat 0 has left


def test_fe_r3_discs_that_arrive_at_the_dwarf_change_nothing() -> None:
    t = table(areas={"dwarf": "0*2 1"}, markets={"dwarf": "potato*5"})
    t.do("ability", "disc:dwarf", "disc:dwarf", "take:potato")
    assert (t.seat, t.view()["stall"]["order"]) == (1, [0, 1])


def test_fe_r4_take_all_is_not_offered_on_an_empty_market() -> None:
    t = table(areas={"magician": "0*2"})
    assert t.legal == ["ability", "done"]


def test_fe_r6_the_taker_picks_each_colour() -> None:
    t = table(areas={"elf": "0*2 1*2"}, markets={"elf": "meat fruit honey*2"})
    assert t.may("take") == ["meat", "honey", "fruit"]
    t.do("take:honey", "take:fruit")
    assert t.cubes(0) == "honey fruit"
    assert t.may("take") == ["meat", "honey"]


def test_fe_r6_take_all_takes_every_colour() -> None:
    t = table(areas={"elf": "0"}, markets={"elf": "meat fruit honey*2"})
    t.do("take-all")
    assert t.cubes(0) == "meat honey*2 fruit"


def test_fe_r20_fewer_cubes_may_be_taken_anywhere() -> None:
    t = table(areas={"magician": "0*3", "grocer": "0*3"}, markets={"magician": "mushroom*5"}, shelves="meat*3")
    t.do("take:mushroom", "done", "take:meat", "done")
    assert t.cubes(0) == "meat mushroom"


def test_fe_r24_there_is_no_limit_on_cubes_held() -> None:
    t = table(player("meat*9 honey*14 spice*14 salt*3"), areas={"troll": "0"}, markets={"troll": "meat*5"})
    t.do("take-all")
    assert t.cubes(0) == "meat*14 honey*14 spice*14 salt*3"


def test_fe_e8_nobody_may_take_all() -> None:
    t = table(areas={"magician": "0*2"}, markets={"magician": "mushroom*3"}, event="fair-shares")
    assert t.legal == ["ability", "take:mushroom", "done"]
    t.do("take:mushroom", "take:mushroom")
    assert t.cubes(0) == "mushroom*2"


def test_fe_e10_the_first_ability_completed_earns_a_token() -> None:
    t = table(
        player("meat"), areas={"troll": "0", "elf": "0", "dwarf": "1"}, markets={"troll": "meat"},
        event="apprentice-prize",
    )  # fmt: skip
    t.do("ability", "from:troll:meat")
    assert t.tokens(0) == 0  # not completed yet
    beats = t.do("to:elf")
    assert (t.tokens(0), len(told(beats, "tokens"))) == (1, 1)
    t.do("ability", "pay:meat", "gain:honey", "gain:honey")
    assert t.tokens(0) == 1  # not for the second one
    t.do("ability", "disc:elf")
    assert t.tokens(1) == 0
    t.do("disc:elf")
    assert t.tokens(1) == 1


def test_fe_e10_in_round_four_the_dwarf_counts_too() -> None:
    t = table(areas={"dwarf": "0"}, round=4, event="apprentice-prize")
    t.do("ability")
    assert t.tokens(0) == 3


# the Grocery Store


@pytest.mark.parametrize(("there", "order"), [("0 1*2 2*2", [1, 2, 0]), ("0*2 2*2", [0, 2]), ("2 1", [1, 2])])
def test_fe_47_the_order_is_as_at_a_character_without_take_all_and_ability(there: str, order: list[int]) -> None:
    t = table(seats=3, areas={"grocer": there}, shelves="meat*2 honey fruit")
    assert t.view()["stall"]["order"] == order
    assert t.legal == ["take:meat", "take:honey", "take:fruit", "done"]
    for text in ("take-all", "ability"):
        assert t.why_not(text).rule == "FE-48"


def test_fe_48_a_cube_for_each_piece_all_of_one_colour() -> None:
    t = table(areas={"grocer": "0*2 1"}, shelves="meat*3 honey*2")
    t.do("take:meat")
    assert t.legal == ["take:meat", "done"]
    assert t.why_not("take:honey").rule == "FE-48"
    t.do("take:meat")
    assert (t.cubes(0), t.seat) == ("meat*2", 1)


def test_fe_48_never_more_than_three() -> None:
    t = table(player("honey*2"), areas={"grocer": "0*6"}, shelves="meat*3 honey*2")
    t.do("take:meat", "take:meat", "take:meat")
    assert t.cubes(0) == "meat*3 honey*2"
    assert t.phase == "cooking"


def test_fe_49_all_pieces_go_home() -> None:
    t = table(areas={"grocer": "0*4 0d 1"}, shelves="meat")
    t.do("done", "done")
    assert (t.home(0), t.home(1)) == ((6, 2), (6, 2))


@pytest.mark.parametrize(
    ("holder", "there", "card"),
    [(0, "0 1*2", 1), (2, "0*2 1*2", 0), (1, "0*2 1*2", 1), (0, "2", 2), (1, "", 1)],
)
def test_fe_50_most_pieces_get_the_start_player_card(holder: int, there: str, card: int) -> None:
    t = table(seats=3, holder=holder, areas={"grocer": there, "troll": "0"}, markets={"elf": "fruit"}, shelves="meat")
    t.do("done")
    assert t.view()["holder"] == card  # before a cube is taken


def test_fe_51_the_new_holder_starts_cooking_and_decides_about_the_next_round() -> None:
    t = table(*[player("meat*3 honey*3")] * 3, seats=3, areas={"grocer": "1"}, shelves="meat", holder=0, phase="street")
    t.do("take:meat")
    for seat in (1, 2, 0):
        assert (t.phase, t.seat) == ("cooking", seat)
        t.do("pass")
    assert (t.asked, t.seat) == ("start-player", 1)


def test_fe_r18_ties_follow_the_order_from_before_the_card_moves() -> None:
    t = table(seats=4, holder=3, areas={"grocer": "0 1 2*2 3"}, shelves="meat*3 honey*3")
    assert t.view()["holder"] == 2
    assert t.view()["stall"]["order"] == [2, 3, 0, 1]
    t.do("done")
    assert t.seat == 3


def test_fe_e9_cubes_from_the_shelves_may_differ() -> None:
    t = table(player("honey*2"), areas={"grocer": "0*3"}, shelves="meat*3 honey*2 fruit", event="mixed-baskets")
    t.do("take:meat", "take:fruit")
    assert t.legal == ["take:meat", "take:honey", "done"]
    t.do("take:honey")
    assert t.cubes(0) == "meat honey*3 fruit"  # still one for each piece
    assert t.phase == "cooking"


@pytest.mark.parametrize(
    ("there", "market", "event", "first", "action", "rule", "words"),
    [
        ("0 1", "meat", "", "", "take-all", "FE-32", "more pieces"),
        ("0*2 1", "meat", "fair-shares", "", "take-all", "FE-E8", "shares are fair"),
        ("0*2 1", "", "", "", "take-all", "FE-33", "is empty"),
        ("0*2 1", "meat*2", "", "take:meat", "take-all", "FE-34", "begun"),
        ("0*2 1", "meat*2", "", "take:meat", "ability", "FE-34", "begun"),
        ("0*2 1", "meat*2", "", "", "take:honey", "FE-33", "no such cube"),
    ],
)
def test_fe_33_every_refusal_has_its_reason(
    there: str, market: str, event: str, first: str, action: str, rule: str, words: str
) -> None:
    t = table(areas={"troll": there}, markets={"troll": market, "orc": "meat"}, event=event)
    if first:
        t.do(first)
    refused = t.why_not(action)
    assert refused.rule == rule and words in str(refused)
