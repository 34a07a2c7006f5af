"""Chance cannot be predicted, or be computed from what players have seen."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from kingdoms.table.game import seeds


def test_seeds_are_long_and_never_the_same() -> None:
    new_seeds = [seeds.new() for _ in range(200)]
    assert len(set(new_seeds)) == len(new_seeds)
    assert max(new_seeds).bit_length() > seeds.BITS - 8
    assert all(0 <= seed < 2**seeds.BITS for seed in new_seeds)
    assert seeds.BITS >= 128


@pytest.mark.parametrize("parts", [(1, 2, 3), (57, 36, 30, 29), (1, 199)])
def test_each_outcome_comes_as_often_as_it_should(parts: tuple[int, ...]) -> None:
    total, draws = sum(parts), 20_000
    outcomes = [(action, part / total) for action, part in enumerate(parts)]
    counts = Counter(seeds.draw_outcome(12345, number, outcomes) for number in range(draws))
    for action, share in outcomes:
        spread = (draws * share * (1 - share)) ** 0.5
        assert abs(counts[action] - draws * share) <= 5 * spread
    assert {seeds.draw_outcome(seeds.new(), number, [(7, 1.0)]) for number in range(50)} == {7}


def test_draws_are_independent() -> None:
    """Consecutive seeds and numbers agree no more often than by chance."""
    outcomes = [(action, 1 / 4) for action in range(4)]
    draws = [[seeds.draw_outcome(seed, number, outcomes) for number in range(500)] for seed in range(20)]
    for pairs in (
        [(row[n], row[n + 1]) for row in draws for n in range(499)],
        [(row[n], next_row[n]) for row, next_row in itertools.pairwise(draws) for n in range(500)],
    ):
        share = sum(left == right for left, right in pairs) / len(pairs)
        assert abs(share - 1 / 4) < 0.03
