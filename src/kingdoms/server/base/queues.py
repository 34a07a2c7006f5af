"""Fair queues: accounts take turns, so that many requests of one account don't delay those of others."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterable
from typing import Generic, TypeVar

Item = TypeVar("Item")

REMEMBERED = 1000
"""Number of accounts whose last turn is remembered."""


class FairQueue(Generic[Item]):
    """Items that are lent to one caller at a time.

    Of the waiting accounts, the one served longest ago is next. Within an account, the order is first in, first out.

    Examples:
        >>> queue = FairQueue(["the only pen"])
        >>> asyncio.run(queue.acquire("Ida"))
        'the only pen'
    """

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self.free = deque(items)
        self.futures: dict[str, deque[asyncio.Future[Item]]] = {}
        self.last_served: dict[str, int] = {}
        self.count = 0

    async def acquire(self, account: str) -> Item:
        """Return an item as soon as it is this account's turn."""
        if self.free:
            self._note(account)
            return self.free.popleft()
        future: asyncio.Future[Item] = asyncio.get_running_loop().create_future()
        self.futures.setdefault(account, deque()).append(future)
        self.last_served.setdefault(account, self.count)  # a new account is served after the accounts that already wait
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.release(future.result())  # cancelled after the item had been assigned
            else:
                self._forget(account, future)
            raise

    def release(self, item: Item) -> None:
        """Give an item to the next caller, or mark it as free."""
        while self.futures:
            account = min(self.futures, key=lambda candidate: self.last_served[candidate])
            future = self.futures[account].popleft()
            if not self.futures[account]:
                del self.futures[account]
            if not future.done():
                self._note(account)
                future.set_result(item)
                return
        self.free.append(item)

    def _note(self, account: str) -> None:
        """Note that an account is served, and forget accounts that were served long ago and don't wait."""
        self.count += 1
        self.last_served[account] = self.count
        if len(self.last_served) > REMEMBERED + len(self.futures):
            self.last_served = {
                name: at for name, at in self.last_served.items() if name in self.futures or at > self.count - REMEMBERED // 2
            }

    def _forget(self, account: str, future: asyncio.Future[Item]) -> None:
        waiters = self.futures.get(account)
        if waiters is not None and future in waiters:
            waiters.remove(future)
            if not waiters:
                del self.futures[account]

    @contextlib.asynccontextmanager
    async def borrow(self, account: str) -> AsyncIterator[Item]:
        """Acquire an item, and release it at the end."""
        item = await self.acquire(account)
        try:
            yield item
        finally:
            self.release(item)


class ConcurrencyLimits:
    """A limit on concurrent work for each account; further callers wait."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.queues: dict[str, FairQueue[None]] = {}
        self.active: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def slot(self, account: str) -> AsyncIterator[None]:
        """Wait for a slot of an account, and hold it."""
        queue = self.queues.setdefault(account, FairQueue([None] * self.most))
        self.active[account] += 1
        try:
            async with queue.borrow(account):
                yield
        finally:
            self.active[account] -= 1
            if not self.active[account]:
                del self.active[account], self.queues[account]
