"""Ratings in the database: what a game leaves there, and ratings computed again."""

from __future__ import annotations

import time
from collections.abc import Iterable

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from kingdoms.server.database.tables import RatedSeatRow, RatingRow, RatingStepRow
from kingdoms.server.ratings import store
from kingdoms.server.ratings.pool import DAY, WEEK, RatedGame, RatedPlayer, RatingPool
from kingdoms.server.ratings.settling import FinishedSeat, rate, rate_again
from tests.support.games.tested_games import SAMPLE

LEVEL = "level:4"
NEW = "f" * 32
PEOPLE = [f"{number:032x}" for number in range(9)]


def seat(name: str, player: str, share: float, place: str | None = None) -> FinishedSeat:
    """Return a seat of a finished game of a person or a level."""
    person, bot = (None, player) if ":" in player else (player, None)
    return FinishedSeat(name, person, bot, share, left_early=False, place=place)


def season() -> list[tuple[str, float, list[FinishedSeat]]]:
    """Return games on several days, in the middle of which ratings are settled; at the end somebody new comes."""
    games = []
    for day in range(5):
        for number, player in enumerate(PEOPLE):
            opponent = PEOPLE[(number + day + 1) % len(PEOPLE)] if day < 4 else LEVEL
            share = (number * 7 + day * 3) % 3 / 2
            game_id = f"{day}-{number}"
            games.append((game_id, day * DAY + number, [seat("N", player, share), seat("S", opponent, 1 - share)]))
    return [*games, ("last", 7 * DAY, [seat("N", PEOPLE[0], 0.0), seat("S", NEW, 1.0)])]


async def rate_all(app: FastAPI, games: Iterable[tuple[str, float, list[FinishedSeat]]]) -> None:
    """Rate games one after the other, each in a transaction."""
    for game_id, at, finished in games:
        async with app.state.database.engine.begin() as connection:
            await rate(connection, game_id, SAMPLE, at, finished)


async def rows(app: FastAPI, table: type, *columns: str) -> list[tuple[object, ...]]:
    """Return the rows of a table, in order; numbers are rounded."""
    async with app.state.database.read_engine.connect() as connection:
        result = await connection.execute(select(*(getattr(table, column) for column in columns)))
        return sorted(tuple(round(value, 6) if isinstance(value, float) else value for value in row) for row in result)


RATINGS = ("visitor_id", "rating", "spread", "games", "settled", "evidence")
STEPS = ("game_id", "seat", "rating_before", "spread_before", "rating", "spread")


@pytest.fixture
def quickly_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settle ratings after few games, and let opponents be known by then."""
    for name, value in (("SETTLED_EVIDENCE", 4), ("SETTLED_OPPONENTS", 4), ("SETTLED_DAYS", 3), ("YOUNG", 5)):
        monkeypatch.setattr(f"kingdoms.server.ratings.pool.{name}", value)


def check_ratings(ratings: list[tuple[object, ...]], games: Iterable[tuple[str, float, list[FinishedSeat]]]) -> None:
    """Check that stored ratings are those after games that are played all at once."""
    pool = RatingPool(SAMPLE, 2)
    for game_id, at, finished in games:
        pool.play(RatedGame(game_id, at, [RatedPlayer(seat.seat, seat.visitor_id, seat.bot, seat.share) for seat in finished]))
    assert [row[0] for row in ratings] == sorted(pool.standings)
    for person, rating, spread, count, settled, evidence in ratings:
        standing = pool.standings[str(person)]
        assert (count, settled) == (standing.games, standing.settled)
        assert (rating, spread, evidence) == tuple(round(figure, 6) for figure in (*standing.strength, standing.evidence))


@pytest.mark.both_databases
async def test_games_one_by_one_give_the_same_ratings_as_all_at_once(app: FastAPI, quickly_settled: None) -> None:
    """One by one, each game loads only what it may change; of an annulled game nothing is left."""
    games = season()
    await rate_all(app, games)
    ratings = await rows(app, RatingRow, *RATINGS)
    assert any(row[4] for row in ratings), "some ratings are settled"
    assert any(row[5] not in (0.0, row[3]) for row in ratings), "some games count in part"
    check_ratings(ratings, games)
    steps = await rows(app, RatingStepRow, *STEPS)
    async with app.state.database.engine.begin() as connection:
        assert await rate_again(connection, SAMPLE, 2) == len(games)
    assert await rows(app, RatingRow, *RATINGS) == ratings
    assert await rows(app, RatingStepRow, *STEPS) == steps
    annulled = update(RatedSeatRow).where(RatedSeatRow.game_id == games[0][0]).values(status=store.ANNULLED)
    async with app.state.database.engine.begin() as connection:
        await connection.execute(annulled)
        await rate_again(connection, SAMPLE, 2)
    check_ratings(await rows(app, RatingRow, *RATINGS), games[1:])
    assert games[0][0] not in {row[0] for row in await rows(app, RatingStepRow, *STEPS)}


@pytest.mark.both_databases
async def test_meetings_are_noted_by_person_and_by_site(app: FastAPI) -> None:
    (ida, bob, eve, *_), now = PEOPLE, time.time()
    games = [
        ("a", now, [seat("N", ida, 1.0, "hers"), seat("S", bob, 0.0, "site-one")]),
        ("b", now + DAY, [seat("N", ida, 1.0, "hers"), seat("S", eve, 0.0, "site-two")]),
        ("c", now + DAY + WEEK, [seat("N", ida, 1.0, "hers"), seat("S", bob, 0.0, None)]),
        ("d", now + 27 * WEEK, [seat("N", ida, 1.0, "hers"), seat("S", bob, 0.0, None)]),
        ("e", now + 60 * WEEK, [seat("N", ida, 1.0, "hers"), seat("S", bob, 0.0, None)]),
        ("f", now + 61 * WEEK, [seat("N", ida, 1.0), seat("S", bob, 0.0), seat("E", LEVEL, 0.0)]),
        ("g", now + 62 * WEEK, [seat("N", ida, 1.0), seat("S", eve, 0.0), seat("E", LEVEL, 0.0)]),
    ]
    await rate_all(app, games)
    async with app.state.database.read_engine.connect() as connection:
        result = await connection.execute(select(RatedSeatRow.game_id, RatedSeatRow.seat, RatedSeatRow.met))
        met = {(game, seat_name): noted for game, seat_name, noted in result}
    assert [met[game, "N"] for game in "abcde"] == [{"S": 0}, {"S": 1}, {"S": 1}, {"S": 1}, {"S": 0}]
    assert met["g", "N"] == {"S": 0, "E": 1}
    assert met["b", "S"] == {"N": 0}, "Eve has not met Ida before"


async def test_addresses_are_deleted_after_a_week(app: FastAPI) -> None:
    now = time.time()
    for game_id, at in (("old", now - WEEK - 60), ("new", now - 60)):
        await rate_all(app, [(game_id, at, [seat("N", PEOPLE[0], 1.0, "x"), seat("S", PEOPLE[1], 0.0, "y")])])
    await app.state.services.results.forget_places()  # unless the periodic job was faster
    async with app.state.database.read_engine.connect() as connection:
        result = await connection.execute(select(RatedSeatRow.game_id, RatedSeatRow.place))
        assert {(game, place) for game, place in result} == {("old", None), ("new", "x"), ("new", "y")}
