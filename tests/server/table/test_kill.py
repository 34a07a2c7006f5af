"""Kill -9 at any moment: acknowledged actions are kept, once; games and bots go on."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

import pytest

from kingdoms.core.record import Record
from tests.support.clients.honest import KINDS, Findings, Honest
from tests.support.clients.http import Browser, eventually
from tests.support.games.sample_game import SLOW, limited
from tests.support.server.launch import MakeSettings, ServerProcess, serving
from tests.support.server.proxies import free_port
from tests.support.suite.timeouts import SOON

KILLS = 2
"""How often the server is killed."""
STILLBORN = re.compile(r"Traceback [^{]*?/multiprocessing/spawn\.py[^{]*?\nEOFError: Ran out of input(\n|$)")
"""What Python says in a process of a bot whose parent was killed before it had told the new process what to do."""


async def play_a_game(player: Honest) -> None:
    """Play a game to its end; check that all bots have acted, and that each acknowledged action is in it, once."""
    await player.begin()
    while not await player.step():
        pass
    async with Browser(player.urls[0]) as browser:
        browser.http.cookies, path = player.cookies, f"/games/{player.game}"
        bots = {seat["seat"] for seat in (await browser.get(path))["seats"] if seat["kind"] == "bot"}
        assert bots <= {entry["by"] for entry in await browser.history(str(player.game))}
        assert Record.parse((await browser.send("GET", f"{path}/record")).text.split("\n")).state.is_terminal()
    await player.check()
    await player.leave()


@pytest.mark.long
async def test_kill_9(database_url: str, tmp_path: Path) -> None:
    rng, findings = random.Random(7), Findings()
    environment = {"KINGDOMS_RATE": "100000", "KINGDOMS_ADDRESS_RATE": "1000000"}
    flags = ("--database", database_url)
    with ServerProcess(tmp_path / "data", *flags, environment=environment, port=free_port()) as server:
        players = [Honest([server.url], number, findings) for number in range(len(KINDS))]
        playing = [asyncio.create_task(play_a_game(player)) for player in players]
        for _ in range(KILLS):
            await asyncio.sleep(rng.uniform(0.05, 0.4))
            server.process.kill()  # only the server's process: its bots must notice that
            server.process.wait(SOON)
            assert server.process.stdout is not None
            server.process.stdout.close()
            await asyncio.to_thread(server.start)
        assert any(not task.done() for task in playing), "the games should have been under way all the time"
        await asyncio.wait_for(asyncio.gather(*playing), 3 * SOON)
        troubles = STILLBORN.sub("", server.troubles())
    assert "Traceback" not in troubles
    assert '"level":"error"' not in troubles
    assert (findings.lost, findings.doubled, findings.faults) == (0, 0, [])
    assert findings.acknowledged > 10 * len(players)


async def test_games_between_bots_continue_after_a_restart(database_url: str, make_settings: MakeSettings) -> None:
    """The server resumes the games without a request for them."""
    settings = make_settings(database=database_url)
    async with serving(settings) as app, Browser(app) as ida:
        game_id = (await ida.new_game(*[f"bot:{SLOW}"] * 4, rulings=limited(60)))["id"]
        await eventually(lambda: app.state.services.games.by_id[game_id].number > 3)
    number = app.state.services.games.by_id[game_id].number
    async with serving(settings) as restarted_app:
        games = restarted_app.state.services.games.by_id
        await eventually(lambda: game_id in games and games[game_id].number > number + 3)
