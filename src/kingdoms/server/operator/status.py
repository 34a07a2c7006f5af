"""What the operator's page shows: the state of this server and of others with the same database."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi import Request
from sqlalchemy import func, select

import kingdoms
from kingdoms.core.errors import UnknownGame
from kingdoms.core.registry import game_class
from kingdoms.server.admin.suspicion import names_of_losers, suspicious_groups
from kingdoms.server.base.settings import ServerSettings, sqlite_file
from kingdoms.server.database import deeds
from kingdoms.server.database.engine import Database
from kingdoms.server.database.heartbeat import Heartbeat, running_servers
from kingdoms.server.database.tables import IS_WHOLE, GameRow
from kingdoms.server.operator.forms import SUSPICIOUS_DAYS
from kingdoms.server.talk import cases
from kingdoms.server.visitors.admission import House
from kingdoms.server.visitors.bans import Ban, read_bans
from kingdoms.table.base.times import timestamp
from kingdoms.texts import duration, text

MOST_REASONS, MOST_PLACES, MOST_CASES, MOST_BANS, MOST_GROUPS, MOST_DEEDS = 12, 5, 30, 50, 10, 20
"""How many refusal codes, addresses, reports, bans, suspicious groups and deeds the page lists."""


async def contents(request: Request) -> dict[str, Any]:
    """Return the values of the template `status.html`."""
    heartbeat: Heartbeat = request.app.state.heartbeat
    settings: ServerSettings = request.app.state.settings
    house: House = request.app.state.house
    database = heartbeat.database
    own_server = {"process": heartbeat.process, **heartbeat.facts()}
    other_servers = [server for server in await running_servers(database) if server["process"] != heartbeat.process]
    servers = sorted([own_server, *other_servers], key=lambda server: float(server["began"]))
    refusals, places = (sum((Counter(server[key]) for server in servers), Counter()) for key in ("refusals", "places"))
    games, reports, bans = await games_by_status(database), await cases.counts(database), await read_bans(database)
    glance = {
        "people": sum(server["visitors"] + server["strangers"] for server in servers),
        "programs": sum(server["programs"] for server in servers),
        "playing": sum(numbers["playing"] for numbers in games.values()),
        "thinking": sum(server["thinking"] for server in servers),
        "refused": refusals.total(),
        "reports": reports["open"],
        "bans": len(bans),
    }
    days = settings.retention or 0.0
    storage = {
        "database": {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(database.dialect, database.dialect),
        "size": text("operator.megabytes", n=f"{await size(database) / 1e6:,.1f}"),
        "games": text("operator.days", n=int(days) if days.is_integer() else days),
        "version": kingdoms.__version__,
    }
    groups = await suspicious_groups(database, days=SUSPICIOUS_DAYS, most=MOST_GROUPS)
    log = await deeds.find(database, MOST_DEEDS)
    return {
        "now": time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime()),
        "glance": glance,
        "games": [[title(game), *(games[game][status] for status in ("lobby", "playing", "over"))] for game in sorted(games)],
        "servers": [
            server_row(server, text("operator.own") if server is own_server else server["process"][:6]) for server in servers
        ],
        "refusals": refusals.most_common(MOST_REASONS),
        "places": places.most_common(MOST_PLACES),
        "storage": [[text(f"operator.kept_{name}"), value] for name, value in storage.items()],
        "reports": text("operator.reports_counted", **{status: f"{number:,}" for status, number in reports.items()}),
        "cases": await cases.find(database, statuses=(cases.OPEN, cases.LOOKED_AT), most=MOST_CASES),
        "bans": [ban_row(ban) for ban in bans[-MOST_BANS:]],
        "notice": None if house.notice is None else house.notice["text"],
        "suspicious": [group_row(group) for group in groups],
        "suspicious_days": SUSPICIOUS_DAYS,
        "deeds": [[minute(deed["at"]), deed["by"], deed["command"], deed["fault"] or text("operator.done")] for deed in log],
        "minute": minute,
        "title": title,
    }


async def games_by_status(database: Database) -> dict[str, Counter[str]]:
    """Return the number of games by game and status."""
    games: dict[str, Counter[str]] = defaultdict(Counter)
    query = select(GameRow.game, GameRow.status, func.count()).where(IS_WHOLE).group_by(GameRow.game, GameRow.status)
    for game, status, number in await database.rows(query):
        games[game][status] = number
    return games


async def size(database: Database) -> int:
    """Return the size of a database in bytes."""
    if database.dialect == "sqlite":
        file = sqlite_file(database.url)
        return sum(path.stat().st_size for path in (Path(file), Path(f"{file}-wal")) if path.exists())
    return int(await database.scalar(select(func.pg_database_size(func.current_database()))) or 0)


def server_row(server: Mapping[str, Any], name: str) -> list[Any]:
    """Return the figures of a server (see `Heartbeat.facts`) under a name."""
    age, people = duration(int(time.time() - server["began"])), server["visitors"] + server["strangers"]
    return [name, server["version"], age, people, server["games"], server["thinking"]]


def ban_row(ban: Ban) -> tuple[str, str, str]:
    """Return whom a ban is about, for the form to lift it and for people, and the rest of the ban."""
    whom, until = ban.visitor_id or str(ban.network), timestamp(ban.until)
    return whom, whom, text("operator.ban", until="never" if until is None else minute(until), reason=ban.reason)


def group_row(group: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return the winner of a suspicious group, for the form to annul the games and by name, and a sentence about the games."""
    numbers = {"points": f"{group['points']:g}", "games": group["games"], "share": f"{group['of_all_points']:.0%}"}
    pool = {"game": title(group["game"]), "seats": group["seats"]}
    winner = group["winner"]
    return (
        winner["id"],
        winner["name"] or winner["id"],
        text("operator.group", **numbers, **pool, losers=names_of_losers(group)),
    )


def minute(stamp: str) -> str:
    """Return a time in ISO 8601 for people, without seconds.

    Examples:
        >>> minute("2026-12-31T18:00:59Z")
        '2026-12-31 18:00'
    """
    return stamp[:16].replace("T", " ")


def title(game: str) -> str:
    """Return the title of a game, or its name if the game is not installed any more."""
    try:
        return game_class(game).title
    except UnknownGame:
        return game
