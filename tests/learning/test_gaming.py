"""Samples from whole games, the match between nets, and starting from a net for another number of seats."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kingdoms.core.factor import OTHERS
from kingdoms.learning.gaming import TRACE, GameDecision, GameSampler
from kingdoms.learning.matching import parts_of, play_match, play_opening
from kingdoms.learning.plan import LearningError, TrainingPlan
from kingdoms.learning.starting import starting_net
from kingdoms.learning.training import train
from kingdoms.nets import Net, Saved, load, save
from tests.support.bots.random_nets import random_net, trains
from tests.support.games.tested_games import SAMPLE

TOY = TrainingPlan(SAMPLE, 3, seed=3, rounds=1, games=40, hidden=8, epochs=3, targets="games", match=0)
FEATURES = tuple(TOY.rules.knowledge(TOY.rules.new_initial_state()).features())
FOOLISH = Net(len(FEATURES), [9 if name == "score" else 0 for name in FEATURES], [0], [-99], 16)


def test_targets_mix_the_outcome_with_what_search_expects_later() -> None:
    sampler = GameSampler(TOY, 1)
    rows: tuple[list[list[int]], list[float]] = ([[0]], [0.0])
    decisions = [GameDecision((0.0, 0.0, 1.0), rows), GameDecision(None, rows), GameDecision((0.0, 1.0, 0.0), None)]
    sampler._add_game(decisions, (1.0, 0.0, 0.0), 7)
    later, first = ([round(share, 6) for share in row[1]] for row in sampler.rows)
    assert later == [round(share, 6) for share in (TRACE, 1 - TRACE, 0.0)]
    assert first == [round(share, 6) for share in (TRACE**2, TRACE * (1 - TRACE), 1 - TRACE)]


@trains
def test_games_of_every_kind_of_player_give_samples() -> None:
    nets = [random_net(len(FEATURES), 4, seed) for seed in (1, 2)]
    for earlier_nets in ([], nets[:1], nets):
        samples = GameSampler(TOY, 1, earlier_nets).sample(range(4))
        assert samples.inputs.shape[1:] == (3, len(FEATURES))
        assert np.allclose(samples.shares.sum(1), 1, atol=1e-5)
        assert samples.shares.min() >= 0
    assert len(set(samples.games)) > 2
    repeat = GameSampler(TOY, 1, nets).sample(range(4))
    assert (repeat.inputs == samples.inputs).all()
    assert (repeat.shares == samples.shares).all()


@trains
def test_a_net_for_three_seats_learns(tmp_path: Path) -> None:
    path = train(TOY, tmp_path)
    assert path == tmp_path / "round-1.net"
    facts = load(path).made
    assert facts["loss"]["net"] < facts["loss"]["even"] - 0.05
    assert "--targets games" in facts["command"]


@trains
def test_an_interrupted_match_continues_and_ends_when_decided(tmp_path: Path) -> None:
    plan, opening_numbers, stops = replace(TOY, match=60), list[int](), iter([False] * 9 + [True] + [False] * 99)

    def mapped(_: Callable[[Any], Any], openings: Sequence[int]) -> Iterator[float]:
        for opening in openings:
            opening_numbers.append(opening)
            yield 0.9

    def match() -> dict[str, Any] | None:
        return play_match(plan, 1, (parts_of(FOOLISH), None), tmp_path / "match", mapped, lambda _: next(stops))

    assert match() is None
    assert len(json.loads((tmp_path / "match").read_bytes())) == 10
    result = match()
    assert opening_numbers == list(range(32))
    assert result is not None
    assert (result["verdict"], result["better"], result["openings"]) == ("stronger", True, 32)


@trains
def test_a_bad_judge_loses_the_match() -> None:
    foolish = parts_of(FOOLISH)
    assert sum(play_opening(TOY, 1, (foolish, None), opening) for opening in range(3)) / 3 < 0.25
    assert play_opening(TOY, 1, (foolish, foolish), 0) == pytest.approx(1 / 3)


@trains
def test_a_net_that_is_not_better_stays_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shares = iter([0.6] * 3 + [0.1] * 3)
    monkeypatch.setattr("kingdoms.learning.matching.play_opening", lambda *_: next(shares))
    path = train(replace(TOY, rounds=2, games=10, match=3), tmp_path)
    assert path == tmp_path / "round-1.net"
    assert [facts["match"]["better"] for facts in json.loads((tmp_path / "report.json").read_bytes())] == [True, False]
    assert {">60.0%<", ">10.0%<"} <= set(re.findall(r">[\d.]+%<", (tmp_path / "report.html").read_text()))


def test_a_training_starts_from_a_net_for_other_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    net = random_net(len(FEATURES), 8, 1)
    save(Saved(net, SAMPLE, 2, FEATURES, {}), tmp_path / "2.net")
    monkeypatch.setattr(type(TOY.rules), "nets", classmethod(lambda _: {2: tmp_path / "2.net"}))
    started = starting_net(replace(TOY, start=2))
    assert started is not None
    for weight, before, name in zip(started.weights()[0], net.weights()[0], FEATURES * 8, strict=True):
        assert weight == (round(before / 2) if name.startswith(OTHERS) else before)
    assert starting_net(TOY) is None
    with pytest.raises(LearningError, match="has no net for 3 seats to start from"):
        starting_net(replace(TOY, start=3))
    with pytest.raises(LearningError, match="has 8 hidden units, not 9"):
        starting_net(replace(TOY, start=2, hidden=9))


@trains
def test_a_start_is_kept_until_something_is_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fit from a good net with next to no samples gives nearly the same net."""
    save(Saved(random_net(len(FEATURES), 8, 1, 300), SAMPLE, 2, FEATURES, {}), tmp_path / "2.net")
    monkeypatch.setattr(type(TOY.rules), "nets", classmethod(lambda _: {2: tmp_path / "2.net"}))
    monkeypatch.setattr("kingdoms.learning.fitting.TUNING", 0.0)
    plan = replace(TOY, start=2, games=6, epochs=1)
    path = train(plan, tmp_path / "out")
    assert path is not None
    start, state = starting_net(plan), plan.rules.new_initial_state()
    assert start is not None
    state.apply_action(state.legal_actions()[0])
    knowledge = plan.rules.knowledge(state)
    assert load(path).net.evaluation(knowledge) == pytest.approx(start.evaluation(knowledge), abs=0.002)
