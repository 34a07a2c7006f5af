"""Visitors, who are identified by a random id in a signed cookie. There are no accounts."""

from __future__ import annotations

import functools
import hashlib
import re
import secrets
import time
from dataclasses import dataclass
from http.cookies import Morsel

from itsdangerous import BadSignature, TimestampSigner
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingdoms.server.keys import Keys

COOKIE = "kingdoms"
MAX_AGE = 400 * 24 * 3600
"""Lifetime of a cookie in seconds; browsers allow no more."""
RENEW_AFTER = 30 * 24 * 3600
"""Age of a cookie in seconds after which it is renewed, so that it doesn't expire for regular visitors."""

CACHED_COOKIES = 10_000
"""Number of cookies that are cached with the result of their verification."""

_ID = re.compile(r"[0-9a-f]{32}")
_VISITOR, _NEW_COOKIE = "kingdoms.visitor", "kingdoms.give"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A visitor.

    Attributes:
        id: the random id.
        signed: when the cookie was signed, in seconds since 1970; 0 for a new visitor.
        by_old_key: whether it was signed with a key that expires soon.
    """

    id: str
    signed: int = 0
    by_old_key: bool = False


class Identity:
    """Signs and verifies cookies.

    Args:
        key: the key for signing; or several keys, of which older ones are still valid.
        secure: whether cookies are sent over https only.

    Examples:
        >>> identity = Identity("a key that nobody else knows", secure=False)
        >>> cookie = identity.sign(Visitor("0" * 32))
        >>> visitor = identity.read(cookie)
        >>> visitor and visitor.id == "0" * 32, identity.read(cookie + "x")
        (True, None)
    """

    def __init__(self, key: str | Keys, *, secure: bool) -> None:
        self.keys = Keys(key) if isinstance(key, str) else key
        self._key = hashlib.sha256(b"kingdoms.digest " + self.keys.current.encode()).digest()
        self.secure = secure
        self._cached_read = functools.lru_cache(maxsize=CACHED_COOKIES)(self._read)

    def sign(self, visitor: Visitor) -> str:
        """Return the cookie of a visitor."""
        self.keys.refresh()
        return _signer(self.keys.current).sign(visitor.id).decode()

    def read(self, cookie: str | None) -> Visitor | None:
        """Return the visitor a cookie belongs to, or None."""
        if not cookie or len(cookie) > 200:
            return None
        found = self._cached_read(cookie, self.keys.usable())
        # the keys may have changed: the cookie may need a newer key, or its old key may have expired
        uncertain = found is None or found.by_old_key
        return self._cached_read(cookie, self.keys.usable()) if uncertain and self.keys.refresh() else found

    def _read(self, cookie: str, keys: tuple[str, ...]) -> Visitor | None:
        """Return the visitor a cookie belongs to by the given keys, the current one first, or None."""
        for key in keys:
            try:
                value, signed = _signer(key).unsign(cookie, return_timestamp=True)
                name = value.decode("ascii")
            except (BadSignature, UnicodeError):
                continue
            return Visitor(name, int(signed.timestamp()), key != keys[0]) if _ID.fullmatch(name) else None
        return None

    async def refresh_keys(self) -> None:
        """Reload the keys if they have changed."""
        self.keys.refresh()

    def digest(self, text: str) -> str:
        """Return a keyed digest of a text, to recognise the text without storing it."""
        return hashlib.blake2b(text.encode(), key=self._key, digest_size=16).hexdigest()

    def cookie(self, visitor: Visitor) -> str:
        """Return the header `Set-Cookie` for a visitor."""
        morsel: Morsel[str] = Morsel()
        morsel.set(COOKIE, *[self.sign(visitor)] * 2)
        morsel.update(
            {"path": "/", "max-age": str(MAX_AGE), "httponly": "yes", "samesite": "lax", "secure": "yes" if self.secure else ""}
        )
        return morsel.OutputString()


@functools.lru_cache(maxsize=8)
def _signer(key: str) -> TimestampSigner:
    """Return the signer for a key."""
    return TimestampSigner(key, salt="kingdoms.visitor", digest_method=hashlib.sha256)


def new_visitor() -> Visitor:
    """Return a visitor with a new random id."""
    return Visitor(secrets.token_hex(16))


def visitor(request: HTTPConnection) -> Visitor | None:
    """Return the visitor who sends a request or opens a WebSocket, or None without a valid cookie."""
    if _VISITOR not in request.scope:
        identity: Identity = request.app.state.identity
        known = request.scope[_VISITOR] = identity.read(request.cookies.get(COOKIE))
        # no cookies for pages and files: a shared cache could pass them on
        if known is not None and known.by_old_key and request.scope["path"].startswith("/api/"):
            request.scope[_NEW_COOKIE] = known
    found: Visitor | None = request.scope[_VISITOR]
    return found


def ensure_visitor(request: HTTPConnection) -> Visitor:
    """Return the visitor who sends a request. A new visitor, or one with an old cookie, gets a cookie with the answer."""
    known = visitor(request)
    if known is None:
        known = request.scope[_VISITOR] = request.scope[_NEW_COOKIE] = new_visitor()
    elif known.signed and time.time() - known.signed > RENEW_AFTER:
        request.scope[_NEW_COOKIE] = known
    return known


def become(request: HTTPConnection, other: Visitor) -> None:
    """Switch a request to another visitor, whose cookie is sent with the answer."""
    request.scope[_VISITOR] = request.scope[_NEW_COOKIE] = other


class SetCookies:
    """Middleware that adds a visitor's new cookie to the answer."""

    def __init__(self, app: ASGIApp, identity: Identity) -> None:
        self.app = app
        self.identity = identity

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add a cookie to its answer if there is a new one."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and _NEW_COOKIE in scope:
                MutableHeaders(scope=message).append("Set-Cookie", self.identity.cookie(scope[_NEW_COOKIE]))
            await send(message)

        await self.app(scope, receive, with_cookie)
