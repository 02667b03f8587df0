"""The King's Feast, sections 1 to 4 of the specification: cards, arrangements, setup, geometry, primitive operations.
One test or more per rule and ruling."""

from __future__ import annotations

from collections import Counter

import pytest

from hightable.engine import Refused
from hightable.games.kings_feast import GAME
from tests.kings_feast.table import (
    SHIPPED,
    at,
    drawn,
    games,
    keeps_its_promises,
    layout,
    legal,
    maybe,
    numbers,
    play,
    seated,
    stack,
    targets,
    told,
)

DIAGRAMS = {  # setup and goal, copied from the data of the specification
    "beginners-banquet": ("U D K D U\nD U A U D", "11 13 15 17 18\n1 3 5 7 9"),
    "full-feudal-feast": (
        "U D U D K D U D U\nD U D U A U D U D",
        "10 11 12 13 14 15 16 17 18\n1 2 3 4 5 6 7 8 9",
    ),
    "surprise-party-soiree": ("D U D K D U\nU D U A U D", "12 13 14 15 16 18\n1 2 5 6 7 11"),
    "round-table-roast": (
        ". . U . .\n. U D U .\nU D U D U\n. U A U .\n. . K . .",
        ". . 18 . .\n. 13 14 5 .\n17 12 1 6 15\n. 10 8 7 .\n. . 16 . .",
    ),
}
ORDERS = (3, 4, 5, 7, 8, 9, 10, 11, 15, 17, 18)
REACTIONS = (2, 6, 12, 13, 14, 16)


def start(arrangement: str, seed: str = "s"):
    return GAME.start(1, seed, {"arrangement": arrangement})


def among_all(card: int):
    """The Full Feudal Feast with every card up but the Assassin, this one in the middle of the upper row."""
    row = [str(n) for n in range(2, 19) if n != card]
    return seated(" ".join([*row[:4], str(card), *row[4:8]]) + "\n" + " ".join([*row[8:12], "(1)", *row[12:]]))


# 1. Components and arrangements


def test_kf_1_eighteen_cards_each_number_once() -> None:
    for seed in "abc":
        assert sorted(numbers(start("full-feudal-feast", seed))) == list(range(1, 19))


def test_kf_1_identical_backs() -> None:
    """What the player sees of an unknown down card is the same but for its id."""
    cells = [cell for cell in start("full-feudal-feast").view(0)["cells"] if cell["number"] is None]
    assert len(cells) == 8
    assert all({**cell, "id": 0} == {**cells[0], "id": 0} for cell in cells)


@pytest.mark.parametrize("card", ORDERS)
def test_kf_2_order_cards_do_something_when_activated(card: int) -> None:
    state = among_all(card)
    before = layout(state)
    beats = play(state, "activate r1c5")
    assert not told(beats, "idle")
    assert state.view(0)["stack"] or layout(state) != before.replace(str(card), f"({card})")
    for effect in state.view(0)["stack"]:
        assert (effect["card"], effect["kind"]) == (card, "order")


@pytest.mark.parametrize("card", REACTIONS)
def test_kf_2_reaction_cards_have_no_order(card: int) -> None:
    state = among_all(card)
    beats = play(state, "activate r1c5")
    assert told(beats, "idle") == [(card,)]
    assert state.view(0)["phase"] == "swap"
    assert at(state, "r1c5")["up"] is False


@pytest.mark.parametrize("name", SHIPPED)
def test_kf_3_in_play_is_what_the_goal_shows(name: str) -> None:
    state = start(name)
    goal = [int(card) for card in DIAGRAMS[name][1].split() if card != "."]
    assert sorted(numbers(state)) == sorted(goal)
    assert state.view(None)["arrangement"]["goal"] == goal


def test_kf_4_a_diagram_is_read_by_rows() -> None:
    state = GAME.start(1, "s", {"arrangement": "U.D/KAU>3,.,18/1,4,5"})
    view = state.view(0)["arrangement"]
    assert (view["rows"], view["columns"]) == (2, 3)
    assert view["cells"] == ["r1c1", "r1c3", "r2c1", "r2c2", "r2c3"]
    assert view["goal"] == [3, 18, 1, 4, 5]
    assert [cell["up"] for cell in state.view(0)["cells"]] == [True, False, True, False, True]
    assert (numbers(state)[2], numbers(state)[3]) == (18, 1)


