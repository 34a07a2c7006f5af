"""Dependencies and answers that routes share: the visitor, the game, and the view of it that the visitor may see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Depends, Path, Request, Response
from fastapi.responses import StreamingResponse

from kingdoms.core.errors import KingdomsError
from kingdoms.core.view import View
from kingdoms.export.position_text import LONGEST, read_position_text
from kingdoms.server.base.errors import ApiError, error_responses
from kingdoms.server.game import messages
from kingdoms.server.game.account import Account
from kingdoms.server.game.live import LiveGame
from kingdoms.server.table.live_games import LiveGames
from kingdoms.server.visitors.identity import ensure_visitor, visitor
from kingdoms.server.visitors.limits import host
from kingdoms.texts import text


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


def read_shared(written: str) -> View:
    """Return the view that the text of a position holds.

    Raises:
        ApiError: 422, it holds none; the message says why.
    """
    try:
        return read_position_text(written)
    except KingdomsError as error:
        raise ApiError(422, error.code, error.message, error.clause) from None


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
    return Response(messages.pack(value), status, media_type="application/json")


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


def own_view(live: LiveGame, visitor_id: str | None, seat: str | None) -> str | None:
    """Return the seat whose view a visitor sees, or None for an onlooker's view. Another player's seat is a 403 error."""
    seats = live.seats_of(visitor_id)
    if seat is None:
        return seats[0] if seats else None
    if seat not in seats:
        raise ApiError(403, "not_yours", text("error.not_yours", seat=seat))
    return seat


def number_in(live: LiveGame, number: int | None) -> int:
    """Return a number in the path or body of a request, by default the newest of a game, or raise a 404 error."""
    if number is not None and number > live.number:
        raise ApiError(404, "no_number", text("error.no_number", number=live.number))
    return live.number if number is None else number


def check_begun(live: LiveGame) -> None:
    """Raise a 409 error if a game has not begun."""
    if live.header.status == "lobby":
        raise ApiError(409, "not_begun", text("error.not_begun_seats"))
