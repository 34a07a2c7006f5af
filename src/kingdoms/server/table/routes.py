"""Routes for playing and viewing games; see docs/server.md."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import Field, StringConstraints

from kingdoms.protocol.answers import (
    ExplainAnswer,
    HistoryAnswer,
    InfoAnswer,
    LegalAnswer,
    NumberAnswer,
    PreviewAnswer,
    ViewAnswer,
)
from kingdoms.server.base.errors import error_responses
from kingdoms.server.base.schemas import ActionText, Number, RequestBody
from kingdoms.server.table.access import CHANGES, Games, KnownVisitorId, Live, answers, app_service, chunked_response, json
from kingdoms.table.answers import viewing
from kingdoms.table.base.packing import pack
from kingdoms.table.service.history import PAGE
from kingdoms.table.service.playing import ActionService

router = APIRouter()

Plays = Annotated[ActionService, app_service("playing")]


class ActRequest(RequestBody):
    """An action, and the number of the game that it is based on."""

    base: Number
    action: ActionText
    client_id: Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$")] | None = None


class UndoRequest(RequestBody):
    """The number of the game that an undo is based on."""

    base: Number


class PreviewRequest(RequestBody):
    """Actions to preview, and the number of the game that they are based on."""

    base: Number
    actions: Annotated[list[ActionText], Field(max_length=50)]


@router.get("/games/{game_id}", **answers(InfoAnswer, 404, 422))
async def info(games: Games, live: Live, visitor_id: KnownVisitorId) -> Response:
    """Return the public information about a game."""
    return json(games.broadcast.info(live, visitor_id))


# -- playing ------------------------------------------------------------------------------------------------------------


@router.post("/games/{game_id}/actions", **answers(NumberAnswer, *CHANGES, 404, 409, 503))
async def act(playing: Plays, live: Live, visitor_id: KnownVisitorId, body: ActRequest) -> Response:
    """Play an action."""
    seats = live.seats_of(visitor_id)
    return json({"number": await playing.act(live.header.id, seats, body.base, body.action, body.client_id)})


@router.post("/games/{game_id}/undo", **answers(NumberAnswer, *CHANGES, 404, 409, 503))
async def undo(playing: Plays, live: Live, visitor_id: KnownVisitorId, body: UndoRequest) -> Response:
    """Undo the last action."""
    return json({"number": await playing.undo(live.header.id, live.seats_of(visitor_id), body.base)})


@router.post("/games/{game_id}/preview", **answers(PreviewAnswer, *CHANGES, 404, 409))
async def preview(live: Live, visitor_id: KnownVisitorId, body: PreviewRequest) -> Response:
    """Return what actions would do, without playing them."""
    return json(viewing.preview(live, visitor_id, body.base, body.actions))


# -- viewing ------------------------------------------------------------------------------------------------------------


@router.get("/games/{game_id}/view", **answers(ViewAnswer, 403, 404, 409, 422))
async def view(
    live: Live,
    visitor_id: KnownVisitorId,
    seat: Annotated[str | None, Query(max_length=10)] = None,
    number: Annotated[int | None, Query(ge=0)] = None,
    position: bool = False,
) -> Response:
    """Return a seat's view, now or at a number; with `position`, also as JSON data in the format of positions."""
    return json(viewing.view(live, visitor_id, seat, number, position=position))


@router.get("/games/{game_id}/legal", **answers(LegalAnswer, 403, 404, 422))
async def legal(live: Live, visitor_id: KnownVisitorId, seat: Annotated[str | None, Query(max_length=10)] = None) -> Response:
    """Return the question to a seat, with its legal actions."""
    return json(viewing.legal(live, visitor_id, seat))


@router.get("/games/{game_id}/explain", **answers(ExplainAnswer, 404, 409, 422))
async def explain(
    live: Live, visitor_id: KnownVisitorId, action: Annotated[str | None, Query(min_length=1, max_length=100)] = None
) -> Response:
    """Return why an action is not legal, or the current question."""
    return json(viewing.explain(live, visitor_id, action))


@router.get("/games/{game_id}/history", **answers(HistoryAnswer, 403, 404, 422))
async def history(
    games: Games,
    live: Live,
    visitor_id: KnownVisitorId,
    seat: Annotated[str | None, Query(max_length=10)] = None,
    after: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> Response:
    """Return a page of the entries after a number, as a seat sees them."""
    return chunked_response(pack(await viewing.history(games, live, visitor_id, seat, after, limit)))


@router.get(
    "/games/{game_id}/record",
    response_class=Response,
    responses={200: {"content": {"application/jsonl": {"schema": {"type": "string"}}}}, **error_responses(404, 409, 422)},
)
async def record(games: Games, live: Live) -> Response:
    """Return the game as a record. The seed is included only when the game is over."""
    lines = await viewing.record(games, live)
    headers = {"Content-Disposition": f'attachment; filename="{live.header.game}-{live.header.id}.jsonl"'}
    return chunked_response(lines, headers=headers, media_type=viewing.RECORD_TYPE)
