"""The King's Feast on its page: whole games by mouse and by keyboard, what a card says of itself, the open effects of
the worked example, axe; and without a browser: nothing hidden shows, and every mark of a card leads somewhere."""

from __future__ import annotations

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from hightable.engine import Beat, Fast, Match
from hightable.games.kings_feast import GAME
from hightable.games.kings_feast.guests import ASKS, GUESTS, WHY_NOT
from hightable.games.page import Person, Told
from hightable.games.text import text_of
from hightable.web.stage import stage_of, whole
from tests.kings_feast.table import ODD, SHIPPED, play, seated
from tests.web.conftest import PHONE, WIDE

STAGE = stage_of(GAME)
ADA = [Person("Ada", "guest")]
EXAMPLE = """
     .    .   14    .    .
     .   (6) (16)  18    .
    10  (12)  13   (5) (17)
     .  (15)  (1)   8    .
     .    .   (7)   .    .
"""
GAMBLER = """
      5  (2)   3   (4)  6   (7)  8  (9) 10
    (11) 12  (13)  14  (1)  15 (16) 17  18
"""
SAFE = "#board .kf.ok:not(.danger):not([data-about='g-17']):not([data-about='g-18'])"
CHOICES = (SAFE, ".bet", "#board .kf.ok:not(.danger)", "#board .kf.ok")  # the first that there is


def begin(page: Page, arrangement: str = "beginners-banquet") -> None:
    page.goto("/games/kings-feast")
    page.get_by_label("Your name at table").fill("Ada")
    page.locator(f"label:has(input[value='{arrangement}'])").click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#board .kf.ok")
    page.wait_for_load_state("networkidle")


def over(page: Page) -> bool:
    return page.locator("#result").count() > 0


def settled(page: Page) -> None:
    """Until the last click is carried out and shown."""
    page.wait_for_selector("body:not(.pending)")


def turns(page: Page) -> int:
    return page.locator("#log .head", has_text="Turn").count()


def choose(page: Page) -> None:
    """Click something that is offered and harmless, if there is any such thing."""
    for choice in CHOICES:
        if page.locator(choice).count():
            page.locator(choice).first.click()
            break
    settled(page)


def end(page: Page) -> None:
    page.locator("#a-end").click()
    page.locator("#a-end-game").click()
    settled(page)


def test_a_whole_game_by_mouse_on_a_desk(open_page):
    page = open_page(WIDE)
    begin(page, "full-feudal-feast")
    assert page.evaluate("document.documentElement.scrollHeight") <= 800, "the desk's table needs no scrolling"
    for _ in range(200):
        if over(page):
            break
        done = turns(page)
        if page.locator("#a-skip").count() and done % 2:
            page.locator("#a-skip").click()
            settled(page)
        elif page.locator("#a-end[popovertarget]").count() and done >= 6:
            end(page)
        else:
            choose(page)
    expect(page.locator("#status")).to_contain_text(re.compile("Feast|Banquet|Shindig|Affair|Teatime"))
    assert page.locator("#board .kf.up").count() == 18, "in the end all cards lie open"
    page.locator("#result").click()
    expect(page.locator(".kf-final li")).to_have_count(18)
    expect(page.get_by_role("heading", name=re.compile("Feast|Banquet|Shindig|Affair|Teatime")).first).to_be_visible()
    page.get_by_role("link", name="Watch it again").click()
    expect(page.locator(".picture .kf").first).to_be_visible()


def test_a_whole_game_by_keyboard_on_a_phone(open_page):
    page = open_page(PHONE)
    begin(page)
    page.keyboard.press("ArrowRight")  # from nowhere to the first that is offered
    for _ in range(200):
        if over(page):
            break
        if page.locator("#a-skip").count():
            page.keyboard.press("s")
        elif page.locator("#a-end[popovertarget]").count() and turns(page) >= 4:
            tab_to(page, "#a-end")
            page.keyboard.press("Enter")  # the question
            page.keyboard.press("Enter")  # its first answer
        else:
            tab_to(page, next(choice for choice in CHOICES if page.locator(choice).count()))
            page.keyboard.press("Enter")
        settled(page)
        assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"
    page.locator("#result").wait_for()  # until the last pictures have been shown
    tab_to(page, "#result")
    page.keyboard.press("Enter")
    expect(page.locator(".kf-final li")).to_have_count(10)


