"""Schemas of requests and answers about puzzles; see docs/server.md."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictBool, StrictInt

from kingdoms.bots.strength import Strength
from kingdoms.protocol.answers import AnswerBody, AskAnswer, EventAnswer, GameFacts, SaidAnswer
from kingdoms.server.base.schemas import ActionText, RequestBody

Played = Annotated[list[ActionText], Field(max_length=20)]
"""The right answers so far."""
PuzzleName = Annotated[str, Field(min_length=1, max_length=100)]


class PuzzleSummary(AnswerBody):
    """A puzzle in a list.

    `number`: its place among the puzzles of its game, from 1; `title`: its theme for people; `steps`: the number of actions in
    the solution; `rating`: its rating in points, on the scale of players.
    """

    name: str
    game: str
    number: int
    seats: list[str]
    seat: str
    theme: str
    title: str
    difficulty: int
    steps: int
    rating: int


class ThemeCount(AnswerBody):
    """The number of puzzles of a theme."""

    game: str
    theme: str
    title: str
    count: int


class PuzzlesAnswer(AnswerBody):
    """A page of puzzles. `total`: how many there are of this selection; `themes`: the themes of all themes' puzzles in it."""

    puzzles: list[PuzzleSummary]
    total: int
    themes: list[ThemeCount]


class SolverRating(RequestBody):
    """The rating of a solver: the mean and standard deviation of openskill's model."""

    rating: Annotated[float, Field(strict=True, ge=-200, le=200)] = Strength().rating
    spread: Annotated[float, Field(strict=True, ge=0.01, le=20)] = Strength().spread


class RateRequest(RequestBody):
    """A first attempt at a puzzle, and the solver's rating before it."""

    rating: SolverRating = SolverRating()
    puzzle: PuzzleName
    solved: StrictBool


class SolverStrength(AnswerBody):
    """A rating: mean and standard deviation."""

    rating: float
    spread: float


class RateAnswer(AnswerBody):
    """The solver's rating after an attempt; in points, with `spread_points` as half the width of the 95% interval."""

    rating: SolverStrength
    points: int
    spread_points: int


class NextRequest(RequestBody):
    """What is asked of the next puzzle. `attempted`: the names of puzzles that must not come again."""

    rating: SolverRating = SolverRating()
    attempted: Annotated[list[PuzzleName], Field(max_length=5000)] = Field(default_factory=list)
    game: Annotated[str, Field(max_length=30)] | None = None
    theme: Annotated[str, Field(max_length=30)] | None = None
    seats: Annotated[int, Field(ge=2, le=8, strict=True)] | None = None
    seed: StrictInt = 0


class NextAnswer(AnswerBody):
    """The next puzzle, null if none is left; `left`: the number of puzzles to choose from."""

    puzzle: PuzzleSummary | None
    left: int


class TodayAnswer(AnswerBody):
    """The puzzle of a day in UTC, null without puzzles."""

    date: str
    puzzle: PuzzleSummary | None


class PuzzleOrigin(AnswerBody):
    """The game from which a puzzle was made. `number`: the number of entries of the record before the puzzle."""

    bots: dict[str, str]
    seed: int
    number: int
    simulations: int
    search_seeds: list[int]
    version: str


class PuzzleMoment(AnswerBody):
    """A decision of a puzzle, as its seat sees it."""

    view: GameFacts
    ask: AskAnswer


class PuzzleAnswer(PuzzleSummary):
    """A puzzle, without its solution."""

    origin: PuzzleOrigin
    moment: PuzzleMoment


class PuzzleRequest(RequestBody):
    """The progress of an attempt: the right answers so far."""

    played: Played = Field(default_factory=list)


class AttemptRequest(PuzzleRequest):
    """An answer, and the right answers before it."""

    action: ActionText


class TrialRequest(PuzzleRequest):
    """Actions to preview, and the right answers before them."""

    actions: Annotated[list[ActionText], Field(max_length=50)]


class PuzzleStep(AnswerBody):
    """An action of the expected line; `action` is null if only its seat knows it."""

    by: str
    action: str | None
    view: GameFacts
    events: list[EventAnswer]


class MistakeAnswer(AnswerBody):
    """A decision of a finished game, as its seat knew the position; `before`: the number before it; `played`: what it did."""

    game: str
    seats: list[str]
    seat: str
    before: int
    moment: PuzzleMoment
    played: PuzzleStep


class SentenceAnswer(AnswerBody):
    """A sentence as text and as message. Without `texts`, `text` is missing if there is a message."""

    text: str
    said: SaidAnswer | None


class PuzzleReasonAnswer(AnswerBody):
    """Why an answer is right or wrong: `said` is inserted into the sentence `puzzle.KIND` of the texts."""

    kind: str
    said: list[SentenceAnswer]


class VerdictAnswer(AnswerBody):
    """The verdict on an answer. Nothing about a wrong one gives the right one away.

    `right`: the answer is the solution, or as good; `expected`: it is the solution itself; `chance` and `best`: the expected
    share of the game after it, and after the best answer; `move`: the answer in words; `why`: why it is right or wrong;
    `steps`: the expected line, after a wrong answer without what would be right; `next`: the next question, if any.
    """

    action: str
    right: bool
    expected: bool
    solved: bool
    chance: float
    best: float
    move: SentenceAnswer
    why: PuzzleReasonAnswer
    steps: list[PuzzleStep]
    next: PuzzleMoment | None
