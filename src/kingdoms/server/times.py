"""Times as the API writes them."""

from __future__ import annotations

import datetime
import functools


def timestamp(when: float | None) -> str | None:
    """Return a time as ISO 8601."""
    return None if when is None else _whole_seconds(int(when))


@functools.lru_cache(maxsize=1000)
def _whole_seconds(when: int) -> str:
    """Return a time in whole seconds as ISO 8601."""
    return datetime.datetime.fromtimestamp(when, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
