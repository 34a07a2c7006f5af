"""Several servers on one PostgreSQL: changes at one are seen at the other, and of two racing requests one wins."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio
from fastapi import FastAPI

from kingdoms.server.app.services import Services
from tests.support.clients.http import Browser, at_a_port, eventually, finish, shared_game, solo_game
from tests.support.games.sample_game import FIRST, ONE, OTHER, SECOND, SLOW, STEPS, THIRD, limited
from tests.support.server.calendar import Calendar
from tests.support.server.launch import ServerProcess

Two = tuple[FastAPI, FastAPI]
At = tuple[Browser, Browser]
"""A visitor's browsers at each of two servers."""


@contextlib.asynccontextmanager
async def at_both(two: Two) -> AsyncIterator[At]:
    """One visitor at two servers."""
    async with Browser(two[0]) as first, Browser(two[1]) as second:
        await first.ask("PUT", "/me", {"name": "Ida"})
        second.http.cookies.update(first.http.cookies)
        yield first, second


@pytest_asyncio.fixture
async def ida(two_servers: Two) -> AsyncIterator[At]:
    """Ida, at each server."""
    async with at_both(two_servers) as browsers:
        yield browsers


@pytest_asyncio.fixture
async def bob(two_servers: Two) -> AsyncIterator[At]:
    """Bob, at each server."""
    async with at_both(two_servers) as browsers:
        yield browsers


@pytest_asyncio.fixture
async def second_url(two_servers: Two) -> AsyncIterator[str]:
    """The address of the second server."""
    async with at_a_port(two_servers[1]) as address:
        yield address


