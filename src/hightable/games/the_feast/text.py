"""The Feast in words: the table as lines of text and the log as prose, from the eyes of whoever has the view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hightable.engine.contract import View
from hightable.engine.words import N_
from hightable.games.text import Text, Translate, listed
from hightable.games.the_feast.drawing import guests
from hightable.games.the_feast.rules import HANDS


def lines(view: View, names: Sequence[str], _: Translate = str) -> list[str]:
    """TF-20 and the viewer's own hand."""
    names = _all(view, names)
    where = {"hand": view["hand_number"], "hands": HANDS, "round": view["round"], "rounds": view["rounds"]}
    told = [_(N_("Hand %(hand)s of %(hands)s, round %(round)s of %(rounds)s.")) % where]
    if view["over"]:
        told = [_(N_("The feast is over."))]
    if view["topic"]:
        told.append(_(N_("The topic is %(rank)s.")) % {"rank": view["topic"]})
    told += [_holder(view, names, i, _) for i in range(len(names))]
    gone = [f"{rank} ×{count}" for rank, count in enumerate(view["discards"]) if count]
    if gone:
        told.append(_(N_("Thrown away in this hand: %(cards)s.")) % {"cards": ", ".join(gone)})
    if view["hand"]:
        told.append(_(N_("Your hand: %(cards)s.")) % {"cards": ", ".join(map(str, view["hand"]))})
    asked = _asked(view, names, _)
    return [*told, asked] if asked else told


def _holder(view: View, names: Sequence[str], i: int, _: Translate) -> str:
    """One at the table: points, captures, cards left, and what was said."""
    seen: dict[str, Any] = view["holders"][i]
    parts = [_(N_("%(points)s points")) % {"points": seen["total"]}]
    if seen["captured"]:
        parts.append(_(N_("captured %(cards)s")) % {"cards": listed([str(rank) for rank in seen["captured"]], _)})
    if seen["cards"] and "hand" in seen:
        parts.append(_(N_("in hand: %(cards)s")) % {"cards": ", ".join(map(str, seen["hand"]))})
    elif seen["cards"]:
        parts.append(_(N_("cards in hand: %(count)s")) % {"count": seen["cards"]})
    if seen["ploy"] == "down":
        parts.append(_(N_("a card lies face down")))
    elif seen["ploy"] is not None and view["phase"] == "ploys" and not seen["dummy"] and "open" in view:
        parts.append(_(N_("a %(rank)s lies face down")) % {"rank": seen["ploy"]})
    elif seen["ploy"] is not None and view["phase"] == "ploys" and not seen["dummy"]:
        parts.append(_(N_("your %(rank)s lies face down")) % {"rank": seen["ploy"]})
    elif seen["ploy"] is not None and seen["gaffe"]:
        parts.append(_(N_("said %(rank)s, a gaffe")) % {"rank": seen["ploy"]})
    elif seen["ploy"] is not None:
        parts.append(_(N_("said %(rank)s")) % {"rank": seen["ploy"]})
    who = names[i]
    if i == view["viewer"]:
        who = _(N_("%(name)s (you)")) % {"name": who}
    elif seen["dummy"]:
        who = _(N_("%(name)s (a dummy)")) % {"name": who}
    return f"{who}: {'; '.join(parts)}."


def _asked(view: View, names: Sequence[str], _: Translate) -> str:
    """What is asked, and of whom."""
    mine = view["viewer"] in view["deciding"]
    if mine and view["phase"] == "ploys":
        return _(N_("Which card do you lay?"))
    if mine and view["phase"] == "single":
        return _(N_("Yours is the only unmatched card. What do you take?"))
    if mine:
        return _(N_("Yours is the lowest unmatched card. Which gaffe do you take?"))
    if view["deciding"]:
        return _(N_("Waiting for %(names)s.")) % {"names": listed([names[i] for i in view["deciding"]], _)}
    return ""


def event_line(name: str, args: Mapping[str, int], view: View, names: Sequence[str], _: Translate = str) -> str | None:
    """An event of the rules as a sentence; the view is the one right after it."""
    names = _all(view, names)
    who = args.get("holder", args.get("seat", -1))
    gaps: dict[str, object] = {**args, "name": names[who], "round": view["round"], "cards": view["rounds"]}
    mine = who >= 0 and who == view["viewer"]
    match name:
        case "dealt":
            return _(N_("Hand %(hand)s is dealt: %(cards)s cards each.")) % gaps
        case "topic":
            return _(N_("Round %(round)s. The topic is %(rank)s.")) % gaps
        case "dummy":
            return _(N_("%(name)s says %(rank)s.")) % gaps
        case "ploy" if mine:
            return _(N_("You lay a %(rank)s face down.")) % gaps
        case "ploy":
            return _(N_("%(name)s lays a %(rank)s face down.")) % gaps
        case "chose" if not mine:
            return _(N_("%(name)s has chosen.")) % gaps
        case "revealed":
            return _(N_("The cards are turned over: %(cards)s.")) % {"cards": _said(view, names, _)}
        case "captured":
            return _captured(mine, args["source"] < 0, _) % gaps
        case "nothing":
            return _(N_("Nothing but gaffes: nobody takes anything."))
        case "scored":
            points = [f"{names[i]} {seen['hands'][args['hand'] - 1]}" for i, seen in enumerate(view["holders"])]
            return _(N_("Hand %(hand)s: %(points)s.")) % {**gaps, "points": ", ".join(points)}
        case "over":
            return _winners(view, names, _)
    return None


def _said(view: View, names: Sequence[str], _: Translate) -> str:
    """All ploys as they lie open."""
    said = []
    for who, seen in zip(names, view["holders"], strict=True):
        words = N_("%(name)s %(rank)s (gaffe)") if seen["gaffe"] else N_("%(name)s %(rank)s")
        said.append(_(words) % {"name": who, "rank": seen["ploy"]})
    return ", ".join(said)


def _captured(mine: bool, topic: bool, _: Translate) -> str:
    if topic:
        return _(N_("You take the topic, %(rank)s.")) if mine else _(N_("%(name)s takes the topic, %(rank)s."))
    return _(N_("You pick up a gaffe, %(rank)s.")) if mine else _(N_("%(name)s picks up a gaffe, %(rank)s."))


def _winners(view: View, names: Sequence[str], _: Translate) -> str:
    """TF-16, TF-R8."""
    totals = [seen["total"] for seen in view["holders"] if not seen["dummy"]]
    best = [names[seat] for seat, total in enumerate(totals) if total == max(totals)]
    gaps = {"names": listed(best, _), "points": max(totals)}
    if len(best) > 1:
        return _(N_("%(names)s share the victory with %(points)s points each.")) % gaps
    return _(N_("%(names)s wins the feast with %(points)s points.")) % gaps


def _all(view: View, names: Sequence[str]) -> list[str]:
    """A name for everybody at the table, dummies too."""
    return [*names, *guests(view)][: len(view["holders"])] if len(names) <= view["seats"] else list(names)


TEXT = Text(lines, event_line, heads=("dealt", "topic"), quiet=("chose",), guests=guests)
