"""The addresses of talk at tables."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from kingdoms.server.errors import ApiError
from kingdoms.server.games import talk_schemas as schemas
from kingdoms.server.games.access import CHANGES, Games, Known, Live, Somebody, answers, fails, json
from kingdoms.server.games.talk import PAGE
from kingdoms.server.security import where

router = APIRouter()

Numbered = Annotated[int, Path(ge=0, le=2**53 - 1)]
Bound = Annotated[int | None, Query(ge=0, le=2**53 - 1)]


@router.get("/games/{game_id}/talk", **answers(schemas.TalkAnswer, 404, 422))
async def read(
    games: Games,
    live: Live,
    who: Known,
    after: Bound = None,
    before: Bound = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> Response:
    """What people say at a table, as far as the visitor may read it: the newest, or after or before a number."""
    if after is not None and before is not None:
        raise ApiError(422, "invalid", "Give one of after and before.")
    return json(await games.talk.page(live, who, limit, after, before))


@router.post("/games/{game_id}/talk", **answers(schemas.RemarkAnswer, *CHANGES, 404, 409))
async def say(request: Request, games: Games, live: Live, who: Somebody, wanted: schemas.SayRequest) -> Response:
    """Say something at a table."""
    return json(await games.talk.say(live, who, where(request), wanted))


@router.put("/games/{game_id}/talk", **fails(*CHANGES, 404))
async def switch(games: Games, live: Live, who: Somebody, wanted: schemas.TalkRequest) -> schemas.TalkSwitchAnswer:
    """Let people talk at a table, or not: for its host."""
    await games.talk.switch(live, who, wanted.on)
    return schemas.TalkSwitchAnswer(on=wanted.on)


@router.get("/games/{game_id}/talk/reports", **answers(schemas.ReportsAnswer, 403, 404, 422))
async def reports(games: Games, live: Live, who: Known) -> Response:
    """What was reported to the host."""
    return json({"reported": await games.talk.reports(live, who)})


@router.post("/games/{game_id}/talk/{number}/report", status_code=204, **fails(*CHANGES, 404, 409))
async def report(games: Games, live: Live, number: Numbered, who: Somebody) -> None:
    """Report something that somebody has said to the host."""
    await games.talk.report(live, who, number)


@router.put("/games/{game_id}/talk/{number}/mute", status_code=204, **fails(*CHANGES, 404, 409))
async def mute(games: Games, live: Live, number: Numbered, who: Somebody, wanted: schemas.MuteRequest) -> None:
    """Read no more of what somebody says, at any table, or read it again."""
    await games.talk.mute(live, who, number, wanted.muted)
