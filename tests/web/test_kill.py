"""A server that is killed in the middle of a game loses nothing that it has acknowledged."""

from __future__ import annotations

from pathlib import Path

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
