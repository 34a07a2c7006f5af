"""Errors that are returned to clients, as `{"error": {"code", "clause", "message"}}`."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from kingdoms.core.errors import IllegalAction, KingdomsError
from kingdoms.core.message import message_json
from kingdoms.texts import text

PLACES: Final = ("body", "query", "path", "header")
"""The parts of a request, as the places of faults begin with them."""


class ApiError(Exception):
    """An error that is returned to the client.

    Args:
        code: a stable word for programs.
        message: one sentence for people.
        clause: the clause of the rules that it follows from.
        extra: more fields of the body, beside `error`.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        clause: str | None = None,
        extra: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.clause = clause
        self.extra = dict(extra or {})
        self.headers = dict(headers or {})

    @property
    def body(self) -> dict[str, Any]:
        """The body of the response, as JSON data."""
        return {"error": {"code": self.code, "clause": self.clause, "message": self.message}, **self.extra}


def as_api_error(error: KingdomsError, status: int = 400) -> ApiError:
    """Return the error for clients that stands for an error of the rules or of another part of this package.

    Args:
        status: the HTTP status; that of an illegal action is always 422.
    """
    if not isinstance(error, IllegalAction):
        return ApiError(status, error.code, error.message, error.clause)
    return ApiError(422, error.code, error.message, error.clause, {"said": message_json(error.refusal.said)})


@contextlib.contextmanager
def api_errors(status: int) -> Iterator[None]:
    """Raise errors of the rules, or of another part of this package, as errors for clients; see `as_api_error`."""
    try:
        yield
    except KingdomsError as error:
        raise as_api_error(error, status) from None


def too_many(code: str, message: str, seconds: float, /, **extra: Any) -> ApiError:
    """Return a 429 error for a client that may retry in some seconds; `extra` are more fields of the body."""
    return ApiError(429, code, message, extra=extra, headers={"Retry-After": str(math.ceil(seconds))})


def invalid(place: Iterable[str | int], fault: str, *, is_json: bool = True) -> ApiError:
    """Return one sentence about an invalid request, which never quotes the request.

    Args:
        place: the part of the request, then the names and numbers of the fields that lead to the fault.
        is_json: whether the body can be read at all.

    Examples:
        >>> invalid(["body", "seats", 0, "kind"], "Field required").message
        'seats.0.kind: field required'
    """
    if not is_json:
        return ApiError(422, "invalid", text("error.not_json"))
    parts = [str(part) for part in place]
    path = ".".join(part for part in parts if part not in PLACES)
    path = path or ("the body" if parts[:1] == ["body"] else "the request")
    return ApiError(422, "invalid", f"{path}: {fault[0].lower()}{fault[1:]}")


class ServerStop(ApiError):
    """The server stops before it could answer; it is unknown whether the request took effect."""

    def __init__(self) -> None:
        super().__init__(503, "stopping", text("error.stopping"), headers={"Retry-After": "5", "Connection": "close"})


RETRY_AFTER: Final = 5
"""Seconds after which clients retry during an outage."""


class Unavailable(ApiError):
    """The database is not available; the request has had no effect."""

    def __init__(self) -> None:
        message = "The server can't use its database just now. Try again in a moment."
        super().__init__(503, "database", message, headers={"Retry-After": str(RETRY_AFTER)})


class EntryCollision(Exception):
    """Another server, or another request, has written an entry with this number first."""
