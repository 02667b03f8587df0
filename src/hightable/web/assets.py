"""Files that are the same for everybody: kept in memory, compressed once, and sent again only when they have changed.
Imports Starlette."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

KEPT: Final = 256  # files in memory


class Asset(NamedTuple):
    """A file with what is sent for it. `packed` is its gzip form, or nothing where that would not be shorter."""

    body: bytes
    packed: bytes
    tag: str
    media_type: str


@lru_cache(maxsize=KEPT)
def _read(path: Path, _modified: int) -> Asset:
    """A file as it was when it was last modified."""
    body = path.read_bytes()
    packed = gzip.compress(body, 9, mtime=0)
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Asset(body, packed if len(packed) < len(body) else b"", hashlib.sha256(body).hexdigest()[:32], kind)


def asset(headers: Headers, path: Path) -> Response:
    """A file in the form that the other side understands, or word that it has it already.

    Only files like these are compressed, not pages: a page holds what one guest may know beside what others have
    written, and how well both compress together would tell about the first (the BREACH attack)."""
    found = _read(path, path.stat().st_mtime_ns)
    packed = bool(found.packed) and accepts_gzip(headers.get("accept-encoding", ""))
    tag = f'"{found.tag}-gzip"' if packed else f'"{found.tag}"'  # the two forms are different bytes
    answer = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if has_it(headers.get("if-none-match", ""), tag):
        return Response(status_code=304, headers=answer)
    if packed:
        answer["content-encoding"] = "gzip"
    return Response(found.packed if packed else found.body, headers=answer, media_type=found.media_type)


def accepts_gzip(header: str) -> bool:
    """Whether an Accept-Encoding header allows gzip."""
    for part in header.lower().split(","):
        coding, _, weight = part.partition(";")
        if coding.strip() in ("gzip", "x-gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def has_it(header: str, tag: str) -> bool:
    """Whether an If-None-Match header names this tag."""
    return any(given.strip().removeprefix("W/") in ("*", tag) for given in header.split(","))


class Assets(StaticFiles):
    """A folder of such files."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        return asset(Request(scope).headers, Path(full_path))
