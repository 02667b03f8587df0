"""One table as its watchers see it. Listens to the table while anybody watches, draws what changed, and hands each
watcher the smallest message that brings its page up to date. Imports hall and stage."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from html import escape
from itertools import chain
from typing import Any, NamedTuple

from markupsafe import Markup

from hightable.engine.contract import Beat, State, View
from hightable.engine.match import Match
from hightable.engine.words import N_
from hightable.games.page import Person, Piece, Told
from hightable.hall.guests import Guest
from hightable.hall.news import NOTES, TABLE, WATCHER, Chair, News, Said
from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web.clocks import running
from hightable.web.lists import company_data, host_name, level_name, lobby_data
from hightable.web.scene import Scene
from hightable.web.sketches import Sketches
from hightable.web.stage import PAGES, Pieces, Regions, Stage, stage_of, whole
from hightable.web.telling import in_words, note, sentences

Message = dict[str, Any]
Moment = tuple[int, int, list[Person]]  # the table's number, entries of the game, who sits there
LINE = re.compile(r"<li\b[^>]*>|</li>")


class Crowd(NamedTuple):
    """All that says who is at a table: as long as it is equal, they are shown as before."""

    chairs: list[Chair]
    here: dict[str, str]
    phase: str
    talk: bool
    helpful: bool


class Watcher:
    """One open page: whose eyes, what it has, and how to reach it."""

    def __init__(
        self, guest: Guest | None, send: Callable[[Message], None], end: Callable[[], None], waiting: bool
    ) -> None:
        self.guest = guest
        self.send = send
        self.end = end
        self.waiting = waiting  # it shows the table before the game
        self.words = False  # it also shows the table in words
        self.seat: int | None = None
        self.sent: Regions = {}


class Frame(NamedTuple):
    """A picture of a story: what is told with it, the position that it shows, and the events that led there."""

    message: Message
    scene: Scene
    beats: Sequence[Beat]


class Showing:
    """Draws one table; `replay` tells it to recall the log of what happened so far."""

    def __init__(self, table: Table, *, replay: bool = True) -> None:
        self.table = table
        self.watchers: set[Watcher] = set()
        self._stop: Callable[[], None] | None = None
        self._log: list[tuple[int, str]] = []  # who may know (a mask, -1 for all, 0 for who only watches), and the line
        self._events = 0  # of the game, so far
        self._now: tuple[Moment, Scene] | None = None
        self._book = Sketches(self.stage)
        self._seated: tuple[Crowd, list[Person]] | None = None
        self._companies: dict[int | None, tuple[Crowd, list[Piece]]] = {}
        if table.match is not None and replay:
            self._replay(table.match)
        for said in table.chat:
            self._log.append((heard_by(said), chat_line(said)))

    @property
    def stage(self) -> Stage:
        """The screen of what is played: while a table waits, the host may choose another game."""
        return stage_of(self.table.game)

    @property
    def _sketches(self) -> Sketches:
        if self._book.stage is not self.stage:
            self._book = Sketches(self.stage)
        return self._book

    def _replay(self, match: Match) -> None:
        """The log of what happened before anybody watched."""
        again = Match(match.game, int(match.state.seats), match.seed, match.state.options, dice=match.dice)
        people = self.people()
        for beats in chain([again.opening], map(again.enter, match.entries)):
            self._tell(beats, [self._scene(beat.state, people) for beat in beats])

    def _tell(self, beats: Sequence[Beat], scenes: Sequence[Scene]) -> list[str]:
        """The lines of these events, which are the next of the game; they are added to the log."""
        lines = []
        for beat, scene in zip(beats, scenes, strict=True):
            self._events += 1
            lines.append(self._linked(self.line(beat, scene)))
            if lines[-1]:
                self._log.append((beat.only, lines[-1]))
        return lines

    def _linked(self, line: str) -> str:
        """A line that leads to its moment in the look back, where there is one."""
        if not self.table.game.recalls(self.table.options):
            return line
        return linked(line, f"/t/{self.table.id}/replay?e={self._events}")

    # watching

    def join(self, watcher: Watcher, seen: int) -> None:
        """Bring a page up to date: nothing if it has the newest picture, else the whole."""
        if self._stop is None:
            self._stop = self.table.listen(self.hear)
        self.watchers.add(watcher)
        watcher.seat = self.seat(watcher)
        if watcher.waiting and self.table.match is not None:
            watcher.send({"go": f"/t/{self.table.id}"})
        elif seen != self.table.number:
            self.refresh(watcher)

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        if not self.watchers and self._stop is not None:
            self._stop()
            self._stop = None

    @property
    def idle(self) -> bool:
        return not self.watchers

    def refresh(self, watcher: Watcher) -> None:
        """The whole picture."""
        watcher.sent, watcher.seat = self.picture(watcher), self.seat(watcher)
        message: Message = {"v": self.table.number, "html": whole(watcher.sent), "reset": True}
        if self.table.match is not None:
            message |= {"me": watcher.seat, "log": self.log(watcher.seat)}
        watcher.send(message)

    def seat(self, watcher: Watcher) -> int | None:
        return self.table.seat_of(watcher.guest.id if watcher.guest else None)

    # news

    def hear(self, news: News) -> None:
        if news.kind == "chat" and news.said is not None:
            self._pass_on(heard_by(news.said), chat_line(news.said))
        elif news.kind == "beats":
            self._play(news)
        elif news.kind == "rest":
            for watcher in self.watchers:
                watcher.end()
        elif self.table.match is None:
            for watcher in self.watchers:
                self._update(watcher, watcher.seat, self.picture(watcher), {"v": self.table.number})
        else:
            scene = self.scene()
            for watcher in self.watchers:
                if watcher.waiting:
                    watcher.send({"go": f"/t/{self.table.id}"})
                else:
                    seat = self.seat(watcher)
                    picture = self._seen(watcher, seat, scene, self._aside(seat))
                    self._update(watcher, seat, picture, {"v": self.table.number})

    def _pass_on(self, only: int, line: str) -> None:
        self._log.append((only, line))
        for watcher in self.watchers:
            if may_hear(only, self.seat(watcher)):
                watcher.send({"v": self.table.number, "log": line})

    def _play(self, news: News) -> None:
        """A story in pictures: one for each event that stands a while, and one for where it ended."""
        people = self.people()
        scenes = [self._scene(beat.state, people) for beat in news.beats]
        lines = self._tell(news.beats, scenes)
        scenes[-1] = self.scene()
        told: dict[int | None, tuple[list[Frame], Regions]] = {}
        for watcher in self.watchers:
            if watcher.waiting:  # it is on its way to the game's own page
                continue
            seat = self.seat(watcher)
            if seat not in told:
                told[seat] = self._story(news, lines, scenes, seat), self._aside(seat)
            frames, aside = told[seat]
            for message, scene, beats in frames:
                if watcher.words:
                    message = {**message, "told": sentences(self.table, beats, seat)}
                self._update(watcher, seat, self._seen(watcher, seat, scene, aside), message)

    def _story(self, news: News, lines: list[str], scenes: list[Scene], seat: int | None) -> list[Frame]:
        """What a seat hears of these events and the positions it is shown."""
        page = self.stage.page
        frames: list[Frame] = []
        log: list[str] = []
        events: list[Told] = []
        shown = 0  # beats of the pictures so far
        for i, beat in enumerate(news.beats):
            if beat.known_to(seat):
                log.append(lines[i])
                events.append(Told(beat.name, beat.args))
            hold = page.holds.get(beat.name, 0)
            last = i == len(news.beats) - 1
            alike = not last and news.beats[i + 1].name == beat.name and beat.name not in page.apart
            if not last and (not hold or alike):
                continue  # no picture of its own: it shows in the next one
            message: Message = {"v": news.first + i, "hold": hold}
            if any(log):
                message["log"] = "".join(log)
            if moves := [move for event in events for move in page.moves(event, scenes[i].view(seat))]:
                message["moves"] = moves
            frames.append(Frame(message, scenes[i], news.beats[shown : i + 1]))
            log, events, shown = [], [], i + 1
        return frames

    def _update(self, watcher: Watcher, seat: int | None, picture: Regions, message: Message) -> None:
        """Send what changed for this page: single pieces where it has the others, else whole regions; and on which seat
        it looks, where that has changed."""
        html: dict[str, str] = {}
        parts: dict[str, str] = {}
        sent = watcher.sent
        for name, pieces in picture.items():
            had = sent.get(name)
            if had is pieces or had == pieces:
                continue
            if had and alike(had, pieces):
                parts.update([new for old, new in zip(had, pieces, strict=True) if old is not new and old != new])
            else:
                html[name] = "\n".join([piece for _, piece in pieces])
        watcher.sent = picture
        whole = dict(message)
        if seat != watcher.seat:
            watcher.seat = whole["me"] = seat
        if html:
            whole["html"] = html
        if parts:
            whole["parts"] = parts
        watcher.send(whole)

    # pictures

    def picture(self, watcher: Watcher) -> Regions:
        """All regions as they are now for a watcher."""
        if self.table.match is None:
            values = lobby_data(self.table, watcher.guest) | {"table": {"id": self.table.id}}
            return {"lobby": [("", Markup(PAGES.get_template("lobby_region.html").render(values)))]}
        seat = self.seat(watcher)
        return self._seen(watcher, seat, self.scene(), self._aside(seat))

    def scene(self) -> Scene:
        """The position as it is now; one for all who come while it stands."""
        match = self.table.match
        assert match is not None
        moment = (self.table.number, len(match.entries), self.people())
        if self._now is None or self._now[0] != moment:
            self._now = moment, self._scene(match.state, moment[-1])
        return self._now[1]

    def _scene(self, state: State, people: list[Person]) -> Scene:
        return Scene(self._sketches, state, people)

    def _seen(self, watcher: Watcher, seat: int | None, scene: Scene, aside: Regions) -> Regions:
        """A position as this watcher's page shows it; the watcher has this seat."""
        view = scene.view(seat)
        picture = {**scene.regions(seat), **aside}
        picture["coach"] = self._sketches.drawn("coach", seat, [note(self.stage, view)])
        return {**picture, **in_words(self.table, view)} if watcher.words else picture

    def draw(self, view: View, seat: int | None) -> Regions:
        """All regions of some position, for who has this seat."""
        return {
            **self.stage.regions(view, self.people()),
            **self._aside(seat),
            "coach": [("", self.stage.piece(note(self.stage, view)))],
        }

    def _aside(self, seat: int | None) -> Regions:
        """What stands beside the game: it depends on the table and on who has which chair."""
        draw = self._sketches.drawn
        return {
            "tools": draw("tools", seat, [self._tools(seat)]),
            "council": draw("council", seat, [self._council(seat)]),
            "company": draw("company", seat, self._company(seat)),
            "clocks": draw("clocks", seat, [Piece("clocks", {"clocks": running(self.table, seat)})]),
        }

    def _tools(self, seat: int | None) -> Piece:
        """Undo and hints for those who play; the way to the result for all when the game is over."""
        match = self.table.match
        assert match is not None
        why = None if seat is None else match.why_no_undo(seat)
        inputs = {
            "seated": seat is not None,
            "hints": seat is not None and self.table.hints,
            "asked": seat is not None and self.table.decides(seat),
            "undo": seat is not None and why is None,
            "undo_why": "" if why is None else why.words(translator()),
            "ask": seat is not None and self.table.consent.why_not(seat) is None,
            "result": f"/t/{self.table.id}" if match.state.over else "",
        }
        return Piece("tools", inputs)

    def _council(self, seat: int | None) -> Piece:
        """The question whether to go back, to all who see the table."""
        asking = self.table.asking
        next = f"/t/{self.table.next_id}" if self.table.next_id and seat is not None else ""
        layer = host_name(self.table) if self.table.phase == "playing" else ""  # during a game only the host lays one
        if asking is None:
            free = seat is None and self.table.phase == "playing" and any(chair.open for chair in self.table.chairs)
            nobody = {"asker": "", "mine": False, "voter": False, "waiting": [], "free": free}
            return Piece("council", {"next": next, "layer": layer, **nobody})
        waiting = [voter for voter in self.table.consent.voters(asking.seat) if voter not in asking.agreed]
        inputs = {
            "next": next,
            "layer": layer,
            "asker": self.table.chairs[asking.seat].name,
            "mine": seat == asking.seat,
            "voter": seat in waiting,
            "waiting": [self.table.chairs[voter].name for voter in waiting],
            "free": False,
        }
        return Piece("council", inputs)

    def _company(self, seat: int | None) -> list[Piece]:
        """Who sits at the table, and what this viewer may do about it."""
        crowd, known = self._crowd(), self._companies.get(seat)
        if known is None or known[0] != crowd:
            known = self._companies[seat] = crowd, [Piece("company", company_data(self.table, seat))]
        return known[1]

    def people(self) -> list[Person]:
        crowd, known = self._crowd(), self._seated
        if known is None or known[0] != crowd:
            known = self._seated = crowd, [person(chair, crowd.here) for chair in crowd.chairs]
        return known[1]

    def _crowd(self) -> Crowd:
        table = self.table
        return Crowd(list(table.chairs), dict(table.visitors), table.phase, table.talk, table.helpful)

    # the log

    def line(self, beat: Beat, scene: Scene) -> str:
        """An event in words; a private one is told from the view of its only knower."""
        if beat.name == "undone":
            seat = beat.args["seat"]
            return note_line(N_("%(name)s takes a move back."), scene.people[seat].name, f' data-took="{seat}"')
        if beat.name == "rewound":
            words = N_("All agree: the table goes back to %(name)s's last move.")
            return note_line(words, scene.people[beat.args["seat"]].name)
        if beat.name not in self.stage.page.logged:
            return ""
        told_to = None if beat.only < 0 else beat.only.bit_length() - 1
        return self.stage.log_line(Told(beat.name, beat.args), scene.view(told_to), scene.people)

    def log(self, seat: int | None) -> str:
        return "".join(line for only, line in self._log if may_hear(only, seat))


