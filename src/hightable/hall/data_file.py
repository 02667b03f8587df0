"""The file of a SQLite database: created for its owner alone, locked by one server, and checked to be still the file
that was opened. Imports the engine's words."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import Final

from hightable.engine.words import N_
from hightable.hall.storage_errors import GONE, READ_ONLY, TAKEN, StorageProblem, Unfit

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

OWNER_ONLY: Final = 0o600
RECENT: Final = 0.01  # seconds for which a check counts as made just now
IN_USE: Final = N_(
    "Another server is already running on %(file)s. Several servers at once need PostgreSQL: see `hightable move`."
)
Identity = tuple[int, int]  # device and inode


class DataFile:
    """A SQLite file and what lies beside it. Links are followed once, so that all names of a file share one lock."""

    def __init__(self, database: str) -> None:
        self.path = Path(os.path.realpath(database))
        self._named = os.path.abspath(database)  # where a restart would look
        self._known: list[tuple[str, Identity]] = []
        self._lock: int | None = None  # a file descriptor
        self._lock_path = f"{self.path}.lock"
        self._lock_identity: Identity | None = None
        self.lost = False  # whether the last check failed
        self._checked = 0.0  # when a check last succeeded
        self._checking = threading.Lock()

    def claim(self) -> None:
        """Keep all other servers away from this file until `release`, or raise Unfit. The system ends the lock with
        the process, however that ends; the lock file stays."""
        if self._lock is None and not self._take_lock():
            raise Unfit(IN_USE, "", {"file": str(self.path)})

    def release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def create(self) -> None:
        """Make an empty file for the owner alone. What SQLite puts beside it gets the same mode. A file that is there
        keeps its own."""
        try:
            create_private(self.path)
        except OSError as error:
            gaps = {"file": str(self.path), "why": error.strerror or str(error)}
            raise Unfit(N_("%(file)s can't be created: %(why)s."), "", gaps) from error

    def remember(self) -> None:
        """Take note which files these are, once SQLite has opened them."""
        known = ((path, _identity(path)) for path in (self._named, f"{self.path}-wal"))
        self._known = [(path, found) for path, found in known if found is not None]
        self.lost = False

    def check_before(self) -> None:
        """The same as `check` for what is about to be written, unless it was checked a moment ago, and for the lock."""
        if self._checked + RECENT < time.monotonic():
            self._check(with_lock=True)

    def check(self) -> None:
        """Raise StorageProblem unless the names still lead to the files that were opened. They may come back."""
        self._check(with_lock=False)

    def _check(self, with_lock: bool) -> None:
        with self._checking:
            problem = None
            for path, known in self._known:
                if _identity(path) != known:
                    problem = GONE
            if problem is None and with_lock:
                problem = self._lock_problem()
            self.lost = problem is not None
            self._checked = 0.0 if self.lost else time.monotonic()
        if problem is not None:
            raise StorageProblem(problem)

    def _lock_problem(self) -> str | None:
        """Somebody may have deleted the lock file, and then another server doesn't see our lock: take it again."""
        if self._lock is None or _identity(self._lock_path) == self._lock_identity:
            return None
        try:
            return None if self._take_lock() else TAKEN
        except Unfit:
            return READ_ONLY

    def _take_lock(self) -> bool:
        taken = _locked(self._lock_path)
        if taken is None:
            return False
        if self._lock is not None:
            os.close(self._lock)
        self._lock = taken
        held = os.fstat(taken)
        self._lock_identity = held.st_dev, held.st_ino
        return True


def create_private(path: Path | str) -> None:
    """Create an empty file with mode 0600, whatever the umask, unless there is a file of this name."""
    try:
        created = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    except FileExistsError:
        return
    os.close(created)
    os.chmod(path, OWNER_ONLY)


def _identity(path: str) -> Identity | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _locked(path: str) -> int | None:
    """A descriptor that holds the lock, or None if another one does; or raise Unfit if there can't be a lock."""
    try:
        create_private(path)
        file = os.open(path, os.O_RDWR)
    except OSError as error:
        gaps = {"file": path, "why": error.strerror or str(error)}
        raise Unfit(N_("%(file)s can't be created or opened: %(why)s."), "", gaps) from error
    try:
        if sys.platform == "win32":
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        return None
    return file
