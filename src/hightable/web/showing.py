"""One table as its watchers see it. Listens to the table while anybody watches, draws what changed, and hands each
watcher the smallest message that brings its page up to date. Imports hall and stage."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Collection, Sequence
from html import escape
from itertools import chain
from math import inf
from typing import NamedTuple

from hightable.engine.compat import mypyc_attr
from hightable.engine.contract import Beat, State, View
from hightable.engine.match import Match
from hightable.engine.words import N_
from hightable.games.page import Drawn, Person, Piece, Told
from hightable.hall.guests import Guest
from hightable.hall.news import NOTES, TABLE, WATCHER, Chair, News, Said
from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web.clocks import running
from hightable.web.lists import company_data, game_title, host_name, level_name, lobby_data
from hightable.web.scene import Scene
from hightable.web.sketches import Sketches
from hightable.web.stage import PAGES, Pieces, Regions, Stage, joined, stage_of, whole
from hightable.web.telling import in_words, lesson, sentences
from hightable.web.votes import vote_data
from hightable.web.wire import Message, encoded

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
        self, guest: Guest | None, send: Callable[[str], None], end: Callable[[], None], waiting: bool
    ) -> None:
        self.guest = guest
        self.send = send  # messages as JSON, with a comma between them
        self.end = end
        self.waiting = waiting  # it shows the table before the game
        self.words = False  # it also shows the table in words
        self.seat: int | None = None
        self.sent: Regions = {}


@mypyc_attr(acyclic=True)
class Frame:
    """A picture of a story: what is told with it as JSON but for the last brace, the position that it shows, and the
    events that led there."""

    def __init__(self, told: str, scene: Scene, beats: Sequence[Beat]) -> None:
        self.told = told
        self.scene = scene
        self.beats = beats


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
        self._companies: dict[int | None, tuple[Crowd, Pieces]] = {}
        chat = deque(table.chat)
        if table.match is not None and replay:
            self._replay(table.match, chat)
        self._recall(chat)

    @property
    def stage(self) -> Stage:
        """The screen of what is played: while a table waits, the host may choose another game."""
        return stage_of(self.table.game)

    @property
    def _sketches(self) -> Sketches:
        if self._book.stage is not self.stage:
            self._book = Sketches(self.stage)
        return self._book

    def _replay(self, match: Match, chat: deque[Said]) -> None:
        """The log of what happened before anybody watched; what was said stands where it was said."""
        again = Match(match.game, int(match.state.seats), match.seed, match.state.options, dice=match.dice)
        people = self.people()
        for at, beats in zip(self.table.at, chain([again.opening], map(again.enter, match.entries)), strict=True):
            self._recall(chat, at)
            self._tell(beats, [self._scene(beat.state, people) for beat in beats])

    def _recall(self, chat: deque[Said], until: float = inf) -> None:
        """What was said until then."""
        while chat and chat[0].at <= until:
            self._log.append((heard_by(chat[0]), chat_line(chat.popleft())))

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
        if not line or not self.table.game.recalls(self.table.options):
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
            self._call(watcher)
        elif seen != self.table.number:
            self.refresh(watcher)

    def _call(self, watcher: Watcher) -> None:
        """The game has begun: it has a page of its own."""
        watcher.send(encoded({"go": f"/t/{self.table.id}"}))

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
        watcher.send(encoded(message))

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
                watcher.send(self._news(watcher, watcher.seat, self.picture(watcher), f'{{"v":{self.table.number}'))
        else:
            scene = self.scene()
            for watcher in self.watchers:
                if watcher.waiting:
                    self._call(watcher)
                else:
                    seat = self.seat(watcher)
                    picture = self._seen(watcher, seat, scene, self._aside(seat))
                    watcher.send(self._news(watcher, seat, picture, f'{{"v":{self.table.number}'))

    def _pass_on(self, only: int, line: str) -> None:
        self._log.append((only, line))
        message = encoded({"v": self.table.number, "log": line})
        for watcher in self.watchers:
            if may_hear(only, self.seat(watcher)):
                watcher.send(message)

    def _play(self, news: News) -> None:
        """A story in pictures: one for each event that stands a while, and one for where it ended."""
        crowd = self._crowd()
        people = self.people(crowd)
        scenes = [self._scene(beat.state, people) for beat in news.beats]
        lines = self._tell(news.beats, scenes)
        scenes[-1] = self.scene(people)
        told: dict[int | None, tuple[list[Frame], Regions]] = {}
        for watcher in self.watchers:
            if watcher.waiting:  # it is on its way to the game's own page
                continue
            seat = self.seat(watcher)
            if seat not in told:
                told[seat] = self._story(news, lines, scenes, seat), self._aside(seat, crowd)
            frames, aside = told[seat]
            messages = []
            for frame in frames:
                message = frame.told
                if watcher.words:
                    message = f'{message},"told":{encoded(sentences(self.table, frame.beats, seat))}'
                messages.append(self._news(watcher, seat, self._seen(watcher, seat, frame.scene, aside), message))
            watcher.send(",".join(messages))

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
            frames.append(Frame(encoded(message)[:-1], scenes[i], news.beats[shown : i + 1]))
            log, events, shown = [], [], i + 1
        return frames

    def _news(self, watcher: Watcher, seat: int | None, picture: Regions, message: str) -> str:
        """What changed for this page: single pieces where it has the others, else whole regions; and on which seat
        it looks, where that has changed. The message is what is told with it, as JSON but for the last brace."""
        html: list[str] = []
        parts: list[str] = []
        sent = watcher.sent
        for name, pieces in picture.items():
            had = sent.get(name)
            if had is pieces:
                continue
            news = None if had is None else changes(had, pieces)
            if news is None:
                html.append(f'"{name}":{spelt(pieces[0]) if len(pieces) == 1 else encoded(joined(pieces))}')
            else:
                parts += [f'"{piece.id}":{spelt(piece)}' for piece in news]
        watcher.sent = picture
        if seat != watcher.seat:
            watcher.seat = seat
            message = f'{message},"me":{encoded(seat)}'
        if html:
            message = f'{message},"html":{{{",".join(html)}}}'
        if parts:
            message = f'{message},"parts":{{{",".join(parts)}}}'
        return f"{message}}}"

    # pictures

    def picture(self, watcher: Watcher) -> Regions:
        """All regions as they are now for a watcher."""
        if self.table.match is None:
            values = lobby_data(self.table, watcher.guest) | {"table": {"id": self.table.id}}
            return {"lobby": [Drawn("", PAGES.get_template("lobby_region.html").render(values))]}
        seat = self.seat(watcher)
        return self._seen(watcher, seat, self.scene(), self._aside(seat))

    def scene(self, people: list[Person] | None = None) -> Scene:
        """The position as it is now; one for all who come while it stands."""
        match = self.table.match
        assert match is not None
        moment = (self.table.number, len(match.entries), people or self.people())
        if self._now is None or self._now[0] != moment:
            self._now = moment, self._scene(match.state, moment[-1])
        return self._now[1]

    def _scene(self, state: State, people: list[Person]) -> Scene:
        return Scene(self._sketches, state, people)

    def _seen(self, watcher: Watcher, seat: int | None, scene: Scene, aside: Regions) -> Regions:
        """A position as this watcher's page shows it; the watcher has this seat."""
        view = scene.view(seat)
        picture = {**scene.regions(seat), **aside}
        picture["lesson"] = self.stage.alone("lesson", key=lesson(self.stage, view))
        return {**picture, **in_words(self.table, view, seat)} if watcher.words else picture

    def draw(self, view: View, seat: int | None) -> Regions:
        """All regions of some position, for who has this seat."""
        return {
            **self.stage.regions(view, self.people()),
            **self._aside(seat),
            "lesson": self.stage.alone("lesson", key=lesson(self.stage, view)),
        }

    def _aside(self, seat: int | None, crowd: Crowd | None = None) -> Regions:
        """What stands beside the game: it depends on the table and on who has which chair."""
        return {
            "tools": self._tools(seat),
            "council": self._council(seat),
            "company": self._company(seat, crowd or self._crowd()),
            "clocks": self._clocks(seat),
        }

    def _tools(self, seat: int | None) -> Pieces:
        """Undo and hints for those who play; the way to the result for all when the game is over."""
        table, match = self.table, self.table.match
        assert match is not None
        why = None if seat is None else table.why_no_undo(seat)
        return self.stage.alone(
            "tools",
            seated=seat is not None,
            hints=seat is not None and table.hints,
            asked=seat is not None and table.decides(seat),
            undo=seat is not None and why is None,
            undo_why="" if why is None else why.words(translator()),
            ask=seat is not None and why is not None and table.consent.why_not(seat) is None,
            result=f"/t/{table.id}" if match.state.over else "",
        )

    def _council(self, seat: int | None) -> Pieces:
        """The open vote, the way to the next table, and for viewers without a chair one that is free."""
        table = self.table
        playing = table.phase == "playing"
        return self.stage.alone(
            "council",
            next=f"/t/{table.next_id}" if table.next_id and seat is not None else "",
            game=game_title(table.next_game) if table.next_id else "",
            layer=host_name(table) if table.next_id and playing else "",  # during a game only the host lays one
            free=seat is None and playing and any(chair.open for chair in table.chairs),
            **vote_data(table, seat),
        )

    def _clocks(self, seat: int | None) -> Pieces:
        if self.table.times is None:
            return self.stage.alone("clocks", clocks=())
        return [self.stage.piece(Piece("clocks", {"clocks": running(self.table, seat)}))]

    def _company(self, seat: int | None, crowd: Crowd) -> Pieces:
        """Who sits at the table, and what this viewer may do about it."""
        known = self._companies.get(seat)
        if known is None or known[0] != crowd:
            drawn = [self.stage.piece(Piece("company", company_data(self.table, seat)))]
            known = self._companies[seat] = crowd, drawn
        return known[1]

    def people(self, crowd: Crowd | None = None) -> list[Person]:
        crowd, known = crowd or self._crowd(), self._seated
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


def changes(had: Pieces, pieces: Pieces) -> Pieces | None:
    """The pieces that are new to who has others in the same places. None if the whole is needed: where the places are
    not the same, or where something without an id has changed."""
    if len(had) != len(pieces):
        return None
    new: Pieces = []
    for i in range(len(pieces)):
        old, piece = had[i], pieces[i]
        if old is not piece and old.html != piece.html:
            if old.id != piece.id or not piece.id:
                return None
            new.append(piece)
    return new


def spelt(piece: Drawn) -> str:
    """A piece's HTML as JSON."""
    if not piece.sent:
        piece.sent = encoded(piece.html)
    return piece.sent


def linked(lines: str, href: str) -> str:
    """What is in each line becomes a link; lists within a line stay as they are."""
    if lines.count("<li") == 1 or (lines.endswith("</ul></li>") and lines.find("<ul") < lines.find("</li>")):
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