@pytest.mark.parametrize("name", SHIPPED)
def test_kf_6_every_cell_always_holds_one_card(name: str) -> None:
    names = start(name).view(0)["arrangement"]["cells"]
    for state in games(name, 4):
        keeps_its_promises(state)
        assert state.view(0)["arrangement"]["cells"] == names


@pytest.mark.parametrize("name", SHIPPED)
def test_kf_7_the_four_arrangements(name: str) -> None:
    setup, goal = DIAGRAMS[name]
    rows = [line.split() for line in setup.splitlines()]
    signs = {f"r{r}c{c}": sign for r, row in enumerate(rows, 1) for c, sign in enumerate(row, 1) if sign != "."}
    state = start(name)
    view = state.view(0)["arrangement"]
    assert view["id"] == name
    assert view["name"]
    assert (view["rows"], view["columns"]) == (len(rows), len(rows[0]))
    assert view["cells"] == list(signs)
    assert view["goal"] == [int(card) for card in goal.split() if card != "."]
    assert [cell["up"] for cell in state.view(0)["cells"]] == [sign in "KU" for sign in signs.values()]


def test_kf_7_sizes_and_names() -> None:
    found = [(start(name).view(0)["arrangement"]["name"], len(numbers(start(name)))) for name in SHIPPED]
    names = ("Beginner's Banquet", "Full Feudal Feast", "Surprise Party Soirée", "Round Table Roast")
    assert found == list(zip(names, (10, 18, 12, 13), strict=True))
    assert GAME.options[0].values(1) == list(SHIPPED)
    assert start("beginners-banquet").dump() == GAME.start(1, "s").dump(), "the first is the default"
    with pytest.raises(Refused, match="can't be “no-such-feast”") as refused:
        start("no-such-feast")
    assert refused.value.rule == "KF-7"


# 2. Setup


@pytest.mark.parametrize("name", SHIPPED)
def test_kf_10_king_up_on_the_crown_assassin_down_on_the_skull(name: str) -> None:
    signs = [sign for sign in DIAGRAMS[name][0].split() if sign != "."]
    for seed in range(20):
        state = start(name, str(seed))
        king, assassin = signs.index("K"), signs.index("A")
        assert numbers(state)[king] == 18 and numbers(state)[assassin] == 1
        assert state.view(0)["cells"][king]["up"] and not state.view(0)["cells"][assassin]["up"]


def test_kf_11_the_others_are_dealt_uniformly() -> None:
    """Each card lies on each of the other cells equally often (chi-square, fixed seeds)."""
    deals = 1600
    where: Counter[tuple[int, int]] = Counter()
    for seed in range(deals):
        state = GAME.start(1, str(seed), dice="fast")
        where.update((cell, card) for cell, card in enumerate(numbers(state)) if card not in (1, 18))
    assert len(where) == 64
    chi = sum((count - deals / 8) ** 2 / (deals / 8) for count in where.values())
    assert chi < 85.4  # 49 degrees of freedom, 99.9 %


def test_kf_11_dealt_up_or_down_as_the_diagram_says() -> None:
    for seed in range(20):
        state = start("beginners-banquet", str(seed))
        assert "".join("U" if cell["up"] else "D" for cell in state.view(0)["cells"]) == "UDUDUDUDUD"


def test_kf_12_no_reaction_during_setup() -> None:
    hermits = 0
    for seed in range(60):
        state, beats = GAME.start_told(1, str(seed), {"arrangement": "full-feudal-feast"})
        assert [beat.name for beat in beats] == ["begun"]
        assert [cell["up"] for cell in state.view(0)["cells"]] == [sign in "KU" for sign in "UDUDKDUDUDUDUAUDUD"]
        assert state.view(0)["stack"] == [] and state.view(0)["flips"] == 0
        hermits += at(state, state.view(0)["arrangement"]["cells"][numbers(state).index(2)])["up"] is True
    assert hermits > 10, "a Hermit dealt up stays up"


def test_kf_r2_cards_dealt_up_do_not_react() -> None:
    """Neither a Princess nor a Scholar dealt up flips anything, nor does a Diplomat move."""
    seen: set[int] = set()
    for seed in range(40):
        state = start("round-table-roast", str(seed))
        cells = state.view(0)["cells"]
        seen |= {cell["number"] for cell in cells if cell["up"]} & {12, 13, 16}
        assert [cell["id"] for cell in cells] == list(range(13)), "nobody has moved"
        assert state.view(0)["phase"] == "turn" and state.view(0)["turn"] == 1
        assert [cell["up"] for cell in cells] == [True, True, False, True, True, False, True, False, True, True,
                                                  False, True, True]  # fmt: skip
    assert seen == {12, 13, 16}


