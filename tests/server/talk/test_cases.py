"""Reports reach the operator, and whoever made them hears of it; a block is for good, and everywhere."""

from __future__ import annotations

import asyncio

import pytest
import pytest_asyncio
from fastapi import FastAPI

from kingdoms.server.talk import blocks, cases
from tests.support.clients.admin import Admin
from tests.support.clients.authenticator import add_passkey, sign_in
from tests.support.clients.http import Browser, Json, shared_game
from tests.support.games.sample_game import ONE, OTHER
from tests.support.server.calendar import DAY, Calendar

INSULT = "you play like a cushion"


@pytest_asyncio.fixture
async def game_id(ida: Browser, bob: Browser) -> str:
    """A game under way, whose host is Ida."""
    return await shared_game(ida, bob)


async def say(browser: Browser, game_id: str, line: str) -> int:
    """Say something, and return the number of the remark."""
    number: int = (await browser.post(f"/games/{game_id}/talk", {"text": line}))["number"]
    return number


async def report(browser: Browser, game_id: str, number: int) -> None:
    """Report a remark."""
    await browser.post(f"/games/{game_id}/talk/{number}/report", status=204)


async def test_the_operator_sees_what_was_said_around_it_until_they_have_looked(
    app: FastAPI, ida: Browser, bob: Browser, eve: Browser, admin: Admin, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.state.services.talk.places, "wait", lambda _: 0)
    monkeypatch.setattr(cases, "BEFORE", 1)
    monkeypatch.setattr(cases, "AFTER", 2)
    for n in range(2):
        await say(bob, game_id, f"before {n}")
    await say(eve, game_id, "an onlooker elsewhere")
    number = await say(bob, game_id, INSULT)
    await say(ida, game_id, "after 0")
    await report(ida, game_id, number)
    await report(ida, game_id, number)
    await say(eve, game_id, "an onlooker elsewhere")
    for n in range(1, 3):
        await say(bob, game_id, f"after {n}")
    (case,) = await admin.lines("reports", "list")
    assert (case["status"], case["reports"], case["id"], case["about"]) == ("open", 1, game_id, bob.visitor_id)
    assert [remark["text"] for remark in case["talk"]] == ["before 1", INSULT, "after 0", "after 1"]
    assert [remark["text"] for remark in case["talk"] if remark["reported"]] == [INSULT]
    assert await admin.answers("reports", "show", "1") == case
    assert INSULT in await admin.does("reports", "list")
    output = await admin.does("reports", "show", "1")
    assert "before 1" in output
    assert "made by 1 visitor" in output
    assert "elsewhere" not in output
    monkeypatch.setattr(cases, "AFTER", 9)
    await report(ida, game_id, await say(bob, game_id, INSULT))
    await say(ida, game_id, "please stop")
    await bob.post(f"/games/{game_id}/seats/{OTHER}/resign", {})
    await say(bob, game_id, "the game is over now")
    await admin.does("reports", "look", "2")
    await say(bob, game_id, "nobody looks any more")
    talk = (await admin.answers("reports", "show", "2"))["talk"]
    assert [remark["text"] for remark in talk[-3:]] == [INSULT, "please stop", "the game is over now"]
    assert [remark["room"] for remark in talk[-3:]] == ["players", "players", "all"]


@pytest.mark.both_databases
async def test_reporters_are_informed_of_the_decision(ida: Browser, bob: Browser, admin: Admin, game_id: str) -> None:
    number = await say(bob, game_id, INSULT)
    await report(ida, game_id, number)
    (row,) = (await ida.get("/me/reports"))["reports"]
    assert (row["status"], row["text"], row["name"]) == ("open", INSULT, "Bob")
    assert (await ida.get("/me/games"))["looked_at"] == 0
    assert await admin.does("reports", "look", "1") == "1 report is marked as looked at.\n"
    assert (await ida.get("/me/games"))["looked_at"] == 1
    reports = await ida.get("/me/reports")
    assert (reports["reports"][0]["status"], reports["news"]) == ("looked_at", 1)
    assert (await bob.get("/me/games"))["looked_at"] == 0, "the one reported hears nothing"
    assert (await bob.get("/me/reports"))["reports"] == []
    await ida.post("/me/reports/told", status=204)
    assert (await ida.get("/me/games"))["looked_at"] == 0
    assert await admin.answers("reports", "close", "1") == {"reports": [1], "status": "closed"}
    assert (await ida.get("/me/reports"))["reports"][0]["status"] == "closed"
    assert await admin.lines("reports", "list") == []
    assert [row["case"] for row in await admin.lines("reports", "list", "--status", "closed")] == [1]
    assert await admin.refuses("reports", "show", "7") == "there is no report 7"
    assert await admin.refuses("reports", "reopen", "1", "7") == "there is no report 7"
    assert await admin.lines("reports", "list") == [], "all or none"
    await admin.does("reports", "reopen", "1")
    assert [row["status"] for row in await admin.lines("reports", "list")] == ["open"]