def person(chair: Chair, here: Collection[str]) -> Person:
    """Who sits on a chair, as the table's page shows them."""
    away = chair.guest is not None and chair.guest not in here
    return Person(chair.name, chair.kind, away, level_name(chair.level), bool(chair.stand_in))


def alike(had: Pieces, pieces: Pieces) -> bool:
    """Whether these are the same pieces in the same places, each with an id: then some of them may have changed."""
    return len(had) == len(pieces) and all(old[0] == new[0] != "" for old, new in zip(had, pieces, strict=True))


def linked(lines: str, href: str) -> str:
    """What is in each line becomes a link; lists within a line stay as they are."""
    if lines.count("<li") == 1:
        inside = lines.index(">") + 1
        return f'{lines[:inside]}<a href="{href}" tabindex="-1">{lines[inside:-5]}</a></li>'
    parts, depth, at = [], 0, 0
    for tag in LINE.finditer(lines):
        opens = tag[0] != "</li>"
        depth += 1 if opens else -1
        if opens and depth == 1:
            parts.append(f'{lines[at : tag.end()]}<a href="{href}" tabindex="-1">')
            at = tag.end()
        elif not opens and depth == 0:
            parts.append(f"{lines[at : tag.start()]}</a></li>")
            at = tag.end()
    return "".join([*parts, lines[at:]])


