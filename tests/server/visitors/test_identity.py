"""Cookies identify visitors, and cannot be forged."""

from __future__ import annotations

import re
from http.cookies import SimpleCookie

import httpx
from fastapi import FastAPI

from kingdoms.server.app.asgi import create_app
from kingdoms.server.visitors import identity as identities
from kingdoms.server.visitors.identity import COOKIE, Identity, Visitor, new_visitor
from tests.support.games.sample_game import seated
from tests.support.server.calendar import Calendar
from tests.support.server.launch import MakeClient, MakeSettings, running

KEY = "a key for tests only"


def cookie_of(answer: httpx.Response) -> SimpleCookie:
    """Return the cookies that an answer sets."""
    return SimpleCookie(answer.headers.get("set-cookie", ""))


def test_cookies_cannot_be_forged() -> None:
    visitor = new_visitor()
    assert re.fullmatch("[0-9a-f]{32}", visitor.id)
    ours, theirs = Identity(KEY, secure=False), Identity("another key of theirs", secure=False)
    read_visitor = ours.read(Identity(KEY, secure=True).sign(visitor))
    assert read_visitor is not None
    assert read_visitor.id == visitor.id
    cookie = ours.sign(Visitor("0" * 32))
    spoilt = [cookie.replace("0", "1", 1), cookie[:-1], cookie + "A", "0" * 32, "", "." * 3, "é.a.b", "x" * 10_000, None]
    for text in (*spoilt, theirs.sign(Visitor("0" * 32)), ours.sign(Visitor("../../etc"))):
        assert ours.read(text) is None, text


async def test_only_requests_that_need_a_visitor_create_one(
    sqlite_app: FastAPI, client: httpx.AsyncClient, make_client: MakeClient, calendar: Calendar
) -> None:
    for path in ("/", "/api/me", "/api/catalogue", "/healthz"):
        assert "set-cookie" not in (await client.get(path)).headers
    assert (await client.get("/api/me")).json() == {"name": None}
    answer = await client.put("/api/me", json={"name": "Ida"})
    assert answer.json() == {"name": "Ida"}
    morsel = cookie_of(answer)[COOKIE]
    assert (morsel["httponly"], morsel["samesite"].lower(), morsel["path"], morsel["secure"]) == (True, "lax", "/", "")
    assert int(morsel["max-age"]) == identities.MAX_AGE
    assert "set-cookie" not in (await client.put("/api/me", json={"name": "Ida B."})).headers
    assert (await client.get("/api/me")).json() == {"name": "Ida B."}
    calendar.passes(identities.RENEW_AFTER + 60)
    answer = await client.put("/api/me", json={"name": "Ida C."})
    assert COOKIE in cookie_of(answer), "an old cookie is renewed"
    assert sqlite_app.state.identity.read(client.cookies[COOKIE]).id in client.cookies[COOKIE]
    assert (await client.get("/api/me")).json() == {"name": "Ida C."}
    async with make_client(sqlite_app) as stranger:
        refused = await stranger.post("/api/games", json={"game": "chess", "seats": seated("me", "me")})
        assert (refused.status_code, COOKIE in cookie_of(refused)) == (400, True)


async def test_behind_https_the_cookie_is_secure(make_settings: MakeSettings, make_client: MakeClient) -> None:
    app = create_app(make_settings(public_url="https://kingdoms.example.org"))
    headers = {"Host": "kingdoms.example.org", "Origin": "https://kingdoms.example.org"}
    async with running(app), make_client(app) as client:
        answer = await client.put("/api/me", json={"name": "Ida"}, headers=headers)
        assert cookie_of(answer)[COOKIE]["secure"] is True
