"""The errors of the client. Each is a `ClientError`, and so a `KingdomsError`.

ClientError
 +- Unreachable      no answer from the server, after several attempts
 +- UnexpectedAnswer an answer that is not what the API promises
 +- NoView           the server sends no position here, or the game cannot read it
 +- GameGone         the game was cancelled or deleted
 +- Refused          the server refused a request; carries its code and text
     +- NotAllowed   401 or 403: an invalid token, another player's seat, advice where there is none
     +- NotFound     404
     +- Conflict     409: no longer possible
     |   +- Stale    an action based on an older moment; carries the number and the missed entries
     +- Invalid      400 or 422: an invalid request, or an action that the rules forbid
     +- TooMany      429: too many requests, or too much of something
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kingdoms.core.errors import KingdomsError


class ClientError(KingdomsError):
    """The base class of all errors of the client."""

    code = "client"


class Unreachable(ClientError):
    """The server gave no answer."""

    code = "unreachable"


class UnexpectedAnswer(ClientError):
    """The server's answer is not what the API promises: another program, or another version."""

    code = "unexpected_answer"


class NoView(ClientError):
    """There is no view to read."""

    code = "no_view"


class GameGone(ClientError):
    """The game was cancelled or deleted while the client followed it."""

    code = "gone"


class Refused(ClientError):
    """The server refused a request.

    Args:
        status: the HTTP status.
        error: the server's `error` object.
        body: the whole answer.
        retry_after: the seconds after which the server suggests another attempt, or None.

    Attributes:
        status: the HTTP status.
        code: the server's word for the error, such as "not_your_turn"; for an illegal action, the code of its refusal.
        clause: the clause of the rules that forbids an action, or None.
        message: one sentence for people.
        body: the whole answer; some errors have more fields.
        retry_after: the seconds after which the server suggests another attempt, or None.
    """

    clause: str | None  # type: ignore[assignment]  # the server cites clauses of rules only

    def __init__(self, status: int, error: Mapping[str, Any], body: Mapping[str, Any], retry_after: float | None) -> None:
        super().__init__(str(error.get("message") or f"the server answered with status {status}"))
        self.status = status
        self.code = str(error.get("code") or "error")
        self.clause = error.get("clause")
        self.body = body
        self.retry_after = retry_after

    def __str__(self) -> str:
        return f"{self.message} [{self.status} {self.code}{f', {self.clause}' if self.clause else ''}]"


class NotAllowed(Refused):
    """401 or 403: the request is not this client's to make."""


class NotFound(Refused):
    """404: there is no such game, seat or number."""


class Conflict(Refused):
    """409: it is not, or no longer, possible."""


class Stale(Conflict):
    """409 `stale`: the game has gone on since the moment that an action was based on."""

    @property
    def number(self) -> int:
        """The number of the game's newest entry."""
        return int(self.body.get("number", 0))


class Invalid(Refused):
    """400 or 422: the request is invalid, or the rules forbid the action."""


class TooMany(Refused):
    """429: too many requests, or too much of something."""


_KINDS: Mapping[int, type[Refused]] = {
    400: Invalid,
    401: NotAllowed,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    422: Invalid,
    429: TooMany,
}


def refusal(status: int, body: Any, retry_after: str | None = None) -> Refused:
    """Return the error for an answer of the server.

    Args:
        status: the HTTP status, 400 or above.
        body: the JSON data of the answer, or None if there is none.
        retry_after: the header `Retry-After`.

    Examples:
        >>> refusal(409, {"error": {"code": "stale", "clause": None, "message": "It is 7 now."}, "number": 7})
        Stale('It is 7 now.', code='stale', clause=None)
    """
    body = body if isinstance(body, Mapping) else {}
    error = body.get("error")
    error = error if isinstance(error, Mapping) else {}
    kind = Stale if status == 409 and error.get("code") == "stale" else _KINDS.get(status, Refused)
    seconds = float(retry_after) if retry_after is not None and retry_after.isdigit() else None
    return kind(status, error, body, seconds)
