"""Routes of resignation and proposals; see docs/server.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path

from kingdoms.protocol.answers import InfoAnswer
from kingdoms.server.base.schemas import RequestBody
from kingdoms.server.table.access import CHANGES, Games, Live, VisitorId, app_service, fails
from kingdoms.table.service.ending import Ending

router = APIRouter()
Ends = Annotated[Ending, app_service("ending")]
ProposalId = Annotated[str, Path(max_length=24)]


class ProposalRequest(RequestBody):
    """A proposal: to end the game now, or to take back the visitor's last move and everything after it."""

    kind: Literal["end", "take_back"]


class AnswerRequest(RequestBody):
    """The answer to a proposal. Only its author can withdraw it."""

    answer: Literal["agree", "decline", "withdraw"]


@router.post("/games/{game_id}/seats/{seat}/resign", response_model=InfoAnswer, **fails(*CHANGES, 404, 409, 503))
async def resign(ending: Ends, games: Games, live: Live, seat: str, visitor_id: VisitorId) -> Any:
    """Resign a seat for good."""
    await ending.resign(live, seat, visitor_id)
    return games.broadcast.info(live, visitor_id)


@router.post("/games/{game_id}/proposals", response_model=InfoAnswer, **fails(*CHANGES, 404, 409, 503))
async def propose(ending: Ends, games: Games, live: Live, visitor_id: VisitorId, body: ProposalRequest) -> Any:
    """Propose to end the game now, or to take back the visitor's last move."""
    await ending.propose(live, body.kind, visitor_id)
    return games.broadcast.info(live, visitor_id)


@router.post("/games/{game_id}/proposals/{proposal_id}", response_model=InfoAnswer, **fails(*CHANGES, 404, 409, 503))
async def answer(
    ending: Ends, games: Games, live: Live, proposal_id: ProposalId, visitor_id: VisitorId, body: AnswerRequest
) -> Any:
    """Agree to a proposal, decline it, or withdraw the visitor's own one."""
    await ending.answer(live, proposal_id, body.answer, visitor_id)
    return games.broadcast.info(live, visitor_id)
