"""Festo! in Chromium: a whole game of two people, keyboard, phone, names for those who listen, axe; and without a
browser: what no page may hold, what a dish lacks, the order at a stall, the bill."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, TimeoutError, expect

from hightable.engine import Fast, Match
from hightable.games.festo.eyes import bill, plan, squads
from hightable.games.festo.game import GAME
from hightable.games.festo.pieces import DISHES, EVENT_CARDS, LOCATIONS
from hightable.games.page import Person
from hightable.web.stage import stage_of, whole
from tests.web.conftest import PHONE, WIDE

OFFERED = "#table [data-action]:not([data-undo])"
PRICE = ("other", "colour", "extra", "discount", "salt", "confirm")
SMALL_PHONE = {"width": 360, "height": 640}


def lay(page: Page, name: str, *others: str, **options: str) -> str:
    """Lay a table through the form, with these on the chairs after one's own; its path."""
    page.goto("/games/festo")
    page.get_by_label("Your name at table").fill(name)
    page.locator(f"label:has(input[name=seats][value='{len(others) + 1}'])").click()
    for i, chair in enumerate(others, 1):
        page.locator(f"select[name=chair{i}]").select_option(chair)
    for option, value in options.items():
        page.locator(f"label:has(input[name=option_{option}][value={value}])").click()
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_url(re.compile(r"/t/\w+"))
    return "/t/" + page.url.rpartition("/t/")[2]


def two_people(open_page, **options: str) -> tuple[Page, Page]:
    ada, odo = open_page(WIDE), open_page(PHONE)
    path = lay(ada, "Ada", "friend", **options)
    odo.goto(path)
    odo.get_by_label("Your name at table").fill("Odo")
    odo.get_by_role("button", name=re.compile("Sit down")).first.click()
    ada.get_by_role("button", name="Begin").click()
    for page in (ada, odo):
        page.wait_for_selector("#street .stall", state="attached")
    return ada, odo


def over(page: Page) -> bool:
    return page.locator("#result").count() > 0


def offers(page: Page) -> list[str]:
    found: list[str] = page.eval_on_selector_all(
        OFFERED, 'all => all.map(el => el.dataset.action ?? "").filter(Boolean)'
    )
    return found


def among(legal: list[str], *verbs: str) -> list[str]:
    return [deed for deed in legal if deed.split(":")[0] in verbs]


def wanted(legal: list[str], dice: random.Random) -> str:
    """Something offered: dishes are cooked when they can be, and nobody stops before there is nothing else to do."""
    for verb in ("confirm", "cook", "take-all", "ability" if dice.random() < 0.4 else "take"):
        if best := among(legal, verb):
            return dice.choice(best)
    going = [deed for deed in legal if deed not in ("done", "pass") and not deed.startswith("take-back")]
    return dice.choice(going or legal)


def press(page: Page, deed: str) -> None:
    v = page.evaluate("document.body.dataset.v")
    try:
        page.locator(f'{OFFERED}[data-action="{deed}"]').click()
        page.wait_for_function("v => document.body.dataset.v !== v", arg=v)
    except TimeoutError:
        if deed in offers(page):
            raise


def play(*pages: Page, until: tuple[str, ...] = (), seed: int = 5, again: Callable[[], object] | None = None) -> Page:
    """Until somebody is offered one of these, or else to the end; the page that is. A game may end without anybody
    having cooked: then `again` begins another one."""
    dice = random.Random(seed)
    for _ in range(3000):
        idle = True
        for page in pages:
            legal = offers(page)
            if among(legal, *until):
                return page
            if legal:
                press(page, wanted(legal, dice))
                idle = False
        if idle and all(over(page) for page in pages):
            if not until:
                return pages[0]
            assert again, "the game is over before that"
            again()
        if idle:
            pages[0].wait_for_timeout(20)
    raise AssertionError("it never came to that")


