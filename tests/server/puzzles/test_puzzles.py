"""Puzzles, told without what solves them and judged by search where they say nothing, and mistakes of one's own games."""

from __future__ import annotations

import datetime
import json
from typing import Any

import orjson
import pytest
from fastapi import FastAPI

from kingdoms.bots.strength import Strength
from kingdoms.core.record import Record
from kingdoms.core.registry import game_names
from kingdoms.puzzles import solving
from kingdoms.puzzles.choosing import clearness
from kingdoms.puzzles.daily import puzzle_of_day
from kingdoms.puzzles.files import shipped, summaries
from kingdoms.puzzles.mistakes import judge_decision, table_of
from kingdoms.puzzles.puzzle import Moment
from kingdoms.puzzles.rating import duel
from kingdoms.puzzles.solving import Attempt, Verdict
from kingdoms.server.puzzles import routes as puzzle_routes
from kingdoms.server.ratings.puzzles import record_attempt
from kingdoms.table.advice.searching import judge_choice
from kingdoms.table.advice.thinking import GameMoment
from kingdoms.table.answers import puzzles
from kingdoms.table.base.packing import pack
from kingdoms.table.game import messages
from kingdoms.table.game.live import LiveGame
from tests.support.clients.http import Browser
from tests.support.games.sample_game import limited, seats
from tests.support.games.tested_games import TESTED

pytestmark = pytest.mark.sqlite

GAMES = [name for name in game_names() if shipped(name)]


