"""Limits of requests: token buckets for visitors and for addresses."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from kingdoms.server.base.addresses import SITE_FACTOR, neighbourhood, site
from kingdoms.server.base.errors import refuse
from kingdoms.server.base.slices import Payer, payer
from kingdoms.server.visitors.identity import ADMIT, visitor
from kingdoms.table.base.errors import too_many
from kingdoms.texts import text

BURST = 4
"""The burst of requests that a bucket allows, in seconds' worth of its rate."""
BUCKETS = 20_000
"""Maximum number of buckets; those unused longest are dropped first."""
NEWCOMER = 10
"""The cost of a new visitor to an address, in requests."""
NEWCOMERS_AN_HOUR, NEWCOMERS_AT_ONCE = 30, 60
"""New visitors from an IPv6 /48 network: enough for a school, which may have one, too few for a crowd of made-up people."""
WORTH = 0.01
"""Seconds of long work, such as replaying a game, that cost as much as one request."""


class RateLimit:
    """Middleware that refuses requests of visitors, and from addresses, that exceed their rates.

    Each has a token bucket, up to `BURST` seconds' worth. A request takes a token from both buckets, and long work takes more.
    A client without a cookie is counted by address. A new visitor costs the address extra tokens, so changing identities does
    not help. IPv6 /48 networks have buckets too, with `SITE_FACTOR` times the allowance of an address, and buckets of new
    visitors, which last for hours.

    Examples:
        >>> from starlette.applications import Starlette
        >>> now = 0.0
        >>> limit = RateLimit(Starlette(), rate=1, address_rate=100, clock=lambda: now)
        >>> [limit.visitors.wait("a visitor") for _ in range(5)]
        [0.0, 0.0, 0.0, 0.0, 1.0]
    """

    def __init__(self, app: ASGIApp, rate: float, address_rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.app = app
        self.visitors = Buckets(rate, clock)
        self.addresses = Buckets(address_rate, clock)
        self.sites = Buckets(SITE_FACTOR * address_rate, clock)
        hourly = NEWCOMERS_AN_HOUR / 3600
        self.newcomers = Buckets(hourly, clock, burst=NEWCOMERS_AT_ONCE / hourly)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        place, sender = client_network(connection), visitor(connection)
        network = site(host(connection))
        key = place if sender is None else sender.id
        seconds = self.visitors.wait(key) or self.addresses.wait(place) or (self.sites.wait(network) if network else 0.0)
        if seconds:
            await refuse(too_many("too_many", text("error.too_many"), seconds), scope, receive, send)
            return

        def charge_networks(amount: float) -> None:
            self.addresses.charge(place, amount)
            if network:
                self.sites.charge(network, amount)

        def charge(seconds: float) -> None:
            self.visitors.charge(key, seconds / WORTH)
            charge_networks(seconds / WORTH)

        def admit() -> None:
            if network and (seconds := self.newcomers.wait(network)):
                raise too_many("too_many", text("error.newcomers"), seconds)
            charge_networks(NEWCOMER)

        payer.set(Payer(key, charge))
        scope[ADMIT] = admit
        await self.app(scope, receive, send)


class Buckets:
    """Token buckets by client name: each refills at a fixed rate, up to some seconds' worth.

    Args:
        rate: tokens per second.
        burst: the most that a bucket holds, in seconds' worth of its rate (by default `BURST`), but no less than `least`.
        least: the number of tokens that a bucket must have.
    """

    def __init__(
        self, rate: float, clock: Callable[[], float] = time.monotonic, *, burst: float | None = None, least: float = 1.0
    ) -> None:
        self.rate = rate
        self.capacity = max(least, rate * (BURST if burst is None else burst))
        self.least = least
        self.clock = clock
        self.buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, key: str) -> float:
        """Take a token from a bucket and return 0, or return the seconds until it has enough."""
        left, now = self.tokens_left(key), self.clock()
        seconds = max(0.0, self.least - left) / self.rate
        self._set(key, left if seconds else left - 1.0, now)
        return seconds

    def lack(self, key: str) -> float:
        """Return the seconds until a bucket has enough tokens; 0 if it has."""
        return max(0.0, self.least - self.tokens_left(key)) / self.rate

    def charge(self, key: str, amount: float) -> None:
        """Take tokens from a bucket even if it has fewer: its balance is negative until it has refilled."""
        self._set(key, self.tokens_left(key) - amount, self.clock())

    def _set(self, key: str, left: float, now: float) -> None:
        """Set the number of tokens in a bucket. The one that was unused longest is dropped if there are too many."""
        self.buckets[key] = left, now
        self.buckets.move_to_end(key)
        while len(self.buckets) > BUCKETS:
            self.buckets.popitem(last=False)

    def tokens_left(self, key: str) -> float:
        """Return the number of tokens in a bucket."""
        left, since = self.buckets.get(key, (self.capacity, 0.0))
        return min(self.capacity, left + (self.clock() - since) * self.rate)


def client_name(connection: HTTPConnection) -> str:
    """Return the client name for rate limits: the visitor's id, or the address without a cookie."""
    sender = visitor(connection)
    return sender.id if sender is not None else client_network(connection)


def client_network(connection: HTTPConnection) -> str:
    """Return the network that a request is counted for (see `neighbourhood`)."""
    return neighbourhood(host(connection))


def host(connection: HTTPConnection) -> str:
    """Return the address of a request, or "" if it has none."""
    return connection.client.host if connection.client else ""
