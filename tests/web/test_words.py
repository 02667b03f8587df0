"""Every game played to its end without sight, by Chromium's accessibility tree alone: the table is laid by names and
roles, what is where and what may be done is read in the text form of the table, and what one does is typed. Waiting is
listening: for what is told."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, WIDE
from tests.web.reader import Node, Reader

Open = Callable[..., Page]
EVENINGS = {  # how each game is laid, with the options that make it short
    "the-feast": {"seats": "2"},
    "kings-feast": {},
    "royal-feast": {"seats": "2", "quick_tables": "yes"},
    "henrys-feast": {"seats": "2", "quick": "yes"},
    "festo": {"seats": "2"},
}
COVERS = {  # the same by what is told on the pages: the cover, and the choices by group and name
    "the-feast": ("The Feast", {"How many chairs?": "2"}),
    "kings-feast": ("The King's Feast", {}),
    "royal-feast": (
        "The Royal Feast and the Court Jester",
        {"How many chairs?": "2", "Setting the tables": "At once"},
    ),
    "henrys-feast": ("Henry's Feast", {"How many chairs?": "2", "Quick game": "Yes", "Rounds at most": "10"}),
    "festo": ("Festo!", {"How many chairs?": "2"}),
}
HURRY = ("end-game", "to kitchen", "take-all", "done", "pass")  # what soon brings a game to its end


def lay(page: Page, id: str, options: dict[str, str]) -> None:
    """Lay a table against a bot, for tests that are about something else."""
    chairs = {"chair0": "me", "chair1": "bot:apprentice"} if "seats" in options else {"chair0": "me"}
    settings = {name if name == "seats" else f"option_{name}": value for name, value in options.items()}
    answer = page.request.post(
        "/tables", form={"game": id, "name": "Ada", "seats": "1", **chairs, **settings}, max_redirects=0
    )
    page.goto(answer.headers["location"])


def sit_down(reader: Reader, id: str) -> None:
    """From the hall to one's chair: the cover, the choices, the button."""
    title, choices = COVERS[id]
    reader.follow("link", title)
    reader.one("heading", title)
    for group, choice in choices.items():
        reader.press("radio", choice, " ", within=reader.one("group", group))
    if choices:
        reader.go(reader.one("combobox", "Chair 2"))
        reader.keyboard.type("Apprentice")  # the bot that thinks least
    reader.follow("button", "Lay the table" if choices else "Begin")


class InWords:
    """The text form of a table, as it is heard."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        reader.press("button", "The table in words")
        self.box = reader.one("region", "The table in words")
        self.line = reader.one("combobox", "What do you do?")  # a field with completion

    def is_where(self) -> list[Node]:
        return self.reader.all("listitem", within=self.reader.one("list", "What is where", self.box))

    def may(self) -> list[str]:
        """What may be done now; nothing while others are to move."""
        offered = self.reader.all("list", "What may I do", self.box)
        return [button.name for button in self.reader.all("button", within=offered[0])] if offered else []

    def changed(self) -> str:
        return self.reader.words(self.reader.one("log", "What changed", self.box))

    def told(self) -> str:
        """The answer to what was typed."""
        return self.reader.words(self.reader.one("status", within=self.box))

    def refused(self) -> str:
        return " ".join(self.reader.words(alert) for alert in self.reader.all("alert"))

    def over(self) -> bool:
        return bool(self.reader.all("link", "The reckoning"))

    def doubted(self) -> bool:
        return bool(self.reader.all("alertdialog", "Are you sure?"))

    def do(self, deed: str) -> None:
        """Type it, sure as one is, and hear that it is done."""
        self.reader.type(self.line, deed)
        self.reader.until(lambda: deed.lower() in self.told().lower() or self.over() or self.doubted(), deed)
        if self.doubted():
            self.reader.press("button", "Do it all the same")
        self.reader.until(lambda: deed.lower() in self.told().lower() or self.over(), f"{deed}: {self.refused()}")


@pytest.mark.parametrize("id", EVENINGS)
def test_a_whole_game_by_the_accessibility_tree_alone(open_page: Open, id: str) -> None:
    page = open_page(PHONE if id == "the-feast" else WIDE)
    page.goto("/")
    reader = Reader(page)
    sit_down(reader, id)
    table = InWords(reader)
    assert reader.until(table.is_where, "nothing is told of the table")
    dice, heard = random.Random(5), 0
    for _ in range(900):
        reader.until(lambda: table.may() or table.over(), "neither asked nor over")
        deeds = table.may()
        if table.over():
            break
        soon = [deed for deed in HURRY if deed in deeds and dice.random() < 0.7]
        deed = soon[0] if soon else dice.choice(deeds)
        table.do(deed.upper() if dice.random() < 0.1 else deed)  # however it is written
        heard += table.changed() not in ("", "Nothing since your last move.")
    else:
        raise AssertionError("the game did not end")
    assert heard > 3, "changes are told in sentences"
    reader.follow("link", "The reckoning")
    reader.one("heading", "The reckoning")


def test_the_command_line_answers(open_page: Open) -> None:
    page = open_page()
    page.goto("/")
    lay(page, "the-feast", {"seats": "2"})
    reader = Reader(page)
    table = InWords(reader)
    reader.until(table.may, "nothing may be done")
    for word, answer in (
        ("where", "The topic is"),
        ("may", "play"),
        ("help", "undo"),
        ("changed", "opic"),
    ):
        reader.type(table.line, word)
        reader.until(lambda a=answer: a in table.told(), f"{word}: {table.told()}")  # type: ignore[misc]
    deed = table.may()[0]
    table.do(deed)
    reader.until(lambda: "reveal" in table.changed().lower() or table.changed().count(".") > 2, table.changed())
    reader.type(table.line, "say Well said!")
    reader.until(lambda: "Well said!" in table.changed(), table.changed())


def test_what_cannot_be_done_is_told_with_the_reason(open_page: Open) -> None:
    page = open_page()
    page.goto("/")
    lay(page, "the-feast", {"seats": "2"})
    page.keyboard.press("w")
    command = page.get_by_label("What do you do?")
    expect(command).to_be_focused()
    for text in ("play 99", "dance", "undo", "<b>play"):
        command.fill(text)
        command.press("Enter")
        expect(page.get_by_role("alert")).not_to_be_empty()
        page.evaluate("document.getElementById('oops').textContent = ''")
    deeds = page.get_by_role("list", name="What may I do").get_by_role("button")
    expect(deeds).not_to_have_count(0)
    deeds.first.press("Enter")
    expect(page.locator("body")).not_to_have_attribute("data-v", "0")
    page.get_by_role("button", name="The table in words").press("Enter")
    expect(command).to_be_hidden()


@pytest.mark.parametrize("id", EVENINGS)
def test_the_bar_of_tools_fits_a_phone(open_page: Open, id: str) -> None:
    page = open_page(PHONE)
    page.goto("/")
    lay(page, id, EVENINGS[id])
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 740})
        ends = page.locator(".bar nav button").evaluate_all("all => all.map(el => el.getBoundingClientRect().right)")
        assert max(ends) <= width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
