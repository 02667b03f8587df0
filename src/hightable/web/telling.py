"""A table in words: what is where, what may be done and what changed for those who hear it, and for newcomers what is
asked at all. All of it is made of a seat's own view. Imports games, hall and stage."""

from __future__ import annotations

from collections.abc import Sequence

from hightable.engine.contract import Beat, View
from hightable.games.page import Drawn
from hightable.games.text import text_of
from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web.clocks import clock_lines
from hightable.web.stage import Regions, Stage, stage_of
from hightable.web.votes import vote_lines


def in_words(table: Table, view: View, seat: int | None) -> Regions:
    """What is where, what the viewer on this seat may do, and what the command line completes."""
    text, stage, _ = text_of(table.game), stage_of(table.game), translator()
    names = [*(chair.name for chair in table.chairs), *text.guests(view)]
    lines = [*text.spoken(view, names, _), *clock_lines(table), *vote_lines(table, seat)]
    deeds = [table.game.text(action) for action in view["legal"]]
    told = [(deed, text.about(view, deed, names, _)) for deed in deeds]
    return {
        "in-words-text": [Drawn("", stage.part("words", lines=lines, deeds=told, key=lesson(stage, view)))],
        "completion": [Drawn("", stage.part("completion", deeds=deeds))],
    }


def sentences(table: Table, beats: Sequence[Beat], seat: int | None) -> list[str]:
    """What changed, as it is told to this seat without a picture."""
    text, names = text_of(table.game), [chair.name for chair in table.chairs]
    told = []
    for beat in beats:
        if beat.known_to(seat):
            view = beat.state.view(seat)
            told.append(text.event_line(beat.name, beat.args, view, [*names, *text.guests(view)], translator()))
    return [line for line in told if line]


def lesson(stage: Stage, view: View) -> str:
    """The key of what a newcomer is told just now, or nothing."""
    return "" if stage.coach is None else stage.coach.key(view)
