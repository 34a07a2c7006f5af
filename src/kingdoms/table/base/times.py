"""Times as the API writes them."""

from __future__ import annotations

import datetime
import functools
import time
from typing import Any, Final

from kingdoms.texts import text


def read_future(typed: str) -> datetime.datetime:
    """Return a date or time that has not passed yet; without a time zone, it is in that of this machine.

    Raises:
        ValueError: the text is not a date or time, or the time has passed; the message says which.
    """
    try:
        moment = datetime.datetime.fromisoformat(typed).astimezone()
    except (ValueError, OverflowError):
        raise ValueError(text("admin.no_date", typed=repr(typed))) from None
    if moment.timestamp() <= time.time():
        raise ValueError(text("admin.past", typed=typed))
    return moment


TIMES: Final = frozenset(
    {"created", "started", "deadline", "moved", "wakes", "seen", "at", "used", "ended", "changed", "until", "admitted"}
)
"""The names of fields with a time in seconds since 1970."""


def fields_json(row: Any, names: str) -> dict[str, Any]:
    """Return fields of a row or another object as JSON data, by their names in one text, with times as ISO 8601."""
    values = {name: getattr(row, name) for name in names.split()}
    return {name: timestamp(value) if name in TIMES else value for name, value in values.items()}


def timestamp(when: float | None) -> str | None:
    """Return a time as ISO 8601."""
    return None if when is None else _format_seconds(int(when))


@functools.lru_cache(maxsize=1000)
def _format_seconds(when: int) -> str:
    """Return a time in whole seconds as ISO 8601."""
    return datetime.datetime.fromtimestamp(when, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
