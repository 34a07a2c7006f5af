"""Ratings of people, for answers."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.bots.strength import Strength, level_strength
from kingdoms.core.game import Game
from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import GameRow, PasskeyRow, ProfileRow, RatingRow, RatingStepRow, SeatRow, VisitorRow
from kingdoms.table.base.bot_titles import bot_title
from kingdoms.table.base.errors import ApiError
from kingdoms.table.base.times import fields_json
from kingdoms.texts import text

STEPS: Final = 100
"""Maximum number of a person's newest rated games in a profile."""
RANKED: Final = 100
"""Maximum number of people in a ranking."""
MOST_SPREAD: Final = 6.5
"""Maximum standard deviation of a rating in a ranking: what 20 games with four players come to."""


def _is_ranked() -> tuple[ColumnElement[bool], ...]:
    return RatingRow.settled.is_(True), RatingRow.spread <= MOST_SPREAD


async def has_passkey(connection: AsyncConnection, visitor_id: str | None) -> bool:
    """Return whether a visitor has a passkey."""
    return await connection.scalar(select(PasskeyRow.id).where(PasskeyRow.visitor_id == visitor_id).limit(1)) is not None


class Ratings:
    """Queries about ratings."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def rating_of(self, visitor_id: str, game: Game) -> Strength:
        """Return the rating of a visitor in a game, by default the initial one.

        Raises:
            ApiError: 403, the visitor has no passkey.
        """
        conditions = (RatingRow.visitor_id == visitor_id, RatingRow.game == game.name, RatingRow.seats == len(game.seats))
        async with self.database.read_engine.connect() as connection:
            if not await has_passkey(connection, visitor_id):
                raise ApiError(403, "no_passkey", text("error.no_passkey_rated"))
            row = (await connection.execute(select(RatingRow.rating, RatingRow.spread).where(*conditions))).one_or_none()
        return Strength() if row is None else Strength(row.rating, row.spread)

    # -- answers ------------------------------------------------------------------------------------------------------

    async def ranking(self, game: type[Game], seats: int) -> list[dict[str, Any]]:
        """Return the ranking of a game with a number of seats, the strongest first: listed people, and levels.

        People are ranked once their ratings are settled and certain enough.
        """
        query = (
            select(RatingRow.rating, RatingRow.spread, RatingRow.games, ProfileRow.address, VisitorRow.name)
            .join(ProfileRow, ProfileRow.visitor_id == RatingRow.visitor_id)
            .join(VisitorRow, VisitorRow.id == RatingRow.visitor_id)
            .join(PasskeyRow, PasskeyRow.visitor_id == RatingRow.visitor_id)
            .where(RatingRow.game == game.name, RatingRow.seats == seats, ProfileRow.listed.is_(True), *_is_ranked())
            .distinct()
            .order_by(RatingRow.rating.desc())
            .limit(RANKED)
        )
        people = [
            {"name": row.name, "address": row.address, "bot": None, "games": row.games}
            | Strength(row.rating, row.spread).to_json()
            for row in await self.database.rows(query)
            if row.name is not None
        ]
        names = [f"level:{number}" for number in range(1, len(game.levels()) + 1)]
        levels = [
            {"name": bot_title(name, game.name), "address": None, "bot": name, "games": None} | strength.to_json()
            for name in names
            if (strength := level_strength(game.name, seats, name)) is not None
        ]
        return sorted([*people, *levels], key=lambda entry: -int(str(entry["points"])))


async def ratings_of(connection: AsyncConnection, visitor_id: str) -> dict[str, Any]:
    """Return the ratings of a person, and their rated games, the newest first; nothing without a passkey."""
    if not await has_passkey(connection, visitor_id):
        return {"ratings": [], "steps": []}
    rated = (
        select(*RatingRow.__table__.columns).where(RatingRow.visitor_id == visitor_id).order_by(RatingRow.game, RatingRow.seats)
    )
    steps = (
        select(*RatingStepRow.__table__.columns)
        .where(RatingStepRow.visitor_id == visitor_id)
        .order_by(RatingStepRow.at.desc())
        .limit(STEPS)
    )
    return {
        "ratings": [
            fields_json(row, "game seats games")
            | {"ranked": row.settled and row.spread <= MOST_SPREAD}
            | Strength(row.rating, row.spread).to_json()
            for row in await connection.execute(rated)
        ],
        "steps": [
            {
                **fields_json(row, "game seats at share"),
                "before": Strength(row.rating_before, row.spread_before).to_json(),
                "after": Strength(row.rating, row.spread).to_json(),
            }
            for row in await connection.execute(steps)
        ],
    }


async def plays_rated(connection: AsyncConnection, visitor_id: str) -> bool:
    """Return whether a visitor has a seat at a rated table whose game is not over."""
    query = (
        select(GameRow.id)
        .join(SeatRow, SeatRow.game_id == GameRow.id)
        .where(SeatRow.visitor_id == visitor_id, GameRow.rated.is_(True), GameRow.status != "over")
        .limit(1)
    )
    return await connection.scalar(query) is not None
