"""Routes of mistakes: own decisions of finished games, to be tried again at the real position. The server keeps no attempts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response

from kingdoms.protocol.answers import ExplainAnswer, PreviewAnswer
from kingdoms.server.advice.routes import Advises, ClientAccount
from kingdoms.server.puzzles import schemas
from kingdoms.server.puzzles.routes import All
from kingdoms.server.table.access import CHANGES, KnownVisitorId, Live, answers, json
from kingdoms.table.answers import mistakes
from kingdoms.table.answers.mistakes import Mistake
from kingdoms.table.game import messages

router = APIRouter(prefix="/games/{game_id}/mistakes/{number}")


async def mistake_of(
    advice: Advises,
    live: Live,
    visitor_id: KnownVisitorId,
    account: ClientAccount,
    number: Annotated[int, Path(ge=1, le=1_000_000)],
) -> Mistake:
    """Return the visitor's own decision in the path, or raise an error."""
    return await mistakes.find_mistake(advice, live, visitor_id, account.client, number)


Numbered = Annotated[Mistake, Depends(mistake_of)]


@router.get("", **answers(schemas.MistakeAnswer, 403, 404, 409, 422))
async def one_mistake(mistake: Numbered) -> Response:
    """Return the position of a decision as its seat knew it, and what was played."""
    return json(mistakes.show(mistake))


@router.post("/answer", **answers(schemas.VerdictAnswer, *CHANGES, 404, 409, 429, 503))
async def answer(collection: All, mistake: Numbered, account: ClientAccount, body: schemas.AttemptRequest) -> Response:
    """Judge another choice in this position by search."""
    return json(await mistakes.judge(collection, account, mistake, body.action))


@router.post("/solution", **answers(schemas.VerdictAnswer, *CHANGES, 404, 409, 429, 503))
async def solution(collection: All, mistake: Numbered, account: ClientAccount) -> Response:
    """Return the best choice by search."""
    return json(await mistakes.judge(collection, account, mistake, None))


@router.post("/preview", **answers(PreviewAnswer, *CHANGES, 404, 409))
async def preview(mistake: Numbered, body: schemas.TrialRequest) -> Response:
    """Return what actions would do, without playing them."""
    return json(messages.preview(mistake.table, mistake.seat, body.actions))


@router.post("/explain", **answers(ExplainAnswer, *CHANGES, 404, 409))
async def explain(mistake: Numbered, body: schemas.AttemptRequest) -> Response:
    """Return why an action is not legal."""
    return json(messages.refusal(mistake.table, body.action))
