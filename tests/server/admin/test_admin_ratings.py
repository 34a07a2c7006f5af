"""Ratings at the operator's command line: pairs that farm points, and games that are annulled."""

from __future__ import annotations

import time

import pytest
from administering import Admin
from fastapi import FastAPI
from of_games import SAMPLE
from sqlalchemy import insert, select, update

from kingdoms.server.ratings.settling import Finished, rate
from kingdoms.server.tables import RatedSeatRow, RatingRow, VisitorRow

FARMER, VICTIM, HONEST = (letter * 32 for letter in "abc")
EARLY = 2


async def play(app: FastAPI, game_id: str, winner: str, loser: str, *, early: bool = False, place: str | None = None) -> None:
    """Rate a game that has just ended."""
    seats = [Finished("N", winner, None, 1.0, False, place), Finished("S", loser, None, 0.0, early, place)]
    async with app.state.database.engine.begin() as connection:
        await rate(connection, game_id, SAMPLE, time.time(), seats)


async def farm(app: FastAPI) -> None:
    """Let one person win six games against another one, from one address, and three of six against a third one."""
    async with app.state.database.engine.begin() as connection:
        await connection.execute(insert(VisitorRow).values(id=FARMER, name="Fay", created=0.0))
    for number in range(6):
        await play(app, f"farmed-{number}", FARMER, VICTIM, early=number < EARLY, place="here")
        one, other = (FARMER, HONEST) if number % 2 else (HONEST, FARMER)
        await play(app, f"honest-{number}", one, other)


async def points(app: FastAPI) -> dict[str, float]:
    """Return the ratings as they count."""
    async with app.state.database.read_engine.connect() as connection:
        found = await connection.execute(select(RatingRow.visitor_id, RatingRow.rating))
        return {row.visitor_id: round(row.rating, 6) for row in found}


@pytest.mark.both_databases
async def test_one_sided_pairs_are_listed_with_what_speaks_against_them(app: FastAPI, admin: Admin) -> None:
    await farm(app)
    (pair,) = await admin.lines("ratings", "suspicious")
    assert (pair["winner"], pair["loser"]) == ({"id": FARMER, "name": "Fay"}, {"id": VICTIM, "name": None})
    assert (pair["games"], pair["points"], pair["left_early"], pair["same_address"]) == (6, 6.0, EARLY, 6)
    shown = await admin.does("ratings", "suspicious")
    assert "Fay" in shown
    assert "1 suspicious pair." in shown
    assert [each["id"] for each in await admin.lines("ratings", "games", FARMER, VICTIM)] == [
        f"farmed-{number}" for number in reversed(range(6))
    ]
    assert "6 rated games." in await admin.does("ratings", "games", HONEST, FARMER)


async def test_annulled_games_count_no_longer_until_they_are_counted_again(app: FastAPI, admin: Admin) -> None:
    await play(app, "lost", HONEST, FARMER)
    without = await points(app)
    await play(app, "farmed", FARMER, VICTIM)
    farmed = await points(app)
    assert farmed[FARMER] > without[FARMER]
    assert await admin.answers("ratings", "annul", "farmed") == {
        "games": ["farmed"],
        "status": "annulled",
        "counted": {f"{SAMPLE}, 2": 1},
    }
    assert await points(app) == without | {VICTIM: 25.0}
    assert "counts again" in await admin.does("ratings", "annul", "farmed", "--undo")
    assert await points(app) == farmed


async def test_games_that_cannot_be_annulled_are_named_and_nothing_changes(app: FastAPI, admin: Admin) -> None:
    await play(app, "here", FARMER, VICTIM)
    before = await points(app)
    assert await admin.refuses("ratings", "annul", "here", "elsewhere") == "no rated game that is over: elsewhere"
    async with app.state.database.engine.begin() as connection:
        await connection.execute(update(RatedSeatRow).values(status="base"))
    assert "earlier version" in await admin.refuses("ratings", "annul", "here")
    assert await points(app) == before
