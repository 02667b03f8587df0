"""The Royal Feast in Chromium: whole games by mouse and keyboard, the turning tile, what no page may hold, axe."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, TimeoutError, expect

from hightable.engine import Fast, Match
from hightable.games.page import Person
from hightable.games.royal_feast.game import GAME
from hightable.games.royal_feast.hall import RING
from hightable.games.royal_feast.text import TABLE_NAMES
from hightable.web.stage import stage_of, whole
from tests.web.conftest import PHONE, WIDE

OFFERED = "[data-action]:not([aria-disabled]):not([data-undo])"
KEYS = ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp")


def lay(page: Page, name: str, *others: str, **options: str) -> str:
    """Lay a table through the form, with these on the chairs after one's own; its path."""
    page.goto("/games/royal-feast")
    page.get_by_label("Your name at table").fill(name)
    page.locator(f"label:has(input[name=seats][value='{len(others) + 1}'])").click()
    for i, chair in enumerate(others, 1):
        page.locator(f"select[name=chair{i}]").select_option(chair)
    for option, value in options.items():
        page.locator(f"label:has(input[name=option_{option}][value={value}])").click()
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_url(re.compile(r"/t/\w+"))
    return "/t/" + page.url.rpartition("/t/")[2]


def sit_down(page: Page, name: str, path: str) -> None:
    page.goto(path)
    page.get_by_label("Your name at table").fill(name)
    page.get_by_role("button", name=re.compile("Sit down")).first.click()


def two_people(open_page, **options: str) -> tuple[Page, Page]:
    ada, odo = open_page(WIDE), open_page(PHONE)
    path = lay(ada, "Ada", "friend", **options)
    sit_down(odo, "Odo", path)
    ada.get_by_role("button", name="Begin").click()
    for page in (ada, odo):
        page.wait_for_selector("#hall")
    return ada, odo


def over(page: Page) -> bool:
    return page.locator("#result").count() > 0


def offers(page: Page) -> list[str]:
    found: list[str] = page.eval_on_selector_all(OFFERED, "all => all.map(el => el.dataset.action)")
    return found


def wanted(page: Page) -> str:
    """Something offered that brings the game to its end: servers go to tables if they can, else to the Kitchen."""
    legal = offers(page)
    if "to kitchen" in legal:
        return next((deed for deed in legal if deed.removeprefix("to ") in RING), "to kitchen")
    own: list[str] = page.eval_on_selector_all(".sq.own.can", "all => all.map(el => el.dataset.action)")
    return own[0] if own and "done" in legal else legal[0] if legal else ""


def press(page: Page, deed: str) -> None:
    v = page.evaluate("document.body.dataset.v")
    page.locator(f'{OFFERED}[data-action="{deed}"]').click()
    page.wait_for_function("v => document.body.dataset.v !== v", arg=v)


def go_on(page: Page) -> bool:
    """Do the next thing, if this page is asked for one."""
    deed = wanted(page)
    if not deed:
        return False
    try:
        press(page, deed)
    except TimeoutError:
        if wanted(page) == deed:
            raise
    return True


def play_until(done, *pages: Page) -> None:
    for _ in range(1500):
        if done():
            return
        if not any(go_on(page) for page in pages):
            pages[0].wait_for_timeout(20)
    raise AssertionError("it never came to that")


def asked(page: Page, verb: str) -> bool:
    return any(deed.split()[0] == verb for deed in offers(page))


