"""The doctor: which tables can be played on under the installed rules."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from hightable.engine import Refused
from hightable.hall import Hall
from hightable.hall.doctor import examine
from tests.hall.at_table import GAME, play_on, two_friends
from tests.hall.test_hall_schema import OLD, old_file, run


async def party(hall: Hall) -> None:
    table, ann, bob = await two_friends(hall)
    await play_on(table, [ann, bob])
    table, ann, bob = await two_friends(hall)
    await play_on(table, [ann, bob], lambda table: len(table.match.entries) >= 3)
    await hall.lay(ann, GAME, ["me", "friend"])


def test_a_sound_hall(url, in_hall):
    in_hall(party)
    found = examine(make_url(url))
    assert (found.sound, found.ill, found.past) == (2, [], {})


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        ("update tables set rules = 99 where phase = 'playing'", "rules version 99"),
        ("update tables set game = 'whist' where phase = 'playing'", "not installed"),
        (
            "update entries set action = 'sing' where number = 2 and table_id in"
            " (select id from tables where phase = 'playing')",
            "entry 2",
        ),
        ("update tables set seats = 77 where phase = 'waiting'", ""),
    ],
)
def test_what_is_wrong_is_found_and_named(url, in_hall, harm, why):
    in_hall(party)
    run(url, harm)
    found = examine(make_url(url))
    assert found.sound == 1
    [ill] = found.ill
    assert why in ill.why


def test_finished_tables_of_other_rules_are_counted(url, in_hall):
    in_hall(party)
    run(url, "update tables set rules = 99 where phase = 'over'")
    assert examine(make_url(url)).past == {(GAME, 99): 1}


@pytest.mark.parametrize("script", OLD, ids=lambda path: path.stem)
def test_the_doctor_looks_at_older_data_and_changes_nothing(sqlite_url, script: Path):
    old_file(sqlite_url, script)
    before = run(sqlite_url, "select * from sqlite_master")
    assert examine(make_url(sqlite_url)).sound == 1
    assert run(sqlite_url, "select * from sqlite_master") == before


def test_no_hall_is_no_sound_hall(url):
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as c:
        c.execute(text("select 1"))
    engine.dispose()
    with pytest.raises(Refused, match="no hall"):
        examine(make_url(url))
