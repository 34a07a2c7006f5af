"""Schemas of requests and answers for playing."""

from __future__ import annotations

from typing import Annotated

from pydantic import (
    Field,
    StringConstraints,
)

from kingdoms.server.base.schemas import ActionText, Number, RequestBody


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
