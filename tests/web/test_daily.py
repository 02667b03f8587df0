"""The daily feast on the pages: one's own way through it, what others may not see yet, and the lists."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from websockets.exceptions import InvalidStatus

from hightable.engine import Record
from tests.web.conftest import PHONE, SOLO, WIDE, Person, Server
from tests.web.test_browser import click_something

DAY = "2026-02-28"


@pytest.fixture(autouse=True)
def noon(server: Server) -> None:
    server.set_clock(2026, 2, 28)


def section(html: str, name: str) -> str:
    """The list of results of one arrangement."""
    return next(part for part in html.split("<section") if f">{name}</h2>" in part and "ranking" in part)


def test_an_empty_day_reads_well(server):
    html = Person(server, "Nobody").http.get("/daily/2024-02-29").text
    assert "29 February 2024" in html and "This feast is over" in html
    assert html.count("Nobody sat at this table.") == 4
    assert 'name="deal"' not in html, "nobody can begin it now"
    assert 'href="/daily/2024-03-01"' in html
    assert 'href="/daily/2024-02-28"' not in html, "nobody was there before"


@pytest.mark.parametrize(
    "day", ["2026-02-29", "2026-13-01", "20260228", "2026-W09-6", "today", "%00", "x" * 300, "2026-2-28"]
)
def test_what_is_no_day_says_so(server, day):
    answer = Person(server, "Ada").http.get(f"/daily/{day}")
    assert answer.status_code == 404
    assert "There is no such day." in answer.text and 'href="/daily"' in answer.text


def test_tomorrow_is_still_in_the_kitchen(server):
    ada = Person(server, "Ada")
    answer = ada.http.get("/daily/2026-03-01")
    assert answer.status_code == 404 and "still in the kitchen" in answer.text
    early = ada.post("/daily", deal=f"2026-03-01/{SOLO}/beginners-banquet")
    assert early.status_code == 409 and "not served today" in early.text


@pytest.mark.parametrize(
    "deal", ["", "x", f"{DAY}/{SOLO}", f"{DAY}/{SOLO}/nope", f"{DAY}/the-feast/", "a/b/c", "//", "\x00//"]
)
def test_what_is_no_deal_says_so(server, deal):
    answer = Person(server, "Ada").post("/daily", deal=deal)
    assert answer.status_code == 404
    assert "There is no such daily feast." in answer.text


def test_one_try_from_the_hall_to_the_list(server):
    ada = Person(server, "Ada & Lou")
    assert (
        "28 February 2026" in ada.http.get("/").text
        and f'value="{DAY}/{SOLO}/round-table-roast"' in ada.http.get("/").text
    )
    table = ada.daily("round-table-roast")
    assert ada.daily("round-table-roast") == table, "there is one try"
    assert f'href="/t/{table}">Go on' in ada.http.get("/daily").text
    assert "Daily feast of 28 February 2026" in ada.http.get("/").text, "it is among one's own tables"
    ada.finish(table)
    assert ada.daily("round-table-roast") == table
    html = ada.http.get("/daily").text
    assert f'href="/t/{table}">Your result' in html and "Place 1 of" in html
    line = section(html, "Round Table Roast")
    assert "Ada &amp; Lou" in line and "<small>you</small>" in line
    result = Record.parse(ada.http.get(f"/t/{table}/record").text)
    hall = ada.http.get("/").text
    assert re.search(r"Best: \d+ points?, Ada &amp; Lou", hall)
    page = ada.http.get(f"/t/{table}").text
    text = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)[1]
    assert text.startswith("Daily feast of 28 February 2026\n")
    assert (
        "Play again" not in page and "Lay a free table of the same seating" in page and f'href="/daily/{DAY}"' in page
    )
    free = ada.post(f"/t/{table}/again").headers["location"]
    assert "Round Table Roast" in ada.http.get(free).text
    assert "Daily feast" not in ada.http.get(free).text.split("<body")[1].split('class="chronicle"')[0]
    assert result.commitment in page


def test_everybody_gets_the_same_deal_and_nobody_looks_before(server):
    ada, odo = Person(server, "Ada"), Person(server, "Odo")
    table = ada.daily()
    odo.post("/name")
    ada.finish(table)
    seed = re.search(r"^seed: (.+)$", ada.http.get(f"/t/{table}/record").text, re.M)[1]
    stranger = Person(server, "Eve")
    for who in (odo, stranger):
        for path in (f"/t/{table}", f"/t/{table}/replay", f"/t/{table}/record"):
            answer = who.http.get(path)
            assert answer.status_code == 403
            assert "You can look at it once you have finished the deal yourself." in answer.text
            assert seed not in answer.text and 'href="/daily"' in answer.text
        with pytest.raises(InvalidStatus):
            who.live(table)
        assert f"/t/{table}" not in who.http.get("/daily").text, "the list gives no address away"
    theirs = odo.daily()
    assert theirs != table
    assert odo.http.get(f"/t/{table}").status_code == 403, "also not while one plays"
    odo.finish(theirs)
    assert re.search(r"^seed: (.+)$", odo.http.get(f"/t/{theirs}/record").text, re.M)[1] == seed
    for path in (f"/t/{table}", f"/t/{table}/replay", f"/t/{table}/record"):
        assert odo.http.get(path).status_code == 200
    assert f'href="/t/{table}"' in section(odo.http.get("/daily").text, "Beginner&#39;s Banquet")
    assert stranger.http.get(f"/t/{table}").status_code == 403
    server.set_clock(2026, 3, 1)
    assert stranger.http.get(f"/t/{table}").status_code == 200
    assert stranger.http.get(f"/t/{table}/replay").status_code == 200
    assert f'href="/t/{table}"' in stranger.http.get(f"/daily/{DAY}").text


def test_a_table_at_play_is_sealed_too(server):
    ada = Person(server, "Ada")
    table = ada.daily("full-feudal-feast")
    answer = Person(server, "Eve").http.get("/join", params={"code": table}, follow_redirects=True)
    assert answer.status_code == 403
    assert ada.live(table)


def test_no_hints_at_the_daily_feast(server):
    ada = Person(server, "Ada")
    table = ada.daily("surprise-party-soiree")
    assert "data-hint" not in ada.http.get(f"/t/{table}").text
    socket = ada.live(table)
    socket.until(lambda: bool(socket.html))
    socket.send({"hint": True, "v": socket.v})
    assert "No hints are given at this table." in socket.error()


def test_who_finishes_after_the_day_has_no_place(server):
    server.set_clock(2026, 1, 10)
    ada, odo = Person(server, "Ada"), Person(server, "Odo")
    tables = {who: who.daily(day="2026-01-10") for who in (ada, odo)}
    ada.finish(tables[ada])
    server.set_clock(2026, 1, 11)
    assert f'href="/t/{tables[odo]}">Go on' in odo.http.get("/daily/2026-01-10").text
    odo.finish(tables[odo])
    html = section(odo.http.get("/daily/2026-01-10").text, "Beginner&#39;s Banquet")
    places = re.findall(r'<td class="rk">(.*?)</td>', html)
    assert places[0] == "1" and "finished after the day" in places[1]


def end(page: Page) -> None:
    """Do the first thing offered until the feast can be ended, end it, and go to the reckoning."""
    for _ in range(100):
        if page.locator("#result").count():
            break
        if page.locator("[data-action=end-game]").count():
            page.get_by_role("button", name="End feast").click()
            page.locator("[data-action=end-game]").click()
            page.locator("#result").wait_for()
        else:
            click_something(page)
    page.locator("#result").click()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_daily_feast_in_a_browser(open_page: Callable[..., Page], server: Server, size):
    server.set_clock(2025, 5, 5 if size == WIDE else 6)
    page = open_page(size)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/")
    page.get_by_role("link", name="All results").click()
    page.get_by_label("Your name at table").fill("Ysolt")
    page.get_by_role("button", name=re.compile("Begin.*Beginner")).click()
    page.wait_for_url(re.compile(r"/t/\w+"))
    table = page.url
    page.goto("/daily")
    page.get_by_role("link", name=re.compile("Go on.*Beginner")).click()
    assert page.url == table
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    end(page)
    expect(page.locator(".points")).to_contain_text("point")
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith(
        f"Daily feast of {5 if size == WIDE else 6} May 2025\n"
    )
    page.get_by_role("link", name="The day's results and other tables").click()
    expect(page.get_by_role("row", name=re.compile("Ysolt"))).to_be_visible()
    page.get_by_role("link", name=re.compile("Your result.*Beginner")).click()
    assert page.url == table
    page.get_by_role("button", name="Lay a free table of the same seating").click()
    expect(page.locator("#table")).to_be_visible()
    assert page.url != table
    server.set_clock(2025, 5, 9)
    page.goto("/daily")
    page.keyboard.press("ArrowLeft")  # to the last day that had a guest
    page.wait_for_url(re.compile(r"/daily/2025-05-0[56]"))
    expect(page.get_by_text("This feast is over")).to_be_visible()


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing(open_page, server: Server, size, scheme):
    ada = Person(server, "Ada")
    page = open_page(size, scheme)
    table = ada.daily()
    ada.finish(table)
    page.context.add_cookies([{"name": n, "value": v, "url": server.url} for n, v in ada.http.cookies.items()])
    found: list[str] = []
    for path in ("/", "/rules", f"/games/{SOLO}", "/daily", "/daily/2020-01-01", "/daily/never", f"/t/{table}"):
        page.goto(path)
        found += [f"{path}: {v['id']}: {v['nodes'][0]['html'][:150]}" for v in Axe().run(page).response["violations"]]
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            found.append(f"{path}: {wide} px too wide")
    assert found == [], json.dumps(found, indent=1)
