"""What the server answers: frozen models, each under its name in `kingdoms.protocol.answers` without the ending "Answer"."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from kingdoms.client.errors import UnexpectedAnswer
from kingdoms.protocol.answers import AskAnswer as Ask
from kingdoms.protocol.answers import ChangeAnswer as Change
from kingdoms.protocol.answers import ChoiceAnswer as Choice
from kingdoms.protocol.answers import ClaimAnswer as Claim
from kingdoms.protocol.answers import ClocksAnswer as Clocks
from kingdoms.protocol.answers import EntryAnswer as Entry
from kingdoms.protocol.answers import EventAnswer as Event
from kingdoms.protocol.answers import ExplainAnswer as Explain
from kingdoms.protocol.answers import GamesAnswer as Games
from kingdoms.protocol.answers import HistoryAnswer as History
from kingdoms.protocol.answers import InfoAnswer as Info
from kingdoms.protocol.answers import LegalAnswer as Legal
from kingdoms.protocol.answers import NoticeAnswer as Notice
from kingdoms.protocol.answers import NumberAnswer as Number
from kingdoms.protocol.answers import OutcomeAnswer as Outcome
from kingdoms.protocol.answers import PreviewAnswer as Preview
from kingdoms.protocol.answers import RemarkAnswer as Remark
from kingdoms.protocol.answers import SeatAnswer as Seat
from kingdoms.protocol.answers import TokenAnswer as Token
from kingdoms.protocol.answers import ViewAnswer as View
from kingdoms.protocol.answers import VisitorAnswer as Me

__all__ = [
    "Ask",
    "Change",
    "Choice",
    "Claim",
    "Clocks",
    "Entry",
    "Event",
    "Explain",
    "Games",
    "History",
    "Info",
    "Legal",
    "Me",
    "Notice",
    "Number",
    "Outcome",
    "Preview",
    "Remark",
    "Seat",
    "Token",
    "View",
    "read",
]

T = TypeVar("T")

_READERS: dict[Any, TypeAdapter[Any]] = {}
"""Readers of answers by type."""


def read(kind: type[T], data: Any, name: str = "the answer") -> T:
    """Return JSON data as an object of a type.

    Args:
        kind: a class of this module, or a type that its fields have.
        data: the JSON data.
        name: what the data is, for the error.

    Raises:
        UnexpectedAnswer: the data has another form.

    Examples:
        >>> read(Claim, {"id": "a1", "seat": "N", "later": True}).seat
        'N'
        >>> read(Claim, {"id": 7, "seat": "N"})
        Traceback (most recent call last):
        ...
        kingdoms.client.errors.UnexpectedAnswer: the answer.id is not as the API promises: Input should be a valid string
    """
    reader = _READERS.get(kind) or _READERS.setdefault(kind, TypeAdapter(kind))
    try:
        answer: T = reader.validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in first["loc"])
        raise UnexpectedAnswer(f"{name}{place} is not as the API promises: {first['msg']}") from None
    return answer
