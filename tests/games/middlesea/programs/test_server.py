"""Kingdoms of the Middle Sea on the server: questions, messages, and games that cannot be created."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI

from tests.games.middlesea.support.tables import new, play
from tests.support.clients.http import Browser

TWO = [{"seat": "N", "kind": "me"}, {"seat": "S", "kind": "open"}]


on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@on_sqlite
async def test_a_question_an_action_and_its_events(app: FastAPI, ida: Browser) -> None:
    game_id = (await ida.new_game("me", "me", game="middlesea", position=play(new(2), "first N").position()))["id"]
    ask = (await ida.get(f"/games/{game_id}/legal"))["ask"]
    assert (ask["seat"], ask["decision"]) == ("N", "build")
    assert ask["question"] == "North: explore, build, exchange; end when you are done."
    goods = (await ida.get(f"/games/{game_id}/view"))["view"]["kingdoms"]["N"]["goods"]
    choice = next(option for option in ask["choices"] if option["kind"] == "explore")
    await ida.act(game_id, 0, choice["action"])
    (entry,) = (await ida.get(f"/games/{game_id}/history"))["entries"]
    assert (entry["phase"], entry["round"], entry["events"][0]["kind"][:8]) == ("build", 1, "explored")
    view = (await ida.get(f"/games/{game_id}/view"))["view"]
    assert view["kingdoms"]["N"]["goods"] == goods + choice["forecast"]["goods"]


@on_sqlite
async def test_invalid_games_and_numbers_are_refused_and_it_is_told_that_time_is_up(app: FastAPI, ida: Browser) -> None:
    bot = {"seat": "S", "kind": "bot"}
    bodies: list[tuple[dict[str, Any], str]] = [
        ({"seats": [TWO[0], {"seat": "E", "kind": "me"}]}, "seats"),
        ({"seats": [TWO[0], bot | {"bot": "greedy:slips=often"}]}, "bot"),
        ({"seats": [TWO[0], bot | {"bot": "greedy:slips=nan"}]}, "bot"),
        ({"rulings": {"attack_prot": "any"}}, "rulings"),
        ({"rulings": {"attack_port": "never"}}, "rulings"),
        ({"rulings": {"round_limit": 0}}, "rulings"),
        ({"rulings": {"round_limit": 10**30}}, "rulings"),
    ]
    for body, code in bodies:
        assert await ida.refused("POST", "/games", {"game": "middlesea", "seats": TWO} | body) == (400, code)
    assert await ida.get("/games", which="mine") == {"games": []}
    position = play(new(2), "first N").position() | {"round": 10**40}
    new_game = {"game": "middlesea", "players": 5}
    for body, code in (({"new": new_game}, "seats"), ({"position": position}, "position")):
        assert await ida.refused("POST", "/sandbox", body) == (422, code), body
    state = play(new(2, round_limit=9), "first S", "end", "end")
    state.game.call(state, "time")
    reply = await ida.post("/sandbox", {"position": state.position()})
    assert reply["view"]["time_up"] is True
