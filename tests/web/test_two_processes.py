"""Two `hightable serve` on one PostgreSQL, a person at each, in real browsers: they play a game together; one process
is killed, and its player goes on at the other without doing anything."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from sqlalchemy import create_engine, make_url, text

from hightable import game as find_game
from hightable.engine import Record
from tests.postgres import Postgres
from tests.web.balancer import Balancer
from tests.web.conftest import PHONE, WIDE, Person, offered
from tests.web.test_browser import click_something, lay_table, over, sit_down


class Serve:
    """`hightable serve`, or another command, as a process."""

    def __init__(self, url: str, command: str = "serve", *more: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        where = ["--port", str(self.port), "--no-open"] if command == "serve" else []
        args = [sys.executable, "-m", "hightable", command, "--data", url, *where, *more]
        self.process = subprocess.Popen(args, cwd=Path(__file__).parents[2], stdout=subprocess.DEVNULL)

    def wait(self) -> Serve:
        for _ in range(600):
            try:
                httpx.get(self.url + "/healthz", timeout=1).raise_for_status()
                return self
            except httpx.HTTPError:
                assert self.process.poll() is None, "the server ended at once"
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


@pytest.fixture
def data(postgres: Postgres) -> Iterator[str]:
    url = postgres.new()
    yield url
    postgres.drop(url)


@pytest.fixture
def servers(data: str) -> Iterator[list[Serve]]:
    servers = [Serve(data), Serve(data)]
    yield [server.wait() for server in servers]
    for server in servers:
        server.stop()


def page_at(browser: Browser, url: str, size: dict[str, int]) -> tuple[BrowserContext, Page]:
    context = browser.new_context(base_url=url, viewport=size, reduced_motion="reduce")  # type: ignore[arg-type]
    context.add_init_script("localStorage.setItem('pace', 'off')")
    page = context.new_page()
    page.set_default_timeout(30_000)
    return context, page


def version(page: Page) -> int:
    return int(page.evaluate("document.body.dataset.v"))


def test_one_person_at_each_process_and_one_process_is_killed(browser: Browser, servers: list[Serve], data: str):
    one, two = servers
    doors = Balancer(one.port, two.port), Balancer(two.port, one.port)
    (ada_context, ada), (odo_context, odo) = page_at(browser, doors[0].url, WIDE), page_at(browser, doors[1].url, PHONE)
    path = lay_table(ada, "Ada", 3, {1: "friend", 2: "bot:apprentice"})
    sit_down(odo, "Odo", path)
    expect(ada.get_by_text("Everybody is here.")).to_be_visible()  # told by the other process
    ada.get_by_role("button", name="Begin").click()
    odo.wait_for_selector("#hand .card")  # taken along by the other process
    expect(odo.locator("#seat0:not(.away)")).to_be_visible()  # her page is connected, too
    ada.locator("#words").fill("Good evening!")
    ada.locator("#words").press("Enter")
    expect(odo.locator("#log")).to_contain_text("Good evening!")

    def play(until_done) -> None:
        for _ in range(1000):
            moved = [click_something(page) for page in (ada, odo)]
            if until_done():
                return
            if not any(moved):
                ada.wait_for_timeout(30)
        raise AssertionError("the game stands still")

    play(lambda: version(ada) > 30 and version(odo) > 30)
    one.kill()
    before = version(ada)
    play(lambda: version(ada) > before + 20)  # Ada's page has found the other process by itself
    two_left = version(odo)
    play(lambda: over(ada) and over(odo))
    assert version(odo) > two_left
    ada.locator("#result").click()
    expect(ada.get_by_role("heading", name=re.compile("win|share"))).to_be_visible()

    text_of_record = httpx.get(two.url + path + "/record").text
    record = Record.parse(text_of_record)
    record.verify(find_game)
    engine = create_engine(make_url(data).set(drivername="postgresql+psycopg"))
    with engine.connect() as c:
        stored = c.execute(text("select seat, action, nonce from entries order by number")).all()
    engine.dispose()
    assert [(seat, action) for seat, action, _ in stored] == list(record.entries)
    assert len({(seat, nonce) for seat, _, nonce in stored}) == len(stored)
    for thing in (ada_context, odo_context, *doors):
        thing.close()


def test_a_worker_moves_the_bots_of_servers_that_don_t(data: str):
    server = Serve(data, "serve", "--no-bots")
    worker = None
    try:
        server.wait()
        ada = Person(server, "Ada")  # type: ignore[arg-type]
        id = ada.lay("me", "bot:random")
        page = ada.live(id)
        page.until(lambda: bool(page.legal()))
        laid = page.v
        page.act(page.legal()[0])
        page.until(lambda: page.v > laid)
        laid = page.v
        assert not offered(ada.http.get(f"/t/{id}").text)  # the bot has not moved: nobody is there to move it
        worker = Serve(data, "worker")
        page.until(lambda: page.v > laid)
        assert offered(ada.http.get(f"/t/{id}").text)
    finally:
        if worker is not None:
            worker.stop()
        server.stop()
