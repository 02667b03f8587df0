"""Looking back: a finished game through anybody's eyes or with all cards open, a running one through one's own only;
and lines of the chronicle that lead to their moment."""

from __future__ import annotations

import re
from html import unescape

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import hightable
from hightable.engine import Fast, Match, Record
from hightable.web.showing import linked
from tests.test_open_view import TABLES
from tests.web.conftest import PHONE, WIDE, Person

NAMES = ("Ada", "Brand", "Cleo", "Dora")
STRANGE = ("all ", " all", "ALL", "all,1", "-1", "-2", "99", "-0", "1.0", "²", "x", "None", "")


@pytest.fixture(scope="module")
def finished(server) -> dict[str, str]:
    """The replay's path of a finished game, by game."""
    eve, paths = Person(server, "Eve"), {}
    for id, (seats, options) in TABLES.items():
        match, dice = Match(hightable.game(id), seats, f"replay {id}", options), Fast(5)
        while not match.state.over:
            seat = match.state.deciding[0]
            legal = match.state.legal(seat)
            match.apply(seat, legal[dice.below(len(legal))])
        text = Record.of(match, NAMES[:seats]).text()
        answer = eve.post("/records", record=text)
        assert answer.status_code == 303, answer.text
        paths[id] = answer.headers["location"]
    return paths


@pytest.fixture
def eve(server) -> Person:
    return Person(server, "Eve")


def looked(person: Person, path: str, **params: object) -> str:
    answer = person.http.get(path, params={name: str(value) for name, value in params.items()} or None)
    assert answer.status_code == 200, answer.text
    return answer.text


def last(html: str) -> int:
    return int(re.search(r'type="range" name="n" min="0" max="(\d+)"', html)[1])  # type: ignore[index]


def caption(html: str) -> str:
    return unescape(re.search(r'class="caption" role="status">([^<]*)<', html)[1])  # type: ignore[index]


# all cards open


