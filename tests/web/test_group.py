"""An evening of a group in Chromium: three people and a bot at one table of Henry's Feast; somebody leaves and comes
back, the table goes back by consent, and all go on to another game together."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, Person

OFFERED = "#table [data-action]:not([data-action='']):not([aria-disabled]):not([data-undo])"
Open = Callable[..., Page]


def come_in(page: Page, name: str, table: str) -> None:
    """By the link, with a name, to the first free chair."""
    page.goto(table)
    page.get_by_label("Your name at table").fill(name)
    page.get_by_role("button", name="Sit down").first.click()
    expect(page.locator("#chair-0, .company")).not_to_have_count(0)


def act(page: Page) -> str:
    """Press something that is offered; what it was."""
    piece = page.locator(OFFERED).first
    deed = piece.get_attribute("data-action") or ""
    v = page.locator("body").get_attribute("data-v") or ""
    piece.dispatch_event("click")
    expect(page.locator("body")).not_to_have_attribute("data-v", v)
    return deed


def mine(page: Page) -> bool:
    return page.locator(OFFERED).count() > 0


def go_on(pages: list[Page], done: Callable[[], bool], most: int = 120) -> None:
    """Whoever is asked does something, until it is done."""
    for _ in range(most):
        if done():
            return
        for page in pages:
            if not done() and mine(page):
                act(page)
        pages[0].wait_for_timeout(100)
    raise AssertionError("it went on and on")


def test_an_evening_of_three_and_a_bot(open_page: Open) -> None:
    ysolt, odo, maude = open_page(), open_page(), open_page(size=PHONE)
    ysolt.goto("/games/henrys-feast")
    ysolt.get_by_label("Your name at table").fill("Ysolt")
    ysolt.locator("label:has(input[name=seats][value='4'])").click()
    for chair, who in ((2, "friend"), (3, "friend"), (4, "bot:greedy")):
        ysolt.get_by_label(f"Chair {chair}").select_option(who)
    ysolt.get_by_role("button", name="Lay the table").click()
    table = re.sub(r"https?://[^/]+", "", ysolt.url)
    come_in(odo, "Odo", table)
    come_in(maude, "Maude", table)

    # the host changes places before the game
    ysolt.get_by_text("Arrange the chairs").click()
    ysolt.get_by_role("button", name="Move chair 3 up").click()
    expect(ysolt.locator("#chair-1")).to_contain_text("Maude")
    expect(odo.locator("#chair-2")).to_contain_text("Odo")
    ysolt.get_by_role("button", name="Begin").click()
    for page in (ysolt, odo, maude):
        page.wait_for_selector("#kitchen")

    # who leaves is played by a bot until they are back, and everybody sees it
    maude.get_by_role("button", name="People at the table").click()
    maude.get_by_role("button", name="Leave; a bot plays on").click()
    maude.wait_for_url("**/")
    expect(ysolt.locator("#log")).to_contain_text("Maude leaves. A bot plays on until they are back.")
    expect(odo.locator("#company")).to_contain_text("away; a bot plays on")
    maude.goto(table)
    expect(odo.locator("#log")).to_contain_text("Maude is back.")
    expect(odo.locator("#company")).not_to_contain_text("away; a bot plays on")

    # until the barrier one goes back alone, behind it only with all others
    pages = [ysolt, maude, odo]
    go_on(pages, lambda: ysolt.locator("#undo[data-ask]").count() > 0)
    expect(ysolt.locator("#undo")).to_have_attribute(
        "title", re.compile("You can't go back: .* Press to ask the others.")
    )
    ysolt.locator("#undo").click()
    for page in (odo, maude):
        expect(page.locator("#council")).to_contain_text("Ysolt asks to go back")
    expect(ysolt.locator("#council")).to_contain_text("Waiting for")
    odo.get_by_role("button", name="Play on", exact=True).click()
    expect(ysolt.locator("#log")).to_contain_text("Odo would rather play on.")
    expect(maude.locator("#council .council-box")).to_have_count(0)
    ysolt.locator("#undo[data-ask]").click()
    odo.get_by_role("button", name="Go back", exact=True).click()
    maude.get_by_role("button", name="Go back", exact=True).click()
    expect(odo.locator("#log")).to_contain_text("All agree: the table goes back to Ysolt's last move.")
    go_on(pages, lambda: ysolt.locator("#undo[data-ask]").count() > 0)  # and the game goes on


def test_a_group_goes_on_to_another_game(open_page: Open, person: Callable[[str], Person]) -> None:
    ysolt, odo = open_page(), open_page()
    ysolt.goto("/games/the-feast")
    ysolt.get_by_label("Your name at table").fill("Ysolt")
    ysolt.locator("label:has(input[name=seats][value='2'])").click()
    ysolt.get_by_label("Chair 2").select_option("friend")
    ysolt.get_by_role("button", name="Lay the table").click()
    table = re.sub(r"https?://[^/]+", "", ysolt.url)
    come_in(odo, "Odo", table)
    ysolt.get_by_role("button", name="Begin").click()
    for page in (ysolt, odo):
        page.wait_for_selector("#hand")
    go_on([ysolt, odo], lambda: ysolt.locator("#result").count() > 0 and odo.locator("#result").count() > 0)
    for page in (ysolt, odo):
        page.goto(table)
        page.get_by_text("Play again").wait_for()
    ysolt.get_by_role("button", name="Another game, same people").click()
    ysolt.get_by_role("link", name="The Royal Feast and the Court Jester").click()
    ysolt.get_by_role("button", name="So be it").click()
    expect(ysolt.locator("#lobby")).to_contain_text("Odo")
    come = odo.get_by_role("link", name="Ysolt has laid another game for all of you. Come along!")
    come.click()
    expect(odo.locator("#lobby")).to_contain_text("The host begins")
    ysolt.get_by_role("button", name="Begin").click()
    for page in (ysolt, odo):
        page.wait_for_selector("main[data-game=royal-feast]")
