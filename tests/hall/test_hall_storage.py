"""Honest storage: one server to a file, files for their owner alone, nothing acknowledged that isn't kept, and a
sentence for everything that can be wrong with a disk."""

import asyncio
import logging
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import make_url, select, text

from hightable.engine import Refused
from hightable.hall import Guest, Hall, Lost, Store, storage_errors
from hightable.hall import saved as sql
from hightable.hall import store as store_module
from hightable.hall.carry import backup, move, restore
from hightable.hall.connect import connect
from hightable.hall.data_file import DataFile
from hightable.hall.doctor import examine
from hightable.hall.saved import SavedEntry
from hightable.hall.schema import ENTRIES, SECRETS
from hightable.hall.storage_errors import (
    AWAY,
    DAMAGED,
    EMPTIED,
    FULL,
    GONE,
    READ_ONLY,
    SILENT,
    TAKEN,
    StorageProblem,
    Unfit,
)
from tests.hall.at_table import act, two_friends
from tests.hall.broken_storage import BrokenStorage
from tests.hall.test_hall_store import guest_write, names, with_store

posix = pytest.mark.skipif(sys.platform == "win32", reason="files that are open can't be moved there")


def file_of(url: str) -> Path:
    return Path(str(make_url(url).database))


def mode(path: Path | str) -> int:
    return os.stat(path).st_mode & 0o777


# one server to a file


def test_a_second_server_on_a_file_is_refused_with_a_sentence(sqlite_url, tmp_path: Path, monkeypatch):
    """Also by another name of the same file."""
    (tmp_path / "link.db").symlink_to(tmp_path / "hall.db")
    (tmp_path / "folder").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)

    async def test(store: Store) -> None:
        for place in ("hall.db", "./hall.db", "link.db", "folder/link.db"):
            with pytest.raises(Unfit, match=r"Another server is already running.*PostgreSQL"):
                await Store(f"sqlite:///{place}").open()
            with pytest.raises(Unfit, match="Another server"):
                Store(f"sqlite:///{place}").check()
        await store.write(guest_write("a"))

    with_store(sqlite_url, test)
    with_store(sqlite_url, names)  # the lock ended with the store


def test_several_stores_share_a_postgresql(postgres_url):
    async def test(store: Store) -> None:
        other = Store(postgres_url)
        await other.open()
        await other.close()

    with_store(postgres_url, test)


@posix
def test_the_lock_of_a_killed_server_is_gone_with_it(sqlite_url):
    program = """
import asyncio, sys
from hightable.hall import Store
async def main():
    await Store(sys.argv[1]).open(); print("open", flush=True); await asyncio.sleep(60)
asyncio.run(main())
"""
    process = subprocess.Popen([sys.executable, "-c", program, sqlite_url], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    with pytest.raises(Unfit, match="Another server"):
        Store(sqlite_url).check()
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    Store(sqlite_url).check()


def test_backup_and_doctor_work_beside_a_running_server(in_sqlite_hall, sqlite_url, tmp_path: Path):
    async def test(hall: Hall) -> None:
        await two_friends(hall)
        counts = await asyncio.to_thread(backup, make_url(sqlite_url), tmp_path / "backup.db")
        assert counts["guests"] == 2
        assert (await asyncio.to_thread(examine, make_url(sqlite_url))).sound == 1
        await hall.welcome("Zoe")

    in_sqlite_hall(test)


def test_nothing_is_brought_into_the_file_of_a_running_server(in_sqlite_hall, sqlite_url, tmp_path: Path):
    other = make_url(f"sqlite:///{tmp_path}/other.db")

    async def test(hall: Hall) -> None:
        backup(make_url(sqlite_url), tmp_path / "backup.db")
        Store(other).check()
        with pytest.raises(Unfit, match="Another server"):
            restore(tmp_path / "backup.db", make_url(sqlite_url))
        with pytest.raises(Unfit, match="Another server"):
            move(other, make_url(sqlite_url))
        await hall.welcome("Zoe")

    in_sqlite_hall(test)
    assert examine(other).sound == 0  # it was not moved


# modes


@posix
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o377])
def test_files_are_for_their_owner_alone(sqlite_url, tmp_path: Path, umask: int, monkeypatch):
    seen = {}
    replace = Path.replace

    def replacing(part: Path, target: Path) -> Path:
        seen["part"] = mode(part)
        return replace(part, target)

    monkeypatch.setattr(Path, "replace", replacing)

    async def test(store: Store) -> None:
        await store.write(guest_write("a"))
        file = file_of(sqlite_url)
        for ending in ("", "-wal", "-shm", ".lock"):
            seen[ending] = mode(f"{file}{ending}")
        backup(make_url(sqlite_url), tmp_path / "backup.db")
        seen["backup"] = mode(tmp_path / "backup.db")

    before = os.umask(umask)
    try:
        with_store(sqlite_url, test)
        restore(tmp_path / "backup.db", make_url(f"sqlite:///{tmp_path}/again.db"))
        seen["restored"] = mode(tmp_path / "again.db")
    finally:
        os.umask(before)
    assert seen == dict.fromkeys(["", "-wal", "-shm", ".lock", "part", "backup", "restored"], 0o600)


