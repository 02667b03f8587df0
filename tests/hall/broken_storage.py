"""A store whose writes fail while a test wants them to, as on a full disk."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from sqlalchemy import event

from hightable.hall import Store
from hightable.hall import store as store_module

CHANGES = ("INSERT", "UPDATE", "DELETE")


class BrokenStorage:
    """Switch `full` on and off; `failures` counts the statements that failed."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        self.failures = 0
        monkeypatch.setattr(store_module, "PATIENCE", 0.0)  # PostgreSQL is waited for
        at_once = store_module._at_once
        monkeypatch.setattr(store_module, "_at_once", lambda engine, jobs: not self.full and at_once(engine, jobs))
        assert store._engine is not None
        for name in ("do_execute", "do_executemany"):
            event.listen(store._engine, name, self._fail)

    def _fail(self, _cursor: Any, statement: str, _values: Any, context: Any) -> None:
        if self.full and statement.startswith(CHANGES):
            self.failures += 1
            raise _full_disk(context.dialect.name)


def _full_disk(dialect: str) -> Exception:
    if dialect == "sqlite":
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        return error
    from psycopg.errors import DiskFull

    return DiskFull("no space left on device")
