"""Rated tables: checks of their seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import select

from kingdoms.bots.strength import Strength, level_strength
from kingdoms.core.game import Game
from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import RatingRow
from kingdoms.server.lobby.schemas import ClockRequest, NewGameRequest
from kingdoms.server.ratings.ratings import Ratings, has_passkey
from kingdoms.table.base.bot_titles import bot_title
from kingdoms.table.base.errors import ApiError
from kingdoms.table.game import clocks
from kingdoms.table.game.entries import Account, TableSeat
from kingdoms.table.game.live import LiveGame
from kingdoms.texts import text

USUAL_CLOCK: Final = ClockRequest.model_validate(clocks.USUAL_CLOCK)


def invalid_rated_table(message: str) -> ApiError:
    """Return a 422 error for an invalid rated table."""
    return ApiError(422, "not_rated", message)


class RatedTables:
    """Checks the seats of rated tables, and notes the ratings of their players."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.ratings = Ratings(database)

    def check(self, request: NewGameRequest) -> None:
        """Check that a new table, if rated, meets the conditions for rated games; give it the usual clock if it has none.

        Raises:
            ApiError: 422; the message says why.
        """
        if not request.rated:
            return
        if request.record is not None or request.position is not None or request.from_ is not None:
            raise invalid_rated_table(text("error.not_rated_beginning"))
        if request.advice or request.stand_in is not None:
            raise invalid_rated_table(text("error.not_rated_hints"))
        if request.minutes is not None:
            raise invalid_rated_table(text("error.not_rated_minutes"))
        if clocks.hands_over(request.rated, len(request.seats)) and request.clock and request.clock.then == clocks.DECIDED:
            raise invalid_rated_table(text("error.not_rated_decided"))
        request.clock = request.clock or USUAL_CLOCK
        kinds = [seat.kind for seat in request.seats]
        if kinds.count("me") != 1 or "open" not in kinds or set(kinds) - {"me", "open", "bot"}:
            raise invalid_rated_table(text("error.not_rated_seats"))

    def check_bots(self, game: Game, bots: Sequence[str]) -> None:
        """Check that bots have a rating.

        Raises:
            ApiError: 422, a bot has none.
        """
        for bot in bots:
            if level_strength(game.name, len(game.seats), bot) is None:
                name = bot_title(bot, game.name)
                raise invalid_rated_table(text("error.not_rated_level", name=name, n=len(game.seats)))

    async def host(self, creator: Account, game: Game, seats: list[TableSeat]) -> None:
        """Set the ratings of the seats of a new rated table.

        Raises:
            ApiError: 403, the host has no passkey; 422, a bot has no rating.
        """
        self.check_bots(game, [str(seat.bot) for seat in seats if seat.kind == "bot"])
        host_strength = await self.ratings.rating_of(creator.client, game)
        for seat in seats:
            strength = host_strength if seat.kind == "person" else level_strength(game.name, len(game.seats), str(seat.bot))
            if seat.kind != "open" and strength is not None:
                seat.rating, seat.spread = strength
            if seat.kind == "person":
                seat.place = creator.place

    async def join(self, live: LiveGame, account: Account) -> dict[str, Any]:
        """Return the rating of a visitor, and their address, for a seat at a rated table, after checks.

        Raises:
            ApiError: 403, the visitor has no passkey; 409, they have a seat already, or their rating is out of range.
        """
        strength = await self.ratings.rating_of(account.client, live.game)
        if live.seats_of(account.client):
            raise ApiError(409, "seated", text("error.seated"))
        least, most = rating_bounds(live)
        if not least <= strength.points <= most:
            message = text("error.strength", least=f"{least:.0f}", most=f"{most:.0f}", points=strength.points)
            raise ApiError(409, "strength", message)
        return {"rating": strength.rating, "spread": strength.spread, "place": account.place}

    def add_bot(self, live: LiveGame, seat: str, bot: str) -> dict[str, float]:
        """Return the rating of a bot for a seat at a rated table, after checks.

        Raises:
            ApiError: 422, the bot has no rating; 409, fewer than two people would be left.
        """
        self.check_bots(live.game, [bot])
        if sum(holder.kind != "bot" for holder in live.seats.values() if holder.seat != seat) < 2:
            raise ApiError(409, "rated", text("error.rated_bot"))
        strength = level_strength(live.header.game, len(live.seats), bot) or Strength()
        return {"rating": strength.rating, "spread": strength.spread}

    async def joinable_games(self, games: Sequence[LiveGame], visitor_id: str | None) -> list[LiveGame]:
        """Return the games that a visitor's ratings allow them to join."""
        strengths: dict[tuple[str, int], Strength] = {}
        async with self.database.read_engine.connect() as connection:
            has = await has_passkey(connection, visitor_id)
            query = select(RatingRow.game, RatingRow.seats, RatingRow.rating, RatingRow.spread)
            for row in await connection.execute(query.where(RatingRow.visitor_id == visitor_id)):
                strengths[row.game, row.seats] = Strength(row.rating, row.spread)

        def fits(live: LiveGame) -> bool:
            least, most = rating_bounds(live)
            points = strengths.get((live.header.game, len(live.seats)), Strength()).points
            return not live.header.rated or (has and least <= points <= most)

        return [live for live in games if fits(live)]


def rating_bounds(live: LiveGame) -> tuple[float, float]:
    """Return the minimum and the maximum rating, in points, for a seat at a table."""
    near = live.header.near
    host = next((seat for seat in live.seats.values() if seat.visitor_id == live.header.host), None)
    if near is None or host is None or host.rating is None:
        return float("-inf"), float("inf")
    points = Strength(host.rating, host.spread or 0.0).points
    return points - near, points + near
