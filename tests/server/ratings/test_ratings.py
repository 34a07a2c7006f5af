"""Ratings: who may sit at rated tables, the results of rated games, and that each is counted once."""

from __future__ import annotations

import asyncio
import math
import re
from pathlib import Path

import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import delete, func, insert, select, update

import kingdoms
from kingdoms.bots import strength
from kingdoms.core.registry import game_class
from kingdoms.server.database.tables import GameRow, RatedSeatRow, RatingRow, RatingStepRow, ResultRow
from tests.support.clients.authenticator import Authenticator, add_passkey, sign_in
from tests.support.clients.http import Browser, Json
from tests.support.games.sample_game import ONE, OTHER, limited, seated, soonest
from tests.support.games.tested_games import SAMPLE
from tests.support.server.rows import execute, scalar

Two = tuple[FastAPI, FastAPI]
Keys = tuple[Authenticator, Authenticator]
LEVEL = "level:4"


@pytest_asyncio.fixture
async def keys(ida: Browser, bob: Browser) -> Keys:
    """The passkeys of Ida and Bob."""
    return await add_passkey(ida), await add_passkey(bob)


async def rated(host: Browser, guest: Browser, **more: object) -> str:
    """Start a rated game between two visitors, and return its id."""
    game_id = str((await host.new_game("me", "open", rulings=limited(1), rated=True, **more))["id"])
    await guest.post(f"/games/{game_id}/seats/{OTHER}/join")
    return game_id


async def play_game(host: Browser, guest: Browser, game_id: str) -> Json:
    """Play a game between two visitors to an early end."""
    while True:
        info = await host.settled(game_id)
        if info["status"] == "over":
            return info
        mover = {ONE: host, OTHER: guest}.get(info["to_move"])
        answer: Json = {} if mover is None else await mover.get(f"/games/{game_id}/legal")
        if mover is None or answer["ask"] is None or answer["number"] != info["number"]:
            await asyncio.sleep(0.01)  # one of two servers has not heard of it yet
            continue
        choices = [choice["action"] for choice in answer["ask"]["choices"]]
        await mover.act(game_id, info["number"], soonest(choices))


async def rating(browser: Browser, games: int) -> Json:
    """Return a visitor's only rating, once it includes a number of games."""
    profile = await browser.until("/me/profile", lambda answer: [row["games"] for row in answer["ratings"]] == [games])
    only: Json = profile["ratings"][0]
    return only


@pytest.mark.usefixtures("keys")
async def test_a_rated_game_changes_both_ratings_once(app: FastAPI, ida: Browser, bob: Browser, eve: Browser) -> None:
    game_id = await rated(ida, bob, public=True)
    seats = (await eve.get(f"/games/{game_id}"))["seats"]
    assert [seat["rating"] for seat in seats] == [{"points": 1000, "spread": 333}] * 2
    info = await play_game(ida, bob, game_id)
    ida_rating, bob_rating = await rating(ida, 1), await rating(bob, 1)
    if len(info["outcome"]["winners"]) == 1:
        winner, loser = (ida_rating, bob_rating) if ONE in info["outcome"]["winners"] else (bob_rating, ida_rating)
        assert winner["points"] > 1000 > loser["points"]
    assert ida_rating["spread"] < 333
    assert (ida_rating["games"], ida_rating["ranked"]) == (1, False)
    assert (await ida.get("/me/profile"))["steps"][0]["before"] == {"points": 1000, "spread": 333}
    live = await app.state.services.games.get(game_id)
    assert [await app.state.services.results.settle(live) for _ in range(3)] == [False] * 3
    assert await rating(ida, 1) == ida_rating
    rematch = await ida.post(f"/games/{game_id}/rematch")
    assert (rematch["rated"], rematch["seats"][0]["rating"]) == (False, None), "nobody is rated who has not chosen it"


