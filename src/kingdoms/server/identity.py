"""Who is who: a signed cookie with a random id, and nothing else. There are no accounts."""

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

COOKIE = "kingdoms"
LASTS = 400 * 24 * 3600
"""Seconds that a cookie is kept; browsers allow no more."""
RENEW_AFTER = 30 * 24 * 3600
"""Seconds after which a cookie is given anew, so that whoever comes back stays who they are."""

REMEMBERED = 10_000
"""So many cookies are known again without looking at their signatures."""

_ID = re.compile(r"[0-9a-f]{32}")
_KNOWN, _GIVE = "kingdoms.visitor", "kingdoms.give"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody. `signed` is when their cookie was signed, in seconds since 1970; 0 means just now."""

    id: str
    signed: int = 0


class Identity:
    """Signs cookies and reads them.

    Args:
        key: what cookies are signed with.
        secure: whether they may travel by https only.

    Examples:
        >>> identity = Identity("a key that nobody else knows", secure=False)
        >>> cookie = identity.sign(Visitor("0" * 32))
        >>> visitor = identity.read(cookie)
        >>> visitor and visitor.id == "0" * 32, identity.read(cookie + "x")
        (True, None)
    """

    def __init__(self, key: str, *, secure: bool) -> None:
        self._signer = TimestampSigner(key, salt="kingdoms.visitor", digest_method=hashlib.sha256)
        self._key = hashlib.sha256(b"kingdoms.digest " + key.encode()).digest()
        self.secure = secure
        self._remembered = functools.lru_cache(maxsize=REMEMBERED)(self._read)

    def sign(self, visitor: Visitor) -> str:
        """Return the cookie of a visitor."""
        return self._signer.sign(visitor.id).decode()

    def read(self, cookie: str | None) -> Visitor | None:
        """Return whose cookie this is, None when it is nobody's."""
        return self._remembered(cookie) if cookie and len(cookie) <= 200 else None

    def _read(self, cookie: str) -> Visitor | None:
        """Return whose cookie this is by its signature."""
        try:
            value, signed = self._signer.unsign(cookie, return_timestamp=True)
            name = value.decode("ascii")
        except (BadSignature, UnicodeError):
            return None
        return Visitor(name, int(signed.timestamp())) if _ID.fullmatch(name) else None

    def digest(self, text: str) -> str:
        """Return what is kept of a text in its place: by it the same text is known again, but it cannot be read back."""
        return hashlib.blake2b(text.encode(), key=self._key, digest_size=16).hexdigest()

    def cookie(self, visitor: Visitor) -> str:
        """Return the header `Set-Cookie` for a visitor."""
        morsel: Morsel[str] = Morsel()
        morsel.set(COOKIE, *[self.sign(visitor)] * 2)
        morsel.update(
            {"path": "/", "max-age": str(LASTS), "httponly": "yes", "samesite": "lax", "secure": "yes" if self.secure else ""}
        )
        return morsel.OutputString()


def new_visitor() -> Visitor:
    """Return somebody whose id nobody can guess."""
    return Visitor(secrets.token_hex(16))


def visitor(request: HTTPConnection) -> Visitor | None:
    """Return who sends a request or opens a WebSocket, None when nobody knows."""
    if _KNOWN not in request.scope:
        identity: Identity = request.app.state.identity
        request.scope[_KNOWN] = identity.read(request.cookies.get(COOKIE))
    known: Visitor | None = request.scope[_KNOWN]
    return known


def ensure_visitor(request: HTTPConnection) -> Visitor:
    """Return who sends a request; whoever is new becomes somebody, and gets a cookie with the answer, whatever that is."""
    known = visitor(request)
    if known is None:
        known = request.scope[_KNOWN] = request.scope[_GIVE] = new_visitor()
    elif known.signed and time.time() - known.signed > RENEW_AFTER:
        request.scope[_GIVE] = known
    return known


class GiveCookies:
    """Middleware: adds the cookie to the answer to whoever has become somebody."""

    def __init__(self, app: ASGIApp, identity: Identity) -> None:
        self.app = app
        self.identity = identity

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add to its answer."""

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and _GIVE in scope:
                MutableHeaders(scope=message).append("Set-Cookie", self.identity.cookie(scope[_GIVE]))
            await send(message)

        await self.app(scope, receive, with_cookie)
