"""Names that can be told apart: at one table no two people share a name, and nobody passes for one of the house's
bots. Imports nothing of the hall but how text is cleaned."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from hightable.hall.guests import NAME_LENGTH, visible

LONGEST: Final = NAME_LENGTH + len(" (2)")
BOT_NAMES: Final = ("Ambrose", "Beatrix", "Cuthbert", "Dorothea", "Edmund", "Felicity", "Godfrey", "Hildegard")


def name_key(name: str) -> str:
    """What two names have in common that look alike: case, blanks and invisible characters don't count."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(character for character in folded if visible(character) and not character.isspace())


BOT_KEYS: Final = frozenset(map(name_key, BOT_NAMES))


def numbered(name: str, others: Iterable[str]) -> str:
    """The name, with a number if one of the others looks the same."""
    taken = {name_key(other) for other in others}
    found, number = name, 2
    while name_key(found) in taken:
        found, number = f"{name} ({number})", number + 1
    return found


def person_name(name: str, others: Iterable[str]) -> str:
    """What a person is called beside these others: never the same as one of them, nor as a bot of the house."""
    return numbered(f"{name} (guest)" if name_key(name) in BOT_KEYS else name, others)
