"""Help for the first minute in Chromium: a newcomer is told at the table what is asked; what was learned is remembered,
and comes back on request."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from hightable.games import game as find_game
from hightable.games.coach import coach_of
from tests.web.conftest import PHONE, WIDE
from tests.web.test_group import OFFERED, act
from tests.web.test_words import EVENINGS, lay

Open = Callable[..., Page]


def asked(page: Page) -> None:
    page.wait_for_selector(OFFERED)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("id", EVENINGS)
def test_the_first_decision_is_explained_at_the_table(open_page: Open, id: str, size: dict[str, int]) -> None:
    page = open_page(size)
    page.goto("/")
    lay(page, id, EVENINGS[id])
    asked(page)
    coach = coach_of(find_game(id))
    note = page.locator("#coach")
    expect(note).to_be_visible()
    key = note.locator("[data-lesson]").get_attribute("data-lesson") or ""
    assert coach is not None and key in coach.lessons
    expect(note).to_contain_text(coach.lessons[key].what)
    expect(note).to_contain_text(coach.lessons[key].how)
    if size is PHONE or id == "henrys-feast":  # where there is little room
        note.get_by_role("button", name="Why?").click()
    expect(note.get_by_text(coach.lessons[key].why)).to_be_visible()
    expect(note.get_by_text(coach.goal)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    box = note.bounding_box()
    assert box is not None
    for button in page.locator(OFFERED).all():  # nothing that may be pressed lies under the note
        place = button.bounding_box()
        if place is None or not button.is_visible():
            continue
        apart_x = place["x"] + place["width"] <= box["x"] + 1 or box["x"] + box["width"] <= place["x"] + 1
        apart_y = place["y"] + place["height"] <= box["y"] + 1 or box["y"] + box["height"] <= place["y"] + 1
        assert apart_x or apart_y, button.get_attribute("data-action")


def test_what_was_done_once_is_learned_and_comes_back_on_request(open_page: Open) -> None:
    page = open_page()
    page.goto("/")
    lay(page, "the-feast", {"seats": "2"})
    asked(page)
    note, tips = page.locator("#coach"), page.get_by_role("button", name="What can I do here?")
    expect(note).to_be_visible()
    expect(tips).to_have_attribute("aria-expanded", "true")
    act(page)
    asked(page)
    expect(page.locator("[data-lesson=ploys]")).to_be_hidden()
    page.reload()
    asked(page)
    expect(note).to_be_hidden()  # on this device it is known
    page.locator("body").press("?")
    expect(note).to_be_visible()
    expect(note).to_contain_text("Choose the card")
    page.locator("body").press("?")
    expect(note).to_be_hidden()
    tips.press("Enter")
    expect(note).to_be_visible()
    note.get_by_role("button", name="Got it").press("Enter")
    expect(note).to_be_hidden()
    expect(tips).to_be_focused()
    assert page.evaluate("localStorage.getItem('coach-the-feast')") == "ploys"


def test_who_wants_no_tips_gets_none(open_page: Open) -> None:
    page = open_page()
    page.goto("/")
    lay(page, "henrys-feast", EVENINGS["henrys-feast"])
    asked(page)
    page.get_by_role("button", name="No more tips").click()
    expect(page.locator("#coach")).to_be_hidden()
    act(page)
    asked(page)
    expect(page.locator("#coach")).to_be_hidden()
    page.get_by_role("button", name="What can I do here?").click()
    expect(page.locator("#coach")).to_be_visible()


def test_who_watches_is_not_coached(open_page: Open) -> None:
    page, watcher = open_page(), open_page()
    page.goto("/")
    lay(page, "the-feast", {"seats": "2"})
    watcher.goto(page.url)
    watcher.wait_for_selector("#seats")
    expect(watcher.locator("#coach")).to_be_hidden()
    expect(watcher.locator("#tips")).to_have_count(0)


def test_the_text_form_explains_too(open_page: Open) -> None:
    page = open_page()
    page.goto("/")
    lay(page, "the-feast", {"seats": "2"})
    asked(page)
    page.get_by_role("button", name="The table in words").press("Enter")
    told = page.get_by_role("region", name="The table in words")
    expect(told).to_contain_text("Choose the card that you will say to the topic in the middle.")
    expect(told).to_contain_text("You win with the most points after four hands")