async def test_a_report_about_the_host_is_not_shown_to_the_host(
    ida: Browser, bob: Browser, admin: Admin, game_id: str, address: str
) -> None:
    by_host = await say(ida, game_id, INSULT)
    by_bob = await say(bob, game_id, "so do you")
    async with ida.listening(address, game_id) as hears:
        await report(bob, game_id, by_host)
        assert (await hears.next("reports"))["reports"] == 0
        await report(ida, game_id, by_bob)
        assert (await hears.next("reports"))["reports"] == 1
    reports = (await ida.get(f"/games/{game_id}/talk/reports"))["reported"]
    assert [row["remark"]["text"] for row in reports] == ["so do you"]
    assert {row["about"] for row in await admin.lines("reports", "list")} == {ida.visitor_id, bob.visitor_id}


async def test_a_case_outlives_its_game(ida: Browser, bob: Browser, admin: Admin) -> None:
    room = (await ida.new_game("me", "open"))["id"]
    number = await say(ida, room, INSULT)
    await report(bob, room, number)
    await ida.ask("DELETE", f"/games/{room}", status=204)
    (case,) = await admin.lines("reports", "list")
    assert [remark["text"] for remark in case["talk"]] == [INSULT]
    await admin.does("reports", "look", "1")
    assert (await bob.get("/me/games"))["looked_at"] == 1


async def test_closed_cases_are_deleted_in_the_end(
    ida: Browser, bob: Browser, admin: Admin, game_id: str, app: FastAPI, calendar: Calendar
) -> None:
    for _ in range(2):
        await report(ida, game_id, await say(bob, game_id, INSULT))
    await admin.does("reports", "close", "1")
    calendar.passes((cases.KEPT_DAYS - 1) * DAY)
    assert await cases.delete_old(app.state.database) == 0
    calendar.passes(2 * DAY)
    assert await cases.delete_old(app.state.database) == 1
    assert [case["case"] for case in await admin.lines("reports", "list")] == [2]


async def test_two_concurrent_reports_of_one_remark(two_servers: tuple[FastAPI, FastAPI]) -> None:
    async with Browser(two_servers[0]) as ida, Browser(two_servers[1]) as bob, Browser(two_servers[1]) as eve:
        game_id = (await ida.new_game("me", "open"))["id"]
        for _ in range(3):
            number = await say(ida, game_id, INSULT)

            def is_there(page: Json, number: int = number) -> bool:
                return any(remark["number"] == number for remark in page["remarks"])

            await bob.until(f"/games/{game_id}/talk", is_there)
            await asyncio.gather(report(bob, game_id, number), report(eve, game_id, number))
        rows = await cases.find(two_servers[0].state.database, statuses=cases.STATUSES, most=10)
        assert [case["reports"] for case in rows] == [2] * 3


async def open_rooms(browser: Browser) -> list[str]:
    """Return the ids of the open games that a visitor is shown."""
    return [game["id"] for game in (await browser.get("/games", which="open"))["games"]]


async def block_bob(ida: Browser, bob: Browser) -> str:
    """Let Ida block Bob, whom she plays; return the game."""
    game_id = await shared_game(ida, bob)
    await ida.post(f"/games/{game_id}/seats/{OTHER}/block", status=204)
    return game_id


@pytest.mark.both_databases
async def test_the_two_do_not_meet_at_a_table(ida: Browser, bob: Browser, eve: Browser) -> None:
    await block_bob(ida, bob)
    ida_room = (await ida.new_game("me", "open", public=True))["id"]
    bob_room = (await bob.new_game("me", "open", public=True))["id"]
    eve_room = (await eve.new_game("me", "open", "open", public=True))["id"]
    assert await bob.refused("POST", f"/games/{ida_room}/seats/{OTHER}/join") == (403, "blocked")
    assert await ida.refused("POST", f"/games/{bob_room}/seats/{OTHER}/join") == (403, "blocked")
    assert set(await open_rooms(ida)) == {ida_room, eve_room}
    assert set(await open_rooms(bob)) == {bob_room, eve_room}
    assert set(await open_rooms(eve)) == {ida_room, bob_room, eve_room}
    seats = [seat["seat"] for seat in (await eve.get(f"/games/{eve_room}"))["seats"] if seat["kind"] == "open"]
    await bob.post(f"/games/{eve_room}/seats/{seats[0]}/join")
    assert await ida.refused("POST", f"/games/{eve_room}/seats/{seats[1]}/join") == (403, "blocked")
    assert set(await open_rooms(ida)) == {ida_room}


