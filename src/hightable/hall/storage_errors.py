"""What can be wrong with the storage, in plain sentences: for players and `/healthz` while a server runs, and for the
host when a command can't use its data. Imports SQLAlchemy and the engine's words."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, OperationalError

from hightable.engine.words import N_, Refused
from hightable.hall.place import shown

# While a server runs. No paths, no library's words: everybody reads these.
FULL: Final = N_("The server's disk is full, so nothing can be saved right now.")
DISK: Final = N_("The server's disk reports errors, so nothing can be saved right now.")
READ_ONLY: Final = N_("The server may not write to its database, so nothing can be saved right now.")
DAMAGED: Final = N_("The server's database is damaged, so not everything can be saved or shown.")
BLOCKED: Final = N_("Another program blocks the server's database, so nothing can be saved right now.")
EMPTIED: Final = N_("The server's tables were moved to another database, so nothing can be saved here.")
GONE: Final = N_("The server's data file was deleted, moved or replaced, so nothing can be saved right now.")
TAKEN: Final = N_("Another server has taken over the data file, so nothing can be saved here.")
AWAY: Final = N_("The server's database can't be reached, so nothing can be saved right now.")
SILENT: Final = N_("The server's database doesn't answer, so nothing can be saved right now.")

# For the host, who can do something about it.
ADVICE: Final = {
    FULL: N_("%(place)s can't be written: the disk is full. Make room and try again."),
    DISK: N_("%(place)s can't be used: the disk reports errors. Check the disk; if data are lost, restore a backup."),
    READ_ONLY: N_("%(place)s can't be opened or written. Check the permissions of the file and its folder."),
    DAMAGED: N_("%(place)s is damaged. Restore your latest backup into a new file: hightable restore."),
    BLOCKED: N_("%(place)s is blocked by another program. Stop that program and try again."),
    EMPTIED: N_("%(place)s doesn't hold the tables of a hall, or no longer does."),
}
UNREADABLE: Final = (json.JSONDecodeError, UnicodeDecodeError)  # what stands in a row isn't what was written there
UNUSABLE: Final = N_("The database can't be used: %(why)s")

_BY_SQLITE_CODE: Final = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR: DISK,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_AUTH: READ_ONLY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_BUSY: BLOCKED,
    sqlite3.SQLITE_LOCKED: BLOCKED,
}
_BY_SQLSTATE: Final = {
    "53100": FULL,
    "58030": DISK,
    "25006": READ_ONLY,
    "42501": READ_ONLY,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
    "42P01": EMPTIED,
}


class StorageProblem(Refused):
    """The database can't be used just now; the sentence says why. Whether a write was made is not certain."""


class Unfit(Refused):
    """These data can't be used by this High Table; the sentence says why and what to do."""


def storage_problem(error: Exception) -> StorageProblem | None:
    """What an error of the database means for everybody, or None if it isn't the storage's fault."""
    sentence = _sentence(error)
    if sentence is None:
        return None
    found = StorageProblem(sentence)
    found.__cause__ = error
    return found


def unfit(error: Exception, place: URL) -> Unfit:
    """What an error of the database means for the host."""
    sentence = _sentence(error)
    if sentence in ADVICE:
        return Unfit(ADVICE[sentence], "", {"place": shown(place)})
    why = error.orig if isinstance(error, DBAPIError) else error
    return Unfit(UNUSABLE, "", {"why": str(why)})


def damaged(place: URL) -> Unfit:
    return Unfit(ADVICE[DAMAGED], "", {"place": shown(place)})


@contextmanager
def explained(place: URL) -> Iterator[None]:
    """Turn errors of the database into a sentence for the host."""
    try:
        yield
    except (DBAPIError, sqlite3.Error, *UNREADABLE) as error:
        raise unfit(error, place) from error


def _sentence(error: Exception) -> str | None:
    found = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(found, sqlite3.Error):
        return _of_sqlite(found)
    if isinstance(found, UNREADABLE):
        return DAMAGED
    state = getattr(found, "sqlstate", None)
    if state in _BY_SQLSTATE:
        return _BY_SQLSTATE[state]
    away = isinstance(error, DBAPIError) and (error.connection_invalidated or isinstance(error, OperationalError))
    return AWAY if away else None


def _of_sqlite(error: sqlite3.Error) -> str | None:
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # the driver's own: it met text that is none
        return DAMAGED if isinstance(error, sqlite3.OperationalError) and "decode" in str(error) else None
    if "no such table" in str(error):
        return EMPTIED
    return _BY_SQLITE_CODE.get(code & 0xFF)
