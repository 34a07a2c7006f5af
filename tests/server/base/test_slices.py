"""Long work in slices: requests take turns, fairly, even if the work fails or is cancelled."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

from kingdoms.server.base import slices
from kingdoms.server.base.slices import Payer, Slices, payer
from tests.support.suite.timeouts import SOON


def busy(steps: int, note: list[str], name: str) -> Iterator[int]:
    """Work for more than a slice at each step."""
    for step in range(steps):
        until = time.perf_counter() + slices.SLICE * 1.1
        while time.perf_counter() < until:
            pass
        note.append(name)
        yield step


async def as_visitor(name: str, work: Slices, steps: Iterator[int]) -> list[int]:
    """Run work for a client."""
    payer.set(Payer(name, lambda _: None))
    return await work.collect(steps)


async def test_others_get_their_turn_between_two_slices_and_work_is_charged_to_the_client() -> None:
    turns, charged = 0, list[float]()
    payer.set(Payer("somebody", charged.append))
    task = asyncio.create_task(Slices().collect(busy(20, [], "x")))
    while not task.done():
        await asyncio.sleep(0)
        turns += 1
    assert await task == list(range(20))
    assert turns >= 20
    assert sum(charged) >= 20 * slices.SLICE


async def test_visitors_take_turns() -> None:
    work, steps = Slices(), list[str]()
    greedy = [asyncio.create_task(as_visitor("greedy", work, busy(5, steps, "greedy"))) for _ in range(10)]
    await asyncio.sleep(0)
    await as_visitor("modest", work, busy(5, steps, "modest"))
    assert steps.count("greedy") <= 8, "who asks for one thing does not wait for ten of somebody else's"
    await asyncio.gather(*greedy)
    assert steps.count("greedy") == 50


async def test_a_failing_step_does_not_block_others() -> None:
    work, steps = Slices(), list[str]()

    def fails() -> Iterator[int]:
        yield from busy(2, steps, "failing")
        raise ValueError("so it is")

    failing, succeeding = asyncio.create_task(work.collect(fails())), asyncio.create_task(work.collect(busy(3, steps, "other")))
    with pytest.raises(ValueError, match="so it is"):
        await failing
    assert await asyncio.wait_for(succeeding, SOON) == [0, 1, 2]
    assert list(work.turns.free) == [None]


@pytest.mark.parametrize("after", range(6))
async def test_a_cancelled_caller_does_not_block_others(after: int) -> None:
    work, steps = Slices(), list[str]()
    tasks = [asyncio.create_task(as_visitor(str(number % 2), work, busy(4, steps, "x"))) for number in range(5)]
    for _ in range(after):
        await asyncio.sleep(0)
    for task in tasks[:4]:
        task.cancel()
    assert await asyncio.wait_for(tasks[4], SOON) == [0, 1, 2, 3]
    await asyncio.gather(*tasks, return_exceptions=True)
    assert (list(work.turns.free), work.turns.futures) == ([None], {})
    assert await asyncio.wait_for(work.collect(iter([1, 2])), SOON) == [1, 2]