@pytest.mark.parametrize("name", SHIPPED)
def test_kf_13_the_player_knows_the_assassin_and_no_other_down_card(name: str) -> None:
    state = start(name)
    cells = state.view(0)["cells"]
    hidden = [card for card, cell in zip(numbers(state), cells, strict=True) if not cell["up"]]
    for card, cell in zip(numbers(state), cells, strict=True):
        if card == 1:
            assert (cell["number"], cell["maybe"], cell["how"]) == (1, [1], "placed")
        elif not cell["up"]:
            assert (cell["number"], cell["how"]) == (None, "")
            assert cell["maybe"] == sorted(set(hidden) - {1})


# 3. Geometry


def test_kf_20_adjacent_is_edge_to_edge() -> None:
    state = seated("2 3 4\n5 6 7\n18 8 (1)")
    play(state, "activate r1c1", "choose r2c2")
    assert targets(state, "choose") == ["r1c2", "r2c1", "r2c3", "r3c2"]
    with pytest.raises(Refused, match="edge to edge") as refused:
        play(state, "choose r3c1")
    assert refused.value.rule == "KF-20"


def test_kf_21_surrounding_is_adjacent_or_diagonal() -> None:
    state = seated("2 3 4 10\n5 18 7 11\n6 8 (1) 9")
    play(state, "activate r2c2")
    assert stack(state) == [(18, ["r1c1", "r1c2", "r1c3", "r2c1", "r2c3", "r3c1", "r3c2", "r3c3"])]


def test_kf_22_left_and_right_do_not_wrap_nor_cross_a_gap() -> None:
    for diagram, cell in (("7 3 4\n5 18 (1)", "r1c1"), ("3 4 7\n5 18 (1)", "r1c3"), ("3 7 . 4\n5 18 (1) 9", "r1c2")):
        state = seated(diagram)
        assert told(play(state, f"activate {cell}"), "idle") == [(7,)]
        assert layout(state) == drawn(diagram).replace("7", "(7)")


def test_kf_22_nothing_is_adjacent_across_a_gap() -> None:
    state = seated("2 3 . 4\n5 18 8 (1)")
    play(state, "activate r1c1", "choose r1c2")
    assert targets(state, "choose") == ["r2c2"]


def test_kf_23_a_gap_ends_the_row_of_the_guard() -> None:
    state = seated("3 . 4 9 5\n7 2 18 (1) 8")
    play(state, "activate r1c4")
    assert layout(state) == drawn("3 . 5 4 (9)\n7 2 18 (1) 8")


def test_kf_23_a_gap_ends_the_lines_of_the_queen() -> None:
    state = seated("3 . 4 17 5\n7 2 18 . 8\n(1) 9 10 11 12")
    play(state, "activate r1c4")
    assert targets(state, "choose") == ["r1c3", "r1c5"]


def test_kf_24_knights_jump_passes_over_what_is_not_there() -> None:
    state = seated("10 3 4\n5 . 7\n18 8 (1)")
    play(state, "activate r1c1")
    assert targets(state, "choose") == ["r2c3", "r3c2"]
    state = seated("3 4 5 7 8\n2 6 9 11 12\n13 14 10 15 16\n(1) 18 17 . .")
    play(state, "activate r3c3")
    assert targets(state, "choose") == ["r1c2", "r1c4", "r2c1", "r2c5", "r4c1"]


def test_kf_r19_a_gap_is_an_edge() -> None:
    """The Jester mixes only up to it, and the Diplomat does not act across it."""
    state = seated("3 . 4 5\n7 2 18 (1)")
    play(state, "activate r1c3")
    assert targets(state, "flip") == ["r1c3", "r1c4"]
    state = seated("12 . (3) 5\n7 2 18 (1)", known="everything")
    assert not told(play(state, "activate r1c4", "call 3", "peek r1c3"), "escorted")
    assert at(state, "r1c3")["number"] == 3 and at(state, "r1c3")["up"]


# 4. Primitive operations


def test_kf_30_a_flip_turns_either_way() -> None:
    state = seated("18 (3) 5\n13 4 (1)")
    beats = play(state, "activate r1c1", "flip r1c2", "flip r2c1")
    assert told(beats, "revealed") == [(3, 1)] and told(beats, "covered") == [(13, 3)]
    assert layout(state) == drawn("18 3 5\n(13) 4 (1)")
    assert stack(state) == [(18, ["r2c2"])], "up to down triggers nothing, not even the Scholar"