async def test_an_action_here_is_seen_there_without_a_query_and_after_a_lost_connection(
    ida: At, second_url: str, two_servers: Two, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The notice contains the entry. (The second server would fail if it read the game's row or entries.)"""
    game_id = await solo_game(ida[0])
    services: Services = two_servers[1].state.services
    async with ida[1].listening(second_url, game_id) as hears:
        await asyncio.sleep(0.2)  # presence is announced, and read
        with monkeypatch.context() as unreadable:
            for name in ("load_header", "entries_after"):
                unreadable.setattr(services.store, name, None)
            for number in range(1, 12):
                if number % 2:
                    await ida[0].act(game_id, number - 1, STEPS[0])
                else:
                    await ida[0].post(f"/games/{game_id}/undo", {"base": number - 1})
                update = await hears.until(lambda message: message["type"] == "entry")
                assert (update["number"], update["ask"]["seat"]) == (number, ONE)
            assert (await ida[1].get(f"/games/{game_id}/history")) == await ida[0].get(f"/games/{game_id}/history")
        # missed notices are caught up
        monkeypatch.setattr(services.notices, "callback", lambda _: None)
        await ida[0].act(game_id, 11, STEPS[1])
        somebody = await asyncpg.connect(postgres_url)
        await somebody.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kingdoms listener'"
            " AND datname = current_database()"
        )
        await somebody.close()
        assert (await hears.next("entry"))["number"] == 12


async def test_the_beginning_and_the_seats_are_seen_there(ida: At, bob: At, second_url: str) -> None:
    game_id = (await ida[0].new_game("me", "open", "open", position=None))["id"]
    async with ida[1].live(second_url, game_id) as hears:
        assert (await hears.next("hello"))["view"] is None
        await bob[0].post(f"/games/{game_id}/seats/{SECOND}/join")
        await hears.until(lambda message: message["type"] == "info" and message["info"]["seats"][1]["name"] != "")
        await bob[0].post(f"/games/{game_id}/seats/{THIRD}/join")
        assert (await hears.next("hello"))["view"]["seat"] == FIRST
        assert (await hears.next("entry"))["entry"]["by"] == "chance"
    cancelled = (await ida[0].new_game("me", "open"))["id"]
    async with ida[1].live(second_url, cancelled) as hears:
        await hears.next("hello")
        await ida[0].ask("DELETE", f"/games/{cancelled}", status=204)
        await hears.next("gone")
    assert await ida[1].refused("GET", f"/games/{cancelled}") == (404, "no_game")


async def test_a_visitor_can_switch_servers(ida: At, two_servers: Two) -> None:
    """Each request is sent to the other server at once, before the notice arrives, and when none arrives any more."""
    game_id = await solo_game(ida[0])
    for number in range(20):
        browser = ida[number % 2]
        if number == 12:
            await two_servers[1].state.services.notices.stop()
        if number % 4 < 2:
            assert await browser.act(game_id, number, STEPS[number % 2]) == number + 1
        else:
            assert await browser.post(f"/games/{game_id}/undo", {"base": number}) == {"number": number + 1}


async def test_one_of_two_concurrent_actions_is_applied(ida: At) -> None:
    """Both servers write many entries with the same numbers in one commit, in different orders: one server wins each number."""
    games = [await solo_game(ida[0]) for _ in range(8)]
    for game_id in games:
        await ida[1].get(f"/games/{game_id}")
    for number in range(0, 4, 2):
        body = {"base": number, "action": STEPS[0]}
        sent = [ida[0].send("POST", f"/games/{game_id}/actions", body) for game_id in (*games, games[0])]
        sent += [ida[1].send("POST", f"/games/{game_id}/actions", body) for game_id in (games[0], *reversed(games))]
        answers = await asyncio.gather(*sent)
        lost = [answer.json() for answer in answers if answer.status_code == 409]
        assert [answer.status_code for answer in answers].count(200) == 8
        assert [answer["error"]["code"] for answer in lost] == ["stale"] * 10
        await asyncio.gather(*(ida[0].post(f"/games/{game_id}/undo", {"base": number + 1}) for game_id in games))
    # the same action, sent to both servers
    for number in range(4, 8, 2):
        acting = [browser.act(games[0], number, STEPS[0], client_id=f"{number}") for browser in ida * 2]
        assert await asyncio.gather(*acting) == [number + 1] * 4
        await ida[0].post(f"/games/{games[0]}/undo", {"base": number + 1})

    async def all_there() -> bool:
        entries = (await ida[1].get(f"/games/{games[0]}/history"))["entries"]
        return [entry["number"] for entry in entries] == list(range(1, 9))

    await eventually(all_there)


async def test_joining_and_leaving_at_different_servers(ida: At, bob: At) -> None:
    for _ in range(3):
        game_id = (await ida[0].new_game("me", "open", "open"))["id"]
        await ida[1].get(f"/games/{game_id}")
        joins = [(ida[0], SECOND), (bob[1], SECOND), (bob[1], THIRD), (ida[0], THIRD)]
        answers = await asyncio.gather(*(b.send("POST", f"/games/{game_id}/seats/{s}/join", {}) for b, s in joins))
        assert sorted(answer.status_code for answer in answers) == [200, 200, 409, 409]
        infos = [await browser.get(f"/games/{game_id}") for browser in (ida[0], bob[1])]
        assert [info["status"] for info in infos] == ["playing", "playing"]
        assert infos[0]["started"] == infos[1]["started"]
        leave = await asyncio.gather(*(b.send("POST", f"/games/{game_id}/seats/{SECOND}/leave", {}) for b in (*ida, *bob)))
        assert {answer.status_code for answer in leave} <= {403, 409}
    for _ in range(5):
        game_id = (await ida[0].new_game("me", "open", "open"))["id"]
        await bob[1].post(f"/games/{game_id}/seats/{SECOND}/join")
        left, joined = await asyncio.gather(
            bob[1].send("POST", f"/games/{game_id}/seats/{SECOND}/leave", {}),
            ida[0].send("POST", f"/games/{game_id}/seats/{THIRD}/join", {}),
        )
        assert joined.status_code == 200
        expected = ("lobby", "open") if left.status_code == 200 else ("playing", "person")
        for browser in ida:
            await browser.until(f"/games/{game_id}", lambda info: (info["status"], info["seats"][1]["kind"]) == expected)  # noqa: B023


async def test_a_rematch_asked_for_at_both_is_one(ida: At, bob: At) -> None:
    game_id = (await ida[0].new_game("me", "open", rulings=limited(1)))["id"]
    await bob[0].post(f"/games/{game_id}/seats/{OTHER}/join")
    await finish(ida[0], bob[0], game_id=game_id)
    await eventually(lambda: bob[1].is_over(game_id))
    games = await asyncio.gather(*(browser.post(f"/games/{game_id}/rematch") for browser in (ida[0], bob[1], bob[0], ida[1])))
    assert len({info["id"] for info in games}) == 1
    assert len((await bob[1].get("/games", which="mine"))["games"]) == 2


async def test_presence_is_known_at_both(ida: At, bob: At, two_servers: Two, second_url: str, calendar: Calendar) -> None:
    game_id = await shared_game(ida[0], bob[0])

    async def wait_for_presence(browser: Browser, present: bool) -> None:
        await browser.until(f"/games/{game_id}", lambda answer: answer["seats"][1]["present"] is present)

    async with bob[1].listening(second_url, game_id):
        await wait_for_presence(ida[0], True)
        games: list[Services] = [app.state.services for app in two_servers]
        # he stays for a long time in which nothing happens; the other server learns that from the database
        for _ in range(5):
            calendar.passes(20)
            for service in reversed(games):
                await service.presence.persist()
        assert await ida[0].refused("POST", f"/games/{game_id}/seats/{OTHER}/bot") == (409, "present")
        await wait_for_presence(ida[1], True)
        async with at_a_port(two_servers[0]) as first_url, bob[0].listening(first_url, game_id):
            pass
        await asyncio.sleep(0.3)
        await wait_for_presence(ida[0], True)  # one of two tabs is closed
    await wait_for_presence(ida[1], False)
    await wait_for_presence(ida[0], False)


async def test_a_bots_game_is_taken_up_when_its_server_is_killed(postgres_url: str, tmp_path: Path) -> None:
    environment = {"KINGDOMS_SECRET": "the same for both", "KINGDOMS_RATE": "100000", "KINGDOMS_ADDRESS_RATE": "1000000"}
    one, two = (ServerProcess(tmp_path / name, "--database", postgres_url, environment=environment) for name in ("one", "two"))
    with one as first_server, two as second_server:
        async with Browser(first_server.url) as ida, Browser(second_server.url) as eve:
            # bots that sometimes err play long games; no person is asked
            game_id = (await ida.new_game(*[f"bot:{SLOW}"] * 4, rulings=limited(90), public=True))["id"]
            await eve.until(f"/games/{game_id}", lambda answer: answer["number"] > 5)
            first_server.kill()
            before = await eve.get(f"/games/{game_id}")
            assert before["status"] == "playing"
            # it is looked at all the time, and taken up none the less
            await eve.until(f"/games/{game_id}", lambda answer: answer["number"] > before["number"] + 10)
