"""What a dish costs, FE-55 … FE-61, written a second time from the specification alone, for the oracle. A bill is what
is still to be said about a payment; nothing is paid before it is confirmed. Imports the card file only, as data."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import hightable

DATA = tomllib.loads((Path(hightable.__file__).parent / "games/festo/cards.toml").read_text(encoding="utf-8"))
CARDS: dict[str, dict[str, Any]] = {card["id"]: card for card in DATA["dish"]}
COLOURS = ["meat", "honey", "spice", "mushroom", "fruit", "potato"]

Bill = dict[str, Any]
Cubes = dict[str, int]


def kind(dish: str) -> str:
    return str(CARDS[dish]["type"])


def bill(dish: str, column: int, drinks: list[str], discounts: int) -> Bill:
    """Before anything is chosen. `column` counts from 0, `discounts` are those on any colour; the stages still to come
    stand in `due`."""
    card, need = CARDS[dish], dict.fromkeys(COLOURS, 0)
    due: list[str] = []
    if card["type"] == "roast":
        due.append("colour")
    elif card["type"] == "main":
        need = dict.fromkeys(COLOURS, 1)
    else:
        need[card["colour"]] = card["base"]
        due.append("other")
        if column:
            due.append(f"extra {column}")
    due += [f"drink {colour}" for colour in drinks]
    due += ["any"] * discounts
    return {"card": card, "need": need, "due": due, "salt": dict.fromkeys(COLOURS, 0), "paid": False}


def steps(own: Cubes, bill: Bill) -> list[tuple[str, Bill]]:
    """What may be said next about a bill, and the bill after it, whether or not it can be paid then."""
    need, due = bill["need"], list(bill["due"])

    def plus(colour: str, count: int) -> Bill:
        return {**bill, "need": {**need, colour: need[colour] + count}, "due": due}

    while due:
        stage = due.pop(0).split()
        some = [colour for colour in COLOURS if need[colour]]
        if stage[0] == "colour":
            return [(f"colour:{c}", plus(c, 6)) for c in COLOURS]
        if stage[0] == "other":
            return [(f"other:{c}", plus(c, bill["card"]["other"])) for c in COLOURS if c not in some]
        if stage[0] == "extra":
            return [(f"extra:{c}", plus(c, int(stage[1]))) for c in some]
        if stage[0] == "drink" and need[stage[1]]:
            return [(f"discount:{stage[1]}", plus(stage[1], -1)), ("no-discount", {**bill, "due": due})]
        if stage[0] == "any" and some:
            return [(f"discount:{c}", plus(c, -1)) for c in some]
    salt = bill["salt"]
    more = [
        (f"salt:{c}", {**bill, "due": [], "salt": {**salt, c: salt[c] + 1}}) for c in COLOURS
        if salt[c] < need[c] and sum(salt.values()) < own["salt"]
    ]  # fmt: skip
    covered = all(need[c] - salt[c] <= own[c] for c in COLOURS)
    return [*more, *([("confirm", {**bill, "due": [], "paid": True})] if covered else [])]


def payable(own: Cubes, bill: Bill) -> bool:
    """FE-69: whether there is a way to the end."""
    if bill["paid"]:
        return True
    if not bill["due"] and sum(bill["need"].values()) > sum(own.values()):
        return False
    return any(payable(own, after) for _text, after in reversed(steps(own, bill)))


def ways(own: Cubes, bill: Bill) -> dict[str, Bill]:
    """What may be said next so that the bill can still be paid."""
    return {text: after for text, after in steps(own, bill) if payable(own, after)}
