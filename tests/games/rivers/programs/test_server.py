"""Two Rivers on the server: whole games, and the messages to each visitor."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI

from kingdoms import Random, Record
from kingdoms.games.rivers.engine.state import State
from kingdoms.server.app.services import Services
from kingdoms.table.game import seeds
from kingdoms.table.game.live import LiveGame
from tests.games.rivers.support.scenes import dealt
from tests.support.clients.http import Browser, Json
from tests.support.suite.timeouts import SOON

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


def objects(value: Any) -> Iterator[Json]:
    """Yield all objects in some JSON."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from objects(item)


def check_messages(messages: object, seat: str | None) -> None:
    """Check that a visitor's messages contain no secrets of others until the game ends."""
    for item in objects(messages):
        assert item.get("bag") is None or isinstance(item["bag"], int), "the number of tiles is open, their colours are not"
        for dynasty_seat, dynasty in item.get("dynasties", {}).items():
            if item["outcome"] is None and dynasty_seat != seat:
                assert (dynasty["hand"], dynasty["points"], dynasty["treasures"], dynasty["score"]) == (None,) * 4
        if "choices" in item:
            assert item["seat"] == seat
        if "events" in item and "by" in item:
            owner = item["by"] if item["by"] != "chance" else item["events"][0]["seat"]
            if str(item["action"]).startswith(("draw", "swap")):
                assert owner == seat, "others see how many tiles are drawn and swapped, not which"
            assert set(item["scores"]) <= {seat} or any(event["kind"] == "game_over" for event in item["events"])


async def play(browsers: dict[str, Browser], game_id: str, number: int, seed: int) -> None:
    """Play random actions, including swaps."""
    rng = random.Random(seed)
    for _ in range(number):
        info = await next(iter(browsers.values())).settled(game_id)
        if info["status"] == "over":
            return
        seat = info["to_move"]
        ask = (await browsers[seat].get(f"/games/{game_id}/legal", seat=seat))["ask"]
        kinds = sorted({choice["kind"] for choice in ask["choices"]} - {"withdraw", "catastrophe"})
        kind = rng.choice([kind for kind in kinds if kind != "pass" or len(kinds) == 1])
        action = rng.choice([choice["action"] for choice in ask["choices"] if choice["kind"] == kind])
        await browsers[seat].act(game_id, info["number"], action)


async def check_open(browser: Browser, game_id: str, last: int) -> None:
    """Check that all visitors see all secrets of every moment of a finished game."""
    entries = await browser.history(game_id)
    assert all(entry["action"] for entry in entries), "what was drawn and swapped is told"
    assert all(len(entry["scores"]) == 3 for entry in entries)
    for number in range(0, last + 1, 40):
        view = (await browser.get(f"/games/{game_id}/view", number=number))["view"]
        for dynasty in view["dynasties"].values():
            assert sum(dynasty["hand"].values()) == dynasty["hand_count"]
            assert None not in (dynasty["points"], dynasty["treasures"], dynasty["score"])
        scores = {} if number == 0 else entries[number - 1]["scores"]
        assert all(view["dynasties"][seat]["score"][0] == score for seat, score in scores.items())


def game_as_others_may_have_it(app: FastAPI, game_id: str, seat: str | None, seed: int) -> LiveGame:
    """Return a game in memory with another table that looks the same to a seat, after the same events."""
    services: Services = app.state.services
    live = services.games.by_id[game_id]
    twin = LiveGame(live.header, live.seats)
    twin.entries, twin.mainline, twin.revealing = live.entries, live.mainline, live.revealing
    rng, state = Random(seed), live.state
    assert isinstance(state, State)
    samples = (state.view(seat).sample(rng) for _ in range(5000))
    twin.state = sampled = next(sample for sample in samples if sum(sample.bag) == sum(state.bag))
    sampled.points, sampled.treasures_taken = state.points, state.treasures_taken
    return twin


