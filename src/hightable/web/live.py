"""The open page: a connection that gets pictures in HTML. Imports conversation and showing."""

from __future__ import annotations

from hightable.hall.guests import Guest
from hightable.hall.table import Table
from hightable.web.conversation import Conversation, Socket, field
from hightable.web.showing import Watcher
from hightable.web.showings import Showings
from hightable.web.wire import Message


class Live(Conversation):
    """A page's connection."""

    def __init__(self, socket: Socket, showings: Showings, table: Table, guest: Guest | None) -> None:
        super().__init__(socket, table, guest)
        self.showings = showings
        self.watcher = Watcher(guest, self.post, self.end, "waiting" in socket.query_params)

    def join(self, seen: int) -> None:
        self.showing = self.showings.join(self.table, self.watcher, seen)

    def part(self) -> None:
        self.showings.leave(self.showing, self.watcher)
        del self.watcher  # it refers back to this object, and such circles stay in memory for long

    def post_whole(self) -> None:
        self.showing.refresh(self.watcher)

    def only_look(self, order: Message) -> bool:
        """Show the table in words, too, or no longer."""
        if "words" not in order:
            return False
        self.watcher.words = field(order, "words", bool)
        self.refresh()
        return True
