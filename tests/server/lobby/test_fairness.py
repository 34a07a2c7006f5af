"""No visitor's games and bots keep another visitor waiting, or use up shared limits."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

import kingdoms
from kingdoms.server.app.services import Services
from kingdoms.server.bots import processes as thinking
from kingdoms.server.bots.processes import Pool
from kingdoms.server.lobby import quotas
from kingdoms.server.lobby import store as rooms
from kingdoms.server.lobby.store import empty_since
from kingdoms.server.retention import purge
from kingdoms.table.game import presence
from kingdoms.table.game.entries import Account
from tests.support.bots import bad_bots
from tests.support.clients.http import ORIGIN, Browser, Json, eventually, shared_game
from tests.support.games.sample_game import END, ONE, OTHER, SECOND, SLOW, THIRD, limited, opening, seated
from tests.support.games.tested_games import SAMPLE
from tests.support.server.calendar import Calendar
from tests.support.server.launch import MakeSettings, serving
from tests.support.suite.timeouts import SOON

LONG = limited(90)


def browser_at(app: FastAPI, address: str) -> Browser:
    """Return a visitor who comes from an address."""
    browser = Browser(app)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 1))
    browser.http = httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers={"Origin": ORIGIN})
    return browser


async def test_games_of_bots_alone_delay_no_other_game(make_settings: MakeSettings) -> None:
    """A person's opponent decides before more than a few of their bots have. Among themselves, they take turns by hosts."""
    settings, two_bots = make_settings(bot_games=50, games=60), [f"bot:{SLOW}"] * 2
    async with serving(settings) as app, Browser(app) as eve, Browser(app) as ida, Browser(app) as bob:
        services: Services = app.state.services
        many = [(await eve.new_game(*two_bots, rulings=LONG))["id"] for _ in range(50)]
        game = (await ida.new_game("me", f"bot:{SLOW}", rulings=LONG))["id"]
        info = await ida.settled(game)
        waited = []
        for _ in range(6):
            base = await ida.act(game, info["number"], END if END in await ida.choices(game) else (await ida.choices(game))[0])
            before = sum(services.games.by_id[game_id].number for game_id in many)
            while (info := await ida.get(f"/games/{game}"))["to_move"] != ONE or info["number"] == base:
                await asyncio.sleep(0)
            waited.append(sum(services.games.by_id[game_id].number for game_id in many) - before)
        assert sorted(waited)[len(waited) // 2] < 15, waited
        assert len(services.driver.tasks) >= len(many), "they go on all the same"
        game = (await bob.new_game(*two_bots, rulings=LONG))["id"]
        before = sum(services.games.by_id[game_id].number for game_id in many)
        await eventually(lambda: services.games.by_id[game].number >= 20)
        of_eve = sum(services.games.by_id[game_id].number for game_id in many) - before
        assert of_eve <= 10 + services.games.by_id[game].number


async def test_a_player_who_returns_to_a_game_with_bots_does_not_wait(make_settings: MakeSettings) -> None:
    settings = make_settings(bot_games=30)
    async with serving(settings) as app, Browser(app) as eve, Browser(app) as ida:
        services: Services = app.state.services
        game = (await ida.new_game("me", f"bot:{SLOW}", rulings=LONG))["id"]
        await ida.settled(game)
        await services.thinkers.alone.acquire("somebody")  # no game of bots alone gets on any more
        for _ in range(5):
            await eve.new_game("bot", "bot", rulings=LONG)
        await ida.post(f"/games/{game}/seats/{ONE}/bot")
        await eventually(lambda: game in services.thinkers.queued_games)
        await ida.post(f"/games/{game}/seats/{ONE}/return")
        await eventually(lambda: game not in services.thinkers.queued_games)
        info = await ida.settled(game)
        assert (info["to_move"], info["status"]) == (ONE, "playing")
        await ida.act(game, info["number"], END)
        assert (await ida.settled(game))["number"] > info["number"] + 1, "the bot has answered"
        services.thinkers.alone.release(None)


async def test_one_visitor_does_not_occupy_all_processes() -> None:
    """Many questions by one visitor, or from one address under several names, do not delay the answers to others."""
    pool = Pool(1)
    eves = [Account(f"Eve {number % 3}", "her place") for number in range(30)]
    try:
        tasks = [asyncio.create_task(pool.ask(eve, 10 * SOON, bad_bots.hang, None, "")) for eve in eves]
        await eventually(lambda: len(pool.all) > 1)
        for name in ("Ida", "Bob"):
            assert await pool.ask(Account(name, "another place"), SOON, bad_bots.pid, None, "")
        assert len(pool.futures) <= thinking.OF_ONE_PLACE
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        pool.stop()


async def test_a_visitor_has_a_limit_that_concurrent_requests_do_not_exceed(
    make_settings: MakeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only waiting rooms count that wait, and they count for their host."""
    monkeypatch.setattr(quotas, "LEAST_IMPORT", 5_000)
    async with serving(make_settings(lobbies=3, imports=10_000)) as app, Browser(app) as ida, Browser(app) as bob:
        await ida.ask("PUT", "/me", {"name": "Ida"})
        imported = {"seats": seated("me", "me"), "record": finished_record()}
        for body, allowed, refused in (({"seats": seated("me", "open")}, 3, 409), (imported, 2, 429)):
            answers = await asyncio.gather(*(ida.send("POST", "/games", {"game": SAMPLE} | body) for _ in range(12)))
            assert sorted(answer.status_code for answer in answers) == [201] * allowed + [refused] * (12 - allowed)
        first, second, _ = [
            game["id"] for game in (await ida.get("/games", which="mine"))["games"] if game["status"] == "lobby"
        ]
        await bob.new_game("me", "open")
        await ida.new_game("me", "me")
        await ida.ask("DELETE", f"/games/{first}", status=204)
        await ida.new_game("me", "open")
        await bob.post(f"/games/{second}/seats/{OTHER}/join")
        await ida.new_game("me", "open")
        assert await ida.refused("POST", "/games", {"game": SAMPLE, "seats": seated("me", "open")}) == (409, "enough")


async def test_a_network_has_one_limit_for_all_its_visitors(
    make_settings: MakeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So have all networks of a site: an IPv6 /48 network has 65,536 networks of 64 bits."""
    monkeypatch.setattr(quotas, "NETWORK_FACTOR", 2)
    most, body = 2, {"game": SAMPLE, "seats": seated("me", "open")}
    async with serving(make_settings(lobbies=1)) as app, contextlib.AsyncExitStack() as stack:

        async def at(address: str) -> Browser:
            return await stack.enter_async_context(browser_at(app, address))

        for number in range(most):
            await (await at(["2001:db8:1:2::7", "2001:db8:1:2:3:4:5:6"][number % 2])).new_game("me", "open")
        answer = await (await at("2001:db8:1:2::7")).send("POST", "/games", body)
        assert answer.status_code == 409
        assert answer.json()["error"]["message"].startswith(f"Your network already has {most} waiting rooms")
        info = await (await at("2001:db8:1:3::7")).new_game("me", "open")
        header = app.state.services.games.by_id[info["id"]].header
        assert header.place
        assert "2001" not in header.place, "addresses are not kept"
        monkeypatch.setattr(quotas, "SITE_FACTOR", 1)
        for number in range(most):
            await (await at(f"2001:db8:4:{number}::7")).new_game("me", "open")
        answer = await (await at("2001:db8:4:ffff::7")).send("POST", "/games", body)
        assert answer.json()["error"]["message"].startswith(f"Your network already has {most} waiting rooms")
        await (await at("2001:db8:2::7")).new_game("me", "open")


async def test_games_under_way_and_games_of_bots_are_counted(make_settings: MakeSettings, calendar: Calendar) -> None:
    async with serving(make_settings(games=3, bot_games=1)) as app, Browser(app) as ida:
        await ida.new_game("bot", "bot", rulings=LONG)
        assert await ida.refused("POST", "/games", {"seats": seated("bot", "bot")}) == (409, "enough")
        first = (await ida.new_game("open", "open"))["id"]
        await ida.post(f"/games/{first}/seats/{ONE}/bot")
        assert await ida.refused("POST", f"/games/{first}/seats/{OTHER}/bot", {}) == (409, "enough")
        await ida.post(f"/games/{first}/seats/{OTHER}/join")
        await ida.settled(first)
        assert await ida.refused("POST", f"/games/{first}/seats/{OTHER}/bot", {}) == (409, "enough")
        await ida.new_game("me", "me")
        for kinds in (("me", "me"), ("me", "open")):
            assert await ida.refused("POST", "/games", {"seats": seated(*kinds)}) == (409, "enough")
        services: Services = app.state.services
        await services.stop()  # nothing happens in them any more
        calendar.passes(quotas.PERIOD + 60)
        rows = await services.lobby.store.count_games(time.time() - quotas.PERIOD, host=services.games.by_id[first].header.host)
        assert rows == [], "what was left does not count for ever"


def finished_record() -> str:
    """Return a short game that is over."""
    return "\n".join(kingdoms.play(SAMPLE, ["random"] * 2, seed=1, rulings=limited(1)).lines())


async def test_imports_count_even_after_deletion(
    make_settings: MakeSettings, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Finished games, moments of them, and positions: for a visitor, and with them for all who come from an address."""
    monkeypatch.setattr(quotas, "LEAST_IMPORT", 5_000)
    monkeypatch.setattr(quotas, "NETWORK_FACTOR", 2)
    text, position = finished_record(), opening().position()
    async with serving(make_settings(imports=16_000)) as app, contextlib.AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(browser_at(app, "192.0.2.1")) for _ in range(quotas.NETWORK_FACTOR + 2)]
        ida = crowd[0]
        first = await ida.new_game("me", "me", record=text)
        assert first["status"] == "over"
        begins: tuple[Json, ...] = (
            {"record": text},
            {"from": {"id": first["id"], "number": first["number"]}},
            {"position": position},
        )
        for begin in begins[1:]:
            await ida.new_game("me", "me", **begin)
        body = {"game": SAMPLE, "seats": seated("me", "me")}
        for begin in begins:
            answer = await ida.send("POST", "/games", body | begin)
            assert (answer.status_code, answer.json()["error"]["code"]) == (429, "imported_enough")
            assert "15,000 entries" in answer.json()["error"]["message"]
            assert quotas.PERIOD - SOON < int(answer.headers["Retry-After"]) <= quotas.PERIOD
        await ida.new_game("me", "me")  # a game from the initial position is no import
        statuses = [
            (await browser.send("POST", "/games", body | {"record": text})).status_code
            for browser in crowd[1:]
            for _ in range(3)
        ]
        assert set(statuses) == {201, 429}
        answer = await crowd[-1].send("POST", "/games", body | {"record": text})
        assert answer.status_code == 429
        assert answer.json()["error"]["message"].startswith("Your network has imported")
        async with browser_at(app, "192.0.2.2") as outsider:
            await outsider.new_game("me", "me", record=text)
        calendar.passes(quotas.PERIOD)
        await ida.new_game("me", "me", record=text)


async def listed_ids(browser: Browser) -> list[str]:
    """Return the ids of the public games with free seats, in the order of the list."""
    return [info["id"] for info in (await browser.get("/games", which="open"))["games"]]


def test_rooms_with_players_come_first_and_a_few_of_each() -> None:
    now = 1000.0
    many = [rooms.Room(f"eve {n}", f"Eve {n % 20}", "her place", now - n, now) for n in range(60)]
    empty = rooms.Room("empty", "Ida", "here", now - 1, now - 200)
    room_ids = rooms.rooms_to_list([empty, *many, rooms.Room("bob", "Bob", None, 5, now - 20)], now, 100)
    assert room_ids == [f"eve {n}" for n in range(rooms.OF_ONE_PLACE)] + ["bob", "empty"]
    assert rooms.rooms_to_list(many, now, 4) == ["eve 0", "eve 1", "eve 2", "eve 3"]
    of_one_host = [room._replace(host="Eve", place=f"place {n}") for n, room in enumerate(many)]
    assert rooms.rooms_to_list(of_one_host, now, 100) == [f"eve {n}" for n in range(rooms.OF_ONE_HOST)]


async def test_rooms_are_listed_while_a_player_is_connected_and_empty_ones_end(
    app: FastAPI, ida: Browser, bob: Browser, eve: Browser, address: str, calendar: Calendar
) -> None:
    """A host without a seat keeps a waiting room alive, too; onlookers from elsewhere do not."""
    hosted = (await ida.new_game("open", "open", public=True))["id"]
    left, watched = [(await bob.new_game("me", "open", public=True))["id"] for _ in range(2)]
    begun = (await bob.new_game("me", "me"))["id"]
    await eve.ask("PUT", "/me", {"name": "Eve"})
    assert await listed_ids(eve) == [watched, left, hosted]
    services: Services = app.state.services
    async with ida.listening(address, hosted), eve.listening(address, watched) as looks:
        calendar.passes(rooms.SHOWN_FOR + 60)
        await services.presence.persist()
        assert await listed_ids(eve) == [hosted]
        async with bob.listening(address, left):
            assert await listed_ids(eve) == [left, hosted]
            await services.lobby.delete_empty_rooms()
            assert (await bob.get(f"/games/{watched}"))["status"] == "lobby", "it is not so late yet"
            calendar.passes(3600 * services.settings.lobby_hours + 1)
            await services.presence.persist()
            await services.lobby.delete_empty_rooms()
            await looks.next("gone")
    assert await bob.refused("GET", f"/games/{watched}") == (404, "no_game")
    for game_id in (hosted, left, begun):
        assert (await bob.get(f"/games/{game_id}"))["id"] == game_id


async def test_a_list_leaves_out_games_deleted_meanwhile(app: FastAPI, ida: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    services: Services = app.state.services
    remaining_id, going = [(await ida.new_game("me", "open"))["id"] for _ in range(2)]
    list_game_ids = services.lobby.store.game_ids

    async def ids_before_it_went(*arguments: Any, **more: Any) -> list[str]:
        game_ids = await list_game_ids(*arguments, **more)
        async with services.database.engine.begin() as connection:
            await purge.delete_one(connection, services.store.notify, going)
        for known in (services.games.by_id, services.games.references):
            known.pop(going, None)
        assert going in game_ids
        return game_ids

    monkeypatch.setattr(services.lobby.store, "game_ids", ids_before_it_went)
    assert [game["id"] for game in (await ida.get("/games", which="mine"))["games"]] == [remaining_id]


async def test_a_waiting_room_ends_once_at_several_servers(
    two_servers: tuple[FastAPI, FastAPI], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (app.state.services for app in two_servers)

    async def end_room(services: Services, game_id: str, since: float) -> bool:
        async with services.games.change(await services.games.get(game_id)) as change:
            return await change.delete(*empty_since(since))

    async with Browser(two_servers[0]) as ida, Browser(two_servers[1]) as bob:
        for round_ in range(5):
            game_id = (await ida.new_game("me", "open", "open"))["id"]
            await bob.get(f"/games/{game_id}")
            since = time.time() + 60
            joining = bob.send("POST", f"/games/{game_id}/seats/{SECOND if round_ % 2 else THIRD}/join", {})
            monkeypatch.setattr(time, "time", lambda clock=time.time: clock() + 120)
            ending = asyncio.gather(*(end_room(server, game_id, since) for server in (first, second)))
            (first_ended, second_ended), joined = await asyncio.gather(ending, joining)
            monkeypatch.undo()
            assert not (first_ended and second_ended)
            alive = not (first_ended or second_ended)
            assert joined.status_code in ((200,) if alive else (404, 409))

            def is_known(game_id: str = game_id, alive: bool = alive) -> bool:
                return all((game_id in server.games.by_id) is alive for server in (first, second))

            await eventually(is_known)
            for browser in (ida, bob):
                answer = await browser.send("GET", f"/games/{game_id}")
                assert answer.status_code == (200 if alive else 404)


@pytest.mark.sqlite
async def test_the_stand_in_is_chosen_with_the_table(ida: Browser, bob: Browser, calendar: Calendar) -> None:
    for wrong in ("greedy:slips=1", "program:cat", "stockfish"):
        body = {"game": SAMPLE, "seats": seated("me", "open"), "stand_in": wrong}
        assert await ida.refused("POST", "/games", body) == (400, "bot")
    usual, chosen = await shared_game(ida, bob), await shared_game(ida, bob, stand_in="level:2")
    calendar.passes(60 + presence.timeout() + 1)
    assert (await bob.get(f"/games/{chosen}"))["stand_in"] == "level:2", "everybody can see it"
    for bot in ("greedy:slips=1", "random", "level:1", "greedy"):
        assert await ida.refused("POST", f"/games/{usual}/seats/{OTHER}/bot", {"bot": bot}) == (409, "stand_in"), bot
    for game_id, bot in ((usual, "level:4"), (chosen, "level:2")):
        info: Json = await ida.post(f"/games/{game_id}/seats/{OTHER}/bot")
        assert info["seats"][1]["stand_in"] == info["stand_in"] == bot
