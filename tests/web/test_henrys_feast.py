"""Henry's Feast in Chromium: a quick game by two people to its end, a round of teams, keyboard and phone, axe. The
tests deal the same game once more for themselves: so they know at each step what the pages must offer, and to whom."""

from __future__ import annotations

import re
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import cycle
from types import SimpleNamespace

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, TimeoutError, expect

from hightable.bots import bot
from hightable.engine import Fast, Match
from hightable.games.henrys_feast.deck import DATA, HOUSE, deck
from hightable.games.henrys_feast.game import GAME
from hightable.web.result import result_data
from tests.web.conftest import PHONE, WIDE, Person, Server, Socket

OFFERED = "[data-action]:not([data-action='']):not([aria-disabled]):not([data-undo])"
BY_MOUSE = 2  # times that each person does each kind of thing with the mouse; then the script presses, which is faster
TABS = {"market": "market", "board": "board", "book": "board", "stockroom": "stock", "me": "mine", "mine": "mine"}
NAMES = ("Ada", "Odo", "Ysolt", "Brenna", "Ulf")


class Table:
    """A table of Henry's Feast with people only: some in a browser, some on a bare socket."""

    def __init__(self, server: Server, places: list[Page | None], **options: str) -> None:
        people = [Person(server, name) for name in NAMES[: len(places)]]
        chairs = {f"chair{i}": "friend" if i else "me" for i in range(len(places))}
        settings = {f"option_{name}": value for name, value in options.items()}
        laid = people[0].post("/tables", game=GAME.id, seats=str(len(places)), **chairs, **settings)
        self.id = laid.headers["location"].removeprefix("/t/")
        for person in people[1:]:
            person.post(f"/t/{self.id}/sit")
        people[0].post(f"/t/{self.id}/begin")
        with sqlite3.connect(server.data) as data:
            [seed] = data.execute("select seed from tables where id = ?", (self.id,)).fetchone()
        self.match = Match(GAME, len(places), seed, options)
        self.dice = Fast(7)
        self.pressed: list[tuple[int, str]] = []  # who has done what with the mouse
        self.people: list[Page | Socket] = []
        for page, person in zip(places, people, strict=True):
            if page is None:
                self.people.append(person.live(self.id))
            else:
                cookies = [{"name": k, "value": v, "url": server.url} for k, v in person.http.cookies.items()]
                page.context.add_cookies(cookies)  # type: ignore[arg-type]
                page.goto(f"/t/{self.id}")
                page.wait_for_selector("#kitchen")
                self.people.append(page)

    @property
    def now(self) -> int:
        return int(self.match.state.deciding[0])

    @property
    def phase(self) -> str:
        return str(self.match.state.view(None)["phase"])

    def legal(self, seat: int) -> list[str]:
        return [GAME.text(action) for action in self.match.state.legal(seat)]

    def best(self) -> str:
        """What a greedy player would do."""
        return GAME.text(bot("greedy").choose(GAME, self.match.state.view(self.now), self.dice))

    def do(self, deed: str) -> None:
        """Whose turn it is does this, on their page or by their socket."""
        seat = self.now
        who = self.people[seat]
        if isinstance(who, Socket):
            who.until(lambda: who.v > -1)
            who.drain()
            v = who.v
            who.act(deed)
            who.until(lambda: who.v > v)
        else:
            settled(who, self.legal(seat))
            kind = (seat, deed.split()[0])
            if self.pressed.count(kind) < BY_MOUSE:
                self.pressed.append(kind)
                press(who, deed)
            else:
                push(who, deed)
        self.match.apply(seat, GAME.actions.parse(deed))

    def until(self, done: Callable[[], bool]) -> None:
        """Play on greedily until something is so."""
        for _ in range(2500):
            if done():
                return
            self.do(self.best())
        raise AssertionError("it never came to that")


def settled(page: Page, legal: list[str]) -> None:
    """Wait until a page offers what is legal, and nothing else."""
    try:
        page.wait_for_function(
            """([offered, legal]) => {
                const found = [...document.querySelectorAll(offered)].map(el => el.dataset.action);
                return legal.every(deed => found.includes(deed)) && found.every(deed => legal.includes(deed));
            }""",
            arg=[OFFERED, legal],
        )
    except TimeoutError:
        raise AssertionError(f"offered {sorted(set(offers(page)))}, legal {sorted(legal)}") from None


def offers(page: Page) -> list[str]:
    found: list[str] = page.eval_on_selector_all(OFFERED, "all => all.map(el => el.dataset.action)")
    return found


