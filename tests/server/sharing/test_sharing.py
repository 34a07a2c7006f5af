"""Shared positions on the server: analysis boards, their search, the texts of games, and link previews."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fastapi import FastAPI

import kingdoms
from kingdoms import Random, State, position_text, read_position_text
from kingdoms.core.registry import game_class
from kingdoms.search import Limits
from kingdoms.server.http.static import BuiltClient
from kingdoms.table.advice import searching
from kingdoms.table.advice.searching import SearchStrength
from kingdoms.table.base.packing import pack
from kingdoms.testing import random_action
from tests.support.clients.http import Browser, Json, shared_game
from tests.support.games.sample_game import ONE, begins
from tests.support.games.tested_games import SAMPLE, TESTED

pytestmark = pytest.mark.sqlite

SECRETIVE = next(name for name in TESTED if game_class(name).has_secrets)


def state_to_decide(name: str, least: int = 25) -> State:
    """Return a state in which a seat is to move."""
    state, rng = kingdoms.load_game(name, 2).new_initial_state(), Random(2)
    for _ in range(least):
        state.apply_action(random_action(state, rng))
    while state.current_player() < 0:
        state.apply_action(random_action(state, rng))
    return state


@pytest.mark.parametrize("name", TESTED)
async def test_a_board_is_played_on_and_explained_and_each_position_has_a_text(name: str, eve: Browser) -> None:
    state = state_to_decide(name)
    text = position_text(state, state.to_move)
    board = await eve.post("/positions", {"text": text})
    assert (board["text"], board["seat"], board["steps"]) == (text, state.to_move, [])
    assert board["guessed"] == game_class(name).has_secrets
    legal = [state.game.action_to_string(action) for action in state.legal_actions()]
    assert [choice["action"] for choice in board["ask"]["choices"]] == legal
    actions: list[str] = []
    for _ in range(4):
        actions.append(board["ask"]["choices"][-1]["action"])
        board = await eve.post("/positions", {"text": text, "actions": actions})
        assert board == await eve.post("/positions", {"text": text, "actions": actions})
        assert board["steps"][len(actions) - 1]["events"]
        actions = [step["action"] for step in board["steps"]]
        assert board["view"]["to_move"] != "chance"
        reopened = await eve.post("/positions", {"text": board["text"]})
        assert (reopened["view"], reopened["seat"]) == (board["view"], board["seat"])
        if board["ask"] is None:  # the bag was dealt so small that the game is over
            break
    preview = await eve.post("/positions/preview", {"text": text, "trial": legal[:1]})
    assert preview["view"]["seat"] == state.to_move
    assert (await eve.post("/positions/explain", {"text": text, "action": legal[0]}))["legal"]
    illegal = next(candidate for candidate in state.game.action_space(1) if candidate not in state.legal_actions())
    wrong = state.game.action_to_string(illegal)
    assert not (await eve.post("/positions/explain", {"text": text, "action": wrong}))["legal"]
    assert (await eve.refused("POST", "/positions", {"text": text, "actions": [wrong]}))[0] == 422


async def test_an_onlookers_view_is_shown_unchanged_and_resampled_for_play(eve: Browser) -> None:
    state = state_to_decide(SECRETIVE)
    text = position_text(state)
    board = await eve.post("/positions", {"text": text})
    assert (board["seat"], board["ask"], board["view"]["seat"]) == (None, None, None)
    board = await eve.post("/positions", {"text": text, "on": True})
    assert board["seat"] == board["ask"]["seat"] == state.to_move
    assert await eve.refused("GET", f"/positions/{text}/analysis") == (409, "secrets")
    opponent = next(seat for seat in state.game.seats if seat != state.to_move)
    answer = await eve.http.get(f"/api/positions/{position_text(state, opponent)}/analysis")
    assert [json.loads(line)["options"] for line in answer.text.splitlines() if line][-1] == [], (
        "who sees nothing is not advised"
    )


def roots(state: State) -> dict[str, Json]:
    """Return the bodies of the three kinds of boards, the last two of which show the state itself."""
    record = kingdoms.Record(state.game)
    rng = Random(2)
    while record.state != state:
        record.apply(random_action(record.state, rng))
    new = {"game": state.game.name, "seats": list(state.game.seats), "rulings": dict(state.game.rulings)}
    return {
        "text": {"text": position_text(state, state.to_move)},
        "new": {"new": new, "actions": [entry.action for entry in record.entries]},
        "position": {"position": state.position()},
    }


@pytest.mark.parametrize("name", TESTED)
async def test_a_board_of_any_root_is_seen_by_each_seat_and_openly(name: str, eve: Browser) -> None:
    state = state_to_decide(name)
    to_move, others = state.to_move, [seat for seat in state.game.seats if seat != state.to_move]
    for kind, body in roots(state).items():
        board = await eve.post("/positions", body)
        assert (board["seat"], board["ask"]["seat"], board["text"]) == (to_move, to_move, position_text(state, to_move))
        assert board["guessed"] == (kind == "text" and name == SECRETIVE)
        for seat in others:
            board = await eve.post("/positions", body | {"seat": seat})
            assert (board["view"]["seat"], board["ask"]) == (seat, None)
            assert kind == "text" or board["text"] == position_text(state, seat)
        board = await eve.post("/positions", body | {"seat": None, "after": len(body.get("actions", []))})
        assert (board["open"], board["ask"]["seat"], board["steps"]) == (True, to_move, [])
        if kind == "position":
            assert board["view"] == json.loads(pack(state.game.open_view(state, to_move).facts()))


async def test_chance_is_played_by_itself_or_by_hand(eve: Browser) -> None:
    body: Json = {"new": {"game": SECRETIVE, "players": 2}}
    board = await eve.post("/positions", body | {"draw": False})
    assert (board["steps"], len(board["draws"])) == ([], 2)
    for drawn in board["draws"]:
        chosen = await eve.post("/positions", body | {"actions": [drawn["action"]], "draw": False})
        assert [step["action"] for step in chosen["steps"]] == [drawn["action"]]
        assert chosen["draws"], "hands are drawn next"
    board = await eve.post("/positions", body | {"on": True})
    assert (board["draws"], board["ask"]["seat"]) == ([], board["seat"])
    for step in board["steps"]:
        assert step["by"] == "chance"
        assert step["action"] in [draw["action"] for draw in step["draws"]]


@pytest.mark.parametrize("name", TESTED)
async def test_a_board_is_searched_and_each_level_says_what_it_would_do(
    name: str, eve: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search uses only what its seat knows."""
    few = SearchStrength(Limits(simulations=24, seconds=60.0), Limits(simulations=4))
    monkeypatch.setattr(searching, "STRENGTHS", {"quick": few, "thorough": few})
    state = state_to_decide(name)
    legal = [state.game.action_to_string(action) for action in state.legal_actions()]
    boards = [(body, await eve.http.post("/api/positions/analysis", json=body)) for body in roots(state).values()]
    body = boards[-1][0]
    shared = await eve.http.get(f"/api/positions/{position_text(state, state.to_move)}/analysis")
    for root, answer in [*boards, ({}, shared)]:
        last = json.loads(answer.text.splitlines()[-1])
        assert (last["ended"], last["number"]) == ("done", len(root.get("actions", [])))
        assert last["options"][0]["action"] in legal
        assert abs(sum(last["chances"].values()) - 1) < 0.01
    opponent = next(seat for seat in state.game.seats if seat != state.to_move)
    answer = await eve.http.post("/api/positions/analysis", json=body | {"seat": opponent})
    assert bool(json.loads(answer.text.splitlines()[-1])["options"]) is not state.game.has_secrets
    answer = await eve.http.post("/api/positions/levels", json=body)
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert [line["level"] for line in lines] == [*range(1, len(lines) + 1)]
    assert {line["action"] for line in lines} <= set(legal)
    assert lines[-1]["ended"] in ("done", "spent")


