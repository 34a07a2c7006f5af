"""Routes of puzzles. The server keeps no state of attempts: each request contains the answers so far."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response

from kingdoms.core.errors import IllegalAction, NotationError, UnknownGame
from kingdoms.core.registry import game_class
from kingdoms.core.state import State
from kingdoms.protocol.answers import ExplainAnswer, PreviewAnswer
from kingdoms.puzzles import Puzzle, PuzzleError
from kingdoms.puzzles.daily import puzzle_of_day, today
from kingdoms.puzzles.files import find_puzzle, summaries
from kingdoms.puzzles.fitting import next_puzzle, select
from kingdoms.puzzles.puzzle import Moment
from kingdoms.puzzles.rating import duel
from kingdoms.puzzles.reasons import reason_for, shown_line
from kingdoms.puzzles.solving import Attempt, Step, Verdict
from kingdoms.puzzles.summary import Summary
from kingdoms.server.advice.routes import Advises, ClientAccount
from kingdoms.server.database.engine import Database
from kingdoms.server.puzzles import schemas
from kingdoms.server.ratings.puzzles import moved_ratings
from kingdoms.server.table.access import CHANGES, Games, answers, json
from kingdoms.table import messages
from kingdoms.table.account import Account
from kingdoms.table.advice import Advice
from kingdoms.table.errors import ApiError, as_api_error
from kingdoms.table.thinking import BotFailed
from kingdoms.texts import text

log = logging.getLogger("kingdoms.games")
router = APIRouter(prefix="/puzzles")

MOST_LISTED = 100
"""The maximum number of puzzles on a page."""
TIMEOUT = 30.0
"""Seconds until the search for an answer times out."""


async def puzzle_of(name: str) -> Puzzle:
    """Return the puzzle in the path, or raise a 404 error."""
    try:
        return await asyncio.to_thread(find_puzzle, name)
    except PuzzleError as error:
        raise ApiError(404, "no_puzzle", f"{error.message[0].upper()}{error.message[1:]}.") from None


Named = Annotated[Puzzle, Depends(puzzle_of)]


@router.get("", **answers(schemas.PuzzlesAnswer, 404, 422))
async def list_puzzles(
    games: Games,
    game: Annotated[str | None, Query(max_length=30)] = None,
    theme: Annotated[str | None, Query(max_length=30)] = None,
    seats: Annotated[int | None, Query(ge=2, le=8)] = None,
    name: Annotated[list[schemas.PuzzleName] | None, Query(max_length=MOST_LISTED)] = None,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = MOST_LISTED,
) -> Response:
    """List puzzles by pages: of a game, a theme, a number of seats, or by their names."""
    selection = select((await summaries_of(game)).values(), seats=seats)
    if name is not None:
        selection = [summary for summary in selection if summary.name in set(name)]
    counts = Counter((summary.game, summary.theme, summary.title) for summary in selection)
    selection = select(selection, theme=theme)
    page = await rated(games.database, selection[offset : offset + limit])
    themes = [{"game": of, "theme": key, "title": title, "count": n} for (of, key, title), n in counts.items()]
    return json({"puzzles": page, "total": len(selection), "themes": themes})


@router.get("/today", **answers(schemas.TodayAnswer))
async def puzzle_of_today(games: Games) -> Response:
    """Return the puzzle of the day."""
    day = today()
    puzzle = await asyncio.to_thread(puzzle_of_day, day)
    return json({"date": day.isoformat(), "puzzle": puzzle and await summary_of(games.database, puzzle.name)})


@router.post("/rate", **answers(schemas.RateAnswer, *CHANGES, 404))
async def rate(games: Games, body: schemas.RateRequest) -> Response:
    """Return a solver's rating after a first attempt at a puzzle. The server stores nothing."""
    await puzzle_of(body.puzzle)
    puzzle = (await moved_ratings(games.database, [body.puzzle])).get(body.puzzle) or summaries()[body.puzzle].strength
    solver = duel(body.rating.strength(), puzzle, body.solved)[0]
    points = solver.to_json()
    return json({"rating": solver._asdict(), "points": points["points"], "spread_points": points["spread"]})


