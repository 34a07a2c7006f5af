"""Ending games and leaving them beside the rules: resigning, and what people propose to each other."""

from __future__ import annotations

import asyncio
import random

import pytest
from fastapi import FastAPI

from kingdoms.core.record import Record
from kingdoms.core.registry import game_class
from kingdoms.table.game.standstill import TURNS
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser, Json, shared_game, solo_game
from tests.support.games.sample_game import END, ONE, OTHER, STEPS, opening, seats
from tests.support.games.tested_games import TESTED

pytestmark = pytest.mark.sqlite


async def propose(browser: Browser, game_id: str, kind: str = "end") -> Json:
    """Propose something, and return it."""
    proposal: Json = (await browser.post(f"/games/{game_id}/proposals", {"kind": kind}))["proposal"]
    return proposal


async def answer(browser: Browser, game_id: str, proposal: Json, reply: str) -> Json:
    """Answer a proposal, and return the game's info."""
    info: Json = await browser.post(f"/games/{game_id}/proposals/{proposal['id']}", {"answer": reply})
    return info


async def refused(browser: Browser, game_id: str, proposal: Json, reply: str = "agree") -> tuple[int, str]:
    """Answer a proposal in vain."""
    return await browser.refused("POST", f"/games/{game_id}/proposals/{proposal['id']}", {"answer": reply})


async def is_sound(app: FastAPI, browser: Browser, game_id: str) -> None:
    """Check the stored rows of a game, and that its record is valid."""
    assert (await Admin(app.state.settings).answers("check"))["faults"] == 0
    record = await browser.send("GET", f"/games/{game_id}/record")
    assert Record.parse(record.text.splitlines(), strict=True).state.outcome() is None


# -- resigning ----------------------------------------------------------------------------------------------------------


async def test_with_two_the_other_wins(app: FastAPI, ida: Browser, bob: Browser, eve: Browser, address: str) -> None:
    waits = (await ida.new_game("me", "open"))["id"]
    assert await ida.refused("POST", f"/games/{waits}/seats/{ONE}/resign") == (409, "not_begun")
    assert await ida.refused("POST", f"/games/{waits}/proposals", {"kind": "end"}) == (409, "not_begun")
    game_id = await shared_game(ida, bob)
    path = f"/games/{game_id}/seats/{OTHER}/resign"
    assert await eve.refused("POST", path) == (403, "not_yours")
    assert await ida.refused("POST", path) == (403, "not_yours")
    assert await bob.refused("POST", f"/games/{game_id}/seats/X/resign") == (404, "no_seat")
    await ida.act(game_id, 0, STEPS[0])
    async with ida.listening(address, game_id) as hears:
        info = await bob.post(path)  # though it is not his turn
        last = await hears.next("entry")
    outcome = info["outcome"]
    assert (info["status"], outcome["reason"], outcome["winners"], outcome["loser"]) == ("over", "resigned", [ONE], OTHER)
    assert last["info"]["outcome"] == outcome
    assert last["info"]["ending"] == {"text": last["entry"]["events"][0]["text"], "said": None}
    assert (last["entry"]["call"], last["entry"]["by"], last["entry"]["events"][0]["kind"]) == ("resigned", OTHER, "resigned")
    assert await bob.refused("POST", path) == (409, "over")
    assert await ida.refused("POST", f"/games/{game_id}/actions", {"base": 2, "action": STEPS[1]}) == (409, "over")
    assert await ida.refused("POST", f"/games/{game_id}/undo", {"base": 2}) == (409, "over")
    await is_sound(app, ida, game_id)
    rematch = await ida.post(f"/games/{game_id}/rematch")
    assert {seat["kind"] for seat in rematch["seats"]} == {"person"}


async def test_a_game_of_four_continues_after_a_resignation(app: FastAPI, ida: Browser, bob: Browser, eve: Browser) -> None:
    game_id = (await ida.new_game("me", "open", "open", "bot:random", stand_in="random"))["id"]
    _, second, third, _ = seats(4)
    await bob.post(f"/games/{game_id}/seats/{second}/join")
    await eve.post(f"/games/{game_id}/seats/{third}/join", {"name": "Eve"})
    await ida.settled(game_id)
    proposal = await propose(ida, game_id)
    info = await eve.post(f"/games/{game_id}/seats/{third}/resign")
    seat = info["seats"][2]
    assert (info["status"], seat["gone"], seat["stand_in"], info["proposal"]) == ("playing", "resigned", "random", None)
    assert await refused(bob, game_id, proposal) == (409, "lapsed")
    assert await eve.refused("POST", f"/games/{game_id}/seats/{third}/resign") == (409, "gone")
    assert await eve.refused("POST", f"/games/{game_id}/seats/{third}/return") == (409, "gone")
    assert await eve.refused("POST", f"/games/{game_id}/proposals", {"kind": "end"}) == (409, "gone")
    for _ in range(12):
        info = await ida.settled(game_id)
        mover = ida if info["to_move"] in info["you"] else bob
        choices = await mover.choices(game_id)
        await mover.act(game_id, info["number"], END if END in choices else choices[0])
    assert any(entry["by"] == third and entry["action"] for entry in await ida.history(game_id)), "a bot plays there"
    await propose(ida, game_id)
    info = await bob.get(f"/games/{game_id}")
    assert info["proposal"]["waits"] == [second], "who has left is not asked"
    info = await answer(bob, game_id, info["proposal"], "agree")
    assert (info["status"], info["outcome"]["reason"]) == ("over", "agreed")
    await is_sound(app, ida, game_id)


