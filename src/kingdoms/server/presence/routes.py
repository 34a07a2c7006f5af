"""The WebSocket of a game."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect

from kingdoms.server.http.connections import SINK
from kingdoms.server.presence.service import Presence
from kingdoms.server.table.live_games import LiveGames
from kingdoms.server.visitors.admission import BANNED, CLOSED
from kingdoms.server.visitors.identity import visitor
from kingdoms.server.visitors.limits import Buckets, host
from kingdoms.server.visitors.limits import client_name as counted_as
from kingdoms.table.base.errors import ApiError, Unavailable
from kingdoms.table.game import messages
from kingdoms.table.service.followers import Follower, FollowerLimit
from kingdoms.texts import language

router = APIRouter()

NO_SUCH_GAME, NOT_YOUR_SEAT, TOO_MANY, TRY_AGAIN = 4404, 4403, 4429, 1012
REFUSALS = {BANNED: "you have been banned", CLOSED: "this server is closed"}
WORD = 1024
"""Maximum number of bytes of a message from a browser, which only reports pongs and visibility."""
WORDS = 5.0
"""Rate limit of messages from a browser per second; bursts of four seconds' worth are allowed."""


@router.websocket("/games/{game_id}/live")
async def live(
    socket: WebSocket,
    game_id: str,
    seat: Annotated[str | None, Query(max_length=10)] = None,
    after: Annotated[int | None, Query(ge=0)] = None,
    position: bool = False,
) -> None:
    """Send the messages of a game to a browser."""
    presence: Presence = socket.app.state.presence
    sender = visitor(socket)
    await socket.accept()
    follower = Follower(game_id, counted_as(socket), None if sender is None else sender.id, seat, host=host(socket))
    follower.session = None if sender is None else sender.session
    follower.wording, follower.language = messages.WORDING.get(), language()
    follower.position = position
    follower.sink = socket.scope["extensions"].get(SINK)
    try:
        live = await presence.games.get(game_id)
        seats = live.seats_of(follower.visitor_id)
        if seat is not None and seat not in seats:
            await _close(socket, NOT_YOUR_SEAT, "this isn't your seat")
            return
        if seat is None and seats:
            follower.seat = seats[0]
        await presence.add_follower(live, follower)
    except (ApiError, FollowerLimit) as error:
        await _close(socket, *_close_reason(error))
        return
    presence.report_look(follower)
    tasks = [
        asyncio.create_task(_send(socket, presence.games, follower, after)),
        asyncio.create_task(_receive(socket, presence, follower)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        presence.remove_follower(follower)
        presence.report_look(follower)


def _close_reason(error: ApiError | FollowerLimit) -> tuple[int, str]:
    """Return the code and the reason with which a socket is closed after an error."""
    if isinstance(error, FollowerLimit):
        return TOO_MANY, "too many connections at once"
    if isinstance(error, Unavailable):
        return TRY_AGAIN, "the server can't use its database just now"
    return NO_SUCH_GAME, "there is no such game"


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    """Close a socket, unless the client has closed it meanwhile."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, reason)


async def _receive(socket: WebSocket, presence: Presence, follower: Follower) -> None:
    """Receive messages until the client disconnects: whether the page is visible. Too many messages close the socket."""
    words = Buckets(WORDS)
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        if words.wait(""):
            await _close(socket, TOO_MANY, "too many messages")
            return
        is_looking = _parse_looking(message.get("text") or "")
        if is_looking is not None and is_looking != follower.is_looking:
            follower.is_looking = is_looking
            presence.report_look(follower)


def _parse_looking(text: str) -> bool | None:
    """Return whether a message reports that the page is visible; None for another message.

    Examples:
        >>> _parse_looking('{"type": "looking", "looking": false}'), _parse_looking("[[[")
        (False, None)
    """
    try:
        message = json.loads(text) if len(text) <= WORD else None
    except (ValueError, RecursionError):
        return None
    is_looking = message.get("looking") if isinstance(message, dict) and message.get("type") == "looking" else None
    return is_looking if isinstance(is_looking, bool) else None


async def _send(socket: WebSocket, games: LiveGames, follower: Follower, after: int | None) -> None:
    """Send the messages for a follower, beginning with the greeting, as long as it reads (see `CountedSocket`)."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        try:
            message: str | None = await greeting(games, follower, after)
        except ApiError as error:
            await _close(socket, *_close_reason(error))
            return
        while message is not None:
            await socket.send_text(message)
            message = await follower.next()
        if follower.refusal is not None:
            await _close(socket, follower.refusal, REFUSALS[follower.refusal])
        else:
            await _close(socket, TRY_AGAIN, "reconnect and ask for what you have missed")


async def greeting(games: LiveGames, follower: Follower, after: int | None) -> str:
    """Return the first message to a follower, which covers messages queued so far."""
    live = await games.get(follower.game_id)
    if after is not None and live.header.status != "lobby":
        with follower.phrased():
            await games.broadcast.history.newest_entries(live, after, follower.seat)  # fills the cache without holding the lock
    return await games.greet(live, follower, after)
