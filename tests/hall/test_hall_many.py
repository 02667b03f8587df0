"""Many stored tables: what a page asks is answered from indexes, however many there are."""

import asyncio
import re

import pytest
from sqlalchemy import event

from bench.many import fill
from hightable.games import games
from hightable.hall import Crew, Hall, Store
from hightable.hall import saved as sql
from hightable.hall.connect import connect, writing

TABLES = 4_000
GROWING = "tables|chairs|entries|chat|guests|results|presence"
RULES = [(game.id, game.rules) for game in games().values()]
QUESTIONS = {
    "the open tables of the home page": sql.listed,
    "a guest's own tables": lambda c: sql.tables_of(c, "g1"),
    "a guest's finished tables": lambda c: sql.finished_by(c, "g1"),
    "a table by its code": lambda c: sql.table_by_code(c, "77"),
    "a table": lambda c: sql.load_table(c, "t77"),
    "how far tables have come": lambda c: sql.count_entries(c, ["t7", "t77"]),
    "the last day of deals": lambda c: sql.last_deal(c, "g7", ["2026-02-28/kings-feast/beginners-banquet"]),
    "who is at a table": lambda c: sql.present(c, "t77"),
    "clocks": lambda c: sql.due(c, 0.0, RULES),
    "a guest": lambda c: sql.find_guest(c, "h7"),
    "the tables of a deal": lambda c: sql.tables_of_commitment(c, "c7"),
    "who plays a deal": lambda c: sql.players_of_deal(c, "c7", "t1", 0.0),
    "whether a guest has played a deal": lambda c: sql.has_played(c, "g7", "c7"),
    "whether a guest may watch a deal": lambda c: sql.watching_deal(c, "g7", "c7", "t1", 0.0),
    "deals of a day": lambda c: sql.finished(c, ["2026-02-28/kings-feast/beginners-banquet"]),
    "a guest's table of a deal": lambda c: sql.table_of_deal(c, "g7", "2026-02-28/kings-feast/beginners-banquet"),
}


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def full(request, tmp_path_factory):
    """A data base with many tables."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('many')}/hall.db"
    else:
        url = request.getfixturevalue("postgres").new()
    Store(url).check()
    engine = connect(url)
    fill(writing(engine), TABLES)
    yield engine
    engine.dispose()


def asked(engine, question):
    """What a question asks of the data base, and what it finds."""
    statements = []

    def listen(conn, cursor, statement, parameters, context, executemany):
        if statement.lstrip().upper().startswith("SELECT"):
            statements.append((statement, parameters))

    event.listen(engine, "before_cursor_execute", listen)
    with engine.connect() as c:
        found = question(c)
    event.remove(engine, "before_cursor_execute", listen)
    return statements, found


def plan(engine, statement, given=None):
    with engine.connect() as c:
        if engine.dialect.name == "sqlite":
            return [str(row.detail) for row in c.exec_driver_sql(f"explain query plan {statement}", given)]
        # It reads a small table whole though there is an index; so it does only where there is none.
        c.exec_driver_sql("set local enable_seqscan = off")
        return [str(row[0]) for row in c.exec_driver_sql(f"explain {statement}", given)]


def reads_all(line):
    """Also by way of an index, unless it is the one that holds but what is on lists."""
    return (re.search(rf"SCAN ({GROWING})\b", line) and "tables_on_lists" not in line) or "Seq Scan" in line


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_question_of_a_page_reads_all_tables(full, question):
    statements, _found = asked(full, QUESTIONS[question])
    assert statements
    for statement, given in statements:
        lines = plan(full, statement, given)
        assert not any(reads_all(line) for line in lines), (statement, lines)


def test_the_newest_open_tables_come_without_sorting(full):
    statements, found = asked(full, sql.listed)
    numbers = [int(summary.id[1:]) for summary in found]
    assert len(numbers) == sql.MOST_LISTED
    assert numbers == sorted(numbers, reverse=True)
    lines = "\n".join(plan(full, *statements[0]))
    assert "tables_on_lists" in lines
    assert "TEMP B-TREE" not in lines and "Sort" not in lines


def test_a_question_that_does_read_all_tables_would_be_found(full):
    assert any(reads_all(line) for line in plan(full, "select id from tables where title = 'x'"))


def test_many_tables_are_not_counted_for_every_page(full, monkeypatch):
    """Few are counted each time, so that the number is right at once."""

    async def test():
        hall = Hall(Store(full.url), Crew())
        await hall.open()
        assert sum(await hall.counts()) == TABLES // 2
        monkeypatch.setattr(sql, "counts", None)
        assert sum(await hall.counts()) == TABLES // 2
        await hall.close()

    asyncio.run(test())
