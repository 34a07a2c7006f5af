"""The operator's commands about ratings: games of two people, and games that shall not count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import aliased

from kingdoms.server.admin.opening import NotInDatabase
from kingdoms.server.admin.suspicion import games_of_groups
from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import RatedSeatRow
from kingdoms.server.ratings.settling import rate_again
from kingdoms.server.ratings.store import ANNULLED
from kingdoms.table.base.times import timestamp
from kingdoms.texts import text


async def games_between(database: Database, visitor_id: str, opponent_id: str) -> list[dict[str, Any]]:
    """Return the rated games that two visitors have played, by their ids, the newest first."""
    first, second = aliased(RatedSeatRow), aliased(RatedSeatRow)
    shares = first.share, second.share.label("others")
    query = (
        select(first.game_id.label("id"), first.game, first.seats, first.at, *shares, first.status)
        .join(second, (second.game_id == first.game_id) & (second.seat != first.seat))
        .where(first.visitor_id == visitor_id, second.visitor_id == opponent_id)
        .order_by(first.at.desc())
    )
    return [{**row._mapping, "at": timestamp(row.at)} for row in await database.rows(query)]


async def annul(database: Database, game_ids: Sequence[str], *, status: str = ANNULLED) -> dict[str, int]:
    """Annul rated games, or count them again, and compute the ratings again; return the number of games in each pool.

    Args:
        status: `ANNULLED`, or `COUNTED` to count them again.

    Raises:
        NotInDatabase: one of them is no rated game that is over. Nothing is changed.
    """
    async with database.engine.begin() as connection:
        is_meant = RatedSeatRow.game_id.in_(game_ids)
        query = select(RatedSeatRow.game_id, RatedSeatRow.game, RatedSeatRow.seats).where(is_meant).distinct()
        rows = (await connection.execute(query)).all()
        if missing := sorted(set(game_ids) - {row.game_id for row in rows}):
            raise NotInDatabase(text("admin.not_over_rated", missing=", ".join(missing)))
        await connection.execute(update(RatedSeatRow).where(is_meant).values(status=status))
        pools = sorted({(row.game, row.seats) for row in rows})
        return {f"{game}, {seats}": await rate_again(connection, game, seats) for game, seats in pools}


async def annul_group(database: Database, winner: str, *, days: float) -> tuple[list[str], dict[str, int]]:
    """Annul all games among the members of a winner's suspicious groups; return them, and the number of games in each pool.

    Raises:
        NotInDatabase: nothing is suspicious about this winner. Nothing is changed.
    """
    game_ids = await games_of_groups(database, winner, days=days)
    if not game_ids:
        raise NotInDatabase(text("admin.no_suspects", winner=winner, n=days, days=f"{days:g}"))
    return game_ids, await annul(database, game_ids)
