"""Two Rivers on the server: whole games, and who is told what of them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from playing import Browser, Json, Live
from waiting import SOON

from kingdoms import Random
from kingdoms.server.games import service
from kingdoms.server.games.live import LiveGame


def seats_of(**kinds: str) -> list[Json]:
    """Return the seats of a new game."""
    return [{"seat": seat, "kind": kind} | ({"bot": "random"} if kind == "bot" else {}) for seat, kind in kinds.items()]


async def new_game(browser: Browser, **kinds: str) -> str:
    """Make a game and return its id."""
    info: Json = await browser.post("/games", {"game": "rivers", "seats": seats_of(**kinds)}, status=201)
    return str(info["id"])


def objects(value: Any) -> Iterator[Json]:
    """Yield all objects in some JSON."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from objects(each)


def check_heard(told: object, seat: str | None) -> None:
    """See that nothing in what somebody was told is another's secret, as long as the game goes on."""
    for each in objects(told):
        assert "bag" not in each
        for other, dynasty in each.get("dynasties", {}).items():
            if each["outcome"] is None and other != seat:
                assert (dynasty["hand"], dynasty["points"], dynasty["treasures"], dynasty["score"]) == (None,) * 4
        if "choices" in each:
            assert each["seat"] == seat
        if "events" in each and "by" in each:
            whose = each["by"] if each["by"] != "chance" else each["events"][0]["seat"]
            if str(each["action"]).startswith(("draw", "swap")):
                assert whose == seat, "others see how many tiles are drawn and swapped, not which"
            assert set(each["scores"]) <= {seat} or any(event["kind"] == "game_over" for event in each["events"])


async def play(browsers: dict[str, Browser], game_id: str, number: int, seed: int) -> None:
    """Play so many actions at random, swaps among them."""
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


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_hands_points_and_treasures_stay_hidden(
    app: FastAPI, ida: Browser, bob: Browser, eve: Browser, address: str
) -> None:
    game_id = await new_game(ida, A="me", L="open")
    await bob.post(f"/games/{game_id}/seats/L/join")
    eyes: list[tuple[Browser, str | None]] = [(ida, "A"), (bob, "L"), (eve, None)]
    async with ida.live(address, game_id) as one, bob.live(address, game_id) as two, eve.live(address, game_id) as three:
        heard: list[Live] = [one, two, three]
        await play({"A": ida, "L": bob}, game_id, 60, seed=1)
        last = (await ida.settled(game_id))["number"]
        for live in heard:
            await live.until(lambda message: message["type"] in ("hello", "entry") and message["number"] == last)
    for (browser, seat), live in zip(eyes, heard, strict=True):
        check_heard(live.told, seat)
        check_heard(await browser.get(f"/games/{game_id}/history"), seat)
        for number in range(0, last + 1, 7):
            check_heard(await browser.get(f"/games/{game_id}/view", number=number), seat)
        entries = [message["entry"] for message in live.told if message["type"] == "entry"]
        assert any(entry["by"] == "chance" and entry["action"] is None for entry in entries)
        assert any(entry["by"] == "chance" and entry["action"] for entry in entries) == (seat is not None)
    assert await ida.refused("GET", f"/games/{game_id}/record") == (409, "not_over")


@pytest.mark.parametrize(
    ("body", "clause"),
    [
        ({"game": "rivers", "seats": seats_of(A="me", N="me")}, "A-1"),
        ({"game": "rivers", "seats": seats_of(A="me", L="me"), "rulings": {"weather": 1}}, "N-1"),
        ({"game": "rivers", "seats": [{"seat": "A", "kind": "me"}, {"seat": "B", "kind": "bot", "bot": "nobody"}]}, "N-1"),
        ({"position": {"game": "rivers", "phase": "dawn", "seats": {"A": {}, "B": {}}}, "seats": seats_of(A="me")}, "N-6"),
        ({"position": {"game": "rivers", "phase": "start", "seats": {"A": {}, "B": {}}}, "seats": seats_of(A="me")}, "A-1"),
    ],
)
async def test_what_cannot_be_played_cites_the_clauses_of_this_game(ida: Browser, body: Json, clause: str) -> None:
    answer = await ida.http.post("/api/games", json=body)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["clause"] == clause, answer.text


async def check_open(browser: Browser, game_id: str, last: int) -> None:
    """See that whoever looks at a finished game sees everything of every moment."""
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
    """Return a game in memory whose table is another one that looks the same to a seat."""
    games: service.Service = app.state.service
    live = games.games[game_id]
    other = LiveGame(live.header, live.seats)
    other.entries, other.standing, other.revealing = live.entries, live.standing, live.revealing
    other.state = live.state.view(seat).sample(Random(seed))
    return other


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_what_a_seat_does_not_know_changes_no_byte(app: FastAPI, ida: Browser, bob: Browser, eve: Browser) -> None:
    game_id = await new_game(ida, A="me", B="open")
    await bob.post(f"/games/{game_id}/seats/B/join")
    games: service.Service = app.state.service
    for turn in range(12):
        await play({"A": ida, "B": bob}, game_id, 3, seed=turn)
        real = games.games[game_id]
        asked = real.to_move
        for browser, seat in ((ida, "A"), (bob, "B"), (eve, None)):
            answers = []
            for live in (real, game_as_others_may_have_it(app, game_id, seat, turn)):
                games.games[game_id] = live
                paths = ["", "/view", "/legal", "/explain", *(["/explain?action=place red A1"] if seat == asked else [])]
                answers.append([(await browser.send("GET", f"/games/{game_id}{path}")).content for path in paths])
            games.games[game_id] = real
            assert answers[0] == answers[1], seat


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_game_against_bots_goes_to_its_end_and_is_gone_through(app: FastAPI, ida: Browser, bob: Browser) -> None:
    game_id = await new_game(ida, A="bot", B="bot", P="bot")
    async with asyncio.timeout(2 * SOON):
        while (info := await ida.get(f"/games/{game_id}"))["status"] != "over":
            await asyncio.sleep(0.2)
    assert (info["outcome"]["reason"] in ("treasures", "bag"), info["round"]) == (True, None)
    assert all(len(score) == 4 for score in info["outcome"]["scores"].values())
    over = (await bob.get(f"/games/{game_id}/view"))["view"]
    assert all(dynasty["hand"] is not None for dynasty in over["dynasties"].values())
    await check_open(bob, game_id, info["number"])
    record = (await bob.send("GET", f"/games/{game_id}/record")).text
    seats = [{"seat": seat, "kind": "me"} for seat in "ABP"]
    again = await bob.post("/games", {"game": "rivers", "seats": seats, "record": record}, status=201)
    assert (again["status"], again["outcome"]) == ("over", info["outcome"])