@router.post("/next", **answers(schemas.NextAnswer, *CHANGES, 404))
async def next_one(games: Games, body: schemas.NextRequest) -> Response:
    """Return the next puzzle that fits a solver."""
    selection = select((await summaries_of(body.game)).values(), theme=body.theme, seats=body.seats)
    attempted = set(body.attempted)
    left = [summary for summary in selection if summary.name not in attempted]
    ratings = {name: strength.rating for name, strength in (await moved_ratings(games.database)).items()}
    summary = await asyncio.to_thread(next_puzzle, left, body.rating.strength(), (), body.seed, ratings)
    return json({"puzzle": summary and (await rated(games.database, [summary]))[0], "left": len(left)})


@router.get("/{name}", **answers(schemas.PuzzleAnswer, 404, 422))
async def one_puzzle(games: Games, puzzle: Named) -> Response:
    """Return a puzzle, without its solution."""
    attempt = Attempt(puzzle)
    summary = await summary_of(games.database, puzzle.name)
    return json(summary | {"origin": puzzle.origin.to_json(), "moment": moment(attempt)})


async def summaries_of(game: str | None) -> Mapping[str, Summary]:
    """Return the summaries of a game's puzzles, or of all, by name. The first time, files are read, beside the event loop.

    Raises:
        ApiError: 404, there is no such game.
    """
    try:
        return await asyncio.to_thread(summaries, None if game is None else [game_class(game).name])
    except UnknownGame as error:
        raise ApiError(404, error.code, error.message) from None


async def rated(database: Database, selection: Sequence[Summary]) -> list[dict[str, Any]]:
    """Return puzzles for a list, with their present ratings."""
    moved = await moved_ratings(database, [summary.name for summary in selection])
    points = {name: strength.points for name, strength in moved.items()}
    return [summary.to_json() | ({"rating": points[summary.name]} if summary.name in points else {}) for summary in selection]


async def summary_of(database: Database, name: str) -> dict[str, Any]:
    """Return a puzzle as it is in a list."""
    return (await rated(database, [summaries()[name]]))[0]


@router.post("/{name}/answer", **answers(schemas.VerdictAnswer, *CHANGES, 404, 409, 429, 503))
async def answer(advice: Advises, puzzle: Named, account: ClientAccount, body: schemas.AttemptRequest) -> Response:
    """Judge an answer, by search if the puzzle does not include it."""
    attempt = attempt_of(puzzle, body.played)
    table, decision = attempt.table, attempt.moment
    check_legal(table, body.action)
    if attempt.is_known(body.action):
        verdict = attempt.answer(body.action)
    else:
        verdict = await search_answer(advice, account, puzzle, body.played, body.action)
    return json(await asyncio.to_thread(verdict_message, attempt, table, decision, verdict))


@router.post("/{name}/solution", **answers(schemas.VerdictAnswer, *CHANGES, 404, 409))
async def solution(puzzle: Named, body: schemas.PuzzleRequest) -> Response:
    """Return the best answer."""
    attempt = attempt_of(puzzle, body.played)
    table, decision = attempt.table, attempt.moment
    verdict = attempt.answer(decision.right[0].action)
    return json(await asyncio.to_thread(verdict_message, attempt, table, decision, verdict))


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
        verdict: Verdict = await advice.pool.ask(account, TIMEOUT, judge, puzzle.name, tuple(played), action)
        return verdict
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
        attempt: the attempt, after the answer if the puzzle covers it; None for a single decision.
        table: the state in which the answer was given.
        decision: the decision.
        verdict: the verdict.
    """
    assert table.to_move is not None
    reason = reason_for(table, decision, verdict)
    line = shown_line(table, verdict, (decision,) if attempt is None else attempt.puzzle.moments)
    return {
        "action": verdict.action,
        "right": verdict.right,
        "expected": verdict.expected,
        "solved": verdict.solved,
        "chance": round(verdict.chance, 3),
        "best": round(verdict.best, 3),
        "move": messages.message_fields("text", reason.move),
        "why": {"kind": reason.kind, "said": [messages.message_fields("text", said) for said in reason.said]},
        "steps": [step_message(step, table.to_move) for step in line],
        "next": moment(attempt) if attempt is not None and verdict.right and not verdict.solved else None,
    }
