"""A clock that tests can advance."""

from __future__ import annotations

import time

import pytest

DAY = 24 * 3600


class Calendar:
    """The time as this process sees it; a test can advance it.

    Attributes:
        ahead: seconds by which it is ahead of the machine's clock.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + self.ahead)

    def passes(self, seconds: float) -> None:
        self.ahead += seconds
