"""The rules of Festo!: what is public, what is hidden, what decides and how it is said, FE-66 … FE-70, FE-77; and what
may be taken back."""

from __future__ import annotations

import json

import pytest

from hightable.engine import SPECTATOR, Fast, Match, Refused
from hightable.games.festo.game import GAME
from hightable.games.festo.pieces import COLOURS, CUBES, DISHES, EVENT_CARDS, LOCATIONS
from tests.festo.played import Options, played
from tests.festo.table import Table, keeps_all, new, player, table, told

GAMES: list[tuple[int, Options]] = [
    (2, {}),
    (3, {"magical": "yes"}),
    (4, {"events": "off"}),
    (5, {"events": "swap-meet", "magical": "yes"}),
]


def plain(data: object) -> str:
    return json.dumps(data)


def told_all(t: Table) -> str:
    """All views, legal actions and refusals, to the byte."""
    seats = range(t.state.seats)
    said = [
        [str(refused), refused.rule]
        for seat in seats
        for action in range(1, len(GAME.actions))
        if (refused := t.state.why_not(seat, action)) is not None
    ]
    return plain([[t.view(viewer) for viewer in (None, *seats)], [t.state.legal(seat) for seat in seats], said])


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_fe_66_all_seats_see_the_same(seats: int, options: Options) -> None:
    for step, (t, _o, _text) in enumerate(played(seats, "same", options, "eager")):
        if step % 7 == 0:
            views = [t.view(viewer) for viewer in (None, *range(seats))]
            for view in views:
                del view["viewer"], view["legal"]
            assert all(view == views[0] for view in views)


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_fe_66_piles_events_and_dice_do_not_show(seats: int, options: Options) -> None:
    """The piles and the cards to come in another order, other dice: everything told is the same to the byte."""
    changed = 0
    for step, (t, _o, _text) in enumerate(played(seats, "hidden", options, "eager")):
        if step % 13:
            continue
        data = t.state.dump()
        for row in range(4):
            n = data["pile_n"][row]
            data["pile"][row * 6 : row * 6 + n] = data["pile"][row * 6 : row * 6 + n][::-1]
        drawn = data["drawn"]
        if data["options"]["events"] == "on":
            data["events"] = data["events"][:drawn] + data["events"][drawn:][::-1]
        changed += data != t.state.dump()
        data["dice"] = Fast.of(f"other {step}").dump()
        assert told_all(Table(GAME.load(data))) == told_all(t)
    assert changed > 3


def test_fe_66_only_counts_of_what_is_hidden() -> None:
    """No dish of a pile and no card to come is named anywhere in a view."""
    for i in range(10):
        t = new(3, f"seed {i}")
        for _action in range(30):
            t.do(t.legal[-1])
        text = plain([t.view(viewer) for viewer in (None, 0, 1, 2)])
        piled = [t.state.pile[row * 6 + n] for row in range(4) for n in range(t.state.pile_n[row])]
        assert not [dish for dish in piled if f'"{DISHES[dish]}"' in text]
        hidden = [EVENT_CARDS[t.state.events[n]] for n in range(t.state.drawn, 14)]
        assert hidden and not [card for card in hidden if f'"{card}"' in text]
        assert t.view()["piles"] == list(t.state.pile_n)


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_fe_66_another_deal_and_an_imagined_game_look_the_same(seats: int, options: Options) -> None:
    dice, changed = Fast.of("deal"), 0
    for step, (t, _o, _text) in enumerate(played(seats, "deal", options, "handy")):
        if step % 9:
            continue
        viewer = None if step % (seats + 1) == seats else step % (seats + 1)
        other = t.state.copy()
        other.redeal(SPECTATOR if viewer is None else viewer, dice)
        imagined = GAME.imagine(t.view(viewer), dice)
        for state in (other, imagined):
            assert plain(state.view(viewer)) == plain(t.view(viewer))
            keeps_all(state)
        changed += {**imagined.dump(), "dice": 0} != {**t.state.dump(), "dice": 0}
    assert changed > 3


