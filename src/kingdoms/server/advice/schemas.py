"""Requests and answers of hints and reviews."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    Field,
)

from kingdoms.server.game.schemas import EventAnswer, Facts
from kingdoms.server.schemas import ActionText, Answer, Number, RequestBody, SeatName


class LineRequest(RequestBody):
    """Actions to play out from a moment of a finished game, and whose view of it is wanted."""

    number: Number
    actions: Annotated[list[ActionText], Field(max_length=50)]
    seat: SeatName | None = None


class LineStepAnswer(Answer):
    """One action of a line, with the table after it."""

    by: str | None
    action: str
    view: Facts
    events: list[EventAnswer]


class LineAnswer(Answer):
    """A line as far as it could be played."""

    steps: list[LineStepAnswer]


class ExpectedStep(Answer):
    """One action of the line that search expects; `action` is null where it is a secret to whoever asks."""

    by: str
    action: str | None
    sentences: list[str]


class OptionLine(Answer):
    """One of the best choices; `spread`: how far its chances may be off, `proven`: whether they are certain."""

    action: str
    words: str
    visits: int
    prior: float
    chances: dict[str, float]
    spread: float
    proven: bool
    line: list[ExpectedStep]


class ReasonAnswer(Answer):
    """What the sentence of a reason consists of: its code among those of its game, and what it speaks of."""

    code: str
    details: dict[str, Any]


class AnalysisLine(Answer):
    """What is known of a position so far. The last line says why it is: done, the game has moved on, the allowance is spent.

    `reason` says in a sentence why the best choice is one, and `why` what that consists of; null where no more is known.
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
    why: ReasonAnswer | None
    done: bool
    ended: Literal["done", "moved", "spent"] | None


class ReviewLine(Answer):
    """One line of a review, by its type; only the fields that the type has are there.

    `begin` (total, strength), `decision` (all from number to better), `turning_points` (numbers, the worst first), `waits`
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
    chances: dict[str, float] | None = None
    spread: float | None = None
    proven: bool | None = None
    loss: float | None = None
    doubt: float | None = None
    better: OptionLine | None = None
    numbers: list[int] | None = None
    seconds: int | None = None


STREAMED: tuple[type[BaseModel], ...] = (AnalysisLine, ReviewLine)
"""What the lines of streams hold: OpenAPI is told of these beside the answers."""
