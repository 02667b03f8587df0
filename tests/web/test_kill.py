"""A server that is killed in the middle of a game loses nothing that it has acknowledged; and one that comes back with
other rules changes nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from hightable import game as find_game
from hightable.engine import Record
from tests.web.conftest import Person, Server
from tests.web.test_live import play_out


def test_kill_9_loses_no_acknowledged_action(tmp_path: Path):
    server = Server(tmp_path / "hall.db")
    try:
        ada, odo = Person(server, "Ada"), Person(server, "Odo")
        id = ada.lay("me", "friend", "bot:random")
        odo.post(f"/t/{id}/sit")
        ada.post(f"/t/{id}/begin")
        said: list[str] = []  # what Ada was told is done
        for kill in range(4):
            mine, theirs = ada.live(id), odo.live(id)
            said += [action for socket, action in play_out(mine, theirs, rounds=9 + kill) if socket is mine]
            server.kill()
            server.start()
        play_out(ada.live(id), odo.live(id))
        text = ada.http.get(f"/t/{id}/record").text
        record = Record.parse(text)
        record.verify(find_game)
        done = [action for seat, action in record.entries if seat == 0]
        assert done[: len(said)] == said
    finally:
        server.stop()


def test_a_table_of_other_rules_rests_and_says_so(tmp_path: Path):
    server = Server(tmp_path / "hall.db")
    try:
        ada = Person(server, "Ada")
        id = ada.lay("me", "bot:random")
        server.kill()
        with sqlite3.connect(server.data) as c:
            c.execute("update tables set rules = 99")
        c.close()
        server.start()
        answer = ada.http.get(f"/t/{id}")
        assert answer.status_code == 409
        assert "This table rests" in answer.text and "version 99 of the rules of The Feast" in answer.text
        with pytest.raises(InvalidStatus):
            ada.live(id)
        assert ada.http.get("/").status_code == 200
    finally:
        server.stop()
