"""The rules of Festo!: Shopping, FE-23 … FE-29, FE-E5 … FE-E7."""

from __future__ import annotations

import pytest

from hightable.games.festo.pieces import EVENT_CARDS
from tests.festo.table import new, player, table, told

ALL = ["troll", "pixies", "orc", "magician", "elf", "dwarf", "grocer"]


@pytest.mark.parametrize(("seats", "faces"), [(2, [1, 4, 6]), (4, [6, 1, 4]), (5, [1, 4])])
def test_fe_23_each_die_closes_a_character(seats: int, faces: list[int]) -> None:
    t = table(seats=seats, phase="roll", faces=faces)
    closed = ["troll", "magician"] + ["dwarf"] * (seats < 5)
    assert t.view()["covered"] == closed
    assert t.view()["rolls"] == [face - 1 for face in faces]
    assert t.may("place") == [place for place in ALL if place not in closed]


@pytest.mark.parametrize(("faces", "closed"), [([2, 2, 5], ["pixies", "elf"]), ([3, 3, 3], ["orc"])])
def test_fe_23_equal_dice_close_fewer_characters(faces: list[int], closed: list[str]) -> None:
    t = table(phase="roll", faces=faces)
    assert t.view()["covered"] == closed
    assert len(t.may("place")) == 7 - len(closed)


def test_fe_23_a_closed_character_is_refused_with_its_rule() -> None:
    t = table(phase="roll", faces=[5, 5, 5])
    refused = t.why_not("place:elf")
    assert (refused.rule, "closed" in str(refused)) == ("FE-23", True)


def test_fe_24_none_some_or_all_helpers_on_any_mix() -> None:
    t = table(seats=3, phase="morning", covers="troll", holder=1)
    t.do("done")  # none
    t.do("place:elf", "place:elf", "place:grocer", "done")
    assert (t.area("elf", 2), t.area("grocer", 2), t.home(2)) == ((2, 0), (1, 0), (3, 2))
    t.do(*["place:orc"] * 6)  # all: the turn ends by itself
    assert t.home(0) == (0, 2)
    assert t.phase == "afternoon"


def test_fe_24_each_seat_has_one_opportunity_in_player_order() -> None:
    t = table(seats=3, phase="morning", holder=2)
    assert t.why_not("done", seat=0).rule == "FE-68"
    seats = []
    while t.phase == "morning":
        seats.append(t.seat)
        t.do("done")
    assert seats == [2, 0, 1]


def test_fe_24_the_grocer_is_always_available() -> None:
    for i in range(20):
        t = new(2, f"seed {i}", events="off")
        t.do("give:0")
        assert "grocer" in t.may("place")


def test_fe_25_all_dice_are_rolled_again_and_the_morning_ends() -> None:
    t = table(phase="roll", faces=[1, 2, 3, 4, 4, 4])
    t.do("done")
    beats = t.do("done")
    assert told(beats, "rolled") == [(1, 1 << 3)]
    assert t.phase == "afternoon"
    assert t.view()["covered"] == ["magician"]
    assert t.may("place") == [place for place in ALL if place != "magician"]


def test_fe_26_every_helper_still_at_home_must_be_placed() -> None:
    t = table(phase="afternoon", covers="troll orc", areas={"elf": "0*4"})
    assert t.legal == [f"place:{place}" for place in ALL if place not in ("troll", "orc")]
    assert t.why_not("done").rule == "FE-26"
    assert t.why_not("place:troll").rule == "FE-23"
    t.do("place:elf", "place:dwarf")
    assert t.area("elf", 0) == (5, 0)  # more at a place of the morning
    assert t.seat == 1  # the turn ends by itself
    t.do(*["place:grocer"] * 6)
    assert t.phase == "action"


def test_fe_26_who_has_placed_all_is_not_asked() -> None:
    t = table(seats=3, phase="afternoon", areas={"elf": "0*6 1*6"})
    assert t.seat == 2


def test_fe_27_what_stands_on_a_closed_character_counts_fully() -> None:
    t = table(
        phase="roll", faces=[5, 1, 1, 2, 2, 3], areas={"pixies": "0d"}, markets={"pixies": "honey*2", "orc": "spice"}
    )
    t.do("place:pixies", "done", *["place:grocer"] * 6)
    assert t.view()["covered"] == ["pixies", "orc"]
    assert t.area("pixies", 0) == (1, 1)
    t.do(*["place:grocer"] * 5)
    assert (t.view()["stall"]["place"], t.seat) == ("pixies", 0)
    t.do("take:honey", "take:honey")
    assert t.cubes(0) == "honey*2"


