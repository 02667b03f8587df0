"""Every game played to its end without sight: by the names and roles that a screen reader tells, in the text form of
the table. What is where and what may be done is read, and what one does is typed."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE

EVENINGS = {  # how each game is laid, with the options that make it short
    "the-feast": {"seats": "2"},
    "kings-feast": {},
    "royal-feast": {"seats": "2", "quick_tables": "yes"},
    "henrys-feast": {"seats": "2", "quick": "yes"},
    "festo": {"seats": "2"},
}


def lay(page: Page, id: str, options: dict[str, str]) -> None:
    chairs = {"chair0": "me", "chair1": "bot:greedy"} if "seats" in options else {"chair0": "me"}
    settings = {name if name == "seats" else f"option_{name}": value for name, value in options.items()}
    answer = page.request.post(
        "/tables", form={"game": id, "name": "Ada", "seats": "1", **chairs, **settings}, max_redirects=0
    )
    page.goto(answer.headers["location"])


def read(page: Page) -> list[str]:
    """What may be done, as it is told."""
    return page.get_by_role("list", name="What may I do").get_by_role("button").all_inner_texts()


@pytest.mark.parametrize("id", EVENINGS)
def test_a_whole_game_in_words(open_page: Callable[..., Page], id: str) -> None:
    page = open_page(PHONE if id == "the-feast" else {"width": 1280, "height": 800})
    page.goto("/")
    lay(page, id, EVENINGS[id])
    page.get_by_role("button", name="The table in words").press("Enter")
    command = page.get_by_label("What do you do?")
    expect(command).to_be_focused()
    told = page.get_by_role("list", name="What is where").get_by_role("listitem")
    expect(told).not_to_have_count(0)
    dice = random.Random(5)
    over = page.get_by_role("link", name="The reckoning")
    for _ in range(900):
        page.wait_for_function(
            "() => document.querySelector('.deeds') || document.querySelector('#result')", timeout=30_000
        )
        if over.count():
            break
        deeds = read(page)
        if not deeds:
            continue
        deed = "end-game" if "end-game" in deeds else dice.choice(deeds)
        v = page.locator("body").get_attribute("data-v") or ""
        command.fill(deed.upper() if dice.random() < 0.1 else deed)  # however it is written
        command.press("Enter")
        expect(page.locator("body")).not_to_have_attribute("data-v", v, timeout=30_000)
    else:
        raise AssertionError("the game did not end")
    assert page.get_by_role("log").inner_text().strip()
    over.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_what_cannot_be_done_is_told_with_the_reason(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/")
    lay(page, "the-feast", {"seats": "2"})
    page.keyboard.press("w")
    command = page.get_by_label("What do you do?")
    expect(command).to_be_focused()
    for text in ("play 99", "dance", "undo", "<b>play"):
        command.fill(text)
        command.press("Enter")
        expect(page.get_by_role("alert")).not_to_be_empty()
        page.evaluate("document.getElementById('oops').textContent = ''")
    expect(page.get_by_role("list", name="What may I do")).to_be_visible()
    deeds = read(page)
    page.get_by_role("button", name=deeds[0], exact=True).first.press("Enter")
    expect(page.locator("body")).not_to_have_attribute("data-v", "0")
    page.get_by_role("button", name="The table in words").press("Enter")
    expect(command).to_be_hidden()


@pytest.mark.parametrize("id", EVENINGS)
def test_the_bar_of_tools_fits_a_phone(open_page: Callable[..., Page], id: str) -> None:
    page = open_page(PHONE)
    page.goto("/")
    lay(page, id, EVENINGS[id])
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 740})
        ends = page.locator(".bar nav button").evaluate_all("all => all.map(el => el.getBoundingClientRect().right)")
        assert max(ends) <= width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
