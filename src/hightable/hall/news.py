"""What a table is made of and what it tells those who watch it: plain frozen data. Imports the engine only."""

from __future__ import annotations

from dataclasses import dataclass

from hightable.engine import Beat, Value


@dataclass(frozen=True)
class Chair:
    """A place at a table. `kind` is "guest", "bot" or "free"; `level` names a bot's strength."""

    kind: str
    guest: str | None = None
    level: str = ""
    name: str = ""


@dataclass(frozen=True)
class Said:
    """A line of chat, with its number from 1 at this table."""

    number: int
    seat: int
    name: str
    text: str
    at: float


@dataclass(frozen=True)
class News:
    """Something changed. `kind` is "beats", "chairs", "chat" or "presence"; `first` is the first event's number, from
    1, so that the table's number after n beats is first + n - 1."""

    kind: str
    beats: tuple[Beat, ...] = ()
    first: int = 0
    said: Said | None = None


@dataclass(frozen=True)
class Summary:
    """A table as a line of a list."""

    id: str
    title: str
    game: str
    options: dict[str, Value]
    phase: str
    chairs: tuple[Chair, ...]
    host_name: str
    deal: str | None = None
