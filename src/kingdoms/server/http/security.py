"""Middleware for security headers, the origin of requests, and the size of bodies."""

from __future__ import annotations

import functools
import re
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingdoms.server.base.errors import refuse
from kingdoms.table.base.errors import ApiError
from kingdoms.texts import text

BODY_LIMIT = 1_000_000
"""Maximum size of a request body, in bytes."""
HTTPS_FOR = 365 * 24 * 3600
"""Seconds for which a browser that has visited by https uses nothing else."""

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
            await refuse(ApiError(403, "origin", text("error.origin")), scope, receive, send)
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
                await refuse(ApiError(400, "bad_request", text("error.content_length")), scope, receive, send)
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
        await self.app(scope, replay(messages, receive), send)

    async def refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer that the body is too large, and close the connection, so that the rest of it is not sent."""
        error = ApiError(413, "too_large", text("error.too_large", bytes=self.limit), headers={"Connection": "close"})
        await refuse(error, scope, receive, send)


def replay(messages: list[Message], receive: Receive) -> Receive:
    """Return a `receive` that yields messages that were read already, then what `receive` yields."""
    unread = messages[::-1]

    async def receive_again() -> Message:
        return unread.pop() if unread else await receive()

    return receive_again


def bearer(request: HTTPConnection) -> str | None:
    """Return the bearer token of a request, or None."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def header(scope: Scope, name: bytes) -> str | None:
    """Return a header of a request by its name in lower case, or None. Faster than Starlette's `Headers`."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value, "latin-1")
    return None
