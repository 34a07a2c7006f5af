"""What an evaluation says of a net, and how the command says it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kingdoms
from kingdoms.cli.main import main
from kingdoms.learning.evaluation import JudgedPosition, _calibration, _scores, evaluate
from kingdoms.nets import Net, Saved, save
from tests.support.bots.random_nets import random_net
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
