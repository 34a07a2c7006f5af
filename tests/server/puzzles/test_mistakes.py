"""Mistakes of one's own games, tried again at the real position: only when the game is over, and only one's own."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from fastapi import FastAPI

from kingdoms.core.record import Record
from kingdoms.puzzles.choosing import clearness
from kingdoms.puzzles.files import shipped
from kingdoms.puzzles.mistakes import judge_decision, table_of
from kingdoms.puzzles.puzzle import Moment
from kingdoms.puzzles.solving import Verdict
from kingdoms.table.advice.searching import judge_choice
from kingdoms.table.advice.thinking import GameMoment
from kingdoms.table.base.packing import pack
from kingdoms.table.game import messages
from kingdoms.table.game.live import LiveGame
from tests.support.clients.http import Browser
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


async def soon(_patience: float, question: Any, moment: GameMoment, seat: str, action: str | None) -> tuple[Moment, Verdict]:
    """Judge a choice by few simulations in this process."""
    assert question is judge_choice
    return judge_decision(moment.record(), seat, action, 20)


@pytest.mark.parametrize("game", TESTED)
async def test_a_decision_is_tried_again_when_the_game_is_over(
    game: str, app: FastAPI, ida: Browser, eve: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat, _ = seats(2, game)
    info = await ida.new_game("me", "bot:random", game=game, rulings=limited(1, game))
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
    assert answer["moment"]["view"] == orjson.loads(pack(messages.facts(before, seat))), "as the seat saw it then"
    assert answer["played"]["action"] == live.entries[numbers[0] - 1].action
    assert answer["played"]["events"]
    assert await eve.refused("GET", path) == (403, "not_yours")
    assert await ida.refused("GET", f"/games/{game_id}/mistakes/999") == (404, "no_decision")

    monkeypatch.setattr("kingdoms.server.bots.processes.Pool.ask", lambda _pool, _account, *values: soon(*values))
    legal = [choice["action"] for choice in answer["moment"]["ask"]["choices"]]
    shown = await ida.post(f"{path}/solution")
    assert (shown["right"], shown["expected"]) == (True, True)
    assert shown["action"] in legal
    verdict = await ida.post(f"{path}/answer", {"action": legal[-1]})
    assert verdict["action"] == legal[-1] == verdict["steps"][0]["action"]
    assert verdict["right"] == verdict["solved"]
    assert 0 <= verdict["chance"] <= verdict["best"] <= 1
    assert await ida.refused("POST", f"{path}/answer", {"action": "nonsense"}) == (422, "notation")
    assert (await ida.post(f"{path}/explain", {"action": legal[0]}))["legal"]
    assert (await ida.post(f"{path}/preview", {"actions": [legal[0]]}))["view"]["seat"] == seat
    monkeypatch.setattr(app.state.services.advice.allowance, "lack", lambda _: 7.0)
    assert await ida.refused("POST", f"{path}/answer", {"action": legal[0]}) == (429, "thought_enough")


@pytest.mark.parametrize("game", TESTED)
def test_choices_at_the_position_of_a_puzzle_are_judged_as_the_puzzle_judges_them(game: str) -> None:
    puzzle = max((puzzle for puzzle in shipped(game) if len(puzzle.moments) == 1), key=clearness)
    record = Record(puzzle.view.game, position=table_of(puzzle.view).position())
    right = judge_decision(record, puzzle.seat, puzzle.solution[0], simulations=3000)[1]
    assert (right.right, right.solved, right.line[0]) == (True, True, puzzle.solution[0])
    worst = min(puzzle.moments[0].wrong, key=lambda answer: answer.chance)
    moment, wrong = judge_decision(record, puzzle.seat, worst.action, simulations=3000)
    assert (wrong.right, wrong.solved, wrong.expected) == (False, False, False)
    assert wrong.best == moment.right[0].chance > wrong.chance
