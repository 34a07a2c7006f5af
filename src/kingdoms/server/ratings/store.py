"""Pools of ratings in the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from kingdoms.server.ratings.pool import DAY, WEEK, Met, Player, Pool, RatedGame, Standing, Step, Waiting
from kingdoms.server.ratings.strength import Strength
from kingdoms.server.tables import RatedSeatRow, RatingRow, RatingStepRow, RatingWaitRow

COUNTED: Final = "counted"
ANNULLED: Final = "annulled"
BASE: Final = "base"
"""The status of a rated game: it counts, an operator has annulled it, or it is in the base of ratings."""


def of_pool(row: Any, game: str, seats: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for the rows of a pool."""
    return row.game == game, row.seats == seats


async def earlier(connection: AsyncConnection, people: Iterable[str], game: str, seats: int, at: float) -> list[Met]:
    """Return the seats of all games of the last week in which one of some people played."""
    recent = (RatedSeatRow.visitor_id.in_(people), RatedSeatRow.at > at - WEEK, *of_pool(RatedSeatRow, game, seats))
    own = select(RatedSeatRow.game_id).where(*recent)
    wanted = select(RatedSeatRow.game_id, RatedSeatRow.at, RatedSeatRow.visitor_id, RatedSeatRow.bot, RatedSeatRow.place)
    found = await connection.execute(wanted.where(RatedSeatRow.game_id.in_(own)))
    return [Met(row.game_id, row.at, row.visitor_id or str(row.bot), row.place) for row in found]


async def load(connection: AsyncConnection, people: set[str], game: str, seats: int, at: float) -> Pool:
    """Load, and lock, the ratings that a game of some people may change; insert initial ones for new people."""
    pool = Pool(game, seats)
    waiting = select(*RatingWaitRow.__table__.columns).where(
        RatingWaitRow.against.in_(people), *of_pool(RatingWaitRow, game, seats)
    )
    for row in (await connection.execute(waiting)).all():
        part = Waiting(row.game_id, row.seat, row.visitor_id, row.against, row.gain)
        pool.waiting.setdefault(row.against, []).append(part)
    owners = {part.person for parts in pool.waiting.values() for part in parts}
    for person in sorted(people | owners):  # the same order at each server, against deadlocks
        pool.standings[person] = await _lock(connection, person, game, seats, at)
    for person in people:
        if not pool.standings[person].settled:
            await _note_earlier(connection, pool, person, COUNTED, BASE)
    return pool


async def load_base(connection: AsyncConnection, game: str, seats: int) -> Pool:
    """Load, and lock, the ratings of all people as they were before the first game that can be counted again."""
    pool = Pool(game, seats)
    wanted = select(*RatingRow.__table__.columns).where(*of_pool(RatingRow, game, seats)).order_by(RatingRow.visitor_id)
    for row in (await connection.execute(wanted.with_for_update())).all():
        pool.standings[row.visitor_id] = Standing(Strength(row.base_rating, row.base_spread), games=row.base_games)
        if row.base_games:
            await _note_earlier(connection, pool, row.visitor_id, BASE)
            pool.standings[row.visitor_id].settle()
    return pool


async def rated_games(connection: AsyncConnection, game: str, seats: int) -> list[RatedGame]:
    """Return all games that count and are not in the base of ratings, in order."""
    wanted = (
        select(*RatedSeatRow.__table__.columns)
        .where(*of_pool(RatedSeatRow, game, seats), RatedSeatRow.status == COUNTED)
        .order_by(RatedSeatRow.at, RatedSeatRow.game_id, RatedSeatRow.seat)
    )
    found: dict[str, tuple[float, list[Player]]] = {}
    for row in await connection.execute(wanted):
        players = found.setdefault(row.game_id, (row.at, []))[1]
        players.append(Player(row.seat, row.visitor_id, row.bot, row.share, row.left_early, row.met))
    return [RatedGame(game_id, at, players) for game_id, (at, players) in found.items()]


