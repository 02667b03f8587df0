"""One table as its watchers see it. Listens to the table while anybody watches, draws what changed, and hands each
watcher the smallest message that brings its page up to date. Imports hall and stage."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Generator, Sequence
from typing import NamedTuple

from hightable.engine.compat import mypyc_attr
from hightable.engine.contract import Beat, State, View
from hightable.engine.words import N_
from hightable.games.page import Drawn, Person, Piece, Told
from hightable.hall.guests import Guest
from hightable.hall.news import Chair, News, Said
from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web.clocks import running
from hightable.web.lists import company_data, game_title, host_name, level_name, lobby_data
from hightable.web.log import Line, Log, Past, earlier_line, heard_by, may_hear, note_line, took_back, worth_a_line
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
        self.seen = -1  # the number of the table that it shows, when it comes
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
    """Draws one table. Its log has to be made first, see `making`; until it is `ready`, those who watch wait for their
    first picture."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.watchers: set[Watcher] = set()
        self.ready = False
        self._missed = False  # something happened before it was ready
        self._stop: Callable[[], None] | None = None
        self._log = Log()
        self._now: tuple[Moment, Scene] | None = None
        self._book = Sketches(self.stage)
        self._seated: tuple[Crowd, list[Person]] | None = None
        self._companies: dict[int | None, tuple[Crowd, Pieces]] = {}

    @property
    def stage(self) -> Stage:
        """The screen of what is played: while a table waits, the host may choose another game."""
        return stage_of(self.table.game)

    @property
    def _sketches(self) -> Sketches:
        if self._book.stage is not self.stage:
            self._book = Sketches(self.stage)
        return self._book

    # making the log

    def making(self) -> Generator[None, None, None]:
        """Make the newest lines of what happened so far, step by step, see `in_slices`. The table may go on meanwhile:
        what comes is told as well, and in the last step whoever waits gets a picture. From then on all is told live."""
        table, past = self.table, self._past(self._viewers())
        lines: dict[int, str] = {}
        if past is None:
            for said in table.chat:
                self._log.say(said)
        else:
            while True:
                yield from self._telling(past, lines)
                assert table.match is not None
                if len(past.ends) > len(table.match.entries):
                    break
            self._log.recall(past, lines, past.remarks(table.chat, table.at))
        self.ready = True
        for watcher in self.watchers:
            if watcher.waiting and table.match is not None:
                self._call(watcher)
            elif self._missed or watcher.seen != table.number:
                self.refresh(watcher)

    def earlier(self, seat: int | None, before: int) -> Generator[None, None, str]:
        """The lines of this seat before an event, step by step. Older ones are no more kept than these: they are made
        again, from the beginning of the game."""
        past = self._past([seat], before)
        if past is None:
            return ""
        lines: dict[int, str] = {}
        yield from self._telling(past, lines)
        return self._headed(*past.shown(seat, lines, past.remarks(self.table.chat, self.table.at)))

    def _viewers(self) -> list[int | None]:
        return [None, *range(self.table.seats)]

    def _past(self, viewers: Sequence[int | None], before: int = 0) -> Past | None:
        match = self.table.match
        return None if match is None else Past(match, viewers, self.stage.page.logged, before)

    def _telling(self, past: Past, lines: dict[int, str]) -> Generator[None, None, None]:
        """Play the game as far as it has come, then tell what is kept of it; what is new meanwhile is left for the
        next time."""
        while True:
            match = self.table.match
            assert match is not None
            if not past.step(match):
                break
            yield
        for number, beat in past.beats().items():
            if number not in lines:
                lines[number] = self._told(number, beat, self._scene(beat.state, self.people()))
                yield

    def _told(self, number: int, beat: Beat, scene: Scene) -> str:
        """The line of an event, which leads to its moment in the look back, where there is one."""
        line = self.line(beat, scene)
        return linked(line, f"{self._look_back}?e={number}") if line and self._look_back else line

    @property
    def _look_back(self) -> str:
        """Where the game is looked back at while it is played, or nothing."""
        return f"/t/{self.table.id}/replay" if self.table.game.recalls(self.table.options) else ""

    def _headed(self, first: int, lines: str) -> str:
        """Lines, after what leads to those before the event `first`, if there are any."""
        if not first:
            return lines
        address = f"/t/{self.table.id}/log?before={first}"
        return earlier_line(address, f"{self._look_back}?e={first - 1}" if self._look_back else address) + lines

    def _tell(self, beats: Sequence[Beat], scenes: Sequence[Scene]) -> list[str]:
        """The lines of these events, which are the next of the game; they are added to the log."""
        lines = []
        for beat, scene in zip(beats, scenes, strict=True):
            self._log.events += 1
            lines.append(self._told(self._log.events, beat, scene))
            if worth_a_line(beat, self.stage.page.logged):
                knowing = [viewer for viewer in self._viewers() if may_hear(beat.only, viewer)]
                self._log.add(knowing, Line(self._log.events, lines[-1], took_back(beat)))
        return lines

    # watching

    def join(self, watcher: Watcher, seen: int) -> None:
        """Bring a page up to date: nothing if it has the newest picture, else the whole."""
        self.open()
        self.watchers.add(watcher)
        watcher.seat, watcher.seen = self.seat(watcher), seen
        if watcher.waiting and self.table.match is not None:
            self._call(watcher)
        elif self.ready and seen != self.table.number:
            self.refresh(watcher)

    def open(self) -> None:
        """Begin to listen to the table."""
        if self._stop is None:
            self._stop = self.table.listen(self.hear)

    def close(self) -> None:
        """Listen no longer."""
        if self._stop is not None:
            self._stop()
            self._stop = None

    def _call(self, watcher: Watcher) -> None:
        """The game has begun: it has a page of its own."""
        watcher.send(encoded({"go": f"/t/{self.table.id}"}))

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)

    def refresh(self, watcher: Watcher) -> None:
        """The whole picture, as soon as there is one."""
        if not self.ready:
            watcher.seen = -1
            return
        watcher.sent, watcher.seat = self.picture(watcher), self.seat(watcher)
        message: Message = {"v": self.table.number, "html": whole(watcher.sent), "reset": True}
        if self.table.match is not None:
            message |= {"me": watcher.seat, "log": self.log(watcher.seat)}
        watcher.send(encoded(message))

    def seat(self, watcher: Watcher) -> int | None:
        return self.table.seat_of(watcher.guest.id if watcher.guest else None)

    # news

    def hear(self, news: News) -> None:
        if news.kind == "rest":
            for watcher in self.watchers:
                watcher.end()
        elif not self.ready:
            self._missed = True
        elif news.kind == "chat" and news.said is not None:
            self._pass_on(news.said)
        elif news.kind == "beats":
            self._play(news)
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

    def _pass_on(self, said: Said) -> None:
        only, message = heard_by(said), encoded({"v": self.table.number, "log": self._log.say(said)})
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
        """The newest lines."""
        return self._headed(*self._log.shown(seat))


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
