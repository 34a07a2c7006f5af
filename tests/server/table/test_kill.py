"""Kill -9 at any moment: acknowledged actions are kept, once; games and bots go on."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from kingdoms.core.record import Record
from tests.support.clients.http import Browser, eventually
from tests.support.games.sample_game import SLOW, limited
from tests.support.server.launch import ServerProcess
from tests.support.suite.rings import inner_first
from tests.support.suite.timeouts import SOON

KILLS = 3
"""How often the server is killed, for each game of a kind."""
KINDS = [("me", "me"), ("me", "bot:random"), ("bot:random", "me", "bot"), ("me", "me", "me", f"bot:{SLOW}")]
RULINGS = limited(2)
STILLBORN = re.compile(r"Traceback [^{]*?/multiprocessing/spawn\.py[^{]*?\nEOFError: Ran out of input(\n|$)")
"""What Python says in a process of a bot whose parent was killed before it had told the new process what to do."""


@dataclass
class Player:
    """A player who goes on despite failures of the server.

    Attributes:
        sent: the requests sent, by id.
        acknowledged: the numbers that came back.
    """

    server: ServerProcess
    seed: int
    cookies: httpx.Cookies = field(default_factory=httpx.Cookies)
    game_id: str = ""
    sent: dict[str, str] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)

    async def begin(self, kinds: tuple[str, ...]) -> None:
        async with Browser(self.server.url) as browser:
            self.game_id = (await browser.new_game(*kinds, rulings=RULINGS))["id"]
            self.cookies = browser.http.cookies

    async def play(self) -> None:
        """Play at random until the game is over; an action without an answer is sent again under the same id."""
        rng = random.Random(self.seed)
        waiting: dict[str, object] | None = None
        while True:
            try:
                async with Browser(self.server.url) as browser:
                    browser.http.cookies = self.cookies
                    while True:
                        if waiting is None:
                            state = await browser.get(f"/games/{self.game_id}/view")
                            if state["view"]["outcome"] is not None:
                                return
                            if state["ask"] is None:
                                await asyncio.sleep(0.05)
                                continue
                            action = rng.choice(state["ask"]["choices"])["action"]
                            waiting = {"base": state["number"], "action": action, "client_id": f"{self.seed}-{len(self.sent)}"}
                            self.sent[str(waiting["client_id"])] = action
                        answer = await browser.post(f"/games/{self.game_id}/actions", waiting)
                        self.acknowledged[str(waiting["client_id"])] = answer["number"]
                        waiting = None
            except (httpx.TransportError, OSError):
                await asyncio.sleep(0.05)


@pytest.mark.long
@pytest.mark.parametrize("factor", inner_first([1, 2]))
async def test_kill_9(database_url: str, tmp_path: Path, factor: int) -> None:
    rng = random.Random(7)
    environment = {"KINGDOMS_RATE": "100000", "KINGDOMS_ADDRESS_RATE": "1000000"}
    with ServerProcess(tmp_path / "data", "--database", database_url, environment=environment) as server:
        players = [Player(server, seed) for seed in range(factor * len(KINDS))]
        await asyncio.gather(*(player.begin(KINDS[player.seed % len(KINDS)]) for player in players))
        playing = [asyncio.create_task(player.play()) for player in players]
        for _ in range(KILLS * factor):
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
        for player in players:
            await check(player)


async def check(player: Player) -> None:
    """Check that the game has all actions that a player has sent, once and in order, and no others of theirs."""
    async with Browser(player.server.url) as browser:
        browser.http.cookies = player.cookies
        info = await browser.get(f"/games/{player.game_id}")
        entries = await browser.history(player.game_id)
        assert set(player.acknowledged) == set(player.sent)
        numbers = list(player.acknowledged.values())
        assert numbers == sorted(set(numbers))
        player_numbers = [entry["number"] for entry in entries if entry["by"] in info["you"]]
        assert player_numbers == numbers
        for client_id, number in player.acknowledged.items():
            assert entries[number - 1]["action"] == player.sent[client_id]
        bots = [seat["seat"] for seat in info["seats"] if seat["kind"] == "bot"]
        assert all(any(entry["by"] == bot for entry in entries) for bot in bots)
        record = Record.parse((await browser.send("GET", f"/games/{player.game_id}/record")).text.split("\n"))
        assert record.state.is_terminal()


@pytest.mark.long
async def test_games_between_bots_continue_after_a_kill(database_url: str, tmp_path: Path) -> None:
    """The server resumes the games without a request for them."""
    with ServerProcess(tmp_path / "data", "--database", database_url) as server:
        async with Browser(server.url) as ida:
            kinds = [f"bot:{SLOW}"] * 4
            game_id = (await ida.new_game(*kinds, rulings=limited(60)))["id"]
            number = 0

            async def is_under_way() -> bool:
                nonlocal number
                number = int((await ida.get(f"/games/{game_id}"))["number"])
                return number > 3

            await eventually(is_under_way)
        server.kill()
        server.start()
        async with Browser(server.url) as ida:

            async def bots_play() -> bool:
                metrics = (await ida.http.get("/metrics")).text
                return any(float(count) > 3 for count in re.findall(r'kingdoms_actions_total{by="bot"} (\S+)', metrics))

            await eventually(bots_play)
            assert (await ida.get(f"/games/{game_id}"))["number"] > number + 3
