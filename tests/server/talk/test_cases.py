"""Reports reach the operator, and whoever made them hears of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import func, select

from kingdoms.server.database.tables import CaseRow, ReportRow
from kingdoms.server.talk import cases
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser, Json, shared_game
from tests.support.games.sample_game import OTHER
from tests.support.server.calendar import DAY, Calendar

INSULT = "you play like a cushion"
TOKEN = "a-token-of-the-operator"


@pytest_asyncio.fixture
async def game_id(ida: Browser, bob: Browser) -> AsyncIterator[str]:
    """A game under way, whose host is Ida."""
    yield await shared_game(ida, bob)


async def say(browser: Browser, game_id: str, line: str) -> int:
    """Say something, and return the number of the remark."""
    number: int = (await browser.post(f"/games/{game_id}/talk", {"text": line}))["number"]
    return number


async def report(browser: Browser, game_id: str, number: int) -> None:
    """Report a remark."""
    await browser.post(f"/games/{game_id}/talk/{number}/report", status=204)


async def reports_of(browser: Browser) -> Json:
    """Return a visitor's reports."""
    reports: Json = await browser.get("/me/reports")
    return reports


async def test_the_operator_sees_what_was_said_around_it(
    ida: Browser, bob: Browser, eve: Browser, admin: Admin, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
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


async def test_remarks_are_added_until_the_operator_has_looked(ida: Browser, bob: Browser, admin: Admin, game_id: str) -> None:
    await report(ida, game_id, await say(bob, game_id, INSULT))
    await say(ida, game_id, "please stop")
    await bob.post(f"/games/{game_id}/seats/{OTHER}/resign", {})
    await say(bob, game_id, "the game is over now")
    await admin.does("reports", "look", "1")
    await say(bob, game_id, "nobody looks any more")
    case = await admin.answers("reports", "show", "1")
    assert [remark["text"] for remark in case["talk"]] == [INSULT, "please stop", "the game is over now"]
    assert [remark["room"] for remark in case["talk"]] == ["players", "players", "all"]


@pytest.mark.both_databases
async def test_reporters_are_informed_of_the_decision(ida: Browser, bob: Browser, admin: Admin, game_id: str) -> None:
    number = await say(bob, game_id, INSULT)
    await report(ida, game_id, number)
    assert [(row["status"], row["text"], row["name"]) for row in (await reports_of(ida))["reports"]] == [
        ("open", INSULT, "Bob")
    ]
    assert (await ida.get("/me/games"))["looked_at"] == 0
    assert await admin.does("reports", "look", "1") == "1 report is marked as looked at.\n"
    assert (await ida.get("/me/games"))["looked_at"] == 1
    assert ((await reports_of(ida))["reports"][0]["status"], (await reports_of(ida))["news"]) == ("looked_at", 1)
    assert (await bob.get("/me/games"))["looked_at"] == 0, "the one reported hears nothing"
    assert (await reports_of(bob))["reports"] == []
    await ida.post("/me/reports/told", status=204)
    assert (await ida.get("/me/games"))["looked_at"] == 0
    assert await admin.answers("reports", "close", "1") == {"reports": [1], "status": "closed"}
    assert (await reports_of(ida))["reports"][0]["status"] == "closed"
    assert await admin.lines("reports", "list") == []
    assert [row["case"] for row in await admin.lines("reports", "list", "--status", "closed")] == [1]
    assert await admin.refuses("reports", "show", "7") == "there is no report 7"
    assert await admin.refuses("reports", "reopen", "1", "7") == "there is no report 7"
    assert await admin.lines("reports", "list") == [], "all or none"
    await admin.does("reports", "reopen", "1")
    assert [row["status"] for row in await admin.lines("reports", "list")] == ["open"]


async def test_a_report_about_the_host_is_not_shown_to_the_host(
    ida: Browser, bob: Browser, eve: Browser, admin: Admin, game_id: str, address: str
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


async def test_remarks_of_a_deleted_visitor_leave_the_cases(
    ida: Browser, bob: Browser, admin: Admin, game_id: str, app: FastAPI
) -> None:
    await say(ida, game_id, "Ida was here")
    about_bob = await say(bob, game_id, INSULT)
    await report(ida, game_id, about_bob)
    await report(bob, game_id, await say(ida, game_id, "no"))
    await admin.does("visitors", "delete", ida.visitor_id)
    async with app.state.database.read_engine.connect() as connection:
        for table in (CaseRow, ReportRow):
            assert await connection.scalar(select(func.count()).select_from(table)) == 0, (
                "both had only Ida's report, or her words"
            )


async def test_closed_cases_are_deleted_in_the_end(
    ida: Browser, bob: Browser, admin: Admin, game_id: str, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    calendar = Calendar(monkeypatch)
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
