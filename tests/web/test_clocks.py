"""Clocks and deals on the pages: set in the form, seen in the waiting room, running at the table; tables of one deal
side by side. Time passes when a test says so."""

from __future__ import annotations

import re
from html import unescape

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Person

TURN = {"clock": "turn", "clock_turn": "120", "clock_bank": "300", "clock_late": "bot"}


def two(server, **form: str) -> tuple[Person, Person, str]:
    """Ada and Bob at a table that has begun."""
    ada, bob = Person(server, "Ada"), Person(server, "Bob")
    table = ada.lay("me", "friend", **form)
    assert bob.post(f"/t/{table}/sit").status_code == 303
    assert ada.post(f"/t/{table}/begin").status_code == 303
    return ada, bob, table


def as_her(page: Page, person: Person) -> Page:
    """A browser that is known as this person."""
    cookies = [{"name": name, "value": value, "url": person.server.url} for name, value in person.http.cookies.items()]
    page.context.add_cookies(cookies)  # type: ignore[arg-type]
    return page


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"clock": "sundial"}, "no such clock"),
        ({"clock": "turn", "clock_turn": "1", "clock_bank": "0"}, "from ten seconds to thirty days"),
        ({"clock": "turn", "clock_turn": "120", "clock_bank": "-5"}, "whole seconds"),
        ({"clock": "turn", "clock_turn": "120", "clock_bank": "99999999"}, "at most thirty days"),
        ({"clock": "turn", "clock_turn": "1e9", "clock_bank": "0"}, "whole seconds"),
        ({"clock": "turn", "clock_turn": "²", "clock_bank": "0"}, "whole seconds"),
        ({"clock": "turn", "clock_turn": "120"}, "whole seconds"),
        ({"clock": "game", "clock_game": "0"}, "from one minute to one day"),
        ({"clock": "game", "clock_game": "600", "clock_late": "behead"}, "makes the move or takes the seat"),
    ],
)
def test_a_clock_set_to_nonsense_is_refused_with_a_sentence(server, form: dict[str, str], sentence: str) -> None:
    ada = Person(server, "Ada")
    answer = ada.post("/tables", game="the-feast", seats="2", chair0="me", chair1="bot:greedy", **form)
    assert answer.status_code == 422
    assert sentence in unescape(answer.text)
    table = ada.lay("me", "friend", **TURN)
    changed = ada.post(f"/t/{table}/settings", game="the-feast", seats="2", **form)
    assert changed.status_code == 422 and sentence in unescape(changed.text)
    assert "2 minutes for each turn" in ada.http.get(f"/t/{table}").text


def test_the_form_keeps_the_clock(server) -> None:
    ada = Person(server, "Ada")
    table = ada.lay("me", "friend", clock="game", clock_game="1200", clock_late="seat")
    assert "20 minutes for the whole game; then a bot takes the chair over" in ada.http.get(f"/t/{table}").text
    form = ada.http.get(f"/t/{table}/settings").text
    assert '<option value="1200" selected>20 minutes' in form
    assert re.search(r'name="clock" value="game" checked', form)
    answer = ada.post(f"/t/{table}/settings", game="the-feast", seats="2", **TURN)
    assert answer.status_code == 303
    assert "2 minutes for each turn, and 5 minutes in the bank" in ada.http.get(f"/t/{table}").text


def test_clocks_run_on_the_page_and_a_bot_moves_for_who_is_late(server, open_page) -> None:
    ada, bob, table = two(server, **TURN)
    page = as_her(open_page(), ada)
    page.goto(f"/t/{table}")
    own = page.locator("#clocks .clock.me")
    expect(own).to_have_class(re.compile("runs"))
    expect(own.locator("time")).to_have_text(re.compile(r"^(2:00|1:5\d) \+5:00$"))
    before = own.locator("time").inner_text()
    page.wait_for_function("before => document.querySelector('.clock.me time').textContent !== before", arg=before)
    socket = bob.live(table)
    socket.until(lambda: "hand" in socket.html)
    socket.act(socket.legal()[0])
    expect(page.locator("#clocks .clock:not(.me)")).not_to_have_class(re.compile("runs"))
    expect(page.locator("#clocks .clock:not(.me) time")).to_have_text("2:00 +5:00")
    server.wait(421)
    socket.send({"say": "Are you there?"})
    expect(page.locator("#log")).to_contain_text("Ada's time is up. A bot moves for them.")
    expect(page.locator("#clocks .clock.me time")).to_have_attribute("data-bank", "0", timeout=30_000)
    socket.close()


def test_clocks_are_told_in_words(server) -> None:
    ada, bob, table = two(server, **TURN)
    socket = ada.live(table)
    socket.send({"words": True})
    socket.until(lambda: "in-words-text" in socket.html)
    assert "Ada&#39;s clock runs: 7 minutes left." in socket.html["in-words-text"]
    other = bob.live(table)
    other.until(lambda: "hand" in other.html)
    other.act(other.legal()[0])
    socket.until(lambda: "Bob&#39;s clock stands at 7 minutes." in socket.html["in-words-text"])
    socket.close()
    other.close()


def test_a_clock_tells_when_time_is_short(server, open_page) -> None:
    ada, _bob, table = two(server, clock="turn", clock_turn="120", clock_bank="0")
    server.wait(95)
    page = as_her(open_page(), ada)
    page.goto(f"/t/{table}")
    expect(page.locator("#clocks .clock.me")).to_have_class(re.compile("low"))
    expect(page.locator("#hurry")).to_have_text("Half a minute left.")