def too_wide(page: Page) -> int:
    return int(
        page.evaluate("Math.max(document.documentElement.scrollWidth - innerWidth, table.scrollWidth - innerWidth)")
    )


def test_two_people_play_a_whole_game(open_page):
    ada, odo = two_people(open_page)
    first = play(ada, odo, until=("give",))
    second = odo if first is ada else ada
    expect(first.get_by_text("Who begins this round?")).to_be_visible()
    expect(second.locator("#status")).to_contain_text("says who begins")
    press(first, f"give:{0 if first is ada else 1}")
    first = play(ada, odo, until=("place",))
    second = odo if first is ada else ada
    expect(first.locator("#status")).to_contain_text("Place")
    shut = first.locator(".stall.closed")
    for i in range(shut.count()):
        expect(shut.nth(i).locator(".cover .die").first).to_be_visible()
        expect(shut.nth(i).locator(".hit[data-action]")).to_have_count(0)
    press(first, "place:grocer")
    expect(first.locator("#st-grocer .squad:not(.ghost)")).to_have_count(1)
    expect(second.locator("#st-grocer .squad")).to_have_count(1)
    first.get_by_role("button", name="Take back").click()
    expect(first.locator("#st-grocer .squad:not(.ghost)")).to_have_count(0)
    play(ada, odo)
    for page in (ada, odo):
        expect(page.locator("#log")).to_contain_text(re.compile("wins the day|share the victory"))
        check_sheet(page)
    ada.locator("#result").click()
    expect(ada.get_by_role("heading", name=re.compile("win|share"))).to_be_visible()
    ada.get_by_role("link", name="Watch it again").click()
    expect(ada.locator(".picture .stall").first).to_be_visible()


def check_sheet(page: Page) -> None:
    """Every line of the sheet is there, and all of them add up to what the seats show."""
    number = "cell => cell.innerText.split('→').pop().split('+').reduce((n, t) => n + (parseInt(t) || 0), 0)"
    rows: list[list[int]] = page.locator("#sheet tr:has(td)").evaluate_all(
        f"rows => rows.map(row => [...row.querySelectorAll('td')].map({number}))"
    )
    assert len(rows) == 10
    assert rows[9] == [sum(column) for column in zip(*rows[:9], strict=True)]
    tallies = page.locator(".chef > .nm .tally").evaluate_all("all => all.map(el => +el.innerText)")
    assert rows[9] == tallies


def by_keyboard(page: Page, deed: str) -> None:
    """By its key where it has one, else by Tab and Enter."""
    key = page.locator(f'{OFFERED}[data-action="{deed}"]').get_attribute("aria-keyshortcuts")
    if key:
        page.keyboard.press(key)
        return
    for _ in range(120):
        if page.evaluate("document.activeElement.dataset.action") == deed:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {deed}")


def test_a_whole_round_by_keyboard_on_a_phone(open_page):
    page = open_page(PHONE)
    lay(page, "Ysolt", "bot:apprentice")
    page.wait_for_selector("#street .stall", state="attached")
    dice, done = random.Random(3), set()
    for _ in range(1500):
        if page.locator("#info").inner_text().startswith("Round 2"):
            break
        legal = offers(page)
        if not legal:
            page.wait_for_timeout(20)
            continue
        deed = wanted(legal, dice)
        v = page.evaluate("document.body.dataset.v")
        by_keyboard(page, deed)
        page.wait_for_function("v => document.body.dataset.v !== v", arg=v)
        done.add(deed.split(":")[0])
    assert {"place"} < done
    play(page, until=("place",))
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('[data-grid]') !== null")


