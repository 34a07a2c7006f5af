"""Give me my data, and delete me: both are complete. Visitors who never return are forgotten, in simulated time."""

from __future__ import annotations

import time
from contextlib import AsyncExitStack
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import func, insert, select

from kingdoms.server.database.tables import BanRow, CaseRow, DeviceRow, ReportRow, SeatRow, SessionRow, VisitorRow
from kingdoms.server.retention import unseen
from kingdoms.server.retention.unseen import EVERY
from kingdoms.server.visitors.identity import COOKIE
from tests.support.clients.admin import Admin
from tests.support.clients.authenticator import Authenticator, add_passkey, sign_in
from tests.support.clients.http import Browser, eventually, finished_game, shared_game
from tests.support.games.sample_game import ONE, STEPS
from tests.support.server.calendar import DAY, Calendar
from tests.support.server.launch import MakeSettings, serving
from tests.support.server.mentions import mentions
from tests.support.server.push_service import Phone
from tests.support.server.rows import execute, scalar


async def lead_a_life(ida: Browser, bob: Browser) -> tuple[str, str, Authenticator]:
    """Let Ida do all that leaves traces; return a game that has begun, a waiting room, and her passkey."""
    await ida.ask("PUT", "/me", {"name": "Idalotte"})
    key = await add_passkey(ida)
    await ida.ask("PUT", "/me/profile", {"listed": True})
    await ida.ask("PUT", "/push", Phone("https://fcm.googleapis.com", "ida").subscription())
    game_id = await shared_game(ida, bob)
    await ida.act(game_id, 0, STEPS[0])
    ida_remark = (await ida.post(f"/games/{game_id}/talk", {"text": "Idalotte is here"}))["number"]
    bob_remark = (await bob.post(f"/games/{game_id}/talk", {"text": "so what"}))["number"]
    await bob.post(f"/games/{game_id}/talk/{ida_remark}/report", status=204)
    await ida.post(f"/games/{game_id}/talk/{bob_remark}/report", status=204)
    await bob.ask("PUT", f"/games/{game_id}/talk/{ida_remark}/mute", {"muted": True}, status=204)
    await ida.ask("PUT", f"/games/{game_id}/talk/{bob_remark}/mute", {"muted": True}, status=204)
    room = (await ida.new_game("me", "open"))["id"]
    await ida.post(f"/games/{room}/seats/{ONE}/link")
    await ida.post("/sign-in/ask")
    over = await shared_game(ida, bob)
    await ida.post(f"/games/{over}/seats/{ONE}/resign")
    return game_id, room, key


async def test_a_visitor_gets_all_their_data(ida: Browser, bob: Browser, eve: Browser) -> None:
    game_id, room, _ = await lead_a_life(ida, bob)
    answer = await ida.send("GET", "/me/data")
    assert "attachment" in answer.headers["content-disposition"]
    data: dict[str, Any] = answer.json()
    assert data["visitors"][0]["name"] == "Idalotte"
    assert {row["id"] for row in data["games"]} >= {game_id, room}
    assert [(row["game_id"], row["by"], row["action"]) for row in data["moves"] if row["game_id"] == game_id] == [
        (game_id, ONE, STEPS[0])
    ]
    assert [row["text"] for row in data["remarks"]] == ["Idalotte is here"]
    for table in ("sessions", "passkeys", "profiles", "devices", "seats", "reports", "mutes"):
        assert data[table], table
    assert not {"seed", "position"} & data["games"][0].keys()
    assert "muted_id" not in data["mutes"][0]
    assert bob.visitor_id not in answer.text
    assert "so what" not in answer.text
    assert data["games"][0]["created"].startswith("20")
    data_of_eve = (await eve.send("GET", "/me/data")).json()
    assert all(not rows for rows in data_of_eve.values() if isinstance(rows, list)), "a visitor at no table gets nothing"


