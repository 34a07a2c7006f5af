"""The rules by which rated games count, one by one; what a game leaves in the database, and ratings computed again."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from kingdoms.bots.strength import Strength, level_strength, update_strengths
from kingdoms.server.database.tables import RatedSeatRow, RatingRow, RatingStepRow
from kingdoms.server.ratings import pool as rules
from kingdoms.server.ratings import store
from kingdoms.server.ratings.pool import DAY, HALF_YEAR, WEEK, EarlierSeat, RatedGame, RatedPlayer, RatingPool, meetings
from kingdoms.server.ratings.settling import FinishedSeat, rate, rate_again
from tests.support.games.tested_games import SAMPLE

SAMPLE_GAME = "middlesea"
SEATS = "NESW"


def pair(*, met: int = 0, left_early: str = "") -> RatingPool:
    """Return the ratings after a game of Ida against Bob in a young pool."""
    pool = RatingPool(SAMPLE_GAME, 2)
    pool.play(table("ida", "bob", met={"ida": {"E": met}, "bob": {"N": met}}, left_early=left_early))
    return pool


def rating_gain(pool: RatingPool, name: str) -> float:
    """Return what a game has changed in an initial rating."""
    return pool.standings[name].strength.rating - Strength().rating


def table(
    *names: str, shares: Sequence[float] = (), met: Mapping[str, Mapping[str, int]] = {}, left_early: str = "", at: float = 0.0
) -> RatedGame:
    """Return a game that the first has won, or one with these shares: people, and bots with a colon in their names."""
    players = []
    for number, (seat, name) in enumerate(zip(SEATS, names, strict=False)):
        person, bot = (None, name.removeprefix("bot:")) if ":" in name else (name, None)
        share = shares[number] if shares else float(number == 0)
        players.append(RatedPlayer(seat, person, bot, share, name == left_early, met.get(name, {})))
    return RatedGame("a", at, players)


def test_the_parts_of_known_players_add_up_to_what_openskill_says() -> None:
    for names in (["ida", "bob"], ["ida", "bob", "eve"]):
        pool, strengths = RatingPool(SAMPLE_GAME, len(names)), [Strength()] * len(names)
        steps = pool.play(table(*names))
        assert [step.before for step in steps] == strengths
        for step, strength in zip(steps, update_strengths(strengths, [1.0] + [0.0] * (len(names) - 1)), strict=True):
            assert step.after == pytest.approx(strength)
        assert pool.standings["ida"].strength == steps[0].after
        assert (pool.standings["ida"].evidence, pool.standings["ida"].games) == (1.0, 1)
    pool.play(table("ada", "level:4", "level:4"))
    assert pool.standings["ada"].evidence == 1.0, "levels are known"


def test_each_earlier_game_halves_the_weight_and_the_evidence() -> None:
    full = pair()
    for met in (1, 2, 5):
        pool = pair(met=met)
        assert rating_gain(pool, "ida") == pytest.approx(rating_gain(full, "ida") / 2**met)
        assert rating_gain(pool, "bob") == pytest.approx(-rating_gain(full, "ida") / 2**met)
        assert pool.standings["bob"].evidence == 0.5**met
        narrower = [math.log(at.standings["ida"].strength.spread / Strength().spread) for at in (pool, full)]
        assert narrower[0] == pytest.approx(narrower[1] / 2**met)


def test_nothing_is_won_against_a_player_who_left_early_and_they_lose() -> None:
    pool = pair(left_early="bob")
    assert rating_gain(pool, "ida") == 0.0
    assert pool.standings["ida"].strength.spread == Strength().spread
    assert rating_gain(pool, "bob") == pytest.approx(rating_gain(pair(), "bob"))
    for name in ("ida", "bob"):
        standing = pool.standings[name]
        assert (standing.games, standing.evidence, standing.opponents, standing.days) == (1, 0.0, set(), set())
    assert pool.settled == 0
    certain = {name: rules.RatingStanding(Strength(25.0, 1.0)) for name in ("ida", "bob")}
    pool = RatingPool(SAMPLE_GAME, 2, certain)
    pool.play(table("ida", "bob", left_early="bob"))
    assert rating_gain(pool, "ida") == 0.0, "nor is little"


def test_the_others_at_a_table_are_beaten_although_one_left_early() -> None:
    pool = RatingPool(SAMPLE_GAME, 3)
    pool.play(table("ida", "bob", "eve", left_early="bob"))
    won, *_ = update_strengths([Strength()] * 3, [1.0, 0.0, 0.0])
    assert rating_gain(pool, "ida") == pytest.approx((won.rating - Strength().rating) / 2)


def test_opponents_have_to_be_known_once_enough_people_are_settled() -> None:
    for settled, evidence, weight in ((11, 0.0, 1.0), (12, 0.0, 0.0), (12, 8.5, 0.25), (12, 17.0, 1.0), (12, 99.0, 1.0)):
        pool = RatingPool(SAMPLE_GAME, 2, {"bob": rules.RatingStanding(evidence=evidence)}, settled)
        pool.play(table("ida", "bob"))
        assert rating_gain(pool, "ida") == pytest.approx(weight * rating_gain(pair(), "ida"))
        assert pool.standings["ida"].evidence == weight
    pool = RatingPool(SAMPLE_GAME, 2, {"bob": rules.RatingStanding(settled=True)}, 12)
    pool.play(table("ida", "bob"))
    assert pool.standings["ida"].evidence == 1.0


def test_all_people_at_a_table_have_to_be_known_and_new() -> None:
    pool = RatingPool(
        SAMPLE_GAME, 3, {"bob": rules.RatingStanding(settled=True), "eve": rules.RatingStanding(evidence=8.5)}, 12
    )
    (step,) = (step for step in pool.play(table("ida", "bob", "eve")) if step.player.person == "ida")
    won, *_ = update_strengths([Strength()] * 3, [1.0, 0.0, 0.0])
    assert step.after.rating - 25 == pytest.approx((won.rating - 25) * 0.5)
    pool = RatingPool(SAMPLE_GAME, 3)
    pool.play(table("ida", "bob", "level:4", met={"ida": {"E": 2, "S": 1}}))
    assert pool.standings["ida"].evidence == (0.25 + 0.25 * 0.5) / 2


def test_no_rating_rises_without_a_share() -> None:
    pool = RatingPool(SAMPLE_GAME, 4)
    steps = pool.play(table("ida", "bob", "level:8", "level:7", shares=(0.0, 0.0, 1.0, 0.0)))
    assert [step.after.rating for step in steps] == [25.0, 25.0]
    steps = pool.play(table("ida", "bob", "level:1", shares=(0.5, 0.0, 0.5)))
    assert steps[0].after.rating != 25.0 > steps[1].after.rating


@pytest.mark.parametrize(
    ("games", "opponents", "days", "settled"), [(17, 8, 3, True), (16, 8, 3, False), (17, 7, 3, False), (17, 8, 2, False)]
)
def test_a_rating_is_settled_by_enough_games(games: int, opponents: int, days: int, settled: bool) -> None:
    pool = RatingPool(SAMPLE_GAME, 2)
    for number in range(games):
        pool.play(table("ida", f"o{number % opponents}", at=(number % days) * DAY))
    assert (pool.standings["ida"].settled, pool.settled) == (settled, int(settled))


def test_a_settled_rating_is_counted_once_and_stays_settled() -> None:
    standing = rules.RatingStanding(evidence=16.5, opponents={f"o{number}" for number in range(8)}, days={1, 2, 3})
    game = table("ida", "bob")
    assert [standing.note(game, game.players[0], 1.0) for _ in range(3)] == [True, False, False]
    assert (standing.evidence, standing.games, standing.days) == (19.5, 3, {0, 1, 2, 3})


@pytest.mark.parametrize("opponent", ["level:4", "bob"])
def test_an_opponent_brings_a_rating_only_into_their_band(opponent: str) -> None:
    level = level_strength(SAMPLE_GAME, 2, "level:4")
    assert level is not None
    for start, share, limit in ((20.0, 1.0, 28.0), (40.0, 1.0, 40.0), (30.0, 0.0, 22.0), (10.0, 0.0, 10.0)):
        pool = RatingPool(SAMPLE_GAME, 2)
        for number in range(30):
            pool.standings["ida"] = rules.RatingStanding(pool.standings["ida"].strength if number else Strength(start))
            pool.standings["bob"] = rules.RatingStanding(level)
            pool.play(table("ida", opponent, shares=(share, 1 - share)))
        assert pool.standings["ida"].strength.rating == pytest.approx(limit)


def test_a_level_without_a_rating_changes_nothing() -> None:
    pool = RatingPool(SAMPLE_GAME, 2)
    assert pool.play(table("ida", "bot:random")) == []
    assert pool.standings.get("ida", rules.RatingStanding()).games == 0


def test_meetings_are_counted_for_half_a_year_by_person_and_for_a_week_by_site() -> None:
    seats = [
        EarlierSeat("a", 0.0, "ida"),
        EarlierSeat("a", 0.0, "bob", "46aa"),
        EarlierSeat("b", DAY, "ida"),
        EarlierSeat("b", DAY, "eve", "46bb"),
    ]
    assert meetings(2 * DAY, "ida", "bob", None, seats) == 1
    assert meetings(2 * DAY, "ida", "bob", "46cc", seats) == 2
    assert meetings(2 * DAY, "ida", "carl", "46cc", seats) == 2
    assert meetings(2 * DAY, "ida", "carl", "64cc", seats) == 0
    assert meetings(WEEK + 1, "ida", "carl", "46cc", seats) == 1
    assert meetings(HALF_YEAR - 1, "ida", "bob", "46cc", seats) == 1
    assert meetings(HALF_YEAR, "ida", "bob", "46cc", seats[:2]) == 0
    assert meetings(HALF_YEAR + 1, "ida", "bob", "46cc", seats) == 0
    assert meetings(2 * DAY, "bob", "ida", None, seats) == 1


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