def test_what_is_pressed_has_a_name_and_explains_itself(open_page):
    page = open_page()
    lay(page, "Ada", "bot:apprentice", "bot:apprentice", magical="yes")
    page.wait_for_selector("#street .stall")
    play(page, until=("place",))
    for deed in offers(page):
        if deed.startswith("place:"):
            name = page.locator(f'{OFFERED}[data-action="{deed}"]').get_attribute("aria-label")
            assert "place a helper here" in name and ("Market:" in name or "Shelves:" in name)
    dish = page.locator("#buffet .hit").first
    assert re.search(r"\d points, .* of one other colour.* You (lack|can)", dish.get_attribute("aria-label"))
    dish.click()
    expect(page.locator("[popover]:popover-open")).to_contain_text("Once cooked:")
    page.keyboard.press("Escape")
    page.locator("#go-troll").focus()
    page.keyboard.press("i")
    expect(page.locator("[popover]:popover-open")).to_contain_text("move one cube")


@pytest.mark.parametrize(
    ("bots", "parts"), [(4, {("place",): "street"}), (1, {("cook",): "tables", PRICE: "tables"})], ids=["five", "two"]
)
def test_the_right_part_opens_on_a_phone_and_nothing_is_too_wide(open_page, bots, parts):
    page = open_page(PHONE)

    def begin() -> None:
        lay(page, "Ada", *["bot:apprentice"] * bots)
        page.wait_for_selector("#street .stall", state="attached")

    begin()
    for verbs, part in parts.items():
        play(page, until=verbs, again=begin)
        expect(page.locator(f"#{part}")).to_be_visible()
        expect(page.locator("#bill .slot").first).to_be_visible(visible=verbs == PRICE)
        for size in (PHONE, SMALL_PHONE):
            page.set_viewport_size(size)
            for tab in ("street", "tables", "seats", "log"):
                page.locator(f"#tabs label:has(.t-{tab})").click()
                assert too_wide(page) <= 0, (verbs, size, tab)
        page.set_viewport_size(PHONE)
        page.locator(f"#tabs label:has(.t-{part})").click()


def test_a_spectator_sees_everything_and_may_press_nothing(open_page):
    ada, eve = open_page(), open_page()
    path = lay(ada, "Ada", "bot:apprentice")
    ada.wait_for_selector("#street .stall")
    eve.goto(path)
    expect(eve.locator(".stall")).to_have_count(7)
    expect(eve.locator(".chef")).to_have_count(2)
    assert offers(eve) == []
    expect(eve.locator(".st")).to_have_count(0)  # what is missing is told to players only


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_in_any_phase(open_page, size, scheme):
    page = open_page(size, scheme)
    found: list[str] = []

    def look(what: str) -> None:
        results = Axe().run(page).response["violations"]
        found.extend(f"{what}: {v['id']}: {v['nodes'][0]['html'][:150]}" for v in results)
        high = page.evaluate("document.documentElement.scrollHeight - innerHeight")
        if too_wide(page) > 0 or high > 0:
            found.append(f"{what}: {too_wide(page)} px too wide, {high} px too high")

    def begin() -> None:
        lay(page, "Ada", "bot:apprentice", "bot:apprentice", magical="yes")
        page.wait_for_selector("#street .stall", state="attached")

    begin()
    for verbs in (("place",), ("ability", "take"), ("cook",), PRICE):
        play(page, until=verbs, again=begin)
        look(verbs[0])
    page.goto("/games/festo/guide")
    violations = Axe().run(page).response["violations"]
    found.extend(f"guide: {v['id']}: {v['nodes'][0]['html'][:150]}" for v in violations)
    assert found == []


def test_a_hint_calls_a_deed_what_the_page_calls_it(open_page):
    both = two_people(open_page)
    page = next(page for page in both if offers(page))
    page.wait_for_load_state()  # from here on the page listens to keys
    page.keyboard.press("h")
    hinted = page.locator(".hinted")
    expect(hinted).to_have_count(1, timeout=60_000)
    deed = hinted.get_attribute("data-action")
    name = hinted.get_attribute("aria-label") or hinted.inner_text()
    advice = page.locator("#advice")
    expect(advice).to_contain_text(f"I would choose “{name.strip().split('. ')[0]}”.")
    expect(advice).not_to_contain_text(f"“{deed}”")
    advice.click()  # as a finger closes it
    expect(advice).to_be_empty()
    expect(hinted).to_have_count(0)


