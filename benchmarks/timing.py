"""Timing: the best of several stretches, so that what else the machine does counts as little as it can."""

from __future__ import annotations

import time
from collections.abc import Callable


def rate(work: Callable[[], int], seconds: float, stretches: int = 5) -> float:
    """Return how many units of work are done a second.

    Args:
        work: does some work and returns how many units that was.
        seconds: how long to measure in all.
        stretches: into how many parts that is divided; the fastest counts.
    """
    work()
    best = 0.0
    for _ in range(stretches):
        done, start = 0, time.perf_counter()
        while True:
            done += work()
            elapsed = time.perf_counter() - start
            if elapsed >= seconds / stretches:
                break
        best = max(best, done / elapsed)
    return best
