"""What the server tidies up by itself now and then: a little at a time, and several servers may do so at once."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kingdoms.server.games import purge

if TYPE_CHECKING:
    from kingdoms.server.games.service import Service

log = logging.getLogger("kingdoms.games")

MOST_ROUNDS = 20
"""How often a job goes on at once while there is something left to do; the rest waits for the next sweep."""


@dataclass(frozen=True)
class Job:
    """Something to tidy up: `do` does a part of it, and returns how much it found to do."""

    what: str
    do: Callable[[], Awaitable[int]]


class Sweep:
    """The jobs of a server, as its settings ask for them.

    Args:
        service: the games.
    """

    def __init__(self, service: Service) -> None:
        self.service = service
        self.jobs = [
            Job("waiting rooms ended", service.end_empty_rooms),
            Job("remains of games deleted", service.store.parts.remove_abandoned),
            Job("results of games kept", service.settling.settle_some),
        ]
        if service.settings.retention is not None:
            self.jobs.append(Job("finished games deleted", self._delete_finished))

    async def run(self) -> None:
        """Do all jobs, as far as there is something to do."""
        for job in self.jobs:
            done = 0
            for _ in range(MOST_ROUNDS):
                found = 0 if self.service.work.stopping else await job.do()
                done += found
                if not found:
                    break
            if done:
                log.info("%s: %d", job.what, done)

    async def _delete_finished(self) -> int:
        """Delete games that have been over for as many days as they are kept."""
        days = self.service.settings.retention
        assert days is not None
        store = self.service.store
        ids = await purge.delete_some(store.database, store.notify, purge.finished(days))
        for game_id in ids:
            live = self.service.games.get(game_id)
            if live is not None:
                self.service.forget(live)
        return len(ids)
