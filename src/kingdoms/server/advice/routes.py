"""Routes of hints, chances and reviews: streams of JSON lines, each of which replaces or extends the previous ones."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse

from kingdoms.core.game import Game
from kingdoms.server.advice.schemas import LineAnswer, LineRequest
from kingdoms.server.base.errors import error_responses
from kingdoms.server.table.access import Games, KnownVisitorId, Live, answers, app_service, json
from kingdoms.server.visitors.limits import client_name as counted_as
from kingdoms.server.visitors.limits import client_network
from kingdoms.table.advice.advice import Advice
from kingdoms.table.answers import advising
from kingdoms.table.answers.advising import each_message, first_message
from kingdoms.table.base.packing import pack
from kingdoms.table.game.entries import Account

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
    stream = await advising.analysis(advice, live, visitor_id, account, seat, number, strength)
    return await stream_from_first(live.game, stream)


async def stream_from_first(game: Game, stream: AsyncGenerator[Any]) -> Response:
    """Return a stream of JSON lines as soon as there is a first one, or raise a 503 error if the search fails before."""
    first = await first_message(game, stream)
    return StreamingResponse(json_lines(game, stream, first), media_type="application/x-ndjson")


async def json_lines(game: Game, stream: AsyncGenerator[Any], *before: dict[str, Any]) -> AsyncIterator[bytes]:
    """Yield messages as JSON lines, and an empty line for None; end the stream if the search fails."""
    async for message in each_message(game, stream, *before):
        yield b"\n" if message is None else pack(message) + b"\n"


@router.get("/games/{game_id}/analysis/game", **lines("ReviewLine", 404, 409, 422))
async def review(advice: Advises, live: Live, account: ClientAccount, strength: Strength = "quick") -> Response:
    """Return the cost of each decision of a finished game, and better choices."""
    stream = await advising.review(advice, live, account, strength, KEEP_ALIVE)
    return StreamingResponse(json_lines(live.game, stream), media_type="application/x-ndjson")


@router.post("/games/{game_id}/line", **answers(LineAnswer, 400, 403, 404, 409, 413, 422))
async def line(games: Games, live: Live, visitor_id: KnownVisitorId, body: LineRequest) -> Response:
    """Play a line of actions from a moment of a finished game up to the first illegal one, and return each step."""
    return json(await advising.line(games, live, visitor_id, body))