async def save_game(connection: AsyncConnection, pool: Pool, game: RatedGame, places: Sequence[str | None]) -> None:
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


async def save_steps(connection: AsyncConnection, pool: Pool, game: RatedGame, steps: Sequence[Step]) -> None:
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


async def save_ratings(connection: AsyncConnection, pool: Pool, at: float | None = None) -> None:
    """Write the standings of a pool, and what waits; `at` is the time of the change, None to leave it."""
    when = {} if at is None else {"at": at}
    for person, standing in sorted(pool.standings.items()):
        counted = standing.strength
        values = {"rating": counted.rating, "spread": counted.spread, "games": standing.games, "settled": standing.settled}
        mine = (RatingRow.visitor_id == person, *of_pool(RatingRow, pool.game, pool.seats))
        await connection.execute(update(RatingRow).where(*mine).values(**values, held=standing.held, **when))
    here = of_pool(RatingWaitRow, pool.game, pool.seats)
    await connection.execute(delete(RatingWaitRow).where(RatingWaitRow.against.in_(pool.released), *here))
    rows = [
        {
            "game_id": part.game_id,
            "seat": part.seat,
            "against": part.against,
            "game": pool.game,
            "seats": pool.seats,
            "visitor_id": part.person,
            "gain": part.gain,
        }
        for part in pool.held
        if part.against not in pool.released
    ]
    if rows:
        await connection.execute(insert(RatingWaitRow), rows)


async def delete_changes(connection: AsyncConnection, game: str, seats: int) -> None:
    """Delete all steps, and all that waits, of games that can be counted again."""
    again = select(RatedSeatRow.game_id).where(*of_pool(RatedSeatRow, game, seats), RatedSeatRow.status != BASE)
    await connection.execute(delete(RatingStepRow).where(RatingStepRow.game_id.in_(again)))
    await connection.execute(delete(RatingWaitRow).where(*of_pool(RatingWaitRow, game, seats)))


async def forget_places(connection: AsyncConnection, before: float) -> int:
    """Delete the digests of addresses in games that ended before a time; return how many."""
    old = (RatedSeatRow.at < before, RatedSeatRow.place.is_not(None))
    count = await connection.scalar(select(func.count()).select_from(RatedSeatRow).where(*old)) or 0
    if count:
        await connection.execute(update(RatedSeatRow).where(*old).values(place=None))
    return count


async def _lock(connection: AsyncConnection, person: str, game: str, seats: int, at: float) -> Standing:
    """Lock and return the standing of a person; insert the initial one if there is none."""
    mine = (RatingRow.visitor_id == person, *of_pool(RatingRow, game, seats))
    row = (await connection.execute(select(*RatingRow.__table__.columns).where(*mine).with_for_update())).one_or_none()
    if row is None:
        first = Strength()
        key = {"visitor_id": person, "game": game, "seats": seats, "at": at}
        await connection.execute(insert(RatingRow).values(**key, rating=first.rating, spread=first.spread, games=0))
        return Standing()
    return Standing.of(Strength(row.rating, row.spread), held=row.held, games=row.games, settled=row.settled)


async def _note_earlier(connection: AsyncConnection, pool: Pool, person: str, *statuses: str) -> None:
    """Add to a standing the opponents and the days of earlier games."""
    other = aliased(RatedSeatRow)
    mine = (
        RatedSeatRow.visitor_id == person,
        *of_pool(RatedSeatRow, pool.game, pool.seats),
        RatedSeatRow.status.in_(statuses),
    )
    same = (other.game_id == RatedSeatRow.game_id) & (other.seat != RatedSeatRow.seat)
    names = select(func.coalesce(other.visitor_id, other.bot)).join(RatedSeatRow, same).where(*mine).distinct()
    standing = pool.standings[person]
    standing.opponents.update(await connection.scalars(names))
    standing.days.update(int(at // DAY) for at in await connection.scalars(select(RatedSeatRow.at).where(*mine)))
