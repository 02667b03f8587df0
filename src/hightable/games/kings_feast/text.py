"""The King's Feast in words: the table as lines of text and the chronicle as prose, from what the player knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hightable.engine.contract import View
from hightable.engine.words import N_
from hightable.games.kings_feast.guests import ENDINGS, GUESTS, HOW, THE, asked, gaps, place, settled
from hightable.games.text import Text, Translate, listed

FEW = 4
"""So many candidates are written out in the plan of the table; more are counted there and listed below it."""


def lines(view: View, names: Sequence[str], _: Translate = str) -> list[str]:
    """KF-70 and what the player remembers, KF-72; the table as a plan of letters."""
    legend = _(N_("In each seat: the guest, and after > the guest who belongs there. In brackets: face down."))
    return _told(view, [*_plan(view), legend, *_notes(view, _)], _)


def spoken(view: View, names: Sequence[str], _: Translate = str) -> list[str]:
    """The same, seat by seat."""
    return _told(view, [_seat(view, i, _) for i in range(len(view["cells"]))], _)


def _told(view: View, table: list[str], _: Translate) -> list[str]:
    told = [_(N_("%(name)s, turn %(turn)s.")) % {"name": title(view, _), "turn": view["turn"]}]
    if view["over"]:
        told = [_verdict(view, _)]
    told += table
    right = {"right": sum(settled(view)), "all": len(view["cells"])}
    told.append(_(N_("Known to sit right: %(right)s of %(all)s.")) % right)
    told += [_effect(view, effect, _) for effect in view["stack"]]
    lead, words = asked(view)
    if lead:
        told.append(f"{_(lead) % gaps(view)} {_(words) % gaps(view)}")
    if view["first"] is not None:
        told.append(_(N_("First choice: %(seat)s.")) % {"seat": seat(view, view["first"], _)})
    return told


def _seat(view: View, i: int, _: Translate) -> str:
    """A seat: who sits there, or who can be there, and who belongs there."""
    seen, goal = view["cells"][i], view["arrangement"]["goal"][i]
    gaps = {"seat": seat(view, i, _), "goal": guest(goal, _)}
    if seen["number"] is None:
        gaps["guest"] = _(N_("face down, one of %(numbers)s")) % {"numbers": listed(list(map(str, seen["maybe"])), _)}
    else:
        gaps["guest"] = guest(seen["number"], _) + (
            "" if seen["up"] else f", {_(N_('face down'))}, {_(HOW[seen['how']])}"
        )
    words = (
        N_("%(seat)s: %(guest)s, sits right.")
        if seen["number"] == goal
        else N_("%(seat)s: %(guest)s; seat of %(goal)s.")
    )
    line = _(words) % gaps
    return line[:1].upper() + line[1:]


def about(view: View, deed: str, names: Sequence[str], _: Translate = str) -> str:
    """Who is meant by a seat or a number, and what who is called upon does."""
    verb, _gap, what = deed.rpartition(" ")
    cells = view["arrangement"]["cells"]
    if what in cells:
        i = cells.index(what)
        number = view["cells"][i]["number"]
        effect = f". {_(GUESTS[number].when)}: {_(GUESTS[number].effect)}" if verb == "activate" else ""
        return f"{seat(view, i, _)}: {known(view, i, _)}{effect}"
    return guest(int(what), _) if what.isdecimal() else ""


def title(view: View, _: Translate = str) -> str:
    """What the arrangement is called."""
    return _(view["arrangement"]["name"] or N_("A table of your own"))


def _plan(view: View) -> list[str]:
    """The seats, row by row, with blanks where there is none."""
    plan, shown = view["arrangement"], {}
    for i, cell in enumerate(plan["cells"]):
        seen = view["cells"][i]
        maybe = seen["maybe"]
        face = ".".join(map(str, maybe)) if len(maybe) <= FEW else f"{len(maybe)}?"
        shown[place(cell)] = f"{face if seen['up'] else f'({face})'}>{plan['goal'][i]}"
    width = max(map(len, shown.values())) + 2
    columns = range(1, plan["columns"] + 1)
    rows = range(1, plan["rows"] + 1)
    return ["".join(f"{shown.get((row, column), ''):<{width}}" for column in columns).rstrip() for row in rows]


def _notes(view: View, _: Translate) -> list[str]:
    """What is known of those who lie face down: who they are and how that is known, or who they can be."""
    told: dict[str, list[str]] = {}
    for i, seen in enumerate(view["cells"]):
        if seen["up"]:
            continue
        if seen["number"] is None:
            words = _(N_("One of %(numbers)s")) % {"numbers": listed(list(map(str, seen["maybe"])), _)}
        else:
            words = f"{guest(seen['number'], _)}, {_(HOW[seen['how']])}"
            words = words[:1].upper() + words[1:]
        told.setdefault(words, []).append(seat(view, i, _))
    return [f"{words}: {', '.join(seats)}." for words, seats in told.items()]


def _effect(view: View, effect: Mapping[str, Any], _: Translate) -> str:
    who = {"name": _(GUESTS[effect["card"]].name), "left": len(effect["left"])}
    if not effect["left"]:
        return _(N_("Open: %(name)s.")) % who
    if effect["all"]:
        where = [seat(view, i, _) for i in effect["left"]]
        return _(N_("Open: %(name)s, still to flip: %(seats)s.")) % {**who, "seats": listed(where, _)}
    return _(N_("Open: %(name)s, one of %(left)s to flip.")) % who


def seat(view: View, i: int, _: Translate = str) -> str:
    """A seat as people call it."""
    row, column = place(view["arrangement"]["cells"][i])
    return _(N_("row %(row)s seat %(column)s")) % {"row": row, "column": column}


def guest(number: int, _: Translate = str) -> str:
    """A guest by name and number."""
    return f"{_(THE[number])} ({number})"


def known(view: View, i: int, _: Translate = str) -> str:
    """Whoever sits there, as far as it is known."""
    number = view["cells"][i]["number"]
    return _(N_("a face-down guest")) if number is None else guest(number, _)


def event_line(name: str, args: Mapping[str, int], view: View, names: Sequence[str], _: Translate = str) -> str | None:
    """An event of the rules as a sentence; the view is the one right after it."""
    words = WORDS.get(name)
    if name == "swapped":
        words = SWAPS.get(args["card"], words)
    if name == "peeked" and args["card"] == 1:
        words = N_("A look into the face of %(guest)s.")
    if name == "over":
        return _verdict(view, _)
    if words is None:
        return None
    said: dict[str, Any] = {**args, "turn": view["turn"]}
    if args.get("card"):
        said["guest"] = guest(args["card"], _)
    if "cell" in args:
        said["seat"] = seat(view, args["cell"], _)
    if "from" in args:
        said["from"], said["to"] = seat(view, args["from"], _), seat(view, args["to"], _)
        said["one"], said["other"] = known(view, args["to"], _), known(view, args["from"], _)
    if "low" in args:
        said["count"] = args["high"] - args["low"] + 1
    line = _(words) % said
    return line[:1].upper() + line[1:]


WORDS = {
    "begun": N_("The guests are seated."),
    "activated": N_("Turn %(turn)s: %(guest)s is called upon."),
    "chose": N_("First choice: %(seat)s."),
    "called": N_("The bet is on %(number)s."),
    "peeked": N_("A peek at %(seat)s: %(guest)s."),
    "revealed": N_("Revealed at %(seat)s: %(guest)s."),
    "covered": N_("Turned down at %(seat)s: %(guest)s."),
    "hid": N_("%(guest)s hides again."),
    "escorted": N_("The Diplomat changes places with %(guest)s."),
    "swapped": N_("%(one)s and %(other)s change places."),
    "guarded": N_("The Guard leads %(one)s to the head of the row."),
    "queened": N_("The Queen walks from %(from)s to %(to)s."),
    "mixed": N_("The Jester mixes %(count)s guests, all face down."),
    "idle": N_("%(guest)s finds nothing to do."),
    "retired": N_("%(guest)s turns face down."),
    "changed": N_("Neighbours change places: %(one)s and %(other)s."),
    "stayed": N_("Everybody keeps their seat."),
}
SWAPS = {
    7: N_("The Coachman moves %(one)s and %(other)s."),
    8: N_("The Merchant trades: %(one)s and %(other)s."),
    10: N_("The Knight jumps from %(from)s to %(to)s."),
    15: N_("The Vizier has %(one)s and %(other)s change places."),
}


def _verdict(view: View, _: Translate) -> str:
    """KF-64 … KF-66."""
    score = view["score"]
    if score is None:  # told before the cards are turned up
        return _(N_("The feast is over."))
    wrong = N_("everybody sits right")
    if score["misplaced"]:
        one = score["misplaced"] == 1
        wrong = N_("one guest in the wrong chair") if one else N_("%(misplaced)s guests in the wrong chair")
    said = {**score, "title": _(score["title"]), "wrong": _(wrong) % score}
    words = N_("%(title)s: %(wrong)s.")
    if score["penalty"]:
        words = N_("%(title)s with %(score)s points: %(wrong)s, and %(penalty)s more for the Assassin.")
    return _(ENDINGS[view["ending"]]) + " " + _(words) % said


TEXT = Text(lines, event_line, heads=("begun", "activated"), quiet=("chose", "stayed"), spoken=spoken, about=about)
