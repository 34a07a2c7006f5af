"""What is done in the background: chores that come round again, and errands that nobody waits for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from kingdoms.server.outage import Unavailable

log = logging.getLogger("kingdoms.games")


class Work:
    """Background work, which goes on until `stop`."""

    def __init__(self) -> None:
        self.chores: list[asyncio.Task[None]] = []
        self.errands: set[asyncio.Task[None]] = set()
        self.stopped = asyncio.Event()

    @property
    def stopping(self) -> bool:
        """Whether the server is about to stop."""
        return self.stopped.is_set()

    def stop(self) -> None:
        """Begin nothing any more; `finish` waits for what has been begun."""
        self.stopped.set()

    async def finish(self) -> None:
        """Wait for what has been begun: what is being written or read is not broken off."""
        await asyncio.gather(*self.chores, *self.errands, return_exceptions=True)

    def every(self, period: float, chore: Callable[[], Awaitable[None]]) -> None:
        """Do something again and again, with so many seconds in between; what goes wrong once does not end it."""

        async def run() -> None:
            while not self.stopping:
                try:
                    await chore()
                except Unavailable:
                    pass  # it has been noted, and the chore comes round again
                except Exception:
                    log.exception("a chore failed: %s", chore)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(period):
                        await self.stopped.wait()

        self.chores.append(asyncio.create_task(run()))

    def errand(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """See to something that nobody waits for, and that is done even when whoever asked for it goes away."""

        async def run() -> None:
            try:
                await work
            except Unavailable:
                pass  # it has been noted
            except Exception:
                log.exception("an errand failed")

        task = asyncio.create_task(run())
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)
        return task
