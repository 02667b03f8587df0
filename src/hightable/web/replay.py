"""A game step by step, through the eyes of a seat or of a spectator: a finished one through anybody's or with all cards
open, a running one through one's own. Imports hall and showing."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from itertools import chain
from typing import Any, Final, NamedTuple

from hightable.engine.contract import ALL, Beat, View
from hightable.engine.match import Match
from hightable.games.page import Page
from hightable.games.text import Text, text_of
from hightable.hall.background import in_slices
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
LINES: Final = 200  # steps whose lines a page shows
CHAPTERS: Final = 60  # that a page names


class Step(NamedTuple):
    """An event that has a picture of its own; `number` counts all events of the game from 1, `entries` the actions."""

    beat: Beat
    number: int
    entries: int


class Chapter(NamedTuple):
    """Where a part of the game begins."""

    n: int
    name: str
    args: Mapping[str, Any]


class Reel:
    """The steps of a game for one viewer, of which only those of the page around step `n`, or around the step of event
    `e`, are kept; the others are counted. A page that asks for neither begins with step 0."""

    def __init__(self, page: Page, viewer: int | None, n: int | None, e: int | None) -> None:
        self.length = 0  # steps so far
        self.chapters: list[Chapter] = []
        self._wanted = {*page.holds, *page.chapters, *page.logged, "undone", "rewound", "over"}
        self._chapters = page.chapters
        self._viewer = viewer
        self._e = e
        self._n = 0 if n is None and e is None else n  # None until the step of the event is found
        self._opening: Step | None = None
        self._kept: dict[int, list[Step]] = {}  # by the number of the page

    def take(self, step: Step) -> None:
        """The next event."""
        beat = step.beat
        self._opening = self._opening or step
        if not beat.known_to(self._viewer):
            return
        if beat.name not in self._wanted and not (self._viewer == ALL and beat.only >= 0):
            return
        if self._n is None and self._e is not None and step.number > self._e:
            self._n = max(0, self.length - 1)
        if beat.name in self._chapters:
            self.chapters.append(Chapter(self.length, beat.name, beat.args))
        page = self.length // LINES
        if self._n is None or page <= self._n // LINES:
            self._kept.setdefault(page, []).append(step)
            self._kept.pop(page - 2, None)
        self.length += 1

    def end(self) -> None:
        """There are no more events."""
        if not self.length and self._opening is not None:  # nothing that this viewer knows
            self._kept[0], self.length = [self._opening], 1
        self._n = self.last if self._n is None else min(self._n, self.last)

    @property
    def last(self) -> int:
        return self.length - 1

    @property
    def n(self) -> int:
        """The step that is shown."""
        assert self._n is not None
        return self._n

    @property
    def first(self) -> int:
        """The first step of the page."""
        return self.n // LINES * LINES

    @property
    def page(self) -> list[Step]:
        """The steps of the page."""
        return self._kept[self.n // LINES]

    @property
    def before(self) -> list[Step]:
        """The steps of the page before."""
        return self._kept.get(self.n // LINES - 1, [])

    def nearest_chapters(self) -> list[Chapter]:
        """As many chapters as the page shows: all, or those around the step."""
        at = sum(chapter.n <= self.n for chapter in self.chapters)
        start = max(0, min(at - CHAPTERS // 2, len(self.chapters) - CHAPTERS))
        return self.chapters[start : start + CHAPTERS]


async def replay_page(table: Table, data: dict[str, Any], seat: int | None, n: str, e: str, eyes: str | None) -> str:
    """The page of step `n`, or of the step where event `e` happened, for whoever sits on `seat`: through their own eyes
    unless the address names others. Whatever the address says, some step of the game is shown."""
    over = table.phase == "over"
    viewer = viewer_of(eyes, len(table.chairs)) if over and eyes is not None else seat
    me = None if viewer == ALL else viewer
    showing = Showing(table)
    stage, text = showing.stage, text_of(table.game)
    event = whole_number(e, 0, MOST_STEPS)
    reel = Reel(stage.page, viewer, whole_number(n, 0, MOST_STEPS) if event is None else None, event)
    await in_slices(telling(table, reel))
    shown = reel.page[reel.n - reel.first]
    view = seen(shown.beat, viewer)
    regions = showing.draw(view, me)
    names = [*(chair.name for chair in table.chairs), *stage.page.guests(view)]
    lines = await in_slices(worded(reel.page, viewer, text, names))
    so_far = lines[: reel.n - reel.first + 1]
    if not any(so_far):
        so_far = await in_slices(worded(reel.before, viewer, text, names))
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
        n=reel.n,
        event=shown.number,
        last=reel.last,
        eyes=EVERYBODY if viewer == ALL else "" if viewer is None else str(viewer),
        viewers=viewers if over else [],
        caption=next((line for line in reversed(so_far) if line), ""),
        chapters=[
            {"n": chapter.n, "label": _(stage.page.chapters[chapter.name]) % chapter.args}
            for chapter in reel.nearest_chapters()
        ],
        lines=[{"n": i, "text": line} for i, line in enumerate(lines, reel.first) if line],
        earlier=reel.first - 1 if reel.first else None,
        later=reel.first + LINES if reel.first + LINES <= reel.last else None,
        entries=shown.entries if over and reel.n < reel.last else None,
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


def telling(table: Table, reel: Reel) -> Generator[None, None, None]:
    """Play the game again up to where it is now, entry by entry, and hand all its events to the reel."""
    match = table.match
    assert match is not None
    again = Match(match.game, int(match.state.seats), match.seed, match.state.options, dice=match.dice)
    number = 0
    for entries, beats in enumerate(chain([again.opening], map(again.enter, tuple(match.entries)))):
        for beat in beats:
            number += 1
            reel.take(Step(beat, number, entries))
        yield
    reel.end()


def worded(steps: list[Step], viewer: int | None, text: Text, names: list[str]) -> Generator[None, None, list[str]]:
    """What happened in these steps, in words."""
    lines: list[str] = []
    for beat, _number, _entries in steps:
        lines.append(text.event_line(beat.name, beat.args, seen(beat, viewer), names, _) or "")
        yield
    return lines
