"""A hall with many tables, filled in one go: for figures about storage and for the tests of what the data base does
with a question."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sqlalchemy import Connection, Engine, Table, insert, text

from hightable.hall.schema import CHAIRS, GUESTS, TABLES

AT_ONCE = 5_000  # rows
GUESTS_FOR = 20  # tables have one guest more


def fill(engine: Engine, tables: int) -> None:
    """So many tables of The Feast for two: half of them over, the others waiting or at play, one in ten on lists."""
    with engine.begin() as c:
        guests = tables // GUESTS_FOR + 1
        _insert(c, GUESTS, (_guest(i) for i in range(guests)))
        _insert(c, TABLES, (_table(i, guests) for i in range(tables)))
        _insert(c, CHAIRS, (_chair(i, seat, guests) for i in range(tables) for seat in (0, 1)))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as c:
        c.execute(text("analyze"))


def _insert(c: Connection, table: Table, rows: Iterator[dict[str, object]]) -> None:
    while some := list(islice(rows, AT_ONCE)):
        c.execute(insert(table), some)


def _guest(i: int) -> dict[str, object]:
    return {"id": f"g{i}", "token_hash": f"h{i}", "name": f"G{i}", "created": 0.0}


def _table(i: int, guests: int) -> dict[str, object]:
    return {
        "id": f"t{i}",
        "game": "the-feast",
        "rules": 1,
        "seats": 2,
        "options": {},
        "title": "",
        "listed": i % 10 == 1,
        "host": f"g{i % guests}",
        "phase": ("over", "playing", "over", "waiting")[i % 4],
        "seed": "seed",
        "commitment": f"c{i}",
        "changes": 1,
        "created": float(i),
        "code": f"{i}",
        "deadline": float(i) if i % 100 == 0 else None,
    }


def _chair(i: int, seat: int, guests: int) -> dict[str, object]:
    guest = f"g{(i * 7 + seat) % guests}"
    return {"table_id": f"t{i}", "seat": seat, "kind": "guest", "guest": guest, "level": "", "name": guest}
