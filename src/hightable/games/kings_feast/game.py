"""The King's Feast as a Game: its option, its view, its result. Imports the engine and the rules."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64
from hightable.engine.contract import ALL, FRAME, Advice, Game, State, View
from hightable.engine.dice import Dice, Fast
from hightable.engine.options import Value
from hightable.engine.result import Line, Result
from hightable.engine.words import N_
from hightable.games.kings_feast.arrangement import GUESTS, NAMES, ArrangementOption
from hightable.games.kings_feast.cards import FIELDS, LIMITS, REACTIONS, STEPS
from hightable.games.kings_feast.hints import appraise
from hightable.games.kings_feast.rules import (
    ACTIONS,
    BY_ASSASSIN,
    ENDINGS,
    EVENTS,
    HOW,
    KING,
    ME,
    PRINCESS,
    QUEEN,
    SWAP,
    TURN,
    TURN_DOWN,
    KingsFeast,
    set_up,
)
from hightable.games.kings_feast.solver import EFFORTS, Search
from hightable.games.kings_feast.validate import validate
from hightable.games.kings_feast.why import advise

PENALTY: Final = 2  # KF-64
JESTER: Final = 4
GAMBLER: Final = 5
VIZIER: Final = 15
VERBS: Final = {3: "peek", 4: "flip", 5: "peek", 6: "flip", 8: "choose", 10: "choose", 11: "peek", 13: "flip",
                14: "flip", 15: "choose", 16: "flip", 17: "flip", 18: "flip"}  # fmt: skip
TITLES: Final = (  # KF-65: the highest score of each
    (0, N_("A Kingly Feast")),
    (2, N_("A Brilliant Banquet")),
    (4, N_("A Superb Shindig")),
    (8, N_("An Acceptable Affair")),
)
LAST_TITLE: Final = N_("A Tumultuous Teatime")


def title(score: int) -> str:
    """KF-65."""
    for most, name in TITLES:
        if score <= most:
            return name
    return LAST_TITLE


class KingsFeastGame(Game):
    def __init__(self) -> None:
        super().__init__(
            id="kings-feast",
            title=N_("The King's Feast"),
            rules=1,
            seats=(1, 1),
            actions=ACTIONS,
            events=EVENTS,
            steps=STEPS,
            fields=FIELDS,
            end_rule="KF-60",
            limits=LIMITS,
            options=[
                ArrangementOption(
                    "arrangement",
                    N_("Seating arrangement"),
                    N_("Which guests come, how they are seated, and where they should end. Begin with the Banquet."),
                    values=list(NAMES),
                    rule="KF-7",
                    names=NAMES,
                )
            ],
            depth=32,  # KF-58: at most 28 reactions, the Order, the turn and its end
            efforts={"cook": 0, "chef": 1, "master": 2},
        )

    def blank(self, seats: int, options: dict[str, Value], dice: Dice) -> KingsFeast:
        return KingsFeast(self, seats, options, dice)

    def set_up(self, s: State) -> None:
        assert isinstance(s, KingsFeast)
        set_up(s)

    def describe(self, s: State, viewer: int | None) -> View:
        """KF-70 … KF-75, KF-83. The player and those who watch see the same: what the player knows."""
        assert isinstance(s, KingsFeast)
        table = s.table
        cells: list[View] = []
        for cell in range(table.n):
            up = s.up >> cell & 1 == 1
            maybe = numbers(s.maybe[cell])
            known = len(maybe) == 1
            how = "up" if up else HOW[s.how[cell]] if known else ""
            if viewer == ALL and not known:
                maybe, known, how = [int(s.number[cell])], True, "unknown"
            cells.append(
                {
                    "id": int(s.label[cell]),
                    "up": up,
                    "number": maybe[0] if known else None,
                    "maybe": maybe,
                    "how": how,
                }
            )
        top = s.frames[(s.depth - 1) * FRAME] if s.depth else -1
        return {
            "arrangement": {
                "id": table.id,
                "name": table.name,
                "rows": table.rows,
                "columns": table.columns,
                "cells": list(table.cells),
                "goal": [int(number) for number in table.goal],
            },
            "turn": int(s.completed) + (0 if s.over and s.ending != BY_ASSASSIN else 1),
            "completed": int(s.completed),
            "flips": int(s.flips),
            "phase": phase(s),
            "asking": int(top) if s.awaited and 0 < top <= GUESTS else None,
            "activated": activated(s),
            "cells": cells,
            "stack": stack(s),
            "call": (int(s.arg(0)) or None) if top == GAMBLER else None,
            "first": (int(s.arg(0)) - 1 if s.arg(0) else None) if top in (VIZIER, SWAP) else None,
            "ending": ENDINGS[s.ending] or None,
            "score": score(s) if s.over else None,
        }

    def restore(self, s: State, view: View) -> None:
        """Hidden numbers are laid in any order; `redeal` draws them among what fits."""
        assert isinstance(s, KingsFeast)
        unseen = {int(number) for number in s.table.goal}
        for cell, seen in enumerate(view["cells"]):
            s.label[cell] = seen["id"]
            s.labels = max(int(s.labels), seen["id"] + 1)
            s.how[cell] = 2 if seen["up"] else HOW.index(seen["how"])
            for number in seen["maybe"]:
                s.maybe[cell] |= 1 << number
            if seen["up"]:
                s.up |= 1 << cell
            if seen["number"] is not None:
                s.number[cell] = seen["number"]
                unseen.discard(seen["number"])
        left = sorted(unseen)
        for cell in range(s.table.n):
            if not s.number[cell]:
                s.number[cell] = left.pop()
        s.completed, s.flips = view["completed"], view["flips"]
        s.ending = ENDINGS.index(view["ending"] or "")
        if not view["over"]:
            self._stack(s, view)

    def _stack(self, s: KingsFeast, view: View) -> None:
        first = 0 if view["first"] is None else view["first"] + 1
        s.push(TURN)
        if view["phase"] in ("swap", "swap-second"):
            s.push(SWAP, 0, first, view["activated"])
        elif view["activated"] is not None:
            s.push(TURN_DOWN, 0, view["activated"])
        for effect in reversed(view["stack"]):
            mask = 0
            for cell in effect["left"]:
                mask |= 1 << cell
            if effect["card"] == GAMBLER:
                mask = view["call"] or 0
            elif effect["card"] == VIZIER:
                mask = first
            s.push(effect["card"], 0, mask, 1 if effect["card"] == QUEEN and effect["verb"] == "flip" else 0)
        if view["deciding"]:
            s.await_seats(ME)

    def appraise(self, view: View) -> list[float]:
        return appraise(self.imagined(view, Fast(1)))

    def search(self, view: View, dice: Dice, effort: int) -> list[float]:
        return Search(self.imagined(view, dice), dice, EFFORTS[effort]).run()

    def advise(self, view: View, dice: Dice) -> Advice | None:
        return advise(self.imagined(view, dice), dice) if view["legal"] else None

    def imagined(self, view: View, dice: Dice) -> KingsFeast:
        s = self.imagine(view, dice)
        assert isinstance(s, KingsFeast)
        return s

    def validate(self, s: State) -> None:
        assert isinstance(s, KingsFeast)
        validate(s)

    def reckon(self, s: State) -> Result:
        """KF-64 … KF-66."""
        assert isinstance(s, KingsFeast)
        found = score(s)
        total: int = found["score"]
        return Result(
            [total],
            [
                Line(N_("Guests in the wrong chair"), [found["misplaced"]]),
                Line(N_("The Assassin was seen"), [found["penalty"]]),
            ],
            ENDINGS[s.ending],
            ranking=[[-total]],
            titles=[found["title"]],
        )


def numbers(mask: i64) -> list[int]:
    return [number for number in range(1, GUESTS + 1) if mask >> number & 1]


def score(s: KingsFeast) -> View:
    misplaced = int(s.misplaced())
    penalty = PENALTY if s.ending == BY_ASSASSIN else 0
    return {
        "misplaced": misplaced,
        "penalty": penalty,
        "score": misplaced + penalty,
        "title": title(misplaced + penalty),
    }


def phase(s: KingsFeast) -> str:
    """What is asked."""
    if s.over:
        return "over"
    if not s.awaited:
        return "busy"
    top = s.top()
    if top == TURN:
        return "turn"
    if top == SWAP:
        return "swap-second" if s.arg(0) else "swap"
    if top == GAMBLER and not s.arg(0):
        return "call"
    if top == QUEEN and not s.arg(1):
        return "choose"
    return VERBS[top]


def activated(s: KingsFeast) -> int | None:
    """The card called upon in this turn."""
    if s.depth < 2:
        return None
    step, number, swapped_by = s.frames[FRAME], s.frames[FRAME + 2], s.frames[FRAME + 3]
    return int(swapped_by if step == SWAP else number)


def stack(s: KingsFeast) -> list[View]:
    """KF-83: the open effects, innermost first, with the cells that each has still to flip."""
    found: list[View] = []
    for i in range(s.depth - 1, -1, -1):
        card, mask, moved = s.frames[i * FRAME], s.frames[i * FRAME + 2], s.frames[i * FRAME + 3]
        if not 0 < card <= GUESTS:
            continue
        verb = VERBS[card]
        if card == GAMBLER and not mask:
            verb = "call"
        if card == QUEEN and not moved:
            verb = "choose"
        left = [cell for cell in range(s.table.n) if mask >> cell & 1] if verb == "flip" else []
        found.append(
            {
                "card": int(card),
                "kind": "reaction" if card in REACTIONS else "order",
                "verb": verb,
                "left": left,
                "all": card in (PRINCESS, QUEEN, KING),
            }
        )
    return found


GAME = KingsFeastGame()
