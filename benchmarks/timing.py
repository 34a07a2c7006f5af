"""Timing: the best of several stretches, so that what else the machine does counts as little as it can."""

from __future__ import annotations

import time
from collections.abc import Callable


def rate(work: Callable[[], int], seconds: float, stretches: int = 5, clock: Callable[[], float] = time.process_time) -> float:
    """Return how many units of work are done a second.

    Args:
        work: does some work and returns how many units that was.
        seconds: how long to measure in all.
        stretches: into how many parts that is divided; the fastest counts.
        clock: by what it is measured: processor time, which other programs do not use up, or the time that passes.
    """
    work()
    best = 0.0
    for _ in range(stretches):
        done, start = 0, clock()
        while True:
            done += work()
            elapsed = clock() - start
            if elapsed >= seconds / stretches:
                break
        best = max(best, done / elapsed)
    return best
