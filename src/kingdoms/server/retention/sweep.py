"""Periodic jobs that delete outdated data, a little at a time; several servers may run them at once."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from kingdoms.table.base.background import Background

log = logging.getLogger("kingdoms.games")

EVERY = 60.0
"""Seconds between two sweeps."""
MOST_ROUNDS = 20
"""How often a job is repeated at once while there is something left to do; the rest waits for the next sweep."""


@dataclass(frozen=True)
class Job:
    """A job of a sweep.

    Attributes:
        title: its result, for the log.
        do: does a part of it, and returns how many items there were.
    """

    title: str
    do: Callable[[], Awaitable[int]]


class Sweep:
    """Runs jobs.

    Args:
        background: stops between jobs when the server is about to stop.
    """

    def __init__(self, background: Background, *jobs: Job) -> None:
        self.background = background
        self.jobs = jobs

    async def run(self) -> None:
        """Run all jobs, as far as there is something to do."""
        for job in self.jobs:
            total = 0
            for _ in range(MOST_ROUNDS):
                count = 0 if self.background.is_stopping else await job.do()
                total += count
                if not count:
                    break
            if total:
                log.info("%s: %d", job.title, total)
