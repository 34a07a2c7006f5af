"""The route of the referee; see docs/server.md."""

from __future__ import annotations

from fastapi import APIRouter, Response

from kingdoms.server.sandbox.schemas import SandboxAnswer, SandboxRequest
from kingdoms.server.table.access import (
    CHANGES,
    answers,
    json,
)
from kingdoms.table.answers.sandbox import play

router = APIRouter()


@router.post("/sandbox", **answers(SandboxAnswer, *CHANGES))
async def sandbox(body: SandboxRequest) -> Response:
    """Play actions in a position, and return the result, as the referee does."""
    return json(play(body))