async def check_bytes(app: FastAPI, game_id: str, eyes: list[tuple[Browser, str | None]], seed: int) -> None:
    """Check that hidden information changes no byte of the answers to a visitor."""
    services: Services = app.state.services
    real = services.games.by_id[game_id]
    for browser, seat in eyes:
        answers = []
        for live in (real, game_as_others_may_have_it(app, game_id, seat, seed)):
            services.games.by_id[game_id] = live
            paths = ["", "/view", "/legal", "/explain", *(["/explain?action=place red A1"] if seat == real.to_move else [])]
            answers.append([(await browser.send("GET", f"/games/{game_id}{path}")).content for path in paths])
        services.games.by_id[game_id] = real
        assert answers[0] == answers[1], seat


async def test_hands_points_and_treasures_stay_hidden_and_change_no_byte(
    app: FastAPI, ida: Browser, bob: Browser, eve: Browser, address: str
) -> None:
    game_id = (await ida.new_game("me", "open", game="rivers"))["id"]
    await bob.post(f"/games/{game_id}/seats/B/join")
    eyes: list[tuple[Browser, str | None]] = [(ida, "A"), (bob, "B"), (eve, None)]
    async with contextlib.AsyncExitStack() as stack:
        lives = [await stack.enter_async_context(browser.live(address, game_id)) for browser, _ in eyes]
        for turn in range(6):
            await play({"A": ida, "B": bob}, game_id, 4, seed=turn)
            await ida.settled(game_id)
            await check_bytes(app, game_id, eyes, seed=turn)
        last = (await ida.settled(game_id))["number"]
        for live in lives:
            await live.until(lambda message: message["type"] in ("hello", "entry") and message["number"] == last)
    for (browser, seat), live in zip(eyes, lives, strict=True):
        check_messages(live.messages, seat)
        check_messages(await browser.get(f"/games/{game_id}/history"), seat)
        for number in range(0, last + 1, 7):
            check_messages(await browser.get(f"/games/{game_id}/view", number=number), seat)
        entries = [message["entry"] for message in live.messages if message["type"] == "entry"]
        assert any(entry["by"] == "chance" and entry["action"] is None for entry in entries)
        assert any(entry["by"] == "chance" and entry["action"] for entry in entries) == (seat is not None)
    assert await ida.refused("GET", f"/games/{game_id}/record") == (409, "not_over")


async def test_a_game_against_bots_goes_to_its_end_and_is_gone_through(app: FastAPI, ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game(*["bot:random"] * 3, game="rivers"))["id"]
    async with asyncio.timeout(2 * SOON):
        while (info := await ida.get(f"/games/{game_id}"))["status"] != "over":
            await asyncio.sleep(0.2)
    assert (info["outcome"]["reason"] in ("treasures", "bag"), info["round"]) == (True, None)
    assert all(len(score) == 4 for score in info["outcome"]["scores"].values())
    over = (await bob.get(f"/games/{game_id}/view"))["view"]
    assert all(dynasty["hand"] is not None for dynasty in over["dynasties"].values())
    await check_open(bob, game_id, info["number"])
    record = (await bob.send("GET", f"/games/{game_id}/record")).text
    copy = await bob.new_game("me", "me", "me", game="rivers", record=record)
    assert (copy["status"], copy["outcome"]) == ("over", info["outcome"])


# -- a bag of one colour ------------------------------------------------------------------------------------------------


