"""Long work on the event loop, done in slices: other requests wait for one slice at most.

A thread would be worse: long Python work in a thread keeps the interpreter for milliseconds each time that another thread needs
it. Here, one piece of work runs at a time, and the event loop serves all others between two slices. Waiting pieces of work
take turns by visitor, so a visitor with much work delays only their own.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final, TypeVar

from kingdoms.server.base.queues import FairQueue

Step = TypeVar("Step")

SLICE: Final = 0.001
"""Maximum duration of a slice in seconds; a single step can take longer."""
BUSY: Final = 0.0002
REST: Final = 0.003
"""If the other tasks take longer than `BUSY` seconds in an iteration of the event loop, long work pauses for `REST` seconds."""


@dataclass(frozen=True)
class Payer:
    """The client whose request is being answered.

    Attributes:
        key: the name of the client; its work is queued together.
        charge: called with the seconds of work for the client.
    """

    key: str
    charge: Callable[[float], None]


payer: ContextVar[Payer | None] = ContextVar("payer", default=None)
"""The client whose request is being answered; None for the server's own work."""


class Slices:
    """Runs long work in slices.

    Examples:
        >>> import asyncio
        >>> asyncio.run(Slices().collect(number * number for number in range(4)))
        [0, 1, 4, 9]
    """

    def __init__(self) -> None:
        self.turns = FairQueue[None]([None])

    async def collect(self, steps: Iterable[Step]) -> list[Step]:
        """Return the values that the steps of some work yield, and raise their errors."""
        client, values, iterator = payer.get(), list[Step](), iter(steps)
        unfinished = True
        while unfinished:
            await self.turns.acquire("" if client is None else client.key)
            began = now = time.perf_counter()
            try:
                await _yield_to_tasks()
                began = now = time.perf_counter()
                unfinished = False
                for step in iterator:
                    values.append(step)
                    if unfinished := (now := time.perf_counter()) - began >= SLICE:
                        break
            finally:
                self.turns.release(None)
                if client is not None:
                    client.charge(now - began)
        return values


async def _yield_to_tasks() -> None:
    """Let the other tasks of the event loop run, and longer ones if they are busy."""
    began = time.perf_counter()
    await asyncio.sleep(0)
    if time.perf_counter() - began > BUSY:
        await asyncio.sleep(REST)
