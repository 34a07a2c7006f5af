"""Ratings of people, and their updates by rated games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.core.game import Game
from kingdoms.server.bot_titles import bot_title
from kingdoms.server.database import Database
from kingdoms.server.errors import ApiError
from kingdoms.server.ratings.strength import Strength, after, of_level
from kingdoms.server.tables import GameRow, PasskeyRow, ProfileRow, RatingRow, RatingStepRow, SeatRow, VisitorRow
from kingdoms.server.times import timestamp
from kingdoms.texts import text

STEPS: Final = 100
"""Maximum number of a person's newest rated games in a profile."""
RANKED: Final = 100
"""Maximum number of people in a ranking."""


class Ratings:
    """Queries about ratings.

    Args:
        database: the database.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, visitor_id: str, game: Game) -> Strength:
        """Return the rating of a visitor in a game, by default the initial one.

        Raises:
            ApiError: 403, the visitor has no passkey.
        """
        which = (RatingRow.visitor_id == visitor_id, RatingRow.game == game.name, RatingRow.seats == len(game.seats))
        async with self.database.read_engine.connect() as connection:
            if await connection.scalar(select(PasskeyRow.id).where(PasskeyRow.visitor_id == visitor_id).limit(1)) is None:
                raise ApiError(403, "no_passkey", text("error.no_passkey_rated"))
            row = (await connection.execute(select(RatingRow.rating, RatingRow.spread).where(*which))).one_or_none()
        return Strength() if row is None else Strength(row.rating, row.spread)

    # -- answers ------------------------------------------------------------------------------------------------------

    async def ranking(self, game: type[Game], seats: int) -> list[dict[str, Any]]:
        """Return the ranking of a game with a number of seats, the strongest first: listed people, and levels."""
        wanted = (
            select(RatingRow.rating, RatingRow.spread, RatingRow.games, ProfileRow.address, VisitorRow.name)
            .join(ProfileRow, ProfileRow.visitor_id == RatingRow.visitor_id)
            .join(VisitorRow, VisitorRow.id == RatingRow.visitor_id)
            .join(PasskeyRow, PasskeyRow.visitor_id == RatingRow.visitor_id)
            .where(RatingRow.game == game.name, RatingRow.seats == seats, ProfileRow.listed.is_(True))
            .distinct()
            .order_by(RatingRow.rating.desc())
            .limit(RANKED)
        )
        async with self.database.read_engine.connect() as connection:
            people = [
                {"name": row.name, "address": row.address, "bot": None, "games": row.games}
                | Strength(row.rating, row.spread).to_json()
                for row in await connection.execute(wanted)
                if row.name is not None
            ]
        names = [f"level:{number}" for number in range(1, len(game.levels()) + 1)]
        levels = [
            {"name": bot_title(name, game.name), "address": None, "bot": name, "games": None} | strength.to_json()
            for name in names
            if (strength := of_level(game.name, seats, name)) is not None
        ]
        return sorted([*people, *levels], key=lambda each: -int(str(each["points"])))


async def ratings_of(connection: AsyncConnection, visitor_id: str) -> dict[str, Any]:
    """Return the ratings of a person, and their rated games, the newest first; nothing without a passkey."""
    if await connection.scalar(select(PasskeyRow.id).where(PasskeyRow.visitor_id == visitor_id).limit(1)) is None:
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
            {"game": row.game, "seats": row.seats, "games": row.games} | Strength(row.rating, row.spread).to_json()
            for row in await connection.execute(rated)
        ],
        "steps": [
            {
                "game": row.game,
                "seats": row.seats,
                "at": timestamp(row.at),
                "share": row.share,
                "before": Strength(row.rating_before, row.spread_before).to_json(),
                "after": Strength(row.rating, row.spread).to_json(),
            }
            for row in await connection.execute(steps)
        ],
    }


async def plays_rated(connection: AsyncConnection, visitor_id: str) -> bool:
    """Return whether a visitor has a seat at a rated table whose game is not over."""
    wanted = (
        select(GameRow.id)
        .join(SeatRow, SeatRow.game_id == GameRow.id)
        .where(SeatRow.visitor_id == visitor_id, GameRow.rated.is_(True), GameRow.status != "over")
        .limit(1)
    )
    return await connection.scalar(wanted) is not None


async def rate(connection: AsyncConnection, rows: Sequence[dict[str, Any]]) -> None:
    """Update the ratings of the players of a rated game by their results.

    Args:
        connection: a connection in the transaction that settles the game.
        rows: the rows of the results.
    """
    rows = sorted(rows, key=lambda row: str(row["visitor_id"]))  # the same order at each server, against deadlocks
    before: list[Strength] = []
    for row in rows:
        found = (
            await _lock_rating(connection, row) if row["visitor_id"] else of_level(row["game"], row["seats"], str(row["bot"]))
        )
        if found is None:
            return  # a level whose rating was removed after the table was created
        before.append(found)
    for row, was, now in zip(rows, before, after(before, [row["share"] for row in rows]), strict=True):
        if row["visitor_id"] is None:
            continue
        mine = (RatingRow.visitor_id == row["visitor_id"], RatingRow.game == row["game"], RatingRow.seats == row["seats"])
        values = {"rating": now.rating, "spread": now.spread, "games": RatingRow.games + 1, "at": row["at"]}
        await connection.execute(update(RatingRow).where(*mine).values(**values))
        step = {name: row[name] for name in ("game_id", "seat", "visitor_id", "game", "seats", "share", "at")}
        was_now = {"rating_before": was.rating, "spread_before": was.spread, "rating": now.rating, "spread": now.spread}
        await connection.execute(insert(RatingStepRow).values(**step, **was_now))


async def _lock_rating(connection: AsyncConnection, row: dict[str, Any]) -> Strength:
    """Lock and return the rating of a player; insert the initial one if there is none."""
    mine = (RatingRow.visitor_id == row["visitor_id"], RatingRow.game == row["game"], RatingRow.seats == row["seats"])
    wanted = select(RatingRow.rating, RatingRow.spread).where(*mine).with_for_update()
    found = (await connection.execute(wanted)).one_or_none()
    if found is not None:
        return Strength(found.rating, found.spread)
    first = Strength()
    key = {name: row[name] for name in ("visitor_id", "game", "seats", "at")}
    await connection.execute(insert(RatingRow).values(**key, rating=first.rating, spread=first.spread, games=0))
    return first
