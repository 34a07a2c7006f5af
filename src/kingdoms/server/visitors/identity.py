"""Visitors, who are identified by a random id in a signed cookie. There are no accounts."""

from __future__ import annotations

import functools
import hashlib
import re
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from http.cookies import Morsel

from itsdangerous import BadSignature, TimestampSigner
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingdoms.server.base.addresses import neighbourhood, site
from kingdoms.server.visitors.keys import Keys

COOKIE = "kingdoms"
MAX_AGE = 365 * 24 * 3600
"""Lifetime of a cookie in seconds, in the browser and at the server."""
RENEW_AFTER = 30 * 24 * 3600
"""Age of a cookie in seconds after which it is renewed, so that it doesn't expire for regular visitors."""

CACHED_COOKIES = 10_000
"""Number of cookies that are cached with the result of their verification."""

USED_AGAIN = 3600.0
"""Seconds for which the use of a session is not noted again."""
MOST_USED = 20_000
"""Number of sessions whose last use is remembered."""

ADMIT = "kingdoms.admit"
"""The key in a request's scope for the function that counts a new visitor; it raises an `ApiError` if there are too many."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What a user agent contains, and the name of the browser; the first match counts."""
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)
"""What a user agent contains, and the name of the system; the first match counts."""

_ID = re.compile(r"[0-9a-f]{32}")
_SESSION = re.compile(r"[0-9a-f]{16}")
_VISITOR, _NEW_COOKIE = "kingdoms.visitor", "kingdoms.give"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A visitor.

    Attributes:
        id: the random id.
        session: the random id of the session, that is, of the browser.
        signed: when the cookie was signed, in seconds since 1970; 0 for a new visitor.
        by_old_key: whether it was signed with a key that expires soon.
    """

    id: str
    session: str = field(default_factory=lambda: secrets.token_hex(8))
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
        self.ended_sessions: set[str] = set()
        self._last_used: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._to_write: dict[str, tuple[str, str, float]] = {}

    def sign(self, visitor: Visitor) -> str:
        """Return the cookie of a visitor."""
        self.keys.refresh()
        return _signer(self.keys.current).sign(f"{visitor.id}.{visitor.session}").decode()

    def read(self, cookie: str | None) -> Visitor | None:
        """Return the visitor a cookie belongs to; None if it has expired, or its session has ended."""
        if not cookie or len(cookie) > 200:
            return None
        visitor = self._cached_read(cookie, self.keys.valid_keys())
        # the keys may have changed: the cookie may need a newer key, or its old key may have expired
        if (visitor is None or visitor.by_old_key) and self.keys.refresh():
            visitor = self._cached_read(cookie, self.keys.valid_keys())
        if visitor is None or visitor.session in self.ended_sessions or time.time() - visitor.signed > MAX_AGE:
            return None
        return visitor

    def _read(self, cookie: str, keys: tuple[str, ...]) -> Visitor | None:
        """Return the visitor a cookie belongs to by the given keys, the current one first, or None."""
        for key in keys:
            try:
                value, signed = _signer(key).unsign(cookie, return_timestamp=True)
                name, _, session = value.decode("ascii").partition(".")
            except (BadSignature, UnicodeError):
                continue
            at = int(signed.timestamp())
            if not session:  # a cookie of an earlier version of the server
                session = hashlib.sha256(f"{name}.{at}".encode()).hexdigest()[:16]
            is_valid = _ID.fullmatch(name) and _SESSION.fullmatch(session)
            return Visitor(name, session, at, key != keys[0]) if is_valid else None
        return None

    def note_use(self, visitor: Visitor, scope: Scope) -> None:
        """Note that a request uses a session, at most once an hour."""
        now = time.time()
        key = visitor.id, visitor.session
        if now - self._last_used.get(key, 0.0) < USED_AGAIN:
            return
        self._last_used[key] = now
        self._last_used.move_to_end(key)
        if len(self._last_used) > MOST_USED:
            self._last_used.popitem(last=False)
        self._to_write[visitor.session] = visitor.id, browser_name(Headers(scope=scope).get("user-agent", "")), now

    def take_used_sessions(self) -> dict[str, tuple[str, str, float]]:
        """Return the sessions that have been used since the last call: visitor, browser and time."""
        sessions, self._to_write = self._to_write, {}
        return sessions

    async def refresh_keys(self) -> None:
        """Reload the keys if they have changed."""
        self.keys.refresh()

    def digest(self, text: str) -> str:
        """Return a keyed digest of a text, to recognise the text without storing it."""
        return hashlib.blake2b(text.encode(), key=self._key, digest_size=16).hexdigest()

    def place(self, host: str) -> tuple[str, str | None]:
        """Return the digest of a network address, and how it begins for all addresses of the same IPv6 /48 network."""
        wider, digest = site(host), self.digest(neighbourhood(host))
        if wider is None:
            return digest, None
        beginning = self.digest(wider)[: len(digest) // 2]
        return beginning + digest[len(beginning) :], beginning

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
    return TimestampSigner(key, salt="kingdoms.visitor", digest_method=hashlib.sha256)


def new_visitor() -> Visitor:
    """Return a visitor with a new random id."""
    return Visitor(secrets.token_hex(16))


def visitor(request: HTTPConnection) -> Visitor | None:
    """Return the visitor who sends a request or opens a WebSocket, or None without a valid cookie."""
    if _VISITOR not in request.scope:
        identity: Identity = request.app.state.identity
        cookie_owner = request.scope[_VISITOR] = identity.read(request.cookies.get(COOKIE))
        # no cookies for pages and files: a shared cache could pass them on
        if cookie_owner is not None and cookie_owner.by_old_key and request.scope["path"].startswith("/api/"):
            request.scope[_NEW_COOKIE] = cookie_owner
    sender: Visitor | None = request.scope[_VISITOR]
    return sender


def ensure_visitor(request: HTTPConnection) -> Visitor:
    """Return the visitor who sends a request. A new visitor, or one with an old cookie, gets a cookie with the answer.

    Raises:
        ApiError: 429, too many new visitors come from this network.
    """
    sender = visitor(request)
    if sender is None:
        request.scope.get(ADMIT, lambda: None)()
        sender = request.scope[_VISITOR] = request.scope[_NEW_COOKIE] = new_visitor()
    elif sender.signed and time.time() - sender.signed > RENEW_AFTER:
        request.scope[_NEW_COOKIE] = sender
    return sender


def switch_visitor(request: HTTPConnection, visitor: Visitor) -> None:
    """Switch a request to another visitor, whose cookie is sent with the answer."""
    request.scope[_VISITOR] = request.scope[_NEW_COOKIE] = visitor


class SetCookies:
    """Middleware that adds a visitor's new cookie to the answer, and notes the use of sessions."""

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
        sender: Visitor | None = scope.get(_VISITOR)
        if sender is not None and sender.signed and sender.session not in self.identity.ended_sessions:
            self.identity.note_use(sender, scope)


def browser_name(user_agent: str) -> str:
    """Return the browser and the system of a user agent; "" for unknown ones.

    Examples:
        >>> browser_name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
        'Firefox, Linux'
        >>> browser_name("curl/8.0")
        ''
    """
    matches = (next((name for part, name in names if part in user_agent), None) for names in (BROWSERS, SYSTEMS))
    return ", ".join(name for name in matches if name is not None)
