"""The results of an arena's games, and their uncertainty."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from statistics import mean, pvariance

import pytest

from kingdoms.arena.counting import Count, report
from kingdoms.arena.plan import ArenaPlan
from kingdoms.arena.playing import Row, row_of
from kingdoms.arena.sequential import BOUND, SequentialTest, Watch
from kingdoms.arena.shares import Share
from tests.support.bots.arenas import plan_of, won_row

TWO = plan_of(["greedy", "random"], games=1000)
THREE = plan_of(["greedy", "level:1", "random"], 3, games=3000)


def test_games_on_one_opening_are_one_sample() -> None:
    """Ten games on each opening that all end alike are as informative as one of them."""
    rng = random.Random(1)
    once, ten_times = Share(), Share()
    for _ in range(100):
        result = float(rng.random() < 0.6)
        once.add(result, 1.0)
        ten_times.add(10 * result, 10.0)
    assert once.value == ten_times.value
    assert once.interval() == pytest.approx(ten_times.interval())
    low, high = once.interval()
    assert 0.18 < high - low < 0.21


def test_intervals_hold_what_they_promise() -> None:
    """Openings that favour one side, two games on each: in about 95 of 100 studies the truth, 60%, is in the interval."""
    rng = random.Random(2)
    hits = 0
    for _ in range(1000):
        share = Share()
        for _ in range(40):
            chance = rng.choice((0.3, 0.9))
            share.add(float(rng.random() < chance) + float(rng.random() < chance), 2.0)
        low, high = share.interval()
        hits += low <= 0.6 <= high
    assert 930 <= hits <= 970


def test_a_share_of_wins_only_has_an_interval() -> None:
    share = Share()
    assert (share.value, share.interval()) == (None, (0.0, 1.0))
    for _ in range(50):
        share.add(2.0, 2.0)
    low, high = share.interval()
    assert share.value == high == 1.0
    assert 0.9 < low < 0.95


def test_a_report_counts_by_opening_bot_pair_and_seat() -> None:
    rows = [won_row(TWO, number, "greedy" if number % 4 else "random") for number in range(40)]
    rows.append(row_of(TWO, 40, trouble="its process has died"))
    summary = report(Count(TWO).add_all(rows))
    assert (summary["games"], summary["openings"], summary["failures"]) == (40, 20, 1)
    best, second = summary["bots"]
    assert (best["bot"], best["points"], best["share"]) == ("greedy", 30, 0.75)
    assert best["low"] < 0.75 < best["high"]
    assert best["share"] + second["share"] == 1
    assert best["rating"] - 2 * best["rating_sigma"] > second["rating"]
    assert summary["pairs"] == [
        {"bot": "greedy", "against": "random", **{k: best[k] for k in ("points", "share", "low", "high")}}
    ]
    assert sum(seat["points"] for seat in summary["seats"]) == 40
    assert summary["failed"] == [{"number": 40, "trouble": "its process has died"}]
    assert summary["reasons"] == {"points": 40}


def test_ratings_order_bots_as_they_win() -> None:
    rng = random.Random(5)
    rows = [won_row(THREE, number, rng.choices(list(THREE.bots), (5, 3, 1))[0]) for number in range(600)]
    summary = report(Count(THREE).add_all(rows))
    assert [bot["bot"] for bot in summary["bots"]] == list(THREE.bots)
    ratings = [bot["rating"] for bot in summary["bots"]]
    assert ratings == sorted(ratings, reverse=True)
    assert all(0 < bot["rating_sigma"] < 2 for bot in summary["bots"])
    part = next(pair for pair in summary["pairs"] if (pair["bot"], pair["against"]) == ("greedy", "random"))
    assert part["low"] < 5 / 6 < part["high"]


def test_a_bot_at_two_seats_shares_by_seat() -> None:
    plan = plan_of(["greedy", "random"], 3, games=600)
    rows = [won_row(plan, number, "greedy") for number in range(60)]
    greedy, random_bot = report(Count(plan).add_all(rows))["bots"]
    assert greedy["share"] == pytest.approx(2 / 3, abs=0.001), "of one seat and of two in turn"
    assert random_bot["share"] == 0


# -- the sequential test ------------------------------------------------------------------------------------------------


def decide(rng: random.Random, share: float, seats: int) -> tuple[str | None, int]:
    """Let a bot of a true share play openings from all seats, some of which favour it."""
    test = SequentialTest(1 / seats, 0.05)
    while test.verdict is None and test.openings < 20_000:
        chance = share * rng.choice((0.5, 1.5))
        test.add(sum(rng.random() < chance for _ in range(seats)) / seats)
    return test.verdict, test.openings


@pytest.mark.parametrize("seats", [2, 4])
def test_the_test_is_rarely_wrong(seats: int) -> None:
    rng = random.Random(7)
    fair = 1 / seats
    of_equals = [decide(rng, fair, seats) for _ in range(200)]
    of_better = [decide(rng, fair + 0.05, seats) for _ in range(200)]
    assert sum(verdict != "not stronger" for verdict, _ in of_equals) <= 18
    assert sum(verdict != "stronger" for verdict, _ in of_better) <= 18
    clear = [decide(rng, 1.6 * fair, seats) for _ in range(50)]
    assert all(verdict == "stronger" for verdict, _ in clear)
    assert sum(openings for _, openings in clear) < sum(openings for _, openings in of_better[:50]) / 2


def test_the_ratio_weighs_the_two_claims_by_how_much_openings_differ() -> None:
    fair, shares = 1 / 3, [1.0, 0.5, 2 / 3, 0.25, 0.0]
    test = SequentialTest(fair, 0.1)
    assert (test.share, test.to_json()["share"]) == (None, None)
    for number, share in enumerate(shares, 1):
        test.add(share)
        variance = (number * pvariance(shares[:number]) + 4 * fair * (1 - fair)) / number
        chances = [sum((value - claim) ** 2 for value in shares[:number]) for claim in (fair, fair + 0.1)]
        assert test.ratio == pytest.approx((chances[0] - chances[1]) / (2 * variance))
        assert test.share == pytest.approx(mean(shares[:number]))
    assert test.to_json() == {
        "verdict": None,
        "openings": 5,
        "share": 0.4833,
        "fair": 0.3333,
        "margin": 0.1,
        "log_likelihood_ratio": round(test.ratio, 4),
        "bound": 2.9444,
        "error_rate": 0.05,
    }


@pytest.mark.parametrize(("share", "verdict"), [(0.8, "stronger"), (0.3, "not stronger")])
def test_nothing_is_decided_before_32_openings_and_nothing_is_added_after(share: float, verdict: str) -> None:
    test = SequentialTest(0.5, 0.1)
    for _ in range(31):
        test.add(share)
    assert abs(test.ratio) > BOUND
    assert test.to_json()["verdict"] is None
    test.add(share)
    decided = test.to_json()
    test.add(1 - share)
    assert test.to_json() == decided
    assert (decided["verdict"], decided["openings"], decided["share"]) == (verdict, 32, share)


def watched(plan: ArenaPlan, rows: Iterable[Row]) -> Watch:
    """Return a watch that has seen some games."""
    watch = Watch(plan)
    for row in rows:
        watch.add(row)
    return watch


def test_a_share_counts_each_seat_that_the_bot_holds() -> None:
    plan = replace(plan_of(["greedy", "random"], 3, games=6), margin=0.05)
    rows = [won_row(plan, number, "greedy") for number in range(plan.block)]
    assert watched(plan, rows[:-1]).test.openings == 0
    watch = watched(plan, rows)
    assert watch.test.openings == 1
    seats = sum(row["bots"].count("greedy") for row in rows)
    assert watch.test.share == pytest.approx(len(rows) / seats)
    assert (watch.test.fair, watch.test.margin) == pytest.approx((1 / 3, 0.05))


def test_the_test_looks_at_whole_openings_in_order() -> None:
    plan = replace(TWO, margin=0.05)
    rng = random.Random(9)
    rows = [won_row(plan, number, rng.choice(("greedy", "greedy", "random"))) for number in range(300)]
    rows[10] = row_of(plan, 10, trouble="gone")
    shuffled_rows = [rows, *(rng.sample(rows, len(rows)) for _ in range(4))]
    answers = [watched(plan, shuffled).test.to_json() for shuffled in shuffled_rows]
    assert all(answer == answers[0] for answer in answers)
    assert answers[0]["verdict"] == "stronger"
    assert watched(plan, [*rows[:2], *rows[10:12]]).test.openings == 1, "an opening with an unplayable game is skipped"
    assert watched(plan, rows[:1]).test.openings == 0
