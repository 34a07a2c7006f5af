"""Passkeys and sessions: one person on several devices, and the limits of a stolen cookie."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI
from itsdangerous import TimestampSigner
from sqlalchemy import func, select

from kingdoms.server.database.deeds import DELETED
from kingdoms.server.database.tables import CeremonyRow, DeviceRow, SessionRow
from kingdoms.server.people import passkeys
from kingdoms.server.visitors import identity
from kingdoms.server.visitors.identity import COOKIE
from tests.support.clients.admin import Admin
from tests.support.clients.authenticator import Authenticator, add_passkey, sign_in
from tests.support.clients.http import Browser, Json, shared_game
from tests.support.games.sample_game import ONE, OTHER, STEPS, opening
from tests.support.server.calendar import DAY, Calendar
from tests.support.server.launch import MakeSettings, serving
from tests.support.server.push_service import Phone
from tests.support.server.rows import scalar

pytestmark = pytest.mark.sqlite


async def test_a_person_changes_device_in_the_middle_of_a_game(ida: Browser, bob: Browser, eve: Browser, address: str) -> None:
    device = await add_passkey(ida)
    game_id = (await ida.new_game("me", "open", position=opening().position()))["id"]
    await bob.post(f"/games/{game_id}/seats/{OTHER}/join")
    await ida.act(game_id, 0, STEPS[0])
    assert await eve.refused("POST", f"/games/{game_id}/actions", {"base": 1, "action": STEPS[1]}) == (403, "no_seat")
    answer = await sign_in(eve, device)
    assert (answer["name"], answer["new"], answer["games"]) == ("Ida", True, 0)
    assert await eve.get("/me") == {"name": "Ida"}
    async with bob.live(address, game_id) as hears:
        await hears.next("hello")
        assert await eve.act(game_id, 1, STEPS[1]) == 2
        await hears.next("entry")
    assert (await eve.get("/games", which="mine"))["games"][0]["you"] == [ONE]
    assert await ida.act(game_id, 2, STEPS[0]) == 3  # the first device is theirs as before
    assert (await eve.get("/me/passkeys"))["passkeys"][0]["used"] is not None


async def test_earlier_seats_of_a_device_go_to_its_person(
    app: FastAPI, ida: Browser, bob: Browser, eve: Browser, address: str
) -> None:
    device = await add_passkey(ida)
    await eve.ask("PUT", "/me", {"name": "Eve"})
    game_id = (await eve.new_game("me", "open", position=opening().position()))["id"]
    room = (await eve.new_game("me", "open"))["id"]
    link = (await eve.post(f"/games/{game_id}/seats/{ONE}/link"))["token"]
    await bob.post(f"/games/{game_id}/seats/{OTHER}/join")
    before = eve.http.cookies[COOKIE]
    async with ida.live(address, game_id) as hears:
        assert (await hears.next("hello"))["info"]["you"] == []
        assert (await sign_in(eve, device))["games"] == 2
        assert (await hears.until(lambda message: message.get("info", {}).get("you") == [ONE]))["type"] in ("info", "hello")
    assert await ida.act(game_id, 0, STEPS[0]) == 1
    assert await eve.act(game_id, 1, STEPS[1]) == 2
    assert await eve.get("/me") == {"name": "Ida"}
    assert (await ida.get(f"/games/{room}"))["host"]
    assert await bob.refused("POST", "/claims", {"token": link}) == (404, "no_link")
    async with Browser(app) as old:
        old.http.cookies.set(COOKIE, before)
        assert await old.get("/me") == {"name": None}
        assert (await old.get("/games", which="mine"))["games"] == []


async def test_the_device_of_another_person_keeps_its_owner(ida: Browser, bob: Browser, eve: Browser) -> None:
    """If both have passkeys, nothing is merged: each signs in with their own. Without a name, a person takes the device's."""
    device, his = await add_passkey(eve), await add_passkey(bob)
    assert (await sign_in(ida, device))["name"] == "Ida"
    assert await eve.get("/me") == {"name": "Ida"}
    game_id = (await bob.new_game("me", "open"))["id"]
    assert (await sign_in(bob, device))["games"] == 0
    assert not (await bob.get(f"/games/{game_id}"))["host"]
    assert (await sign_in(bob, his))["name"] == "Bob"
    assert (await bob.get(f"/games/{game_id}"))["host"]


async def test_two_who_play_each_other_do_not_become_one(ida: Browser, eve: Browser) -> None:
    device = await add_passkey(ida)
    game_id = (await ida.new_game("me", "open", "open"))["id"]
    seats = [seat["seat"] for seat in (await ida.get(f"/games/{game_id}"))["seats"]]
    await eve.post(f"/games/{game_id}/seats/{seats[1]}/join")
    other_game_id = (await eve.new_game("me", "open"))["id"]
    options = (await eve.post("/sign-in/ask"))["options"]
    assert await eve.refused("POST", "/sign-in", device.assertion(options)) == (409, "both_play")
    assert (await eve.get(f"/games/{game_id}"))["you"] == [seats[1]]
    assert (await eve.get(f"/games/{other_game_id}"))["host"], "nothing half done"
    await eve.post(f"/games/{game_id}/seats/{seats[1]}/leave")
    assert (await sign_in(eve, device))["games"] == 1


