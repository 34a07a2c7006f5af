"""Schemas of requests and answers about puzzles; see docs/server.md."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from kingdoms.protocol.answers import AnswerBody, AskAnswer, EventAnswer, GameFacts, SaidAnswer
from kingdoms.server.base.schemas import ActionText, RequestBody

Played = Annotated[list[ActionText], Field(max_length=20)]
"""The right answers so far."""


class PuzzleSummary(AnswerBody):
    """A puzzle in a list. `title`: its theme for people; `steps`: the number of actions in the solution."""

    name: str
    game: str
    seats: list[str]
    seat: str
    theme: str
    title: str
    difficulty: int
    steps: int


class PuzzlesAnswer(AnswerBody):
    """The puzzles that come with the games."""

    puzzles: list[PuzzleSummary]


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


class VerdictAnswer(AnswerBody):
    """The verdict on an answer.

    `right`: the answer is the solution, or as good; `expected`: it is the solution itself; `chance` and `best`: the expected
    share of the game after it, and after the best answer; `reason`: what the answer brings; `cost`: for a wrong answer, what
    it leads to that costs most; `better`: for a wrong answer without such a cost, what the best answer would bring; `steps`:
    the expected line; `next`: the next question, if any.
    """

    action: str
    right: bool
    expected: bool
    solved: bool
    chance: float
    best: float
    reason: str
    said: SaidAnswer | None
    cost: EventAnswer | None
    better: SentenceAnswer | None
    steps: list[PuzzleStep]
    next: PuzzleMoment | None
