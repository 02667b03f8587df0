"""Numbers that arrive as text: in a form, in a path or in a query. Imports nothing."""

from __future__ import annotations


def whole_number(text: str, lowest: int, highest: int) -> int | None:
    """The whole number that `text` spells, or None unless it is one from `lowest` to `highest`.

    A number is written in ASCII digits, with a "-" before it if `lowest` allows that, and with nothing around it."""
    # The length comes first: int() refuses more than 4,300 digits with an exception, and fewer take it a while.
    if len(text) > max(len(str(lowest)), len(str(highest))):
        return None
    digits = text.removeprefix("-") if lowest < 0 else text
    if not (digits.isascii() and digits.isdigit()):  # int() also takes "٣", "+3", " 3" and "1_0"
        return None
    number = int(text)
    return number if lowest <= number <= highest else None
