"""Long games in the browser: earlier lines of the chronicle and of the replay, by mouse and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect
from sqlalchemy import create_engine, insert

from hightable.hall.schema import ENTRIES
from tests.web.conftest import PHONE, WIDE, Person, Server, offered

PAIRS = 400


class Seated(NamedTuple):
    """Somebody at a long table."""

    person: Person
    table: str


@pytest.fixture(scope="module")
def ada(server: Server) -> Seated:
    """She and Odo have laid a card and taken it back very often, by turns."""
    ada, odo = Person(server, "Ada"), Person(server, "Odo")
    table = ada.lay("me", "friend")
    odo.post(f"/t/{table}/sit")
    ada.post(f"/t/{table}/begin")
    cards = [offered(person.http.get(f"/t/{table}").text)[0] for person in (ada, odo)]
    server.stop()
    rows = []
    for i in range(2 * PAIRS):
        seat = i // 2 % 2
        action = "undo" if i % 2 else cards[seat]
        rows.append({"table_id": table, "number": i + 1, "seat": seat, "action": action, "nonce": f"{i}", "at": 0.0})
    engine = create_engine(f"sqlite:///{server.data}")
    with engine.begin() as c:
        c.execute(insert(ENTRIES), rows)
    engine.dispose()
    server.start()
    return Seated(ada, table)


@pytest.fixture
def visit(open_page: Callable[..., Page], ada: Seated) -> Callable[..., Page]:
    def open(size: dict[str, int], path: str = "") -> Page:
        page = open_page(size)
        context: BrowserContext = page.context
        cookie = ada.person.http.cookies["ht_guest"]
        context.add_cookies([{"name": "ht_guest", "value": cookie, "url": ada.person.server.url}])
        context.add_init_script("localStorage.setItem('coach-the-feast', 'off')")
        page.goto(f"/t/{ada.table}{path}")
        return page

    return open


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_earlier_moves_come_by_keyboard_and_what_is_in_sight_stays(visit, size):
    page = visit(size)
    page.wait_for_selector("#hand .card.ok")
    expect(page.locator("#log > li:not(.earlier)")).to_have_count(150)
    page.locator("#logbox").focus()
    page.keyboard.press("Home")
    expect(page.get_by_role("link", name="Show earlier moves")).to_be_focused()
    line = page.locator("#log > li:not(.earlier)").first.element_handle()
    box = page.locator("#logbox")
    before = line.bounding_box()["y"], box.evaluate("e => e.scrollTop")
    page.keyboard.press("Enter")
    expect(page.locator("#log > li:not(.earlier)")).to_have_count(300)
    assert (line.bounding_box()["y"], box.evaluate("e => e.scrollTop")) == before
    expect(page.locator("#log > li a").nth(150)).to_be_focused()  # the newest of those that came
    assert box.get_attribute("aria-live") == "off", "not read out"
    expect(box).to_have_attribute("aria-live", "polite")
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.locator("#log > li:not(.earlier)")).to_have_count(402)
    expect(page.locator("#log .earlier")).to_have_count(0)
    hrefs = page.evaluate("[...document.querySelectorAll('#log a')].map(a => +new URL(a.href).searchParams.get('e'))")
    assert hrefs == sorted(set(hrefs))


def test_without_its_script_the_page_looks_back_instead(visit):
    page = visit(WIDE)
    link = page.locator("#log .earlier a")
    address = link.get_attribute("href")
    assert re.fullmatch(r"/t/\w+/replay\?e=\d+", address)
    page.goto(address)
    expect(page.locator(".caption")).to_contain_text("takes back the last choice")


def test_a_failed_request_says_so_and_can_be_repeated(visit):
    page = visit(WIDE)
    page.wait_for_selector("#hand .card.ok")
    page.route("**/log?*", lambda route: route.abort())
    page.locator("#log .earlier a").click()
    expect(page.locator("#oops")).to_contain_text("Connection lost")
    page.unroute("**/log?*")
    page.locator("#log .earlier a").click()
    expect(page.locator("#log > li:not(.earlier)")).to_have_count(300)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_replay_shows_the_lines_around_its_step(visit, size):
    page = visit(size, "/replay?n=250")
    expect(page.locator("output")).to_have_text(re.compile("^250 of 40"))
    page.locator(".told summary").click()
    shown = page.locator(".told li:not(.more) a")
    expect(shown).to_have_count(200)
    expect(page.locator(".told [aria-current]")).to_have_count(1)
    page.evaluate("window.same = true")
    page.get_by_role("link", name="Show earlier moves").click()
    page.wait_for_url(re.compile("n=199"))
    expect(page.get_by_role("link", name="Show earlier moves")).to_have_count(0)
    expect(page.locator(".told [aria-current]")).to_be_focused()
    inside = page.locator(".told ol").evaluate(
        "e => { const a = e.querySelector('[aria-current]').getBoundingClientRect(), b = e.getBoundingClientRect();"
        " return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1; }"
    )
    assert inside, "the line of the step is in sight"
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("n=200"))
    expect(page.locator("output")).to_have_text(re.compile("^200 of"))
    page.get_by_role("link", name="Show later moves").click()
    page.wait_for_url(re.compile("n=400"))
    expect(page.get_by_role("link", name="Show later moves")).to_have_count(0)
    page.go_back()
    expect(page.locator("output")).to_have_text(re.compile("^200 of"))
    assert page.evaluate("window.same"), "all in place"
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert Axe().run(page).response["violations"] == []
