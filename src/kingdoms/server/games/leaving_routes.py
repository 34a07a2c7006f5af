"""The addresses by which people end a game or leave it: giving up, proposing something, and answering that."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path

from kingdoms.server.games import leaving_schemas, schemas
from kingdoms.server.games.access import CHANGES, Games, Live, Somebody, fails

router = APIRouter()

ProposalId = Annotated[str, Path(max_length=24)]


@router.post("/games/{game_id}/seats/{seat}/resign", response_model=schemas.InfoAnswer, **fails(*CHANGES, 404, 409, 503))
async def resign(games: Games, live: Live, seat: str, who: Somebody) -> Any:
    """Give the own seat up for good."""
    await games.leaving.resign(live, seat, who)
    return games.audience.info(live, who)


@router.post("/games/{game_id}/proposals", response_model=schemas.InfoAnswer, **fails(*CHANGES, 404, 409, 503))
async def propose(games: Games, live: Live, who: Somebody, wanted: leaving_schemas.ProposalRequest) -> Any:
    """Propose to end the game now, or to take the own last move back."""
    await games.leaving.propose(live, wanted.kind, who)
    return games.audience.info(live, who)


@router.post("/games/{game_id}/proposals/{proposal_id}", response_model=schemas.InfoAnswer, **fails(*CHANGES, 404, 409, 503))
async def answer(
    games: Games, live: Live, proposal_id: ProposalId, who: Somebody, wanted: leaving_schemas.AnswerRequest
) -> Any:
    """Agree to a proposal, decline it, or withdraw the own one."""
    await games.leaving.answer(live, proposal_id, wanted.answer, who)
    return games.audience.info(live, who)
