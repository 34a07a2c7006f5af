"""Routes of mistakes: own decisions of finished games, to be tried again at the real position. The server keeps no attempts."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response

from kingdoms.core.state import State
from kingdoms.protocol.answers import ExplainAnswer, PreviewAnswer
from kingdoms.puzzles.mistakes import table_of
from kingdoms.puzzles.solving import play_out
from kingdoms.server.advice.routes import Advises, ClientAccount
from kingdoms.server.puzzles import schemas
from kingdoms.server.puzzles.routes import TIMEOUT, check_legal, step_message, verdict_message
from kingdoms.server.table.access import CHANGES, KnownVisitorId, Live, answers, json
from kingdoms.table import messages
from kingdoms.table.account import Account
from kingdoms.table.advice import Advice
from kingdoms.table.errors import ApiError
from kingdoms.table.live import MOST_ENTRIES, LiveGame
from kingdoms.table.searching import judge_choice
from kingdoms.table.thinking import BotFailed, GameMoment
from kingdoms.texts import text

log = logging.getLogger("kingdoms.games")
router = APIRouter(prefix="/games/{game_id}/mistakes/{number}")


@dataclass(frozen=True)
class Mistake:
    """A decision of a finished game: the entry, the number before it, its seat, and a table on which to try again."""

    live: LiveGame
    number: int
    before: int
    seat: str
    table: State


async def mistake_of(
    advice: Advises,
    live: Live,
    visitor_id: KnownVisitorId,
    account: ClientAccount,
    number: Annotated[int, Path(ge=1, le=1_000_000)],
) -> Mistake:
    """Return the visitor's own decision in the path.

    Raises:
        ApiError: 409, the game is not over; 403, the decision is another player's, or the game is a copy of a running one;
            404, the entry is no decision of the game.
    """
    if not live.is_over:
        raise ApiError(409, "not_over", text("error.not_over_mistake"))
    numbers = live.record_numbers
    entry = live.entries[number - 1] if number in numbers else None
    if entry is None or entry.action is None or entry.by not in live.game.seats:
        raise ApiError(404, "no_decision", text("error.no_decision", number=number))
    if entry.by not in live.seats_of(visitor_id):
        raise ApiError(403, "not_yours", text("error.not_yours", seat=entry.by))
    await advice.copies.check(live, live.number, account.client, most=MOST_ENTRIES)
    place = live.mainline.index(number)
    before = live.mainline[place - 1] if place else 0
    return Mistake(live, number, before, entry.by, table_of(live.state_at(before).view(entry.by)))


Numbered = Annotated[Mistake, Depends(mistake_of)]


@router.get("", **answers(schemas.MistakeAnswer, 403, 404, 409, 422))
async def one_mistake(mistake: Numbered) -> Response:
    """Return the position of a decision as its seat knew it, and what was played."""
    live, seat, action = mistake.live, mistake.seat, mistake.live.entries[mistake.number - 1].action
    (played, *_) = play_out(live.state_at(mistake.before), seat, [action or ""])
    return json(
        {
            "game": live.game.name,
            "seats": list(live.game.seats),
            "seat": seat,
            "before": mistake.before,
            "moment": {"view": messages.facts(mistake.table, seat), "ask": messages.pending_question(mistake.table)},
            "played": step_message(played, seat),
        }
    )


@router.post("/answer", **answers(schemas.VerdictAnswer, *CHANGES, 404, 409, 429, 503))
async def answer(advice: Advises, mistake: Numbered, account: ClientAccount, body: schemas.AttemptRequest) -> Response:
    """Judge another choice in this position by search."""
    check_legal(mistake.table, body.action)
    return await judged(advice, account, mistake, body.action)


@router.post("/solution", **answers(schemas.VerdictAnswer, *CHANGES, 404, 409, 429, 503))
async def solution(advice: Advises, mistake: Numbered, account: ClientAccount) -> Response:
    """Return the best choice by search."""
    return await judged(advice, account, mistake, None)


@router.post("/preview", **answers(PreviewAnswer, *CHANGES, 404, 409))
async def preview(mistake: Numbered, body: schemas.TrialRequest) -> Response:
    """Return what actions would do, without playing them."""
    return json(messages.preview(mistake.table, mistake.seat, body.actions))


@router.post("/explain", **answers(ExplainAnswer, *CHANGES, 404, 409))
async def explain(mistake: Numbered, body: schemas.AttemptRequest) -> Response:
    """Return why an action is not legal."""
    return json(messages.refusal(mistake.table, body.action))


async def judged(advice: Advice, account: Account, mistake: Mistake, action: str | None) -> Response:
    """Return the verdict on a choice, by a search that is charged to an account; None is the best choice.

    Raises:
        ApiError: 429, the allowance is used up; 503, the search has failed.
    """
    advice.check_allowance(account.client)
    moment = GameMoment.from_game(mistake.live, mistake.before)
    began = time.monotonic()
    try:
        decision, verdict = await advice.pool.ask(account, TIMEOUT, judge_choice, moment, mistake.seat, action)
    except BotFailed as error:
        log.error("a mistake could not be judged: %s", error.log_text(mistake.live.game))
        raise ApiError(503, "bot_failed", text("error.bot_failed")) from None
    finally:
        advice.allowance.charge(account.client, time.monotonic() - began)
    return json(await asyncio.to_thread(verdict_message, None, mistake.table, decision, verdict))
