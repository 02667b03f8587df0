"""A screen reader for the tests: it knows a page by Chromium's own accessibility tree and nothing else, that is by the
roles, names and values that a real one is told. It goes to what it found and presses keys."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from playwright.sync_api import Page

T = TypeVar("T")
PATIENCE = 60.0  # seconds; the machine may be busy


class Node(NamedTuple):
    """Something that is told: its role and name, and where it is, unless the style sheet wrote it."""

    role: str
    name: str
    at: int


class Reader:
    """Reads a page and presses keys on it."""

    def __init__(self, page: Page) -> None:
        self.keyboard = page.keyboard
        self._page = page
        self._tree = page.context.new_cdp_session(page)
        self._tree.send("Accessibility.enable")
        self._tree.send("DOM.enable")

    def all(self, role: str, name: str | None = None, within: Node | None = None) -> list[Node]:
        """What has this role, and this name, on the page or within something."""
        top = within.at if within else self._tree.send("DOM.getDocument", {"depth": 0})["root"]["backendNodeId"]
        wanted: dict[str, Any] = {"backendNodeId": top, "role": role}
        if name is not None:
            wanted["accessibleName"] = name
        found = self._tree.send("Accessibility.queryAXTree", wanted)["nodes"]
        return [
            Node(role, node.get("name", {}).get("value", ""), node.get("backendDOMNodeId", 0))
            for node in found
            if not node["ignored"]
        ]

    def one(self, role: str, name: str | None = None, within: Node | None = None) -> Node:
        """The first thing with this role and name, as soon as there is one."""
        return self.until(lambda: next(iter(self.all(role, name, within)), None), f"no {role} “{name or ''}” is told")

    def words(self, within: Node) -> str:
        """All text that is told within something."""
        return " ".join(node.name for node in self.all("StaticText", within=within)).strip()

    def go(self, node: Node) -> None:
        """Put the focus there."""
        self._tree.send("DOM.focus", {"backendNodeId": node.at})

    def press(self, role: str, name: str, key: str = "Enter", within: Node | None = None) -> None:
        self.go(self.one(role, name, within))
        self.keyboard.press(key)

    def follow(self, role: str, name: str) -> None:
        """Press what leads to another page, and hear that it is there."""
        node = self.one(role, name)
        self.go(node)
        with self._page.expect_navigation(timeout=PATIENCE * 1000):
            self.keyboard.press("Enter")

    def type(self, field: Node, text: str) -> None:
        """Write into a field and press Enter."""
        self.go(field)
        self.keyboard.insert_text(text)
        self.keyboard.press("Enter")

    def until(self, look: Callable[[], T | None], otherwise: str) -> T:
        """What is found by looking again and again. A page that is just changing is looked at once more."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                found = look()
            except Exception as error:
                if "ode" not in str(error):  # no node with given id, or like it: it has gone meanwhile
                    raise
                found = None
            if found:
                return found
            self._page.wait_for_timeout(40)
        raise AssertionError(otherwise)
