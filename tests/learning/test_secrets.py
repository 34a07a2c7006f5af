"""Nets learn games with secrets from outcomes, and from searches that know what a seat may know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kingdoms
from kingdoms.core.game import Game
from kingdoms.learning.evaluation import evaluate
from kingdoms.learning.fitting import fit
from kingdoms.learning.plan import LearningError, TrainingPlan
from kingdoms.learning.sampling import Sampler
from kingdoms.nets import Net
from tests.support.bots.random_nets import random_net, trains

SIZES: dict[str, Any] = {"games": 4, "leaves": 6, "simulations": 8, "hidden": 4, "epochs": 2}


def is_learnt(game: Game) -> bool:
    """Return whether a game has secrets, and features for a net."""
    return game.has_secrets and bool(game.knowledge(game.new_initial_state()).features())


NAME = next(name for name in kingdoms.game_names() if is_learnt(kingdoms.load_game(name)))
"""A game with secrets."""
INPUTS = len(kingdoms.load_game(NAME).knowledge(kingdoms.load_game(NAME).new_initial_state()).features())


@trains
def test_samples_have_outcomes_and_what_searches_expect() -> None:
    seats = 3
    samples = Sampler(TrainingPlan(NAME, seats, seed=2, **SIZES), 1, None).sample(range(2))
    assert samples.inputs.shape[1:] == (seats, INPUTS)
    assert np.allclose(samples.shares.sum(1), 1)
    certain = (samples.shares.max(1) == 1).mean()
    assert 0.5 < certain < 1, "outcomes and labels"
    blended = Sampler(TrainingPlan(NAME, seats, seed=2, **SIZES, blend=50), 1, None).sample(range(2))
    assert (blended.inputs == samples.inputs).all()
    assert (blended.shares.max(1) == 1).mean() < certain / 2


@trains
def test_a_later_round_plays_and_labels_with_the_net() -> None:
    plan, even = TrainingPlan(NAME, 2, seed=2, **SIZES), Net(INPUTS, [0] * INPUTS, [0], [0], 20)
    first, repeat, different = (Sampler(plan, 2, net).sample(range(1)) for net in (even, even, random_net(INPUTS, 4, 1)))
    assert (first.shares == repeat.shares).all()
    assert first.shares.shape != different.shares.shape or (first.shares != different.shares).any()


def test_targets_that_secrets_do_not_allow_are_refused() -> None:
    with pytest.raises(LearningError, match=f"the targets of {NAME} are search: its seats have secrets"):
        TrainingPlan(NAME, 2, targets="games")


@trains
def test_a_net_learns() -> None:
    result = fit(Sampler(TrainingPlan(NAME, 2, seed=1, **SIZES), 1, None).sample(range(8)), 8, 8, 1)
    assert result.losses["net"] < result.losses["even"] - 0.02


def test_a_net_is_evaluated() -> None:
    result = evaluate(kingdoms.load_game(NAME, 2), Net(INPUTS, [0] * INPUTS, [0], [0], 20), 1, 5, (4, 4))
    assert result["judgement"][3]["net"] == result["judgement"][3]["even"]
    assert min(result["speed"].values()) > 10
    assert result["strength"]["games"] == 2
