"""Actions go straight to what plays them, past the framework's search for a route and for what it depends on.

Playing is what a server does most, and finding out what to call took longer than calling it. Only a request that is as it
should be is taken here. Any other one goes the long way, to the route of the same address, which says what is wrong.
"""

from __future__ import annotations

import re

from pydantic import ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingdoms.core.errors import KingdomsError
from kingdoms.server.errors import ApiError, as_api_error
from kingdoms.server.table.access import game_of, known_visitor_id
from kingdoms.server.table.routes import act
from kingdoms.server.table.schemas import ActRequest

ACTIONS = re.compile("/api/games/([^/]+)/actions")


class Shortcut:
    """Middleware: answers `POST /api/games/ID/actions` as `routes.act` does."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Play an action, or pass a request on."""
        match = ACTIONS.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if match is None:
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            body = await request.body()
        except ClientDisconnect:  # nobody hears this any more, but the log
            scope["endpoint"] = act
            await ApiError(400, "bad_request", "The request was broken off.").send(scope, receive, send)
            return
        wanted = _parse(body) if request.headers.get("content-type") == "application/json" else None
        if wanted is None:
            await self.app(scope, _replayed(body, receive), send)
            return
        scope["endpoint"] = act
        try:
            answer = await act(
                scope["app"].state.playing, await game_of(request, match[1]), await known_visitor_id(request), wanted
            )
        except ApiError as error:
            answer = error.answer(scope)
        except KingdomsError as error:
            answer = as_api_error(error).answer(scope)
        await answer(scope, receive, send)


def _parse(body: bytes) -> ActRequest | None:
    """Return what a body says, None if that is not what it should be."""
    try:
        return ActRequest.model_validate_json(body)
    except ValidationError:
        return None


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return what gives a body once more that has been read."""
    unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return unread.pop() if unread else await receive()

    return again
