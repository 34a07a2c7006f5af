"""Fair queues: an account with many waiting requests does not delay others."""

from __future__ import annotations

import asyncio

import pytest

from kingdoms.server.base.queues import ConcurrencyLimits, FairQueue
from tests.support.suite.timeouts import SOON


async def test_accounts_are_served_in_turn() -> None:
    queue, order = FairQueue(["pen"]), list[str]()

    async def take_turn(account: str) -> None:
        async with queue.borrow(account):
            order.append(account)

    pen = await queue.acquire("first")
    waiting = [asyncio.create_task(take_turn(account)) for account in "aaaaabbc"]
    await asyncio.sleep(0)
    queue.release(pen)
    await asyncio.wait_for(asyncio.gather(*waiting), SOON)
    assert ("".join(order), list(queue.free), queue.futures) == ("abcabaaa", ["pen"], {})


async def test_queues_are_fair_to_sequential_callers() -> None:
    queue, order = FairQueue(["pen"]), list[str]()

    async def take_turns(account: str, times: int) -> None:
        for _ in range(times):
            async with queue.borrow(account):
                order.append(account)
                await asyncio.sleep(0)

    await asyncio.gather(*(take_turns("a", 5) for _ in range(20)), take_turns("b", 10))
    assert order[1:21] == ["a", "b"] * 10
    assert len(order) == 110


async def test_the_queue_forgets_old_names() -> None:
    queue = FairQueue(["pen"])
    for number in range(5000):
        async with queue.borrow(str(number)):
            pass
    assert len(queue.last_served) <= 1001


async def test_an_item_of_a_cancelled_caller_goes_to_the_next() -> None:
    queue = FairQueue(["pen"])
    pen = await queue.acquire("a")
    leaving, lost, staying = (asyncio.create_task(queue.acquire(account)) for account in "bcd")
    await asyncio.sleep(0)
    leaving.cancel()
    await asyncio.sleep(0)
    queue.release(pen)
    lost.cancel()  # it has been given the pen and has not looked yet
    assert await asyncio.wait_for(staying, SOON) == "pen"
    for task in (leaving, lost):
        with pytest.raises(asyncio.CancelledError):
            await task
    assert not queue.futures


async def test_no_account_gets_more_than_its_share() -> None:
    shares, active, most = ConcurrencyLimits(2), 0, 0

    async def take_turn(account: str) -> None:
        nonlocal active, most
        async with shares.slot(account):
            active, most = active + 1, max(most, active + 1)
            await asyncio.sleep(0)
            active -= 1

    await asyncio.gather(*(take_turn("a") for _ in range(20)))
    assert most == 2
    await asyncio.gather(*(take_turn(account) for account in "abcd"))
    assert most == 4
    assert not shares.queues
