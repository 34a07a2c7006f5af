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

from kingdoms.server.keys import Keys

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
    """Somebody.

    Attributes:
        id: who.
        signed: when their cookie was signed, in seconds since 1970; 0 means just now.
        by_old_key: whether it was signed with a key that will soon count no more.
    """

    id: str
    signed: int = 0
    by_old_key: bool = False


class Identity:
    """Signs cookies and reads them.

    Args:
        key: what cookies are signed with; or several, of which those count as well that were it before.
        secure: whether they may travel by https only.

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
        self._remembered = functools.lru_cache(maxsize=REMEMBERED)(self._read)

    def sign(self, visitor: Visitor) -> str:
        """Return the cookie of a visitor."""
        self.keys.look()
        return _signer(self.keys.current).sign(visitor.id).decode()

    def read(self, cookie: str | None) -> Visitor | None:
        """Return whose cookie this is, None when it is nobody's."""
        if not cookie or len(cookie) > 200:
            return None
        found = self._remembered(cookie, self.keys.usable())
        # it may be signed with a key that is newer than what is known here, or that counts no more by now
        unsure = found is None or found.by_old_key
        return self._remembered(cookie, self.keys.usable()) if unsure and self.keys.look() else found

    def _read(self, cookie: str, keys: tuple[str, ...]) -> Visitor | None:
        """Return whose cookie this is by some keys, the present one first."""
        for key in keys:
            try:
                value, signed = _signer(key).unsign(cookie, return_timestamp=True)
                name = value.decode("ascii")
            except (BadSignature, UnicodeError):
                continue
            return Visitor(name, int(signed.timestamp()), key != keys[0]) if _ID.fullmatch(name) else None
        return None

    async def look(self) -> None:
        """See whether the keys are others by now."""
        self.keys.look()

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


@functools.lru_cache(maxsize=8)
def _signer(key: str) -> TimestampSigner:
    """Return what signs and reads with a key."""
    return TimestampSigner(key, salt="kingdoms.visitor", digest_method=hashlib.sha256)


def new_visitor() -> Visitor:
    """Return somebody whose id nobody can guess."""
    return Visitor(secrets.token_hex(16))


def visitor(request: HTTPConnection) -> Visitor | None:
    """Return who sends a request or opens a WebSocket, None when nobody knows."""
    if _KNOWN not in request.scope:
        identity: Identity = request.app.state.identity
        known = request.scope[_KNOWN] = identity.read(request.cookies.get(COOKIE))
        # pages and files may be kept by caches, and are sent to others from there
        if known is not None and known.by_old_key and request.scope["path"].startswith("/api/"):
            request.scope[_GIVE] = known
    found: Visitor | None = request.scope[_KNOWN]
    return found


def ensure_visitor(request: HTTPConnection) -> Visitor:
    """Return who sends a request; whoever is new becomes somebody, and gets a cookie with the answer, whatever that is."""
    known = visitor(request)
    if known is None:
        known = request.scope[_KNOWN] = request.scope[_GIVE] = new_visitor()
    elif known.signed and time.time() - known.signed > RENEW_AFTER:
        request.scope[_GIVE] = known
    return known


def become(request: HTTPConnection, somebody: Visitor) -> None:
    """Let whoever sends a request be somebody else from now on: their answer brings the cookie."""
    request.scope[_KNOWN] = request.scope[_GIVE] = somebody


class GiveCookies:
    """Middleware: adds the cookie to the answer to whoever has become somebody."""

    def __init__(self, app: ASGIApp, identity: Identity) -> None:
        self.app = app
        self.identity = identity

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add to its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and _GIVE in scope:
                MutableHeaders(scope=message).append("Set-Cookie", self.identity.cookie(scope[_GIVE]))
            await send(message)

        await self.app(scope, receive, with_cookie)