async def test_a_bad_root_text_or_action_is_refused_with_a_reason_and_its_place(eve: Browser) -> None:
    position = state_to_decide(SAMPLE).position()
    wrong: list[Json] = [{}, {"position": position, "new": {"game": SAMPLE, "players": 2}}]
    for body in wrong:
        assert await eve.refused("POST", "/positions", body) == (422, "invalid")
    for body, code in (
        ({"position": position | {"phase": "nap"}}, "position"),
        ({"new": {"game": "chess", "players": 2}}, "unknown_game"),
        ({"new": {"game": SAMPLE, "players": 9}}, "seats"),
        ({"position": position, "seat": "nobody"}, "seats"),
        ({"position": position, "actions": ["a"] * 2001}, "invalid"),
    ):
        assert await eve.refused("POST", "/positions", body) == (422, code), body
    begun = {"new": {"game": SAMPLE, "players": 2}, "actions": [begins(ONE), "dance"]}
    answer = await eve.http.post("/api/positions", json=begun)
    assert (answer.status_code, answer.json()["at"]) == (422, 1)
    assert await eve.refused("POST", "/positions/levels", {"new": {"game": SAMPLE, "players": 2}}) == (409, "no_seat")
    text = position_text(state_to_decide(SAMPLE))
    for bad in (text[:-1], "nonsense", text.replace("1~", "7~", 1)):
        assert await eve.refused("POST", "/positions", {"text": bad}) == (422, "position")
        for path in ("analysis", "board.png"):
            assert await eve.refused("GET", f"/positions/{bad}/{path}") == (422, "position")
    for bad, code in (("1~chess~abc~00000000", "unknown_game"), ("1~" + "a" * 10_000, "invalid")):
        assert await eve.refused("POST", "/positions", {"text": bad}) == (422, code)


