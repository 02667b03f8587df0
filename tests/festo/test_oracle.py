"""The rules against a second writing of the specification: whole games, in which after every action everything on the
table, what may be done next and in the end the score sheet are the same."""

from __future__ import annotations

from collections import Counter

import pytest

from hightable.engine import View
from hightable.games.festo.pieces import CUBES, EVENT_CARDS, LOCATIONS
from tests.festo.bill import kind
from tests.festo.oracle import PLACES, SMALL, Oracle
from tests.festo.played import MOODS, Options, played
from tests.festo.table import Table

PIECES = ("helper", "disc")
OWN = dict(zip(PLACES, CUBES, strict=True))  # the colour of a Character


def compare(t: Table, o: Oracle) -> None:
    """Everything but what an unfinished ability or payment has set aside."""
    view = t.view(None)
    assert (view["round"], view["over"]) == (o.round, o.over)
    assert view["supply"] == [o.supply[cube] for cube in CUBES]
    assert view["markets"] == [[o.markets[place].count(c) for c in CUBES[:6]] for place in PLACES]
    if not o.over:
        assert view["moved"] == [[o.moved.count((place, c)) for c in CUBES[:6]] for place in PLACES]
    assert [view["buffet"][i * 3 : i * 3 + 3] for i in range(4)] == [o.rows[row] for row in SMALL]
    assert view["piles"] == [len(o.piles[row]) for row in SMALL]
    assert view["stacks"] == o.stacks
    reserved = {one["dish"]: (one["seat"], PIECES[one["piece"]]) for one in view["reserved"]}
    assert reserved == o.reserved
    assert (view["event"], view["holder"]) == (o.event, o.holder)
    for seat in range(o.n):
        compare_seat(view, o, seat)
    if o.over:
        return
    assert (view["phase"], view["deciding"]) == (o.phase, [o.seat])
    legal = t.legal
    assert sorted(legal) == sorted(o.legal) and len(set(legal)) == len(legal)
    assert set(view["covered"]) == o.covered
    if o.phase == "action":
        stall = view["stall"]
        assert (stall["place"], stall["order"]) == (o.place, o.order)
        assert o.place == "grocer" or stall["majority"] == o.majority
    if o.phase in ("morning", "afternoon"):
        assert len(view["rolls"]) == o.rolls and {LOCATIONS[face] for face in view["rolls"]} == o.covered
    if o.phase == "cooking":
        assert set(view["passed"]) == o.passed


def compare_seat(view: View, o: Oracle, seat: int) -> None:
    mine, shown = o.seats[seat], view["players"][seat]
    assert dict(zip(CUBES, shown["cubes"], strict=True)) == mine.cubes
    assert sorted(shown["dishes"]) == sorted(mine.dishes)
    assert shown["tokens"] == mine.tokens
    assert shown["score"] == sum(mine.score())
    here = PLACES.index(o.place) if o.place else -1
    for number, piece in enumerate(PIECES):
        areas = [area[seat][number] for area in view["areas"]]
        expected = [o.areas[place].count((seat, piece)) for place in PLACES]
        home = shown[f"{piece}s"], mine.home[piece]
        if here >= 0:  # whether a used piece goes home at once or after the turn, FE-36 leaves open
            home = home[0] + areas.pop(here), home[1] + expected.pop(here)
        assert areas == expected and home[0] == home[1]
    assert [place[seat] for place in view["coming"][:6]] == [o.coming[place].count(seat) for place in PLACES[:6]]


def duel(seats: int, options: Options, seed: str, mood: str, ahead: bool = False) -> Counter[str]:
    """One game through both; what happened in it."""
    happened = Counter[str]()
    for t, o, text in played(seats, seed, options, mood, ahead):
        try:
            compare(t, o)
        except Exception as error:
            raise AssertionError(f"{seats} {options} {seed} {mood}: {o.round} {o.phase} {o.place} {text}") from error
        if text:
            happened.update(corners(o, text))
    sheet = [seat.score() for seat in o.seats]
    assert [line.points for line in t.state.result.lines] == [[lines[i] for lines in sheet] for i in range(4)]
    assert t.state.result.scores == [sum(lines) for lines in sheet]
    assert t.state.result.winners == o.winners()
    return happened


def corners(o: Oracle, text: str) -> list[str]:
    """What an action about to be done is an example of."""
    verb, _, rest = text.partition(":")
    found = [verb]
    if verb == "ability":
        found.append(f"ability of {o.place}")
    if verb == "cook":
        found.append(f"cook a {kind(rest)}")
        found += ["cook a reserved dish"] if rest in o.reserved else []
    if verb == "pay":
        found += [f"pay in {o.phase}", *([f"pay in {o.phase} with Salt"] if rest == "salt" else [])]
    if verb == "take":
        found += ["take at the Grocer"] if o.place == "grocer" else []
        found += ["take off colour"] if o.place != "grocer" and rest != OWN[str(o.place)] else []
    return found


@pytest.mark.parametrize("mood", MOODS)
@pytest.mark.parametrize("magical", ["no", "yes"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_rules_and_the_oracle_agree(seats: int, magical: str, mood: str) -> None:
    duel(seats, {"magical": magical, "events": "on"}, f"duel {seats} {magical}", mood)
    duel(seats, {"magical": magical, "events": "off"}, f"duel {seats} {magical}", mood, ahead=True)


@pytest.mark.parametrize("magical", ["no", "yes"])
@pytest.mark.parametrize("event", EVENT_CARDS)
def test_the_rules_and_the_oracle_agree_on_an_event(event: str, magical: str) -> None:
    for seats, mood in zip((2, 3, 4, 5), MOODS, strict=True):
        duel(seats, {"magical": magical, "events": event}, f"{event} {seats}", mood, ahead=seats % 2 == 0)


def test_the_games_with_the_oracle_reach_every_corner() -> None:
    """Else the two tests above would show little."""
    happened = Counter[str]()
    for number, mood in enumerate(list(MOODS) * 3):
        options: Options = {"magical": "yes", "events": ("on", "swap-meet", "small-larders")[number % 3]}
        happened.update(duel(2 + number % 4, options, f"corner {number}", mood, ahead=number % 4 > 0))
    assert {corner for corner in CORNERS if not happened[corner]} == set()


CORNERS = [
    "give", "place", "take-all", "take", "take off colour", "take at the Grocer", "ability of troll",
    "ability of pixies", "ability of orc", "ability of magician", "ability of elf", "ability of dwarf", "from", "to",
    "piece", "reserve", "disc", "gain", "return", "cook a drink", "cook a appetiser", "cook a side", "cook a dessert",
    "cook a roast", "cook a main", "cook a reserved dish", "take-back", "pass", "other", "colour", "extra", "discount",
    "no-discount", "salt", "confirm", "done", "pay in swap-meet", "pay in swap-meet with Salt", "pay in action",
    "pay in action with Salt", "pay in cooking", "pay in cooking with Salt",
]  # fmt: skip
