"""Pools of ratings in the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from kingdoms.bots.strength import Strength
from kingdoms.server.database.tables import RatedSeatRow, RatingRow, RatingStepRow
from kingdoms.server.ratings.pool import (
    DAY,
    HALF_YEAR,
    WEEK,
    EarlierSeat,
    RatedGame,
    RatedPlayer,
    RatingPool,
    RatingStanding,
    RatingStep,
)

COUNTED: Final = "counted"
ANNULLED: Final = "annulled"
"""The status of a rated game: it counts, or an operator has annulled it."""


def pool_conditions(row: Any, game: str, seats: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for the rows of a pool."""
    return row.game == game, row.seats == seats


async def recent_meetings(
    connection: AsyncConnection, people: Iterable[str], bots: Iterable[str], game: str, seats: int, at: float
) -> list[EarlierSeat]:
    """Return seats of games of the last half year in which one of some people played.

    They are the seats of these people and bots, and all seats of the last week, in which addresses are known.
    """
    recent = (
        RatedSeatRow.visitor_id.in_(people),
        RatedSeatRow.at > at - HALF_YEAR,
        *pool_conditions(RatedSeatRow, game, seats),
    )
    own_games = select(RatedSeatRow.game_id).where(*recent)
    columns = RatedSeatRow.game_id, RatedSeatRow.at, RatedSeatRow.visitor_id, RatedSeatRow.bot, RatedSeatRow.place
    query = select(*columns).where(
        RatedSeatRow.game_id.in_(own_games),
        RatedSeatRow.visitor_id.in_(people) | RatedSeatRow.bot.in_(bots) | (RatedSeatRow.at > at - WEEK),
    )
    rows = await connection.execute(query)
    return [EarlierSeat(row.game_id, row.at, row.visitor_id or str(row.bot), row.place) for row in rows]


async def load(connection: AsyncConnection, people: set[str], game: str, seats: int, at: float) -> RatingPool:
    """Load, and lock, the ratings of the people in a game; insert initial ones for new people."""
    pool = RatingPool(game, seats)
    for person in sorted(people):  # the same order at each server, against deadlocks
        pool.standings[person] = await _lock(connection, person, game, seats, at)
        if not pool.standings[person].settled:
            await _note_earlier(connection, pool, person)
    settled = (
        select(func.count()).select_from(RatingRow).where(*pool_conditions(RatingRow, game, seats), RatingRow.settled.is_(True))
    )
    pool.settled = await connection.scalar(settled) or 0
    return pool


async def load_anew(connection: AsyncConnection, game: str, seats: int) -> RatingPool:
    """Lock the ratings of all people in a pool, and return the pool as it was before its first game."""
    people = select(RatingRow.visitor_id).where(*pool_conditions(RatingRow, game, seats)).order_by(RatingRow.visitor_id)
    return RatingPool(game, seats, {person: RatingStanding() for person in await connection.scalars(people.with_for_update())})


async def rated_games(connection: AsyncConnection, game: str, seats: int) -> list[RatedGame]:
    """Return all games that count, in order."""
    query = (
        select(*RatedSeatRow.__table__.columns)
        .where(*pool_conditions(RatedSeatRow, game, seats), RatedSeatRow.status == COUNTED)
        .order_by(RatedSeatRow.at, RatedSeatRow.game_id, RatedSeatRow.seat)
    )
    games: dict[str, tuple[float, list[RatedPlayer]]] = {}
    for row in await connection.execute(query):
        players = games.setdefault(row.game_id, (row.at, []))[1]
        players.append(RatedPlayer(row.seat, row.visitor_id, row.bot, row.share, row.left_early, row.met))
    return [RatedGame(game_id, at, players) for game_id, (at, players) in games.items()]


async def save_game(connection: AsyncConnection, pool: RatingPool, game: RatedGame, places: Sequence[str | None]) -> None:
    """Insert the seats of a rated game, with the digests of their addresses."""
    rows = [
        {
            "game_id": game.id,
            "seat": player.seat,
            "game": pool.game,
            "seats": pool.seats,
            "at": game.at,
            "visitor_id": player.person,
            "bot": player.bot,
            "share": player.share,
            "left_early": player.left_early,
            "met": dict(player.met),
            "place": place,
            "status": COUNTED,
        }
        for player, place in zip(game.players, places, strict=True)
    ]
    await connection.execute(insert(RatedSeatRow), rows)


