"""One table as its watchers see it. Listens to the table while anybody watches, draws what changed, and hands each
watcher the smallest message that brings its page up to date. A region is drawn once for all whose picture of it is the
same. Imports hall and stage."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any, Final

from hightable.engine.contract import Beat, View
from hightable.engine.match import Match
from hightable.games.page import Person, Told
from hightable.hall.guests import Guest
from hightable.hall.news import News, Said
from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web.lists import lobby_data
from hightable.web.stage import PAGES, Stage, stage_of

Message = dict[str, Any]
KEPT: Final = 64  # drawn regions remembered per table


class Watcher:
    """One open page: whose eyes, what it has, and how to reach it."""

    def __init__(self, guest: Guest | None, send: Callable[[Message], None], waiting: bool) -> None:
        self.guest = guest
        self.send = send
        self.waiting = waiting  # it shows the table before the game
        self.sent: dict[str, str] = {}


class Showing:
    """Draws one table; `replay` tells it to recall the log of what happened so far."""

    def __init__(self, table: Table, *, replay: bool = True) -> None:
        self.table = table
        self.stage: Stage = stage_of(table.game)
        self.watchers: set[Watcher] = set()
        self._drawn: dict[str, str] = {}
        self._stop: Callable[[], None] | None = None
        self._log: list[tuple[int, str]] = []  # who may know (a mask, -1 for all), and the line
        if table.match is not None and replay:
            self._replay(table.match)
        for said in table.chat:
            self._log.append((-1, chat_line(said)))

    def _replay(self, match: Match) -> None:
        """The log of what happened before anybody watched."""
        again = Match(match.game, int(match.state.seats), match.seed, match.state.options, dice=match.dice)
        self._tell(again.opening)
        for entry in match.entries:
            self._tell(again.enter(entry))

    def _tell(self, beats: list[Beat]) -> None:
        for beat in beats:
            if line := self.line(beat):
                self._log.append((beat.only, line))

    # watching

    def join(self, watcher: Watcher, seen: int) -> None:
        """Bring a page up to date: nothing if it has the newest picture, else the whole."""
        if self._stop is None:
            self._stop = self.table.listen(self.hear)
        self.watchers.add(watcher)
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
        watcher.sent = self.picture(watcher)
        message: Message = {"v": self.table.number, "html": watcher.sent, "reset": True}
        if self.table.match is not None:
            message["log"] = self.log(self.seat(watcher))
        watcher.send(message)

    def seat(self, watcher: Watcher) -> int | None:
        return self.table.seat_of(watcher.guest.id if watcher.guest else None)

    # news

    def hear(self, news: News) -> None:
        if news.kind == "chat" and news.said is not None:
            self._pass_on(chat_line(news.said))
        elif news.kind == "beats":
            self._play(news)
        else:
            for watcher in self.watchers:
                if watcher.waiting and self.table.match is not None:
                    watcher.send({"go": f"/t/{self.table.id}"})
                else:
                    self._update(watcher, self.picture(watcher), {"v": self.table.number})

    def _pass_on(self, line: str) -> None:
        self._log.append((-1, line))
        for watcher in self.watchers:
            watcher.send({"v": self.table.number, "log": line})

    def _play(self, news: News) -> None:
        """A story in pictures: one for each event that stands a while, and one for where it ended."""
        lines = [self.line(beat) for beat in news.beats]
        self._log += [(beat.only, line) for beat, line in zip(news.beats, lines, strict=True) if line]
        views: dict[tuple[int, int | None], View] = {}
        for watcher in self.watchers:
            if watcher.waiting:
                continue  # it is on its way to the game's own page
            seat = self.seat(watcher)
            log: list[str] = []
            moves: list[tuple[str, str]] = []
            last = len(news.beats) - 1
            for i, beat in enumerate(news.beats):
                if beat.known_to(seat):
                    view = views.get((i, seat)) or views.setdefault((i, seat), beat.state.view(seat))
                    log.append(lines[i])
                    moves += self.stage.page.moves(Told(beat.name, beat.args), view)
                    hold = self.stage.page.holds.get(beat.name)
                    if hold and i < last and news.beats[i + 1].name != beat.name:
                        message = {"v": news.first + i, "hold": hold, **told(log, moves)}
                        self._update(watcher, self.draw(view, seat), message)
                        log, moves = [], []
            hold = self.stage.page.holds.get(news.beats[-1].name, 0)
            self._update(watcher, self.picture(watcher), {"v": self.table.number, "hold": hold, **told(log, moves)})

    def _update(self, watcher: Watcher, picture: dict[str, str], message: Message) -> None:
        """Send only the regions that changed for this page."""
        changed = {name: html for name, html in picture.items() if watcher.sent.get(name) != html}
        watcher.sent = picture
        watcher.send({**message, "html": changed})

    # pictures

    def picture(self, watcher: Watcher) -> dict[str, str]:
        """All regions as they are now for a watcher."""
        if self.table.match is None:
            values = lobby_data(self.table, watcher.guest)
            return {"lobby": PAGES.get_template("lobby_region.html").render(values, table={"id": self.table.id})}
        seat = self.seat(watcher)
        return self.draw(self.table.match.state.view(seat), seat)

    def draw(self, view: View, seat: int | None) -> dict[str, str]:
        people = self.people()
        regions = {
            region.name: self._region(region.name, region.inputs(view), people) for region in self.stage.page.regions
        }
        regions["tools"] = self._tools(seat)
        return regions

    def _region(self, name: str, inputs: dict[str, Any], people: list[Person]) -> str:
        key = f"{name} {inputs!r} {people!r}"
        html = self._drawn.pop(key, None)
        if html is None:
            html = self.stage.region(name, inputs, people)
            if len(self._drawn) >= KEPT:
                del self._drawn[next(iter(self._drawn))]
        self._drawn[key] = html
        return html

    def _tools(self, seat: int | None) -> str:
        """Undo for those who play; the way to the result for all when the game is over."""
        match = self.table.match
        assert match is not None
        why = None if seat is None else match.why_no_undo(seat)
        values = {
            "seated": seat is not None,
            "undo": seat is not None and why is None,
            "undo_why": "" if why is None else why.words(translator()),
            "result": f"/t/{self.table.id}" if match.state.over else "",
        }
        key = f"tools {values!r}"
        if key not in self._drawn:
            self._drawn[key] = PAGES.get_template("tools.html").render(values)
        return self._drawn[key]

    def people(self) -> list[Person]:
        connected = self.table.connected
        return [
            Person(chair.name, chair.kind, chair.guest is not None and chair.guest not in connected, chair.level)
            for chair in self.table.chairs
        ]

    # the log

    def line(self, beat: Beat) -> str:
        """An event in words; a private one is told from the view of its only knower."""
        if beat.name == "undone":
            return undone_line(self.people()[beat.args["seat"]].name)
        if beat.name not in self.stage.page.logged:
            return ""
        told_to = None if beat.only < 0 else beat.only.bit_length() - 1
        return self.stage.log_line(Told(beat.name, beat.args), beat.state.view(told_to), self.people())

    def log(self, seat: int | None) -> str:
        return "".join(line for only, line in self._log if only < 0 or (seat is not None and only >> seat & 1))


def told(log: list[str], moves: list[tuple[str, str]]) -> Message:
    return {**({"log": "".join(log)} if any(log) else {}), **({"moves": moves} if moves else {})}


def undone_line(name: str) -> str:
    words = escape(translator()("%(name)s takes a move back.") % {"name": name})
    return f'<li class="e-undo"><span>{words}</span></li>'


def chat_line(said: Said) -> str:
    return f'<li class="e-chat"><b>{escape(said.name)}</b> <span>{escape(said.text)}</span></li>'


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
