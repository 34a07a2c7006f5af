"""A toy training learns, gives the same net for the same plan, and resumes after a stop; nets say how to make them again."""

from __future__ import annotations

import json
import threading
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kingdoms.cli.main import main
from kingdoms.core import registry
from kingdoms.learning import training
from kingdoms.learning.fitting import fit, integer_logits, softmax
from kingdoms.learning.page import page
from kingdoms.learning.plan import BEFORE, LearningError, TrainingPlan
from kingdoms.learning.sampling import Samples
from kingdoms.learning.training import train
from kingdoms.nets import Saved, load, load_for, save
from tests.support.bots.random_nets import random_net, trains
from tests.support.games import hidden_hands
from tests.support.games.tested_games import SAMPLE

TOY = TrainingPlan(SAMPLE, 2, seed=3, rounds=2, games=24, leaves=2, simulations=20, hidden=8, epochs=5, match=4)
SHORT = TrainingPlan(SAMPLE, 2, seed=3, rounds=1, games=6, leaves=2, simulations=20, hidden=8, epochs=3, match=2)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished toy training."""
    folder = tmp_path_factory.mktemp("toy")
    assert train(TOY, folder) == folder / "round-2.net"
    return folder


@trains
def test_a_net_learns(trained: Path) -> None:
    facts = load(trained / "round-2.net").made
    assert facts["loss"]["net"] < facts["loss"]["even"] - 0.05
    assert facts["command"] == TOY.command
    assert (facts["seed"], facts["games"], facts["round"]) == (3, 48, 2)
    assert load_for(TOY.rules, trained / "round-2.net").hidden == 8


@trains
def test_the_same_plan_gives_the_same_net_even_if_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "CHUNK", 3)
    plan, stop, played = replace(SHORT, rounds=2), threading.Event(), []

    def report(games: int, message: str) -> None:
        played.append(games)
        if sum(played) == 9:
            stop.set()

    assert train(plan, tmp_path / "interrupted", 2, stop, report) is None
    assert sum(played) == 9
    assert train(plan, tmp_path / "interrupted", report=report) is not None
    train(plan, tmp_path / "whole")
    for name in ("round-1.net", "round-2.net", "report.json", "report.html"):
        assert (tmp_path / "interrupted" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@trains
def test_another_plan_in_the_same_folder_is_refused(trained: Path) -> None:
    with pytest.raises(LearningError, match=r"another plan \(seed, hidden differ\): give the same options, or another folder"):
        train(replace(TOY, seed=4, hidden=9), trained)
    (trained / "plan.json").write_text("[]")
    with pytest.raises(LearningError, match=r"\(unreadable differ\)"):
        train(TOY, trained)


@trains
def test_whole_weights_lose_next_to_nothing(trained: Path) -> None:
    samples = Samples.load(sorted(trained.glob("samples-*/*.npz")))
    net = fit(samples, 8, 3, 1).net
    assert max(map(abs, net.weights()[0])) > 5_000, "the binary places are not used"
    state = TOY.rules.new_initial_state()
    knowledge = TOY.rules.knowledge(state)
    rows = np.array([knowledge.description()], np.int16)
    assert softmax(integer_logits(net, rows))[0] == pytest.approx(net.evaluation(knowledge), abs=1e-4)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"games": 1}, "games is from 2"),
        ({"hidden": 257}, "hidden is from 1 to 256, not 257"),
        ({"rounds": 0}, "rounds is from 1"),
        ({"explore": "far"}, "explore is play or wide, not 'far'"),
        ({"priors": "even"}, "priors are play or greedy, not 'even'"),
        ({"blend": 101}, "blend is from 0 to 100"),
        ({"blend": 50, "targets": "games"}, "blend is for the targets search"),
        ({"targets": "luck"}, "targets are search or games, not 'luck'"),
        ({"game": hidden_hands.HiddenHands.name}, "its knowledge has no features"),
    ],
)
def test_invalid_plans_are_refused(changed: dict[str, Any], says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    hidden_hands.register_hidden_hands()
    facts: dict[str, Any] = {"game": SAMPLE, "seats": 2, **changed}
    with pytest.raises(LearningError, match=says):
        TrainingPlan(**facts)


@trains
def test_the_command_trains_a_net_and_trains_it_again_from_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "nets"
    path = folder / "round-1.net"
    assert main([*SHORT.command.split()[1:], "--workers", "1", "--out", str(folder)]) == 0
    assert capsys.readouterr().out == f"The net is in {path}.\nThe report is {folder / 'report.html'}.\n"
    assert load_for(SHORT.rules, path).hidden == 8
    changed = tmp_path / "other.net"
    save(replace(load(path), net=random_net(load(path).net.inputs, 8, 1)), changed)
    for file, code, says in (
        (path, 0, "the same net came out."),
        (changed, 1, "another net came out. Its file says that version "),
    ):
        assert main(["train", "again", str(file), "--workers", "1", "--out", str(tmp_path / "again")]) == code
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == f"The net is in {tmp_path / 'again' / f'{SAMPLE}-2' / 'round-1.net'}."
        assert lines[2].startswith(f"{file}: {says}")


def test_plans_are_read_from_nets() -> None:
    def plan_of(command: str) -> TrainingPlan:
        return TrainingPlan.from_net(Saved(random_net(1, 1, 1), SAMPLE, 2, ("score",), {"command": command}), "some.net")

    assert plan_of(TOY.command) == TOY
    older = TrainingPlan(SAMPLE, hidden=9, match=0, explore="wide", priors="greedy")
    assert plan_of(f"kingdoms train {SAMPLE} --seats 2 --hidden 9") == older, "from before these options"
    ours = f"kingdoms train {SAMPLE}"
    for command in ("", "kingdoms train other-game", f"{ours} --seats", f"{ours} --seed 1 --seed 2"):
        with pytest.raises(LearningError, match=r"some\.net does not say which command made it"):
            plan_of(command)
    with pytest.raises(LearningError, match="made with the option --luck, which training no longer has"):
        plan_of(f"kingdoms train {SAMPLE} --luck 3")
    with pytest.raises(LearningError, match="made with --games 'many', which is no whole number"):
        plan_of(f"kingdoms train {SAMPLE} --games many")


def test_a_folder_from_before_an_option_belongs_to_the_same_plan(tmp_path: Path) -> None:
    plan = replace(TOY, match=0, explore="wide", priors="greedy")
    older = {name: value for name, value in asdict(plan).items() if name not in BEFORE}
    (tmp_path / "plan.json").write_text(json.dumps(older))
    plan.open(tmp_path)
    with pytest.raises(LearningError, match=r"another plan \(explore differ\)"):
        replace(plan, explore="play").open(tmp_path)


def test_the_report_shows_losses_matches_and_rounds() -> None:
    losses = {"samples": 1234, "held_out": 99, "net": 0.5, "hand": 0.6, "even": 0.7}
    first = {"round": 1, **losses}
    second = {"round": 2, **losses, "epochs": [0.6, 0.5], "match": {"openings": 8, "share": 0.25, "better": False}}
    alone, two_rounds = page(TOY, [first]), page(TOY, [first, second])
    assert f"1 of 2 rounds of {TOY.games} games, seed {TOY.seed}." in alone
    assert (alone.count("<svg"), two_rounds.count("<svg")) == (1, 3)
    for heading in ("Log loss on held-out games", "Matches against the best net so far", "Log loss by epoch, last round"):
        assert f"<h2>{heading}</h2>" in two_rounds
    for cells in (
        '<td>2</td><td class="n">1,234</td>',
        '<td class="n">25.0%</td><td class="n">no</td>',
        ">hand-made 0.6</text>",
    ):
        assert cells in two_rounds