@posix
def test_a_file_that_is_there_keeps_its_mode(sqlite_url):
    Store(sqlite_url).check()
    file = file_of(sqlite_url)
    file.chmod(0o640)

    async def test(store: Store) -> None:
        await store.write(guest_write("a"))
        assert mode(file) == 0o640
        assert mode(f"{file}-wal") == 0o640

    with_store(sqlite_url, test)


# the file that was opened, and no other


def unlink(file: Path) -> None:
    file.unlink()


def rename(file: Path) -> None:
    file.rename(file.with_name("away.db"))


def replace_by_another(file: Path) -> None:
    Store(f"sqlite:///{file}.other").check()
    Path(f"{file}.other").replace(file)


def unlink_wal(file: Path) -> None:
    Path(f"{file}-wal").unlink()


def remove_folder(file: Path) -> None:
    shutil.rmtree(file.parent)


def rename_folder(file: Path) -> None:
    file.parent.rename(file.parent.with_name("elsewhere"))


@posix
@pytest.mark.parametrize("harm", [unlink, rename, replace_by_another, unlink_wal, remove_folder, rename_folder])
def test_nothing_is_acknowledged_once_the_file_is_gone(tmp_path: Path, harm, caplog):
    folder = tmp_path / "data"
    folder.mkdir()
    url = f"sqlite:///{folder}/hall.db"

    async def test(store: Store) -> None:
        await store.write(guest_write("a"))
        harm(folder / "hall.db")
        await asyncio.sleep(0.02)
        for i in range(3):
            with pytest.raises(StorageProblem, match="deleted, moved or replaced"):
                await store.write(guest_write(f"b{i}"))
        with pytest.raises(StorageProblem):  # the way of an action
            await store.write(sql.new_entry("nowhere", 1, SavedEntry(0, "play 7", "mark", 1.0, 1)))
        with pytest.raises(StorageProblem):
            await store.probe()
        with pytest.raises(StorageProblem):
            await names(store)

    with caplog.at_level(logging.WARNING):
        with_store(url, test)
    assert [record.message for record in caplog.records if GONE in record.message] == [GONE]
    assert not (folder / "hall.db").exists() or harm in (replace_by_another, unlink_wal)


@posix
def test_the_same_file_moved_back_goes_on_and_has_nothing_that_was_refused(sqlite_url, tmp_path: Path, caplog):
    async def test(store: Store) -> None:
        await store.write(guest_write("a"))
        file = file_of(sqlite_url)
        file.rename(tmp_path / "away.db")
        await asyncio.sleep(0.02)
        with pytest.raises(StorageProblem):
            await store.write(guest_write("refused"))
        (tmp_path / "away.db").rename(file)
        assert await names(store) == {"a"}
        await store.write(guest_write("b"))
        await store.probe()
        assert await names(store) == {"a", "b"}

    with caplog.at_level(logging.WARNING):
        with_store(sqlite_url, test)
    assert with_store(sqlite_url, names) == {"a", "b"}
    assert "works again" in caplog.text


@posix
def test_a_file_that_goes_away_during_a_transaction_is_noticed(sqlite_url, tmp_path: Path):
    async def test(store: Store) -> None:
        file = file_of(sqlite_url)

        def leave(c) -> None:
            guest_write("b")(c)
            file.rename(tmp_path / "away.db")

        with pytest.raises(StorageProblem, match="deleted, moved or replaced"):
            await store.write(leave)

    with_store(sqlite_url, test)


