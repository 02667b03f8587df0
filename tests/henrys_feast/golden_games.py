"""How the golden games are played, and how a position of theirs reads; `tests/golden.py` writes them."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from hightable.engine import Fast, Match, State, View
from hightable.games.henrys_feast.deck import BACKS, KINDS
from hightable.games.henrys_feast.game import GAME
from hightable.games.henrys_feast.pieces import CARDS
from hightable.games.henrys_feast.state import HenrysFeast
from tests.golden import Golden
from tests.henrys_feast.played import opened, truth
from tests.henrys_feast.player import Player
from tests.henrys_feast.table import IDS, Table

VARIANTS: dict[str, tuple[int, dict[str, object]]] = {
    "2-seats": (2, {"round_limit": 50}),
    "2-seats-short": (2, {"round_limit": 5, "memory_aid": "yes"}),
    "2-seats-quick": (2, {"quick": "yes", "round_limit": 50}),
    "3-seats-memory-aid": (3, {"memory_aid": "yes", "round_limit": 40}),
    "4-seats": (4, {"round_limit": 30}),
    "4-seats-team": (4, {"team": "yes", "round_limit": 30}),
    "4-seats-team-quick-short": (4, {"team": "yes", "quick": "yes", "round_limit": 3}),
    "4-seats-team-tutorial": (4, {"team": "yes", "tutorial": "yes", "round_limit": 30}),
    "5-seats": (5, {"round_limit": 25}),
    "5-seats-tutorial": (5, {"tutorial": "yes", "memory_aid": "yes", "round_limit": 25}),
}
TOLD = ("2-seats-short", "4-seats-team-quick-short")  # as playthroughs too
UNDOING = ("2-seats", "2-seats-short", "4-seats-team")  # where players take back now and then


def play(name: str) -> Match:
    """A game of purposeful players."""
    seats, options = VARIANTS[name]
    match = Match(GAME, seats, f"golden {name}", options)
    player, dice = Player(match.seed), Fast.of(match.seed)
    oracle = opened(at(match), options)
    while not match.state.over:
        seat, before = oracle.seat, deepcopy(oracle)
        text = player.choose(oracle, oracle.legal())
        match.apply(seat, GAME.parse(text))
        oracle.act(text, truth(at(match)))
        if name in UNDOING and dice.below(8) == 0 and match.why_no_undo(seat) is None:
            match.undo(seat)
            oracle = before
    return match


def at(match: Match) -> Table:
    assert isinstance(match.state, HenrysFeast)
    return Table(match.state)


def described(state: State, viewer: int | None) -> Iterator[str]:
    """A view as lines: what lies where by name, then all the numbers."""
    view = state.view(viewer)
    yield f"market: {' '.join(f'{kind} {n}' for kind, n in zip(KINDS, view['market'], strict=True))}"
    yield f"row: {' '.join(KINDS[kind] for kind in view['row'])}"
    top = view["discard_top"]
    yield f"discard: {view['discard']}{'' if top is None else f', {KINDS[top]} on top'}"
    yield f"display: {' '.join('-' if recipe is None else IDS[recipe] for recipe in view['display'])}"
    yield f"cookbook: {view['book']}{'' if view['book_top'] is None else ', ' + face(view['book_top']) + ' on top'}"
    yield f"bonus: {' '.join(IDS[recipe] for recipe in view['bonus'])}"
    yield f"feast: {' '.join(face(card) + (' up' if card['up'] else '') for card in view['feast'])}"
    for seat, kitchen in enumerate(view["kitchens"]):
        for name, value in kitchen.items():
            yield f"kitchen {seat + 1}, {name}: {kitchen_line(name, value)}"
    told = ("market", "row", "discard", "discard_top", "display", "book", "book_top", "bonus", "feast", "kitchens")
    for name, value in view.items():
        if name not in (*told, "viewer", "legal", "game", "rules", "options", "seats"):
            yield f"{name}: {value}"


def kitchen_line(name: str, value: object) -> object:
    if name == "pantry":
        return " ".join(CARDS[card] for card in value)  # type: ignore[attr-defined]
    if name == "stations":
        return " | ".join(" ".join(CARDS[card] for card in cards) or "-" for cards in value)  # type: ignore[attr-defined]
    if name == "hand":
        return " ".join(map(face, value))  # type: ignore[call-overload]
    return value


def face(card: View) -> str:
    """A recipe's name, or its back; and who sees it."""
    return f"{BACKS[card['back']] if card['recipe'] is None else IDS[card['recipe']]}#{card['seen']}"


GOLDEN = Golden(GAME, VARIANTS, play, described, TOLD, UNDOING)