async def test_a_question_is_answered_once_and_soon_and_questions_do_not_pile_up(
    app: FastAPI, ida: Browser, eve: Browser, bob: Browser, calendar: Calendar
) -> None:
    device = await add_passkey(ida)
    options = (await eve.post("/sign-in/ask"))["options"]
    answer = device.assertion(options)
    assert await bob.refused("POST", "/sign-in", answer) == (409, "expired"), "another device was asked"
    assert (await eve.post("/sign-in", answer))["name"] == "Ida"
    assert await eve.refused("POST", "/sign-in", answer) == (409, "expired")
    older = (await bob.post("/sign-in/ask"))["options"]
    await bob.post("/sign-in/ask")
    assert await bob.refused("POST", "/sign-in", device.assertion(older)) == (403, "passkey")
    statement, counts = select(func.count()).select_from(CeremonyRow), set[int]()
    for _ in range(3):
        options = (await bob.post("/sign-in/ask"))["options"]
        await eve.post("/sign-in/ask")
        counts.add(await scalar(app, statement))
    assert len(counts) == 1
    calendar.passes(passkeys.LIFETIME + 1)
    assert await bob.refused("POST", "/sign-in", device.assertion(options)) == (409, "expired")
    await ida.post("/me/passkeys/ask", {"proof": (await sign_in(ida, device))["proof"]})
    assert await scalar(app, statement) == 1


async def test_answers_that_prove_nothing_are_refused(ida: Browser, eve: Browser) -> None:
    """Answers to other questions, by other keys or by copies of a passkey, and broken ones."""
    device = await add_passkey(ida)

    async def refused(authenticator: Authenticator, broken: Json | None = None, **more: Any) -> tuple[int, str]:
        options = (await eve.post("/sign-in/ask"))["options"]
        return await eve.refused("POST", "/sign-in", authenticator.assertion(options, **more) | (broken or {}))

    cases: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
        ({"origin": "https://elsewhere.example"}, {}),
        ({"name": "elsewhere.example"}, {}),
        ({}, {"challenge": "AAAAAAAAAAAAAAAAAAAAAA"}),
        ({}, {"type": "webauthn.create"}),
        ({}, {"crossOrigin": True}),
    )
    for wrong, more in cases:
        assert await refused(replace(device, **wrong), **more) == (403, "passkey"), (wrong, more)
        options = (await eve.post("/me/passkeys/ask"))["options"]
        registration = Authenticator(**wrong).registration(options, **({"type": "webauthn.get"} if "type" in more else more))
        assert await eve.refused("POST", "/me/passkeys", registration) == (403, "passkey"), (wrong, more)
    assert (await eve.get("/me/passkeys"))["passkeys"] == []
    assert await refused(Authenticator(id=device.id)) == (403, "passkey"), "it is signed with another key"
    assert await refused(Authenticator()) == (404, "no_passkey")
    broken: tuple[Json, ...] = ({"client_data": "AAAA"}, {"client_data": "?"}, {"signature": "AA"}, {"authenticator": "AAAA"})
    for field in (*broken, {"id": ""}, {"x": 1}):
        assert await refused(device, field) in ((403, "passkey"), (422, "invalid")), field
    await sign_in(eve, device)
    device.count -= 1
    assert await refused(device) == (403, "passkey"), "somebody has a copy, which has counted on"


async def test_a_stolen_cookie_neither_adds_nor_removes_passkeys(app: FastAPI, ida: Browser) -> None:
    device = await add_passkey(ida)
    (passkey,) = (await ida.get("/me/passkeys"))["passkeys"]
    async with Browser(app) as thief:
        thief.http.cookies.update(ida.http.cookies)
        assert await thief.get("/me") == {"name": "Ida"}
        proof = (await sign_in(ida, device))["proof"]
        for wrong_proof in (None, "x", passkey["id"]):
            body = {"proof": wrong_proof}
            assert await thief.refused("POST", "/me/passkeys/ask", body) == (403, "prove")
            assert await thief.refused("POST", f"/me/passkeys/{passkey['id']}/remove", body) == (403, "prove")
            assert await thief.refused("POST", "/sign-out/elsewhere", body) == (403, "prove")
        assert await thief.refused("POST", "/me/passkeys", Authenticator().registration({"challenge": "AAAA"})) == (
            409,
            "expired",
        )
        second = await add_passkey(ida, proof=proof)
        assert await thief.refused("POST", "/me/passkeys/ask", {"proof": proof}) == (403, "prove"), "it was good once"
        game_id = (await ida.new_game("me", "open"))["id"]
        proof = (await sign_in(ida, second))["proof"]
        await ida.ask("POST", "/sign-out/elsewhere", {"proof": proof}, status=204)
        assert await thief.get("/me") == {"name": None}
        assert not (await thief.get(f"/games/{game_id}"))["you"]
        assert (await ida.get(f"/games/{game_id}"))["host"]
        assert await ida.get("/me") == {"name": "Ida"}
        assert len((await ida.get("/me/passkeys"))["passkeys"]) == 2
        assert (await sign_in(thief, device))["name"] == "Ida"


