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


def test_a_cookie_is_its_visitors() -> None:
    visitor = new_visitor()
    assert re.fullmatch("[0-9a-f]{32}", visitor.id)
    read_visitor = Identity(KEY, secure=False).read(Identity(KEY, secure=True).sign(visitor))
    assert read_visitor is not None
    assert read_visitor.id == visitor.id


def test_cookies_cannot_be_forged() -> None:
    ours, theirs = Identity(KEY, secure=False), Identity("another key of theirs", secure=False)
    cookie = ours.sign(Visitor("0" * 32))
    spoilt = [cookie.replace("0", "1", 1), cookie[:-1], cookie + "A", "0" * 32, "", "." * 3, "é.a.b", "x" * 10_000]
    assert [ours.read(text) for text in (*spoilt, None, theirs.sign(Visitor("0" * 32)), ours.sign(Visitor("../../etc")))] == [
        None
    ] * (len(spoilt) + 3)


async def test_only_requests_that_need_a_visitor_create_one(client: httpx.AsyncClient) -> None:
    for path in ("/", "/api/me", "/api/catalogue", "/healthz"):
        assert "set-cookie" not in (await client.get(path)).headers
    assert (await client.get("/api/me")).json() == {"name": None}
    answer = await client.put("/api/me", json={"name": "Ida"})
    assert answer.json() == {"name": "Ida"}
    morsel = cookie_of(answer)[COOKIE]
    assert (morsel["httponly"], morsel["samesite"].lower(), morsel["path"], morsel["secure"]) == (True, "lax", "/", "")
    assert int(morsel["max-age"]) == identities.MAX_AGE
    second_answer = await client.put("/api/me", json={"name": "Ida B."})
    assert "set-cookie" not in second_answer.headers
    assert (await client.get("/api/me")).json() == {"name": "Ida B."}


async def test_a_cookie_is_given_with_refusals_too(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/games", json={"game": "chess", "seats": seated("me", "me")})
    assert answer.status_code == 400
    assert COOKIE in cookie_of(answer)


async def test_behind_https_the_cookie_is_secure(make_settings: MakeSettings, make_client: MakeClient) -> None:
    app = create_app(make_settings(public_url="https://kingdoms.example.org"))
    headers = {"Host": "kingdoms.example.org", "Origin": "https://kingdoms.example.org"}
    async with running(app), make_client(app) as client:
        answer = await client.put("/api/me", json={"name": "Ida"}, headers=headers)
        assert cookie_of(answer)[COOKIE]["secure"] is True


async def test_an_old_cookie_is_renewed(sqlite_app: FastAPI, client: httpx.AsyncClient, calendar: Calendar) -> None:
    await client.put("/api/me", json={"name": "Ida"})
    calendar.passes(identities.RENEW_AFTER + 60)
    answer = await client.put("/api/me", json={"name": "Ida B."})
    assert COOKIE in cookie_of(answer)
    assert sqlite_app.state.identity.read(client.cookies[COOKIE]).id in client.cookies[COOKIE]
    assert (await client.get("/api/me")).json() == {"name": "Ida B."}
