"""Middleware for security headers, the origin of requests, the size of bodies, and rate limits."""

from __future__ import annotations

import functools
import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingdoms.server.addresses import SITE_FACTOR, neighbourhood, site
from kingdoms.server.errors import ApiError
from kingdoms.server.identity import ADMIT, visitor
from kingdoms.server.slices import Payer, payer
from kingdoms.texts import text

BODY_LIMIT = 1_000_000
"""Maximum size of a request body, in bytes."""
BURST = 4
"""The burst of requests that a bucket allows, in seconds' worth of its rate."""
BUCKETS = 20_000
"""Maximum number of buckets; those unused longest are dropped first."""
HTTPS_FOR = 365 * 24 * 3600
"""Seconds for which a browser that has visited by https uses nothing else."""
NEWCOMER = 10
"""The cost of a new visitor to an address, in requests."""
NEWCOMERS_AN_HOUR, NEWCOMERS_AT_ONCE = 30, 60
"""New visitors from an IPv6 /48 network: enough for a school, which may have one, too few for a crowd of made-up people."""
WORTH = 0.01
"""Seconds of long work, such as replaying a game, that cost as much as one request."""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

_HOST = re.compile(r"[a-z0-9.\-_]+(:\d+)?|\[[0-9a-f:.]+\](:\d+)?")
_POLICY = (
    "default-src 'self'; img-src 'self' data:; connect-src {connect}; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


class SecurityHeaders:
    """Middleware that adds security headers to answers, and forbids caching of API answers.

    Args:
        secure: whether visitors use https, so that browsers must never try without.
    """

    def __init__(self, app: ASGIApp, *, secure: bool = False) -> None:
        self.app = app
        self.secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add headers to its answer."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                names = {name for name, _ in message.get("headers", ())}
                host = header(scope, b"host")
                more = _headers(host, is_api=scope["path"].startswith("/api/"), secure=self.secure)
                message["headers"] = [*message.get("headers", ()), *(field for field in more if field[0] not in names)]
            await send(message)

        await self.app(scope, receive, with_headers)


@functools.lru_cache(maxsize=100)
def _headers(host: str | None, *, is_api: bool, secure: bool) -> list[tuple[bytes, bytes]]:
    """Return the headers that every answer gets."""
    named = _HEADERS | {"Content-Security-Policy": content_policy(host)}
    if secure:
        named["Strict-Transport-Security"] = f"max-age={HTTPS_FOR}"
    if is_api:
        named["Cache-Control"] = "no-store"
    return [(name.lower().encode(), value.encode()) for name, value in named.items()]


def content_policy(host: str | None) -> str:
    """Return the content security policy. WebSockets are named, since not every browser includes them in 'self'.

    Examples:
        >>> "connect-src 'self' ws://localhost:8000 wss://localhost:8000;" in content_policy("localhost:8000")
        True
    """
    host = (host or "").lower()
    connect = f"'self' ws://{host} wss://{host}" if _HOST.fullmatch(host) else "'self'"
    return _POLICY.format(connect=connect)


class OriginCheck:
    """Middleware that refuses cross-site requests that could change something, and cross-site sockets.

    Browsers send the origin of the page. A request without one comes from a program, unless `Sec-Fetch-Site` says otherwise.
    """

    def __init__(self, app: ASGIApp, public_url: str | None = None) -> None:
        self.app = app
        self.public_url = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        asks = scope["type"] == "websocket" or (scope["type"] == "http" and scope["method"] not in SAFE)
        if asks and not self.allows(scope):
            await ApiError(403, "origin", text("error.origin")).send(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def allows(self, scope: Scope) -> bool:
        """Return whether a request may change something, by its headers."""
        origin = header(scope, b"origin")
        if origin is None:
            return header(scope, b"sec-fetch-site") in (None, "none", "same-origin")
        return is_own_origin(origin, header(scope, b"host") or "", self.public_url)


def is_own_origin(origin: str, host: str, public_url: str | None) -> bool:
    """Return whether an origin is that of this server's own pages.

    Args:
        origin: the origin.
        host: the value of `Host`, with the port.
        public_url: the URL that visitors use, if it is set.

    Examples:
        >>> is_own_origin("https://example.org", "example.org", None), is_own_origin("https://example.com", "example.org", None)
        (True, False)
    """
    return origin.lower() == public_url or _is_origin_of(origin.lower(), host.lower())


def _is_origin_of(origin: str, host: str) -> bool:
    """Return whether an origin is that of a host. The scheme is ignored: a server behind a proxy does not know it."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc == host


class BodyLimit:
    """Middleware that refuses bodies that are too large, before they are parsed."""

    def __init__(self, app: ASGIApp, limit: int = BODY_LIMIT) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = header(scope, b"content-length")
        if length is not None:
            if not length.isascii() or not length.isdigit():
                await ApiError(400, "bad_request", text("error.content_length")).send(scope, receive, send)
            elif int(length) > self.limit:
                await self.refuse(scope, receive, send)
            else:
                await self.app(scope, receive, send)
            return
        if scope["method"] in SAFE:
            await self.app(scope, receive, send)
            return
        # A body of unknown length is read here; the routes would read all of it anyway.
        messages, size, more = [], 0, True
        while more:
            message = await receive()
            messages.append(message)
            size += len(message.get("body", b""))
            more = message["type"] == "http.request" and message.get("more_body", False)
            if size > self.limit:
                await self.refuse(scope, receive, send)
                return
        messages.reverse()

        async def receive_again() -> Message:
            return messages.pop() if messages else await receive()

        await self.app(scope, receive_again, send)

    async def refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer that the body is too large, and close the connection, so that the rest of it is not sent."""
        error = ApiError(413, "too_large", text("error.too_large", bytes=self.limit), headers={"Connection": "close"})
        await error.send(scope, receive, send)


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
        >>> [limit.visitors.wait("somebody") for _ in range(5)]
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
            await _rate_limit_error("error.too_many", seconds).send(scope, receive, send)
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
                raise _rate_limit_error("error.newcomers", seconds)
            charge_networks(NEWCOMER)

        payer.set(Payer(key, charge))
        scope[ADMIT] = admit
        await self.app(scope, receive, send)


def _rate_limit_error(message: str, seconds: float) -> ApiError:
    """Return the error of a client that may retry in some seconds; `message` is the id of its text."""
    return ApiError(429, "too_many", text(message), headers={"Retry-After": str(math.ceil(seconds))})


class Buckets:
    """Token buckets by client name: each refills at a fixed rate, up to some seconds' worth.

    Args:
        rate: tokens per second.
        clock: returns the time in seconds.
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


def header(scope: Scope, name: bytes) -> str | None:
    """Return a header of a request by its name in lower case, or None. Faster than Starlette's `Headers`."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value, "latin-1")
    return None


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