async def save_steps(connection: AsyncConnection, pool: RatingPool, game: RatedGame, steps: Sequence[RatingStep]) -> None:
    """Insert what a game has changed at once."""
    rows = [
        {
            "game_id": game.id,
            "seat": step.player.seat,
            "visitor_id": step.player.person,
            "game": pool.game,
            "seats": pool.seats,
            "share": step.player.share,
            "rating_before": step.before.rating,
            "spread_before": step.before.spread,
            "rating": step.after.rating,
            "spread": step.after.spread,
            "at": game.at,
        }
        for step in steps
    ]
    await connection.execute(insert(RatingStepRow), rows)


async def save_ratings(connection: AsyncConnection, pool: RatingPool, at: float | None = None) -> None:
    """Write the standings of a pool; `at` is the time of the change, None to leave it."""
    when = {} if at is None else {"at": at}
    for person, standing in sorted(pool.standings.items()):
        values = {
            "rating": standing.strength.rating,
            "spread": standing.strength.spread,
            "games": standing.games,
            "evidence": standing.evidence,
            "settled": standing.settled,
        }
        row = (RatingRow.visitor_id == person, *pool_conditions(RatingRow, pool.game, pool.seats))
        await connection.execute(update(RatingRow).where(*row).values(**values, **when))


async def delete_steps(connection: AsyncConnection, game: str, seats: int) -> None:
    """Delete all steps of a pool."""
    await connection.execute(delete(RatingStepRow).where(*pool_conditions(RatingStepRow, game, seats)))


async def forget_places(connection: AsyncConnection, before: float) -> int:
    """Delete the digests of addresses in games that ended before a time; return how many."""
    old = (RatedSeatRow.at < before, RatedSeatRow.place.is_not(None))
    count = await connection.scalar(select(func.count()).select_from(RatedSeatRow).where(*old)) or 0
    if count:
        await connection.execute(update(RatedSeatRow).where(*old).values(place=None))
    return count


async def _lock(connection: AsyncConnection, person: str, game: str, seats: int, at: float) -> RatingStanding:
    """Lock and return the standing of a person; insert the initial one if there is none."""
    conditions = (RatingRow.visitor_id == person, *pool_conditions(RatingRow, game, seats))
    row = (await connection.execute(select(*RatingRow.__table__.columns).where(*conditions).with_for_update())).one_or_none()
    if row is None:
        first = Strength()
        key = {"visitor_id": person, "game": game, "seats": seats, "at": at}
        await connection.execute(insert(RatingRow).values(**key, rating=first.rating, spread=first.spread, games=0))
        return RatingStanding()
    return RatingStanding(Strength(row.rating, row.spread), evidence=row.evidence, games=row.games, settled=row.settled)


async def _note_earlier(connection: AsyncConnection, pool: RatingPool, person: str) -> None:
    """Add to a standing the opponents and the days of earlier games that nobody left early."""
    opponent, leaver = aliased(RatedSeatRow), aliased(RatedSeatRow)
    conditions = (
        RatedSeatRow.visitor_id == person,
        *pool_conditions(RatedSeatRow, pool.game, pool.seats),
        RatedSeatRow.status == COUNTED,
        ~exists().where(leaver.game_id == RatedSeatRow.game_id, leaver.left_early.is_(True)),
    )
    same_game = (opponent.game_id == RatedSeatRow.game_id) & (opponent.seat != RatedSeatRow.seat)
    names = select(func.coalesce(opponent.visitor_id, opponent.bot)).join(RatedSeatRow, same_game).where(*conditions).distinct()
    standing = pool.standings[person]
    standing.opponents.update(await connection.scalars(names))
    standing.days.update(int(at // DAY) for at in await connection.scalars(select(RatedSeatRow.at).where(*conditions)))
