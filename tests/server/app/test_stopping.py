"""SIGTERM under load: current requests are answered, sockets are told to reconnect, and the log has no warnings."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.clients.http import Browser
from tests.support.games.sample_game import OTHER, SLOW, STEPS, limited, opening
from tests.support.server.launch import ServerProcess
from tests.support.suite.rings import inner_first
from tests.support.suite.timeouts import SOON

LATE = 30.0
"""Seconds: far more than a server needs to stop, on a machine that is busy with other things."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that lets one address do as much as a test does."""
    much = {"KINGDOMS_RATE": "100000", "KINGDOMS_ADDRESS_RATE": "1000000", "KINGDOMS_CONNECTIONS": "1000"}
    with ServerProcess(tmp_path / "data", environment=much) as process:
        yield process


async def play_and_look_on(browser: Browser, game_id: str, seed: int, statuses: Counter[int]) -> None:
    """Ask one thing after the other until the server is gone, and count the answers by their status."""
    rng = random.Random(seed)
    with contextlib.suppress(httpx.NetworkError, httpx.RemoteProtocolError):  # the server has closed the connection
        while True:
            path = rng.choice(["view", "legal", "history", "actions"])
            body = {"base": rng.randrange(3), "action": STEPS[0]} if path == "actions" else None
            answer = await browser.send("POST" if body else "GET", f"/games/{game_id}/{path}", body)
            statuses[answer.status_code] += 1


async def send_slowly(server: ServerProcess, rest: bytes, stopping: asyncio.Event) -> bytes:
    """Send a request that ends after the server was told to stop, and return the answer."""
    host, port = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = f"PUT /api/me HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n"
    writer.write(head.encode() + b'{"name": ')
    await writer.drain()
    await stopping.wait()
    await asyncio.sleep(0.3)
    writer.write(rest)
    async with asyncio.timeout(SOON):
        answer = await reader.read()
    writer.close()
    return answer


async def listen(server: ServerProcess, token: str, received: asyncio.Event) -> None:
    """Listen as a program until the stream ends."""
    with contextlib.suppress(httpx.RemoteProtocolError):
        async with Browser(server.url) as program, program.stream("/program/stream", token) as messages:
            async for _ in messages:
                received.set()


async def search_position(browser: Browser, game_id: str, received: asyncio.Event) -> int:
    """Search a position for a long time, and return the number of lines received."""
    lines = 0
    path = f"/api/games/{game_id}/analysis"
    async with browser.http.stream("GET", path, params={"strength": "thorough"}) as answer:
        assert answer.status_code == 200
        async for _ in answer.aiter_lines():
            lines += 1
            received.set()
    return lines


@pytest.mark.long
@pytest.mark.parametrize("how", inner_first([signal.SIGTERM, signal.SIGINT]))
async def test_a_server_under_load(server: ServerProcess, how: signal.Signals) -> None:
    stopping, search_begun, listens = asyncio.Event(), asyncio.Event(), asyncio.Event()
    statuses: Counter[int] = Counter()
    async with contextlib.AsyncExitStack() as stack:
        ida = await stack.enter_async_context(Browser(server.url))
        game_id = (await ida.new_game("me", "me", position=opening().position()))["id"]
        for _ in range(2):
            await ida.new_game(*[f"bot:{SLOW}"] * 4, rulings=limited(60))
        game = await ida.new_game("me", "program")
        token = (await ida.post(f"/games/{game['id']}/seats/{OTHER}/token"))["token"]
        lives = [await stack.enter_async_context(ida.listening(server.url, game_id)) for _ in range(10)]
        browsers = [await stack.enter_async_context(Browser(server.url)) for _ in range(4)]
        tasks = [
            asyncio.create_task(play_and_look_on(browser, game_id, seed, statuses))
            for seed, browser in enumerate([ida, *browsers])
        ]
        tasks.append(asyncio.create_task(listen(server, token, listens)))
        looking = await stack.enter_async_context(Browser(server.url))
        search = asyncio.create_task(search_position(looking, game_id, search_begun))
        full_request, half_request = (asyncio.create_task(send_slowly(server, rest, stopping)) for rest in (b'"Ida"}', b'"'))
        async with asyncio.timeout(SOON):
            await search_begun.wait()
            await listens.wait()
            while statuses.total() < 30:
                await asyncio.sleep(0.01)
        began = time.monotonic()
        server.process.send_signal(how)
        stopping.set()
        async with asyncio.timeout(SOON):
            assert {await live.closed() for live in lives} == {1012}
        assert (await full_request).startswith(b"HTTP/1.1 200 ")
        refused = await half_request
        assert refused.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after" in refused.lower()
        assert json.loads(refused.rpartition(b"\r\n\r\n")[2])["error"]["code"] == "stopping"
        assert await search >= 1
        assert await asyncio.to_thread(server.process.wait, SOON) == 0
        assert time.monotonic() - began < LATE
        await asyncio.gather(*tasks)
    assert statuses.keys() <= {200, 403, 409, 422, 503}
    log = server.logged()
    assert "Traceback" not in log
    entries = [json.loads(line) for line in log.splitlines()]
    assert [line for line in entries if line["level"] != "info"] == []
    assert not [line for line in entries if line.get("status") == 500]
    assert entries[-1]["message"] == "stopped"
    # told to stop before anybody has come, it stops without a traceback too
    server.kill()
    await asyncio.to_thread(server.start)
    assert await asyncio.to_thread(server.stop, how) == 0
    assert server.troubles() == ""
