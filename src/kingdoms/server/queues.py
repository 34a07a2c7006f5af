"""Waiting in line: one account after the other gets its turn, so that nobody's many delay somebody else's one."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterable
from typing import Generic, TypeVar

Item = TypeVar("Item")

REMEMBERED = 1000
"""Of how many accounts it is known when they were served last."""


class FairQueue(Generic[Item]):
    """Things that people take, and give back for the next one.

    Of the accounts that wait the one is served that was served longest ago, and of one account whoever came first.

    Args:
        things: what there is to take.

    Examples:
        >>> line = Line(["the only pen"])
        >>> asyncio.run(line.take("Ida"))
        'the only pen'
    """

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self.free = deque(items)
        self.waiting: dict[str, deque[asyncio.Future[Item]]] = {}
        self.last_served: dict[str, int] = {}
        self.count = 0

    async def acquire(self, account: str) -> Item:
        """Return a thing as soon as it is this account's turn."""
        if self.free:
            self._note(account)
            return self.free.popleft()
        future: asyncio.Future[Item] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(account, deque()).append(future)
        self.last_served.setdefault(account, self.count)  # who is new comes behind those who wait already
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.release(future.result())  # it came just when nobody wanted it any more
            else:
                self._forget(account, future)
            raise

    def release(self, item: Item) -> None:
        """Let the next one have a thing."""
        while self.waiting:
            account = min(self.waiting, key=lambda each: self.last_served[each])
            future = self.waiting[account].popleft()
            if not self.waiting[account]:
                del self.waiting[account]
            if not future.done():
                self._note(account)
                future.set_result(item)
                return
        self.free.append(item)

    def _note(self, account: str) -> None:
        """Note that an account is served; of those that do not wait only the last ones are remembered."""
        self.count += 1
        self.last_served[account] = self.count
        if len(self.last_served) > REMEMBERED + len(self.waiting):
            self.last_served = {
                each: at for each, at in self.last_served.items() if each in self.waiting or at > self.count - REMEMBERED // 2
            }

    def _forget(self, account: str, future: asyncio.Future[Item]) -> None:
        """Let somebody go who does not want to wait any longer."""
        waiters = self.waiting.get(account)
        if waiters is not None and future in waiters:
            waiters.remove(future)
            if not waiters:
                del self.waiting[account]

    @contextlib.asynccontextmanager
    async def borrow(self, account: str) -> AsyncIterator[Item]:
        """Have a thing for a while."""
        item = await self.acquire(account)
        try:
            yield item
        finally:
            self.release(item)


class ConcurrencyLimits:
    """How much each account may have at a time; what is more waits.

    Args:
        most: how many turns an account has at a time.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.queues: dict[str, FairQueue[None]] = {}
        self.active: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def slot(self, account: str) -> AsyncIterator[None]:
        """Have one of an account's turns."""
        waiters = self.queues.setdefault(account, FairQueue([None] * self.most))
        self.active[account] += 1
        try:
            async with waiters.borrow(account):
                yield
        finally:
            self.active[account] -= 1
            if not self.active[account]:
                del self.active[account], self.queues[account]
