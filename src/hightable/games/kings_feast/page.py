"""The table screen of The King's Feast: the banquet from above, one piece for each seat; what is asked, the open
effects, the guest in question, the seating plan. All of it is made of what the view tells, the same for player and
watchers; only what may be pressed depends on who looks."""

from typing import Any

from hightable.engine.words import N_
from hightable.games.kings_feast.arrangement import ASSASSIN, arrangement
from hightable.games.kings_feast.guests import GUESTS, HOW, NOT_NOW, NOT_YET, WHY_NOT, asked, gaps, place, settled
from hightable.games.kings_feast.rules import ACTIONS
from hightable.games.kings_feast.text import event_line, title
from hightable.games.page import Page, Person, Piece, Region, Told, View

NARROW = 5
"""So many seats of a row fit on a narrow screen; rows that are longer stand upright there."""
FEW = 6
"""So many candidates are written on a card."""


def _turned(view: View) -> bool:
    """Whether the rows stand upright on a narrow screen: those of a long table."""
    return _shape(view) == "two" and view["arrangement"]["columns"] > NARROW


def _mine(view: View) -> bool:
    return view["viewer"] in view["deciding"]


def _shape(view: View) -> str:
    """How the table is drawn: a long one with two sides, a round one, or a block."""
    plan = view["arrangement"]
    rows, columns, seats = plan["rows"], plan["columns"], {place(cell) for cell in plan["cells"]}
    if len(seats) == rows * columns:
        return "two" if rows <= 2 else "block"
    mirrored = (
        {(rows + 1 - row, column) for row, column in seats},
        {(row, columns + 1 - column) for row, column in seats},
    )
    return "round" if mirrored == (seats, seats) else "block"


def _table(view: View) -> dict[str, Any]:
    """What all that shows the seats needs to lay them out."""
    plan = view["arrangement"]
    return {"rows": plan["rows"], "columns": plan["columns"], "shape": _shape(view), "turned": _turned(view)}


def _due(view: View) -> list[list[int]]:
    """By seat, the guests whose suspended effects will still flip whoever sits there."""
    due: list[list[int]] = [[] for _ in view["cells"]]
    for effect in view["stack"][1:]:
        if effect["all"]:
            for cell in effect["left"]:
                due[cell].append(effect["card"])
    return due


def _fatal(view: View) -> set[str]:
    """The actions that surely show the Assassin, KF-101; none where there is nothing else to do."""
    seen = zip(view["arrangement"]["cells"], view["cells"], strict=True)
    his = {f"{verb} {cell}" for cell, card in seen for verb in ("peek", "flip") if card["maybe"] == [ASSASSIN]}
    legal = {ACTIONS.text(action) for action in view["legal"]}
    return legal & his if legal - his else set()


def _info(view: View, people: list[Person]) -> list[Piece]:
    return [Piece("info", {"name": view["arrangement"]["name"], "turn": view["turn"], "over": view["over"]})]


def _board(view: View, people: list[Person]) -> list[Piece]:
    plan, table, right, due, fatal = view["arrangement"], _table(view), settled(view), _due(view), _fatal(view)
    deeds = {text.rpartition(" ")[2]: text for text in map(ACTIONS.text, view["legal"]) if " r" in text}
    why = WHY_NOT.get((view["phase"], view["asking"]), "") if _mine(view) else ""
    pieces = [Piece("cloth", table, id="cloth")]
    for i, (cell, seen) in enumerate(zip(plan["cells"], view["cells"], strict=True)):
        row, column = place(cell)
        inputs = {
            **table,
            "i": i,
            "row": row,
            "column": column,
            "seen": seen,
            "goal": plan["goal"][i],
            "right": right[i],
            "deed": deeds.get(cell, ""),
            "fatal": deeds.get(cell) in fatal,
            "why": why,
            "idle": bool(why and deeds),
            "due": due[i],
            "source": seen["number"] is not None and seen["number"] == view["asking"],
            "first": view["first"] == i,
            "over": view["over"],
        }
        pieces.append(Piece("seat", inputs, id=f"s{i}"))
    return pieces


def _status(view: View, people: list[Person]) -> list[Piece]:
    lead, words = asked(view)
    texts = [ACTIONS.text(action) for action in view["legal"]]
    inputs = {
        "phase": view["phase"],
        "turn": view["turn"],
        "mine": _mine(view),
        "name": people[0].name,
        "lead": lead,
        "words": words,
        "gaps": gaps(view),
        "card": view["asking"] or view["activated"],
        "calls": [int(text.rpartition(" ")[2]) for text in texts if text.startswith("call")],
        "up": [seen["number"] for seen in view["cells"] if seen["up"]] if view["phase"] == "call" else [],
        "can_skip": "skip-swap" in texts,
        "ending": view["ending"],
        "score": view["score"],
    }
    return [Piece("status", inputs)]


def _stack(view: View, people: list[Person]) -> list[Piece]:
    effects = [
        {**effect, "left": [view["cells"][cell]["number"] for cell in effect["left"]]} for effect in view["stack"]
    ]
    return [Piece("stack", {"effects": effects, "turn": view["turn"], "over": view["over"]})]


