"""Long work on the event loop, done in slices: nobody waits longer than a slice for what somebody else has asked for.

A thread would not do: a long stretch of Python in one keeps everybody else from the interpreter for milliseconds each time that
they need it. Here one piece of work goes on at a time, and between two slices of it all others get their turn. Those who wait
to go on take turns by visitor, so that whoever asks for much waits for themselves.
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
"""Seconds of work after which others get their turn; a single step may take longer."""
BUSY: Final = 0.0002
REST: Final = 0.003
"""Where others take longer than `BUSY` for what waits for them, long work rests for so many seconds."""


@dataclass(frozen=True)
class Payer:
    """Whose request is being answered.

    Attributes:
        key: whose work is counted together.
        charge: told of the seconds that were worked for them.
    """

    key: str
    charge: Callable[[float], None]


payer: ContextVar[Payer | None] = ContextVar("payer", default=None)
"""Whose request is being answered; None for what the server does by itself."""


class Slices:
    """Long work, whose steps are done a few at a time.

    Examples:
        >>> import asyncio
        >>> asyncio.run(Slices().collect(number * number for number in range(4)))
        [0, 1, 4, 9]
    """

    def __init__(self) -> None:
        self.working = False
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def collect(self, steps: Iterable[Step]) -> list[Step]:
        """Return what the steps of some work yield; what they raise is raised here."""
        who, found, going = payer.get(), list[Step](), iter(steps)
        key = "" if who is None else who.key
        turn = self._line_up(key)
        if not self.working:
            self._pass_on()
        while True:
            await self._wait(key, turn)
            began = now = time.perf_counter()
            goes_on = False
            try:
                for step in going:
                    found.append(step)
                    if goes_on := (now := time.perf_counter()) - began >= SLICE:
                        turn = self._line_up(key)
                        break
            finally:
                self._pass_on()
                if who is not None:
                    who.charge(now - began)
            if not goes_on:
                return found

    def _line_up(self, key: str) -> asyncio.Future[None]:
        """Stand in line; what is returned is done when it is one's turn."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(key, deque()).append(turn)
        return turn

    async def _wait(self, key: str, turn: asyncio.Future[None]) -> None:
        """Wait until it is one's turn to work; others get theirs in any case, and most of the time if they have much to do."""
        try:
            await turn
            began = time.perf_counter()
            await asyncio.sleep(0)
            if time.perf_counter() - began > BUSY:
                await asyncio.sleep(REST)
        except asyncio.CancelledError:
            if turn.cancelled():
                self._leave(key, turn)
            else:
                self._pass_on()  # it had come just then
            raise

    def _leave(self, key: str, turn: asyncio.Future[None]) -> None:
        """Forget somebody who does not wait any more."""
        line = self.waiting.get(key, deque())
        if turn in line:
            line.remove(turn)
            if not line:
                del self.waiting[key]

    def _pass_on(self) -> None:
        """Let the next one work: of each visitor in turn, whoever has waited longest."""
        self.working = False
        while self.waiting and not self.working:
            key = next(iter(self.waiting))
            line = self.waiting.pop(key)
            turn = line.popleft()
            if line:
                self.waiting[key] = line  # behind all others
            if not turn.done():  # who has just been cancelled may still stand there
                turn.set_result(None)
                self.working = True
