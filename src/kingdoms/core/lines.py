"""Programs that speak in lines of JSON: reading a line of bounded length, and saying what is wrong with it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, Final, NoReturn

from kingdoms.core.errors import KingdomsError, RecordError, shown, suggest

LONGEST_LINE: Final = 8_388_608
"""How many bytes a line may have; more is answered with an error, and passed over without being kept."""


class RequestError(KingdomsError):
    """A line that is not a request; `at` is the index of the action at fault, if it is one."""

    code, topic, clause = "request", "request", "N.7"

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        clause: str | None = None,
        topic: str | None = None,
        at: int | None = None,
    ) -> None:
        super().__init__(message, code=code, clause=clause, topic=topic)
        self.at = at


def read_lines(stream: BinaryIO) -> Iterator[bytes | RequestError]:
    """Yield the lines of a stream until it ends, but for empty ones; for one that is too long what is wrong with it.

    Examples:
        >>> import io
        >>> len(list(read_lines(io.BytesIO(bytes([49, 10, 10, 50])))))
        2
    """
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            yield RequestError(f"this line is longer than {LONGEST_LINE} bytes", code="too_long")
        elif line.strip():
            yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE + 1)


def read_json(line: bytes) -> Any:
    """Return what a line of JSON holds.

    Raises:
        RequestError: it is not JSON, names a field twice, or is nested too deeply.

    Examples:
        >>> read_json(b'{"id": 1, "id": 2}')
        Traceback (most recent call last):
        ...
        kingdoms.core.lines.RequestError: the field "id" appears twice in one object
    """
    try:
        return _READER.decode(line.decode("utf-8"))
    except RecursionError:
        raise RequestError("this line is nested too deeply", code="json") from None
    except ValueError as error:
        raise RequestError(f"this line is not JSON: {error}", code="json") from None


def check_fields(given: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    """See that there are no fields but those that are known.

    Raises:
        RequestError: there are.
    """
    for name in given:
        if name not in known:
            hint = suggest(name, known)
            raise RequestError(f"{where}: there is no field {shown(name)}{hint}; the fields are {', '.join(known)}")


def error_json(error: KingdomsError) -> dict[str, Any]:
    """Return an error as answers carry it."""
    carried: dict[str, Any] = {"code": error.code, "clause": error.clause, "message": error.message}
    if isinstance(error, RequestError) and error.at is not None:
        carried["at"] = error.at
    if isinstance(error, RecordError):
        carried["line"] = error.line
    return carried


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object, unless it names a field twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name in counts if counts[name] > 1)
        raise RequestError(f"the field {shown(twice)} appears twice in one object", code="json")
    return found


def _no_constant(word: str) -> NoReturn:
    """Refuse NaN and Infinity, which JSON does not have."""
    raise RequestError(f"this line is not JSON: {word} is not a number there", code="json")


# made once: for short lines making it takes as long as reading them
_READER: Final = json.JSONDecoder(object_pairs_hook=_without_repeats, parse_constant=_no_constant)
