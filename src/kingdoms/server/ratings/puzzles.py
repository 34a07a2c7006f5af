"""Ratings of puzzles by the first attempts of people with an account."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.bots.strength import POINTS, Strength
from kingdoms.puzzles.files import summaries
from kingdoms.puzzles.rating import duel
from kingdoms.server.database.engine import Database, insert_of
from kingdoms.server.database.tables import PuzzleRow

MOST_DRIFT: Final = 200 / POINTS
"""How far a rating may move from the one that the puzzle comes with: attempts are what clients say."""


async def record_attempt(connection: AsyncConnection, puzzle: str, solver: Strength, solved: bool) -> Strength | None:
    """Move the rating of a puzzle by the first attempt of a person with an account, and return that of the person.

    The caller makes sure that each person's attempt counts once. For a puzzle that is no longer there, return None.

    Args:
        connection: a connection in a transaction.
        puzzle: the name of the puzzle.
        solver: the rating of the person before the attempt.
        solved: whether the first answers solved it.
    """
    summary = summaries().get(puzzle)
    if summary is None:
        return None
    delivered = summary.strength
    first = {"name": puzzle, "rating": delivered.rating, "spread": delivered.spread, "attempts": 0}
    await connection.execute(insert_of(connection.dialect.name)(PuzzleRow).values(**first).on_conflict_do_nothing())
    key = PuzzleRow.name == puzzle
    row = (await connection.execute(select(*PuzzleRow.__table__.columns).where(key).with_for_update())).one()
    person, after = duel(solver, Strength(row.rating, row.spread), solved)
    rating = min(delivered.rating + MOST_DRIFT, max(delivered.rating - MOST_DRIFT, after.rating))
    values = {"rating": rating, "spread": after.spread, "attempts": row.attempts + 1}
    await connection.execute(update(PuzzleRow).where(key).values(**values))
    return person


async def moved_ratings(database: Database, names: Collection[str] | None = None) -> dict[str, Strength]:
    """Return the ratings of the puzzles that people have attempted, by name; None for all puzzles."""
    query = select(PuzzleRow.name, PuzzleRow.rating, PuzzleRow.spread)
    if names is not None:
        query = query.where(PuzzleRow.name.in_(names))
    return {row.name: Strength(row.rating, row.spread) for row in await database.rows(query)}