# without a browser


def served(seats: int, seed: str, **options: object) -> Iterator[tuple[Match, int]]:
    """A match played at random: each position and who decides in it."""
    match, dice = Match(GAME, seats, seed, options), Fast(seats)
    while not match.state.over:
        seat = match.state.deciding[0]
        yield match, seat
        legal = match.state.legal(seat)
        match.apply(seat, legal[dice.below(len(legal))])


def drawn(state, viewer: int | None, seats: int) -> dict[str, str]:
    people = [Person(f"Guest {i}", "guest") for i in range(seats)]
    return {name: str(html) for name, html in whole(stage_of(GAME).regions(state.view(viewer), people)).items()}


@pytest.mark.parametrize(("seats", "options"), [(2, {"magical": "yes"}), (5, {})])
def test_piles_and_coming_events_never_show_in_a_page(seats, options):
    for i, (match, seat) in enumerate(served(seats, "hidden", **options)):
        if i % 9 == 0:
            other = match.state.copy()
            other.redeal(seat, Fast(i + 1))
            assert drawn(other, seat, seats) == drawn(match.state, seat, seats)


@pytest.mark.parametrize(("seats", "options"), [(2, {"events": "thrifty-cooks"}), (4, {"magical": "yes"}), (5, {})])
def test_a_dish_lacks_nothing_exactly_when_it_can_be_cooked(seats, options):
    looked = 0
    for seed in range(4):
        for match, seat in served(seats, f"plan {seed}", **options):
            view = match.state.view(seat)
            if view["asked"] != "cook":
                continue
            looked += 1
            taken = {one["dish"] for one in view["reserved"] if one["seat"] != seat}
            on_show = [*filter(None, view["buffet"]), *(stack[0] for stack in view["stacks"] if stack)]
            ready = {name for name in on_show if name not in taken and not plan(view, seat, name)["short"]}
            texts = [GAME.text(action) for action in view["legal"]]
            assert ready == {text[5:] for text in texts if text.startswith("cook:")}
    assert looked > 10


def test_the_order_at_a_stall_is_shown_before_it_resolves():
    looked = 0
    for match, seat in served(4, "order"):
        view = match.state.view(seat)
        stall = view["stall"]
        if stall is None or stall["place"] is None or stall["turn"] or stall["begun"] or view["asked"] != "stall":
            continue
        shown = squads(view, LOCATIONS.index(stall["place"]))
        assert [squad["seat"] for squad in shown] == stall["order"]
        assert [squad["seat"] for squad in shown if squad["lead"]] == [
            seat for seat in stall["order"] if seat == stall["majority"]
        ]
        looked += 1
    assert looked > 8


def test_the_price_is_built_up_step_by_step():
    stages = set()
    for seed in range(6):
        for match, seat in served(3, f"price {seed}", magical="yes"):
            view = match.state.view(seat)
            if view["asked"] != "price":
                continue
            made = bill(view)
            stages.add(made["stage"])
            html = drawn(match.state, seat, 3)["bill"]
            slots = len(made["slots"]) + made["loose"] + made["pending"]
            assert html.count('class="slot') == slots
            assert made["less"] >= 0 and made["cook"] == seat
            if made["stage"] == 3:
                assert slots == sum(view["price"]["need"]) + sum(view["price"]["salted"])
    assert {0, 3} <= stages


def test_every_dish_event_and_helper_is_drawn():
    sprites = str(stage_of(GAME).sprites)
    small = [name for name in DISHES if not name.startswith(("roast", "main"))]
    events = EVENT_CARDS
    drawings = [*(f"fe-dish-{name}" for name in (*small, "roast", "main")), *(f"fe-ev-{name}" for name in events)]
    for name in (*drawings, *(f"fe-{kind}{seat}" for kind in "hd" for seat in range(5))):
        assert f'id="{name}"' in sprites, name