def _asked(view: View, people: list[Person]) -> list[Piece]:
    """The guest in question: whose effect asks, else who was called upon in this turn."""
    inputs = {
        "phase": view["phase"],
        "card": view["asking"] or view["activated"],
        "turned": _turned(view),
        "then": [effect["card"] for effect in view["stack"][1:]],
        "score": view["score"],
        "ending": view["ending"],
    }
    return [Piece("asked", inputs)]


def _plan(view: View, people: list[Person]) -> list[Piece]:
    plan = view["arrangement"]
    inputs = {
        **_table(view),
        "places": [place(cell) for cell in plan["cells"]],
        "goal": plan["goal"],
        "right": settled(view),
    }
    return [Piece("plan", inputs, id="plan")]


def _deeds(view: View, people: list[Person]) -> list[Piece]:
    can = any(ACTIONS.text(action) == "end-game" for action in view["legal"])
    right = settled(view)
    inputs = {
        "right": sum(right),
        "all": len(right),
        "seated": view["viewer"] is not None,
        "can_end": can,
        "why": "" if can else NOT_NOW if view["completed"] else NOT_YET,
        "over": view["over"],
    }
    return [Piece("deeds", inputs)]


def _book(view: View, people: list[Person]) -> list[Piece]:
    """What each guest does, to be opened from wherever the guest is shown."""
    plan = view["arrangement"]
    seats = {number: place(cell) for cell, number in zip(plan["cells"], plan["goal"], strict=True)}
    return [Piece("book", {"seats": dict(sorted(seats.items())), "turned": _turned(view)})]


def moves(told: Told, view: View) -> list[tuple[str, str]]:
    """Guests are followed by their own marks; those whom the Jester mixed come out of the middle under new ones."""
    if told.name != "mixed":
        return []
    low, high = told.args["low"], told.args["high"]
    return [(f"p{(low + high) // 2}", f"g{view['cells'][cell]['id']}") for cell in range(low, high + 1)]


def final(view: View) -> Piece:
    """Who sits where in the end, against the plan."""
    plan = view["arrangement"]
    inputs = {
        **_table(view),
        "places": [place(cell) for cell in plan["cells"]],
        "goal": plan["goal"],
        "cells": [seen["number"] for seen in view["cells"]],
        "right": settled(view),
        "score": view["score"],
        "ending": view["ending"],
    }
    return Piece("final", inputs)


def emblem(value: int | str) -> Piece | None:
    """The table as it is dealt: crown, knife, open and covered seats."""
    plan = arrangement(value)
    seats = [(*place(cell), mark) for cell, mark in zip(plan.cells, plan.setup, strict=True)]
    return Piece("emblem", {"rows": plan.rows, "columns": plan.columns, "seats": seats})


def share(view: View) -> str:
    """The result to send to others: a square for each seat, and no name of anybody's neighbour."""
    plan, right = view["arrangement"], settled(view)
    squares = {place(cell): "🟩" if right[i] else "🟥" for i, cell in enumerate(plan["cells"])}
    rows = range(1, plan["rows"] + 1)
    grid = ["".join(squares.get((row, column), "⬛") for column in range(1, plan["columns"] + 1)) for row in rows]
    score, turns = view["score"], view["turn"]
    took = "1 turn" if turns == 1 else f"{turns} turns"
    told = [f"The King's Feast · {title(view)}", f"{score['title']} · {score['score']} · {took}"]
    return "\n".join([*told, *grid])


PAGE = Page(
    regions=(
        Region("info", _info, shared=True),
        Region("status", _status),
        Region("board", _board),
        Region("stack", _stack, shared=True),
        Region("asked", _asked, shared=True),
        Region("goal", _plan, shared=True),
        Region("deeds", _deeds),
        Region("book", _book, shared=True),
    ),
    moves=moves,
    fewer=True,
    logged=frozenset(
        {
            *("activated", "called", "peeked", "revealed", "covered", "hid", "escorted", "swapped", "guarded"),
            *("queened", "mixed", "idle", "changed", "over"),
        }
    ),
    holds={
        "activated": 500,
        "called": 400,
        "peeked": 1200,
        "revealed": 900,
        "covered": 600,
        "hid": 800,
        "escorted": 900,
        "swapped": 800,
        "guarded": 900,
        "queened": 900,
        "mixed": 1000,
        "idle": 900,
        "retired": 500,
        "changed": 500,
        "over": 1500,
    },
    guests=lambda view: [],
    holders=lambda view: 1,
    chapters={"begun": N_("The guests are seated"), "activated": N_("Turn %(turn)s")},
    line=N_("Eighteen guests, a seating plan, and one of them has a knife."),
    about=N_(
        "The guests have sat down anyhow, half of them face down. Call upon one after the other: they peek, swap, walk "
        "and turn each other over, and everyone who is revealed interrupts with an effect of their own. Bring all to "
        "the seats of the King's plan, and never look the Assassin in the face."
    ),
    minutes="10–30",
    skip=N_("Skip to the table"),
    known={"GUESTS": GUESTS, "HOW": HOW, "told": event_line},
    final=final,
    emblem=emblem,
    share=share,
)
