"""Routes of puzzles. The server keeps no state of attempts: each request contains the answers so far."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response

from kingdoms.core.errors import IllegalAction, NotationError, UnknownGame
from kingdoms.core.registry import game_class, game_names
from kingdoms.core.state import State
from kingdoms.protocol.answers import ExplainAnswer, PreviewAnswer
from kingdoms.puzzles import Puzzle, PuzzleError
from kingdoms.puzzles.daily import puzzle_of_day, today
from kingdoms.puzzles.files import find_puzzle, shipped
from kingdoms.puzzles.puzzle import Moment
from kingdoms.puzzles.reasons import reason_for
from kingdoms.puzzles.solving import Attempt, Step, Verdict, play_out
from kingdoms.server.advice.routes import Advises, ClientAccount
from kingdoms.server.advice.service import Advice
from kingdoms.server.base.errors import ApiError, as_api_error
from kingdoms.server.bots.worker import BotFailed
from kingdoms.server.game import messages
from kingdoms.server.game.account import Account
from kingdoms.server.puzzles import schemas
from kingdoms.server.table.access import CHANGES, answers, json
from kingdoms.texts import text

log = logging.getLogger("kingdoms.games")
router = APIRouter(prefix="/puzzles")

TIMEOUT = 30.0
"""Seconds until the search for an answer times out."""


async def puzzle_of(name: str) -> Puzzle:
    """Return the puzzle in the path, or raise a 404 error."""
    try:
        return find_puzzle(name)
    except PuzzleError as error:
        raise ApiError(404, "no_puzzle", f"{error.message[0].upper()}{error.message[1:]}.") from None


Named = Annotated[Puzzle, Depends(puzzle_of)]


@router.get("", **answers(schemas.PuzzlesAnswer, 404, 422))
async def list_puzzles(game: Annotated[str | None, Query(max_length=30)] = None) -> Response:
    """List puzzles."""
    try:
        names = game_names() if game is None else [game_class(game).name]
    except UnknownGame as error:
        raise ApiError(404, error.code, error.message) from None
    return json({"puzzles": [puzzle.summary() for name in names for puzzle in shipped(name)]})


@router.get("/today", **answers(schemas.TodayAnswer))
async def puzzle_of_today() -> Response:
    """Return the puzzle of the day."""
    day = today()
    puzzle = puzzle_of_day(day)
    return json({"date": day.isoformat(), "puzzle": puzzle and puzzle.summary()})


@router.get("/{name}", **answers(schemas.PuzzleAnswer, 404, 422))
async def one_puzzle(puzzle: Named) -> Response:
    """Return a puzzle, without its solution."""
    attempt = Attempt(puzzle)
    return json(puzzle.summary() | {"origin": puzzle.origin.to_json(), "moment": moment(attempt)})


@router.post("/{name}/answer", **answers(schemas.VerdictAnswer, *CHANGES, 404, 409, 429, 503))
async def answer(advice: Advises, puzzle: Named, account: ClientAccount, body: schemas.AttemptRequest) -> Response:
    """Judge an answer, by search if the puzzle does not include it."""
    attempt = attempt_of(puzzle, body.played)
    table, decision = attempt.table, attempt.moment
    check_legal(table, body.action)
    if attempt.is_known(body.action):
        verdict = attempt.answer(body.action)
        return json(verdict_message(attempt, table, decision, verdict))
    verdict = await search_answer(advice, account, puzzle, body.played, body.action)
    return json(verdict_message(None if verdict.right else attempt, table, decision, verdict))


@router.post("/{name}/solution", **answers(schemas.VerdictAnswer, *CHANGES, 404, 409))
async def solution(puzzle: Named, body: schemas.PuzzleRequest) -> Response:
    """Return the best answer."""
    attempt = attempt_of(puzzle, body.played)
    table, decision = attempt.table, attempt.moment
    verdict = attempt.answer(decision.right[0].action)
    return json(verdict_message(attempt, table, decision, verdict))


@router.post("/{name}/preview", **answers(PreviewAnswer, *CHANGES, 404, 409))
async def preview(puzzle: Named, body: schemas.TrialRequest) -> Response:
    """Return what actions would do, without playing them."""
    attempt = attempt_of(puzzle, body.played)
    return json(messages.preview(attempt.table, puzzle.seat, body.actions))


@router.post("/{name}/explain", **answers(ExplainAnswer, *CHANGES, 404, 409))
async def explain(puzzle: Named, body: schemas.AttemptRequest) -> Response:
    """Return why an action is not legal."""
    return json(messages.refusal(attempt_of(puzzle, body.played).table, body.action))


def attempt_of(puzzle: Puzzle, played: Sequence[str]) -> Attempt:
    """Return the attempt after the right answers so far.

    Raises:
        ApiError: 409, an answer is not right, or the puzzle is solved.
    """
    try:
        attempt = Attempt(puzzle, played)
    except PuzzleError as error:
        raise ApiError(409, "not_so_far", f"{error.message}.") from None
    if attempt.is_solved:
        raise ApiError(409, "solved", text("error.solved"))
    return attempt


def check_legal(table: State, action: str) -> None:
    """Check that an action is legal.

    Raises:
        ApiError: 422, it is not.
    """
    try:
        table.checked(action)
    except (IllegalAction, NotationError) as error:
        raise as_api_error(error, 422) from None


async def search_answer(advice: Advice, account: Account, puzzle: Puzzle, played: Sequence[str], action: str) -> Verdict:
    """Judge an answer by search, which is charged to an account.

    Raises:
        ApiError: 429, the allowance is used up; 503, the search has failed.
    """
    advice.check_allowance(account.client)
    began = time.monotonic()
    try:
        return await advice.pool.ask(account, TIMEOUT, judge, puzzle.name, tuple(played), action)
    except BotFailed as error:
        log.error("an answer to puzzle %s could not be judged: %s", puzzle.name, error.message)
        raise ApiError(503, "bot_failed", text("error.bot_failed")) from None
    finally:
        advice.allowance.charge(account.client, time.monotonic() - began)


def judge(name: str, played: Sequence[str], action: str) -> Verdict:
    """Judge an answer; runs in a worker process."""
    return Attempt(find_puzzle(name), played).answer(action)


def moment(attempt: Attempt) -> dict[str, Any]:
    """Return the view and the question at this step of an attempt."""
    return {"view": messages.facts(attempt.table, attempt.puzzle.seat), "ask": messages.pending_question(attempt.table)}


def step_message(step: Step, seat: str) -> dict[str, Any]:
    """Return a step of a line as a seat sees it."""
    events = [messages.event(event) for event in step.events]
    return {"by": step.by, "action": step.action, "view": messages.facts(step.state, seat), "events": events}


def verdict_message(attempt: Attempt | None, table: State, decision: Moment, verdict: Verdict) -> dict[str, Any]:
    """Return the answer about a verdict.

    Args:
        attempt: the attempt after it; None if it is over.
        table: the state in which the answer was given.
    """
    over = attempt is None or attempt.is_solved
    assert table.to_move is not None
    reason = reason_for(table, decision, verdict)
    steps = [step_message(step, table.to_move) for step in play_out(table, table.to_move, verdict.line)]
    return {
        "action": verdict.action,
        "right": verdict.right,
        "expected": verdict.expected,
        "solved": verdict.solved,
        "chance": round(verdict.chance, 3),
        "best": round(verdict.best, 3),
        **messages.message_fields("reason", reason.answer),
        "cost": None if reason.cost is None else messages.event(reason.cost),
        "better": messages.message_fields("text", reason.best) if reason.best else None,
        "steps": steps,
        "next": None if over or attempt is None or not verdict.right else moment(attempt),
    }
