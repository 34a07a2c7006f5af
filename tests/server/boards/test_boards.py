"""Boards that are kept and shared: trees as records, keys, what is written by several people, and who hears of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import func, select

import kingdoms
from kingdoms import GameTree, Random, Record
from kingdoms.core.entry import Mark
from kingdoms.core.registry import game_class
from kingdoms.export.position_text import position_text, record_of_text
from kingdoms.server.app.services import Services
from kingdoms.server.boards import service
from kingdoms.server.database.tables import BoardNodeRow, BoardRow
from kingdoms.server.people import moving
from kingdoms.testing import random_action
from tests.support.clients.authenticator import add_passkey
from tests.support.clients.http import Browser, Json, at_a_port
from tests.support.games.sample_game import REFUSED, STEPS, opening
from tests.support.games.tested_games import SAMPLE, TESTED, random_record
from tests.support.suite.timeouts import SOON

ROOT: Json = {"position": opening().position()}


async def send(browser: Browser, method: str, path: str, body: Any = None, key: str | None = None) -> httpx.Response:
    """Send a request with the key of a link."""
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    return await browser.http.request(method, f"/api{path}", json=body, headers=headers)


def code(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    return answer.status_code, answer.json()["error"]["code"]


def node(name: str, parent: str | None = None, action: str = STEPS[0], **more: Any) -> Json:
    return {"id": name, "parent": parent, "action": action} | more


async def kept(ida: Browser, *nodes: Json, **more: Any) -> tuple[str, str]:
    """Let Ida keep a board; return its path, and the key by which others may look."""
    await add_passkey(ida)
    body = {"title": "After the storm", "root": ROOT, "tree": {"nodes": nodes, "comment": "See here."} | more}
    board = await ida.post("/boards", body, status=201)
    return f"/boards/{board['id']}", board["key"]


async def edit_key(ida: Browser, path: str) -> str:
    return str((await ida.ask("PUT", path, {"edit": True}))["edit_key"])


# -- trees and records --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begins", ["new", "position", "text"])
@pytest.mark.parametrize("name", TESTED)
async def test_a_record_becomes_a_tree_and_a_record_again(name: str, begins: str, sqlite_app: FastAPI) -> None:
    tree = GameTree(random_record(kingdoms.load_game(name, 2), 20))
    state = tree.to_record().state
    if begins == "position":
        tree = GameTree(Record(state.game, position=state.position()))
    elif begins == "text":
        tree = GameTree(record_of_text(position_text(state, state.to_move)))
    for seed in range(12):
        parent = [tree.root, *tree.nodes()][seed]
        state = tree.state(parent)
        added = tree.add(parent, state.game.action_to_string(random_action(state, Random(seed))))
        added.comment, added.marks = f"Line {seed}.", (Mark("!?"), Mark(at="x"), Mark(at="x", to="y", colour="blue"))
    tree.root.comment = "All of it."
    record = tree.to_record()
    if "time" in record.game.record_calls:
        record.call("time")
    lines = record.lines()
    async with Browser(sqlite_app) as eve:
        board = await eve.post("/records/tree", {"record": "\n".join(lines)})
        assert list(board["root"]) == [begins if begins != "text" or state.game.has_secrets else "position"]
        answer = await eve.http.post("/api/positions/record", json=board)
        played = [n["action"] for n in board["tree"]["nodes"]][: len(record.entries)]
        shown = await eve.post("/positions", board["root"] | {"actions": played, "draw": False})
        assert shown["view"]["to_move"] == record.state.to_move
    assert answer.text.splitlines()[1:] == lines[1:]
    header, again = json.loads(lines[0]), json.loads(answer.text.splitlines()[0])
    assert {**header, "players": {}, "seed": None, "started": ""} == {**again, "started": ""}


async def test_a_faulty_tree_or_record_is_refused_with_its_place(eve: Browser) -> None:
    cases: list[tuple[list[Json], str, str | None]] = [
        ([node("a"), node("b", "a", "dance")], "notation", "b"),
        ([node("a", action=REFUSED[0])], "", "a"),
        ([node("a"), node("b", "z")], "no_parent", None),
        ([node("a", "b"), node("b", "a")], "no_parent", None),
        ([node("a"), node("a")], "node_twice", None),
        ([node("a", comment="\0")], "record", "a"),
        ([node("a", action="call rain")], "unknown_call", "a"),
        ([node("a", marks=["so-so"])], "invalid", None),
    ]
    for nodes, says, at in cases:
        answer = await eve.http.post("/api/positions/record", json={"root": ROOT, "tree": {"nodes": nodes}})
        assert answer.status_code == 422, answer.text
        assert (answer.json()["error"]["code"] == says or not says, answer.json().get("node")) == (True, at), nodes
    assert await eve.refused("POST", "/records/tree", {"record": "{}"}) == (422, "record")
    assert await eve.refused("POST", "/records/tree", {"record": ""}) == (422, "record")


# -- keys -----------------------------------------------------------------------------------------------------------------


async def test_only_the_owner_and_those_with_a_key_see_or_change_a_board(ida: Browser, bob: Browser, eve: Browser) -> None:
    assert await eve.refused("POST", "/boards", {"title": "x", "root": ROOT, "tree": {}}) == (403, "sign_in")
    path, key = await kept(ida, node("a", comment="a secret idea"))
    (listed,) = (await ida.get("/boards"))["boards"]
    assert (listed["title"], listed["game"], listed["nodes"], listed["key"]) == ("After the storm", SAMPLE, 1, key)
    write = {"nodes": [node("b", "a", STEPS[1])]}
    for stranger, wrong in ((eve, None), (bob, "x"), (bob, key[:-1])):
        for method, where, body in (
            ("GET", path, None),
            ("GET", f"{path}/live", None),
            ("POST", f"{path}/nodes", write),
            ("PUT", path, {"title": "mine"}),
            ("DELETE", path, None),
            ("GET", "/boards", None),
        ):
            answer = await send(stranger, method, where, body, wrong)
            assert where == "/boards" or code(answer) == (404, "no_board")
            assert not any(word in answer.text for word in ("secret", "storm", "See here", key))
    board = (await send(bob, "GET", path, key=key)).json()
    assert (board["is_owner"], board["can_edit"], board["nodes"][0]["comment"]) == (False, False, "a secret idea")
    assert code(await send(bob, "POST", f"{path}/nodes", write, key)) == (403, "read_only")
    assert (await ida.get(path))["is_owner"]

    edits = await edit_key(ida, path)
    assert (await send(bob, "POST", f"{path}/nodes", write, edits)).status_code == 200
    for method, body in (("PUT", {"title": "mine"}), ("DELETE", None)):
        assert code(await send(bob, method, path, body, edits)) == (403, "not_your_board")
    changed = await ida.ask("PUT", path, {"look": False, "edit": False, "title": "  Calm "})
    assert (changed["key"], changed["edit_key"]) == (None, None)
    for void in (key, edits):
        assert code(await send(bob, "GET", path, key=void)) == (404, "no_board")
    assert (await ida.get(path))["title"] == "Calm"
    assert (await ida.ask("PUT", path, {"look": True}))["key"] not in (None, key)
    await ida.ask("DELETE", path, status=204)
    assert await ida.refused("GET", path) == (404, "no_board")


# -- writing --------------------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
async def test_the_last_writer_of_a_node_wins_and_nothing_of_others_is_lost(ida: Browser, bob: Browser) -> None:
    path, _ = await kept(ida, node("a"))
    key = await edit_key(ida, path)
    known = (await ida.get(path))["version"]
    first = await ida.post(f"{path}/nodes", {"nodes": [node("b", "a", STEPS[1], comment="mine", marks=["!"])]})
    answer = await send(bob, "POST", f"{path}/nodes", {"nodes": [node("b", "a", STEPS[1], comment="ours", order=2)]}, key)
    board = (await send(bob, "GET", f"{path}?since={known}", key=key)).json()
    assert (first["version"] + 1, answer.json()["version"]) == (board["version"], board["version"])
    (written,) = board["nodes"]
    assert (written["comment"], written["marks"], written["order"]) == ("ours", [], 2)
    assert written["by"] == opening().to_move

    # Ida deletes a node and its child, while Bob adds another child, which stays where it is
    await ida.post(f"{path}/nodes", {"nodes": [node(*n, deleted=True) for n in (("a",), ("b", "a", STEPS[1]))]})
    await send(bob, "POST", f"{path}/nodes", {"nodes": [node("c", "a", STEPS[1], comment="still here")]}, key)
    nodes = {n["id"]: n for n in (await ida.get(path))["nodes"]}
    assert [(n["deleted"], n["comment"]) for _, n in sorted(nodes.items())] == [(True, ""), (True, ""), (False, "still here")]
    assert nodes["c"]["parent"] == "a"
    await ida.post(f"{path}/nodes", {"comment": "", "marks": ["?", {"from": "x", "to": "y"}]})
    board = await ida.get(path, since=(await ida.get(path))["version"])
    assert (board["comment"], board["marks"], board["nodes"]) == ("", ["?", {"from": "x", "to": "y", "colour": "green"}], [])


async def test_only_legal_nodes_are_written_and_all_or_none(ida: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    path, _ = await kept(ida, node("a"))
    cases: list[tuple[Json, tuple[int, str]]] = [
        (node("b", "a", "dance"), (422, "notation")),
        (node("b", "z", STEPS[1]), (422, "no_parent")),
        (node("a", None, STEPS[1]), (409, "node_taken")),
        (node("a", "a", STEPS[0]), (409, "node_taken")),
        (node("good", None, STEPS[0]), (409, "node_taken")),
        (node("b", "b", STEPS[1]), (422, "no_parent")),
        (node("../b"), (422, "invalid")),
        (node("b", comment="x" * 5001), (422, "invalid")),
    ]
    for bad, refusal in cases:
        assert await ida.refused("POST", f"{path}/nodes", {"nodes": [node("good", "a", STEPS[1]), bad]}) == refusal
    assert [n["id"] for n in (await ida.get(path))["nodes"]] == ["a"]
    assert await ida.refused("POST", f"{path}/nodes", {"nodes": [node(f"n{i}") for i in range(201)]}) == (422, "invalid")
    monkeypatch.setattr(service, "MOST_NODES", 2)
    await ida.post(f"{path}/nodes", {"nodes": [node("b", "a", STEPS[1])]})
    assert await ida.refused("POST", f"{path}/nodes", {"nodes": [node("c", "a", STEPS[1])]}) == (409, "board_full")
    monkeypatch.setattr(service, "MOST_TEXT", 20)
    assert await ida.refused("POST", f"{path}/nodes", {"nodes": [node("a", comment="x" * 30)]}) == (409, "board_full")
    monkeypatch.setattr(service, "MOST_BOARDS", 1)
    assert await ida.refused("POST", "/boards", {"title": "x", "root": ROOT, "tree": {}}) == (409, "too_many_boards")


async def test_a_board_of_a_game_with_secrets_grows_with_chance(ida: Browser) -> None:
    name = next(name for name in TESTED if game_class(name).has_secrets)
    await add_passkey(ida)
    root = {"new": {"game": name, "players": 2}}
    board = await ida.post("/boards", {"title": "Open hands", "root": root, "tree": {}}, status=201)
    record = random_record(kingdoms.load_game(name, 2), 30)
    nodes = [node(f"n{i}", f"n{i - 1}" if i else None, str(entry.action)) for i, entry in enumerate(record.entries)]
    await ida.post(f"/boards/{board['id']}/nodes", {"nodes": nodes})
    kept_nodes = sorted((await ida.get(f"/boards/{board['id']}"))["nodes"], key=lambda n: int(n["id"][1:]))
    assert [(n["by"], n["action"]) for n in kept_nodes] == [(entry.by, entry.action) for entry in record.entries]


# -- live -----------------------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def following(url: str, path: str, key: str, since: int = 0) -> AsyncIterator[AsyncIterator[Json]]:
    """Follow a board as a visitor without a cookie; yield its lines."""
    async with Browser(url) as browser, browser.stream(f"{path}/live?since={since}", key) as lines:
        yield (line async for line in lines if line is not None)


async def until(boards: AsyncIterator[Json], name: str) -> Json:
    """Return the first board with a node."""
    async with asyncio.timeout(SOON):
        return await anext(board async for board in boards if name in [n["id"] for n in board["nodes"]])


async def test_others_see_each_change_and_miss_none_while_they_are_away(ida: Browser, address: str, services: Services) -> None:
    path, key = await kept(ida, node("a"))
    async with following(address, path, key) as boards:
        seen = await until(boards, "a")
        await ida.post(f"{path}/nodes", {"nodes": [node("b", "a", STEPS[1])]})
        seen = await until(boards, "b")
        assert [n["id"] for n in seen["nodes"]] == ["b"]
        assert seen["people"] == 1
    await ida.post(f"{path}/nodes", {"nodes": [node("c", "a", STEPS[1])]})
    await ida.post(f"{path}/nodes", {"nodes": [node("b", "a", STEPS[1], deleted=True)]})
    async with following(address, path, key, seen["version"]) as boards:
        seen = await until(boards, "c")
        assert [(n["id"], n["deleted"]) for n in seen["nodes"]] == [("c", False), ("b", True)]
        await ida.ask("PUT", path, {"look": False})
        async with asyncio.timeout(SOON):
            assert [board async for board in boards] == [], "the key is void"
    key = (await ida.ask("PUT", path, {"look": True}))["key"]
    async with following(address, path, key) as boards, asyncio.timeout(SOON):
        await until(boards, "a")
        services.disconnect()
        assert [board async for board in boards if board["nodes"]] == [], "a server that stops waits for nobody"


async def test_changes_travel_between_servers_and_two_people_who_write_at_once_both_write(
    two_servers: tuple[FastAPI, FastAPI],
) -> None:
    async with Browser(two_servers[0]) as ida, Browser(two_servers[1]) as bob, at_a_port(two_servers[1]) as url:
        path, key = await kept(ida, node("a"))
        async with following(url, path, key) as boards:
            await until(boards, "a")
            await ida.post(f"{path}/nodes", {"nodes": [node("b", "a", STEPS[1])]})
            assert [n["id"] for n in (await until(boards, "b"))["nodes"]] == ["b"]
        key = await edit_key(ida, path)
        writes = [
            send(browser, "POST", f"{path}/nodes", {"nodes": [node(f"{name}{i}", "a", STEPS[1]), node("a")]}, key)
            for i in range(10)
            for name, browser in (("ida", ida), ("bob", bob))
        ]
        assert len({answer.json()["version"] for answer in await asyncio.gather(*writes)}) == 20
        assert len((await send(bob, "GET", path, key=key)).json()["nodes"]) == 22


# -- own data ------------------------------------------------------------------------------------------------------------


async def test_boards_are_in_the_own_data_and_are_deleted_with_it(ida: Browser, services: Services) -> None:
    path, _ = await kept(ida, node("a", comment="an idea"))
    data = (await ida.http.get("/api/me/data")).json()
    assert [row["title"] for row in data["boards"]] == ["After the storm"]
    assert [row["comment"] for row in data["board_nodes"]] == ["an idea"]
    database = services.database
    async with database.engine.begin() as connection:
        await moving.forget(connection, ida.visitor_id)
    for table in (BoardRow, BoardNodeRow):
        assert await database.scalar(select(func.count()).select_from(table)) == 0
    assert await ida.refused("GET", path) == (404, "no_board")
