"""No hints by the back door: copies of games that people play without advice."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import update

import kingdoms
from kingdoms import Record, position_text
from kingdoms.core.registry import game_class
from kingdoms.search import Limits
from kingdoms.server.app.services import Services
from kingdoms.server.database.tables import GameRow
from kingdoms.server.table import copies
from kingdoms.table.advice import searching
from kingdoms.table.advice.searching import SearchStrength
from tests.support.clients.http import Browser, Json, eventually, shared_game
from tests.support.games.sample_game import ONE, OTHER, opening, seated
from tests.support.games.tested_games import TESTED
from tests.support.server.rows import execute

pytestmark = pytest.mark.sqlite
SECRETIVE = next(name for name in TESTED if game_class(name).has_secrets)
FEW = SearchStrength(Limits(simulations=24, seconds=60.0), Limits(simulations=4))
NO_ADVICE = (403, "no_advice")


@pytest.fixture(autouse=True)
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let strengths be few simulations, so that the interpreted engine has them soon."""
    monkeypatch.setattr(searching, "STRENGTHS", {"quick": FEW, "thorough": FEW})


async def middle_game(ida: Browser, bob: Browser, **more: Any) -> str:
    """Return a game of two people in which each has had two turns, and Ida is to move."""
    game_id = await shared_game(ida, bob, **more)
    for _ in range(2):
        await ida.end_turn(game_id)
        await bob.end_turn(game_id)
    while (await ida.settled(game_id))["to_move"] != ONE:
        await bob.end_turn(game_id)
    return game_id


async def record_of(browser: Browser, game_id: str) -> Record:
    """Return the record of a game."""
    return Record.parse((await browser.send("GET", f"/games/{game_id}/record")).text.splitlines())


def solo_request(record: Record) -> Json:
    """Return the request for a game of the visitor alone that goes on from a record."""
    return {"record": "\n".join(record.lines()), "seats": seated("me", "bot:random")}


async def test_a_running_game_is_neither_continued_elsewhere_nor_searched(
    app: FastAPI, ida: Browser, bob: Browser, eve: Browser
) -> None:
    """Neither itself nor its record or its position; but what every game begins with can be searched."""
    game_id = await middle_game(ida, bob)
    number = (await ida.get(f"/games/{game_id}"))["number"]
    record = await record_of(ida, game_id)
    longer, shorter = (Record.parse(list(record.lines())) for _ in range(2))
    longer.apply(longer.state.game.action_to_string(longer.state.legal_actions()[-1]))
    shorter.take_back(len(shorter.entries) - 1)
    seats = seated("me", "bot:random")
    state = app.state.games.by_id[game_id].state.clone()
    text = position_text(state, None)
    altered = state.position() | {"rulings": dict(state.game.limited(60).rulings)}
    for browser in (ida, bob, eve):
        for at in (number, number - 1, 0):
            body = {"from": {"id": game_id, "number": at}, "seats": seats}
            assert await browser.refused("POST", "/games", body) == NO_ADVICE
        for position in (state.position(), altered):
            assert await browser.refused("POST", "/games", {"position": position, "seats": seats}) == NO_ADVICE
        assert await browser.refused("GET", f"/positions/{text}/analysis") == NO_ADVICE
    for copied in (record, longer, shorter):
        assert await eve.refused("POST", "/games", solo_request(copied)) == NO_ADVICE
    assert (await eve.send("GET", f"/positions/{position_text(opening(), None)}/analysis")).status_code == 200
    await ida.end_turn(game_id)
    assert await eve.refused("GET", f"/positions/{text}/analysis") == NO_ADVICE, "it was just now"
    await ida.post(f"/games/{game_id}/seats/{ONE}/resign")
    assert (await eve.send("GET", f"/positions/{text}/analysis")).status_code == 200, "when it is over, it can be"
    assert (await eve.send("POST", "/games", solo_request(record))).status_code == 201
    copy = await eve.post("/games", {"from": {"id": game_id, "number": number}, "seats": seats}, status=201)
    await eve.settled(copy["id"])
    assert (await eve.send("GET", f"/games/{copy['id']}/analysis")).status_code == 200


