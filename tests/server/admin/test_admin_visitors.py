"""The operator's commands for visitors: new names and bans."""

from __future__ import annotations

import asyncio
import datetime

import pytest
from fastapi import FastAPI

from kingdoms.server.visitors.admission import BANNED
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser, Json, eventually, shared_game
from tests.support.games.sample_game import OTHER, STEPS, opening
from tests.support.server.calendar import Calendar

Two = tuple[FastAPI, FastAPI]


async def names(browser: Browser, game_id: str) -> list[str]:
    return [seat["name"] for seat in (await browser.get(f"/games/{game_id}"))["seats"]]


# -- who there is, and what they are called -------------------------------------------------------------------------------


async def test_visitors_are_found_by_their_names(app: FastAPI, admin: Admin, ida: Browser, bob: Browser) -> None:
    game = await ida.new_game("me", "open")
    async with Browser(app) as carl:
        await carl.post(f"/games/{game['id']}/seats/{OTHER}/join", {"name": "Carl_%"})
        carls = carl.visitor_id
    visitors = await admin.lines("visitors", "list")
    assert {visitor["name"]: visitor["games"] for visitor in visitors} == {"Ida": 1, "Bob": 0, "Carl_%": 1}
    assert [visitor["name"] for visitor in await admin.lines("visitors", "list", "--name", "bo")] == ["Bob"]
    assert [visitor["id"] for visitor in await admin.lines("visitors", "list", "--name", "l_%")] == [carls]
    assert await admin.lines("visitors", "list", "--name", "_b_") == []
    assert len(await admin.lines("visitors", "list", "--most", "2")) == 2
    assert carls in await admin.does("visitors", "list")


async def test_another_name_is_seen_by_everybody_at_the_table(admin: Admin, ida: Browser, bob: Browser, address: str) -> None:
    """Names at shared screens are unchanged, and no two players at a table get the same name."""
    game_id = await shared_game(ida, bob, position=None)
    at_one_screen = (await ida.new_game("me", "shared"))["id"]
    second_name = (await names(ida, at_one_screen))[1]
    async with bob.listening(address, game_id) as hears:
        await admin.answers("visitors", "rename", ida.visitor_id, "Bob")
        await hears.until(lambda message: message["type"] == "info" and message["info"]["seats"][0]["name"] == "Bob 2")
    assert await names(bob, game_id) == ["Bob 2", "Bob"]
    await ida.until(f"/games/{at_one_screen}", lambda info: [seat["name"] for seat in info["seats"]] == ["Bob", second_name])
    assert await ida.get("/me") == {"name": "Bob"}
    assert "invisible" in await admin.refuses("visitors", "rename", ida.visitor_id, "Bo\u202eb")
    assert await admin.refuses("visitors", "rename", "f" * 32, "Nobody") == f"there is no visitor {'f' * 32}"


# -- who may not come in --------------------------------------------------------------------------------------------------


