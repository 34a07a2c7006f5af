"""Routes of pictures: of finished games, and of boards for link previews."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response

from kingdoms.server.advice.routes import ClientAccount
from kingdoms.server.base.errors import error_responses
from kingdoms.server.pictures.films import Films
from kingdoms.server.pictures.previews import FRESH, Previews
from kingdoms.server.table.access import Live, Shared, Written, app_service, chunked_response
from kingdoms.table.answers.pictures import check_drawn, draw_moment
from kingdoms.table.answers.viewing import number_in
from kingdoms.table.game.live import LiveGame

router = APIRouter()

Linked = Annotated[Previews, app_service("previews")]
Drawn = Annotated[Films, app_service("films")]

SHARED_FRESH = 86_400
"""Seconds for which the picture of a shared position may be cached; only a new version of this server draws it differently."""

Theme = Annotated[Literal["light", "dark"], Query()]

SVG: dict[str, Any] = {
    "response_class": Response,
    "responses": {200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}, **error_responses(404, 409, 422, 503)},
}

PNG: dict[str, Any] = {
    "response_class": Response,
    "responses": {
        200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}},
        **error_responses(404, 422, 503),
    },
}


def svg(live: LiveGame, drawn: str, name: str) -> Response:
    """Return an SVG as a download."""
    headers = {"Content-Disposition": f'attachment; filename="{live.header.game}-{live.header.id}{name}.svg"'}
    return chunked_response(drawn, headers=headers, media_type="image/svg+xml")


@router.get("/games/{game_id}/picture", **SVG)
async def picture(live: Live, number: Annotated[int | None, Query(ge=0)] = None, theme: Theme = "light") -> Response:
    """Return a picture of a moment of a finished game, by default its end."""
    check_drawn(live)
    at = number_in(live, number)
    drawn = await asyncio.to_thread(draw_moment, live, at, theme)
    return svg(live, drawn, f"-{at}")


@router.get("/games/{game_id}/film", **SVG)
async def film(films: Drawn, live: Live, account: ClientAccount, theme: Theme = "light") -> Response:
    """Return an animated picture of a finished game."""
    check_drawn(live)
    return svg(live, await films.film(live, theme, account), "")


@router.get("/games/{game_id}/board.png", **PNG)
async def board(previews: Linked, live: Live, account: ClientAccount) -> Response:
    """Return the board as an onlooker sees it, for link previews."""
    drawn = await previews.board_png(live, account)
    return Response(drawn, headers={"Cache-Control": f"public, max-age={FRESH:.0f}"}, media_type="image/png")


@router.get("/positions/{written}/board.png", **PNG)
async def shared_board(previews: Linked, view: Shared, written: Written, account: ClientAccount) -> Response:
    """Return the view that the text of a position holds, for link previews."""
    drawn = await previews.view_png(written, view, account)
    return Response(drawn, headers={"Cache-Control": f"public, max-age={SHARED_FRESH}"}, media_type="image/png")
