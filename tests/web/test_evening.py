"""What an evening must show, all in one: three people and a bot at one table of Henry's Feast, each in a browser of
their own; one leaves and comes back, an undo is refused at the barrier and one is granted by all, the game comes to its
end, and the same people go on to another game."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE
from tests.web.test_group import act, come_in, go_on, lay_for_three, mine

Open = Callable[..., Page]
AT_ONCE = """offered => setInterval(() => {
    const all = [...document.querySelectorAll(offered)], soon = ['pass', 'end-turn', 'done', 'skip', 'fill'];
    const next = soon.map(deed => all.find(el => el.dataset.action === deed)).find(Boolean) ?? all[0];
    if (next && !document.body.classList.contains('pending')) next.click();
}, 20)"""  # a player in a hurry
OFFERED = "#table [data-action]:not([data-action='']):not([aria-disabled]):not([data-undo])"


def leave(page: Page) -> None:
    page.get_by_role("button", name="People at the table").click()
    page.get_by_role("button", name="Leave; a bot plays on").click()
    page.wait_for_url("**/")


def leave_and_come_back(who: Page, table: str, others: list[Page]) -> None:
    """Maude leaves; all others see at her plate, in the list of people and in the chronicle that a bot plays on."""
    leave(who)
    for page in others:
        expect(page.get_by_role("region", name="Maude")).to_contain_text("Has left; a bot plays on")
        expect(page.locator("#company")).to_contain_text("away; a bot plays on")
        expect(page.locator("#log")).to_contain_text("Maude leaves. A bot plays on until they are back.")
    go_on(others, lambda: all("Maude" in said for said in told(others)))  # the bot really plays
    who.goto(table)
    for page in others:
        expect(page.locator("#log")).to_contain_text("Maude is back.")
        expect(page.get_by_role("region", name="Maude")).not_to_contain_text("a bot plays on")
        expect(page.locator("#company")).not_to_contain_text("away; a bot plays on")


def told(pages: list[Page]) -> list[str]:
    """What the chronicle tells of the game itself since somebody left."""
    return [page.locator("#log").inner_text().rpartition("A bot plays on until they are back.")[2] for page in pages]


def test_three_people_and_a_bot(open_page: Open) -> None:
    ysolt, odo, maude = open_page(), open_page(), open_page(size=PHONE)
    people = [ysolt, odo, maude]
    table = lay_for_three(ysolt)
    come_in(odo, "Odo", table)
    come_in(maude, "Maude", table)
    ysolt.get_by_text("Arrange the chairs").click()
    ysolt.get_by_role("button", name="Move chair 3 up").click()  # the host changes places before the game
    expect(maude.locator("#chair-1")).to_contain_text("Maude")
    expect(odo.locator("#chair-2")).to_contain_text("Odo")
    ysolt.get_by_role("button", name="Begin").click()
    for page in people:
        page.wait_for_selector("#kitchen")

    leave_and_come_back(maude, table, [ysolt, odo])

    # what one did alone is taken back alone
    go_on(people, lambda: mine(ysolt))
    while ysolt.locator("#undo[data-undo]:not([aria-disabled])").count() == 0:
        go_on(people, lambda: mine(ysolt))
        act(ysolt)
    ysolt.keyboard.press("z")
    expect(odo.locator("#log")).to_contain_text("Ysolt takes a move back.")

    # at the barrier it is refused, and the reason is told
    at_the_barrier = ysolt.locator("#undo[popovertarget]")
    go_on(people, lambda: at_the_barrier.count() > 0)
    ysolt.get_by_role("button", name="Undo").click()
    why = ysolt.get_by_role("dialog", name="No further back alone")
    expect(why).to_contain_text(re.compile("You can't go back: .+ since"))
    ask, on = (why.get_by_role("button", name=name).bounding_box() for name in ("Ask the others", "Play on"))
    assert ask and on and ask["width"] > 100 and ask["x"] + ask["width"] <= on["x"]
    why.get_by_role("button", name="Play on").click()
    expect(why).to_be_hidden()
    expect(odo.locator("#log")).not_to_contain_text("Ysolt asks to undo their last move")

    # one who would rather play on is enough; by consent of all the table goes back
    ysolt.get_by_role("button", name="Undo").click()
    why.get_by_role("button", name="Ask the others").click()
    for page in (odo, maude):
        expect(page.locator("#council")).to_contain_text("Ysolt asks to undo their last move")
    odo.get_by_role("button", name="Play on", exact=True).click()
    for page in people:
        expect(page.locator("#log")).to_contain_text("Odo would rather play on.")
        expect(page.locator("#council .council-box")).to_have_count(0)
    ysolt.get_by_role("button", name="Undo").click()
    why.get_by_role("button", name="Ask the others").click()
    odo.get_by_role("button", name="Go back", exact=True).click()
    expect(ysolt.locator("#council")).to_contain_text("Waiting for Maude")
    maude.get_by_role("button", name="Go back", exact=True).click()
    for page in people:
        expect(page.locator("#log")).to_contain_text("All agree: the table goes back to Ysolt's last move.")

    # to the end, in a hurry: the ten rounds of the table are soon over
    for page in people:
        page.evaluate(AT_ONCE, OFFERED)
    for page in people:
        expect(page.locator("#result")).to_be_visible(timeout=300_000)

    # all meet at the result, and go on to another game with the same people
    for page in people:
        page.goto(table)
    record = ysolt.request.get(f"{table}/record").text()
    assert " rewind" in record and " undo" in record, "both are kept in the record"
    ysolt.get_by_role("button", name="Another game, same people").click()
    ysolt.locator(".change").get_by_role("link", name="The Feast", exact=True).click()
    ysolt.get_by_role("button", name="So be it").click()
    for page in (odo, maude):
        page.get_by_role("link", name=re.compile("Ysolt has laid The Feast for all of you")).click()
        expect(page.locator("#chair-0")).to_contain_text("Ysolt")
        expect(page.locator("#chair-1")).to_contain_text("Maude")
        expect(page.locator("#chair-2")).to_contain_text("Odo")
    ysolt.get_by_role("button", name="Begin").click()
    for page in people:
        page.wait_for_selector("[data-game=the-feast] #hand [data-action]")
        assert page.locator(".seat").count() == 4
