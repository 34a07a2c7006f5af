"""Databases of earlier versions: they are brought up to date, and their games are played on.

Games have, in their folders of tests, the rows of a database that the first version of the server has written as people played,
a line of JSON each: a game that is over with the one that follows it, one that two play in which something was taken back, a
waiting room with a link to a seat, and a game with a program.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from administering import Admin
from alembic import command
from alembic.script import ScriptDirectory
from of_games import FOLDER, TESTED
from playing import Browser, Json
from serving import MakeSettings, running
from sqlalchemy import JSON, Connection, MetaData, insert, inspect, select

from kingdoms import Record
from kingdoms.server.app import create_app
from kingdoms.server.database import Database, alembic_config, open_database
from kingdoms.server.identity import COOKIE, Visitor

pytestmark = pytest.mark.both_databases
FIRST = "0001"
VERSIONS = [script.revision for script in reversed(list(ScriptDirectory.from_config(alembic_config()).walk_revisions()))]
TOKEN = "a token that a program was given"


STORED = [game for game in TESTED if (FOLDER / game / "stored" / f"version-{FIRST}.jsonl").exists()]


def stored(game: str) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of the first version's database, by table."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for line in (FOLDER / game / "stored" / f"version-{FIRST}.jsonl").read_text(encoding="utf-8").splitlines():
        value = json.loads(line)
        if isinstance(value, dict):
            columns, table = value["columns"], rows.setdefault(value["table"], [])
        else:
            table.append(dict(zip(columns, value, strict=True)))
    return rows


def go_to(connection: Connection, version: str) -> None:
    """Bring a database to a version, from an older or a newer one."""
    now = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    older = VERSIONS.index(version) < VERSIONS.index(str(now))
    (command.downgrade if older else command.upgrade)(alembic_config(connection), version)


def fill(connection: Connection, rows: dict[str, list[dict[str, Any]]]) -> None:
    """Make the first version's tables, and write rows into them."""
    command.upgrade(alembic_config(connection), FIRST)
    metadata = MetaData()
    metadata.reflect(connection)
    for name, some in rows.items():
        table = metadata.tables[name]
        for column in table.columns:
            if isinstance(column.type, JSON):
                column.type.none_as_null = True
        for row in some:
            if row.get("kind") == "program":
                row["token_hash"] = hashlib.sha256(TOKEN.encode()).hexdigest()
            connection.execute(insert(table).values(**row))


async def filled(url: str, game: str) -> dict[str, list[dict[str, Any]]]:
    """Fill a database as the first version did, and return its rows."""
    database, rows = Database(url), stored(game)
    async with database.engine.begin() as connection:
        await connection.run_sync(fill, rows)
    await database.close()
    return rows


def one(rows: dict[str, list[dict[str, Any]]], **wanted: Any) -> dict[str, Any]:
    """Return the one game of a kind."""
    (found,) = (game for game in rows["games"] if all(game[name] == value for name, value in wanted.items()))
    return found