@pytest.mark.both_databases
async def test_a_deleted_visitor_leaves_no_trace(app: FastAPI, ida: Browser, bob: Browser, eve: Browser) -> None:
    game_id, room, key = await lead_a_life(ida, bob)
    before, visitor_id = ida.http.cookies[COOKIE], ida.visitor_id
    position = (await bob.get(f"/games/{game_id}/view"))["view"]
    digests = {live.header.place for live in app.state.games.by_id.values()}
    for proof in ({}, {"proof": "no"}):
        assert await ida.refused("POST", "/me/delete", proof) == (403, "prove")
    assert (await ida.get("/me"))["name"] == "Idalotte"
    await ida.post("/me/delete", {"proof": (await sign_in(ida, key))["proof"]}, status=204)
    assert None not in digests
    for row in (CaseRow, ReportRow):
        assert await scalar(app, select(func.count()).select_from(row)) == 0, "they had only her reports or her words"
    notifications = app.state.services.push.store  # a notification may be under way
    assert await notifications.acquire(game_id, visitor_id, "turn", 1_000) is None
    await notifications.mark_known(game_id, visitor_id, "turn", 1_000)
    for text in (visitor_id, "Idalotte", *map(str, digests)):
        assert await mentions(app.state.database, text) == [], text
    assert ida.visitor_id != visitor_id
    assert await ida.get("/me") == {"name": None}
    eve.http.cookies.set(COOKIE, before)
    assert await eve.get("/me") == {"name": None}
    options = (await bob.post("/sign-in/ask"))["options"]
    assert await bob.refused("POST", "/sign-in", key.assertion(options)) == (404, "no_passkey")
    assert await bob.refused("GET", f"/games/{room}") == (404, "no_game")
    info = await bob.get(f"/games/{game_id}")
    assert [seat["name"] for seat in info["seats"]] == ["deleted player", "Bob"]
    assert '"deleted player"' in (await bob.send("GET", f"/games/{game_id}/record")).text.partition("\n")[0]
    assert (await bob.get(f"/games/{game_id}/view"))["view"] == position
    assert [entry["action"] for entry in await bob.history(game_id)][:1] == [STEPS[0]]


async def test_deletion_waits_for_the_end_of_a_rated_game(ida: Browser, bob: Browser) -> None:
    keys = {browser: await add_passkey(browser) for browser in (ida, bob)}
    game_id = await shared_game(ida, bob, rated=True, position=None)
    proof = (await sign_in(ida, keys[ida]))["proof"]
    assert await ida.refused("POST", "/me/delete", {"proof": proof}) == (409, "rated")
    await ida.post(f"/games/{game_id}/seats/{ONE}/resign")
    proof = (await sign_in(ida, keys[ida]))["proof"]
    await ida.post("/me/delete", {"proof": proof}, status=204)


async def test_a_deletion_reaches_the_other_server(two_servers: tuple[FastAPI, FastAPI]) -> None:
    async with Browser(two_servers[0]) as ida, Browser(two_servers[1]) as bob, Browser(two_servers[1]) as copy:
        await ida.ask("PUT", "/me", {"name": "Idalotte"})
        game_id = (await ida.new_game("me", "open"))["id"]
        begun = (await ida.new_game("me", "me"))["id"]
        assert (await bob.get(f"/games/{begun}"))["seats"][0]["name"] == "Idalotte"
        before = ida.http.cookies[COOKIE]
        await ida.post("/me/delete", {}, status=204)

        async def is_gone() -> bool:
            copy.http.cookies.clear()
            copy.http.cookies.set(COOKIE, before)
            seats = (await bob.get(f"/games/{begun}"))["seats"]
            return bool(seats[0]["name"] != "Idalotte" and (await copy.get("/games", which="mine"))["games"] == [])

        await eventually(is_gone)
        assert await bob.refused("GET", f"/games/{game_id}") == (404, "no_game")
        async with two_servers[0].state.database.read_engine.connect() as connection:
            assert not (await connection.execute(select(BanRow.number))).all()
            assert not (await connection.execute(select(SeatRow.seat).where(SeatRow.visitor_id.is_not(None)))).all()


async def kept(app: FastAPI) -> set[str | None]:
    """Let the server forget unseen visitors, and return the names of those that are left."""
    await app.state.sessions.flush()
    while await app.state.services.unseen.forget_some():
        pass
    async with app.state.database.read_engine.connect() as connection:
        return {*await connection.scalars(select(VisitorRow.name))}


