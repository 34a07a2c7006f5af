"""Blocking: for good, and everywhere."""

from __future__ import annotations

import pytest
from fastapi import FastAPI

from kingdoms.server.talk import blocks
from tests.support.clients.authenticator import add_passkey, sign_in
from tests.support.clients.http import Browser, shared_game
from tests.support.games.sample_game import ONE, OTHER


async def open_rooms(browser: Browser) -> list[str]:
    """Return the ids of the open games that a visitor is shown."""
    return [game["id"] for game in (await browser.get("/games", which="open"))["games"]]


async def block_bob(ida: Browser, bob: Browser) -> str:
    """Let Ida block Bob, whom she plays; return the game."""
    game_id = await shared_game(ida, bob)
    await ida.post(f"/games/{game_id}/seats/{OTHER}/block", status=204)
    return game_id


@pytest.mark.both_databases
async def test_the_two_do_not_meet_at_a_table(ida: Browser, bob: Browser, eve: Browser) -> None:
    await block_bob(ida, bob)
    ida_room = (await ida.new_game("me", "open", public=True))["id"]
    bob_room = (await bob.new_game("me", "open", public=True))["id"]
    eve_room = (await eve.new_game("me", "open", "open", public=True))["id"]
    assert await bob.refused("POST", f"/games/{ida_room}/seats/{OTHER}/join") == (403, "blocked")
    assert await ida.refused("POST", f"/games/{bob_room}/seats/{OTHER}/join") == (403, "blocked")
    assert set(await open_rooms(ida)) == {ida_room, eve_room}
    assert set(await open_rooms(bob)) == {bob_room, eve_room}
    assert set(await open_rooms(eve)) == {ida_room, bob_room, eve_room}
    seats = [seat["seat"] for seat in (await eve.get(f"/games/{eve_room}"))["seats"] if seat["kind"] == "open"]
    await bob.post(f"/games/{eve_room}/seats/{seats[0]}/join")
    assert await ida.refused("POST", f"/games/{eve_room}/seats/{seats[1]}/join") == (403, "blocked")
    assert set(await open_rooms(ida)) == {ida_room}


async def test_no_rematch_or_link_to_a_seat_brings_them_to_a_table(ida: Browser, bob: Browser, eve: Browser) -> None:
    over = await block_bob(ida, bob)
    await ida.post(f"/games/{over}/seats/{ONE}/resign")
    for browser in (bob, ida):
        assert await browser.refused("POST", f"/games/{over}/rematch") == (403, "blocked")
    assert (await ida.get(f"/games/{over}"))["rematch"] is None
    game_id = await shared_game(ida, eve)
    token = (await eve.post(f"/games/{game_id}/seats/{OTHER}/link"))["token"]
    assert await bob.refused("POST", "/claims", {"token": token}) == (403, "blocked")
    assert (await eve.get(f"/games/{game_id}"))["you"] == [OTHER]
    # The link has not been used, and leads where there is no block.
    assert await eve.ask("POST", "/claims", {"token": token}) == {"id": game_id, "seat": OTHER}


async def test_remarks_of_blocked_people_are_hidden(ida: Browser, bob: Browser, app: FastAPI) -> None:
    game_id = await shared_game(ida, bob)
    number = (await bob.post(f"/games/{game_id}/talk", {"text": "hello there"}))["number"]
    await ida.post(f"/games/{game_id}/talk/{number}/block", status=204)
    (remark,) = (await ida.get(f"/games/{game_id}/talk"))["remarks"]
    assert (remark["muted"], remark["text"]) == (True, None)
    unmuting = ida.refused("PUT", f"/games/{game_id}/talk/{number}/mute", {"muted": False})
    assert await unmuting == (409, "blocked")
    await ida.ask("PUT", f"/games/{game_id}/talk/{number}/mute", {"muted": True}, status=204)
    (block,) = (await ida.get("/me/blocked"))["blocked"]
    assert block["name"] == "Bob"
    assert (await bob.get("/me/blocked"))["blocked"] == []
    await ida.post(f"/me/blocked/{block['id']}/lift", status=204)
    assert await ida.refused("POST", f"/me/blocked/{block['id']}/lift") == (404, "no_block")
    (remark,) = (await ida.get(f"/games/{game_id}/talk"))["remarks"]
    assert (remark["muted"], remark["text"]) == (False, "hello there")
    assert await blocks.separated_visitors(app.state.database, None) == set()
    await shared_game(ida, bob, position=None)


async def test_invalid_blocks_are_refused(ida: Browser, bob: Browser, eve: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = await shared_game(ida, bob)
    assert await ida.refused("POST", f"/games/{game_id}/seats/{ONE}/block") == (409, "own")
    with_bot = (await ida.new_game("me", "bot:random"))["id"]
    assert await ida.refused("POST", f"/games/{with_bot}/seats/{OTHER}/block") == (404, "no_seat")
    assert await ida.refused("POST", f"/games/{game_id}/talk/7/block") == (404, "no_remark")
    monkeypatch.setattr(blocks, "MOST", 1)
    for _ in range(2):
        await ida.post(f"/games/{game_id}/seats/{OTHER}/block", status=204)
    eve_room = (await eve.new_game("me", "open"))["id"]
    assert await ida.refused("POST", f"/games/{eve_room}/seats/{ONE}/block") == (409, "enough")


async def test_a_block_follows_both_to_other_devices(ida: Browser, bob: Browser, eve: Browser) -> None:
    await block_bob(ida, bob)
    key = await add_passkey(bob)
    await sign_in(eve, key)
    room = (await ida.new_game("me", "open"))["id"]
    assert await eve.refused("POST", f"/games/{room}/seats/{OTHER}/join") == (403, "blocked")
    await bob.post("/sign-out/elsewhere", {"proof": (await sign_in(bob, key))["proof"]}, status=204)
    assert await bob.refused("POST", f"/games/{room}/seats/{OTHER}/join") == (403, "blocked")


async def test_a_block_holds_at_the_other_server(two_servers: tuple[FastAPI, FastAPI]) -> None:
    async with Browser(two_servers[0]) as ida, Browser(two_servers[1]) as bob:
        game_id = await shared_game(ida, bob, position=None)
        await ida.until(f"/games/{game_id}", lambda answer: answer["status"] == "playing")
        await ida.post(f"/games/{game_id}/seats/{OTHER}/block", status=204)
        room = (await ida.new_game("me", "open"))["id"]
        assert await bob.refused("POST", f"/games/{room}/seats/{OTHER}/join") == (403, "blocked")
