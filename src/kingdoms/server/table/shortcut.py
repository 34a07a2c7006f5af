"""A fast path for actions, without FastAPI's routing and dependency injection.

Actions are the most frequent requests, and routing took longer than playing them. A request that is not well-formed is passed
on to the usual route, which returns the error.
"""

from __future__ import annotations

import re

from pydantic import ValidationError
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from kingdoms.core.errors import KingdomsError
from kingdoms.server.base.errors import answer, refuse
from kingdoms.server.http.security import header, replay
from kingdoms.server.table.access import game_of, known_visitor_id
from kingdoms.server.table.routes import ActRequest, act
from kingdoms.table.base.errors import ApiError, as_api_error
from kingdoms.texts import text

ACTIONS = re.compile("/api/games/([^/]+)/actions")


class Shortcut:
    """Middleware that answers `POST /api/games/ID/actions` as `routes.act` does."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Play an action, or pass the request on."""
        match = ACTIONS.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if match is None:
            await self.app(scope, receive, send)
            return
        body = await _body(receive)
        if body is None:  # only the log sees this error
            scope["endpoint"] = act
            await refuse(ApiError(400, "bad_request", text("error.broken_off")), scope, receive, send)
            return
        act_request = _parse(body) if header(scope, b"content-type") == "application/json" else None
        if act_request is None:
            message = {"type": "http.request", "body": body, "more_body": False}
            await self.app(scope, replay([message], receive), send)
            return
        scope["endpoint"] = act
        request = Request(scope, receive)
        try:
            response = await act(
                scope["app"].state.playing, await game_of(request, match[1]), await known_visitor_id(request), act_request
            )
        except ApiError as error:
            response = answer(error, scope)
        except KingdomsError as error:
            response = answer(as_api_error(error), scope)
        await response(scope, receive, send)


async def _body(receive: Receive) -> bytes | None:
    """Return the body of a request, or None if the client disconnects before its end."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


def _parse(body: bytes) -> ActRequest | None:
    try:
        return ActRequest.model_validate_json(body)
    except ValidationError:
        return None
