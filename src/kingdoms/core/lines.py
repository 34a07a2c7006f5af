"""Helpers for protocols of JSON lines: reading lines of limited length, fields that several requests have, and errors."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO, Final, NoReturn

from kingdoms.core.errors import KingdomsError, RecordError, no_field, shown
from kingdoms.core.game import Game
from kingdoms.core.registry import game_class
from kingdoms.files import decode
from kingdoms.texts import text

LONGEST_LINE: Final = 8_388_608
"""The maximum length of a line in bytes. A longer line is answered with an error and skipped without being stored."""
NEW_FIELDS: Final = ("game", "players", "seats", "rulings")


class RequestError(KingdomsError):
    """A line that is not a valid request. `at` is the index of the action at fault, if any."""

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
    """Yield the non-empty lines of a stream, and a RequestError for each line that is too long.

    Examples:
        >>> import io
        >>> len(list(read_lines(io.BytesIO(bytes([49, 10, 10, 50])))))
        2
    """
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            yield RequestError(text("request.too_long", most=LONGEST_LINE), code="too_long")
        elif line.removeprefix(BOM_UTF8).strip():
            yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE + 1)


def read_json(line: bytes) -> Any:
    """Parse a line of JSON.

    Raises:
        RequestError: the line is not JSON, repeats a field in an object, or is nested too deeply.

    Examples:
        >>> read_json(b'{"id": 1, "id": 2}')
        Traceback (most recent call last):
        ...
        kingdoms.core.lines.RequestError: the field "id" appears twice in one object
    """
    try:
        return _READER.decode(decode(line))
    except RecursionError:
        raise RequestError(text("request.line_too_deep"), code="json") from None
    except ValueError as error:
        raise RequestError(text("request.not_json", error=error), code="json") from None


def check_fields(data: Mapping[str, Any], fields: tuple[str, ...], label: str) -> None:
    """Check that all fields are known.

    Raises:
        RequestError: a field is unknown.
    """
    for name in data:
        if name not in fields:
            raise RequestError(f"{label}: {no_field(name, fields)}")


def object_in(request: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return the value of a field, which must be an object.

    Raises:
        RequestError: it is not.
    """
    value = request[name]
    if not isinstance(value, Mapping):
        raise RequestError(text("request.not_an_object", name=name, value=shown(value)))
    return value


def new_game(request: Mapping[str, Any]) -> Game:
    """Return the game that the field `new` of a request describes.

    Raises:
        KingdomsError: the field is malformed, or there is no such game.

    Examples:
        >>> new_game({"new": {"game": "middlesea", "players": 2}}).seats
        ('N', 'S')
    """
    new = object_in(request, "new")
    check_fields(new, NEW_FIELDS, "new")
    if "game" not in new:
        raise RequestError(text("request.new_without_game"))
    if ("players" in new) == ("seats" in new):
        raise RequestError(text("request.new_seats"))
    players, seats = new.get("players"), new.get("seats")
    if "players" in new and type(players) is not int:
        raise RequestError(text("request.new_players", players=shown(players)))
    if "seats" in new and not isinstance(seats, list):
        raise RequestError(text("request.new_seats_list", seats=shown(seats)))
    return game_class(new["game"])(players if "players" in new else seats, new.get("rulings"))


def actions_in(request: Mapping[str, Any]) -> list[Any]:
    """Return the list in the field `actions`, empty if the field is missing.

    Raises:
        RequestError: the field is not a list.
    """
    actions = request.get("actions", [])
    if not isinstance(actions, list):
        raise RequestError(text("request.actions", actions=shown(actions)))
    return actions


def apply_actions(actions: list[Any], apply: Callable[[str], None]) -> None:
    """Apply the actions of a request in order.

    Raises:
        RequestError: an action is not a text, or cannot be applied; `at` is its index.
    """
    for index, action in enumerate(actions):
        if not isinstance(action, str):
            raise RequestError(text("request.action", action=shown(action)), at=index)
        try:
            apply(action)
        except KingdomsError as error:
            raise RequestError(error.message, code=error.code, clause=error.clause, at=index) from None


def error_json(error: KingdomsError) -> dict[str, Any]:
    """Return an error as JSON data for an answer."""
    carried: dict[str, Any] = {"code": error.code, "clause": error.clause, "message": error.message}
    if isinstance(error, RequestError) and error.at is not None:
        carried["at"] = error.at
    if isinstance(error, RecordError):
        carried["line"] = error.line
    return carried


def _reject_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object from its fields; raise RequestError if a field is repeated."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name in counts if counts[name] > 1)
        raise RequestError(text("request.twice", name=shown(twice)), code="json")
    return fields


def _reject_constant(word: str) -> NoReturn:
    """Reject NaN and Infinity, which are not valid JSON."""
    raise RequestError(text("request.not_a_number", word=word), code="json")


# shared: for short lines, creating a decoder takes as long as decoding
_READER: Final = json.JSONDecoder(object_pairs_hook=_reject_repeats, parse_constant=_reject_constant)