def test_two_people_play_a_whole_game(open_page):
    ada, odo = two_people(open_page, quick_tables="yes")
    play_until(lambda: asked(ada, "done"), ada, odo)
    server = ada.locator(".sq.own.can").first
    square = server.get_attribute("id")
    server.click()
    expect(ada.locator(f"#{square} .lift")).to_be_visible()
    expect(odo.locator(f"#{square} .lift")).to_be_visible()  # all see it rise
    expect(odo.get_by_text("lifts a server of suns")).to_be_visible()
    ada.get_by_role("button", name="Put back", exact=True).click()
    expect(ada.locator(".lift")).to_have_count(0)
    expect(ada.get_by_text("Two actions left")).to_be_visible()
    before = ada.locator("#q-1 .sq").evaluate_all("all => all.map(el => el.querySelector('.coin')?.dataset.k ?? '')")
    assert any(before), "both fill the floor from a1 on"
    press(ada, "rotate Q1")
    after = ada.locator("#q-1 .sq").evaluate_all("all => all.map(el => el.querySelector('.coin')?.dataset.k ?? '')")
    assert after == [before[2], before[0], before[3], before[1]]
    expect(ada.get_by_text("One action left")).to_be_visible()
    expect(odo.locator("#log")).to_contain_text("Ada turns tile 1")
    play_until(lambda: over(ada) and over(odo), ada, odo)
    for page in (ada, odo):
        expect(page.locator("#log")).to_contain_text("wins the feast")
        expect(page.locator("#log .e-turn", has_text="one last turn").first).to_be_attached()
        check_sheet(page)
    ada.locator("#result").click()
    expect(ada.get_by_role("heading", name=re.compile("win|share"))).to_be_visible()
    ada.get_by_role("link", name="Watch it again").click()
    expect(ada.locator(".picture .tb").first).to_be_visible()
    ada.get_by_role("link", name="The count of round 2").click()
    expect(ada.locator(".picture .coin.up").first).to_be_visible()


def check_sheet(page: Page) -> None:
    """Every line of the sheet adds up."""
    number = "text => text.innerText === '–' ? 0 : +text.innerText.replace('−', '-')"
    rows: list[list[int]] = page.locator("#final tr:has(td)").evaluate_all(
        f"rows => rows.map(row => [...row.querySelectorAll('td')].map({number}))"
    )
    assert len(rows) == 13
    for first in (0, 6):
        assert rows[first + 5] == [sum(column) for column in zip(*rows[first : first + 5], strict=True)]
    assert rows[12] == [a + b for a, b in zip(rows[5], rows[11], strict=True)]
    tallies = page.locator(".steward .tally").evaluate_all(f"all => all.map({number})")
    assert rows[12] == tallies


def walk(page: Page, target: str) -> None:
    """By the arrow keys to an element; by Tab where no arrow leads on."""
    for _ in range(60):
        there, dx, dy = page.evaluate(
            """target => {
                const here = document.activeElement, el = document.querySelector(target);
                if (here === el) return [true, 0, 0];
                const a = here.getBoundingClientRect(), b = el.getBoundingClientRect();
                return [false, b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
            }""",
            target,
        )
        if there:
            return
        across, along = KEYS[0 if dx > 0 else 1], KEYS[2 if dy > 0 else 3]
        for key in (across, along, "Tab") if abs(dx) > abs(dy) else (along, across, "Tab"):
            was = page.evaluate_handle("document.activeElement")
            page.keyboard.press(key)
            if not page.evaluate("was => document.activeElement === was", was):
                break
    raise AssertionError(f"no way to {target}")


def test_a_whole_game_by_keyboard_on_a_phone(open_page):
    page = open_page(PHONE)
    lay(page, "Ysolt", "bot:apprentice", quick_tables="yes")
    page.wait_for_selector("#hall")
    turns = 0
    for _ in range(1500):
        if over(page):
            break
        deed = wanted(page)
        if not deed:
            page.wait_for_timeout(20)
            continue
        v = page.evaluate("document.body.dataset.v")
        if deed.startswith("pick"):
            page.keyboard.press(deed[-1])
        elif "done" in offers(page) and turns % 3 == 2:
            page.keyboard.press("d")
            turns += 1
        else:
            walk(page, f'{OFFERED}[data-action="{deed}"]')
            page.keyboard.press("Enter")
            turns += deed.startswith("to")
        page.wait_for_function("v => document.body.dataset.v !== v", arg=v)
        assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"
    page.locator("#result").wait_for()  # until the last pictures have been shown
    page.locator("#result").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("win|share"))).to_be_visible()


