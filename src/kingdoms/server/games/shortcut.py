"""Actions go straight to what plays them, past the framework's search for a route and for what it depends on.

Playing is what a server does most, and finding out what to call took longer than calling it. Only a request that is as it
should be is taken here. Any other one goes the long way, to the route of the same address, which says what is wrong.
"""

from __future__ import annotations

import json

from pydantic import ValidationError
from starlette.requests import Request
from starlette.routing import Match, Route
from starlette.types import Message, Receive, Scope, Send

from kingdoms.server.games.access import game_of, known
from kingdoms.server.games.routes import act
from kingdoms.server.games.schemas import ActRequest

_LONG_WAY = "kingdoms.long_way"


class Playing:
    """`POST /api/games/ID/actions`, as `routes.act` answers it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Play an action, or have the long way gone."""
        request = Request(scope, receive)
        body = await request.body()
        wanted = _read(body) if request.headers.get("content-type") == "application/json" else None
        if wanted is None:
            await self.go_the_long_way(scope, receive, send, body)
            return
        live = await game_of(request, request.path_params["game_id"])
        answer = await act(request.app.state.service, live, await known(request), wanted)
        await answer(scope, receive, send)

    async def go_the_long_way(self, scope: Scope, receive: Receive, send: Send, body: bytes) -> None:
        """Pass a request on whose body has been read."""
        unread = [{"type": "http.request", "body": body, "more_body": False}]

        async def again() -> Message:
            return unread.pop() if unread else await receive()

        scope[_LONG_WAY] = True
        await scope["app"].router(scope, again, send)


def _read(body: bytes) -> ActRequest | None:
    """Return what a body says, None if that is not what it should be."""
    try:
        return ActRequest.model_validate(json.loads(body))
    except (ValueError, RecursionError, ValidationError):
        return None


class Shortcut(Route):
    """A route that is taken once: who has come by and goes the long way is let past."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Say whether a request goes here."""
        return (Match.NONE, {}) if _LONG_WAY in scope else super().matches(scope)


SHORTCUT = Shortcut("/api/games/{game_id}/actions", Playing(), methods=["POST"], include_in_schema=False)