async def test_passkeys_are_removed_and_limited(
    ida: Browser, bob: Browser, eve: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    device, bob_device = await add_passkey(ida), await add_passkey(bob)
    (bob_passkey,) = (await bob.get("/me/passkeys"))["passkeys"]
    proof = (await sign_in(ida, device))["proof"]
    assert await ida.refused("POST", f"/me/passkeys/{bob_passkey['id']}/remove", {"proof": proof}) == (404, "no_passkey")
    options = (await ida.post("/me/passkeys/ask", {"proof": proof}))["options"]
    assert await ida.refused("POST", "/me/passkeys", device.registration(options)) == (409, "known")
    monkeypatch.setattr(passkeys, "MOST", 1)
    assert await ida.refused("POST", "/me/passkeys/ask", {"proof": "x"}) == (409, "enough")
    proof = (await sign_in(bob, bob_device))["proof"]
    assert await bob.post(f"/me/passkeys/{bob_passkey['id']}/remove", {"proof": proof}) == {"passkeys": []}
    options = (await eve.post("/sign-in/ask"))["options"]
    assert await eve.refused("POST", "/sign-in", bob_device.assertion(options)) == (404, "no_passkey")
    assert await bob.get("/me") == {"name": "Bob"}, "he is who he was, on this device"
    assert await bob.refused("POST", "/sign-out") == (409, "no_passkey")
    game_id = (await ida.new_game("me", "open"))["id"]
    await sign_in(bob, device)  # a borrowed device is left again
    await bob.ask("POST", "/sign-out", {}, status=204)
    assert await bob.get("/me") == {"name": None}
    assert (await ida.get(f"/games/{game_id}"))["host"]


async def test_a_banned_person_cannot_return_by_passkey(ida: Browser, eve: Browser, admin: Admin, app: FastAPI) -> None:
    device = await add_passkey(ida)
    await admin.does("visitors", "ban", ida.visitor_id, "--reason", "insults")
    await app.state.house.read(app.state.database)
    options = (await eve.post("/sign-in/ask"))["options"]
    assert await eve.refused("POST", "/sign-in", device.assertion(options)) == (403, "banned")


async def test_a_passkey_counts_and_a_session_ends_at_all_servers(two_servers: tuple[FastAPI, FastAPI]) -> None:
    """One process issues the challenge, and the other receives the answer."""
    first_app, second_app = two_servers
    async with Browser(first_app) as ida, Browser(second_app) as ida_there:
        await ida.ask("PUT", "/me", {"name": "Ida"})
        ida_there.http.cookies.update(ida.http.cookies)
        device = Authenticator()
        options = (await ida.post("/me/passkeys/ask"))["options"]
        await ida_there.post("/me/passkeys", device.registration(options), status=201)
        await ida.post("/sign-out", status=204)
        await ida_there.until("/me", lambda answer: answer == {"name": None})
    async with Browser(first_app) as ida, Browser(second_app) as ida_there:
        options = (await ida.post("/sign-in/ask"))["options"]
        ida_there.http.cookies.update(ida.http.cookies)
        game_id = (await ida.new_game("me", "open", position=opening().position()))["id"]
        assert (await ida_there.get(f"/games/{game_id}"))["host"]
        assert (await ida_there.post("/sign-in", device.assertion(options)))["games"] == 1
        ida.http.cookies.update(ida_there.http.cookies)
        await ida.until(f"/games/{game_id}", lambda info: bool(info["host"]))  # it hears of it a moment later


async def test_a_visitor_whom_the_operator_deletes_leaves_tables_at_once(
    ida: Browser, bob: Browser, admin: Admin, address: str
) -> None:
    """The log keeps no name either. All other traces are in `test_own_data`."""
    await add_passkey(ida)
    await admin.does("visitors", "rename", ida.visitor_id, "Idalotte")
    game_id = await shared_game(ida, bob)
    room = (await ida.new_game("me", "open"))["id"]
    async with bob.listening(address, game_id) as hears:
        assert (await admin.answers("visitors", "delete", ida.visitor_id))["games"] == 2
        update = await hears.until(lambda message: message["type"] == "info")
        assert "Ida" not in json.dumps(update)
    assert await bob.refused("GET", f"/games/{room}") == (404, "no_game")
    assert (await ida.get("/me/passkeys"), await ida.get("/me")) == ({"passkeys": []}, {"name": None})
    commands = [deed["command"] for deed in await admin.lines("log")]
    assert commands == [f"visitors delete {DELETED}", f"visitors rename {DELETED} Idalotte"]
    assert "there is no visitor" in await admin.refuses("visitors", "delete", "0" * 32)


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
