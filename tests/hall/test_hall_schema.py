"""The schema: new data bases and all older ones come to the same, on SQLite and PostgreSQL; newer ones are left be."""

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text

from hightable.hall import Guest, Hall, Store
from hightable.hall.daily import deals
from hightable.hall.prepare import Unfit
from hightable.hall.schema import HEAD, METADATA
from tests.hall.at_table import act

OLD = sorted((Path(__file__).parent / "schemas").glob("*.sql"))
PEOPLE = """
insert into guests (id, token_hash, name, created) values ('ann', 'hash', 'Ann', 1.0);
insert into tables (id, game, rules, seats, options, title, listed, host, phase, seed, commitment, changes, created)
 values ('abcdefghjk', 'the-feast', 1, 2, '{"dummies": 3}', 'Old', 0, 'ann', 'playing', 'seed',
 '19b25856e1c150ca834cffc8b59b23adbd0ec0389e58eb22b3b64768098d002b', 1, 1.0);
insert into chairs (table_id, seat, kind, guest, level, name) values ('abcdefghjk', 0, 'guest', 'ann', '', 'Ann');
insert into chairs (table_id, seat, kind, guest, level, name) values ('abcdefghjk', 1, 'bot', null, 'random', 'Edmund');
"""
"""A table at play, in the words of every version."""


def run(url: str, statement: str) -> list[tuple[object, ...]]:
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as c:
        found = c.execute(text(statement))
        rows = [tuple(row) for row in found] if found.returns_rows else []
    engine.dispose()
    return rows


def old_file(url: str, script: Path) -> None:
    with sqlite3.connect(url.removeprefix("sqlite:///")) as c:
        c.executescript(script.read_text())
        c.executescript(PEOPLE)
    c.close()


@pytest.mark.parametrize("script", OLD, ids=lambda path: path.stem)
def test_a_file_of_an_older_schema_goes_on(sqlite_url: str, script: Path, in_sqlite_hall):
    old_file(sqlite_url, script)

    async def play(hall: Hall) -> None:
        table = await hall.table("abcdefghjk")
        assert (table.title, table.phase, table.deal) == ("Old", "playing", None)
        ann = Guest("ann", "Ann")
        await act(table, ann)
        for deal in deals(hall.today()):
            assert (await hall.daily(ann, deal)).deal == deal

    async def again(hall: Hall) -> None:
        assert len((await hall.table("abcdefghjk")).match.entries) >= 1

    in_sqlite_hall(play)
    in_sqlite_hall(again)
    assert run(sqlite_url, "select version_num from alembic_version") == [(HEAD,)]


def shape(url: str) -> list[tuple[str, ...]]:
    engine = create_engine(url)
    found, tables = inspect(engine), inspect(engine).get_table_names()
    columns = [(t, c["name"], str(c["type"]), str(c["nullable"])) for t in tables for c in found.get_columns(t)]
    indexes = [(t, i["name"], str(i["column_names"]), str(i["unique"])) for t in tables for i in found.get_indexes(t)]
    keys = [(t, str(found.get_pk_constraint(t)["constrained_columns"])) for t in tables]
    others = [
        (t, str(k["constrained_columns"]), k["referred_table"]) for t in tables for k in found.get_foreign_keys(t)
    ]
    unique = [(t, str(u["column_names"])) for t in tables for u in found.get_unique_constraints(t)]
    engine.dispose()
    return sorted([*columns, *indexes, *keys, *others, *unique])


@pytest.mark.parametrize("script", OLD, ids=lambda path: path.stem)
def test_an_old_file_gets_all_that_a_new_one_has(tmp_path: Path, script: Path):
    old, new = f"sqlite:///{tmp_path}/old.db", f"sqlite:///{tmp_path}/new.db"
    old_file(old, script)
    Store(old).check()
    Store(new).check()
    assert shape(old) == shape(new)


def test_the_migrations_make_what_the_program_expects(url: str):
    Store(url).check()
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as c:
        context = MigrationContext.configure(c, opts={"compare_type": True})
        assert context.get_current_revision() == HEAD
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_the_newest_migration_is_the_one_the_program_names():
    config = Config()
    config.set_main_option("script_location", "hightable.hall:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_newer_data_are_left_alone(url: str):
    Store(url).check()
    run(url, "update alembic_version set version_num = '0099'")
    with pytest.raises(Unfit, match="0099"):
        Store(url).check()


def test_newer_data_of_before_the_migrations_are_left_alone(sqlite_url: str):
    old_file(sqlite_url, OLD[-1])
    run(sqlite_url, "update schema_version set version = 99")
    with pytest.raises(Unfit, match="0099"):
        Store(sqlite_url).check()


def test_programs_that_know_no_migrations_leave_new_data_alone(url: str):
    Store(url).check()
    assert run(url, "select max(version) from schema_version") == [(5,)]


def test_the_tables_of_something_else_are_left_alone(url: str):
    run(url, "create table guests (id integer)")
    with pytest.raises(Unfit, match="something else"):
        Store(url).check()


def test_opening_again_keeps_the_secret(url: str):
    Store(url).check()
    before = run(url, "select value from secrets")
    Store(url).check()
    assert run(url, "select value from secrets") == before != []


def test_several_processes_may_start_at_once(url: str):
    """Each finds the whole schema, and there is one secret. On a file, those who come second are sent away."""
    failures: list[BaseException] = []

    def start() -> None:
        try:
            Store(url).check()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if url.startswith("sqlite"):
        assert len(failures) < 4 and all(isinstance(error, Unfit) and "PostgreSQL" in str(error) for error in failures)
    else:
        assert failures == []
    assert run(url, "select count(*) from secrets") == [(1,)]


def test_a_data_base_that_is_not_there_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr("hightable.hall.store.PATIENCE", 0.0)
    with pytest.raises(Unfit, match="can't be used"):
        asyncio.run(Store(f"postgresql://nobody@/nothing?host={tmp_path}").open())
