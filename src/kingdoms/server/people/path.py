"""The path of a person, from the results in the database; see `kingdoms.table.answers.path`."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import aliased

from kingdoms.core.registry import game_class
from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import GameRow, ResultRow
from kingdoms.table.answers.path import COUNTED, PlayedGame, path_of


async def own_path(database: Database, visitor_id: str | None) -> dict[str, Any]:
    """Return the path of a visitor: the newest games against others."""
    if visitor_id is None:
        return path_of([])
    newest = (
        select(*ResultRow.__table__.columns, GameRow.rulings)
        .join(GameRow, GameRow.id == ResultRow.game_id)
        .where(ResultRow.visitor_id == visitor_id)
        .order_by(ResultRow.at.desc())
        .limit(COUNTED)
        .subquery()
    )
    other = aliased(ResultRow)
    query = select(*newest.c, other.bot.label("opponent"), other.share.label("opponent_share")).outerjoin(
        other, (other.game_id == newest.c.game_id) & (other.seat != newest.c.seat)
    )
    rows: dict[str, Any] = {}
    opponents: dict[str, list[tuple[str | None, float]]] = defaultdict(list)
    for row in await database.rows(query):
        rows[row.game_id] = row
        if row.opponent_share is not None:
            opponents[row.game_id].append((row.opponent, row.opponent_share))
    games = [
        PlayedGame(
            row.game_id, row.game, row.seats, row.share, row.moves, tuple(row.score), row.at, tuple(opponents[row.game_id])
        )
        for row in sorted(rows.values(), key=lambda row: (row.at, row.game_id))
        if len(opponents[row.game_id]) == row.seats - 1 and not game_class(row.game)(row.seats, row.rulings).changed_rulings()
    ]
    return await asyncio.to_thread(path_of, games)
