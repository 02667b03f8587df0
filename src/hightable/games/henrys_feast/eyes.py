"""A view of Henry's Feast through its viewer's eyes: what is offered, by which keys the page follows cards, and how
these travel. Imports the rules and the plans."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hightable.games.henrys_feast.pieces import ACTIONS, PLACES
from hightable.games.henrys_feast.plans import cards_of, dish, marks, mate
from hightable.games.page import Told, View


def numbered(things: Iterable[int]) -> list[tuple[int, int]]:
    """Each with its number among those equal to it."""
    seen: list[int] = []
    found = []
    for thing in things:
        found.append((thing, seen.count(thing)))
        seen.append(thing)
    return found


def cooking(deed: str) -> tuple[int, str, int | None, str]:
    """Of an action that cooks: station, dish, for whom (HF-95), and the action."""
    words = deed.split()
    return int(words[1][1]) - 1, words[2], int(words[4]) - 1 if len(words) > 3 else None, deed


class Eyes:
    """The view, and what its viewer is offered."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.me: int | None = view["viewer"]
        self.mine = self.me in view["deciding"]
        self.own = 0 if self.me is None else self.me  # whose kitchen is shown large
        self.cards = cards_of(view)
        self.deeds: set[str] = {ACTIONS.text(action) for action in view["legal"]} if self.mine else set()
        self.dishes = [cooking(deed) for deed in sorted(self.deeds) if deed.startswith("cook s")]

    def deed(self, text: str) -> str:
        return text if text in self.deeds else ""

    def targets(self, *verb: str) -> list[tuple[int, str]]:
        """Where a card may go: the place (0 is the pantry) and the action."""
        texts = [(place, " ".join((*verb, name))) for place, name in enumerate(PLACES)]
        return [(place, text) for place, text in texts if text in self.deeds]

    def recipe(self, n: int, key: str = "", deed: str = "", **more: Any) -> dict[str, Any]:
        """A recipe's face, with what the viewer has of it."""
        found, station, full = marks(self.view, self.me, n)
        name, back = dish(self.view, n), int(self.cards.back[n])
        cook = next((text for _s, dished, _whom, text in self.dishes if dished == name), "")
        return {
            "n": n,
            "name": self.cards.names[n],
            "back": back,
            "marks": found,
            "station": station,
            "full": full and self.view["phase"] != "over",
            "key": key,
            "deed": deed,
            "cook": cook,
            "bonus": None,  # the track that it raises
            "done": False,  # cooked in this action
            "secret": "",  # why it is seen though it lies face down
            "top": False,  # of the cookbook
            "whose": None,  # hand it is in
            **more,
        }

    def card(self, card: View, key: str, **more: Any) -> dict[str, Any]:
        """A recipe as far as it is seen: its face, or its back."""
        if card["recipe"] is None:
            return {"n": None, "back": card["back"], "key": key, **more}
        return self.recipe(card["recipe"], key, **more)

    def pantry(self, seat: int) -> list[dict[str, Any]]:
        """Cards of a pantry with their keys; a key doesn't tell freshness, so that a card that dries stays."""
        found = []
        for card, (sort, copy) in zip(
            self.view["kitchens"][seat]["pantry"],
            numbered(card // 2 for card in self.view["kitchens"][seat]["pantry"]),
            strict=True,
        ):
            found.append({"card": card, "key": f"p{seat}_{sort}_{copy}"})
        return found

    def stations(self, seat: int) -> list[list[dict[str, Any]]]:
        kitchen = self.view["kitchens"][seat]
        return [
            [{"card": card, "key": f"s{seat}_{station}_{i}"} for i, card in enumerate(kitchen["stations"][station])]
            for station in range(kitchen["unlocked"])
        ]


# what travels


def moves(told: Told, view: View) -> list[tuple[str, str]]:
    """Cards fly between market, row, pantries and stations, recipes between cookbook, display and hands."""
    args = told.args
    seat = args.get("seat", 0)
    match told.name:
        case "bought":
            return [(f"b{args['kind']}", _newest(view, seat, args["kind"] * 4 + 1))]
        case "took":
            kind = args["kind"]
            return [(f"r{kind}_{view['row'].count(kind)}", _laid(view, seat, kind * 4 + 3, args["place"]))]
        case "put":
            return [(_left(view, seat, args["card"]), _laid(view, seat, args["card"], args["station"] + 1))]
        case "shared":
            giver = mate(view, seat)
            assert giver is not None
            return [(_left(view, giver, args["card"]), _laid(view, seat, args["card"], args["place"]))]
        case "discarded":
            card = args["card"]
            return [(_left(view, seat, card), "dc" if card // 2 % 2 else f"b{card // 4}")]
        case "filled":
            row = numbered(view["row"])
            return [("dk", f"r{kind}_{copy}") for kind, copy in row[len(row) - args["count"] :]]
        case "stole-top" | "stole-down" | "stole-up":
            return [("bk", f"h{seat}_{len(view['kitchens'][seat]['hand']) - 1}")]
        case "stole-display":
            return [(f"d{args['slot']}", f"h{seat}_{len(view['kitchens'][seat]['hand']) - 1}")]
        case "opened":
            return [("bk", f"d{args['slot']}")]
        case "raised":
            return [(f"x{args['track']}", f"t{seat}_{args['track']}")]
    return []


def _laid(view: View, seat: int, card: int, place: int) -> str:
    """The key of the card that has just come to a place."""
    if place:
        return f"s{seat}_{place - 1}_{len(view['kitchens'][seat]['stations'][place - 1]) - 1}"
    return _newest(view, seat, card)


def _like(view: View, seat: int, card: int) -> int:
    return sum(other // 2 == card // 2 for other in view["kitchens"][seat]["pantry"])


def _newest(view: View, seat: int, card: int) -> str:
    return f"p{seat}_{card // 2}_{_like(view, seat, card) - 1}"


def _left(view: View, seat: int, card: int) -> str:
    """The key that a card had in a pantry before it left: the last of its like."""
    return f"p{seat}_{card // 2}_{_like(view, seat, card)}"
