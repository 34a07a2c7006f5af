"""Long games hold nobody else up: no request, however much it asks for, keeps the server from others for long."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from fastapi import FastAPI
from of_games import SAMPLE
from playing import Browser
from sample import END, ONE, OTHER, seated

import kingdoms
from kingdoms.core.record import Record
from kingdoms.core.rng import Random
from kingdoms.server.games import service

LONGEST = 0.05
"""Seconds of work that the server may do at a stretch."""
ENTRIES = 600


@contextlib.asynccontextmanager
async def stretches() -> AsyncIterator[list[float]]:
    """Yield a list of the seconds of work that this thread has done at a stretch; other processes' work is not counted."""
    found: list[float] = []

    async def watch() -> None:
        last = time.thread_time()
        while True:
            await asyncio.sleep(0)
            now = time.thread_time()
            found.append(now - last)
            last = now

    gc.collect()
    gc.freeze()  # what the tests themselves have left lying about is not the server's to look through
    task = asyncio.create_task(watch())
    await asyncio.sleep(0)
    try:
        yield found
        await asyncio.sleep(0)
    finally:
        task.cancel()
        gc.unfreeze()


def long_game(entries: int) -> Record:
    """Return a record of so many entries, played at random but without an attack, so that it does not end early."""
    rng = Random(3)
    record = Record(kingdoms.load_game(SAMPLE, seats=[ONE, OTHER]))
    while len(record.entries) < entries:
        kept = len(record.entries)
        legal = record.state.legal_actions()
        record.apply(legal[rng.roll(len(legal))])
        if record.state.is_terminal():
            record.take_back(max(0, kept - 60))
    return record


@pytest.fixture(scope="module")
def record() -> Record:
    return long_game(ENTRIES)


async def longest(work: Callable[[], Awaitable[object]]) -> float:
    """Return the longest stretch of work while something is done."""
    async with stretches() as found:
        await work()
    return max(found)


async def test_no_request_takes_long_at_a_stretch(app: FastAPI, ida: Browser, record: Record) -> None:
    game_id = (await ida.new_game("me", "me", record="\n".join(record.lines())))["id"]
    games: service.Service = app.state.service
    number = (await ida.settled(game_id))["number"]
    took: dict[str, float] = {}
    for path in (
        "",
        "/view",
        "/history",
        "/legal",
        "/record",
        "/explain",
        f"/view?number={number // 2}",
        f"/analysis?number={number}",
    ):
        games.games.clear()
        took[path or "info"] = await longest(lambda path=path: ida.send("GET", f"/games/{game_id}{path}"))  # type: ignore[misc]
    choices = await ida.choices(game_id)
    body = {"base": number, "action": choices[-1]}
    took["preview"] = await longest(
        lambda: ida.send("POST", f"/games/{game_id}/preview", {"base": number, "actions": choices[-1:]})
    )
    took["actions"] = await longest(lambda: ida.send("POST", f"/games/{game_id}/actions", body))
    took["undo"] = await longest(lambda: ida.send("POST", f"/games/{game_id}/undo", {"base": number + 1}))
    took["stale"] = await longest(lambda: ida.send("POST", f"/games/{game_id}/actions", {"base": 0, "action": END}))
    seats = seated("me", "me")
    branch = {"seats": seats, "from": {"id": game_id, "number": number}}
    took["from"] = await longest(lambda: ida.send("POST", "/games", branch))
    took["import"] = await longest(lambda: ida.send("POST", "/games", {"seats": seats, "record": "\n".join(record.lines())}))
    assert max(took.values()) < LONGEST, took


async def test_a_list_of_long_games_is_no_burden(app: FastAPI, ida: Browser, record: Record) -> None:
    seats = seated("me", "me")
    body = {"seats": seats, "record": "\n".join(record.lines())}
    for _ in range(20):
        await ida.post("/games", body, status=201)
    games: service.Service = app.state.service
    games.games.clear()
    assert await longest(lambda: ida.send("GET", "/games", which="mine")) < LONGEST


async def test_a_record_as_long_as_may_be_sent(ida: Browser, record: Record) -> None:
    """Nobody is held up by the import of a huge record either, whether it is sound or not."""
    lines = record.lines()
    text = "\n".join([*lines, *["" for _ in range(400_000)], '{"action": "nonsense"}'])
    seats = seated("me", "me")

    async def send() -> None:
        assert await ida.refused("POST", "/games", {"seats": seats, "record": text}) == (400, "notation")

    assert await longest(send) < 3 * LONGEST
