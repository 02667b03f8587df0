"""The live connection: a whole game over sockets, and everything that may be sent that is wrong."""

from __future__ import annotations

import json
import re
import time

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hightable import game as find_game
from hightable.engine import Damaged, Record
from tests.web.conftest import Person, Server, Socket, offered

NOW = -1  # stands for the number of the newest event


def finished(socket: Socket) -> bool:
    return 'id="result"' in socket.html.get("tools", "")


def play_out(*sockets: Socket, rounds: int = 10_000) -> list[tuple[Socket, str]]:
    """Everybody plays the first thing offered, until the game is over or for so many actions; what was acknowledged."""
    done: list[tuple[Socket, str]] = []
    while len(done) < rounds and not all(finished(socket) for socket in sockets):
        for socket in sockets:
            socket.drain()
            if legal := socket.legal():
                v = socket.v
                socket.act(legal[0])
                socket.until(lambda socket=socket, v=v: socket.v > v)
                done.append((socket, legal[0]))
    return done


@pytest.fixture
def table(server: Server) -> tuple[Person, Person, str]:
    ada, odo = Person(server, "Ada"), Person(server, "Odo")
    id = ada.lay("me", "friend", "bot:greedy")
    odo.post(f"/t/{id}/sit")
    ada.post(f"/t/{id}/begin")
    return ada, odo, id


def test_two_people_and_a_bot_play_to_the_end_and_the_record_verifies(table):
    ada, odo, id = table
    play_out(ada.live(id), odo.live(id))
    page = ada.http.get(f"/t/{id}").text
    assert "The reckoning" in page and "Hand 4" in page
    for step in ("40", "0", "-1", "x", "99999999999999", "3.5", "²", ""):  # some step is always shown
        assert ada.http.get(f"/t/{id}/replay", params={"n": step, "eyes": step}).status_code == 200
    assert ada.http.get(f"/t/{id}/replay", params={"n": "40", "eyes": "1"}).status_code == 200
    text = ada.http.get(f"/t/{id}/record").text
    Record.parse(text).verify(find_game)
    seed = re.search(r"^seed: (.+)$", text, re.M)[1]
    assert seed in page
    lines = text.split("\n")
    action = next(i for i, line in enumerate(lines) if re.match(r"1 play", line))
    lines[action] = lines[action][:-1] + ("1" if lines[action][-1] != "1" else "2")
    with pytest.raises(Damaged):
        Record.parse("\n".join(lines)).verify(find_game)
    with pytest.raises(Damaged):
        Record.parse(text.replace(seed, seed[:-1] + ("0" if seed[-1] != "0" else "1"))).verify(find_game)


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("{", "can't be read"),
        ("[]", "can't be read"),
        ("[" * 4000, "can't be read"),
        ('"play 7"', "can't be read"),
        ({}, "can't be read"),
        ({"a": 7, "v": 1, "id": "x"}, "can't be read"),
        ({"a": "play 7", "v": "1", "id": "x"}, "can't be read"),
        ({"a": "play 7", "v": True, "id": "x"}, "can't be read"),
        ({"a": "play 7", "v": 1}, "can't be read"),
        ({"a": "play 7", "v": 1, "id": "x" * 65}, "can't be read"),
        ({"a": "play 11", "v": NOW, "id": "x"}, "is not an action of this game"),
        ({"a": "<b>", "v": NOW, "id": "x"}, "is not an action of this game"),
        ({"a": "topic", "v": NOW, "id": "x"}, "First everybody lays a card"),
        ({"a": "play 7", "v": 0, "id": "x"}, "The table has moved on"),
        ({"a": "play 7", "v": 10**6, "id": "x"}, "The table has moved on"),
        ({"a": "\ud800", "v": NOW, "id": "x"}, "can't be read"),
        ({"undo": True, "v": NOW, "id": "x"}, "nothing of yours to take back"),
        ({"say": ""}, "1 to 300 letters"),
        ({"say": "x" * 2000}, "1 to 300 letters"),
        ({"say": "x" * 10_000}, "too long"),
        (b"\x00\xff", "Only text"),
    ],
)
def test_wrong_messages_are_answered_and_change_nothing(table, message, sentence):
    ada, odo, id = table
    mine, theirs = ada.live(id), odo.live(id)
    mine.until(lambda: bool(mine.html))
    if isinstance(message, dict) and message.get("v") == NOW:
        message = message | {"v": mine.v}
    mine.send(message)
    assert sentence in mine.error()
    theirs.until(lambda: bool(theirs.html))
    assert mine.legal() and theirs.legal(), "both still have to choose"
    v = mine.v
    mine.act(mine.legal()[0])
    mine.until(lambda: mine.v > v)


