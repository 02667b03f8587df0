"""The hall for programs: JSON over HTTP and WebSocket."""

from __future__ import annotations

import json
import threading

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from hightable.engine import Record
from hightable.games import game as find_game
from hightable.games import games
from tests.web.conftest import SOLO, Person, Server
from tests.web.program import Feed, Program


@pytest.fixture
def ada(server: Server) -> Program:
    return Program(server.url, "Ada")


@pytest.fixture
def odo(server: Server) -> Program:
    return Program(server.url, "Odo")


@pytest.fixture
def table(ada: Program, odo: Program) -> str:
    """Ada and Odo at a table of The Feast that has begun."""
    id = ada.lay("me", "friend")
    odo.post(f"/tables/{id}/sit")
    ada.post(f"/tables/{id}/begin")
    return id


def opened(program: Program, table: str, seen: int = -1) -> Feed:
    feed = program.live(table, seen)
    feed.until(lambda: "view" in feed.now)
    return feed


# over HTTP


def test_the_menu_has_seats_options_and_levels(ada):
    served = {game["id"]: game for game in ada.get("/games")["games"]}
    assert set(served) == set(games())
    for id, game in served.items():
        assert game["seats"] == [find_game(id).min_seats, find_game(id).max_seats]
        assert game["levels"] == ["apprentice", "cook", "chef", "master"]
        assert [option["name"] for option in game["options"]] == [option.name for option in find_game(id).options]


@pytest.mark.parametrize("word", [True, 1, "true", "On", "yes"])
def test_a_switch_takes_any_word_for_yes(ada, word):
    given = {"game": "festo", "chairs": ["me", "friend"], "options": {"magical": word, "events": False}}
    table = ada.post("/tables", 201, **given)["table"]
    assert table["options"] == {"magical": "yes", "events": "off"}


def test_a_whole_game_over_http(ada, odo, table):
    count = 0
    while (seen := ada.get(f"/tables/{table}"))["phase"] == "playing":
        assert seen["seat"] == 0 and seen["view"]["viewer"] == 0
        for program in (ada, odo):
            mine = program.get(f"/tables/{table}")
            assert mine["legal"] == [find_game("the-feast").text(action) for action in mine["view"]["legal"]]
            if mine["legal"]:
                count += 1
                after = program.post(f"/tables/{table}/act", action=mine["legal"][0], v=mine["v"], id=f"n{count}")
                assert after["v"] > mine["v"]
    assert seen["phase"] == "over" and seen["view"]["over"] and seen["asked"] == []
    record = Record.parse(ada.get(f"/tables/{table}/record")["record"])
    record.verify(find_game)
    assert record.players == ["Ada", "Odo"] and len(record.entries) == count


def test_what_is_not_over_has_no_record(ada, table):
    problem = ada.get(f"/tables/{table}/record", 409)
    assert problem == {"error": "The record is handed out when the game is over.", "rule": ""}


def test_a_refusal_has_a_sentence_and_the_rule(ada, table):
    seen = ada.get(f"/tables/{table}")
    problem = ada.post(f"/tables/{table}/act", 409, action="topic", v=seen["v"], id="x")
    assert "First everybody lays a card" in problem["error"] and problem["rule"].startswith("TF-")
    assert ada.get(f"/tables/{table}") == seen, "nothing has changed"


def test_sent_twice_acts_once_and_undo_goes_back(ada, table):
    seen = ada.get(f"/tables/{table}")
    order = {"action": seen["legal"][0], "v": seen["v"], "id": "the same"}
    first = ada.post(f"/tables/{table}/act", **order)
    assert first == ada.post(f"/tables/{table}/act", **order)
    assert first["legal"] == [] and first["undo"]
    back = ada.post(f"/tables/{table}/undo", v=first["v"], id="back")
    assert back["legal"] == seen["legal"] and not back["undo"]
    assert "moved on" in ada.post(f"/tables/{table}/act", 409, action=seen["legal"][0], v=0, id="old")["error"]


