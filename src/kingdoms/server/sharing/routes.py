"""Routes of shared positions, and of the explorer of openings: on analysis boards, and in reviews of finished games.

The server keeps no state of analysis boards: each request contains the text and the actions. A file `explorer.bin` in its data
folder goes before those that come with the games.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from kingdoms.protocol.answers import ExplainAnswer, PreviewAnswer
from kingdoms.server.advice.routes import Advises, ClientAccount, Strength, lines, stream_from_first
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.sharing import schemas
from kingdoms.server.sharing.schemas import BoardRequest
from kingdoms.server.table.access import CHANGES, Games, Live, Shared, Written, answers, app_service, json
from kingdoms.table.answers import board, viewing
from kingdoms.table.answers.explorer import explore_board, explore_game
from kingdoms.table.answers.viewing import check_begun

router = APIRouter()
Settings = Annotated[ServerSettings, app_service("settings")]
AtNumber = Annotated[int | None, Query(ge=0)]


@router.post("/positions", **answers(schemas.BoardAnswer, *CHANGES))
async def play(games: Games, body: BoardRequest) -> Response:
    """Return an analysis board after some actions. Chance plays by itself after the last of them."""
    return json(await board.show(games, body))


@router.post("/positions/preview", **answers(PreviewAnswer, *CHANGES, 409))
async def preview(games: Games, body: schemas.BoardTrialRequest) -> Response:
    """Return what actions would do on an analysis board, without playing them."""
    return json(await board.preview(games, body))


@router.post("/positions/explain", **answers(ExplainAnswer, *CHANGES))
async def explain(games: Games, body: schemas.BoardWhyRequest) -> Response:
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


@router.get("/games/{game_id}/position", **answers(schemas.TextAnswer, 403, 404, 409, 422))
async def position(advice: Advises, live: Live, number: AtNumber = None) -> Response:
    """Return the text of a position of a game: what an onlooker sees, and in a finished game what the seat to move saw.

    An analysis board gives advice, so a running game has no texts where advice is not allowed.
    """
    check_begun(live)
    advice.check_allowed(live)
    return json(viewing.position(live, number))


@router.post("/explorer", **answers(schemas.ExplorerAnswer, *CHANGES))
async def explorer(games: Games, advice: Advises, settings: Settings, account: ClientAccount, body: BoardRequest) -> Response:
    """Return what was played in the position of an analysis board, by whom, how often, and how well it went."""
    return json(await explore_board(games, advice, account.client, body, settings.data))


@router.get("/games/{game_id}/explorer", **answers(schemas.ExplorerAnswer, 403, 404, 409, 422))
async def explorer_of_game(
    games: Games, advice: Advises, settings: Settings, account: ClientAccount, live: Live, number: AtNumber = None
) -> Response:
    """Return the same for the first decision of a finished game at or after a number, and what was played in this game."""
    return json(await explore_game(games, advice, account.client, live, number, settings.data))
