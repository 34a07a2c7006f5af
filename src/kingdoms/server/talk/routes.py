"""Routes of talk at tables; see docs/server.md."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from kingdoms.protocol.answers import RemarkAnswer
from kingdoms.server.base.schemas import SeatName
from kingdoms.server.table.access import CHANGES, KnownVisitorId, Live, VisitorId, answers, app_service, fails, json
from kingdoms.server.talk import blocks, cases, schemas
from kingdoms.server.talk.service import PAGE, Talk
from kingdoms.server.visitors.limits import client_network
from kingdoms.table.base.errors import ApiError
from kingdoms.texts import text

router = APIRouter()
InTalk = Annotated[Talk, app_service("talk")]
Numbered = Annotated[int, Path(ge=0, le=2**53 - 1)]
Bound = Annotated[int | None, Query(ge=0, le=2**53 - 1)]


@router.get("/games/{game_id}/talk", **answers(schemas.TalkAnswer, 404, 422))
async def read(
    talk: InTalk,
    live: Live,
    visitor_id: KnownVisitorId,
    after: Bound = None,
    before: Bound = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> Response:
    """Return a page of the messages that the visitor may read: the newest, or those after or before a number."""
    if after is not None and before is not None:
        raise ApiError(422, "invalid", text("error.after_and_before"))
    return json(await talk.page(live, visitor_id, limit, after, before))


@router.post("/games/{game_id}/talk", **answers(RemarkAnswer, *CHANGES, 404, 409))
async def say(request: Request, talk: InTalk, live: Live, visitor_id: VisitorId, body: schemas.SayRequest) -> Response:
    """Send a message at a table."""
    return json(await talk.say(live, visitor_id, client_network(request), body))


@router.put("/games/{game_id}/talk", **fails(*CHANGES, 404))
async def switch(talk: InTalk, live: Live, visitor_id: VisitorId, body: schemas.TalkRequest) -> schemas.TalkSwitchAnswer:
    """Switch talk at a table on or off, as its host."""
    await talk.switch(live, visitor_id, body.on)
    return schemas.TalkSwitchAnswer(on=body.on)


@router.get("/games/{game_id}/talk/reports", **answers(schemas.ReportsAnswer, 403, 404, 422))
async def reports(talk: InTalk, live: Live, visitor_id: KnownVisitorId) -> Response:
    """Return the messages reported to the host."""
    return json({"reported": await talk.reports(live, visitor_id)})


@router.post("/games/{game_id}/talk/{number}/report", status_code=204, **fails(*CHANGES, 404, 409))
async def report(talk: InTalk, live: Live, number: Numbered, visitor_id: VisitorId) -> None:
    """Report a message to the operator, and to the host unless it is the host's own."""
    await talk.report(live, visitor_id, number)


@router.get("/me/reports", **answers(schemas.OwnReportsAnswer))
async def own_reports(talk: InTalk, visitor_id: KnownVisitorId) -> Response:
    """Return the visitor's reports and their outcomes."""
    return json(await cases.own_reports(talk.games.database, visitor_id))


@router.post("/me/reports/told", status_code=204, **fails(*CHANGES))
async def note_told(talk: InTalk, visitor_id: VisitorId) -> None:
    """Note that the visitor has seen the outcomes of their reports."""
    await cases.note_told(talk.games.database, visitor_id)


@router.put("/games/{game_id}/talk/{number}/mute", status_code=204, **fails(*CHANGES, 404, 409))
async def mute(talk: InTalk, live: Live, number: Numbered, visitor_id: VisitorId, body: schemas.MuteRequest) -> None:
    """Mute the author of a message at all tables, or unmute them."""
    await talk.mute(live, visitor_id, number, body.muted)


@router.post("/games/{game_id}/talk/{number}/block", status_code=204, **fails(*CHANGES, 404, 409))
async def block_author(talk: InTalk, live: Live, number: Numbered, visitor_id: VisitorId) -> None:
    """Block the author of a message, at all tables."""
    await talk.block_author(live, visitor_id, number)


@router.post("/games/{game_id}/seats/{seat}/block", status_code=204, **fails(*CHANGES, 404, 409))
async def block_player(talk: InTalk, live: Live, seat: SeatName, visitor_id: VisitorId) -> None:
    """Block the holder of a seat, at all tables."""
    await talk.block_player(live, visitor_id, seat)


@router.get("/me/blocked", **answers(schemas.BlockedAnswer))
async def blocked(talk: InTalk, visitor_id: KnownVisitorId) -> Response:
    """Return whom the visitor has blocked."""
    return json({"blocked": await blocks.list_blocks(talk.games.database, visitor_id)})


@router.post("/me/blocked/{block}/lift", status_code=204, **fails(*CHANGES, 404))
async def lift(talk: InTalk, block: Annotated[str, Path(max_length=16)], visitor_id: VisitorId) -> None:
    """Lift a block."""
    await blocks.lift(talk.games.database, visitor_id, block)