def tab_to(page: Page, selector: str) -> None:
    for _ in range(80):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {selector}")


@pytest.mark.parametrize(("size", "along", "across"), [(WIDE, "Right", "Down"), (PHONE, "Down", "Right")])
def test_arrows_go_where_they_point(open_page, size, along, across):
    page = open_page(size)
    begin(page, "surprise-party-soiree")
    page.locator("#s0 .kf").focus()
    for arrow, seat in (
        (along, "s1"),
        (along, "s2"),
        (across, "s8"),
        (opposite(along), "s7"),
        (opposite(across), "s1"),
    ):
        page.keyboard.press(f"Arrow{arrow}")
        assert page.evaluate("document.activeElement.closest('li').id") == seat


def opposite(arrow: str) -> str:
    return {"Right": "Left", "Down": "Up"}[arrow]


def test_a_guest_tells_what_it_does(open_page):
    page = open_page(WIDE)
    begin(page)
    king = page.locator("#board .kf[data-about='g-18']")
    king.hover()
    expect(page.locator("#seen")).to_contain_text("Flip every guest around him")
    hidden = page.locator("#board .kf.back:not(.known)").first
    hidden.focus()
    page.keyboard.press("i")
    opened = page.locator(":popover-open")
    expect(opened).to_contain_text("one of these")
    expect(opened.locator("li")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    assert hidden.evaluate("el => el === document.activeElement"), "the focus comes back"
    hidden.click(force=True)  # it is dimmed, and says why
    expect(page.get_by_role("alert")).to_contain_text("Only a guest who lies face up can be called upon.")
    page.locator("#plan [data-about='g-9']").click()
    expect(opened).to_contain_text("Guard")


def test_a_finger_held_on_a_guest_asks_and_does_not_choose(open_page):
    page = open_page(PHONE)
    begin(page, "full-feudal-feast")
    king = page.locator("#board .kf[data-about='g-18']")
    touch = {"pointerType": "touch", "isPrimary": True, "pointerId": 7, "bubbles": True}
    king.dispatch_event("pointerdown", touch)
    page.wait_for_timeout(600)
    king.dispatch_event("pointerup", touch)
    king.dispatch_event("click")
    expect(page.locator(":popover-open")).to_contain_text("King")
    assert turns(page) == 0
    page.keyboard.press("Escape")
    page.locator("#board .kf.back:not(.known)").first.click(
        force=True
    )  # nothing can be done with it: it tells who it may be, and why not
    expect(page.locator(":popover-open")).to_contain_text("one of these")
    page.keyboard.press("Escape")
    page.locator("#a-plan").click()
    expect(page.locator("#plan")).to_be_visible()
    page.locator("#plan [data-about='g-17']").click()
    expect(page.locator("#g-17")).to_contain_text("walks in a straight line")
    expect(page.locator("#plan")).to_be_visible()


def test_the_end_is_not_offered_before_a_turn_and_says_so(open_page):
    page = open_page(WIDE)
    begin(page)
    page.locator("#a-end").click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("once you have completed a turn")


def test_a_spectator_sees_the_same_table_and_may_read(open_page):
    ada, eve = open_page(WIDE), open_page(WIDE)
    begin(ada)
    eve.goto(ada.url)
    expect(eve.locator("#board .kf")).to_have_count(10)
    assert eve.locator("[data-action]:not([aria-disabled])").count() == 0
    eve.locator("#board .kf[data-about='g-18']").click()
    expect(eve.locator(":popover-open")).to_contain_text("King")
    choose(ada)
    expect(eve.locator("#log")).to_contain_text("Called upon:")


def test_guests_who_change_places_slide(open_page):
    page = open_page(WIDE, motion="no-preference")
    begin(page)
    while not page.locator("#a-skip").count():
        choose(page)
    page.locator("#board .kf.ok").first.click()
    page.wait_for_selector("#board .kf.first")
    first, second = page.locator("#board .kf.first"), page.locator("#board .kf.ok").first
    keys = [first.get_attribute("data-k"), second.get_attribute("data-k")]
    places = [first.bounding_box(), second.bounding_box()]
    page.evaluate(
        """keys => {
        const animate = Element.prototype.animate;
        window.slides = {};
        Element.prototype.animate = function (frames, options) {
            const slide = animate.call(this, frames, options);
            if (keys.includes(this.dataset.k) && Array.isArray(frames)) {
                slide.pause();
                slide.currentTime = 0;
                window.slides[this.dataset.k] = this.getBoundingClientRect().toJSON();
            }
            return slide;
        };
    }""",
        keys,
    )
    second.click()
    page.wait_for_function("() => Object.keys(window.slides).length == 2")
    for key, place in zip(keys, places, strict=True):
        start = page.evaluate("key => window.slides[key]", key)
        assert abs(start["x"] - place["x"]) < 12 and abs(start["y"] - place["y"]) < 12, "it starts where it was"


# one tap on the Assassin


def to_the_peek(page: Page) -> None:
    """Begin games until the Priest lies face up, and call upon him: he may peek at anybody, the Assassin too."""
    for _ in range(60):
        begin(page)
        if page.locator(PRIEST).count():
            page.locator(PRIEST).click()
            page.wait_for_selector("[data-sure]")
            return
    raise AssertionError("the Priest never lay face up")


PRIEST = "#board .kf.up.ok[data-about='g-3']"
ASSASSIN = "#board .kf[data-about='g-1']"


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_what_surely_ends_the_feast_is_asked_about_first(open_page, size):
    page = open_page(size)
    to_the_peek(page)
    assert page.locator("[data-sure]").count() == 1
    dialog = page.get_by_role("alertdialog", name="Are you sure?")
    page.locator(ASSASSIN).click()
    expect(dialog).to_contain_text("This is the Assassin.")
    assert Axe().run(page).response["violations"] == []
    dialog.get_by_role("button", name="Better not").click()
    expect(dialog).to_be_hidden()
    page.locator(ASSASSIN).focus()
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Better not")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator(ASSASSIN)).to_be_focused()
    assert not over(page)
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator("#result")).to_be_visible()


