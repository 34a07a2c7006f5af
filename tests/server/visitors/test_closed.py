"""A closed server: strangers learn nothing, invitations admit exactly as many as they say, passwords can't be guessed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import select, update

import kingdoms
from kingdoms.search import Limits
from kingdoms.server.app.asgi import create_app
from kingdoms.server.base.settings import read_settings
from kingdoms.server.database.engine import open_database
from kingdoms.server.database.tables import InvitationRow
from kingdoms.server.entrance import store
from kingdoms.server.entrance.routes import ALL_TRIES, ALL_TRIES_A_SECOND, TRIES, Passwords
from kingdoms.server.http.static import BuiltClient
from kingdoms.server.visitors.admission import CLOSED, House
from kingdoms.server.visitors.identity import COOKIE, Visitor
from kingdoms.table.advice import searching
from kingdoms.table.advice.searching import SearchStrength
from kingdoms.table.base.errors import ApiError
from tests.support.clients.admin import Admin
from tests.support.clients.authenticator import add_passkey, sign_in
from tests.support.clients.http import Browser, at_a_port, eventually
from tests.support.games.sample_game import ONE, limited, opening
from tests.support.server.launch import MakeClient, MakeSettings, serving

SECRET = "Quintilius"
"""The name of the host, which no stranger may read."""
PASSWORD = "seven green bottles"
OPEN = {("GET", path) for path in ("/healthz", "/readyz", "/metrics", "/api/server", "/api/me/data", "/api/program/stream")}
OPEN |= {("POST", f"/api/{path}") for path in ("entrance", "entrance/code", "sign-in", "sign-in/ask")}
OPEN |= {("POST", "/api/me/delete"), ("POST", "/api/program/actions")}
"""What a closed server answers to strangers: ways in, health, their own data, and what has tokens of its own."""
POSITIONS = {("POST", f"/api/positions{path}") for path in ("", "/preview", "/explain", "/analysis", "/levels", "/record")}
POSITIONS |= {("GET", f"/api/positions/{{written}}/{path}") for path in ("analysis", "board.png")}
PREVIEWS = {("GET", "/api/games/{game_id}/board.png")}
DOCUMENT = create_app(read_settings(database="sqlite:///unused.db", secret="a secret for tests only")).openapi()
ROUTES = sorted((method.upper(), path) for path, methods in DOCUMENT["paths"].items() for method in methods)


class Closed:
    """A closed server with a host, who has a public game under way, and the operator."""

    def __init__(self, app: FastAPI, host: Browser, game: str) -> None:
        self.app, self.host, self.game = app, host, game
        self.admin = Admin(app.state.settings)

    async def invitation(self, *words: str) -> str:
        """Return the token of a new invitation."""
        link: str = (await self.admin.answers("invitations", "new", *words))["link"]
        return link.partition("#")[2]

    async def knows(self, browser: Browser) -> bool:
        """Return whether a browser is let in."""
        return bool((await browser.get("/server"))["admitted"])


async def open_server(stack: AsyncExitStack, settings: Any) -> Closed:
    """Start a closed server."""
    app = await stack.enter_async_context(serving(settings))
    folder = settings.make_data_folder() / "static"
    folder.mkdir()
    (folder / "index.html").write_text('<!doctype html><head></head><body><div id="app"></div></body>')
    app.state.client = BuiltClient(folder)
    host = await stack.enter_async_context(Browser(app))
    await store.admit(app.state.database, await code_of(host))
    await app.state.house.read(app.state.database)
    await host.ask("PUT", "/me", {"name": SECRET})
    game = await host.new_game("me", "me", public=True, rulings=limited(3))
    return Closed(app, host, game["id"])


async def code_of(browser: Browser) -> str:
    """Return the code of a stranger."""
    code: str = (await browser.post("/entrance/code"))["code"]
    return code


@pytest_asyncio.fixture
async def closed(request: pytest.FixtureRequest, sqlite_url: str, make_settings: MakeSettings) -> AsyncIterator[Closed]:
    """A server for those on a list, or one that is closed in another way."""
    async with AsyncExitStack() as stack:
        access, strangers = getattr(request, "param", ("list", "nothing"))
        yield await open_server(stack, make_settings(database=sqlite_url, access=access, strangers=strangers))


@pytest_asyncio.fixture
async def invited(database_url: str, make_settings: MakeSettings) -> AsyncIterator[Closed]:
    """A server for invited people, on each database."""
    async with AsyncExitStack() as stack:
        yield await open_server(stack, make_settings(database=database_url, access="invitation"))


# -- strangers ------------------------------------------------------------------------------------------------------------


def fill_path(path: str, closed: Closed) -> str:
    """Return the path of a route with the ids of what is there."""
    for name, value in (("game_id", closed.game), ("seat", ONE), ("written", kingdoms.position_text(opening()))):
        path = path.replace(f"{{{name}}}", value)
    return path.replace("{", "").replace("}", "")


def assert_silent(answer: httpx.Response, closed: Closed, about: object) -> None:
    """Check that an answer tells nothing of what is on the server."""
    for secret in (SECRET, closed.game, closed.host.visitor_id):
        assert secret not in answer.text, about
        assert secret not in str(answer.headers), about


CASES = [*((access, "nothing") for access in ("invitation", "password", "list")), ("list", "positions"), ("list", "previews")]


@pytest.mark.parametrize("closed", CASES, indirect=True)
async def test_a_stranger_sees_only_what_the_operator_allows(
    closed: Closed, make_client: MakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No more does one with a forged cookie, or one that nobody has."""
    few = SearchStrength(Limits(simulations=4), Limits(simulations=4))
    monkeypatch.setattr(searching, "STRENGTHS", dict.fromkeys(searching.STRENGTHS, few))
    assert len(ROUTES) > 80
    access, strangers = closed.app.state.settings.access, closed.app.state.settings.strangers
    visible_routes = OPEN | {"nothing": set(), "positions": POSITIONS, "previews": POSITIONS | PREVIEWS}[strangers]
    cookies = {
        "invitation": closed.host.visitor_id + closed.host.http.cookies[COOKIE][32:-3] + "abc",
        "password": closed.app.state.identity.sign(Visitor("0" * 32)),
    }
    cookie = {COOKIE: cookies[access]} if access in cookies else {}
    further_routes = [
        ("GET", "/api/openapi.json"),
        ("GET", "/api"),
        ("GET", "/api/"),
        ("GET", "/api/nothing"),
        ("OPTIONS", "/api/games"),
    ]
    async with make_client(closed.app, follow_redirects=False, cookies=cookie) as stranger:
        for method, path in [*ROUTES, *further_routes]:
            url = fill_path(path, closed) + ("?which=running" if path == "/api/games" else "")
            answer = await stranger.request(method, url, json=None if method in ("GET", "OPTIONS") else {})
            is_closed = answer.status_code == 403 and answer.json()["error"]["code"] == "closed"
            assert is_closed is ((method, path) not in visible_routes), path
            if (method, path) not in PREVIEWS:
                assert_silent(answer, closed, path)
        text = kingdoms.position_text(opening())
        board = await stranger.post("/api/positions", json={"text": text, "actions": []})
        assert board.status_code == (403 if strangers == "nothing" else 200)
        for page, is_shown in ((f"/p/{text}", strangers != "nothing"), (f"/g/{closed.game}", strangers == "previews")):
            assert ("og:image" in (await stranger.get(page)).text) is is_shown


