"""Recent refusals by code and address, for the operator."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable

KEPT = 3600.0
"""Seconds until a refusal is forgotten."""
MOST = 10_000
"""Maximum number of refusals in memory."""


class Refusals:
    """The refusals of the last hour.

    Examples:
        >>> refusals = Refusals()
        >>> refusals.note("too_many", "192.0.2.7")
        >>> refusals.note("too_many", "192.0.2.7")
        >>> refusals.note("not_your_turn", "198.51.100.1")
        >>> refusals.count_by_code(), refusals.count_by_address(1)
        ({'too_many': 2, 'not_your_turn': 1}, {'192.0.2.7': 2})
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.entries: deque[tuple[float, str, str]] = deque(maxlen=MOST)

    def note(self, code: str, place: str) -> None:
        """Record a refusal by its code and the client's address."""
        self.entries.append((self.clock(), code, place))

    def count_by_code(self) -> dict[str, int]:
        """Return the number of refusals by code, the most frequent first."""
        return dict(Counter(code for _, code, _ in self._drop_old()).most_common())

    def count_by_address(self, most: int) -> dict[str, int]:
        """Return the addresses with most refusals, and their numbers."""
        return dict(Counter(place for _, _, place in self._drop_old()).most_common(most))

    def _drop_old(self) -> list[tuple[float, str, str]]:
        """Drop old refusals, and return the rest."""
        since = self.clock() - KEPT
        while self.entries and self.entries[0][0] < since:
            self.entries.popleft()
        return list(self.entries)
