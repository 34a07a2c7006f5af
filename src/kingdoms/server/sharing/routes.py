"""Routes of shared positions. The server keeps no state of analysis boards: each request contains the text and the actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Response

from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.export.position_text import has_texts, position_text, sample_state
from kingdoms.protocol.answers import ExplainAnswer, PreviewAnswer
from kingdoms.server.advice.routes import Advises, ClientAccount, Strength, lines, stream_from_first
from kingdoms.server.base.errors import ApiError
from kingdoms.server.game import messages
from kingdoms.server.sharing import board
from kingdoms.server.sharing.schemas import BoardAnswer, BoardRequest, BoardTrialRequest, BoardWhyRequest, TextAnswer
from kingdoms.server.table.access import (
    CHANGES,
    Games,
    Live,
    Shared,
    Written,
    answers,
    check_begun,
    json,
    number_in,
    read_shared,
)
from kingdoms.texts import text

router = APIRouter()


def last_state(shared: View, steps: Sequence[board.BoardAction]) -> State:
    """Return the state after the steps on a board."""
    return steps[-1].after if steps else sample_state(shared)


@router.post("/positions", **answers(BoardAnswer, *CHANGES))
async def play(games: Games, body: BoardRequest) -> Response:
    """Return an analysis board after some actions. Chance plays by itself after the last of them."""
    shared = read_shared(body.text)
    steps = await games.slices.collect(board.play(shared, body.actions, body.on))
    steps_json = await games.slices.collect(step.to_json() for step in steps)
    return json(board.board_json(shared, last_state(shared, steps), body.on or bool(steps)) | {"steps": steps_json})


@router.post("/positions/preview", **answers(PreviewAnswer, *CHANGES, 409))
async def preview(games: Games, body: BoardTrialRequest) -> Response:
    """Return what actions would do on an analysis board, without playing them."""
    shared = read_shared(body.text)
    state = last_state(shared, await games.slices.collect(board.play(shared, body.actions, body.on)))
    return json(messages.preview(state, state.to_move or "", body.trial))


@router.post("/positions/explain", **answers(ExplainAnswer, *CHANGES))
async def explain(games: Games, body: BoardWhyRequest) -> Response:
    """Return why an action is not legal on an analysis board."""
    shared = read_shared(body.text)
    state = last_state(shared, await games.slices.collect(board.play(shared, body.actions, body.on)))
    return json(messages.refusal(state, body.action))


@router.get("/positions/{written}/analysis", **lines("AnalysisLine", 409, 422, 503))
async def analysis(
    advice: Advises, view: Shared, written: Written, account: ClientAccount, strength: Strength = "quick"
) -> Response:
    """Return the chances in the position of a text, as far as its seat knows it; if it is to move, also the best choices."""
    if view.to_move is None:
        raise ApiError(409, "over", text("error.over_there"))
    if view.game.has_secrets and view.seat is None:
        raise ApiError(409, "secrets", text("error.secrets"))
    await advice.copies.check_positions(sample_state(view), account.client)
    advice.check_allowance(account.client)
    return await stream_from_first(view.game, advice.study_text(written, strength, account))


@router.get("/games/{game_id}/position", **answers(TextAnswer, 403, 404, 409, 422))
async def position(advice: Advises, live: Live, number: Annotated[int | None, Query(ge=0)] = None) -> Response:
    """Return the text of a position of a game: what an onlooker sees, and in a finished game what the seat to move saw.

    An analysis board gives advice, so a running game has no texts where advice is not allowed.
    """
    check_begun(live)
    advice.check_allowed(live)
    at = number_in(live, number)
    if not has_texts(type(live.game)):
        raise ApiError(404, "no_texts", text("shared.no_texts", game=live.game.title))
    state = live.state_at(at)
    seat = state.to_move if live.is_over and live.game.has_secrets and state.to_move in live.game.seats else None
    return json(TextAnswer(text=position_text(state, seat)).model_dump())