async def test_they_are_listed_by_page_game_theme_and_name_and_one_is_of_the_day(
    eve: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = list(summaries().values())
    first = await eve.get("/puzzles", limit=7)
    assert first["total"] == len(everything)
    assert sum(theme["count"] for theme in first["themes"]) == len(everything)
    last = await eve.get("/puzzles", limit=7, offset=len(everything) - 3)
    assert [entry["name"] for entry in [*first["puzzles"], *last["puzzles"]]] == [
        summary.name for summary in [*everything[:7], *everything[-3:]]
    ]
    for game in GAMES:
        own = await eve.get("/puzzles", game=game, limit=3)
        assert own["puzzles"] == [summary.to_json() for summary in everything if summary.game == game][:3]
        for count in own["themes"]:
            page = await eve.get("/puzzles", game=game, theme=count["theme"], seats=2)
            assert page["total"] <= count["count"]
            assert {(entry["title"], len(entry["seats"])) for entry in page["puzzles"]} <= {(count["title"], 2)}
    names = [everything[-1].name, everything[0].name]
    assert {entry["name"] for entry in (await eve.get("/puzzles", name=[*names, "gone-1-2"]))["puzzles"]} == set(names)
    assert await eve.refused("GET", "/puzzles", game="chess") == (404, "unknown_game")
    for wrong in ({"limit": 101}, {"offset": -1}, {"seats": 9}):
        assert (await eve.refused("GET", "/puzzles", **wrong))[0] == 422
    monkeypatch.setattr(puzzle_routes, "today", lambda: datetime.date(2026, 11, 27))
    puzzle = puzzle_of_day(datetime.date(2026, 11, 27))
    assert puzzle is not None
    assert await eve.get("/puzzles/today") == {"date": "2026-11-27", "puzzle": summaries()[puzzle.name].to_json()}


async def test_a_solver_is_rated_and_gets_what_fits(eve: Browser, app: FastAPI) -> None:
    everything = summaries()
    name = max(everything, key=lambda key: everything[key].strength.rating)
    start = {"rating": 25.0, "spread": 25 / 3}
    won, lost = [
        await eve.post("/puzzles/rate", {"rating": start, "puzzle": name, "solved": solved}) for solved in (True, False)
    ]
    assert won["points"] > 1000 > lost["points"]
    assert won["rating"] == duel(Strength(), everything[name].strength, solved=True)[0]._asdict()
    assert won["spread_points"] < round(40 * start["spread"])
    assert await eve.post("/puzzles/rate", {"puzzle": name, "solved": True}) == won, "a new solver has the initial rating"

    game = everything[name].game
    own = [key for key, summary in everything.items() if summary.game == game]
    attempted = own[3:]
    for left in (3, 2, 1, 0):
        answer = await eve.post("/puzzles/next", {"rating": won["rating"], "attempted": attempted, "game": game, "seed": 3})
        assert answer["left"] == left
        assert (answer["puzzle"] is None) == (left == 0)
        attempted += [answer["puzzle"]["name"]] if answer["puzzle"] else []
    assert sorted(attempted) == sorted(own)
    fitting = (await eve.post("/puzzles/next", {"rating": won["rating"], "game": game, "seed": 3}))["puzzle"]["name"]

    moved = everything[fitting].strength
    async with app.state.services.games.database.engine.begin() as connection:
        for _ in range(60):  # a crowd of cheats
            await record_attempt(connection, fitting, Strength(-100.0, 8.0), solved=True)
        assert await record_attempt(connection, "gone-1-2", Strength(), solved=True) is None
    (entry,) = (await eve.get("/puzzles", name=fitting))["puzzles"]
    assert entry["rating"] == moved.points - 200
    again = await eve.post("/puzzles/next", {"rating": won["rating"], "game": game, "seed": 3})
    assert again["puzzle"]["name"] != fitting


FIELDS = "name game seats seat theme title difficulty steps origin moment number rating"


@pytest.mark.parametrize("game", GAMES)
async def test_a_puzzle_is_sent_without_its_solution_and_secrets_and_tried_out_as_at_a_table(game: str, eve: Browser) -> None:
    puzzle = shipped(game)[0]
    path, solution, rules = f"/puzzles/{puzzle.name}", puzzle.solution[0], puzzle.view.game
    answer = await eve.get(path)
    assert set(answer) == set(FIELDS.split())
    assert answer["moment"]["view"]["seat"] == answer["moment"]["ask"]["seat"] == puzzle.seat
    assert len(answer["moment"]["ask"]["choices"]) >= 3
    for seat, dynasty in answer["moment"]["view"].get("dynasties", {}).items():
        assert (dynasty["hand"] is None) == (seat != puzzle.seat)
    assert "chance" not in json.dumps(answer["origin"])
    assert (await eve.post(f"{path}/preview", {"actions": [solution]}))["view"]["seat"] == puzzle.seat
    assert (await eve.post(f"{path}/explain", {"action": solution}))["legal"]
    table, actions = Attempt(puzzle).table, map(rules.action_to_string, rules.action_space(1))
    illegal = next(action for action in actions if table.refusal(action) is not None)
    refused = await eve.post(f"{path}/explain", {"action": illegal})
    assert (refused["legal"], bool(refused["clause"])) == (False, True)
    assert (await eve.refused("POST", f"{path}/preview", {"actions": [illegal]}))[0] == 422


@pytest.mark.parametrize("game", GAMES)
async def test_the_solution_solves_it_step_by_step_and_a_wrong_answer_has_a_reason_that_keeps_it(
    game: str, eve: Browser
) -> None:
    puzzle = max(shipped(game), key=lambda candidate: len(candidate.solution))
    played: list[str] = []
    for action in puzzle.solution:
        answer = await eve.post(f"/puzzles/{puzzle.name}/answer", {"played": played, "action": action})
        played.append(action)
        assert answer["right"]
        assert answer["solved"] == (len(played) == len(puzzle.solution))
        assert (answer["next"] is None) == answer["solved"]
        assert answer["steps"][0]["by"] == puzzle.seat
        assert answer["steps"][0]["events"][0]["text"]
        assert answer["why"]["kind"] in ("brings", "leads", "may", "averts", "differs")
        assert answer["why"]["said"][0]["text"]
        assert answer["move"]["text"]
    assert await eve.refused("POST", f"/puzzles/{puzzle.name}/solution", {"played": played}) == (409, "solved")
    right = {answer.action for answer in puzzle.moments[0].right}
    for wrong in puzzle.moments[0].wrong:
        answer = await eve.post(f"/puzzles/{puzzle.name}/answer", {"action": wrong.action})
        assert (answer["right"], answer["next"]) == (False, None)
        assert answer["best"] - answer["chance"] > 0.1 / len(puzzle.view.seats)
        assert answer["why"]["said"][0]["text"]
        assert answer["steps"][0]["action"] == wrong.action
        assert not right & {step["action"] for step in answer["steps"] if step["by"] == puzzle.seat}


@pytest.mark.parametrize("game", GAMES)
async def test_an_unlisted_answer_to_a_puzzle_is_searched(
    game: str, eve: Browser, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That costs thinking time."""
    puzzle = shipped(game)[0]
    attempt = Attempt(puzzle)
    texts = map(attempt.table.game.action_to_string, attempt.table.legal_actions())
    unlisted = next(text for text in texts if not attempt.is_known(text))

    async def solve(_patience: float, _question: object, name: str, played: list[str], action: str) -> solving.Verdict:
        assert (name, list(played), action) == (puzzle.name, [], unlisted)
        return Attempt(puzzle).answer(action, 20)

    monkeypatch.setattr("kingdoms.server.bots.processes.Pool.ask", lambda _pool, _account, *values: solve(*values))
    answer = await eve.post(f"/puzzles/{puzzle.name}/answer", {"action": unlisted})
    assert 0 <= answer["chance"] <= answer["best"]
    assert answer["steps"][0]["action"] == unlisted
    assert puzzles.judge(puzzle.name, (), puzzle.solution[0]).right, "in the process of a search"
    monkeypatch.setattr(app.state.services.advice.allowance, "lack", lambda _: 7.0)
    answer = await eve.refused("POST", f"/puzzles/{puzzle.name}/answer", {"action": unlisted})
    assert answer == (429, "thought_enough")
    assert (await eve.post(f"/puzzles/{puzzle.name}/answer", {"action": puzzle.solution[0]}))["right"]


async def test_bad_requests_are_refused(eve: Browser) -> None:
    puzzle = shipped(GAMES[0])[0]
    path = f"/puzzles/{puzzle.name}"
    assert await eve.refused("GET", "/puzzles/nobody-1-2") == (404, "no_puzzle")
    for answer in ({"action": "fly away"}, {}, {"action": "end", "more": 1}):
        assert (await eve.refused("POST", f"{path}/answer", answer))[0] == 422
    assert await eve.refused("POST", "/puzzles/rate", {"puzzle": "nobody-1-2", "solved": True}) == (404, "no_puzzle")
    assert await eve.refused("POST", "/puzzles/next", {"game": "chess"}) == (404, "unknown_game")
    ratings: tuple[dict[str, object], ...] = ({"rating": 1e9}, {"spread": 0}, {"rating": "high"})
    for body in (*({"rating": rating} for rating in ratings), {"attempted": ["x"] * 5001}):
        assert (await eve.refused("POST", "/puzzles/next", body))[0] == 422
    wrong = puzzle.moments[0].wrong[0].action
    assert await eve.refused("POST", f"{path}/answer", {"played": [wrong], "action": "end"}) == (409, "not_so_far")


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
