"""Checks of what callers hand in, for functions that people's programs call. mypyc checks the annotated types of a
compiled function by itself and in its own words; plain Python doesn't check them at all. So the functions at the border
take anything (`int | Any` says what is meant) and ask here, and both forms refuse alike. Imports nothing."""

from __future__ import annotations


def whole(value: object, name: str) -> int:
    """The value if it is an int."""
    if isinstance(value, int):
        return int(value)  # of True, 1
    raise TypeError(f"{name} must be an int, not {type(value).__name__}")


def text(value: object, name: str) -> str:
    """The value if it is a str."""
    if isinstance(value, str):
        return value
    raise TypeError(f"{name} must be a str, not {type(value).__name__}")


def within(value: object, name: str, low: int, high: int) -> int:
    """The value if it is a number between these two, as a stored position needs it; ValueError if it isn't."""
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{name} should be a number from {low} to {high}")
    return value


def require(fact: bool, otherwise: str) -> None:
    """ValueError with the reason, unless it is a fact."""
    if not fact:
        raise ValueError(otherwise)
