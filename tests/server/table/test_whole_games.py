"""Games to their end: whole games, and the call of time."""

from __future__ import annotations

import asyncio
import time

import pytest

from kingdoms.core.record import Record
from kingdoms.server.app.services import Services
from kingdoms.server.table import live_games
from tests.support.clients.http import Browser, play_random, solo_game
from tests.support.games.sample_game import END, SLOW, STEPS, limited, opening
from tests.support.games.tested_games import SAMPLE
from tests.support.server.calendar import Calendar


async def test_the_time_is_called(services: Services, ida: Browser, calendar: Calendar) -> None:
    game_id = await solo_game(ida, minutes=1)
    info = await ida.get(f"/games/{game_id}")
    assert info["minutes"] == 1
    assert info["deadline"] > info["started"]
    await ida.act(game_id, 0, STEPS[0])
    async with services.games.by_id[game_id].lock:  # an action is being kept
        calendar.passes(61)
        waking = asyncio.create_task(services.clocks.wake_games())
        await asyncio.sleep(0.05)
        assert not services.games.by_id[game_id].calls
    await waking
    await ida.until(f"/games/{game_id}", lambda answer: answer["number"] == 2)
    entry = (await ida.get(f"/games/{game_id}/history", after=1))["entries"][0]
    assert (entry["by"], entry["action"], entry["call"]) == (None, None, "time")
    state = opening().child(STEPS[0])
    assert entry["events"][0]["text"] == state.game.call(state, "time")[0].text
    assert await ida.refused("POST", f"/games/{game_id}/undo", {"base": 2}) == (409, "nothing_to_undo")
    await services.clocks.check_live_games()
    assert (await ida.get(f"/games/{game_id}"))["number"] == 2, "it is called once"
    assert await services.driver._waiting_games(0) == []
    info = await play_random(ida, game_id, seed=4)
    assert info["outcome"]["reason"] == "time"
    record = await ida.send("GET", f"/games/{game_id}/record")
    assert Record.parse(record.text.split("\n")).state.is_terminal()


async def test_a_game_is_not_evicted_while_it_is_loaded(
    services: Services, ida: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id, games = (await ida.new_game("me", "open"))["id"], services.games
    games.by_id.pop(game_id).last_used = 0.0
    monkeypatch.setattr(games, "catch_up", lambda _: games.evict_idle())  # at the same time
    assert (await ida.get(f"/games/{game_id}"))["id"] == game_id


async def test_idle_games_are_evicted_and_their_time_is_called(services: Services, ida: Browser, calendar: Calendar) -> None:
    timed = [await solo_game(ida, minutes=minutes) for minutes in (1, 600)]
    untimed = await solo_game(ida)
    calendar.passes(live_games.EVICT_AFTER + 61)
    await services.games.evict_idle()
    await services.driver.adopt()
    assert services.games.by_id == {}, "games that are timed leave the memory as well, and one that waits for a person"
    await services.clocks.wake_games()
    assert set(services.games.by_id) == {timed[0]}, "only what has to be is taken up"
    assert services.games.by_id[timed[0]].calls == {"time"}
    assert await services.clocks.due_games(time.time()) == []
    await services.clocks.wake_games()
    assert [(await ida.get(f"/games/{game_id}"))["number"] for game_id in (*timed, untimed)] == [1, 0, 0]


async def test_a_whole_game_and_its_record(ida: Browser, bob: Browser) -> None:
    info = await ida.new_game("bot", "bot", "me", f"bot:{SLOW}", rulings=limited(2))
    path = f"/games/{info['id']}"
    assert Record.parse((await ida.send("GET", f"{path}/record")).text.split("\n")).seed is None
    info = await play_random(ida, info["id"], seed=4)
    assert info["outcome"]["winners"]
    assert info["ending"]["said"]["id"] == f"ending.{info['outcome']['reason']}"
    assert (await ida.get(path, texts="false"))["ending"] == {"said": info["ending"]["said"]}
    assert set(info["outcome"]["scores"]) == {seat["seat"] for seat in info["seats"]}
    assert await ida.refused("POST", f"{path}/actions", {"base": info["number"], "action": END}) == (409, "over")
    assert await ida.refused("POST", f"{path}/undo", {"base": info["number"]}) == (409, "over")
    assert (await ida.get(f"{path}/view"))["view"]["outcome"] == info["outcome"]
    assert (await ida.get(f"{path}/explain"))["question"]
    answer = await bob.send("GET", f"{path}/record")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{SAMPLE}-{info["id"]}.jsonl"'
    record = Record.parse(answer.text.split("\n"))
    assert record.players == {seat["seat"]: seat["name"] if seat["kind"] == "person" else seat["bot"] for seat in info["seats"]}
    assert (record.started, record.seed is None, len(record.entries)) == (info["started"], False, info["number"])
    assert record.state.is_terminal()
