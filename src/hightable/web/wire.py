"""Messages as JSON. Imports msgspec only."""

from __future__ import annotations

from typing import Any

import msgspec

Message = dict[str, Any]

_encoder = msgspec.json.Encoder(enc_hook=str)  # HTML is a kind of str


def encoded(data: object) -> str:
    return _encoder.encode(data).decode()
