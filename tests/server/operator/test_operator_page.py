"""The operator's page: its contents, and the access to it."""

from __future__ import annotations

import re
import time
from html.parser import HTMLParser

import httpx
import pytest
from fastapi import FastAPI

from kingdoms.core.registry import game_class
from kingdoms.server.app.asgi import create_app
from kingdoms.server.operator import access
from tests.support.clients.http import Browser, eventually
from tests.support.games.sample_game import opening
from tests.support.server.launch import MakeClient, MakeSettings, running

TOKEN = "a-token-of-the-operator"
BEARER = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """One kind of database: none of this depends on it."""
    return sqlite_url


def page_text(page: str) -> str:
    """Return what people read on a page."""
    texts: list[str] = []

    class Reader(HTMLParser):
        def handle_data(self, data: str) -> None:
            texts.append(data.strip())

    Reader().feed(page)
    return " | ".join(part for part in texts if part)


@pytest.fixture
def operator_app(database_url: str, make_settings: MakeSettings) -> FastAPI:
    """A server that offers the page."""
    return create_app(make_settings(database=database_url, operator_token=TOKEN, retention=90))


async def test_it_shows_the_state_of_the_server(operator_app: FastAPI, make_client: MakeClient) -> None:
    """It has no inline scripts or styles, loads from this server only, and escapes names."""
    async with running(operator_app), Browser(operator_app) as ida, make_client(operator_app) as operator:
        info = await ida.new_game("me", "me", position=opening().position())
        await ida.new_game("me", "open")
        for _ in range(3):
            await ida.refused("POST", f"/games/{info['id']}/actions", {"base": 0, "action": "nonsense"})
        operator_app.state.refusals.note("<script>alert(1)</script>", "<b>")
        answer = await operator.get("/operator", headers=BEARER)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert not re.search(r"<script|<style|<b>| style=| on\w+=", answer.text)
        assert "&lt;script&gt;" in answer.text
        links = re.findall(r'(?:href|src|action)="([^"]+)"', answer.text)
        assert links
        assert all(link.startswith("/") for link in links)
        for link in links:
            if link.endswith(".css"):
                assert (await operator.get(link)).headers["content-type"].startswith("text/css")
        page = page_text(answer.text)
        assert f"{game_class(info['game']).title} | 1 | 1 | 0" in page
        assert "Games under way | 1" in page
        assert "Refused in the last hour | 4" in page
        assert "notation | 3" in page
        assert "Finished games are kept | for 90 days" in page
        assert ("SQLite" in page, "PostgreSQL" in page) == (True, False)
        assert "this one" in page


async def test_it_shows_what_other_servers_say(postgres_url: str, make_settings: MakeSettings, make_client: MakeClient) -> None:
    first_app, second_app = (create_app(make_settings(database=postgres_url, operator_token=TOKEN)) for _ in range(2))
    async with running(first_app), running(second_app), Browser(second_app) as ida, make_client(first_app) as operator:
        await ida.refused("GET", "/games/nothing")
        await second_app.state.services.heartbeat.write()
        page = page_text((await operator.get("/operator", headers=BEARER)).text)
        assert "no_game | 1" in page
        assert second_app.state.services.process[:6] in page

        async def has_gone() -> bool:
            return second_app.state.services.process[:6] not in page_text(
                (await operator.get("/operator", headers=BEARER)).text
            )

        await second_app.state.services.heartbeat.leave()
        await eventually(has_gone)


async def test_only_the_operator_sees_it(operator_app: FastAPI, make_settings: MakeSettings, make_client: MakeClient) -> None:
    async with running(operator_app), make_client(operator_app) as somebody:
        for headers in ({}, {"Authorization": "Bearer a token of somebody"}, {"Authorization": f"Basic {TOKEN}"}):
            answer = await somebody.get("/operator", headers=headers)
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
            assert "Games under way" not in answer.text
        answer = await somebody.get(f"/operator?token={TOKEN}")
        assert answer.status_code == 401
        assert TOKEN not in answer.text
        answer = await somebody.get("/operator", headers={"Cookie": f"{access.COOKIE}=x.y.z"})
        assert answer.status_code == 401
    without_a_token = (("GET", "/operator"), ("POST", "/operator"), ("POST", "/operator/leave"), ("GET", "/operator/style.css"))
    async with running(create_app(make_settings())) as app, make_client(app) as somebody:
        for method, path in without_a_token:
            assert (await somebody.request(method, path, headers={"Authorization": "Bearer "})).status_code == 404


async def test_the_token_is_typed_once(operator_app: FastAPI, make_client: MakeClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(operator_app), make_client(operator_app) as operator:
        answer = await operator.post("/operator", data={"token": "wrong"})
        assert (answer.status_code, "That is not the token." in answer.text) == (401, True)
        answer = await operator.post("/operator", data={"token": TOKEN})
        assert (answer.status_code, answer.headers["location"]) == (303, "/operator")
        cookie = answer.headers["set-cookie"].lower()
        assert all(part in cookie for part in ("httponly", "samesite=strict", "path=/operator", "max-age=3600"))
        assert TOKEN not in cookie
        assert "Games under way" in (await operator.get("/operator")).text
        now = time.time()
        monkeypatch.setattr("itsdangerous.timed.time.time", lambda: now + access.MAX_AGE[access.COOKIE] + 60)
        assert (await operator.get("/operator")).status_code == 401
        monkeypatch.undo()
        assert (await operator.get("/operator")).status_code == 200
        stolen = operator.cookies[access.COOKIE]
        await operator.post("/operator/leave")
        operator.cookies.clear()
        operator.cookies.set(access.COOKIE, stolen, path="/operator")
        assert (await operator.get("/operator")).status_code == 401, "the session has ended at the server, too"
        await operator.post("/operator", data={"token": TOKEN})
        assert (await operator.get("/operator")).status_code == 200


async def test_another_token_ends_sessions_of_the_old_one(make_settings: MakeSettings, make_client: MakeClient) -> None:
    first, second = (
        create_app(make_settings(operator_token=token, public_url="https://kingdoms.example.org"))
        for token in (TOKEN, TOKEN * 2)
    )
    async with running(first), make_client(first) as operator:
        answer = await operator.post("/operator", data={"token": TOKEN}, headers={"Origin": "https://kingdoms.example.org"})
        assert "secure" in answer.headers["set-cookie"].lower()
        cookie = answer.headers["set-cookie"].partition(";")[0]
        assert (await operator.get("/operator", headers={"Cookie": cookie})).status_code == 200
    async with running(second), make_client(second) as operator:
        assert (await operator.get("/operator", headers={"Cookie": cookie})).status_code == 401


async def test_guessing_tokens_is_limited(
    operator_app: FastAPI, make_client: MakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Failed attempts from one address do not lock out the operator at another."""
    async with running(operator_app), make_client(operator_app) as somebody:
        statuses = [(await somebody.post("/operator", data={"token": f"guess {number}"})).status_code for number in range(20)]
        assert statuses.count(429) >= 15
        refused = await somebody.get("/operator", headers={"Authorization": "Bearer another guess"})
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "2")
        elsewhere = httpx.ASGITransport(operator_app, client=("192.0.2.7", 1))
        async with httpx.AsyncClient(transport=elsewhere, base_url="http://testserver") as operator:
            assert (await operator.get("/operator", headers=BEARER)).status_code == 200
