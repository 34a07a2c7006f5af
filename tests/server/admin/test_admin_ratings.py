"""Ratings at the operator's command line: groups that farm points, and games that are annulled."""

from __future__ import annotations

import time
from collections.abc import Mapping

import pytest
from fastapi import FastAPI
from sqlalchemy import insert, select

from kingdoms.server.database.tables import RatingRow, VisitorRow
from kingdoms.server.ratings.settling import FinishedSeat, rate
from tests.support.clients.admin import Admin
from tests.support.games.tested_games import SAMPLE
from tests.support.server.rows import execute

FARMER, VICTIM, HONEST = (letter * 32 for letter in "abc")
EARLY = 2
HERE = {FARMER: "here", VICTIM: "here"}


async def play(
    app: FastAPI, game_id: str, winner: str, loser: str, *, early: bool = False, places: Mapping[str, str] = {}
) -> None:
    """Rate a game that has just ended; `places` are the digests of the players' addresses."""
    seats = [
        FinishedSeat("N", winner, None, 1.0, False, places.get(winner)),
        FinishedSeat("S", loser, None, 0.0, early, places.get(loser)),
    ]
    async with app.state.database.engine.begin() as connection:
        await rate(connection, game_id, SAMPLE, time.time(), seats)


async def farm(app: FastAPI) -> None:
    """Let one person win six games against another one, from one address, and three of six against a third one."""
    await execute(app, insert(VisitorRow).values(id=FARMER, name="Fay", created=0.0))
    for number in range(6):
        await play(app, f"farmed-{number}", FARMER, VICTIM, early=number < EARLY, places=HERE)
        winner, loser = (FARMER, HONEST) if number % 2 else (HONEST, FARMER)
        await play(app, f"honest-{number}", winner, loser)


async def points(app: FastAPI) -> dict[str, float]:
    """Return the ratings as they count."""
    async with app.state.database.read_engine.connect() as connection:
        rows = await connection.execute(select(RatingRow.visitor_id, RatingRow.rating))
        return {row.visitor_id: round(row.rating, 6) for row in rows}


@pytest.mark.both_databases
async def test_one_sided_games_are_listed_with_what_speaks_against_them(app: FastAPI, admin: Admin) -> None:
    await farm(app)
    (group,) = await admin.lines("ratings", "suspicious")
    assert group["winner"] == {"id": FARMER, "name": "Fay"}
    assert group["losers"] == [{"id": VICTIM, "name": None, "games": 6, "points": 6.0}]
    assert (group["games"], group["points"], group["left_early"], group["same_address"]) == (6, 6.0, EARLY, 6)
    assert (group["of_all_points"], group["one_site"]) == (0.67, 2)
    output = await admin.does("ratings", "suspicious")
    assert "Fay" in output
    assert "1 suspicious group." in output
    assert [game["id"] for game in await admin.lines("ratings", "games", FARMER, VICTIM)] == [
        f"farmed-{number}" for number in reversed(range(6))
    ]
    assert "6 rated games." in await admin.does("ratings", "games", HONEST, FARMER)


@pytest.mark.both_databases
@pytest.mark.parametrize("is_one_site", [True, False])
async def test_one_against_a_crowd_is_listed_and_annulled_by_one_command(app: FastAPI, admin: Admin, is_one_site: bool) -> None:
    """24 accounts lose a game each to one, and then resign at once against each other."""
    await farm(app)
    await play(app, "fair", HONEST, FARMER)
    honest = await points(app)
    crowd = [f"{number:032x}" for number in range(24)]
    sites = {account: f"{0 if is_one_site else number:016x}{number:016x}" for number, account in enumerate([*crowd, "d" * 32])}
    for number, account in enumerate(crowd):
        await play(app, f"arranged-{number}", "d" * 32, account, places=sites)
        await play(app, f"left-{number}", account, crowd[number - 1], early=True, places=sites)
    groups = await admin.lines("ratings", "suspicious")
    assert [group["winner"]["id"] for group in groups] == ["d" * 32, FARMER]
    assert (groups[0]["games"], groups[0]["points"], len(groups[0]["losers"])) == (24, 24.0, 24)
    assert (groups[0]["of_all_points"], groups[0]["one_site"]) == (1.0, 25 if is_one_site else 0)
    assert "2 suspicious groups." in await admin.does("ratings", "suspicious")
    annulled = await admin.answers("ratings", "annul", "--group", "d" * 32)
    assert len(annulled["games"]) == 48
    after = await points(app)
    assert {person: after[person] for person in honest} == honest
    assert {after[account] for account in (*crowd, "d" * 32)} == {25.0}
    assert [group["winner"]["id"] for group in await admin.lines("ratings", "suspicious")] == [FARMER]
    assert "no suspicious games" in await admin.refuses("ratings", "annul", "--group", HONEST)


async def test_honest_people_are_not_suspicious(app: FastAPI, admin: Admin) -> None:
    """A strong player beats everybody once or twice; the others beat each other."""
    people = [f"{number:032x}" for number in range(8)]
    for number, person in enumerate(people):
        await play(app, f"strong-{number}", FARMER, person, places={person: f"{number:016x}" * 2})
        await play(app, f"round-{number}", person, people[number - 1])
    assert await admin.lines("ratings", "suspicious") == []
    assert "Nothing is suspicious." in await admin.does("ratings", "suspicious")


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
    assert await points(app) == before
