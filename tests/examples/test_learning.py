"""A game from outside, in plain Python, can have nets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.core.knowledge import PlainKnowledge
from kingdoms.learning.plan import TrainingPlan
from kingdoms.learning.training import train
from kingdoms.nets import Net, load

GAME = "liars_dice"
TOY = TrainingPlan(GAME, 2, seed=1, rounds=1, games=80, leaves=1, simulations=2, hidden=4, epochs=60, match=0)


def test_a_net_gets_the_features_of_the_game() -> None:
    state = kingdoms.load_game(GAME, 2, {"dice": 2}).new_initial_state()
    for action in ("roll 3 3", "roll 3 5", "bid 2 3"):
        state.apply_action(action)
    knowledge = state.game.knowledge(state)
    assert knowledge.description() == [[2, 2, 0, 1, 0, 0, 0], [2, 2, 1, 0, 0, 1, 0]]
    favours_bidder = Net(7, [0, 0, 0, 1, 0, 0, 0], [0], [1], 16)
    assert favours_bidder.evaluation(knowledge)[0] > 0.500001


class Told(PlainKnowledge):
    """A knowledge whose `told` returns what the test says."""

    row: Any = ()

    def features(self) -> tuple[str, ...]:
        return ("one", "two")

    def told(self, state: kingdoms.State, player: int) -> Any:
        return self.row


def test_features_are_validated() -> None:
    knowledge = Told(kingdoms.load_game(GAME, 2).new_initial_state())
    for row, says in (((1,), "told returns 1 numbers, and there are 2 features"), ((1, "x"), "not supported")):
        knowledge.row = row
        with pytest.raises((ValueError, TypeError), match=re.escape(says)):
            knowledge.description()
    knowledge.row = (300, -(10**30))
    assert knowledge.description() == [[255, -255]] * 2


def test_a_net_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdoms.learning.sampling.FIRST_PLAYERS", (3, 5))
    path = train(TOY, tmp_path)
    assert path is not None
    metadata = load(path).made
    assert metadata["loss"]["net"] < metadata["loss"]["even"] - 0.05
    monkeypatch.setenv("KINGDOMS_NETS", str(tmp_path))
    bots = [BOTS.make("search:simulations=20:knowledge=round-1", TOY.rules, 1), BOTS.make("random", TOY.rules, 2)]
    assert kingdoms.play(TOY.rules, bots, seed=1).state.is_terminal()
