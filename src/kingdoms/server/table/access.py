"""What all routes share: whose request it is, what the visitor may see of a game, and how it is answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.responses import StreamingResponse

from kingdoms.server.errors import ApiError, error_responses
from kingdoms.server.game import messages
from kingdoms.server.game.account import Account
from kingdoms.server.game.live import LiveGame
from kingdoms.server.identity import ensure_visitor, visitor
from kingdoms.server.security import where
from kingdoms.server.table.live_games import LiveGames


async def games_of(request: Request) -> LiveGames:
    """Return the games of this server.

    This is a coroutine, like all dependencies of routes: FastAPI would run a function in a thread.
    """
    games: LiveGames = request.app.state.games
    return games


async def game_of(request: Request, game_id: str) -> LiveGame:
    """Return the game that an address names."""
    return await (await games_of(request)).get(game_id)


async def visitor_id(request: Request) -> str:
    """Return who sends a request; whoever is new becomes somebody."""
    return ensure_visitor(request).id


async def known_visitor_id(request: Request) -> str | None:
    """Return who sends a request, None when nobody knows."""
    found = visitor(request)
    return None if found is None else found.id


CHUNK = 20_000
"""Letters, or bytes, of a long text that are sent at a time."""


async def visitor_account(request: Request) -> Account:
    """Return who sends a request, becoming somebody, and from where: what one may have is counted by both."""
    return Account(ensure_visitor(request).id, request.app.state.identity.digest(where(request)))


Games = Annotated[LiveGames, Depends(games_of)]
Live = Annotated[LiveGame, Depends(game_of)]
VisitorId = Annotated[str, Depends(visitor_id)]
KnownVisitorId = Annotated[str | None, Depends(known_visitor_id)]
VisitorAccount = Annotated[Account, Depends(visitor_account)]


def json(value: Any, status: int = 200) -> Response:
    """Return an answer in JSON; its shape is the route's response model, told but not checked again."""
    return Response(messages.pack(value), status, media_type="application/json")


def in_chunks(text: str | bytes, *, headers: dict[str, str] | None = None, media_type: str = "application/json") -> Response:
    """Return an answer that is sent part by part: to compress much of it takes long, and others get their turn meanwhile."""

    async def chunks() -> AsyncIterator[str | bytes]:
        for begin in range(0, len(text), CHUNK):
            yield text[begin : begin + CHUNK]
            await asyncio.sleep(0)

    return StreamingResponse(chunks(), headers=headers, media_type=media_type)


def answers(model: Any, *errors: int) -> dict[str, Any]:
    """Return what OpenAPI is told of a route that answers with `json`, and of the errors that it can answer with."""
    return {"responses": {200: {"model": model}, **error_responses(*errors)}, "response_model": None}


def fails(*errors: int) -> dict[str, Any]:
    """Return what OpenAPI is told of the errors that any other route can answer with."""
    return {"responses": error_responses(*errors)}


CHANGES = (400, 403, 413, 422)
"""What can be wrong with any request that changes something: its body, its origin, its size, its shape."""


def own_view(live: LiveGame, who: str | None, seat: str | None) -> str | None:
    """Return whose view a visitor is given: a seat of their own, else an onlooker's."""
    held = live.seats_of(who)
    if seat is None:
        return held[0] if held else None
    if seat not in held:
        raise ApiError(403, "not_yours", f"{seat} isn't your seat.")
    return seat


def check_begun(live: LiveGame) -> None:
    """Refuse to show a table at which nobody plays yet."""
    if live.header.status == "lobby":
        raise ApiError(409, "not_begun", "The game hasn't begun: a seat is still open.")
