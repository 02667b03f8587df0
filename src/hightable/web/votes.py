"""The open vote of a table in words, for its page, its text form and whoever is asked. Imports hall."""

from __future__ import annotations

from typing import Any

from hightable.engine.words import N_
from hightable.hall.news import REMOVE, UNDO
from hightable.hall.table import Table
from hightable.locale import translator

LABELS = {  # what is pressed to agree, and to refuse
    UNDO: (N_("Go back"), N_("Play on")),
    REMOVE: (N_("Send them away"), N_("They can stay")),
}


def vote_data(table: Table, seat: int | None) -> dict[str, Any]:
    """The vote as the person on this seat, or somebody who watches, sees it; `text` is empty if there is none."""
    asking, _ = table.asking, translator()
    if asking is None:
        return {"text": "", "what": "", "voter": False, "mine": False, "yes": "", "no": "", "waiting": ""}
    waiting = [voter for voter in table.consent.voters(asking) if voter not in asking.agreed]
    yes, no = LABELS[asking.what]
    return {
        "text": question(table, seat),
        "what": asking.what,
        "voter": seat is not None and seat in waiting,
        "mine": seat is not None and seat == asking.seat,
        "yes": _(yes),
        "no": _(no),
        "waiting": ", ".join(table.chairs[voter].name for voter in waiting),
    }


def question(table: Table, seat: int | None) -> str:
    """What is asked, as it is said to this seat."""
    asking, _ = table.asking, translator()
    if asking is None:
        return ""
    if asking.remove is None:
        if seat == asking.seat:
            return _("You have asked to undo your last move.")
        words = _("%(name)s asks to undo their last move. You can't unsee what was revealed.")
        return words % {"name": table.chairs[asking.seat].name}
    name = {"name": table.chairs[asking.remove].name}
    if seat == asking.remove:
        return _("The host asks the others whether you should leave the table. The game goes on meanwhile.")
    if seat is not None and seat == asking.seat:
        return _("You have asked the others whether %(name)s should leave the table.") % name
    return _("The host asks whether %(name)s should leave the table. A bot would take over.") % name


def vote_lines(table: Table, seat: int | None) -> list[str]:
    """The vote for the text form, with what can be typed."""
    _, vote = translator(), vote_data(table, seat)
    if not vote["text"]:
        return []
    if vote["voter"]:
        return [vote["text"] + " " + _("Type yes or no.")]
    return [vote["text"], *([_("Waiting for %(names)s.") % {"names": vote["waiting"]}] if vote["waiting"] else [])]