# -- agreeing to end ----------------------------------------------------------------------------------------------------


async def test_all_agree_to_end(app: FastAPI, ida: Browser, bob: Browser, eve: Browser, address: str) -> None:
    game_id = await shared_game(ida, bob)
    assert await eve.refused("POST", f"/games/{game_id}/proposals", {"kind": "end"}) == (403, "no_seat")
    for body in ({"kind": "win"}, {}):
        assert await ida.refused("POST", f"/games/{game_id}/proposals", body) == (422, "invalid")
    async with bob.listening(address, game_id) as hears:
        proposal = await propose(ida, game_id)
        update = await hears.until(lambda message: message["type"] == "info" and message["info"]["proposal"] is not None)
    assert update["info"]["proposal"] == proposal
    assert (proposal["by"], proposal["agreed"], proposal["waits"], proposal["status"]) == (ONE, [ONE], [OTHER], "open")
    for browser, reply, refusal in (
        *((ida, "agree", (409, "agreed")), (ida, "decline", (409, "own")), (bob, "withdraw", (403, "not_yours"))),
        *((eve, "agree", (403, "no_seat")), (bob, "perhaps", (422, "invalid"))),
    ):
        assert await refused(browser, game_id, proposal, reply) == refusal
    assert await refused(bob, game_id, {"id": "another"}) == (409, "lapsed")
    assert await bob.refused("POST", f"/games/{game_id}/proposals", {"kind": "end"}) == (409, "proposed")
    info = await answer(bob, game_id, proposal, "agree")
    assert (info["status"], info["outcome"]["reason"], info["proposal"]) == ("over", "agreed", None)
    state = opening()
    assert info["outcome"]["winners"] == list(state.game.decide(state, state.game.seats).winners)
    assert await refused(bob, game_id, proposal) == (409, "over")
    await is_sound(app, ida, game_id)


async def test_a_proposal_is_declined_withdrawn_or_lapses(ida: Browser, bob: Browser) -> None:
    game_id = await shared_game(ida, bob)
    proposal = await propose(ida, game_id)
    assert (await answer(bob, game_id, proposal, "decline"))["proposal"]["declined"] == OTHER
    assert await refused(bob, game_id, proposal) == (409, "declined")
    assert await ida.refused("POST", f"/games/{game_id}/proposals", {"kind": "end"}) == (409, "declined")
    second = await propose(bob, game_id)
    await answer(bob, game_id, second, "withdraw")
    assert await refused(ida, game_id, second) == (409, "withdrawn")
    third = await propose(bob, game_id)
    await ida.act(game_id, 0, STEPS[0])
    assert (await bob.get(f"/games/{game_id}"))["proposal"] is None
    assert await refused(ida, game_id, third) == (409, "lapsed")
    assert (await propose(ida, game_id))["by"] == ONE, "when the game has gone on it can be proposed again"


async def test_a_standstill_is_announced_and_a_single_person_ends_a_game_alone(ida: Browser) -> None:
    game_id = await solo_game(ida)
    for _ in range(4 * TURNS + 4):
        info = await ida.settled(game_id)
        if info["standstill"]:
            break
        await ida.act(game_id, info["number"], END)
    assert (info["standstill"], info["status"]) == (True, "playing")
    info = await ida.post(f"/games/{game_id}/proposals", {"kind": "end"})
    assert (info["status"], info["outcome"]["reason"]) == ("over", "agreed")
    game_id = (await ida.new_game("me", "bot:random", "bot:random"))["id"]
    await ida.settled(game_id)
    first = seats(3)[0]
    info = await ida.post(f"/games/{game_id}/seats/{first}/resign")
    assert (info["status"], info["outcome"]["loser"]) == ("over", first)
    assert first not in info["outcome"]["winners"]


