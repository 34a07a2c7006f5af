"""A game from outside, of which the server knows nothing, is played on it: by people and bots, with its secrets kept."""

from __future__ import annotations

import asyncio
import json

import pytest
from fastapi import FastAPI

from tests.support.clients.http import Browser

GAME = "liars_dice"
SEATS = [{"seat": "A", "kind": "me"}, {"seat": "B", "kind": "open"}, {"seat": "C", "kind": "bot"}]

pytestmark = pytest.mark.sqlite


async def test_a_game_goes_to_its_end_and_its_record_is_read(app: FastAPI, ida: Browser, bob: Browser, eve: Browser) -> None:
    games = {game["name"]: game for game in (await ida.get("/catalogue"))["games"]}
    assert (games[GAME]["title"], games[GAME]["secrets"]) == ("Liar's Dice", True)
    offered = [bot["name"] for bot in games[GAME]["bots"]]
    assert offered[:8] == [f"level:{number}" for number in range(1, 9)]
    assert {"random", "careful"} <= set(offered)
    game_id = (await ida.post("/games", {"game": GAME, "seats": SEATS, "rulings": {"dice": 2}}, status=201))["id"]
    await bob.post(f"/games/{game_id}/seats/B/join")
    await ida.settled(game_id)
    for browser, seat in ((ida, "A"), (bob, "B"), (eve, None)):
        facts = (await browser.get(f"/games/{game_id}/view"))["view"]
        assert (facts["game"], facts["seat"], facts["seats"]) == (GAME, seat, ["A", "B", "C"])
        hidden = [line for line in facts["words"].splitlines() if "? ?" in line]
        assert len(hidden) == (3 if seat is None else 2)
        assert facts["picture"].count("?") == facts["picture_dark"].count("?") == 2 * len(hidden)
        history = json.dumps(await browser.get(f"/games/{game_id}/history"))
        assert history.count('"roll ') == (0 if seat is None else 1)
    people = {"A": ida, "B": bob}
    async with asyncio.timeout(120):
        while (info := await ida.settled(game_id))["status"] != "over":
            seat = info["to_move"]
            ask = (await people[seat].get(f"/games/{game_id}/legal"))["ask"]
            assert await people[seat].act(game_id, info["number"], ask["choices"][0]["action"]) > info["number"]
    assert info["outcome"]["reason"] == "last_dice"
    assert info["ending"] == {"text": "Last dice.", "said": None}
    record = (await bob.send("GET", f"/games/{game_id}/record")).text
    seats = [{"seat": seat, "kind": "me"} for seat in "ABC"]
    imported = await bob.post("/games", {"game": GAME, "seats": seats, "record": record}, status=201)
    assert imported["outcome"] == info["outcome"]
