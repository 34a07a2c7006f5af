"""Background tasks: periodic ones, and tasks that nothing waits for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any

from kingdoms.table.base.errors import Unavailable

log = logging.getLogger("kingdoms.games")


@contextlib.contextmanager
def log_errors(logger: logging.Logger, message: str, *arguments: object) -> Iterator[None]:
    """Log an error instead of raising it; an outage has been logged already."""
    try:
        yield
    except Unavailable:
        pass
    except Exception:
        logger.exception(message, *arguments)


class Background:
    """Background tasks, which run until `stop`."""

    def __init__(self) -> None:
        self.periodic: list[asyncio.Task[None]] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self.stop_event = asyncio.Event()

    @property
    def is_stopping(self) -> bool:
        """Whether the server is about to stop."""
        return self.stop_event.is_set()

    def stop(self) -> None:
        """Start no more tasks; `finish` waits for the current ones."""
        self.stop_event.set()

    async def finish(self) -> None:
        """Wait for running tasks, so that no read or write is interrupted."""
        await asyncio.gather(*self.periodic, *self.tasks, return_exceptions=True)

    def run_every(self, period: float, job: Callable[[], Awaitable[None]]) -> None:
        """Run a job periodically, with a pause of some seconds in between. An error is logged, and the job runs again."""

        async def run() -> None:
            while not self.is_stopping:
                with log_errors(log, "a periodic task failed: %s", job):
                    await job()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(period):
                        await self.stop_event.wait()

        self.periodic.append(asyncio.create_task(run()))

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task that completes even if its caller is cancelled. An error is logged."""

        async def run() -> None:
            with log_errors(log, "a background task failed"):
                await work

        task = asyncio.create_task(run())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task