def test_the_tables_are_laid_one_by_one(open_page):
    ada, odo = two_people(open_page)
    play_until(lambda: asked(ada, "table"), odo)
    expect(ada.get_by_text("Lay a tile")).to_be_visible()
    assert ada.locator(".tb.none.go").count() == ada.locator(".tb.none").count()
    assert odo.locator(".tb.go").count() == 0
    ada.get_by_role("button", name="south-east corner table, no tile yet, lay a tile here").click()
    expect(ada.locator("#t-SE.back")).to_be_visible()
    ada.locator("#t-SE").click(force=True)  # no longer offered, and it says why
    expect(ada.get_by_role("alert")).to_contain_text(re.compile("isn't your turn|already"))


def test_a_tile_turns_with_all_who_stand_on_it(open_page):
    page = open_page(motion="no-preference")
    lay(page, "Ada", "bot:apprentice", quick_tables="yes")
    page.wait_for_selector("#hall")
    play_until(lambda: asked(page, "rotate"), page)
    turn = next(deed for deed in offers(page) if deed.startswith("rotate"))
    tile = f"q{turn[-1]}"
    page.evaluate("""() => {
        const animate = Element.prototype.animate;
        window.turned = {};
        Element.prototype.animate = function (frames, options) {
            window.turned[this.dataset.k] ??= frames.rotate;
            return animate.call(this, frames, options);
        };
    }""")
    coins = page.locator(f'[data-k="{tile}"] .coin').evaluate_all("all => all.map(el => el.dataset.k)")
    press(page, turn)
    turned = page.evaluate("window.turned")
    assert turned[tile] == ["-90deg", "0deg"]
    assert coins and all(turned[coin] == ["90deg", "0deg"] for coin in coins), "emblems stay upright"


def test_nobody_sees_a_coin_again_until_the_count(open_page):
    ada, odo = two_people(open_page, quick_tables="yes")
    for _ in range(600):
        if asked(ada, "done") or asked(odo, "done"):
            break
        for page in (ada, odo):
            go_on(page)
            hall = page.locator("#hall").inner_html() + page.locator("#sides").inner_html()
            assert "memo" not in hall and "coin up" not in hall
            labels = re.findall(r'aria-label="([a-d]\d[^"]*)"', hall)
            assert len(labels) == 16
            assert all(re.fullmatch(r"[a-d]\d, (empty|server of (suns|moons))(, [a-z ]+)*", label) for label in labels)
    assert asked(ada, "done") or asked(odo, "done")


def test_the_memory_aid_is_for_the_owner_only(open_page):
    ada, odo = two_people(open_page, quick_tables="yes", recall="aid")
    play_until(lambda: asked(ada, "done") or asked(odo, "done"), ada, odo)
    for page, suit in ((ada, "sun"), (odo, "moon")):
        expect(page.locator("#hall .memo")).to_have_count(6)
        expect(page.locator(f"#hall .su-{suit} .memo")).to_have_count(6)


def test_a_spectator_sees_the_hall_and_may_press_nothing(open_page):
    ada, eve = open_page(), open_page(PHONE)
    path = lay(ada, "Ada", "bot:apprentice", "bot:apprentice", quick_tables="yes")
    ada.wait_for_selector("#hall")
    eve.goto(path)
    expect(eve.locator(".steward")).to_have_count(3)
    expect(eve.locator(".tb")).to_have_count(14)
    assert offers(eve) == []
    play_until(lambda: asked(ada, "done"), ada)
    expect(eve.locator(".sq .coin")).to_have_count(ada.locator(".sq .coin").count())
    assert eve.locator(".rot").count() == 0


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_in_any_phase(open_page, size, scheme):
    page = open_page(size, scheme)
    found: list[str] = []

    def look(what: str) -> None:
        results = Axe().run(page).response["violations"]
        found.extend(f"{what}: {v['id']}: {v['nodes'][0]['html'][:150]}" for v in results)
        wide, high = page.evaluate(
            "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
        )
        if wide > 0 or high > 0:
            found.append(f"{what}: {wide} px too wide, {high} px too high")

    lay(page, "Ada", "bot:apprentice", "bot:apprentice", "bot:apprentice")
    page.wait_for_selector("#hall")
    for verb in ("table", "pick", "place", "done", "to"):
        play_until(lambda verb=verb: asked(page, verb), page)
        look(verb)
    page.locator("#p-0").click()
    look("score sheet")
    page.keyboard.press("Escape")
    play_until(lambda: over(page), page)
    look("over")
    page.goto("/games/royal-feast/guide")
    violations = Axe().run(page).response["violations"]
    found.extend(f"guide: {v['id']}: {v['nodes'][0]['html'][:150]}" for v in violations)
    assert found == []


