"""What may be sent as JSON: plain data and HTML, and nothing else by accident."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from markupsafe import Markup

from hightable.web.wire import encoded


class Shout(str):
    __slots__ = ()


def test_plain_data_and_html() -> None:
    data = {"a": [1, 2.5, None, True, "x"], "html": Markup("<b>é</b>"), "more": (Shout("hey"),)}
    assert json.loads(encoded(data)) == {"a": [1, 2.5, None, True, "x"], "html": "<b>é</b>", "more": ["hey"]}
    assert encoded(Markup("<b>")) == '"<b>"'


@pytest.mark.parametrize("value", [object(), Path("x"), Exception("secret"), lambda: 0, range(3), 1j])
def test_anything_else_is_a_mistake(value: object) -> None:
    with pytest.raises(TypeError, match=f"{type(value).__name__} can't be sent as JSON"):
        encoded({"view": [value]})


def test_what_msgspec_knows_itself() -> None:
    assert encoded({"day": date(2026, 2, 28)}) == '{"day":"2026-02-28"}'
