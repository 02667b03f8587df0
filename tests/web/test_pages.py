"""The pages as a guest meets them, without a browser; and everything a guest may send that is wrong."""

from __future__ import annotations

import re
from html import escape, unescape

import httpx
import pytest

from hightable.engine import Record
from hightable.games import game as find_game
from hightable.games import games
from tests.web.conftest import SOLO, Person, Server


@pytest.fixture
def stranger(server: Server) -> httpx.Client:
    return httpx.Client(base_url=server.url, follow_redirects=False, timeout=20)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/games/the-feast",
        "/games/the-feast/guide",
        f"/games/{SOLO}",
        "/rules",
        "/daily",
        "/static/live.js",
        "/healthz",
    ],
)
def test_a_stranger_reads_the_pages(stranger, path):
    answer = stranger.get(path)
    assert answer.status_code == 200
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_pages_have_no_inline_script_or_style(stranger):
    for path in ("/", "/games/the-feast", "/games/the-feast/guide", f"/games/{SOLO}", "/rules", "/daily"):
        html = stranger.get(path).text
        assert not re.search(r"<script(?![^>]*\ssrc=)", html)
        assert not re.search(r"<style|\son[a-z]+=", html)


def test_only_playable_games_can_be_opened(stranger):
    html = stranger.get("/").text
    assert html.count('class="game"') == 5
    assert sorted(re.findall(r'href="/games/([a-z-]+)" class="box"', html)) == sorted(games())
    assert stranger.get("/games/nope").status_code == 404


def test_pages_that_belong_to_no_game_name_none_in_their_frame(stranger):
    for path in ("/", "/rules", "/daily", "/nope"):
        html = stranger.get(path).text
        frame = html[html.index('<header class="bar">') : html.index("<main")] + html[html.index("<footer>") :]
        assert "/games/" not in frame
        assert 'href="/rules"' in frame and 'href="/daily"' in frame
    assert f'href="/games/{SOLO}/guide"' in stranger.get(f"/games/{SOLO}").text
    rules = stranger.get("/rules").text
    assert all(f'href="/games/{id}/guide"' in rules for id in games())


@pytest.mark.parametrize(
    "path", ["/nope", "/t/aaaaaaaaaa", "/t/%00", "/t/" + "x" * 500, "/games/nope/guide", "/t/../x"]
)
def test_unknown_addresses_get_a_page(stranger, path):
    answer = stranger.get(path)
    assert answer.status_code == 404
    assert "Nobody sits here" in answer.text


def test_a_guest_needs_only_a_name(server):
    ada = Person(server, 'Ada & "Lou"')
    assert ada.post("/name").status_code == 303
    assert "Ada &amp; &#34;Lou&#34;" in ada.http.get("/").text
    cookie = ada.http.get("/").request.headers["cookie"]
    assert cookie.startswith("ht_guest=") and len(cookie) > 40


def test_the_guest_cookie_is_out_of_reach_of_scripts(server):
    cookie = Person(server, "Ada").post("/name").headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie


@pytest.mark.parametrize("name", ["x" * 10_000, "x" * 21])
def test_a_name_too_long_is_refused_with_a_sentence(server, name):
    answer = Person(server, name).post("/name")
    assert answer.status_code == 409
    assert "A name has at most 20 letters." in answer.text
    assert "set-cookie" not in answer.headers


def test_a_form_too_large_is_refused(server):
    answer = Person(server, "x" * 100_000).post("/name")
    assert answer.status_code == 413


def test_a_body_without_a_length_is_refused(stranger):
    def endless():
        yield b"name=x"

    answer = stranger.post("/name", content=endless(), headers={"content-type": "application/x-www-form-urlencoded"})
    assert answer.status_code == 413


@pytest.mark.parametrize("token", ["", "x", "'; drop table guests; --", "ä" * 20, "x" * 3000])
def test_a_forged_cookie_is_nobody(stranger, token):
    headers = {b"cookie": b"ht_guest=" + token.encode("utf-8")}
    answer = stranger.get("/", headers=headers)
    assert answer.status_code == 200
    assert 'value=""' in answer.text


