"""Ratings of people: who may sit at rated tables, and what rated games make of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.core.game import Game
from kingdoms.server.database import Database
from kingdoms.server.errors import ApiError
from kingdoms.server.games.live import LiveGame, Seat
from kingdoms.server.games.messages import called, stamp
from kingdoms.server.games.schemas import NewGameRequest
from kingdoms.server.games.tables import GameRow, PasskeyRow, ProfileRow, RatingRow, RatingStepRow, SeatRow, VisitorRow
from kingdoms.server.people.strength import Strength, after, of_level

STEPS: Final = 100
"""So many of somebody's newest rated games are told."""
RANKED: Final = 100
"""So many people are ranked at most."""


def not_rated(message: str) -> ApiError:
    """Return the refusal of a rated table that cannot be."""
    return ApiError(422, "not_rated", message)


class Ratings:
    """The ratings of people.

    Args:
        database: where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    # -- rated tables -------------------------------------------------------------------------------------------------

    def check(self, request: NewGameRequest) -> None:
        """Refuse a table that cannot be rated, or that is no contest.

        Raises:
            ApiError: 422; the message says why.
        """
        if not request.rated:
            if request.near is not None:
                raise not_rated("Only at a rated table it can be said how strong others should be.")
            return
        if request.record is not None or request.position is not None or request.from_ is not None:
            raise not_rated("A rated game begins at its beginning.")
        if request.advice or request.stand_in is not None:
            raise not_rated("A rated game has no hints, and its stand-in is the usual one.")
        kinds = [seat.kind for seat in request.seats]
        if kinds.count("me") != 1 or "open" not in kinds or set(kinds) - {"me", "open", "bot"}:
            raise not_rated("At a rated table sit you, others who take their seats themselves, and bots.")

    def check_bots(self, game: Game, bots: Sequence[str]) -> None:
        """Refuse bots that have no rating.

        Raises:
            ApiError: 422, one has none.
        """
        for bot in bots:
            if of_level(game.name, len(game.seats), bot) is None:
                name = called(bot, game.name)
                raise not_rated(
                    f"{name} has no rating with {len(game.seats)} seats: choose another level, or leave the seat open."
                )

    async def host(self, who: str, game: Game, seats: list[Seat]) -> None:
        """Write the ratings of those who sit at a new rated table.

        Raises:
            ApiError: 403, the host has no passkey; 422, a bot has no rating.
        """
        self.check_bots(game, [str(seat.bot) for seat in seats if seat.kind == "bot"])
        own = await self.of(who, game)
        for seat in seats:
            strength = own if seat.kind == "person" else of_level(game.name, len(game.seats), str(seat.bot))
            if seat.kind != "open" and strength is not None:
                seat.rating, seat.spread = strength

    async def join(self, live: LiveGame, who: str) -> dict[str, float]:
        """Return what is noted of somebody who takes a seat at a rated table.

        Raises:
            ApiError: 403, they have no passkey; 409, they have a seat already, or are not as strong as is wanted.
        """
        strength = await self.of(who, live.game)
        if live.seats_of(who):
            raise ApiError(409, "seated", "At a rated table everybody has one seat.")
        least, most = wanted_at(live)
        if not least <= strength.points <= most:
            message = f"This table is for {least:.0f} to {most:.0f} points, and you have {strength.points}."
            raise ApiError(409, "strength", message)
        return {"rating": strength.rating, "spread": strength.spread}

    def add_bot(self, live: LiveGame, seat: str, bot: str) -> dict[str, float]:
        """Return what is noted of a bot that is put on a seat of a rated table.

        Raises:
            ApiError: 422, it has no rating; 409, fewer than two people would be left.
        """
        self.check_bots(live.game, [bot])
        if sum(each.kind != "bot" for each in live.seats.values() if each.seat != seat) < 2:
            raise ApiError(409, "rated", "At a rated table at least two people play: leave the seat open.")
        strength = of_level(live.header.game, len(live.seats), bot) or Strength()
        return {"rating": strength.rating, "spread": strength.spread}

    async def of(self, who: str, game: Game) -> Strength:
        """Return how strong somebody is in a game, who has never been rated in it as everybody at first.

        Raises:
            ApiError: 403, they have no passkey.
        """
        which = (RatingRow.visitor_id == who, RatingRow.game == game.name, RatingRow.seats == len(game.seats))
        async with self.database.read_engine.connect() as connection:
            if await connection.scalar(select(PasskeyRow.id).where(PasskeyRow.visitor_id == who).limit(1)) is None:
                raise ApiError(403, "no_passkey", "Rated games are for people with a passkey: add one first.")
            row = (await connection.execute(select(RatingRow.rating, RatingRow.spread).where(*which))).one_or_none()
        return Strength() if row is None else Strength(row.rating, row.spread)

    async def fitting(self, games: Sequence[LiveGame], who: str | None) -> list[LiveGame]:
        """Return the games at which somebody may sit, as far as ratings say."""
        known: dict[tuple[str, int], Strength] = {}
        async with self.database.read_engine.connect() as connection:
            has = await connection.scalar(select(PasskeyRow.id).where(PasskeyRow.visitor_id == who).limit(1)) is not None
            mine = select(RatingRow.game, RatingRow.seats, RatingRow.rating, RatingRow.spread)
            for row in await connection.execute(mine.where(RatingRow.visitor_id == who)):
                known[row.game, row.seats] = Strength(row.rating, row.spread)

        def fits(live: LiveGame) -> bool:
            least, most = wanted_at(live)
            points = known.get((live.header.game, len(live.seats)), Strength()).points
            return not live.header.rated or (has and least <= points <= most)

        return [live for live in games if fits(live)]

    # -- what is told -------------------------------------------------------------------------------------------------

    async def ranking(self, game: type[Game], seats: int) -> list[dict[str, Any]]:
        """Return who is how strong in a game with so many seats, the strongest first: people who are listed, and levels."""
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
                | Strength(row.rating, row.spread).told()
                for row in await connection.execute(wanted)
                if row.name is not None
            ]
        names = [f"level:{number}" for number in range(1, len(game.levels()) + 1)]
        levels = [
            {"name": called(name, game.name), "address": None, "bot": name, "games": None} | strength.told()
            for name in names
            if (strength := of_level(game.name, seats, name)) is not None
        ]
        return sorted([*people, *levels], key=lambda each: -int(str(each["points"])))


def wanted_at(live: LiveGame) -> tuple[float, float]:
    """Return how many points somebody has to have for a seat at a table, and how many they may have."""
    near = live.header.near
    host = next((seat for seat in live.seats.values() if seat.visitor_id == live.header.host), None)
    if near is None or host is None or host.rating is None:
        return float("-inf"), float("inf")
    points = Strength(host.rating, host.spread or 0.0).points
    return points - near, points + near


async def ratings_of(connection: AsyncConnection, who: str) -> dict[str, Any]:
    """Return somebody's ratings, and how they have come to them, the newest first; nothing without a passkey."""
    if await connection.scalar(select(PasskeyRow.id).where(PasskeyRow.visitor_id == who).limit(1)) is None:
        return {"ratings": [], "steps": []}
    rated = select(*RatingRow.__table__.columns).where(RatingRow.visitor_id == who).order_by(RatingRow.game, RatingRow.seats)
    steps = (
        select(*RatingStepRow.__table__.columns)
        .where(RatingStepRow.visitor_id == who)
        .order_by(RatingStepRow.at.desc())
        .limit(STEPS)
    )
    return {
        "ratings": [
            {"game": row.game, "seats": row.seats, "games": row.games} | Strength(row.rating, row.spread).told()
            for row in await connection.execute(rated)
        ],
        "steps": [
            {
                "game": row.game,
                "seats": row.seats,
                "at": stamp(row.at),
                "share": row.share,
                "before": Strength(row.rating_before, row.spread_before).told(),
                "after": Strength(row.rating, row.spread).told(),
            }
            for row in await connection.execute(steps)
        ],
    }


