"""Groups in Chromium: they go on to another game together, and what the host may do about the others."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, WIDE, Person

OFFERED = "#table [data-action]:not([data-action='']):not([aria-disabled]):not([data-undo]):not([data-sure])"
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
    asked = "Ysolt has laid The Royal Feast and the Court Jester for all of you. Come along!"
    odo.get_by_role("link", name=asked).wait_for()
    odo.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert odo.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    odo.get_by_role("link", name=asked).click()
    expect(odo.locator("#lobby")).to_contain_text("The host begins")
    ysolt.get_by_role("button", name="Begin").click()
    for page in (ysolt, odo):
        page.wait_for_selector("main[data-game=royal-feast]")


def lay_for_three(page: Page, **options: str) -> str:
    """Ysolt lays a quick table of Henry's Feast for two friends and a bot; its address."""
    page.goto("/games/henrys-feast")
    page.get_by_label("Your name at table").fill("Ysolt")
    page.locator("label:has(input[name=seats][value='4'])").click()
    for option, value in {"quick": "yes", "round_limit": "10", **options}.items():
        page.locator(f"label:has(input[name=option_{option}][value='{value}'])").click()
    for chair, who in ((2, "friend"), (3, "friend"), (4, "bot:apprentice")):
        page.get_by_label(f"Chair {chair}").select_option(who)
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_url("**/t/*")
    return re.sub(r"https?://[^/]+", "", page.url)


def two_at_table(open_page: Open) -> tuple[Page, Page, str]:
    """Ysolt has laid The Feast and Odo has come; the game hasn't begun."""
    ysolt, odo = open_page(), open_page()
    ysolt.goto("/games/the-feast?friends=1")
    ysolt.get_by_label("Your name at table").fill("Ysolt")
    ysolt.locator("label:has(input[name=seats][value='2'])").click()
    ysolt.get_by_role("button", name="Lay the table").click()
    ysolt.wait_for_selector("#lobby")
    table = re.sub(r"https?://[^/]+", "", ysolt.url)
    come_in(odo, "Odo", table)
    return ysolt, odo, table


def test_one_talks_while_one_waits_and_the_host_may_stop_for_another_game(open_page: Open) -> None:
    ysolt, odo, table = two_at_table(open_page)
    odo.get_by_label("Say something to all who wait").fill("Is Maude coming, <b>too</b>?")
    odo.get_by_role("button", name="Say", exact=True).click()
    expect(ysolt.get_by_role("log")).to_contain_text("Odo Is Maude coming, <b>too</b>?")
    ysolt.get_by_role("button", name="Begin").click()
    for page in (ysolt, odo):
        page.wait_for_selector("#hand [data-action]")
        expect(page.locator("#log")).to_contain_text("Is Maude coming")  # what was said stays said

    # in the middle of a game the host takes all along to another one; nobody must go
    odo.get_by_role("button", name="People at the table").click()
    expect(odo.get_by_role("button", name="Stop here: another game, same people")).to_have_count(0)
    odo.keyboard.press("Escape")
    ysolt.get_by_role("button", name="People at the table").click()
    ysolt.get_by_role("button", name="Stop here: another game, same people").click()
    asked = ysolt.get_by_role("dialog", name="Stop here?")
    asked.get_by_role("button", name="Play on").click()
    expect(asked).to_be_hidden()
    expect(odo.locator("#council .council-box")).to_have_count(0)
    ysolt.get_by_role("button", name="Stop here: another game, same people").click()
    asked.get_by_role("button", name="Lay another table").click()
    expect(odo.locator("#council")).to_contain_text("Ysolt has laid The Feast for all of you at another table.")
    ysolt.get_by_role("link", name="The Royal Feast and the Court Jester").click()
    ysolt.get_by_role("link", name="Leave it as it is").click()
    ysolt.wait_for_url(f"**{table}")  # the game still runs
    ysolt.wait_for_selector("#hand [data-action]")
    ysolt.get_by_role("link", name="Come along").click()  # and there she chooses after all
    ysolt.get_by_role("link", name="Another game or other rules").click()
    ysolt.get_by_role("link", name="The Royal Feast and the Court Jester").click()
    ysolt.get_by_role("button", name="So be it").click()
    expect(odo.locator("#council")).to_contain_text("has laid The Royal Feast and the Court Jester for all of you")
    odo.get_by_role("button", name="Stay here").click()
    expect(odo.get_by_role("link", name="Come along")).to_be_hidden()
    odo.reload()
    odo.get_by_role("link", name="Come along").click()
    expect(odo.locator("#lobby")).to_contain_text("Ysolt")


def test_the_waiting_room_tells_who_is_not_here_yet(open_page: Open) -> None:
    ysolt, odo, table = two_at_table(open_page)
    expect(ysolt.locator("#news")).to_have_text("Everybody is here. Begin when you like.")
    odo.goto("/")
    expect(ysolt.locator("#news")).to_have_text("Waiting for Odo. You may begin all the same.")
    expect(ysolt.locator("#chair-1")).to_contain_text("not here yet")
    expect(ysolt.locator("#chair-0")).not_to_contain_text("not here yet")
    ysolt.get_by_text("Arrange the chairs").click()
    odo.goto(table)
    expect(ysolt.locator("#news")).to_have_text("Everybody is here. Begin when you like.")
    expect(ysolt.locator("#chair-1")).not_to_contain_text("not here yet")
    expect(odo.locator("#news")).to_have_text("Everybody is here. The host begins.")
    # the fold that the host has opened stays open, whoever comes and whatever the host does in it
    ysolt.get_by_role("button", name="Move chair 2 up").click()
    expect(ysolt.locator("#chair-0")).to_contain_text("Odo")
    expect(ysolt.get_by_role("button", name="Send away Odo")).to_be_visible()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_invitation_is_seen_without_scrolling(open_page: Open, size: dict[str, int]) -> None:
    ysolt = open_page(size)
    lay_for_three(ysolt)
    for what in ("#link", "[data-copy=link]", ".spell", "#news"):
        box = ysolt.locator(what).bounding_box()
        assert box is not None and box["y"] + box["height"] < size["height"] / 2, what


