"""Routes of puzzles. The server keeps no state of attempts: each request contains the answers so far."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from kingdoms.protocol.answers import ExplainAnswer, PreviewAnswer
from kingdoms.puzzles import Puzzle
from kingdoms.puzzles.daily import today
from kingdoms.server.advice.routes import ClientAccount
from kingdoms.server.puzzles import schemas
from kingdoms.server.puzzles.service import ServerPuzzles
from kingdoms.server.table.access import CHANGES, answers, app_service, json
from kingdoms.table.answers import puzzles
from kingdoms.table.answers.puzzles import MOST_LISTED

router = APIRouter(prefix="/puzzles")

All = Annotated[ServerPuzzles, app_service("puzzles")]


async def puzzle_of(collection: All, name: str) -> Puzzle:
    """Return the puzzle in the path, or raise a 404 error."""
    return await collection.find(name)


Named = Annotated[Puzzle, Depends(puzzle_of)]


@router.get("", **answers(schemas.PuzzlesAnswer, 404, 422))
async def list_puzzles(
    collection: All,
    game: Annotated[str | None, Query(max_length=30)] = None,
    theme: Annotated[str | None, Query(max_length=30)] = None,
    seats: Annotated[int | None, Query(ge=2, le=8)] = None,
    name: Annotated[list[schemas.PuzzleName] | None, Query(max_length=MOST_LISTED)] = None,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = MOST_LISTED,
) -> Response:
    """List puzzles by pages: of a game, a theme, a number of seats, or by their names."""
    request = SimpleNamespace(game=game, theme=theme, seats=seats, name=name, offset=offset, limit=limit)
    return json(await collection.page(request))


@router.get("/today", **answers(schemas.TodayAnswer))
async def puzzle_of_today(collection: All) -> Response:
    """Return the puzzle of the day."""
    return json(await collection.of_day(today()))


@router.post("/rate", **answers(schemas.RateAnswer, *CHANGES, 404))
async def rate(collection: All, body: schemas.RateRequest) -> Response:
    """Return a solver's rating after a first attempt at a puzzle. The server stores nothing."""
    return json(await collection.rate(body))


@router.post("/next", **answers(schemas.NextAnswer, *CHANGES, 404))
async def next_one(collection: All, body: schemas.NextRequest) -> Response:
    """Return the next puzzle that fits a solver."""
    return json(await collection.next(body))


@router.get("/{name}", **answers(schemas.PuzzleAnswer, 404, 422))
async def one_puzzle(collection: All, puzzle: Named) -> Response:
    """Return a puzzle, without its solution."""
    return json(await collection.show(puzzle))


@router.post("/{name}/answer", **answers(schemas.VerdictAnswer, *CHANGES, 404, 409, 429, 503))
async def answer(collection: All, puzzle: Named, account: ClientAccount, body: schemas.AttemptRequest) -> Response:
    """Judge an answer, by search if the puzzle does not include it."""
    return json(await collection.answer(puzzle, account, body))


@router.post("/{name}/solution", **answers(schemas.VerdictAnswer, *CHANGES, 404, 409))
async def solution(collection: All, puzzle: Named, body: schemas.PuzzleRequest) -> Response:
    """Return the best answer."""
    return json(await collection.solution(puzzle, body))


@router.post("/{name}/preview", **answers(PreviewAnswer, *CHANGES, 404, 409))
async def preview(puzzle: Named, body: schemas.TrialRequest) -> Response:
    """Return what actions would do, without playing them."""
    return json(puzzles.preview(puzzle, body))


@router.post("/{name}/explain", **answers(ExplainAnswer, *CHANGES, 404, 409))
async def explain(puzzle: Named, body: schemas.AttemptRequest) -> Response:
    """Return why an action is not legal."""
    return json(puzzles.explain(puzzle, body))
