"""Timing by the best of several stretches, to reduce the influence of other load on the machine."""

from __future__ import annotations

import time
from collections.abc import Callable


def rate(work: Callable[[], int], seconds: float, stretches: int = 5, clock: Callable[[], float] = time.process_time) -> float:
    """Return the units of work done per second.

    Args:
        work: a function that does some work and returns the number of units.
        seconds: the total time of the measurement.
        stretches: the number of parts of the measurement, of which the fastest counts.
        clock: the clock to use: processor time, which does not include other programs, or wall-clock time.
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
