"""What an evaluation says of a net, and how the command says it; nets for games with secrets.

Those learn from outcomes, and from searches that know what a seat may know.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kingdoms
from kingdoms.cli.main import main
from kingdoms.learning.evaluation import JudgedPosition, _calibration, _scores, evaluate
from kingdoms.learning.fitting import fit
from kingdoms.learning.plan import LearningError, TrainingPlan
from kingdoms.learning.sampling import Sampler
from kingdoms.nets import Net, Saved, save
from tests.support.bots.random_nets import random_net, trains
from tests.support.games.tested_games import SAMPLE

GAME = kingdoms.load_game(SAMPLE, 2).limited(20)
FEATURES = tuple(GAME.knowledge(GAME.new_initial_state()).features())
EVEN = Net(len(FEATURES), [0] * len(FEATURES), [0], [0], 20)


def test_an_untrained_net_is_evaluated() -> None:
    result = evaluate(GAME, EVEN, 2, 5, (10, 20))
    assert [row["phase"] for row in result["judgement"]] == ["beginning", "middle", "end", "all"]
    assert sum(row["positions"] for row in result["judgement"][:3]) == result["judgement"][3]["positions"]
    for row in result["judgement"]:
        assert row["net"] == row["even"]
        assert row["even"]["loss"] == pytest.approx(0.6931, abs=1e-4)
    assert [row["from"] for row in result["calibration"]] == [0.5]
    assert result["calibration"][0]["got"] == pytest.approx(0.5)
    assert min(result["speed"].values()) > 100
    assert (result["strength"]["games"], result["strength"]["even"]) == (4, 0.5)
    assert 0 <= result["strength"]["low"] <= result["strength"]["share"] <= result["strength"]["high"] <= 1


def test_scores_are_log_loss_and_brier() -> None:
    judged = [JudgedPosition(0, (0.8, 0.2), (0.5, 0.5), (1.0, 0.0)), JudgedPosition(0, (0.4, 0.6), (1.0, 0.0), (1.0, 0.0))]
    scores = _scores(judged)
    assert scores["net"] == {"loss": pytest.approx(0.5697, abs=1e-4), "brier": pytest.approx((0.04 + 0.36) / 2)}
    assert scores["hand"]["brier"] == pytest.approx(0.125)
    table = _calibration(judged)
    assert [(row["from"], row["count"], row["got"]) for row in table] == [(0.2, 1, 0), (0.4, 1, 1), (0.6, 1, 0), (0.8, 1, 1)]


def test_the_command_evaluates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "some.net"
    save(Saved(random_net(len(FEATURES), 4, 1), SAMPLE, 2, FEATURES, {}), path)
    ask = ["train", "evaluate", SAMPLE, str(path), "--openings", "2", "--workers", "1", "--simulations", "10", "--hand", "10"]
    assert main(ask) == 0
    output = capsys.readouterr().out
    for part in ("beginning", "Brier: net", "Simulations a second:", "in 4 games alone against the hand-made evaluation"):
        assert part in output
    assert main([*ask, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["strength"]["simulations"] == [10, 10]
    assert main([*ask[:3], "nowhere.net"]) != 0


# -- games with secrets --------------------------------------------------------------------------------------------------

SIZES: dict[str, Any] = {"games": 4, "leaves": 6, "simulations": 8, "hidden": 4, "epochs": 2}


SECRET = [game for game in map(kingdoms.load_game, kingdoms.game_names()) if game.has_secrets]
INPUTS_BY_NAME = {game.name: len(game.knowledge(game.new_initial_state()).features()) for game in SECRET}
NAME, INPUTS = next((name, inputs) for name, inputs in INPUTS_BY_NAME.items() if inputs)
"""A game with secrets, and the number of its features for a net."""


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
def test_a_net_for_a_game_with_secrets_learns_and_is_evaluated() -> None:
    fitted = fit(Sampler(TrainingPlan(NAME, 2, seed=1, **SIZES), 1, None).sample(range(8)), 8, 8, 1)
    assert fitted.losses["net"] < fitted.losses["even"] - 0.02
    result = evaluate(kingdoms.load_game(NAME, 2), Net(INPUTS, [0] * INPUTS, [0], [0], 20), 1, 5, (4, 4))
    assert result["judgement"][3]["net"] == result["judgement"][3]["even"]
    assert min(result["speed"].values()) > 10
    assert result["strength"]["games"] == 2
