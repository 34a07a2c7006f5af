"""Programs that play: the stream of lines, tokens, and the example of the documentation, run as it stands there."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from kingdoms.server.presence import program_routes as live_routes
from kingdoms.table.service import followers as hub
from tests.support.clients.http import Browser, Json
from tests.support.games.sample_game import END, ONE, OTHER, REFUSED, limited, opening
from tests.support.server.calendar import Calendar
from tests.support.suite.timeouts import SOON

PAGE = Path(__file__).parents[3] / "docs" / "server.md"


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """A database on SQLite: what is sent depends on no database."""
    return sqlite_url


def example() -> str:
    match = re.search(r'```python title="program.py"\n(.*?)\n```', PAGE.read_text(), re.DOTALL)
    assert match is not None
    return match.group(1)


class Stream:
    """The messages to a program."""

    def __init__(self, lines: AsyncIterator[str]) -> None:
        self.lines = lines

    async def next(self) -> Json | None:
        """Return the next message; None for an empty line."""
        line = await asyncio.wait_for(anext(self.lines), SOON)
        return json.loads(line) if line else None

    async def until(self, kind: str) -> Json:
        """Return the next message of a kind."""
        while True:
            message = await self.next()
            if message is not None and message["type"] == kind:
                return message


@contextlib.asynccontextmanager
async def listening(address: str, token: str) -> AsyncIterator[Stream]:
    async with httpx.AsyncClient(base_url=address, timeout=SOON) as client:
        headers = {"Authorization": f"Bearer {token}"}
        async with client.stream("GET", "/api/program/stream", headers=headers) as answer:
            assert answer.status_code == 200
            assert answer.headers["Content-Type"] == "application/x-ndjson"
            yield Stream(answer.aiter_lines())


async def begin_game(ida: Browser, **more: Any) -> tuple[str, str]:
    """Return a game in which a program has the first seat and is to move, and its token; Ida has the other seat."""
    game_id: str = (await ida.new_game("program", "me", position=opening().position(), **more))["id"]
    return game_id, (await ida.post(f"/games/{game_id}/seats/{ONE}/token"))["token"]


async def act(address: str, token: str, base: int, action: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=address, timeout=SOON) as client:
        body, headers = {"base": base, "action": action}, {"Authorization": f"Bearer {token}"}
        return await client.post("/api/program/actions", json=body, headers=headers)


async def test_the_example_plays_a_whole_game_against_a_bot(ida: Browser, address: str, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(example())
    game_id = (await ida.new_game("program", "bot:random", rulings=limited(2)))["id"]
    token = (await ida.post(f"/games/{game_id}/seats/{ONE}/token"))["token"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-W", "error", path, address, token, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    output, errors = await asyncio.wait_for(process.communicate(), 2 * SOON)
    assert (process.returncode, errors.decode()) == (0, "")
    info = await ida.get(f"/games/{game_id}")
    assert info["status"] == "over"
    assert output.decode().strip() == f"over: {', '.join(info['outcome']['winners'])} by {info['outcome']['reason']}"
    played = (await ida.get(f"/games/{game_id}/history"))["entries"]
    assert {entry["by"] for entry in played} == {"chance", ONE, OTHER}


async def test_a_program_gets_events_and_questions(ida: Browser, address: str, calendar: Calendar) -> None:
    game_id, token = await begin_game(ida)
    calendar.passes(120)
    await ida.post(f"/games/{game_id}/seats/{ONE}/bot")
    await ida.settled(game_id)
    async with listening(address, token) as stream:
        hello = await stream.until("hello")
        assert hello["info"]["seats"][0]["stand_in"] is None, "a program that comes back takes its seat"
        assert (hello["view"]["seat"], hello["info"]["you"]) == (ONE, [])
        assert (await ida.get(f"/games/{game_id}"))["seats"][0]["present"] is True
        message = hello
        await ida.end_turn(game_id)
        while message["ask"] is None:
            message = await stream.until("entry")
        number = message["number"]
        assert message["ask"]["seat"] == ONE
        assert (await act(address, token, number, END)).json() == {"number": number + 1}
        message = await stream.until("entry")
        assert (message["number"], message["ask"]) == (number + 1, None)
        await ida.end_turn(game_id)
        while message["ask"] is None:
            message = await stream.until("entry")
        refused = await act(address, token, message["number"], REFUSED[0])
        assert refused.status_code == 422
        assert refused.json()["error"]["clause"]
        stale = await act(address, token, 0, END)
        assert (stale.status_code, len(stale.json()["missed"])) == (409, message["number"])

    await ida.until(f"/games/{game_id}", lambda answer: answer["seats"][0]["present"] is False)


async def test_a_program_has_one_token_and_few_streams(
    ida: Browser, eve: Browser, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_OF_ONE", 1)
    monkeypatch.setattr(live_routes, "KEEP_ALIVE", 0.1)
    game_id, token = await begin_game(ida)
    async with listening(address, token) as stream:
        await stream.until("hello")
        while await stream.next() is not None:
            pass  # an empty line shows that the stream is alive
        async with httpx.AsyncClient(base_url=address, timeout=SOON) as client:
            answer = await client.get("/api/program/stream", headers={"Authorization": f"Bearer {token}"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many")
        fresh = (await ida.post(f"/games/{game_id}/seats/{ONE}/token"))["token"]
        with contextlib.suppress(StopAsyncIteration):
            while True:
                await stream.next()
    async with listening(address, fresh) as stream:
        assert (await stream.until("hello"))["ask"]["seat"] == ONE
    assert await eve.refused("GET", "/program/stream") == (401, "no_token")
    assert await eve.refused("POST", "/program/actions", {"base": 0, "action": END}) == (401, "no_token")
