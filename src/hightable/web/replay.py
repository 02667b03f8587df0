"""A finished game, step by step, through the eyes of a seat or of a spectator. Imports hall and showing."""

from __future__ import annotations

from typing import Any

from hightable.engine.contract import Beat
from hightable.engine.match import Match
from hightable.games.text import text_of
from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web.showing import Showing

_ = translator()


def replay_page(table: Table, data: dict[str, Any], n: str, eyes: str) -> str:
    """The page of one step. Whatever the address says, some step of the game is shown."""
    match = table.match
    assert match is not None
    again = Match(match.game, int(match.state.seats), match.seed, match.state.options, dice=match.dice)
    beats = [*again.opening]
    for entry in match.entries:
        beats += again.enter(entry)
    showing = Showing(table, replay=False)
    viewer = int(eyes) if eyes.isdecimal() and len(eyes) < 3 and int(eyes) < len(table.chairs) else None
    beats = steps(showing, beats, viewer)
    step = min(int(n), len(beats) - 1) if n.isdecimal() and len(n) < 9 else 0
    view = beats[step].state.view(viewer)
    regions = showing.draw(view, viewer)
    stage = showing.stage
    names = [*(chair.name for chair in table.chairs), *stage.page.guests(view)]
    return stage.draw(
        "replay.html",
        table=data,
        n=step,
        last=len(beats) - 1,
        eyes="" if viewer is None else str(viewer),
        viewers=[
            {"id": "", "name": _("A spectator"), "shield": None},
            *({"id": str(i), "name": chair.name, "shield": i} for i, chair in enumerate(table.chairs)),
        ],
        caption=text_of(table.game).event_line(beats[step].name, beats[step].args, view, names),
        chapters=[
            {"n": i, "label": _(stage.page.chapters[beat.name]) % beat.args}
            for i, beat in enumerate(beats)
            if beat.name in stage.page.chapters
        ],
        picture=stage.draw(
            "picture.html",
            game=table.game.id,
            me="" if viewer is None else viewer,
            holders=stage.page.holders(view),
            main=stage.main(regions),
        ),
        game_css=stage.styles[1:],
    )


def steps(showing: Showing, beats: list[Beat], viewer: int | None) -> list[Beat]:
    """The events that make a picture of their own for this viewer."""
    page = showing.stage.page
    wanted = {*page.holds, *page.chapters, "undone", "rewound", "over"}
    return [beat for beat in beats if beat.known_to(viewer) and beat.name in wanted] or beats[:1]
