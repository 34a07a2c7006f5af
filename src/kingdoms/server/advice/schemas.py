"""Schemas of requests and answers of hints and reviews."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from kingdoms.protocol.answers import AnswerBody, EventAnswer, GameFacts, SaidAnswer
from kingdoms.server.base.schemas import ActionText, Number, RequestBody, SeatName


class LineRequest(RequestBody):
    """Actions to play from a moment of a finished game, and the seat whose view is wanted."""

    number: Number
    actions: Annotated[list[ActionText], Field(max_length=50)]
    seat: SeatName | None = None


class LineStepAnswer(AnswerBody):
    """An action of a line, and the view after it."""

    by: str | None
    action: str
    view: GameFacts
    events: list[EventAnswer]


class LineAnswer(AnswerBody):
    """A line, up to its first illegal action."""

    steps: list[LineStepAnswer]


class ExpectedStep(AnswerBody):
    """An action of the line that search expects; `action` is null if it is secret to the visitor."""

    by: str
    action: str | None
    sentences: list[str]


class OptionLine(AnswerBody):
    """One of the best choices. `spread`: the uncertainty of its chances; `proven`: whether they are exact."""

    action: str
    words: str
    said: SaidAnswer | None
    visits: int
    prior: float
    chances: dict[str, float]
    spread: float
    proven: bool
    line: list[ExpectedStep]
    line_said: list[list[SaidAnswer | None]]


class ReasonAnswer(AnswerBody):
    """A reason in structured form: a code of the game, and its details."""

    code: str
    details: dict[str, Any]


class GainAnswer(AnswerBody):
    """What a better choice changes, and how much of the game that is worth to the seat."""

    text: str
    said: SaidAnswer | None
    share: float


class AnalysisLine(AnswerBody):
    """The results for a position so far. `ended`, in the last line: done, the game has moved on, or the allowance is spent.

    `reason`: a sentence on why the best choice is good; `why`: the same in structured form, null if there is none.
    `gains`, in the last line: what the best choice changes for the better, compared with the option `than`, or null.
    """

    number: int
    seat: str | None
    chances: dict[str, float]
    spread: float
    proven: bool
    visits: int
    seconds: float
    options: list[OptionLine]
    reason: str
    said: SaidAnswer | None
    why: ReasonAnswer | None
    than: str | None
    gains: list[GainAnswer]
    done: bool
    ended: Literal["done", "moved", "spent"] | None


class LevelLine(AnswerBody):
    """What the bot of a level would do. `ended`, in the last line: done, or the allowance is spent."""

    number: int
    level: int
    bot: str
    title: str
    action: str
    words: str
    said: SaidAnswer | None
    seconds: float
    done: bool
    ended: Literal["done", "moved", "spent"] | None


class ReviewLine(AnswerBody):
    """A line of a review. Each type has its own fields; others are left out.

    `begin` (total, strength), `decision` (all from number to gains), `turning_points` (numbers, the worst first), `waits`
    (seconds), `failed`, `done` (chances at the end).
    """

    type: Literal["begin", "decision", "turning_points", "waits", "failed", "done"]
    total: int | None = None
    strength: str | None = None
    number: int | None = None
    at: int | None = None
    by: str | None = None
    action: str | None = None
    words: str | None = None
    said: SaidAnswer | None = None
    chances: dict[str, float] | None = None
    spread: float | None = None
    proven: bool | None = None
    loss: float | None = None
    doubt: float | None = None
    better: OptionLine | None = None
    gains: list[GainAnswer] | None = None
    numbers: list[int] | None = None
    seconds: int | None = None


STREAMED: tuple[type[BaseModel], ...] = (AnalysisLine, LevelLine, ReviewLine)
"""Schemas of the lines of streams, which are added to the OpenAPI document."""
