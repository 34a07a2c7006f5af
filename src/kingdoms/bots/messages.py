"""The messages between a host and a program that plays: JSON objects, one per line.

`docs/programs.md` describes every field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import kingdoms
from kingdoms import texts
from kingdoms.core.bot import Seen
from kingdoms.core.event import Change, Event
from kingdoms.core.view import View
from kingdoms.files import decode

PROTOCOL: Final = 1
"""The version of the protocol, increased by each incompatible change."""
LONGEST_ANSWER: Final = 65_536
"""The maximum length of a line from a program, in bytes."""
LONGEST_REQUEST: Final = 67_108_864
"""The maximum length of a line from a host, in bytes; the first request in a long game has its whole history."""


class NoMessage(ValueError):
    """A line that is not a message. The error text is a predicate, such as "wrote something that is not JSON"."""


def hello(view: View, seed: int, seconds: float) -> dict[str, Any]:
    """Return the first message to a program: the game, the program's seat, and the time limit for a decision."""
    game = view.game
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "host": f"kingdoms {kingdoms.__version__}",
        "game": game.name,
        "rules_version": game.rules_version,
        "rulings": dict(game.rulings),
        "seats": list(game.seats),
        "seat": view.seat,
        "seed": seed,
        "clock": {"seconds": seconds},
    }


def decide(number: int, view: View, legal: Sequence[str], sightings: Sequence[Seen], seconds: float) -> dict[str, Any]:
    """Return the request for one decision."""
    return {
        "type": "decide",
        "id": number,
        "view": view.to_json(),
        "legal": list(legal),
        "seen": [write_seen(sighting) for sighting in sightings],
        "clock": {"seconds": seconds},
    }


def write_seen(sighting: Seen) -> dict[str, Any]:
    """Return an observed action as JSON data."""
    return {"by": sighting.by, "action": sighting.action, "events": [event.to_json() for event in sighting.events]}


def read_seen(data: Mapping[str, Any]) -> Seen:
    """Parse the output of `write_seen`; a missing field raises `KeyError`.

    Examples:
        >>> seen = Seen("N", None, (Event("road", "N", "North builds.", {}, (Change(("seats", "N", "goods"), 4, 3),)),))
        >>> read_seen(write_seen(seen)) == seen
        True
    """
    return Seen(data["by"], data["action"], tuple(_read_event(event) for event in data["events"]))


def _read_event(data: Mapping[str, Any]) -> Event:
    changes = tuple(Change(tuple(change["path"]), change["before"], change["after"]) for change in data["changes"])
    return Event(data["kind"], data["seat"], data["text"], data["details"], changes)


def pack(message: Mapping[str, Any]) -> bytes:
    """Serialise a message as one line."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def unpack(line: bytes, longest: int) -> dict[str, Any]:
    """Parse a line into a message.

    Raises:
        NoMessage: the line is longer than `longest` bytes, or is not a JSON object.

    Examples:
        >>> unpack(b"hello", 100)
        Traceback (most recent call last):
        kingdoms.bots.messages.NoMessage: wrote something that is not JSON: hello
    """
    if len(line) > longest:
        raise NoMessage(texts.text("bot.long_line", longest=longest))
    try:
        message = json.loads(decode(line))
    except (ValueError, RecursionError):
        raise NoMessage(texts.text("bot.no_json", line=printable(line))) from None
    if not isinstance(message, dict):
        raise NoMessage(texts.text("bot.no_object", line=printable(line)))
    return message


def printable(line: bytes, most: int = 60) -> str:
    """Return the start of a line without control characters, safe to print to a terminal."""
    text = line[: 4 * most].decode(errors="replace").strip()
    text = "".join(letter if letter.isprintable() else " " for letter in text)
    return text if len(text) <= most else f"{text[: most - 3]}..."