@posix
def test_a_deleted_lock_file_is_made_again_or_whoever_took_it_is_left_alone(sqlite_url, tmp_path: Path):
    async def test(store: Store) -> None:
        lock = Path(f"{file_of(sqlite_url)}.lock")
        unlink(lock)
        await asyncio.sleep(0.02)
        await store.write(guest_write("a"))
        with pytest.raises(Unfit, match="Another server"):
            Store(sqlite_url).check()
        unlink(lock)
        other = DataFile(str(file_of(sqlite_url)))
        other.claim()
        await asyncio.sleep(0.02)
        with pytest.raises(StorageProblem, match="taken over"):
            await store.write(guest_write("b"))
        other.release()
        await store.write(guest_write("c"))
        assert await names(store) == {"a", "c"}

    with_store(sqlite_url, test)


def test_a_reader_never_makes_a_new_file(sqlite_url):
    engine = connect(sqlite_url)
    file_of(sqlite_url).unlink()
    with pytest.raises(Exception, match="unable to open"), engine.connect():
        pass
    engine.dispose()
    assert not file_of(sqlite_url).exists()


# what fails, and that it is known


def test_a_full_disk_is_told_in_a_sentence_and_passes(url, monkeypatch, caplog):
    async def test(store: Store) -> None:
        broken = BrokenStorage(store, monkeypatch)
        await store.write(guest_write("a"))
        broken.full = True
        many = [store.write(guest_write(f"b{i}")) for i in range(20)]
        outcomes = await asyncio.gather(*many, return_exceptions=True)
        assert {str(outcome) for outcome in outcomes} == {FULL}
        assert len({id(outcome) for outcome in outcomes}) == 20
        with pytest.raises(StorageProblem, match="disk is full"):
            await store.probe()
        broken.full = False
        await store.write(guest_write("c"))
        await store.probe()
        assert await names(store) == {"a", "c"}

    with caplog.at_level(logging.WARNING):
        with_store(url, test)
    told = [record.message for record in caplog.records if FULL in record.message]
    assert len(told) == 1
    assert "works again" in caplog.text


@posix
def test_a_real_disk_without_room(tmp_path: Path):
    """As far as a limit of the file's size is one. What was acknowledged is there, what was refused isn't."""
    program = """
import asyncio, resource, sys
from pathlib import Path
from functools import partial
from hightable.hall import Guest, Store, saved as sql
from hightable.hall.storage_errors import StorageProblem
async def main():
    store = Store(f"sqlite:///{sys.argv[1]}"); await store.open()
    add = lambda name: store.write(partial(sql.add_guest, guest=Guest(name, name), token_hash=name, at=0.0))
    await add("before")
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path(sys.argv[1] + "-wal").stat().st_size, resource.RLIM_INFINITY))
    for deed in (lambda: add("refused"), store.probe):
        try:
            await deed()
            print("acknowledged")
        except StorageProblem as problem:
            print(problem)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    await add("after")
    await store.probe()
    print("well")
    await store.close()
asyncio.run(main())
"""
    data = tmp_path / "hall.db"
    done = subprocess.run([sys.executable, "-c", program, data], capture_output=True, text=True, timeout=60)
    first, second, last = done.stdout.splitlines()
    assert first == second and "nothing can be saved" in first
    assert last == "well"
    assert with_store(f"sqlite:///{data}", names) == {"before", "after"}


def test_the_probe_really_writes_and_leaves_nothing(url, monkeypatch):
    monkeypatch.setattr(store_module, "PROBE_HOLDS", 0.0)

    async def test(store: Store) -> None:
        async def secrets() -> list[object]:
            return await store.read(lambda c: list(map(tuple, c.execute(select(SECRETS)))))

        def log_size() -> int:
            return os.stat(f"{file_of(url)}-wal").st_size if url.startswith("sqlite") else store.commits

        before, size = await secrets(), log_size()
        await store.probe()
        assert log_size() > size
        assert await secrets() == before

    with_store(url, test)


def test_the_probe_is_made_seldom_and_once_for_all_who_ask(sqlite_url, monkeypatch):
    async def test(store: Store) -> None:
        before = store.commits
        await asyncio.gather(*(store.probe() for _ in range(50)))
        await store.probe()
        assert store.commits - before == 1

    monkeypatch.setattr(store_module, "PROBE_HOLDS", 3600.0)
    with_store(sqlite_url, test)


