"""A visitor's list of games: games that wait for the visitor first, with the question and the waiting time."""

from __future__ import annotations

from typing import Any

from sqlalchemy import case, exists, or_, select

from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import IS_WHOLE, GameRow, SeatRow
from kingdoms.server.table.live_games import LiveGames
from kingdoms.server.talk import cases
from kingdoms.table.service.own_games import own_games_of

MOST = 100
"""Maximum number of games in the list."""


async def own_games(games: LiveGames, visitor_id: str | None) -> dict[str, Any]:
    """Return the games of a visitor, how many wait for the visitor, and how many of their reports were looked at."""
    ids = [] if visitor_id is None else await _ids(games.database, visitor_id)
    live_games = await games.get_existing(ids)

    listed = await games.slices.collect(own_games_of(games, live_games, visitor_id))
    news = (await cases.own_reports(games.database, visitor_id))["news"]
    return {"games": listed, "waiting": sum(summary["since"] is not None for summary in listed), "looked_at": news}


async def _ids(database: Database, visitor_id: str) -> list[str]:
    """Return the ids of a visitor's games: waiting games first, the longest waiting at the top, then others by status."""
    own_seats = select(SeatRow.game_id).where(SeatRow.visitor_id == visitor_id)
    waits = exists().where(
        SeatRow.game_id == GameRow.id,
        SeatRow.seat == GameRow.to_move,
        SeatRow.visitor_id == visitor_id,
        SeatRow.stand_in.is_(None),
        GameRow.status == "playing",
    )
    rank = case((waits, 0), (GameRow.status == "playing", 1), (GameRow.status == "lobby", 2), else_=3)
    query = (
        select(GameRow.id)
        .where(or_(GameRow.id.in_(own_seats), GameRow.host == visitor_id), IS_WHOLE)
        .order_by(rank, case((waits, GameRow.moved), else_=-GameRow.moved), GameRow.id)
        .limit(MOST)
    )
    return await database.scalars(query)
