"""Requests and answers of play."""

from __future__ import annotations

from typing import Annotated

from pydantic import (
    Field,
    StringConstraints,
)

from kingdoms.server.game.schemas import AskAnswer, EntryAnswer, Facts
from kingdoms.server.schemas import ActionText, Answer, Number, RequestBody


class ActRequest(RequestBody):
    """An action, and the number that it was decided on."""

    base: Number
    action: ActionText
    client_id: Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$")] | None = None


class UndoRequest(RequestBody):
    """The number that undoing was decided on."""

    base: Number


class PreviewRequest(RequestBody):
    """Actions to try out."""

    base: Number
    actions: Annotated[list[ActionText], Field(max_length=50)]


class NumberAnswer(Answer):
    """The number of what was done."""

    number: int


class ViewAnswer(Answer):
    """What a seat sees, and what is asked of it."""

    number: int
    view: Facts
    ask: AskAnswer | None


class LegalAnswer(Answer):
    """What is asked of a seat."""

    number: int
    ask: AskAnswer | None


class HistoryAnswer(Answer):
    """What has happened, a page of it; `more`: there is more after the last entry."""

    entries: list[EntryAnswer]
    more: bool
