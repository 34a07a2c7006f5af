"""Profiles: the games they count, and who may read them."""

from __future__ import annotations

import asyncio

from fastapi import FastAPI
from sqlalchemy import delete, update

from kingdoms.core.registry import game_class
from kingdoms.server.database.tables import GameRow, ResultRow
from kingdoms.server.visitors.identity import COOKIE
from tests.support.clients.authenticator import add_passkey, sign_in
from tests.support.clients.http import Browser, Json, finish, play_random, shared_game
from tests.support.games.sample_game import ONE, OTHER, limited
from tests.support.games.tested_games import SAMPLE


async def play_game(browser: Browser, *kinds: str) -> Json:
    """Play a short game to its end and return its info."""
    game_id = (await browser.new_game(*kinds, rulings=limited(1)))["id"]
    return await play_random(browser, game_id, seed=1)


async def results(browser: Browser, games: int = 1) -> list[Json]:
    """Return the results of a visitor, once they include a number of games."""
    profile = await browser.until("/me/profile", lambda answer: sum(row["games"] for row in answer["results"]) == games)
    return list(profile["results"])


def share(info: Json, seat: str) -> float:
    """Return the results of a seat in a game."""
    winners = info["outcome"]["winners"]
    return 1 / len(winners) if seat in winners else 0.0


async def test_games_against_bots_and_people_are_counted(ida: Browser, bob: Browser) -> None:
    """Those against oneself, or from a position in the middle, are not."""
    empty = {"name": "Ida", "listed": False, "address": None, "results": [], "ratings": [], "steps": []}
    assert await ida.get("/me/profile") == empty
    alone = await play_game(ida, "me", "me")
    seats = [{"seat": ONE, "kind": "me"}, {"seat": OTHER, "kind": "bot", "bot": "random"}]
    branch = (await ida.post("/games", {"seats": seats, "from": {"id": alone["id"], "number": 5}}, status=201))["id"]
    await play_random(ida, branch, seed=1)
    info = await play_game(ida, "me", "bot:random")
    (result,) = await results(ida)
    points = share(info, ONE)
    against = 0.5 if points == 0.5 else float(points > 0)
    bot = {"bot": "random", "title": "Random", "games": 1, "points": against}
    assert result == {"game": SAMPLE, "seats": 2, "games": 1, "points": points, "against": [bot]}
    game_id = await shared_game(ida, bob, rulings=limited(1), position=None)
    info = await finish(ida, bob, game_id=game_id)
    (ida_result,), (bob_result,) = await results(ida, 2), await results(bob)
    assert bob_result["points"] == share(info, OTHER)
    assert [row["bot"] for row in ida_result["against"]] == [None, "random"]
    assert ida_result["against"][0]["points"] + bob_result["against"][0]["points"] == 1


async def test_agreed_ends_and_resignations_are_counted(ida: Browser, bob: Browser) -> None:
    """An agreed end is a win for the leader, or shared; a resignation is a loss, against levels as against people."""
    game_id = await shared_game(ida, bob, position=None)
    proposal = (await ida.post(f"/games/{game_id}/proposals", {"kind": "end"}))["proposal"]
    info = await bob.post(f"/games/{game_id}/proposals/{proposal['id']}", {"answer": "agree"})
    points = share(info, ONE)
    (ida_result,), (bob_result,) = await results(ida), await results(bob)
    assert points + share(info, OTHER) == 1
    assert [result["points"] for result in (ida_result, bob_result)] == [points, 1 - points]
    assert ida_result["against"] == [{"bot": None, "title": None, "games": 1, "points": points}]
    level = f"level:{len(game_class(SAMPLE).levels())}"
    alone = (await ida.new_game("me", f"bot:{level}"))["id"]
    await ida.post(f"/games/{alone}/seats/{ONE}/resign")
    (ida_result,) = await results(ida, 2)
    assert ida_result["points"] == points
    assert [(row["bot"], row["games"], row["points"]) for row in ida_result["against"]] == [(None, 1, points), (level, 1, 0)]


async def test_unprocessed_ends_are_found_once(app: FastAPI, ida: Browser) -> None:
    """As after a server that died at the end of a game; games of earlier versions are found like this, too."""
    info = await play_game(ida, "me", "bot:random")
    await results(ida)
    async with app.state.database.engine.begin() as connection:
        await connection.execute(delete(ResultRow))
        await connection.execute(update(GameRow).values(settled=False))
    assert (await ida.get("/me/profile"))["results"] == []
    settling = app.state.services.results
    counts = await asyncio.gather(*(settling.settle_some() for _ in range(4)))
    assert sum(counts) == 1
    assert (await results(ida))[0]["points"] == share(info, ONE)
    assert await settling.settle_some() == 0


async def test_an_unlisted_profile_is_private(ida: Browser, bob: Browser, eve: Browser) -> None:
    """In the bytes: the answer is the same as for an unknown address."""
    assert await ida.refused("PUT", "/me/profile", {"listed": True}) == (403, "no_passkey")
    device = await add_passkey(ida)
    address = (await ida.ask("PUT", "/me/profile", {"listed": True}))["address"]
    assert (await eve.get(f"/people/{address}"))["name"] == "Ida"
    assert (await eve.get("/people"))["people"] == [{"address": address, "name": "Ida"}]
    assert (await ida.ask("PUT", "/me/profile", {"listed": False}))["address"] is None
    for browser in (ida, bob, eve):
        nobody = await browser.send("GET", "/people/nobody")
        for path in (f"/people/{address}", f"/people/{ida.http.cookies[COOKIE][:16]}"):
            answer = await browser.send("GET", path)
            assert (answer.status_code, answer.content) == (404, nobody.content)
        assert b"Ida" not in (await browser.send("GET", "/people")).content
    new_address = (await ida.ask("PUT", "/me/profile", {"listed": True}))["address"]
    assert new_address != address
    assert ida.visitor_id not in (await eve.send("GET", f"/people/{new_address}")).text
    (key,) = (await ida.get("/me/passkeys"))["passkeys"]
    await ida.post(f"/me/passkeys/{key['id']}/remove", {"proof": (await sign_in(ida, device))["proof"]})
    assert await eve.refused("GET", f"/people/{new_address}") == (404, "nobody"), "it goes with the last passkey"
    assert (await eve.get("/people"))["people"] == []
    await add_passkey(eve)
    assert await eve.refused("PUT", "/me/profile", {"listed": True}) == (409, "no_name")
