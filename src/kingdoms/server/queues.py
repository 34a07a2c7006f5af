"""Waiting in line: one account after the other gets its turn, so that nobody's many delay somebody else's one."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")

REMEMBERED = 1000
"""Of how many accounts it is known when they were served last."""


class Line(Generic[Thing]):
    """Things that people take, and give back for the next one.

    Of the accounts that wait the one is served that was served longest ago, and of one account whoever came first.

    Args:
        things: what there is to take.

    Examples:
        >>> line = Line(["the only pen"])
        >>> asyncio.run(line.take("Ida"))
        'the only pen'
    """

    def __init__(self, things: Iterable[Thing] = ()) -> None:
        self.free = deque(things)
        self.waiting: dict[str, deque[asyncio.Future[Thing]]] = {}
        self.served: dict[str, int] = {}
        self.count = 0

    async def take(self, account: str) -> Thing:
        """Return a thing as soon as it is this account's turn."""
        if self.free:
            self._note(account)
            return self.free.popleft()
        waits: asyncio.Future[Thing] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(account, deque()).append(waits)
        self.served.setdefault(account, self.count)  # who is new comes behind those who wait already
        try:
            return await waits
        except asyncio.CancelledError:
            if waits.done() and not waits.cancelled():
                self.give(waits.result())  # it came just when nobody wanted it any more
            else:
                self._forget(account, waits)
            raise

    def give(self, thing: Thing) -> None:
        """Let the next one have a thing."""
        while self.waiting:
            account = min(self.waiting, key=lambda each: self.served[each])
            waits = self.waiting[account].popleft()
            if not self.waiting[account]:
                del self.waiting[account]
            if not waits.done():
                self._note(account)
                waits.set_result(thing)
                return
        self.free.append(thing)

    def _note(self, account: str) -> None:
        """Note that an account is served; of those that do not wait only the last ones are remembered."""
        self.count += 1
        self.served[account] = self.count
        if len(self.served) > REMEMBERED + len(self.waiting):
            self.served = {
                each: at for each, at in self.served.items() if each in self.waiting or at > self.count - REMEMBERED // 2
            }

    def _forget(self, account: str, waits: asyncio.Future[Thing]) -> None:
        """Let somebody go who does not want to wait any longer."""
        line = self.waiting.get(account)
        if line is not None and waits in line:
            line.remove(waits)
            if not line:
                del self.waiting[account]

    @contextlib.asynccontextmanager
    async def turn(self, account: str) -> AsyncIterator[Thing]:
        """Have a thing for a while."""
        thing = await self.take(account)
        try:
            yield thing
        finally:
            self.give(thing)


class Shares:
    """How much each account may have at a time; what is more waits.

    Args:
        most: how many turns an account has at a time.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.lines: dict[str, Line[None]] = {}
        self.there: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def of(self, account: str) -> AsyncIterator[None]:
        """Have one of an account's turns."""
        line = self.lines.setdefault(account, Line([None] * self.most))
        self.there[account] += 1
        try:
            async with line.turn(account):
                yield
        finally:
            self.there[account] -= 1
            if not self.there[account]:
                del self.there[account], self.lines[account]
