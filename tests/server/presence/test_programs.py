"""Programs that play: the stream of lines, tokens, and the example of the documentation, run as it stands there."""

from __future__ import annotations

import asyncio
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

pytestmark = pytest.mark.sqlite
PAGE = Path(__file__).parents[3] / "docs" / "server.md"


async def until(messages: AsyncIterator[Json | None], kind: str) -> Json:
    """Return the next message of a kind."""
    async with asyncio.timeout(SOON):
        return await anext(message async for message in messages if message is not None and message["type"] == kind)


async def question(messages: AsyncIterator[Json | None]) -> Json:
    """Return the next entry after which the program is asked."""
    while (message := await until(messages, "entry"))["ask"] is None:
        pass
    return message


async def begin_game(ida: Browser, **more: Any) -> tuple[str, str]:
    """Return a game in which a program has the first seat and is to move, and its token; Ida has the other seat."""
    game_id: str = (await ida.new_game("program", "me", position=opening().position(), **more))["id"]
    return game_id, (await ida.post(f"/games/{game_id}/seats/{ONE}/token"))["token"]


async def act(program: Browser, token: str, base: int, action: str) -> httpx.Response:
    body, headers = {"base": base, "action": action}, {"Authorization": f"Bearer {token}"}
    return await program.http.post("/api/program/actions", json=body, headers=headers)


async def test_the_example_plays_a_whole_game_against_a_bot(ida: Browser, address: str, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    code = re.search(r'```python title="program.py"\n(.*?)\n```', PAGE.read_text(), re.DOTALL)
    assert code is not None
    path.write_text(code[1])
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
    async with Browser(address) as program, program.stream("/program/stream", token) as messages:
        hello = await until(messages, "hello")
        assert hello["info"]["seats"][0]["stand_in"] is None, "a program that comes back takes its seat"
        assert (hello["view"]["seat"], hello["info"]["you"]) == (ONE, [])
        assert (await ida.get(f"/games/{game_id}"))["seats"][0]["present"] is True
        message = hello
        await ida.end_turn(game_id)
        if message["ask"] is None:
            message = await question(messages)
        number = message["number"]
        assert message["ask"]["seat"] == ONE
        assert (await act(program, token, number, END)).json() == {"number": number + 1}
        message = await until(messages, "entry")
        assert (message["number"], message["ask"]) == (number + 1, None)
        await ida.end_turn(game_id)
        message = await question(messages)
        refused = await act(program, token, message["number"], REFUSED[0])
        assert (refused.status_code, bool(refused.json()["error"]["clause"])) == (422, True)
        stale = await act(program, token, 0, END)
        assert (stale.status_code, len(stale.json()["missed"])) == (409, message["number"])
    await ida.until(f"/games/{game_id}", lambda answer: answer["seats"][0]["present"] is False)


async def test_a_program_has_one_token_and_few_streams(
    ida: Browser, eve: Browser, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_OF_ONE", 1)
    monkeypatch.setattr(live_routes, "KEEP_ALIVE", 0.1)
    game_id, token = await begin_game(ida)
    async with Browser(address) as program, asyncio.timeout(SOON):
        async with program.stream("/program/stream", token) as messages:
            await until(messages, "hello")
            while await anext(messages) is not None:
                pass  # an empty line shows that the stream is alive
            answer = await program.http.get("/api/program/stream", headers={"Authorization": f"Bearer {token}"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many")
            fresh = (await ida.post(f"/games/{game_id}/seats/{ONE}/token"))["token"]
            async for _ in messages:  # the old token is void
                pass
        async with program.stream("/program/stream", fresh) as messages:
            assert (await until(messages, "hello"))["ask"]["seat"] == ONE
    assert await eve.refused("GET", "/program/stream") == (401, "no_token")
    assert await eve.refused("POST", "/program/actions", {"base": 0, "action": END}) == (401, "no_token")