async def test_a_copy_of_a_copy_from_before_gets_no_advice(app: FastAPI, ida: Browser, bob: Browser, eve: Browser) -> None:
    """Earlier versions have made such copies; a link can make two people out of one, too."""
    game_id = await middle_game(ida, bob, advice=True)
    number = (await ida.get(f"/games/{game_id}"))["number"]
    seats, copy, ids = seated("me", "bot:random"), game_id, []
    for _ in range(2):
        copy = (await eve.post("/games", {"from": {"id": copy, "number": number}, "seats": seats}, status=201))["id"]
        ids.append(copy)
        await eve.settled(copy)
        assert (await eve.send("GET", f"/games/{copy}/analysis")).status_code == 200
    imported = (await eve.post("/games", solo_request(await record_of(ida, game_id)), status=201))["id"]
    await eve.settled(imported)
    assert (await eve.send("GET", f"/games/{imported}/analysis")).status_code == 200, "people have allowed themselves advice"
    await execute(app, update(GameRow).where(GameRow.id == game_id).values(advice=False))
    await app.state.games.refresh(app.state.games.by_id[game_id])
    for copy in ids:
        assert await eve.refused("GET", f"/games/{copy}/analysis") == NO_ADVICE
        assert await eve.refused("POST", "/games", {"from": {"id": copy, "number": number}, "seats": seats}) == NO_ADVICE


async def test_a_copy_made_before_gets_no_advice_where_the_game_has_come(
    ida: Browser, bob: Browser, eve: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither while it is played nor, in a review, when it is over."""
    game_id = await middle_game(ida, bob)
    record = await record_of(ida, game_id)

    async def allow(*_: object) -> None:
        """Let the copy be made, as if the game had come there only afterwards."""

    with monkeypatch.context() as before:
        before.setattr(copies.RunningCopies, "check_positions", allow)
        copy = (await eve.post("/games", solo_request(record), status=201))["id"]
    await eve.settled(copy)
    assert await eve.refused("GET", f"/games/{copy}/analysis") == NO_ADVICE
    await eve.act(copy, len(record.entries), (await eve.choices(copy))[0])
    await eve.settled(copy)
    assert await eve.refused("GET", f"/games/{copy}/analysis") == NO_ADVICE, "a little further"
    await eve.post(f"/games/{copy}/seats/{ONE}/resign")
    for path in ("analysis/game", "analysis"):
        number = {} if path == "analysis/game" else {"number": len(record.entries)}
        assert await eve.refused("GET", f"/games/{copy}/{path}", **number) == NO_ADVICE
    await bob.post(f"/games/{game_id}/seats/{OTHER}/resign")
    assert (await eve.send("GET", f"/games/{copy}/analysis/game")).status_code == 200


async def test_a_view_of_a_game_with_secrets_is_not_searched(app: FastAPI, ida: Browser, bob: Browser, eve: Browser) -> None:
    """What a player sees is enough for a text, and for a position with guessed hands."""
    info = await ida.new_game("me", "open", game=SECRETIVE)
    game_id, (first, second) = info["id"], [seat["seat"] for seat in info["seats"]]
    await bob.post(f"/games/{game_id}/seats/{second}/join")
    players = {first: ida, second: bob}
    acted = set[str]()
    while acted != {first, second}:
        info = await ida.settled(game_id)
        acted.add(info["to_move"])
        choice = (await players[info["to_move"]].get(f"/games/{game_id}/legal"))["ask"]["choices"][0]["action"]
        await players[info["to_move"]].act(game_id, info["number"], choice)
    info = await ida.settled(game_id)
    live = app.state.games.by_id[game_id]
    text = position_text(live.state, live.state.to_move)
    assert await eve.refused("GET", f"/positions/{text}/analysis") == NO_ADVICE
    guessed = live.state.view(live.state.to_move).sample(kingdoms.Random(7))
    for opponent in (first, second):
        sampled = position_text(guessed, opponent)
        assert await eve.refused("GET", f"/positions/{sampled}/analysis") == NO_ADVICE, "no guess of a hand is confirmed"
    body = {"position": guessed.position(), "seats": seated("me", "bot:random", game=SECRETIVE)}
    assert await eve.refused("POST", "/games", body) == NO_ADVICE


async def test_another_server_knows_the_games_too(two_servers: tuple[FastAPI, FastAPI]) -> None:
    async with Browser(two_servers[0]) as ida, Browser(two_servers[0]) as bob, Browser(two_servers[1]) as eve:
        game_id = await middle_game(ida, bob)
        record = await record_of(ida, game_id)
        services: Services = two_servers[1].state.services
        services.games.by_id.pop(game_id, None)
        assert await eve.refused("POST", "/games", solo_request(record)) == NO_ADVICE
        assert game_id not in services.games.by_id, "a comparison keeps no game in memory"
        await ida.end_turn(game_id)
        later = solo_request(await record_of(ida, game_id))

        async def is_refused() -> bool:
            return (await eve.send("POST", "/games", later)).status_code == 403

        await eventually(is_refused)