def test_a_short_clock_is_not_low_from_its_first_second_on(server, open_page) -> None:
    ada, _bob, table = two(server, clock="turn", clock_turn="20", clock_bank="0")
    page = as_her(open_page(), ada)
    page.goto(f"/t/{table}")
    own = page.locator("#clocks .clock.me")
    expect(own.locator("time")).to_have_text(re.compile(r"0:(20|1\d)"))
    expect(own).not_to_have_class(re.compile("low"))
    expect(page.locator("#hurry")).to_have_text("Ten seconds left.", timeout=30_000)
    expect(own).to_have_class(re.compile("low"), timeout=30_000)


def test_clocks_stand_while_the_table_is_asked_whether_to_go_back(server, open_page) -> None:
    ada, bob, table = two(server, **TURN)
    page, socket = as_her(open_page(), ada), bob.live(table)
    page.goto(f"/t/{table}")
    page.locator("#hand .card.ok").first.click()
    socket.until(lambda: bool(socket.legal()))
    socket.act(socket.legal()[0])
    page.wait_for_selector("#undo[popovertarget]")
    while not page.locator("#clocks .clock.me.runs").count():  # who took the topic is asked first
        socket.until(lambda: bool(socket.legal()))
        socket.act(socket.legal()[0])
        page.wait_for_timeout(100)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Ask the others").click()
    expect(page.locator("#council")).to_contain_text("Waiting for Bob")
    own = page.locator("#clocks .clock.me")
    expect(own).not_to_have_class(re.compile("runs"))
    stands = own.locator("time").inner_text()
    page.wait_for_timeout(2500)
    assert own.locator("time").inner_text() == stands
    socket.send({"answer": False})
    expect(own).to_have_class(re.compile("runs"))
    expect(own.locator("time")).not_to_have_text(stands)
    socket.close()


def test_who_lost_the_chair_is_told_and_may_take_it_again(server, open_page) -> None:
    ada, bob, table = two(server, clock="turn", clock_turn="120", clock_bank="0", clock_late="seat")
    page = as_her(open_page(), ada)
    page.goto(f"/t/{table}")
    expect(page.locator("#table")).to_have_attribute("data-me", "0")
    socket = bob.live(table)
    socket.until(lambda: "hand" in socket.html)
    socket.act(socket.legal()[0])
    expect(page.locator("#clocks .clock:not(.me)")).not_to_have_class(re.compile("runs"))
    server.wait(130)
    socket.send({"say": "Are you there?"})
    expect(page.locator("#council")).to_contain_text("You are watching. A bot keeps a chair")
    expect(page.locator("#table")).to_have_attribute("data-me", "")
    page.get_by_role("button", name="Take a chair").click()
    page.get_by_role("button", name="Take this chair").first.click()
    expect(page.locator("#table")).to_have_attribute("data-me", "0")
    expect(page.locator("#council .council-box")).to_have_count(0)
    socket.close()


def test_a_deal_is_played_at_another_table_and_compared(server) -> None:
    ada = Person(server, "Ada")
    table = ada.alone(option_arrangement="beginners-banquet")
    assert ada.http.get(f"/t/{table}/deal").status_code == 409  # not before it is over
    ada.finish(table)
    assert f'href="/t/{table}/deal"' in ada.http.get(f"/t/{table}").text
    eve = Person(server, "Eve")
    form = eve.http.get(f"/games/kings-feast?deal={table}").text
    assert f'name="deal" value="{table}"' in form
    assert eve.http.get(f"/games/the-feast?deal={table}").status_code == 404
    again = eve.alone(option_arrangement="beginners-banquet", deal=table)
    sealed = eve.http.get(f"/t/{table}/record")
    assert sealed.status_code == 403 and "this very deal" in sealed.text
    server.wait(60)
    eve.finish(again)
    side = eve.http.get(f"/t/{again}/deal").text
    assert side.index('"by">Ada') < side.index('"by">Eve') and "knew the deal" not in side
    assert "Cook bot" in side and "Master bot" in side
    once_more = ada.alone(option_arrangement="beginners-banquet", deal=again)
    server.wait(60)
    ada.finish(once_more)
    assert "knew the deal" in ada.http.get(f"/t/{once_more}/deal").text


def test_a_deal_of_tomorrow_is_refused_and_the_choices_stay(server) -> None:
    ada = Person(server, "Ada")
    form = {"game": "the-feast", "seats": "2", "chair0": "me", "chair1": "bot:greedy", "deal": "2027-01-01", **TURN}
    answer = ada.post("/tables", **form)
    assert answer.status_code == 422 and "still in the kitchen" in answer.text
    assert 'value="2027-01-01"' in answer.text and re.search(r'name="clock" value="turn" checked', answer.text)


def test_a_short_link_leads_to_the_table(server) -> None:
    ada = Person(server, "Ada")
    table = ada.lay("me", "friend")
    code = re.search(r'class="spell">([^<]+)<', ada.http.get(f"/t/{table}").text)[1]
    bob = Person(server, "Bob")
    assert bob.http.get(f"/j/{code.replace(' ', '')}").headers["location"] == f"/t/{table}"
    assert bob.http.get("/join", params={"code": code.lower()}).headers["location"] == f"/t/{table}"
    nowhere = bob.http.get("/j/999999")
    assert nowhere.status_code == 404 and "No table has this code" in nowhere.text
