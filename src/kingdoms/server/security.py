"""What stands between the network and the routes: headers, the origin of requests, how many and how big they may be."""

from __future__ import annotations

import ipaddress
import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingdoms.server.errors import ApiError
from kingdoms.server.identity import visitor

BODY_LIMIT = 1_000_000
"""Bytes that a body has at most."""
BURST = 4
"""Seconds' worth of requests that somebody may make at once."""
BUCKETS = 20_000
"""Visitors and addresses whose requests are counted at a time; whoever was quiet longest is forgotten first."""

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
    """Tells the browser what pages of this server may do; answers of the API are not kept by caches."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add to its answer."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Content-Security-Policy", content_policy(Headers(scope=scope).get("host")))
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)


def content_policy(host: str | None) -> str:
    """Return the content security policy; WebSockets are named, since not every browser counts them as 'self'.

    Examples:
        >>> "connect-src 'self' ws://localhost:8000 wss://localhost:8000;" in content_policy("localhost:8000")
        True
    """
    host = (host or "").lower()
    connect = f"'self' ws://{host} wss://{host}" if _HOST.fullmatch(host) else "'self'"
    return _POLICY.format(connect=connect)


class OriginCheck:
    """Refuses what another site has a visitor's browser send: whatever changes something, and live sockets.

    A browser names the page's origin. A request without one comes from a program, unless it says itself that it crosses sites.
    """

    def __init__(self, app: ASGIApp, public_url: str | None = None) -> None:
        self.app = app
        self.public_url = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        asks = scope["type"] == "websocket" or (scope["type"] == "http" and scope["method"] not in SAFE)
        if asks and not self.allows(Headers(scope=scope)):
            await ApiError(403, "origin", "this request comes from another site's page").send(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def allows(self, headers: Headers) -> bool:
        """Say whether a request with these headers may change something."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        origin = origin.lower()
        return origin == self.public_url or _is_at(origin, headers.get("host", "").lower())


def _is_at(origin: str, host: str) -> bool:
    """Say whether an origin is that of a host; by which scheme people come, a server behind a proxy does not know."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc == host


class BodyLimit:
    """Refuses bodies that are too big, before anything is made of them."""

    def __init__(self, app: ASGIApp, limit: int = BODY_LIMIT) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length")
        if length is not None:
            if not length.isascii() or not length.isdigit():
                await ApiError(400, "bad_request", "Content-Length is not a number").send(scope, receive, send)
            elif int(length) > self.limit:
                await self.refuse(scope, receive, send)
            else:
                await self.app(scope, receive, send)
            return
        if scope["method"] in SAFE:
            await self.app(scope, receive, send)
            return
        # A body whose length nobody has told is read here: the routes would read all of it anyway.
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

        async def again() -> Message:
            return messages.pop() if messages else await receive()

        await self.app(scope, again, send)

    async def refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer that the body is too big; the connection closes, so that the rest of it is not sent."""
        error = ApiError(413, "too_large", f"a body may have {self.limit} bytes at most", headers={"Connection": "close"})
        await error.send(scope, receive, send)


class RateLimit:
    """Refuses requests of a visitor who makes too many; whoever has no cookie yet is counted by address.

    Each has a bucket that fills at `rate` a second up to `BURST` seconds' worth, and a request takes one out.

    Examples:
        >>> from starlette.applications import Starlette
        >>> now = 0.0
        >>> limit = RateLimit(Starlette(), rate=1, clock=lambda: now)
        >>> [limit.wait("somebody") for _ in range(5)]
        [0.0, 0.0, 0.0, 0.0, 1.0]
    """

    def __init__(self, app: ASGIApp, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.app = app
        self.rate = rate
        self.most = max(1.0, rate * BURST)
        self.clock = clock
        self.buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        seconds = self.wait(who(HTTPConnection(scope)))
        if seconds:
            error = ApiError(
                429,
                "too_many",
                "too many requests at once; try again in a moment",
                headers={"Retry-After": str(math.ceil(seconds))},
            )
            await error.send(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def wait(self, key: str) -> float:
        """Count a request; return 0 when it may pass, else the seconds until one may."""
        now = self.clock()
        left, since = self.buckets.pop(key, (self.most, now))
        left = min(self.most, left + (now - since) * self.rate)
        passes = left >= 1
        self.buckets[key] = (left - 1 if passes else left, now)
        while len(self.buckets) > BUCKETS:
            self.buckets.popitem(last=False)
        return 0.0 if passes else (1 - left) / self.rate


def who(connection: HTTPConnection) -> str:
    """Return whose requests are counted together: a visitor's, or those from an address, of IPv6 from a network."""
    known = visitor(connection)
    if known is not None:
        return known.id
    host = connection.client.host if connection.client else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