async def test_no_rematch_or_link_to_a_seat_brings_them_to_a_table(ida: Browser, bob: Browser, eve: Browser) -> None:
    over = await block_bob(ida, bob)
    await ida.post(f"/games/{over}/seats/{ONE}/resign")
    for browser in (bob, ida):
        assert await browser.refused("POST", f"/games/{over}/rematch") == (403, "blocked")
    assert (await ida.get(f"/games/{over}"))["rematch"] is None
    game_id = await shared_game(ida, eve)
    token = (await eve.post(f"/games/{game_id}/seats/{OTHER}/link"))["token"]
    assert await bob.refused("POST", "/claims", {"token": token}) == (403, "blocked")
    assert (await eve.get(f"/games/{game_id}"))["you"] == [OTHER]
    # The link has not been used, and leads where there is no block.
    assert await eve.ask("POST", "/claims", {"token": token}) == {"id": game_id, "seat": OTHER}


async def test_remarks_of_blocked_people_are_hidden(ida: Browser, bob: Browser, app: FastAPI) -> None:
    game_id = await shared_game(ida, bob)
    number = (await bob.post(f"/games/{game_id}/talk", {"text": "hello there"}))["number"]
    await ida.post(f"/games/{game_id}/talk/{number}/block", status=204)
    (remark,) = (await ida.get(f"/games/{game_id}/talk"))["remarks"]
    assert (remark["muted"], remark["text"]) == (True, None)
    unmuting = ida.refused("PUT", f"/games/{game_id}/talk/{number}/mute", {"muted": False})
    assert await unmuting == (409, "blocked")
    await ida.ask("PUT", f"/games/{game_id}/talk/{number}/mute", {"muted": True}, status=204)
    (block,) = (await ida.get("/me/blocked"))["blocked"]
    assert block["name"] == "Bob"
    assert (await bob.get("/me/blocked"))["blocked"] == []
    await ida.post(f"/me/blocked/{block['id']}/lift", status=204)
    assert await ida.refused("POST", f"/me/blocked/{block['id']}/lift") == (404, "no_block")
    (remark,) = (await ida.get(f"/games/{game_id}/talk"))["remarks"]
    assert (remark["muted"], remark["text"]) == (False, "hello there")
    assert await blocks.separated_visitors(app.state.database, None) == set()
    await shared_game(ida, bob, position=None)


async def test_invalid_blocks_are_refused(ida: Browser, bob: Browser, eve: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = await shared_game(ida, bob)
    assert await ida.refused("POST", f"/games/{game_id}/seats/{ONE}/block") == (409, "own")
    with_bot = (await ida.new_game("me", "bot:random"))["id"]
    assert await ida.refused("POST", f"/games/{with_bot}/seats/{OTHER}/block") == (404, "no_seat")
    assert await ida.refused("POST", f"/games/{game_id}/talk/7/block") == (404, "no_remark")
    monkeypatch.setattr(blocks, "MOST", 1)
    for _ in range(2):
        await ida.post(f"/games/{game_id}/seats/{OTHER}/block", status=204)
    eve_room = (await eve.new_game("me", "open"))["id"]
    assert await ida.refused("POST", f"/games/{eve_room}/seats/{ONE}/block") == (409, "enough")


async def test_a_block_follows_both_to_other_devices(ida: Browser, bob: Browser, eve: Browser) -> None:
    await block_bob(ida, bob)
    key = await add_passkey(bob)
    await sign_in(eve, key)
    room = (await ida.new_game("me", "open"))["id"]
    assert await eve.refused("POST", f"/games/{room}/seats/{OTHER}/join") == (403, "blocked")
    await bob.post("/sign-out/elsewhere", {"proof": (await sign_in(bob, key))["proof"]}, status=204)
    assert await bob.refused("POST", f"/games/{room}/seats/{OTHER}/join") == (403, "blocked")


async def test_a_block_holds_at_the_other_server(two_servers: tuple[FastAPI, FastAPI]) -> None:
    async with Browser(two_servers[0]) as ida, Browser(two_servers[1]) as bob:
        game_id = await shared_game(ida, bob, position=None)
        await ida.until(f"/games/{game_id}", lambda answer: answer["status"] == "playing")
        await ida.post(f"/games/{game_id}/seats/{OTHER}/block", status=204)
        room = (await ida.new_game("me", "open"))["id"]
        assert await bob.refused("POST", f"/games/{room}/seats/{OTHER}/join") == (403, "blocked")
