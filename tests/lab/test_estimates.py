"""Means, differences and their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence

import polars
import pytest
from scipy import stats

from kingdoms.arena.shares import Share
from kingdoms.lab.estimates import (
    BENJAMINI_HOCHBERG,
    HOLM,
    ContrastEstimate,
    Estimate,
    Sample,
    contrast_between,
    contrast_with_value,
    correct,
    estimate,
)


def sample(sums: Sequence[float], of: float = 1.0, is_share: bool = True) -> Sample:
    table = {"opening": list(range(len(sums))), "sum": [float(value) for value in sums], "of": [of] * len(sums)}
    return Sample(polars.DataFrame(table), int(of) * len(sums), is_share)


def estimated(values: Sample) -> Estimate:
    """Return the estimate of a sample that has one."""
    result = estimate(values)
    assert result is not None
    return result


def compared(first: Sample, second: Sample | float) -> ContrastEstimate:
    """Return the contrast of a sample with another one or with a value, where there is one."""
    result = contrast_between(first, second) if isinstance(second, Sample) else contrast_with_value(first, second)
    assert result is not None
    return result


def test_a_share_has_the_interval_that_an_arena_gives_it() -> None:
    sums = [2.0, 1.0, 1.0, 0.0, 2.0] * 6
    share = Share()
    for won in sums:
        share.add(won, 2.0)
    result = estimated(sample(sums, of=2.0))
    assert (result.value, result.low, result.high) == pytest.approx((share.value, *share.interval()), abs=1e-3)
    assert (result.games, result.openings) == (60, 30)


def test_nothing_has_no_mean() -> None:
    assert estimate(sample([])) is None
    assert contrast_with_value(sample([]), 0.5) is None
    assert contrast_between(sample([1.0]), sample([])) is None


@pytest.mark.parametrize(("wins", "low", "high"), [(20, 0.85, 1.0), (18, 0.76, 1.0)])
def test_the_interval_of_a_share_stays_between_0_and_1_and_is_not_certain(wins: int, low: float, high: float) -> None:
    won, lost = [1.0] * wins + [0.0] * (20 - wins), [0.0] * wins + [1.0] * (20 - wins)
    often, rare = estimated(sample(won)), estimated(sample(lost))
    assert (often.value, often.high) == (wins / 20, high)
    assert often.low == pytest.approx(low, abs=0.05)
    assert (rare.value, rare.low, rare.high) == pytest.approx((1 - often.value, 1 - often.high, 1 - often.low))
    assert wins == 20 or estimated(sample(lost, is_share=False)).low < 0


def test_with_few_openings_the_standard_error_is_about_that_of_single_games() -> None:
    result = estimated(sample([1.0, 0.0] * 4))
    assert result.error == pytest.approx(math.sqrt(0.5 * 0.5 / 8), rel=0.25)
    assert (result.games, result.openings) == (8, 8)


def test_without_variance_or_difference_nothing_is_shown() -> None:
    result = compared(sample([2.0] * 20, is_share=False), 1.0)
    assert (result.effect, result.p) == (1.0, 1.0)
    result = compared(sample([1.0, 0.0] * 10), sample([1.0, 0.0] * 10))
    assert (result.effect, result.p) == (0, 1)
    assert -0.2 < result.low < 0 < result.high < 0.2


def contrast(p: float) -> ContrastEstimate:
    return ContrastEstimate(0.1, 0.0, 0.2, 100, 100, p)


def test_comparisons_are_corrected_for_their_number() -> None:
    ps = [0.01, 0.02, 0.03, 0.5]
    assert [result.adjusted for result in correct([contrast(p) for p in ps], HOLM)] == pytest.approx([0.04, 0.06, 0.06, 0.5])
    results = correct([contrast(p) for p in ps], BENJAMINI_HOCHBERG)
    assert [result.adjusted for result in results] == pytest.approx([0.04, 0.04, 0.04, 0.5])
    assert [result.is_significant for result in results] == [True, True, True, False]
    assert correct([], HOLM) == []
    assert not contrast(0.0001).is_significant, "nothing is shown before it is corrected"


# -- beside SciPy's tests, which know no openings of several games ---------------------------------------------------------

NUMBERS = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0, 5.0, 3.0, 5.0, 8.0]
OTHERS = [2.0, 7.0, 1.0, 8.0, 2.0, 8.0, 1.0, 8.0, 2.0, 8.0, 4.0, 5.0]


@pytest.mark.parametrize("number", [2, 3, 12])
def test_one_game_an_opening_is_a_t_test(number: int) -> None:
    numbers = NUMBERS[:number]
    expected = stats.ttest_1samp(numbers, 3.0)
    result = compared(sample(numbers, is_share=False), 3.0)
    assert result.p == pytest.approx(expected.pvalue)
    assert (result.low + 3, result.high + 3) == pytest.approx(tuple(expected.confidence_interval(0.95)))
    assert result.effect + 3 == pytest.approx(sum(numbers) / number)
    assert (result.games, result.openings) == (number, number)


def test_a_difference_on_the_same_openings_is_a_paired_t_test() -> None:
    expected = stats.ttest_rel(NUMBERS, OTHERS)
    result = compared(sample(NUMBERS, is_share=False), sample(OTHERS, is_share=False))
    assert result.p == pytest.approx(expected.pvalue)
    assert (result.low, result.high) == pytest.approx(tuple(expected.confidence_interval(0.95)))
    assert result.effect == pytest.approx((52 - 56) / 12)
    assert (result.games, result.openings) == (24, 12)


def test_openings_count_by_how_many_cases_they_have() -> None:
    table = {"opening": range(14), "sum": [*NUMBERS, 7.0, 0.0], "of": [*[1.0, 2.0] * 6, 4.0, 0.0]}
    result = estimated(Sample(polars.DataFrame(table), 30))
    value = (sum(NUMBERS) + 7) / 22
    rest = [counted - value * of for counted, of in zip(table["sum"], table["of"], strict=True)]
    error = math.sqrt(sum(deviation**2 for deviation in rest) * 13 / 12) / 22
    assert (result.value, result.error) == pytest.approx((value, error))
    reach = stats.t(12).ppf(0.975) * error
    assert (result.low, result.high) == pytest.approx((value - reach, value + reach))
    assert (result.games, result.openings) == (30, 13)
    assert estimate(Sample(polars.DataFrame({"opening": [1], "sum": [0.0], "of": [0.0]}), 1)) is None


def test_openings_that_only_one_of_two_has_count_alone() -> None:
    first, second = sample([*NUMBERS, *OTHERS], is_share=False), sample(OTHERS, is_share=False)
    shifted = Sample(second.table.with_columns(polars.col("opening") + 100), 12)
    apart, together = compared(first, shifted), compared(first, second)
    errors = [estimated(values).error for values in (first, second)]
    assert apart.openings == together.openings == 12
    assert apart.effect == together.effect == pytest.approx((108 / 24) - (56 / 12))
    # 36 openings of which no two are the same: the errors of both, but for how their number counts
    error = math.sqrt((errors[0] ** 2 * 23 / 24 + errors[1] ** 2 * 11 / 12) * 36 / 35)
    assert apart.high - apart.effect == pytest.approx(stats.t(11).ppf(0.975) * error)


@pytest.mark.parametrize("number", [9, 10])
def test_with_few_openings_a_difference_is_no_surer_than_its_sides(number: int) -> None:
    numbers = [value / 100 for value in NUMBERS[:number]]
    first, second = sample(numbers, is_share=False), sample([value - 1 for value in numbers], is_share=False)
    sides = [estimated(values).error for values in (first, second)]
    result = compared(first, second)
    error = math.hypot(*sides)
    if number == 10:  # without differences between openings, fewer than 3 of these intervals miss, with 95%
        error *= 3 / math.sqrt(number) / stats.t(number - 1).ppf(0.975)
    reach = stats.t(number - 1).ppf(0.975) * error
    assert (result.low, result.high) == pytest.approx((1 - reach, 1 + reach))
    assert result.p == pytest.approx(2 * stats.t(number - 1).sf(1 / error))


@pytest.mark.parametrize("number", [9, 10])
def test_with_few_openings_a_share_goes_by_their_number_alone(number: int) -> None:
    even, uneven = [0.5] * 8 + [0.0, 1.0][: number - 8], [1.0, 0.0] * 4 + [0.0, 1.0][: number - 8]
    first, second = estimated(sample(even)), estimated(sample(uneven))
    assert (first.value, first.openings) == (second.value, number)
    assert (first.high - first.low == pytest.approx(second.high - second.low)) is (number == 9)


def test_one_opening_says_how_much_but_not_how_sure() -> None:
    alone = estimated(sample([3.0], is_share=False))
    assert (alone.value, alone.error) == (3.0, 0.0)
    result = compared(sample([3.0], is_share=False), 2.0)
    assert (result.effect, result.low, result.high, result.p, result.openings) == (1.0, -math.inf, math.inf, 1.0, 1)
    paired = compared(sample([3.0], is_share=False), sample([1.0], is_share=False))
    assert (paired.effect, paired.low, paired.high, paired.p, paired.openings) == (2.0, -math.inf, math.inf, 1.0, 1)
    two = compared(sample([3.0, 2.0], is_share=False), sample([1.0, 1.0], is_share=False))
    assert math.isfinite(two.high)


def test_estimates_have_six_digits() -> None:
    facts = {"value": 0.333333, "low": None, "high": 666667.0, "games": 12, "openings": 6}
    assert Estimate(1 / 3, -math.inf, 2_000_000 / 3, 12, 6, 0.1).to_json() == facts
    facts = {"effect": 0.333333, "low": -0.333333, "high": 1.0, "p": 0.0142857, "adjusted": 0.0333333}
    contrast_facts = facts | {"games": 12, "openings": 6, "shown": True}
    assert ContrastEstimate(1 / 3, -1 / 3, 1.0, 12, 6, 1 / 70, 1 / 30).to_json() == contrast_facts
    assert ContrastEstimate(0.0, 0.0, 0.0, 1, 1, 0.01, 0.051).to_json()["shown"] is False
    assert contrast(0.5).to_json()["adjusted"] is None
