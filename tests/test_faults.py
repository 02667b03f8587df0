"""The fault run in short, on SQLite: a server is killed and connections are cut while people play. And the run
itself is put to the test: what is missing, double or different must not pass."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sqlalchemy import delete, select, update

from bench import faults
from bench.hosts import our_host
from bench.people import Company, with_part
from hightable.hall.connect import connect, writing
from hightable.hall.place import place
from hightable.hall.schema import ENTRIES

ACTIONS = 120


@pytest.fixture(scope="module")
def suffered(tmp_path_factory):
    """A run, and a copy of its data base."""
    data = str(tmp_path_factory.mktemp("faults") / "hall.db")
    run, found = faults.suffer(lambda: our_host(data, compiled=False), data, ACTIONS, tables=4)
    return data, run, found


def change(data: str, statement) -> None:
    engine = writing(connect(place(data)))
    with engine.begin() as c:
        c.execute(statement)
    engine.dispose()


def test_nothing_is_lost_or_doubled_when_servers_are_killed_and_connections_cut(suffered, capsys):
    _data, run, found = suffered
    assert faults.report("SQLite, one process", run, found, 1.0)
    assert run.trouble.kills and run.trouble.cuts and run.trouble.absences
    last = capsys.readouterr().out.splitlines()[-1]
    number = re.fullmatch(r"acknowledged (\d+), found (\d+), lost 0, doubled 0", last)
    assert number and number[1] == number[2] and int(number[1]) >= ACTIONS


def test_the_run_finds_what_is_lost_double_or_damaged(suffered):
    data, run, _found = suffered
    table, *_others = run.tables
    rows = select(ENTRIES).where(ENTRIES.c.table_id == table).order_by(ENTRIES.c.number)
    engine = connect(place(data))
    with engine.connect() as c:
        one, two, three, *_rest, last = c.execute(rows).all()
    engine.dispose()
    mine = ENTRIES.c.table_id == table
    double = one if two.seat == three.seat else two  # the data base takes no mark twice from one seat
    change(data, update(ENTRIES).where(mine, ENTRIES.c.number == double.number).values(nonce=three.nonce))
    found = faults.audit(data, run.tables, run.company)
    assert (found.lost, found.doubled, found.whole) == (1, 1, False)
    change(data, delete(ENTRIES).where(mine, ENTRIES.c.number.in_([double.number, last.number])))
    found = faults.audit(data, run.tables, run.company)
    assert (found.lost, found.doubled) == (2, 0)
    change(data, update(ENTRIES).where(mine, ENTRIES.c.number == three.number).values(action="nonsense"))
    found = faults.audit(data, run.tables, run.company)
    assert found.found == found.acknowledged - 3 and found.damaged
    assert faults.audit(data, run.tables, Company([], 0, refused={three.nonce})).done_though_refused == 1


def test_a_run_whose_people_see_something_else_does_not_pass(suffered):
    _data, run, found = suffered
    run.trouble.differences.append("somebody sees something else")
    assert not faults.report("SQLite, one process", run, found, 1.0)
    run.trouble.differences.clear()


def test_a_page_takes_over_single_parts():
    html = '<b id="x">1</b><div id="a" class="q"><div>2</div></div><div>3</div>'
    assert with_part(html, "a", "<div>new</div>") == '<b id="x">1</b><div>new</div><div>3</div>'
    assert with_part(html, "other", "<div>new</div>") == html


def test_tables_that_are_gone_are_damaged(suffered):
    data, run, _found = suffered
    assert faults.audit(data, [*run.tables, "nothing234"], run.company).damaged
    assert Path(data).is_file()
