"""The processor time that the shortcut for actions saves: `python benchmarks/shortcut.py`.

Random actions are sent to a server in this process, in turn with and without the shortcut. The figure is the processor time per
action of the whole application: middleware, checks, the rules and SQLite.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from kingdoms import game_names, load_game
from kingdoms.server.app.asgi import create_app
from kingdoms.server.base.settings import read_settings
from kingdoms.server.game.live import LiveGame
from kingdoms.server.table import shortcut

GAME = load_game(game_names()[0], 2)
ROUNDS = 20
ACTIONS = 100
"""Actions in each round."""
ADDRESS = "http://127.0.0.1:8000"
NEVER = re.compile("(?!)")


async def post(app: FastAPI, cookie: str, game_id: str, body: bytes) -> int:
    """Send an action as uvicorn would, and return the status."""
    found: list[int] = []
    messages: list[dict[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        return messages.pop() if messages else await asyncio.Future[dict[str, Any]]()

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            found.append(message["status"])

    headers = {"host": "127.0.0.1:8000", "content-type": "application/json", "content-length": str(len(body)), "cookie": cookie}
    path = f"/api/games/{game_id}/actions"
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    await app(scope, receive, send)
    return found[0]


async def play(app: FastAPI, cookie: str, live: LiveGame, rng: random.Random) -> float:
    """Play random actions, and return the milliseconds of processor time per action."""
    spent = 0.0
    for _ in range(ACTIONS):
        while live.thinker is not None:  # chance decides in a task of its own
            await asyncio.sleep(0)
        action = live.game.action_to_string(rng.choice(live.state.legal_actions()))
        body = json.dumps({"base": live.number, "action": action}).encode()
        began = time.process_time()
        status = await post(app, cookie, live.header.id, body)
        spent += time.process_time() - began
        assert status == 200, status
    return 1000 * spent / ACTIONS


async def main() -> None:
    """Measure, and print the medians."""
    rng, actions, figures = random.Random(1), shortcut.ACTIONS, dict[bool, list[float]]()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(
            read_settings(data=Path(folder), secret="a secret of a benchmark", rate=10**6, address_rate=10**6, games=10**6)
        )
        async with app.router.lifespan_context(app), httpx.AsyncClient(transport=httpx.ASGITransport(app)) as client:
            seats = [{"seat": seat, "kind": "me"} for seat in GAME.seats]
            for number in range(ROUNDS):
                made = await client.post(f"{ADDRESS}/api/games", json={"game": GAME.name, "seats": seats})
                live = await app.state.games.get(made.json()["id"])
                shortcut.ACTIONS = actions if number % 2 else NEVER
                cookie = f"kingdoms={client.cookies['kingdoms']}"
                figures.setdefault(bool(number % 2), []).append(await play(app, cookie, live, rng))
    for used, found in sorted(figures.items()):
        print(f"{'with' if used else 'without'} the shortcut: {statistics.median(found):.2f} ms per action")


if __name__ == "__main__":
    asyncio.run(main())
