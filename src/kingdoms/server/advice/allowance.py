"""The allowance of seconds of search that each client of a server has."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from kingdoms.server.visitors.limits import Buckets

LEAST_LEFT: Final = 1.0
"""Minimum allowance, in seconds, for a new question."""


def allowance(a_minute: float, clock: Callable[[], float] = time.monotonic) -> Buckets:
    """Return token buckets for the seconds of search of each client, with a rate in seconds a minute.

    Examples:
        >>> seconds = allowance(30.0, clock=lambda: 0.0)
        >>> seconds.lack("a client")
        0.0
        >>> seconds.charge("a client", 30.0)
        >>> seconds.lack("a client")
        2.0
    """
    return Buckets(a_minute / 60, clock, burst=60.0, least=min(LEAST_LEFT, a_minute))
