"""Profiles: the results of people, their own or listed publicly."""

from __future__ import annotations

import secrets
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from kingdoms.server.database.engine import Database, execute_count
from kingdoms.server.database.tables import PasskeyRow, ProfileRow, ResultRow, VisitorRow
from kingdoms.server.ratings.ratings import has_passkey, ratings_of
from kingdoms.table.base.bot_titles import bot_title
from kingdoms.table.base.errors import ApiError
from kingdoms.texts import text

COUNTED: Final = 2000
"""Maximum number of a person's newest games that are counted."""
LISTED: Final = 100
"""Maximum number of people in the list."""


@dataclass
class ResultTally:
    """A number of games, and the points won in them: 1 for a victory, less for a shared one."""

    games: int = 0
    points: float = 0.0

    def add(self, points: float) -> None:
        """Add a game."""
        self.games += 1
        self.points += points

    def to_json(self) -> dict[str, Any]:
        """Return the tally for JSON."""
        return {"games": self.games, "points": round(self.points, 2)}


@dataclass
class PersonResults:
    """The results of a person in a game with a number of seats: in total, against each bot, and against people."""

    total: ResultTally = field(default_factory=ResultTally)
    bots: dict[str, ResultTally] = field(default_factory=lambda: defaultdict(ResultTally))
    people: ResultTally = field(default_factory=ResultTally)


class Profiles:
    """Queries about profiles."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def own_profile(self, visitor_id: str | None) -> dict[str, Any]:
        """Return a visitor's own profile."""
        async with self.database.read_engine.connect() as connection:
            query = select(ProfileRow.address, ProfileRow.listed).where(ProfileRow.visitor_id == visitor_id)
            row = (await connection.execute(query)).one_or_none()
            listed = row is not None and row.listed
            name = await connection.scalar(select(VisitorRow.name).where(VisitorRow.id == visitor_id))
            address = row.address if row is not None and listed else None
            results = await self._results(connection, visitor_id)
            profile = {"name": name, "listed": listed, "address": address, "results": results}
            return profile | await ratings_of(connection, visitor_id or "")

    async def listed_profile(self, address: str) -> dict[str, Any]:
        """Return a listed profile.

        Raises:
            ApiError: 404, no profile is listed at this address.
        """
        async with self.database.read_engine.connect() as connection:
            query = (
                select(ProfileRow.visitor_id, VisitorRow.name)
                .join(VisitorRow, VisitorRow.id == ProfileRow.visitor_id)
                .where(ProfileRow.address == address, *_is_public())
            )
            row = (await connection.execute(query)).one_or_none()
            if row is None:
                raise ApiError(404, "nobody", text("error.nobody"))
            profile = {"name": row.name, "address": address, "results": await self._results(connection, row.visitor_id)}
            return profile | await ratings_of(connection, row.visitor_id)

    async def listed_profiles(self) -> list[dict[str, Any]]:
        """Return the people whose profiles are listed, by name."""
        query = (
            select(ProfileRow.address, VisitorRow.name)
            .join(VisitorRow, VisitorRow.id == ProfileRow.visitor_id)
            .where(*_is_public())
            .order_by(VisitorRow.name, ProfileRow.address)
            .limit(LISTED)
        )
        return [{"address": row.address, "name": row.name} for row in await self.database.rows(query)]

    async def choose(self, visitor_id: str, *, listed: bool) -> None:
        """List a visitor's profile, or stop doing so; then its address becomes void.

        Raises:
            ApiError: 403, the visitor has no passkey; 409, they have no name.
        """
        async with self.database.engine.begin() as connection:
            if not listed:
                await connection.execute(delete(ProfileRow).where(ProfileRow.visitor_id == visitor_id))
                return
            if not await has_passkey(connection, visitor_id):
                raise ApiError(403, "no_passkey", text("error.no_passkey_listed"))
            if await connection.scalar(select(VisitorRow.name).where(VisitorRow.id == visitor_id)) is None:
                raise ApiError(409, "no_name", text("error.no_name"))
            statement = update(ProfileRow).where(ProfileRow.visitor_id == visitor_id).values(listed=True)
            if not await execute_count(connection, statement):
                row = {"visitor_id": visitor_id, "address": secrets.token_urlsafe(9), "listed": True}
                await connection.execute(insert(ProfileRow).values(**row))

    async def _results(self, connection: AsyncConnection, visitor_id: str | None) -> list[dict[str, Any]]:
        if visitor_id is None:
            return []
        newest = (
            select(ResultRow).where(ResultRow.visitor_id == visitor_id).order_by(ResultRow.at.desc()).limit(COUNTED).subquery()
        )
        opponent = aliased(ResultRow)
        query = select(
            newest.c.game_id, newest.c.game, newest.c.seats, newest.c.share, opponent.bot, opponent.share.label("others")
        ).outerjoin(opponent, (opponent.game_id == newest.c.game_id) & (opponent.seat != newest.c.seat))
        results: dict[tuple[str, int], PersonResults] = defaultdict(PersonResults)
        game_ids: set[str] = set()
        for row in await connection.execute(query):
            played = results[row.game, row.seats]
            if row.game_id not in game_ids:
                game_ids.add(row.game_id)
                played.total.add(row.share)
            if row.others is not None:
                against = played.people if row.bot is None else played.bots[row.bot]
                against.add(0.5 if row.share == row.others else float(row.share > row.others))
        return [_results_json(game, seats, played) for (game, seats), played in sorted(results.items())]


def _results_json(game: str, seats: int, played: PersonResults) -> dict[str, Any]:
    bots = [
        {"bot": bot, "title": bot_title(bot, game)} | tally.to_json()
        for bot, tally in sorted(played.bots.items(), key=lambda it: it[0])
    ]
    people = [{"bot": None, "title": None} | played.people.to_json()] if played.people.games else []
    return {"game": game, "seats": seats} | played.total.to_json() | {"against": [*people, *bots]}


def _is_public() -> tuple[Any, ...]:
    has_passkey = exists().where(PasskeyRow.visitor_id == ProfileRow.visitor_id)
    return ProfileRow.listed.is_(True), VisitorRow.name.is_not(None), has_passkey
