"""Chance cannot be predicted, or be computed from what players have seen."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from kingdoms.server.game import seeds


def test_seeds_are_long_and_never_the_same() -> None:
    found = [seeds.new() for _ in range(200)]
    assert len(set(found)) == len(found)
    assert max(found).bit_length() > seeds.BITS - 8
    assert all(0 <= seed < 2**seeds.BITS for seed in found)
    assert seeds.BITS >= 128


@pytest.mark.parametrize("parts", [(1,), (1, 1), (1, 2, 3), (57, 36, 30, 29), (1, 199)])
def test_each_outcome_comes_as_often_as_it_should(parts: tuple[int, ...]) -> None:
    whole, draws = sum(parts), 20_000
    outcomes = [(action, part / whole) for action, part in enumerate(parts)]
    found = Counter(seeds.draw_outcome(12345, number, outcomes) for number in range(draws))
    for action, share in outcomes:
        spread = (draws * share * (1 - share)) ** 0.5
        assert abs(found[action] - draws * share) <= 5 * spread


def test_draws_are_independent() -> None:
    """Consecutive seeds and numbers agree no more often than by chance."""
    outcomes = [(action, 1 / 4) for action in range(4)]
    draws = [[seeds.draw_outcome(seed, number, outcomes) for number in range(500)] for seed in range(20)]
    for pairs in (
        [(one[n], one[n + 1]) for one in draws for n in range(499)],
        [(one[n], other[n]) for one, other in itertools.pairwise(draws) for n in range(500)],
    ):
        same = sum(one == other for one, other in pairs) / len(pairs)
        assert abs(same - 1 / 4) < 0.03


def test_forced_actions_are_played() -> None:
    assert {seeds.draw_outcome(seeds.new(), number, [(7, 1.0)]) for number in range(50)} == {7}