@pytest.mark.parametrize(
    "headers", [{"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}]
)
def test_posts_from_other_sites_are_turned_away(stranger, headers):
    answer = stranger.post("/quick", data={"game": "the-feast", "name": "Eve"}, headers=headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"seats": "9", **{f"chair{i}": "friend" for i in range(9)}}, "2 to 8 seats"),
        ({"seats": "1", "chair0": "me"}, "2 to 8 seats"),
        ({"seats": "²", "chair0": "me"}, "2 to 8 seats"),
        ({"seats": "2", "chair0": "me", "chair1": "me"}, "one chair only"),
        ({"seats": "2", "chair0": "me", "chair1": "bot:wizard"}, "no bots called"),
        ({"seats": "2", "chair0": "me", "chair1": "<script>"}, "&lt;script&gt;"),
        ({"seats": "2", "chair0": "me", "chair1": "friend", "option_dummies": "0"}, "dummies can&#39;t be “0”."),
        ({"seats": "2", "chair0": "me", "chair1": "friend", "title": "x" * 41}, "at most 40 letters"),
    ],
)
def test_a_table_that_cannot_be_laid_says_why_and_keeps_the_choices(server, form, sentence):
    answer = Person(server, "Ada").post("/tables", game="the-feast", **form)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert "Lay a table" in answer.text


def test_a_table_waits_for_friends_and_begins(server):
    ada, odo, eve = (Person(server, name) for name in ("Ada", "Odo", "Eve"))
    table = ada.lay("me", "friend", "bot:greedy", title="Supper <at> eight", listed="1")
    lobby = ada.http.get(f"/t/{table}").text
    assert "Supper &lt;at&gt; eight" in lobby
    assert re.search(r"[0-9a-f]{64}", lobby), "the seal of the deal is shown before the game"
    assert f"/t/{table}/sit" in odo.http.get("/").text, "an open table is in the hall"
    assert ada.post(f"/t/{table}/begin").status_code == 409, "a chair is free"
    assert odo.post(f"/t/{table}/sit").status_code == 303
    assert eve.post(f"/t/{table}/sit").status_code == 409, "the table is full"
    assert odo.post(f"/t/{table}/begin").status_code == 409, "only the host begins"
    assert odo.post(f"/t/{table}/stand").status_code == 303
    assert odo.post(f"/t/{table}/sit", chair="1").status_code == 303
    assert ada.post(f"/t/{table}/begin").status_code == 303
    assert 'id="hand"' in ada.http.get(f"/t/{table}").text
    assert eve.http.get(f"/t/{table}").status_code == 200, "anybody may watch"


def test_the_code_finds_the_table(server):
    ada = Person(server, "Ada")
    table = ada.lay("me", "friend", "bot:random", "bot:random")
    assert (
        Person(server, "Odo").http.get("/join", params={"code": f" {table.upper()} "}).headers["location"]
        == f"/t/{table}"
    )
    lost = Person(server, "Odo").http.get("/join", params={"code": "no such"})
    assert lost.status_code == 404
    assert "No table has this code." in lost.text and 'value="no such"' in lost.text, "the hall, and the code to mend"


def test_who_comes_by_a_code_has_the_name_that_was_given(server):
    table = Person(server, "Ada").lay("me", "friend")
    odo = Person(server, "Odo")
    lost = odo.post("/join", code="no such")
    assert lost.status_code == 404 and 'id="name" class="field" name="name" value="Odo"' in lost.text
    assert not odo.http.cookies, "a code that leads nowhere makes nobody a guest"
    assert odo.post("/join", code=table).headers["location"] == f"/t/{table}"
    assert 'name="name" value="Odo"' in odo.http.get(f"/t/{table}").text
    odo.name = "Wulfric"
    odo.post("/join", code=table)
    assert 'name="name" value="Wulfric"' in odo.http.get("/").text
    nameless = Person(server, "")
    assert nameless.post("/join", code=table).status_code == 303 and not nameless.http.cookies


def test_friends_are_asked_to_a_table_by_link(server):
    ada = Person(server, "Ada")
    assert 'value="/games/the-feast?friends=1"' in ada.http.get("/").text
    assert ada.post("/name", next="/games/the-feast?friends=1").headers["location"] == "/games/the-feast?friends=1"
    chosen = re.findall(r'value="([^"]+)" selected', ada.http.get("/games/the-feast?friends=1").text)
    assert chosen[:8] == ["me", *["friend"] * 7]


def test_an_option_shows_only_where_there_is_a_choice(stranger):
    for game in games().values():
        if game.max_seats > 1:
            html = unescape(stranger.get(f"/games/{game.id}").text)
            for option in game.options:
                counts = [n for n in range(game.min_seats, game.max_seats + 1) if len(option.values(n)) > 1]
                asked = re.search(rf'data-seats="([^"]*)"><legend[^>]*>{re.escape(option.label)}<', html)
                assert (asked[1] if asked else "") == " ".join(map(str, counts)), option.name


