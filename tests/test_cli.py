"""The command line: what it prints, where, with which exit code; and that nothing wrong ever ends in a traceback."""

from __future__ import annotations

import io
import json
import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import make_url

from hightable import __version__
from hightable.cli import main
from hightable.engine import Match, Record, commitment
from hightable.form import form
from hightable.games import game
from hightable.hall.store import Store, claimed


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs a command line in this process."""

    def run(*args: object, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["hightable", *map(str, args)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as stopped:
            main()
        shown = capsys.readouterr()
        return Ran(int(stopped.value.code or 0), shown.out, shown.err)

    return run


def refused(ran: Ran) -> str:
    """One line on stderr, nothing on stdout, exit code 2."""
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert ran.err.strip()
    assert "Traceback" not in ran.err
    assert "─" not in ran.err
    return ran.err


@pytest.fixture(scope="module")
def record_text() -> str:
    """A finished game of three with an undo in it."""
    match = Match(game("the-feast"), 3, "a seed for the tests", {"dummies": 1})
    match.apply(0, match.state.legal(0)[0])
    match.undo(0)
    while not match.state.over:
        for seat in match.state.deciding:
            match.apply(seat, match.state.legal(seat)[-1])
    return Record.of(match, ["Ada", "Brand", "Cleo"]).text()


@pytest.fixture
def record(tmp_path: Path, record_text: str) -> Path:
    path = tmp_path / "record.txt"
    path.write_text(record_text, encoding="utf-8")
    return path


# the program


def test_version(run) -> None:
    assert run("--version") == (0, f"hightable {__version__}, {form()}\n", "")


def test_help_lists_the_commands(run) -> None:
    ran = run("--help")
    assert ran.code == 0
    assert all(name in ran.out for name in ("serve", "games", "play", "simulate", "replay", "verify"))


def test_games_as_a_table_and_as_json(run) -> None:
    assert "the-feast" in run("games").out
    feast = next(found for found in json.loads(run("games", "--json").out)["games"] if found["id"] == "the-feast")
    assert feast["seats"] == [2, 8]
    assert feast["options"][0]["values"]["2"] == [2, 3, 4, 5, 6]
    assert feast["options"][0]["default"]["5"] == 0


@pytest.mark.parametrize(
    "args",
    [
        ["dance"],
        ["--salt"],
        ["play"],
        ["play", "chess"],
        ["play", "the-feast", "--seats", "you,clever"],
        ["play", "the-feast", "--seats", "you"],
        ["play", "the-feast", "--seats", ""],
        ["play", "the-feast", "--option", "dummies=9"],
        ["play", "the-feast", "--option", "dummies"],
        ["play", "the-feast", "--option", "dummies=1", "--option", "dummies=1"],
        ["play", "the-feast", "--seed", "two\nlines"],
        ["play", "the-feast", "--seed", ""],
        ["play", "the-feast", "--record", "/nowhere/at/all.txt"],
        ["simulate", "the-feast"],
        ["simulate", "chess", "--bots", "greedy,random"],
        ["simulate", "the-feast", "--bots", "greedy,clever"],
        ["simulate", "the-feast", "--bots", "greedy"],
        ["simulate", "the-feast", "--bots", "greedy,random", "--games", "-1"],
        ["simulate", "the-feast", "--bots", "greedy,random", "--games", "0"],
        ["simulate", "the-feast", "--bots", "greedy,random", "--games", "many"],
        ["simulate", "the-feast", "--bots", "greedy,random", "--jobs", "0"],
        ["simulate", "the-feast", "--bots", "greedy,random", "--jobs", "-2"],
        ["simulate", "festo", "--bots", "greedy,random", "--option", "magical=maybe"],
        ["simulate", "the-feast", "--bots", "greedy,random", "--option", "salt=1"],
        ["simulate", "the-feast", "--bots", "greedy,random", "--seed", "\udcff"],
        ["serve", "--port", "70000"],
        ["serve", "--port", "x"],
        ["serve", "--data", "/nowhere/at/all.db"],
        ["serve", "--data", "/"],
        ["serve", "--data", "mysql://somebody@somewhere/hall"],
        ["serve", "--data", "postgresql://:x:y@["],
        ["move", "--from", "/nowhere/at/all.db", "--to", "/tmp/never.db"],
        ["backup", "/tmp/never.db", "--data", "/nowhere/at/all.db"],
        ["restore", "/nowhere/at/all.db"],
        ["doctor", "--data", "/nowhere/at/all.db"],
        ["worker", "--data", "hall.db"],
        ["worker"],
        ["serve", "--no-bots"],
        ["serve", "--host", "256.256.256.256"],
        ["verify"],
        ["verify", "/nowhere/at/all.txt"],
        ["verify", "/"],
        ["replay", "/dev/zero"],
    ],
    ids=" ".join,
)
def test_wrong_input_is_one_line_and_code_2(run, args: list[str]) -> None:
    refused(run(*args))


def test_serve_refuses_a_file_that_holds_no_tables(run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Sir, I am no data base.")
    assert "letter.txt" in refused(run("serve", "--data", tmp_path / "letter.txt"))


@pytest.mark.parametrize("args", [[], ["serve", "--no-open"]])
def test_serve_calls_the_web(run, monkeypatch, tmp_path: Path, args: list[str]) -> None:
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr("hightable.web.serve", lambda *given: calls.append(given))
    monkeypatch.setattr("socket.create_server", lambda *given, **more: io.BytesIO())
    monkeypatch.chdir(tmp_path)
    assert run(*args).code == 0
    [(_listener, *others)] = calls
    assert others == [make_url("sqlite:///hightable.db"), False, {}, True, [], [], None]


def test_serve_knows_the_proxies_and_names_of_its_host(run, monkeypatch, tmp_path: Path) -> None:
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr("hightable.web.serve", lambda *given: calls.append(given))
    monkeypatch.setattr("socket.create_server", lambda *given, **more: io.BytesIO())
    monkeypatch.chdir(tmp_path)
    named = ("--host-name", "Feast.example.org", "--host-name", "localhost")
    assert run("serve", "--no-open", "--proxy", "127.0.0.1", "--proxy", "10.0.0.0/8", *named).code == 0
    assert calls[0][-3:-1] == (["127.0.0.1", "10.0.0.0/8"], ["feast.example.org", "localhost"])
    assert "not a proxy's address" in refused(run("serve", "--no-open", "--proxy", "*"))
    assert "not a host name" in refused(run("serve", "--no-open", "--host-name", "http://localhost:8000"))
    assert len(calls) == 1


def test_serve_reads_the_folder_of_decks(run, monkeypatch, tmp_path: Path) -> None:
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr("hightable.web.serve", lambda *given: calls.append(given))
    monkeypatch.setattr("socket.create_server", lambda *given, **more: io.BytesIO())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.toml").write_text("no deck")
    done = run("serve", "--no-open", "--decks", str(tmp_path))
    assert done.code == 0 and len(calls) == 1
    assert "bad.toml" in done.err and done.err.count("\n") == 1
    for wrong in (tmp_path / "none", tmp_path / "bad.toml"):
        done = run("serve", "--no-open", "--decks", str(wrong))
        assert done.code == 2 and "no folder of decks" in done.err and len(calls) == 1


# play


def test_a_whole_game_from_the_keyboard_and_its_record(run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    args = ["play", "the-feast", "--seats", "you,greedy,random", "--seed", "keys", "--record", path]
    ran = run(*args, typed="1\n" * 40)
    assert (ran.code, ran.err) == (0, "")
    assert commitment("keys") in ran.out
    assert "The seed was keys" in ran.out
    assert "Score sheet" in ran.out
    assert "Sir Haystack" in ran.out
    assert run("verify", path).code == 0
    assert Record.parse(path.read_text(encoding="utf-8")).players == ["Player 1", "Greedy 2", "Random 3"]


def test_the_same_seed_and_keys_give_the_same_game(run) -> None:
    first, second = (run("play", "the-feast", "--seed", "twice", typed="1\n" * 40).out for _ in range(2))
    assert first == second


def test_a_secret_seed_is_committed_to_and_shown_at_the_end(run) -> None:
    words = run("play", "the-feast", typed="1\n" * 40).out.splitlines()
    seed = next(line for line in words if line.startswith("The seed was ")).split()[-1]
    assert words[0].endswith(commitment(seed))


def test_refusals_help_undo_and_quit(run) -> None:
    typed = "help\nundo\n99\nsing\nplay 11\ngaffe 3\nPLAY  10\nquit\n"
    ran = run("play", "the-feast", "--seats", "you,random,random,random", "--seed", "talk", typed=typed)
    assert ran.code == 0
    for words in (
        "There is nothing of yours to take back.",
        "99 is not in the list",
        "“sing” is not an action of this game.",
        "First everybody lays a card; only then is something captured. (TF-5)",
        "You leave the table.",
    ):
        assert words in ran.out


def test_a_hint_tells_what_to_do_and_why(run) -> None:
    ran = run("play", "kings-feast", "--seed", "x", typed="hint\nhelp\nquit\n")
    assert ran.code == 0
    assert "Type hint to hear what a good player would do." in ran.out
    [line] = [line for line in ran.out.splitlines() if line.startswith("> activate ")]
    assert len(line.partition(": ")[2]) > 20
    ran = run("play", "the-feast", "--seed", "x", typed="hint\nquit\n")
    assert "As far as I can see" in ran.out and "“hint” is not an action" not in ran.out


def test_several_people_hand_the_device_on_and_may_take_back(run) -> None:
    ran = run("play", "the-feast", "--seats", "you,you,random,random", "--seed", "hot", typed="\n1\nundo\n2\n\nquit\n")
    assert ran.code == 0
    assert "Please pass the device to Player 1" in ran.out
    assert "Please pass the device to Player 2" in ran.out
    assert "Player 1 takes back the last choice." in ran.out
    hands = [line for line in ran.out.splitlines() if line.startswith("Your hand")]
    assert len(hands) == 3
    assert hands[0] == hands[1]


def test_two_people_play_to_the_end(run) -> None:
    ran = run("play", "the-feast", "--seats", "you,you", "--seed", "pair", typed="\n1\n" * 80)
    assert ran.code == 0
    assert "Score sheet" in ran.out


def test_bots_alone_are_watched(run) -> None:
    ran = run("play", "the-feast", "--seats", "random,greedy,random,random", "--seed", "watch")
    assert ran.code == 0
    assert "face down" not in ran.out
    assert "Score sheet" in ran.out


def test_the_end_of_input_is_friendly(run) -> None:
    ran = run("play", "the-feast", typed="1\n")
    assert ran.code == 130
    assert "Stopped" in ran.err
    assert "Traceback" not in ran.err


# simulate


@pytest.mark.parametrize("word", ["yes", "true", "ON", "1"])
def test_a_switch_takes_any_word_for_yes(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path(word).touch()  # a file of that name is not meant
    ran = run("simulate", "festo", "--bots", "random,random", "--games", 1, "--json", "--option", f"magical={word}")
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["options"]["magical"] == "yes"


def test_simulate_prints_one_json_object_and_the_same_for_any_jobs(run) -> None:
    args = ["simulate", "the-feast", "--bots", "greedy,random,random", "--games", 20, "--seed", "cli", "--json"]
    first, again, spread = run(*args), run(*args), run(*args, "--jobs", 2)
    assert first == again
    assert (first.code, first.err) == (0, "")
    assert first.out == spread.out
    assert first.out.count("\n") == 1
    data = json.loads(first.out)
    assert list(data) == ["game", "options", "games", "seed", "seats", "length", "endings"]
    assert data["options"] == {"dummies": 1}
    seat = data["seats"][0]
    assert list(seat)[:6] == ["bot", "wins", "share", "interval", "mean_score", "score_interval"]
    assert seat["score_interval"][0] < seat["mean_score"] < seat["score_interval"][1]
    assert sum(seat["lines"].values()) == pytest.approx(seat["mean_score"])
    assert list(data["length"]) == ["mean", "min", "max"]


def test_simulate_prints_a_table(run) -> None:
    args = ["simulate", "the-feast", "--bots", "greedy,random", "--games", 5, "--option", "dummies=3"]
    first, spread = run(*args), run(*args, "--jobs", -1)
    assert first.code == 0
    assert "greedy" in first.out
    assert first.out == spread.out


def test_simulate_tells_where_the_points_came_from(run) -> None:
    told = run("simulate", "festo", "--bots", "greedy,random", "--games", "2", "--seed", "1").out
    for line in ("mean points", "Dishes", "Sets", "Cubes left", "Tokens"):
        assert line in told


def test_simulate_tells_the_titles_of_a_game_for_one(run) -> None:
    ran = run("simulate", "kings-feast", "--bots", "random", "--games", 60, "--seed", "cli")
    assert ran.code == 0
    assert "A Tumultuous Teatime" in ran.out
    assert "wins" not in ran.out
    data = json.loads(run("simulate", "kings-feast", "--bots", "random", "--games", 60, "--json").out)
    assert sum(data["seats"][0]["titles"].values()) == 60


def test_an_arrangement_of_ones_own_comes_from_a_file(run, tmp_path: Path) -> None:
    file = tmp_path / "supper.toml"
    file.write_text('name = "Small Supper"\nsetup = ["U D K", "D A U"]\ngoal = ["3 5 18", "1 11 7"]\n')
    args = ["simulate", "kings-feast", "--bots", "random", "--games", 3, "--json", "--option"]
    word = json.loads(run(*args, f"arrangement={file}").out)["options"]["arrangement"]
    assert word == "Small_Supper:UDK/DAU>3,5,18/1,11,7"
    assert json.loads(run(*args, f"arrangement={word}").out)["options"]["arrangement"] == word
    file.write_text('setup = ["U D K", "D D U"]\ngoal = ["3 5 18", "1 11 7"]\n')
    ran = run(*args, f"arrangement={file}")
    assert (ran.code, ran.out) == (2, "")
    assert "one King (K) and one Assassin (A)" in ran.err
    ran = run(*args, f"arrangement={tmp_path / 'none.toml'}")
    assert ran.code == 2
    assert "No such file" in ran.err
    ran = run("simulate", "the-feast", "--bots", "random,random", "--option", f"dummies={file}")
    assert (ran.code, ran.out, ran.err) == (2, "", "The option dummies takes no file.\n")


# records


def test_verify_says_three_lines(run, record: Path) -> None:
    ran = run("verify", record)
    assert (ran.code, ran.err) == (0, "")
    assert [line.split(":")[0] for line in ran.out.splitlines()] == ["Seed", "Actions", "Result"]


def test_replay_tells_what_the_eyes_saw(run, record: Path) -> None:
    spectator, own, everything = (
        run("replay", record),
        run("replay", record, "--eyes", 2),
        run("replay", record, "--eyes", "all"),
    )
    assert {spectator.code, own.code, everything.code} == {0}
    assert "Hand 4: " in spectator.out
    assert "Score sheet" in spectator.out
    assert "face down" not in spectator.out
    assert "You lay a" in own.out
    assert "Ada lays a" not in own.out
    assert all(f"{name} lays a" in everything.out for name in ("Ada", "Brand", "Cleo"))


@pytest.mark.parametrize("eyes", ["0", "4", "x", "-1", "٣", ""])
def test_replay_refuses_eyes_that_are_not_there(run, record: Path, eyes: str) -> None:
    refused(run("replay", record, f"--eyes={eyes}"))


def test_names_in_a_record_are_text_and_nothing_more(run, record: Path, record_text: str) -> None:
    match = Record.parse(record_text).verify(game)
    record.write_text(Record.of(match, ["[/red]", "[bold]B", "C"]).text(), encoding="utf-8")
    ran = run("replay", record)
    assert ran.code == 0
    assert "[/red]" in ran.out


def changed(line: str) -> list[str]:
    """The line with each of its signs made another, in three ways."""
    found = []
    for i, sign in enumerate(line):
        for other in ("7", "x", chr(ord(sign) ^ 1)):
            if other != sign and other.isprintable():
                found.append(line[:i] + other + line[i + 1 :])
    return found


def test_verify_refuses_any_changed_sign(run, record: Path, record_text: str) -> None:
    lines = record_text.split("\n")
    seed = next(i for i, line in enumerate(lines) if line.startswith("seed: "))
    for i in (3, 6, seed, seed + 2, seed + 3, len(lines) // 2, len(lines) - 3):
        for line in changed(lines[i]):
            record.write_text("\n".join([*lines[:i], line, *lines[i + 1 :]]), encoding="utf-8")
            assert refused(run("verify", record)).startswith(f"{record}: ")


def test_verify_refuses_a_record_cut_at_any_line(run, record: Path, record_text: str) -> None:
    lines = record_text.split("\n")
    for i in range(len(lines) - 2):
        record.write_text("\n".join(lines[:i]), encoding="utf-8")
        assert refused(run("verify", record)).startswith(f"{record}: ")


def test_an_action_against_the_rules_is_named_with_its_line(run, record: Path, record_text: str) -> None:
    lines = record_text.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("2 play"))
    lines[at] = "2 topic"
    record.write_text("\n".join(lines), encoding="utf-8")
    message = refused(run("verify", record))
    assert f"record.txt: line {at + 1}: " in message
    assert "TF-5" in message


@pytest.mark.parametrize(
    "data", [b"", b"\x00" * 1000, b"\xff\xfe\x00", b"High Table record 1\ngame: \x1b[31m\xe2\x80\xa8x\n"]
)
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_files_that_are_no_records(run, tmp_path: Path, data: bytes, command: str) -> None:
    (tmp_path / "thing").write_bytes(data)
    assert "thing: " in refused(run(command, tmp_path / "thing"))


def test_a_file_that_is_too_big(run, tmp_path: Path) -> None:
    with (tmp_path / "big").open("wb") as big:
        big.truncate(100_000_000)
    assert "5 MB" in refused(run("verify", tmp_path / "big"))


# the real program


def program(*args: str, **more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from hightable.cli import main; main()", *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **more)  # type: ignore[call-overload]


def test_the_program_itself() -> None:
    ran = program("simulate", "the-feast", "--bots", "greedy,clever")
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    ran = program("play", "the-feast", input="")
    assert ran.returncode == 130
    assert "Traceback" not in ran.stderr


def test_a_terminal_that_knows_only_ascii() -> None:
    ran = program("games", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_reader_who_leaves_early() -> None:
    line = f"{sys.executable} -c 'from hightable.cli import main; main()' games --json | true"
    ran = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=120)
    assert ran.stderr == ""


def test_a_hall_is_backed_up_restored_and_examined(run, tmp_path: Path) -> None:
    Store(f"sqlite:///{tmp_path}/hall.db").check()
    data, copy, again = tmp_path / "hall.db", tmp_path / "copy.db", tmp_path / "again.db"
    assert "guests 0" in run("backup", copy, "--data", data).out
    assert "guests 0" in run("restore", copy, "--data", again).out
    assert "guests 0" in run("move", "--from", f"sqlite:{again}", "--to", f"sqlite:///{tmp_path}/moved.db").out
    assert "0 tables can be played on, 0 can't" in run("doctor", "--data", tmp_path / "moved.db").out
    assert "moved" in refused(run("doctor", "--data", again))


def test_a_doctor_who_finds_something_says_so_by_the_exit_code(run, tmp_path: Path) -> None:
    Store(f"sqlite:///{tmp_path}/hall.db").check()
    with sqlite3.connect(tmp_path / "hall.db") as c:
        c.execute("insert into guests values ('ann', 'hash', 'Ann', 1.0)")
        c.execute(
            "insert into tables (id, game, rules, seats, options, title, listed, host, phase, seed, commitment,"
            " changes, created) values"
            " ('abcdefghjk', 'the-feast', 99, 2, '{}', '', 0, 'ann', 'playing', 'x', 'y', 1, 1)"
        )
    c.close()
    found = run("doctor", "--data", tmp_path / "hall.db")
    assert found.code == 1
    assert "abcdefghjk the-feast" in found.out and "rules version 99" in found.out


# data that can't be used


@pytest.mark.parametrize("command", ["serve", "doctor", "backup", "restore", "move"])
@pytest.mark.parametrize("harm", ["header", "encrypted", "truncated", "garbage", "something else", "locked away"])
def test_data_that_can_not_be_used_are_told_in_one_line(run, tmp_path: Path, command: str, harm: str) -> None:
    data, new = tmp_path / "hall.db", tmp_path / "new.db"
    Store(f"sqlite:///{data}").check()
    size = data.stat().st_size
    if harm == "header":
        data.write_bytes(b"Nonsense" + data.read_bytes()[8:])
    elif harm == "encrypted":
        data.write_bytes(os.urandom(size))
    elif harm == "truncated":
        os.truncate(data, size // 2)
    elif harm == "garbage":
        data.write_bytes(data.read_bytes()[:4096] + b"\xa5" * (size - 4096))
    elif harm == "something else":
        data.unlink()
        with sqlite3.connect(data) as c:
            c.execute("create table bookmarks (id integer)")
        c.close()
    else:
        data.unlink()
        data.mkdir()
    arguments = {
        "serve": ["--data", data, "--port", free_port(), "--no-open"],
        "doctor": ["--data", data],
        "backup": [new, "--data", data],
        "restore": [data, "--data", new],
        "move": ["--from", data, "--to", new],
    }
    said = refused(run(command, *arguments[command]))
    assert "malformed" not in said and "sqlite3" not in said and "OperationalError" not in said
    if harm in ("header", "encrypted", "truncated", "garbage"):
        assert str(data) in said and "hightable restore" in said
    assert not new.exists() or command in ("restore", "move")


def test_a_second_server_is_refused_with_a_sentence(run, tmp_path: Path) -> None:
    data = tmp_path / "hall.db"
    with claimed(make_url(f"sqlite:///{data}")):
        said = refused(run("serve", "--data", data, "--port", free_port(), "--no-open"))
    assert "Another server is already running" in said and "PostgreSQL" in said and "hightable move" in said


def test_a_backup_that_can_not_be_written_is_told_in_one_line(run, tmp_path: Path) -> None:
    Store(f"sqlite:///{tmp_path}/hall.db").check()
    said = refused(run("backup", tmp_path / "nowhere" / "backup.db", "--data", tmp_path / "hall.db"))
    assert "can't be written" in said


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])
