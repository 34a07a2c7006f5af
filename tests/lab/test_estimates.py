"""Means, differences and their intervals."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import polars
import pytest

from kingdoms.arena.shares import Share
from kingdoms.lab.estimates import (
    BENJAMINI_HOCHBERG,
    HOLM,
    Contrast,
    Sample,
    against_value,
    between,
    corrected,
    estimate,
)


def sample(sums: Sequence[float], of: float = 1.0, is_share: bool = True) -> Sample:
    table = {"opening": list(range(len(sums))), "sum": [float(each) for each in sums], "of": [of] * len(sums)}
    return Sample(polars.DataFrame(table), int(of) * len(sums), is_share)


def test_a_share_has_the_interval_that_an_arena_gives_it() -> None:
    sums = [2.0, 1.0, 1.0, 0.0, 2.0] * 6
    share = Share()
    for won in sums:
        share.add(won, 2.0)
    found = estimate(sample(sums, of=2.0))
    assert found is not None
    assert (found.value, found.low, found.high) == pytest.approx((share.value, *share.interval()), abs=1e-3)
    assert (found.games, found.openings) == (60, 30)


def test_nothing_has_no_mean() -> None:
    assert estimate(sample([])) is None
    assert against_value(sample([]), 0.5) is None
    assert between(sample([1.0]), sample([])) is None


def test_where_nothing_differs_a_share_is_still_not_sure() -> None:
    found = estimate(sample([1.0] * 20))
    assert found is not None
    assert found.value == found.high == 1.0
    assert 0.8 < found.low < 0.9


def test_the_interval_of_a_share_stays_between_0_and_1() -> None:
    rare = [1.0, 1.0] + [0.0] * 18
    found, often = estimate(sample(rare)), estimate(sample([1 - each for each in rare]))
    assert found is not None
    assert often is not None
    assert (found.low, often.high) == (0.0, 1.0)
    assert found.high == pytest.approx(1 - often.low)
    counted = estimate(sample(rare, is_share=False))
    assert counted is not None
    assert counted.low < 0


def test_of_few_openings_the_standard_error_is_about_that_of_single_games() -> None:
    found = estimate(sample([1.0, 0.0] * 4))
    assert found is not None
    assert found.error == pytest.approx(math.sqrt(0.5 * 0.5 / 8), rel=0.25)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    rng, held = random.Random(1), 0
    for _ in range(200):
        found = against_value(sample([rng.random() < 0.3 for _ in range(60)]), 0.3)
        assert found is not None
        held += found.low <= 0 <= found.high
        assert (found.p < 0.05) == (not found.low <= 0 <= found.high)
    assert 178 <= held <= 198


def test_what_openings_have_in_common_does_not_blur_a_difference() -> None:
    rng = random.Random(2)
    lengths = [rng.randrange(4, 40) for _ in range(50)]
    longer = sample([length + rng.choice((0, 1, 2)) for length in lengths], is_share=False)
    found = between(longer, sample([float(length) for length in lengths], is_share=False))
    assert found is not None
    assert 0.5 < found.low < found.effect < found.high < 2
    assert found.p < 1e-6


def test_two_samples_that_are_the_same_are_not_shown_to_differ() -> None:
    found = between(sample([1.0, 0.0] * 10), sample([1.0, 0.0] * 10))
    assert found is not None
    assert found.effect == 0
    assert -0.2 < found.low < 0 < found.high < 0.2
    assert found.p == 1


def contrast(p: float) -> Contrast:
    return Contrast(0.1, 0.0, 0.2, 100, 100, p)


def test_comparisons_are_corrected_for_their_number() -> None:
    ps = [0.01, 0.02, 0.03, 0.5]
    assert [each.adjusted for each in corrected([contrast(p) for p in ps], HOLM)] == pytest.approx([0.04, 0.06, 0.06, 0.5])
    found = corrected([contrast(p) for p in ps], BENJAMINI_HOCHBERG)
    assert [each.adjusted for each in found] == pytest.approx([0.04, 0.04, 0.04, 0.5])
    assert [each.shown for each in found] == [True, True, True, False]
    assert corrected([], HOLM) == []
    assert not contrast(0.0001).shown, "nothing is shown before it is corrected"
