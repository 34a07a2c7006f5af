"""What requests and answers about talk look like; see `schemas`."""

from __future__ import annotations

import string
import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictBool, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from kingdoms.server.names import readable
from kingdoms.server.schemas import Answer, RequestBody

LONGEST = 300
"""Characters of a remark."""
JOINERS = "\u200c\u200d"
"""They are not seen, but some scripts, and some pictures among letters, are not written without."""
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that look like spaces."""

Phrase = Literal["hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "still_here", "good_game"]
"""What can be said by one tap; the words are the page's."""
Room = Literal["all", "players", "onlookers"]
"""Who reads what is said: everybody, before a game and after it; while it runs players, or those who look on."""


def plain_line(text: str) -> str:
    r"""Return a line of talk in its composed form.

    Raises:
        PydanticCustomError: nothing of it can be seen, or it has characters that change how others are shown.

    Examples:
        >>> plain_line("Zoe\u0308!") == "Zo\u00eb!"
        True
        >>> plain_line("\u3164")
        Traceback (most recent call last):
        ...
        pydantic_core._pydantic_core.PydanticCustomError: there is nothing to read in this message
    """
    shown = readable(text.translate(dict.fromkeys(map(ord, JOINERS))), "a message")
    if not shown.strip(BLANKS + string.whitespace).strip():
        raise PydanticCustomError("empty", "there is nothing to read in this message")
    composed = unicodedata.normalize("NFC", text)
    if len(composed) > LONGEST:  # some letters are composed of more than they were written with
        raise PydanticCustomError("long", "a message has {longest} characters at most", {"longest": LONGEST})
    return composed


Line = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST, pattern=r"^[^\x00-\x1f\x7f]*$"),
    AfterValidator(plain_line),
]
"""A line of talk."""


class SayRequest(RequestBody):
    """Something to say: a text, or a quick phrase by its name."""

    text: Line | None = None
    phrase: Phrase | None = None

    @model_validator(mode="after")
    def _check_one(self) -> SayRequest:
        """Let through one of the two."""
        if (self.text is None) == (self.phrase is None):
            raise PydanticCustomError("one", "give either a text or a phrase")
        return self


class TalkRequest(RequestBody):
    """Whether people may talk at a table."""

    on: StrictBool


class MuteRequest(RequestBody):
    """Whether one wants to read no more of what somebody says."""

    muted: StrictBool


class RemarkAnswer(Answer):
    """Something that was said: a `phrase` by its name, or a `text`; neither is told of somebody whom the visitor has muted.

    `number` orders what was said in a game; `seat` and `name` are the speaker's, null where they have none.
    """

    number: int
    at: str
    room: Room
    seat: str | None
    name: str | None
    you: bool
    muted: bool
    phrase: Phrase | None
    text: str | None


class TalkAnswer(Answer):
    """A page of what was said, in order; `more`: there is more beyond it, `room`: who reads what the visitor says now."""

    remarks: list[RemarkAnswer]
    more: bool
    on: bool
    room: Room


class TalkSwitchAnswer(Answer):
    """Whether people may talk at a table."""

    on: bool


class ReportedAnswer(Answer):
    """A remark that was reported to the host, and by how many."""

    remark: RemarkAnswer
    reports: int


class ReportsAnswer(Answer):
    """What was reported to the host, the newest first."""

    reported: list[ReportedAnswer]


Number = Annotated[int, Field(ge=0, le=2**53 - 1)]
"""The number of a remark."""
