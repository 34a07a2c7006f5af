"""Long work on the event loop, done in slices: other requests wait for one slice at most.

A thread would be worse: long Python work in a thread keeps the interpreter for milliseconds each time that another thread needs
it. Here, one piece of work runs at a time, and the event loop serves all others between two slices. Waiting pieces of work
take turns by visitor, so a visitor with much work delays only their own.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final, TypeVar

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
        self.working = False
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def collect(self, steps: Iterable[Step]) -> list[Step]:
        """Return what the steps of some work yield, and raise what they raise."""
        client, found, iterator = payer.get(), list[Step](), iter(steps)
        key = "" if client is None else client.key
        turn = self._enqueue(key)
        if not self.working:
            self._give_turn()
        while True:
            await self._wait(key, turn)
            began = now = time.perf_counter()
            unfinished = False
            try:
                for step in iterator:
                    found.append(step)
                    if unfinished := (now := time.perf_counter()) - began >= SLICE:
                        turn = self._enqueue(key)
                        break
            finally:
                self._give_turn()
                if client is not None:
                    client.charge(now - began)
            if not unfinished:
                return found

    def _enqueue(self, key: str) -> asyncio.Future[None]:
        """Queue for a turn; return a future that is done when it comes."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(key, deque()).append(turn)
        return turn

    async def _wait(self, key: str, turn: asyncio.Future[None]) -> None:
        """Wait for a turn. The other tasks of the event loop get theirs first, and longer ones if they are busy."""
        try:
            await turn
            began = time.perf_counter()
            await asyncio.sleep(0)
            if time.perf_counter() - began > BUSY:
                await asyncio.sleep(REST)
        except asyncio.CancelledError:
            if turn.cancelled():
                self._dequeue(key, turn)
            else:
                self._give_turn()  # the turn came just then
            raise

    def _dequeue(self, key: str, turn: asyncio.Future[None]) -> None:
        """Leave the queue."""
        queue = self.waiting.get(key, deque())
        if turn in queue:
            queue.remove(turn)
            if not queue:
                del self.waiting[key]

    def _give_turn(self) -> None:
        """Give the turn to the next client, to its oldest piece of work."""
        self.working = False
        while self.waiting and not self.working:
            key = next(iter(self.waiting))
            queue = self.waiting.pop(key)
            turn = queue.popleft()
            if queue:
                self.waiting[key] = queue  # to the end of the queue
            if not turn.done():  # a cancelled one may still be in the queue
                turn.set_result(None)
                self.working = True
