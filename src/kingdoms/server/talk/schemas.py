"""Schemas of requests and answers about talk."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, StrictBool, StringConstraints, model_validator
from pydantic_core import PydanticCustomError, PydanticKnownError

from kingdoms import texts
from kingdoms.protocol.answers import AnswerBody, Phrase, RemarkAnswer, Room
from kingdoms.server.base.names import readable
from kingdoms.server.base.schemas import RequestBody

LONGEST = 300
"""Maximum number of characters of a remark."""


def plain_line(text: str) -> str:
    r"""Validate a line of talk, and return it in Unicode's composed form.

    Raises:
        PydanticCustomError: it has no visible characters, or characters that change the display of others.

    Examples:
        >>> plain_line("Zoe\u0308!") == "Zo\u00eb!"
        True
        >>> plain_line("\u3164")
        Traceback (most recent call last):
        ...
        pydantic_core._pydantic_core.PydanticCustomError: there is nothing to read in this message
    """
    try:
        return readable(text, "message", LONGEST)
    except PydanticKnownError as error:
        if error.type == "string_too_short":
            raise PydanticCustomError("empty", texts.text("error.talk_empty")) from None
        raise PydanticCustomError("long", texts.text("error.talk_long", longest=LONGEST)) from None


Line = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST, pattern=r"^[^\x00-\x1f\x7f]*$"),
    AfterValidator(plain_line),
]
"""A line of talk."""


class SayRequest(RequestBody):
    """A new remark: a text, or a quick phrase by name."""

    text: Line | None = None
    phrase: Phrase | None = None

    @model_validator(mode="after")
    def _check_one(self) -> SayRequest:
        if (self.text is None) == (self.phrase is None):
            raise PydanticCustomError("one", texts.text("error.talk_either"))
        return self


class TalkRequest(RequestBody):
    """Whether talk at a table is on."""

    on: StrictBool


class MuteRequest(RequestBody):
    """Whether to mute the author."""

    muted: StrictBool


class TalkAnswer(AnswerBody):
    """A page of remarks, in order. `more`: there are further remarks; `room`: who can read the visitor's next remark."""

    remarks: list[RemarkAnswer]
    more: bool
    on: bool
    room: Room


class TalkSwitchAnswer(AnswerBody):
    """Whether talk at a table is on."""

    on: bool


class ReportedAnswer(AnswerBody):
    """A reported remark, and the number of reports."""

    remark: RemarkAnswer
    reports: int


class ReportsAnswer(AnswerBody):
    """The remarks reported to the host, the newest first."""

    reported: list[ReportedAnswer]


class OwnReportAnswer(AnswerBody):
    """A remark that the visitor has reported, and the outcome of the report."""

    game: str
    at: str
    status: Literal["open", "looked_at", "closed"]
    name: str | None
    phrase: Phrase | None
    text: str | None


class OwnReportsAnswer(AnswerBody):
    """The visitor's reports, the newest first. `news`: the number of outcomes that the visitor has not seen."""

    reports: list[OwnReportAnswer]
    news: int


class BlockAnswer(AnswerBody):
    """A person whom the visitor has blocked, and their name at that time. `id` names the block only."""

    id: str
    name: str | None
    at: str


class BlockedAnswer(AnswerBody):
    """The people whom the visitor has blocked, the newest first."""

    blocked: list[BlockAnswer]