def test_a_spectator_and_a_seat_that_has_spoken_cannot_act(table, server):
    ada, _odo, id = table
    eve = Person(server, "Eve")
    eve.post("/name")
    for watcher, sentence in (
        (eve.live(id), "You don't sit at this table."),
        (Person(server, "Nobody").live(id), "You are watching. Take a seat to play."),
    ):
        watcher.until(lambda watcher=watcher: bool(watcher.html))
        assert watcher.legal() == []
        watcher.act("play 7")
        watcher.until(lambda watcher=watcher: bool(watcher.errors))
        assert watcher.errors == [sentence]
    mine = ada.live(id)
    mine.until(lambda: bool(mine.html))
    first, v = mine.legal()[0], mine.v
    mine.act(first)
    mine.until(lambda: mine.v > v)
    mine.act(first)
    assert "You have spoken" in mine.error()


def test_sent_twice_acts_once_and_undo_goes_back(table):
    ada, _odo, id = table
    mine = ada.live(id)
    mine.until(lambda: bool(mine.html))
    hand = mine.html["hand"]
    order = {"a": mine.legal()[0], "v": mine.v, "id": "the same"}
    mine.send(order)
    mine.send(order)
    mine.until(lambda: not mine.legal())
    v = mine.v
    mine.send({"undo": True, "v": mine.v, "id": "back"})
    mine.until(lambda: mine.v > v and bool(mine.legal()))
    assert mine.html["hand"] == hand
    assert mine.errors == []


def test_a_flood_is_slowed_and_hurts_nobody(table):
    ada, odo, id = table
    flood, other = ada.live(id), odo.live(id)
    other.until(lambda: bool(other.html))
    started = time.monotonic()
    for i in range(100):
        flood.send({"say": f"line {i}"})
    while "Too fast" not in (flood.errors[-1] if flood.errors else ""):
        flood.take()
    v = other.v
    other.act(other.legal()[0])
    other.until(lambda: other.v > v)
    said = re.findall(r"line \d+", ada.http.get(f"/t/{id}").text)
    assert len(said) <= 40 + 16 * (time.monotonic() - started)
    with pytest.raises(ConnectionClosed):
        go_on(flood)  # who goes on is shown the door


def go_on(flood: Socket) -> None:
    for _ in range(20_000):
        flood.send("{}")


def test_a_page_of_another_site_gets_no_socket(table):
    ada, _odo, id = table
    with pytest.raises(InvalidStatus):
        ada.live(id, origin="https://evil.example")
    assert ada.live(id, origin=ada.server.url)


def test_an_unknown_table_has_no_socket(server):
    with pytest.raises(InvalidStatus):
        Person(server, "Ada").live("aaaaaaaaaa")


def test_chat_is_text_and_nothing_else(table):
    ada, odo, id = table
    mine, theirs = ada.live(id), odo.live(id)
    theirs.until(lambda: bool(theirs.html))
    mine.send({"say": "<img src=x onerror=alert(1)> & goodbye"})
    while "log" not in (message := theirs.take()) or "goodbye" not in str(message["log"]):
        pass
    assert "<img" not in str(message["log"])
    assert "&lt;img" in ada.http.get(f"/t/{id}").text


def test_who_comes_back_gets_what_was_missed(table):
    ada, odo, id = table
    mine, theirs = ada.live(id), odo.live(id)
    mine.until(lambda: bool(mine.html))
    theirs.until(lambda: bool(theirs.html))
    mine.act(mine.legal()[0])
    mine.until(lambda: not mine.legal())
    seen, html = mine.v, dict(mine.html)
    mine.close()
    back = ada.live(id, seen)
    back.act("nonsense")  # an answer shows that nothing else was on its way
    assert "not an action" in back.error()
    mine = ada.live(id, seen - 1)
    mine.until(lambda: bool(mine.html))
    assert mine.html["hand"] == html["hand"]
    assert mine.v >= seen


def test_what_is_sent_never_holds_a_foreign_hand(table):
    """A committed card reaches its owner only: the other's and the watcher's messages are the same for any card."""
    ada, odo, id = table
    watchers = [odo.live(id), Person(ada.server, "Eve").live(id)]
    mine = ada.live(id)
    for socket in (mine, *watchers):
        socket.until(lambda socket=socket: bool(socket.html))
        socket.drain()
    seen = []
    for card in (mine.legal()[0], mine.legal()[-1]):
        v = mine.v
        mine.act(card)
        mine.until(lambda v=v: mine.v > v)
        heard = []
        for socket in watchers:
            message = socket.take()
            heard.append(json.dumps({key: message[key] for key in sorted(message) if key != "v"}))
        seen.append(heard)
        v = mine.v
        mine.send({"undo": True, "v": mine.v, "id": f"back from {card}"})
        mine.until(lambda v=v: mine.v > v)
        for socket in watchers:
            while "takes a move back" not in str(socket.take().get("log", "")):
                pass
    assert seen[0] == seen[1]


# hints


