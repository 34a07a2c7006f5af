"""The route of the referee; see docs/server.md."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from kingdoms.core.errors import KingdomsError
from kingdoms.core.referee import carry_out
from kingdoms.server.errors import ApiError
from kingdoms.server.game import messages
from kingdoms.server.sandbox.schemas import SandboxAnswer, SandboxRequest
from kingdoms.server.table.access import (
    CHANGES,
    answers,
    json,
)

router = APIRouter()


@router.post("/sandbox", **answers(SandboxAnswer, *CHANGES))
async def sandbox(wanted: SandboxRequest) -> Response:
    """Play actions in a position, and return the result, as the referee does."""
    request: dict[str, Any] = {"actions": wanted.actions}
    given = {"new": wanted.new, "position": wanted.position, "view": wanted.seat}
    request |= {name: value for name, value in given.items() if value is not None}
    try:
        done = carry_out(request)
    except KingdomsError as error:
        raise ApiError(422, error.code, error.message, error.clause, {"at": getattr(error, "at", None)}) from None
    state = done.state
    answer = {"view": messages.facts(state, done.seat), "ask": messages.asked(state)}
    legal_texts = [state.game.action_to_string(action) for action in state.legal_actions()]
    why = {} if wanted.why is None else {"why": messages.refusal(state, wanted.why)}
    return json({**answer, "events": [messages.event(each) for each in done.events], "legal": legal_texts} | why)