def test_kf_31_a_peek_is_no_reveal() -> None:
    state = seated("3 12 (13) 5\n18 7 4 (1)")
    beats = play(state, "activate r1c1", "peek r1c3")
    assert told(beats, "peeked") == [(13, 2)]
    assert [beat.name for beat in beats] == ["activated", "peeked", "retired"]
    assert layout(state) == drawn("(3) 12 (13) 5\n18 7 4 (1)")
    assert at(state, "r1c3")["how"] == "peeked"


def test_kf_31_peeking_at_the_assassin_ends_the_game() -> None:
    state = seated("3 5\n18 (1)")
    play(state, "activate r1c1", "peek r2c2")
    assert state.view(0)["ending"] == "assassin"


def test_kf_32_cards_keep_their_faces_when_they_move() -> None:
    state = seated("15 (3) 5\n18 4 (1)")
    play(state, "activate r1c1", "choose r1c2", "choose r2c1")
    assert layout(state) == drawn("(15) 18 5\n(3) 4 (1)")


def test_kf_32_a_swap_needs_two_different_cards() -> None:
    state = seated("15 (3) 5\n18 4 (1)")
    play(state, "activate r1c1", "choose r1c2")
    with pytest.raises(Refused, match="with himself") as refused:
        play(state, "choose r1c2")
    assert refused.value.rule == "KF-32"


def test_kf_r3_swaps_and_shifts_never_turn_a_card() -> None:
    state = seated("(3) 9 (4) 5\n18 2 7 (1)")
    play(state, "activate r1c2")
    assert layout(state) == drawn("(4) (3) (9) 5\n18 2 7 (1)")
    state = seated("(3) 7 4\n18 2 (1)")
    play(state, "activate r1c2")
    assert layout(state) == drawn("4 (7) (3)\n18 2 (1)")
    state = seated("2 3\n(4) (1)\n18 5")
    play(state, "activate r1c1", "choose r2c1", "choose r2c2")
    assert layout(state) == drawn("(2) 3\n(1) (4)\n18 5")


def test_kf_33_movement_comes_before_the_flips_of_one_effect() -> None:
    """The Queen has moved before the first card is flipped, and a reaction looks at the new places."""
    state = seated("17 (13) 3 5\n18 4 7 (1)")
    play(state, "activate r1c1", "choose r1c3")
    assert layout(state) == drawn("(13) 3 17 5\n18 4 7 (1)")
    play(state, "flip r1c1")
    assert stack(state)[0] == (13, ["r1c2", "r2c1"])


def test_kf_34_turning_down_in_step_2_is_no_flip() -> None:
    state = seated("12 3\n18 (1)")
    beats = play(state, "activate r1c1")
    assert told(beats, "covered") == [] and told(beats, "retired") == [(12, 0)]
    assert state.view(0)["flips"] == 0


def test_kf_34_being_placed_down_by_the_jester_is_no_flip() -> None:
    state = seated("12 4 16\n18 3 (1)")
    beats = play(state, "activate r1c2")
    assert [beat.name for beat in beats] == ["activated", "mixed"]
    assert [cell["up"] for cell in state.view(0)["cells"]] == [False, False, False, True, True, False]
    assert state.view(0)["flips"] == 0


def test_kf_35_the_assassin_may_be_moved() -> None:
    for actions in (
        ("activate r1c2", "choose r2c3", "choose r1c1"),  # Vizier
        ("activate r2c2",),  # Coachman
        ("activate r3c1",),  # Guard: shifted
        ("activate r3c3", "choose r2c3"),  # Queen: passed, and to be flipped only then
        ("activate r1c1", "skip-swap", "activate r1c2", "choose r2c3", "choose r1c3"),
    ):
        state = seated("2 15 3\n5 7 (1)\n9 (8) 17\n18 10 11")
        play(state, *actions)
        assert not state.over
    state = seated("3 4 (1)\n18 5 2")
    play(state, "activate r1c2")
    assert not state.over and len(maybe(state)[0]) == 3
    state = seated("2 5 3\n(1) (8) 18")
    play(state, "activate r1c1", "choose r2c1", "choose r2c2")
    assert layout(state) == drawn("(2) 5 3\n(8) (1) 18") and "end-game" in legal(state)
