"""How much anybody may ask of the hall: so many things at once, so many a second. Newcomers are told apart by their
address, guests by who they are. Imports the engine's words only."""

from __future__ import annotations

import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Final, NamedTuple

from starlette.requests import HTTPConnection

from hightable.engine.words import N_, Refused

LOOPBACK: Final = ("127.0.0.1", "::1")
KEPT: Final = 20_000  # allowances in memory: the one that was not used for the longest goes first

log = logging.getLogger(__name__)


class Rate(NamedTuple):
    burst: float  # at once
    a_second: float


POSTS: Final = Rate(300, 50.0)  # of an address, of any kind
GUESTS: Final = Rate(60, 0.2)  # newcomers from an address: a club behind one router comes all at once
CODES: Final = Rate(30, 0.5)  # codes that an address tries: nobody shall find private tables by guessing
TABLES: Final = Rate(20, 0.1)  # that a guest lays, or brings as records
DEEDS: Final = Rate(40, 15.0)  # of a guest, over HTTP and all connections together; of a watcher without a name
WATCHERS: Final = Rate(300, 50.0)  # of all watchers without a name at an address together
CHAT: Final = Rate(12, 1.0)  # lines of a guest
MOST_OF_GUEST: Final = 30  # connections of a guest that are open at the same time
MOST_OF_ADDRESS: Final = 500  # the same of an address: a school has one for everyone


class TooFast(Refused):
    """Too much at once. `wait` are the seconds after which it goes on."""

    def __init__(self, wait: float) -> None:
        super().__init__(N_("Too fast. Wait a moment."))
        self.wait = ceil(wait)


class Allowance:
    """So many at once, so many a second."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: Rate) -> None:
        self.burst, self.rate = rate
        self.left = self.burst
        self.at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Limits:
    """The allowances of everyone who asked for something recently, and how many connections they have open."""

    def __init__(self) -> None:
        self.warned = False  # of a proxy that is not named
        self._allowances: OrderedDict[tuple[Rate, str], Allowance] = OrderedDict()
        self._open: Counter[str] = Counter()

    def spend(self, rate: Rate, who: str) -> None:
        """One of somebody's allowance, or TooFast."""
        allowance = self._allowance(rate, who)
        if not allowance.take():
            raise TooFast((1 - allowance.left) / rate.a_second)

    def take(self, rate: Rate, who: str) -> bool:
        """Whether somebody's allowance had one left, which is spent."""
        return self._allowance(rate, who).take()

    def _allowance(self, rate: Rate, who: str) -> Allowance:
        allowance = self._allowances.get((rate, who))
        if allowance is None:
            allowance = self._allowances[rate, who] = Allowance(rate)
            if len(self._allowances) > KEPT:
                self._allowances.popitem(last=False)
        self._allowances.move_to_end((rate, who))
        return allowance

    @contextmanager
    def connected(self, guest: str, address: str) -> Iterator[None]:
        """Count a connection while it is open, or raise Refused if there are too many. Either may be empty."""
        if guest and self._open[f"guest {guest}"] >= MOST_OF_GUEST:
            raise Refused(N_("You have this hall open too many times. Close some of its pages first."))
        if address and self._open[f"address {address}"] >= MOST_OF_ADDRESS:
            raise Refused(N_("Too many people are connected from where you are. Try again later."))
        counted = [f"{kind} {who}" for kind, who in (("guest", guest), ("address", address)) if who]
        self._open.update(counted)
        try:
            yield
        finally:
            for name in counted:
                self._open[name] -= 1
                if not self._open[name]:
                    del self._open[name]


def limited(connection: HTTPConnection, rate: Rate, who: str | None = None) -> None:
    """Spend one of a guest's allowance, or of the address's if nobody is named; or TooFast. This very machine has no
    bounds of its own: requests from there that were not forwarded are the owner's."""
    limits: Limits = connection.app.state.limits
    if who is None:
        who = address(connection)
        if who in LOOPBACK and not limits.warned:
            limits.warned = True
            log.warning("a proxy at %s is not named: all of its guests count as one (see --proxy)", who)
    if who:
        limits.spend(rate, who)


def address(connection: HTTPConnection) -> str:
    """Where somebody comes from; of an IPv6 address the half that is a household's. Empty for this very machine, unless
    a proxy there forwards a request and is not named: then anybody may have sent it."""
    host = connection.client.host if connection.client else ""
    try:
        found = ip_address(host)
    except ValueError:  # nothing for a socket file; otherwise whatever a proxy calls it
        return host[:100]
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    if found.is_loopback:
        return str(found) if "x-forwarded-for" in connection.headers else ""
    return str(IPv6Address(int(found) >> 64 << 64)) if isinstance(found, IPv6Address) else str(found)