async def plays_rated(connection: AsyncConnection, who: str) -> bool:
    """Say whether somebody has a seat at a rated table whose game is not over."""
    wanted = (
        select(GameRow.id)
        .join(SeatRow, SeatRow.game_id == GameRow.id)
        .where(SeatRow.visitor_id == who, GameRow.rated.is_(True), GameRow.status != "over")
        .limit(1)
    )
    return await connection.scalar(wanted) is not None


async def rate(connection: AsyncConnection, rows: Sequence[dict[str, Any]]) -> None:
    """Write what a rated game has made of its players' ratings, from what each has won.

    Args:
        connection: in the transaction in which the game is settled.
        rows: those of `results`.
    """
    rows = sorted(rows, key=lambda row: str(row["visitor_id"]))  # in the same order at each server: none waits in a circle
    before: list[Strength] = []
    for row in rows:
        found = await _locked(connection, row) if row["visitor_id"] else of_level(row["game"], row["seats"], str(row["bot"]))
        if found is None:
            return  # a level that had a rating when the table was made has none by now
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


async def _locked(connection: AsyncConnection, row: dict[str, Any]) -> Strength:
    """Return somebody's rating, and keep others from changing it; who has none gets what everybody has at first."""
    mine = (RatingRow.visitor_id == row["visitor_id"], RatingRow.game == row["game"], RatingRow.seats == row["seats"])
    wanted = select(RatingRow.rating, RatingRow.spread).where(*mine).with_for_update()
    found = (await connection.execute(wanted)).one_or_none()
    if found is not None:
        return Strength(found.rating, found.spread)
    first = Strength()
    key = {name: row[name] for name in ("visitor_id", "game", "seats", "at")}
    await connection.execute(insert(RatingRow).values(**key, rating=first.rating, spread=first.spread, games=0))
    return first
