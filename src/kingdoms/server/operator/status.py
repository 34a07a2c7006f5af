"""What the operator's page shows: the state of this server and of others with the same database."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import Request
from sqlalchemy import func, select, text

import kingdoms
from kingdoms.server import deeds
from kingdoms.server.admin.suspicion import suspicious_groups
from kingdoms.server.bans import Ban, read_bans
from kingdoms.server.database import Database
from kingdoms.server.heartbeat import Heartbeat, running
from kingdoms.server.house import House
from kingdoms.server.operator.forms import SUSPICIOUS_DAYS
from kingdoms.server.settings import Settings, sqlite_file
from kingdoms.server.tables import IS_WHOLE, GameRow
from kingdoms.server.talk import cases

MOST_CASES = 30
"""How many reports the page shows."""
MOST_GROUPS = 10
"""How many suspicious groups the page shows."""
MOST_DEEDS = 20
"""How many deeds the page shows."""


@dataclass(frozen=True)
class Status:
    """The content of the page.

    Attributes:
        version: the version of this program.
        database: the kind of the database.
        bytes: the size of the database.
        retention: days until finished games are deleted; None for never.
        bans: the bans.
        deeds: the newest deeds of operators (see `deeds.find`).
        suspicious: groups of people whose rated games look arranged (see `suspicious_groups`).
        notice: the notice to all; None without one.
        cases: the newest reports that are not closed (see `cases.find`).
        reports: the number of reports by status.
        games: the number of games, by game and status.
        servers: the figures of all servers (see `Heartbeat.facts`).
        here: the id of the server that shows the page.
    """

    version: str
    database: str
    bytes: int
    retention: float | None
    bans: Sequence[Ban]
    deeds: Sequence[Mapping[str, Any]]
    suspicious: Sequence[Mapping[str, Any]]
    notice: str | None
    cases: Sequence[Mapping[str, Any]]
    reports: Mapping[str, int]
    games: Mapping[str, Mapping[str, int]]
    servers: Sequence[Mapping[str, Any]]
    here: str


async def current_status(request: Request) -> Status:
    """Return the state of this server and of others with the same database."""
    heartbeat: Heartbeat = request.app.state.heartbeat
    settings: Settings = request.app.state.settings
    house: House = request.app.state.house
    database = heartbeat.database
    here = {"process": heartbeat.process, "seen": time.time(), **heartbeat.facts()}
    others = [each for each in await running(database) if each["process"] != heartbeat.process]
    async with database.read_engine.connect() as connection:
        counted = select(GameRow.game, GameRow.status, func.count()).where(IS_WHOLE)
        games: dict[str, dict[str, int]] = {}
        for game, status, number in await connection.execute(counted.group_by(GameRow.game, GameRow.status)):
            games.setdefault(game, {})[status] = number
    return Status(
        version=kingdoms.__version__,
        database=database.dialect,
        bytes=await size(database),
        retention=settings.retention,
        bans=await read_bans(database),
        deeds=await deeds.find(database, MOST_DEEDS),
        suspicious=await suspicious_groups(database, days=SUSPICIOUS_DAYS, most=MOST_GROUPS),
        notice=None if house.notice is None else house.notice["text"],
        cases=await cases.find(database, statuses=(cases.OPEN, cases.LOOKED_AT), most=MOST_CASES),
        reports=await cases.counts(database),
        games=games,
        servers=sorted([here, *others], key=lambda each: float(each["began"])),
        here=heartbeat.process,
    )


async def size(database: Database) -> int:
    """Return the size of a database in bytes."""
    if database.dialect == "sqlite":
        file = Path(sqlite_file(database.url))
        files = (file, file.with_name(f"{file.name}-wal"))
        return sum(each.stat().st_size for each in files if each.exists())
    async with database.read_engine.connect() as connection:
        found: Any = await connection.scalar(text("SELECT pg_database_size(current_database())"))
    return int(found)