async def test_no_page_or_socket_tells_a_stranger_anything(closed: Closed, make_client: MakeClient) -> None:
    pages = ["/", "/games", "/people", "/you", "/new", "/puzzles", "/imprint", "/privacy", "/data", "/operator", "//api/games"]
    pages += [f"/g/{closed.game}", f"/g/{closed.game}/review/1", f"/g/{closed.game}/text", "/claim/x", "/invite", "/people/x"]
    pages += [f"/p/{kingdoms.position_text(opening())}", "/worker.js", "/manifest.webmanifest", "/API/games", "/api%2Fgames"]
    async with make_client(closed.app) as stranger:
        for page in pages:
            answer = await stranger.get(page)
            assert_silent(answer, closed, page)
            assert "og:" not in answer.text, page
            if 'id="app"' in answer.text:
                assert f'<meta name="kingdoms-closed" content="{closed.app.state.settings.access}"' in answer.text, page
        assert (await stranger.get("/")).status_code == 200
    preview = await closed.host.http.get(f"/g/{closed.game}")
    assert "kingdoms-closed" not in preview.text
    assert SECRET in preview.text, "for those who are let in, the page has its preview"
    async with at_a_port(closed.app) as url, Browser(url) as listener:
        for game_id in (closed.game, "none"):
            async with listener.live(url, game_id) as live:
                assert await live.closed() == CLOSED


