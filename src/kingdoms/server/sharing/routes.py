"""Routes of shared positions. The server keeps no state of analysis boards: each request contains the text and the actions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from kingdoms.protocol.answers import ExplainAnswer, PreviewAnswer
from kingdoms.server.advice.routes import Advises, ClientAccount, Strength, lines, stream_from_first
from kingdoms.server.sharing.schemas import BoardAnswer, BoardRequest, BoardTrialRequest, BoardWhyRequest, TextAnswer
from kingdoms.server.table.access import CHANGES, Games, Live, Shared, Written, answers, json
from kingdoms.table.answers import board, viewing
from kingdoms.table.answers.viewing import check_begun

router = APIRouter()


@router.post("/positions", **answers(BoardAnswer, *CHANGES))
async def play(games: Games, body: BoardRequest) -> Response:
    """Return an analysis board after some actions. Chance plays by itself after the last of them."""
    return json(await board.show(games, body))


@router.post("/positions/preview", **answers(PreviewAnswer, *CHANGES, 409))
async def preview(games: Games, body: BoardTrialRequest) -> Response:
    """Return what actions would do on an analysis board, without playing them."""
    return json(await board.preview(games, body))


@router.post("/positions/explain", **answers(ExplainAnswer, *CHANGES))
async def explain(games: Games, body: BoardWhyRequest) -> Response:
    """Return why an action is not legal on an analysis board."""
    return json(await board.explain(games, body))


@router.post("/positions/analysis", **lines("AnalysisLine", *CHANGES, 409))
async def analysis_of_board(
    games: Games, advice: Advises, account: ClientAccount, body: BoardRequest, strength: Strength = "quick"
) -> Response:
    """Return the chances on an analysis board, as a seat knows it; if that seat is to move, also the best choices."""
    return await stream_from_first(*await board.analyse(games, advice, account, body, strength))


@router.post("/positions/levels", **lines("LevelLine", *CHANGES, 409))
async def levels(games: Games, advice: Advises, account: ClientAccount, body: BoardRequest) -> Response:
    """Return what a bot of each level would do on an analysis board, as the seat to move sees it: a line for each level."""
    return await stream_from_first(*await board.levels(games, advice, account, body))


@router.get("/positions/{written}/analysis", **lines("AnalysisLine", 409, 422, 503))
async def analysis(
    advice: Advises, view: Shared, written: Written, account: ClientAccount, strength: Strength = "quick"
) -> Response:
    """Return the chances in the position of a text, as far as its seat knows it; if it is to move, also the best choices."""
    return await stream_from_first(view.game, await board.analyse_text(advice, account, view, written, strength))


@router.get("/games/{game_id}/position", **answers(TextAnswer, 403, 404, 409, 422))
async def position(advice: Advises, live: Live, number: Annotated[int | None, Query(ge=0)] = None) -> Response:
    """Return the text of a position of a game: what an onlooker sees, and in a finished game what the seat to move saw.

    An analysis board gives advice, so a running game has no texts where advice is not allowed.
    """
    check_begun(live)
    advice.check_allowed(live)
    return json(viewing.position(live, number))