async def test_a_banned_visitor_is_disconnected_and_gets_the_reason(
    admin: Admin, ida: Browser, bob: Browser, address: str, calendar: Calendar
) -> None:
    """The sockets of a banned visitor are closed; a bot can stand in for them, as for any absent player."""
    game_id = await shared_game(ida, bob, position=None)
    until = datetime.datetime.now(datetime.UTC).replace(microsecond=0) + datetime.timedelta(hours=1)
    async with ida.listening(address, game_id) as hears, bob.listening(address, game_id) as stays:
        visitor_id = ida.visitor_id
        ban = await admin.answers("visitors", "ban", visitor_id, "--reason", "rude words", "--until", until.isoformat())
        assert (ban["visitor"], ban["reason"], ban["until"]) == (visitor_id, "rude words", f"{until:%Y-%m-%dT%H:%M:%SZ}")
        assert await hears.closed() == BANNED
        answer = await ida.send("GET", f"/games/{game_id}")
        assert answer.status_code == 403
        error = answer.json()["error"]
        assert error["code"] == "banned"
        assert error["message"] == f"You are banned from this server until {until:%Y-%m-%d %H:%M} UTC: rude words."
        body: Json = {"base": 0, "action": STEPS[0]}
        assert await ida.refused("POST", f"/games/{game_id}/actions", body) == (403, "banned")
        assert (await ida.http.get("/")).status_code != 403  # the page is there to say so
        assert await bob.gets(200)
        assert not stays.connection.close_code
    with pytest.raises(Exception, match="HTTP 403"):
        async with ida.live(address, game_id):
            pass
    assert [row["visitor"] for row in await admin.lines("visitors", "bans")] == [visitor_id]
    assert "rude words" in await admin.does("visitors", "bans")
    (visitor,) = await admin.lines("visitors", "list", "--name", "Ida")
    assert visitor["ban"]["reason"] == "rude words"
    for reason in ("one", "another"):  # a second ban takes the place of the first
        await admin.does("visitors", "ban", visitor_id, "--address", "2001:db8::1", "--reason", reason)
    bans = [(ban["visitor"], ban["network"], ban["reason"]) for ban in await admin.lines("visitors", "bans")]
    assert bans == [(visitor_id, None, "another"), (None, "2001:db8::/64", "another")]
    await admin.answers("visitors", "unban", visitor_id)
    await eventually(lambda: ida.gets(200))
    await admin.does("visitors", "ban", visitor_id, "--reason", "to cool down", "--until", until.isoformat())
    await eventually(lambda: ida.gets(403))
    calendar.passes(3601)
    assert await ida.gets(200), "a ban ends by itself"
    await admin.does("visitors", "unban", visitor_id)
    assert await admin.refuses("visitors", "unban", visitor_id) == f"{visitor_id} is not banned"


async def test_an_address_can_be_banned_with_all_its_visitors(admin: Admin, ida: Browser, eve: Browser, address: str) -> None:
    """Sockets of visitors without a cookie, too."""
    game_id = (await ida.new_game("me", "me", position=opening().position()))["id"]
    async with eve.listening(address, game_id) as looks:
        await admin.does("visitors", "ban", "--address", "127.0.0.0/8", "--reason", "too much of it")
        assert await looks.closed() == BANNED
    await eventually(lambda: ida.gets(403))
    assert await eve.refused("POST", "/games", {}) == (403, "banned")
    (ban,) = await admin.lines("visitors", "bans")
    assert (ban["network"], ban["visitor"], ban["until"]) == ("127.0.0.0/8", None, None)
    await admin.does("visitors", "unban", "127.0.0.0/8")
    await eventually(lambda: eve.gets(200))


async def test_a_ban_reaches_several_servers(two_servers: Two) -> None:
    admin = Admin(two_servers[0].state.settings)
    async with Browser(two_servers[0]) as first_browser, Browser(two_servers[1]) as second_browser:
        await first_browser.ask("PUT", "/me", {"name": "Ida"})
        second_browser.http.cookies.update(first_browser.http.cookies)
        await admin.does("visitors", "ban", first_browser.visitor_id, "--reason", "rude words")
        await asyncio.gather(eventually(lambda: first_browser.gets(403)), eventually(lambda: second_browser.gets(403)))


@pytest.mark.sqlite
async def test_an_invalid_ban_is_refused(admin: Admin) -> None:
    for words, expected in (
        (["--reason", "x"], "give a visitor's id or an --address"),
        (["x"], "missing option '--reason'"),
        (["x", "--reason", "x"], "'x' is not a visitor's id"),
        (["x", "--reason", " "], "a reason must have 1 to 200 characters"),
        (["x", "--reason", "x", "--until", "tomorrow"], "'tomorrow' is not a date such as 2026-12-31"),
        (["x", "--reason", "x", "--until", "2020-01-01"], "2020-01-01 has passed"),
        (["--address", "everywhere", "--reason", "x"], "'everywhere' is not an address or a network such as"),
        (["--address", "0.0.0.0/0", "--reason", "x"], "0.0.0.0/0 is too wide a network to ban"),
        (["--address", "192.0.2.7/24", "--reason", "x"], "has host bits set"),
    ):
        assert expected in await admin.refuses("visitors", "ban", *words), words
    assert await admin.lines("visitors", "bans") == []