def test_fe_66_an_imagined_game_draws_every_order() -> None:
    t, dice = new(2, "orders"), Fast(5)
    tops, cards = set(), set()
    for _world in range(200):
        world = Table(GAME.imagine(t.view(0), dice)).state
        tops.add(world.pile[world.pile_n[0] - 1])
        cards.add(world.events[1])
    hidden = {t.state.pile[n] for n in range(3)}
    assert tops == hidden
    assert cards == set(range(14)) - {t.state.events[0]}


def test_fe_67_the_seed_gives_start_seat_shuffles_and_dice() -> None:
    def rolls(seed: str) -> list[object]:
        t = new(3, seed)
        first = [t.view()["holder"], t.view()["buffet"], t.view()["event"]]
        t.do(t.legal[0])
        return [*first, t.view()["rolls"]]

    assert rolls("one") == rolls("one")
    assert len({plain(rolls(f"seed {i}")) for i in range(20)}) == 20


def test_fe_67_rolls_happen_by_themselves_and_are_told() -> None:
    t = new(2, "rolls", events="off")
    beats = t.do("give:0")
    ((afternoon, covers),) = told(beats, "rolled")
    assert afternoon == 0
    assert covers == sum(1 << face for face in set(t.view()["rolls"]))
    t.do("done")
    beats = t.do("done")
    assert [args[0] for args in told(beats, "rolled")] == [1]
    assert not [text for text in map(GAME.text, range(1, len(GAME.actions))) if text.startswith("roll")]


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_fe_68_exactly_one_seat_decides(seats: int, options: Options) -> None:
    for t, _o, _text in played(seats, "one", options):
        assert len(t.state.deciding) == (0 if t.state.over else 1)


@pytest.mark.parametrize(
    ("t", "texts"),
    [
        (table(seats=3, phase="next"), "give:0 give:1 give:2"),
        (table(phase="morning", covers="orc elf dwarf"), "place:troll place:pixies place:magician place:grocer done"),
        (table(phase="afternoon", covers="troll orc elf"), "place:pixies place:magician place:dwarf place:grocer"),
        (table(areas={"orc": "0"}, markets={"orc": "meat spice"}), "take-all ability take:meat take:spice done"),
        (table(areas={"grocer": "0"}, shelves="honey"), "take:honey done"),
        (
            table(player("meat*2 fruit"), phase="cooking", reserved={"drink-meat": "0"}),
            "cook:drink-meat take-back:drink-meat pass",
        ),
    ],
)  # fmt: skip
def test_fe_68_what_may_be_done_at_each_point(t: Table, texts: str) -> None:
    assert t.legal == texts.split()


def test_fe_69_only_what_can_be_completed_and_there_is_no_way_back() -> None:
    t = table(player("meat honey*2"), areas={"troll": "0"}, markets={"elf": "fruit"})
    t.do("ability")
    assert t.legal == ["from:elf:fruit"]  # no `done`, no cancel
    assert t.why_not("done").rule == "FE-38"


def test_fe_69_confirm_needs_the_cubes() -> None:
    t = table(player("meat*3 honey*3 salt*2"), player("fruit*6"), phase="cooking",
              rows=dict.fromkeys(("appetiser", "side", "dessert"), "- - -") | {"drink": "meat"})  # fmt: skip
    t.do("cook:drink-meat", "other:spice")
    assert t.cubes(0) == "meat*2 honey*3" and t.seat == 1  # both Salts are needed: nothing was left to choose


def test_fe_70_a_lone_done_or_pass_is_played_and_told() -> None:
    t = table(areas={"magician": "0", "dwarf": "1"}, markets={"magician": "mushroom"})
    beats = t.do("take:mushroom")
    assert told(beats, "left") == [(0, 3)]
    beats = t.do("done")
    assert told(beats, "passed") == [(0,), (1,)]  # nobody can cook


def test_fe_70_who_has_nothing_to_swap_is_told_of() -> None:
    t = table(player("meat"), seats=3, phase="next", event="swap-meet")
    t.do("give:0")
    beats = t.do("done")
    done = GAME.parse("done")
    assert told(beats, "chose") == [(0, done), (1, done), (2, done)]
    assert t.phase == "morning"


