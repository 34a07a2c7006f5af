"""Routes of the explorer of openings: on analysis boards, and in reviews of finished games; never for a running game.

A file `explorer.bin` in the server's data folder goes before those that come with the games.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from kingdoms.server.advice.routes import Advises, ClientAccount
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.sharing.schemas import BoardRequest, ExplorerAnswer
from kingdoms.server.table.access import CHANGES, Games, Live, answers, app_service, json
from kingdoms.table.answers.explorer import explore_board, explore_game

router = APIRouter()
Settings = Annotated[ServerSettings, app_service("settings")]
AtNumber = Annotated[int | None, Query(ge=0)]


@router.post("/explorer", **answers(ExplorerAnswer, *CHANGES))
async def explorer(games: Games, advice: Advises, settings: Settings, account: ClientAccount, body: BoardRequest) -> Response:
    """Return what was played in the position of an analysis board, by whom, how often, and how well it went."""
    return json(await explore_board(games, advice, account.client, body, settings.data))


@router.get("/games/{game_id}/explorer", **answers(ExplorerAnswer, 403, 404, 409, 422))
async def explorer_of_game(
    games: Games, advice: Advises, settings: Settings, account: ClientAccount, live: Live, number: AtNumber = None
) -> Response:
    """Return the same for the first decision of a finished game at or after a number, and what was played in this game."""
    return json(await explore_game(games, advice, account.client, live, number, settings.data))
