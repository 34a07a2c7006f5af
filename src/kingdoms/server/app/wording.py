"""Whether a client wants messages in words."""

from __future__ import annotations

from starlette.datastructures import QueryParams
from starlette.types import ASGIApp, Receive, Scope, Send

from kingdoms.server.game import messages


class Texts:
    """Middleware that leaves texts of messages out of answers to requests with `texts=false` or `texts=short`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with texts or without."""
        query = scope.get("query_string", b"")
        if b"texts" not in query:
            await self.app(scope, receive, send)
            return
        wording = QueryParams(query).get("texts", "")
        is_known = wording in (messages.Wording.MESSAGES, messages.Wording.SHORT)
        with messages.wording(messages.Wording(wording) if is_known else messages.Wording.TEXTS):
            await self.app(scope, receive, send)