@pytest.mark.parametrize("id", TABLES)
def test_a_finished_game_is_watched_with_all_cards_open(eve, finished, id):
    steps = last(looked(eve, finished[id], eyes="all"))
    for n in (0, steps // 3, steps // 2, steps):
        html = looked(eve, finished[id], eyes="all", n=n)
        assert re.search(r'aria-current="true">\s*All cards open', html)
        assert 'data-me=""' in html and 'name="eyes" value="all"' in html
    assert steps >= last(looked(eve, finished[id]))


def test_hands_lie_open_at_their_places_and_what_was_private_is_told(eve, finished):
    path = finished["the-feast"]
    closed, opened = looked(eve, path, n=3), looked(eve, path, n=3, eyes="all")
    assert 'class="fan"' in closed and 'class="fan open"' not in closed
    assert 'class="fan"' not in opened and opened.count('class="fan open"') == 5
    assert "face down" not in closed
    assert all(f"{name} lays a" in opened for name in NAMES[:3])


def test_a_tile_that_is_seen_though_it_lies_face_down_is_drawn_so(eve, finished):
    path = finished["royal-feast"]
    assert re.search(r'class="tb su-\w+ down', looked(eve, path, n=2, eyes="all"))
    assert not re.search(r'class="tb su-', looked(eve, path, n=2))


@pytest.mark.parametrize("id", ["the-feast", "kings-feast"])
def test_strange_eyes_are_a_spectators(eve, finished, id):
    plain = looked(eve, finished[id], n=7)
    for eyes in STRANGE:
        assert looked(eve, finished[id], n=7, eyes=eyes) == plain, eyes


def test_a_running_table_never_opens_its_cards(server):
    ada, odo = Person(server, "Ada"), Person(server, "Odo")
    table = ada.lay("me", "bot:random", "bot:random", "bot:random")
    path = f"/t/{table}/replay"
    for who in (ada, odo):
        plain = looked(who, path, n=1)
        assert "All cards open" not in plain and "fan open" not in plain
        for eyes in ("all", *STRANGE, "0", "1", "3"):
            assert looked(who, path, n=1, eyes=eyes) == plain, eyes
        plain = looked(who, path, e=3)
        for eyes in ("all", *STRANGE, "0", "1", "3"):
            assert looked(who, path, e=3, eyes=eyes) == plain, eyes


def test_a_game_of_memory_opens_nothing_before_its_end(server):
    ada = Person(server, "Ada")
    table = ada.post("/tables", game="royal-feast", seats="2", chair0="me", chair1="bot:random").headers["location"]
    for eyes in ("all", "0", ""):
        answer = ada.http.get(f"{table}/replay", params={"eyes": eyes, "e": "2"})
        assert answer.status_code == 409 and "Memory is part of this game" in answer.text


def test_other_eyes_see_the_same_moment(eve, finished):
    path = finished["the-feast"]
    opened = looked(eve, path, eyes="all", n=40)
    links = dict(re.findall(r'<a id="eyes-(\w+)" href="\?([^"]*)"', opened))
    assert set(links) == {"spectator", "0", "1", "2", "all"}
    assert looked(eve, f"{path}?{unescape(links['all'])}") == opened
    where = re.compile(r"Round (\d)\. The topic is (\d+)")
    rounds = {
        eyes: where.findall(page := looked(eve, f"{path}?{unescape(link)}"))[: told_so_far(page, where)][-1]
        for eyes, link in links.items()
    }
    assert len(set(rounds.values())) == 1, rounds


def told_so_far(html: str, what: re.Pattern[str]) -> int:
    """How many such lines of the chronicle are told up to the step shown."""
    now = int(re.search(r'name="n" min="0" max="\d+" value="(\d+)"', html)[1])  # type: ignore[index]
    lines = re.findall(r'<li><a href="\?n=(\d+)&[^>]*>([^<]*)</a>', html)
    return sum(int(n) <= now and bool(what.search(text)) for n, text in lines)


def test_one_plays_on_from_a_step_with_all_cards_open(eve, finished):
    html = looked(eve, finished["the-feast"], eyes="all", n=9)
    form = dict(re.findall(r'<input type="hidden" name="(entries|seat)" value="(\w+)">', html))
    assert form["seat"] == "0"
    assert eve.post(finished["the-feast"].replace("/replay", "/from"), **form).status_code == 303


# from a line of the chronicle to its moment


def test_what_is_in_a_line_becomes_a_link():
    two = '<li class="head">Hand 1</li>\n<li><ul><li>Ada</li><li>Odo</li></ul></li>'
    assert linked(two, "/x") == (
        '<li class="head"><a href="/x" tabindex="-1">Hand 1</a></li>\n'
        '<li><a href="/x" tabindex="-1"><ul><li>Ada</li><li>Odo</li></ul></a></li>'
    )
    assert linked("", "/x") == ""


def chronicle(html: str) -> list[tuple[str, str]]:
    """The links of a running table's chronicle: where they lead, and what they say."""
    log = re.search(r'<ol id="log">(.*?)</ol>\s*</div>', html, re.S)[1]  # type: ignore[index]
    found = re.findall(r'<a href="([^"]+)" tabindex="-1">(.*?)</a>', log, re.S)
    return [(href, " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())) for href, text in found]


def test_a_line_of_the_chronicle_leads_to_its_moment(server):
    ada, odo = Person(server, "Ada"), Person(server, "Odo")
    table = ada.lay("me", "friend", "bot:random")
    odo.post(f"/t/{table}/sit")
    ada.post(f"/t/{table}/begin")
    sockets = {ada: ada.live(table), odo: odo.live(table)}
    for person, socket in sockets.items():
        socket.until(lambda socket=socket: bool(socket.legal()))
        socket.act(socket.legal()[0])
        socket.until(lambda socket=socket, v=socket.v: socket.v > v)
        lines = chronicle(ada.http.get(f"/t/{table}").text)
        topics = [(href, text) for href, text in lines if text.startswith("Topic")]
        assert topics and all(href.startswith(f"/t/{table}/replay?e=") for href, _text in lines)
        for watcher in (ada, odo, Person(server, "Eve")):
            for href, text in topics:
                rank = text.split()[-1]
                assert caption(looked(watcher, href)).endswith(f"The topic is {rank}."), person.name
    for socket in sockets.values():
        socket.close()


def test_some_moment_is_always_shown(server):
    ada = Person(server, "Ada")
    table = ada.lay("me", "bot:random", "bot:random")
    newest, first = looked(ada, f"/t/{table}/replay", n=99999), looked(ada, f"/t/{table}/replay", n=0)
    for e in ("0", "1"):
        assert looked(ada, f"/t/{table}/replay", e=e) == first
    assert looked(ada, f"/t/{table}/replay", e=9999) == newest
    for e in ("-1", "x", "²", "1.5", "9" * 30, ""):
        assert looked(ada, f"/t/{table}/replay", e=e) == first, e


def test_where_memory_is_part_of_the_game_no_line_leads_back(server):
    ada = Person(server, "Ada")
    table = ada.post("/tables", game="royal-feast", seats="2", chair0="me", chair1="bot:random").headers["location"]
    html = ada.http.get(table).text
    assert '<ol id="log"><li' in html and "replay" not in html


# in Chromium


def at_the_feast(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now against bots").click()
    page.wait_for_selector("#hand .card.ok")


def test_the_chronicle_is_one_stop_and_its_lines_are_reached_by_arrows(open_page):
    page = open_page()
    at_the_feast(page)
    assert page.locator("#log a").count() >= 2
    assert page.locator("#log a:not([tabindex='-1'])").count() == 0
    page.locator("#logbox").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#log a").last).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#log a").nth(-2)).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator("#log a").first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#log a").first).to_be_focused()
    page.keyboard.press("End")
    said = page.locator("#log a").last.inner_text()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/replay\?e=\d+"))
    expect(page.locator(".caption")).to_contain_text(said.split()[-1])
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_selector("#hand .card.ok")


def test_on_a_phone_the_first_touch_opens_the_chronicle_and_the_second_follows_a_line(open_page):
    page = open_page(PHONE)
    at_the_feast(page)
    page.get_by_role("button", name="No more tips").click()  # the coach stands where the chronicle will be
    table = page.url
    line = page.locator("#log a").last
    line.click(force=True)  # the box takes the touch, not the line
    expect(page.locator("#logbox")).to_be_focused()
    assert page.url == table
    line.click()
    page.wait_for_url(re.compile(r"/replay\?e=\d+"))


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("id", TABLES)
def test_with_all_cards_open_every_screen_fits(open_page, finished, id, size):
    page = open_page(size)
    page.goto(finished[id])
    for n in (0, last(page.content()) // 3, last(page.content()) // 2):
        page.goto(f"{finished[id]}?n={n}&eyes=all")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert Axe().run(page).response["violations"] == []


def test_eyes_are_chosen_by_keyboard_and_keep_the_focus(open_page, finished):
    page = open_page()
    page.goto(f"{finished['the-feast']}?n=9")
    page.keyboard.press("a")
    page.wait_for_url(re.compile("eyes=all"))
    expect(page.locator("#eyes-all")).to_have_attribute("aria-current", "true")
    page.locator("#eyes-all").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("eyes=2"))
    expect(page.locator("#eyes-2")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("n="))
    expect(page.locator("#eyes-2")).to_have_attribute("aria-current", "true")


def test_on_a_phone_a_picture_has_no_dead_tabs_but_all_its_parts(open_page, finished):
    page = open_page(PHONE)
    page.goto(f"{finished['henrys-feast']}?n=30&eyes=all")
    expect(page.locator("#tabs")).to_be_hidden()
    for part in ("market", "board", "stock", "stations", "mine", "seats"):
        expect(page.locator(f"#{part}")).to_be_visible()
    page.locator("#eyes-1").click()
    page.wait_for_url(re.compile("eyes=1"))


def test_a_step_keeps_where_one_is_and_what_is_unfolded(open_page, finished):
    page = open_page()
    page.goto(f"{finished['the-feast']}?n=20&eyes=1")
    page.get_by_text("All that happened").click()
    page.locator(".told ol").evaluate("e => e.scrollLeft = 150")
    page.evaluate("scrollTo(0, 300)")
    page.evaluate("window.same = true")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("n=21&eyes=1"))
    expect(page.locator("output")).to_have_text(re.compile("^21 of"))
    expect(page.locator(".told")).to_have_attribute("open", "")
    assert page.evaluate("[scrollY, document.querySelector('.told ol').scrollLeft, window.same]") == [300, 150, True]
    page.locator(".told a").nth(5).click()
    expect(page.locator(".told a").nth(5)).to_have_attribute("aria-current", "true")
    expect(page.locator(".told a").nth(5)).to_be_focused()
    page.reload()
    expect(page.locator(".told a[aria-current]")).to_have_text(page.locator(".caption").inner_text())


def test_the_slider_keeps_the_focus_and_its_own_pace(open_page, finished):
    page = open_page()
    page.goto(f"{finished['the-feast']}?n=4")
    page.locator("#n").focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("n=9"))
    expect(page.locator("output")).to_have_text(re.compile("^9 of"))
    expect(page.locator("#n")).to_be_focused()
    assert page.locator("#n").input_value() == "9"


def test_the_browsers_arrow_undoes_a_jump_and_leaves_out_the_steps(open_page, finished):
    page = open_page()
    page.goto("/")
    page.goto(f"{finished['the-feast']}?n=4&eyes=1")
    page.evaluate("window.same = true")
    for n in (5, 6):
        page.keyboard.press("ArrowRight")
        page.wait_for_url(re.compile(f"n={n}&eyes=1"))
    page.locator(".cuts .chips a").last.click()
    page.wait_for_url(re.compile(r"n=\d\d+&eyes=1"))
    chapter = page.locator("output").inner_text()
    page.keyboard.press("a")
    page.wait_for_url(re.compile("eyes=all"))
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"n=\d+&eyes=all"))
    page.go_back()
    expect(page.locator("#eyes-1")).to_have_attribute("aria-current", "true")
    expect(page.locator("output")).to_have_text(chapter)
    page.go_back()
    expect(page.locator("output")).to_have_text(re.compile("^6 of"))
    page.go_forward()
    expect(page.locator("output")).to_have_text(chapter)
    assert page.evaluate("window.same"), "all in place"
    page.go_back()
    expect(page.locator("output")).to_have_text(re.compile("^6 of"))
    page.go_back()
    page.wait_for_url(re.compile("/$"))


def test_whose_eyes_stands_above_the_picture(open_page, finished):
    page = open_page()
    page.goto(finished["the-feast"])
    expect(page.locator("#eyes-all")).to_be_in_viewport(ratio=1)


def test_who_played_looks_through_their_own_eyes_first(server):
    ada, eve = Person(server, "Ada"), Person(server, "Eve")
    table = ada.alone()
    ada.finish(table)
    path = f"/t/{table}/replay"
    assert looked(ada, path) == looked(ada, path, eyes="0") and 'data-me="0"' in looked(ada, path)
    assert looked(ada, path, n=3) == looked(ada, path, n=3, eyes="0")
    assert 'data-me=""' in looked(ada, path, eyes="")
    assert looked(eve, path) == looked(eve, path, eyes="") != looked(eve, path, eyes="0")
    assert "You play on alone from this step" in looked(ada, path)


def test_playing_on_says_who_sits_where(eve, finished):
    html = looked(eve, finished["the-feast"], n=9, eyes="1")
    assert "You take Brand&#39;s chair, and bots (cook) take all others" in html
    assert "You take Ada&#39;s chair" in looked(eve, finished["the-feast"], n=9)
