"""What stands before the whole application: which hosts it answers to, whose word it takes for where a request comes
from, who may post and how much, and the headers that every answer carries. Imports limits and Starlette."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from ipaddress import ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from hightable.engine.words import N_, Refused
from hightable.locale import translator
from hightable.web.forms import whole_number
from hightable.web.limits import POSTS, TooFast, limited

LONGEST_FORM: Final = 16_384
HEALTH: Final = "/healthz"  # answers under any host name: balancers ask for it by address
NAME: Final = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?")
SAFE: Final = ("GET", "HEAD")
GUARDS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
}
_HEADERS: Final = [(name.encode(), value.encode()) for name, value in GUARDS.items()]
_NO_STORE: Final = (b"cache-control", b"no-store")
TurnAway = Callable[[Request, int, str, str], Response]
Hurried = Callable[[Request, TooFast], Response]
_ = translator()


class Guard:
    """Turns away what must not come in, and adds the rules for browsers to every answer. WebSockets pass straight
    through once their host is known; whoever accepts them looks at their origin."""

    def __init__(
        self,
        app: ASGIApp,
        turn_away: TurnAway,
        hurried: Hurried,
        host_names: Sequence[str] = (),
        longer: dict[str, int] | None = None,
    ) -> None:
        """`turn_away` makes the answer out of a status, a heading and a sentence, `hurried` the one to too many
        requests. `longer` says how many bytes more than a form may be posted to some paths."""
        self._app = app
        self._turn_away = turn_away
        self._hurried = hurried
        self._host_names = frozenset(name.lower() for name in host_names)
        self._longer = longer or {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        elif scope["type"] == "websocket" and not self._is_ours(scope):
            await send({"type": "websocket.close", "code": 4421, "reason": ""})
        else:
            await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        head = scope["method"] == "HEAD"

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *_HEADERS]
                if not any(name == b"cache-control" for name, _value in headers):
                    headers.append(_NO_STORE)
                message = {**message, "headers": headers}
            elif head:
                message = {**message, "body": b""}
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await refused(scope, receive, guarded)
        else:  # routes know GET only: HEAD is the same without what follows the headers
            await self._app({**scope, "method": "GET"} if head else scope, receive, guarded)

    def _refused(self, scope: Scope) -> Response | None:
        """The answer to a request that doesn't come in, None for one that does."""
        request = Request(scope)
        if not self._is_ours(scope) and scope["path"] != HEALTH:
            words = _("Nothing is served under this name.")
            return self._turn_away(request, 421, _("Nobody lives here"), words)
        headers = request.headers
        if request.method not in SAFE and not from_us(headers):
            words = _("This request came from another page. Nothing was done.")
            return self._turn_away(request, 403, _("Not from here"), words)
        most = LONGEST_FORM + self._longer.get(scope["path"], 0)
        if whole_number(headers.get("content-length", "0"), 0, most) is None or "transfer-encoding" in headers:
            words = _("That is more than this hall takes at once. Nothing was done.")
            return self._turn_away(request, 413, _("Too much"), words)
        if request.method not in SAFE:
            try:
                limited(request, POSTS)
            except TooFast as error:
                return self._hurried(request, error)
        return None

    def _is_ours(self, scope: Scope) -> bool:
        """Whether a request is for a name that the host has listed; any is if there is no list."""
        if not self._host_names:
            return True
        asked = Headers(scope=scope).getlist("host")
        return len(asked) == 1 and name_of(asked[0]) in self._host_names


def name_of(host: str) -> str:
    """The name in a Host header, without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a browser's Origin names this very host. Other programs send none."""
    if origin is None:
        return True
    try:
        return host is not None and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def from_us(headers: Headers) -> bool:
    """Browsers say where a post comes from; other programs, which carry no stolen cookies, say nothing."""
    if headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        return False
    return same_origin(headers.get("origin"), headers.get("host"))


def behind(proxies: Sequence[str], app: ASGIApp) -> ASGIApp:
    """The application as these proxies see it: for each request of theirs, whoever they say it comes from."""
    if not proxies:
        return app
    return ProxyHeadersMiddleware(app, [*proxies])  # type: ignore[arg-type, return-value]


def proxy(text: str) -> str:
    """The address or network of a proxy, or Refused."""
    try:
        return str(ip_network(text) if "/" in text else ip_address(text))
    except ValueError:
        words = N_("“%(text)s” is not a proxy's address. Write it like 127.0.0.1, or a network like 10.0.0.0/8.")
        raise Refused(words, "", {"text": text[:60]}) from None


def host_name(text: str) -> str:
    """A name under which the server is reached, or Refused."""
    name = text.lower()
    with contextlib.suppress(ValueError):
        return str(ip_address(name.removeprefix("[").removesuffix("]")))
    if not NAME.fullmatch(name):
        words = N_("“%(text)s” is not a host name. Write it without http:// and without a port.")
        raise Refused(words, "", {"text": text[:60]})
    return name