def test_nothing_of_a_running_game_is_handed_out(server):
    ada = Person(server, "Ada")
    table = ada.lay("me", "bot:random", "bot:random", "bot:random")
    answer = ada.http.get(f"/t/{table}/record")
    assert answer.status_code == 409
    assert "when the game is over" in answer.text


def test_in_a_running_game_one_looks_back_with_ones_own_eyes(server):
    ada, eve = Person(server, "Ada"), Person(server, "Eve")
    table = ada.lay("me", "bot:random", "bot:random", "bot:random")
    mine = ada.http.get(f"/t/{table}/replay").text
    assert "This is what you saw yourself" in mine and "Play on from here" not in mine
    for eyes in ("", "0", "1", "3"):
        assert ada.http.get(f"/t/{table}/replay", params={"eyes": eyes}).text == mine
        theirs = eve.http.get(f"/t/{table}/replay", params={"eyes": eyes}).text
        assert 'data-me=""' in theirs
    royal = ada.post("/tables", game="royal-feast", seats="2", chair0="me", chair1="bot:random").headers["location"]
    answer = ada.http.get(f"{royal}/replay")
    assert answer.status_code == 409 and "Memory is part of this game" in answer.text


def test_a_finished_game_is_played_on_from_its_middle(server):
    ada = Person(server, "Ada")
    table = ada.alone()
    for wrong in ({"entries": "1", "seat": "0"}, {"entries": "x", "seat": "0"}):
        assert ada.post(f"/t/{table}/from", **wrong).status_code == 409
    ada.finish(table)
    page = ada.http.get(f"/t/{table}/replay", params={"n": "3"}).text
    entries = re.search(r'name="entries" value="(\d+)"', page)
    assert entries
    for wrong in ({"entries": "99999"}, {"entries": "-1"}, {"entries": "²"}, {"seat": "7"}, {"seat": ""}):
        assert ada.post(f"/t/{table}/from", **{"entries": entries[1], "seat": "0", **wrong}).status_code == 409
    eve = Person(server, "Eve")
    laid = eve.post(f"/t/{table}/from", entries=entries[1], seat="0")
    after = laid.headers["location"].removeprefix("/t/")
    assert after != table and "Play again" not in eve.http.get(f"/t/{after}").text
    eve.finish(after)
    assert (
        eve.http.get(f"/t/{after}/record")
        .text.split("\n\n")[1]
        .startswith("\n".join(ada.http.get(f"/t/{table}/record").text.split("\n\n")[1].split("\n")[: int(entries[1])]))
    )


def test_an_unlisted_table_is_in_no_list(server):
    ada = Person(server, "Ada")
    table = ada.lay("me", "friend", "bot:random", "bot:random")
    assert table not in Person(server, "Eve").http.get("/").text
    assert table in ada.http.get("/").text


# a game for one


def test_the_page_of_a_game_for_one_asks_for_the_arrangement_only(stranger):
    html = stranger.get(f"/games/{SOLO}").text
    values = re.findall(r'name="option_arrangement" value="([a-z-]+)"( checked)?', html)
    option = games()[SOLO].options[0]
    assert [value for value, _ in values] == option.values(1), "in the game's own order"
    assert [value for value, checked in values if checked] == [option.default(1)]
    for name in ("Beginner&#39;s Banquet", "Round Table Roast"):
        assert f"<b>{name}</b>" in html
    assert html.count("the usual one") == 1
    assert "as usual" not in html and "How many chairs" not in html and "<select" not in html


def test_a_game_for_one_begins_without_a_lobby_and_may_be_watched(server):
    ada, eve = Person(server, "Ada"), Person(server, "Eve")
    table = ada.alone(option_arrangement="round-table-roast", listed="1")
    html = ada.http.get(f"/t/{table}").text
    assert 'data-me="0"' in html and "Round Table Roast" in html
    assert re.search(r"[0-9a-f]{64}", html), "the seal of the deal is shown"
    watched = eve.http.get(f"/t/{table}")
    assert watched.status_code == 200 and 'data-me=""' in watched.text
    hall = eve.http.get("/").text
    assert "Ada&#39;s table" in hall and "The King&#39;s Feast · Round Table Roast · at play" in hall
    assert f'href="/t/{table}">Watch' in hall
    assert eve.post(f"/t/{table}/sit").status_code == 409