def test_a_question_may_wait_for_news(ada, odo, table):
    seen = odo.get(f"/tables/{table}")
    assert odo.get(f"/tables/{table}", v=seen["v"], wait=1)["v"] == seen["v"], "there is none, and the time is over"
    found: list[dict[str, object]] = []
    waiting = threading.Thread(target=lambda: found.append(odo.get(f"/tables/{table}", v=seen["v"], wait=20)))
    waiting.start()
    mine = ada.get(f"/tables/{table}")
    after = ada.post(f"/tables/{table}/act", action=mine["legal"][0], v=mine["v"], id="1")
    waiting.join()
    assert found[0]["v"] == after["v"]


def test_a_table_is_listed_filled_with_bots_and_left(ada, odo):
    id = ada.lay("friend", "me", "friend", listed=True, title="Open <house>", clock={"turn": 60, "bank": 300})
    found = next(table for table in odo.get("/tables")["tables"] if table["id"] == id)
    assert found["title"] == "Open <house>" and [chair["open"] for chair in found["chairs"]] == [True, False, True]
    odo.post(f"/tables/{id}/sit", chair=2)
    assert "Only the host" in odo.post(f"/tables/{id}/begin", 409)["error"]
    assert "free chairs" in ada.post(f"/tables/{id}/begin", 409)["error"]
    begun = ada.post(f"/tables/{id}/begin", fill="greedy")
    assert [chair["kind"] for chair in begun["table"]["chairs"]] == ["bot", "guest", "guest"]
    assert begun["table"]["clock"] == {"turn": 60, "bank": 300, "late": "bot"}
    assert begun["clocks"]["bank"] == [300, 300, 300] and begun["clocks"]["until"][0] is None
    assert begun["clocks"]["until"][1] == begun["clocks"]["now"] + 360
    assert [found["id"] for found in odo.get("/me/tables")["tables"]] == [id]
    left = odo.post(f"/tables/{id}/leave")
    assert left["table"]["chairs"][2]["stand_in"] and "Odo leaves" in left["chat"][-1]["text"]
    assert odo.post(f"/tables/{id}/sit")["table"]["chairs"][2]["stand_in"] == ""


def test_a_hint_comes_over_http(ada):
    id = ada.lay("me", game=SOLO)
    seen = ada.get(f"/tables/{id}")
    found = ada.post(f"/tables/{id}/hint", v=seen["v"])
    assert found["action"] in seen["legal"] and found["text"].endswith(".")


def test_going_back_by_consent(ada, odo, table):
    for program in (ada, odo):
        seen = program.get(f"/tables/{table}")
        program.post(f"/tables/{table}/act", action=seen["legal"][0], v=seen["v"], id="1")
    assert ada.post(f"/tables/{table}/ask")["table"]["asking"] == {
        "what": "undo", "seat": 0, "chair": None, "waiting": [1], "agreed": [],
    }  # fmt: skip
    back = odo.post(f"/tables/{table}/answer", agree=True)
    assert back["table"]["asking"] is None and back["asked"] == [0, 1]


# who asks


def test_a_token_is_needed_and_a_cookie_is_none(server, ada, table):
    stranger = httpx.Client(base_url=f"{server.url}/api")
    for path in ("/me", "/me/tables"):
        assert stranger.get(path).status_code == 401
    page = Person(server, "Ada")
    page.post("/name")
    for headers in ({}, {"authorization": "Bearer nonsense"}, {"authorization": "Basic QWRhOng="}):
        answer = page.http.post(f"/api/tables/{table}/say", json={"text": "It is me"}, headers=headers)
        assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"
    page.http.headers["authorization"] = f"Bearer {page.http.cookies['ht_guest']}"
    assert page.http.get("/api/me").json()["name"] == "Ada", "a page's guest may use programs, too"
    assert stranger.get("/me", headers={"authorization": "Bearer " + "x" * 500}).status_code == 401


