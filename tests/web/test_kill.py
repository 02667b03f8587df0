"""A server that is killed in the middle of a game loses nothing that it has acknowledged; and one that comes back with
other rules, or meets what another one has done by other rules, changes nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import update
from websockets.exceptions import InvalidStatus

from hightable import game as find_game
from hightable.engine import Record
from hightable.hall import Hall
from hightable.hall.hall import Stuck
from hightable.hall.saved import SavedEntry, new_entry
from hightable.hall.schema import ENTRIES
from tests.web.conftest import Person, Server
from tests.web.inside import Turned, Wire, inside, visitor
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


RESTS = "The rules of The Feast in this hall are not those that this table is played by."


def test_a_table_rests_where_the_rules_lead_elsewhere_and_says_so(tmp_path: Path):
    """The version of the rules is the same, and every action is still allowed."""
    server = Server(tmp_path / "hall.db")
    try:
        ada, odo = Person(server, "Ada"), Person(server, "Odo")
        id = ada.lay("me", "friend")
        odo.post(f"/t/{id}/sit")
        ada.post(f"/t/{id}/begin")
        play_out(ada.live(id), odo.live(id), rounds=3)
        server.kill()
        with sqlite3.connect(server.data) as c:
            c.execute("update entries set fingerprint = 123456789 where number = 3")
        c.close()
        server.start()
        answer = ada.http.get(f"/t/{id}")
        assert answer.status_code == 409
        assert "This table rests" in answer.text and RESTS in answer.text and "123456789" not in answer.text
        answer = ada.http.get(f"/api/tables/{id}")
        assert answer.status_code == 409
        assert RESTS in answer.json()["error"] and "123456789" not in answer.text
        with pytest.raises(InvalidStatus):
            ada.live(id)
        assert ada.http.get("/").status_code == 200
        server.kill()
        with sqlite3.connect(server.data) as c:
            c.execute("update entries set fingerprint = null")
        c.close()
        server.start()
        play_out(ada.live(id), odo.live(id))
        Record.parse(ada.http.get(f"/t/{id}/record").text).verify(find_game)
    finally:
        server.stop()


def test_who_looks_on_is_told_and_let_go_when_another_server_plays_by_other_rules():
    async def main() -> None:
        async with inside() as app:
            hall: Hall = app.state.hall
            ada, token = await hall.welcome("Ada")
            odo, _ = await hall.welcome("Odo")
            table = await hall.lay(ada, "the-feast", ["me", "friend"])
            await table.company.sit(odo)
            await table.company.begin(ada)
            assert table.match is not None
            text = table.game.text(table.match.state.legal(0)[0])
            cookie, bearer = {"cookie": f"ht_guest={token}"}, {"authorization": f"Bearer {token}"}
            ways = {f"/t/{table.id}/live": cookie, f"/api/tables/{table.id}/live": bearer}
            wires = [await Wire(app, path, headers).open() for path, headers in ways.items()]
            await hall.store.write(new_entry(table.id, 1, SavedEntry(0, text, "elsewhere", 1.0, 123456789)))
            with pytest.raises(Stuck):
                await table.catch_up()
            for wire in wires:
                assert RESTS in (await wire.until("error"))["error"]
                await asyncio.wait_for(wire._task, 5)
            for path, headers in ways.items():  # another server may have the right rules
                with pytest.raises(Turned, match="4409"):
                    await Wire(app, path, headers).open()
            async with visitor(app, token=token) as guest:
                answer = await guest.get(f"/t/{table.id}")
                assert answer.status_code == 409 and RESTS in answer.text
            await hall.store.write(lambda c: c.execute(update(ENTRIES).values(fingerprint=None)) and None)
            async with visitor(app, token=token) as guest:  # and so may this one, some day
                assert (await guest.get(f"/t/{table.id}")).status_code == 200

    asyncio.run(main())