def test_the_puzzle_is_one_click_away(server):
    ada = Person(server, "Ada")
    assert f'name="game" value="{SOLO}">Solve a puzzle alone' in ada.http.get("/").text
    answer = ada.post("/quick", game=SOLO)
    assert answer.status_code == 303
    assert "Beginner's Banquet" in unescape(ada.http.get(answer.headers["location"]).text)


@pytest.mark.parametrize("value", ["Mine:UDK/DAU>3,5,18/1,2,4", "/etc/passwd", "<script>"])
def test_an_arrangement_of_ones_own_is_refused_online(server, value):
    answer = Person(server, "Ada").post("/tables", game=SOLO, seats="1", chair0="me", option_arrangement=value)
    assert answer.status_code == 422
    assert "At a table in the hall, arrangement can&#39;t be" in answer.text
    assert "<script>" not in answer.text
    assert 'value="beginners-banquet" checked' in answer.text


def test_the_result_of_a_game_for_one(server):
    ada, eve = Person(server, "Ada"), Person(server, "Eve")
    table = ada.alone()
    ada.finish(table)
    html = ada.http.get(f"/t/{table}").text
    record = Record.parse(ada.http.get(f"/t/{table}/record").text)
    result = record.verify(find_game).state.result
    assert re.search(rf"<h1>\s*{re.escape(escape(result.titles[0]))}\s*</h1>", html)
    assert f"<b>{result.scores[0]}</b>" in html
    assert "win" not in re.search(r"<h1>(.*?)</h1>", html, re.S)[1].split()
    for line in result.lines:
        assert f"<dt>{line.label}</dt><dd>{line.points[0]}</dd>" in html
    assert '<div class="picture last">' in html and f"/games/{SOLO}/style.css" in html
    text = re.search(r"<textarea[^>]*readonly[^>]*>(.*?)</textarea>", html, re.S)[1]
    assert "King" in text and 'data-copy="words"' in html and 'data-share="words"' in html
    assert "Play again" in html
    assert "Play again" not in eve.http.get(f"/t/{table}").text, "who only watched"
    again = ada.post(f"/t/{table}/again").headers["location"]
    assert again != f"/t/{table}" and 'data-me="0"' in ada.http.get(again).text
    assert ada.http.get(f"/t/{table}/replay").status_code == 200


def test_a_guide_begins_with_its_contents(stranger):
    for id in games():
        html = stranger.get(f"/games/{id}/guide").text
        places = re.findall(r'<li><a href="#([^"]+)">', html)
        assert len(places) > 5 and places == re.findall(r'<h2 id="([^"]+)">', html)
        assert len(set(places)) == len(places)


# finished tables


def lately(html: str) -> str:
    """The list of one's finished tables, without marks."""
    found = re.search(r'<h2 id="finished">(.*?)</section>', html, re.S)
    return found[1] if found else ""


def test_the_hall_leads_back_to_what_one_has_finished(server):
    ada, eve = Person(server, "Ada"), Person(server, "Eve")
    eve.post("/name")
    assert lately(ada.http.get("/").text) == ""
    table = ada.alone(option_arrangement="round-table-roast")
    assert lately(ada.http.get("/").text) == "", "only what is over"
    ada.finish(table)
    shown = lately(ada.http.get("/").text)
    assert f'href="/t/{table}"' in shown and f'href="/t/{table}/replay"' in shown
    result = Record.parse(ada.http.get(f"/t/{table}/record").text).verify(find_game).state.result
    assert re.search(rf">{result.scores[0]} points? · {re.escape(escape(result.titles[0]))}<", unescape(shown))
    assert "Round Table Roast · 28 February 2026" in shown
    assert lately(eve.http.get("/").text) == "", "nobody else's"


def test_the_newest_finished_tables_come_first_and_are_bounded(server):
    ada = Person(server, "Ada")
    tables = []
    for _ in range(9):
        server.wait(60)
        tables.append(ada.alone())
        ada.finish(tables[-1])
    shown = lately(ada.http.get("/").text)
    assert re.findall(r'href="/t/(\w+)"', shown) == tables[:0:-1]
    assert "6 more" in shown


def test_a_day_is_not_over_for_others_but_ones_own_result_is_listed(server):
    ada = Person(server, "Ada")
    table = ada.daily("full-feudal-feast")
    ada.finish(table)
    shown = lately(ada.http.get("/").text)
    assert f'href="/t/{table}"' in shown and "Daily feast of 28 February 2026" in shown
    assert table not in Person(server, "Eve").http.get("/").text
