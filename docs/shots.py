"""Takes the pictures in the docs from a running table, in Chromium: `make shots`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.web.conftest import CHROMIUM, FLAGS, PHONE, WIDE, Server

HERE = Path(__file__).parent
OFFERED = "[data-action]:not([aria-disabled])"


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
            page.get_by_label("Your name at table").fill("Ysolt")
            page.get_by_role("button", name="Play now against bots").click()
            play(page, 3)
            page.wait_for_timeout(500)
            page.screenshot(path=HERE / "pictures" / f"table-{name}.png")
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
