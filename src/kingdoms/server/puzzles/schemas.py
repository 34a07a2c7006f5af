"""What requests and answers about puzzles look like; `docs/server.md` describes them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from kingdoms.server.game.schemas import AskAnswer, EventAnswer, Facts
from kingdoms.server.schemas import ActionText, Answer, RequestBody

Played = Annotated[list[ActionText], Field(max_length=20)]
"""The right answers that have been given already."""


class PuzzleSummary(Answer):
    """What a list says of a puzzle; `title`: its theme for people, `steps`: how many actions solve it."""

    name: str
    game: str
    seats: list[str]
    seat: str
    theme: str
    title: str
    difficulty: int
    steps: int


class PuzzlesAnswer(Answer):
    """The puzzles that come with the games."""

    puzzles: list[PuzzleSummary]


class PuzzleOrigin(Answer):
    """Where a puzzle comes from; `number`: how many entries of the game's record had been played."""

    bots: dict[str, str]
    seed: int
    number: int
    simulations: int
    search_seeds: list[int]
    version: str


class PuzzleMoment(Answer):
    """A decision of a puzzle, as its seat sees it."""

    view: Facts
    ask: AskAnswer


class PuzzleAnswer(PuzzleSummary):
    """A puzzle; what solves it is not told."""

    origin: PuzzleOrigin
    moment: PuzzleMoment


class PuzzleRequest(RequestBody):
    """The right answers given so far."""

    played: Played = Field(default_factory=list)


class AttemptRequest(PuzzleRequest):
    """An answer, and the right ones before it."""

    action: ActionText


class TrialRequest(PuzzleRequest):
    """Actions to try out, and the right answers before them."""

    actions: Annotated[list[ActionText], Field(max_length=50)]


class PuzzleStep(Answer):
    """One action of the line that is expected; `action` is null where its seat alone knows it."""

    by: str
    action: str | None
    view: Facts
    events: list[EventAnswer]


class VerdictAnswer(Answer):
    """What an answer is worth.

    `right`: it is what was looked for, or as good, which `expected` tells apart; `chance` and `best`: what share of the game
    the seat can expect after it, and after the best; `steps`: what is expected; `next`: what is asked now, if anything is.
    """

    action: str
    right: bool
    expected: bool
    solved: bool
    chance: float
    best: float
    steps: list[PuzzleStep]
    next: PuzzleMoment | None
