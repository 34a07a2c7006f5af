"""Routes of hints, chances and reviews: streams of JSON lines, each of which replaces or extends the previous ones."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse

from kingdoms.core.errors import IllegalAction, NotationError, quoted
from kingdoms.core.game import Game
from kingdoms.core.state import State
from kingdoms.server.advice.schemas import LineAnswer, LineRequest
from kingdoms.server.base.errors import error_responses
from kingdoms.server.table.access import Games, KnownVisitorId, Live, answers, app_service, json
from kingdoms.server.visitors.limits import client_name as counted_as
from kingdoms.server.visitors.limits import client_network
from kingdoms.table import messages
from kingdoms.table.account import Account
from kingdoms.table.advice import Advice
from kingdoms.table.errors import ApiError, ServerStop
from kingdoms.table.live import MOST_ENTRIES, LiveGame
from kingdoms.table.packing import pack
from kingdoms.table.thinking import BotFailed
from kingdoms.table.viewing import check_begun, number_in, own_view
from kingdoms.texts import text

log = logging.getLogger("kingdoms.games")
router = APIRouter()


Advises = Annotated[Advice, app_service("advice")]

KEEP_ALIVE = 10.0
"""Seconds between the empty lines of a stream in which nothing happens."""

Strength = Annotated[Literal["quick", "thorough"], Query()]


async def client_account(request: Request) -> Account:
    """Return the account that searches are charged to: a visitor, or an address without a cookie."""
    return Account(counted_as(request), client_network(request))


ClientAccount = Annotated[Account, Depends(client_account)]


def lines(model: str, *errors: int) -> dict[str, Any]:
    """Return the OpenAPI arguments of a stream; `x-line` is the schema of its lines."""
    content = {"schema": {"type": "string"}, "x-line": {"$ref": f"#/components/schemas/{model}"}}
    return {
        "response_class": StreamingResponse,
        "responses": {200: {"content": {"application/x-ndjson": content}}, **error_responses(*errors)},
    }


@router.get("/games/{game_id}/analysis", **lines("AnalysisLine", 403, 404, 409, 422, 503))
async def analysis(
    advice: Advises,
    live: Live,
    visitor_id: KnownVisitorId,
    account: ClientAccount,
    seat: Annotated[str | None, Query(max_length=10)] = None,
    number: Annotated[int | None, Query(ge=0)] = None,
    strength: Strength = "quick",
) -> Response:
    """Return the chances in a position, as far as a seat knows it; the seat to move also gets hints."""
    check_begun(live)
    at = number_in(live, number)
    state = live.state if at == live.number else live.state_at(at)
    if state.is_terminal():
        raise ApiError(409, "over", text("error.over_there"))
    advice.check_allowed(live)
    await advice.copies.check(live, at, account.client)
    viewer, decides = _viewer(live, visitor_id, seat, state.to_move)
    advice.check_allowance(account.client)
    stream = advice.study(live, at, viewer, strength, account, decides=decides)
    return await stream_from_first(live.game, stream)


def _viewer(live: LiveGame, visitor_id: str | None, seat: str | None, to_move: str | None) -> tuple[str | None, bool]:
    """Return the seat whose knowledge a search uses (None in a game without secrets), and whether the visitor gets hints."""
    deciding = to_move if to_move in live.seats else None
    if live.is_over:  # all secrets are open, but the review shows the knowledge of the deciding seat
        if seat is not None and seat not in live.game.seats:
            raise ApiError(403, "not_yours", text("error.no_seat_named", seat=quoted(seat, 40)))
        return deciding or seat or live.game.seats[0], deciding is not None
    viewer = own_view(live, visitor_id, seat)
    if not live.game.has_secrets:
        return None, deciding is not None and deciding in live.seats_of(visitor_id)
    if viewer is None:
        raise ApiError(409, "secrets", text("error.secrets"))
    return viewer, deciding == viewer


async def stream_from_first(game: Game, stream: AsyncGenerator[Any]) -> Response:
    """Return a stream of JSON lines as soon as there is a first one, or raise a 503 error if the search fails before."""
    try:
        first = await anext(stream)
    except BotFailed as error:
        log.error("a position could not be searched: %s", error.log_text(game))
        raise ApiError(503, "bot_failed", text("error.bot_failed")) from None
    return StreamingResponse(json_lines(game, stream, first), media_type="application/x-ndjson")


async def json_lines(game: Game, stream: AsyncGenerator[Any], *before: dict[str, Any]) -> AsyncIterator[bytes]:
    """Yield messages as JSON lines, and an empty line for None; end the stream if the search fails."""
    try:
        for message in before:
            yield pack(message) + b"\n"
        async for message in stream:
            yield b"\n" if message is None else pack(message) + b"\n"
    except BotFailed as error:
        log.error("the search of a position failed: %s", error.log_text(game))
    except ServerStop:
        return
    finally:
        await stream.aclose()  # stops the search if the client has disconnected


@router.get("/games/{game_id}/analysis/game", **lines("ReviewLine", 404, 409, 422))
async def review(advice: Advises, live: Live, account: ClientAccount, strength: Strength = "quick") -> Response:
    """Return the cost of each decision of a finished game, and better choices."""
    if not live.is_over:
        raise ApiError(409, "not_over", text("error.not_over_review"))
    await advice.copies.check(live, live.number, account.client, most=MOST_ENTRIES)
    if not advice.get_review(live, strength).is_done:
        advice.check_allowance(account.client)
    stream = advice.follow(live, strength, account, KEEP_ALIVE)
    return StreamingResponse(json_lines(live.game, stream), media_type="application/x-ndjson")


@router.post("/games/{game_id}/line", **answers(LineAnswer, 400, 403, 404, 409, 413, 422))
async def line(games: Games, live: Live, visitor_id: KnownVisitorId, body: LineRequest) -> Response:
    """Play a line of actions from a moment of a finished game up to the first illegal one, and return each step."""
    if not live.is_over:
        raise ApiError(409, "not_over", text("error.not_over_lines"))
    number, viewer = number_in(live, body.number), own_view(live, visitor_id, body.seat)
    steps = _line_steps(live.state_at(number), body.actions, viewer)
    return json({"steps": await games.slices.collect(steps)})


def _line_steps(state: State, actions: Sequence[str], viewer: str | None) -> Iterator[dict[str, Any]]:
    """Yield the steps of a line of actions up to the first illegal one, as a seat sees them after the game."""
    for action in actions:
        after = state.clone()
        try:
            after.apply_action(action)
        except (IllegalAction, NotationError):  # the line may assume other secrets or chance events than the real ones
            return
        events = [messages.event(event) for event in state.game.narrate(state, action, after)]
        view = messages.facts(after, viewer, is_over=True)
        yield {"by": state.to_move, "action": action, "view": view, "events": events}
        state = after
