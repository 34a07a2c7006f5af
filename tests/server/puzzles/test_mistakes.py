"""Mistakes of one's own games, tried again at the real position: only when the game is over, and only one's own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import orjson
import pytest
from fastapi import FastAPI

import kingdoms
from kingdoms.core.registry import game_class
from kingdoms.puzzles import mistakes
from kingdoms.puzzles.mistakes import judge_decision, table_of
from kingdoms.server.game import messages
from kingdoms.server.game.live import LiveGame
from tests.support.clients.http import Browser, finish
from tests.support.games.sample_game import limited, seats
from tests.support.games.tested_games import TESTED


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """One kind of database: none of this depends on it."""
    return sqlite_url


def decisions(live: LiveGame, seat: str, least: int = 2) -> list[int]:
    """Return the numbers of a seat's decisions between several actions."""
    numbers = [number for number in live.record_numbers if live.entries[number - 1].by == seat]
    return [number for number in numbers if len(live.state_at(number - 1).legal_actions()) >= least]


@pytest.mark.parametrize("game", TESTED)
async def test_a_decision_is_tried_again_when_the_game_is_over(
    game: str, app: FastAPI, ida: Browser, eve: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat, _ = seats(2, game)
    kinds = ("me", "bot:random")
    info = await ida.new_game(*kinds, game=game, rulings=limited(1, game))
    game_id = info["id"]
    await ida.settled(game_id)
    live = await app.state.games.get(game_id)
    while not (numbers := decisions(live, seat)):
        info = await ida.settled(game_id)
        await ida.act(game_id, info["number"], (await ida.choices(game_id))[0])
    path = f"/games/{game_id}/mistakes/{numbers[0]}"
    for refused in (await ida.send("GET", path), await ida.send("POST", f"{path}/solution", {})):
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_over"), refused.text
    await ida.post(f"/games/{game_id}/seats/{seat}/resign")

    before = live.state_at(numbers[0] - 1)
    answer = await ida.get(path)
    assert answer["moment"]["view"] == orjson.loads(messages.pack(messages.facts(before, seat))), "as the seat saw it then"
    assert answer["played"]["action"] == live.entries[numbers[0] - 1].action
    assert answer["played"]["events"]
    assert await eve.refused("GET", path) == (403, "not_yours")
    assert await ida.refused("GET", f"/games/{game_id}/mistakes/999") == (404, "no_decision")

    monkeypatch.setattr(mistakes, "SIMULATIONS", 60)
    legal = [choice["action"] for choice in answer["moment"]["ask"]["choices"]]
    shown = await ida.post(f"{path}/solution")
    assert shown["right"] and shown["expected"] and shown["action"] in legal
    verdict = await ida.post(f"{path}/answer", {"action": legal[-1]})
    assert verdict["action"] == legal[-1] == verdict["steps"][0]["action"]
    assert verdict["right"] == verdict["solved"] == (verdict["chance"] >= verdict["best"] - 0.05)
    assert await ida.refused("POST", f"{path}/answer", {"action": "nonsense"}) == (422, "notation")
    assert (await ida.post(f"{path}/explain", {"action": legal[0]}))["legal"]
    assert (await ida.post(f"{path}/preview", {"actions": [legal[0]]}))["number"] == 0 or True


@pytest.mark.parametrize("game", TESTED)
def test_the_best_choice_is_right_and_a_lost_game_is_not(game: str) -> None:
    """Of the choices of a whole position, the one that the search finds best is right, and some are wrong."""
    record = kingdoms.play(game, ["level:2", "level:2"], seed=3)
    numbers = [number for number, (_, state) in enumerate(record.replay(), 1) if len(state.legal_actions()) > 4]
    record.take_back(numbers[len(numbers) // 2])
    seat = str(record.state.to_move)
    moment, best = judge_decision(record, seat, simulations=200)
    assert (best.right, best.solved, best.action) == (True, True, moment.right[0].action)
    table = table_of(record.state.view(seat))
    actions = map(record.game.action_to_string, table.legal_actions())
    verdicts = [judge_decision(record, seat, action, simulations=100)[1] for action in actions]
    assert {verdict.right for verdict in verdicts} == {True, False}
    assert all(verdict.line[0] == verdict.action for verdict in verdicts)
