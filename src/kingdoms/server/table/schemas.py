"""Schemas of requests and answers for playing."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import (
    Field,
    StringConstraints,
)

from kingdoms.server.base.schemas import ActionText, AnswerBody, Number, RequestBody
from kingdoms.server.game.schemas import AskAnswer, EntryAnswer, GameFacts


class ActRequest(RequestBody):
    """An action, and the number of the game that it is based on."""

    base: Number
    action: ActionText
    client_id: Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$")] | None = None


class UndoRequest(RequestBody):
    """The number of the game that an undo is based on."""

    base: Number


class PreviewRequest(RequestBody):
    """Actions to preview, and the number of the game that they are based on."""

    base: Number
    actions: Annotated[list[ActionText], Field(max_length=50)]


class NumberAnswer(AnswerBody):
    """The number of the new entry."""

    number: int


class ViewAnswer(AnswerBody):
    """A seat's view, and the question to it.

    `position`: the view in the format of positions, if the request asks for it; null where advice is not allowed.
    """

    number: int
    view: GameFacts
    ask: AskAnswer | None
    position: dict[str, Any] | None = None


class LegalAnswer(AnswerBody):
    """The question to a seat."""

    number: int
    ask: AskAnswer | None


class HistoryAnswer(AnswerBody):
    """A page of entries. `more`: there are entries after the last one."""

    entries: list[EntryAnswer]
    more: bool
