"""A database that an earlier server has written opens, and its games go on."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playing import Browser, eventually
from serving import MakeSettings

from kingdoms.server.admin import check
from kingdoms.server.app import create_app
from kingdoms.server.database import open_database
from kingdoms.server.settings import sqlite_file

OLD = Path(__file__).parent / "old"
GAMES: dict[str, dict[str, Any]] = json.loads((OLD / "before_rooms.json").read_text())


@pytest.fixture
def old_url(empty_sqlite_url: str) -> str:
    """The URL of a copy of the old database."""
    with closing(sqlite3.connect(sqlite_file(empty_sqlite_url))) as connection:
        connection.executescript((OLD / "before_rooms.sql").read_text())
    return empty_sqlite_url


async def test_every_old_game_is_whole(old_url: str, tmp_path: Path) -> None:
    async with open_database(old_url) as database:
        notes = check.Notes(tmp_path / "notes")
        found = {each.id: each async for each in check.check(database, notes)}
    assert {game_id: each.fault for game_id, each in found.items()} == {game["id"]: None for game in GAMES.values()}
    assert {game_id: each.entries for game_id, each in found.items()} == {game["id"]: game["number"] for game in GAMES.values()}


@pytest.fixture
def old_time(old_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Continue at the time at which the old database was written; its clocks have run out since."""
    with closing(sqlite3.connect(sqlite_file(old_url))) as connection:
        (written,) = connection.execute("SELECT max(moved) FROM games").fetchone()
    clock, began = time.time, time.time()
    monkeypatch.setattr(time, "time", lambda: written + clock() - began)


async def test_old_games_stand_where_they_stood_and_go_on(old_url: str, old_time: None, make_settings: MakeSettings) -> None:
    app = create_app(make_settings(database=old_url))
    async with app.router.lifespan_context(app), Browser(app) as eve:
        for name, game in GAMES.items():
            live = await app.state.games.get(game["id"])
            assert live.state_at(game["number"]).position() == game["position"], name
            assert (live.header.status, live.to_move) == (game["status"], game["to_move"]), name
        running = (await eve.get(f"/games/{GAMES['running']['id']}"))["proposal"]
        assert (running["kind"], running["status"]) == ("end", "open")
        record = await eve.send("GET", f"/games/{GAMES['finished']['id']}/record")
        assert len(record.text.splitlines()) > GAMES["finished"]["number"] / 2

        lobby = GAMES["lobby"]["id"]
        await eve.post(f"/games/{lobby}/seats/S/join")
        live = await app.state.games.get(lobby)
        await eventually(lambda: asyncio.sleep(0, live.number > 0))
        assert live.header.status == "playing"