def show(page: Page, deed: str) -> str:
    """Bring what does a deed into sight, by its tab on a phone and out of its menu; how to find it."""
    found = f'{OFFERED}[data-action="{deed}"]'
    at = page.locator(found).first.evaluate(
        "el => [el.closest('#market,#board,#book,#stockroom,#me,#mine')?.id, el.closest('[popover]')?.id]"
    )
    tab = page.locator(f"#tabs label:has(.t-{TABS[at[0]]})") if at[0] else None
    if tab is not None and tab.is_visible():
        tab.click()
    if at[1]:
        page.locator(f'[popovertarget="{at[1]}"]').first.click()
    return found


def press(page: Page, deed: str) -> None:
    v = page.evaluate("document.body.dataset.v")
    page.locator(show(page, deed)).first.click()
    page.wait_for_function("v => document.body.dataset.v !== v", arg=v)


def push(page: Page, deed: str) -> None:
    """Press a button by script, wherever it is."""
    v = page.locator(f'{OFFERED}[data-action="{deed}"]').first.evaluate(
        "el => { const v = document.body.dataset.v; el.click(); return v; }"
    )
    page.wait_for_function("v => document.body.dataset.v !== v", arg=v)


def points(text: str) -> int:
    return 0 if text == "–" else int(text.replace("−", "-"))