def note_line(words: str, name: str, marks: str = "") -> str:
    return f'<li class="e-undo"{marks}><span>{escape(translator()(words) % {"name": name})}</span></li>'


def may_hear(only: int, seat: int | None) -> bool:
    """Whether a line of the log is for whoever has this seat."""
    return only == 0 if seat is None and only >= 0 else only < 0 or (seat is not None and only >> seat & 1 == 1)


def heard_by(said: Said) -> int:
    """Who hears a line of chat: all, or those who only watch."""
    return 0 if said.seat == WATCHER else -1


def chat_line(said: Said) -> str:
    if said.seat == TABLE:
        return note_line(NOTES[said.text], said.name)
    who = "w" if said.seat == WATCHER else said.seat
    aside = f" <i>{escape(translator()(N_('to those who watch')))}</i>" if said.seat == WATCHER else ""
    return (
        f'<li class="e-chat" data-who="{who}"><b>{escape(said.name)}</b>{aside} <span>{escape(said.text)}</span></li>'
    )


class Showings:
    """The tables that are being watched: one Showing each while anybody watches."""

    def __init__(self) -> None:
        self._open: dict[str, Showing] = {}

    def of(self, table: Table) -> Showing:
        """The showing of a table, a new one if nobody watches it."""
        showing = self._open.get(table.id)
        return showing if showing is not None and showing.table is table else Showing(table)

    def join(self, table: Table, watcher: Watcher, seen: int) -> Showing:
        showing = self._open[table.id] = self.of(table)
        showing.join(watcher, seen)
        return showing

    def leave(self, showing: Showing, watcher: Watcher) -> None:
        showing.leave(watcher)
        if showing.idle and self._open.get(showing.table.id) is showing:
            del self._open[showing.table.id]
