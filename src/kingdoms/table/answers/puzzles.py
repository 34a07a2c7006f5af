"""Puzzles: lists, attempts, and verdicts. No state of attempts is kept: each request contains the answers so far."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from kingdoms.bots.strength import Strength
from kingdoms.core.errors import UnknownGame
from kingdoms.core.registry import game_class
from kingdoms.core.state import State
from kingdoms.puzzles import Puzzle, PuzzleError
from kingdoms.puzzles.daily import puzzle_of_day
from kingdoms.puzzles.files import find_puzzle, summaries
from kingdoms.puzzles.fitting import next_puzzle, select
from kingdoms.puzzles.puzzle import Moment
from kingdoms.puzzles.rating import duel
from kingdoms.puzzles.reasons import reason_for, shown_line
from kingdoms.puzzles.solving import Attempt, Step, Verdict
from kingdoms.puzzles.summary import Summary
from kingdoms.table.advice.advice import Advice
from kingdoms.table.base.errors import ApiError, api_errors
from kingdoms.table.game import messages
from kingdoms.table.game.entries import Account
from kingdoms.texts import text

MOST_LISTED: Final = 100
"""The maximum number of puzzles on a page."""
TIMEOUT: Final = 30.0
"""Seconds until the search for an answer times out."""
Result = TypeVar("Result")
Rated = Mapping[str, Strength]
"""Ratings of puzzles by their names."""


class Puzzles:
    """Answers about puzzles."""

    def __init__(self, advice: Advice) -> None:
        self.advice = advice

    async def moved_ratings(self, names: Sequence[str] | None = None) -> Rated:
        """Return the ratings of puzzles that attempts have moved; those that come with the puzzles hold for the others."""
        return {}

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do work of some milliseconds; a home may do so beside everything else."""
        return work(*arguments)

    async def find(self, name: str) -> Puzzle:
        """Return a puzzle, or raise a 404 error."""
        try:
            return await self.run(find_puzzle, name)
        except PuzzleError as error:
            raise ApiError(404, "no_puzzle", f"{error.message[0].upper()}{error.message[1:]}.") from None

    async def page(self, request: Any) -> dict[str, Any]:
        """Return a page of puzzles: of a game, a theme, a number of seats, or by their names."""
        selection = select((await self._summaries(request.game)).values(), seats=request.seats)
        if request.name is not None:
            selection = [summary for summary in selection if summary.name in set(request.name)]
        counts = Counter((summary.game, summary.theme, summary.title) for summary in selection)
        selection = select(selection, theme=request.theme)
        page = await self.rated(selection[request.offset : request.offset + request.limit])
        themes = [{"game": of, "theme": key, "title": title, "count": n} for (of, key, title), n in counts.items()]
        return {"puzzles": page, "total": len(selection), "themes": themes}

    async def of_day(self, day: datetime.date) -> dict[str, Any]:
        """Return the puzzle of a day."""
        puzzle = await self.run(puzzle_of_day, day)
        return {"date": day.isoformat(), "puzzle": puzzle and (await self.rated([summaries()[puzzle.name]]))[0]}

    async def rate(self, request: Any) -> dict[str, Any]:
        """Return a solver's rating after a first attempt at a puzzle. Nothing is kept."""
        await self.find(request.puzzle)
        puzzle = (await self.moved_ratings([request.puzzle])).get(request.puzzle) or summaries()[request.puzzle].strength
        solver = duel(_strength(request.rating), puzzle, request.solved)[0]
        points = solver.to_json()
        return {"rating": solver._asdict(), "points": points["points"], "spread_points": points["spread"]}

    async def next(self, request: Any) -> dict[str, Any]:
        """Return the next puzzle that fits a solver."""
        selection = select((await self._summaries(request.game)).values(), theme=request.theme, seats=request.seats)
        attempted = set(request.attempted)
        left = [summary for summary in selection if summary.name not in attempted]
        ratings = {name: strength.rating for name, strength in (await self.moved_ratings()).items()}
        summary = await self.run(next_puzzle, left, _strength(request.rating), (), request.seed, ratings)
        return {"puzzle": summary and (await self.rated([summary]))[0], "left": len(left)}

    async def show(self, puzzle: Puzzle) -> dict[str, Any]:
        """Return a puzzle, without its solution."""
        attempt = Attempt(puzzle)
        summary = (await self.rated([summaries()[puzzle.name]]))[0]
        return summary | {"origin": puzzle.origin.to_json(), "moment": moment(attempt)}

    async def answer(self, puzzle: Puzzle, account: Account, request: Any) -> dict[str, Any]:
        """Judge an answer, by search if the puzzle does not include it."""
        attempt = attempt_of(puzzle, request.played)
        table, decision = attempt.table, attempt.moment
        check_legal(table, request.action)
        if attempt.is_known(request.action):
            verdict = attempt.answer(request.action)
        else:
            failure = f"an answer to puzzle {puzzle.name} could not be judged"
            question = judge, puzzle.name, tuple(request.played), request.action
            verdict = await self.advice.ask(account, TIMEOUT, failure, None, *question)
        return await self.run(verdict_message, attempt, table, decision, verdict)

    async def solution(self, puzzle: Puzzle, request: Any) -> dict[str, Any]:
        """Return the best answer."""
        attempt = attempt_of(puzzle, request.played)
        table, decision = attempt.table, attempt.moment
        verdict = attempt.answer(decision.right[0].action)
        return await self.run(verdict_message, attempt, table, decision, verdict)

    async def rated(self, selection: Sequence[Summary]) -> list[dict[str, Any]]:
        """Return puzzles for a list, with their present ratings."""
        moved = await self.moved_ratings([summary.name for summary in selection])
        points = {name: strength.points for name, strength in moved.items()}
        return [
            summary.to_json() | ({"rating": points[summary.name]} if summary.name in points else {}) for summary in selection
        ]

    async def _summaries(self, game: str | None) -> Mapping[str, Summary]:
        """Return the summaries of a game's puzzles, or of all, by name. The first time, files are read.

        Raises:
            ApiError: 404, there is no such game.
        """
        try:
            return await self.run(summaries, None if game is None else [game_class(game).name])
        except UnknownGame as error:
            raise ApiError(404, error.code, error.message) from None


def preview(puzzle: Puzzle, request: Any) -> dict[str, Any]:
    """Return what actions would do, without playing them."""
    return messages.preview(attempt_of(puzzle, request.played).table, puzzle.seat, request.actions)


def explain(puzzle: Puzzle, request: Any) -> dict[str, Any]:
    """Return why an action is not legal."""
    return messages.refusal(attempt_of(puzzle, request.played).table, request.action)


def _strength(rating: Any) -> Strength:
    return Strength(rating.rating, rating.spread)


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
    with api_errors(422):
        table.checked(action)


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