async def test_on_an_open_server_nothing_is_closed(sqlite_app: FastAPI, make_client: MakeClient) -> None:
    async with make_client(sqlite_app) as anybody:
        assert (await anybody.get("/api/games?which=open")).status_code == 200
        server = (await anybody.get("/api/server")).json()
        nothing = dict.fromkeys(("notice", "imprint", "privacy", "anywhere"))
        assert server == {"access": "open", "admitted": True} | nothing
        assert "kingdoms-closed" not in (await anybody.get("/")).text
        assert (await anybody.post("/api/entrance", json={"password": "anything"})).status_code == 204


# -- invitations ----------------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
async def test_of_a_crowd_exactly_as_many_get_in_as_an_invitation_says(invited: Closed) -> None:
    token, other = await invited.invitation("--uses", "7"), await invited.invitation("--uses", "3")
    async with AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(Browser(invited.app)) for _ in range(20)]
        answers = await asyncio.gather(*(guest.send("POST", "/entrance", {"invitation": token}) for guest in crowd))
        codes = [answer.status_code for answer in answers]
        assert (codes.count(204), codes.count(403)) == (7, 13)
        assert [await invited.knows(guest) for guest in crowd].count(True) == 7
        for guest, status in zip(crowd, codes, strict=True):
            assert (await guest.send("GET", "/games", which="open")).status_code == (200 if status == 204 else 403)
        # a visitor uses an invitation up once
        ida = await stack.enter_async_context(Browser(invited.app))
        await code_of(ida)
        answers = await asyncio.gather(*(ida.send("POST", "/entrance", {"invitation": other}) for _ in range(10)))
        assert {answer.status_code for answer in answers} <= {204, 409}
        assert await invited.knows(ida)
        await ida.ask("POST", "/entrance", {"invitation": other}, status=204)
    rows = await invited.admin.lines("invitations", "list")
    assert [(row["number"], row["used"], row["uses"]) for row in rows] == [(2, 1, 3), (1, 7, 7)]


async def test_invitations_that_are_over_revoked_or_wrong_let_nobody_in(invited: Closed) -> None:
    database = invited.app.state.database
    ended, revoked = await invited.invitation("--days", "2"), await invited.invitation("--uses", "5")
    rows = await invited.admin.lines("invitations", "list")
    assert [row["number"] for row in rows] == [2, 1]
    async with database.engine.begin() as connection:
        await connection.execute(update(InvitationRow).where(InvitationRow.number == 1).values(until=time.time() - 1))
        stored = str((await connection.execute(select(*InvitationRow.__table__.columns))).all())
    assert not [token for token in (ended, revoked) if token in stored]
    await invited.admin.does("invitations", "revoke", "2")
    assert "there is no invitation 2" in await invited.admin.refuses("invitations", "revoke", "2")
    async with Browser(invited.app) as eve:
        for token in (ended, revoked, "", "x" * 24, ended[:-1], "%", "' OR 1=1 --", stored[:90]):
            assert (await eve.refused("POST", "/entrance", {"invitation": token}))[0] in (403, 422)
        assert await eve.refused("POST", "/entrance", {}) == (403, "password")
        await store.set_password(database, PASSWORD)
        assert await eve.refused("POST", "/entrance", {"password": PASSWORD}) == (403, "password")
        assert not await invited.knows(eve)
    password_hash = str(await store.password_hash(database))
    assert PASSWORD not in password_hash
    assert store.is_password(PASSWORD, password_hash)
    assert store.hash_password(PASSWORD) != store.hash_password(PASSWORD)