def test_it_is_asked_in_the_text_form_too_and_other_guests_are_not_asked_about(open_page):
    page = open_page()
    to_the_peek(page)
    deed = page.locator(ASSASSIN).get_attribute("data-action") or ""
    dialog = page.get_by_role("alertdialog")
    page.keyboard.press("w")
    page.wait_for_selector(f"[data-deed='{deed}']")
    page.get_by_label("What do you do?").fill(deed.upper())
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("the feast is over")
    page.keyboard.press("Escape")
    expect(page.get_by_label("What do you do?")).to_be_focused()
    page.locator(f"[data-deed='{deed}']").click()
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="The table in words").click()
    page.locator("#board .kf.ok:not(.danger)").first.click()
    settled(page)
    expect(dialog).to_be_hidden()
    assert page.locator("#log").inner_text().count("peek") or page.locator("#a-skip").count()


@pytest.mark.parametrize("known", ["everything", {"r2c1": [1, 7], "r1c2": [1, 7]}], ids=["surely", "perhaps"])
def test_only_what_is_certain_is_asked_about(known):
    state = seated("3 (7) 18\n(1) 5 (9)", goal="1 3 5\n7 9 18", known=known)
    play(state, "activate r1c1")
    board = whole(STAGE.regions(state.view(0), ADA))["board"]
    assert re.findall(r'data-action="([^"]*)" data-sure', board) == (["peek r2c1"] if known == "everything" else [])


def test_where_nothing_else_is_left_nothing_is_asked():
    state = seated("3 5 18\n(1) 9 7", goal="1 3 5\n7 9 18", known="everything")
    play(state, "activate r1c1")
    assert [GAME.text(action) for action in state.legal(0)] == ["peek r2c1"]
    assert "data-sure" not in whole(STAGE.regions(state.view(0), ADA))["board"]


# drawn positions


