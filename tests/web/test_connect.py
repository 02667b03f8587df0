"""Bots over the network: real programs at tables of a real server."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from hightable.bots import USUAL
from tests.test_outsider import EXAMPLES, LANGUAGES, hightable, node
from tests.web.program import Program


def played(host: Program, table: str, *visitors: subprocess.Popen[str]) -> list[str]:
    """Wait until the visitors have sat down, begin, and return what each printed when the game was over."""
    seen = host.get(f"/tables/{table}")
    while any(chair["kind"] == "free" for chair in seen["table"]["chairs"]):
        assert all(visitor.poll() is None for visitor in visitors), "a visitor has gone"
        seen = host.get(f"/tables/{table}", v=seen["v"], wait=5)
    host.post(f"/tables/{table}/begin")
    told = [visitor.communicate(timeout=120)[0] for visitor in visitors]
    assert [visitor.returncode for visitor in visitors] == [0] * len(visitors)
    assert host.get(f"/tables/{table}")["phase"] == "over"
    return told


def start(*command: str) -> subprocess.Popen[str]:
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


@pytest.mark.parametrize("command", LANGUAGES)
def test_the_examples_play_over_the_socket(server, command):
    host = Program(server.url, "Host")
    table = host.lay("friend", "friend")
    cli = [sys.executable, "-c", "from hightable.cli import main; main()", "connect", server.url, "--table", table]
    told = played(host, table, start(*cli, "--bot", command, "--name", "Pip"), start(*cli, "--bot", "greedy"))
    points = ", ".join(map(str, host.get(f"/tables/{table}")["result"]["scores"]))
    assert [line.strip() for line in told] == [f"The game is over. Points: {points}."] * 2
    assert [chair["name"] for chair in host.get(f"/tables/{table}")["table"]["chairs"]].count("Pip") == 1


@pytest.mark.parametrize("language", [sys.executable, pytest.param("node", marks=node)], ids=["python", "javascript"])
def test_the_examples_play_over_http(server, language):
    script = EXAMPLES / ("over_http.js" if language == "node" else "over_http.py")
    host = Program(server.url, "Host")
    table = host.lay("friend", "friend")
    pair = [start(language, str(script), server.url, table, name) for name in ("Pip", "Nell")]
    told = played(host, table, *pair)
    assert [json.loads(line) for line in told] == [host.get(f"/tables/{table}")["result"]] * 2


def test_who_can_not_connect_is_told_why(server):
    host = Program(server.url, "Host")
    table = host.lay("me", "bot:random")
    for words, sentence in (
        ([server.url, "--table", "aaaaaaaaaa", "--bot", "greedy"], "There is no such table."),
        ([server.url, "--table", table, "--bot", "greedy"], "There is no free chair at this table."),
        ([server.url, "--table", table, "--bot", "greedy", "--token", "wrong"], "Nobody here has this token."),
        ([server.url, "--table", table, "--bot", "clever"], "no bot called"),
        (["nowhere", "--table", table, "--bot", "greedy"], "no address of a hall"),
        (["http://127.0.0.1:9", "--table", table, "--bot", "greedy"], "can't be reached"),
    ):
        ran = hightable("connect", *words)
        assert ran.returncode == 2 and sentence in ran.stderr and "Traceback" not in ran.stderr


def test_a_program_that_fails_at_a_table_leaves_its_chair_to_a_bot(server, tmp_path):
    script = tmp_path / "bot.py"
    script.write_text("""import sys\nfor line in sys.stdin:\n    print('{"action": "fly"}', flush=True)\n""")
    host = Program(server.url, "Host")
    table = host.lay("friend", "bot:random")
    cli = [sys.executable, "-c", "from hightable.cli import main; main()", "connect", server.url, "--table", table]
    visitor = subprocess.Popen([*cli, "--bot", f"{sys.executable} {script}"], stderr=subprocess.PIPE, text=True)
    while host.get(f"/tables/{table}")["table"]["chairs"][0]["kind"] == "free":
        assert visitor.poll() is None
    host.post(f"/tables/{table}/begin")
    told = visitor.communicate(timeout=60)[1]
    assert visitor.returncode == 2 and "is not one of its legal actions" in told
    assert host.get(f"/tables/{table}")["table"]["chairs"][0]["stand_in"] == USUAL
