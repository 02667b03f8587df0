"""Guests: people without an account. A guest is an id and a name; a secret token in the browser proves who it is, and
only the token's hash is kept. Cleans every text that people type. Imports the engine's words only."""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from hightable.engine.words import N_, Refused

NAME_LENGTH: Final = 20
LONGEST_INPUT: Final = 2_000  # longer texts are refused before any work is done on them

# Control, surrogate, private and unassigned characters: they hide, reorder or break a line.
UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
BLANK_LETTERS: Final = frozenset("\u2800")  # a symbol by category, but nothing to see
# Unicode's Default_Ignorable_Code_Point: drawn as nothing, whatever their category.
IGNORABLE: Final = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip


@dataclass(frozen=True)
class Guest:
    """Somebody in the hall."""

    id: str
    name: str


def visible(character: str) -> bool:
    """Whether a character can be seen, on its own or on another one; blanks count."""
    if character.isspace():
        return True
    if unicodedata.category(character) in UNSEEN or character in BLANK_LETTERS:
        return False
    return not any(first <= ord(character) <= last for first, last in IGNORABLE)


def clean_text(text: str) -> str:
    """One line of visible characters, its blanks collapsed."""
    return " ".join(unicodedata.normalize("NFC", "".join(filter(visible, text))).split())


def clean_name(text: str) -> str:
    """A name as it is shown, or Refused. Whoever shows a name still escapes it."""
    name = clean_text(text) if len(text) <= LONGEST_INPUT else text
    if len(name) > NAME_LENGTH:
        raise Refused(N_("A name has at most %(most)s letters."), "", {"most": NAME_LENGTH})
    if not any(unicodedata.category(character)[0] not in "MZ" for character in name):  # marks need something to sit on
        raise Refused(N_("A name needs at least one letter."))
    if "<" in name or ">" in name:
        raise Refused(N_("A name has no “<” and no “>” in it."))
    return name


def new_token() -> str:
    """A secret that only the guest's browser keeps."""
    return secrets.token_urlsafe(32)


def token_hash(token: str | None) -> str | None:
    """What is stored of a token, or None for what can't be one."""
    if not token or len(token) > 64 or not token.isascii():
        return None
    return sha256(token.encode()).hexdigest()
