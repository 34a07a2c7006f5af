"""The operator's page: its contents, its forms and the log that they leave, and the access to it."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator
from html import unescape

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import insert

from kingdoms.core.registry import game_class
from kingdoms.server.app.asgi import create_app
from kingdoms.server.database.deeds import DELETED
from kingdoms.server.database.tables import VisitorRow
from kingdoms.server.operator import access
from kingdoms.server.operator.access import COOKIE as SESSION
from kingdoms.server.operator.forms import FORMS
from kingdoms.server.ratings.settling import FinishedSeat, rate
from kingdoms.server.visitors.identity import COOKIE
from kingdoms.texts import text
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser, eventually
from tests.support.games.sample_game import OTHER, opening
from tests.support.games.tested_games import SAMPLE
from tests.support.server.calendar import DAY, Calendar
from tests.support.server.launch import ORIGIN, MakeClient, MakeSettings, running, serving

pytestmark = pytest.mark.sqlite

TOKEN = "a-token-of-the-operator"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
OURS = {"Origin": ORIGIN}


@pytest_asyncio.fixture
async def app(database_url: str, make_settings: MakeSettings) -> AsyncIterator[FastAPI]:
    """A running server with the page."""
    async with serving(make_settings(database=database_url, operator_token=TOKEN, retention=90)) as app:
        yield app


@pytest_asyncio.fixture
async def somebody(app: FastAPI, make_client: MakeClient) -> AsyncIterator[httpx.AsyncClient]:
    """A browser that is not signed in."""
    async with make_client(app) as client:
        yield client


@pytest_asyncio.fixture
async def operator(somebody: httpx.AsyncClient) -> httpx.AsyncClient:
    """The operator in a browser, signed in."""
    assert (await somebody.post("/operator", data={"token": TOKEN}, headers=OURS)).status_code == 303
    return somebody


def page_text(page: str) -> str:
    """Return what people read on a page."""
    return " | ".join(part for part in map(str.strip, unescape(re.sub("<[^>]*>", "\n", page)).splitlines()) if part)


async def test_it_shows_the_state_of_the_server(app: FastAPI, ida: Browser, operator: httpx.AsyncClient) -> None:
    """It has no inline scripts or styles, loads from this server only, and escapes names."""
    info = await ida.new_game("me", "me", position=opening().position())
    await ida.new_game("me", "open")
    for _ in range(3):
        await ida.refused("POST", f"/games/{info['id']}/actions", {"base": 0, "action": "nonsense"})
    app.state.refusals.note("<script>alert(1)</script>", "<b>")
    answer = await operator.get("/operator")
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
            return second_app.state.services.process[:6] not in (await operator.get("/operator", headers=BEARER)).text

        await second_app.state.services.heartbeat.leave()
        await eventually(has_gone)


async def test_only_the_operator_sees_it(
    somebody: httpx.AsyncClient, make_settings: MakeSettings, make_client: MakeClient
) -> None:
    for headers in ({}, {"Authorization": "Bearer a token of somebody"}, {"Authorization": f"Basic {TOKEN}"}):
        answer = await somebody.get("/operator", headers=headers)
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
        assert "Games under way" not in answer.text
    answer = await somebody.get(f"/operator?token={TOKEN}")
    assert answer.status_code == 401
    assert TOKEN not in answer.text
    answer = await somebody.get("/operator", headers={"Cookie": f"{SESSION}=x.y.z"})
    assert answer.status_code == 401
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
        assert (await operator.get("/operator", headers={"Cookie": cookie})).status_code == 401, "the token is another one"
    without_a_token = (("GET", "/operator"), ("POST", "/operator"), ("POST", "/operator/leave"), ("GET", "/operator/style.css"))
    async with running(create_app(make_settings())) as app, make_client(app) as operator:
        for method, path in without_a_token:
            assert (await operator.request(method, path, headers={"Authorization": "Bearer "})).status_code == 404


async def test_the_token_is_typed_once(somebody: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = await somebody.post("/operator", data={"token": "wrong"})
    assert (answer.status_code, "That is not the token." in answer.text) == (401, True)
    answer = await somebody.post("/operator", data={"token": TOKEN})
    assert (answer.status_code, answer.headers["location"]) == (303, "/operator")
    cookie = answer.headers["set-cookie"].lower()
    assert all(part in cookie for part in ("httponly", "samesite=strict", "path=/operator", "max-age=3600"))
    assert TOKEN not in cookie
    assert "Games under way" in (await somebody.get("/operator")).text
    now = time.time()
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: now + access.MAX_AGE[SESSION] + 60)
    assert (await somebody.get("/operator")).status_code == 401
    monkeypatch.undo()
    assert (await somebody.get("/operator")).status_code == 200
    stolen = somebody.cookies[SESSION]
    await somebody.post("/operator/leave")
    somebody.cookies.clear()
    somebody.cookies.set(SESSION, stolen, path="/operator")
    assert (await somebody.get("/operator")).status_code == 401, "the session has ended at the server, too"
    await somebody.post("/operator", data={"token": TOKEN})
    assert (await somebody.get("/operator")).status_code == 200


async def test_guessing_tokens_is_limited(app: FastAPI, somebody: httpx.AsyncClient) -> None:
    """Failed attempts from one address do not lock out the operator at another."""
    statuses = [(await somebody.post("/operator", data={"token": f"guess {number}"})).status_code for number in range(20)]
    assert statuses.count(429) >= 15
    refused = await somebody.get("/operator", headers={"Authorization": "Bearer another guess"})
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "2")
    elsewhere = httpx.ASGITransport(app, client=("192.0.2.7", 1))
    async with httpx.AsyncClient(transport=elsewhere, base_url="http://testserver") as operator:
        assert (await operator.get("/operator", headers=BEARER)).status_code == 200


async def form_token(operator: httpx.AsyncClient) -> str:
    """Return the token of the forms on the page."""
    page = (await operator.get("/operator")).text
    return str(re.findall(r'name="form" value="([^"]+)"', page)[0])


async def send(operator: httpx.AsyncClient, name: str, **values: str) -> httpx.Response:
    """Send a form as a browser does."""
    return await operator.post(f"/operator/do/{name}", data={"form": await form_token(operator), **values}, headers=OURS)


async def submit(operator: httpx.AsyncClient, name: str, **values: str) -> str:
    """Send a form that must succeed, and return the sentence that the page shows next."""
    answer = await send(operator, name, **values)
    assert (answer.status_code, answer.headers["location"]) == (303, "/operator"), answer.text
    page = (await operator.get("/operator")).text
    (sentence,) = re.findall(r'role="status">([^<]+)<', page)
    assert 'role="status"' not in (await operator.get("/operator")).text, "it is shown once"
    return unescape(sentence)


async def fault(operator: httpx.AsyncClient, name: str, **values: str) -> str:
    """Send a form that must be refused, and return the sentence about it."""
    answer = await send(operator, name, **values)
    assert answer.status_code == 422
    (sentence,) = re.findall(r'role="alert">([^<]+)<', answer.text)
    for value in {values.get(field.name, "") for field in FORMS[name].fields} - {""}:
        assert f'value="{value}"' in answer.text, "what was typed is still there"
    return unescape(sentence)


async def report(ida: Browser, bob: Browser) -> None:
    """Have something that Ida has said reported by Bob."""
    game_id = (await ida.new_game("me", "open"))["id"]
    await bob.post(f"/games/{game_id}/seats/{OTHER}/join")
    number = (await ida.post(f"/games/{game_id}/talk", {"text": "<b>rude</b>"}))["number"]
    await bob.post(f"/games/{game_id}/talk/{number}/report", status=204)
    await bob.post(f"/games/{game_id}/talk", {"text": "said afterwards"})


async def test_reports_are_looked_at_and_closed(operator: httpx.AsyncClient, ida: Browser, bob: Browser, admin: Admin) -> None:
    await report(ida, bob)
    page = (await operator.get("/operator")).text
    assert re.search(r"<li><mark>[^<]*: &lt;b&gt;rude&lt;/b&gt;</mark></li><li>[^<]*: said afterwards</li>", page)
    assert "<b>rude" not in page
    assert "1 open, 0 looked at, 0 closed" in page
    assert await submit(operator, "reports_look", number="1") == "1 report is marked as looked at."
    assert (await admin.answers("reports", "show", "1"))["status"] == "looked_at"
    assert await submit(operator, "reports_close", number="1") == "1 report is closed."
    assert (await admin.answers("reports", "show", "1"))["status"] == "closed"
    page = (await operator.get("/operator")).text
    assert ("said afterwards" in page, "0 open, 0 looked at, 1 closed" in page) == (False, True)
    for number in ("7", "seven"):
        assert await fault(operator, "reports_close", number=number) == f"there is no report {number}"
    assert await fault(operator, "reports_close", number="") == "Something is missing: Report."


async def test_a_visitor_is_banned_and_let_in_again(app: FastAPI, operator: httpx.AsyncClient, ida: Browser) -> None:
    visitor = ida.visitor_id
    sentence = await submit(operator, "visitors_ban", visitor=visitor, reason="rude  words\x00")
    assert sentence == f"{visitor} is banned: rude words."
    await eventually(lambda: ida.gets(403))
    assert visitor in (await operator.get("/operator")).text
    assert await submit(operator, "visitors_unban", whom=visitor) == f"No longer banned: {visitor}."
    await eventually(lambda: ida.gets(200))
    assert await submit(operator, "visitors_ban", address="192.0.2.0/24", reason="a flood", until="2099-12-31") == (
        "192.0.2.0/24 is banned until 2099-12-31: a flood."
    )
    for values, sentence in (
        ({"visitor": "Ida", "reason": "x"}, "is not a visitor's id"),
        ({"visitor": visitor}, "Something is missing: Reason."),
        ({"visitor": visitor, "reason": "x" * 201}, "at most 200 characters"),
        ({"visitor": visitor, "reason": "x", "until": "2001-01-01"}, "2001-01-01 has passed"),
    ):
        assert sentence in await fault(operator, "visitors_ban", **values)


async def test_sessions_end_after_a_second_question(
    app: FastAPI, operator: httpx.AsyncClient, ida: Browser, admin: Admin
) -> None:
    """Also a session of a moment ago, which no row of the database names yet."""
    async with Browser(app) as stranger:
        await stranger.new_game("me", "open")
        await stranger.get("/me")
        sentence = await submit(operator, "visitors_sign_out", visitor=stranger.visitor_id, sure="yes")
        assert sentence == f"All sessions of {stranger.visitor_id} are ended."
        await eventually(lambda: app.state.identity.read(stranger.http.cookies[COOKIE]) is None)
    visitor = ida.visitor_id
    await ida.new_game("me", "open")
    answer = await send(operator, "visitors_sign_out", visitor=visitor)
    assert (answer.status_code, "End all sessions of this visitor?" in answer.text) == (200, True)
    assert "be undone" in answer.text
    assert await ida.get("/me") == {"name": "Ida"}, "nothing has been done yet"
    await submit(operator, "visitors_sign_out", visitor=visitor, sure="yes")
    await ida.until("/me", lambda answer: answer["name"] is None)
    assert await fault(operator, "visitors_sign_out", visitor="0" * 32, sure="yes") == f"there is no visitor {'0' * 32}"
    assert (await admin.answers("visitors", "sign-out", visitor))["sessions"] == 0


async def test_a_notice_is_shown_until_it_is_taken_back(operator: httpx.AsyncClient, ida: Browser) -> None:
    assert "Take the notice back" not in (await operator.get("/operator")).text
    sentence = await submit(operator, "notice", notice="Back <soon>", minutes="5")
    assert sentence.startswith("Everybody sees the notice until 20")
    await ida.until("/server", lambda answer: (answer["notice"] or {}).get("text") == "Back <soon>")
    assert "<p>Back &lt;soon&gt;</p>" in (await operator.get("/operator")).text
    assert await submit(operator, "notice_clear") == "The notice is taken back."
    await ida.until("/server", lambda answer: answer["notice"] is None)
    for minutes in ("0", "soon"):
        sentence = await fault(operator, "notice", notice="x", minutes=minutes)
        assert sentence == "The minutes have to be a whole number, at least 1."
    assert await fault(operator, "notice", notice="") == "Something is missing: Notice."


async def test_suspicious_games_are_listed_and_annulled_after_a_question(app: FastAPI, operator: httpx.AsyncClient) -> None:
    winner, loser = "a" * 32, "b" * 32
    assert "Nothing is suspicious." in (await operator.get("/operator")).text
    async with app.state.database.engine.begin() as connection:
        await connection.execute(insert(VisitorRow).values(id=winner, name="<Fay>", created=0.0))
        for number in range(6):
            seats = [FinishedSeat("N", winner, None, 1.0, False, None), FinishedSeat("S", loser, None, 0.0, True, None)]
            await rate(connection, f"farmed-{number}", SAMPLE, time.time(), seats)
    page = unescape(re.sub("<.*?>", "", (await operator.get("/operator")).text))
    title = game_class(SAMPLE).title
    assert f"<Fay> 6 of 6 games won against {loser}, 100% of all points; {title} with 2 players" in page
    question = (await send(operator, "ratings_annul", winner=winner)).text
    assert "Annul all suspicious games of this winner?" in question
    assert f"<p>Winner's id: <strong>{winner}</strong></p>" in unescape(question)
    assert "6 games are annulled." in await submit(operator, "ratings_annul", winner=winner, sure="yes")
    assert "Nothing is suspicious." in (await operator.get("/operator")).text


async def test_forms_of_other_pages_are_refused(
    app: FastAPI, operator: httpx.AsyncClient, make_client: MakeClient, admin: Admin
) -> None:
    """By origin, by the token in each form, and without the cookie; a program with the token needs neither."""
    token, ban = await form_token(operator), {"address": "192.0.2.7", "reason": "x"}
    path = "/operator/do/visitors_ban"
    cookie = operator.cookies[SESSION]
    del operator.headers["Origin"]
    async with make_client(app) as foreign_client:
        await foreign_client.post("/operator", data={"token": TOKEN}, headers=OURS)
        foreign = await form_token(foreign_client)
        cut_cookie = {"Cookie": f"{SESSION}={cookie[:-1]}"}
        anonymous = await foreign_client.post(path, data={"form": token, **ban}, headers=OURS | cut_cookie)
    assert foreign != token
    for data, headers in (
        ({"form": token}, {"Origin": "https://evil.example.org"}),
        ({"form": token}, {"Origin": "null"}),
        ({"form": token}, {}),
        ({"form": token}, {"Sec-Fetch-Site": "cross-site"}),
        ({"form": foreign}, OURS),
        ({"form": ""}, OURS),
        ({}, OURS),
        ({str(number): "" for number in range(100)} | {"form": token}, OURS),
    ):
        assert (await operator.post(path, data={**data, **ban}, headers=headers)).status_code == 403, (data, headers)
    async with make_client(app) as stranger:
        assert (await stranger.post(path, data={"form": token, **ban}, headers=OURS)).status_code == 401
        assert (await stranger.post("/operator", data={str(n): "" for n in range(100)}, headers=OURS)).status_code == 401
        assert await admin.lines("visitors", "bans") == []
        assert await admin.lines("log") == []
        bearer = {"Authorization": f"Bearer {TOKEN}"}
        assert (await stranger.post(path, data=ban, headers=bearer)).status_code == 303
        assert (await stranger.post("/operator/do/nothing", data=ban, headers=bearer)).status_code == 404
    assert anonymous.status_code in (401, 403)
    (deed,) = await admin.lines("log")
    assert deed["by"] == "program with the operator's token"


async def test_the_log_says_who_did_what(
    app: FastAPI, operator: httpx.AsyncClient, ida: Browser, admin: Admin, calendar: Calendar
) -> None:
    visitor = ida.visitor_id
    await submit(operator, "visitors_ban", visitor=visitor, reason="rude <b>words</b>")
    await fault(operator, "reports_close", number="7")
    await admin.does("visitors", "unban", visitor)
    unbanned, closed, banned = await admin.lines("log")
    assert banned["command"] == f"visitors ban {visitor} --reason 'rude <b>words</b>'"
    assert re.fullmatch("page [0-9a-f]{8}", banned["by"])
    assert banned["fault"] is None
    assert (closed["command"], closed["fault"]) == ("reports close 7", "there is no report 7")
    assert unbanned["command"] == f"visitors unban {visitor}"
    assert re.fullmatch(r"[^@]+@[^@]+", unbanned["by"])
    page = (await operator.get("/operator")).text
    assert "rude &lt;b&gt;words" in page
    assert "there is no report 7" in page
    assert TOKEN not in page
    await eventually(lambda: ida.gets(200))
    await ida.send("POST", "/me/delete", {"proof": None})
    deeds = await admin.lines("log")
    assert [visitor in deed["command"] for deed in deeds] == [False] * 3
    assert deeds[0]["command"] == f"visitors unban {DELETED}"
    for days, number in ((179, 3), (2, 0)):  # old ones are deleted
        calendar.passes(days * DAY)
        await app.state.services.sweep.run()
        assert len(await admin.lines("log")) == number


def test_each_form_is_a_command_of_admin_and_says_what_it_does() -> None:
    for form in FORMS.values():
        assert text(f"operator.{form.name}")
        assert text(f"operator.about_{form.name}").endswith(".")
        assert all(field.label for field in form.fields)
        assert not form.is_final or text(f"operator.sure_{form.name}").endswith("?")