def test_sides_and_levels_are_told_before_the_game(open_page: Open) -> None:
    ysolt = open_page()
    lay_for_three(ysolt, team="yes")
    expect(ysolt.locator(".versus")).to_have_text("Two sides: Ysolt and chair 3 against chair 2 and " + bot_of(ysolt))
    assert [ysolt.locator(f"#chair-{i}.side-{i % 2}").count() for i in range(4)] == [1] * 4
    expect(ysolt.locator("#chair-3")).to_contain_text("apprentice bot")
    expect(ysolt.locator("#chair-2 .nr")).to_have_text("Chair 3")
    ysolt.get_by_role("button", name="Fill the free chairs with bots and begin").click()
    ysolt.get_by_role("button", name="People at the table").click()
    expect(ysolt.locator("#company li").nth(3)).to_contain_text("apprentice bot")
    expect(ysolt.locator("#company li").nth(1)).to_contain_text("cook bot, keeps the chair for whoever comes")


def bot_of(page: Page) -> str:
    return page.locator("#chair-3 b").inner_text()


def test_who_is_muted_stays_muted_on_this_page(open_page: Open) -> None:
    ysolt, odo, _table = two_at_table(open_page)
    ysolt.get_by_role("button", name="Begin").click()
    for page in (ysolt, odo):
        page.wait_for_selector("#hand [data-action]")
    ysolt.get_by_role("button", name="People at the table").click()
    ysolt.get_by_role("button", name="Mute Odo").click()
    expect(ysolt.get_by_role("button", name="Mute Odo")).to_have_attribute("aria-pressed", "true")
    ysolt.get_by_role("button", name="Close").click()
    odo.get_by_label("Say something to the table").fill("Hurry up!")
    odo.keyboard.press("Enter")
    expect(odo.get_by_text("Hurry up!")).to_be_visible()
    ysolt.reload()
    expect(ysolt.locator("#log")).to_contain_text("Hurry up!")
    expect(ysolt.get_by_text("Hurry up!")).to_be_hidden()
    ysolt.keyboard.press("w")
    expect(ysolt.get_by_role("log", name="What changed")).not_to_contain_text("Hurry up!")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_others_vote_on_who_has_to_leave(open_page: Open, size: dict[str, int]) -> None:
    ysolt, odo, maude = (open_page(size) for _ in range(3))
    ysolt.goto("/games/the-feast?friends=1")
    ysolt.get_by_label("Your name at table").fill("Ysolt")
    ysolt.locator("label:has(input[name=seats][value='3'])").click()
    ysolt.get_by_role("button", name="Lay the table").click()
    ysolt.wait_for_selector("#lobby")
    table = re.sub(r"https?://[^/]+", "", ysolt.url)
    come_in(odo, "Odo", table)
    come_in(maude, "odo", table)
    ysolt.get_by_role("button", name="Begin").click()
    for page in (ysolt, odo, maude):
        page.wait_for_selector("#hand [data-action]")
    ysolt.get_by_role("button", name="People at the table").click()
    expect(ysolt.locator("#company li").nth(2)).to_contain_text("odo (2)")
    ysolt.get_by_role("button", name="Send away odo (2)").click()
    expect(ysolt.locator("#council")).to_contain_text("You have asked the others whether odo (2) should leave")
    expect(ysolt.locator("#council")).to_contain_text("Waiting for Odo.")
    expect(maude.locator("#council")).to_contain_text("The host asks the others whether you should leave the table.")
    expect(maude.locator("#council button")).to_have_count(0)
    asked = odo.locator("#council")
    expect(asked).to_contain_text("The host asks whether odo (2) should leave the table. A bot would take over.")
    for page in (ysolt, odo, maude):
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    asked.get_by_role("button", name="They can stay").click()
    for page in (ysolt, odo, maude):
        expect(page.locator("#council .council-box")).to_have_count(0)
        expect(page.locator("#log")).to_contain_text("Odo says no. Everybody stays.")
    ysolt.get_by_role("button", name="People at the table").click()
    ysolt.get_by_role("button", name="Send away odo (2)").click()
    ysolt.get_by_role("button", name="Never mind").click()
    expect(odo.locator("#council .council-box")).to_have_count(0)
    ysolt.get_by_role("button", name="People at the table").click()
    ysolt.get_by_role("button", name="Send away odo (2)").click()
    odo.keyboard.press("w")
    expect(odo.locator("#in-words-text")).to_contain_text(
        "should leave the table. A bot would take over. Type yes or no."
    )
    odo.get_by_label("What do you do?").fill("yes")
    odo.keyboard.press("Enter")
    expect(maude.locator("#table")).to_have_attribute("data-me", "")
    expect(maude.locator("#log")).to_contain_text("Everybody agrees: odo (2) has to leave the table.")
