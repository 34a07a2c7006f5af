"""Ratings after a finished game, and all ratings computed again after games were annulled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.ratings import store
from kingdoms.server.ratings.pool import EarlierSeat, RatedGame, RatedPlayer, meetings


@dataclass(frozen=True)
class FinishedSeat:
    """A seat of a rated game that has just ended.

    Attributes:
        visitor_id: its holder, or None for a level.
        bot: the level, or None for a person.
        left_early: whether the holder left in the first quarter of the game.
        place: the digest of the holder's address, if it is known.
    """

    seat: str
    visitor_id: str | None
    bot: str | None
    share: float
    left_early: bool
    place: str | None

    def player(self, seats: Sequence[FinishedSeat], at: float, earlier: Sequence[EarlierSeat]) -> RatedPlayer:
        """Return the seat as ratings need it; `earlier` are the seats of earlier games."""
        met = {}
        if self.visitor_id is not None:
            for seat in seats:
                if seat is not self:
                    name = str(seat.visitor_id or seat.bot)
                    met[seat.seat] = meetings(at, self.visitor_id, name, seat.place, earlier)
        return RatedPlayer(self.seat, self.visitor_id, self.bot, self.share, self.left_early, met)


async def rate(connection: AsyncConnection, game_id: str, game: str, at: float, finished: Sequence[FinishedSeat]) -> None:
    """Update ratings by a rated game that ended at a time, in seconds since 1970."""
    people, seats = {seat.visitor_id for seat in finished if seat.visitor_id is not None}, len(finished)
    pool = await store.load(connection, people, game, seats, at)
    bots = {seat.bot for seat in finished if seat.bot is not None}
    earlier = await store.recent_meetings(connection, people, bots, game, seats, at)
    rated = RatedGame(game_id, at, [seat.player(finished, at, earlier) for seat in finished])
    steps = pool.play(rated)
    if not steps:
        return  # a level whose rating was removed after the table was created
    await store.save_game(connection, pool, rated, [seat.place for seat in finished])
    await store.save_steps(connection, pool, rated, steps)
    await store.save_ratings(connection, pool, at)


async def rate_again(connection: AsyncConnection, game: str, seats: int) -> int:
    """Compute all ratings of a game with a number of seats again, and return how many games count."""
    pool = await store.load_anew(connection, game, seats)
    games = await store.rated_games(connection, game, seats)
    await store.delete_steps(connection, game, seats)
    for rated in games:
        steps = pool.play(rated)
        if steps:
            await store.save_steps(connection, pool, rated, steps)
    await store.save_ratings(connection, pool)
    return len(games)
