"""Schemas of requests and answers about shared positions; see docs/server.md."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from kingdoms.export.position_text import LONGEST
from kingdoms.protocol.answers import AnswerBody, AskAnswer, EventAnswer, GameFacts
from kingdoms.server.base.schemas import ActionText, RequestBody

MOST_ACTIONS = 200
"""The maximum number of actions on an analysis board, chance included."""


class BoardRequest(RequestBody):
    """An analysis board: the text of a position, and the actions played on it.

    `on`: with no actions, play on from the position: chance plays, and the view is that of the seat to move.
    """

    text: Annotated[str, Field(max_length=LONGEST)]
    actions: Annotated[list[ActionText], Field(max_length=MOST_ACTIONS)] = Field(default_factory=list)
    on: bool = False


class BoardTrialRequest(BoardRequest):
    """Actions to preview on an analysis board."""

    trial: Annotated[list[ActionText], Field(max_length=50)]


class BoardWhyRequest(BoardRequest):
    """An action on an analysis board whose refusal is wanted."""

    action: ActionText


class BoardStep(AnswerBody):
    """An action on an analysis board, and what happened."""

    by: str
    action: str
    events: list[EventAnswer]


class BoardAnswer(AnswerBody):
    """An analysis board.

    `seat`: the seat whose view it is, null for an onlooker's; `text`: the text of this position as that seat sees it; `ask`:
    null unless that seat is to move; `guessed`: whether what the seat cannot know has been chosen at random; `steps`: the
    actions on the board, with those of chance.
    """

    game: str
    seat: str | None
    seats: list[str]
    text: str
    view: GameFacts
    ask: AskAnswer | None
    guessed: bool
    steps: list[BoardStep]


class TextAnswer(AnswerBody):
    """The text of a position; `/p/TEXT` opens it on an analysis board."""

    text: str