async def arrive(browser: Browser, name: str) -> None:
    """Choose a name, and use the cookie."""
    await browser.ask("PUT", "/me", {"name": name})
    await browser.get("/me")


async def visit(browser: Browser) -> None:
    """Visit again, so that the cookie is renewed when it is old."""
    await browser.get("/me/games")
    await browser.ask("POST", "/entrance/code", {})


@pytest.mark.both_databases
async def test_only_those_who_stay_away_with_nothing_of_value_are_forgotten(
    database_url: str, make_settings: MakeSettings, calendar: Calendar
) -> None:
    async with AsyncExitStack() as stack:
        app = await stack.enter_async_context(serving(make_settings(database=database_url)))
        ida, bob, eve, zoe, max_, kim = [await stack.enter_async_context(Browser(app)) for _ in range(6)]
        people = {"Ida": ida, "Bob": bob, "Eve": eve, "Zoe": zoe, "Max": max_, "Kim": kim}
        for name, browser in people.items():
            await arrive(browser, name)
        await shared_game(ida, bob)  # seats in a running game
        await finished_game(zoe)  # a stored game
        await add_passkey(max_)
        await eve.ask("PUT", "/push", Phone("https://fcm.googleapis.com", "eve").subscription())
        for days in range(90, 1000, 90):  # nearly three years, in which Kim returns each quarter
            calendar.passes(90 * DAY)
            await visit(kim)
            assert people.keys() - await kept(app) == ({"Eve"} if days >= 450 else set()), f"after {days} days"
        async with app.state.database.read_engine.connect() as connection:
            assert await connection.scalar(select(func.count()).select_from(DeviceRow)) == 0
            assert await connection.scalar(select(SessionRow.id).where(SessionRow.visitor_id == eve.visitor_id)) is None


async def test_the_number_of_days_is_the_operators(sqlite_url: str, make_settings: MakeSettings, calendar: Calendar) -> None:
    async with AsyncExitStack() as stack:
        settings = make_settings(database=sqlite_url, forget_after=30, access="invitation")
        app = await stack.enter_async_context(serving(settings))
        admin = Admin(settings)
        ida, bob = [await stack.enter_async_context(Browser(app)) for _ in range(2)]
        for guest in (ida, bob):
            link: Any = await admin.answers("invitations", "new")
            await guest.ask("POST", "/entrance", {"invitation": link["link"].partition("#")[2]}, status=204)
        await arrive(ida, "Ida")
        await arrive(bob, "Bob")
        calendar.passes(29 * DAY)
        await visit(bob)
        assert await kept(app) == {"Ida", "Bob"}
        calendar.passes(DAY + EVERY)
        assert await kept(app) == {"Bob"}
        assert await ida.refused("GET", "/me/games") == (403, "closed"), "the cookie is void, and the admission is gone"
        assert (await ida.get("/server"))["admitted"] is False
        assert await bob.get("/me/games")


async def test_a_crowd_is_forgotten_a_little_at_a_time_and_who_came_before_sessions_were_kept_not_too_early(
    sqlite_url: str, make_settings: MakeSettings, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unseen, "AT_A_TIME", 2)
    async with serving(make_settings(database=sqlite_url, forget_after=10)) as app, Browser(app) as ida:
        row = {"id": "a" * 32, "name": "Old", "created": time.time() - 400 * DAY}
        await execute(app, insert(VisitorRow).values(row))
        await arrive(ida, "Ida")
        assert await kept(app) == {"Old", "Ida"}
        for number in range(4):
            async with Browser(app) as browser:
                await arrive(browser, f"Guest {number}")
        for days, count in ((9, 6), (2, 1)):
            calendar.passes(days * DAY)
            await visit(ida)
            await app.state.sessions.flush()
            assert max([await app.state.services.unseen.forget_some() for _ in range(4)]) <= 2
            names = await kept(app)
            assert ("Ida" in names, len(names)) == (True, count)
