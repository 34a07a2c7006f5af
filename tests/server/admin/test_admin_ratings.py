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
async def test_one_sided_games_are_listed_and_a_group_is_annulled_by_one_command(app: FastAPI, admin: Admin) -> None:
    """Two crowds, from one site and from many, lose a game each to one, and then resign at once against each other."""
    await farm(app)
    (group,) = await admin.lines("ratings", "suspicious")
    assert group["winner"] == {"id": FARMER, "name": "Fay"}
    assert group["losers"] == [{"id": VICTIM, "name": None, "games": 6, "points": 6.0}]
    assert (group["games"], group["points"], group["left_early"], group["same_address"]) == (6, 6.0, EARLY, 6)
    assert (group["of_all_points"], group["one_site"]) == (0.67, 2)
    output = await admin.does("ratings", "suspicious")
    assert "Fay" in output
    assert "1 suspicious group." in output
    farmed = [f"farmed-{number}" for number in reversed(range(6))]
    assert [game["id"] for game in await admin.lines("ratings", "games", FARMER, VICTIM)] == farmed
    assert "6 rated games." in await admin.does("ratings", "games", HONEST, FARMER)
    honest = await points(app)
    crowds = {letter * 32: [f"{letter}{number:031x}" for number in range(8)] for letter in "de"}
    for winner, crowd in crowds.items():
        sites = {who: f"{0 if winner[0] == 'd' else number:016x}{number:016x}" for number, who in enumerate([*crowd, winner])}
        for number, account in enumerate(crowd):
            await play(app, f"arranged-{winner[0]}{number}", winner, account, places=sites)
            await play(app, f"left-{winner[0]}{number}", account, crowd[number - 1], early=True, places=sites)
    groups = await admin.lines("ratings", "suspicious")
    assert [group["winner"]["id"] for group in groups] == [*crowds, FARMER]
    for group, one_site in zip(groups, (9, 0), strict=False):
        assert (group["games"], group["points"], len(group["losers"])) == (8, 8.0, 8)
        assert (group["of_all_points"], group["one_site"]) == (1.0, one_site)
    for winner, crowd in crowds.items():
        assert len((await admin.answers("ratings", "annul", "--group", winner))["games"]) == 16
        after = await points(app)
        assert {after[account] for account in (*crowd, winner)} == {25.0}
    assert {person: after[person] for person in honest} == honest
    assert [group["winner"]["id"] for group in await admin.lines("ratings", "suspicious")] == [FARMER]
    assert "no suspicious games" in await admin.refuses("ratings", "annul", "--group", HONEST)


@pytest.mark.sqlite
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
    assert await admin.refuses("ratings", "annul", "farmed", "elsewhere") == "no rated game that is over: elsewhere"
    assert await points(app) == farmed, "nothing has changed"
    counted = {f"{SAMPLE}, 2": 1}
    annulled = {"games": ["farmed"], "status": "annulled", "counted": counted}
    assert await admin.answers("ratings", "annul", "farmed") == annulled
    assert await points(app) == without | {VICTIM: 25.0}
    assert "counts again" in await admin.does("ratings", "annul", "farmed", "--undo")
    assert await points(app) == farmed