@pytest.mark.parametrize(
    "headers", [{"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}]
)
def test_other_sites_pages_are_turned_away(ada, table, headers):
    answer = ada.http.post(f"/tables/{table}/say", json={"text": "Hello"}, headers=headers)
    assert answer.status_code == 403 and "another page" in answer.json()["error"]
    assert "access-control-allow-origin" not in answer.headers


def test_who_watches_sees_no_hand(server, ada, table):
    watched = httpx.get(f"{server.url}/api/tables/{table}").json()
    assert watched["seat"] is None and watched["view"]["viewer"] is None and watched["legal"] == []
    eve = Program(server.url, "Eve")
    assert eve.get(f"/tables/{table}")["view"] == watched["view"]
    assert "don't sit" in eve.post(f"/tables/{table}/act", 409, action="play 3", v=watched["v"], id="1")["error"]


# what is wrong


@pytest.mark.parametrize(
    ("path", "body", "status", "sentence"),
    [
        ("/guests", {"name": "x" * 10_000}, 409, "at most 20 letters"),
        ("/guests", {"name": " "}, 409, "at least one letter"),
        ("/guests", {"name": 7}, 422, "“name”"),
        ("/guests", {}, 422, "“name”"),
        ("/guests", {"name": "Ada", "admin": True}, 422, "“admin”"),
        ("/guests", {"name": "x" * 100_000}, 413, "more than this hall takes"),
        ("/guests", [], 422, "JSON object"),
        ("/tables", {"game": "chess", "chairs": ["me"]}, 409, "chess"),
        ("/tables", {"game": "the-feast", "chairs": ["me"]}, 409, "2 to 8 seats"),
        ("/tables", {"game": "the-feast", "chairs": ["me", "bot:wizard"]}, 409, "no bots called"),
        ("/tables", {"game": "the-feast", "chairs": ["me", "friend"], "options": {"x": 1}}, 409, "no option"),
        ("/tables", {"game": "the-feast", "chairs": ["me", "friend"], "clock": {"turn": -5, "bank": 0}}, 409, "turn"),
        ("/tables", {"game": "the-feast", "chairs": ["me", "friend"], "clock": {"turn": 10**9, "bank": 0}}, 409, "tur"),
        ("/tables", {"game": "the-feast", "chairs": ["me", "friend"], "clock": {"turn": "1", "bank": 0}}, 422, "clock"),
        ("/tables", {"game": "the-feast", "chairs": ["me", "friend"], "clock": {"turn": 0, "bank": 0}}, 409, "minute"),
        ("/tables", {"game": "the-feast", "chairs": ["me", "friend"], "deal": "2026-99-99"}, 409, "no such day"),
        ("/tables", {"game": "\ud800", "chairs": ["me", "friend"]}, 422, "JSON object"),
        ("/tables/aaaaaaaaaa/say", {"text": "x"}, 404, "no such table"),
        ("/tables/%00/say", {"text": "x"}, 404, "no such table"),
        ("/nothing", {}, 404, "nothing under this address"),
    ],
)
def test_wrong_requests_are_answered_with_a_sentence(ada, path, body, status, sentence):
    answer = ada.http.post(path, content=json.dumps(body), headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert sentence in answer.json()["error"]
    assert set(answer.json()) == {"error", "rule"}


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b'{"name": "\\ud800"}', b"[" * 5000, b"9" * 5000])
def test_what_is_no_json_is_refused(ada, content):
    answer = ada.http.post("/guests", content=content, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert set(answer.json()) == {"error", "rule"}


# live


def test_a_whole_game_over_the_socket(ada, odo, table):
    feeds = [opened(ada, table), opened(odo, table)]
    for feed in feeds:
        assert feed.now["table"]["id"] == table and feed.now["phase"] == "playing"
    while feeds[0].now["phase"] == "playing":
        for feed in feeds:
            if feed.now["legal"]:
                mark, v = feed.act(feed.now["legal"][0]), feed.now["v"]
                feed.until(lambda feed=feed, mark=mark: mark in feed.oks)
                assert feed.now["v"] > v
        newest = max(feed.now["v"] for feed in feeds)
        for feed in feeds:
            feed.until(lambda feed=feed, newest=newest: feed.now["v"] >= newest)
    assert not any(feed.errors for feed in feeds)
    for feed in feeds:
        numbers = [event["n"] for event in feed.events]
        assert numbers == sorted(set(numbers)), "each event once and in order"
        assert feed.now["view"]["over"]
    assert ada.get(f"/tables/{table}")["view"] == feeds[0].now["view"]


def test_who_comes_back_with_the_newest_number_gets_nothing(ada, odo, table):
    mine = opened(ada, table)
    mark = mine.act(mine.now["legal"][0])
    mine.until(lambda: mark in mine.oks)
    seen = mine.now["v"]
    mine.close()
    back = ada.live(table, seen)
    back.send({"say": "I am back"})
    while "said" not in (message := back.take()):
        assert "view" not in message, "it has the newest picture"
    assert message["said"] == {"number": 1, "seat": 0, "name": "Ada", "text": "I am back"}
    older = opened(ada, table, seen - 1)
    assert older.now["v"] == seen and older.now["chat"] == [message["said"]]


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("", "can't be read"),
        ("[]", "can't be read"),
        ({"a": "play 7", "v": "1", "id": "x"}, "can't be read"),
        ({"a": "play 7", "v": 10**6, "id": "x"}, "The table has moved on"),
        ({"a": "play 77", "v": 1, "id": "x"}, "is not an action"),
        ({"undo": True, "v": 10**6, "id": "x"}, "moved on"),
        ({"say": "x" * 10_000}, "too long"),
        ({"words": True}, "can't be read"),
        (b"\x00\xff", "Only text"),
    ],
)
def test_wrong_messages_are_answered_and_change_nothing(ada, table, message, sentence):
    before = ada.get(f"/tables/{table}")
    feed = opened(ada, table)
    feed.send(message)
    problem = feed.error()
    assert sentence in problem["error"]
    if isinstance(message, dict) and "id" in message:
        assert problem["id"] == message["id"]
    feed.close()
    assert ada.get(f"/tables/{table}")["view"] == before["view"]


