"""The language of each request: that of the address, or chosen on the page, or preferred by the browser."""

from __future__ import annotations

import functools
import os
import re
from typing import Final

from starlette.datastructures import QueryParams
from starlette.types import ASGIApp, Receive, Scope, Send

from kingdoms.server.http.security import header
from kingdoms.texts import ENGLISH, best_match, preferred, refresh, speaking
from kingdoms.texts.locale import LIVE

COOKIE: Final = "kingdoms_language"
"""The cookie with the language that a visitor has chosen on a page, which writes it; it is no secret."""
_CHOSEN: Final = re.compile(rf"(?:^|;\s*){COOKIE}=([A-Za-z0-9-]{{1,20}})")


class Languages:
    """Middleware that answers each request in its language; English if it names none that there is."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.is_live = bool(os.environ.get(LIVE))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on in its language."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if self.is_live:
            refresh()
            _choose.cache_clear()
        with speaking(language_of(scope)):
            await self.app(scope, receive, send)


def language_of(scope: Scope) -> str:
    """Return the language of a request.

    Examples:
        >>> language_of({"headers": [(b"accept-language", b"en-GB, fr;q=0.5")], "query_string": b""})
        'en'
    """
    query = scope.get("query_string", b"")
    named = QueryParams(query).get("lang", "") if b"lang=" in query else ""
    chosen = _CHOSEN.search(header(scope, b"cookie") or "")
    return _choose(named, chosen[1] if chosen else "", header(scope, b"accept-language") or "")


@functools.lru_cache(maxsize=1000)
def _choose(named: str, chosen: str, accepted: str) -> str:
    return best_match(named) or best_match(chosen) or preferred(accepted) or ENGLISH