def show(page: Page, state) -> None:
    """A position on the table's page, without a table."""
    page.goto("/nowhere")
    regions = STAGE.regions(state.view(0), ADA)
    styles = "".join(f'<link rel="stylesheet" href="{href}">' for href in STAGE.styles)
    page.set_content(
        f'<!doctype html><html lang="en"><head><title>A position</title>{styles}</head><body class="at-table">'
        f'{STAGE.sprites}<header class="bar"><h1>A position</h1></header><main class="table" id="table" data-me="0">'
        f'{STAGE.main(regions)}</main><aside class="chronicle" aria-label="Chronicle"></aside></body></html>',
        wait_until="networkidle",
    )


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_worked_example_stands_as_a_stack(open_page, size):
    page = open_page(size)
    state = seated(EXAMPLE, arrangement="round-table-roast", known="nothing")
    play(state, "activate r2c4", "flip r2c3", "flip r3c3", "flip r2c2")
    show(page, state)
    effects = page.locator("#stack li")
    expect(effects).to_have_count(3)
    expect(effects.nth(0)).to_contain_text(re.compile("Lovers I.*flip the only one", re.S))
    expect(effects.nth(1)).to_contain_text(re.compile("Princess.*2 still to flip", re.S))
    expect(effects.nth(2)).to_contain_text(re.compile("King.*4 still to flip", re.S))
    assert effects.nth(0).evaluate("el => el.classList.contains('now')"), "the innermost stands out"
    expect(page.locator("#status")).to_contain_text("Lovers I is revealed. Flip one guest beside Lovers II.")
    assert offers(page) == ["flip r2c3"]
    badges = {cell: page.locator(f"#s{cell} .due > span").count() for cell in range(13)}
    assert badges == {cell: {0: 2, 3: 1, 6: 1, 7: 1, 8: 1}.get(cell, 0) for cell in range(13)}
    label = page.locator("#s0 .kf").get_attribute("aria-label")
    assert label == (
        "Row 1, seat 3: 14 Lovers II, face up; seat of 18 King; "
        "still to be flipped by 16 Princess; still to be flipped by 18 King"
    )
    play(state, "flip r2c3", "flip r2c4")
    show(page, state)
    expect(effects).to_have_count(2)
    expect(page.locator("#status")).to_contain_text("still to flip: 1")


def offers(page: Page) -> list[str]:
    found = page.locator("[data-action]:not([aria-disabled])")
    return [el.get_attribute("data-action") or "" for el in found.all()]


def test_the_gambler_is_asked_for_a_number(open_page):
    page = open_page(PHONE)
    state = seated("5 (7) 18\n(1) 3 (9)", goal="1 3 5\n7 9 18")
    play(state, "activate r1c1")
    show(page, state)
    assert offers(page) == [f"call {n}" for n in (1, 3, 5, 7, 9, 18)]
    expect(page.locator(".bet.open")).to_have_count(3)  # those who lie face up
    play(state, "call 7")
    show(page, state)
    expect(page.locator("#status")).to_contain_text("The Gambler bets on 7.")
    assert page.locator(".kf.danger").get_attribute("data-action") == "peek r2c1", "the Assassin is marked"


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_at_the_table(open_page, size, scheme):
    page = open_page(size, scheme)
    found: list[str] = []

    def look(what: str) -> None:
        results = Axe().run(page).response["violations"]
        found.extend(f"{what}: {v['id']}: {v['nodes'][0]['html'][:150]}" for v in results)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            found.append(f"{what}: {wide} px too wide")
        if page.evaluate("document.documentElement.scrollHeight - innerHeight") > 0 and "table" in what:
            found.append(f"{what}: needs scrolling")

    for arrangement in SHIPPED:
        begin(page, arrangement)
        look(f"table {arrangement}")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("i")
    page.wait_for_selector(":popover-open")
    look("a guest's words")
    page.keyboard.press("Escape")
    while not page.locator("#a-end[popovertarget]").count() and not over(page):
        if page.locator("#a-skip").count():
            look("neighbours")
            page.locator("#a-skip").click()
            settled(page)
        else:
            choose(page)
    if not over(page):
        page.locator("#a-end").click()
        page.wait_for_selector(":popover-open")
        look("end the feast?")
        page.locator("#a-end-game").click()
        settled(page)
    look("table at the end")
    state = seated(EXAMPLE, arrangement="round-table-roast")
    play(state, "activate r2c4", "flip r2c3", "flip r2c2")
    show(page, state)
    look("a stack")
    state = seated(GAMBLER, arrangement="full-feudal-feast")
    play(state, "activate r1c1")
    show(page, state)
    look("a bet")
    page.goto("/games/kings-feast/guide")
    look("guide")
    assert found == []