async def test_a_withdrawn_admission_ends_at_once(invited: Closed) -> None:
    token = await invited.invitation("--uses", "2")
    async with at_a_port(invited.app) as url, Browser(url) as ida, Browser(url) as bob:
        for guest in (ida, bob):
            await guest.ask("POST", "/entrance", {"invitation": token}, status=204)
        game = await ida.new_game("me", "program", rulings=limited(3))
        seat = next(seat["seat"] for seat in game["seats"] if seat["kind"] == "program")
        token = (await ida.post(f"/games/{game['id']}/seats/{seat}/token"))["token"]
        program = {"Authorization": f"Bearer {token}"}
        async with (
            ida.live(url, game["id"]) as live,
            bob.listening(url, invited.game) as bob_live,
            ida.stream("/program/stream", token) as messages,
        ):
            await anext(messages)
            assert await invited.admin.answers("access", "revoke", ida.visitor_id) == {"revoked": 1}
            assert await live.closed() == CLOSED
            async with asyncio.timeout(10):
                async for _ in messages:
                    pass
            assert await ida.refused("GET", "/me/games") == (403, "closed")
            answer = await ida.http.post("/api/program/actions", json={"base": 0, "action": "x"}, headers=program)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "closed")
            assert await bob.get("/me/games")
            assert await invited.admin.answers("access", "revoke", "--invitation", "1") == {"revoked": 1}
            assert await bob_live.closed() == CLOSED
        assert [guest["name"] for guest in await invited.admin.lines("access", "list")] == [SECRET]


async def test_the_operator_lets_in_who_tells_the_code(closed: Closed) -> None:
    async with Browser(closed.app) as ida:
        code = await code_of(ida)
        assert await ida.refused("GET", "/games", which="open") == (403, "closed")
        assert "let in" in await closed.admin.does("access", "admit", code, "--name", "Ida")
        assert "before" in await closed.admin.does("access", "admit", code)
        assert await ida.get("/me") == {"name": "Ida"}
    assert "not the code" in await closed.admin.refuses("access", "admit", "Ida")
    assert "give ids" in await closed.admin.refuses("access", "revoke")


# -- passwords ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("closed", [("password", "nothing")], indirect=True)
async def test_the_password_lets_in_and_can_be_changed(closed: Closed, tmp_path: Path) -> None:
    file = tmp_path / "password"
    async with Browser(closed.app) as ida, Browser(closed.app) as bob:
        assert await ida.refused("POST", "/entrance", {"password": PASSWORD}) == (403, "password")  # none is set
        file.write_text(f"{PASSWORD}\n")
        await closed.admin.does("access", "password", "--file", str(file))
        await ida.ask("POST", "/entrance", {"password": f" {PASSWORD} "}, status=204)
        file.write_text("another password")
        await closed.admin.does("access", "password", "--file", str(file))
        assert await ida.get("/me/games")
        assert await bob.refused("POST", "/entrance", {"password": PASSWORD}) == (403, "password")
        await bob.ask("POST", "/entrance", {"password": "another password"}, status=204)
        file.write_text("short")
        assert "8 characters" in await closed.admin.refuses("access", "password", "--file", str(file))


async def test_guessing_for_a_month_from_many_addresses_gives_few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    now, tries = 0.0, 0
    passwords = Passwords(lambda: now)

    def compare(_password: str, _stored: str | None) -> bool:
        nonlocal tries
        tries += 1
        return False

    monkeypatch.setattr(store, "is_password", compare)
    hours = 24 * 30
    for hour in range(hours):
        now = 3600.0 * hour
        for address in range(2 * ALL_TRIES):  # each hour from other addresses
            with pytest.raises(ApiError) as error:
                await passwords.check(f"{hour}.{address}", "guess", "")
            assert error.value.code in ("password", "too_many_passwords")
    assert tries <= ALL_TRIES + hours * min(3600 * ALL_TRIES_A_SECOND, ALL_TRIES)