def test_fe_28_all_covers_come_off_after_the_last_seat() -> None:
    t = table(phase="afternoon", covers="troll elf", areas={"elf": "0*6", "orc": "1*5"}, markets={"elf": "fruit"})
    assert t.view()["covered"] == ["troll", "elf"]
    t.do("place:orc")
    assert t.view()["covered"] == []


def test_fe_28_a_cube_may_be_moved_to_what_was_closed() -> None:
    t = table(phase="afternoon", covers="pixies", areas={"troll": "0*6", "grocer": "1*5"}, markets={"troll": "meat"})
    t.do("place:grocer", "ability", "from:troll:meat")
    assert "pixies" in t.may("to")


def test_fe_29_helpers_on_dishes_and_discs_are_not_placed() -> None:
    reserved = {f"drink-{colour}": "0" for colour in ("meat", "honey", "spice")}
    t = table(phase="afternoon", reserved=reserved)
    assert t.home(0) == (3, 2)
    t.do("place:elf", "place:elf", "place:elf")
    assert t.seat == 1
    assert (t.home(0), t.area("elf", 0)) == ((0, 2), (3, 0))


def test_fe_29_who_has_no_helper_at_home_is_passed_over() -> None:
    rows = ("drink", "appetiser")
    reserved = {f"{row}-{colour}": "0" for row in rows for colour in ("meat", "honey", "spice")}
    t = table(phase="roll", faces=[1] * 6, reserved=reserved)
    assert (t.seat, t.home(0)) == (1, (0, 2))
    t.do("done")
    assert (t.seat, t.phase) == (1, "afternoon")


@pytest.mark.parametrize("event", EVENT_CARDS)
def test_fe_r25_there_is_always_room_in_the_afternoon(event: str) -> None:
    t = table(phase="roll", event=event, faces=[1, 2, 3, 4, 5, 6])
    while t.phase == "morning":
        t.do(t.legal[-1])
    assert len(t.may("place")) >= 4


@pytest.mark.parametrize(("seats", "dice"), [(2, 2), (3, 2), (4, 2), (5, 1)])
def test_fe_e5_both_rolls_use_one_die_fewer(seats: int, dice: int) -> None:
    t = table(seats=seats, phase="roll", event="long-opening-hours", faces=[1, 2, 3, 4][: 2 * dice])
    assert t.view()["covered"] == ALL[:dice]
    while t.phase == "morning":
        t.do("done")
    assert t.view()["covered"] == ALL[dice : 2 * dice]


def test_fe_e6_in_the_morning_three_helpers_must_be_placed() -> None:
    t = table(phase="morning", event="early-start", covers="elf")
    for _helper in range(3):
        assert "done" not in t.legal
        assert t.why_not("done").rule == "FE-E6"
        t.do("place:orc")
    t.do("done")
    assert (t.seat, t.home(0)) == (1, (3, 2))
    assert "done" not in t.legal  # counted for each seat


def test_fe_e6_in_the_afternoon_the_usual_rule_is_named() -> None:
    t = table(phase="afternoon", event="early-start")
    assert t.why_not("done").rule == "FE-26"


@pytest.mark.parametrize("at_home", [1, 2, 3])
def test_fe_e6_or_all_of_them(at_home: int) -> None:
    t = table(phase="morning", event="early-start", areas={"grocer": f"0*{6 - at_home}"})
    for _helper in range(at_home):
        assert "done" not in t.legal
        t.do("place:orc")
    assert t.seat == 1


def test_fe_e7_the_morning_is_left_out() -> None:
    t = table(player(), phase="roll", event="misty-morning", faces=[6, 6, 6])
    assert (t.phase, t.seat) == ("afternoon", 0)
    assert t.view()["covered"] == ["dwarf"]  # one roll only
    assert "done" not in t.legal


def test_fe_e7_the_afternoon_is_normal() -> None:
    t = table(phase="roll", event="misty-morning", faces=[6, 6, 6])
    t.do(*["place:grocer"] * 6, *["place:elf"] * 5)
    assert (t.home(0), t.home(1)) == ((0, 2), (1, 2))
    t.do("place:orc")
    assert t.phase == "action"