async def game_of_twenty_entries(eve: Browser, name: str) -> Json:
    """Create a game at one screen, which has gone on for a while."""
    seats = kingdoms.load_game(name, 2).seats
    record, rng = kingdoms.Record(kingdoms.load_game(name, 2)), Random(1)
    while len(record.entries) < 20:
        record.apply(random_action(record.state, rng))
    seat_requests = [{"seat": seats[0], "kind": "me"}, {"seat": seats[1], "kind": "shared", "name": "Bob"}]
    game: Json = await eve.post("/games", {"record": "\n".join(record.lines()), "seats": seat_requests}, status=201)
    return game


@pytest.mark.parametrize("name", TESTED)
async def test_the_text_of_a_game_holds_what_an_onlooker_sees_and_at_the_end_what_the_seat_to_move_saw(
    name: str, eve: Browser
) -> None:
    game = await game_of_twenty_entries(eve, name)
    path, seats = f"/games/{game['id']}", [seat["seat"] for seat in game["seats"]]
    for number in (3, 20):
        view = read_position_text((await eve.get(f"{path}/position", number=number))["text"])
        assert view.seat is None
        assert view.to_move == (await eve.get(f"{path}/view", number=number))["view"]["to_move"]
    assert await eve.refused("GET", f"{path}/position", number=21) == (404, "no_number")
    await eve.post(f"{path}/seats/{seats[0]}/resign")
    viewers = set()
    for number in range(21):
        view = read_position_text((await eve.get(f"{path}/position", number=number))["text"])
        assert view.seat == (view.to_move if view.to_move in seats and view.game.has_secrets else None)
        viewers.add(view.seat)
    assert bool(viewers - {None}) == (name == SECRETIVE)


async def test_a_game_between_people_has_no_texts_where_they_get_no_advice(ida: Browser, bob: Browser) -> None:
    game_id = await shared_game(ida, bob)
    assert await ida.refused("GET", f"/games/{game_id}/position") == (403, "no_advice")
    await ida.post(f"/games/{game_id}/seats/{ONE}/resign")
    assert read_position_text((await ida.get(f"/games/{game_id}/position"))["text"])


async def test_a_link_preview_describes_the_game_and_has_a_picture(app: FastAPI, eve: Browser, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="the extra png is not installed")
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("<html><head><title>built</title></head></html>")
    app.state.client = BuiltClient(tmp_path / "page")
    state = state_to_decide(SAMPLE)
    text = position_text(state)
    page = await eve.http.get(f"/p/{text}")
    assert f'content="A position in {state.game.title}"' in page.text
    assert state.view(None).question.split(":")[0] in page.text
    assert f"/p/{text}" in page.text
    assert (await eve.http.get(f"/api/positions/{text}/board.png")).content.startswith(b"\x89PNG")
    for bad in ("nonsense", f"{text[:-1]}%22%3E"):
        bad_page = await eve.http.get(f"/p/{bad}")
        assert bad_page.status_code == 200
        assert "og:title" not in bad_page.text
