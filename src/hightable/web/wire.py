"""Messages as JSON. Imports msgspec only."""

from __future__ import annotations

from typing import Any

import msgspec

Message = dict[str, Any]


def _plain(value: object) -> str:
    """HTML is a kind of str, which msgspec asks about; anything else has no business in a message."""
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"{type(value).__name__} can't be sent as JSON")


_encoder = msgspec.json.Encoder(enc_hook=_plain)


def encoded(data: object) -> str:
    return _encoder.encode(data).decode()
