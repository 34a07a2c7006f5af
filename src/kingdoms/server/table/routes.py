"""Routes for playing and viewing games; see docs/server.md."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from kingdoms.core.rng import Random
from kingdoms.protocol.answers import (
    ExplainAnswer,
    HistoryAnswer,
    InfoAnswer,
    LegalAnswer,
    NumberAnswer,
    PreviewAnswer,
    ViewAnswer,
)
from kingdoms.server.base.errors import ApiError, error_responses
from kingdoms.server.game import messages
from kingdoms.server.game.live import LiveGame
from kingdoms.server.game.records import lines_of
from kingdoms.server.table.access import (
    CHANGES,
    Games,
    KnownVisitorId,
    Live,
    answers,
    app_service,
    check_begun,
    chunked_response,
    json,
    number_in,
    own_view,
)
from kingdoms.server.table.history import PAGE
from kingdoms.server.table.playing import ActionService
from kingdoms.server.table.schemas import ActRequest, PreviewRequest, UndoRequest
from kingdoms.texts import text

router = APIRouter()


Plays = Annotated[ActionService, app_service("playing")]


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
    seats = live.seats_of(visitor_id)
    if live.to_move not in seats or live.header.status != "playing":
        raise ApiError(409, "not_your_turn", text("error.not_your_turn_try"))
    if body.base != live.number:
        raise ApiError(409, "stale", text("error.stale_now", number=live.number), extra={"number": live.number})
    # in a game with secrets, the sampled state is only one of those possible for the seat
    seat = str(live.to_move)
    return json(messages.preview(live.state.view(seat).sample(Random(live.number)), seat, body.actions))


# -- viewing ------------------------------------------------------------------------------------------------------------


def question_seats(live: LiveGame, visitor_id: str | None, viewer: str | None) -> list[str]:
    """Return the seats whose questions a visitor sees: all of theirs; in a game with secrets, only the one shown."""
    return live.seats_of(visitor_id) if not live.game.has_secrets else [] if viewer is None else [viewer]


@router.get("/games/{game_id}/view", **answers(ViewAnswer, 403, 404, 409, 422))
async def view(
    live: Live,
    visitor_id: KnownVisitorId,
    seat: Annotated[str | None, Query(max_length=10)] = None,
    number: Annotated[int | None, Query(ge=0)] = None,
    position: bool = False,
) -> Response:
    """Return a seat's view, now or at a number; with `position`, also as JSON data in the format of positions."""
    check_begun(live)
    viewer = own_view(live, visitor_id, seat)
    at = number_in(live, number)
    is_newest = at == live.number
    state = live.state if is_newest else live.state_at(at)
    ask = messages.ask(live, question_seats(live, visitor_id, viewer)) if is_newest else None
    answer = {"number": at, "view": messages.seat_view(live, state, viewer), "ask": ask}
    return json(answer | ({"position": messages.position(live, state, viewer)} if position else {}))


@router.get("/games/{game_id}/legal", **answers(LegalAnswer, 403, 404, 422))
async def legal(live: Live, visitor_id: KnownVisitorId, seat: Annotated[str | None, Query(max_length=10)] = None) -> Response:
    """Return the question to a seat, with its legal actions."""
    viewer = own_view(live, visitor_id, seat)
    seats = question_seats(live, visitor_id, viewer) if seat is None else [str(viewer)]
    return json({"number": live.number, "ask": messages.ask(live, seats)})


@router.get("/games/{game_id}/explain", **answers(ExplainAnswer, 404, 409, 422))
async def explain(
    live: Live, visitor_id: KnownVisitorId, action: Annotated[str | None, Query(min_length=1, max_length=100)] = None
) -> Response:
    """Return why an action is not legal, or the current question."""
    check_begun(live)
    if action is None:
        question, clauses = live.game.explain(live.state)
        return json({**messages.message_fields("question", question), "clauses": clauses})
    if live.to_move not in live.seats_of(visitor_id):
        raise ApiError(409, "not_your_turn", text("error.not_your_turn_why"))
    return json(messages.refusal(live.state, action))


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
    viewer = own_view(live, visitor_id, seat)
    entries = await games.broadcast.history.page(live, after, viewer, limit) if live.header.status != "lobby" else []
    more = live.header.status != "lobby" and after + len(entries) < live.number
    return chunked_response(messages.pack({"entries": [messages.Packed(entry) for entry in entries], "more": more}))


@router.get(
    "/games/{game_id}/record",
    response_class=Response,
    responses={200: {"content": {"application/jsonl": {"schema": {"type": "string"}}}}, **error_responses(404, 409, 422)},
)
async def record(games: Games, live: Live) -> Response:
    """Return the game as a record. The seed is included only when the game is over."""
    if live.is_private:
        raise ApiError(409, "not_over", text("error.not_over_record"))
    headers = {"Content-Disposition": f'attachment; filename="{live.header.game}-{live.header.id}.jsonl"'}
    lines = await games.slices.collect(f"{line}\n" for line in lines_of(live))
    return chunked_response("".join(lines), headers=headers, media_type="application/jsonl; charset=utf-8")
