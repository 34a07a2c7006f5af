"""Several servers on one PostgreSQL: changes at one are seen at the other, and of two racing requests one wins."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio
from fastapi import FastAPI

from kingdoms.server.app.services import Services
from tests.support.clients.http import Browser, Json, at_a_port, eventually, play_random, shared_game
from tests.support.games.sample_game import FIRST, ONE, OTHER, SECOND, SLOW, STEPS, THIRD, limited, opening, soonest
from tests.support.server.launch import ServerProcess

Two = tuple[FastAPI, FastAPI]
SECRET = "a secret for tests only"


@contextlib.asynccontextmanager
async def at_both(two: Two) -> AsyncIterator[tuple[Browser, Browser]]:
    """One visitor at two servers."""
    async with Browser(two[0]) as first, Browser(two[1]) as second:
        await first.ask("PUT", "/me", {"name": "Ida"})
        second.http.cookies.update(first.http.cookies)
        yield first, second


@pytest_asyncio.fixture
async def ida(two_servers: Two) -> AsyncIterator[tuple[Browser, Browser]]:
    """Ida, at each server."""
    async with at_both(two_servers) as browsers:
        yield browsers


@pytest_asyncio.fixture
async def bob(two_servers: Two) -> AsyncIterator[tuple[Browser, Browser]]:
    """Bob, at each server."""
    async with at_both(two_servers) as browsers:
        yield browsers


@pytest_asyncio.fixture
async def second_url(two_servers: Two) -> AsyncIterator[str]:
    """The address of the second server."""
    async with at_a_port(two_servers[1]) as address:
        yield address


def fresh() -> Json:
    return opening().position()


async def test_an_action_here_is_seen_there_without_a_query(
    ida: tuple[Browser, Browser], second_url: str, two_servers: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The notice contains the entry. (The second server would fail if it read the game's row or entries.)"""
    game_id = (await ida[0].new_game("me", "me", position=fresh()))["id"]
    async with ida[1].listening(second_url, game_id) as hears:
        await asyncio.sleep(0.2)  # presence is announced, and read
        for name in ("load_header", "entries_after"):
            monkeypatch.setattr(two_servers[1].state.services.store, name, None)
        for number in range(1, 12):
            if number % 2:
                await ida[0].act(game_id, number - 1, STEPS[0])
            else:
                await ida[0].post(f"/games/{game_id}/undo", {"base": number - 1})
            update = await hears.until(lambda message: message["type"] == "entry")
            assert update["number"] == number
            assert update["ask"]["seat"] == ONE
        assert (await ida[1].get(f"/games/{game_id}/history")) == await ida[0].get(f"/games/{game_id}/history")


async def test_the_beginning_and_the_seats_are_seen_there(
    ida: tuple[Browser, Browser], bob: tuple[Browser, Browser], second_url: str
) -> None:
    game_id = (await ida[0].new_game("me", "open", "open", position=None))["id"]
    async with ida[1].live(second_url, game_id) as hears:
        assert (await hears.next("hello"))["view"] is None
        await bob[0].post(f"/games/{game_id}/seats/{SECOND}/join")
        await hears.until(lambda message: message["type"] == "info" and message["info"]["seats"][1]["name"] != "")
        await bob[0].post(f"/games/{game_id}/seats/{THIRD}/join")
        begun = await hears.next("hello")
        assert begun["view"]["seat"] == FIRST
        assert (await hears.next("entry"))["entry"]["by"] == "chance"


async def test_a_game_cancelled_at_one_server_is_gone_at_the_other(ida: tuple[Browser, Browser], second_url: str) -> None:
    game_id = (await ida[0].new_game("me", "open"))["id"]
    async with ida[1].live(second_url, game_id) as hears:
        await hears.next("hello")
        await ida[0].ask("DELETE", f"/games/{game_id}", status=204)
        await hears.next("gone")
    assert await ida[1].refused("GET", f"/games/{game_id}") == (404, "no_game")


async def test_a_visitor_can_switch_servers(ida: tuple[Browser, Browser]) -> None:
    """Send each request to the other server at once, before the notification arrives."""
    game_id = (await ida[0].new_game("me", "me", position=fresh()))["id"]
    for number in range(20):
        browser = ida[number % 2]
        if number % 4 < 2:
            await browser.act(game_id, number, STEPS[0] if number % 4 == 0 else STEPS[1])
        else:
            assert await browser.post(f"/games/{game_id}/undo", {"base": number}) == {"number": number + 1}


