"""Give me my data, and delete me: both are complete."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from kingdoms.server.database.tables import BanRow, SeatRow
from kingdoms.server.visitors.identity import COOKIE
from tests.support.clients.authenticator import Authenticator, add_passkey, sign_in
from tests.support.clients.http import Browser, eventually, shared_game
from tests.support.games.sample_game import ONE, STEPS
from tests.support.server.mentions import mentions
from tests.support.server.push_service import Phone


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
