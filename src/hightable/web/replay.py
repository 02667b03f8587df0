"""A game step by step, through the eyes of a seat or of a spectator: a finished one through anybody's, a running one
through one's own. Imports hall and showing."""

from __future__ import annotations

from typing import Any

from hightable.engine.contract import Beat
from hightable.engine.match import Match
from hightable.games.text import text_of
from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web.showing import Showing

_ = translator()


def replay_page(table: Table, data: dict[str, Any], n: str, eyes: str, seat: int | None) -> str:
    """The page of one step, for whoever sits on `seat`. Whatever the address says, some step of the game is shown."""
    over = table.phase == "over"
    showing = Showing(table, replay=False)
    stage, text = showing.stage, text_of(table.game)
    viewer = int(eyes) if eyes.isdecimal() and len(eyes) < 3 and int(eyes) < len(table.chairs) else None
    if not over:
        viewer = seat
    shown = steps(showing, told(table), viewer)
    step = min(int(n), len(shown) - 1) if n.isdecimal() and len(n) < 9 else 0
    view = shown[step][0].state.view(viewer)
    regions = showing.draw(view, viewer)
    names = [*(chair.name for chair in table.chairs), *stage.page.guests(view)]
    lines = [text.event_line(beat.name, beat.args, beat.state.view(viewer), names, _) for beat, _entry in shown]
    viewers = [
        {"id": "", "name": _("A spectator"), "shield": None},
        *({"id": str(i), "name": chair.name, "shield": i} for i, chair in enumerate(table.chairs)),
    ]
    return stage.draw(
        "replay.html",
        table=data,
        over=over,
        n=step,
        last=len(shown) - 1,
        eyes="" if viewer is None else str(viewer),
        viewers=viewers if over else [],
        caption=lines[step],
        chapters=[
            {"n": i, "label": _(stage.page.chapters[beat.name]) % beat.args}
            for i, (beat, _entry) in enumerate(shown)
            if beat.name in stage.page.chapters
        ],
        lines=[{"n": i, "text": line} for i, line in enumerate(lines) if line],
        entries=shown[step][1] if over and step < len(shown) - 1 else None,
        picture=stage.draw(
            "picture.html",
            game=table.game.id,
            me="" if viewer is None else viewer,
            holders=stage.page.holders(view),
            main=stage.main(regions),
        ),
        game_css=stage.styles[1:],
    )


def told(table: Table) -> list[tuple[Beat, int]]:
    """All events of a game, each with the number of entries up to it."""
    match = table.match
    assert match is not None
    again = Match(match.game, int(match.state.seats), match.seed, match.state.options, dice=match.dice)
    beats = [(beat, 0) for beat in again.opening]
    for number, entry in enumerate(match.entries, 1):
        beats += [(beat, number) for beat in again.enter(entry)]
    return beats


def steps(showing: Showing, beats: list[tuple[Beat, int]], viewer: int | None) -> list[tuple[Beat, int]]:
    """The events that make a picture of their own for this viewer."""
    page = showing.stage.page
    wanted = {*page.holds, *page.chapters, "undone", "rewound", "over"}
    return [(beat, n) for beat, n in beats if beat.known_to(viewer) and beat.name in wanted] or beats[:1]