async def test_a_server_without_notices_polls_for_changes(ida: tuple[Browser, Browser], two_servers: Two) -> None:
    """The notification has not reached the second server yet, where the same visitor goes on."""
    game_id = (await ida[0].new_game("me", "me", position=fresh()))["id"]
    await ida[1].get(f"/games/{game_id}")
    hears = two_servers[1].state.services.notices
    assert hears is not None
    await hears.stop()
    assert await ida[0].act(game_id, 0, STEPS[0]) == 1
    assert await ida[1].act(game_id, 1, STEPS[1]) == 2
    assert await ida[0].act(game_id, 2, STEPS[0]) == 3
    assert await ida[1].post(f"/games/{game_id}/undo", {"base": 3}) == {"number": 4}


async def test_missed_notices_are_caught_up_after_a_lost_connection(
    ida: tuple[Browser, Browser], two_servers: Two, second_url: str, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = (await ida[0].new_game("me", "me", position=fresh()))["id"]
    monkeypatch.setattr(two_servers[1].state.services.notices, "callback", lambda _: None)
    async with ida[1].listening(second_url, game_id) as hears:
        await ida[0].act(game_id, 0, STEPS[0])
        somebody = await asyncpg.connect(postgres_url)
        await somebody.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kingdoms listener'"
            " AND datname = current_database()"
        )
        await somebody.close()
        assert (await hears.next("entry"))["number"] == 1


async def test_two_concurrent_writes_of_one_number(ida: tuple[Browser, Browser]) -> None:
    game_id = (await ida[0].new_game("me", "me", position=fresh()))["id"]
    await ida[1].get(f"/games/{game_id}")
    number = 0
    for _ in range(15):
        body = {"base": number, "action": STEPS[0]}
        sent = [browser.send("POST", f"/games/{game_id}/actions", body) for browser in ida * 3]
        answers = await asyncio.gather(*sent)
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
        lost = next(answer.json() for answer in answers if answer.status_code == 409)
        assert lost["error"]["code"] == "stale"
        number += 1
        await ida[0].post(f"/games/{game_id}/undo", {"base": number})
        number += 1

    async def all_there() -> bool:
        entries = (await ida[1].get(f"/games/{game_id}/history"))["entries"]
        return [entry["number"] for entry in entries] == list(range(1, number + 1))

    await eventually(all_there)


async def test_many_games_raced_for_at_once(ida: tuple[Browser, Browser]) -> None:
    """Both servers write many entries with the same numbers in one commit, in different orders: one server wins each number."""
    games = [(await ida[0].new_game("me", "me", position=fresh()))["id"] for _ in range(12)]
    for game_id in games:
        await ida[1].get(f"/games/{game_id}")
    for number in range(0, 12, 2):
        body = {"base": number, "action": STEPS[0]}
        sent = [ida[0].send("POST", f"/games/{game_id}/actions", body) for game_id in games]
        sent += [ida[1].send("POST", f"/games/{game_id}/actions", body) for game_id in reversed(games)]
        answers = await asyncio.gather(*sent)
        assert sorted(answer.status_code for answer in answers) == [200] * 12 + [409] * 12
        await asyncio.gather(*(ida[0].post(f"/games/{game_id}/undo", {"base": number + 1}) for game_id in games))


async def test_an_action_sent_to_both_servers_is_applied_once(ida: tuple[Browser, Browser]) -> None:
    game_id = (await ida[0].new_game("me", "me", position=fresh()))["id"]
    await ida[1].get(f"/games/{game_id}")
    for base in range(0, 20, 2):
        sent = [browser.act(game_id, base, STEPS[0], client_id=f"{base}") for browser in ida * 2]
        assert await asyncio.gather(*sent) == [base + 1] * 4
        await ida[0].post(f"/games/{game_id}/undo", {"base": base + 1})


async def test_joining_at_different_servers(ida: tuple[Browser, Browser], bob: tuple[Browser, Browser]) -> None:
    for _ in range(5):
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


async def test_leaving_and_joining_at_different_servers(ida: tuple[Browser, Browser], bob: tuple[Browser, Browser]) -> None:
    for _ in range(10):
        game_id = (await ida[0].new_game("me", "open", "open"))["id"]
        await bob[1].post(f"/games/{game_id}/seats/{SECOND}/join")
        left, joined = await asyncio.gather(
            bob[1].send("POST", f"/games/{game_id}/seats/{SECOND}/leave", {}),
            ida[0].send("POST", f"/games/{game_id}/seats/{THIRD}/join", {}),
        )
        assert joined.status_code == 200

        expected = ("lobby", "open") if left.status_code == 200 else ("playing", "person")

        async def servers_agree(game_id: str = game_id, expected: tuple[str, str] = expected) -> bool:
            infos = [await browser.get(f"/games/{game_id}") for browser in ida]
            return [(info["status"], info["seats"][1]["kind"]) for info in infos] == [expected] * 2

        await eventually(servers_agree)


