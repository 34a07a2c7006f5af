"""The rules by which rated games count, one by one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pytest

from kingdoms.bots.strength import Strength, level_strength, update_strengths
from kingdoms.server.ratings import pool as rules
from kingdoms.server.ratings.pool import DAY, HALF_YEAR, WEEK, EarlierSeat, RatedGame, RatedPlayer, RatingPool, meetings

SAMPLE_GAME = "middlesea"
SEATS = "NESW"


def pair(*, met: int = 0, left_early: bool = False, shares: tuple[float, float] = (1.0, 0.0)) -> RatingPool:
    """Return the ratings after a game of Ida against Bob in a young pool."""
    pool = RatingPool(SAMPLE_GAME, 2)
    players = [
        RatedPlayer("N", "ida", None, shares[0], False, {"S": met}),
        RatedPlayer("S", "bob", None, shares[1], left_early, {"N": met}),
    ]
    pool.play(RatedGame("a", 0.0, players))
    return pool


def rating_gain(pool: RatingPool, name: str) -> float:
    """Return what a game has changed in an initial rating."""
    return pool.standings[name].strength.rating - Strength().rating


def table(*names: str, shares: Sequence[float] = (), met: Mapping[str, Mapping[str, int]] = {}) -> RatedGame:
    """Return a game that the first has won, or one with these shares: people, and levels with a colon in their names."""
    players = [
        RatedPlayer(
            seat,
            None if ":" in name else name,
            name if ":" in name else None,
            shares[number] if shares else float(number == 0),
            met=met.get(name, {}),
        )
        for number, (seat, name) in enumerate(zip(SEATS, names, strict=False))
    ]
    return RatedGame("a", 0.0, players)


def test_a_game_between_known_players_counts_as_openskill_says() -> None:
    won, lost = update_strengths([Strength(), Strength()], [1.0, 0.0])
    pool = pair()
    assert pool.standings["ida"].strength == pytest.approx(won)
    assert pool.standings["bob"].strength == pytest.approx(lost)
    assert (pool.standings["ida"].evidence, pool.standings["ida"].games) == (1.0, 1)


def test_the_parts_of_three_known_players_add_up_to_what_openskill_says() -> None:
    pool = RatingPool(SAMPLE_GAME, 3)
    steps = pool.play(table("ida", "bob", "eve"))
    assert [step.before for step in steps] == [Strength()] * 3
    for step, strength in zip(steps, update_strengths([Strength()] * 3, [1.0, 0.0, 0.0]), strict=True):
        assert step.after == pytest.approx(strength)
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
    pool = pair(left_early=True)
    assert rating_gain(pool, "ida") == 0.0
    assert pool.standings["ida"].strength.spread == Strength().spread
    assert rating_gain(pool, "bob") == pytest.approx(rating_gain(pair(), "bob"))
    for name in ("ida", "bob"):
        standing = pool.standings[name]
        assert (standing.games, standing.evidence, standing.opponents, standing.days) == (1, 0.0, set(), set())
    assert pool.settled == 0
    certain = {name: rules.RatingStanding(Strength(25.0, 1.0)) for name in ("ida", "bob")}
    pool = RatingPool(SAMPLE_GAME, 2, certain)
    pool.play(RatedGame("a", 0.0, [RatedPlayer("N", "ida", None, 1.0), RatedPlayer("S", "bob", None, 0.0, left_early=True)]))
    assert rating_gain(pool, "ida") == 0.0, "nor is little"


def test_the_others_at_a_table_are_beaten_although_one_left_early() -> None:
    pool = RatingPool(SAMPLE_GAME, 3)
    players = [
        RatedPlayer("N", "ida", None, 1.0),
        RatedPlayer("E", "bob", None, 0.0, left_early=True),
        RatedPlayer("S", "eve", None, 0.0),
    ]
    pool.play(RatedGame("a", 0.0, players))
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
        opponent = f"o{number % opponents}"
        at = (number % days) * DAY
        pool.play(RatedGame(str(number), at, [RatedPlayer("N", "ida", None, 1.0), RatedPlayer("S", opponent, None, 0.0)]))
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
    assert pool.play(RatedGame("a", 0.0, [RatedPlayer("N", "ida", None, 1.0), RatedPlayer("S", None, "random", 0.0)])) == []
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