# without a browser


def served(seats: int, seed: str, **options: object):
    """A match played at random, action by action: the seat, and what happened."""
    match, dice = Match(GAME, seats, seed, options), Fast(seats)
    while not match.state.over:
        seat = match.state.deciding[0]
        legal = match.state.legal(seat)
        texts = [GAME.text(action) for action in legal]
        best = [action for action, text in zip(legal, texts, strict=True) if text[3:] in (*RING, "kitchen", "jester")]
        choices = best or [action for action, text in zip(legal, texts, strict=True) if text[:4] != "done"] or legal
        yield match, seat, match.apply(seat, choices[dice.below(len(choices))])


def drawn(state, viewer: int | None, people: list[Person]) -> dict[str, str]:
    return {name: str(html) for name, html in whole(stage_of(GAME).regions(state.view(viewer), people)).items()}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_own_coins_on_the_floor_do_not_show_in_ones_page(seats):
    people = [Person(f"Guest {i}", "guest") for i in range(seats)]
    compared = 0
    for match, seat, _beats in served(seats, "strict", quick_tables="yes"):
        own = [coin for coin in range(int(match.state.placed)) if match.state.owner[coin] == seat]
        if len(own) < 2 or match.state.counted:
            continue
        other = match.state.copy()
        values = [other.value[coin] for coin in own]
        for coin, value in zip(own, values[1:] + values[:1], strict=True):
            other.value[coin] = value
        compared += 1
        assert drawn(other, seat, people) == drawn(match.state, seat, people)
    assert compared > 20


@pytest.mark.parametrize(("seats", "null_coin"), [(2, 0), (3, 1), (4, 0)])
def test_each_step_of_the_count_names_its_table_and_its_points(seats, null_coin):
    people = [Person(f"Guest {i}", "guest") for i in range(seats)]
    steps = 0
    for _match, _seat, beats in served(seats, "count", quick_tables="yes", null_coin=null_coin):
        for beat in beats:
            if beat.name not in ("table", "neglected") or not beat.args["points"]:
                continue
            steps += 1
            regions = drawn(beat.state, None, people)
            points = beat.args["points"]
            shown = f"+{points}" if points > 0 else f"−{-points}"
            words = TABLE_NAMES[RING[beat.args["table"]]]
            assert words.capitalize() in regions["status"] or null_of(beat.state), (words, regions["status"])
            assert f">{shown}</b>" in regions["hall"]
    assert steps > 2 * seats


def null_of(state) -> bool:
    """Whether some table has brought nothing at all: it is counted together with the one before it."""
    tables = [table for table in state.view(None)["tables"] if table["coins"]]
    return any(all(coin["value"] == 0 for coin in table["coins"]) for table in tables)


def test_the_focus_stays_on_the_coin_that_was_picked(open_page):
    page = open_page(WIDE)
    lay(page, "Ada", "bot:apprentice", quick_tables="yes")
    page.locator("#a-h3").press("Enter")
    page.wait_for_selector("#a-back")
    assert page.evaluate("document.activeElement.id") == "a-h3", "and not on the button that puts it back"
