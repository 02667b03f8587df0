"""A hall carried elsewhere: to the other data base, into a backup and out of it, while people play."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import make_url, select

from hightable.engine import Refused
from hightable.hall import Crew, Hall, Store
from hightable.hall import carry as carriers
from hightable.hall.carry import CARRIED, backup, move, restore
from hightable.hall.connect import connect
from hightable.hall.prepare import Unfit
from hightable.hall.schema import TABLES
from tests.hall.at_table import act, play_on, two_friends


def contents(url: str) -> dict[str, list[tuple[object, ...]]]:
    engine = connect(url)
    with engine.connect() as c:
        found = {t.name: sorted(map(tuple, c.execute(select(t))), key=repr) for t in CARRIED}
    engine.dispose()
    return found


async def a_party(hall: Hall) -> None:
    """A finished game, one at play with a clock's worth of everything, one that waits; chat, and a name in Greek."""
    table, ann, bob = await two_friends(hall)
    await play_on(table, [ann, bob])
    table, ann, bob = await two_friends(hall, "bot:random")
    for _ in range(3):
        if table.decides(table.seat_of(ann.id)):
            await act(table, ann)
    await table.say(ann, "Guten Appetit, 乾杯!")
    await hall.rename(bob, "Ὀδυσσεύς")
    await hall.lay(ann, "the-feast", ["me", "friend"], title="Later")


@pytest.fixture
def other_url(url: str, request: pytest.FixtureRequest) -> str:
    """An empty data base of the other kind."""
    return str(request.getfixturevalue("postgres_url" if url.startswith("sqlite") else "sqlite_url"))


def test_a_hall_moves_to_the_other_data_base_whole(url, other_url, in_hall):
    in_hall(a_party)
    before = contents(url)
    counts = move(make_url(url), make_url(other_url))
    assert contents(other_url) == before
    assert counts == {name: len(rows) for name, rows in before.items()}
    assert all(counts[name] for name in ("guests", "tables", "chairs", "entries", "chat", "results", "secrets"))

    async def play_there() -> None:
        hall = Hall(Store(other_url), Crew(), think=(0, 0))
        await hall.open()
        for row in before["tables"]:
            assert (await hall.table(row[0])) is not None
        await hall.close()

    asyncio.run(play_there())


def test_the_old_place_is_closed_after_a_move(url, other_url, in_hall):
    """Also for a server that still runs there: nobody writes where nobody will look."""

    async def test(hall: Hall) -> None:
        table, ann, bob = await two_friends(hall)
        await asyncio.to_thread(move, make_url(url), make_url(other_url))
        mine = next(guest for guest in (ann, bob) if table.decides(table.seat_of(guest.id)))
        with pytest.raises(Exception):  # noqa: B017, PT011 - each data base has its own words for a table that is gone
            await act(table, mine)

    in_hall(test)
    assert contents(other_url)["entries"] == []
    with pytest.raises(Unfit, match="moved"):
        Store(url).check()


def test_nothing_moves_into_a_hall(url, other_url, in_hall):
    in_hall(a_party)

    async def someone(hall: Hall) -> None:
        await hall.welcome("Zoe")

    async def there() -> None:
        hall = Hall(Store(other_url), Crew())
        await hall.open()
        await someone(hall)
        await hall.close()

    asyncio.run(there())
    before, others = contents(url), contents(other_url)
    with pytest.raises(Refused, match="already"):
        move(make_url(url), make_url(other_url))
    assert (contents(url), contents(other_url)) == (before, others)


def test_what_does_not_arrive_whole_is_not_moved(url, other_url, in_hall, monkeypatch):
    in_hall(a_party)
    before = contents(url)
    monkeypatch.setattr(carriers, "_count", lambda c, table: 0 if table is TABLES and c.in_transaction() else 1)
    with pytest.raises(Refused):
        move(make_url(url), make_url(other_url))
    monkeypatch.undo()
    Store(other_url).check()
    assert contents(url) == before
    assert contents(other_url)["tables"] == []


def test_a_backup_of_a_running_hall_is_of_one_moment(url, in_hall, tmp_path: Path):
    """Guests and tables are written all the time; in the backup every table has its host, chairs and entries."""
    file = tmp_path / "backup.db"

    async def test(hall: Hall) -> None:
        done = asyncio.Event()

        async def write_on() -> int:
            count = 0
            while not done.is_set() or count < 3:
                await two_friends(hall, "bot:random")
                count += 1
            return count

        writers = [asyncio.create_task(write_on()) for _ in range(3)]
        await asyncio.sleep(0.3)
        counts = await asyncio.to_thread(backup, make_url(url), file)
        done.set()
        assert sum(await asyncio.gather(*writers)) >= 9
        assert counts["guests"] > 0

    in_hall(test)
    with sqlite3.connect(file) as c:
        assert c.execute("pragma foreign_key_check").fetchall() == []
        assert c.execute("select count(*) from tables where id not in (select table_id from chairs)").fetchone() == (0,)
    c.close()
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith("backup")) == ["backup.db"]


def test_a_backup_is_restored_to_either_data_base(url, in_hall, tmp_path: Path, postgres):
    in_hall(a_party)
    before, file = contents(url), tmp_path / "backup.db"
    counts = backup(make_url(url), file)
    held = file.read_bytes()
    for target in (f"sqlite:///{tmp_path}/restored.db", postgres.new()):
        assert restore(file, make_url(target)) == counts
        assert contents(target) == before
    assert file.read_bytes() == held


def test_a_backup_of_an_older_version_is_restored(tmp_path: Path, postgres_url):
    old = tmp_path / "old.db"
    with sqlite3.connect(old) as c:
        c.executescript((Path(__file__).parent / "schemas" / "4.sql").read_text())
        c.execute("insert into guests values ('ann', 'hash', 'Ann', 1.0)")
    c.close()
    file = tmp_path / "backup.db"
    assert backup(make_url(f"sqlite:///{old}"), file)["guests"] == 1
    assert restore(file, make_url(postgres_url))["guests"] == 1


def test_a_backup_never_overwrites_anything(url, in_hall, tmp_path: Path):
    in_hall(a_party)
    (tmp_path / "backup.db").write_text("mine")
    with pytest.raises(Refused, match="already"):
        backup(make_url(url), tmp_path / "backup.db")
    assert (tmp_path / "backup.db").read_text() == "mine"


def test_a_backup_that_fails_leaves_nothing(postgres_url, tmp_path: Path):
    with pytest.raises(Unfit):
        backup(make_url(postgres_url), tmp_path / "backup.db")
    assert list(tmp_path.glob("backup*")) == []