@pytest.mark.sqlite
@pytest.mark.usefixtures("keys")
async def test_who_leaves_loses_and_late_enough_the_other_wins(
    app: FastAPI, ida: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is won from a player who leaves early. What is lost cannot be taken back."""
    await play_game(ida, bob, await rated(ida, bob))
    before = await rating(ida, 1), await rating(bob, 1)
    await execute(app, update(RatingRow).values(settled=True))  # so that games count at once
    game_id = await rated(ida, bob)
    info = await ida.settled(game_id)
    assert info["rated"]
    assert await ida.refused("POST", f"/games/{game_id}/proposals", {"kind": "take_back"}) == (409, "rated")
    await bob.post(f"/games/{game_id}/seats/{OTHER}/resign")
    assert (await ida.get(f"/games/{game_id}"))["outcome"]["winners"] == [ONE]
    after = await rating(ida, 2), await rating(bob, 2)
    assert after[0]["points"] == before[0]["points"]
    assert after[1]["points"] < before[1]["points"]
    monkeypatch.setattr(game_class(SAMPLE), "usual_length", {2: 0})
    game_id = await rated(ida, bob)
    info = await ida.settled(game_id)
    mover = {ONE: ida, OTHER: bob}[info["to_move"]]
    await mover.act(game_id, info["number"], (await mover.choices(game_id))[0])
    await bob.post(f"/games/{game_id}/seats/{OTHER}/resign")
    assert (await rating(ida, 3))["points"] > before[0]["points"]


async def test_results_kept_by_several_servers_count_once(two_servers: Two) -> None:
    """Two games of the same people, settled again by many at the same moment, as by servers that were started again."""
    async with Browser(two_servers[0]) as ida, Browser(two_servers[1]) as bob:
        for browser in (ida, bob):
            await add_passkey(browser)
        for _ in range(2):
            await play_game(ida, bob, await rated(ida, bob))
        await rating(ida, 2)
        results = (await ida.get("/me/profile"))["results"]
        emptied = [delete(row) for row in (RatingRow, RatingStepRow, RatedSeatRow, ResultRow)]
        await execute(two_servers[0], update(GameRow).values(settled=False), *emptied)
        assert (await ida.get("/me/profile"))["results"] == []
        settlings = [app.state.services.results for app in two_servers]
        counts = await asyncio.gather(*(settling.settle_some() for settling in settlings * 3))
        assert sum(counts) + await settlings[0].settle_some() == 2
        assert await settlings[1].settle_some() == 0
        assert ((await rating(ida, 2))["games"], (await rating(bob, 2))["games"]) == (2, 2)
        assert (await ida.get("/me/profile"))["results"] == results
        for row in (ResultRow, RatingStepRow):
            assert await scalar(two_servers[0], select(func.count()).select_from(row)) == 4


async def test_rated_tables_are_for_people_with_passkeys_and_one_seat(
    ida: Browser, bob: Browser, eve: Browser, keys: Keys
) -> None:
    body = {"game": SAMPLE, "seats": seated("me", "open"), "rated": True}
    assert await eve.refused("POST", "/games", body) == (403, "no_passkey")
    game_id = (await ida.new_game("me", "open", "open", rated=True))["id"]
    second = [seat["seat"] for seat in (await ida.get(f"/games/{game_id}"))["seats"]][1]
    assert await eve.refused("POST", f"/games/{game_id}/seats/{second}/join") == (403, "no_passkey")
    assert await ida.refused("POST", f"/games/{game_id}/seats/{second}/join") == (409, "seated")
    await bob.post(f"/games/{game_id}/seats/{second}/join")
    assert await bob.refused("POST", f"/games/{game_id}/seats/{second}/link") == (409, "rated")
    (key,) = (await bob.get("/me/passkeys"))["passkeys"]
    proof = (await sign_in(bob, keys[1]))["proof"]
    assert await bob.refused("POST", f"/me/passkeys/{key['id']}/remove", {"proof": proof}) == (409, "rated")
    info = await bob.post(f"/games/{game_id}/seats/{second}/leave")
    assert info["seats"][1]["rating"] is None
    proof = (await sign_in(bob, keys[1]))["proof"]
    await bob.post(f"/me/passkeys/{key['id']}/remove", {"proof": proof})
    assert await bob.refused("POST", f"/games/{game_id}/seats/{second}/join") == (403, "no_passkey")


@pytest.mark.sqlite
async def test_only_games_of_two_people_or_more_are_rated_and_only_rated_levels_join(ida: Browser) -> None:
    await add_passkey(ida)
    for wrong in (
        {"seats": seated("me", "me")},
        {"seats": seated("me", "shared")},
        {"seats": seated("me", "program")},
        {"seats": seated("open", "open")},
        {"seats": seated("me", f"bot:{LEVEL}")},
        {"seats": seated("me", "open", "open", "bot:random")},
        {"advice": True},
        {"stand_in": "random"},
        {"position": kingdoms.load_game(SAMPLE, 2).new_initial_state().position()},
        {"rated": False, "near": 100},
    ):
        body = {"game": SAMPLE, "seats": seated("me", "open"), "rated": True} | wrong
        assert await ida.refused("POST", "/games", body) == (422, "not_rated"), wrong
    info = await ida.new_game("me", "open", "open", f"bot:{LEVEL}", rated=True)
    assert info["seats"][3]["rating"] == {"points": 1000, "spread": 40}
    path = f"/games/{info['id']}/seats/{info['seats'][2]['seat']}/bot"
    assert await ida.refused("POST", path, {"bot": "random"}) == (422, "not_rated")
    assert (await ida.post(path, {"bot": LEVEL}))["seats"][2]["rating"]["points"] == 1000
    path = f"/games/{info['id']}/seats/{info['seats'][1]['seat']}/bot"
    assert await ida.refused("POST", path, {"bot": LEVEL}) == (409, "rated")


@pytest.mark.sqlite
@pytest.mark.usefixtures("keys")
async def test_an_offer_is_for_players_of_similar_strength(app: FastAPI, ida: Browser, bob: Browser) -> None:
    """The bounds that it names are included."""
    info = await ida.new_game("me", "open", "open", rated=True, near=100, public=True)
    (offer,) = (await bob.get("/games", which="open"))["games"]
    assert (offer["id"], offer["near"], offer["rated"]) == (info["id"], 100, True)
    for params, many in (({"game": SAMPLE}, 1), ({"game": "nothing"}, 0), ({"rated": False}, 0), ({"rated": True}, 1)):
        assert len((await bob.get("/games", which="open", **params))["games"]) == many, params
    row = {"game": SAMPLE, "seats": 3, "rating": 25.0, "spread": 2.0, "games": 9, "at": 0.0}
    await execute(app, insert(RatingRow).values(visitor_id=bob.visitor_id, **row))
    path = f"/games/{info['id']}/seats/{info['seats'][1]['seat']}"
    for points, fits in ((899, False), (900, True), (1100, True), (1101, False)):
        await execute(app, update(RatingRow).values(rating=(points - 500) / 20))
        assert len((await bob.get("/games", which="open", fits=True))["games"]) == fits, points
        if fits:
            await bob.post(f"{path}/join")
            await bob.post(f"{path}/leave")
        else:
            assert await bob.refused("POST", f"{path}/join") == (409, "strength"), points


async def test_the_ranking_has_levels_and_listed_settled_people_and_ratings_go_with_the_last_passkey(
    app: FastAPI, ida: Browser, bob: Browser, eve: Browser, keys: Keys
) -> None:
    """In the bytes: an unlisted visitor leaves no trace in the answer."""
    await play_game(ida, bob, await rated(ida, bob))
    await rating(ida, 1)
    address = (await ida.ask("PUT", "/me/profile", {"listed": True}))["address"]
    assert address not in (await eve.send("GET", "/ratings", game=SAMPLE, seats=2)).text, "one game settles nothing"
    await execute(app, update(RatingRow).values(settled=True, spread=3.0))
    answer = await eve.send("GET", "/ratings", game=SAMPLE, seats=2)
    ranking = answer.json()["ranking"]
    assert [row["points"] for row in ranking] == sorted((row["points"] for row in ranking), reverse=True)
    assert {row["bot"] for row in ranking} >= {LEVEL, None}
    assert [row["address"] for row in ranking if row["name"] == "Ida"] == [address]
    assert b"Bob" not in answer.content
    assert (await eve.get(f"/people/{address}"))["ratings"][0]["games"] == 1
    assert await eve.refused("GET", "/ratings", game="nothing") == (404, "unknown_game")
    before = await rating(ida, 1)
    await ida.ask("POST", "/sign-out/elsewhere", {"proof": (await sign_in(ida, keys[0]))["proof"]}, status=204)
    profile = await ida.get("/me/profile")
    assert (profile["ratings"], len(profile["steps"])) == ([before], 1)
    (key,) = (await ida.get("/me/passkeys"))["passkeys"]
    await ida.post(f"/me/passkeys/{key['id']}/remove", {"proof": (await sign_in(ida, keys[0]))["proof"]})
    profile = await ida.get("/me/profile")
    assert (profile["ratings"], profile["steps"]) == ([], [])


def test_the_levels_ratings_follow_from_what_was_measured() -> None:
    """The figures of docs/bots.md, by the formula there."""
    page = (Path(__file__).parents[3] / "docs" / "bots.md").read_text()
    games = {game_class(game).title: game for game in kingdoms.game_names()}
    beats: dict[tuple[str, int, int, int], float] = {}
    for seats, opponents in ((2, ""), (3, "two "), (4, "three ")):
        title = ""
        for row in page.splitlines():
            match = re.search(rf"\| {opponents}`level:(\d)` \| \d+ \| ([\d.]+)%", row)
            title = row.split("|")[1].strip() or title if row.startswith("|") and row.count("|") > 1 else ""
            bot = re.match(r"\|[^|]*\| `level:(\d)` \|", row)
            if match and bot and title in games:
                beats[games[title], seats, int(bot[1]), int(match[1])] = float(match[2]) / 100
    assert len(beats) > 25
    for (game, seats, upper, lower), share in beats.items():
        first, second = (strength.level_strength(game, seats, f"level:{number}") for number in (upper, lower))
        assert first is not None
        assert second is not None
        apart = 25 / 6 * math.sqrt(seats) * math.log((seats - 1) * share / (1 - share))
        assert first.rating - second.rating == pytest.approx(apart, abs=0.11), (game, seats, upper)


def test_only_levels_have_a_rating() -> None:
    for bot in ("level:0", "level:99", "level:-1", "level:", "random"):
        assert strength.level_strength(SAMPLE, 2, bot) is None