async def turn_messages(
    app: FastAPI, address: str, browsers: dict[str | None, Browser], bag: Json
) -> dict[str | None, list[Any]]:
    """Return all messages to all visitors about a turn that ends with draws from a bag with only red tiles."""
    ida, bob = browsers["A"], browsers["B"]
    game_id = (await ida.new_game("me", "open", game="rivers", position=bag))["id"]
    messages: dict[str | None, list[Any]] = {seat: [] for seat in browsers}
    async with contextlib.AsyncExitStack() as stack:
        lives = {
            seat: await stack.enter_async_context(visitor.listening(address, game_id)) for seat, visitor in browsers.items()
        }
        await bob.post(f"/games/{game_id}/seats/B/join")
        await ida.settled(game_id)
        swaps = [action for action in await ida.choices(game_id) if action.startswith("swap")]
        await ida.act(game_id, 0, swaps[-1])
        number = (await ida.settled(game_id))["number"]
        assert number > 4, "each tile is an entry"
        await ida.act(game_id, number, [action for action in await ida.choices(game_id) if action.startswith("place")][-1])
        number = (await bob.settled(game_id))["number"]
        for seat, live in lives.items():
            await live.until(lambda message: message["type"] == "entry" and message["number"] == number)
            messages[seat] += [message for message in live.messages if message["type"] == "entry"]
    for seat, browser in browsers.items():
        messages[seat] += (await browser.get(f"/games/{game_id}/history"))["entries"]
        messages[seat] += [await browser.get(f"/games/{game_id}/view", number=at) for at in range(number + 1)]
        messages[seat].append(await browser.get(f"/games/{game_id}/explain"))
    live_game = app.state.services.games.by_id[game_id]
    rebuilt = LiveGame(live_game.header, live_game.seats)
    for entry in live_game.entries:
        rebuilt.add_quietly(entry)
    assert rebuilt.state == live_game.state
    record = Record.parse(live_game.record_at(number).lines())
    assert record.state == rebuilt.state, "the record is as the rules have it"
    return messages


def timeless(value: Any) -> Any:
    """Return some JSON without when it happened."""
    if isinstance(value, dict):
        return {name: timeless(item) for name, item in value.items() if name != "at"}
    return [timeless(item) for item in value] if isinstance(value, list) else value


async def test_a_bag_of_one_colour_is_not_revealed(
    app: FastAPI, ida: Browser, bob: Browser, eve: Browser, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No seat can tell that bag from one with several colours from which the same tiles are drawn."""
    monkeypatch.setattr(seeds, "draw_outcome", lambda _seed, _number, outcomes: outcomes[0][0])
    browsers: dict[str | None, Browser] = {"A": ida, "B": bob, None: eve}
    expected = await turn_messages(app, address, browsers, dealt(red=40).position())
    messages = await turn_messages(app, address, browsers, dealt(red=20, blue=20).position())
    assert timeless(list(expected.values())) == timeless(list(messages.values()))
    draws = [entry["entry"] for entry in expected[None] if "entry" in entry and entry["entry"]["by"] == "chance"]
    assert len(draws) >= 5
    assert all(draw["action"] is None for draw in draws)


async def test_a_game_with_held_draws_is_taken_up_and_looked_back_at(app: FastAPI, ida: Browser) -> None:
    game_id = (await ida.new_game("me", "me", game="rivers", position=dealt(red=14).position()))["id"]
    services = app.state.services
    drives = services.driver.drive
    services.driver.drive = lambda _: None  # the server stops in the middle of a refill
    for _ in range(2):
        number = (await ida.get(f"/games/{game_id}"))["number"]
        choices = (await ida.get(f"/games/{game_id}/legal", seat="A"))["ask"]["choices"]
        await ida.act(game_id, number, next(choice["action"] for choice in choices if choice["kind"] == "place"))
    assert (await ida.get(f"/games/{game_id}"))["to_move"] == "chance"
    assert services.games.by_id[game_id].is_held
    services.games.by_id.clear()
    services.driver.drive = drives
    await services.driver.adopt(waiting=0.0)
    assert (await ida.settled(game_id))["to_move"] == "B"
    rng = random.Random(3)
    while (info := await ida.settled(game_id))["status"] != "over":
        choices = (await ida.get(f"/games/{game_id}/legal", seat=info["to_move"]))["ask"]["choices"]
        await ida.act(game_id, info["number"], rng.choice(choices)["action"])
    entries = (await ida.get(f"/games/{game_id}/history"))["entries"]
    assert [entry["number"] for entry in entries] == list(range(1, info["number"] + 1))
    assert all(entry["by"] and entry["action"] for entry in entries)
    record = Record.parse((await ida.send("GET", f"/games/{game_id}/record")).text.split("\n"), strict=True)
    assert len(record.entries) < info["number"], "what is certain is in no record"
    copy = await ida.new_game("me", "me", game="rivers", **{"from": {"id": game_id, "number": 3}})
    assert (copy["to_move"], copy["number"]) == ("B", 2)
