"""Puzzles on the server: told without what solves them, answered one by one, and judged by search where they say nothing."""

from __future__ import annotations

import datetime
import json

import pytest
from fastapi import FastAPI

from kingdoms.bots.strength import Strength
from kingdoms.core.registry import game_names
from kingdoms.puzzles import solving
from kingdoms.puzzles.daily import puzzle_of_day
from kingdoms.puzzles.files import shipped, summaries
from kingdoms.puzzles.rating import duel
from kingdoms.puzzles.solving import Attempt
from kingdoms.server.puzzles import routes as puzzle_routes
from kingdoms.server.ratings.puzzles import record_attempt
from kingdoms.table.answers import puzzles
from tests.support.clients.http import Browser

GAMES = [name for name in game_names() if shipped(name)]


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """One kind of database: none of this depends on it."""
    return sqlite_url


async def test_they_are_listed_by_page_game_theme_and_name(eve: Browser) -> None:
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


async def test_the_puzzle_of_the_day_is_one_of_them(eve: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.parametrize("game", GAMES)
async def test_a_puzzle_is_sent_without_its_solution_and_secrets(game: str, eve: Browser) -> None:
    puzzle = shipped(game)[0]
    answer = await eve.get(f"/puzzles/{puzzle.name}")
    assert set(answer) == {
        "name",
        "game",
        "seats",
        "seat",
        "theme",
        "title",
        "difficulty",
        "steps",
        "origin",
        "moment",
        "number",
        "rating",
    }
    assert answer["moment"]["view"]["seat"] == puzzle.seat
    assert answer["moment"]["ask"]["seat"] == puzzle.seat
    assert len(answer["moment"]["ask"]["choices"]) >= 3
    for seat, dynasty in answer["moment"]["view"].get("dynasties", {}).items():
        assert (dynasty["hand"] is None) == (seat != puzzle.seat)
    assert "chance" not in json.dumps(answer["origin"])


@pytest.mark.parametrize("game", GAMES)
async def test_the_solution_solves_it_step_by_step(game: str, eve: Browser) -> None:
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


@pytest.mark.parametrize("game", GAMES)
async def test_a_wrong_answer_has_a_reason_that_keeps_the_solution(game: str, eve: Browser) -> None:
    for puzzle in shipped(game)[::10]:
        right = {answer.action for answer in puzzle.moments[0].right}
        for wrong in puzzle.moments[0].wrong:
            answer = await eve.post(f"/puzzles/{puzzle.name}/answer", {"action": wrong.action})
            assert not answer["right"]
            assert answer["best"] - answer["chance"] > 0.1 / len(puzzle.view.seats)
            assert answer["next"] is None
            assert answer["why"]["said"][0]["text"]
            assert answer["steps"][0]["action"] == wrong.action
            own = [step["action"] for step in answer["steps"] if step["by"] == puzzle.seat]
            assert not right & set(own)


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


@pytest.mark.parametrize("game", GAMES)
async def test_actions_are_tried_out_and_explained_as_at_a_table(game: str, eve: Browser) -> None:
    puzzle = shipped(game)[0]
    preview = await eve.post(f"/puzzles/{puzzle.name}/preview", {"actions": [puzzle.solution[0]]})
    assert preview["view"]["seat"] == puzzle.seat
    legal = await eve.post(f"/puzzles/{puzzle.name}/explain", {"action": puzzle.solution[0]})
    assert legal["legal"]
    game_of = puzzle.view.game
    illegal = next(
        text
        for text in map(game_of.action_to_string, game_of.action_space(1))
        if Attempt(puzzle).table.refusal(text) is not None
    )
    refused = await eve.post(f"/puzzles/{puzzle.name}/explain", {"action": illegal})
    assert not refused["legal"]
    assert refused["clause"]
    status, _ = await eve.refused("POST", f"/puzzles/{puzzle.name}/preview", {"actions": [illegal]})
    assert status == 422


async def test_bad_requests_are_refused(eve: Browser) -> None:
    puzzle = shipped(GAMES[0])[0]
    path = f"/puzzles/{puzzle.name}"
    assert await eve.refused("GET", "/puzzles/nobody-1-2") == (404, "no_puzzle")
    assert (await eve.refused("POST", f"{path}/answer", {"action": "fly away"}))[0] == 422
    assert (await eve.refused("POST", f"{path}/answer", {}))[0] == 422
    assert (await eve.refused("POST", f"{path}/answer", {"action": "end", "more": 1}))[0] == 422
    assert await eve.refused("POST", "/puzzles/rate", {"puzzle": "nobody-1-2", "solved": True}) == (404, "no_puzzle")
    assert await eve.refused("POST", "/puzzles/next", {"game": "chess"}) == (404, "unknown_game")
    for wrong_rating in ({"rating": 1e9}, {"spread": 0}, {"rating": "high"}):
        assert (await eve.refused("POST", "/puzzles/next", {"rating": wrong_rating}))[0] == 422
    assert (await eve.refused("POST", "/puzzles/next", {"attempted": ["x"] * 5001}))[0] == 422
    wrong = puzzle.moments[0].wrong[0].action
    assert await eve.refused("POST", f"{path}/answer", {"played": [wrong], "action": "end"}) == (409, "not_so_far")
