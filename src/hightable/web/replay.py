"""A game step by step, through the eyes of a seat or of a spectator: a finished one through anybody's or with all cards
open, a running one through one's own. Imports hall and showing."""

from __future__ import annotations

from typing import Any, NamedTuple

from hightable.engine.contract import ALL, Beat, View
from hightable.engine.match import Match
from hightable.games.text import text_of
from hightable.hall.company import STAND_IN
from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web.forms import whole_number
from hightable.web.lists import level_name
from hightable.web.showing import Showing

_ = translator()
MOST_STEPS = 99_999_999
EVERYBODY = "all"
"""In the address of a finished game: all cards open."""


class Step(NamedTuple):
    """An event that has a picture of its own; `number` counts all events of the game from 1, `entries` the actions."""

    beat: Beat
    number: int
    entries: int


def replay_page(table: Table, data: dict[str, Any], seat: int | None, n: str, e: str, eyes: str | None) -> str:
    """The page of step `n`, or of the step where event `e` happened, for whoever sits on `seat`: through their own eyes
    unless the address names others. Whatever the address says, some step of the game is shown."""
    over = table.phase == "over"
    viewer = viewer_of(eyes, len(table.chairs)) if over and eyes is not None else seat
    me = None if viewer == ALL else viewer
    showing = Showing(table, replay=False)
    stage, text = showing.stage, text_of(table.game)
    shown = steps(showing, told(table), viewer)
    event, number = whole_number(e, 0, MOST_STEPS), whole_number(n, 0, MOST_STEPS)
    step = step_at(shown, event) if event is not None else min(number or 0, len(shown) - 1)
    view = seen(shown[step].beat, viewer)
    regions = showing.draw(view, me)
    names = [*(chair.name for chair in table.chairs), *stage.page.guests(view)]
    lines = [text.event_line(beat.name, beat.args, seen(beat, viewer), names, _) for beat, _number, _entries in shown]
    chair = next(i for i in (me, seat, 0) if i is not None)
    viewers = [
        {"id": "", "name": _("A spectator"), "shield": None},
        *({"id": str(i), "name": chair.name, "shield": i} for i, chair in enumerate(table.chairs)),
        {"id": EVERYBODY, "name": _("All cards open"), "shield": None},
    ]
    return stage.draw(
        "replay.html",
        table=data,
        over=over,
        n=step,
        event=shown[step].number,
        last=len(shown) - 1,
        eyes=EVERYBODY if viewer == ALL else "" if viewer is None else str(viewer),
        viewers=viewers if over else [],
        caption=next((line for line in reversed(lines[: step + 1]) if line), ""),
        chapters=[
            {"n": i, "label": _(stage.page.chapters[beat.name]) % beat.args}
            for i, (beat, _number, _entries) in enumerate(shown)
            if beat.name in stage.page.chapters
        ],
        lines=[{"n": i, "text": line} for i, line in enumerate(lines) if line],
        entries=shown[step].entries if over and step < len(shown) - 1 else None,
        chair=chair,
        going_on=going_on(table, chair),
        picture=stage.draw(
            "picture.html",
            game=table.game.id,
            me="" if me is None else me,
            holders=stage.page.holders(view),
            main=stage.main(regions),
        ),
        game_css=stage.styles[1:],
    )


def viewer_of(eyes: str | None, seats: int) -> int | None:
    """Whose eyes a finished game is seen through; a spectator's unless the address names others."""
    if eyes == EVERYBODY:
        return ALL
    return whole_number(eyes or "", 0, seats - 1)


def going_on(table: Table, chair: int) -> str:
    """What it means to play on from a step: who sits where."""
    if table.seats == 1:
        return _("You play on alone from this step, at a table of your own.")
    gaps = {"name": table.chairs[chair].name, "level": level_name(STAND_IN)}
    return _("You take %(name)s's chair, and bots (%(level)s) take all others, at a table of your own.") % gaps


def seen(beat: Beat, viewer: int | None) -> View:
    return beat.state.open_view() if viewer == ALL else beat.state.view(viewer)


def told(table: Table) -> list[Step]:
    """All events of a game."""
    match = table.match
    assert match is not None
    again = Match(match.game, int(match.state.seats), match.seed, match.state.options, dice=match.dice)
    beats = [(beat, 0) for beat in again.opening]
    for entries, entry in enumerate(match.entries, 1):
        beats += [(beat, entries) for beat in again.enter(entry)]
    return [Step(beat, number, entries) for number, (beat, entries) in enumerate(beats, 1)]


def steps(showing: Showing, events: list[Step], viewer: int | None) -> list[Step]:
    """The events that make a picture of their own for this viewer: with all cards open also those that were private."""
    page = showing.stage.page
    wanted = {*page.holds, *page.chapters, *page.logged, "undone", "rewound", "over"}
    known = [event for event in events if event.beat.known_to(viewer)]
    return [
        event for event in known if event.beat.name in wanted or (viewer == ALL and event.beat.only >= 0)
    ] or events[:1]


def step_at(shown: list[Step], number: int) -> int:
    """The step of an event, or the last one before it."""
    return max((i for i, step in enumerate(shown) if step.number <= number), default=0)
