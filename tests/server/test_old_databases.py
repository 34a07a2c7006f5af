"""Databases that earlier servers have written open, and their games go on.

`before_rooms` is of version 0009, `before_outages` of version 0011. The first version's are in `test_migrations.py`.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from administering import Admin
from alembic import command
from itsdangerous import TimestampSigner
from playing import Browser, eventually
from sample import ONE
from serving import MakeSettings, running
from sqlalchemy import JSON, Connection, MetaData, create_engine, insert, select

from kingdoms.server.admin import check
from kingdoms.server.app import create_app
from kingdoms.server.database import Database, alembic_config, open_database
from kingdoms.server.identity import COOKIE
from kingdoms.server.settings import sqlite_file

OLD = Path(__file__).parent / "old"
GAMES: dict[str, dict[str, Any]] = json.loads((OLD / "before_rooms.json").read_text())


@pytest.fixture
def old_url(empty_sqlite_url: str) -> str:
    """The URL of a copy of the older database."""
    restore(sqlite_file(empty_sqlite_url), "before_rooms")
    return empty_sqlite_url


def restore(file: str, name: str) -> None:
    """Write a copy of an old database."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((OLD / f"{name}.sql").read_text())


def copy_rows(connection: Connection, file: str) -> None:
    """Make the tables of the version of a SQLite database, and copy its rows."""
    source = create_engine(f"sqlite:///{file}")
    with source.connect() as old:
        version = old.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()
        command.upgrade(alembic_config(connection), version)
        here, there = MetaData(), MetaData()
        here.reflect(old)
        there.reflect(connection)
        for table in there.sorted_tables:
            if table.name == "alembic_version":
                continue
            for column in table.columns:
                if isinstance(column.type, JSON):
                    column.type.none_as_null = True
            rows = [dict(row._mapping) for row in old.execute(select(here.tables[table.name]))]
            if rows:
                connection.execute(insert(table), rows)
    source.dispose()


@pytest_asyncio.fixture(params=["before_rooms", "before_outages"])
async def any_old_url(request: pytest.FixtureRequest, empty_database_url: str, tmp_path: Path) -> str:
    """The URL of a copy of each old database, on each kind of database."""
    if empty_database_url.startswith("sqlite:"):
        restore(sqlite_file(empty_database_url), request.param)
        return empty_database_url
    restore(str(tmp_path / "old.db"), request.param)
    database = Database(empty_database_url)
    async with database.engine.begin() as connection:
        await connection.run_sync(copy_rows, str(tmp_path / "old.db"))
    await database.close()
    return empty_database_url


def facts_of(any_old_url: str, request: pytest.FixtureRequest) -> dict[str, Any]:
    """Return what is known of the games of an old database."""
    name = request.node.callspec.params["any_old_url"]
    found: dict[str, Any] = json.loads((OLD / f"{name}.json").read_text())
    return found


@pytest.mark.both_databases
async def test_every_game_of_every_old_database_is_whole(
    any_old_url: str, request: pytest.FixtureRequest, make_settings: MakeSettings, tmp_path: Path
) -> None:
    games = {name: game for name, game in facts_of(any_old_url, request).items() if isinstance(game, dict) and "number" in game}
    async with open_database(any_old_url) as database:
        found = {each.id: each async for each in check.check(database, check.Notes(tmp_path / "notes"))}
    for game in games.values():
        assert (found[game["id"]].fault, found[game["id"]].entries) == (None, game["number"])
    app = create_app(make_settings(database=any_old_url, lobby_hours=1_000_000))
    async with app.router.lifespan_context(app):
        for name, game in games.items():
            live = await app.state.games.get(game["id"])
            assert live.state_at(game["number"]).position() == game["position"], name


@pytest.mark.both_databases
@pytest.mark.parametrize("any_old_url", ["before_outages"], indirect=True)
async def test_people_of_an_old_database_are_who_they_were(
    any_old_url: str, request: pytest.FixtureRequest, make_settings: MakeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = facts_of(any_old_url, request)
    settings = make_settings(database=any_old_url, lobby_hours=1_000_000)
    app = create_app(settings)
    at_that_time(monkeypatch, facts)
    async with running(app), Browser(app) as ida, Browser(app) as bob:
        signer = TimestampSigner(app.state.identity.keys.current, salt="kingdoms.visitor", digest_method=hashlib.sha256)
        for browser, name in ((ida, "Ida"), (bob, "Bob")):
            browser.http.cookies.set(COOKIE, signer.sign(facts["visitors"][name]).decode())
            assert await browser.get("/me") == {"name": name}
            assert len((await browser.get("/me/passkeys"))["passkeys"]) == 1
        assert (await ida.get("/me/profile"))["listed"]
        clocked = facts["clocked"]["id"]
        info = await ida.get(f"/games/{clocked}")
        assert (info["status"], info["clocks"]["running"]) == ("playing", ONE)
        assert info["proposal"]["status"] == "open"
        (remark,) = [each for each in (await ida.get(f"/games/{clocked}/talk"))["remarks"] if not each["you"]]
        assert remark["muted"], "a mute is kept, and is no block"
        assert (await ida.get("/me/blocked"))["blocked"] == []
        (case,) = await Admin(settings).lines("reports", "list")
        assert (case["about"], case["talk"][0]["text"]) == (facts["visitors"]["Bob"], "so slow")
        assert [each["status"] for each in (await ida.get("/me/reports"))["reports"]] == ["open"]
        assert (await ida.get("/me/data"))["moves"]
        assert (await ida.get("/me/profile"))["steps"]
        assert (await Admin(settings).answers("check"))["faults"] == 0


def at_that_time(monkeypatch: pytest.MonkeyPatch, facts: dict[str, Any]) -> None:
    """Continue at the time at which the old database was written."""
    written = facts["written"]
    clock, began = time.time, time.time()
    monkeypatch.setattr(time, "time", lambda: written + clock() - began)


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


async def test_old_games_are_unchanged_and_continue(old_url: str, old_time: None, make_settings: MakeSettings) -> None:
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
