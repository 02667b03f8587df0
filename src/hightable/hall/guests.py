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

# Control, format (bidi, zero-width, tags), surrogate and private characters: they hide, reorder or break a line.
UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co"})
BLANK_LETTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters by category, but nothing to see


@dataclass(frozen=True)
class Guest:
    """Somebody in the hall."""

    id: str
    name: str


def clean_text(text: str) -> str:
    """One line of visible characters, its blanks collapsed."""
    seen = "".join(
        sign
        for sign in unicodedata.normalize("NFC", text)
        if sign.isspace() or (unicodedata.category(sign) not in UNSEEN and sign not in BLANK_LETTERS)
    )
    return " ".join(seen.split())


def clean_name(text: str) -> str:
    """A name as it is shown, or Refused. Who shows a name escapes it all the same."""
    name = clean_text(text) if len(text) <= LONGEST_INPUT else text
    if len(name) > NAME_LENGTH:
        raise Refused(N_("A name has at most %(most)s letters."), "", {"most": NAME_LENGTH})
    if not name:
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
