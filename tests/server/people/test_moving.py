"""What becomes of a visitor's rows: when they sign in, when they sign out elsewhere, and when they are deleted."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection
from typing import Any

import orjson
import pytest
from fastapi import FastAPI
from sqlalchemy import JSON, Boolean, Column, Float, Integer, String, delete, func, insert, select

from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import Base, CaseRow, GameRow
from kingdoms.server.people import moving
from kingdoms.server.people.moving import TIES, Tie
from tests.support.clients.authenticator import add_passkey, sign_in
from tests.support.clients.http import Browser
from tests.support.server.mentions import mentions

pytestmark = pytest.mark.both_databases

OLD, NEW, OTHER_VISITOR = "a" * 32, "b" * 32, "c" * 32
ID_LENGTH = len(OLD)
NO_VISITORS = {"games.place", "seats.place", "rated_seats.place"}
"""Columns of the same type as a visitor's id: digests of addresses."""
WITH_NOBODY = {"alive", "board_nodes", "deeds", "entries", "invitations", "links", "notices", "puzzles", "servers"}
"""Tables that belong to no visitor: to the server or its operator, or to a game and its seats, to a board, or to all."""


def name_of(column: Any) -> str:
    return f"{column.class_.__tablename__}.{column.key}"


def test_every_column_with_a_visitor_has_a_tie_and_every_table_a_tie_or_nobody() -> None:
    """A new column that can hold a visitor's id has to say what becomes of its rows."""
    columns = [column for table in Base.metadata.sorted_tables for column in table.columns]
    fits = {f"{c.table.name}.{c.name}" for c in columns if isinstance(c.type, String) and c.type.length == ID_LENGTH}
    assert {name_of(tie.column) for tie in TIES} == fits - NO_VISITORS
    assert max(Counter(name_of(tie.column) for tie in TIES).values()) == 1
    tables = {table.name for table in Base.metadata.sorted_tables}
    assert tables - {tie.column.class_.__tablename__ for tie in TIES} == WITH_NOBODY


def value_of(column: Column[Any], number: int) -> Any:
    """Return a value for a column of a row with this number."""
    if column.foreign_keys:
        return "a-game" if isinstance(column.type, String) else 1
    if column.name == "talk" and column.table.name == "cases":
        remark = {"number": 1, "visitor_id": OLD, "room": "all", "text": "x", "at": 1}
        return orjson.dumps([remark | dict.fromkeys(("seat", "name", "phrase"))]).decode()
    if isinstance(column.type, (Boolean, Float, Integer)):
        return number if column.primary_key else 0
    return {} if isinstance(column.type, JSON) else f"x{number}"


async def fill(database: Database, ties: Collection[Tie], visitor_id: str, first: int = 1) -> None:
    """Add a row for each tie of a visitor; the other visitors in it are others."""
    numbers = itertools.count(first)
    base = {"id": "a-game", "host": OTHER_VISITOR, "game": "x", "rules_version": 1, "seed": 1, "seats": [], "rulings": {}}
    async with database.engine.begin() as connection:
        if await connection.scalar(select(GameRow.id)) is None:
            await connection.execute(insert(GameRow).values(**base, public=False, status="over", created=0.0))
            case = {"number": 1, "game_id": "a-game", "remark": 0, "game": "x", "about": OTHER_VISITOR, "talk": "[]"}
            await connection.execute(insert(CaseRow).values(**case, status="open", at=0.0))
        for tie in sorted(ties, key=lambda tie: tie.column.class_.__tablename__ in ("reports",)):
            table = tie.column.class_.__table__
            number = next(numbers) + 1
            row = {column.name: value_of(column, number) for column in table.columns}
            row |= {other_tie.column.key: OTHER_VISITOR for other_tie in TIES if other_tie.column.class_ is tie.column.class_}
            await connection.execute(insert(table).values(**{**row, tie.column.key: visitor_id}))


async def count(database: Database) -> dict[str, int]:
    """Return the number of rows of each table."""
    async with database.read_engine.connect() as connection:
        tables = Base.metadata.sorted_tables
        return {table.name: await connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables}


async def tied_columns(database: Database, visitor_id: str) -> set[str]:
    """Return the columns of ties in which a visitor is."""
    async with database.read_engine.connect() as connection:
        counted = {name_of(tie.column): select(func.count()).where(tie.column == visitor_id) for tie in TIES}
        return {name for name, statement in counted.items() if await connection.scalar(statement)}


async def test_a_person_takes_over_all_rows_of_a_device(database: Database) -> None:
    ceremony = {"ceremonies.visitor_id"}
    ties = [tie for tie in TIES if tie.merges]
    await fill(database, ties, OLD)
    assert await tied_columns(database, OLD) == {name_of(tie.column) for tie in ties}
    before = await count(database)
    async with database.engine.begin() as connection:
        assert "a-game" in await moving.merge(connection, OLD, NEW)
    assert await mentions(database, OLD) == []
    assert await tied_columns(database, NEW) == {name_of(tie.column) for tie in ties} - ceremony
    assert await count(database) == before | {"ceremonies": 0}


async def test_rows_of_both_become_one(database: Database) -> None:
    """What a person has already wins."""
    ties = [tie for tie in TIES if tie.merges]
    await fill(database, ties, OLD)
    await fill(database, ties, NEW, 1000)
    async with database.engine.begin() as connection:
        await moving.merge(connection, OLD, NEW)
    assert await mentions(database, OLD) == []
    assert (await count(database))["visitors"] == 1


async def test_a_new_id_gets_all_rows_but_sessions_and_devices(database: Database) -> None:
    await fill(database, TIES, OLD)
    assert await tied_columns(database, OLD) == {name_of(tie.column) for tie in TIES}
    before = await count(database)
    async with database.engine.begin() as connection:
        await moving.move(connection, OLD, NEW)
    assert await mentions(database, OLD) == []
    deleted_tables = {"sessions", "ceremonies", "devices"}
    assert await tied_columns(database, NEW) == {
        name for name in map(name_of, (tie.column for tie in TIES)) if name.split(".")[0] not in deleted_tables
    }
    assert await count(database) == before | dict.fromkeys(deleted_tables, 0)


async def test_nothing_of_a_deleted_visitor_is_left(database: Database) -> None:
    await fill(database, TIES, OLD)
    await fill(database, TIES, NEW, 1000)
    async with database.engine.begin() as connection:
        await connection.execute(delete(CaseRow).where(CaseRow.about == NEW))
        await moving.forget(connection, OLD)
    assert await mentions(database, OLD) == []
    assert await tied_columns(database, NEW) == {name_of(tie.column) for tie in TIES} - {"cases.about"}, "rows of others stay"
    left = await count(database)
    assert (left["seats"], left["results"], left["rated_seats"], left["sessions"], left["games"]) == (2, 2, 2, 2, 3)


async def test_the_routes_leave_no_old_id(app: FastAPI, ida: Browser, bob: Browser) -> None:
    key = await add_passkey(ida)
    game_id = (await bob.new_game("me", "open"))["id"]
    await bob.post(f"/games/{game_id}/talk", {"text": "hello"})
    for person in (bob, ida):  # the device of Bob becomes Ida's, then Ida signs out elsewhere
        old = str(person.visitor_id)
        proof = (await sign_in(person, key))["proof"]
        if person is ida:
            await ida.post("/sign-out/elsewhere", {"proof": proof}, status=204)
        assert str(person.visitor_id) != old
        await app.state.services.sessions.flush()
        assert await mentions(app.state.database, old) == []