# -- taking back --------------------------------------------------------------------------------------------------------


async def test_all_agree_to_take_a_move_back(app: FastAPI, ida: Browser, bob: Browser) -> None:
    game_id = await shared_game(ida, bob, clock={"kind": "budget", "seconds": 600})
    assert await ida.refused("POST", f"/games/{game_id}/proposals", {"kind": "take_back"}) == (409, "nothing_to_take_back")
    await ida.act(game_id, 0, STEPS[0])
    await ida.act(game_id, 1, END)
    assert (await ida.get(f"/games/{game_id}"))["to_move"] == OTHER
    proposal = await propose(ida, game_id, "take_back")
    assert proposal["to"] == 1
    info = await answer(bob, game_id, proposal, "agree")
    assert (info["number"], info["to_move"], info["proposal"], info["clocks"]["running"]) == (3, ONE, None, ONE)
    (entry,) = (await ida.get(f"/games/{game_id}/history", after=2))["entries"]
    assert (entry["undo"], entry["by"], entry["events"][0]["kind"]) == (1, ONE, "undo")
    await ida.act(game_id, 3, STEPS[1])
    await is_sound(app, ida, game_id)


@pytest.mark.parametrize("game", [game for game in TESTED if game_class(game).has_secrets])
async def test_an_action_that_revealed_a_secret_is_not_undone(ida: Browser, bob: Browser, game: str) -> None:
    """Players know the cards they have drawn since."""
    game_id = (await ida.new_game("me", "open", game=game))["id"]
    await bob.post(f"/games/{game_id}/seats/{seats(2, game)[1]}/join")
    people, rng, codes = (ida, bob), random.Random(1), set[str]()
    for _ in range(12):
        info = await ida.settled(game_id)
        mover = people[0] if info["to_move"] in info["you"] else people[1]
        await mover.act(game_id, info["number"], rng.choice(await mover.choices(game_id)))
        await ida.settled(game_id)
        drawn = any(entry["by"] == "chance" for entry in (await ida.history(game_id))[info["number"] :])
        answered = (await mover.send("POST", f"/games/{game_id}/proposals", {"kind": "take_back"})).json()
        if drawn:
            codes.add(answered["error"]["code"])
        else:
            await answer(mover, game_id, answered["proposal"], "withdraw")
    assert codes == {"nothing_to_take_back"}


async def test_a_server_that_has_missed_the_start_reads_it_before_it_refuses(two_servers: tuple[FastAPI, FastAPI]) -> None:
    async with Browser(two_servers[0]) as ida, Browser(two_servers[1]) as bob:
        game_id = (await ida.new_game("me", "open", position=opening().position()))["id"]
        await two_servers[0].state.services.notices.stop()
        await bob.post(f"/games/{game_id}/seats/{OTHER}/join")
        assert (await propose(ida, game_id))["status"] == "open"


# -- races --------------------------------------------------------------------------------------------------------------


async def test_of_two_changes_at_once_one_happens(two_servers: tuple[FastAPI, FastAPI]) -> None:
    """One of them happens, and the other is refused."""
    async with Browser(two_servers[0]) as ida, Browser(two_servers[1]) as bob:
        for _ in range(2):
            game_id = await shared_game(ida, bob)
            proposal = await propose(ida, game_id)
            answers = await asyncio.gather(
                bob.send("POST", f"/games/{game_id}/proposals/{proposal['id']}", {"answer": "agree"}),
                ida.send("POST", f"/games/{game_id}/seats/{ONE}/resign", {}),
                ida.send("POST", f"/games/{game_id}/actions", {"base": 0, "action": STEPS[0]}),
            )
            codes = [response.status_code for response in answers]
            assert set(codes) <= {200, 409}, [response.text for response in answers]
            await bob.until(f"/games/{game_id}", lambda info: bool(info["status"] == "over"))
            ends = [entry["call"] for entry in await bob.history(game_id) if entry["call"]]
            assert ends == (["agreed"] if codes[0] == 200 else ["resigned"])
            assert codes[:2].count(200) == 1
            game_id = await shared_game(ida, bob)
            both = (ida, f"/games/{game_id}/seats/{ONE}/resign"), (bob, f"/games/{game_id}/seats/{OTHER}/resign")
            proposals = [browser.send("POST", f"/games/{game_id}/proposals", {"kind": "end"}) for browser, _ in both]
            codes = [response.status_code for response in await asyncio.gather(*proposals)]
            assert sorted(codes) == [200, 409], "two propose at once"
            resignations = [browser.send("POST", path, {}) for browser, path in both]
            codes = [response.status_code for response in await asyncio.gather(*resignations)]
            assert sorted(codes) == [200, 409], "both resign at once"