async def test_one_address_has_few_tries_and_a_crowd_with_the_password_gets_in(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    passwords = Passwords(lambda: now)
    monkeypatch.setattr(store, "is_password", lambda password, _stored: password == PASSWORD)
    await asyncio.gather(*(passwords.check("school", PASSWORD, "") for _ in range(200)))
    codes = []
    for _ in range(100):
        with pytest.raises(ApiError) as error:
            await passwords.check("eve", "guess", "")
        codes.append(error.value.code)
    assert codes.count("password") == TRIES
    assert error.value.headers["Retry-After"] == "60"
    await passwords.check("school", PASSWORD, "")


# -- several servers, devices, backups ------------------------------------------------------------------------------------


async def test_servers_hear_of_guests_at_once(postgres_url: str, make_settings: MakeSettings) -> None:
    settings = make_settings(database=postgres_url, access="invitation")
    async with AsyncExitStack() as stack:
        closed = await open_server(stack, settings)
        second_app = await stack.enter_async_context(serving(settings))
        token = await closed.invitation("--uses", "1")
        ida, elsewhere = [await stack.enter_async_context(Browser(app)) for app in (closed.app, second_app)]
        await ida.ask("POST", "/entrance", {"invitation": token}, status=204)
        elsewhere.http.cookies.set(COOKIE, ida.http.cookies[COOKIE])
        assert await elsewhere.get("/me/games")  # even before the other server has heard
        await eventually(lambda: bool(second_app.state.house.is_admitted(ida.visitor_id)))
        await closed.admin.does("access", "revoke", ida.visitor_id)
        await eventually(lambda: not second_app.state.house.is_admitted(ida.visitor_id))
        assert await elsewhere.refused("GET", "/me/games") == (403, "closed")


@pytest.mark.both_databases
async def test_a_guest_stays_in_on_another_device_and_not_where_they_have_signed_out(invited: Closed) -> None:
    async with AsyncExitStack() as stack:
        ida, laptop, thief, phone, tablet = [await stack.enter_async_context(Browser(invited.app)) for _ in range(5)]
        await ida.ask("POST", "/entrance", {"invitation": await invited.invitation()}, status=204)
        await ida.ask("PUT", "/me", {"name": "Ida"})
        device = await add_passkey(ida)
        assert await laptop.refused("GET", "/me/games") == (403, "closed")
        proof = (await sign_in(laptop, device))["proof"]
        assert await laptop.get("/me") == {"name": "Ida"}
        thief.http.cookies.update(ida.http.cookies)
        assert await thief.get("/me") == {"name": "Ida"}
        await laptop.ask("POST", "/sign-out/elsewhere", {"proof": proof}, status=204)
        assert await laptop.get("/me/games")
        assert await thief.refused("GET", "/me/games") == (403, "closed")
        assert len(await invited.admin.lines("access", "list")) == 2
        await invited.admin.does("access", "revoke", laptop.visitor_id)
        await eventually(lambda: not invited.app.state.house.is_admitted(laptop.visitor_id))
        await sign_in(phone, device)
        assert await phone.refused("GET", "/me/games") == (403, "closed"), "a passkey alone lets nobody in"
        await tablet.ask("POST", "/entrance", {"invitation": await invited.invitation()}, status=204)
        await sign_in(tablet, device)
        assert await tablet.get("/me") == {"name": "Ida"}, "an invited device lets in the person who signs in there"


async def test_guests_and_all_about_them_are_in_backups_and_go_with_them(invited: Closed, tmp_path: Path) -> None:
    database = invited.app.state.database
    token = await invited.invitation("--uses", "3")
    await store.set_password(database, PASSWORD)
    await store.set_notice(database, "Down at ten", None)
    async with Browser(invited.app) as ida:
        await ida.ask("POST", "/entrance", {"invitation": token}, status=204)
        (row,) = (await ida.get("/me/data"))["visitors"]
        assert row["admitted"].startswith("20")
        assert row["invitation"] == 1
        await invited.admin.does("backup", str(tmp_path / "all.backup"))
        target = f"sqlite:///{tmp_path / 'restored.db'}"
        elsewhere = Admin(invited.app.state.settings.model_copy(update={"database": target, "data": tmp_path / "elsewhere"}))
        await elsewhere.does("restore", str(tmp_path / "all.backup"))
        for words in (("access", "list"), ("invitations", "list")):
            assert await elsewhere.lines(*words) == await invited.admin.lines(*words)
        visitor_id = ida.visitor_id
        await ida.ask("POST", "/me/delete", {}, status=204)
        assert await ida.refused("GET", "/me/games") == (403, "closed")
        assert visitor_id not in {guest["id"] for guest in await invited.admin.lines("access", "list")}
    async with open_database(target) as restored:
        house = House(invited.app.state.settings)
        await house.read(restored)
        assert house.notice == {"text": "Down at ten", "until": None}
        assert store.is_password(PASSWORD, await store.password_hash(restored))