def under_way(rows: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return the game that two play, in which something was taken back."""
    (game_id,) = {entry["game_id"] for entry in rows["entries"] if entry["undo"] is not None}
    return one(rows, id=game_id)


@pytest.mark.parametrize("game", STORED)
async def test_games_of_the_first_version_can_be_continued(
    empty_database_url: str, make_settings: MakeSettings, game: str
) -> None:
    rows = await filled(empty_database_url, game)
    names = {visitor["name"]: visitor["id"] for visitor in rows["visitors"]}
    # its waiting rooms are as old as the rows
    app = create_app(make_settings(database=empty_database_url, lobby_hours=1_000_000))
    async with running(app), Browser(app) as ida, Browser(app) as bob:
        for browser, name in ((ida, "Ida"), (bob, "Bob")):
            browser.http.cookies.set(COOKIE, app.state.identity.sign(Visitor(names[name])))
            assert await browser.get("/me") == {"name": name}
        assert len((await ida.get("/games", which="mine"))["games"]) == len(rows["games"])
        await look_back(ida, one(rows, status="over")["id"], rows)
        await go_on(ida, bob, under_way(rows)["id"])
        waits = one(rows, status="lobby", public=True)["id"]
        (open_seat,) = (each["seat"] for each in (await bob.get(f"/games/{waits}"))["seats"] if each["kind"] == "open")
        assert (await bob.post(f"/games/{waits}/seats/{open_seat}/join"))["status"] == "playing"
        again = one(rows, status="over")["rematch"]
        assert (await ida.get(f"/games/{again}"))["status"] == "playing"
        answer = await ida.http.post(
            "/api/program/actions", json={"base": 0, "action": "x"}, headers={"Authorization": f"Bearer {TOKEN}"}
        )
        assert answer.status_code in (409, 422)  # its token is known; the action is none
        assert (await Admin(app.state.settings).answers("check"))["faults"] == 0


async def look_back(browser: Browser, game_id: str, rows: dict[str, list[dict[str, Any]]]) -> None:
    """Go through a game that is over."""
    entries = [entry for entry in rows["entries"] if entry["game_id"] == game_id]
    told: list[Json] = []
    while page := (await browser.get(f"/games/{game_id}/history", after=len(told)))["entries"]:
        told += page
    assert [(each["number"], each["action"]) for each in told] == [(each["number"], each["action"]) for each in entries]
    info = await browser.get(f"/games/{game_id}")
    assert (info["status"], info["advice"]) == ("over", False)
    record = Record.parse((await browser.send("GET", f"/games/{game_id}/record")).text.splitlines(), strict=True)
    outcome = record.state.outcome()
    assert outcome is not None
    assert json.loads(json.dumps(outcome.to_json())) == info["outcome"]


async def go_on(ida: Browser, bob: Browser, game_id: str) -> None:
    """Play some turns of a game that two play, and take one back."""
    before = await ida.settled(game_id)
    for _ in range(6):
        info: Json = await ida.settled(game_id)
        who = ida if info["to_move"] in info["you"] else bob
        ask = (await who.get(f"/games/{game_id}/legal"))["ask"]
        await who.act(game_id, info["number"], ask["choices"][0]["action"])
    assert (await ida.settled(game_id))["number"] >= before["number"] + 6


@pytest.mark.parametrize("game", STORED)
async def test_there_and_back_again_nothing_is_lost(empty_database_url: str, game: str) -> None:
    """Through each version up to the newest, and back to the first."""
    rows = await filled(empty_database_url, game)
    database = Database(empty_database_url)
    for version in [*VERSIONS, *reversed(VERSIONS[:-1])]:
        async with database.engine.begin() as connection:
            await connection.run_sync(go_to, version)
    async with database.engine.begin() as connection:
        assert set(await connection.run_sync(lambda sync: inspect(sync).get_table_names())) == {*rows, "alembic_version"}
        assert lasting(await connection.run_sync(read)) == lasting(rows)
    await database.close()


def read(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    """Return the contents of all tables."""
    metadata = MetaData()
    metadata.reflect(connection)
    tables = [table for table in metadata.sorted_tables if table.name != "alembic_version"]
    return {table.name: [dict(row) for row in connection.execute(select(table)).mappings()] for table in tables}


def lasting(rows: dict[str, list[dict[str, Any]]]) -> dict[str, list[str]]:
    """Return the columns of rows that a migration must preserve, in one order; the seed of a game under way may change."""
    for game in rows["games"]:
        if game["status"] != "over":
            game["seed"] = None
    return {name: sorted(json.dumps(row, sort_keys=True) for row in some) for name, some in rows.items()}


async def test_downgrading_the_schema_keeps_the_games(database_url: str, make_settings: MakeSettings) -> None:
    """A downgrade to the previous version and a new upgrade: bans are lost, games are kept."""
    app = create_app(make_settings(database=database_url))
    async with running(app), Browser(app) as ida:
        await ida.ask("PUT", "/me", {"name": "Ida"})
        game_id = (await ida.new_game("me", "bot:random"))["id"]
        info = await ida.settled(game_id)
        await Admin(app.state.settings).does("visitors", "ban", "--address", "192.0.2.7", "--reason", "x")
        cookies = ida.http.cookies
    database = Database(database_url)
    async with database.engine.begin() as connection:
        await connection.run_sync(go_to, FIRST)
    await database.close()
    async with open_database(database_url):
        pass
    again = create_app(make_settings(database=database_url))
    async with running(again), Browser(again) as ida:
        ida.http.cookies.update(cookies)
        assert (await ida.settled(game_id))["number"] == info["number"]
        assert await Admin(again.state.settings).lines("visitors", "bans") == []
