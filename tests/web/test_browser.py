"""Real Chromium: whole games by mouse, by keyboard, on a phone; two people at one table; lost connections; axe."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, TimeoutError, expect

from tests.web.conftest import PHONE, WIDE

OFFERED = "[data-action]:not([aria-disabled]):not([data-sure])"


def sit_down(page: Page, name: str, path: str) -> None:
    """Come by an invitation link and take the first free chair."""
    page.goto(path)
    page.get_by_label("Your name at table").fill(name)
    page.get_by_role("button", name=re.compile("Sit down")).first.click()


def lay_table(page: Page, name: str, seats: int, chairs: dict[int, str]) -> str:
    """Lay a table through the form; its path."""
    page.goto("/")
    page.get_by_role("link", name=re.compile("The Feast")).first.click()
    page.get_by_label("Your name at table").fill(name)
    page.locator(f"label:has(input[name=seats][value='{seats}'])").click()
    for i, chair in chairs.items():
        page.locator(f"select[name=chair{i}]").select_option(chair)
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_url(re.compile(r"/t/\w+"))
    return "/t/" + page.url.rpartition("/t/")[2]


def over(page: Page) -> bool:
    return page.locator("#result").count() > 0


def click_something(page: Page) -> bool:
    """Click the first thing offered, as a mouse does, if there is any."""
    offered = page.locator(OFFERED).first
    if offered.count() == 0:
        return False
    v = page.evaluate("document.body.dataset.v")
    try:
        offered.click(timeout=1500)
    except TimeoutError:
        return False  # it moved away under the mouse: look again
    page.wait_for_function("v => document.body.dataset.v !== v", arg=v)
    return True


def click_until_a_card_is_asked(page: Page) -> None:
    """Settle whatever else is asked (which gaffe or topic to take), until a card of the hand may be laid down."""
    for _ in range(400):
        if page.locator("#hand .card.ok").count():
            return
        if not click_something(page):
            page.wait_for_timeout(30)
    raise AssertionError("no card was ever asked for")


def test_the_name_in_the_hall_goes_along_with_a_code(open_page):
    ada, odo = open_page(WIDE), open_page(PHONE)
    lay_table(ada, "Ada", 3, {1: "friend", 2: "friend"})
    code = ada.locator(".spell").inner_text()
    odo.goto("/")
    odo.get_by_label("Your name at table").fill("Odo the Elder")
    odo.get_by_label("Got an invitation code?").fill("zzz zzz")
    odo.keyboard.press("Enter")
    expect(odo.get_by_role("alert")).to_have_text("No table has this code.")
    expect(odo.get_by_label("Your name at table")).to_have_value("Odo the Elder")
    odo.get_by_label("Got an invitation code?").fill(code)
    odo.get_by_role("button", name="Find the table").click()
    odo.wait_for_url(re.compile(r"/t/\w+"))
    expect(odo.get_by_label("Your name at table")).to_have_value("Odo the Elder")
    odo.get_by_role("button", name=re.compile("Sit down")).first.click()
    expect(ada.locator(".chair b", has_text="Odo the Elder")).to_be_visible()


def test_two_people_and_a_bot_play_a_whole_game(open_page):
    ada, odo = open_page(WIDE), open_page(PHONE)
    path = lay_table(ada, "Ada", 3, {1: "friend", 2: "bot:apprentice"})
    expect(ada.get_by_text("1 chair is still free.")).to_be_visible()
    sit_down(odo, "Odo", path)
    expect(ada.get_by_text("Everybody is here.")).to_be_visible()
    ada.get_by_role("button", name="Begin").click()
    odo.wait_for_selector("#hand .card")
    for _ in range(400):
        moved = [click_something(page) for page in (ada, odo)]
        if over(ada) and over(odo):
            break
        if not any(moved):
            ada.wait_for_timeout(30)
    ada.locator("#result").click()
    expect(ada.get_by_role("heading", name=re.compile("win|share"))).to_be_visible()
    expect(ada.get_by_role("table")).to_contain_text("Hand 4")
    odo.locator("#result").click()
    expect(odo.get_by_role("table")).to_contain_text("Odo")
    ada.get_by_role("link", name="Watch it again").click()
    expect(ada.locator(".picture .card:visible").first).to_be_visible()
    step = ada.locator("output").inner_text()
    ada.keyboard.press("ArrowRight")
    ada.wait_for_url(re.compile("n=1"))
    assert ada.locator("output").inner_text() != step


def test_a_whole_game_by_keyboard_on_a_phone(open_page):
    page = open_page(PHONE)
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.get_by_label("Your name at table").focus()
    page.keyboard.type("Ysolt")
    page.keyboard.press("Enter")
    page.wait_for_selector("#hand .card.ok")
    for _ in range(400):
        if over(page):
            break
        if page.locator(OFFERED).count() == 0:
            page.wait_for_timeout(30)
            continue
        v = page.evaluate("document.body.dataset.v")
        for _tab in range(40):  # Tab to something that is offered, choose another with the arrow, and press Enter
            if page.evaluate(f"document.activeElement.matches('{OFFERED}')"):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        try:
            page.wait_for_function("v => document.body.dataset.v !== v", arg=v, timeout=4000)
        except TimeoutError:
            continue  # the picture changed under the keys: look again
        assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"
    page.locator("#result").wait_for()  # until the last pictures have been shown
    page.locator("#result").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("win|share"))).to_be_visible()


def test_digit_keys_play_a_rank_and_undo_takes_it_back(open_page):
    ada, odo = open_page(), open_page()
    path = lay_table(ada, "Ada", 4, {1: "friend", 2: "bot:apprentice", 3: "bot:apprentice"})
    sit_down(odo, "Odo", path)
    ada.get_by_role("button", name="Begin").click()
    ada.wait_for_selector("#hand .card.ok")
    before = ada.locator("#hand .card").count()
    ada.keyboard.press(ada.locator("#hand [aria-keyshortcuts]").first.get_attribute("aria-keyshortcuts"))
    expect(ada.get_by_text("You laid down")).to_be_visible()
    assert ada.locator("#hand .card").count() == before - 1
    ada.get_by_role("button", name="Undo").click()
    expect(ada.locator("#hand .card.ok")).to_have_count(before)
    expect(odo.get_by_text("Ada takes a move back.")).to_be_visible()
    ada.get_by_role("button", name="Undo").click(force=True)  # it is greyed out, and says why
    expect(ada.get_by_role("alert")).to_contain_text("nothing of yours")


def test_reload_and_lost_connection_keep_seat_and_picture(open_page, server):
    page = open_page()
    page.goto("/")
    page.get_by_label("Your name at table").fill("Maude")
    page.get_by_role("button", name="Play now against bots").click()
    page.wait_for_selector("#hand .card.ok")
    for _ in range(3):
        page.wait_for_selector(OFFERED)
        click_something(page)
    click_until_a_card_is_asked(page)
    page.wait_for_timeout(300)
    hand = page.locator("#hand").inner_html()
    page.reload()
    page.wait_for_selector("#hand .card.ok")
    assert page.locator("#hand").inner_html() == hand
    server.kill()
    expect(page.locator("#net")).to_contain_text("Connection lost")
    page.get_by_role("button", name="Try now").click()  # at once, and still in vain
    expect(page.locator("body")).to_have_class(re.compile(r"\blost\b"))
    page.locator(OFFERED).first.click()  # pressed while the line is dead: carried out when it is back
    server.start()
    expect(page.locator("#net")).to_contain_text("You are back at the table.", timeout=30_000)
    expect(page.locator("#net")).to_be_empty()
    page.wait_for_function("n => document.querySelectorAll('#hand .card').length < n", arg=hand.count("data-k="))


def test_a_spectator_sees_the_table_and_no_hand(open_page):
    ada, eve = open_page(), open_page(PHONE)
    path = lay_table(ada, "Ada", 4, {1: "bot:apprentice", 2: "bot:apprentice", 3: "bot:apprentice"})
    ada.wait_for_selector("#hand .card.ok")
    eve.goto(path)
    expect(eve.locator("#seats .seat")).to_have_count(4)
    assert eve.locator("#hand .card").count() == 0
    assert eve.locator(OFFERED).count() == 0
    click_something(ada)
    expect(eve.locator("#log")).to_contain_text("takes")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_hint_is_shown_until_the_table_changes(open_page, size):
    page = open_page(size)
    page.goto("/games/kings-feast")
    page.get_by_role("button", name="Begin").click()
    page.locator("#hint").wait_for()
    page.wait_for_load_state()  # from here on the page listens to keys
    page.evaluate("""() => {
        const advice = document.getElementById('advice');
        window.said = [];
        new MutationObserver(() => said.push(advice.textContent)).observe(advice, { childList: true });
    }""")
    page.keyboard.press("h")
    hinted = page.locator(".hinted")
    expect(hinted).to_have_count(1, timeout=30_000)
    assert page.evaluate("said[0]") == "Let me think…"
    expect(page.locator("#advice")).not_to_have_text("Let me think…")
    expect(page.locator("#advice")).not_to_be_empty()
    expect(hinted).to_be_in_viewport()
    assert page.evaluate("document.activeElement.classList.contains('hinted')")
    page.keyboard.press("Escape")
    expect(page.locator("#advice")).to_be_empty()
    expect(hinted).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(hinted).to_have_count(1)
    v = page.evaluate("document.body.dataset.v")
    page.keyboard.press("Enter")
    page.wait_for_function("v => document.body.dataset.v !== v", arg=v)
    expect(page.locator("#advice")).to_be_empty()
    expect(hinted).to_have_count(0)


def test_cards_fly_from_where_they_were(open_page):
    page = open_page(motion="no-preference")
    lay_table(page, "Ada", 4, {1: "friend", 2: "bot:apprentice", 3: "bot:apprentice"})
    other = open_page()
    sit_down(other, "Odo", page.url)
    page.bring_to_front()  # in a page behind another one nothing flies
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#hand .card.ok")
    page.wait_for_timeout(600)
    card = page.locator(OFFERED).first  # also of two equal cards the one that was pressed
    key, box = card.get_attribute("data-k"), card.bounding_box()
    assert key and box
    page.evaluate("""() => {
        const animate = Element.prototype.animate;
        window.flights = [];
        Element.prototype.animate = function (frames, options) {
            const flight = animate.call(this, frames, options);
            if (this.dataset.k === 'p0') {
                flight.pause();
                flight.currentTime = 0;
                window.flights.push(this.getBoundingClientRect().toJSON());
            }
            return flight;
        };
    }""")
    card.click()
    page.wait_for_function("() => window.flights.length > 0")
    start = page.evaluate("window.flights.at(-1)")
    assert abs(start["x"] + start["width"] / 2 - box["x"] - box["width"] / 2) < 40
    assert abs(start["y"] + start["height"] / 2 - box["y"] - box["height"] / 2) < 60


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing(open_page, size, scheme):
    page = open_page(size, scheme)
    found: list[str] = []

    def look(what: str) -> None:
        results = Axe().run(page).response["violations"]
        found.extend(f"{what}: {v['id']}: {v['nodes'][0]['html'][:150]}" for v in results)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            found.append(f"{what}: {wide} px too wide")

    for path in ("/", "/games/the-feast", "/games/the-feast/guide", "/nowhere"):
        page.goto(path)
        look(path)
    lay_table(page, "Ada", 3, {1: "friend", 2: "bot:apprentice"})
    look("waiting")
    page.get_by_role("button", name="Fill the free chairs").click()
    page.wait_for_selector("#hand .card.ok")
    look("my turn")
    if size == PHONE:
        assert page.evaluate("document.documentElement.scrollHeight") <= 844, "the phone's table needs no scrolling"
    for _ in range(300):
        if over(page):
            break
        if not click_something(page):
            page.wait_for_timeout(20)
    look("over")
    page.locator("#result").click()
    page.get_by_role("heading", name="The reckoning").wait_for()
    look("result")
    page.get_by_role("link", name="Watch it again").click()
    page.locator(".picture").wait_for()
    look("replay")
    assert found == []


COVERED = """id => {
  const el = document.getElementById(id), r = el.getBoundingClientRect(), y = r.y + r.height / 2;
  return ![0.25, 0.5, 0.75].every(x => el.contains(document.elementFromPoint(r.x + r.width * x, y)));
}"""


def test_nothing_covers_the_hand_or_the_table(open_page) -> None:
    page = open_page()
    page.goto("/")
    page.get_by_role("button", name="Play now against bots").click()
    page.wait_for_selector("#hand .card")
    for id in ("hand", "table"):
        assert not page.evaluate(COVERED, id), f"something covers #{id}"
