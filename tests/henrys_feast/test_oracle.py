"""The rules against a second writing of the specification: whole games, in which after every action everything public
and hidden, what each viewer sees, what may be done next and in the end the score sheet are the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hightable.games.henrys_feast.deck import BACKS, KINDS
from hightable.games.henrys_feast.game import GAME
from hightable.games.henrys_feast.pieces import CARDS
from tests.henrys_feast.oracle import RECIPES, Oracle
from tests.henrys_feast.played import Options, played
from tests.henrys_feast.sheet import score, winners
from tests.henrys_feast.table import IDS, Table, name

VARIANTS: list[tuple[int, Options]] = [
    *((seats, options) for seats in (2, 3, 4, 5) for options in
      ({}, {"memory_aid": "yes"}, {"tutorial": "yes", "memory_aid": "yes"}, {"quick": "yes"})),
    *((4, {"team": "yes", **options}) for options in
      ({}, {"memory_aid": "yes"}, {"tutorial": "yes"}, {"quick": "yes", "memory_aid": "yes"})),
]  # fmt: skip


def compare(t: Table, o: Oracle, viewer: int | None) -> None:
    """Everything, with the view of one viewer."""
    view = t.view(viewer)
    assert t.book[::-1] == o.book
    assert t.deck[::-1] == o.deck
    assert t.discard[::-1] == o.discard
    assert [IDS[recipe] for recipe in t.state.feast] == o.feast
    assert (view["deck"], view["discard"], view["book"], view["gone"]) == (
        len(o.deck), len(o.discard), len(o.book), o.gone)  # fmt: skip
    assert view["discard_top"] == (KINDS.index(o.discard[-1]) if o.discard else None)
    assert [KINDS[kind] for kind in view["row"]] == o.row
    assert dict(zip(KINDS, view["market"], strict=True)) == o.market
    assert [name(recipe) for recipe in view["display"]] == o.display
    assert [IDS[recipe] for recipe in view["bonus"]] == o.bonus
    assert [card["up"] for card in view["feast"]] == o.up
    assert view["worth"] == o.worth
    assert (view["called"], view["round"]) == (o.called, o.round)
    assert view["over"] == o.over
    for course, card in enumerate(view["feast"]):
        recipe = o.feast[course]
        face = o.over or o.up[course] or o.sees(recipe, viewer)
        assert (BACKS[card["back"]], name(card["recipe"])) == (RECIPES[recipe].back, recipe if face else None)
    for seat, kitchen in enumerate(view["kitchens"]):
        compare_kitchen(o, seat, kitchen, viewer)
    if not o.over:
        compare_moment(view, o, viewer)


def compare_moment(view: dict[str, Any], o: Oracle, viewer: int | None) -> None:
    """Phase, turn, top of the cookbook and what was done in this action."""
    assert (view["phase"], view["now"], view["turn"], view["first"]) == (o.phase, o.seat, o.turn, o.first)
    assert view["last"] == o.last
    assert view["deciding"] == [o.seat]
    assert sorted(GAME.text(action) for action in view["legal"]) == (o.legal() if viewer == o.seat else [])
    if not o.last:
        assert (view["active"] or "") == o.active
    if o.phase in ("market", "corner-buy"):
        assert {KINDS[i]: n for i, n in enumerate(view["bought"]) if n} == o.bought
    if o.phase == "stockroom":
        assert (view["cleared"], view["freshened"], view["filled"]) == (o.cleared, o.freshened, o.filled)
    if o.phase == "cook":
        assert set(view["cooked"]) == o.cooked
    if o.phase == "share":
        assert view["shared"] == o.shared
    top = view["book_top"]
    assert (top is None) == (not o.book)
    if top is not None:
        recipe = o.book[-1]
        seen = recipe if o.sees(recipe, viewer) else None
        assert (BACKS[top["back"]], name(top["recipe"])) == (RECIPES[recipe].back, seen)
        assert {seat for seat in range(6) if top["seen"] >> seat & 1} == o.seen[recipe]
    acting = viewer == o.seat
    below = Counter(RECIPES[recipe].back for recipe in o.book[:-1])
    backs = [below[back] for back in BACKS] if acting and o.phase == "corner-down" else None
    assert view["book_backs"] == backs
    faces = sorted(o.book) if acting and o.phase == "corner-up" else None
    assert (view["book_faces"] and sorted(IDS[recipe] for recipe in view["book_faces"])) == faces


def compare_kitchen(o: Oracle, seat: int, kitchen: dict[str, Any], viewer: int | None) -> None:
    mine, side = o.kitchens[seat], o.side(seat)
    assert sorted(CARDS[card] for card in kitchen["pantry"]) == sorted(map(o.named, mine.pantry))
    assert [[CARDS[card] for card in cards] for cards in kitchen["stations"]] == [
        [o.named(card) for card in cards] for cards in mine.stations
    ]
    assert (kitchen["pantry_size"], kitchen["unlocked"]) == (o.pantry_size(seat), o.unlocked(seat))
    assert (kitchen["tracks"], kitchen["hand_limit"]) == (mine.tracks, o.hand_limit(seat))
    assert kitchen["feasted"] == [course in o.feasted[side] for course in range(3)]
    assert kitchen["dishes"] == len(o.piles[side])
    allowed = o.over or (viewer is not None and o.side(viewer) == side)
    pile = kitchen["pile"]
    assert (pile is not None) == allowed
    if pile is not None:
        assert sorted(IDS[recipe] for recipe in pile) == sorted(o.piles[side])
    assert [(BACKS[card["back"]], name(card["recipe"])) for card in kitchen["hand"]] == [
        (RECIPES[recipe].back, recipe if o.over or o.sees_hand(recipe, seat, viewer) else None) for recipe in mine.hand
    ]


def duel(seats: int, options: Options, seed: str, ahead: bool = False) -> tuple[Oracle, Counter[str]]:
    """One game through both; what happened in it."""
    happened = Counter[str]()
    viewers: list[int | None] = [None, *range(seats)]
    for step, (t, o, text) in enumerate(played(seats, seed, options, ahead)):
        before = (o.round, o.phase, text)
        try:
            compare(t, o, viewers[step % len(viewers)])
            if text:
                assert sorted(t.legal) == o.legal()
                happened.update(events(o, text))
        except Exception as error:
            raise AssertionError(f"round, phase and next action: {before}") from error
    for viewer in viewers:
        compare(t, o, viewer)
    scored(t, o)
    return o, happened


def events(o: Oracle, text: str) -> list[str]:
    """What an action about to be done is an example of."""
    words = text.split()
    found = [words[0]]
    if words[0] == "cook":
        found.append("dish")
        found += ["cook s5"] if words[1] == "s5" else []
        if words[2] in o.bonus:
            found.append("bonus")
            found += ["bonus for the mate"] if o.team and int(words[4]) - 1 != o.seat else []
        elif words[2] in o.feast:
            found.append("feast " + RECIPES[words[2]].difficulty)
        else:
            mate = o.kitchens[(o.seat + 2) % 4].hand if o.team else []
            own = words[2] in o.mine.hand
            found.append("hand" if own else "mate's hand" if words[2] in mate else "display")
    if words[0] == "fill" and len(o.deck) + len(o.row) < o.pantry_size(o.seat):
        found.append("reshuffle")
    if words[0] in ("take", "take-top"):
        found.append(f"{words[0]} in {o.phase}")
    found += ["last round"] if o.last else []
    return found


def scored(t: Table, o: Oracle) -> None:
    result, lines, won = t.state.result, score(o), winners(o)
    sides = [o.side(seat) for seat in range(o.seats)]
    assert [line.points for line in result.lines] == [[lines[side][i] for side in sides] for i in range(8)]
    assert result.scores == [sum(lines[side]) for side in sides]
    assert result.winners == [seat for seat in range(o.seats) if sides[seat] in won]
    assert result.ending == ("last call" if o.last == "last-call" else "round limit")


def ids(value: object) -> str:
    return "-".join(value) or "plain" if isinstance(value, dict) else str(value)


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=ids)
def test_the_rules_and_the_oracle_agree(seats: int, options: Options) -> None:
    happened = Counter[str]()
    for number in range(2):
        happened.update(duel(seats, options, f"duel {number} {seats} {options}")[1])
    assert happened["dish"] > 20 and happened["bonus"] and happened["feast easy"] and happened["last round"]


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=ids)
def test_the_rules_and_the_oracle_agree_with_skilled_cooks(seats: int, options: Options) -> None:
    happened = duel(seats, options, f"skilled {seats} {options}", ahead=True)[1]
    assert happened["dish"] > 10 and happened["last round"]


def test_the_games_with_the_oracle_reach_every_corner() -> None:
    """Else the two tests above would show little."""
    happened, ended = Counter[str](), set[str]()
    for seats, options in ((2, {}), (3, {"memory_aid": "yes"}), (4, {"team": "yes"}), (5, {})):
        for number in range(3):
            o, seen = duel(seats, options, f"corners {number} {seats}", ahead=True)
            happened.update(seen)
            ended.add(o.last)
    assert {text for text in CORNERS if not happened[text]} == set()
    assert ended == {"last-call", "limit"}


CORNERS = [
    "pass", "go-market", "go-corner", "go-stockroom", "cook-dishes", "share-pantry", "buy", "peek-top", "steal-top",
    "steal-display", "steal-down", "steal-up", "no-option", "take-top", "take in corner-down", "take in corner-up",
    "clear", "fresh-stock", "fill", "reshuffle", "take in stockroom", "put", "share", "cook s5", "bonus",
    "bonus for the mate", "feast easy", "feast medium", "feast hard", "hand", "mate's hand", "display", "discard",
    "discard-station", "end-turn", "skip", "done", "last-call", "last round",
]  # fmt: skip