@pytest.fixture
def puzzle(server: Server) -> tuple[Person, str]:
    ada = Person(server, "Ada")
    return ada, ada.alone()


def hint(socket: Socket) -> dict[str, str]:
    """The next hint."""
    while "hint" not in (message := socket.take()):
        assert "error" not in message, message
    return message["hint"]  # type: ignore[return-value]


def test_a_hint_is_a_legal_action_and_a_sentence_for_the_asker_alone(puzzle, server):
    ada, id = puzzle
    mine, second, watcher = ada.live(id), ada.live(id), Person(server, "Eve").live(id)
    for socket in (mine, second, watcher):
        socket.until(lambda socket=socket: bool(socket.html))
        socket.drain()
    assert "data-hint" in mine.html["tools"] and "data-hint" not in watcher.html["tools"]
    v = mine.v
    mine.send({"hint": True, "v": v})
    found = hint(mine)
    assert found["action"] in offered(ada.http.get(f"/t/{id}").text)
    assert found["text"].endswith(".") and "%(" not in found["text"]
    assert set(found) == {"action", "text", "other"}
    for socket in (second, watcher):
        with pytest.raises(TimeoutError):
            socket.take(0.2)
    mine.send({"hint": True, "v": v})
    assert hint(mine) == found, "the same question has the same answer"
    mine.act(found["action"])
    mine.until(lambda: mine.v > v)
    assert mine.errors == []


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ({"hint": True}, "can't be read"),
        ({"hint": True, "v": "1"}, "can't be read"),
        ({"hint": False, "v": 1}, "can't be read"),
        ({"hint": "yes", "v": 1}, "can't be read"),
        ({"hint": True, "v": 0}, "The table has moved on"),
        ({"hint": True, "v": 10**6}, "The table has moved on"),
    ],
)
def test_wrong_questions_for_a_hint_are_answered(puzzle, message, sentence):
    ada, id = puzzle
    socket = ada.live(id)
    socket.until(lambda: bool(socket.html))
    socket.send(message)
    assert sentence in socket.error()


def test_spectators_get_no_hint_and_nobody_where_the_host_wants_none(puzzle, table, server):
    _ada, id = puzzle
    eve = Person(server, "Eve")
    eve.post("/name")
    for watcher, sentence in ((eve.live(id), "don't sit"), (Person(server, "Nobody").live(id), "You are watching")):
        watcher.until(lambda watcher=watcher: bool(watcher.html))
        watcher.send({"hint": True, "v": watcher.v})
        assert sentence in watcher.error()
    guest, _odo, feast = table
    guest.post(f"/t/{feast}/hints", on="")
    socket = guest.live(feast)
    socket.until(lambda: bool(socket.html))
    assert "data-hint" not in socket.html["tools"]
    socket.send({"hint": True, "v": socket.v})
    assert "No hints are given" in socket.error()


def test_many_questions_for_a_hint_harm_nobody(puzzle):
    ada, id = puzzle
    socket = ada.live(id)
    socket.until(lambda: bool(socket.html))
    for _ in range(30):
        socket.send({"hint": True, "v": socket.v})
    while "hint" not in socket.take():
        pass
    socket.drain()
    assert all("already being thought about" in error for error in socket.errors)
    v = socket.v
    socket.act(offered(ada.http.get(f"/t/{id}").text)[0])
    socket.until(lambda: socket.v > v)


def test_players_do_not_hear_those_who_watch(person) -> None:
    ann, eve, bob = person("Ann"), person("Eve"), person("Bob")
    table = ann.lay("me", "bot:random")
    for guest in (eve, bob):
        guest.post("/name", next="/")
    mine, hers, his = ann.live(table), eve.live(table), bob.live(table)
    for socket in (mine, hers, his):
        socket.until(lambda socket=socket: bool(socket.html))
    hers.send({"say": "She holds the ten!"})
    told = ""
    while "She holds the ten!" not in told:
        told += str(his.take().get("log", ""))
    mine.send({"say": "Good evening"})
    heard = ""
    while "Good evening" not in heard:
        heard += str(mine.take().get("log", ""))
    assert "She holds" not in heard
    assert "She holds" not in ann.http.get(f"/t/{table}").text
    assert "She holds" in eve.http.get(f"/t/{table}").text
    for socket in (mine, hers, his):
        socket.close()


def test_who_waits_while_the_host_chooses_another_game_gets_its_screen(person) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = ann.lay("me", "friend")
    bob.post(f"/t/{table}/sit")
    waiting = bob.live(table)  # stays open, so that the table is watched all the time
    waiting.until(lambda: bool(waiting.html))
    assert ann.post(f"/t/{table}/settings", game="royal-feast", seats="2").status_code == 303
    assert ann.post(f"/t/{table}/begin").status_code == 303
    mine = ann.live(table)
    mine.until(lambda: "kitchen" in str(mine.html).lower())
    for socket in (waiting, mine):
        socket.close()