def test_a_storage_that_hangs_is_told_in_time_and_nothing_piles_up(sqlite_url, monkeypatch):
    monkeypatch.setattr(store_module, "PROBE_TAKES", 0.05)
    monkeypatch.setattr(store_module, "PROBE_HOLDS", 0.0)

    async def test(store: Store) -> None:
        hold = threading.Event()
        hangs = asyncio.ensure_future(store.write(lambda c: hold.wait(30)))
        await asyncio.sleep(0.05)
        for _ in range(5):
            with pytest.raises(StorageProblem, match="doesn't answer"):
                await store.probe()
        assert store._jobs.qsize() == 1
        hold.set()
        await hangs
        await asyncio.sleep(0.2)
        monkeypatch.setattr(store_module, "PROBE_TAKES", 30.0)
        await store.probe()

    with_store(sqlite_url, test)


def test_health_is_told_in_time_while_readers_hang(in_sqlite_hall, monkeypatch):
    monkeypatch.setattr("hightable.hall.hall.PROBE_TAKES", 0.05)

    async def test(hall: Hall) -> None:
        assert await hall.health() == (0, 0)
        hold = threading.Event()
        hanging = [asyncio.ensure_future(hall.store.read(lambda c: hold.wait(30))) for _ in range(2)]
        await asyncio.sleep(0.05)
        for _ in range(3):
            with pytest.raises(StorageProblem, match="doesn't answer"):
                await hall.health()
        assert hall.store._reading == 2
        hold.set()
        await asyncio.gather(*hanging)
        assert await hall.health() == (0, 0)

    in_sqlite_hall(test)


