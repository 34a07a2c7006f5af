"""Visitors who never return are forgotten, in simulated time; those with something of value are kept."""

from __future__ import annotations

import time
from contextlib import AsyncExitStack
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import func, select

from kingdoms.server.database.tables import DeviceRow, SessionRow, VisitorRow
from kingdoms.server.retention import unseen
from kingdoms.server.retention.unseen import EVERY
from tests.support.clients.admin import Admin
from tests.support.clients.authenticator import add_passkey
from tests.support.clients.http import Browser, finished_game, shared_game
from tests.support.server.calendar import DAY, Calendar
from tests.support.server.launch import MakeSettings, serving
from tests.support.server.push_service import Phone


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


async def test_a_crowd_is_forgotten_a_little_at_a_time(
    sqlite_url: str, make_settings: MakeSettings, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unseen, "AT_A_TIME", 2)
    async with serving(make_settings(database=sqlite_url, forget_after=10)) as app:
        for number in range(5):
            async with Browser(app) as browser:
                await arrive(browser, f"Guest {number}")
        await app.state.sessions.flush()
        calendar.passes(11 * DAY)
        assert max([await app.state.services.unseen.forget_some() for _ in range(4)]) <= 2
        assert await kept(app) == set()


async def test_who_came_before_sessions_were_kept_is_not_forgotten_too_early(
    sqlite_url: str, make_settings: MakeSettings, calendar: Calendar
) -> None:
    async with serving(make_settings(database=sqlite_url, forget_after=10)) as app:
        async with app.state.database.engine.begin() as connection:
            row = {"id": "a" * 32, "name": "Old", "created": time.time() - 400 * DAY}
            await connection.execute(VisitorRow.__table__.insert().values(**row))  # type: ignore[attr-defined]
        async with Browser(app) as ida:
            await arrive(ida, "Ida")
            assert await kept(app) == {"Old", "Ida"}
            for days, names in ((9, {"Old", "Ida"}), (2, {"Ida"})):
                calendar.passes(days * DAY)
                await visit(ida)
                assert await kept(app) == names
