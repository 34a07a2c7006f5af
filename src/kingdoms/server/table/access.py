"""Dependencies and answers that routes share: the visitor, the game, and the view of it that the visitor may see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Depends, Path, Request, Response
from fastapi.responses import StreamingResponse

from kingdoms.core.view import View
from kingdoms.export.position_text import LONGEST
from kingdoms.server.base.errors import error_responses
from kingdoms.server.table.live_games import LiveGames
from kingdoms.server.visitors.identity import ensure_visitor, visitor
from kingdoms.server.visitors.limits import host
from kingdoms.table.answers.viewing import read_shared
from kingdoms.table.base.packing import pack
from kingdoms.table.game.entries import Account
from kingdoms.table.game.live import LiveGame


def app_service(name: str) -> Any:
    """Return the dependency of a route on a service, by the service's name in `app.state`.

    All dependencies are coroutines: FastAPI would run a plain function in a thread.
    """

    async def find(request: Request) -> Any:
        return getattr(request.app.state, name)

    return Depends(find)


async def game_of(request: Request, game_id: str) -> LiveGame:
    """Return the game in the path, or raise a 404 error."""
    games: LiveGames = request.app.state.games
    return await games.get(game_id)


async def visitor_id(request: Request) -> str:
    """Return the visitor's id; a new visitor is given one, and a cookie."""
    return ensure_visitor(request).id


async def known_visitor_id(request: Request) -> str | None:
    """Return the visitor's id, or None without a cookie."""
    sender = visitor(request)
    return None if sender is None else sender.id


# Long texts of other characters would be escaped beyond the length that the HTTP parser takes.
Written = Annotated[str, Path(max_length=LONGEST, json_schema_extra={"pattern": "^[A-Za-z0-9~_-]+$"})]


async def shared_view(written: Written) -> View:
    """Return the view that the text in the path holds, or raise a 422 error."""
    return read_shared(written)


CHUNK = 20_000
"""Characters, or bytes, of a long text that are sent at once."""


async def visitor_account(request: Request) -> Account:
    """Return the account for quotas: the visitor, new if need be, and a digest of the network address."""
    return Account(ensure_visitor(request).id, *request.app.state.identity.place(host(request)))


Games = Annotated[LiveGames, app_service("games")]
Live = Annotated[LiveGame, Depends(game_of)]
VisitorId = Annotated[str, Depends(visitor_id)]
Shared = Annotated[View, Depends(shared_view)]
KnownVisitorId = Annotated[str | None, Depends(known_visitor_id)]
VisitorAccount = Annotated[Account, Depends(visitor_account)]


def json(value: Any, status: int = 200) -> Response:
    """Return a JSON response. It is not validated against the response model of the route."""
    return Response(pack(value), status, media_type="application/json")


def chunked_response(
    text: str | bytes, *, headers: dict[str, str] | None = None, media_type: str = "application/json"
) -> Response:
    """Return a response that is sent in chunks, so that compressing a long one doesn't block the event loop."""

    async def chunks() -> AsyncIterator[str | bytes]:
        for begin in range(0, len(text), CHUNK):
            yield text[begin : begin + CHUNK]
            await asyncio.sleep(0)

    return StreamingResponse(chunks(), headers=headers, media_type=media_type)


def answers(model: Any, *errors: int) -> dict[str, Any]:
    """Return the OpenAPI arguments of a route that returns `json(...)` and may raise these errors."""
    return {"responses": {200: {"model": model}, **error_responses(*errors)}, "response_model": None}


def fails(*errors: int) -> dict[str, Any]:
    """Return the OpenAPI arguments of any other route that may raise these errors."""
    return {"responses": error_responses(*errors)}


CHANGES = (400, 403, 413, 422)
"""Errors of any request with a body: malformed, from a foreign origin, too large, or invalid."""