# without a browser


def drawn(state, viewer) -> str:
    """All that a viewer's page shows of a position."""
    view = state.view(viewer)
    return json.dumps([whole(STAGE.regions(view, ADA)), text_of(GAME).lines(view, ["Ada"])])


def heard(beats: list[Beat], viewer) -> str:
    found = []
    for beat in beats:
        view, event = beat.state.view(viewer), Told(beat.name, beat.args)
        line = STAGE.log_line(event, view, ADA) if beat.name in STAGE.page.logged else ""
        words = text_of(GAME).event_line(beat.name, beat.args, view, ["Ada"])
        found.append([line, words, STAGE.page.moves(event, view), drawn(beat.state, viewer)])
    return json.dumps(found)


@pytest.mark.parametrize("arrangement", [*SHIPPED, ODD["ring"], ODD["line"]])
def test_a_page_is_the_same_in_every_world_it_allows(arrangement):
    dice = Fast(len(arrangement))
    worlds = changed = 0
    for game in range(6):
        match = Match(GAME, 1, f"leaks {game}", {"arrangement": arrangement})
        for _ in range(60):
            if match.state.over:
                break
            for viewer in (None, 0):
                other = match.state.copy()
                other.redeal(0, dice)
                worlds += 1
                changed += other.dump() != match.state.dump()
                assert drawn(other, viewer) == drawn(match.state, viewer)
            legal = match.state.legal(0)
            match.apply(0, legal[dice.below(len(legal))])
    assert worlds > 20 and changed > 5


@pytest.mark.parametrize("arrangement", [*SHIPPED, ODD["comb"], ODD["tall"]])
def test_every_mark_is_unique_and_leads_somewhere(arrangement):
    dice = Fast(7)
    named: set[str] = set()
    moved = 0
    for game in range(12):
        match = Match(GAME, 1, f"marks {game}", {"arrangement": arrangement})
        beats, before = match.opening, set[str]()
        for _ in range(120):
            for beat in beats:
                view = beat.state.view(0)
                html = "".join(whole(STAGE.regions(view, ADA)).values())
                keys, ids = re.findall(r'data-k="([^"]+)"', html), re.findall(r'\sid="([^"]+)"', html)
                assert len(keys) == len(set(keys)) and len(ids) == len(set(ids))
                for target in re.findall(r'(?:data-about|popovertarget)="([^"]+)"', html):
                    assert target in ids, f"{target} is not on the page"
                for old, new in STAGE.page.moves(Told(beat.name, beat.args), view):
                    moved += 1
                    assert old in before and new in keys
                before = set(keys)
                named.add(beat.name)
                [told] = json.loads(heard([beat], 0))  # every event has its words
                for line in re.findall(r"<li.*?</li>", told[0]):
                    assert re.match(r"[A-Z0-9]", re.sub("<[^>]+>", "", line).strip()), f"no sentence: {line}"
            if match.state.over:
                break
            legal = match.state.legal(0)
            beats = match.apply(0, legal[dice.below(len(legal))])
    assert {"activated", "revealed", "covered", "over"} <= named
    assert moved or 4 not in match.state.view(0)["arrangement"]["goal"]


def test_every_question_has_words_and_a_reason():
    assert ASKS.keys() == WHY_NOT.keys()
    assert sorted(GUESTS) == list(range(1, 19))
    for guest in GUESTS.values():
        assert guest.effect in STAGE.guide, "the guide explains every guest in the same words"


def test_the_result_can_be_shared_without_spoilers():
    state = seated(EXAMPLE, arrangement="round-table-roast")
    play(state, "end-game")
    text = STAGE.page.share(state.view(0))
    assert text.splitlines()[0] == "The King's Feast · Round Table Roast"
    assert text.count("🟩") + text.count("🟥") == 13 and text.count("🟥") == state.result.lines[0].points[0]
    assert not any(guest.name in text.splitlines()[-1] for guest in GUESTS.values())