async def test_a_rematch_asked_for_at_both_is_one(ida: tuple[Browser, Browser], bob: tuple[Browser, Browser]) -> None:
    game_id = (await ida[0].new_game("me", "open", rulings=limited(1)))["id"]
    await bob[0].post(f"/games/{game_id}/seats/{OTHER}/join")
    while (info := await ida[0].settled(game_id))["status"] == "playing":
        browser = ida[0] if info["to_move"] == ONE else bob[0]
        choices = await browser.choices(game_id)
        await browser.act(game_id, info["number"], soonest(choices))

    async def is_over() -> bool:
        return bool((await bob[1].get(f"/games/{game_id}"))["status"] == "over")

    await eventually(is_over)
    games = await asyncio.gather(*(browser.post(f"/games/{game_id}/rematch") for browser in (ida[0], bob[1], bob[0], ida[1])))
    assert len({info["id"] for info in games}) == 1
    assert len((await bob[1].get("/games", which="mine"))["games"]) == 2


async def test_presence_is_known_at_both(
    ida: tuple[Browser, Browser],
    bob: tuple[Browser, Browser],
    two_servers: Two,
    second_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game_id = await shared_game(ida[0], bob[0])

    async def wait_for_presence(browser: Browser, present: bool) -> None:
        await browser.until(f"/games/{game_id}", lambda answer: answer["seats"][1]["present"] is present)

    clock, passed = time.time, 0.0
    monkeypatch.setattr(time, "time", lambda: clock() + passed)
    async with bob[1].listening(second_url, game_id):
        await wait_for_presence(ida[0], True)
        games: list[Services] = [app.state.services for app in two_servers]
        # he stays for a long time in which nothing happens; the other server learns that from the database
        for _ in range(5):
            passed += 20
            for service in reversed(games):
                await service.presence.persist()
        assert await ida[0].refused("POST", f"/games/{game_id}/seats/{OTHER}/bot") == (409, "present")
        await wait_for_presence(ida[1], True)
    await wait_for_presence(ida[1], False)
    await wait_for_presence(ida[0], False)


async def test_closing_one_of_two_tabs_keeps_presence(bob: tuple[Browser, Browser], two_servers: Two, second_url: str) -> None:
    game_id = (await bob[0].new_game("me", "me", position=fresh()))["id"]
    async with at_a_port(two_servers[0]) as first_url, bob[1].live(second_url, game_id) as second:
        await second.next("hello")
        async with bob[0].live(first_url, game_id) as first:
            await first.next("hello")

        async def is_there() -> bool:
            return bool((await bob[0].get(f"/games/{game_id}"))["seats"][0]["present"])

        await asyncio.sleep(0.3)
        await eventually(is_there)


# -- processes ----------------------------------------------------------------------------------------------------------


async def test_a_bots_game_is_taken_up_when_its_server_is_killed(postgres_url: str, tmp_path: Path) -> None:
    environment = {"KINGDOMS_SECRET": SECRET, "KINGDOMS_RATE": "100000", "KINGDOMS_ADDRESS_RATE": "1000000"}
    flags = ("--database", postgres_url)
    with (
        ServerProcess(tmp_path / "one", *flags, environment=environment) as first_server,
        ServerProcess(tmp_path / "two", *flags, environment=environment) as second_server,
    ):
        async with Browser(first_server.url) as ida, Browser(second_server.url) as eve:
            # bots that sometimes err play long games; no person is asked
            bots, rulings = [f"bot:{SLOW}"] * 4, limited(90)
            games = [(await ida.new_game(*bots, rulings=rulings, public=True))["id"] for _ in range(2)]
            for game_id in games:
                await eve.until(f"/games/{game_id}", lambda answer: answer["number"] > 5)
            first_server.kill()
            before = [(await eve.get(f"/games/{game_id}")) for game_id in games]
            assert [info["status"] for info in before] == ["playing"] * 2

            async def has_gone_on() -> bool:
                infos = [await eve.get(f"/games/{game_id}") for game_id in games]
                return all(now["number"] > then["number"] + 10 for now, then in zip(infos, before, strict=True))

            # it is looked at all the time, and taken up none the less
            await eventually(has_gone_on)


async def test_a_server_can_stop_while_another_continues(postgres_url: str, tmp_path: Path) -> None:
    environment = {"KINGDOMS_SECRET": SECRET}
    with ServerProcess(tmp_path / "two", "--database", postgres_url, environment=environment) as second_server:
        with ServerProcess(tmp_path / "one", "--database", postgres_url, environment=environment) as first_server:
            async with Browser(first_server.url) as ida:
                game_id = (await ida.new_game("me", "bot:random", rulings=limited(1)))["id"]
                await play_random(ida, game_id, seed=1, most=2)
                cookies = ida.http.cookies
            assert first_server.stop(signal.SIGTERM) == 0
        async with Browser(second_server.url) as ida:
            ida.http.cookies.update(cookies)
            assert (await play_random(ida, game_id, seed=2))["status"] == "over"