def test_a_hall_that_has_moved_says_so(in_hall, url, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(store_module, "PROBE_HOLDS", 0.0)

    async def test(hall: Hall) -> None:
        table, ann, _bob = await two_friends(hall)
        await asyncio.to_thread(move, make_url(url), make_url(f"sqlite:///{tmp_path}/moved.db"))
        with pytest.raises(StorageProblem, match="moved to another database"):
            await act(table, ann)
        with pytest.raises(StorageProblem, match="moved to another database"):
            await hall.health()

    in_hall(test)


# damage


def fill(url: str, guests: int = 400) -> Path:
    """A file with many pages, and nothing beside it but the lock."""

    async def test(store: Store) -> None:
        await asyncio.gather(*(store.write(guest_write(f"guest {i:05}")) for i in range(guests)))

    with_store(url, test)
    return file_of(url)


def header(file: Path) -> None:
    with file.open("r+b") as data:
        data.write(b"Nonsense format")


def truncated(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def garbage(file: Path) -> None:
    """In all pages but the first."""
    size = file.stat().st_size
    with file.open("r+b") as data:
        for page in range(1, size // 4096):
            data.seek(page * 4096)
            data.write(b"\xa5" * 200)


def encrypted(file: Path) -> None:
    file.write_bytes(os.urandom(file.stat().st_size))


def something_else(file: Path) -> None:
    file.unlink()
    with sqlite3.connect(file) as c:
        c.execute("create table bookmarks (id integer)")
    c.close()


@pytest.mark.parametrize("harm", [truncated, garbage, something_else])
def test_damaged_data_are_told_in_a_sentence(sqlite_url, tmp_path: Path, harm):
    """Header and encryption are noticed before: see the tests of the command line."""
    place = make_url(sqlite_url)
    file = fill(sqlite_url)
    harm(file)
    before = file.read_bytes()
    for deed in (
        lambda: Store(place).check(),
        lambda: examine(place),
        lambda: backup(place, tmp_path / "backup.db"),
        lambda: restore(file, make_url(f"sqlite:///{tmp_path}/new.db")),
        lambda: move(place, make_url(f"sqlite:///{tmp_path}/new.db")),
    ):
        with pytest.raises(Refused) as raised:
            deed()
        words = str(raised.value)
        assert str(file) in words and "restore" in words if harm is not something_else else "something else" in words
        assert "malformed" not in words and "sqlite3" not in words
    assert file.read_bytes() == before
    assert not (tmp_path / "backup.db").exists()


def test_damage_that_is_met_while_running_is_remembered(sqlite_url, caplog):
    file = fill(sqlite_url)
    garbage(file)

    async def test() -> None:
        store = Store(sqlite_url)
        store._engine = connect(sqlite_url)  # as if it had been opened before the damage
        store._readers = store_module.ThreadPoolExecutor(1)
        store._thread = threading.Thread(target=store._write_on, args=(store._engine,))
        store._thread.start()
        for _ in range(2):
            with pytest.raises(StorageProblem, match="damaged"):
                await names(store)
        with pytest.raises(StorageProblem, match="damaged"):
            await store.write(guest_write("a"))
        with pytest.raises(StorageProblem, match="damaged"):
            await store.probe()
        await store.close()

    asyncio.run(test())
    assert sum(DAMAGED in record.message for record in caplog.records) == 1


def test_text_that_is_none_is_damage(sqlite_url):
    async def test(store: Store) -> None:
        await store.write(lambda c: c.execute(text("insert into guests values ('x', 'x', x'ff' || 'a', 1)")))
        await store.write(lambda c: c.execute(text("update guests set name = cast(x'ff41' as text)")))
        with pytest.raises(StorageProblem, match="damaged"):
            await names(store)

    with_store(sqlite_url, test)


def test_one_damaged_write_fails_alone(sqlite_url):
    def hurt(c) -> None:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error

    async def test(store: Store) -> None:
        hold = threading.Event()
        blocker = asyncio.ensure_future(store.write(lambda c: hold.wait(5)))
        await asyncio.sleep(0.05)
        writes = asyncio.gather(*map(store.write, [guest_write("a"), hurt, guest_write("b")]), return_exceptions=True)
        await asyncio.sleep(0)
        hold.set()
        await blocker
        assert [type(outcome) for outcome in await writes] == [type(None), StorageProblem, type(None)]
        with pytest.raises(StorageProblem, match="damaged"):
            await store.probe()

    with_store(sqlite_url, test)


@pytest.mark.parametrize(
    ("uri", "statement", "sentence"),
    [
        ("{}?mode=ro", "create table t (i)", READ_ONLY),
        ("{}.none?mode=rw", "select 1 from t", READ_ONLY),
        ("{}?mode=rw", "select 1 from t", EMPTIED),
        ("{}?mode=rw", "nonsense", None),
    ],
)
def test_what_sqlite_says_is_known(tmp_path: Path, uri, statement, sentence):
    file = tmp_path / "some.db"
    sqlite3.connect(file).execute("create table other (i)").connection.close()
    with pytest.raises(sqlite3.Error) as raised:
        sqlite3.connect(uri.format(file.as_uri()), uri=True).execute(statement)
    found = storage_errors.storage_problem(raised.value)
    assert (None if found is None else found.reason) == sentence
    assert str(storage_errors.unfit(raised.value, make_url(f"sqlite:///{file}")))


def test_a_file_that_can_not_be_written_is_told_at_the_start(sqlite_url, tmp_path: Path, monkeypatch):
    Store(sqlite_url).check()
    monkeypatch.setattr(os, "access", lambda path, how: False)  # root may write everywhere
    with pytest.raises(Unfit, match="Check the permissions"):
        Store(sqlite_url).check()
    with pytest.raises(Unfit, match="Check the permissions"):
        move(make_url(sqlite_url), make_url(f"sqlite:///{tmp_path}/new.db"))


@posix
def test_a_lock_that_can_not_be_made_is_told(tmp_path: Path):
    (tmp_path / "hall.db.lock").mkdir()
    with pytest.raises(Unfit, match=r"hall\.db\.lock can't be"):
        Store(f"sqlite:///{tmp_path}/hall.db").check()


def test_sentences_for_everybody_name_no_places():
    for sentence in (FULL, GONE, TAKEN, AWAY, SILENT, DAMAGED, EMPTIED, READ_ONLY, *storage_errors.ADVICE):
        assert "saved" in sentence and sentence.endswith(".")
        assert not set("%/()“”") & set(sentence) and "SQL" not in sentence


def test_a_row_that_was_there_is_lost_and_no_problem(url):
    async def test(store: Store) -> None:
        await store.write(guest_write("a"))
        with pytest.raises(Lost):
            await store.write(guest_write("a"))
        await store.probe()
        assert await store.read(lambda c: c.execute(select(ENTRIES)).all()) == []
        assert Guest("a", "a").name in await names(store)

    with_store(url, test)