def too_big(page: Page) -> str:
    wide, high = page.evaluate(
        "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    )
    return f"{wide} px too wide, {high} px too high" if wide > 0 or high > 0 else ""


# whole games, and what comes of them


def test_two_people_play_a_quick_game_to_its_end(open_page, server):
    ada, odo = open_page(WIDE), open_page(PHONE)
    table = Table(server, [ada, odo], quick="yes", round_limit="20")
    cooked = 0
    while not table.match.state.over:
        deed = table.best()
        table.do(deed)
        if deed == "end-turn" and not table.match.state.over:
            settled(odo if table.now == 0 else ada, [])  # it isn't their turn
        if deed.startswith("cook s"):
            cooked += 1
            assert too_big(odo) == ""
    assert cooked
    result = table.match.state.result
    for page in (ada, odo):
        page.locator("#sheet").wait_for()
        rows = [row.locator("td").all_inner_texts() for row in page.locator("#sheet tbody tr").all()]
        assert [[points(cell) for cell in row] for row in rows] == [line.points for line in result.lines]
        totals = page.locator("#sheet tfoot td b").all_inner_texts()
        assert [points(total) for total in totals] == result.scores
        assert too_big(page) == ""
    ada.locator("#result").click()
    expect(ada.get_by_role("heading", name=re.compile("win|share"))).to_be_visible()
    rows = [row.locator("th,td").all_inner_texts() for row in ada.locator(".ranking tbody tr").all()]
    assert {row[0] for row in rows} >= {line.text() for line in result.lines}
    ada.get_by_role("link", name="Watch it again").click()
    expect(ada.locator(".picture #stn1")).to_be_visible()
    expect(ada.locator(".picture #status")).to_contain_text("The table is being laid")
    expect(ada.locator("#sheet")).to_have_count(0)


def test_the_first_round_of_a_team_game(open_page, server):
    """HF-96, HF-98, HF-102: mates see each other's hands and share pantries; opponents see backs; peeks stay alone."""
    ada, odo, ysolt, brenna = pages = [open_page(size) for size in (WIDE, WIDE, PHONE, WIDE)]
    table = Table(server, list(pages), team="yes")
    for page, mate in ((ada, "Ysolt"), (odo, "Brenna"), (ysolt, "Ada"), (brenna, "Odo")):
        partner = page.locator(".kn.partner")
        expect(partner).to_have_count(1)
        assert partner.get_attribute("aria-label") == mate
    state, names = table.match.state, deck(HOUSE).names
    for _ in range(4):
        seat = table.now
        if seat == 0:
            table.do("go-corner")
            table.do("steal-top")
            stolen = names[state.view(0)["kitchens"][0]["hand"][0]["recipe"]]
            expect(ada.locator("#mine .rc h3", has_text=stolen)).to_be_visible()
            expect(ysolt.locator("#mine .rc h3", has_text=stolen)).to_be_attached()  # it may be cooked by her too
            for page in (odo, brenna):
                expect(page.locator("#seat0 .hh .slot.back")).to_have_count(1)
                assert stolen not in page.content()
            odo.get_by_role("button", name="Ada", exact=True).click()
            expect(odo.get_by_role("dialog", name="Ada’s kitchen").locator(".rc.back")).to_be_visible()
            odo.keyboard.press("Escape")
        elif seat == 1:
            table.do("go-corner")
            table.do("peek-top")
            peeked = names[state.view(1)["book_top"]["recipe"]]
            expect(odo.locator("#status")).to_contain_text(peeked)
            for page in (ada, ysolt, brenna):
                assert peeked not in page.locator("#table").inner_html()
        elif seat == 2:
            table.do("go-corner" if not state.view(2)["kitchens"][0]["pantry"] else "share-pantry")
            expect(ysolt.locator("#stock")).to_contain_text("Ada’s pantry")
            for place in ("s1", "pantry"):
                deed = next(deed for deed in table.legal(2) if deed.startswith("share") and deed.endswith(place))
                table.do(deed)
            expect(ysolt.locator("#stock")).to_contain_text("that was all")
            expect(ada.locator("#seat2 .ss .tok")).to_have_count(1)
            expect(ada.locator("#pantry .ing")).to_have_count(len(state.view(0)["kitchens"][0]["pantry"]))
        else:
            table.do("go-market")
            table.do(next(deed for deed in table.legal(3) if deed.startswith("buy")))
            expect(brenna.locator("#pantry .ing .leaf")).to_have_count(1)
        while table.now == seat and state.view(None)["round"] == 1:
            table.do(next(deed for deed in ("done", "end-turn") if deed in table.legal(seat)))
    assert state.view(None)["round"] == 2
    assert too_big(ysolt) == ""
    hidden = {1, 3}
    for page, seat in zip(pages, range(4), strict=True):
        view = state.view(seat)
        shown = {n for kitchen in view["kitchens"] for card in kitchen["hand"] if (n := card["recipe"]) is not None}
        assert len(shown) == (0 if seat in hidden else 1)
        settled(page, table.legal(seat) if seat == table.now else [])


def test_a_team_has_one_column_of_the_result():
    match = Match(GAME, 4, "team", {"team": "yes", "tutorial": "yes"})
    while not match.state.over:
        seat = match.state.deciding[0]
        match.apply(seat, bot("greedy").choose(GAME, match.state.view(seat), Fast(1)))
    chairs = [SimpleNamespace(name=name) for name in NAMES[:4]]
    data = result_data(SimpleNamespace(game=GAME, match=match, chairs=chairs), 2)["result"]  # type: ignore[arg-type]
    result = match.state.result
    assert sorted(row["name"] for row in data["rows"]) == ["Ada and Ysolt", "Odo and Brenna"]
    assert [row["rank"] for row in data["rows"]] == [1, 2 if len(result.winners) == 2 else 1]
    for row in data["rows"]:
        assert row["total"] == result.scores[row["shields"][0]] == result.scores[row["shields"][1]] == sum(row["cells"])
        assert row["me"] == ("Ysolt" in row["name"])
    assert data["together"] == (len(result.winners) == 2)


# decks of the server's owner


def test_the_owner_of_a_server_offers_decks(tmp_path):
    folder = tmp_path / "decks"
    folder.mkdir()
    text = DATA.read_text(encoding="utf-8").replace('name = "The house deck"', 'name = "Granny\'s box"', 1)
    (folder / "granny.toml").write_text(text, encoding="utf-8")
    (folder / "torn.toml").write_text("[[recipe", encoding="utf-8")
    (tmp_path / "secret.toml").write_text(text, encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [sys.executable, "-m", "hightable", "serve", "--no-open", "--port", port]
    files = ["--data", str(tmp_path / "hall.db"), "--decks", str(folder)]
    with (tmp_path / "told").open("w+") as told, subprocess.Popen([*command, *files], stderr=told) as process:
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20) as http:
                wait_for(http, process)
                form = http.get("/games/henrys-feast").text
                assert 'value="granny"' in form and "Granny&#39;s box" in form and "torn" not in form
                laid = {"name": "Ada", "game": "henrys-feast", "seats": "2", "chair0": "me", "chair1": "friend"}
                for bad in ("../secret", str(tmp_path / "secret.toml"), "secret", "torn", "granny.toml", "x" * 5000):
                    answer = http.post("/tables", data={**laid, "option_deck": bad})
                    assert answer.status_code == 422 and "Possible: house, granny." in answer.text
                answer = http.post("/tables", data={**laid, "option_deck": "granny"})
                assert answer.status_code == 303
                assert "Granny&#39;s box" in http.get(answer.headers["location"]).text
        finally:
            process.terminate()
        told.seek(0)
        assert "torn.toml" in told.read()


def wait_for(http: httpx.Client, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        try:
            http.get("/healthz").raise_for_status()
            return
        except httpx.HTTPError:
            assert process.poll() is None, "the server ended at once"
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


# keyboard, phone, screen reader


def focus(page: Page, target: str) -> None:
    """By Tab to an element."""
    for _ in range(150):
        if page.evaluate("target => document.activeElement?.matches(target) ?? false", target):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {target}")


def type_deed(page: Page, deed: str) -> None:
    """Do a deed by keys alone: its letter, or Tab and Enter, through the menu of a card where it has one."""
    v = page.evaluate("document.body.dataset.v")
    found = f'{OFFERED}[data-action="{deed}"]'
    part, menu, key = page.locator(found).first.evaluate(
        """el => [el.closest('#market,#board,#book,#stockroom,#me,#mine')?.id, el.closest('[popover]')?.id,
            el.getAttribute('aria-keyshortcuts')]"""
    )
    if key:
        page.keyboard.press(key)
    else:
        if part and page.locator("#tabs").is_visible() and not page.locator(f"#{part}").is_visible():
            focus(page, "#tabs input")
            for _ in range(6):
                if page.locator(f"#tabs .t-{TABS[part]}").is_checked():
                    break
                page.keyboard.press("ArrowRight")
        if menu:
            focus(page, f'[popovertarget="{menu}"]')
            page.keyboard.press("Enter")
            page.locator(f"#{menu}:popover-open").wait_for(state="attached")
        focus(page, found)
        page.keyboard.press("Enter")
    page.wait_for_function("v => document.body.dataset.v !== v", arg=v)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_rounds_by_keyboard_alone(open_page, server, size):
    page = open_page(size)
    table = Table(server, [page, None], tutorial="yes")
    verbs = set()
    while len(verbs & {"buy", "take", "put", "fill"}) < 4 or table.match.state.view(None)["round"] < 4:
        deed, seat = table.best(), table.now
        if seat == 0 and deed in ("go-stockroom", "cook-dishes", "pass") and "buy" not in verbs:
            deed = "go-market" if "go-market" in table.legal(0) else deed
        if seat == 0 and table.phase == "market" and "buy" not in verbs:
            deed = next(deed for deed in table.legal(0) if deed.startswith("buy"))
        if seat:
            table.do(deed)
            continue
        settled(page, table.legal(0))
        type_deed(page, deed)
        table.match.apply(0, GAME.actions.parse(deed))
        verbs.add(deed.split()[0])
        assert page.evaluate("document.activeElement !== document.body"), f"the focus is lost after {deed}"
        assert too_big(page) == ""
        if table.match.state.over:
            break
    assert verbs >= {"buy", "fill", "end-turn"}


def unnamed(page: Page) -> list[str]:
    """What may be pressed and has no name for a screen reader."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('#table button')].filter(el =>
            !(el.getAttribute('aria-label') ?? el.innerText ?? el.textContent).trim() && !el.textContent.trim()
        ).map(el => el.outerHTML.slice(0, 200))"""
    )
    return found


def test_axe_finds_nothing_in_any_phase(open_page, server):
    page = open_page(WIDE)
    table = Table(server, [page, None, None], tutorial="yes", round_limit="20")
    found: list[str] = []
    looks = cycle(((WIDE, "dark"), (PHONE, "light"), (WIDE, "light"), (PHONE, "dark"), (PHONE, "light")))

    def look(what: str) -> None:
        settled(page, table.legal(0) if not table.match.state.over and table.now == 0 else [])
        found.extend(f"{what}: no name: {html}" for html in unnamed(page))
        size, scheme = next(looks)
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        results = Axe().run(page).response["violations"]
        found.extend(f"{what}: {size['width']}: {v['id']}: {v['nodes'][0]['html'][:200]}" for v in results)
        if problem := too_big(page):
            found.append(f"{what}: {size['width']}: {problem}")
        page.set_viewport_size(WIDE)  # type: ignore[arg-type]

    table.until(lambda: table.now == 0)
    look("active")
    table.do("go-corner")
    look("corner")
    table.do("steal-top")
    look("way back")
    table.do("done")
    look("end of the turn")
    table.do("end-turn")
    table.until(lambda: table.now == 0 and table.phase == "active")
    page.locator(".kn h2 button").first.click()
    look("another kitchen")
    page.keyboard.press("Escape")
    table.do("go-market")
    look("market")
    table.do("done")
    table.do("end-turn")
    table.until(lambda: table.now == 0 and table.phase == "active")
    table.do("go-stockroom")
    table.do("fill")
    look("stockroom")
    page.locator(".ing.ok").first.click()
    look("where to")
    page.keyboard.press("Escape")
    table.until(lambda: table.match.state.over or (table.now == 0 and any("cook s" in deed for deed in table.legal(0))))
    look("cook")
    page.goto("/games/henrys-feast/guide")
    found.extend(f"guide: {v['id']}: {v['nodes'][0]['html'][:150]}" for v in Axe().run(page).response["violations"])
    assert found == []


def test_a_spectator_sees_the_table_and_may_press_nothing(open_page, server):
    eve = open_page(PHONE)
    table = Table(server, [None, None, None, None, None])
    eve.goto(f"/t/{table.id}")
    table.until(lambda: table.match.state.view(None)["round"] == 2)
    expect(eve.locator(".kn")).to_have_count(4)
    assert offers(eve) == []
    assert too_big(eve) == ""
