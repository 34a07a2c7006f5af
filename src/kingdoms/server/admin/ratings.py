"""The operator's commands about ratings: pairs of people who may be farming points, and games that shall not count."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import func, select, update
from sqlalchemy.orm import aliased

from kingdoms.core.errors import KingdomsError
from kingdoms.server.admin.opening import NotFound
from kingdoms.server.database import Database
from kingdoms.server.ratings.pool import DAY
from kingdoms.server.ratings.settling import rate_again
from kingdoms.server.ratings.store import ANNULLED, BASE, COUNTED
from kingdoms.server.tables import RatedSeatRow, VisitorRow
from kingdoms.server.times import timestamp

LEAST_GAMES: Final = 5
"""The number of games of a pair from which on one-sided results are suspicious."""
ONE_SIDED: Final = 0.85
"""The share of a pair's points from which on its results are suspicious."""


class CannotAnnul(KingdomsError):
    """A rated game that cannot be annulled; the message says why."""

    code = "cannot_annul"


async def suspicious_pairs(database: Database, *, days: float, most: int) -> list[dict[str, Any]]:
    """Return pairs of people whose rated games look arranged, the most one-sided first.

    A pair is suspicious if one of the two has won nearly all of several games, has won against several opponents at the other's
    address, or if the other has often left early.

    Args:
        database: the database.
        days: how far back to look.
        most: the maximum number of pairs.
    """
    own, other = aliased(RatedSeatRow), aliased(RatedSeatRow)
    points = func.sum(own.share / (own.share + other.share))
    wanted = (
        select(
            own.visitor_id.label("winner"),
            other.visitor_id.label("loser"),
            own.game,
            own.seats,
            func.count().label("games"),
            points.label("points"),
            func.count().filter(other.left_early).label("left_early"),
            func.count().filter(own.place == other.place).label("same_address"),
            func.max(own.at).label("last"),
        )
        .join(other, (other.game_id == own.game_id) & (other.seat != own.seat))
        .where(
            own.visitor_id.is_not(None),
            other.visitor_id.is_not(None),
            own.at > time.time() - days * DAY,
            own.status == COUNTED,
            own.share + other.share > 0,
        )
        .group_by(own.visitor_id, other.visitor_id, own.game, own.seats)
        .having((func.count() >= LEAST_GAMES) & (points >= ONE_SIDED * func.count()))
        .order_by(points.desc(), own.visitor_id, other.visitor_id)
        .limit(most)
    )
    async with database.read_engine.connect() as connection:
        found = (await connection.execute(wanted)).all()
        people = {row.winner for row in found} | {row.loser for row in found}
        chosen = select(VisitorRow.id, VisitorRow.name).where(VisitorRow.id.in_(people))
        names = {row.id: row.name for row in await connection.execute(chosen)}
    return [
        {
            "winner": {"id": row.winner, "name": names.get(row.winner)},
            "loser": {"id": row.loser, "name": names.get(row.loser)},
            "game": row.game,
            "seats": row.seats,
            "games": row.games,
            "points": round(row.points, 2),
            "left_early": row.left_early,
            "same_address": row.same_address,
            "last": timestamp(row.last),
        }
        for row in found
    ]


async def games_between(database: Database, one: str, other: str) -> list[dict[str, Any]]:
    """Return the rated games that two people have played, the newest first.

    Args:
        database: the database.
        one: the id of a visitor.
        other: the id of the other one.
    """
    first, second = aliased(RatedSeatRow), aliased(RatedSeatRow)
    wanted = (
        select(first.game_id, first.game, first.seats, first.at, first.share, second.share.label("others"), first.status)
        .join(second, (second.game_id == first.game_id) & (second.seat != first.seat))
        .where(first.visitor_id == one, second.visitor_id == other)
        .order_by(first.at.desc())
    )
    async with database.read_engine.connect() as connection:
        return [
            {
                "id": row.game_id,
                "game": row.game,
                "seats": row.seats,
                "at": timestamp(row.at),
                "share": row.share,
                "others": row.others,
                "status": row.status,
            }
            for row in await connection.execute(wanted)
        ]


async def annul(database: Database, game_ids: Sequence[str], *, status: str = ANNULLED) -> dict[str, int]:
    """Annul rated games, or count them again, and compute the ratings again; return the number of games in each pool.

    Args:
        database: the database.
        game_ids: the games.
        status: `ANNULLED`, or `COUNTED` to count them again.

    Raises:
        NotFound: one of them is no rated game that is over. Nothing is changed.
        CannotAnnul: one was rated by an earlier version of the server, which did not keep what is needed. Nothing is changed.
    """
    async with database.engine.begin() as connection:
        wanted = select(RatedSeatRow.game_id, RatedSeatRow.game, RatedSeatRow.seats, RatedSeatRow.status)
        rows = (await connection.execute(wanted.where(RatedSeatRow.game_id.in_(game_ids)).distinct())).all()
        missing = sorted(set(game_ids) - {row.game_id for row in rows})
        if missing:
            raise NotFound(f"no rated game that is over: {', '.join(missing)}")
        if fixed := sorted(row.game_id for row in rows if row.status == BASE):
            raise CannotAnnul(f"rated by an earlier version of the server, whose games cannot be taken out: {', '.join(fixed)}")
        await connection.execute(update(RatedSeatRow).where(RatedSeatRow.game_id.in_(game_ids)).values(status=status))
        pools = sorted({(row.game, row.seats) for row in rows})
        return {f"{game}, {seats}": await rate_again(connection, game, seats) for game, seats in pools}
