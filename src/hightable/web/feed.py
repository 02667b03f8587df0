"""A program's connection to a table: views as JSON instead of pictures in HTML. A view is made once per seat, and only
while somebody listens. Imports conversation and plain."""

from __future__ import annotations

from collections.abc import Callable

from hightable.hall.guests import Guest
from hightable.hall.news import News
from hightable.hall.table import Table
from hightable.web.conversation import Conversation, Socket
from hightable.web.plain import events, hears, picture, said_data, table_data, whole
from hightable.web.wire import encoded


class Listener(Conversation):
    """One program that is connected."""

    def __init__(self, socket: Socket, feeds: Feeds, table: Table, guest: Guest | None) -> None:
        super().__init__(socket, table, guest)
        self._feeds = feeds

    @property
    def seat(self) -> int | None:
        return self.table.seat_of(self.guest.id) if self.guest else None

    def join(self, seen: int) -> None:
        self._feeds.join(self)
        if seen != self.table.number:
            self.refresh()

    def part(self) -> None:
        self._feeds.leave(self)

    def post_whole(self) -> None:
        self.post(encoded(whole(self.table, self.guest)))

    def done(self, id: str) -> None:
        self.post(encoded({"ok": id, "v": self.table.number}))


class Feed:
    """One table as it is told to those who are connected."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.listeners: list[Listener] = []
        self.stop: Callable[[], None] = table.listen(self.hear)

    def hear(self, news: News) -> None:
        """Tell it to everybody. An encoded message serves all who have the same seat, or none."""
        table = self.table
        if news.kind == "chat":
            self._chat(news)
        elif news.kind == "rest":
            for listener in self.listeners:
                listener.end()
        elif news.kind == "beats":
            told: dict[int | None, str] = {}
            for listener in self.listeners:
                seat = listener.seat
                if seat not in told:
                    message = picture(table, seat)
                    message["events"] = events(news.beats, news.first, seat)
                    told[seat] = encoded(message)
                listener.post(told[seat])
        else:
            for listener in self.listeners:
                seen = picture(table, listener.seat) if news.kind == "chairs" else {"v": table.number}
                listener.post(encoded({**seen, "table": table_data(table, listener.guest)}))

    def _chat(self, news: News) -> None:
        assert news.said is not None
        message = encoded({"v": self.table.number, "said": said_data(news.said)})
        for listener in self.listeners:
            if hears(news.said, listener.seat):
                listener.post(message)


class Feeds:
    """The tables to which programs are connected."""

    def __init__(self) -> None:
        self._open: dict[str, Feed] = {}

    def join(self, listener: Listener) -> None:
        feed = self._open.get(listener.table.id)
        if feed is None:
            feed = self._open[listener.table.id] = Feed(listener.table)
        feed.listeners.append(listener)

    def leave(self, listener: Listener) -> None:
        feed = self._open[listener.table.id]
        feed.listeners.remove(listener)
        if not feed.listeners:
            feed.stop()
            del self._open[listener.table.id], feed.stop  # which refers back to the feed
