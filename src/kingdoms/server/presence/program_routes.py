"""Routes for programs that play: a stream of entries, and actions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from kingdoms.protocol.answers import NumberAnswer
from kingdoms.server.base.errors import error_responses
from kingdoms.server.database.engine import hash_of
from kingdoms.server.http.security import bearer
from kingdoms.server.lobby.service import Lobby
from kingdoms.server.presence.routes import greeting
from kingdoms.server.presence.service import Presence
from kingdoms.server.table.routes import ActRequest
from kingdoms.server.visitors.admission import House
from kingdoms.server.visitors.limits import host
from kingdoms.table.base.errors import ApiError
from kingdoms.table.base.packing import pack
from kingdoms.table.service.followers import Follower, FollowerLimit
from kingdoms.table.service.playing import ActionService
from kingdoms.texts import language, text

router = APIRouter()

KEEP_ALIVE = 10.0
"""Seconds between the empty lines of a stream."""


async def _program(request: Request) -> tuple[str, str, str]:
    """Return the game, the seat and the hash of the token of a program.

    Raises:
        ApiError: 401, there is no token, or no seat has it; 403, the host of the game is not admitted to a closed server.
    """
    lobby: Lobby = request.app.state.lobby
    token = bearer(request)
    game_and_seat = await lobby.store.seat_of_token(hash_of(token)) if token else None
    if not token or game_and_seat is None:
        code = "unknown_token" if token else "no_token"
        raise ApiError(401, code, text(f"error.{code}"), headers={"WWW-Authenticate": "Bearer"})
    house: House = request.app.state.house
    if house.access != "open" and not house.is_admitted((await lobby.games.get(game_and_seat[0])).header.host):
        raise ApiError(403, "closed", text("error.closed_server"))
    return *game_and_seat, hash_of(token)


@router.get(
    "/program/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}, **error_responses(401, 404, 422)},
)
async def stream(request: Request, after: Annotated[int | None, Query(ge=0)] = None, position: bool = False) -> Response:
    """Stream the messages of a program's game, one line of JSON each."""
    presence: Presence = request.app.state.presence
    lobby: Lobby = request.app.state.lobby
    game_id, seat, token_hash = await _program(request)
    follower = Follower(game_id, token_hash, seat=seat, token_hash=token_hash, host=host(request))
    follower.position, follower.language = position, language()
    try:
        presence.hub.check(follower)
    except FollowerLimit:
        raise ApiError(429, "too_many", text("error.too_many_connections")) from None
    await lobby.program_is_back(game_id, seat)
    return StreamingResponse(_lines(presence, follower, after), media_type="application/x-ndjson")


async def _lines(presence: Presence, follower: Follower, after: int | None) -> AsyncIterator[str]:
    """Yield the messages for a program, beginning with the greeting, and empty lines to keep the connection alive."""
    try:
        await presence.add_follower(await presence.games.get(follower.game_id), follower)
        yield await greeting(presence.games, follower, after) + "\n"
        while True:
            try:
                message = await asyncio.wait_for(follower.next(), KEEP_ALIVE)
            except TimeoutError:
                yield "\n"
                continue
            if message is None:
                return
            yield message + "\n"
    except (FollowerLimit, ApiError):
        return
    finally:
        presence.remove_follower(follower)


@router.post(
    "/program/actions",
    responses={200: {"model": NumberAnswer}, **error_responses(400, 401, 403, 404, 409, 413, 422, 503)},
    response_model=None,
)
async def program_acts(request: Request, body: ActRequest) -> Response:
    """Play an action for a program."""
    playing: ActionService = request.app.state.playing
    game_id, seat, _ = await _program(request)
    number = await playing.act(game_id, [seat], body.base, body.action, body.client_id)
    return Response(pack({"number": number}), media_type="application/json")
