"""Takes the pictures in the docs from a running table, in Chromium: `make shots`."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.web.conftest import CHROMIUM, FLAGS, PHONE, WIDE, Server

HERE = Path(__file__).parent
OFFERED = "[data-action]:not([aria-disabled]):not([data-sure])"


def play(page: Page, rounds: int) -> None:
    """Lay some cards, so that there is something to see."""
    for _ in range(rounds):
        page.wait_for_selector("#hand .card.ok")
        page.locator(OFFERED).nth(2).dispatch_event("click")
        page.wait_for_timeout(300)
        while page.locator("[data-action^=gaffe], [data-action=topic]").count():
            page.locator(OFFERED).first.dispatch_event("click")
            page.wait_for_timeout(300)
    page.wait_for_selector("#hand .card.ok")


def the_feast(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Your name at table").fill("Ysolt")
    page.get_by_role("button", name="Play now against bots").click()
    play(page, 3)


def kings_feast(page: Page) -> None:
    """A few turns of the Full Feudal Feast, up to an effect that asks something."""
    page.goto("/games/kings-feast")
    page.locator("label:has(input[value=full-feudal-feast])").click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(OFFERED)
    for _ in range(14):
        if page.locator("[data-action^=flip]").count() and page.locator("#result").count() == 0:
            return
        page.locator(f"{OFFERED}:not([data-action=end-game])").first.dispatch_event("click")
        page.wait_for_timeout(300)


def royal_feast(page: Page) -> None:
    """Service, with a server lifted."""
    page.goto("/games/royal-feast")
    page.locator("label:has(input[name=option_quick_tables][value=yes])").click()
    page.get_by_role("button", name="Lay the table").click()
    for _ in range(400):
        if page.locator("[data-action='to kitchen']").count():
            return
        for wanted in ("[data-action^=lift]", OFFERED):
            if page.locator(wanted).count():
                page.locator(wanted).first.dispatch_event("click")
                break
        page.wait_for_timeout(100)


def wander(page: Page, wanted: str, most: int) -> None:
    """Do anything that is offered until something is wanted, or for long enough."""
    dice = random.Random(3)
    for _ in range(most):
        if page.locator(wanted).count():
            return
        offered = page.locator(OFFERED)
        if count := offered.count():
            offered.nth(dice.randrange(count)).dispatch_event("click")
        page.wait_for_timeout(150)


def henrys_feast(page: Page) -> None:
    """A dish can be cooked."""
    page.goto("/games/henrys-feast")
    page.locator("label:has(input[name=seats][value='3'])").click()
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_selector(OFFERED)
    wander(page, "[data-action^='cook s']", 60)


def festo(page: Page) -> None:
    """At a stall in the second round."""
    page.goto("/games/festo")
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_selector(OFFERED)
    wander(page, "[data-action=take-all]", 90)


SCREENS = {
    "table": the_feast,
    "kings-feast": kings_feast,
    "royal-feast": royal_feast,
    "henrys-feast": henrys_feast,
    "festo": festo,
}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "hall.db")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, size, scheme in (("wide", WIDE, "dark"), ("phone", PHONE, "light")):
            context = browser.new_context(
                base_url=server.url, viewport=size, color_scheme=scheme, reduced_motion="reduce"  # type: ignore[arg-type]
            )  # fmt: skip
            context.add_init_script("localStorage.setItem('pace', 'off')")
            page = context.new_page()
            page.goto("/")
            page.screenshot(path=HERE / "pictures" / f"home-{name}.png")
            for screen, reach in SCREENS.items():
                reach(page)
                page.wait_for_timeout(500)
                page.screenshot(path=HERE / "pictures" / f"{screen}-{name}.png")
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