def test_fe_70_who_has_nothing_to_place_in_the_morning_is_told_of() -> None:
    reserved = {f"{kind}-{colour}": "0" for kind in ("drink", "side") for colour in ("meat", "honey", "spice")}
    t = table(phase="next", reserved=reserved)
    assert (0,) in told(t.do("give:0"), "skipped")


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_fe_70_there_is_always_a_legal_action(seats: int, options: Options) -> None:
    for mood in ("random", "hoarding"):
        for t, _o, _text in played(seats, "legal", options, mood, ahead=True):
            assert t.state.over or t.legal


def test_fe_77_names_in_actions() -> None:
    texts = {GAME.text(action) for action in range(1, len(GAME.actions))}
    assert {f"place:{place}" for place in LOCATIONS} | {f"from:{p}:{c}" for p in LOCATIONS for c in COLOURS} <= texts
    assert {f"disc:{place}" for place in LOCATIONS[:6]} <= texts and "disc:grocer" not in texts
    assert {f"{verb}:{cube}" for verb in ("pay", "return") for cube in CUBES} <= texts
    assert {f"cook:{dish}" for dish in DISHES} | {f"reserve:{dish}" for dish in DISHES[:24]} <= texts
    assert {f"give:{seat}" for seat in range(5)} | {"pass", "done", "confirm", "take-all", "ability"} <= texts
    assert not {"gain:salt", "take:salt", "reserve:roast-1", "give:5"} & texts


# what may be taken back


def match_at(t: Table) -> Match:
    """A match whose game stands at this position."""
    match = Match(GAME, int(t.state.seats), "undo", t.state.options)
    match.state = t.state
    match._bar(Refused("nothing yet"))
    return match


@pytest.mark.parametrize(
    ("t", "texts"),
    [
        (table(phase="morning"), ["place:elf"]),
        (table(areas={"troll": "0"}, markets={"elf": "fruit"}), ["ability", "from:elf:fruit"]),
        (table(areas={"orc": "0*2"}, markets={"orc": "spice*2"}), ["ability", "reserve:drink-meat"]),
        (table(areas={"magician": "0*2"}, markets={"magician": "mushroom*2"}), ["ability"]),
        (table(player("meat*6 honey*3"), phase="cooking"), ["cook:drink-meat"]),
        (table(player("meat*7"), phase="cooking", reserved={"drink-meat": "0"}), ["take-back:drink-meat", "pay:meat"]),
        (table(player("meat*6"), phase="swap", event="swap-meet"), ["pay:meat"]),
    ],
)  # fmt: skip
def test_what_can_be_taken_back(t: Table, texts: list[str]) -> None:
    match = match_at(Table(t.state.copy()))
    seat, before = t.seat, t.state.dump()
    for text in texts:
        match.apply(seat, GAME.parse(text))
    assert match.state.dump() != before
    for _text in texts:
        match.undo(seat)
    assert match.state.dump() == before


@pytest.mark.parametrize(
    ("t", "texts", "why"),
    [
        (table(phase="start"), ["give:0"], "chance"),  # the morning's roll
        (table(phase="morning", areas={"elf": "1*6"}), ["done"], "chance"),  # the afternoon's
        (table(phase="morning"), ["done"], "asked"),  # another seat is asked
        (table(player(dishes="drink-meat"), areas={"dwarf": "0"}), ["done"], "shown"),  # the next round's dishes
        (table(areas={"magician": "0 1"}), ["done"], "asked"),
    ],
)  # fmt: skip
def test_what_can_not_be_taken_back(t: Table, texts: list[str], why: str) -> None:
    match, seat = match_at(Table(t.state.copy())), t.seat
    for text in texts:
        match.apply(seat, GAME.parse(text))
    refused = match.why_no_undo(seat)
    assert refused is not None and why in str(refused), str(refused)


def test_an_event_revealed_can_not_be_taken_back() -> None:
    """The last pass of a round turns over the next event card; the rows are full, so no dish is drawn."""
    t = table(player("meat*6"), phase="cooking", event="fair-shares")
    match = match_at(t)
    match.apply(0, GAME.parse("pass"))
    assert t.view()["round"] == 3
    assert match.why_no_undo(0) is not None
