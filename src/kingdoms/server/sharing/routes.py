"""Routes of shared positions. The server keeps no state of analysis boards: each request contains the text and the actions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from kingdoms.export.position_text import sample_state
from kingdoms.protocol.answers import ExplainAnswer, PreviewAnswer
from kingdoms.server.advice.routes import Advises, ClientAccount, Strength, lines, stream_from_first
from kingdoms.server.sharing.schemas import BoardAnswer, BoardRequest, BoardTrialRequest, BoardWhyRequest, TextAnswer
from kingdoms.server.table.access import CHANGES, Games, Live, Shared, Written, answers, json
from kingdoms.server.table.live_games import LiveGames
from kingdoms.table import messages, viewing
from kingdoms.table.account import Account
from kingdoms.table.advice import Advice
from kingdoms.table.board import Board, read_root
from kingdoms.table.errors import ApiError
from kingdoms.table.viewing import check_begun
from kingdoms.texts import text

router = APIRouter()


async def played(games: LiveGames, body: BoardRequest) -> Board:
    """Return the board of a request, after its actions."""
    board = Board(read_root(body))
    await games.slices.collect(board.play(body))
    return board


@router.post("/positions", **answers(BoardAnswer, *CHANGES))
async def play(games: Games, body: BoardRequest) -> Response:
    """Return an analysis board after some actions. Chance plays by itself after the last of them."""
    board = Board(read_root(body))
    steps = await games.slices.collect(board.play(body, told=body.after))
    return json(board.to_json(body) | {"steps": [step for step in steps if step is not None]})


@router.post("/positions/preview", **answers(PreviewAnswer, *CHANGES, 409))
async def preview(games: Games, body: BoardTrialRequest) -> Response:
    """Return what actions would do on an analysis board, without playing them."""
    board = await played(games, body)
    return json(messages.preview(board.state, board.mover or "", body.trial, is_open=body.seat is None))


@router.post("/positions/explain", **answers(ExplainAnswer, *CHANGES))
async def explain(games: Games, body: BoardWhyRequest) -> Response:
    """Return why an action is not legal on an analysis board."""
    return json(messages.refusal((await played(games, body)).state, body.action))


@router.post("/positions/analysis", **lines("AnalysisLine", *CHANGES, 409))
async def analysis_of_board(
    games: Games, advice: Advises, account: ClientAccount, body: BoardRequest, strength: Strength = "quick"
) -> Response:
    """Return the chances on an analysis board, as a seat knows it; if that seat is to move, also the best choices."""
    board = await board_to_search(games, advice, account, body)
    viewer, decides = board.searcher(body.seat)
    stream = advice.study_moment(board.moment(), viewer, strength, account, decides=decides)
    return await stream_from_first(board.state.game, stream)


@router.post("/positions/levels", **lines("LevelLine", *CHANGES, 409))
async def levels(games: Games, advice: Advises, account: ClientAccount, body: BoardRequest) -> Response:
    """Return what a bot of each level would do on an analysis board, as the seat to move sees it: a line for each level."""
    board = await board_to_search(games, advice, account, body)
    if board.mover is None:
        raise ApiError(409, "no_seat", text("error.no_seat_to_move"))
    return await stream_from_first(board.state.game, advice.study_levels(board.moment(), account))


async def board_to_search(games: LiveGames, advice: Advice, account: Account, body: BoardRequest) -> Board:
    """Return the board of a request, without what chance would add, if it may be searched.

    Raises:
        ApiError: 409, the game is over; 403, it is a copy of a running game; 429, the client's allowance is used up.
    """
    board = await played(games, body.model_copy(update={"draw": False}))
    board.searcher(body.seat)
    await advice.copies.check_positions(board.state, account.client)
    advice.check_allowance(account.client)
    return board


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
    return json(viewing.position(live, number))