def test_those_who_watch_speak_among_themselves(server, ada, table):
    eve, bob = Program(server.url, "Eve"), Program(server.url, "Bob")
    mine, hers, his = opened(ada, table), opened(eve, table), opened(bob, table)
    hers.send({"say": "She holds the ten!"})
    while "said" not in (message := his.take()):
        pass
    assert message["said"]["text"] == "She holds the ten!" and message["said"]["seat"] is None
    mine.send({"say": "Good evening"})
    while "said" not in (message := mine.take()):
        pass
    assert message["said"]["text"] == "Good evening"
    assert "She holds" not in str(ada.get(f"/tables/{table}")) and "She holds" in str(bob.get(f"/tables/{table}"))


def test_the_socket_turns_away_other_sites_wrong_tokens_and_unknown_tables(server, ada, table):
    with pytest.raises(InvalidStatus):
        ada.live(table, origin="https://evil.example")
    with pytest.raises(InvalidStatus):
        ada.live("aaaaaaaaaa")
    url = f"{server.url.replace('http', 'ws')}/api/tables/{table}/live"
    with pytest.raises(InvalidStatus), connect(url, additional_headers={"authorization": "Bearer wrong"}):
        pass
    page = Person(server, "Ada")
    page.post("/name")
    page.post(f"/t/{table}/sit")
    cookie = f"ht_guest={page.http.cookies['ht_guest']}"
    with connect(url, additional_headers={"cookie": cookie}) as nobody:
        feed = Feed(nobody)
        feed.until(lambda: "view" in feed.now)
        assert feed.now["seat"] is None
        feed.send({"say": "It is me"})
        assert "You are watching" in feed.error()["error"]


def test_the_description_is_served(server):
    described = httpx.get(f"{server.url}/api/openapi.json").json()
    assert described["openapi"].startswith("3.")
    assert set(described["paths"]["/tables/{id}/act"]["post"]["responses"]) >= {"200", "401", "404", "409", "429"}
    assert described["servers"] == [{"url": "/api"}]
