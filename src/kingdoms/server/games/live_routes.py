"""The addresses that go on talking: the WebSocket of a game, and the stream for programs that play."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import StreamingResponse

from kingdoms.server.errors import ApiError, error_responses
from kingdoms.server.games import messages, schemas
from kingdoms.server.games.hub import Follower, TooMany
from kingdoms.server.games.lobby import Lobby, hash_of
from kingdoms.server.games.service import Service
from kingdoms.server.identity import visitor
from kingdoms.server.outage import Unavailable
from kingdoms.server.security import Buckets, host
from kingdoms.server.security import who as counted_as

router = APIRouter()

NO_SUCH_GAME, NOT_YOUR_SEAT, BANNED, TOO_MANY, TRY_AGAIN = 4404, 4403, 4410, 4429, 1012
WORD = 1024
"""Bytes that a message from a browser may have: it has nothing to say on a socket but that it is there, and looks."""
WORDS = 5.0
"""Messages a second that it may send, bursts of four times as many."""
KEEP_ALIVE = 10.0
"""Seconds between the empty lines of a stream."""


@router.websocket("/games/{game_id}/live")
async def live(
    socket: WebSocket,
    game_id: str,
    seat: Annotated[str | None, Query(max_length=10)] = None,
    after: Annotated[int | None, Query(ge=0)] = None,
) -> None:
    """Tell a browser what happens in a game."""
    service: Service = socket.app.state.service
    who = visitor(socket)
    await socket.accept()
    follower = Follower(game_id, counted_as(socket), None if who is None else who.id, seat, host=host(socket))
    try:
        found = await service.get(game_id)
        held = found.seats_of(follower.visitor_id)
        if seat is not None and seat not in held:
            await socket.close(NOT_YOUR_SEAT, "this isn't your seat")
            return
        if seat is None and held:
            follower.seat = held[0]
        await service.audience.arrive(found, follower)
    except Unavailable:
        await socket.close(TRY_AGAIN, "the server can't use its database just now")
        return
    except ApiError:
        await socket.close(NO_SUCH_GAME, "there is no such game")
        return
    except TooMany:
        await socket.close(TOO_MANY, "too many connections at once")
        return
    service.calls.looked(game_id, follower.visitor_id)
    tasks = [
        asyncio.create_task(_send(socket, service, follower, after)),
        asyncio.create_task(_receive(socket, service, follower)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        service.audience.depart(follower)
        service.calls.looked(game_id, follower.visitor_id)


async def _receive(socket: WebSocket, service: Service, follower: Follower) -> None:
    """Wait until whoever follows has gone; they may say whether they look, and too much of anything ends the socket."""
    words = Buckets(WORDS)
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        if words.wait(""):
            with contextlib.suppress(RuntimeError):
                await socket.close(TOO_MANY, "too many messages")
            return
        looks = _says_whether_it_looks(message.get("text") or "")
        if looks is not None and looks != follower.looks:
            follower.looks = looks
            service.calls.looked(follower.game_id, follower.visitor_id)


def _says_whether_it_looks(text: str) -> bool | None:
    """Return whether a page says that it is looked at, None if it says something else.

    Examples:
        >>> _says_whether_it_looks('{"type": "looking", "looking": false}'), _says_whether_it_looks("[[[")
        (False, None)
    """
    try:
        said = json.loads(text) if len(text) <= WORD else None
    except (ValueError, RecursionError):
        return None
    looks = said.get("looking") if isinstance(said, dict) and said.get("type") == "looking" else None
    return looks if isinstance(looks, bool) else None


async def _send(socket: WebSocket, service: Service, follower: Follower, after: int | None) -> None:
    """Send what is queued for a follower, the greeting first, for as long as it reads (see `CountedSocket`)."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        try:
            message: str | None = await _greeting(service, follower, after)
        except Unavailable:
            await socket.close(TRY_AGAIN, "the server can't use its database just now")
            return
        except ApiError:
            await socket.close(NO_SUCH_GAME, "there is no such game")
            return
        while message is not None:
            await socket.send_text(message)
            message = await follower.next()
        if follower.banned:
            await socket.close(BANNED, "you have been banned")
        else:
            await socket.close(TRY_AGAIN, "reconnect and ask for what you have missed")


async def _greeting(service: Service, follower: Follower, after: int | None) -> str:
    """Return the first message to a follower; what is queued by then is in it already."""
    found = await service.get(follower.game_id)
    if after is not None and found.header.status != "lobby":
        await service.chronicle.newest(found, after, follower.seat)  # so that the game is not held up by it
    async with found.lock:
        text = await service.audience.hello(found, follower, found.number if after is None else after)
        follower.skip()
    return text


# -- programs -----------------------------------------------------------------------------------------------------------


async def _program(request: Request) -> tuple[Service, str, str, str]:
    """Return game, seat and hash of the token of the program that sends a request."""
    service: Service = request.app.state.service
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    found = await service.store.seat_of_token(hash_of(token)) if scheme.lower() == "bearer" and token else None
    if found is None:
        message = "Send the token of your seat as Authorization: Bearer TOKEN."
        raise ApiError(401, "no_token", message, headers={"WWW-Authenticate": "Bearer"})
    return service, *found, hash_of(token)


@router.get(
    "/program/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}, **error_responses(401, 404)},
)
async def stream(request: Request) -> Response:
    """Tell a program what happens in its game, a line of JSON each."""
    service, game_id, seat, token_hash = await _program(request)
    follower = Follower(game_id, token_hash, seat=seat, token_hash=token_hash, host=host(request))
    try:
        service.audience.hub.check(follower)
    except TooMany:
        raise ApiError(429, "too_many", "This program has too many live connections open.") from None
    await Lobby(service).program_is_back(game_id, seat)
    return StreamingResponse(_lines(service, follower), media_type="application/x-ndjson")


async def _lines(service: Service, follower: Follower) -> AsyncIterator[str]:
    """Yield what is queued for a program, the greeting first, and an empty line when nothing happens."""
    try:
        await service.audience.arrive(await service.get(follower.game_id), follower)
        yield await _greeting(service, follower, None) + "\n"
        while True:
            try:
                message = await asyncio.wait_for(follower.next(), KEEP_ALIVE)
            except TimeoutError:
                yield "\n"
                continue
            if message is None:
                return
            yield message + "\n"
    except (TooMany, ApiError):
        return
    finally:
        service.audience.depart(follower)


@router.post(
    "/program/actions",
    responses={200: {"model": schemas.NumberAnswer}, **error_responses(400, 401, 403, 404, 409, 413, 422, 503)},
    response_model=None,
)
async def program_acts(request: Request, wanted: schemas.ActRequest) -> Response:
    """Play an action for a program."""
    service, game_id, seat, _ = await _program(request)
    number = await service.act(game_id, [seat], wanted.base, wanted.action, wanted.client_id)
    return Response(messages.pack({"number": number}), media_type="application/json")
