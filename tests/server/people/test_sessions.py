"""Sessions: they age, and end at the server, not only in the browser."""

from __future__ import annotations

import hashlib

import pytest
from fastapi import FastAPI
from itsdangerous import TimestampSigner
from sqlalchemy import func, select

from kingdoms.server.database.tables import DeviceRow, SessionRow
from kingdoms.server.visitors import identity
from kingdoms.server.visitors.identity import COOKIE
from tests.support.clients.authenticator import add_passkey, sign_in
from tests.support.clients.http import Browser, Json, eventually, shared_game
from tests.support.server.calendar import DAY, Calendar
from tests.support.server.launch import MakeSettings, serving
from tests.support.server.push_service import Phone
from tests.support.server.rows import scalar

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"
NOBODY = {"name": None}


async def devices(browser: Browser) -> list[Json]:
    """Return the sessions of a visitor."""
    sessions: list[Json] = (await browser.get("/me/devices"))["devices"]
    return sessions


async def is_nobody(browser: Browser, cookie: str) -> bool:
    """Return whether a cookie is void."""
    browser.http.cookies.clear()
    browser.http.cookies.set(COOKIE, cookie)
    return bool(await browser.get("/me") == NOBODY)


@pytest.mark.both_databases
async def test_a_person_sees_their_devices_and_ends_one(
    app: FastAPI, ida: Browser, bob: Browser, eve: Browser, address: str
) -> None:
    """That one is not called any more, either."""
    key = await add_passkey(ida)
    game_id = await shared_game(ida, bob)
    subscription = Phone("https://fcm.googleapis.com", "eve").subscription()
    assert (await eve.ask("PUT", "/push", subscription))["devices"] == 1
    ida.http.headers["User-Agent"], eve.http.headers["User-Agent"] = FIREFOX, PHONE
    await sign_in(eve, key)
    assert await eve.get("/me") == {"name": "Ida"}
    assert (await eve.get("/push"))["devices"] == 1
    firefox_session, phone_session = await devices(ida)
    assert (firefox_session["here"], phone_session["here"], phone_session["browser"]) == (True, False, "Safari, iPhone")
    assert await bob.refused("POST", f"/me/devices/{phone_session['id']}/end") == (404, "no_session")
    assert await ida.refused("POST", f"/me/devices/{firefox_session['id']}/end") == (409, "here")
    async with eve.listening(address, game_id) as hears:
        await ida.post(f"/me/devices/{phone_session['id']}/end", status=204)
        assert await hears.closed() == 1012
    assert await scalar(app, select(func.count()).select_from(DeviceRow)) == 0
    assert await ida.refused("POST", f"/me/devices/{phone_session['id']}/end") == (404, "no_session")
    assert await eve.get("/me") == NOBODY
    assert await eve.refused("POST", f"/games/{game_id}/actions", {"base": 0, "action": "x"}) == (403, "no_seat")
    assert [session["here"] for session in await devices(ida)] == [True]
    assert await ida.get("/me") == {"name": "Ida"}


async def test_an_ended_session_stays_ended_after_a_restart(database_url: str, make_settings: MakeSettings) -> None:
    settings = make_settings(database=database_url)
    async with serving(settings) as app, Browser(app) as ida:
        await ida.ask("PUT", "/me", {"name": "Ida"})
        await add_passkey(ida)
        before = ida.http.cookies[COOKIE]
        await ida.post("/sign-out", status=204)
    async with serving(settings) as restarted_app, Browser(restarted_app) as thief:
        assert await is_nobody(thief, before)


async def test_a_session_that_ends_at_one_server_ends_at_all(two_servers: tuple[FastAPI, FastAPI]) -> None:
    async with Browser(two_servers[0]) as ida, Browser(two_servers[1]) as copy:
        await ida.ask("PUT", "/me", {"name": "Ida"})
        await add_passkey(ida)
        before = ida.http.cookies[COOKIE]
        assert not await is_nobody(copy, before)
        await ida.post("/sign-out", status=204)
        await eventually(lambda: is_nobody(copy, before))


@pytest.mark.both_databases
async def test_a_cookie_expires_unless_it_is_used(
    ida: Browser, bob: Browser, eve: Browser, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    calendar = Calendar(monkeypatch)
    for _ in range(3):
        calendar.passes(200 * DAY)
        await ida.ask("PUT", "/me", {"name": "Ida"})
    assert await ida.get("/me") == {"name": "Ida"}
    assert len(await devices(ida)) == 1, "a renewed cookie is of the same session"
    assert await is_nobody(eve, bob.http.cookies[COOKIE])
    calendar.passes(identity.MAX_AGE + DAY)
    assert await app.state.sessions.delete_old() == 1
    assert await scalar(app, select(func.count()).select_from(SessionRow)) == 0


async def test_a_cookie_of_an_earlier_version_is_a_session_too(ida: Browser, eve: Browser, bob: Browser, app: FastAPI) -> None:
    await add_passkey(ida)
    visitor_id = ida.visitor_id
    signer = TimestampSigner(app.state.identity.keys.current, salt="kingdoms.visitor", digest_method=hashlib.sha256)
    old = signer.sign(visitor_id).decode()
    assert not await is_nobody(eve, old)
    assert len(await devices(ida)) == 2
    await eve.post("/sign-out", status=204)
    assert await is_nobody(bob, old)
    assert await ida.get("/me") == {"name": "Ida"}
