"""The route of the referee; see docs/server.md."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import Field

from kingdoms.protocol.answers import AnswerBody, AskAnswer, EventAnswer, ExplainAnswer, GameFacts
from kingdoms.server.base.schemas import ActionText, RequestBody, SeatName
from kingdoms.server.table.access import CHANGES, answers, json
from kingdoms.table.answers.sandbox import play

router = APIRouter()


class SandboxRequest(RequestBody):
    """A request to the referee; `seat` is the seat whose view is wanted, and `why` an action to be explained, not played."""

    new: dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    seat: SeatName | None = None
    actions: Annotated[list[ActionText], Field(max_length=200)] = Field(default_factory=list)
    why: ActionText | None = None


class SandboxAnswer(AnswerBody):
    """The referee's answer, with the question to the seat to move, and why the action of `why` is not legal."""

    view: GameFacts
    events: list[EventAnswer]
    ask: AskAnswer | None
    legal: list[str]
    why: ExplainAnswer | None = None


@router.post("/sandbox", **answers(SandboxAnswer, *CHANGES))
async def sandbox(body: SandboxRequest) -> Response:
    """Play actions in a position, and return the result, as the referee does."""
    return json(play(body))
